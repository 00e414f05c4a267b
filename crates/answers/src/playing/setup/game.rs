//! The game of an explanation, or the one that is played.

use ishitori_boards::ast::End;
use ishitori_language::{EndKind, TextGame};
use ishitori_rules::end::EndRule;
use ishitori_rules::heap::{HeapRule, TwoPileRule};
use ishitori_solve::ending::SumRule;
use ishitori_solve::play::PlayError;
use ishitori_values::{Outcome, Player};
use serde::{Deserialize, Serialize};

use crate::board::BoardRule;
use crate::loopy_position::EndlessPlay;
use crate::{AskError, Sum};

/// A rule and its end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct PlayedGame {
    /// The rule as it is written.
    pub rule: String,
    /// The end rule as it is written.
    pub end: String,
    /// What the end of several heaps depends on.
    pub sum: Sum,
    /// The parts of positions.
    pub board: Board,
    /// The kind of end rule.
    pub ends_by: EndsBy,
    /// Whether it never matters who is Left: same moves, and ends of the classes N and P.
    pub impartial: bool,
    /// The result of a play without end, where positions can recur.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub endless: Option<EndlessPlay>,
}

impl PlayedGame {
    /// Who may move first: Left alone where it does not matter who is Left. O(1).
    pub(crate) fn first_players(&self) -> &'static [Player] {
        if self.impartial { &Player::BOTH[..1] } else { &Player::BOTH }
    }
}

/// What positions consist of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Board {
    /// Heaps, such as `3+5`.
    Heaps,
    /// A pair of numbers, such as `(3,5)`.
    Pair,
    /// Tuples of a game in the language, such as `(2,7)+(1,4)`.
    Tuples,
    /// Games that are written as values, such as `{1|-1} + *`.
    Values,
    /// Cells of a board, such as `xo.|.xo`, or a graph.
    Cells,
}

/// The quantity on which the end depends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum EndsBy {
    /// The last player to move wins.
    Normal,
    /// The player who cannot move wins.
    Misere,
    /// The number of moves decides.
    Moves,
    /// The final position decides.
    Position,
}

impl From<&EndRule> for EndsBy {
    fn from(end: &EndRule) -> Self {
        match end {
            EndRule::Moves => EndsBy::Moves,
            end if end.is_normal() => EndsBy::Normal,
            end if end.is_misere() => EndsBy::Misere,
            EndRule::Stones(_) => EndsBy::Position,
        }
    }
}

/// A game that is set up, with what only those who judge it need.
#[derive(Clone, Debug)]
pub struct SetUp {
    /// The rule and its end.
    pub game: PlayedGame,
    /// Whether both players have the same moves.
    pub(crate) same_moves: bool,
    /// The spread of Wythoff's game.
    pub(crate) wythoff: Option<u32>,
    /// Whether a move may take stones from the middle of a row.
    pub(crate) breaks_rows: bool,
    /// The game in the language that this is.
    text: Option<TextGame>,
}

impl SetUp {
    /// A heap rule under an end rule.
    pub(crate) fn of_heaps(rule: &HeapRule, end: &EndRule, sum: SumRule) -> SetUp {
        let same_moves = rule.partizan().is_none();
        let (board, wythoff) = match rule {
            HeapRule::TwoPile(TwoPileRule::Wythoff { spread }) => (Board::Pair, Some(*spread)),
            HeapRule::TwoPile(_) => (Board::Pair, None),
            _ => (Board::Heaps, None),
        };
        let game = PlayedGame {
            rule: rule.to_string(),
            end: end.to_string(),
            sum: sum.into(),
            board,
            ends_by: end.into(),
            impartial: same_moves && letters_are_impartial(end),
            endless: None,
        };
        SetUp { game, same_moves, wythoff, breaks_rows: breaks_rows(rule), text: None }
    }

    /// A sum of games that are written as values, under normal play.
    pub(crate) fn of_values(text: &str) -> SetUp {
        let game = PlayedGame {
            rule: text.to_string(),
            end: EndRule::normal().to_string(),
            sum: Sum::Total,
            board: Board::Values,
            ends_by: EndsBy::Normal,
            impartial: false,
            endless: None,
        };
        SetUp { game, same_moves: false, wythoff: None, breaks_rows: false, text: None }
    }

    /// A board game under its own end rule or another one.
    pub(crate) fn of_board(rule: &BoardRule, end: &End) -> SetUp {
        let (end, ends_by) = match end {
            End::Normal => (EndRule::normal().to_string(), EndsBy::Normal),
            End::Misere => (EndRule::misere().to_string(), EndsBy::Misere),
            End::PieceCount(rest) => (rest.source().to_string(), EndsBy::Position),
        };
        let same_moves = rule.game().text().impartial;
        let parameters = &rule.game().text().parameters;
        let set: Vec<String> = parameters.iter().map(|(name, k)| format!("{name}={k}")).collect();
        let set = if set.is_empty() { String::new() } else { format!("({})", set.join(",")) };
        let game = PlayedGame {
            rule: format!("{}{set}", rule.name()),
            end,
            sum: Sum::Total,
            board: Board::Cells,
            ends_by,
            impartial: same_moves,
            endless: rule.game().text().loopy.map(EndlessPlay::from),
        };
        SetUp { game, same_moves, wythoff: None, breaks_rows: false, text: None }
    }

    /// A game in the language under its own end rule or another one.
    pub(crate) fn of_game(game: &TextGame, end: Option<&EndRule>) -> SetUp {
        let ends_by = match (end, game.end()) {
            (Some(end), _) => end.into(),
            (None, EndKind::Normal) => EndsBy::Normal,
            (None, EndKind::Misere) => EndsBy::Misere,
            (None, EndKind::Letter) => EndsBy::Position,
        };
        let letters = end.map_or(game.end() != EndKind::Letter, letters_are_impartial);
        let end = match (end, game.end()) {
            (Some(end), _) => end.to_string(),
            (None, EndKind::Normal) => EndRule::normal().to_string(),
            (None, EndKind::Misere) => EndRule::misere().to_string(),
            (None, EndKind::Letter) => game.end_text().unwrap_or_default().to_string(),
        };
        let same_moves = game.is_impartial();
        let played = PlayedGame {
            rule: game.to_string(),
            end,
            sum: Sum::Total,
            board: Board::Tuples,
            ends_by,
            impartial: same_moves && letters,
            endless: game.loopy().filter(|_| ends_by == EndsBy::Normal).map(EndlessPlay::from),
        };
        SetUp {
            game: played,
            same_moves,
            wythoff: None,
            breaks_rows: false,
            text: Some(game.clone()),
        }
    }

    /// What it means that the game cannot be judged.
    pub fn failure(&self, error: PlayError) -> AskError {
        match (error, &self.text) {
            (PlayError::Tuple(error), Some(game)) => AskError::Game { game: game.clone(), error },
            (error, _) => AskError::Play(error),
        }
    }

    /// Whether the game says how its positions are drawn.
    pub fn is_drawn(&self) -> bool {
        let board = self.game.board == Board::Cells;
        board || self.text.as_ref().is_some_and(|game| game.display().is_some())
    }
}

/// Whether a move may take stones and leave two heaps, as in Kayles.
fn breaks_rows(rule: &HeapRule) -> bool {
    /// How far the digits of a code are examined.
    const DIGITS: usize = 64;
    match rule {
        HeapRule::Impartial(code) => code.splits_up_to(DIGITS).iter().any(|&taken| taken > 0),
        HeapRule::Partizan(rule) => rule.splits(),
        HeapRule::TwoPile(_) => false,
    }
}

fn letters_are_impartial(end: &EndRule) -> bool {
    match end {
        EndRule::Moves => false,
        EndRule::Stones(table) => {
            table.letters().iter().all(|letter| matches!(letter, Outcome::N | Outcome::P))
        }
    }
}
