//! Errors of questions as errors of Rust: a short English text for programs that pass them on with `?`. What is accepted
//! instead, and Japanese, is the business of `ishitori-words`.

use std::error::Error;
use std::fmt;

use crate::device_choice::NoGpu;
use crate::error::{AskError, Instead, Origin, Stream, TextOf};
use crate::record_error::RecordError;

impl fmt::Display for AskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AskError::Argument { field, value, .. } => {
                write!(f, "{field}: `{value}` is not accepted")
            }
            AskError::Expression { from, source, error } => {
                write!(f, "{from}: `{source}`: {error}")
            }
            AskError::Position { text, error } => write!(f, "position `{text}`: {error}"),
            AskError::BoardPosition { text, error } => write!(f, "position `{text}`: {error}"),
            AskError::BoardCertificate { game, error } => {
                write!(f, "no certificate for `{game}`: {error}")
            }
            AskError::BoardText { from, error, .. } => write!(f, "{from}: {error}"),
            AskError::UnknownBoard { name } => write!(f, "no board game is called `{name}`"),
            AskError::OnBoards { name } => write!(f, "`{name}` is played on boards, not on heaps"),
            AskError::Rule { error } => write!(f, "rule: {error}"),
            AskError::NotOneHeap { rule } => write!(f, "`{rule}` is no impartial game on heaps"),
            AskError::NeedsPosition { rule } => write!(f, "`{rule}` needs a position"),
            AskError::NotPairs { rule } => write!(f, "`{rule}` is not played on pairs"),
            AskError::Table(error) => error.fmt(f),
            AskError::Language { from, error, .. } => write!(f, "{from}: {error}"),
            AskError::FileName { field, name } => {
                write!(f, "{field}: `{name}` is a file name, but files cannot be read here")
            }
            AskError::Library { name } => write!(f, "no game of the library is called `{name}`"),
            AskError::NotHeaps { game } => {
                write!(f, "the heaps of `{game}` are not those of a heap game")
            }
            AskError::Game { game, error } => write!(f, "`{game}`: {error}"),
            AskError::Conjecture { formula, error, .. } => {
                write!(f, "formula `{formula}`: {error}")
            }
            AskError::BoxBounds { expected, found } => {
                write!(f, "the bounds of a table need {expected} numbers, {found} were given")
            }
            AskError::SeveralCoordinates { game, instead } => {
                write!(f, "`{game}` has several coordinates; ask for {instead} instead")
            }
            AskError::Gap { game, missing, present } => {
                write!(f, "`{game}` has a position {present}, but none {missing}")
            }
            AskError::NotAGame { rule } => {
                write!(f, "`{rule}` is a heap game, not a text of a game")
            }
            AskError::TuplePosition(error) => write!(f, "position: {error}"),
            AskError::Heap(error) => error.fmt(f),
            AskError::Checkpoint(error) => error.fmt(f),
            AskError::CheckSaved { path, .. } => {
                write!(f, "{}: not a check of this certificate that can go on", path.display())
            }
            AskError::Key(error) => error.fmt(f),
            AskError::End { error } => write!(f, "end: {error}"),
            AskError::Ending(error) => error.fmt(f),
            AskError::Play(error) => error.fmt(f),
            AskError::Quotient(error) => error.fmt(f),
            AskError::HeapPosition(error) => write!(f, "position: {error}"),
            AskError::Misere { text, error } => write!(f, "`{text}`: {error}"),
            AskError::Terminal(error) => write!(f, "terminal: {error}"),
            AskError::Family(error) => error.fmt(f),
            AskError::Condition { field, source, error } => {
                write!(f, "{field}: `{source}`: {error}")
            }
            AskError::Check(error) => error.fmt(f),
            AskError::TooManySets { sets, seconds } => {
                write!(f, "{sets} sets would take about {seconds:.0} seconds")
            }
            AskError::ChartTooLarge { sets, most } => {
                write!(f, "a chart takes at most {most} sets, not {sets}")
            }
            AskError::Sweep(error) => error.fmt(f),
            AskError::Gpu(error) => error.fmt(f),
            AskError::Record(error) => error.fmt(f),
            AskError::SweepFile(error) => error.fmt(f),
            AskError::File { path, error } => write!(f, "{}: {error}", path.display()),
            AskError::Target { path, error } => write!(f, "{}: {error}", path.display()),
            AskError::Lock(error) => error.fmt(f),
            AskError::TooLarge { path, most } => {
                write!(f, "{}: larger than {most} bytes", path.display())
            }
            AskError::Atlas(error) => error.fmt(f),
            AskError::Draw(error) => error.fmt(f),
            AskError::Bind { address, error } => write!(f, "{address}: {error}"),
            AskError::Limit(limit) => limit.fmt(f),
            AskError::Io { what, error } => write!(f, "{what}: {error}"),
        }
    }
}

/// The text has what lies below, so that there is no source to print after it.
impl Error for AskError {}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Field(field) => f.write_str(field),
            Origin::Line(line) => write!(f, "line {line}"),
            Origin::Dialogue => f.write_str("input"),
        }
    }
}

impl fmt::Display for TextOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextOf::Field(field) => f.write_str(field),
            TextOf::Name(name) => f.write_str(name),
        }
    }
}

impl fmt::Display for NoGpu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoGpu::NotBuilt => f.write_str("the program was built without GPU support"),
            NoGpu::None => f.write_str("no GPU was found"),
            NoGpu::Lacks(_) => f.write_str("GPUs cannot compute this question"),
            NoGpu::Failed(why) => write!(f, "the GPU failed: {why}"),
        }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::Broken { name, .. } => write!(f, "{name}: not a record, or damaged"),
            RecordError::OtherVersion { name, found, expected } => {
                write!(f, "{name}: version {found}, not {expected}")
            }
            RecordError::OtherQuestion { name, first } => {
                write!(f, "{name}: another question than {first}")
            }
            RecordError::Impossible { name } => write!(f, "{name}: nothing that can be found"),
            RecordError::Double { name, other, shard } => {
                write!(f, "{name} and {other} are both of shard {shard}")
            }
            RecordError::Overlap { name, other } => write!(f, "{name} and {other} overlap"),
            RecordError::NoRows { name, ending } => write!(f, "{name}: no file of {ending} rows"),
            RecordError::OtherRows { name, file } => {
                write!(f, "{name}: {} is missing or was changed", file.display())
            }
            RecordError::Missing(_) => f.write_str("some shards are missing"),
        }
    }
}

impl fmt::Display for Instead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Instead::Table => "a table",
            Instead::OutcomeTable => "a table of outcomes",
            Instead::ValueTable => "a table of values",
            Instead::Row => "one row of a table",
        })
    }
}

impl fmt::Display for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stream::Input => "standard input",
            Stream::Output => "standard output",
            Stream::Terminal => "the terminal",
            Stream::Json => "the answer as JSON",
            Stream::ManualPage => "the manual page",
            Stream::Layout => "the layout of a game",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Context, RuleSource, grundy};
    use ishitori_values::Budget;

    #[test]
    fn errors_pass_with_a_question_mark() {
        fn ask(rule: &str) -> Result<usize, Box<dyn Error>> {
            let request = grundy::Request {
                rule: RuleSource::Text(rule.to_string()),
                set: Vec::new(),
                to: 5,
                end: Default::default(),
                engine: None,
            };
            Ok(grundy::answer(&request, &Context::new(Budget::unlimited()))?.values.len())
        }
        assert_eq!(ask("kayles").unwrap(), 6);
        let text = ask("0.7x").unwrap_err().to_string();
        assert!(text.starts_with("rule: ") && text.len() > 10, "{text}");
    }
}
