//! The command line.

use ishitori_answers::Accepted;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use ishitori_runtime::simd::Isa;
use ishitori_runtime::{Budget, Ceiling};

use crate::asked::Asked;
use crate::atlas_args::{AtlasArgs, AtlasCommand};
use crate::ending_args::{
    ExplainArgs, MergeArgs, OutcomesArgs, SweepArgs, ValuesArgs, ValuesSweepArgs,
};
use crate::failure::Failure;
use crate::game_args::{ConjectureArgs, FmtArgs, GamesArgs, GridArgs, Learn, TableArgs};
use crate::heap_args::{CheckArgs, CiteArgs, End, GrundyArgs, MisereArgs, PeriodArgs};
use crate::play_args::PlayArgs;
use crate::quotient_args::{QuotientArgs, QuotientPictureArgs, QuotientSweepArgs};
use crate::rows_args::Written;
use crate::shared_args::{PictureFile, Settings, StyleArg, box_bounds};
use crate::signals::cancel_on_signals;
use crate::text::Lang;
use ishitori_answers::draw::graph;
use ishitori_answers::{BoxBounds, read_duration};

/// A workbench for combinatorial games.
#[derive(Parser)]
#[command(
    name = "ishitori",
    version,
    about = "A workbench for combinatorial games",
    max_term_width = 100
)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
    #[command(flatten)]
    pub common: Common,
}

#[derive(Subcommand)]
pub enum Command {
    /// Recompute the tables and figures of four papers on combinatorial games, and write a report.
    Reproduce(ReproduceArgs),
    /// Evaluate an expression over games.
    Eval(EvalArgs),
    /// Evaluate expressions interactively, with variables, history and completion.
    Repl(ReplArgs),
    /// The value of a position of a board game.
    Position(PositionArgs),
    /// All positions of a board: how many have which values and outcomes, and which is the hottest.
    Census(CensusArgs),
    /// Grundy numbers of the heaps 0 to N of a heap game.
    Grundy(GrundyArgs),
    /// The period of the Grundy numbers of a heap game, with a proof.
    Period(PeriodArgs),
    /// Verify a certificate with the independent checker.
    Check(CheckArgs),
    /// A BibTeX entry for the program, a command and its certificate.
    Cite(CiteArgs),
    /// The outcome classes of one heap under an end rule, with a proved period.
    Outcomes(OutcomesArgs),
    /// Explain who wins a position, and how.
    Explain(ExplainArgs),
    /// Play a game against the program, which explains every move.
    Play(PlayArgs),
    /// Canonical values of heaps (ends can be given game values).
    Values(ValuesArgs),
    /// Classify the values of a family of subtraction sets: periodic, growing or neither.
    #[command(
        hide = true,
        override_usage = "ishitori sweep --ask values [OPTIONS] --min <A> --max <B>"
    )]
    ValuesSweep(ValuesSweepArgs),
    /// Compute outcomes, periods, values or quotients of a whole family of sets, codes or games: statistics, rows, charts.
    Sweep(Box<SweepArgs>),
    /// Add up the records of all shards of a sweep.
    Merge(MergeArgs),
    /// The quotient monoid of a heap game, with proof.
    Quotient(QuotientArgs),
    /// The quotients of many rules, one row each.
    #[command(hide = true, override_usage = "ishitori sweep --ask quotient [OPTIONS]")]
    QuotientSweep(QuotientSweepArgs),
    /// Misère canonical form and genus of a game or of heaps.
    Misere(MisereArgs),
    /// A table of Grundy numbers, outcomes or values of a game on tuples of numbers.
    Table(TableArgs),
    /// Test a formula for the Grundy numbers of a game, or search for one.
    Conjecture(ConjectureArgs),
    /// Format a .game file.
    Fmt(FmtArgs),
    /// Pictures as SVG, PNG, PDF or TikZ.
    Draw(DrawArgs),
    /// List the games of the library, or show the text of one.
    Games(GamesArgs),
    /// Look up small games in precomputed tables.
    Atlas(AtlasArgs),
    /// The workbench in the browser.
    Serve(ServeArgs),
    /// A completion script for a shell.
    #[command(hide = true)]
    Completions(CompletionsArgs),
    /// Manual pages.
    #[command(hide = true)]
    Man(ManArgs),
    /// Questions whose commands are made from their requests.
    #[command(flatten)]
    Asked(Asked),
}

impl Command {
    /// The certificate that was asked for.
    pub fn certificate(&self) -> Option<&Path> {
        match self {
            Command::Period(a) => a.certificate.as_deref(),
            Command::Outcomes(a) => a.certificate.as_deref(),
            Command::Values(a) => a.certificate.as_deref(),
            Command::Quotient(a) => a.certificate.as_deref(),
            Command::Conjecture(a) => a.certificate.as_deref(),
            Command::Position(a) => a.certificate.as_deref(),
            _ => None,
        }
    }

    /// The files that were asked for and are written in one go at the end.
    pub fn files(&self) -> Vec<&Path> {
        match self {
            Command::Draw(a) => vec![a.picture.file()],
            Command::Check(a) => a.lean.iter().map(PathBuf::as_path).collect(),
            Command::Sweep(a) => {
                let files = a.chart.iter().chain(&a.record).chain(&a.written.provenance);
                files.map(PathBuf::as_path).collect()
            }
            Command::QuotientSweep(a) => {
                a.record.iter().chain(&a.written.provenance).map(PathBuf::as_path).collect()
            }
            Command::Census(a) => {
                a.record.iter().chain(&a.written.provenance).map(PathBuf::as_path).collect()
            }
            _ => {
                let provenance = self.written().and_then(|written| written.provenance.as_deref());
                self.certificate().into_iter().chain(provenance).collect()
            }
        }
    }

    /// How rows are written, where there are rows.
    fn written(&self) -> Option<&Written> {
        match self {
            Command::Grundy(a) => Some(&a.written),
            Command::Position(a) => Some(&a.written),
            Command::Period(a) => Some(&a.written),
            Command::Outcomes(a) => Some(&a.written),
            Command::Values(a) => Some(&a.written),
            Command::ValuesSweep(a) => Some(&a.written),
            Command::Table(a) => Some(&a.written),
            Command::Games(a) => Some(&a.written),
            Command::Atlas(a) => match &a.what {
                AtlasCommand::Search(a) => Some(&a.written),
                _ => None,
            },
            Command::Merge(a) => Some(&a.written),
            _ => None,
        }
    }
}

#[derive(Args)]
pub struct ReproduceArgs {
    /// Write index.html and report.json to this folder [default: report, unless --only is given].
    #[arg(short, long, alias = "output", value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Only this item, such as C17, or this part, such as C; may be repeated.
    #[arg(long, value_name = "ITEM")]
    pub only: Vec<String>,
}

/// Options that every command takes.
#[derive(Args)]
pub struct Common {
    /// Print one JSON object instead of text.
    #[arg(long, global = true)]
    pub json: bool,
    /// Show very long values in full (on a terminal they are folded by default).
    #[arg(long, global = true)]
    pub full: bool,
    /// Language of the text [default: from the locale].
    #[arg(long, global = true, value_parser = languages(), value_name = "LANG")]
    pub lang: Option<Lang>,
    /// Give up after this long, such as 30s, 500ms, 5m or 2h [for serve: on an immediate answer, default 2s].
    #[arg(long, global = true, value_name = "TIME")]
    time_limit: Option<String>,
    /// Give up when the tables need more than this, such as 512MiB [default: 4GiB; for serve a quarter of the
    /// machine's memory, shared by all visitors].
    #[arg(long, global = true, value_name = "SIZE")]
    memory_limit: Option<String>,
    /// Number of threads [default: all cores].
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Use no newer vector instructions than these; results are the same, and slower [for tests].
    #[arg(long, global = true, hide = true, value_name = "ISA", value_parser = PossibleValuesParser::new(Isa::NAMES))]
    isa: Option<String>,
}

impl Common {
    /// Keeps to the vector instructions that were asked for, in the whole process.
    pub fn limit_instructions(&self) {
        if let Some(name) = &self.isa {
            assert!(Isa::limit_to(name), "the parser takes the names that there are");
        }
    }

    /// The language that was asked for, or that of the locale.
    pub fn language(&self) -> Lang {
        self.lang.unwrap_or_else(Lang::from_environment)
    }

    /// The budget of a command: limits, and Ctrl-C.
    pub fn budget(&self) -> Result<Budget, Failure> {
        self.budget_cancelled_by(cancel_on_signals(self.language()))
    }

    /// The same with a cancel flag that the caller sets.
    pub fn budget_cancelled_by(&self, flag: Arc<AtomicBool>) -> Result<Budget, Failure> {
        let memory = self.memory_limit()?.unwrap_or(USUAL_MEMORY);
        let mut budget = Budget::unlimited()
            .with_memory(memory)
            .with_ceiling(Arc::new(ceiling(memory)))
            .with_cancel_flag(flag);
        if let Some(limit) = self.time_limit()? {
            budget = budget.with_time(limit);
        }
        Ok(budget)
    }

    /// The limit of time that was asked for.
    pub fn time_limit(&self) -> Result<Option<Duration>, Failure> {
        let Some(text) = &self.time_limit else { return Ok(None) };
        let limit = read_duration(text).ok_or_else(|| Failure::Argument {
            field: "time-limit",
            value: text.clone(),
            accepted: Accepted::Duration,
        })?;
        Ok(Some(limit))
    }

    /// The limit of memory that was asked for.
    pub fn memory_limit(&self) -> Result<Option<u64>, Failure> {
        let Some(text) = &self.memory_limit else { return Ok(None) };
        let size = parse_size(text).ok_or_else(|| Failure::Argument {
            field: "memory-limit",
            value: text.clone(),
            accepted: Accepted::Size,
        })?;
        Ok(Some(size))
    }

    /// Whether a time limit was asked for.
    pub fn has_time_limit(&self) -> bool {
        self.time_limit.is_some()
    }

    /// How many threads to work with.
    pub fn threads(&self) -> usize {
        match self.threads {
            Some(n) => n.into(),
            None => std::thread::available_parallelism().map_or(1, usize::from),
        }
    }
}

/// The default limit of memory.
const USUAL_MEMORY: u64 = 4 << 30;
/// Bytes that the program, its threads and the allocator may take on top of what engines count.
const OVERHEAD: u64 = 32 << 20;

/// The ceiling of the whole process under a limit of memory. Engines count what they hold; this is for memory
/// that is not counted. What the process had at its start does not count: it may be that of Python.
fn ceiling(memory: u64) -> Ceiling {
    static AT_START: OnceLock<u64> = OnceLock::new();
    let start = *AT_START.get_or_init(|| ishitori_runtime::memory::resident().unwrap_or(0));
    let limit = memory.saturating_add(start).saturating_add(OVERHEAD);
    Ceiling::new(
        limit,
        memory,
        ishitori_runtime::memory::resident,
        ishitori_runtime::memory::release,
    )
}

fn split_unit(text: &str) -> Option<(f64, &str)> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number: f64 = text[..end].parse().ok()?;
    Some((number, text[end..].trim()))
}

fn parse_size(text: &str) -> Option<u64> {
    let (number, unit) = split_unit(text)?;
    let factor: u64 = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kb" | "kib" => 1 << 10,
        "m" | "mb" | "mib" => 1 << 20,
        "g" | "gb" | "gib" => 1 << 30,
        "t" | "tb" | "tib" => 1 << 40,
        _ => return None,
    };
    let bytes = number * factor as f64;
    (bytes >= 1.0 && bytes < u64::MAX as f64).then_some(bytes as u64)
}

#[derive(Args)]
pub struct EvalArgs {
    /// The expression; `-` reads expressions from standard input, one per line.
    #[arg(allow_hyphen_values = true)]
    pub expression: String,
    /// Print one JSON object per line of input, as it is evaluated.
    #[arg(long, conflicts_with = "json")]
    pub jsonl: bool,
    /// How games are printed.
    #[arg(long, value_enum, default_value = "ascii")]
    pub style: StyleArg,
    /// Exit with 1 if the value is false.
    #[arg(short = 'e', long)]
    pub exit_status: bool,
}

#[derive(Args)]
pub struct ReplArgs {
    /// How games are printed.
    #[arg(long, value_enum, default_value = "ascii")]
    pub style: StyleArg,
}

#[derive(Args)]
pub struct PositionArgs {
    /// A board game of the library, or a file my.game in the language of boards.
    #[arg(value_name = "GAME")]
    pub game: String,
    /// The position, in quotes.
    #[arg(allow_hyphen_values = true)]
    pub position: String,
    /// The value of a parameter of the game, such as k=3.
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,
    /// All moves with their values: which win, and which are best by temperature.
    #[arg(long)]
    pub moves: bool,
    /// Only who wins, by search: for positions too large for values.
    #[arg(long)]
    pub outcome: bool,
    /// The nimber, by search, where both players have the same moves: for positions that are too large for values.
    #[arg(long, conflicts_with_all = ["outcome", "moves", "misere"])]
    pub nimber: bool,
    /// Misère play, in which the player who cannot move wins: the outcome only.
    #[arg(long)]
    pub misere: bool,
    /// Write a certificate that `ishitori check` verifies.
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Who wins when no move is left.
    #[arg(long, value_enum, default_value = "normal", conflicts_with = "misere")]
    pub end: End,
    /// How games are printed.
    #[arg(long, value_enum, default_value = "ascii")]
    pub style: StyleArg,
    #[command(flatten)]
    pub written: Written,
}

#[derive(Args)]
pub struct DrawArgs {
    #[command(subcommand)]
    pub picture: Picture,
}

#[derive(Subcommand)]
pub enum Picture {
    /// The Grundy numbers of a heap game as dots.
    Scatter(SequenceArgs),
    /// The Grundy numbers of a heap game as a coloured table, aligned by the period.
    Table(SequenceArgs),
    /// A table of a game on tuples of numbers, coloured.
    Grid(GridArgs),
    /// The thermograph of a game.
    Thermograph(ThermographArgs),
    /// The options of the canonical form of a game, and their options.
    Tree(TreeArgs),
    /// The moves between positions, with their Grundy numbers or outcomes; also as .txt or .dot.
    Graph(GraphArgs),
    /// A bar of chocolate: its bitter square, its coordinates, a cut.
    Bar(BarArgs),
    /// A board with its pieces, the last move and values.
    Board(BoardArgs),
    /// The learnt and proved automaton for the outcomes or Grundy numbers of all positions; also as .txt for Walnut or as .dot.
    Automaton(AutomatonArgs),
    /// The multiplication table of a quotient, coloured by outcome.
    Monoid(QuotientPictureArgs),
    /// The Cayley graph of a quotient: what its generators do.
    Cayley(QuotientPictureArgs),
}

impl Picture {
    /// The file that the picture goes to.
    pub fn file(&self) -> &Path {
        match self {
            Picture::Scatter(a) | Picture::Table(a) => &a.file.output,
            Picture::Grid(a) => &a.file.output,
            Picture::Thermograph(a) => &a.file.output,
            Picture::Tree(a) => &a.file.output,
            Picture::Graph(a) => &a.file.output,
            Picture::Bar(a) => &a.file.output,
            Picture::Board(a) => &a.file.output,
            Picture::Automaton(a) => &a.file.output,
            Picture::Monoid(a) | Picture::Cayley(a) => &a.file.output,
        }
    }
}

#[derive(Args)]
pub struct GraphArgs {
    /// The rule of the game.
    #[arg(value_name = "RULE")]
    pub rule: String,
    #[command(flatten)]
    pub settings: Settings,
    /// End rule: who wins when no move is left [default: that of the game, or normal].
    #[arg(long, value_name = "END")]
    pub end: Option<String>,
    /// The last heap, or the last value of each coordinate, such as 8 or 3,4.
    #[arg(long, value_name = "N", value_parser = box_bounds)]
    pub to: BoxBounds,
    /// Fill the numbers in step by step: FILE shows all steps one below the other, FILE-00, FILE-01, … one each; for
    /// SVG, FILE-animated is an animation.
    #[arg(long)]
    pub steps: bool,
    /// Leave the results out, to be filled in by hand.
    #[arg(long, conflicts_with = "steps")]
    pub blank: bool,
    /// What is written on the arrows.
    #[arg(long, value_enum)]
    pub labels: Option<ArrowLabels>,
    #[command(flatten)]
    pub file: PictureFile,
}

/// What is written at arrows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ArrowLabels {
    /// How many stones are taken
    Taken,
    /// Who takes how many: the first or the second player, or Left or Right
    Turns,
}

impl ArrowLabels {
    pub fn asked(self) -> graph::Labels {
        match self {
            ArrowLabels::Taken => graph::Labels::Taken,
            ArrowLabels::Turns => graph::Labels::Turns,
        }
    }
}

#[derive(Args)]
pub struct AutomatonArgs {
    /// The rule of the game.
    #[arg(value_name = "RULE")]
    pub rule: String,
    #[command(flatten)]
    pub settings: Settings,
    /// End rule: who wins when no move is left [default: that of the game, or normal].
    #[arg(long, value_name = "END")]
    pub end: Option<String>,
    /// What the automaton computes [default: who wins].
    #[arg(long, value_enum, value_name = "WHAT")]
    pub learn: Option<Learn>,
    /// The base in which automata read numbers: 2 to 255, fibonacci, pell or ostrowski:[0;a,b,…] [default: 2].
    #[arg(long, value_name = "BASE")]
    pub base: Option<String>,
    #[command(flatten)]
    pub file: PictureFile,
}

#[derive(Args)]
pub struct SequenceArgs {
    /// The rule of the game.
    #[arg(value_name = "RULE")]
    pub rule: String,
    #[command(flatten)]
    pub settings: Settings,
    /// The last heap.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..2_000_000))]
    pub to: u64,
    /// The length of a row of a table [default: the period].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub columns: Option<u64>,
    #[command(flatten)]
    pub file: PictureFile,
}

#[derive(Args)]
pub struct BarArgs {
    /// The rule of the game.
    #[arg(value_name = "RULE")]
    pub rule: String,
    /// The bar, such as (2,7).
    #[arg(value_name = "POSITION")]
    pub position: String,
    /// The bar that a cut leaves, such as (1,4).
    #[arg(long, value_name = "POSITION")]
    pub cut: Option<String>,
    #[command(flatten)]
    pub settings: Settings,
    #[command(flatten)]
    pub file: PictureFile,
}

#[derive(Args)]
pub struct CensusArgs {
    /// A board game of the library, or a file my.game in the language of boards.
    #[arg(value_name = "GAME")]
    pub game: String,
    /// The board, such as 3x3; its pieces matter only with --reachable. For a game on graphs also graphs:6, all graphs with
    /// at most six vertices.
    #[arg(value_name = "POSITION", allow_hyphen_values = true)]
    pub position: String,
    /// The value of a parameter of the game, such as k=3.
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,
    /// The characters that fill the cells, such as .xo [default: those of the game].
    #[arg(long, value_name = "CHARACTERS", conflicts_with = "reachable")]
    pub pieces: Option<String>,
    /// Who wins when no move is left; in misère play there are outcomes only.
    #[arg(long, value_name = "END", value_enum, default_value = "normal")]
    pub end: End,
    /// Only the positions that can be reached from this one by any moves.
    #[arg(long)]
    pub reachable: bool,
    /// List the positions with an extreme or a property: hottest, largest-nimber, one-winning-move (for a player who moves
    /// first) or value=V.
    #[arg(long, value_name = "WHAT")]
    pub find: Option<String>,
    /// Only shard I of N, a range of positions in their order: the work of one process of many.
    #[arg(long, value_name = "I/N")]
    pub shard: Option<String>,
    /// Write what the shard found to this file, which `ishitori merge` adds up with the others.
    #[arg(long, value_name = "FILE", requires = "shard")]
    pub record: Option<PathBuf>,
    #[command(flatten)]
    pub written: Written,
}

#[derive(Args)]
pub struct BoardArgs {
    /// A board game of the library, or a file my.game in the language of boards.
    #[arg(value_name = "GAME")]
    pub game: String,
    /// The position, in quotes [default: a typical starting position].
    #[arg(value_name = "POSITION", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// The value of a parameter of the game, such as k=3.
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,
    /// A move such as b3 or b3-b4: draw the board after it, with its changes marked.
    #[arg(long = "move", value_name = "MOVE")]
    pub played: Option<String>,
    /// Whose move it is, if both players have one of that name.
    #[arg(long, value_enum)]
    pub player: Option<crate::play_args::Side>,
    /// Show the value after each move in its cell, if it is short.
    #[arg(long)]
    pub values: bool,
    /// All positions that can be reached, with the moves between them, and those that recur in frames.
    #[arg(long, conflicts_with_all = ["played", "player", "values"])]
    pub graph: bool,
    #[command(flatten)]
    pub file: PictureFile,
}

#[derive(Args)]
pub struct ThermographArgs {
    /// The game, as for `eval`.
    #[arg(allow_hyphen_values = true)]
    pub expression: String,
    #[command(flatten)]
    pub file: PictureFile,
}

#[derive(Args)]
pub struct TreeArgs {
    /// The game, as for `eval`.
    #[arg(allow_hyphen_values = true)]
    pub expression: String,
    /// How many levels are shown.
    #[arg(long, value_name = "N", default_value = "5", value_parser = clap::value_parser!(u32).range(1..=20))]
    pub depth: u32,
    #[command(flatten)]
    pub file: PictureFile,
}

#[derive(Args)]
pub struct ServeArgs {
    /// The port; 0 takes a free one.
    #[arg(long, value_name = "PORT", default_value = "7311")]
    pub port: u16,
    /// The address to listen on; only this machine can reach 127.0.0.1.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub host: std::net::IpAddr,
    /// A name under which the server may be addressed; may be given several times.
    #[arg(long, value_name = "NAME")]
    pub allow_host: Vec<String>,
    /// Number of jobs that run at a time [default: half of the cores].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub jobs: Option<u16>,
}

#[derive(Args)]
pub struct CompletionsArgs {
    /// The shell.
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

#[derive(Args)]
pub struct ManArgs {
    /// Write one page for each command into this folder; the page of the program alone goes to
    /// standard output if not given.
    #[arg(short, long, alias = "output", value_name = "DIR")]
    pub out: Option<PathBuf>,
}

/// Reads a language by its tag, one of those that there are folders for.
fn languages() -> impl TypedValueParser<Value = Lang> {
    let tags = Lang::ALL.iter().map(|lang| lang.tag());
    PossibleValuesParser::new(tags).try_map(|tag| Lang::from_tag(&tag).ok_or(tag))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units() {
        assert_eq!(parse_size("4GiB"), Some(4 << 30));
        assert_eq!(parse_size("0"), None);
        assert_eq!(parse_size("lots"), None);
    }

    #[test]
    fn arguments_are_consistent() {
        for lang in [Lang::En, Lang::Ja] {
            crate::help::command(lang).debug_assert();
        }
    }
}
