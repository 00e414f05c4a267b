//! Errors in a command line: those that clap finds, in our sentences.

use std::error::Error;
use std::fmt;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use ishitori_words::{one_line, say};

use super::Lang;

/// Why the value of an argument is refused, in every language. It prints in English, as clap wants.
#[derive(Debug)]
pub struct Refused {
    said: Vec<(Lang, String)>,
}

impl Refused {
    /// What is said of it in each language.
    pub fn of(said: impl Fn(Lang) -> String) -> Refused {
        let languages = Lang::ALL.iter().chain([&Lang::Pseudo]);
        Refused { said: languages.map(|lang| (*lang, said(*lang))).collect() }
    }

    pub fn text(&self, lang: Lang) -> &str {
        self.said.iter().find(|(known, _)| *known == lang).map_or("", |(_, said)| said)
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text(Lang::En))
    }
}

impl Error for Refused {}

/// The English of clap, with what is accepted where a number cannot be read.
pub fn usage_error_en(rendered: &str) -> String {
    let mut text = rendered.to_string();
    for (found, accepted) in NUMBERS {
        text = text.replace(found, Lang::En.say(accepted));
    }
    text
}

/// What the standard library says of numbers and addresses, and what is accepted instead.
const NUMBERS: &[(&str, &str)] = &[
    ("invalid digit found in string", "commands.usage.number"),
    ("cannot parse integer from empty string", "commands.usage.number"),
    ("number too large to fit in target type", "commands.usage.too-large"),
    ("invalid IP address syntax", "commands.usage.address"),
];

/// What is wrong with a command line in another language than English, without the name of the program before it.
pub fn usage_error(error: &clap::Error, lang: Lang) -> String {
    let text = |kind| error.get(kind).map(words).unwrap_or_default();
    let argument = text(ContextKind::InvalidArg);
    let value = text(ContextKind::InvalidValue);
    match error.kind() {
        ErrorKind::UnknownArgument => {
            let close = perhaps(&text(ContextKind::SuggestedArg), lang);
            say!(lang, "commands.usage.unknown-argument", argument, close)
        }
        ErrorKind::InvalidSubcommand => {
            let close = perhaps(&text(ContextKind::SuggestedSubcommand), lang);
            let name = text(ContextKind::InvalidSubcommand);
            say!(lang, "commands.usage.unknown-command", name, close)
        }
        ErrorKind::MissingRequiredArgument => {
            say!(lang, "commands.usage.missing-argument", argument)
        }
        ErrorKind::MissingSubcommand => {
            let known = text(ContextKind::ValidSubcommand);
            say!(lang, "commands.usage.missing-command", known)
        }
        ErrorKind::InvalidValue if value.is_empty() => {
            let accepted = accepted(&text(ContextKind::ValidValue), lang);
            say!(lang, "commands.usage.no-value", argument, accepted)
        }
        ErrorKind::InvalidValue => {
            let accepted = accepted(&text(ContextKind::ValidValue), lang);
            let close = perhaps(&text(ContextKind::SuggestedValue), lang);
            say!(lang, "commands.usage.invalid-value", argument, value, accepted, close)
        }
        ErrorKind::ValueValidation => {
            let why = reason(error, lang);
            say!(lang, "commands.usage.refused-value", argument, value, why)
        }
        ErrorKind::ArgumentConflict => {
            let other = text(ContextKind::PriorArg);
            match other == argument || other.is_empty() {
                true => say!(lang, "commands.usage.given-twice", argument),
                false => say!(lang, "commands.usage.conflict", argument, other),
            }
        }
        ErrorKind::NoEquals
        | ErrorKind::TooManyValues
        | ErrorKind::TooFewValues
        | ErrorKind::WrongNumberOfValues => say!(lang, "commands.usage.number-of-values", argument),
        ErrorKind::InvalidUtf8 => lang.say("commands.usage.not-utf8").to_string(),
        _ => lang.say("commands.usage.malformed").to_string(),
    }
}

/// Why a value is refused: by our own parsers, by a range, or by the standard library.
fn reason(error: &clap::Error, lang: Lang) -> String {
    let Some(source) = error.source() else { return String::new() };
    if let Some(refused) = source.downcast_ref::<Refused>() {
        return refused.text(lang).to_string();
    }
    let said = source.to_string();
    if let Some((_, range)) = said.split_once(" is not in ") {
        return say!(lang, "commands.usage.range", range);
    }
    let known = NUMBERS.iter().find(|(found, _)| *found == said);
    known.map_or(said, |(_, key)| lang.say(key).to_string())
}

fn perhaps(close: &str, lang: Lang) -> String {
    if close.is_empty() { String::new() } else { say!(lang, "commands.usage.did-you-mean", close) }
}

fn accepted(values: &str, lang: Lang) -> String {
    if values.is_empty() { String::new() } else { say!(lang, "commands.usage.expected", values) }
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
