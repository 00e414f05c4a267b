//! The contract of a game: what a ruleset must say, and what it may say besides.

use std::error::Error;
use std::fmt::Debug;
use std::hash::Hash;

use ishitori_values::Player;

/// The rules of a game of two players in which a player who cannot move loses.
///
/// Only positions as text and the moves are needed. Everything else has a default, and makes
/// engines faster or positions nicer:
///
/// * for values (`ishitori_solve::board::Solver`): how a position falls apart into a sum
///   ([`components`](Ruleset::components)), which positions have the same or the opposite value for
///   reasons of symmetry ([`image`](Ruleset::image)), how large positions are
///   ([`heap_bytes`](Ruleset::heap_bytes));
/// * for play (`ishitori_solve::play::RulesetGame`, which makes every ruleset playable): how a move
///   is written ([`show_move`](Ruleset::show_move)), whether the players have the same moves
///   ([`is_impartial`](Ruleset::is_impartial)).
///
/// A ruleset computes no values; that is the work of engines. It may hold data, such as a graph;
/// a reference to a ruleset is a ruleset, too.
///
/// ```
/// use ishitori_rules::board::{Domineering, Ruleset};
/// use ishitori_values::Player;
/// let rules = Domineering::<8>;
/// let board = rules.parse("..|.#").unwrap();
/// let mut options = Vec::new();
/// rules.options(&board, Player::Left, |option| options.push(option)); // vertical
/// assert_eq!(options.len(), 1);
/// ```
pub trait Ruleset: Send + Sync {
    /// A position, in a form that is cheap to compare.
    type Position: Clone + Eq + Hash + Debug + Send + Sync;

    /// The error of a text that is not a position.
    type Error: Error + Send + Sync + 'static;

    /// Reads a position as a user writes it. O(length).
    fn parse(&self, text: &str) -> Result<Self::Position, Self::Error>;

    /// Writes a position so that it reads back. O(size).
    fn show(&self, position: &Self::Position) -> String;

    /// Passes what `player` can move to.
    fn options(&self, position: &Self::Position, player: Player, sink: impl FnMut(Self::Position));

    /// Passes positions whose sum has the same value, without those of value 0 that are easy to
    /// see. The default is the position itself.
    fn components(&self, position: &Self::Position, mut sink: impl FnMut(Self::Position)) {
        sink(position.clone());
    }

    /// The preferred one among the positions that symmetry relates to this one, and whether its
    /// value is the negative. The default is the position itself.
    fn image(&self, position: &Self::Position) -> (Self::Position, bool) {
        (position.clone(), false)
    }

    /// Bytes that a position holds on the heap, for memory limits. The default is none.
    fn heap_bytes(&self, _position: &Self::Position) -> usize {
        0
    }

    /// About how many steps, each as long as looking at some dozens of cells, it takes to find the options or the components of a
    /// position: engines count them before they ask their budget again. The default is 1.
    fn cost(&self) -> usize {
        1
    }

    /// Writes a move. The default is the position after it.
    fn show_move(&self, _from: &Self::Position, to: &Self::Position, _player: Player) -> String {
        self.show(to)
    }

    /// Whether both players have the same moves in every position. The default is no, which is
    /// always right; where it is true, each position is searched once and not once per player.
    fn is_impartial(&self) -> bool {
        false
    }
}

impl<R: Ruleset> Ruleset for &R {
    type Position = R::Position;
    type Error = R::Error;

    fn parse(&self, text: &str) -> Result<Self::Position, Self::Error> {
        (**self).parse(text)
    }

    fn show(&self, position: &Self::Position) -> String {
        (**self).show(position)
    }

    fn options(&self, position: &Self::Position, player: Player, sink: impl FnMut(Self::Position)) {
        (**self).options(position, player, sink);
    }

    fn components(&self, position: &Self::Position, sink: impl FnMut(Self::Position)) {
        (**self).components(position, sink);
    }

    fn image(&self, position: &Self::Position) -> (Self::Position, bool) {
        (**self).image(position)
    }

    fn heap_bytes(&self, position: &Self::Position) -> usize {
        (**self).heap_bytes(position)
    }

    fn cost(&self) -> usize {
        (**self).cost()
    }

    fn show_move(&self, from: &Self::Position, to: &Self::Position, player: Player) -> String {
        (**self).show_move(from, to, player)
    }

    fn is_impartial(&self) -> bool {
        (**self).is_impartial()
    }
}
