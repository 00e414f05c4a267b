//! The report of the source documents, item by item.

use ishitori::prelude::Budget;
use ishitori_answers::Context;
use ishitori_reproduce::{Contents, ITEMS, Report, Request, run as reproduce};
use ishitori_web::{Answer, Call, Content, File, Progress, Refusal};

use super::bench::lang;
use super::refusal;
use crate::text::Text;

/// `reproduce/items`: what there is.
pub fn items(call: &Call) -> Result<Answer, Refusal> {
    let object = serde_json::to_value(Contents::new(lang(call.language)));
    Ok(Answer::json(object.map_err(|error| refusal::not_json(error, call))?))
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
    let language = lang(call.language);
    progress(item.title(language));
    let request = Request { only: vec![item.id.to_string()] };
    let context = Context { threads: call.threads, ..Context::new(budget.clone()) };
    let run = reproduce(&request, &context, |_| Ok(()))
        .map_err(|failure| refusal::of_call(&failure, call, &Text::for_json(language)))?;
    let (report, files) = Report::with_exhibits(&run, language);
    let object = serde_json::to_value(&report).map_err(|error| refusal::not_json(error, call))?;
    let files = files.into_iter().map(|file| File { name: file.name, bytes: file.bytes }).collect();
    Ok(Answer { content: Content::Json(object), complete: budget.check(0).is_ok(), files })
}
