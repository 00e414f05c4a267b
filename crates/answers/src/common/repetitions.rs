//! Positions with repeated parts, so that one text stands for a family: `(xo)^n`, `2xn`, `path:n`.

use crate::rule::halfwidth;
use crate::{Accepted, AskError};

/// The longest position that is written out.
const LONGEST: usize = 4096;

/// The position with its repetitions expanded, and the settings that it does not use. `(xo)^n` is `xo`, n times;
/// `(..|)^n` are n rows; `2xn`, `path:n` and their like have the number in place of the name. O(length).
///
/// ```ignore
/// let set = ["n=3".to_string(), "k=2".to_string()];
/// assert_eq!(expand_repetitions("(xo)^n.", &set).unwrap(), ("xoxoxo.".into(), vec!["k=2".to_string()]));
/// ```
pub(crate) fn expand_repetitions(
    position: &str,
    settings: &[String],
) -> Result<(String, Vec<String>), AskError> {
    let mut used = vec![false; settings.len()];
    let mut value = |name: &str| {
        let found = settings.iter().position(|setting| {
            setting.split_once(['=', '＝']).is_some_and(|(n, _)| n.trim() == name)
        })?;
        let (_, value) = settings[found].split_once(['=', '＝'])?;
        let value = halfwidth(value).trim().parse::<usize>().ok()?;
        used[found] = true;
        Some(value)
    };
    let refused = || AskError::Argument {
        field: "position",
        value: position.to_string(),
        accepted: Accepted::RepeatedPosition,
    };
    let text = match sizes(position, &mut value) {
        Some(text) => text,
        None => powers(position, &mut value).ok_or_else(refused)?,
    };
    let rest = settings.iter().zip(used).filter(|(_, used)| !used).map(|(setting, _)| setting);
    Ok((text, rest.cloned().collect()))
}

/// `2xn` and `path:n`: names in the place of numbers.
fn sizes(position: &str, value: &mut impl FnMut(&str) -> Option<usize>) -> Option<String> {
    let (kind, size) = match position.trim().split_once(':') {
        Some((kind, size)) if kind.chars().all(|c| c.is_ascii_lowercase()) => {
            (format!("{kind}:"), size)
        }
        Some(_) => return None,
        None => (String::new(), position.trim()),
    };
    let mut named = false;
    let mut number = |word: &str| {
        let word = word.trim();
        if word.parse::<usize>().is_ok() {
            return Some(word.to_string());
        }
        named = true;
        word.chars().all(|c| c.is_ascii_lowercase()).then(|| value(word))?.map(|n| n.to_string())
    };
    let text = match size.split_once(['x', '×']) {
        Some((rows, columns)) => format!("{kind}{}x{}", number(rows)?, number(columns)?),
        None if kind.is_empty() => return None,
        None => format!("{kind}{}", number(size)?),
    };
    named.then_some(text)
}

/// `(xo)^n` and `(xo)^3`; other parentheses stay as they are.
fn powers(position: &str, value: &mut impl FnMut(&str) -> Option<usize>) -> Option<String> {
    let mut out = String::new();
    let mut rest = position;
    while let Some((before, after)) = rest.split_once(")^") {
        let open = before.rfind('(')?;
        let part = &before[open + 1..];
        let length = after.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(after.len());
        // Letters of pieces may follow a number at once.
        let digits = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        let (times, length) = match digits {
            0 => {
                let names = (1..=length).rev().filter(|&end| after.is_char_boundary(end));
                let found = names.into_iter().find_map(|end| Some((value(&after[..end])?, end)));
                found?
            }
            _ => (after[..digits].parse().ok()?, digits),
        };
        out += &before[..open];
        if out.len().saturating_add(part.len().saturating_mul(times)) > LONGEST {
            return None;
        }
        out += &part.repeat(times);
        rest = &after[length..];
    }
    out += rest;
    // Rows that are repeated end with the sign between rows.
    Some(if rest.len() < position.len() { out.trim_end_matches('|').to_string() } else { out })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(position: &str, set: &[&str]) -> Option<(String, Vec<String>)> {
        let set: Vec<String> = set.iter().map(|s| s.to_string()).collect();
        expand_repetitions(position, &set).ok()
    }

    fn text(position: &str, set: &[&str]) -> String {
        of(position, set).unwrap().0
    }

    #[test]
    fn repeated_parts() {
        assert_eq!(text("(xo)^n", &["n=3"]), "xoxoxo");
        assert_eq!(text(".(xo)^2.(x)^n", &["n = 0"]), ".xoxo.");
        assert_eq!(text("(..|)^n", &["n=2"]), "..|..");
        assert_eq!(text("(x)^nxo", &["n=2"]), "xxxo", "a name is as long as there is one");
        assert_eq!(text("2xn", &["n=5"]), "2x5");
        assert_eq!(text("mxn", &["n=5", "m=2"]), "2x5");
        assert_eq!(text("path:n", &["n=4"]), "path:4");
        assert_eq!(text("grid:2xn", &["n=4"]), "grid:2x4");
    }

    #[test]
    fn other_positions_stay() {
        for position in [
            "xo|ox",
            "4x6",
            "l(r)(el)",
            "path:5",
            "1-2 2-3 1:x",
            "@1 1l2",
            "",
            "....|....",
            ".-L-.",
        ] {
            assert_eq!(of(position, &["k=2"]).unwrap(), (position.into(), vec!["k=2".into()]));
        }
    }

    #[test]
    fn what_cannot_be_repeated() {
        for (position, set) in
            [("(xo)^n", "k=3"), ("xo)^3", "k=3"), ("(xo)^", "k=3"), ("(xo)^99999999999", "k=3")]
        {
            assert!(of(position, &[set]).is_none(), "{position}");
        }
        assert!(of("(xo)^n", &["n=3000"]).is_none());
        // Without a value for the name it is not a size, and the parser of the board says so.
        assert_eq!(text("2xn", &["k=3"]), "2xn");
    }
}
