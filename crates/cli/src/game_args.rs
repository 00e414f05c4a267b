//! Arguments of the commands for games in the language.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use ishitori_answers::{BoxBounds, box_table, conjecture};

use crate::rows_args::Written;
use crate::shared_args::{ENDS, PictureFile, Settings, box_bounds};

const GAMES: &str = "RULE:
  my.game                    a file in the language of games, parameters with --set k=3
  '(n) -> (n-s) for s in {1,3} if s <= n'
                             the same in one line, with ; between moves and other parts
  chocolate:3                a bar with y <= z div 3; chocolate:t/2+1 with y <= f(z)
  hyper:12,13,23             Nim on piles: a move makes every pile of one edge smaller; exact-nim:5,2
                             any two of five piles, moore:5,2 at most two, circular:5,2 some of two
                             neighbours, slow-nim:5,2 two piles by one stone each
  lib:chomp3                 a game of the library; `ishitori games` lists them
  wythoff  wythoff:2         take from one heap, or k and l from both with |k - l| < 1 (or 2)
  fibonacci-nim  mem         stones and what was taken last
  nim-with-pass              a heap and how many passes are left";

fn games_and_ends() -> String {
    format!("{GAMES}\n\n{ENDS}")
}

#[derive(Args)]
#[command(after_help = games_and_ends())]
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
#[command(after_help = games_and_ends())]
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
    /// Fill the numbers in step by step: FILE has all steps under each other, FILE-00, FILE-01, …
    /// one each; for SVG, FILE-animated moves.
    #[arg(long, conflicts_with = "blank")]
    pub steps: bool,
    #[command(flatten)]
    pub file: PictureFile,
}

#[derive(Args)]
#[command(after_help = "FORMULA, over the coordinates, parameters and functions of the game:
  'y xor z'                                      a Grundy number
  'x xor y xor z = 0'                            a condition: is it a P-position?
  'if y mod 2 = 0 and z mod 2 = 0 then y div 2 + z'
                                                 where no clause applies nothing is tested
  'let p = y div 2; if … then p + 1; if … then …'
                                                 clauses with ; or on lines: the first applies
The formula may also be the name of a file that ends in .formula.

--fit looks for ((y + a) xor (z + b)) - c, and for (a*y + b*z + c) div q by residue classes of
the coordinates modulo 1 to 4, where a class may be cut in two by c*y + e <= z.
With --prove, where no formula is found, an automaton is learnt from the table and proved for all
positions.

--prove decides the formula for all positions, of whatever size, if the game and the formula are
linear: +, -, products with constants, div and mod by constants, min, max, abs, if, xor, bitand,
bitor, comparisons. --set k=1..21 decides one game after the other.")]
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
    /// What to learn, without a look for formulas of Grundy numbers.
    #[arg(long, value_name = "WHAT", requires = "fit", requires = "prove")]
    pub learn: Option<Learn>,
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
