//! What the front ends of the program need to know about a question besides the types of its request and answer. It stands
//! in the question's own module, as `REGISTRATION`; addresses, rows, ranges, commands, documents and tests follow from it.

/// Parameters as an address or a command line gives them: names and texts.
pub type Parameters = &'static [(&'static str, &'static str)];

/// The registration of a question.
#[derive(Clone, Copy, Debug)]
pub struct Registration {
    /// The addresses at which servers answer it.
    pub addresses: &'static [Address],
    /// Examples: requests with a quick answer. Documents show them, and tests ask them through every front end.
    pub examples: &'static [Parameters],
    /// The rows of the answer.
    pub rows: Rows,
    /// The meaning of a range among the values of parameters, `k=2..20`.
    pub ranges: Ranges,
    /// The fields that are arguments without a name on the command line, in order, of a question whose command is made
    /// from its request. None if its command is written by hand, or if it has none.
    pub command: Option<&'static [&'static str]>,
}

/// The condition under which an answer has rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rows {
    /// It never has rows.
    None,
    /// It always has rows.
    Always,
    /// It has rows if the field `list` is true.
    Listed,
}

/// The meaning of a range among the values of parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ranges {
    /// Nothing: the question is about one game.
    Refused,
    /// The question is asked about one game after the other.
    EachGame,
    /// The question interprets the range itself.
    Own,
}

impl Registration {
    /// A question at these addresses, with an example.
    pub const fn new(
        addresses: &'static [Address],
        examples: &'static [Parameters],
    ) -> Registration {
        let (rows, ranges) = (Rows::None, Ranges::Refused);
        Registration { addresses, examples, rows, ranges, command: None }
    }

    /// The same with rows.
    pub const fn with_rows(self) -> Registration {
        Registration { rows: Rows::Always, ..self }
    }

    /// The same with rows, if the field `list` is true.
    pub const fn with_listed_rows(self) -> Registration {
        Registration { rows: Rows::Listed, ..self }
    }

    /// The same, asked about one game after the other where a parameter has a range.
    pub const fn for_each_game(self) -> Registration {
        Registration { ranges: Ranges::EachGame, ..self }
    }

    /// The same with ranges that the question understands itself.
    pub const fn with_own_ranges(self) -> Registration {
        Registration { ranges: Ranges::Own, ..self }
    }

    /// The same with a command that is made from the request; these fields have no name there.
    pub const fn command(self, arguments: &'static [&'static str]) -> Registration {
        Registration { command: Some(arguments), ..self }
    }
}

/// Upper bounds of numbers, by the names of their fields.
pub type Bounds = &'static [(&'static str, u64)];

/// A question at an address under `/api/v1/`.
#[derive(Clone, Copy, Debug)]
pub struct Address {
    /// The path of the address, which is also the command of a job.
    pub name: &'static str,
    /// The parameters that the address implies.
    pub fixed: Parameters,
    /// The parameters that cancel the implied ones.
    pub unless: &'static [&'static str],
    /// The upper bounds of numbers, so that the answer has a size that can be sent.
    pub bounds: Bounds,
    /// The corners of boxes, with the most positions that a box may have.
    pub boxes: Bounds,
    /// The form of the answer.
    pub sends: ResponseForm,
}

/// The form of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResponseForm {
    /// The answer as JSON, with its document as a file.
    Object,
    /// Only the document, saved by the browser.
    Document,
    /// The bytes of the answer, of this media type.
    Bytes(&'static str),
}

impl Address {
    const fn new(name: &'static str, sends: ResponseForm) -> Address {
        Address { name, fixed: &[], unless: &[], bounds: &[], boxes: &[], sends }
    }

    /// The answer as JSON.
    pub const fn object(name: &'static str) -> Address {
        Address::new(name, ResponseForm::Object)
    }

    /// The certificate alone.
    pub const fn certificate(name: &'static str) -> Address {
        Address { fixed: CERTIFIED, ..Address::new(name, ResponseForm::Document) }
    }

    /// Packed numbers.
    pub const fn packed(name: &'static str) -> Address {
        Address::new(name, ResponseForm::Bytes("application/octet-stream"))
    }

    /// A picture, or a graph as text, in the format that the parameters begin with.
    pub const fn picture(name: &'static str, fixed: Parameters) -> Address {
        let media_type = match fixed[0].1.as_bytes() {
            b"svg" => "image/svg+xml",
            b"png" => "image/png",
            b"tex" => "application/x-tex",
            b"txt" => "text/plain; charset=utf-8",
            b"dot" => "text/vnd.graphviz; charset=utf-8",
            _ => "application/pdf",
        };
        Address { fixed, ..Address::new(name, ResponseForm::Bytes(media_type)) }
    }

    /// The data of a picture as JSON, for clients that draw it themselves.
    pub const fn shown(name: &'static str) -> Address {
        Address { fixed: &[("format", "svg")], ..Address::new(name, ResponseForm::Object) }
    }

    /// The same with a certificate as a file, but not with these parameters.
    pub const fn certified_unless(self, unless: &'static [&'static str]) -> Address {
        Address { fixed: CERTIFIED, unless, ..self }
    }

    /// The same with bounds of numbers.
    pub const fn up_to(self, bounds: Bounds) -> Address {
        Address { bounds, ..self }
    }

    /// The same with bounds of boxes.
    pub const fn in_boxes(self, boxes: Bounds) -> Address {
        Address { boxes, ..self }
    }
}

const CERTIFIED: Parameters = &[("certificate", "true")];

/// The addresses of a picture: its name, formats, bounds of numbers and of boxes, and other addresses.
macro_rules! pictures {
    ($name:literal, [$($format:ident),*], $bounds:expr, $boxes:expr $(, $more:expr)* $(,)?) => {
        &[
            $($crate::registration::Address::picture(
                concat!($name, ".", stringify!($format)),
                &[("format", stringify!($format))],
            )
            .up_to($bounds)
            .in_boxes($boxes),)*
            $($more,)*
        ]
    };
}
pub(crate) use pictures;
