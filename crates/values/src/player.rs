//! The two players.

use std::fmt::{self, Write};

/// Left or Right. Code that treats both takes a `Player`; there are no mirrored copies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Player {
    /// Left (positive, vertical, bLue).
    Left = 0,
    /// Right (negative, horizontal, Red).
    Right = 1,
}

impl Player {
    /// Both players, Left first.
    pub const BOTH: [Player; 2] = [Player::Left, Player::Right];

    /// The other player. O(1).
    pub const fn opponent(self) -> Player {
        match self {
            Player::Left => Player::Right,
            Player::Right => Player::Left,
        }
    }

    pub(crate) const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Player::Left => "Left",
            Player::Right => "Right",
        })
    }
}

/// The outcome class of a game: who wins under perfect play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// The previous player: the player who moves first loses (G = 0).
    P,
    /// The next player: the player who moves first wins (G ∥ 0).
    N,
    /// Left, regardless of who moves first (G > 0).
    L,
    /// Right, regardless of who moves first (G < 0).
    R,
}

impl Outcome {
    /// The outcome in which Left and Right win moving first as given. O(1).
    pub const fn from_first_move_wins(left: bool, right: bool) -> Outcome {
        match (left, right) {
            (false, false) => Outcome::P,
            (true, true) => Outcome::N,
            (true, false) => Outcome::L,
            (false, true) => Outcome::R,
        }
    }

    /// P, N, L or R. O(1).
    pub const fn letter(self) -> char {
        match self {
            Outcome::P => 'P',
            Outcome::N => 'N',
            Outcome::L => 'L',
            Outcome::R => 'R',
        }
    }

    /// The letters of a list: `PNLR`. O(length).
    ///
    /// ```
    /// use ishitori_values::Outcome;
    /// assert_eq!(Outcome::letters(&[Outcome::P, Outcome::L]), "PL");
    /// ```
    pub fn letters(outcomes: &[Outcome]) -> String {
        outcomes.iter().map(|outcome| outcome.letter()).collect()
    }

    /// Whether `player` wins when moving first. O(1).
    pub const fn wins_moving_first(self, player: Player) -> bool {
        match player {
            Player::Left => matches!(self, Outcome::N | Outcome::L),
            Player::Right => matches!(self, Outcome::N | Outcome::R),
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(self.letter())
    }
}
