//! Failures of commands as refusals of the server: the same sentences, and which parameter is at
//! fault.

use std::ops::Range;

use clap::error::ContextKind;
use ishitori::solve::tuple::TupleError;
use ishitori_web::{Call, Language, Refusal};

use super::endpoints::Endpoint;
use crate::failure::Failure;
use crate::output::shortened;
use crate::text::Text;
use crate::text::usage::{usage_error_en, usage_error_ja};
use ishitori_answers::TextOf;

/// A command that failed.
pub fn failure(failure: &Failure, text: &Text) -> Refusal {
    let message = text.failure(failure);
    // The lines with carets are for terminals; a page shows the place itself.
    let message = &shortened(message.lines().next().unwrap_or(&message));
    if failure.limit().is_some() {
        return Refusal::limit(message);
    }
    let (parameter, place) = fault(failure);
    // Arguments without a name are written in capitals on the command line.
    let mut refusal = Refusal::bad(parameter.to_lowercase(), message);
    refusal.place = place;
    refusal
}

/// The same; the place is one of the text that was sent, if that is what was read.
pub fn of_call(failed: &Failure, call: &Call, text: &Text) -> Refusal {
    let mut refusal = failure(failed, text);
    let (Some(place), Some(parameter)) = (refusal.place.clone(), refusal.parameter.as_ref()) else {
        return refusal;
    };
    let source = match failed {
        Failure::Language { source, .. } => Some(source.as_str()),
        Failure::Conjecture { formula, .. } => Some(formula.as_str()),
        _ => None,
    };
    let sent = call.parameters.iter().find(|(name, _)| name == parameter).map(|(_, v)| v.as_str());
    if let (Some(source), Some(sent)) = (source, sent) {
        // What is read may be a part of what was sent, or made from it.
        let shift = sent.find(source);
        refusal.place = shift.map(|shift| place.start + shift..place.end + shift);
    }
    refusal
}

/// An answer that cannot be sent.
pub fn not_json(error: serde_json::Error, call: &Call) -> Refusal {
    let failed = Failure::Io { what: ishitori_answers::Stream::Json, error: error.into() };
    failure(&failed, &Text::for_json(super::bench::lang(call.language)))
}

/// The parameter at fault, and the bytes of it.
fn fault(failure: &Failure) -> (&'static str, Option<Range<usize>>) {
    match failure {
        Failure::Expression { error, .. } => ("expression", Some(error.span.clone())),
        Failure::Rule { error } => ("rule", Some(error.span())),
        Failure::NotOneHeap { .. } | Failure::NotPairs { .. } | Failure::Heap(_) => ("rule", None),
        Failure::End { error } => ("end", Some(error.span())),
        Failure::Position { .. } | Failure::HeapPosition(_) | Failure::NeedsPosition { .. } => {
            ("position", None)
        }
        Failure::Misere { .. } => ("game", None),
        Failure::Terminal(_) => ("terminal", None),
        Failure::Family(_) | Failure::TooManySets { .. } => ("max", None),
        Failure::Condition { field, error, .. } => (field, Some(error.span.clone())),
        Failure::Language { from, error, .. } => {
            let parameter = match from {
                TextOf::Field(field) => field,
                TextOf::Name(_) => "rule",
            };
            (parameter, Some(error.span.clone()))
        }
        Failure::Conjecture { error: TupleError::Formula(fault), .. } => {
            ("formula", Some(fault.span.clone()))
        }
        Failure::Game { .. }
        | Failure::Conjecture { .. }
        | Failure::SeveralCoordinates { .. }
        | Failure::NotAGame { .. }
        | Failure::Quotient(_) => ("rule", None),
        Failure::Play(_) => ("position", None),
        Failure::Corner { .. } => ("to", None),
        Failure::TuplePosition(_) => ("position", None),
        Failure::Check(_) => ("check", None),
        Failure::Argument { field, .. } => (field, None),
        Failure::Table(_) => ("to", None),
        _ => ("request", None),
    }
}

/// Arguments that the command line does not accept.
pub fn arguments(error: &clap::Error, call: &Call) -> Refusal {
    let argument = error.get(ContextKind::InvalidArg).map(ToString::to_string);
    let name = argument.unwrap_or_default();
    let name = name.trim_start_matches('-').split([' ', '=']).next().unwrap_or("");
    let name = name.trim_matches(['<', '>', '[', ']']).to_lowercase();
    let known = call.parameters.iter().find(|(given, _)| *given == name);
    let first = match call.language {
        Language::En => {
            let text = shortened(&usage_error_en(&error.render().to_string()));
            text.lines().next().unwrap_or("").trim_start_matches("error: ").to_string()
        }
        Language::Ja => shortened(&usage_error_ja(error)),
    };
    Refusal::bad(known.map_or("request", |(given, _)| given), first)
}

/// A command that does not exist.
pub fn unknown_command(call: &Call) -> Refusal {
    let shown: String = call.command.chars().take(64).collect();
    let names: Vec<_> = super::endpoints::ENDPOINTS.iter().map(|endpoint| endpoint.name).collect();
    let names = names.join(", ");
    let message = match call.language {
        Language::En => {
            format!(
                "there is no `{shown}`; there are check, family/size, family/rows, family/places, play, reproduce, reproduce/items, {names}"
            )
        }
        Language::Ja => format!(
            "「{shown}」はありません。check, family/size, family/rows, family/places, play, reproduce, reproduce/items, {names} があります"
        ),
    };
    Refusal::unknown("command", message)
}

/// A parameter that the command does not have.
pub fn unknown_parameter(name: &str, endpoint: &Endpoint, language: Language) -> Refusal {
    let names = endpoint.positional.iter().copied();
    let names: Vec<_> = names.chain(endpoint.options.iter().map(|o| o.name)).collect();
    unknown_here(name, &names, language)
}

/// A parameter that is not among these.
pub fn unknown_here(name: &str, names: &[&str], language: Language) -> Refusal {
    let shown: String = name.chars().take(64).collect();
    let names = names.join(", ");
    let message = match language {
        Language::En => format!("there is no parameter `{shown}` here; there are lang, {names}"),
        Language::Ja => format!("引数「{shown}」はここにはありません。lang, {names} があります"),
    };
    Refusal::bad(shown, message)
}

/// A parameter that is not there.
pub fn missing(name: &str, language: Language) -> Refusal {
    let message = match language {
        Language::En => format!("the parameter `{name}` is required"),
        Language::Ja => format!("引数 {name} が必要です"),
    };
    Refusal::bad(name, message)
}

/// A parameter that can be given once.
pub fn twice(name: &str, language: Language) -> Refusal {
    let message = match language {
        Language::En => format!("the parameter `{name}` is given more than once"),
        Language::Ja => format!("引数 {name} が二回以上指定されています"),
    };
    Refusal::bad(name, message)
}

/// Neither true nor false.
pub fn not_a_flag(name: &str, value: &str, language: Language) -> Refusal {
    let shown: String = value.chars().take(64).collect();
    let message = match language {
        Language::En => format!("`{shown}` is not understood; accepted are true and false"),
        Language::Ja => format!("「{shown}」は解釈できません。true か false を指定します"),
    };
    Refusal::bad(name, message)
}

/// Not a number, or one that is too large.
pub fn not_a_number(name: &str, value: &str, most: u64, language: Language) -> Refusal {
    let shown: String = value.chars().take(64).collect();
    let message = match language {
        Language::En => {
            format!("`{shown}` is not understood; accepted are whole numbers up to {most}")
        }
        Language::Ja => format!("「{shown}」は解釈できません。{most} までの整数を指定します"),
    };
    Refusal::bad(name, message)
}

/// An item that the documents do not have.
pub fn no_item(name: &str, language: Language) -> Refusal {
    let shown: String = name.chars().take(64).collect();
    let message = match language {
        Language::En => format!("there is no item `{shown}`; reproduce/items lists them"),
        Language::Ja => format!("項目「{shown}」はありません。reproduce/items で一覧できます"),
    };
    Refusal::bad("only", message)
}

/// A box with too many positions.
pub fn too_many_positions(name: &str, most: u64, language: Language) -> Refusal {
    let message = match language {
        Language::En => format!("too many positions; tables of at most {most} are sent"),
        Language::Ja => format!("局面が多すぎます。{most} 個までの表を計算します"),
    };
    Refusal::bad(name, message)
}

/// The name of a file of the machine.
pub fn file(name: &str, language: Language) -> Refusal {
    let message = language.pick(
        "the server reads no files; send the text itself",
        "サーバーはファイルを読みません。本文そのものを送ってください",
    );
    Refusal::bad(name, message)
}

/// Nothing was written, and the command said why.
pub fn no_file(why: &str, language: Language) -> Refusal {
    let why = why.strip_prefix("ishitori: ").unwrap_or(why);
    let message = match (why.is_empty(), language) {
        (false, _) => why,
        (true, Language::En) => "a limit was reached before there was anything to send",
        (true, Language::Ja) => "結果が出る前に制限に達しました",
    };
    Refusal::limit(message)
}
