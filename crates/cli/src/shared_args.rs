//! What arguments of several commands have in common.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use ishitori_answers::draw::Colours;
use ishitori_answers::{BoxBounds, Style};
use ishitori_rules::to_halfwidth;
use ishitori_solve::heap::MAX_HEAPS;

use crate::text::usage::Refused;

pub const RULES: &str = "RULE:
  0.77  .77  4.7  0.3F       code of a taking-and-breaking game
  abc:1,2/1,2/1,2            the sets A, B, C of an octal game
  sub:1,2,3  sub:1-3         subtraction set; allbut:1,5 all numbers but these
  sink:2,3                   the same, but a heap that is too small is taken whole
  psub:1,2/1,3               what Left and what Right may take; psplit:1,2/1,3 what each of them
                             may take to leave one heap or two
  kayles  grundys-game  …    by name; `ishitori games` lists them
  my.game                    a file in the language of games, parameters with --set k=3
  '(n) -> (n-s) for s in {1,3} if s <= n'
                             the same in one line; chocolate:3 for a bar with y <= z div 3
  hyper:12,13,23             Nim on piles: a move makes every pile of one edge smaller; exact-nim:5,2
                             any two of five piles, moore:5,2 at most two, circular:5,2 some of two
                             neighbours, slow-nim:5,2 two piles by one stone each";

pub const ENDS: &str = "END, who wins when no move is left:
  normal  misere             the player who moved last, the player to move
  mod2:LR  mod3:LRP          by the stones left, modulo 2, 3, …: Left, Right,
                             N the player to move, P the other one
  table:LRP[N]               a letter for 0, 1, 2, … stones left, then the block for ever
  misere/mod2:NP             one table for each player to move
  moves                      Left if the number of moves played is even, else Right";

pub const BOARDS: &str = "Board games are rules too, with END normal or misere:
  domineering  amazons  …    by name (`ishitori games`), board:dawsons-chess where a heap game has the
                             name; or a file my.game in the language of boards
  POSITION '....|.#..'       rows from the top, 4x6 an empty board, '1-2 2-3' or cycle:6 a graph";

pub fn rules_boards_and_ends() -> String {
    format!("{RULES}\n\n{BOARDS}\n\n{ENDS}")
}

pub fn rules_and_ends() -> String {
    format!("{RULES}\n\n{ENDS}")
}

/// Values for the parameters of a game.
#[derive(Args, Clone, Debug, Default)]
pub struct Settings {
    /// The value of a parameter of the game: k=3, or S=1,2,5 for a set; may be given several times.
    /// k=2..20 asks about one game after the other, one row each.
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub set: Vec<String>,
}

/// Styles of notation.
#[derive(Clone, Copy, ValueEnum)]
pub enum StyleArg {
    /// ^ v * +-
    Ascii,
    /// ↑ ↓ ∗ ±
    Unicode,
    /// For a math environment
    Latex,
}

impl StyleArg {
    pub fn style(self) -> Style {
        match self {
            StyleArg::Ascii => Style::Ascii,
            StyleArg::Unicode => Style::Unicode,
            StyleArg::Latex => Style::Latex,
        }
    }
}

/// Colours of charts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum PaletteArg {
    /// Blue and vermilion, for all readers
    Safe,
    /// Blue and red
    Slides,
}

impl PaletteArg {
    pub fn colours(self) -> Colours {
        match self {
            PaletteArg::Safe => Colours::Safe,
            PaletteArg::Slides => Colours::Slides,
        }
    }
}

/// The file of a picture, and how it looks.
#[derive(Args)]
pub struct PictureFile {
    /// The file, which ends in .svg, .png or .pdf.
    #[arg(short, long, alias = "out", value_name = "FILE")]
    pub output: PathBuf,
    /// The heading of the picture.
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
    /// The width of the picture in pixels, 96 to an inch.
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(16..=16_384))]
    pub size: Option<u32>,
    /// The colours of outcomes.
    #[arg(long, value_enum, default_value = "safe")]
    pub palette: PaletteArg,
}

/// Reads the last value of each coordinate.
pub fn box_bounds(text: &str) -> Result<BoxBounds, Refused> {
    text.parse().map_err(|_| {
        Refused::new(
            "expected numbers below 2^28, one for each coordinate, such as 12,20",
            "12,20 のように、座標ごとに 2^28 より小さい数を指定します",
        )
    })
}

/// The last heap of a list, all of which is kept.
pub fn heap(text: &str) -> Result<u64, Refused> {
    let too_large = Refused::new(
        format!("too large: heaps must be below {MAX_HEAPS}, since all values are kept"),
        format!("大きすぎます。値をすべて覚えておくので、{MAX_HEAPS} より小さい山を指定します"),
    );
    number_of_stones(text, MAX_HEAPS, too_large)
}

/// Reads a number of stones below a limit; digits may be grouped.
pub fn number_of_stones(text: &str, limit: u64, too_large: Refused) -> Result<u64, Refused> {
    let digits: String =
        text.chars().map(to_halfwidth).filter(|c| !matches!(c, '_' | ',')).collect();
    match digits.parse::<u64>() {
        Ok(n) if n < limit => Ok(n),
        _ if !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit()) => Err(too_large),
        _ => Err(Refused::new(
            "expected a number of stones such as 100 or 1_000_000",
            "100 や 1_000_000 のような石の数を指定します",
        )),
    }
}
