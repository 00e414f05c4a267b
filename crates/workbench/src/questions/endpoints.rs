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

/// A picture as SVG, PNG or PDF, or a graph as text.
const fn picture(
    name: &'static str,
    question: &'static str,
    fixed: &'static [(&'static str, &'static str)],
    bounds: &'static [(&'static str, u64)],
    boxes: &'static [(&'static str, u64)],
) -> Endpoint {
    let sends = match fixed[0].1.as_bytes() {
        b"svg" => Sends::Bytes("image/svg+xml"),
        b"png" => Sends::Bytes("image/png"),
        b"txt" => Sends::Bytes("text/plain; charset=utf-8"),
        b"dot" => Sends::Bytes("text/vnd.graphviz; charset=utf-8"),
        _ => Sends::Bytes("application/pdf"),
    };
    Endpoint { name, question, fixed, unless: &[], bounds, boxes, sends }
}

/// What a picture shows, as an object, for those who draw it themselves.
const fn shown(
    name: &'static str,
    bounds: &'static [(&'static str, u64)],
    boxes: &'static [(&'static str, u64)],
) -> Endpoint {
    let sends = Sends::Object;
    Endpoint { name, question: name, fixed: SVG, unless: &[], bounds, boxes, sends }
}

const SVG: &[(&str, &str)] = &[("format", "svg")];
const PNG: &[(&str, &str)] = &[("format", "png")];
const PDF: &[(&str, &str)] = &[("format", "pdf")];
const TXT: &[(&str, &str)] = &[("format", "txt")];
const DOT: &[(&str, &str)] = &[("format", "dot")];
const STEPS_SVG: &[(&str, &str)] = &[("format", "svg"), ("steps", "true")];
const STEPS_PNG: &[(&str, &str)] = &[("format", "png"), ("steps", "true")];
/// Heaps of a sequence that is drawn, positions of a grid and of a graph.
const DRAWN: &[(&str, u64)] = &[("to", 100_000), ("columns", 10_000), ("size", 16_384)];
const PLAIN: &[(&str, u64)] = &[("size", 16_384)];
const TREE: &[(&str, u64)] = &[("depth", 20), ("size", 16_384)];
const MONOID: &[(&str, u64)] = &[("to", 1_000_000), ("size", 16_384)];
const STRIPS: &[(&str, u64)] = &[
    ("min", 1024),
    ("max", 1024),
    ("min-size", 1024),
    ("max-size", 1024),
    ("chart-to", 1000),
    ("size", 16_384),
];
const GRID: &[(&str, u64)] = &[("to", 40_000)];
const GRAPH: &[(&str, u64)] = &[("to", 1 << 12)];

/// The last heap of a sequence that is sent.
const SEQUENCE: &[(&str, u64)] = &[("to", 1_000_000)];
const VALUES: &[(&str, u64)] = &[("to", 2000), ("limit", 5000)];
const PERIOD: &[(&str, u64)] = &[("limit", 1 << 40)];
const FAMILY: &[(&str, u64)] =
    &[("min", 1024), ("max", 1024), ("min-size", 1024), ("max-size", 1024)];

/// The addresses whose answers have rows, which are sent in a format if `format` names one.
pub(super) const WITH_ROWS: &[&str] = &[
    "games",
    "grundy",
    "period",
    "outcomes",
    "values",
    "values-sweep",
    "table",
    "sweep",
    "quotient-sweep",
    "code-sweep",
    "game-sweep",
    "atlas",
];

/// Those among them that list their rows only if that is asked for.
pub(super) const LISTED: &[&str] = &["sweep", "quotient-sweep", "code-sweep", "game-sweep"];

/// Everything that can be asked for.
pub(super) const ENDPOINTS: &[Endpoint] = &[
    object("games", &[]),
    object("grundy", SEQUENCE),
    certified("period", PERIOD, &["row", "end", "sequence"]),
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
    object("values", VALUES),
    Endpoint {
        name: "values/certificate",
        question: "values",
        fixed: &[("certificate", "true")],
        unless: &[],
        bounds: VALUES,
        boxes: &[],
        sends: Sends::Document,
    },
    object("values-sweep", &[("heaps", 1000)]),
    object("parity", &[("to", 100), ("heaps", 16)]),
    object("misere", &[]),
    // Positions of a table that is sent, and of one that is looked through.
    boxed("table", &[("to", 1 << 18)]),
    boxed("conjecture", &[("to", 1 << 26), ("from", 1 << 26)]),
    certified("quotient", &[("to", 1_000_000)], &[]),
    object("eval", &[]),
    object("position", &[]),
    object("census", &[]),
    object("check", &[]),
    object("fmt", &[]),
    object("tour", &[]),
    object("atlas", &[("limit", 1000)]),
    object("devices", &[]),
    object("code-sweep", &[("octal", 4), ("hexadecimal", 3), ("limit", 1 << 24)]),
    object("game-sweep", &[("limit", 1 << 24)]),
    object("merge", &[]),
    object("sweep", FAMILY),
    object("quotient-sweep", &[("to", 1000)]),
    object("explain", &[]),
    object("play", &[]),
    object("family/size", &[]),
    packed("family/rows"),
    packed("family/places"),
    picture("draw/scatter.svg", "draw/scatter", SVG, DRAWN, &[]),
    picture("draw/scatter.png", "draw/scatter", PNG, DRAWN, &[]),
    picture("draw/scatter.pdf", "draw/scatter", PDF, DRAWN, &[]),
    picture("draw/table.svg", "draw/table", SVG, DRAWN, &[]),
    picture("draw/table.png", "draw/table", PNG, DRAWN, &[]),
    picture("draw/table.pdf", "draw/table", PDF, DRAWN, &[]),
    picture("draw/board.svg", "draw/board", SVG, PLAIN, &[]),
    picture("draw/board.png", "draw/board", PNG, PLAIN, &[]),
    picture("draw/board.pdf", "draw/board", PDF, PLAIN, &[]),
    picture("draw/grid.svg", "draw/grid", SVG, PLAIN, GRID),
    picture("draw/grid.png", "draw/grid", PNG, PLAIN, GRID),
    picture("draw/grid.pdf", "draw/grid", PDF, PLAIN, GRID),
    picture("draw/thermograph.svg", "draw/thermograph", SVG, PLAIN, &[]),
    picture("draw/thermograph.png", "draw/thermograph", PNG, PLAIN, &[]),
    picture("draw/thermograph.pdf", "draw/thermograph", PDF, PLAIN, &[]),
    shown("draw/graph", PLAIN, GRAPH),
    picture("draw/graph.svg", "draw/graph", SVG, PLAIN, GRAPH),
    picture("draw/graph.png", "draw/graph", PNG, PLAIN, GRAPH),
    picture("draw/graph.pdf", "draw/graph", PDF, PLAIN, GRAPH),
    picture("draw/graph.txt", "draw/graph", TXT, PLAIN, GRAPH),
    picture("draw/graph.dot", "draw/graph", DOT, PLAIN, GRAPH),
    shown("draw/tree", TREE, &[]),
    picture("draw/tree.svg", "draw/tree", SVG, TREE, &[]),
    picture("draw/tree.png", "draw/tree", PNG, TREE, &[]),
    picture("draw/tree.pdf", "draw/tree", PDF, TREE, &[]),
    picture("draw/monoid.svg", "draw/monoid", SVG, MONOID, &[]),
    picture("draw/monoid.png", "draw/monoid", PNG, MONOID, &[]),
    picture("draw/monoid.pdf", "draw/monoid", PDF, MONOID, &[]),
    picture("draw/cayley.svg", "draw/cayley", SVG, MONOID, &[]),
    picture("draw/cayley.png", "draw/cayley", PNG, MONOID, &[]),
    picture("draw/cayley.pdf", "draw/cayley", PDF, MONOID, &[]),
    picture("draw/strips.svg", "draw/strips", SVG, STRIPS, &[]),
    picture("draw/strips.png", "draw/strips", PNG, STRIPS, &[]),
    picture("draw/strips.pdf", "draw/strips", PDF, STRIPS, &[]),
    picture("draw/bar.svg", "draw/bar", SVG, PLAIN, &[]),
    picture("draw/bar.png", "draw/bar", PNG, PLAIN, &[]),
    picture("draw/bar.pdf", "draw/bar", PDF, PLAIN, &[]),
    picture("draw/automaton.svg", "draw/automaton", SVG, PLAIN, &[]),
    picture("draw/automaton.png", "draw/automaton", PNG, PLAIN, &[]),
    picture("draw/automaton.pdf", "draw/automaton", PDF, PLAIN, &[]),
    picture("draw/graph-steps.svg", "draw/graph", STEPS_SVG, PLAIN, GRAPH),
    picture("draw/graph-steps.png", "draw/graph", STEPS_PNG, PLAIN, GRAPH),
];
