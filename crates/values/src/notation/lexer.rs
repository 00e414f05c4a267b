//! From characters to tokens, with Unicode and full-width forms folded into ASCII.

use std::ops::Range;

use super::ast::Comparison;
use super::error::{SyntaxError, SyntaxErrorKind};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// Digits, folded to ASCII.
    Integer(String),
    Name(String),
    Open(char),
    Close(char),
    Comma,
    /// `;`, which separates as a comma does inside brackets, and statements outside.
    Semicolon,
    Bars(usize),
    Plus,
    Minus,
    PlusMinus,
    Slash,
    Ups(u32),
    Downs(u32),
    /// `^<n>` or `v<n>`.
    UpPower {
        digits: String,
        sign: i32,
    },
    Star,
    /// `**`
    Power,
    Dot,
    Colon,
    Assign,
    /// `^<on>` or `v<on>`.
    UpPowerOn(i32),
    /// `&`
    Ampersand,
    /// `'`
    Quote,
    Compare(Comparison),
}

#[derive(Debug, Clone)]
pub(super) struct Lexeme {
    pub token: Token,
    pub span: Range<usize>,
    /// Whether white space comes before it.
    pub spaced: bool,
}

/// The ASCII reading of a character, as (sign, how many times).
fn fold(c: char) -> (char, usize) {
    match c {
        '↑' => ('^', 1),
        '⇑' => ('^', 2),
        '⤊' => ('^', 3),
        '↓' => ('↓', 1),
        '⇓' => ('↓', 2),
        '⤋' => ('↓', 3),
        '∗' | '⋆' | '∙' => ('*', 1),
        '−' | '–' => ('-', 1),
        '‘' | '’' => ('\'', 1),
        '‖' => ('|', 2),
        '、' => (',', 1),
        '\u{3000}' | '\u{a0}' => (' ', 1),
        // Full-width ASCII.
        '\u{ff01}'..='\u{ff5e}' => (char::from_u32(c as u32 - 0xfee0).expect("within ASCII"), 1),
        c => (c, 1),
    }
}

pub(super) fn lex(source: &str) -> Result<Vec<Lexeme>, SyntaxError> {
    let chars: Vec<(usize, char, usize)> = source
        .char_indices()
        .map(|(at, c)| {
            let (folded, times) = fold(c);
            (at, folded, times)
        })
        .collect();
    let end_of = |i: usize| chars.get(i).map_or(source.len(), |c| c.0);
    let mut lexemes = Vec::new();
    let mut spaced = true;
    let mut i = 0;
    while i < chars.len() {
        let start = i;
        let (at, c, _) = chars[i];
        let peek = |k: usize| chars.get(i + k).map(|c| c.1);
        // The length of the run of one sign from here, and how often it counts.
        let run = |sign: char| {
            let length = chars[start..].iter().take_while(|x| x.1 == sign).count();
            let times: usize = chars[start..start + length].iter().map(|x| x.2).sum();
            (length, times)
        };
        let power = match c {
            '^' | '↓' => up_power(&chars[start..]),
            'v' if is_downs(&chars[start..]) => up_power(&chars[start..]),
            _ => None,
        };
        let (token, length) = match c {
            _ if power.is_some() => power.expect("just seen"),
            c if c.is_whitespace() => {
                spaced = true;
                i += 1;
                continue;
            }
            '0'..='9' => {
                let digits: String =
                    chars[start..].iter().map(|x| x.1).take_while(char::is_ascii_digit).collect();
                let n = digits.len();
                (Token::Integer(digits), n)
            }
            'v' if is_downs(&chars[start..]) => {
                let (n, times) = run('v');
                (Token::Downs(times as u32), n)
            }
            '↓' => {
                let (n, times) = run('↓');
                (Token::Downs(times as u32), n)
            }
            '^' => {
                let (n, times) = run('^');
                (Token::Ups(times as u32), n)
            }
            '⧾' => (Token::Name("Tiny".into()), 1),
            '⧿' => (Token::Name("Miny".into()), 1),
            c if c.is_alphabetic() || c == '_' => {
                let name: String = chars[start..]
                    .iter()
                    .map(|x| x.1)
                    .take_while(|c| c.is_alphanumeric() || *c == '_')
                    .collect();
                let n = name.chars().count();
                (Token::Name(name), n)
            }
            '{' | '(' | '[' => (Token::Open(c), 1),
            '}' | ')' | ']' => (Token::Close(c), 1),
            ',' => (Token::Comma, 1),
            ';' => (Token::Semicolon, 1),
            '|' if peek(1) == Some('>') => (Token::Compare(Comparison::GreaterOrConfused), 2),
            '|' => {
                let (n, times) = run('|');
                (Token::Bars(times), n)
            }
            '±' => (Token::PlusMinus, 1),
            '+' if peek(1) == Some('-') => (Token::PlusMinus, 2),
            '+' => (Token::Plus, 1),
            '-' => (Token::Minus, 1),
            '/' => (Token::Slash, 1),
            '*' if peek(1) == Some('*') => (Token::Power, 2),
            '*' => (Token::Star, 1),
            '.' => (Token::Dot, 1),
            ':' if peek(1) == Some('=') => (Token::Assign, 2),
            ':' => (Token::Colon, 1),
            '\'' => (Token::Quote, 1),
            '&' => (Token::Ampersand, 1),
            '=' if peek(1) == Some('=') && peek(2) == Some('=') => {
                (Token::Compare(Comparison::Identical), 3)
            }
            '≅' => (Token::Compare(Comparison::Identical), 1),
            '=' if peek(1) == Some('=') => (Token::Compare(Comparison::Equal), 2),
            '=' => (Token::Compare(Comparison::Equal), 1),
            '!' if peek(1) == Some('=') => (Token::Compare(Comparison::NotEqual), 2),
            '≠' => (Token::Compare(Comparison::NotEqual), 1),
            '<' if peek(1) == Some('=') => (Token::Compare(Comparison::LessOrEqual), 2),
            '≤' | '≦' => (Token::Compare(Comparison::LessOrEqual), 1),
            '>' if peek(1) == Some('=') => (Token::Compare(Comparison::GreaterOrEqual), 2),
            '≥' | '≧' => (Token::Compare(Comparison::GreaterOrEqual), 1),
            '<' if peek(1) == Some('>') => (Token::Compare(Comparison::Confused), 2),
            '∥' => (Token::Compare(Comparison::Confused), 1),
            '<' if peek(1) == Some('|') => (Token::Compare(Comparison::LessOrConfused), 2),
            '⧏' => (Token::Compare(Comparison::LessOrConfused), 1),
            '⧐' => (Token::Compare(Comparison::GreaterOrConfused), 1),
            '<' => (Token::Compare(Comparison::Less), 1),
            '>' => (Token::Compare(Comparison::Greater), 1),
            _ => {
                return Err(SyntaxError {
                    span: at..end_of(i + 1),
                    kind: SyntaxErrorKind::UnknownCharacter(
                        source[at..].chars().next().expect("a character starts here"),
                    ),
                });
            }
        };
        i += length;
        lexemes.push(Lexeme { token, span: at..end_of(i), spaced });
        spaced = false;
    }
    Ok(lexemes)
}

/// `^<2>` or `^<on>`, which would otherwise read as comparisons. An arrow, a bracket and an index.
fn up_power(chars: &[(usize, char, usize)]) -> Option<(Token, usize)> {
    let (_, arrow, 1) = chars[0] else { return None };
    let mut rest = chars[1..].iter().map(|x| x.1);
    if rest.next() != Some('<') {
        return None;
    }
    let sign = if arrow == '^' { 1 } else { -1 };
    if rest.clone().take(3).eq("on>".chars()) {
        return Some((Token::UpPowerOn(sign), 5));
    }
    let digits: String = rest.clone().take_while(char::is_ascii_digit).collect();
    let closed = rest.nth(digits.len()) == Some('>');
    if digits.is_empty() || !closed {
        return None;
    }
    let length = digits.len() + 3;
    Some((Token::UpPower { digits, sign }, length))
}

/// Letters v are arrows unless they begin a name such as `value`.
fn is_downs(chars: &[(usize, char, usize)]) -> bool {
    let after = chars.iter().map(|x| x.1).find(|c| *c != 'v');
    !after.is_some_and(|c| c.is_alphabetic() || c == '_')
}
