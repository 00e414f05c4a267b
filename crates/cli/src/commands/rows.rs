//! Rows on their way out, in the format that was asked for.

use std::io::IsTerminal;
use std::path::Path;

use ishitori_answers::{Accepted, Context, Finish, Question, Stream};
use ishitori_records::{Format, RowFile, WriteError};
use ishitori_runtime::{Budget, LimitReached};
use ishitori_words::Describe;
use serde::Serialize;

use crate::ExitCode;
use crate::failure::{Failure, exit};
use crate::output::{Content, LongText, Output};
use crate::rows_args::{FormatArg, Written};
use crate::rule::GameText;

/// Refuses a b-file or an entry of the OEIS of what is not a sequence, and what no terminal shows, before anything is
/// computed for it.
pub fn check_format(written: &Written) -> Result<(), Failure> {
    match written.format {
        FormatArg::Oeis => Err(not_a_sequence(written.format.format())),
        _ => check_format_of_positions(written),
    }
}

/// The same for answers whose P-positions are a sequence, though their rows are none.
pub fn check_format_of_positions(written: &Written) -> Result<(), Failure> {
    match written.format {
        FormatArg::Bfile => Err(not_a_sequence(written.format.format())),
        _ => not_on_a_terminal(written),
    }
}

/// Refuses bytes that no terminal shows, before anything is computed for them.
pub fn not_on_a_terminal(written: &Written) -> Result<(), Failure> {
    match written.format {
        FormatArg::Parquet if std::io::stdout().is_terminal() => {
            let value = Format::Parquet.name().to_string();
            Err(Failure::Argument { field: "format", value, accepted: Accepted::FormatOfText })
        }
        _ => Ok(()),
    }
}

fn not_a_sequence(format: Format) -> Failure {
    let value = format.name().to_string();
    Failure::Argument { field: "format", value, accepted: Accepted::FormatOfRows }
}

/// Writes rows to standard output; returns whether they were cut at the end of the grace period.
pub fn write_rows(
    output: &Output,
    budget: &Budget,
    format: Format,
    write: impl FnOnce(&mut LongText<'_>) -> Result<(), WriteError>,
) -> Result<Option<LimitReached>, Failure> {
    let content = match format {
        Format::Parquet => Content::Bytes,
        Format::JsonLines => Content::Json,
        _ => Content::Text,
    };
    output.print_long(budget, content, |out| {
        write(out).map_err(|error| match error {
            WriteError::NotASequence => not_a_sequence(format),
            error @ (WriteError::NotOfItsColumn { .. } | WriteError::NotJoined) => {
                Failure::Io { what: Stream::Output, error: std::io::Error::other(error) }
            }
            WriteError::Io(error) => Failure::Io { what: Stream::Output, error },
        })
    })
}

/// Writes an answer in the format that was asked for, and returns the exit status.
pub fn write_answer(
    mut answer: impl Describe,
    written: &Written,
    output: &Output,
    context: &Context,
) -> Result<ExitCode, Failure> {
    let mut finish = answer.finish();
    if output.is_json() || written.format == FormatArg::Text {
        write_provenance(written, finish, output)?;
        return output.answer(answer);
    }
    answer.localize(&output.text());
    let format = written.format.format();
    let rows = answer.rows().ok_or_else(|| not_a_sequence(format))?;
    let made = output.made();
    let cut =
        write_rows(output, &context.budget, format, |out| rows.write_as(format, Some(&made), out))?;
    output.notes(answer.notes());
    if let Some(limit) = &cut {
        output.write_error(&output.text().cut_short(limit));
        finish = Finish::Partial;
    }
    write_provenance(written, finish, output)?;
    Ok(exit(finish))
}

/// Asks about one game after the other, if a parameter has a range, and writes a row for each.
pub fn several(
    question: &Question,
    certificate: Option<&Path>,
    written: Option<&Written>,
    output: &Output,
    context: &Context,
) -> Result<Option<ExitCode>, Failure> {
    if !question.is_about_several() {
        return Ok(None);
    }
    if let Some(path) = certificate {
        return Err(Failure::Argument {
            field: "certificate",
            value: path.display().to_string(),
            accepted: Accepted::OneGame,
        });
    }
    let answer = question.answer(context)?;
    match written {
        Some(written) => write_answer(answer, written, output, context).map(Some),
        None => output.answer(answer).map(Some),
    }
}

/// The provenance of rows, for a file next to them.
#[derive(Serialize)]
struct Provenance {
    program: &'static str,
    version: &'static str,
    command_line: Vec<String>,
    /// The game, if it is a text or a file: what it says, and its hash.
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<GameText>,
    format: &'static str,
    complete: bool,
}

/// Writes how rows on standard output were made to the file that was asked for.
pub fn write_provenance(written: &Written, finish: Finish, output: &Output) -> Result<(), Failure> {
    let format = if output.is_json() { "json" } else { written.format.format().name() };
    provenance_to(written.provenance.as_deref(), format, finish, output)
}

/// Writes how the rows in a file were made to another file, if that was asked for.
pub fn provenance_of_file(
    rows: &Path,
    written: &Written,
    finish: Finish,
    output: &Output,
) -> Result<(), Failure> {
    let format = RowFile::named(rows).map_or("text", RowFile::name);
    provenance_to(written.provenance.as_deref(), format, finish, output)
}

fn provenance_to(
    file: Option<&Path>,
    format: &'static str,
    finish: Finish,
    output: &Output,
) -> Result<(), Failure> {
    let Some(path) = file else { return Ok(()) };
    let made = Provenance {
        program: "ishitori",
        version: env!("CARGO_PKG_VERSION"),
        command_line: output.command_line(),
        game: output.game(),
        format,
        complete: finish != Finish::Partial,
    };
    let mut text = serde_json::to_string_pretty(&made)
        .map_err(|error| Failure::Io { what: Stream::Json, error: error.into() })?;
    text.push('\n');
    output.write_file(path, text.as_bytes())
}
