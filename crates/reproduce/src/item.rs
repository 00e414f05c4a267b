//! The parts of an item of the report.

use ishitori_words::{Lang, say};
use std::fmt;

use serde::{Deserialize, Serialize};

/// A text in every language, such as a sentence or a picture with its captions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    /// The texts, in the order of [`Lang::ALL`].
    texts: Vec<String>,
}

impl Words {
    /// A message in every language. O(length).
    ///
    /// ```
    /// use ishitori_reproduce::Words;
    /// use ishitori_words::Lang;
    /// let law = Words::of(|lang| lang.say("reproduce.item.law").to_string());
    /// assert_eq!((law.text(Lang::En), law.text(Lang::Pseudo)), ("law", "law"));
    /// ```
    pub fn of(said: impl Fn(Lang) -> String) -> Words {
        Words { texts: Lang::ALL.iter().map(|lang| said(*lang)).collect() }
    }

    /// A text that is made in every language, or the first error. O(length).
    pub fn try_of<E>(said: impl FnMut(Lang) -> Result<String, E>) -> Result<Words, E> {
        Ok(Words { texts: Lang::ALL.iter().copied().map(said).collect::<Result<_, E>>()? })
    }

    /// A text that reads the same in every language, such as a formula. O(length).
    pub fn same(text: impl Into<String>) -> Words {
        Words { texts: vec![text.into(); Lang::ALL.len()] }
    }

    /// The text in a language; in English for the pseudo-language of tests. O(languages).
    pub fn text(&self, lang: Lang) -> &str {
        let texts = self.texts();
        let found = texts.iter().find(|(known, _)| *known == lang).or(texts.first());
        found.map_or("", |(_, text)| text)
    }

    /// The languages with their texts; one of them, without a language, if all read the same. O(length).
    pub fn variants(&self) -> Vec<(Option<Lang>, &str)> {
        let texts = self.texts();
        match texts.split_first() {
            Some(((_, first), others)) if others.iter().all(|(_, text)| text == first) => {
                vec![(None, first)]
            }
            _ => texts.into_iter().map(|(lang, text)| (Some(lang), text)).collect(),
        }
    }

    fn texts(&self) -> Vec<(Lang, &str)> {
        Lang::ALL.iter().copied().zip(self.texts.iter().map(String::as_str)).collect()
    }
}

/// Whether what was computed is what is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// It is as expected.
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

/// One of the four documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Document {
    /// The introduction to combinatorial games and octal games.
    Introduction,
    /// The explanation of the 31 game.
    ThirtyOne,
    /// The slides on ending-partizan Nim.
    Slides,
    /// The paper on chocolate games and computer algebra.
    Chocolate,
}

impl Document {
    /// The key of its name. O(1).
    pub const fn name(self) -> &'static str {
        match self {
            Document::Introduction => "reproduce.item.introduction",
            Document::ThirtyOne => "reproduce.item.thirty-one",
            Document::Slides => "reproduce.item.slides",
            Document::Chocolate => "reproduce.item.chocolate",
        }
    }
}

/// Where an expected figure comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A document prints it, or a picture in it shows it.
    Printed(Document),
    /// No document has it: it was computed here before, and must not change.
    Computed,
    /// It follows from a definition, a theorem or a conjecture that is put to the test.
    Law,
}

impl Source {
    /// In one word, for data. O(1).
    ///
    /// ```
    /// use ishitori_reproduce::Source;
    /// assert_eq!(Source::Computed.name(), "computed");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Source::Printed(_) => "printed",
            Source::Computed => "computed",
            Source::Law => "law",
        }
    }

    /// For readers. O(length).
    pub fn words(self) -> Words {
        match self {
            Source::Printed(document) => {
                let name = |lang: Lang| lang.say(document.name());
                Words::of(|lang| say!(lang, "reproduce.item.printed", name = name(lang)))
            }
            Source::Computed => {
                Words::of(|lang| lang.say("reproduce.item.computed-before").to_string())
            }
            Source::Law => Words::of(|lang| lang.say("reproduce.item.law").to_string()),
        }
    }
}

/// One figure: what is expected and why, what was computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// The name of the figure.
    pub what: Words,
    /// Where the expected figure comes from.
    pub source: Source,
    /// The expected text.
    pub expected: String,
    /// The computed text.
    pub found: String,
    /// The comparison.
    pub status: Status,
}

/// A misprint: the statement as it should be, and a counterexample to the print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misprint {
    /// Where it is.
    pub place: Words,
    /// The printed statement.
    pub printed: Words,
    /// The correct statement.
    pub correct: Words,
    /// The counterexample that was computed.
    pub counterexample: Words,
}

/// A picture or a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Exhibit {
    /// An SVG document.
    Svg {
        /// The caption.
        caption: Words,
        /// The document, with its captions in every language.
        svg: Words,
    },
    /// A PNG file.
    Png {
        /// The caption.
        caption: Words,
        /// The file.
        png: Vec<u8>,
    },
    /// A table of short texts.
    Table {
        /// The caption.
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
    /// The text.
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

/// The findings of an item.
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
    /// Notes a figure that a document prints; it differs if the texts do. O(length).
    pub fn printed(
        &mut self,
        document: Document,
        what: Words,
        expected: impl fmt::Display,
        found: impl fmt::Display,
    ) {
        self.compare(Source::Printed(document), what, expected, found);
    }

    /// Notes a figure that was computed here before. O(length).
    pub fn computed(&mut self, what: Words, expected: impl fmt::Display, found: impl fmt::Display) {
        self.compare(Source::Computed, what, expected, found);
    }

    /// Notes a figure that a law demands. O(length).
    pub fn law(&mut self, what: Words, expected: impl fmt::Display, found: impl fmt::Display) {
        self.compare(Source::Law, what, expected, found);
    }

    /// Notes a statement that must hold. O(length).
    pub fn holds(&mut self, what: Words, holds: bool) {
        self.law(what, true, holds);
    }

    /// Notes a figure from this source. O(length).
    pub fn compare(
        &mut self,
        source: Source,
        what: Words,
        expected: impl fmt::Display,
        found: impl fmt::Display,
    ) {
        let (expected, found) = (expected.to_string(), found.to_string());
        let status = if expected == found { Status::Ok } else { Status::Differs };
        self.figures.push(Figure { what, source, expected, found, status });
    }

    /// Notes a printed figure that no reading tried reproduces. O(length).
    pub fn open(
        &mut self,
        document: Document,
        what: Words,
        printed: impl fmt::Display,
        found: impl fmt::Display,
    ) {
        let (expected, found) = (printed.to_string(), found.to_string());
        let (source, status) = (Source::Printed(document), Status::Open);
        self.figures.push(Figure { what, source, expected, found, status });
    }

    /// The worst of the figures. O(figures).
    pub fn status(&self) -> Status {
        self.figures.iter().map(|figure| figure.status).max().unwrap_or(Status::Ok)
    }
}
