//! Templates of messages: text with arguments in braces.
//!
//! * `{name}` is an argument.
//! * `{count:move|moves}` is a word that depends on an argument: the first where it is 1, else the second.
//! * `{{` and `}}` are braces.
//!
//! How many digits a number has, or how wide it is, is said where the argument is given: `format_args!("{percent:.1}")`.

use std::borrow::Cow;
use std::fmt::{Display, Write};

/// A part of a template.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece<'a> {
    /// As it stands.
    Text(&'a str),
    /// An argument.
    Argument(&'a str),
    /// A word for one, and a word for another number.
    Plural(&'a str, &'a str, &'a str),
}

/// The parts of a template from the left to the right; a brace without its partner is text. O(length).
pub fn pieces(template: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = template;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (piece, after) = first(rest);
        rest = after;
        Some(piece)
    })
}

fn first(rest: &str) -> (Piece<'_>, &str) {
    for brace in ["{{", "}}"] {
        if let Some(after) = rest.strip_prefix(brace) {
            return (Piece::Text(&brace[..1]), after);
        }
    }
    if let Some((inside, after)) = rest.strip_prefix('{').and_then(|rest| rest.split_once('}')) {
        let piece = match inside.split_once(':').map(|(name, words)| (name, words.split_once('|')))
        {
            Some((name, Some((one, several)))) => Piece::Plural(name, one, several),
            _ => Piece::Argument(inside),
        };
        return (piece, after);
    }
    let first = rest.chars().next().map_or(0, char::len_utf8);
    let end = rest[first..].find(['{', '}']).map_or(rest.len(), |at| at + first);
    (Piece::Text(&rest[..end]), &rest[end..])
}

/// A template with its arguments filled in. An argument that is not given stays in braces. O(length).
pub fn filled(template: &str, arguments: &[(&str, &dyn Display)]) -> String {
    let argument = |name: &str| arguments.iter().find(|(known, _)| *known == name);
    let mut out = String::with_capacity(template.len());
    for piece in pieces(template) {
        match piece {
            Piece::Text(text) => out.push_str(text),
            Piece::Argument(name) | Piece::Plural(name, ..) if argument(name).is_none() => {
                out.push_str(&format!("{{{name}}}"));
            }
            Piece::Argument(name) => {
                let value = argument(name).map(|(_, value)| value);
                // Nothing fails to be written to memory.
                let _ = value.map(|value| write!(out, "{value}"));
            }
            Piece::Plural(name, one, several) => {
                let is_one = argument(name).is_some_and(|(_, value)| value.to_string() == "1");
                out.push_str(if is_one { one } else { several });
            }
        }
    }
    out
}

/// The text of a template without arguments. O(length).
pub fn without_arguments(template: &'static str) -> Cow<'static, str> {
    if template.contains('{') || template.contains('}') {
        filled(template, &[]).into()
    } else {
        template.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_filled_in() {
        let template = "{{{a}|*}} after {n} {n:move|moves}, {b}";
        assert_eq!(filled(template, &[("a", &2), ("n", &1)]), "{2|*} after 1 move, {b}");
        assert_eq!(
            filled(template, &[("b", &""), ("n", &30), ("a", &0)]),
            "{0|*} after 30 moves, "
        );
        assert_eq!(without_arguments("{{2|1}} or 山"), "{2|1} or 山");
        let odd: Vec<Piece> = pieces("a } {b").collect();
        assert_eq!(odd, [Piece::Text("a "), Piece::Text("} "), Piece::Text("{b")]);
    }
}
