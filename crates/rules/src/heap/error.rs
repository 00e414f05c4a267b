//! Errors in the text of a rule.

use std::fmt;
use std::ops::Range;

/// The text is not a rule: what is wrong, where, and what would be accepted there.
///
/// ```
/// use ishitori_rules::heap::HeapRule;
/// let error = "0.8Z".parse::<HeapRule>().unwrap_err();
/// assert_eq!(error.span(), 3..4);
/// assert!(error.to_string().contains("'Z'"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct RuleError {
    pub(super) kind: RuleErrorKind,
    pub(super) span: Range<usize>,
    pub(super) input: String,
}

/// An error in the text of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RuleErrorKind {
    /// There is no text.
    Empty,
    /// Something else stands where one of these was expected.
    Unexpected {
        /// The character found, `None` at the end of the text.
        found: Option<char>,
        /// The expected input at this place.
        expected: Expected,
    },
    /// A number that is too large for a rule.
    TooLarge {
        /// The largest number accepted.
        limit: u32,
    },
    /// A heap of the same size would be left: 0 stones cannot be taken.
    ZeroTake,
    /// A range whose end is before its beginning.
    BackwardRange,
    /// No rule has this name.
    UnknownName {
        /// A name that is close to it.
        suggestion: Option<&'static str>,
    },
}

/// The expected input at a place in the text of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// A digit 0–7 or 8–F, `{`, or `[`.
    Digit,
    /// A point after digit 0.
    Point,
    /// A positive number.
    Number,
    /// `,`, `-`, or the end of a set.
    SetEnd,
    /// `/` between two sets.
    Slash,
    /// A closing bracket or brace.
    Close,
    /// The end of the text.
    End,
}

impl RuleError {
    /// The error. O(1).
    pub fn kind(&self) -> &RuleErrorKind {
        &self.kind
    }

    /// The bytes of the text that are wrong; empty at its end if something is missing. O(1).
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// The text that was read. O(1).
    pub fn input(&self) -> &str {
        &self.input
    }
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = self.input[..self.span.start].chars().count() + 1;
        match &self.kind {
            RuleErrorKind::Empty => write!(f, "the rule is empty; {FORMS}"),
            RuleErrorKind::Unexpected { found: Some(c), expected } => {
                write!(f, "'{c}' at place {place} of '{}': expected {expected}", self.input)
            }
            RuleErrorKind::Unexpected { found: None, expected } => {
                write!(f, "'{}' ends too early: expected {expected}", self.input)
            }
            RuleErrorKind::TooLarge { limit } => write!(
                f,
                "the number at place {place} of '{}' is too large: the limit is {limit}",
                self.input
            ),
            RuleErrorKind::ZeroTake => write!(
                f,
                "0 at place {place} of '{}': a move takes at least one stone, so numbers start at 1",
                self.input
            ),
            RuleErrorKind::BackwardRange => write!(
                f,
                "the range at place {place} of '{}' ends before it starts: write the smaller number first",
                self.input
            ),
            RuleErrorKind::UnknownName { suggestion } => {
                write!(f, "no rule is called '{}'", self.input)?;
                if let Some(name) = suggestion {
                    write!(f, " (did you mean '{name}'?)")?;
                }
                write!(f, "; {FORMS}")
            }
        }
    }
}

const FORMS: &str = "expected a code such as 0.77, 4.7 or 0.3F, abc:1,2/1,2/1,2, sub:1,2,3, \
                     allbut:1,5, sink:2,3, psub:1,2/1,3, psplit:1/2, or a name such as kayles";

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Expected::Digit => "a digit 0-7 (octal) or 8-9, A-F (hexadecimal), '{' or '['",
            Expected::Point => "'.' after digit 0",
            Expected::Number => "a number from 1 on",
            Expected::SetEnd => "',', '-' or the end of the set",
            Expected::Slash => "'/' and the next set",
            Expected::Close => "the closing bracket",
            Expected::End => "nothing more",
        })
    }
}
