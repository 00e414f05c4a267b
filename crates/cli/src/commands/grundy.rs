//! `ishitori grundy`: Grundy numbers of heaps.

use std::fmt::Write;
use std::process::ExitCode;

use ishitori::language::EndKind;
use ishitori::prelude::{Budget, LimitReached};
use ishitori::rules::heap::{Code, HeapRule};
use ishitori::solve::heap::{Genus, Periodicity, misere};
use ishitori::solve::known::glance;
use ishitori::solve::tuple::TupleError;
use serde_json::json;

use super::sequence::{GrundySequence, grundy_sequence};
use crate::args::Common;
use crate::failure::{Failure, LIMIT};
use crate::heap_args::{End, Format, GrundyArgs};
use crate::output::Output;
use crate::rule::UserRule;
use crate::text::heaps::{limit_name, same_game};

/// Up to this heap a table is aligned by the period.
const ALIGNED: u64 = 200_000;

pub fn run(
    args: &GrundyArgs,
    output: &Output,
    budget: &Budget,
    common: &Common,
) -> Result<ExitCode, Failure> {
    let rule = UserRule::read(&args.rule, &args.settings)?;
    let own = match &rule {
        UserRule::Game(game) => game.end(),
        UserRule::Heap(_) => EndKind::Normal,
    };
    let misere_play = args.end == End::Misere || own == EndKind::Misere;
    let sequence = match rule.heap_rule() {
        Some(HeapRule::Impartial(code)) if misere_play => {
            let run = misere(&code, args.to as usize + 1, budget).map_err(Failure::Heap)?;
            Sequence {
                rule: code.to_string(),
                code: Some(code),
                values: run.values(),
                genus: Some(run.genus),
                engine: "misere",
                stopped: run.stopped,
            }
        }
        _ if args.end == End::Misere => match rule {
            UserRule::Heap(rule) => return Err(Failure::NotOneHeap { rule }),
            UserRule::Game(game) => {
                return Err(Failure::Game { game, error: TupleError::NotNormal });
            }
        },
        _ => {
            let GrundySequence { rule, code, values, engine, stopped } = grundy_sequence(
                &args.rule,
                &args.settings,
                args.to,
                args.engine,
                common.threads(),
                budget,
            )?;
            Sequence { rule, code, values, genus: None, engine, stopped }
        }
    };
    if output.is_json() {
        print_json(args, &sequence, output)?;
    } else {
        let command = command(args, &sequence);
        output.print(
            match args.format {
                Format::Text => table(args, &sequence, output, budget),
                Format::Csv => csv(&command, &sequence),
                Format::Bfile => bfile(&command, &sequence),
                Format::Latex => latex(&command, &sequence),
            }
            .trim_end(),
        )?;
        if let Some(limit) = sequence.stopped {
            output.complain(&output.text().stopped(sequence.values.len() as u64, &limit));
        }
    }
    Ok(if sequence.stopped.is_some() { ExitCode::from(LIMIT) } else { ExitCode::SUCCESS })
}

struct Sequence {
    rule: String,
    /// If it is a heap game.
    code: Option<Code>,
    values: Vec<u32>,
    genus: Option<Vec<Genus>>,
    engine: &'static str,
    stopped: Option<LimitReached>,
}

fn print_json(args: &GrundyArgs, sequence: &Sequence, output: &Output) -> Result<(), Failure> {
    let mut object = json!({
        "rule": sequence.rule,
        "values": sequence.values,
        "engine": sequence.engine,
    });
    if let Some((standard, shift)) = sequence.code.as_ref().and_then(same_game) {
        object["same_game_as"] = json!({ "rule": standard, "shift": shift });
    }
    if let Some(genus) = &sequence.genus {
        object["end"] = json!("misere");
        object["genus"] = genus.iter().map(|g| g.to_string()).collect();
    }
    if let Some(limit) = &sequence.stopped {
        object["stopped"] = json!(limit_name(limit));
        object["asked_to"] = json!(args.to);
    }
    output.print_json(&object)
}

/// What was asked for, to stand in every file.
fn command(args: &GrundyArgs, sequence: &Sequence) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let end = if args.end == End::Misere { " --end misere" } else { "" };
    format!("ishitori {version}: grundy {} --to {}{end}", sequence.rule, args.to)
}

fn table(args: &GrundyArgs, sequence: &Sequence, output: &Output, budget: &Budget) -> String {
    let text = output.text();
    let mut out = match &sequence.code {
        Some(code) => format!("{}\n", text.rule_line(code)),
        None => format!("{}\n", sequence.rule),
    };
    if let Some(genus) = &sequence.genus {
        for (n, genus) in genus.iter().enumerate() {
            let _ = writeln!(out, "{n:>6}  {genus}");
        }
        return out;
    }
    let known = sequence.values.len() as u64;
    let period = sequence.code.as_ref().filter(|_| args.to <= ALIGNED && known > 0);
    let period = period.and_then(|code| glance(code, known, budget).ok()?.periodicity);
    let columns = period.as_ref().map_or(10, |p| columns(p.values.period));
    let exceptions = period.as_ref().and_then(|p| p.exceptions.clone()).unwrap_or_default();
    let width = sequence.values.iter().max().map_or(1, |v| v.to_string().len()) + 2;
    let lead = args.to.to_string().len().max(3);
    let _ = write!(out, "{:lead$} |", "n");
    for column in 0..columns {
        let _ = write!(out, "{:>width$}", format!("+{column} "), width = width.max(4));
    }
    out.push('\n');
    let mut exceptions = exceptions.into_iter().peekable();
    for (row, values) in sequence.values.chunks(columns).enumerate() {
        let _ = write!(out, "{:lead$} |", row * columns);
        for (i, value) in values.iter().enumerate() {
            let heap = (row * columns + i) as u64;
            let mark = if exceptions.next_if_eq(&heap).is_some() { '\'' } else { ' ' };
            let _ = write!(out, "{:>width$}", format!("{value}{mark}"), width = width.max(4));
        }
        out.push('\n');
    }
    if let Some(period) = &period {
        out.push_str(&text.period_line(period));
    }
    out
}

/// A multiple or a divisor of the period that makes a table of readable width.
fn columns(period: u64) -> usize {
    match period {
        1..=5 => period as usize * (12 / period as usize),
        6..=24 => period as usize,
        _ => (8..=20).rev().find(|&d| period.is_multiple_of(d)).unwrap_or(10) as usize,
    }
}

fn csv(command: &str, sequence: &Sequence) -> String {
    let mut out = format!("# {command}\n");
    out.push_str(if sequence.genus.is_some() { "n,misere_grundy,genus\n" } else { "n,grundy\n" });
    for (n, value) in sequence.values.iter().enumerate() {
        let _ = match &sequence.genus {
            Some(genus) => writeln!(out, "{n},{value},{}", genus[n]),
            None => writeln!(out, "{n},{value}"),
        };
    }
    out
}

fn bfile(command: &str, sequence: &Sequence) -> String {
    let mut out = format!("# {command}\n");
    for (n, value) in sequence.values.iter().enumerate() {
        let _ = writeln!(out, "{n} {value}");
    }
    out
}

fn latex(command: &str, sequence: &Sequence) -> String {
    let columns = 10;
    let rule = sequence.rule.replace('_', "\\_");
    let mut out =
        format!("% {command}\n% {rule}\n\\begin{{tabular}}{{r|{}}}\n", "r".repeat(columns));
    let heads: Vec<String> = (0..columns).map(|c| format!("${c}$")).collect();
    let _ = writeln!(out, "$n$ & {} \\\\\\hline", heads.join(" & "));
    for (row, values) in sequence.values.chunks(columns).enumerate() {
        let mut cells: Vec<String> = values.iter().map(|v| format!("${v}$")).collect();
        cells.resize(columns, String::new());
        let _ = writeln!(out, "${}$ & {} \\\\", row * columns, cells.join(" & "));
    }
    out.push_str("\\end{tabular}\n");
    out
}

/// The period in one line of text; used by `period` too.
pub fn repeating_part(values: &[u32], periodicity: &Periodicity) -> Option<String> {
    let (p, n0) = (periodicity.values.period as usize, periodicity.values.preperiod as usize);
    let part = values.get(n0..n0 + p).filter(|_| p <= 40)?;
    Some(part.iter().map(|v| v.to_string()).collect::<Vec<_>>().join(" "))
}
