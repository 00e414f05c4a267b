//! The target of the rows of a sweep: a file, or standard output by way of a temporary file.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use ishitori_answers::sweep::RowsFile;
use ishitori_answers::{Accepted, Context, Stream};
use ishitori_records::WriteError;
use ishitori_words::Describe;
use tempfile::TempDir;

use super::rows::{check_format, provenance_of_file, write_answer, write_provenance, write_rows};
use crate::ExitCode;
use crate::failure::{Failure, exit};
use crate::output::{Output, quoted};
use crate::rows_args::{FormatArg, Written};

/// The path that means standard output.
pub const STANDARD_OUTPUT: &str = "-";

/// Where rows go.
pub enum RowsOut {
    /// Nowhere but into the answer, if they are listed.
    Answer,
    /// To a file.
    File(PathBuf),
    /// To standard output, when all of them are there: until then they lie in a folder that is
    /// removed, so that a family of any size needs no memory.
    Pipe { folder: TempDir, name: String },
}

impl RowsOut {
    /// Looks where rows are to go, before anything is computed for them.
    pub fn new(out: Option<&Path>, written: &Written, output: &Output) -> Result<RowsOut, Failure> {
        check_format(written)?;
        let Some(path) = out else { return Ok(RowsOut::Answer) };
        let refused = |field, value: &str, accepted| {
            Err(Failure::Argument { field, value: value.to_string(), accepted })
        };
        if path != Path::new(STANDARD_OUTPUT) {
            return match written.format {
                FormatArg::Text => Ok(RowsOut::File(path.to_path_buf())),
                format => refused("format", format.format().name(), Accepted::FormatOfName),
            };
        }
        if output.is_json() {
            return refused("out", STANDARD_OUTPUT, Accepted::OutFile);
        }
        let ending = match written.format {
            FormatArg::Text | FormatArg::Csv | FormatArg::Bfile | FormatArg::Oeis => "csv",
            FormatArg::Tsv => "tsv",
            FormatArg::Markdown => "md",
            FormatArg::Latex => "tex",
            FormatArg::Jsonl => "jsonl",
            FormatArg::Html => "html",
            FormatArg::Parquet => "parquet",
        };
        let folder = tempfile::tempdir()
            .map_err(|error| Failure::File { path: std::env::temp_dir(), error })?;
        Ok(RowsOut::Pipe { folder, name: format!("rows.{ending}") })
    }

    /// Whether the answer lists the rows.
    pub fn listed(&self, list: bool, written: &Written) -> bool {
        matches!(self, RowsOut::Answer) && (list || written.format != FormatArg::Text)
    }

    /// The file that the sweep writes, which says how it was made.
    pub fn file(&self, resume: bool, output: &Output) -> Option<RowsFile> {
        let path = match self {
            RowsOut::Answer => return None,
            RowsOut::File(path) => path.clone(),
            RowsOut::Pipe { folder, name } => folder.path().join(name),
        };
        let version = env!("CARGO_PKG_VERSION");
        let heading = format!("ishitori {version}: ishitori {}", command_line(output));
        Some(RowsFile { path, heading, resume })
    }

    /// Writes the answer of the sweep, and returns the exit status.
    pub fn write_answer(
        &self,
        answer: impl Describe,
        written: &Written,
        output: &Output,
        context: &Context,
    ) -> Result<ExitCode, Failure> {
        let finish = answer.finish();
        match self {
            RowsOut::Answer => write_answer(answer, written, output, context),
            RowsOut::File(path) => {
                provenance_of_file(path, written, finish, output)?;
                output.answer(answer)
            }
            RowsOut::Pipe { folder, name } => {
                match File::open(folder.path().join(name)) {
                    Ok(mut rows) => {
                        let format = written.format.format();
                        write_rows(output, &context.budget, format, |out| {
                            io::copy(&mut rows, out).map(drop).map_err(WriteError::Io)
                        })?;
                    }
                    // It was ended before all rows were there.
                    Err(error) if error.kind() == io::ErrorKind::NotFound => {
                        output.write_error(&answer.describe(&output.text()));
                    }
                    Err(error) => return Err(Failure::Io { what: Stream::Output, error }),
                }
                write_provenance(written, finish, output)?;
                Ok(exit(finish))
            }
        }
    }
}

/// Options with a value that change how the work is done, or where it goes, but not the result.
const WITH_VALUE: [&str; 10] = [
    "--threads",
    "--isa",
    "--device",
    "--out",
    "--output",
    "-o",
    "--chart",
    "--tiles",
    "--provenance",
    "--record",
];

/// The arguments as they were typed, to stand in every file.
fn command_line(output: &Output) -> String {
    result_arguments(output.command_line())
        .iter()
        .map(|word| quoted(word))
        .collect::<Vec<_>>()
        .join(" ")
}

/// The arguments on which the result depends; without the others, files made in different ways are equal.
fn result_arguments(arguments: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut words = Vec::new();
    let mut arguments = arguments.into_iter();
    while let Some(word) = arguments.next() {
        let name = word.split_once('=').map_or(word.as_str(), |(name, _)| name);
        match name {
            "--resume" | "--json" => {}
            // The value is the next argument, or behind the equals sign.
            _ if WITH_VALUE.contains(&name) => {
                if name == word {
                    drop(arguments.next());
                }
            }
            // `-oFILE`.
            _ if word.starts_with("-o") => {}
            _ => words.push(word),
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::result_arguments;

    #[test]
    fn where_rows_go_and_how_they_are_made_is_left_out() {
        let typed = "sweep --with 2,3 --max=9 --out=a.csv --threads 2 -o b.csv -oc.csv --record=r --json --chart c.svg --ask period";
        let kept = result_arguments(typed.split(' ').map(String::from));
        assert_eq!(kept.join(" "), "sweep --with 2,3 --max=9 --ask period");
    }
}
