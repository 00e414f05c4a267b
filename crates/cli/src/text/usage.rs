//! What is wrong with a command line: what clap finds out, in words of ours.

use std::error::Error;
use std::fmt;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use ishitori_words::one_line;

use super::Lang;

/// Why the value of an argument is refused, in both languages. It prints in English, as clap wants.
#[derive(Debug)]
pub struct Refused {
    en: String,
    ja: String,
}

impl Refused {
    pub fn new(en: impl Into<String>, ja: impl Into<String>) -> Refused {
        Refused { en: en.into(), ja: ja.into() }
    }

    pub fn text(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.en,
            Lang::Ja => &self.ja,
        }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.en)
    }
}

impl Error for Refused {}

/// The English of clap, with what is accepted where a number cannot be read.
pub fn usage_error_en(rendered: &str) -> String {
    let mut text = rendered.to_string();
    for (found, accepted, _) in NUMBERS {
        text = text.replace(found, accepted);
    }
    text
}

/// What the standard library says of numbers and addresses, and what is accepted instead.
const NUMBERS: &[(&str, &str, &str)] = &[
    (
        "invalid digit found in string",
        "expected a whole number such as 12",
        "12 のような 0 以上の整数を指定します",
    ),
    (
        "cannot parse integer from empty string",
        "expected a whole number such as 12",
        "12 のような 0 以上の整数を指定します",
    ),
    ("number too large to fit in target type", "the number is too large", "数が大きすぎます"),
    (
        "invalid IP address syntax",
        "expected an address such as 127.0.0.1",
        "127.0.0.1 のようなアドレスを指定します",
    ),
];

/// What is wrong with a command line in Japanese, without the name of the program before it.
pub fn usage_error_ja(error: &clap::Error) -> String {
    let text = |kind| error.get(kind).map(words).unwrap_or_default();
    let argument = text(ContextKind::InvalidArg);
    let value = text(ContextKind::InvalidValue);
    match error.kind() {
        ErrorKind::UnknownArgument => {
            let close = text(ContextKind::SuggestedArg);
            format!("引数 {argument} は使えません{}", perhaps(&close))
        }
        ErrorKind::InvalidSubcommand => {
            let close = text(ContextKind::SuggestedSubcommand);
            let name = text(ContextKind::InvalidSubcommand);
            format!("コマンド {name} はありません{}", perhaps(&close))
        }
        ErrorKind::MissingRequiredArgument => format!("必要な引数がありません: {argument}"),
        ErrorKind::MissingSubcommand => {
            let known = text(ContextKind::ValidSubcommand);
            format!("コマンドを指定してください: {known}")
        }
        ErrorKind::InvalidValue if value.is_empty() => {
            format!("{argument}: 値がありません{}", accepted(&text(ContextKind::ValidValue)))
        }
        ErrorKind::InvalidValue => format!(
            "{argument}: 値「{value}」は使えません{}{}",
            accepted(&text(ContextKind::ValidValue)),
            perhaps(&text(ContextKind::SuggestedValue))
        ),
        ErrorKind::ValueValidation => {
            format!("{argument}: 値「{value}」は使えません。{}", reason(error))
        }
        ErrorKind::ArgumentConflict => {
            let other = text(ContextKind::PriorArg);
            match other == argument || other.is_empty() {
                true => format!("{argument} は一度しか指定できません"),
                false => format!("{argument} と {other} は同時に使えません"),
            }
        }
        ErrorKind::NoEquals
        | ErrorKind::TooManyValues
        | ErrorKind::TooFewValues
        | ErrorKind::WrongNumberOfValues => format!("{argument}: 値の数が正しくありません"),
        ErrorKind::InvalidUtf8 => "UTF-8 でない引数があります".to_string(),
        _ => "コマンドラインが正しくありません".to_string(),
    }
}

/// Why a value is refused: by our own parsers, by a range, or by the standard library.
fn reason(error: &clap::Error) -> String {
    let Some(source) = error.source() else { return String::new() };
    if let Some(refused) = source.downcast_ref::<Refused>() {
        return refused.text(Lang::Ja).to_string();
    }
    let said = source.to_string();
    if let Some((_, range)) = said.split_once(" is not in ") {
        return format!("{range} の範囲の整数を指定します");
    }
    let known = NUMBERS.iter().find(|(found, ..)| *found == said);
    known.map_or(said, |(_, _, ja)| ja.to_string())
}

fn perhaps(close: &str) -> String {
    if close.is_empty() { String::new() } else { format!("({close} ではありませんか)") }
}

fn accepted(values: &str) -> String {
    if values.is_empty() { String::new() } else { format!("。指定できる値: {values}") }
}

fn words(value: &ContextValue) -> String {
    match value {
        ContextValue::String(text) => one_line(text).into_owned(),
        ContextValue::Strings(texts) => one_line(&texts.join(", ")).into_owned(),
        ContextValue::Number(n) => n.to_string(),
        ContextValue::StyledStr(text) => text.to_string(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words that are replaced are those of this standard library.
    #[test]
    fn the_standard_library_says_what_is_expected() {
        let number = |text: &str| text.parse::<u8>().unwrap_err().to_string();
        let said = [number("x"), number(""), number("999")];
        for (found, (known, ..)) in said.iter().zip(NUMBERS) {
            assert_eq!(found, known);
        }
        let address = "x".parse::<std::net::IpAddr>().unwrap_err().to_string();
        assert_eq!(address, NUMBERS[3].0);
    }
}
