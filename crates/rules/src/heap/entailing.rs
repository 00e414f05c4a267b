//! Heap games with moves that the opponent must answer in the same heap.

use std::fmt;
use std::str::FromStr;

/// An octal game with a second code, of entailing moves: such a move leaves one heap or nothing, in which the opponent
/// must move next, and loses where there is no move.
///
/// It is written `entail:PLAIN/ENTAILING`. Top Entails (*Winning Ways*, chapter 12) is `entail:4.0/0.3`: a stack is split into two, or
/// one coin is taken and the opponent must move in the rest.
///
/// ```
/// use ishitori_rules::heap::EntailingRule;
/// let rule: EntailingRule = "top-entails".parse().unwrap();
/// assert_eq!(rule.to_string(), "entail:4.0/0.3");
/// let mut splits = Vec::new();
/// rule.for_each_option(5, &mut |left| splits.push(left.to_vec()));
/// assert_eq!(splits, [[1, 4], [2, 3]]);
/// assert_eq!(rule.entailing_takes(5).collect::<Vec<_>>(), [1]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EntailingRule {
    /// The octal digit of each number of stones taken, from 0 on.
    plain: Vec<u8>,
    /// The same of entailing moves, with digits up to 3.
    entailing: Vec<u8>,
}

/// The most digits of a code.
const MAX_DIGITS: usize = 1000;

/// A text that is not a rule with entailing moves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is no rule with entailing moves; expected entail:PLAIN/ENTAILING, two octal codes such as entail:4.0/0.3, the first with \
     0 or 4 before the point and the second with 0 there and digits up to 3, or top-entails"
)]
pub struct EntailingError(pub String);

impl EntailingRule {
    /// Whether a text is meant as such a rule: it has the name of one or begins like one. O(length).
    pub fn is_meant(text: &str) -> bool {
        let text = text.trim().to_lowercase();
        matches!(&text[..], "top-entails" | "トップエンテイルズ") || text.starts_with("entail:")
    }

    /// The heaps that each plain move leaves of a heap, increasing. O(options).
    pub fn for_each_option(&self, heap: u32, sink: &mut dyn FnMut(&[u32])) {
        for (taken, digit) in (0..=heap).zip(&self.plain) {
            let rest = heap - taken;
            if rest == 0 && digit & 1 != 0 {
                sink(&[]);
            }
            if rest > 0 && digit & 2 != 0 {
                sink(&[rest]);
            }
            if digit & 4 != 0 {
                (1..=rest / 2).for_each(|one| sink(&[one, rest - one]));
            }
        }
    }

    /// The numbers of stones that an entailing move can take from a heap. O(digits).
    pub fn entailing_takes(&self, heap: u32) -> impl Iterator<Item = u32> + '_ {
        let takes = (0..=heap).zip(&self.entailing);
        let possible = move |&(taken, &digit): &(u32, &u8)| match heap - taken {
            0 => digit & 1 != 0,
            _ => digit & 2 != 0,
        };
        takes.filter(possible).map(|(taken, _)| taken)
    }

    /// The octal digits of the plain moves, from that of taking nothing on. O(1).
    pub fn plain(&self) -> &[u8] {
        &self.plain
    }

    /// The digits of the entailing moves, from 0 for taking nothing on. O(1).
    pub fn entailing(&self) -> &[u8] {
        &self.entailing
    }
}

/// The digits of `4.0` or `.03`.
fn digits(code: &str) -> Option<Vec<u8>> {
    let (whole, rest) = code.trim().split_once('.')?;
    let whole = if whole.is_empty() { "0" } else { whole };
    let digit = |c: char| c.to_digit(8).map(|digit| digit as u8);
    let mut digits: Vec<u8> =
        whole.chars().chain(rest.chars()).map(digit).collect::<Option<_>>()?;
    if whole.len() != 1 || digits.len() > MAX_DIGITS {
        return None;
    }
    while digits.len() > 1 && digits.last() == Some(&0) {
        digits.pop();
    }
    Some(digits)
}

impl FromStr for EntailingRule {
    type Err = EntailingError;

    /// Reads `entail:4.0/0.3` and `top-entails`; full-width characters are accepted. O(length).
    fn from_str(text: &str) -> Result<EntailingRule, EntailingError> {
        let error = || EntailingError(text.to_string());
        let lower: String = text.trim().chars().map(crate::to_halfwidth).collect();
        let code = match &lower.to_lowercase()[..] {
            "top-entails" | "トップエンテイルズ" => "4.0/0.3".to_string(),
            other => other.strip_prefix("entail:").ok_or_else(error)?.to_string(),
        };
        let (plain, entailing) = code.split_once('/').ok_or_else(error)?;
        let rule = EntailingRule {
            plain: digits(plain).ok_or_else(error)?,
            entailing: digits(entailing).ok_or_else(error)?,
        };
        let fits = matches!(rule.plain[0], 0 | 4)
            && rule.entailing[0] == 0
            && rule.entailing.iter().all(|&digit| digit <= 3);
        if fits { Ok(rule) } else { Err(error()) }
    }
}

impl fmt::Display for EntailingRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let code = |digits: &[u8]| {
            let rest: String = digits[1..].iter().map(|digit| char::from(b'0' + digit)).collect();
            format!("{}.{}", digits[0], if rest.is_empty() { "0" } else { &rest })
        };
        write!(f, "entail:{}/{}", code(&self.plain), code(&self.entailing))
    }
}
