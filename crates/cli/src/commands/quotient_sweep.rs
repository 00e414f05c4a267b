//! `ishitori quotient-sweep`: the quotients of many rules.

use ishitori_answers::Accepted;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use ishitori::prelude::Budget;
use ishitori::rules::heap::{HeapCode, HeapRule};
use ishitori::sweep::{Family, QuotientFile, QuotientQuery, QuotientSummary, sweep_quotients};
use serde_json::{Value as Json, json};

use super::heaps::read_rule;
use super::outcomes::read_end;
use super::sweep::command_line;
use crate::args::{Common, parse_duration};
use crate::failure::{Failure, LIMIT};
use crate::input;
use crate::output::Output;
use crate::quotient_args::QuotientSweepArgs;
use ishitori_words::heaps::limit_name;

/// A list of more rules than this is not a table that anybody reads.
const MAX_RULES: u64 = 100_000;
/// Bytes of a list of rules.
const MAX_LIST: u64 = 16 << 20;

pub fn run(
    args: &QuotientSweepArgs,
    output: &Output,
    budget: &Budget,
    common: &Common,
) -> Result<ExitCode, Failure> {
    let each = parse_duration(&args.each).ok_or_else(|| Failure::Argument {
        field: "each",
        value: args.each.clone(),
        accepted: Accepted::DurationEach,
    })?;
    check_name(args.out.as_deref())?;
    let end = read_end(&args.end)?;
    let threads = common.threads();
    let memory = budget.memory().map(|bytes| bytes / threads as u64);
    let query = QuotientQuery { rules: rules(args)?, end, to: args.to, time: Some(each), memory };
    let heading = format!("ishitori {}: {}", env!("CARGO_PKG_VERSION"), command_line(output));
    let file = args.out.as_deref().map(|path| QuotientFile {
        path,
        heading: &heading,
        resume: args.resume,
    });
    let started = Instant::now();
    let summary = sweep_quotients(&query, file, threads, budget).map_err(Failure::SweepFile)?;
    let seconds = started.elapsed().as_secs_f64();
    if let (Some(path), Some(_)) = (&args.out, &summary.stopped) {
        output.complain(&output.text().rows_are_kept(path));
    }
    if output.is_json() {
        output.print_json(&to_json(args, &query, &summary, seconds))?;
    } else {
        output.print(&output.text().quotient_sweep(&query, &summary, seconds))?;
    }
    let partial = summary.rows.iter().any(|row| !row.certified) && args.to.is_none();
    Ok(if summary.stopped.is_some() || partial { ExitCode::from(LIMIT) } else { ExitCode::SUCCESS })
}

fn check_name(out: Option<&Path>) -> Result<(), Failure> {
    let known = |path: &Path| {
        path.extension()
            .is_some_and(|e| ["csv", "parquet"].iter().any(|known| e.eq_ignore_ascii_case(known)))
    };
    match out {
        Some(path) if !known(path) => Err(Failure::Argument {
            field: "out",
            value: path.display().to_string(),
            accepted: Accepted::RowsFile,
        }),
        _ => Ok(()),
    }
}

fn rules(args: &QuotientSweepArgs) -> Result<Vec<HeapRule>, Failure> {
    if let Some(path) = &args.rules {
        let text = input::text(path, MAX_LIST)?;
        let lines = text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#'));
        if lines.clone().count() as u64 > MAX_RULES {
            return Err(Failure::Argument {
                field: "rules",
                value: path.display().to_string(),
                accepted: Accepted::RuleFile,
            });
        }
        return lines.map(read_rule).collect();
    }
    if let Some(digits) = args.octal {
        let codes = (1..=digits).flat_map(|length| {
            // The last digit is not 0: that code is shorter.
            (0..8_u32.pow(length)).filter(|code| code % 8 != 0).map(move |code| {
                let bits: Vec<u32> = (0..length).rev().map(|i| code >> (3 * i) & 7).collect();
                HeapRule::Impartial(HeapCode::from_bits(&bits))
            })
        });
        return Ok(codes.collect());
    }
    if let (Some(size), Some(max)) = (args.sub_size, args.max) {
        let mut rules = Vec::new();
        for min in args.min..=max {
            let family =
                Family::restricted(min, max, (size, size), &[], &[]).map_err(Failure::Family)?;
            if rules.len() as u64 + family.len() > MAX_RULES {
                return Err(Failure::Argument {
                    field: "sub-size",
                    value: size.to_string(),
                    accepted: Accepted::SmallFamily,
                });
            }
            for index in 0..family.len() {
                let set: Vec<u32> = family.set(index).numbers().collect();
                rules.push(HeapRule::Impartial(HeapCode::subtraction(&set)));
            }
        }
        return Ok(rules);
    }
    Err(Failure::Argument { field: "rules", value: String::new(), accepted: Accepted::Rules })
}

fn to_json(
    args: &QuotientSweepArgs,
    query: &QuotientQuery,
    summary: &QuotientSummary,
    seconds: f64,
) -> Json {
    let orders: Vec<_> = summary.orders().into_iter().map(|(o, n)| json!([o, n])).collect();
    let partial = summary
        .rows
        .iter()
        .filter(|row| !row.certified)
        .map(|row| json!({ "rule": row.rule, "order": row.order, "to_heap": row.to_heap }));
    let mut object = json!({
        "end": query.end.to_string(),
        "rules": query.rules.len(),
        "done": summary.rows.len(),
        "certified": summary.certified(),
        "partial": partial.collect::<Vec<_>>(),
        "refused": summary.refused.iter()
            .map(|(rule, why)| json!({ "rule": rule, "why": why })).collect::<Vec<_>>(),
        "orders": orders,
        "seconds": seconds,
    });
    if let Some(path) = args.out.as_ref().filter(|_| summary.stopped.is_none()) {
        object["out"] = json!(path.display().to_string());
    }
    if let Some(limit) = &summary.stopped {
        object["stopped"] = json!(limit_name(limit));
    }
    object
}
