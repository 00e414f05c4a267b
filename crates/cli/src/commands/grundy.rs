//! `ishitori grundy`: Grundy numbers of heaps.

use std::process::ExitCode;

use ishitori::language::EndKind;
use ishitori::prelude::{Budget, LimitReached};
use ishitori::rules::heap::{HeapCode, HeapRule};
use ishitori::solve::heap::{Genus, Periodicity, Values, misere};
use ishitori::solve::known::glance;
use ishitori::solve::tuple::TupleError;
use serde_json::json;

use super::sequence::{GrundySequence, grundy_sequence};
use crate::args::Common;
use crate::failure::{Failure, LIMIT};
use crate::heap_args::{End, Format, GrundyArgs};
use crate::output::{Long, Output};
use ishitori_answers::Rule;
use ishitori_answers::SameGame;
use ishitori_words::heaps::limit_name;

/// Up to this heap a table is aligned by the period.
const ALIGNED: u64 = 200_000;

pub fn run(
    args: &GrundyArgs,
    output: &Output,
    budget: &Budget,
    common: &Common,
) -> Result<ExitCode, Failure> {
    let rule = crate::rule::read(&args.rule, &args.settings)?;
    let own = match &rule {
        Rule::Game(game) => game.end(),
        Rule::Heap(_) => EndKind::Normal,
    };
    let misere_play = args.end == End::Misere || own == EndKind::Misere;
    let sequence = match rule.heap_rule() {
        Some(HeapRule::Impartial(code)) if misere_play => {
            let run = misere(&code, args.to as usize + 1, budget).map_err(Failure::Heap)?;
            Sequence {
                rule: code.to_string(),
                code: Some(code),
                values: Values::from(run.values()),
                genus: Some(run.genus),
                engine: "misere",
                stopped: run.stopped,
            }
        }
        _ if args.end == End::Misere => match rule {
            Rule::Heap(rule) => return Err(Failure::NotOneHeap { rule }),
            Rule::Game(game) => {
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
    let cut = if output.is_json() {
        print_json(args, &sequence, output, budget)?
    } else {
        let command = command(args, &sequence);
        let cut = output.print_long(budget, |out| match args.format {
            Format::Text => table(args, &sequence, output, budget, out),
            Format::Csv => csv(&command, &sequence, out),
            Format::Bfile => bfile(&command, &sequence, out),
            Format::Latex => latex(&command, &sequence, out),
        })?;
        if let Some(limit) = sequence.stopped {
            output.complain(&output.text().stopped(sequence.values.len() as u64, &limit));
        }
        cut
    };
    if let Some(limit) = &cut {
        output.complain(&output.text().cut_short(limit));
    }
    let whole = sequence.stopped.is_none() && cut.is_none();
    Ok(if whole { ExitCode::SUCCESS } else { ExitCode::from(LIMIT) })
}

struct Sequence {
    rule: String,
    /// If it is a heap game.
    code: Option<HeapCode>,
    values: Values,
    genus: Option<Vec<Genus>>,
    engine: &'static str,
    stopped: Option<LimitReached>,
}

fn print_json(
    args: &GrundyArgs,
    sequence: &Sequence,
    output: &Output,
    budget: &Budget,
) -> Result<Option<LimitReached>, Failure> {
    let mut object = serde_json::Map::new();
    object.insert("rule".into(), json!(sequence.rule));
    object.insert("values".into(), json!([]));
    object.insert("engine".into(), json!(sequence.engine));
    if let Some(same) = sequence.code.as_ref().and_then(SameGame::of) {
        object.insert("same_game_as".into(), json!(same));
    }
    if let Some(genus) = &sequence.genus {
        object.insert("end".into(), json!("misere"));
        object.insert("genus".into(), genus.iter().map(|g| g.to_string()).collect());
    }
    if let Some(limit) = &sequence.stopped {
        object.insert("stopped".into(), json!(limit_name(limit)));
        object.insert("asked_to".into(), json!(args.to));
    }
    output.print_long_json(&object, "values", sequence.values.iter(), budget)
}

/// What was asked for, to stand in every file.
fn command(args: &GrundyArgs, sequence: &Sequence) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let end = if args.end == End::Misere { " --end misere" } else { "" };
    format!("ishitori {version}: grundy {} --to {}{end}", sequence.rule, args.to)
}

fn table(
    args: &GrundyArgs,
    sequence: &Sequence,
    output: &Output,
    budget: &Budget,
    out: &mut Long<'_>,
) -> Result<(), Failure> {
    let text = output.text();
    match &sequence.code {
        Some(code) => writeln!(out, "{}", text.rule_line(code))?,
        None => writeln!(out, "{}", sequence.rule)?,
    }
    if let Some(genus) = &sequence.genus {
        for (n, genus) in genus.iter().enumerate() {
            writeln!(out, "{n:>6}  {genus}")?;
        }
        return Ok(());
    }
    let known = sequence.values.len() as u64;
    let period = sequence.code.as_ref().filter(|_| args.to <= ALIGNED && known > 0);
    let period = period.and_then(|code| glance(code, known, budget).ok()?.periodicity);
    let columns = period.as_ref().map_or(10, |p| columns(p.values.period));
    let exceptions = period.as_ref().and_then(|p| p.exceptions.clone()).unwrap_or_default();
    let width = (sequence.values.max().to_string().len() + 2).max(4);
    let lead = args.to.to_string().len().max(3);
    write!(out, "{:lead$} |", "n")?;
    for column in 0..columns {
        write!(out, "{:>width$}", format!("+{column} "))?;
    }
    let mut exceptions = exceptions.into_iter().peekable();
    for (heap, value) in sequence.values.iter().enumerate() {
        if heap.is_multiple_of(columns) {
            write!(out, "\n{heap:lead$} |")?;
        }
        let mark = if exceptions.next_if_eq(&(heap as u64)).is_some() { '\'' } else { ' ' };
        let cell = format!("{:>width$}", format!("{value}{mark}"));
        let last = heap + 1 == sequence.values.len() && period.is_none();
        out.push(if last { cell.trim_end() } else { &cell })?;
    }
    out.push("\n")?;
    if let Some(period) = &period {
        writeln!(out, "{}", text.period_line(period).trim_end())?;
    }
    Ok(())
}

/// A multiple or a divisor of the period that makes a table of readable width.
fn columns(period: u64) -> usize {
    match period {
        1..=5 => period as usize * (12 / period as usize),
        6..=24 => period as usize,
        _ => (8..=20).rev().find(|&d| period.is_multiple_of(d)).unwrap_or(10) as usize,
    }
}

fn csv(command: &str, sequence: &Sequence, out: &mut Long<'_>) -> Result<(), Failure> {
    writeln!(out, "# {command}")?;
    out.push(if sequence.genus.is_some() { "n,misere_grundy,genus\n" } else { "n,grundy\n" })?;
    for (n, value) in sequence.values.iter().enumerate() {
        match &sequence.genus {
            Some(genus) => writeln!(out, "{n},{value},{}", genus[n])?,
            None => writeln!(out, "{n},{value}")?,
        }
    }
    Ok(())
}

fn bfile(command: &str, sequence: &Sequence, out: &mut Long<'_>) -> Result<(), Failure> {
    writeln!(out, "# {command}")?;
    for (n, value) in sequence.values.iter().enumerate() {
        writeln!(out, "{n} {value}")?;
    }
    Ok(())
}

fn latex(command: &str, sequence: &Sequence, out: &mut Long<'_>) -> Result<(), Failure> {
    let columns = 10;
    let rule = sequence.rule.replace('_', "\\_");
    let heads: Vec<String> = (0..columns).map(|c| format!("${c}$")).collect();
    let align = "r".repeat(columns);
    writeln!(out, "% {command}\n% {rule}\n\\begin{{tabular}}{{r|{align}}}")?;
    writeln!(out, "$n$ & {} \\\\\\hline", heads.join(" & "))?;
    for row in (0..sequence.values.len()).step_by(columns) {
        let cell = |n: usize| sequence.values.get(n).map_or(String::new(), |v| format!("${v}$"));
        let cells: Vec<String> = (row..row + columns).map(cell).collect();
        writeln!(out, "${row}$ & {} \\\\", cells.join(" & "))?;
    }
    out.push("\\end{tabular}\n")
}

/// The period in one line of text; used by `period` too.
pub fn repeating_part(values: &[u32], periodicity: &Periodicity) -> Option<String> {
    let (p, n0) = (periodicity.values.period as usize, periodicity.values.preperiod as usize);
    let part = values.get(n0..n0 + p).filter(|_| p <= 40)?;
    Some(part.iter().map(|v| v.to_string()).collect::<Vec<_>>().join(" "))
}
