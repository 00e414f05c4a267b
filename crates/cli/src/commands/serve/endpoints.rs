//! Which commands can be asked for, with which arguments.

/// A command, or a use of one, under an address of the server.
pub struct Endpoint {
    /// Its address under `/api/v1/`, and the command of a job.
    pub name: &'static str,
    /// The words that begin the command line.
    pub words: &'static [&'static str],
    /// Parameters that stand without a name on the command line, all required but those that
    /// follow `optional`.
    pub positional: &'static [&'static str],
    /// How many of them are required.
    pub required: usize,
    /// The other parameters.
    pub options: &'static [Parameter],
    /// What is sent.
    pub sends: Sends,
}

/// A parameter with a name.
pub struct Parameter {
    pub name: &'static str,
    pub kind: Kind,
    pub required: bool,
}

/// What a parameter looks like.
#[derive(Clone, Copy)]
pub enum Kind {
    /// Anything; the command knows better.
    Text,
    /// A number up to this, so that the answer has a size that can be sent.
    Number(u64),
    /// The last value of each coordinate, such as 10,30, of a box of at most so many positions.
    Corner(u64),
    /// `true` gives the option, `false` does not.
    Flag,
}

/// What is sent as the answer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Sends {
    /// The object of `--json`; the text of the command if a format is asked for.
    Object,
    /// The object, and the certificate beside it.
    ObjectAndFile(&'static str),
    /// The file that the command would write by this option, shown or saved by the browser.
    File { option: &'static str, name: &'static str, media_type: &'static str, save: bool },
}

const fn text(name: &'static str) -> Parameter {
    Parameter { name, kind: Kind::Text, required: false }
}

const fn number(name: &'static str, most: u64) -> Parameter {
    Parameter { name, kind: Kind::Number(most), required: false }
}

const fn corner(name: &'static str, most: u64) -> Parameter {
    Parameter { name, kind: Kind::Corner(most), required: false }
}

const fn flag(name: &'static str) -> Parameter {
    Parameter { name, kind: Kind::Flag, required: false }
}

const fn required(parameter: Parameter) -> Parameter {
    Parameter { required: true, ..parameter }
}

const fn object(
    name: &'static str,
    words: &'static [&'static str],
    positional: &'static [&'static str],
    options: &'static [Parameter],
) -> Endpoint {
    let required = positional.len();
    Endpoint { name, words, positional, required, options, sends: Sends::Object }
}

const fn picture(
    name: &'static str,
    words: &'static [&'static str],
    positional: &'static [&'static str],
    options: &'static [Parameter],
    sends: Sends,
) -> Endpoint {
    Endpoint { name, words, positional, required: positional.len(), options, sends }
}

const SVG: Sends = Sends::File {
    option: "--output",
    name: "picture.svg",
    media_type: "image/svg+xml",
    save: false,
};
const PNG: Sends =
    Sends::File { option: "--output", name: "picture.png", media_type: "image/png", save: false };
const CHART_SVG: Sends = Sends::File {
    option: "--chart",
    name: "picture.svg",
    media_type: "image/svg+xml",
    save: false,
};
const CHART_PNG: Sends =
    Sends::File { option: "--chart", name: "picture.png", media_type: "image/png", save: false };
const CERTIFICATE: Sends = Sends::File {
    option: "--certificate",
    name: "certificate.json",
    media_type: "application/json",
    save: true,
};

/// The last heap of a sequence that is sent.
const TO: Parameter = required(number("to", 1_000_000));
const SEQUENCE: &[Parameter] =
    &[required(number("to", 100_000)), number("columns", 10_000), text("set")];
/// Positions of a table that is sent, and of one that is looked through.
const TABLE: u64 = 1 << 18;
const BOX: u64 = 1 << 26;
const SWEEP: &[Parameter] = &[
    required(number("min", 1024)),
    required(number("max", 1024)),
    text("end"),
    number("min-size", 1024),
    number("max-size", 1024),
    text("with"),
    text("without"),
    text("where"),
    text("count"),
    text("group-by"),
    text("check"),
    flag("grundy"),
];
const CHART: &[Parameter] = &[
    required(number("min", 1024)),
    required(number("max", 1024)),
    text("end"),
    number("min-size", 1024),
    number("max-size", 1024),
    text("with"),
    text("without"),
    text("where"),
    number("chart-to", 1000),
    text("palette"),
];

const QUOTIENT: &[Parameter] = &[text("end"), number("to", 1_000_000)];
const GRAPH: &[Parameter] = &[required(corner("to", 1 << 12)), text("end"), text("set")];
const GRID: &[Parameter] =
    &[required(corner("to", 40_000)), text("end"), text("set"), text("fix"), flag("transpose")];

/// Everything that can be asked for, but for certificates to check and the rows of families.
pub const ENDPOINTS: &[Endpoint] = &[
    object("games", &["games"], &[], &[]),
    object(
        "grundy",
        &["grundy"],
        &["rule"],
        &[TO, text("end"), text("engine"), text("format"), text("set")],
    ),
    Endpoint {
        name: "period",
        words: &["period"],
        positional: &["rule"],
        required: 1,
        options: &[number("limit", 1 << 40), text("set")],
        sends: Sends::ObjectAndFile("certificate.json"),
    },
    picture(
        "certificate",
        &["period"],
        &["rule"],
        &[number("limit", 1 << 40), text("set")],
        CERTIFICATE,
    ),
    object("outcomes", &["outcomes"], &["rule"], &[TO, text("end"), text("set")]),
    object(
        "values",
        &["values"],
        &["rule"],
        &[
            required(number("to", 2000)),
            text("end"),
            text("sum"),
            text("terminal"),
            number("limit", 5000),
            text("style"),
            text("set"),
        ],
    ),
    object(
        "explain",
        &["explain"],
        &["rule", "position"],
        &[text("end"), text("sum"), text("set")],
    ),
    object("parity", &["parity"], &["rule"], &[number("to", 100), number("heaps", 16)]),
    Endpoint {
        name: "misere",
        words: &["misere"],
        positional: &["game", "position"],
        required: 1,
        options: &[],
        sends: Sends::Object,
    },
    object(
        "table",
        &["table"],
        &["rule"],
        &[
            required(corner("to", TABLE)),
            text("end"),
            text("set"),
            text("fix"),
            text("show"),
            text("format"),
            flag("transpose"),
        ],
    ),
    Endpoint {
        name: "conjecture",
        words: &["conjecture"],
        positional: &["rule", "formula"],
        required: 1,
        options: &[
            required(corner("to", BOX)),
            text("end"),
            text("set"),
            flag("fit"),
            flag("prove"),
            corner("from", BOX),
        ],
        sends: Sends::Object,
    },
    Endpoint {
        name: "quotient",
        words: &["quotient"],
        positional: &["rule"],
        required: 1,
        options: QUOTIENT,
        sends: Sends::ObjectAndFile("certificate.json"),
    },
    object("eval", &["eval"], &["expression"], &[]),
    object("position", &["position"], &["game", "position"], &[]),
    object("sweep", &["sweep"], &[], SWEEP),
    picture("draw/scatter.svg", &["draw", "scatter"], &["rule"], SEQUENCE, SVG),
    picture("draw/scatter.png", &["draw", "scatter"], &["rule"], SEQUENCE, PNG),
    picture("draw/table.svg", &["draw", "table"], &["rule"], SEQUENCE, SVG),
    picture("draw/table.png", &["draw", "table"], &["rule"], SEQUENCE, PNG),
    picture("draw/grid.svg", &["draw", "grid"], &["rule"], GRID, SVG),
    picture("draw/grid.png", &["draw", "grid"], &["rule"], GRID, PNG),
    picture("draw/thermograph.svg", &["draw", "thermograph"], &["expression"], &[], SVG),
    picture("draw/thermograph.png", &["draw", "thermograph"], &["expression"], &[], PNG),
    picture("draw/graph.svg", &["draw", "graph"], &["rule"], GRAPH, SVG),
    picture("draw/graph.png", &["draw", "graph"], &["rule"], GRAPH, PNG),
    picture("draw/graph-steps.svg", &["draw", "graph", "--steps"], &["rule"], GRAPH, SVG),
    picture("draw/graph-steps.png", &["draw", "graph", "--steps"], &["rule"], GRAPH, PNG),
    picture("draw/tree.svg", &["draw", "tree"], &["expression"], &[number("depth", 20)], SVG),
    picture("draw/tree.png", &["draw", "tree"], &["expression"], &[number("depth", 20)], PNG),
    picture("draw/monoid.svg", &["draw", "monoid"], &["rule"], QUOTIENT, SVG),
    picture("draw/monoid.png", &["draw", "monoid"], &["rule"], QUOTIENT, PNG),
    picture("draw/cayley.svg", &["draw", "cayley"], &["rule"], QUOTIENT, SVG),
    picture("draw/cayley.png", &["draw", "cayley"], &["rule"], QUOTIENT, PNG),
    picture("draw/strips.svg", &["sweep"], &[], CHART, CHART_SVG),
    picture("draw/strips.png", &["sweep"], &[], CHART, CHART_PNG),
];
