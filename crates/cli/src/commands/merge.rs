//! `ishitori merge`: the records of shards, added up.

use ishitori_answers::merge::{Request, answer};
use ishitori_answers::{Accepted, Answered, Context};

use super::rows_out::RowsOut;
use crate::ExitCode;
use crate::ending_args::MergeArgs;
use crate::failure::Failure;
use crate::input;
use crate::output::Output;
use crate::rows_args::FormatArg;

/// Bytes of a record.
const MAX_RECORD: u64 = 256 << 20;

pub fn run(args: &MergeArgs, output: &Output, context: &Context) -> Result<ExitCode, Failure> {
    let out = RowsOut::new(args.out.as_deref(), &args.written, output)?;
    let mut request =
        Request { partial: args.partial, out: out.file(false, output), ..Request::default() };
    for path in &args.records {
        // Bytes that are no text are no record: what is wrong is said as of any other one.
        let bytes = input::bytes(path, MAX_RECORD)?;
        request.records.push(String::from_utf8_lossy(&bytes).into_owned());
        request.names.push(path.display().to_string());
        request.files.push(path.clone());
    }
    let found = answer(&request, context)?;
    let format = args.written.format;
    let rows = args.out.is_some() || found.rows().is_some();
    if format != FormatArg::Text && !output.is_json() && !rows {
        let (value, accepted) = (format.format().name().to_string(), Accepted::ListedRecords);
        return Err(Failure::Argument { field: "format", value, accepted });
    }
    out.write_answer(found, &args.written, output, context)
}
