//! The questions of the library as answers to calls: parameters in, answers as JSON or pictures out.
//!
//! No parameter names a file of the machine: requests have no field for one, and the context that
//! they are answered in stores nothing.

mod formats;
mod object;
mod parameters;
mod refusals;
mod reproduction;

use std::sync::Arc;

use ishitori_answers::registration::{Address, ResponseForm};
use ishitori_answers::{Context, Progress as Done, Question, Registration};
use ishitori_runtime::Budget;
use ishitori_words::{Describe, Text};

use crate::call::{Answer, Call, Content, File, Progress, ProgressReport, Workbench};
use crate::refusal::Refusal;
use crate::written::Written;

/// Answers every question of the library.
pub struct Questions;

impl Workbench for Questions {
    fn answer(&self, call: &Call, budget: &Budget, progress: &Progress) -> Result<Answer, Refusal> {
        if let Some(answer) = reproduction::answer(call, budget, progress) {
            return answer;
        }
        let Some(endpoint) = endpoints().find(|found| found.address.name == call.command) else {
            let names = endpoints().map(|found| found.address.name);
            let names: Vec<&str> = names.chain(reproduction::NAMES).collect();
            return Err(refusals::unknown_question(call, &names));
        };
        let (asked, format) = formats::taken(&endpoint, call)?;
        let question = read(&endpoint, &asked)?;
        let text = Text::for_json(call.language);
        let context = context(call, budget, progress, text);
        let answer = question.answer(&context);
        let mut answer = answer.map_err(|error| refusals::of_error(&error, call, &text))?;
        answer.localize(&text);
        match format {
            Some(format) => formats::send(&answer, format, call, &text, budget),
            None => send(endpoint.address, &answer, call, &text, budget),
        }
    }
}

/// A question at one of its addresses.
struct Endpoint {
    /// The name of the question.
    question: &'static str,
    registration: &'static Registration,
    address: &'static Address,
}

/// Everything that can be asked for.
fn endpoints() -> impl Iterator<Item = Endpoint> {
    Question::REGISTERED.iter().flat_map(|(question, registration)| {
        registration.addresses.iter().map(move |address| Endpoint {
            question,
            registration,
            address,
        })
    })
}

/// The question that a call asks.
fn read(endpoint: &Endpoint, call: &Call) -> Result<Question, Refusal> {
    let shape = Question::shape(endpoint.question).expect("every address has a question");
    let address = endpoint.address;
    let mut asked = call.clone();
    let given = |name: &str| call.parameters.iter().any(|(known, _)| known == name);
    if let Some((name, _)) = address.fixed.iter().find(|(name, _)| given(name)) {
        return Err(refusals::twice(name, call.language));
    }
    if !address.unless.iter().any(|name| given(name)) {
        let fixed = address.fixed.iter();
        asked.parameters.extend(fixed.map(|(name, value)| (name.to_string(), value.to_string())));
    }
    if let Some(document) = &call.document {
        asked.parameters.push(("document".to_string(), document.clone()));
    }
    let request = parameters::read(shape, &asked, address)?;
    Question::read(endpoint.question, request)
        .expect("every address has a question")
        .map_err(|error| refusals::not_a_request(&error, call.language))
}

fn context(call: &Call, budget: &Budget, progress: &Progress, text: Text) -> Context {
    let progress = progress.clone();
    let listener = move |done: &Done| match done {
        Done::Over => {}
        done => progress(&ProgressReport { line: text.progress_line(done), share: done.share() }),
    };
    Context {
        // The budget is the server's, and has a limit of time.
        timed: true,
        threads: call.threads,
        listener: Some(Arc::new(listener)),
        captions: Some(Arc::new(text)),
        ..Context::new(budget.clone())
    }
}

fn send(
    address: &Address,
    answer: &impl Describe,
    call: &Call,
    text: &Text,
    budget: &Budget,
) -> Result<Answer, Refusal> {
    let complete = answer.finish() != ishitori_answers::Finish::Partial;
    let notes = || answer.notes().iter().map(|note| text.note(note)).collect::<Vec<_>>().join("\n");
    let nothing = || refusals::nothing_to_send(&notes(), call.language);
    let document = answer.document();
    let mut files = Vec::new();
    let content = match address.sends {
        ResponseForm::Object => {
            let bytes = document.map(|document| document.as_bytes().to_vec());
            // What counts in shards has records of them, everything else that has a document certificates.
            let is_record = answer.is_record();
            let name = if is_record { "record.json" } else { "certificate.json" }.to_string();
            files.extend(bytes.map(|bytes| File { name, bytes }));
            let bytes = object::text(answer, budget);
            let bytes = bytes.map_err(|unwritten| unwritten.refusal(call, text))?;
            Content::Bytes { media_type: Written::JSON, save_as: None, bytes }
        }
        ResponseForm::Document => Content::Bytes {
            media_type: "application/json",
            save_as: Some("certificate.json".to_string()),
            bytes: document.ok_or_else(nothing)?.as_bytes().to_vec(),
        },
        ResponseForm::Bytes(media_type) => {
            let ending = address.name.rsplit('.').next().unwrap_or_default();
            files.extend(answer.series().into_iter().map(|(part, bytes)| File {
                name: format!("picture-{part}.{ending}"),
                bytes: bytes.to_vec(),
            }));
            let bytes = answer.bytes().ok_or_else(nothing)?.to_vec();
            Content::Bytes { media_type, save_as: None, bytes }
        }
    };
    Ok(Answer { content, complete, files })
}
