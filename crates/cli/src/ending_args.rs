//! Arguments of the commands for end rules and families.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use ishitori_answers::Measure;
use ishitori_answers::devices::DeviceChoice;
use ishitori_answers::draw::strips;
use ishitori_solve::ending::SumRule;

use crate::rows_args::Written;
use crate::shared_args::{PaletteArg, Settings, StyleArg, heap};
use crate::text::usage::Refused;
use ishitori_words::say;

#[derive(Args)]
pub struct OutcomesArgs {
    /// The rule of the game.
    #[arg(value_name = "RULE")]
    pub rule: String,
    #[command(flatten)]
    pub settings: Settings,
    /// End rule: who wins when no move is left [default: that of the game, or normal].
    #[arg(long, value_name = "END")]
    pub end: Option<String>,
    /// The last heap.
    #[arg(long, value_name = "N", value_parser = heap)]
    pub to: u64,
    /// Write a certificate of the period that `ishitori check` verifies; subtraction sets only.
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    #[command(flatten)]
    pub written: Written,
}

#[derive(Args)]
pub struct ExplainArgs {
    /// The rule of the game.
    #[arg(value_name = "RULE")]
    pub rule: String,
    /// The heaps, such as 6 or 3+5+5; for a game on tuples (2,7) or (2,7)+(1,4).
    #[arg(value_name = "POSITION")]
    pub position: String,
    #[command(flatten)]
    pub settings: Settings,
    /// End rule: who wins when no move is left [default: that of the game, or normal].
    #[arg(long, value_name = "END")]
    pub end: Option<String>,
    /// What the end of several heaps depends on: total, all stones left; score, who has won more
    /// heaps.
    #[arg(long, value_name = "SUM", default_value = "total", value_parser = sum_rule)]
    pub sum: SumRule,
}

#[derive(Args)]
pub struct ValuesArgs {
    /// The rule of the game.
    #[arg(value_name = "RULE")]
    pub rule: String,
    #[command(flatten)]
    pub settings: Settings,
    /// End rule: who wins when no move is left [default: that of the game, or normal].
    #[arg(long, value_name = "END")]
    pub end: Option<String>,
    /// Whose end is replaced where moves break heaps: total, that of the whole position, by all stones left; score,
    /// that of every part by itself, so that the values of parts add.
    #[arg(long, value_name = "SUM", default_value = "total", value_parser = sum_rule)]
    pub sum: SumRule,
    /// The games that stand for ends: L=1,R=-1, or one for each remainder of the stones left,
    /// 0=1,1=-1,2=*.
    #[arg(long, value_name = "L=G,R=H", default_value = "L=1,R=-1")]
    pub terminal: String,
    /// The last heap.
    #[arg(long, value_name = "N", value_parser = heap)]
    pub to: u64,
    /// Number of heaps to search for a period.
    #[arg(long, value_name = "N", default_value = "400", value_parser = heap)]
    pub limit: u64,
    /// Show more of each value, separated by commas: mean, temperature, atomic-weight.
    #[arg(long, value_name = "MORE", value_enum, value_delimiter = ',')]
    pub show: Vec<MeasureArg>,
    /// How games are printed.
    #[arg(long, value_enum, default_value = "ascii")]
    pub style: StyleArg,
    /// Write a certificate that `ishitori check` verifies, if it is proved that the values have a period or that they
    /// have none.
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    #[command(flatten)]
    pub written: Written,
}

/// What is shown of a value besides its canonical form.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum MeasureArg {
    /// The mean value
    Mean,
    /// The temperature
    Temperature,
    /// The atomic weight, where there is one
    #[value(alias = "aw")]
    AtomicWeight,
}

impl MeasureArg {
    pub fn asked(self) -> Measure {
        match self {
            MeasureArg::Mean => Measure::Mean,
            MeasureArg::Temperature => Measure::Temperature,
            MeasureArg::AtomicWeight => Measure::AtomicWeight,
        }
    }
}

#[derive(Args)]
pub struct ValuesSweepArgs {
    /// Smallest number of every set.
    #[arg(long, value_name = "A", value_parser = clap::value_parser!(u32).range(1..=64))]
    pub min: u32,
    /// Upper bound on the largest number of a set.
    #[arg(long, value_name = "B", value_parser = clap::value_parser!(u32).range(1..=64))]
    pub max: u32,
    /// Minimum size of a set.
    #[arg(long, value_name = "N", default_value = "1")]
    pub min_size: u32,
    /// Maximum size of a set.
    #[arg(long, value_name = "N")]
    pub max_size: Option<u32>,
    /// Who wins when no move is left.
    #[arg(long, value_name = "END", default_value = "mod2:LR")]
    pub end: String,
    /// The games that stand for ends: L=1,R=-1, or one for each remainder of the stones left,
    /// 0=1,1=-1,2=*.
    #[arg(long, value_name = "L=G,R=H", default_value = "L=1,R=-1")]
    pub terminal: String,
    /// Number of heaps to compute for each set.
    #[arg(long, value_name = "N", default_value = "200", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub heaps: u32,
    /// Time for each set, such as 5s; --time-limit is for the whole sweep.
    #[arg(long, value_name = "TIME", default_value = "5s")]
    pub each: String,
    /// Write a certificate of what is proved for each set into this folder.
    #[arg(long, value_name = "DIR")]
    pub certificates: Option<PathBuf>,
    #[command(flatten)]
    pub written: Written,
}

/// What gives codes or games in place of sets.
const CODES: [&str; 5] = ["rule", "octal", "hexadecimal", "codes", "sets"];
/// What is about sets only.
const NOT_OF_CODES: [&str; 17] = [
    "sets", "min", "max", "end", "min_size", "max_size", "with", "without", "count", "total",
    "group_by", "check", "grundy", "words", "chart", "tiles", "title",
];

/// What is not about games.
const NOT_OF_GAMES: [&str; 19] = [
    "octal",
    "hexadecimal",
    "codes",
    "sets",
    "min",
    "max",
    "min_size",
    "max_size",
    "with",
    "without",
    "count",
    "total",
    "group_by",
    "check",
    "grundy",
    "words",
    "chart",
    "tiles",
    "title",
];

#[derive(Args)]
pub struct SweepArgs {
    /// Instead of sets, the games of this rule, with ranges for its parameters in --set: k=1..50.
    #[arg(value_name = "RULE", requires = "set", conflicts_with_all = NOT_OF_GAMES)]
    pub rule: Option<String>,
    /// The value of a parameter of the rule; may be given several times.
    #[arg(long, value_name = "NAME=VALUE", requires = "rule")]
    pub set: Vec<String>,
    /// What is asked about each game.
    #[arg(long, value_name = "QUESTION", default_value = "period")]
    pub ask: String,
    /// The row of a table whose period is asked about: all coordinates but one, such as y=3.
    #[arg(long, value_name = "NAME=VALUE", requires = "rule")]
    pub row: Vec<String>,
    /// How far to go, for questions that need it: a heap, or bounds such as 12,20.
    #[arg(long, value_name = "N", requires = "rule")]
    pub to: Option<String>,
    /// The position for `--ask explain`.
    #[arg(long, value_name = "POSITION", requires = "rule")]
    pub position: Option<String>,
    /// Smallest number of every set.
    #[arg(long, value_name = "A", required_unless_present_any = CODES)]
    pub min: Option<u32>,
    /// Upper bound on the largest number of a set.
    #[arg(long, value_name = "B", required_unless_present_any = CODES)]
    pub max: Option<u32>,
    /// Instead of --min and --max, the sets in this file, one per line: 2,3,5.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["min", "max", "chart", "tiles"])]
    pub sets: Option<PathBuf>,
    /// Instead of sets, the Grundy numbers of all octal codes with at most this many digits.
    #[arg(long, value_name = "DIGITS", value_parser = clap::value_parser!(u32).range(1..=5),
          conflicts_with_all = NOT_OF_CODES)]
    pub octal: Option<u32>,
    /// The same for all hexadecimal codes.
    #[arg(long, value_name = "DIGITS", value_parser = clap::value_parser!(u32).range(1..=4),
          conflicts_with_all = NOT_OF_CODES, conflicts_with = "octal")]
    pub hexadecimal: Option<u32>,
    /// The same for the codes in this file, one per line; lines that begin with # are skipped.
    #[arg(long, value_name = "FILE", conflicts_with_all = NOT_OF_CODES,
          conflicts_with_all = ["octal", "hexadecimal"])]
    pub codes: Option<PathBuf>,
    /// Search at most this many heaps of each code or game for a period.
    #[arg(long, value_name = "N", default_value = "100000", conflicts_with_all = ["min", "max"],
          value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub limit: u64,
    /// Who wins when no move is left; mod2:LR for sets, and for games as their text says.
    #[arg(long, value_name = "END")]
    pub end: Option<String>,
    /// Minimum size of a set.
    #[arg(long, value_name = "N", default_value = "1")]
    pub min_size: u32,
    /// Maximum size of a set.
    #[arg(long, value_name = "N")]
    pub max_size: Option<u32>,
    /// Numbers that every set has.
    #[arg(long, value_name = "S,…", value_delimiter = ',')]
    pub with: Vec<u32>,
    /// Numbers that no set has.
    #[arg(long, value_name = "S,…", value_delimiter = ',')]
    pub without: Vec<u32>,
    /// Only sets for which this holds; for codes and games it filters the rows, by column name.
    #[arg(long = "where", value_name = "EXPR")]
    pub condition: Option<String>,
    /// Count the sets for which this holds; may be given several times.
    #[arg(long, value_name = "EXPR")]
    pub count: Vec<String>,
    /// Add up the values of this over the sets; may be given several times.
    #[arg(long, value_name = "EXPR")]
    pub total: Vec<String>,
    /// Count the sets by the value of this.
    #[arg(long, value_name = "EXPR")]
    pub group_by: Option<String>,
    /// Check a theorem; may be given several times.
    #[arg(long, value_name = "CHECK")]
    pub check: Vec<String>,
    /// Compute Grundy periods even if no expression asks for them.
    #[arg(long)]
    pub grundy: bool,
    /// Add the outcomes to the rows as letters: those of the tail, and those of the cycle.
    #[arg(long)]
    pub words: bool,
    /// List the sets that satisfy the condition, one row each; any --format but text does.
    #[arg(long, visible_alias = "rows")]
    pub list: bool,
    /// Only shard I of N, a range of places in the order of the family: the work of one process of
    /// many.
    #[arg(long, value_name = "I/N", conflicts_with_all = ["chart", "tiles"])]
    pub shard: Option<String>,
    /// Write what the shard found to this file, which `ishitori merge` adds up with the others.
    #[arg(long, value_name = "FILE", requires = "shard")]
    pub record: Option<PathBuf>,
    /// Write one row per set to this file: .csv, .tsv, .md, .tex, .jsonl, .html or .parquet; - writes to standard
    /// output, in the format of --format or as CSV.
    #[arg(short, long, alias = "output", value_name = "FILE", conflicts_with = "list")]
    pub out: Option<PathBuf>,
    /// Continue an interrupted sweep to the same file.
    #[arg(long, requires = "out")]
    pub resume: bool,
    #[command(flatten)]
    pub written: Written,
    /// Draw the outcomes as a strip chart, SVG, PNG, PDF or TikZ.
    #[arg(long, value_name = "FILE")]
    pub chart: Option<PathBuf>,
    /// Write the chart as tiles with a page that zooms into them, in this new folder.
    #[arg(long, value_name = "DIR")]
    pub tiles: Option<PathBuf>,
    /// The last heap of the chart.
    #[arg(long, value_name = "N", default_value = "50", value_parser = clap::value_parser!(u32).range(1..=5000))]
    pub chart_to: u32,
    /// Where the statistics are computed.
    #[arg(long, value_enum, default_value = "cpu")]
    pub device: DeviceArg,
    /// What the chart shows of a heap.
    #[arg(long, value_enum, default_value = "outcome", conflicts_with = "tiles")]
    pub chart_show: ChartShow,
    /// The heading of the chart.
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
    /// The width of the chart in pixels, 96 to an inch.
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(16..=16_384))]
    pub size: Option<u32>,
    /// The colours of the chart.
    #[arg(long, value_enum, default_value = "safe")]
    pub palette: PaletteArg,
    /// Start even if it will take very long.
    #[arg(long)]
    pub yes: bool,
}

#[derive(Args)]
pub struct MergeArgs {
    /// The records of all shards, in any order.
    #[arg(value_name = "RECORD", required = true)]
    pub records: Vec<PathBuf>,
    /// Add up the records even if shards are missing.
    #[arg(long)]
    pub partial: bool,
    /// Write the rows of all shards to this file: for sets those in the files that the shards wrote
    /// with --out, next to the records.
    #[arg(short, long, alias = "output", value_name = "FILE")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub written: Written,
}

pub fn sum_rule(text: &str) -> Result<SumRule, Refused> {
    text.parse().map_err(|why: String| Refused::of(|lang| say!(lang, "commands.refused.sum", why)))
}

/// What a chart shows of a heap.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ChartShow {
    /// Outcome classes
    Outcome,
    /// Grundy numbers
    Grundy,
}

impl ChartShow {
    pub fn asked(self) -> strips::Shown {
        match self {
            ChartShow::Outcome => strips::Shown::Outcome,
            ChartShow::Grundy => strips::Shown::Grundy,
        }
    }
}

/// Where statistics are computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum DeviceArg {
    /// On the CPU
    Cpu,
    /// On a GPU where possible, otherwise on the CPU
    Auto,
    /// On a GPU, or not at all
    Gpu,
}

impl DeviceArg {
    pub fn choice(self) -> DeviceChoice {
        match self {
            DeviceArg::Cpu => DeviceChoice::Cpu,
            DeviceArg::Auto => DeviceChoice::Auto,
            DeviceArg::Gpu => DeviceChoice::Gpu,
        }
    }
}
