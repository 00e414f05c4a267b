//! `ishitori quotient-sweep`: the quotients of many rules.

use std::path::Path;

use ishitori_answers::quotient_sweep::{Request, answer};
use ishitori_answers::{Answered, AskError, Context};

use super::rows_out::RowsOut;
use crate::ExitCode;
use crate::failure::Failure;
use crate::input;
use crate::output::Output;
use crate::quotient_args::QuotientSweepArgs;

/// Bytes of a list of rules.
const MAX_LIST: u64 = 16 << 20;

pub fn run(
    args: &QuotientSweepArgs,
    output: &Output,
    context: &Context,
) -> Result<ExitCode, Failure> {
    let out = RowsOut::new(args.out.as_deref(), &args.written, output)?;
    if let Some(folder) = &args.certificates {
        output.make_folder(folder)?;
    }
    let request = Request {
        octal: args.octal,
        sub_size: args.sub_size,
        min: args.min,
        max: args.max,
        rules: args.rules.as_deref().map(lines).transpose()?,
        end: args.end.clone(),
        to: args.to,
        each: args.each.clone(),
        condition: args.condition.clone(),
        list: out.listed(args.list, &args.written),
        shard: args.shard.clone(),
        rows: out.file(args.resume, output),
        certificates: args.certificates.clone(),
    };
    let found = answer(&request, context).map_err(|error| match (error, &args.rules) {
        (AskError::Argument { field: field @ "rules", accepted, .. }, Some(path)) => {
            AskError::Argument { field, value: path.display().to_string(), accepted }
        }
        (error, _) => error,
    });
    let mut found = found?;
    found.coverage.record = output.write_document(args.record.as_deref(), found.document())?;
    out.write_answer(found, &args.written, output, context)
}

/// The rules in a file, one per line.
pub fn lines(path: &Path) -> Result<Vec<String>, Failure> {
    let text = input::text(path, MAX_LIST)?;
    let lines = text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#'));
    Ok(lines.map(str::to_string).collect())
}
