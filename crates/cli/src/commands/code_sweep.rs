//! `ishitori sweep --octal 3`: the Grundy sequences of many codes.

use ishitori_answers::code_sweep::{Request, answer};
use ishitori_answers::{Answered, AskError, Context};

use super::quotient_sweep::lines;
use super::rows::{check_format, provenance_of_file, tell};
use super::sweep::rows_file;
use crate::ExitCode;
use crate::ending_args::SweepArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::rows_args::FormatArg;

/// Whether codes are asked about, not sets.
pub fn is_meant(args: &SweepArgs) -> bool {
    args.octal.is_some() || args.hexadecimal.is_some() || args.codes.is_some()
}

pub fn run(args: &SweepArgs, output: &Output, context: &Context) -> Result<ExitCode, Failure> {
    check_format(&args.written)?;
    let request = Request {
        octal: args.octal,
        hexadecimal: args.hexadecimal,
        codes: args.codes.as_deref().map(lines).transpose()?,
        limit: args.limit,
        list: args.list || args.written.format != FormatArg::Text,
        shard: args.shard.clone(),
        rows: args.out.as_ref().map(|path| rows_file(path, args.resume, output)),
    };
    let found = answer(&request, context).map_err(|error| match (error, &args.codes) {
        (AskError::Argument { field: field @ "codes", accepted, .. }, Some(path)) => {
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
