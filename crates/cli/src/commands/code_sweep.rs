//! `ishitori sweep --octal 3`: the Grundy sequences of many codes.

use ishitori_answers::code_sweep::{Request, answer};
use ishitori_answers::{Answered, AskError, Context};

use super::quotient_sweep::lines;
use super::rows_out::RowsOut;
use crate::ExitCode;
use crate::ending_args::SweepArgs;
use crate::failure::Failure;
use crate::output::Output;

/// Whether codes are asked about, not sets.
pub fn is_meant(args: &SweepArgs) -> bool {
    args.octal.is_some() || args.hexadecimal.is_some() || args.codes.is_some()
}

pub fn run(args: &SweepArgs, output: &Output, context: &Context) -> Result<ExitCode, Failure> {
    let out = RowsOut::new(args.out.as_deref(), &args.written, output)?;
    let request = Request {
        octal: args.octal,
        hexadecimal: args.hexadecimal,
        codes: args.codes.as_deref().map(lines).transpose()?,
        limit: args.limit,
        condition: args.condition.clone(),
        list: out.listed(args.list, &args.written),
        shard: args.shard.clone(),
        rows: out.file(args.resume, output),
    };
    let found = answer(&request, context).map_err(|error| match (error, &args.codes) {
        (AskError::Argument { field: field @ "codes", accepted, .. }, Some(path)) => {
            AskError::Argument { field, value: path.display().to_string(), accepted }
        }
        (error, _) => error,
    });
    let mut found = found?;
    found.coverage.record = output.write_document(args.record.as_deref(), found.document())?;
    out.write_answer(found, &args.written, output, context)
}
