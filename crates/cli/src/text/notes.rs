//! The notes under the options in the help of a command, and the headings of manual pages.

use super::{Lang, Text};
use crate::asked;

/// A manual page with the headings of the language; notes keep their columns.
pub fn manual_page(text: &Text, page: &str) -> String {
    let mut lines = Vec::new();
    let mut in_notes = false;
    for line in page.lines() {
        let Some(heading) = line.strip_prefix(".SH ") else {
            // An item of a list begins a line.
            if line.starts_with("\\- ") {
                lines.push(".br".to_string());
            }
            lines.push(line.to_string());
            continue;
        };
        if in_notes {
            lines.push(".fi".to_string());
        }
        in_notes = heading == "EXTRA";
        let key = format!("commands.heading.{}", heading.trim_matches('"').to_lowercase());
        let shown = text.lang.message(&key).unwrap_or(heading);
        lines.push(format!(".SH {shown}"));
        if in_notes {
            lines.push(".nf".to_string());
        }
    }
    if in_notes {
        lines.push(".fi".to_string());
    }
    lines.join("\n") + "\n"
}

/// The notes of a command, such as `draw grid`.
pub fn notes(path: &str, lang: Lang) -> Option<String> {
    let rules = || lang.say("commands.notes.rules");
    let ends = || lang.say("commands.notes.ends");
    let boards = || lang.say("commands.notes.boards");
    Some(match path {
        "" => lang.say("commands.notes.program").to_string(),
        "reproduce" => lang.say("commands.notes.reproduce").to_string(),
        "eval" => lang.say("commands.notes.eval").to_string(),
        "position" => lang.say("commands.notes.position").to_string(),
        "grundy" | "period" => rules().to_string(),
        "explain" | "play" => format!("{}\n\n{}\n\n{}", rules(), boards(), ends()),
        "outcomes" | "values" | "quotient" | "quotient-sweep" | "draw graph" => {
            format!("{}\n\n{}", rules(), ends())
        }
        "misere" => lang.say("commands.notes.misere").to_string(),
        "values-sweep" => ends().to_string(),
        "sweep" => sweep(lang),
        "table" | "draw grid" => format!("{}\n\n{}", lang.say("commands.notes.games"), ends()),
        "conjecture" => lang.say("commands.notes.conjecture").to_string(),
        "draw" => lang.say("commands.notes.draw").to_string(),
        "serve" => lang.say("commands.notes.serve").to_string(),
        "atlas search" => lang.say("commands.notes.atlas-search").to_string(),
        "atlas build" => lang.say("commands.notes.atlas-build").to_string(),
        // As a question is read.
        question => {
            let fields = asked::fields(question);
            let has = |name: &str| fields.iter().any(|(_, known)| *known == name);
            match (has("rule"), has("end")) {
                (true, true) => format!("{}\n\n{}\n\n{}", rules(), boards(), ends()),
                (true, false) => rules().to_string(),
                _ => return None,
            }
        }
    })
}

/// What can be asked about the sets of a family, with a line for each of [`ishitori_sweep::FIELDS`].
fn sweep(lang: Lang) -> String {
    let line = |(name, _): &(&str, &str)| {
        let what = lang.message(&field_key(name)).unwrap_or_default();
        format!("  {name:<18} {what}\n")
    };
    let fields: String = ishitori_sweep::FIELDS.iter().map(line).collect();
    let [ends, expressions, checks] =
        ["commands.notes.ends", "commands.notes.expressions", "commands.notes.checks"]
            .map(|key| lang.say(key));
    format!("{ends}\n\n{expressions}\n{fields}\n{checks}")
}

/// The key of what a field of a family is: `commands.sweep-fields.has-p-has-r` for `has_P … has_R`.
fn field_key(name: &str) -> String {
    let words = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let words: Vec<String> = words.map(str::to_lowercase).collect();
    format!("commands.sweep-fields.{}", words.join("-"))
}

#[cfg(test)]
mod tests {
    use super::{Lang, field_key};

    /// The fields are those of the engine, and are described in its words.
    #[test]
    fn every_field_is_described() {
        for (name, what) in ishitori_sweep::FIELDS {
            assert_eq!(Lang::En.message(&field_key(name)), Some(*what), "{name}");
        }
    }
}
