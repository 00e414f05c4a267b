//! `ishitori check`: verifies a certificate with the independent checker.

use std::ops::ControlFlow;
use std::process::ExitCode;

use ishitori::certify::{Limits, Rejection, Verdict, Why, check_with};
use ishitori::prelude::Budget;
use serde_json::{Value as Json, json};

use crate::failure::{Failure, LIMIT, NO};
use crate::heap_args::CheckArgs;
use crate::input;
use crate::output::Output;
use crate::text::Text;

/// The largest certificate that is read.
const MOST_BYTES: u64 = 1 << 32;

pub fn run(args: &CheckArgs, output: &Output, budget: &Budget) -> Result<ExitCode, Failure> {
    let bytes = input::bytes(&args.file, budget.memory().unwrap_or(MOST_BYTES).min(MOST_BYTES))?;
    // What is not UTF-8 is not JSON either; the checker says so.
    let document = String::from_utf8_lossy(&bytes);
    let default = Limits::default();
    let memory = budget.memory().unwrap_or(default.memory);
    let verdict = check_with(&document, &Limits { memory, ..default }, |_| match budget.check(0) {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    });
    if output.is_json() {
        output.print_json(&to_json(&verdict, output.text()))?;
    } else {
        output.print(&output.text().verdict(&verdict))?;
    }
    if verdict.valid {
        return Ok(ExitCode::SUCCESS);
    }
    // A check that was stopped has not found the certificate wrong.
    match (&verdict.why, budget.check(0)) {
        (Why::Rejected(Rejection::Cancelled), Err(limit)) => {
            output.complain(&output.text().failure(&Failure::Limit(limit)));
            Ok(ExitCode::from(LIMIT))
        }
        _ => Ok(ExitCode::from(NO)),
    }
}

/// A verdict as a JSON object, in the language of the reader.
pub fn to_json(verdict: &Verdict, text: Text) -> Json {
    json!({
        "valid": verdict.valid,
        "claim": text.claim(verdict),
        "why": text.verdict_reason(verdict),
        "theorem": text.theorem(verdict),
    })
}
