//! The report of the source documents, item by item.

use ishitori_answers::Context;
use ishitori_reproduce::{Contents, ITEMS, Report, Request, run as reproduce};
use ishitori_runtime::Budget;
use ishitori_words::Text;

use super::refusals;
use crate::call::{Answer, Call, Content, File, Progress, ProgressReport};
use crate::refusal::Refusal;

/// The addresses that are answered here.
pub(super) const NAMES: [&str; 2] = ["reproduce", "reproduce/items"];

/// Answers a question about the documents, if it is one.
pub(super) fn answer(
    call: &Call,
    budget: &Budget,
    progress: &Progress,
) -> Option<Result<Answer, Refusal>> {
    match call.command.as_str() {
        "reproduce/items" => Some(items(call)),
        "reproduce" if !call.is_job => Some(Err(Refusal::job_only(call.language))),
        "reproduce" => Some(run(call, budget, progress)),
        _ => None,
    }
}

/// `reproduce/items`: what there is.
fn items(call: &Call) -> Result<Answer, Refusal> {
    let object = serde_json::to_value(Contents::new(call.language));
    Ok(Answer::json(object.map_err(|error| refusals::not_a_request(&error, call.language))?))
}

/// `reproduce`: one item, recomputed; as the command `reproduce --only`, with the pictures as
/// files and the sentences in the language of the question.
fn run(call: &Call, budget: &Budget, progress: &Progress) -> Result<Answer, Refusal> {
    let known = |name: &str| name == "only";
    if let Some((name, _)) = call.parameters.iter().find(|(name, _)| !known(name)) {
        return Err(refusals::unknown_parameter(name, &["only"], call.language));
    }
    let only = call.parameters.first().ok_or_else(|| refusals::missing("only", call.language))?;
    let item = ITEMS.iter().find(|item| item.id.eq_ignore_ascii_case(&only.1));
    let item = item.ok_or_else(|| refusals::no_item(&only.1, call.language))?;
    let language = call.language;
    progress(&ProgressReport { line: item.title(language).to_string(), share: None });
    let request = Request { only: vec![item.id.to_string()] };
    let context = Context { threads: call.threads, ..Context::new(budget.clone()) };
    let run = reproduce(&request, &context, |_| Ok(()))
        .map_err(|failure| refusals::of_error(&failure, call, &Text::for_json(language)))?;
    let (report, files) = Report::with_exhibits(&run, language);
    let object = serde_json::to_value(&report)
        .map_err(|error| refusals::not_a_request(&error, call.language))?;
    let files = files.into_iter().map(|file| File { name: file.name, bytes: file.bytes }).collect();
    Ok(Answer { content: Content::Json(object), complete: budget.check(0).is_ok(), files })
}
