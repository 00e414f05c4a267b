//! `ishitori values-sweep`: the values of a whole family of subtraction sets.

use ishitori_answers::Context;
use ishitori_answers::values_sweep::{Request, answer};

use super::rows::{check_format, write_answer};
use crate::ExitCode;
use crate::ending_args::ValuesSweepArgs;
use crate::failure::Failure;
use crate::output::Output;

pub fn run(
    args: &ValuesSweepArgs,
    output: &Output,
    context: &Context,
) -> Result<ExitCode, Failure> {
    check_format(&args.written)?;
    let request = Request {
        min: args.min,
        max: args.max,
        min_size: args.min_size,
        max_size: args.max_size,
        end: args.end.clone(),
        terminal: args.terminal.clone(),
        heaps: args.heaps,
        each: args.each.clone(),
        certificates: args.certificates.is_some(),
    };
    if let Some(folder) = &args.certificates {
        output.make_folder(folder)?;
    }
    let mut answer = answer(&request, context)?;
    if let Some(folder) = &args.certificates {
        for row in &answer.rows {
            let name = format!("{}.json", row.rule.replace(':', "-"));
            output.write_document(Some(&folder.join(name)), row.document.as_deref())?;
        }
        answer.certificates = Some(folder.display().to_string());
    }
    write_answer(answer, &args.written, output, context)
}
