//! Arguments of the commands for quotients.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use ishitori_answers::quotient::AlgebraSystem;

use crate::rows_args::Written;
use crate::shared_args::{PictureFile, Settings};

#[derive(Args)]
pub struct QuotientArgs {
    /// The rule of the game.
    #[arg(value_name = "RULE")]
    pub rule: String,
    #[command(flatten)]
    pub settings: Settings,
    /// End rule: who wins when no move is left [default: that of the game, or normal].
    #[arg(long, value_name = "END")]
    pub end: Option<String>,
    /// Stop at this heap if the quotient of all heaps is not proved by then. If neither this nor --time-limit is
    /// given, the search ends after one minute.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    pub to: Option<u32>,
    /// Write a certificate that `ishitori check` verifies.
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Save the search to this file from time to time, and resume from it if it exists.
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// Show the multiplication table.
    #[arg(long)]
    pub table: bool,
    /// How the quotient is written.
    #[arg(long, value_enum, default_value = "text", conflicts_with = "json")]
    pub format: QuotientFormat,
}

/// Ways to write a quotient.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum QuotientFormat {
    /// For people to read
    Text,
    /// Its multiplication table for GAP
    Gap,
    /// Its multiplication table for Sage or Python
    Sage,
}

impl QuotientFormat {
    /// The system for algebra that reads it, if it is none for people.
    pub fn system(self) -> Option<AlgebraSystem> {
        match self {
            QuotientFormat::Text => None,
            QuotientFormat::Gap => Some(AlgebraSystem::Gap),
            QuotientFormat::Sage => Some(AlgebraSystem::Sage),
        }
    }
}

#[derive(Args)]
pub struct QuotientSweepArgs {
    /// All octal codes 0.d, 0.dd, … with at most this many digits.
    #[arg(long, value_name = "DIGITS", value_parser = clap::value_parser!(u32).range(1..=4),
          conflicts_with_all = ["sub_size", "rules"])]
    pub octal: Option<u32>,
    /// Only subtraction sets with this number of elements, instead of all sizes; needs --max.
    #[arg(long, value_name = "SIZE", value_parser = clap::value_parser!(u32).range(1..=64),
          requires = "max", conflicts_with = "rules")]
    pub sub_size: Option<u32>,
    /// The least number of the subtraction sets.
    #[arg(long, value_name = "A", default_value = "1", value_parser = clap::value_parser!(u32).range(1..=64))]
    pub min: u32,
    /// The largest number of the subtraction sets: all sets of numbers from --min to it.
    #[arg(long, value_name = "B", value_parser = clap::value_parser!(u32).range(1..=64),
          conflicts_with_all = ["octal", "rules"])]
    pub max: Option<u32>,
    /// The rules in this file, one per line; lines that begin with # are skipped.
    #[arg(long, value_name = "FILE")]
    pub rules: Option<PathBuf>,
    /// Who wins when no move is left.
    #[arg(long, value_name = "END", default_value = "misere")]
    pub end: String,
    /// Stop at this heap if a quotient is not proved for all heaps by then.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    pub to: Option<u32>,
    /// Time for each rule, such as 10s; --time-limit is for the whole sweep.
    #[arg(long, value_name = "TIME", default_value = "10s")]
    pub each: String,
    /// Only rules for which this holds; the names are those of the columns.
    #[arg(long = "where", value_name = "EXPR")]
    pub condition: Option<String>,
    /// List the rules, one row each; any --format but text does.
    #[arg(long, visible_alias = "rows")]
    pub list: bool,
    /// Only shard I of N, a range of places in the list of rules: the work of one process of many.
    #[arg(long, value_name = "I/N")]
    pub shard: Option<String>,
    /// Write what the shard found to this file, which `ishitori merge` adds up with the others.
    #[arg(long, value_name = "FILE", requires = "shard")]
    pub record: Option<PathBuf>,
    /// Write one row per rule to this file: .csv, .tsv, .md, .tex, .jsonl, .html or .parquet; - writes to standard
    /// output, in the format of --format or as CSV.
    #[arg(short, long, alias = "output", value_name = "FILE", conflicts_with = "list")]
    pub out: Option<PathBuf>,
    /// Continue an interrupted sweep to the same file.
    #[arg(long, requires = "out")]
    pub resume: bool,
    /// Write the certificate of every quotient that is proved into this folder.
    #[arg(long, value_name = "DIR")]
    pub certificates: Option<PathBuf>,
    #[command(flatten)]
    pub written: Written,
}

#[derive(Args)]
pub struct QuotientPictureArgs {
    /// The rule of the game.
    #[arg(value_name = "RULE")]
    pub rule: String,
    /// Who wins when no move is left.
    #[arg(long, value_name = "END", default_value = "normal")]
    pub end: String,
    /// Stop at this heap if a quotient is not proved for all heaps by then.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    pub to: Option<u32>,
    #[command(flatten)]
    pub file: PictureFile,
}
