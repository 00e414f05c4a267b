//! `ishitori outcomes`: the outcome classes of one heap under an end rule.

use std::process::ExitCode;

use ishitori::prelude::Budget;
use ishitori::rules::end::EndRule;
use ishitori::solve::ending::outcomes;
use serde_json::json;

use super::heaps::read_rule;
use crate::ending_args::OutcomesArgs;
use crate::failure::{Failure, LIMIT};
use crate::output::Output;
use crate::text::heaps::limit_name;

/// Reads an end rule.
pub fn read_end(text: &str) -> Result<EndRule, Failure> {
    text.parse().map_err(|error| Failure::End { error })
}

pub fn run(args: &OutcomesArgs, output: &Output, budget: &Budget) -> Result<ExitCode, Failure> {
    let (rule, end) = (read_rule(&args.rule)?, read_end(&args.end)?);
    let run = outcomes(&rule, &end, args.to as usize + 1, budget).map_err(Failure::Ending)?;
    let mut certificate = None;
    if let Some(path) = &args.certificate {
        match run.certificate(&rule, &end, budget).map_err(Failure::Ending)? {
            Some(document) => {
                output.write_file(path, document.to_json().as_bytes())?;
                certificate = Some(path.display().to_string());
            }
            None => output.complain(output.text().no_outcome_certificate(run.knowledge)),
        }
    }
    let word: String = run.outcomes.iter().map(|o| o.to_string()).collect();
    if output.is_json() {
        let cycle = run.knowledge.cycle();
        let mut object = json!({
            "rule": rule.to_string(),
            "end": end.to_string(),
            "outcomes": word,
            "period": cycle.map(|c| c.period),
            "preperiod": cycle.map(|c| c.preperiod),
            "status": run.knowledge.name(),
        });
        if let Some(path) = &certificate {
            object["certificate"] = json!(path);
        }
        if let Some(limit) = &run.stopped {
            object["stopped"] = json!(limit_name(limit));
            object["asked_to"] = json!(args.to);
        }
        output.print_json(&object)?;
    } else {
        let text = output.text();
        output.print(&text.outcomes(&rule, &end, &word, run.knowledge, certificate.as_deref()))?;
        if let Some(limit) = &run.stopped {
            output.complain(&output.text().stopped(run.outcomes.len() as u64, limit));
        }
    }
    Ok(if run.stopped.is_some() { ExitCode::from(LIMIT) } else { ExitCode::SUCCESS })
}
