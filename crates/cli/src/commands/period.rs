//! `ishitori period`: the period of a Grundy sequence, proved.

use ishitori_answers::checkpoint::Checkpoint;
use ishitori_answers::{Accepted, Instead};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use ishitori::language::TextGame;
use ishitori::prelude::Budget;
use ishitori::rules::end::EndRule;
use ishitori::rules::heap::{HeapCode, HeapRule};
use ishitori::solve::ending::{Cycle, outcomes};
use ishitori::solve::heap::{PeriodReport, PeriodSearch, Status, find_misere_period, grundy};
use ishitori::solve::known::{Effort, Observed, observed_period};
use ishitori::solve::tuple::grundy_table;
use serde_json::{Value as Json, json};

use crate::args::Common;
use crate::failure::{BAD_INPUT, Failure, LIMIT, NO};
use crate::heap_args::{End, PeriodArgs};
use crate::output::Output;
use ishitori_answers::SameGame;
use ishitori_answers::rule::{Rule, plane_game, read_fixed};
use ishitori_words::heaps::limit_name;

/// Heaps looked at in a row of a table when nothing is said.
const DEFAULT_LIMIT_ROW: u64 = 500;
/// The same in misère play: canonical forms grow fast where heaps are broken.
const DEFAULT_LIMIT_BREAKING: u64 = 50;
const DEFAULT_LIMIT_TAKING: u64 = 4_000_000;
const DEFAULT_TIME: Duration = Duration::from_secs(60);
/// Between two lines of progress.
const SHOW_EVERY: Duration = Duration::from_millis(200);

pub fn run(
    args: &PeriodArgs,
    output: &Output,
    budget: &Budget,
    common: &Common,
) -> Result<ExitCode, Failure> {
    let rule = crate::rule::read(&args.rule, &args.settings)?;
    let code = match (rule.code(), rule) {
        (Some(code), _) if args.row.is_empty() => code,
        (_, Rule::Game(game)) => return row(&game, args, output, budget),
        (_, Rule::Heap(HeapRule::Plane(rule))) => {
            return row(&plane_game(rule), args, output, budget);
        }
        (_, Rule::Heap(rule)) => return Err(Failure::NotOneHeap { rule }),
    };
    if args.end == End::Misere {
        return misere(&code, args, output, budget, common);
    }
    let limit = args.limit.map_or(Effort::Search.heaps(&code), |n| n + 1);
    let budget = match (args.limit, common.has_time_limit()) {
        (None, false) => &budget.clone().with_time(DEFAULT_TIME),
        _ => budget,
    };
    let mut checkpoint = Checkpoint::open(args.checkpoint.as_deref())?;
    let report = search(&code, limit, &mut checkpoint, output, budget, common)?;
    let unsaved = checkpoint.failed();
    output.notes(&checkpoint.into_notes());
    let mut certificate = None;
    if let Some(path) = &args.certificate {
        match report.certificate(&code) {
            Some(document) => {
                output.write_file(path, document.to_json().as_bytes())?;
                certificate = Some(path.display().to_string());
            }
            None => output.notes(&[no_certificate(report.status == Status::Proved)]),
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
    let refused = args.certificate.is_some() && certificate.is_none();
    Ok(match report.stopped.is_some() && report.status != Status::Proved {
        _ if unsaved => ExitCode::from(BAD_INPUT),
        true => ExitCode::from(LIMIT),
        false if refused => ExitCode::from(NO),
        false => ExitCode::SUCCESS,
    })
}

/// What a row of a game in the language looks like.
fn row(
    game: &TextGame,
    args: &PeriodArgs,
    output: &Output,
    budget: &Budget,
) -> Result<ExitCode, Failure> {
    let heaps_only = |given: bool, field| {
        let (value, accepted) = (game.to_string(), Accepted::HeapRuleHere);
        if given { Err(Failure::Argument { field, value, accepted }) } else { Ok(()) }
    };
    heaps_only(args.certificate.is_some(), "certificate")?;
    heaps_only(args.checkpoint.is_some(), "checkpoint")?;
    let fixed = read_fixed(game, "row", &args.row)?;
    let free: Vec<usize> = (0..game.width()).filter(|&i| fixed[i].is_none()).collect();
    if args.row.is_empty() && free.len() > 1 {
        let (game, instead) = (game.clone(), Instead::Row);
        return Err(Failure::SeveralCoordinates { game, instead });
    }
    let &[axis] = free.as_slice() else {
        return Err(Failure::Argument {
            field: "row",
            value: args.row.join(" "),
            accepted: Accepted::AllButOne,
        });
    };
    let last = args.limit.unwrap_or(DEFAULT_LIMIT_ROW).min(u64::from(u32::MAX)) as u32;
    let corner: Vec<u32> = fixed.iter().map(|f| f.map_or(last, |v| v as u32)).collect();
    let table = grundy_table(game, &corner, budget)
        .map_err(|error| Failure::Game { game: game.clone(), error })?;
    let mut position: Vec<i64> = fixed.iter().map(|f| f.unwrap_or(0)).collect();
    // A row may begin late: 3 ≤ z div k needs z ≥ 3k.
    let mut values: Vec<u32> = Vec::new();
    let mut first = None;
    for n in 0..=i64::from(last) {
        position[axis] = n;
        match table.get(&position) {
            Some(value) => {
                first.get_or_insert(n);
                values.push(value);
            }
            None if first.is_none() => {}
            None => break,
        }
    }
    // A row with a gap is none: what comes after it would be left out.
    let end = first.map_or(0, |first| first + values.len() as i64);
    let after = (end..=i64::from(last)).find(|&n| {
        position[axis] = n;
        table.get(&position).is_some()
    });
    if let (Some(present), Some(_), None) = (after, first, table.stopped) {
        return Err(Failure::Gap { game: game.clone(), missing: end, present });
    }
    let first = first.unwrap_or(0);
    let observed = observed_period(&values).map(|mut seen| {
        seen.preperiod += first as usize;
        seen
    });
    let count = first as usize + values.len();
    if output.is_json() {
        let mut object = json!({
            "rule": game.to_string(),
            "row": args.row,
            "status": "no-theorem",
            "period": null,
            "preperiod": null,
            "saltus": null,
            "max_value": values.iter().max(),
            "first": first,
            "computed_to": count as i64 - 1,
            "observed": observed.as_ref().map(observed_json),
        });
        if let Some(limit) = &table.stopped {
            object["stopped"] = json!(limit_name(limit));
        }
        output.print_json(&object)?;
    } else {
        let title = format!("{game}  {}", args.row.join(" "));
        output.print(&output.text().observed(title.trim(), count, observed))?;
        if let Some(limit) = &table.stopped {
            output.complain(&output.text().limit(limit));
        }
    }
    Ok(if table.stopped.is_some() { ExitCode::from(LIMIT) } else { ExitCode::SUCCESS })
}

/// The period of the misère Grundy numbers.
fn misere(
    code: &HeapCode,
    args: &PeriodArgs,
    output: &Output,
    budget: &Budget,
    common: &Common,
) -> Result<ExitCode, Failure> {
    let normal_only = |given: bool, field| {
        let value = String::from("--end misere");
        let accepted = Accepted::NormalEnd;
        if given { Err(Failure::Argument { field, value, accepted }) } else { Ok(()) }
    };
    normal_only(args.certificate.is_some(), "certificate")?;
    normal_only(args.checkpoint.is_some(), "checkpoint")?;
    let breaks = code.max_parts().is_none_or(|parts| parts > 1);
    let default = if breaks { DEFAULT_LIMIT_BREAKING } else { DEFAULT_LIMIT_TAKING };
    let limit = args.limit.map_or(default, |n| n + 1);
    let budget = match common.has_time_limit() {
        false => &budget.clone().with_time(DEFAULT_TIME),
        true => budget,
    };
    let report = find_misere_period(code, limit, budget).map_err(Failure::Heap)?;
    // Who wins may be known where the numbers are not.
    let winners = match report.status {
        Status::NoTheorem => {
            let rule = HeapRule::Impartial(code.clone());
            outcomes(&rule, &EndRule::misere(), 1, budget)
                .map_err(Failure::Ending)?
                .knowledge
                .cycle()
        }
        _ => None,
    };
    if output.is_json() {
        let mut object = to_json(code, &report, None);
        if let Some(Cycle { period, preperiod }) = winners {
            object["win_lose"] = json!({ "period": period, "preperiod": preperiod });
        }
        object["end"] = json!("misere");
        object["engine"] = json!("misere");
        output.print_json(&object)?;
    } else {
        output.print(&output.text().misere_period_report(code, &report, winners))?;
    }
    Ok(if report.stopped.is_some() { ExitCode::from(LIMIT) } else { ExitCode::SUCCESS })
}

fn search(
    code: &HeapCode,
    limit: u64,
    checkpoint: &mut Checkpoint<'_>,
    output: &Output,
    budget: &Budget,
    common: &Common,
) -> Result<PeriodReport, Failure> {
    let mut search = match checkpoint.found() {
        Some(path) => {
            PeriodSearch::resume(code, limit, path, budget).map_err(Failure::Checkpoint)?
        }
        None => PeriodSearch::new(code, limit),
    };
    search.set_threads(common.threads());
    let started = Instant::now();
    let before = search.progress().computed;
    let mut shown = started;
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
        checkpoint.now_and_then(|path| search.save(path));
    };
    if watched && shown > started {
        output.progress("");
    }
    checkpoint.finally(report.stopped.is_some(), |path| search.save(path));
    Ok(report)
}

/// A period that was seen and not proved.
pub fn observed_json(seen: &Observed) -> Json {
    json!({ "period": seen.period, "preperiod": seen.preperiod, "saltus": seen.saltus })
}

fn to_json(code: &HeapCode, report: &PeriodReport, certificate: Option<&str>) -> Json {
    let found = report.periodicity.as_ref();
    let mut object = json!({
        "rule": code.to_string(),
        "status": report.status.name(),
        "period": found.map(|p| p.values.period),
        "preperiod": found.map(|p| p.values.preperiod),
        "saltus": found.map(|p| p.saltus),
        // Values that grow by a saltus have no largest one.
        "max_value": Some(report.max_value).filter(|_| found.is_none_or(|p| p.saltus == 0)),
        "exceptions": found.and_then(|p| p.exceptions.clone()),
        "computed_to": report.computed_to.saturating_sub(1),
        "method": found.map(|p| p.proof.name()),
        "engine": report.engine.name(),
        "win_lose": found.and_then(|p| p.win_lose).map(|w| json!({
            "period": w.period,
            "preperiod": w.preperiod,
        })),
    });
    if found.is_none() {
        object["observed"] = json!(report.observed.as_ref().map(observed_json));
    }
    if let Some(rares) = report.rares {
        object["rares"] = json!(rares);
    }
    if let Some(same) = SameGame::of(code) {
        object["same_game_as"] = json!(same);
    }
    if let Some(limit) = &report.stopped {
        object["stopped"] = json!(limit_name(limit));
    }
    if let Some(path) = certificate {
        object["certificate"] = json!(path);
    }
    object
}

fn no_certificate(proved: bool) -> ishitori_answers::Note {
    use ishitori_answers::{NoCertificate, Note};
    Note::NoCertificate(if proved { NoCertificate::Rule } else { NoCertificate::NothingProved })
}

fn repeating_part(
    values: &[u32],
    periodicity: &ishitori::solve::heap::Periodicity,
) -> Option<String> {
    let (p, n0) = (periodicity.values.period as usize, periodicity.values.preperiod as usize);
    let part = values.get(n0..n0 + p).filter(|_| p <= 40)?;
    Some(part.iter().map(|v| v.to_string()).collect::<Vec<_>>().join(" "))
}
