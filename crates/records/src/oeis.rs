//! Entries for the On-Line Encyclopedia of Integer Sequences.

use std::io::{self, Write};

use crate::format::WriteError;

/// The three lines of terms of an entry, with their letters.
const DATA_LINES: [char; 3] = ['S', 'T', 'U'];
/// The characters of a line of terms: three of them have the 260 characters that the style sheet of the OEIS asks for.
const DATA_WIDTH: usize = 86;
/// What stands for the number of the sequence until it has one.
const NUMBER: &str = "A000000";

/// A sequence as it is submitted to the OEIS: the entry in the internal format of the encyclopedia
/// (<https://oeis.org/eishelp1.html>), then the b-file.
///
/// It is written in English whatever the language of the reader is, because the encyclopedia is.
///
/// ```
/// use ishitori_records::OeisEntry;
///
/// let entry = OeisEntry::new("a(n) = n mod 3.", 0);
/// let mut out = Vec::new();
/// entry.write((0..4).map(|n| Some(n % 3)), Some("ishitori 1.0: ishitori grundy 0.3"), &mut out).unwrap();
/// let text = String::from_utf8(out).unwrap();
/// assert!(text.starts_with("%I A000000\n%S A000000 0,1,2,0\n%N A000000 a(n) = n mod 3.\n"));
/// assert!(text.ends_with("\n0 0\n1 1\n2 2\n3 0\n"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OeisEntry {
    /// What the sequence is: the line `%N`.
    pub name: String,
    /// The index of the first term.
    pub offset: i64,
    /// What is proved about the sequence: the lines `%C`.
    pub comments: Vec<String>,
    /// Formulas for its terms: the lines `%F`.
    pub formulas: Vec<String>,
    /// Keywords besides `nonn` or `sign`.
    pub keywords: Vec<&'static str>,
}

impl OeisEntry {
    /// An entry with a name and the index of the first term. O(1).
    pub fn new(name: impl Into<String>, offset: i64) -> OeisEntry {
        let (comments, formulas, keywords) = (Vec::new(), Vec::new(), Vec::new());
        OeisEntry { name: name.into(), offset, comments, formulas, keywords }
    }

    /// Writes the entry with these terms, and how they were made: `PROGRAM VERSION: COMMAND`. Refused before anything is
    /// written where there is no term, or where one of them is no number. O(terms), which are read twice.
    pub fn write<I>(
        &self,
        terms: I,
        made: Option<&str>,
        out: &mut dyn Write,
    ) -> Result<(), WriteError>
    where
        I: IntoIterator<Item = Option<i64>> + Clone,
    {
        let seen =
            TermSummary::of(&mut terms.clone().into_iter()).ok_or(WriteError::NotASequence)?;
        self.head(&seen, made, out)?;
        for (n, term) in (self.offset..).zip(terms) {
            let term = term.ok_or(WriteError::NotASequence)?;
            writeln!(out, "{n} {term}")?;
        }
        Ok(())
    }

    fn head(&self, seen: &TermSummary, made: Option<&str>, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "%I {NUMBER}")?;
        let mut line = |letter: char, text: &str| {
            writeln!(out, "%{letter} {NUMBER} {}", text.replace(char::is_control, " "))
        };
        for (letter, data) in DATA_LINES.into_iter().zip(&seen.data) {
            line(letter, data)?;
        }
        line('N', &self.name)?;
        for comment in &self.comments {
            line('C', comment)?;
        }
        for formula in &self.formulas {
            line('F', formula)?;
        }
        if let Some(made) = made {
            let (version, command) = made.split_once(": ").unwrap_or(("ishitori", made));
            line('o', &format!("(Other) # {version}"))?;
            line('o', command)?;
        }
        let sign = if seen.negative { "sign" } else { "nonn" };
        let keywords: Vec<&str> =
            std::iter::once(sign).chain(self.keywords.iter().copied()).collect();
        line('K', &keywords.join(","))?;
        line('O', &format!("{},{}", self.offset, seen.first_large))?;
        let last = self.offset + seen.count - 1;
        writeln!(out, "\n# b000000.txt: n and a(n) for n = {}..{last}", self.offset)
    }
}

/// What the lines of an entry say about all terms.
struct TermSummary {
    /// The first terms, in at most three lines.
    data: Vec<String>,
    count: i64,
    negative: bool,
    /// The place, from 1 on, of the first term whose absolute value is beyond 1; 1 if there is none.
    first_large: i64,
}

impl TermSummary {
    /// None if there is no term, or one that is no number.
    fn of(terms: &mut dyn Iterator<Item = Option<i64>>) -> Option<TermSummary> {
        let mut seen = TermSummary { data: Vec::new(), count: 0, negative: false, first_large: 1 };
        let (mut line, mut full, mut large) = (String::new(), false, false);
        for term in terms {
            let term = term?;
            seen.count += 1;
            seen.negative |= term < 0;
            if !large && term.unsigned_abs() > 1 {
                (large, seen.first_large) = (true, seen.count);
            }
            if full {
                continue;
            }
            // A comma stands between terms, also at the end of a line that another one follows.
            let text = term.to_string();
            if !line.is_empty() && line.len() + text.len() + 2 > DATA_WIDTH {
                full = seen.data.len() + 1 == DATA_LINES.len();
                seen.data.push(std::mem::take(&mut line));
                if full {
                    continue;
                }
                if let Some(before) = seen.data.last_mut() {
                    before.push(',');
                }
            }
            if !line.is_empty() {
                line.push(',');
            }
            line.push_str(&text);
        }
        if !line.is_empty() {
            seen.data.push(line);
        }
        (seen.count > 0).then_some(seen)
    }
}
