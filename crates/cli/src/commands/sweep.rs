//! `ishitori sweep`: whole families of subtraction sets.

use std::path::{Path, PathBuf};

use ishitori_answers::sweep::{Asked, Request};
use ishitori_answers::{Answered, Context};

use super::draw::format_of;
use super::quotient_sweep::lines;
use super::rows_out::{RowsOut, STANDARD_OUTPUT};
use super::strips::Charts;
use super::{code_sweep, game_sweep};
use crate::ExitCode;
use crate::ending_args::SweepArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::progress::Bar;
use crate::rows_args::FormatArg;

/// Seconds beyond which a sweep warns before it begins, where there is no terminal and so no progress bar.
const WORTH_A_WARNING: f64 = 60.0;

pub fn run(args: &SweepArgs, output: &Output, context: &Context) -> Result<ExitCode, Failure> {
    if code_sweep::is_meant(args) {
        return code_sweep::run(args, output, context);
    }
    if let Some(rule) = &args.rule {
        return game_sweep::run(rule, args, output, context);
    }
    match run_to(args, args.out.as_deref(), output, context) {
        // More rows than are held: they go out as `--out -` writes them, through a file that is removed.
        Err(failure)
            if failure.fields() == ["list"]
                && args.out.is_none()
                && args.written.format != FormatArg::Text
                && !output.is_json() =>
        {
            run_to(args, Some(Path::new(STANDARD_OUTPUT)), output, context)
        }
        answered => answered,
    }
}

fn run_to(
    args: &SweepArgs,
    out: Option<&Path>,
    output: &Output,
    context: &Context,
) -> Result<ExitCode, Failure> {
    let out = RowsOut::new(out, &args.written, output)?;
    // Before any work: a name that no picture can have.
    if let Some(path) = &args.chart {
        format_of(path, "chart")?;
    }
    let asked = Asked::read(&request(args, &out, output)?, context)?;
    let charts = Charts::prepare(args, &asked, &context.budget)?;
    let seconds = asked.seconds(context.threads);
    if seconds > WORTH_A_WARNING && !output.is_watched() {
        output.write_error(
            &output.text().takes_long(asked.places().end - asked.places().start, seconds),
        );
    }
    let listener = Bar::new(output, output.text().sets()).listener();
    let device = args.device.choice();
    let context = Context { listener: Some(listener), device, ..context.clone() };
    let mut answer = asked.answer(&context)?;
    answer.coverage.record = output.write_document(args.record.as_deref(), answer.document())?;
    if answer.stopped.is_none() {
        charts.write(output, &context)?;
        let shown = |path: &PathBuf| path.display().to_string();
        answer.chart = args.chart.as_ref().map(shown);
        answer.tiles = args.tiles.as_ref().map(shown);
    }
    out.write_answer(answer, &args.written, output, &context)
}

fn request(args: &SweepArgs, out: &RowsOut, output: &Output) -> Result<Request, Failure> {
    // clap asks for both where nothing else is given.
    let all = Request::new(args.min.unwrap_or_default(), args.max.unwrap_or_default());
    Ok(Request {
        sets: args.sets.as_deref().map(lines).transpose()?,
        end: args.end.clone().unwrap_or(all.end),
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
        words: args.words,
        yes: args.yes,
        list: out.listed(args.list, &args.written),
        shard: args.shard.clone(),
        rows: out.file(args.resume, output),
        min: all.min,
        max: all.max,
    })
}
