//! `ishitori check`: verifies certificates with the independent checker.

use std::path::Path;

use ishitori_answers::{Accepted, Answered, Context, Finish, check};
use ishitori_words::Describe;
use serde::Serialize;

use crate::ExitCode;
use crate::failure::{BAD_INPUT, Failure, exit, status};
use crate::heap_args::CheckArgs;
use crate::input;
use crate::output::Output;

/// The largest certificate that is read.
const MOST_BYTES: u64 = 1 << 32;

pub fn run(args: &CheckArgs, output: &Output, context: &Context) -> Result<ExitCode, Failure> {
    let context = &Context { checkpoint: args.checkpoint.clone(), ..context.clone() };
    let refused = |field: &'static str, path: &Path, accepted: Accepted| {
        Err(Failure::Argument { field, value: path.display().to_string(), accepted })
    };
    match (args.files.as_slice(), &args.checkpoint, &args.lean) {
        ([file], _, lean) => {
            let answer = verdict(file, context)?;
            if let Some(path) = lean.as_deref().filter(|_| answer.valid == Some(true)) {
                let Some(text) = check::lean(&answer) else {
                    return refused("lean", path, Accepted::CertificateForLean);
                };
                output.write_file(path, text.as_bytes())?;
            }
            output.answer(answer)
        }
        (files, None, None) => several(files, output, context),
        // What is noted there, and what is written, is about one certificate.
        (_, Some(path), _) => refused("checkpoint", path, Accepted::OneFile),
        (_, None, Some(path)) => refused("lean", path, Accepted::OneFile),
    }
}

/// The verdict on the certificate in a file.
fn verdict(file: &Path, context: &Context) -> Result<check::Answer, Failure> {
    let most = context.budget.memory().unwrap_or(MOST_BYTES).min(MOST_BYTES);
    let bytes = match input::bytes(file, most) {
        // A certificate that does not fit into the memory allowed is neither right nor wrong.
        Err(Failure::TooLarge { .. }) => return Ok(check::not_read(context, most)),
        bytes => bytes?,
    };
    // What is not UTF-8 is not JSON either; the checker says so.
    let document = match String::from_utf8(bytes) {
        Ok(document) => document,
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    };
    check::answer(&check::Request { document, steps: None }, context)
}

/// The verdict on one of several files, or why there is none.
#[derive(Serialize)]
struct Checked {
    file: String,
    #[serde(flatten)]
    answer: Option<check::Answer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// All of them.
#[derive(Serialize)]
struct AllChecked {
    files: Vec<Checked>,
}

/// The verdicts on several files, a line each. The exit status is that of bad input if a file cannot be read,
/// that of a no if a certificate is not valid, and that of a limit if one was not decided.
fn several(
    files: &[impl AsRef<Path>],
    output: &Output,
    context: &Context,
) -> Result<ExitCode, Failure> {
    let text = output.text();
    let (mut all, mut code) = (Vec::new(), ExitCode::SUCCESS);
    // The worst comes first here: no file, not valid, not decided.
    let worse = |old: ExitCode, new: ExitCode| {
        let rank = |code: ExitCode| [0, 2, 3, 1][usize::from(code.value().min(3))];
        if rank(new) > rank(old) { new } else { old }
    };
    for file in files.iter().map(AsRef::as_ref) {
        let name = file.display().to_string();
        match verdict(file, context) {
            Ok(mut answer) => {
                answer.localize(&text);
                code = worse(code, exit(answer.finish()));
                if !output.is_json() {
                    output.print(&format!("{name}: {}", text.checked_in_a_line(&answer)))?;
                }
                let stop = answer.finish() == Finish::Partial && context.budget.check(0).is_err();
                all.push(Checked { file: name, answer: Some(answer), error: None });
                if stop {
                    break;
                }
            }
            Err(failure) => {
                let why = text.failure(&failure);
                code = worse(code, ExitCode::from(status(&failure).max(BAD_INPUT)));
                output.write_error(&why);
                all.push(Checked { file: name, answer: None, error: Some(why) });
            }
        }
    }
    if output.is_json() {
        output.print_data(&AllChecked { files: all })?;
    }
    Ok(code)
}
