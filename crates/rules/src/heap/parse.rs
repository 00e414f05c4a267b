//! Reading the text of a rule.

use std::str::FromStr;

use super::code::{HeapCode, Written};
use super::digit::{Digit, Sizes};
use super::error::{Expected, RuleError, RuleErrorKind};
use super::names::{NAMED_RULES, named_rule};
use super::partizan::PartizanRule;
use super::{HeapRule, TwoPileRule};
use crate::text::to_halfwidth;

/// The largest number in a set.
const MAX_TAKE: u32 = 1_000_000;

impl FromStr for HeapRule {
    type Err = RuleError;

    /// Reads any of the forms `0.77`, `.77`, `4.7`, `0.3F`, `abc:1,2/1,2/1,2`, `sub:1,2,3`,
    /// `sub:1-3`, `allbut:1,5`, `sink:2,3`, `psub:1,2/1,3`, `psplit:1/2`, or a name, also in Japanese. In codes, `{1,3}` allows
    /// the listed numbers of heaps, `{2+}` every number from 2 on, `!` after a digit asks for
    /// different sizes, `=` for equal ones, and `[…]` at the end repeats forever. Full-width
    /// characters, spaces and unsorted sets are accepted. O(length + largest number).
    fn from_str(text: &str) -> Result<Self, RuleError> {
        Parser::new(text).rule()
    }
}

struct Parser<'t> {
    text: &'t str,
    /// The characters that matter, in ASCII where they have an ASCII form, and where they start.
    chars: Vec<(char, usize)>,
    at: usize,
}

impl<'t> Parser<'t> {
    fn new(text: &'t str) -> Self {
        let visible = text.char_indices().filter(|(_, c)| !c.is_whitespace());
        Parser { text, chars: visible.map(|(i, c)| (to_halfwidth(c), i)).collect(), at: 0 }
    }

    fn rule(&mut self) -> Result<HeapRule, RuleError> {
        if self.chars.is_empty() {
            return Err(self.error(RuleErrorKind::Empty, 0..self.text.len()));
        }
        let word: String = self.chars.iter().map(|&(c, _)| c.to_ascii_lowercase()).collect();
        if let Some(named) = named_rule(&word) {
            return Ok(match named.name {
                "wythoff" => HeapRule::TwoPile(TwoPileRule::Wythoff { spread: 1 }),
                "nim-with-pass" => HeapRule::TwoPile(TwoPileRule::NimWithPass),
                "fibonacci-nim" => HeapRule::TwoPile(TwoPileRule::FibonacciNim),
                "mem" => HeapRule::TwoPile(TwoPileRule::Mem),
                name => match Parser::new(named.rule).rule()? {
                    HeapRule::Impartial(code) => {
                        HeapRule::Impartial(code.written_as(Written::Name(name)))
                    }
                    other => other,
                },
            });
        }
        let colon = self.chars.iter().position(|&(c, _)| c == ':');
        if let Some((colon, (prefix, _))) = colon.zip(word.split_once(':')) {
            self.at = colon + 1;
            return match prefix {
                "sub" | "除去" => {
                    Ok(HeapRule::Impartial(HeapCode::subtraction(&self.only_set()?)))
                }
                "allbut" => Ok(HeapRule::Impartial(HeapCode::all_but(&self.only_set()?))),
                "sink" => Ok(HeapRule::Impartial(HeapCode::sink(&self.only_set()?))),
                "abc" => self.sets().map(HeapRule::Impartial),
                "wythoff" | "ワイトホフ" => {
                    let spread = self.number(1)?;
                    self.end()?;
                    Ok(HeapRule::TwoPile(TwoPileRule::Wythoff { spread }))
                }
                "psub" => self.partizan(false),
                "psplit" => self.partizan(true),
                prefix => Err(self.unknown(prefix)),
            };
        }
        if word.contains('.') {
            return self.code().map(HeapRule::Impartial);
        }
        Err(self.unknown(&word))
    }

    // Sets.

    fn only_set(&mut self) -> Result<Vec<u32>, RuleError> {
        let set = self.set(1)?;
        if set.is_empty() {
            return Err(self.unexpected(Expected::Number));
        }
        self.end()?;
        Ok(set)
    }

    fn sets(&mut self) -> Result<HeapCode, RuleError> {
        let a = self.set(1)?;
        self.slash()?;
        let b = self.set(1)?;
        self.slash()?;
        let c = self.set(0)?;
        self.end()?;
        let longest = [&a, &b, &c].into_iter().flatten().max().map_or(0, |&m| m as usize);
        let mut bits = vec![0; longest + 1];
        for (set, bit) in [(a, 1), (b, 2), (c, 4)] {
            set.iter().for_each(|&k| bits[k as usize] |= bit);
        }
        let digits = bits.into_iter().map(Digit::from_bits).collect();
        Ok(HeapCode::new(digits, 0, Written::Sets))
    }

    fn partizan(&mut self, splits: bool) -> Result<HeapRule, RuleError> {
        let left = self.set(1)?;
        self.slash()?;
        let right = self.set(1)?;
        self.end()?;
        Ok(HeapRule::Partizan(PartizanRule::new(left, right, splits)))
    }

    /// A possibly empty list of numbers ≥ `least` and ranges, in order. However often a text repeats
    /// a range, each number is written out once.
    fn set(&mut self, least: u32) -> Result<Vec<u32>, RuleError> {
        let mut ranges = Vec::new();
        if matches!(self.peek(), None | Some('/')) {
            return Ok(Vec::new());
        }
        loop {
            let start = self.at;
            let low = self.number(least)?;
            if self.eat('-') {
                let high = self.number(least)?;
                if high < low {
                    return Err(self.error_from(RuleErrorKind::BackwardRange, start));
                }
                ranges.push((low, high));
            } else {
                ranges.push((low, low));
            }
            if !self.eat(',') {
                break;
            }
        }
        if !matches!(self.peek(), None | Some('/')) {
            return Err(self.unexpected(Expected::SetEnd));
        }
        ranges.sort_unstable();
        let mut set = Vec::new();
        let mut next = 0;
        for (low, high) in ranges {
            set.extend(low.max(next)..=high);
            next = next.max(high + 1);
        }
        Ok(set)
    }

    fn number(&mut self, least: u32) -> Result<u32, RuleError> {
        let start = self.at;
        let mut value = Some(0u32);
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            value = value.and_then(|v| v.checked_mul(10)?.checked_add(digit));
            self.at += 1;
        }
        if self.at == start {
            return Err(self.unexpected(Expected::Number));
        }
        match value.filter(|&v| v <= MAX_TAKE) {
            Some(v) if v < least => Err(self.error_from(RuleErrorKind::ZeroTake, start)),
            Some(v) => Ok(v),
            None => Err(self.error_from(RuleErrorKind::TooLarge { limit: MAX_TAKE }, start)),
        }
    }

    // Codes.

    fn code(&mut self) -> Result<HeapCode, RuleError> {
        let mut digits = vec![Digit::NONE];
        if self.peek() != Some('.') {
            digits[0] = self.digit()?;
        }
        if !self.eat('.') {
            return Err(self.unexpected(Expected::Point));
        }
        let mut repeat = 0;
        while self.peek().is_some() || digits.len() == 1 {
            if self.eat('[') {
                let start = digits.len();
                while digits.len() == start || self.peek() != Some(']') {
                    digits.push(self.digit()?);
                }
                self.at += 1;
                repeat = digits.len() - start;
                self.end()?;
            } else {
                digits.push(self.digit()?);
            }
        }
        Ok(HeapCode::new(digits, repeat, Written::Digits))
    }

    fn digit(&mut self) -> Result<Digit, RuleError> {
        let digit = if self.eat('{') {
            self.counts()?
        } else {
            let bits = self.peek().and_then(|c| c.to_digit(16));
            self.at += usize::from(bits.is_some());
            Digit::from_bits(bits.ok_or_else(|| self.unexpected(Expected::Digit))?)
        };
        Ok(if self.eat('!') {
            digit.with_sizes(Sizes::Distinct)
        } else if self.eat('=') {
            digit.with_sizes(Sizes::Equal)
        } else {
            digit
        })
    }

    fn counts(&mut self) -> Result<Digit, RuleError> {
        let mut digit = Digit::NONE;
        loop {
            let start = self.at;
            let count = self.number(0)?;
            if count > Digit::MAX_COUNT {
                let kind = RuleErrorKind::TooLarge { limit: Digit::MAX_COUNT };
                return Err(self.error_from(kind, start));
            }
            digit = digit.union(if self.eat('+') {
                Digit::NONE.and_every_count_from(count as u8)
            } else {
                Digit::from_bits(1 << count)
            });
            if self.eat('}') {
                return Ok(digit);
            }
            if !self.eat(',') {
                return Err(self.unexpected(Expected::Close));
            }
        }
    }

    // Characters and errors.

    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).map(|&(c, _)| c)
    }

    fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += usize::from(found);
        found
    }

    fn slash(&mut self) -> Result<(), RuleError> {
        if self.eat('/') { Ok(()) } else { Err(self.unexpected(Expected::Slash)) }
    }

    fn end(&mut self) -> Result<(), RuleError> {
        if self.peek().is_none() { Ok(()) } else { Err(self.unexpected(Expected::End)) }
    }

    fn byte(&self, at: usize) -> usize {
        self.chars.get(at).map_or(self.text.len(), |&(_, byte)| byte)
    }

    fn unexpected(&self, expected: Expected) -> RuleError {
        let start = self.byte(self.at);
        let found = self.text[start..].chars().next();
        let end = start + found.map_or(0, char::len_utf8);
        self.error(RuleErrorKind::Unexpected { found, expected }, start..end)
    }

    fn error_from(&self, kind: RuleErrorKind, start: usize) -> RuleError {
        let last = self.byte(self.at - 1);
        let end = last + self.text[last..].chars().next().map_or(0, char::len_utf8);
        self.error(kind, self.byte(start)..end)
    }

    fn error(&self, kind: RuleErrorKind, span: std::ops::Range<usize>) -> RuleError {
        RuleError { kind, span, input: self.text.to_string() }
    }

    fn unknown(&self, word: &str) -> RuleError {
        // A longer name is no misspelling of one of these.
        let word: String = word.chars().take(64).collect();
        let close = NAMED_RULES
            .iter()
            .map(|n| (strsim::levenshtein(&word, n.name), n.name))
            .min()
            .filter(|&(distance, name)| distance <= name.len() / 3)
            .map(|(_, name)| name);
        let kind = RuleErrorKind::UnknownName { suggestion: close };
        self.error(kind, 0..self.text.len())
    }
}
