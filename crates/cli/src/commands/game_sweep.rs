//! `ishitori sweep RULE --set k=1..50`: one question about each game of a family.

use ishitori_answers::game_sweep::{Request, answer};
use ishitori_answers::{Answered, Context};

use super::rows_out::RowsOut;
use crate::ExitCode;
use crate::ending_args::SweepArgs;
use crate::failure::Failure;
use crate::output::Output;

pub fn run(
    rule: &str,
    args: &SweepArgs,
    output: &Output,
    context: &Context,
) -> Result<ExitCode, Failure> {
    let out = RowsOut::new(args.out.as_deref(), &args.written, output)?;
    let request = Request {
        rule: output.rule(rule)?,
        set: args.set.clone(),
        ask: args.ask.clone(),
        row: args.row.clone(),
        to: args.to.clone(),
        position: args.position.clone(),
        end: args.end.clone(),
        limit: args.limit,
        condition: args.condition.clone(),
        list: out.listed(args.list, &args.written),
        shard: args.shard.clone(),
        rows: out.file(args.resume, output),
    };
    let mut found = answer(&request, context)?;
    found.coverage.record = output.write_document(args.record.as_deref(), found.document())?;
    out.write_answer(found, &args.written, output, context)
}
