//! `ishitori check`: verifies a certificate with the independent checker.

use std::io::Read;
use std::ops::ControlFlow;
use std::process::ExitCode;

use ishitori::certify::{Limits, Verdict, check_with};
use ishitori::prelude::Budget;
use serde_json::{Value as Json, json};

use crate::failure::{Failure, NO};
use crate::heap_args::CheckArgs;
use crate::output::Output;

pub fn run(args: &CheckArgs, output: &Output, budget: &Budget) -> Result<ExitCode, Failure> {
    let failed = |error| Failure::File { path: args.file.clone(), error };
    let mut bytes = Vec::new();
    if args.file.as_os_str() == "-" {
        std::io::stdin().read_to_end(&mut bytes).map_err(failed)?;
    } else {
        bytes = std::fs::read(&args.file).map_err(failed)?;
    }
    // What is not UTF-8 is not JSON either; the checker says so.
    let mut reached = None;
    let verdict = check_with(&String::from_utf8_lossy(&bytes), &Limits::default(), |_| {
        reached = budget.check(0).err();
        if reached.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    // Neither valid nor not: nothing is known.
    if let Some(limit) = reached {
        return Err(limit.into());
    }
    let Verdict { valid, claim: statement, why } = &verdict;
    if output.is_json() {
        output.print_json(&to_json(&verdict))?;
    } else {
        let claim = statement.as_ref().map(|s| s.to_string());
        output.print(&output.text().verdict(*valid, claim.as_deref(), &why.to_string()))?;
    }
    Ok(if *valid { ExitCode::SUCCESS } else { ExitCode::from(NO) })
}

/// A verdict as a JSON object.
pub fn to_json(verdict: &Verdict) -> Json {
    let claim = verdict.claim.as_ref().map(|s| s.to_string());
    json!({ "valid": verdict.valid, "claim": claim, "why": verdict.why.to_string() })
}
