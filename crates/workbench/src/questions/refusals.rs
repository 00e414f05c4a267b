//! Refusals of questions: the sentences of errors, and which parameter is at fault.

use ishitori_answers::AskError;
use ishitori_words::{Text, shortened};

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
    let message = match language {
        Language::En => format!("malformed request: {error}"),
        Language::Ja => format!("問い合わせの形が正しくありません({error})"),
    };
    Refusal::bad("request", message)
}

/// A question that does not exist.
pub(super) fn unknown_question(call: &Call, names: &[&str]) -> Refusal {
    let shown: String = call.command.chars().take(64).collect();
    let names = names.join(", ");
    let message = match call.language {
        Language::En => format!("there is no `{shown}`; there are {names}"),
        Language::Ja => format!("「{shown}」はありません。{names} があります"),
    };
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
    let message = match language {
        Language::En => format!("invalid value `{shown}`: expected one of {choices}"),
        Language::Ja => format!("「{shown}」は解釈できません。指定できる値: {choices}"),
    };
    Refusal::bad(name, message)
}

/// There is nothing to send, and the notes of the answer say why.
pub(super) fn nothing_to_send(why: &str, language: Language) -> Refusal {
    let message = match (why.is_empty(), language) {
        (false, _) => why,
        (true, Language::En) => "a limit was reached before there was anything to send",
        (true, Language::Ja) => "結果が出る前に制限に達しました",
    };
    Refusal::limit(message)
}

/// A parameter that is not among these.
pub(super) fn unknown_parameter(name: &str, names: &[&str], language: Language) -> Refusal {
    let shown: String = name.chars().take(64).collect();
    let names = names.join(", ");
    let message = match language {
        Language::En => format!("there is no parameter `{shown}` here; there are lang, {names}"),
        Language::Ja => format!("引数「{shown}」はここにはありません。lang, {names} があります"),
    };
    Refusal::bad(shown, message)
}

/// A parameter that is not there.
pub(super) fn missing(name: &str, language: Language) -> Refusal {
    let message = match language {
        Language::En => format!("the parameter `{name}` is required"),
        Language::Ja => format!("引数 {name} が必要です"),
    };
    Refusal::bad(name, message)
}

/// A parameter that can be given once.
pub(super) fn twice(name: &str, language: Language) -> Refusal {
    let message = match language {
        Language::En => format!("the parameter `{name}` is given more than once"),
        Language::Ja => format!("引数 {name} が二回以上指定されています"),
    };
    Refusal::bad(name, message)
}

/// Neither true nor false.
pub(super) fn not_a_flag(name: &str, value: &str, language: Language) -> Refusal {
    let shown: String = value.chars().take(64).collect();
    let message = match language {
        Language::En => format!("invalid value `{shown}`: expected true or false"),
        Language::Ja => format!("「{shown}」は解釈できません。true か false を指定します"),
    };
    Refusal::bad(name, message)
}

/// Not a number, or one that is too large.
pub(super) fn not_a_number(name: &str, value: &str, most: u64, language: Language) -> Refusal {
    let shown: String = value.chars().take(64).collect();
    let message = match language {
        Language::En => {
            format!("invalid value `{shown}`: expected a whole number up to {most}")
        }
        Language::Ja => format!("「{shown}」は解釈できません。{most} までの整数を指定します"),
    };
    Refusal::bad(name, message)
}

/// A box with too many positions.
pub(super) fn too_many_positions(name: &str, most: u64, language: Language) -> Refusal {
    let message = match language {
        Language::En => format!("too many positions; tables of at most {most} are sent"),
        Language::Ja => format!("局面が多すぎます。{most} 個までの表を計算します"),
    };
    Refusal::bad(name, message)
}

/// An item that the documents do not have.
pub(super) fn no_item(name: &str, language: Language) -> Refusal {
    let shown: String = name.chars().take(64).collect();
    let message = match language {
        Language::En => format!("there is no item `{shown}`; reproduce/items lists them"),
        Language::Ja => format!("項目「{shown}」はありません。reproduce/items で一覧できます"),
    };
    Refusal::bad("only", message)
}
