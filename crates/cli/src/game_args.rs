//! Arguments of the commands for games in the language.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use ishitori_answers::{BoxBounds, box_table, conjecture};

use crate::rows_args::Written;
use crate::shared_args::{PictureFile, Settings, box_bounds};

#[derive(Args)]
pub struct TableArgs {
    /// The rule of the game.
    #[arg(value_name = "RULE")]
    pub rule: String,
    #[command(flatten)]
    pub settings: Settings,
    /// End rule: who wins when no move is left [default: that of the game, or normal].
    #[arg(long, value_name = "END")]
    pub end: Option<String>,
    /// The last value of each coordinate that is not fixed, such as 10,30.
    #[arg(long, value_name = "Y,Z", allow_hyphen_values = true, value_parser = box_bounds)]
    pub to: BoxBounds,
    /// Fix a coordinate, such as x=3; may be given several times.
    #[arg(long, value_name = "X=N")]
    pub fix: Vec<String>,
    /// What is shown of a position.
    #[arg(long, value_enum)]
    pub show: Option<Show>,
    #[command(flatten)]
    pub written: Written,
    /// The first coordinate to the right, the second one down.
    #[arg(long)]
    pub transpose: bool,
    /// One row for each position, with its coordinates in columns: for spreadsheets and data frames.
    #[arg(long)]
    pub tidy: bool,
}

#[derive(Args)]
pub struct GridArgs {
    /// The rule of the game.
    #[arg(value_name = "RULE")]
    pub rule: String,
    #[command(flatten)]
    pub settings: Settings,
    /// End rule: who wins when no move is left [default: that of the game, or normal].
    #[arg(long, value_name = "END")]
    pub end: Option<String>,
    /// The last value of each coordinate that is not fixed, such as 10,30.
    #[arg(long, value_name = "Y,Z", allow_hyphen_values = true, value_parser = box_bounds)]
    pub to: BoxBounds,
    /// Fix a coordinate, such as x=3; may be given several times.
    #[arg(long, value_name = "X=N")]
    pub fix: Vec<String>,
    /// What is shown of a position: Grundy numbers or outcome classes.
    #[arg(long, value_enum)]
    pub show: Option<Show>,
    /// The first coordinate to the right, the second one down.
    #[arg(long)]
    pub transpose: bool,
    /// Leave the results out, to be filled in by hand.
    #[arg(long)]
    pub blank: bool,
    /// Fill the numbers in step by step: FILE shows all steps one below the other, FILE-00, FILE-01, … one each; for
    /// SVG, FILE-animated is an animation.
    #[arg(long, conflicts_with = "blank")]
    pub steps: bool,
    #[command(flatten)]
    pub file: PictureFile,
}

#[derive(Args)]
pub struct ConjectureArgs {
    /// The rule of the game.
    #[arg(value_name = "RULE")]
    pub rule: String,
    /// The formula.
    #[arg(
        value_name = "FORMULA",
        required_unless_present_any = ["fit", "p_positions"],
        conflicts_with = "fit",
        allow_hyphen_values = true
    )]
    pub formula: Option<String>,
    #[command(flatten)]
    pub settings: Settings,
    /// End rule: who wins when no move is left [default: that of the game, or normal].
    #[arg(long, value_name = "END")]
    pub end: Option<String>,
    /// A condition for the P-positions, instead of a formula.
    #[arg(long, value_name = "FORMULA", conflicts_with_all = ["formula", "fit"], allow_hyphen_values = true)]
    pub p_positions: Option<String>,
    /// The last value of each coordinate [default with --prove: a small table].
    #[arg(long, value_name = "Y,Z", allow_hyphen_values = true, value_parser = box_bounds, required_unless_present = "prove")]
    pub to: Option<BoxBounds>,
    /// Decide the formula for all positions.
    #[arg(long)]
    pub prove: bool,
    /// Write a certificate that `ishitori check` verifies.
    #[arg(long, value_name = "FILE", requires = "prove")]
    pub certificate: Option<PathBuf>,
    /// Look for a formula on a small table, and test it up to --to; with --prove, learn an
    /// automaton where no formula is found.
    #[arg(long)]
    pub fit: bool,
    /// What to learn, without looking for formulas for Grundy numbers.
    #[arg(long, value_name = "WHAT", requires = "fit", requires = "prove")]
    pub learn: Option<Learn>,
    /// The base in which automata read numbers: 2 to 255, fibonacci, pell or ostrowski:[0;a,b,…] [default: 2].
    #[arg(long, value_name = "BASE", requires = "prove")]
    pub base: Option<String>,
    /// The small table for --fit.
    #[arg(long, value_name = "Y,Z", allow_hyphen_values = true, value_parser = box_bounds, requires = "fit", conflicts_with = "formula")]
    pub from: Option<BoxBounds>,
}

#[derive(Args)]
pub struct GamesArgs {
    /// Show the text of this game of the library.
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
    #[command(flatten)]
    pub written: Written,
}

#[derive(Args)]
pub struct FmtArgs {
    /// The game, a file that is rewritten; `-` reads standard input and writes standard output.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Write nothing; exit with 1 if the file would change.
    #[arg(long)]
    pub check: bool,
}

/// What is learnt.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Learn {
    /// Grundy numbers
    Grundy,
    /// P-positions, or who wins moving first
    Outcomes,
}

impl Learn {
    pub fn asked(self) -> conjecture::Learnable {
        match self {
            Learn::Grundy => conjecture::Learnable::Grundy,
            Learn::Outcomes => conjecture::Learnable::Outcomes,
        }
    }
}

/// What a table shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Show {
    /// Grundy numbers
    Grundy,
    /// Outcome classes L, R, N, P
    Outcome,
    /// Canonical values
    Value,
    /// Mean values of the canonical values
    Mean,
    /// Temperatures of the canonical values
    Temperature,
    /// Atomic weights of the canonical values, where they have one
    #[value(alias = "aw")]
    AtomicWeight,
    /// The P-positions, as a list
    PPositions,
}

impl Show {
    pub fn asked(self) -> box_table::Show {
        match self {
            Show::Grundy => box_table::Show::Grundy,
            Show::Outcome => box_table::Show::Outcome,
            Show::Value => box_table::Show::Value,
            Show::Mean => box_table::Show::Mean,
            Show::Temperature => box_table::Show::Temperature,
            Show::AtomicWeight => box_table::Show::AtomicWeight,
            Show::PPositions => box_table::Show::PPositions,
        }
    }
}
