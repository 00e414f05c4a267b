//! `ishitori eval`: one expression, or many from standard input.

use ishitori_answers::{Origin, Stream};
use std::io::BufRead;
use std::process::ExitCode;

use ishitori::prelude::{Budget, Calculator, GameStore, LimitReached, Value};
use ishitori::values::calculator::EvalError;
use ishitori::values::notation::PrintError;
use serde_json::{Value as Json, json};

use super::report::{value_json, value_text};
use crate::args::EvalArgs;
use crate::failure::{BAD_INPUT, Failure, LIMIT};
use crate::output::Output;
use ishitori_words::BadLine;

pub fn run(args: &EvalArgs, output: &Output, budget: &Budget) -> Result<ExitCode, Failure> {
    let store = GameStore::new();
    let mut calculator = Calculator::within(&store, budget.clone());
    if args.expression == "-" {
        return batch(args, output, &mut calculator);
    }
    let source = &args.expression;
    let value = calculator.eval(source).map_err(|error| Failure::Expression {
        from: Origin::Field("expression"),
        source: source.clone(),
        error,
    })?;
    let complete = if output.is_json() || args.jsonl {
        let object = entry(&mut calculator, source, &value)?;
        output.print_json(&object)?;
        object.get("limit").is_none()
    } else {
        let shown = value_text(&mut calculator, &value, args.style.style(), &output.text())?;
        output.print(&shown.text)?;
        shown.complete
    };
    Ok(match value {
        Value::Bool(false) if args.exit_status => ExitCode::from(1),
        _ if !complete => ExitCode::from(LIMIT),
        _ => ExitCode::SUCCESS,
    })
}

fn entry(c: &mut Calculator<'_>, source: &str, value: &Value) -> Result<Json, Failure> {
    let mut object = serde_json::Map::new();
    object.insert("input".into(), json!(source));
    object.append(&mut value_json(c, value)?);
    Ok(Json::Object(object))
}

/// One expression a line; an error in one does not stop the others.
fn batch(args: &EvalArgs, output: &Output, c: &mut Calculator<'_>) -> Result<ExitCode, Failure> {
    let mut results = Vec::new();
    let mut status = 0;
    let mut input = std::io::stdin().lock();
    let mut number = 0;
    while let Some(line) = read_line(&mut input)? {
        number += 1;
        let source = match line {
            Line::Text(text) if text.trim().is_empty() => continue,
            Line::Text(text) => text,
            Line::Bad(bad) => {
                status = status.max(BAD_INPUT);
                let why = output.text().bad_line(number, bad);
                if output.is_json() || args.jsonl {
                    let object = json!({"input": Json::Null, "line": number, "error": why});
                    emit(args, output, &mut results, object)?;
                } else {
                    output.complain(&why);
                }
                continue;
            }
        };
        match c.eval(&source) {
            Ok(value) if output.is_json() || args.jsonl => {
                let object = match entry(c, &source, &value) {
                    Ok(object) => object,
                    Err(Failure::Limit(limit)) => {
                        json!({"input": source, "line": number, "limit": limit.to_string()})
                    }
                    Err(failure) => return Err(failure),
                };
                if object.get("limit").is_some() {
                    status = LIMIT;
                }
                emit(args, output, &mut results, object)?;
            }
            Ok(value) => match c.show_as(&value, args.style.style()) {
                Ok(line) => output.print(&line)?,
                Err(error) => {
                    status = LIMIT;
                    let why = match error {
                        PrintError::Limit(limit) => output.text().limit(&limit),
                        PrintError::TooLong { .. } => output.text().too_long(),
                    };
                    output.complain(&format!("{number}: {why}"));
                }
            },
            Err(error) => {
                status = status.max(if error.limit().is_some() { LIMIT } else { BAD_INPUT });
                // Used-up time or memory is used up for the lines to come, too.
                let stop = matches!(
                    error.limit(),
                    Some(
                        LimitReached::Time { .. }
                            | LimitReached::Memory { .. }
                            | LimitReached::Cancelled
                    )
                );
                complain(args, output, &mut results, number, &source, error)?;
                if stop {
                    break;
                }
            }
        }
    }
    if output.is_json() {
        output.print_json(&json!({ "results": results }))?;
    }
    Ok(ExitCode::from(status))
}

fn emit(
    args: &EvalArgs,
    output: &Output,
    results: &mut Vec<Json>,
    object: Json,
) -> Result<(), Failure> {
    if args.jsonl {
        return output.print_json(&object);
    }
    results.push(object);
    Ok(())
}

fn complain(
    args: &EvalArgs,
    output: &Output,
    results: &mut Vec<Json>,
    number: usize,
    source: &str,
    error: EvalError,
) -> Result<(), Failure> {
    if output.is_json() || args.jsonl {
        let why = output.text().eval_error(&error.kind);
        let place = [error.span.start, error.span.end];
        let object = json!({"input": source, "line": number, "error": why, "place": place});
        return emit(args, output, results, object);
    }
    let from = Origin::Line(number);
    let failure = Failure::Expression { from, source: source.to_string(), error };
    output.complain(&output.text().failure(&failure));
    Ok(())
}

/// A line of input, or why it cannot be used.
pub enum Line {
    Text(String),
    Bad(BadLine),
}

/// Reads a line without ever holding more than the longest expression. `None` at the end.
pub fn read_line(input: &mut impl BufRead) -> Result<Option<Line>, Failure> {
    use ishitori::values::notation::MAX_LENGTH;
    let fail = |error| Failure::Io { what: Stream::Input, error };
    let mut bytes = Vec::new();
    let mut too_long = false;
    let mut any = false;
    loop {
        let available = input.fill_buf().map_err(fail)?;
        if available.is_empty() {
            break;
        }
        any = true;
        let end = available.iter().position(|&b| b == b'\n');
        let part = &available[..end.unwrap_or(available.len())];
        if bytes.len() + part.len() > MAX_LENGTH {
            too_long = true;
            bytes.clear();
        } else if !too_long {
            bytes.extend_from_slice(part);
        }
        let used = end.map_or(part.len(), |i| i + 1);
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    if !any {
        return Ok(None);
    }
    if too_long {
        return Ok(Some(Line::Bad(BadLine::TooLong)));
    }
    Ok(Some(match String::from_utf8(bytes) {
        Ok(text) => Line::Text(text),
        Err(error) => Line::Bad(BadLine::NotUtf8(error.utf8_error().valid_up_to() + 1)),
    }))
}
