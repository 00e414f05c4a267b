//! Refusals of questions: the sentences of errors, and which parameter is at fault.

use std::ops::RangeInclusive;

use ishitori_answers::AskError;
use ishitori_words::{Text, say, shortened};

use crate::call::Call;
use crate::language::Language;
use crate::refusal::Refusal;

/// A question without an answer. The place is one of the text that was sent, if that is what was
/// read.
pub(super) fn of_error(error: &AskError, call: &Call, text: &Text) -> Refusal {
    let message = text.failure(error);
    // The lines with carets are for terminals; a page shows the place itself.
    let message = shortened(message.lines().next().unwrap_or(&message));
    if error.limit().is_some() {
        return Refusal::limit(message);
    }
    let parameter = error.fields().first().copied().unwrap_or("request");
    let mut refusal = Refusal::bad(parameter, message);
    refusal.place = error.place();
    refusal.suggestion = error.suggestion().map(str::to_string);
    let sent = call.parameters.iter().find(|(name, _)| name == parameter).map(|(_, v)| v.as_str());
    if let (Some(place), Some(source), Some(sent)) = (&refusal.place, error.text(), sent) {
        // What is read may be a part of what was sent, or made from it.
        let shift = sent.find(source);
        refusal.place = shift.map(|shift| place.start + shift..place.end + shift);
    }
    refusal
}

/// A request that is not one, whatever its parameters look like.
pub(super) fn not_a_request(error: &serde_json::Error, language: Language) -> Refusal {
    let message = say!(language, "server.refusals.malformed-request", error);
    Refusal::bad("request", message)
}

/// A question that does not exist.
pub(super) fn unknown_question(call: &Call, names: &[&str]) -> Refusal {
    let shown: String = call.command.chars().take(64).collect();
    let names = names.join(", ");
    let message = say!(call.language, "server.refusals.there-no-there", shown, names);
    Refusal::unknown("command", message)
}

/// Not one of a list of words.
pub(super) fn not_a_choice(
    name: &str,
    value: &str,
    choices: &[&str],
    language: Language,
) -> Refusal {
    let shown: String = value.chars().take(64).collect();
    let choices = choices.join(", ");
    let message = say!(language, "server.refusals.invalid-value-expected-one", shown, choices);
    Refusal::bad(name, message)
}

/// There is nothing to send, and the notes of the answer say why.
pub(super) fn nothing_to_send(why: &str, language: Language) -> Refusal {
    let message = match why.is_empty() {
        false => why,
        true => language.say("server.refusals.limit-was-reached-before-there"),
    };
    Refusal::limit(message)
}

/// A parameter that is not among these.
pub(super) fn unknown_parameter(name: &str, names: &[&str], language: Language) -> Refusal {
    let shown: String = name.chars().take(64).collect();
    let names = names.join(", ");
    let message = say!(language, "server.refusals.there-no-parameter-here-there", shown, names);
    Refusal::bad(shown, message)
}

/// A parameter that is not there.
pub(super) fn missing(name: &str, language: Language) -> Refusal {
    let message = say!(language, "server.refusals.parameter-required", name);
    Refusal::bad(name, message)
}

/// A parameter that can be given once.
pub(super) fn twice(name: &str, language: Language) -> Refusal {
    let message = say!(language, "server.refusals.parameter-given-more-than-once", name);
    Refusal::bad(name, message)
}

/// Neither true nor false.
pub(super) fn not_a_flag(name: &str, value: &str, language: Language) -> Refusal {
    let shown: String = value.chars().take(64).collect();
    let message = say!(language, "server.refusals.invalid-value-expected-true-false", shown);
    Refusal::bad(name, message)
}

/// Not a whole number within the bounds.
pub(super) fn not_a_number(
    name: &str,
    value: &str,
    accepted: &RangeInclusive<u64>,
    language: Language,
) -> Refusal {
    let shown: String = value.chars().take(64).collect();
    let (least, most) = (accepted.start(), accepted.end());
    let message =
        say!(language, "server.refusals.invalid-value-expected-whole-number", shown, least, most);
    Refusal::bad(name, message)
}

/// A box with too many positions.
pub(super) fn too_many_positions(name: &str, most: u64, language: Language) -> Refusal {
    let message = say!(language, "server.refusals.too-many-positions-tables-most", most);
    Refusal::bad(name, message)
}

/// An item that the documents do not have.
pub(super) fn no_item(name: &str, language: Language) -> Refusal {
    let shown: String = name.chars().take(64).collect();
    let message = say!(language, "server.refusals.there-no-item-reproduce-items", shown);
    Refusal::bad("only", message)
}
