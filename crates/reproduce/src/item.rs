//! What an item of the report is made of.

use std::fmt;

/// A sentence in both languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    /// English.
    pub en: String,
    /// Japanese.
    pub ja: String,
}

impl Words {
    /// Both languages. O(length).
    ///
    /// ```
    /// use ishitori_reproduce::Words;
    /// assert_eq!(Words::new("period", "周期").ja, "周期");
    /// ```
    pub fn new(en: impl Into<String>, ja: impl Into<String>) -> Words {
        Words { en: en.into(), ja: ja.into() }
    }

    /// What reads the same in both languages, such as a formula. O(length).
    pub fn same(text: impl Into<String>) -> Words {
        let text = text.into();
        Words { en: text.clone(), ja: text }
    }
}

/// Whether what was computed is what is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// It is, or it holds where nothing is printed.
    Ok,
    /// The print is not reproduced under any reading tried, or there is no engine for it.
    Open,
    /// It is not.
    Differs,
}

impl Status {
    /// In one word. O(1).
    pub const fn name(self) -> &'static str {
        match self {
            Status::Ok => "ok",
            Status::Open => "open",
            Status::Differs => "differs",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One figure: what is printed, what was computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// What the figure is.
    pub what: Words,
    /// What is printed, or must hold.
    pub printed: String,
    /// What was computed.
    pub found: String,
    /// The comparison.
    pub status: Status,
}

/// A misprint: the statement as it should be, and a counterexample to the print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misprint {
    /// Where it is.
    pub place: Words,
    /// What is printed.
    pub printed: Words,
    /// What should be.
    pub correct: Words,
    /// The counterexample that was computed.
    pub counterexample: Words,
}

/// A picture or a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Exhibit {
    /// An SVG document.
    Svg {
        /// What it shows.
        caption: Words,
        /// The document.
        svg: String,
    },
    /// A PNG file.
    Png {
        /// What it shows.
        caption: Words,
        /// The file.
        png: Vec<u8>,
    },
    /// A table of short texts.
    Table {
        /// What it shows.
        caption: Words,
        /// The headings of the columns.
        head: Vec<String>,
        /// The rows.
        rows: Vec<Vec<Cell>>,
    },
}

/// A cell of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// What it says.
    pub text: String,
    /// How it stands out.
    pub mark: Mark,
}

/// How a cell stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Not at all.
    None,
    /// A heading.
    Head,
    /// An exception to a period: underlined.
    Exception,
    /// A position that the player to move loses.
    Zero,
}

impl Cell {
    /// A plain cell. O(length).
    pub fn plain(text: impl fmt::Display) -> Cell {
        Cell { text: text.to_string(), mark: Mark::None }
    }

    /// A cell that stands out. O(length).
    pub fn marked(text: impl fmt::Display, mark: Mark) -> Cell {
        Cell { text: text.to_string(), mark }
    }
}

/// What an item has found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Findings {
    /// The figures.
    pub figures: Vec<Figure>,
    /// Misprints.
    pub misprints: Vec<Misprint>,
    /// Pictures and tables.
    pub exhibits: Vec<Exhibit>,
}

impl Findings {
    /// Notes a figure; it differs if the texts do. O(length).
    pub fn compare(&mut self, what: Words, printed: impl fmt::Display, found: impl fmt::Display) {
        let (printed, found) = (printed.to_string(), found.to_string());
        let status = if printed == found { Status::Ok } else { Status::Differs };
        self.figures.push(Figure { what, printed, found, status });
    }

    /// Notes a statement that must hold. O(length).
    pub fn holds(&mut self, what: Words, holds: bool) {
        self.compare(what, true, holds);
    }

    /// Notes a figure that no reading tried reproduces. O(length).
    pub fn open(&mut self, what: Words, printed: impl fmt::Display, found: impl fmt::Display) {
        let (printed, found) = (printed.to_string(), found.to_string());
        self.figures.push(Figure { what, printed, found, status: Status::Open });
    }

    /// The worst of the figures. O(figures).
    pub fn status(&self) -> Status {
        self.figures.iter().map(|figure| figure.status).max().unwrap_or(Status::Ok)
    }
}
