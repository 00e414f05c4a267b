//! `ishitori grundy`: Grundy numbers of heaps.

use std::process::ExitCode;

use ishitori::prelude::LimitReached;
use ishitori::solve::heap::Values;
use ishitori_answers::grundy::{self, Answer, Request};
use ishitori_answers::{Answered, Context, Finish};

use crate::failure::{Failure, exit};
use crate::heap_args::{End, Format, GrundyArgs};
use crate::output::{Long, Output};

pub fn run(args: &GrundyArgs, output: &Output, context: &Context) -> Result<ExitCode, Failure> {
    let request = Request {
        rule: crate::rule::source(&args.rule)?,
        set: args.settings.set.clone(),
        to: args.to,
        end: args.end.into(),
        engine: args.engine.map(Into::into),
    };
    let answer = grundy::answer(&request, context)?;
    let (notes, finish) = (answer.notes().to_vec(), answer.finish());
    let cut = tell(args, answer, output, context)?;
    output.notes(&notes);
    if let Some(limit) = &cut {
        output.complain(&output.text().cut_short(limit));
        return Ok(exit(Finish::Partial));
    }
    Ok(exit(finish))
}

/// Writes the numbers piece by piece; says why not all of them, if so.
fn tell(
    args: &GrundyArgs,
    mut answer: Answer,
    output: &Output,
    context: &Context,
) -> Result<Option<LimitReached>, Failure> {
    let budget = &context.budget;
    if output.is_json() {
        let values = std::mem::replace(&mut answer.values, Values::from(Vec::<u32>::new()));
        return output.long_answer(&answer, "values", values.iter(), budget);
    }
    let command = command(args, &answer);
    output.print_long(budget, |out| match args.format {
        Format::Text => output.text().grundy(&answer, &mut |piece| out.push(piece)),
        Format::Csv => csv(&command, &answer, out),
        Format::Bfile => bfile(&command, &answer, out),
        Format::Latex => latex(&command, &answer, out),
    })
}

/// What was asked for, to stand in every file.
fn command(args: &GrundyArgs, answer: &Answer) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let end = if args.end == End::Misere { " --end misere" } else { "" };
    format!("ishitori {version}: grundy {} --to {}{end}", answer.rule, args.to)
}

fn csv(command: &str, answer: &Answer, out: &mut Long<'_>) -> Result<(), Failure> {
    writeln!(out, "# {command}")?;
    out.push(if answer.genus.is_some() { "n,misere_grundy,genus\n" } else { "n,grundy\n" })?;
    for (n, value) in answer.values.iter().enumerate() {
        match &answer.genus {
            Some(genus) => writeln!(out, "{n},{value},{}", genus[n])?,
            None => writeln!(out, "{n},{value}")?,
        }
    }
    Ok(())
}

fn bfile(command: &str, answer: &Answer, out: &mut Long<'_>) -> Result<(), Failure> {
    writeln!(out, "# {command}")?;
    for (n, value) in answer.values.iter().enumerate() {
        writeln!(out, "{n} {value}")?;
    }
    Ok(())
}

fn latex(command: &str, answer: &Answer, out: &mut Long<'_>) -> Result<(), Failure> {
    let columns = 10;
    let rule = answer.rule.replace('_', "\\_");
    let heads: Vec<String> = (0..columns).map(|c| format!("${c}$")).collect();
    let align = "r".repeat(columns);
    writeln!(out, "% {command}\n% {rule}\n\\begin{{tabular}}{{r|{align}}}")?;
    writeln!(out, "$n$ & {} \\\\\\hline", heads.join(" & "))?;
    for row in (0..answer.values.len()).step_by(columns) {
        let cell = |n: usize| answer.values.get(n).map_or(String::new(), |v| format!("${v}$"));
        let cells: Vec<String> = (row..row + columns).map(cell).collect();
        writeln!(out, "${row}$ & {} \\\\", cells.join(" & "))?;
    }
    out.push("\\end{tabular}\n")
}
