//! Arguments of the commands for heap games.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use ishitori_solve::heap::Engine;

use ishitori_answers::end::PlayConvention;

use crate::rows_args::Written;
use crate::shared_args::{Settings, heap, number_of_stones};
use crate::text::usage::Refused;
use ishitori_words::say;

#[derive(Args)]
pub struct GrundyArgs {
    /// The rule of the game.
    #[arg(value_name = "RULE")]
    pub rule: String,
    #[command(flatten)]
    pub settings: Settings,
    /// The last heap.
    #[arg(long, value_name = "N", value_parser = heap)]
    pub to: u64,
    #[command(flatten)]
    pub written: Written,
    /// Who wins when no move is left.
    #[arg(long, value_enum, default_value = "normal")]
    pub end: End,
    /// The engine: naive, window, rare-common or all-but [default: the fastest].
    #[arg(long, value_name = "ENGINE", value_parser = engine)]
    pub engine: Option<Engine>,
}

#[derive(Args)]
pub struct PeriodArgs {
    /// The rule of the game.
    #[arg(value_name = "RULE", required_unless_present = "sequence", conflicts_with = "sequence")]
    pub rule: Option<String>,
    /// Numbers instead of a rule, the first of them at 0: 1,2,3,4,5,6,4,5,6,4,5,6.
    #[arg(long, value_name = "NUMBERS")]
    pub sequence: Option<String>,
    /// Check a claim of your own: from which heap on, with which period.
    #[arg(long, value_name = "N0,P")]
    pub claim: Option<String>,
    #[command(flatten)]
    pub settings: Settings,
    /// The row of a table of a game in the language: all coordinates but one, such as y=3.
    #[arg(long, value_name = "Y=N")]
    pub row: Vec<String>,
    /// Give up after this many heaps. If neither this nor --time-limit is given, the search ends
    /// after 500 million heaps or one minute (2000 heaps for moves that leave more than two heaps).
    #[arg(long, value_name = "N", value_parser = search_limit)]
    pub limit: Option<u64>,
    /// Who wins when no move is left. In misère play the period of the misère Grundy numbers of
    /// single heaps is looked for; there is a theorem only for rules that never break a heap.
    #[arg(long, value_enum, default_value = "normal")]
    pub end: End,
    /// Write a certificate that `ishitori check` verifies.
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Save the search to this file from time to time, and resume from it if it exists.
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    #[command(flatten)]
    pub written: Written,
}

#[derive(Args)]
pub struct CheckArgs {
    /// The certificate, a JSON file; `-` reads standard input. For several certificates, one line each is printed.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Save the progress of the check to this file, and resume from it if it exists. Only certificates
    /// with milestones, those of very long periods, are checked in pieces; others in one go.
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// Write a valid certificate as a file that Lean 4 checks: a short period of a take-and-break game with at most two heaps
    /// left, by the theorem of Guy and Smith, or P-positions of a game on tuples by an automaton of few states.
    #[arg(long, value_name = "FILE")]
    pub lean: Option<PathBuf>,
}

#[derive(Args)]
pub struct CiteArgs {
    /// The command that gave the result.
    #[arg(long, value_name = "COMMAND")]
    pub command: Option<String>,
    /// The certificate of the result: its SHA-256 checksum goes into the entry.
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
}

#[derive(Args)]
pub struct MisereArgs {
    /// A game such as *[3,2]+*2; or a RULE, if a position follows.
    #[arg(value_name = "GAME", allow_hyphen_values = true)]
    pub game: String,
    /// Heaps of the rule, such as 10+4.
    #[arg(value_name = "POSITION")]
    pub position: Option<String>,
}

/// Who wins when no move is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum End {
    /// The player who made the last move
    #[value(aliases = ["ノーマル", "正規", "正規形"])]
    Normal,
    /// The player who cannot move
    #[value(aliases = ["misère", "ミゼール", "逆形"])]
    Misere,
}

impl From<End> for PlayConvention {
    fn from(end: End) -> Self {
        match end {
            End::Normal => PlayConvention::Normal,
            End::Misere => PlayConvention::Misere,
        }
    }
}

/// The last heap of a search, which forgets values on its way.
fn search_limit(text: &str) -> Result<u64, Refused> {
    let too_large = Refused::of(|lang| say!(lang, "commands.refused.too-far", most = MAX_SEARCHED));
    number_of_stones(text, MAX_SEARCHED, too_large)
}

/// The longest search, which would take more than a thousand years.
const MAX_SEARCHED: u64 = 1 << 62;

fn engine(text: &str) -> Result<Engine, Refused> {
    let known = Engine::ALL.map(Engine::name).join(", ");
    text.parse().map_err(|_| Refused::of(|lang| say!(lang, "commands.refused.engine", known)))
}
