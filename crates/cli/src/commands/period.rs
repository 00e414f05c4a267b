//! `ishitori period`: the period of a Grundy sequence, proved.

use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use ishitori::prelude::Budget;
use ishitori::rules::heap::Code;
use ishitori::solve::heap::{Engine, PeriodReport, PeriodSearch, Status, grundy};
use serde_json::{Value as Json, json};

use super::grundy::repeating_part;
use super::heaps::read_code;
use crate::args::Common;
use crate::failure::{Failure, LIMIT};
use crate::heap_args::PeriodArgs;
use crate::output::Output;
use crate::text::heaps::limit_name;

/// Heaps looked at when nothing is said.
const DEFAULT_LIMIT: u64 = 500_000_000;
const DEFAULT_LIMIT_NAIVE: u64 = 2000;
const DEFAULT_TIME: Duration = Duration::from_secs(60);
/// Between two checkpoints, and between two lines of progress.
const SAVE_EVERY: Duration = Duration::from_secs(10);
const SHOW_EVERY: Duration = Duration::from_millis(200);

pub fn run(
    args: &PeriodArgs,
    output: &Output,
    budget: &Budget,
    common: &Common,
) -> Result<ExitCode, Failure> {
    let code = read_code(&args.rule)?;
    let naive = Engine::choose(&code) == Engine::Naive;
    let default = if naive { DEFAULT_LIMIT_NAIVE } else { DEFAULT_LIMIT };
    let limit = args.limit.map_or(default, |n| n + 1);
    let budget = match (args.limit, common.has_time_limit()) {
        (None, false) => &budget.clone().with_time(DEFAULT_TIME),
        _ => budget,
    };
    let report = search(&code, limit, args.checkpoint.as_deref(), output, budget)?;
    let mut certificate = None;
    if let Some(path) = &args.certificate {
        match report.certificate(&code) {
            Some(document) => {
                output.write_file(path, document.to_json().as_bytes())?;
                certificate = Some(path.display().to_string());
            }
            None => output.complain(output.text().no_certificate(report.status)),
        }
    }
    if output.is_json() {
        output.print_json(&to_json(&code, &report, certificate.as_deref()))?;
    } else {
        let text = output.text();
        let part = report.periodicity.as_ref().and_then(|periodicity| {
            let end = periodicity.values.preperiod + periodicity.values.period;
            let small = end <= 100_000 && periodicity.saltus == 0;
            let run = small.then(|| grundy(&code, end, None, budget).ok()).flatten()?;
            repeating_part(&run.values.iter().collect::<Vec<_>>(), periodicity)
        });
        output.print(&text.period_report(
            &code,
            &report,
            part.as_deref(),
            certificate.as_deref(),
        ))?;
    }
    Ok(if report.stopped.is_some() && report.status != Status::Proved {
        ExitCode::from(LIMIT)
    } else {
        ExitCode::SUCCESS
    })
}

fn search(
    code: &Code,
    limit: u64,
    checkpoint: Option<&Path>,
    output: &Output,
    budget: &Budget,
) -> Result<PeriodReport, Failure> {
    let mut search = match checkpoint {
        Some(path) if path.exists() => {
            PeriodSearch::resume(code, limit, path).map_err(Failure::Checkpoint)?
        }
        _ => PeriodSearch::new(code, limit),
    };
    let started = Instant::now();
    let before = search.progress().computed;
    let (mut shown, mut saved) = (started, started);
    let watched = output.is_watched();
    let report = loop {
        if let Some(report) = search.step(budget).map_err(Failure::Heap)? {
            break report;
        }
        let now = Instant::now();
        if watched && now - shown > SHOW_EVERY {
            shown = now;
            let progress = search.progress();
            let rate = (progress.computed - before) as f64 / (now - started).as_secs_f64();
            output.progress(&output.text().progress(&progress, rate));
        }
        if let Some(path) = checkpoint
            && now - saved > SAVE_EVERY
        {
            search.save(path).map_err(Failure::Checkpoint)?;
            saved = Instant::now();
        }
    };
    if watched && shown > started {
        output.progress("");
    }
    if let Some(path) = checkpoint {
        search.save(path).map_err(Failure::Checkpoint)?;
    }
    Ok(report)
}

fn to_json(code: &Code, report: &PeriodReport, certificate: Option<&str>) -> Json {
    let found = report.periodicity.as_ref();
    let mut object = json!({
        "rule": code.to_string(),
        "status": report.status.name(),
        "period": found.map(|p| p.values.period),
        "preperiod": found.map(|p| p.values.preperiod),
        "saltus": found.map(|p| p.saltus),
        "max_value": report.max_value,
        "exceptions": found.and_then(|p| p.exceptions.clone()),
        "computed_to": report.computed_to.saturating_sub(1),
        "method": found.map(|p| p.proof.name()),
        "engine": report.engine.name(),
        "win_lose": found.and_then(|p| p.win_lose).map(|w| json!({
            "period": w.period,
            "preperiod": w.preperiod,
        })),
    });
    if let Some(rares) = report.rares {
        object["rares"] = json!(rares);
    }
    if let Some((standard, shift)) = code.standard_form().filter(|(_, shift)| *shift > 0) {
        object["same_game_as"] = json!({ "rule": standard.to_string(), "shift": shift });
    }
    if let Some(limit) = &report.stopped {
        object["stopped"] = json!(limit_name(limit));
    }
    if let Some(path) = certificate {
        object["certificate"] = json!(path);
    }
    object
}
