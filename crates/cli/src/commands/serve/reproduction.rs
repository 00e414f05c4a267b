//! The report of the source documents, item by item.

use ishitori::prelude::Budget;
use ishitori_reproduce::{Exhibit, ITEMS, Item, Mark, Words, reproduce};
use ishitori_web::{Answer, Call, Content, File, Language, Progress, Refusal};
use serde_json::{Value as Json, json};

use super::refusal;
use crate::commands::reproduce::to_json;

fn title(item: &Item, language: Language) -> &'static str {
    language.pick(item.title.0, item.title.1)
}

/// `reproduce/items`: what there is.
pub fn items(call: &Call) -> Answer {
    let items = ITEMS.iter().map(|item| {
        json!({ "id": item.id, "title": title(item, call.language), "command": item.command })
    });
    Answer::json(json!({ "items": items.collect::<Vec<_>>() }))
}

/// `reproduce`: one item, computed anew; as the command `reproduce --only`, with the pictures as
/// files and the sentences in the language of the question.
pub fn run(call: &Call, budget: &Budget, progress: &Progress) -> Result<Answer, Refusal> {
    let known = |name: &str| name == "only";
    if let Some((name, _)) = call.parameters.iter().find(|(name, _)| !known(name)) {
        return Err(refusal::unknown_here(name, &["only"], call.language));
    }
    let only = call.parameters.first().ok_or_else(|| refusal::missing("only", call.language))?;
    let item = ITEMS.iter().find(|item| item.id.eq_ignore_ascii_case(&only.1));
    let item = item.ok_or_else(|| refusal::no_item(&only.1, call.language))?;
    progress(title(item, call.language));
    let result = reproduce(item, call.threads, budget);
    let words = |words: &Words| call.language.pick(&words.en, &words.ja).to_string();
    let mut object = to_json(std::slice::from_ref(&result), env!("CARGO_PKG_VERSION"));
    let entry = &mut object["items"][0];
    entry["title"] = json!(title(item, call.language));
    for (at, figure) in result.findings.figures.iter().enumerate() {
        entry["figures"][at]["what"] = json!(words(&figure.what));
        entry["figures"][at]["source_words"] = json!(words(&figure.source.words()));
    }
    for (at, misprint) in result.findings.misprints.iter().enumerate() {
        for (key, text) in [
            ("place", &misprint.place),
            ("printed", &misprint.printed),
            ("correct", &misprint.correct),
            ("counterexample", &misprint.counterexample),
        ] {
            entry["misprints"][at][key] = json!(words(text));
        }
    }
    let mut files = Vec::new();
    let exhibits: Vec<Json> = result.findings.exhibits.iter().map(|exhibit| {
        let number = files.len() + 1;
        match exhibit {
            Exhibit::Svg { caption, svg } => {
                let name = format!("{}-{number}.svg", item.id);
                files.push(File { name: name.clone(), bytes: svg.clone().into_bytes() });
                json!({ "kind": "picture", "caption": words(caption), "file": name })
            }
            Exhibit::Png { caption, png } => {
                let name = format!("{}-{number}.png", item.id);
                files.push(File { name: name.clone(), bytes: png.clone() });
                json!({ "kind": "picture", "caption": words(caption), "file": name })
            }
            Exhibit::Table { caption, head, rows } => {
                let cell = |cell: &ishitori_reproduce::Cell| json!([cell.text, mark(cell.mark)]);
                let rows: Vec<Vec<Json>> =
                    rows.iter().map(|row| row.iter().map(cell).collect()).collect();
                json!({ "kind": "table", "caption": words(caption), "head": head, "rows": rows })
            }
        }
    }).collect();
    entry["exhibits"] = json!(exhibits);
    Ok(Answer { content: Content::Json(object), complete: budget.check(0).is_ok(), files })
}

fn mark(mark: Mark) -> &'static str {
    match mark {
        Mark::None => "",
        Mark::Head => "head",
        Mark::Exception => "exception",
        Mark::Zero => "zero",
    }
}
