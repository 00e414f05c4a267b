//! `ishitori sweep`: whole families of subtraction sets.

use ishitori_answers::Accepted;
use ishitori_words::set_name;
use std::path::Path;
use std::process::ExitCode;

use ishitori::prelude::{Budget, LimitReached, Outcome};
use ishitori::sweep::{
    Expression, Family, FileError, Query, SweepError, SweepSummary, Workers, sweep, sweep_to_file,
};
use serde_json::{Value as Json, json};

use super::draw::Kind;
use super::outcomes::read_end;
use super::strips::Charts;
use crate::args::Common;
use crate::ending_args::SweepArgs;
use crate::failure::{Failure, LIMIT, NO};
use crate::output::Output;
use crate::progress::Bar;
use ishitori_words::heaps::limit_name;

/// A family of more sets than this wants a second thought.
const ASK_FROM: u64 = 1 << 40;

pub fn run(
    args: &SweepArgs,
    output: &Output,
    budget: &Budget,
    common: &Common,
) -> Result<ExitCode, Failure> {
    // Before any work: a name that no picture can have.
    if let Some(path) = &args.chart {
        Kind::of(path, "chart")?;
    }
    let sizes = (args.min_size, args.max_size.unwrap_or(u32::MAX));
    let family = Family::restricted(args.min, args.max, sizes, &args.with, &args.without)
        .map_err(Failure::Family)?;
    let query = query(args)?;
    check_files(args)?;
    let threads = common.threads();
    if family.len() > ASK_FROM && !args.yes {
        let seconds = family.len() as f64 / query.sets_per_second(&family) / threads as f64;
        return Err(Failure::TooManySets { sets: family.len(), seconds });
    }
    let charts = Charts::prepare(args, &family, &query, budget)?;
    let command = format!("ishitori {}: {}", env!("CARGO_PKG_VERSION"), command_line(output));
    let bar = Bar::new(output, family.len(), output.text().sets());
    let advance = |sets| bar.advance(sets);
    let workers = Workers { progress: Some(&advance), ..Workers::new(threads, budget) };
    let done = match &args.out {
        None => match sweep(&family, &query, &workers) {
            Ok(summary) => Ok((summary, None)),
            Err(SweepError::Limit { limit, done }) => Ok((*done, Some(limit))),
            Err(error) => Err(Failure::Sweep(error)),
        },
        Some(path) => match sweep_to_file(&family, &query, path, &command, args.resume, &workers) {
            Ok(summary) => Ok((summary, None)),
            Err(FileError::Limit { limit, done }) => Ok((*done, Some(limit))),
            Err(error) => Err(Failure::SweepFile(error)),
        },
    };
    bar.clear();
    let (summary, stopped) = done?;
    if let (Some(path), Some(_)) = (&args.out, &stopped) {
        output.complain(&output.text().rows_are_kept(path));
    }
    if stopped.is_none() {
        charts.write(output, budget)?;
    }
    if output.is_json() {
        output.print_json(&to_json(args, &family, &query, &summary, stopped.as_ref()))?;
    } else {
        let text = output.text();
        output.print(&text.sweep(&family, &query, &summary, stopped.as_ref()))?;
    }
    let refuted = summary.checks.iter().any(|check| check.violations > 0);
    Ok(match (stopped, refuted) {
        (Some(_), _) => ExitCode::from(LIMIT),
        (None, true) => ExitCode::from(NO),
        (None, false) => ExitCode::SUCCESS,
    })
}

fn query(args: &SweepArgs) -> Result<Query, Failure> {
    let mut query = Query::new(read_end(&args.end)?);
    let read = |field: &'static str, text: &String| {
        let failed = |error| Failure::Condition { field, source: text.clone(), error };
        text.parse::<Expression>().map_err(failed)
    };
    query.condition = args.condition.as_ref().map(|text| read("where", text)).transpose()?;
    query.counts = args.count.iter().map(|text| read("count", text)).collect::<Result<_, _>>()?;
    query.totals = args.total.iter().map(|text| read("total", text)).collect::<Result<_, _>>()?;
    query.group_by = args.group_by.as_ref().map(|text| read("group-by", text)).transpose()?;
    let checks = args.check.iter().map(|text| text.parse().map_err(Failure::Check));
    query.checks = checks.collect::<Result<_, _>>()?;
    query.grundy = args.grundy;
    Ok(query)
}

/// Refuses names that say nothing known about the format, before anything is computed.
fn check_files(args: &SweepArgs) -> Result<(), Failure> {
    let wrong = |path: &Path, endings: &[&str]| {
        !path.extension().is_some_and(|e| endings.iter().any(|known| e.eq_ignore_ascii_case(known)))
    };
    for (field, path, endings, accepted) in [
        ("out", &args.out, &["csv", "parquet"][..], Accepted::RowsFile),
        ("chart", &args.chart, &["svg", "png", "pdf"], Accepted::PictureFile),
    ] {
        if let Some(path) = path.as_deref().filter(|path| wrong(path, endings)) {
            let value = path.display().to_string();
            return Err(Failure::Argument { field, value, accepted });
        }
    }
    Ok(())
}

/// The arguments as they were typed, to stand in every file.
pub fn command_line(output: &Output) -> String {
    // What changes how the work is done but not the result is left out, so that files are equal.
    let mut words = Vec::new();
    let mut arguments = output.command_line().into_iter();
    while let Some(word) = arguments.next() {
        match word.as_str() {
            "--threads" | "--out" | "--chart" | "--tiles" => drop(arguments.next()),
            "--resume" | "--json" => {}
            w if w.starts_with("--threads=") => {}
            _ => words.push(word),
        }
    }
    words.join(" ")
}

fn to_json(
    args: &SweepArgs,
    family: &Family,
    query: &Query,
    summary: &SweepSummary,
    stopped: Option<&LimitReached>,
) -> Json {
    let by_letter = |counts: &[u64; 4], letter: Outcome| counts[letter as usize];
    let extreme = |found: Option<(u64, u64)>| {
        found.map(|(value, index)| json!({ "value": value, "set": set_name(&family.set(index)) }))
    };
    let mut object = json!({
        "family": family.describe(),
        "end": query.end.to_string(),
        "sets": summary.sets,
    });
    if let Some(condition) = &query.condition {
        object["where"] = json!(condition.text());
        object["matching"] = json!(summary.matching);
        object["where_without_value"] = json!(summary.missing.condition);
    }
    for letter in [Outcome::L, Outcome::R, Outcome::N, Outcome::P] {
        let count = by_letter(&summary.eventually_all, letter);
        object[format!("eventually_all_{letter}")] = json!(count);
    }
    for letter in [Outcome::L, Outcome::R, Outcome::N, Outcome::P] {
        object[format!("has_{letter}")] = json!(by_letter(&summary.has, letter));
    }
    object["period_not_found"] = json!(summary.not_found);
    object["max_period"] = json!(extreme(summary.max_period));
    object["max_preperiod"] = json!(extreme(summary.max_preperiod));
    if !query.counts.is_empty() {
        let counts = summary.counts.iter().zip(&summary.missing.counts);
        object["counts"] = query
            .counts
            .iter()
            .zip(counts)
            .map(|(expression, (count, missing))| {
                json!({
                    "expression": expression.text(),
                    "count": count,
                    "of": summary.matching,
                    "without_value": missing,
                })
            })
            .collect();
    }
    if !query.totals.is_empty() {
        let totals = summary.totals.iter().zip(&summary.missing.totals);
        object["totals"] = query
            .totals
            .iter()
            .zip(totals)
            .map(|(expression, (total, missing))| {
                json!({
                    "expression": expression.text(),
                    "total": total,
                    "over": summary.matching,
                    "without_value": missing,
                })
            })
            .collect();
    }
    if let Some(group) = &query.group_by {
        let shown = |value: i64| match group.show(Some(value)) {
            text if text == value.to_string() => json!(value),
            text => json!(text),
        };
        let none = (summary.no_group > 0).then(|| json!(["none", summary.no_group]));
        let groups = summary.groups.iter().map(|(v, n)| json!([shown(*v), n]));
        let groups: Vec<_> = none.into_iter().chain(groups).collect();
        object["group_by"] = json!({
            "expression": group.text(),
            "groups": groups,
            "without_value": summary.missing.group,
        });
    }
    if !query.checks.is_empty() {
        let checks = summary.checks.iter().map(|check| {
            json!({
                "check": check.name,
                "hypothesis": check.hypothesis,
                "violations": check.violations,
                "counterexample": check.first_violation.map(|i| set_name(&family.set(i))),
            })
        });
        object["checks"] = checks.collect();
    }
    for (key, path) in [("out", &args.out), ("chart", &args.chart), ("tiles", &args.tiles)] {
        if let Some(path) = path.as_ref().filter(|_| stopped.is_none()) {
            object[key] = json!(path.display().to_string());
        }
    }
    if let Some(limit) = stopped {
        object["stopped"] = json!(limit_name(limit));
        object["sets_asked"] = json!(family.len());
    }
    object
}
