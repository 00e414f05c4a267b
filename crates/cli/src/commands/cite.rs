//! `ishitori cite`: a BibTeX entry.

use ishitori_answers::cite::{Request, answer};

use crate::ExitCode;
use crate::failure::Failure;
use crate::heap_args::CiteArgs;
use crate::input;
use crate::output::Output;

/// The largest certificate that is read.
const MOST_BYTES: u64 = 1 << 32;

pub fn run(args: &CiteArgs, output: &Output) -> Result<ExitCode, Failure> {
    let read = |path: &std::path::PathBuf| {
        let name = path.file_name().map_or_else(|| "-".into(), |name| name.to_string_lossy());
        Ok::<_, Failure>((name.into_owned(), input::bytes(path, MOST_BYTES)?))
    };
    let certificate = args.certificate.as_ref().map(read).transpose()?;
    output.answer(answer(&Request { command: args.command.clone(), certificate })?)
}
