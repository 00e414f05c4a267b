//! `ishitori sweep`: whole families of subtraction sets.

use std::path::PathBuf;

use ishitori_answers::sweep::{Asked, Request, RowsFile};
use ishitori_answers::{Answered, Context};

use super::code_sweep;
use super::draw::format_of;
use super::quotient_sweep::lines;
use super::rows::{check_format, provenance_of_file, tell};
use super::strips::Charts;
use crate::ExitCode;
use crate::ending_args::SweepArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::progress::Bar;
use crate::rows_args::FormatArg;

pub fn run(args: &SweepArgs, output: &Output, context: &Context) -> Result<ExitCode, Failure> {
    if code_sweep::is_meant(args) {
        return code_sweep::run(args, output, context);
    }
    check_format(&args.written)?;
    // Before any work: a name that no picture can have.
    if let Some(path) = &args.chart {
        format_of(path, "chart")?;
    }
    let asked = Asked::read(&request(args, output)?, context)?;
    let charts = Charts::prepare(args, &asked, &context.budget)?;
    let listener = Bar::new(output, output.text().sets()).listener();
    let device = args.device.choice();
    let context = Context { listener: Some(listener), device, ..context.clone() };
    let mut answer = asked.answer(&context)?;
    answer.record = output.write_document(args.record.as_deref(), answer.document())?;
    if answer.stopped.is_none() {
        charts.write(output, &context)?;
        let shown = |path: &PathBuf| path.display().to_string();
        answer.chart = args.chart.as_ref().map(shown);
        answer.tiles = args.tiles.as_ref().map(shown);
    }
    if let Some(rows) = args.out.as_deref() {
        provenance_of_file(rows, &args.written, answer.finish(), output)?;
        return output.answer(answer);
    }
    tell(answer, &args.written, output, &context)
}

fn request(args: &SweepArgs, output: &Output) -> Result<Request, Failure> {
    Ok(Request {
        sets: args.sets.as_deref().map(lines).transpose()?,
        end: args.end.clone(),
        min_size: args.min_size,
        max_size: args.max_size,
        with: args.with.clone(),
        without: args.without.clone(),
        condition: args.condition.clone(),
        count: args.count.clone(),
        total: args.total.clone(),
        group_by: args.group_by.clone(),
        check: args.check.clone(),
        grundy: args.grundy,
        yes: args.yes,
        list: args.list || args.written.format != FormatArg::Text,
        shard: args.shard.clone(),
        rows: args.out.as_ref().map(|path| rows_file(path, args.resume, output)),
        // clap asks for both where no codes are given.
        ..Request::new(args.min.unwrap_or_default(), args.max.unwrap_or_default())
    })
}

/// A file of rows, which says how it was made.
pub fn rows_file(path: &std::path::Path, resume: bool, output: &Output) -> RowsFile {
    let heading = format!("ishitori {}: {}", env!("CARGO_PKG_VERSION"), command_line(output));
    RowsFile { path: path.to_path_buf(), heading, resume }
}

/// The arguments as they were typed, to stand in every file.
fn command_line(output: &Output) -> String {
    // What changes how the work is done but not the result is left out, so that files are equal.
    let mut words = Vec::new();
    let mut arguments = output.command_line().into_iter();
    while let Some(word) = arguments.next() {
        match word.as_str() {
            "--threads" | "--device" | "--out" | "--chart" | "--tiles" | "--provenance"
            | "--record" => drop(arguments.next()),
            "--resume" | "--json" => {}
            w if w.starts_with("--threads=") || w.starts_with("--device=") => {}
            _ => words.push(word),
        }
    }
    words.join(" ")
}
