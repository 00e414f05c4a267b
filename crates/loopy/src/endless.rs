//! What a play without end is.

use ishitori_values::Player;

use crate::retrograde::Ending;

/// What the rules of a game say of a play that goes on for ever.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Endless {
    /// It is a draw.
    #[default]
    Draw,
    /// Left wins it.
    Left,
    /// Right wins it.
    Right,
}

impl Endless {
    /// All of them.
    pub const ALL: [Endless; 3] = [Endless::Draw, Endless::Left, Endless::Right];

    /// `draw`, `left` or `right`. O(1).
    pub fn name(self) -> &'static str {
        match self {
            Endless::Draw => "draw",
            Endless::Left => "left",
            Endless::Right => "right",
        }
    }

    /// How a state ends for the player to move, from how it ends if plays without end are draws: where nobody
    /// can win, whoever is given such plays wins by going on. O(1).
    ///
    /// ```
    /// use ishitori_loopy::{Ending, Endless};
    /// use ishitori_values::Player;
    /// assert_eq!(Endless::Left.ending(Ending::Draw, Player::Left), Ending::Win);
    /// assert_eq!(Endless::Left.ending(Ending::Draw, Player::Right), Ending::Loss);
    /// assert_eq!(Endless::Left.ending(Ending::Loss, Player::Left), Ending::Loss);
    /// ```
    pub fn ending(self, drawn: Ending, to_move: Player) -> Ending {
        let winner = match (drawn, self) {
            (Ending::Draw, Endless::Left) => Player::Left,
            (Ending::Draw, Endless::Right) => Player::Right,
            _ => return drawn,
        };
        if winner == to_move { Ending::Win } else { Ending::Loss }
    }
}
