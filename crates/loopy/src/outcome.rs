//! Outcome classes of games in which a play may go on forever.

use std::fmt;

use ishitori_values::{Outcome, Player};

use crate::retrograde::GameResult;

/// The nine outcome classes of loopy games (Siegel, CGT, VI.1): who wins when Left begins and when
/// Right begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LoopyOutcome {
    /// The player who begins loses.
    P,
    /// The player who begins wins.
    N,
    /// Left wins.
    L,
    /// Right wins.
    R,
    /// A draw, whichever player begins.
    D,
    /// Left wins if she begins, otherwise a draw.
    NHat,
    /// Right wins if he begins, otherwise a draw.
    NCheck,
    /// Left wins if Right begins, otherwise a draw.
    PHat,
    /// Right wins if Left begins, otherwise a draw.
    PCheck,
}

impl LoopyOutcome {
    /// All of them.
    pub const ALL: [LoopyOutcome; 9] = [
        LoopyOutcome::P,
        LoopyOutcome::N,
        LoopyOutcome::L,
        LoopyOutcome::R,
        LoopyOutcome::D,
        LoopyOutcome::NHat,
        LoopyOutcome::NCheck,
        LoopyOutcome::PHat,
        LoopyOutcome::PCheck,
    ];

    /// From what happens to Left when she begins and to Right when he begins. O(1).
    ///
    /// ```
    /// use ishitori_loopy::{GameResult, LoopyOutcome};
    /// assert_eq!(LoopyOutcome::new(GameResult::Win, GameResult::Draw), LoopyOutcome::NHat);
    /// assert_eq!(LoopyOutcome::new(GameResult::Draw, GameResult::Loss), LoopyOutcome::PHat);
    /// ```
    pub fn new(left_first: GameResult, right_first: GameResult) -> LoopyOutcome {
        use GameResult::{Draw, Loss, Win};
        match (left_first, right_first) {
            (Loss, Loss) => LoopyOutcome::P,
            (Win, Win) => LoopyOutcome::N,
            (Win, Loss) => LoopyOutcome::L,
            (Loss, Win) => LoopyOutcome::R,
            (Draw, Draw) => LoopyOutcome::D,
            (Win, Draw) => LoopyOutcome::NHat,
            (Draw, Win) => LoopyOutcome::NCheck,
            (Draw, Loss) => LoopyOutcome::PHat,
            (Loss, Draw) => LoopyOutcome::PCheck,
        }
    }

    /// The results for Left when she begins and for Right when he begins. O(1).
    pub fn endings(self) -> [GameResult; 2] {
        use GameResult::{Draw, Loss, Win};
        match self {
            LoopyOutcome::P => [Loss, Loss],
            LoopyOutcome::N => [Win, Win],
            LoopyOutcome::L => [Win, Loss],
            LoopyOutcome::R => [Loss, Win],
            LoopyOutcome::D => [Draw, Draw],
            LoopyOutcome::NHat => [Win, Draw],
            LoopyOutcome::NCheck => [Draw, Win],
            LoopyOutcome::PHat => [Draw, Loss],
            LoopyOutcome::PCheck => [Loss, Draw],
        }
    }

    /// How it ends for a player who moves first. O(1).
    pub fn moving_first(self, player: Player) -> GameResult {
        self.endings()[player as usize]
    }

    /// Whether a player wins moving first. O(1).
    pub fn wins_moving_first(self, player: Player) -> bool {
        self.moving_first(player) == GameResult::Win
    }

    /// The same with the players exchanged. O(1).
    ///
    /// ```
    /// use ishitori_loopy::LoopyOutcome;
    /// assert_eq!(LoopyOutcome::PHat.exchanged(), LoopyOutcome::PCheck);
    /// ```
    pub fn exchanged(self) -> LoopyOutcome {
        let [left, right] = self.endings();
        LoopyOutcome::new(right, left)
    }

    /// `P`, `N`, `L`, `R`, `D`, `NHat`, `NCheck`, `PHat` or `PCheck`. O(1).
    pub fn name(self) -> &'static str {
        match self {
            LoopyOutcome::P => "P",
            LoopyOutcome::N => "N",
            LoopyOutcome::L => "L",
            LoopyOutcome::R => "R",
            LoopyOutcome::D => "D",
            LoopyOutcome::NHat => "NHat",
            LoopyOutcome::NCheck => "NCheck",
            LoopyOutcome::PHat => "PHat",
            LoopyOutcome::PCheck => "PCheck",
        }
    }
}

impl From<Outcome> for LoopyOutcome {
    fn from(o: Outcome) -> Self {
        match o {
            Outcome::P => LoopyOutcome::P,
            Outcome::N => LoopyOutcome::N,
            Outcome::L => LoopyOutcome::L,
            Outcome::R => LoopyOutcome::R,
        }
    }
}

impl PartialEq<Outcome> for LoopyOutcome {
    fn eq(&self, other: &Outcome) -> bool {
        *self == LoopyOutcome::from(*other)
    }
}

impl fmt::Display for LoopyOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
