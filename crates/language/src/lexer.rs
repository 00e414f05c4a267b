//! Text to tokens.

use std::ops::Range;

use crate::error::{ErrorKind, LanguageError, MAX_LENGTH};

/// A token and where it stands.
#[derive(Clone, Debug)]
pub struct Token {
    pub kind: TokenKind,
    pub span: Range<usize>,
    /// Whether it is the first one of its line.
    pub begins_line: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum TokenKind {
    Int(i64),
    Name(String),
    Symbol(&'static str),
    End,
}

/// A comment, without its mark.
#[derive(Clone, Debug)]
pub struct Comment {
    pub text: String,
    pub start: usize,
}

/// Longest first.
const SYMBOLS: &[&str] = &[
    "..<", "..", "->", "==", "!=", "<>", "<=", ">=", "(", ")", "{", "}", ",", ":", ";", "+", "-",
    "*", "/", "%", "=", "<", ">",
];

/// The ASCII form of a character that a Japanese keyboard or a mathematician types.
fn to_halfwidth(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => {
            char::from_u32(c as u32 - 0xff01 + 0x21).expect("a printable ASCII character")
        }
        '、' => ',',
        '×' | '·' | '⋅' => '*',
        '\u{2212}' | '\u{2013}' => '-',
        '\u{3000}' | '\t' | '\r' | '\u{feff}' => ' ',
        _ => c,
    }
}

/// The tokens, the last of which is [`TokenKind::End`], and the comments. O(length).
pub fn tokens(source: &str) -> Result<(Vec<Token>, Vec<Comment>), LanguageError> {
    if source.len() > MAX_LENGTH {
        return Err(LanguageError::new(0..0, ErrorKind::TooLong));
    }
    let chars: Vec<(usize, char)> =
        source.char_indices().map(|(i, c)| (i, to_halfwidth(c))).collect();
    let byte = |at: usize| chars.get(at).map_or(source.len(), |&(i, _)| i);
    let symbol_at = |at: usize, symbol: &str| {
        symbol.chars().enumerate().all(|(i, c)| chars.get(at + i).is_some_and(|&(_, d)| d == c))
    };
    let (mut tokens, mut comments) = (Vec::new(), Vec::new());
    let (mut at, mut begins_line) = (0, true);
    while let Some(&(start, c)) = chars.get(at) {
        let from = at;
        let kind = match c {
            '\n' => {
                begins_line = true;
                at += 1;
                continue;
            }
            c if c.is_whitespace() => {
                at += 1;
                continue;
            }
            '#' | '/' if c == '#' || symbol_at(at, "//") => {
                while chars.get(at).is_some_and(|&(_, c)| c != '\n') {
                    at += 1;
                }
                let text = source[start..byte(at)].trim_end();
                let text = text.trim_start_matches(['#', '/', '＃', '／']);
                comments.push(Comment { text: text.trim().to_string(), start });
                continue;
            }
            '0'..='9' => {
                let mut value = Some(0i64);
                while let Some(digit) = chars.get(at).and_then(|&(_, c)| c.to_digit(10)) {
                    value = value.and_then(|v| v.checked_mul(10)?.checked_add(i64::from(digit)));
                    at += 1;
                    // 1_000_000
                    let underscore = symbol_at(at, "_")
                        && chars.get(at + 1).is_some_and(|&(_, c)| c.is_ascii_digit());
                    at += usize::from(underscore);
                }
                let span = start..byte(at);
                if chars.get(at).is_some_and(|&(_, c)| is_name_start(c)) {
                    let span = start..byte(at + 1);
                    return Err(LanguageError::new(span, ErrorKind::ImplicitProduct));
                }
                TokenKind::Int(
                    value.ok_or_else(|| LanguageError::new(span, ErrorKind::NumberTooLarge))?,
                )
            }
            c if is_name_start(c) => {
                while chars.get(at).is_some_and(|&(_, c)| is_name_start(c) || c.is_ascii_digit()) {
                    at += 1;
                }
                TokenKind::Name(chars[from..at].iter().map(|&(_, c)| c).collect())
            }
            _ => {
                let alias = match c {
                    '≤' => Some("<="),
                    '≥' => Some(">="),
                    '≠' => Some("!="),
                    '→' => Some("->"),
                    '⊕' => Some("⊕"),
                    '…' => Some(".."),
                    _ => None,
                };
                if let Some(symbol) = alias {
                    at += 1;
                    TokenKind::Symbol(symbol)
                } else if let Some(symbol) = SYMBOLS.iter().find(|s| symbol_at(at, s)) {
                    at += symbol.len();
                    TokenKind::Symbol(symbol)
                } else {
                    let span = start..byte(at + 1);
                    let kind = match c {
                        '^' => ErrorKind::Caret,
                        _ => {
                            ErrorKind::UnknownCharacter(source[start..].chars().next().unwrap_or(c))
                        }
                    };
                    return Err(LanguageError::new(span, kind));
                }
            }
        };
        tokens.push(Token { kind, span: start..byte(at), begins_line });
        begins_line = false;
    }
    let end = source.len();
    tokens.push(Token { kind: TokenKind::End, span: end..end, begins_line: true });
    Ok((tokens, comments))
}

fn is_name_start(c: char) -> bool {
    c.is_alphabetic() || c == '_' || c == '\''
}
