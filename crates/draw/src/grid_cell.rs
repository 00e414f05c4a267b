//! The content of a cell of a table, and its colour.

use ishitori_values::Outcome;

use crate::colour::Colour;
use crate::font::text_width;
use crate::grid::{GridValue, colour_of};
use crate::strip::Palette;

/// The content of a cell. Games whose positions recur have more than Grundy numbers and four outcomes, and each of these has a
/// colour and an explanation of its own.
///
/// ```
/// use ishitori_draw::{GridCell, GridValue, Palette};
/// let [draw, zero] = [GridCell::Draw, GridCell::from(GridValue::Number(0))];
/// assert_ne!(draw.colour(1, Palette::Safe), zero.colour(1, Palette::Safe));
/// assert!(zero.is_lost() && !draw.is_lost());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GridCell {
    /// A Grundy number or an outcome without draws.
    Value(GridValue),
    /// A draw, whichever player moves first.
    Draw,
    /// A draw if one player moves first; one of the players wins if the other does. The winner is L or R, and `first` says
    /// whether it is the winner who has to move first.
    HalfDraw {
        /// Whether Left is the one who can win.
        left: bool,
        /// Whether the one who can win has to move first.
        first: bool,
    },
    /// Smith's value ∞ with the sizes of the nim heaps whose sum with the position is a first-player win; with 0 among
    /// them the position itself is won.
    Infinite(Box<[u32]>),
    /// Not known.
    Unknown,
    /// Something else, by its name.
    Named(Box<str>),
}

impl From<GridValue> for GridCell {
    fn from(value: GridValue) -> Self {
        GridCell::Value(value)
    }
}

/// The explanations of symbols that only occur in games whose positions recur.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EndlessLabels {
    /// D.
    pub draw: String,
    /// NHat, NCheck, PHat and PCheck.
    pub half_draws: [String; 4],
    /// ∞ with 0, and ∞ without it.
    pub infinite: [String; 2],
    /// `?`.
    pub unknown: String,
}

impl Default for EndlessLabels {
    fn default() -> Self {
        EndlessLabels {
            draw: "D: a draw".to_owned(),
            half_draws: [
                "NHat: Left wins moving first, otherwise a draw".to_owned(),
                "NCheck: Right wins moving first, otherwise a draw".to_owned(),
                "PHat: Left wins moving second, otherwise a draw".to_owned(),
                "PCheck: Right wins moving second, otherwise a draw".to_owned(),
            ],
            infinite: [
                "∞{0,…}: the player to move wins".to_owned(),
                "∞ without 0: a draw".to_owned(),
            ],
            unknown: "?: not known".to_owned(),
        }
    }
}

/// Which cells a label explains.
type CellTest = fn(&GridCell) -> bool;

impl EndlessLabels {
    /// Each label with the cells that it explains.
    pub(crate) fn each(&self) -> [(&str, CellTest); 8] {
        let [n_hat, n_check, p_hat, p_check] = self.half_draws.each_ref().map(String::as_str);
        let [won, drawn] = self.infinite.each_ref().map(String::as_str);
        [
            (&self.draw, |cell| *cell == GridCell::Draw),
            (n_hat, |cell| *cell == GridCell::HalfDraw { left: true, first: true }),
            (n_check, |cell| *cell == GridCell::HalfDraw { left: false, first: true }),
            (p_hat, |cell| *cell == GridCell::HalfDraw { left: true, first: false }),
            (p_check, |cell| *cell == GridCell::HalfDraw { left: false, first: false }),
            (won, |cell| matches!(cell, GridCell::Infinite(wins) if wins.contains(&0))),
            (drawn, |cell| matches!(cell, GridCell::Infinite(wins) if !wins.contains(&0))),
            (&self.unknown, |cell| *cell == GridCell::Unknown),
        ]
    }
}

/// The colour of draws, which numbers and outcomes do not have.
const DRAWN: Colour = Colour::rgb(160, 160, 160);
/// The colour of ∞ where the player to move wins.
const WON: Colour = Colour::rgb(96, 96, 96);
/// Letters of cells, from the largest down to the smallest that can be read in print.
const SIZES: [f64; 6] = [12.0, 10.0, 8.0, 7.0, 6.0, 5.0];

impl GridCell {
    /// The colour of the cell where `max` is the largest number of the table. A draw is grey, and what is a draw only for
    /// one player has the colour of the other, darker or paler. O(1).
    pub fn colour(&self, max: u64, palette: Palette) -> Colour {
        match self {
            GridCell::Value(value) => colour_of(*value, max, palette),
            GridCell::Draw => DRAWN,
            GridCell::HalfDraw { left, first } => {
                let winner = palette.colour(if *left { Outcome::L } else { Outcome::R });
                winner.mixed(palette.colour(if *first { Outcome::N } else { Outcome::P }))
            }
            GridCell::Infinite(wins) if wins.contains(&0) => WON,
            GridCell::Infinite(_) => DRAWN,
            GridCell::Unknown | GridCell::Named(_) => Colour::WHITE,
        }
    }

    /// Whether the player to move loses, be it Left or Right. O(1).
    pub fn is_lost(&self) -> bool {
        let lost = [GridValue::Number(0), GridValue::Letter(Outcome::P)];
        matches!(self, GridCell::Value(value) if lost.contains(value))
    }

    /// The text in a cell of this width, and its size; a set that is too long ends in dots.
    pub(crate) fn written(&self, width: f64) -> (String, f64) {
        let text = self.to_string();
        let fits = |size: &f64| text_width(&text, *size) <= width;
        match (SIZES.into_iter().find(fits), self) {
            (Some(size), _) => (text, size),
            (None, GridCell::Infinite(_)) => ("∞…".to_owned(), 10.0),
            (None, _) => (text, SIZES[SIZES.len() - 1]),
        }
    }
}

/// As in a table of text.
impl std::fmt::Display for GridCell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            GridCell::Value(value) => value.fmt(f),
            GridCell::Draw => f.write_str("D"),
            GridCell::HalfDraw { left, first } => {
                let (letter, sign) = (["P", "N"][usize::from(*first)], ["Check", "Hat"]);
                write!(f, "{letter}{}", sign[usize::from(*left)])
            }
            GridCell::Infinite(wins) if wins.is_empty() => f.write_str("∞"),
            GridCell::Infinite(wins) => {
                let wins: Vec<String> = wins.iter().map(u32::to_string).collect();
                write!(f, "∞{{{}}}", wins.join(","))
            }
            GridCell::Unknown => f.write_str("?"),
            GridCell::Named(name) => f.write_str(name),
        }
    }
}
