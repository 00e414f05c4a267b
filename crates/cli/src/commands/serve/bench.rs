//! The workbench: questions in, answers of the commands out.

use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;
use ishitori::prelude::Budget;
use ishitori_web::{
    Answer, Call, Content, File, Language, Progress, Questions, Refusal, Workbench,
};

use super::endpoints::{ENDPOINTS, Endpoint, Kind, Parameter, Sends};
use super::{refusal, reproduction};
use crate::args::Arguments;
use crate::dispatch;
use crate::failure::LIMIT;
use crate::game_args::corner;
use crate::output::Output;
use crate::text::{Lang, Text};
use ishitori_answers::rule::names_file;
use ishitori_answers::{Context, Listener, Progress as News, check};
use ishitori_words::InWords;

/// What a certificate may cost to check, in steps, at the most.
const CHECK_STEPS: u64 = 1 << 36;

/// Answers questions by running commands.
pub struct Bench;

impl Workbench for Bench {
    fn answer(&self, call: &Call, budget: &Budget, progress: &Progress) -> Result<Answer, Refusal> {
        match call.command.as_str() {
            name if Questions::knows(name) => Questions.answer(call, budget, progress),
            "reproduce" if !call.is_job => Err(Refusal::job_only(call.language)),
            "check" => verdict(call, budget, progress),
            "reproduce/items" => reproduction::items(call),
            "reproduce" => reproduction::run(call, budget, progress),
            name => match ENDPOINTS.iter().find(|endpoint| endpoint.name == name) {
                Some(endpoint) => run(endpoint, call, budget, progress),
                None => Err(refusal::unknown_command(call)),
            },
        }
    }
}

/// The language of the commands.
pub fn lang(language: Language) -> Lang {
    match language {
        Language::En => Lang::En,
        Language::Ja => Lang::Ja,
    }
}

fn run(
    endpoint: &Endpoint,
    call: &Call,
    budget: &Budget,
    progress: &Progress,
) -> Result<Answer, Refusal> {
    let shown = command_line(endpoint, call)?;
    let mut line = vec!["ishitori".to_string()];
    line.push("--json".to_string());
    // The budget is the server's; that there is a limit of time keeps commands from setting one.
    let threads = call.threads.to_string();
    for word in ["--lang", call.language.tag(), "--threads", &threads, "--time-limit", "1h"] {
        line.push(word.to_string());
    }
    line.extend(shown.iter().cloned());
    let arguments =
        Arguments::try_parse_from(&line).map_err(|error| refusal::arguments(&error, call))?;
    let output = Output::in_memory((true, lang(call.language)), shown, progress.clone());
    let text = Text::for_json(lang(call.language));
    let code = dispatch(&arguments, &output, budget)
        .map_err(|failure| refusal::of_call(&failure, call, &text))?;
    let complete = code != ExitCode::from(LIMIT);
    let kept = output.take();
    let mut files: Vec<File> =
        kept.files.into_iter().map(|(name, bytes)| File { name, bytes }).collect();
    let content = match (endpoint.sends, kept.object) {
        (Sends::File { name, media_type, save, .. }, _) => {
            let Some(at) = files.iter().position(|file| file.name == name) else {
                let why = kept.complaints.join("\n");
                return Err(refusal::no_file(&why, call.language));
            };
            let save_as = save.then(|| name.to_string());
            Content::Bytes { media_type, save_as, bytes: files.remove(at).bytes }
        }
        (_, Some(object)) => Content::Json(object),
        (_, None) => Content::Bytes {
            media_type: "text/plain; charset=utf-8",
            save_as: None,
            bytes: kept.text.into_bytes(),
        },
    };
    Ok(Answer { content, complete, files })
}

/// What one would type for the same answer.
fn command_line(endpoint: &Endpoint, call: &Call) -> Result<Vec<String>, Refusal> {
    let mut line: Vec<String> = endpoint.words.iter().map(|word| (*word).to_string()).collect();
    for (name, value) in &call.parameters {
        if endpoint.positional.contains(&name.as_str()) {
            continue;
        }
        let known = endpoint.options.iter().find(|option| option.name == name);
        match known.ok_or_else(|| refusal::unknown_parameter(name, endpoint, call.language))? {
            Parameter { kind: Kind::Flag, .. } => match value.as_str() {
                "true" => line.push(format!("--{name}")),
                "false" => {}
                _ => return Err(refusal::not_a_flag(name, value, call.language)),
            },
            Parameter { kind: Kind::Number(most), .. } => {
                line.push(format!("--{name}={}", number(name, value, *most, call)?));
            }
            Parameter { kind: Kind::Corner(most), .. } => {
                let last = corner(value)
                    .map_err(|why| Refusal::bad(name, why.text(lang(call.language))))?;
                let size = |n: &u32| u64::from(*n) + 1;
                let cells = last.0.iter().map(size).try_fold(1u64, u64::checked_mul);
                if cells.is_none_or(|cells| cells > *most) {
                    return Err(refusal::too_many_positions(name, *most, call.language));
                }
                line.push(format!("--{name}={value}"));
            }
            Parameter { kind: Kind::Text, .. } => line.push(format!("--{name}={value}")),
        }
    }
    for option in endpoint.options.iter().filter(|option| option.required) {
        if !call.parameters.iter().any(|(name, _)| name == option.name) {
            return Err(refusal::missing(option.name, call.language));
        }
    }
    match endpoint.sends {
        Sends::Object => {}
        Sends::ObjectAndFile(name) => line.push(format!("--certificate={name}")),
        Sends::File { option, name, .. } => line.push(format!("{option}={name}")),
    }
    if !endpoint.positional.is_empty() {
        line.push("--".to_string());
    }
    for (place, name) in endpoint.positional.iter().enumerate() {
        let mut given = call.parameters.iter().filter(|(known, _)| known == name);
        match (given.next(), given.next()) {
            (None, _) if place >= endpoint.required => {}
            (None, _) => return Err(refusal::missing(name, call.language)),
            (Some((_, value)), None) if is_file(name, value) => {
                return Err(refusal::file(name, call.language));
            }
            // `eval -` reads standard input, which is not the visitor's.
            (Some((_, value)), None) if value == "-" => line.push(" -".to_string()),
            (Some((_, value)), None) => line.push(value.clone()),
            (Some(_), Some(_)) => return Err(refusal::twice(name, call.language)),
        }
    }
    Ok(line)
}

/// Whether a command would take the value for the name of a file of this machine.
pub fn is_file(parameter: &str, value: &str) -> bool {
    match parameter {
        "rule" => names_file(value, "game"),
        "formula" => names_file(value, "formula"),
        _ => false,
    }
}

/// Checks the document that came with the question.
fn verdict(call: &Call, budget: &Budget, progress: &Progress) -> Result<Answer, Refusal> {
    let document = call.document.clone();
    let document = document.ok_or_else(|| refusal::missing("document", call.language))?;
    let text = Text::for_json(lang(call.language));
    let progress = progress.clone();
    let listener: Listener = Arc::new(move |news: &News| {
        if *news != News::Over {
            progress(&text.progress_line(news));
        }
    });
    let context = Context { listener: Some(listener), ..Context::new(budget.clone()) };
    let request = check::Request { document, steps: Some(CHECK_STEPS) };
    let mut verdict =
        check::answer(&request, &context).map_err(|error| refusal::failure(&error, &text))?;
    if let Some(limit) = verdict.stopped.as_ref().and_then(|stopped| stopped.reached) {
        return Err(refusal::failure(&limit.into(), &text));
    }
    verdict.fill_in(&text);
    Ok(Answer::json(serde_json::to_value(&verdict).unwrap_or_default()))
}

/// Reads a number up to a bound.
fn number(name: &str, value: &str, most: u64, call: &Call) -> Result<u64, Refusal> {
    let digits: String = value.trim().chars().filter(|c| *c != '_').collect();
    let wrong = || refusal::not_a_number(name, value, most, call.language);
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    digits.parse::<u64>().ok().filter(|n| plain && *n <= most).ok_or_else(wrong)
}
