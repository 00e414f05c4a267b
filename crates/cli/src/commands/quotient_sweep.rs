//! `ishitori quotient-sweep`: the quotients of many rules.

use std::path::Path;

use ishitori_answers::quotient_sweep::{Request, answer};
use ishitori_answers::{Answered, AskError, Context};

use super::rows::{check_format, provenance_of_file, tell};
use super::sweep::rows_file;
use crate::ExitCode;
use crate::failure::Failure;
use crate::input;
use crate::output::Output;
use crate::quotient_args::QuotientSweepArgs;
use crate::rows_args::FormatArg;

/// Bytes of a list of rules.
const MAX_LIST: u64 = 16 << 20;

pub fn run(
    args: &QuotientSweepArgs,
    output: &Output,
    context: &Context,
) -> Result<ExitCode, Failure> {
    check_format(&args.written)?;
    let request = Request {
        octal: args.octal,
        sub_size: args.sub_size,
        min: args.min,
        max: args.max,
        rules: args.rules.as_deref().map(lines).transpose()?,
        end: args.end.clone(),
        to: args.to,
        each: args.each.clone(),
        list: args.list || args.written.format != FormatArg::Text,
        shard: args.shard.clone(),
        rows: args.out.as_ref().map(|path| rows_file(path, args.resume, output)),
    };
    let found = answer(&request, context).map_err(|error| match (error, &args.rules) {
        (AskError::Argument { field: field @ "rules", accepted, .. }, Some(path)) => {
            AskError::Argument { field, value: path.display().to_string(), accepted }
        }
        (error, _) => error,
    });
    let mut found = found?;
    found.record = output.write_document(args.record.as_deref(), found.document())?;
    if let Some(rows) = args.out.as_deref() {
        provenance_of_file(rows, &args.written, found.finish(), output)?;
        return output.answer(found);
    }
    tell(found, &args.written, output, context)
}

/// The rules in a file, one a line.
pub fn lines(path: &Path) -> Result<Vec<String>, Failure> {
    let text = input::text(path, MAX_LIST)?;
    let lines = text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#'));
    Ok(lines.map(str::to_string).collect())
}
