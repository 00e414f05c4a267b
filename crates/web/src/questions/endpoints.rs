//! Which questions stand at which address, and how much of each the server takes.

/// A question at an address under `/api/v1/`.
pub(super) struct Endpoint {
    /// The address, and the command of a job.
    pub name: &'static str,
    /// The name of the question.
    pub question: &'static str,
    /// Parameters that the address stands for.
    pub fixed: &'static [(&'static str, &'static str)],
    /// Parameters that take those away.
    pub unless: &'static [&'static str],
    /// The largest numbers that are taken, so that the answer has a size that can be sent.
    pub bounds: &'static [(&'static str, u64)],
    /// The corners of boxes, with the most positions that a box may have.
    pub boxes: &'static [(&'static str, u64)],
    /// What is sent.
    pub sends: Sends,
}

/// What is sent as the answer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sends {
    /// The answer as JSON, with its document as a file beside it.
    Object,
    /// Only the document, saved by the browser.
    Document,
    /// The bytes of the answer.
    Bytes(&'static str),
}

const fn object(name: &'static str, bounds: &'static [(&'static str, u64)]) -> Endpoint {
    Endpoint {
        name,
        question: name,
        fixed: &[],
        unless: &[],
        bounds,
        boxes: &[],
        sends: Sends::Object,
    }
}

const fn packed(name: &'static str) -> Endpoint {
    let sends = Sends::Bytes("application/octet-stream");
    Endpoint { name, question: name, fixed: &[], unless: &[], bounds: &[], boxes: &[], sends }
}

/// A question about a box of positions.
const fn boxed(name: &'static str, boxes: &'static [(&'static str, u64)]) -> Endpoint {
    let sends = Sends::Object;
    Endpoint { name, question: name, fixed: &[], unless: &[], bounds: &[], boxes, sends }
}

/// A question whose certificate is a file beside the answer.
const fn certified(
    name: &'static str,
    bounds: &'static [(&'static str, u64)],
    unless: &'static [&'static str],
) -> Endpoint {
    let fixed = &[("certificate", "true")];
    Endpoint { name, question: name, fixed, unless, bounds, boxes: &[], sends: Sends::Object }
}

/// The last heap of a sequence that is sent.
const SEQUENCE: &[(&str, u64)] = &[("to", 1_000_000)];
const PERIOD: &[(&str, u64)] = &[("limit", 1 << 40)];
const FAMILY: &[(&str, u64)] =
    &[("min", 1024), ("max", 1024), ("min-size", 1024), ("max-size", 1024)];

/// The addresses whose answers have rows, which are sent in a format if `format` names one.
pub(super) const WITH_ROWS: &[&str] = &["games", "grundy", "period", "outcomes", "values", "table"];

/// Everything that can be asked for.
pub(super) const ENDPOINTS: &[Endpoint] = &[
    object("games", &[]),
    object("grundy", SEQUENCE),
    certified("period", PERIOD, &["row", "end"]),
    Endpoint {
        name: "certificate",
        question: "period",
        fixed: &[("certificate", "true")],
        unless: &[],
        bounds: PERIOD,
        boxes: &[],
        sends: Sends::Document,
    },
    object("identify", &[("starts", 100_000), ("most", 1000)]),
    object("outcomes", SEQUENCE),
    object("values", &[("to", 2000), ("limit", 5000)]),
    object("parity", &[("to", 100), ("heaps", 16)]),
    object("misere", &[]),
    // Positions of a table that is sent, and of one that is looked through.
    boxed("table", &[("to", 1 << 18)]),
    boxed("conjecture", &[("to", 1 << 26), ("from", 1 << 26)]),
    certified("quotient", &[("to", 1_000_000)], &[]),
    object("eval", &[]),
    object("position", &[]),
    object("check", &[]),
    object("fmt", &[]),
    object("tour", &[]),
    object("sweep", FAMILY),
    object("quotient-sweep", &[("to", 1000)]),
    object("explain", &[]),
    object("play", &[]),
    object("family/size", &[]),
    packed("family/rows"),
    packed("family/places"),
];
