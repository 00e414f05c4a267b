//! How results with rows are written.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use ishitori_records::Format;

/// The format of rows, and the file for their provenance.
#[derive(Args, Clone, Debug)]
pub struct Written {
    /// How the rows are written.
    #[arg(long, value_enum, default_value = "text", conflicts_with = "json")]
    pub format: FormatArg,
    /// Write how the rows were made to this file, as JSON.
    #[arg(long, value_name = "FILE")]
    pub provenance: Option<PathBuf>,
}

/// Ways to write rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum FormatArg {
    /// For people to read
    Text,
    /// Comma-separated values under a header
    Csv,
    /// Tab-separated values under a header
    Tsv,
    /// A Markdown table
    Markdown,
    /// A tabular environment
    Latex,
    /// A b-file for the OEIS
    Bfile,
    /// An entry for the OEIS with its b-file
    Oeis,
    /// One JSON object per line
    Jsonl,
    /// An HTML table
    Html,
    /// Apache Parquet, for other programs
    Parquet,
}

impl FormatArg {
    /// The format, for the writers.
    pub fn format(self) -> Format {
        match self {
            FormatArg::Text => Format::Text,
            FormatArg::Csv => Format::Csv,
            FormatArg::Tsv => Format::Tsv,
            FormatArg::Markdown => Format::Markdown,
            FormatArg::Latex => Format::Latex,
            FormatArg::Bfile => Format::Bfile,
            FormatArg::Oeis => Format::Oeis,
            FormatArg::Jsonl => Format::JsonLines,
            FormatArg::Html => Format::Html,
            FormatArg::Parquet => Format::Parquet,
        }
    }
}
