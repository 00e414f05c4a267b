//! Reading a line of a text, sign by sign.

use std::ops::Range;

use crate::error::{ExpectedInput, Mistake, TextError};

/// A line of the text, and how far it has been read.
pub(crate) struct Scan<'a> {
    source: &'a str,
    pub at: usize,
    end: usize,
}

impl<'a> Scan<'a> {
    pub fn new(source: &'a str, line: Range<usize>) -> Scan<'a> {
        Scan { source, at: line.start, end: line.end }
    }

    fn rest(&self) -> &'a str {
        &self.source[self.at..self.end]
    }

    pub fn skip_spaces(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// The next sign that is no space.
    pub fn peek(&mut self) -> Option<char> {
        self.skip_spaces();
        self.rest().chars().next()
    }

    /// The next sign, which may be a space.
    pub fn peek_here(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    /// Reads a symbol, if it stands here.
    pub fn symbol(&mut self, symbol: &str) -> bool {
        self.skip_spaces();
        let found = self.rest().starts_with(symbol);
        if found {
            self.at += symbol.len();
        }
        found
    }

    /// The run of letters, digits and hyphens here, not read yet. It begins with a letter.
    pub fn word_ahead(&mut self) -> &'a str {
        self.skip_spaces();
        let rest = self.rest();
        if !rest.starts_with(char::is_alphabetic) {
            return "";
        }
        let name = |c: char| c.is_alphanumeric() || c == '-' || c == '_' || c == '\'';
        let end = rest.find(|c| !name(c)).unwrap_or(rest.len());
        let mut word = &rest[..end];
        // An arrow after a word is no part of it.
        if rest[end..].starts_with('>') {
            word = word.strip_suffix('-').unwrap_or(word);
        }
        word
    }

    /// The run of letters here, not read yet.
    pub fn letters_ahead(&mut self) -> &'a str {
        self.skip_spaces();
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
        &rest[..end]
    }

    pub fn word(&mut self) -> &'a str {
        let word = self.word_ahead();
        self.at += word.len();
        word
    }

    /// Reads a word, if it stands here.
    pub fn keyword(&mut self, word: &str) -> bool {
        let found = self.letters_ahead() == word;
        if found {
            self.at += word.len();
        }
        found
    }

    pub fn number(&mut self) -> Option<Result<u32, TextError>> {
        self.skip_spaces();
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        if end == 0 {
            return None;
        }
        let span = self.at..self.at + end;
        self.at += end;
        let number = rest[..end].parse().ok().filter(|&n: &u32| n <= 128);
        Some(number.ok_or_else(|| TextError::new(span, Mistake::NumberTooLarge)))
    }

    /// Reads the rest of the line up to a comment: where an expression stands.
    pub fn expression(&mut self) -> Range<usize> {
        self.skip_spaces();
        let rest = self.rest();
        let text = rest[..rest.find('#').unwrap_or(rest.len())].trim_end();
        let span = self.at..self.at + text.len();
        self.at = span.end;
        span
    }

    /// Whether nothing but a comment is left.
    pub fn over(&mut self) -> bool {
        matches!(self.peek(), None | Some('#'))
    }

    /// That something else should stand here.
    pub fn expected(&mut self, expected: ExpectedInput) -> TextError {
        self.skip_spaces();
        let rest = self.rest();
        let word = match self.letters_ahead() {
            "" => rest.chars().next().map_or("", |c| &rest[..c.len_utf8()]),
            word => word,
        };
        let span = self.at..(self.at + word.len()).max(self.at + 1).min(self.source.len().max(1));
        TextError::new(span, Mistake::Expected { found: word.to_string(), expected })
    }
}
