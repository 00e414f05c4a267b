//! `ishitori fmt`: a game in its canonical layout.

use std::path::Path;

use ishitori_answers::{Context, fmt};

use crate::ExitCode;
use crate::failure::Failure;
use crate::game_args::FmtArgs;
use crate::input;
use crate::output::Output;
use crate::rule::read_text;

/// The most that is read from standard input.
const MAX_INPUT: u64 = 1 << 20;

pub fn run(args: &FmtArgs, output: &Output, context: &Context) -> Result<ExitCode, Failure> {
    let piped = args.file == Path::new("-");
    let text = match piped {
        true => input::text(&args.file, MAX_INPUT)?,
        false => read_text(&args.file)?,
    };
    let request = fmt::Request { file: args.file.display().to_string(), text, check: args.check };
    let mut answer = fmt::answer(&request, context)?;
    if answer.changed && !args.check && !piped {
        output.write_file(&args.file, answer.text.as_bytes())?;
    }
    answer.shown = piped && !args.check;
    output.answer(answer)
}
