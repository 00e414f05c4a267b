//! Answers with rows as text, in the format that a call names.

use ishitori_answers::Finish;
use ishitori_answers::registration::Rows;
use ishitori_records::Format;
use ishitori_runtime::Budget;
use ishitori_words::{Describe, Text};

use super::Endpoint;
use super::object::{BoundedText, WriteFault};
use super::refusals;
use crate::call::{Answer, Call, Content};
use crate::refusal::Refusal;

/// The parameter.
const FORMAT: &str = "format";

/// The format that a call asks for, and the call without it.
pub(super) fn taken(endpoint: &Endpoint, call: &Call) -> Result<(Call, Option<Format>), Refusal> {
    let mut rest = call.clone();
    if endpoint.registration.rows == Rows::None || endpoint.address.name != endpoint.question {
        return Ok((rest, None));
    }
    let (formats, others) = rest.parameters.into_iter().partition(|(name, _)| name == FORMAT);
    rest.parameters = others;
    let formats: Vec<(String, String)> = formats;
    match formats.as_slice() {
        [] => Ok((rest, None)),
        [(_, name)] => {
            let format: Option<Format> = name.parse().ok();
            let format = format.ok_or_else(|| unknown(name, call))?;
            let listed = rest.parameters.iter().any(|(name, _)| name == "list");
            if format != Format::Text && endpoint.registration.rows == Rows::Listed && !listed {
                rest.parameters.push(("list".to_string(), "true".to_string()));
            }
            Ok((rest, Some(format)))
        }
        _ => Err(refusals::twice(FORMAT, call.language)),
    }
}

fn unknown(name: &str, call: &Call) -> Refusal {
    let all: Vec<&str> = Format::ALL.into_iter().map(Format::name).collect();
    refusals::not_a_choice(FORMAT, name, &all, call.language)
}

/// Sends the rows of an answer as text.
pub(super) fn send(
    answer: &impl Describe,
    format: Format,
    call: &Call,
    text: &Text,
    budget: &Budget,
) -> Result<Answer, Refusal> {
    let unwritten = |unwritten: WriteFault| unwritten.refusal(call, text);
    let bytes = match (format, answer.rows()) {
        (Format::Text, _) => format!("{}\n", answer.describe(text)).into_bytes(),
        (format, Some(rows)) => {
            let mut out = BoundedText::new(budget).map_err(unwritten)?;
            let version = env!("CARGO_PKG_VERSION");
            let asked = call.parameters.iter().filter(|(name, _)| name != FORMAT);
            let asked: String = asked.map(|(name, value)| format!(" {name}={value}")).collect();
            let made = format!("ishitori {version}: {}{asked}", call.command);
            let written = rows.write_as(format, Some(&made), &mut out);
            let bytes = out.finish().map_err(unwritten)?;
            written.map_err(|_| no_sequence(format, call))?;
            bytes
        }
        (_, None) => return Err(no_sequence(format, call)),
    };
    let media_type = match format {
        Format::Parquet => "application/vnd.apache.parquet",
        _ => "text/plain; charset=utf-8",
    };
    let content = Content::Bytes { media_type, save_as: None, bytes };
    let complete = answer.finish() != Finish::Partial;
    Ok(Answer { content, complete, files: Vec::new() })
}

/// A b-file or an entry of the OEIS of what is not a sequence; nothing else fails in memory.
fn no_sequence(format: Format, call: &Call) -> Refusal {
    let sequences = [Format::Bfile, Format::Oeis];
    let others = Format::ALL.into_iter().filter(|format| !sequences.contains(format));
    let names: Vec<&str> = others.map(Format::name).collect();
    refusals::not_a_choice(FORMAT, format.name(), &names, call.language)
}
