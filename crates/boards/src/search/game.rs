//! What a search for outcomes needs to know of a game on a board.

use std::fmt::Debug;
use std::hash::Hash;

use ishitori_rules::Ruleset;
use ishitori_values::Player;

use crate::expand::{MoveDraft, TouchedCell};
use crate::image::Image;
use crate::rules::{Planes, Rules};
use crate::search::bounds::{Bounds, Fixed, ONE};
use crate::search::table::hash_of;
use crate::word::Word;

/// A game with two players on one board.
pub(super) trait Partizan<W: Word, const N: usize> {
    /// A position, or a component of one.
    type Position: Copy + Eq + Hash + Debug;

    /// The most cells of a component that is worth being solved exactly.
    const EXACT_CELLS: u32;

    /// The position in this form. O(1).
    fn position(&self, planes: &Planes<W, N>) -> Self::Position;

    /// The same position as the rules have it. O(1).
    fn planes(&self, position: &Self::Position) -> Planes<W, N>;

    /// Passes what a player can move to.
    fn options(&self, position: &Self::Position, player: Player, sink: impl FnMut(Self::Position));

    /// Passes the components of a position, each as the preferred one of its images.
    fn components(&self, position: &Self::Position, sink: impl FnMut(Image<Self::Position>));

    /// How many cells a position has.
    fn cells(&self, position: &Self::Position) -> u32;

    /// What is seen of the value of a component in normal play at once; about how much Left is ahead, if that is seen, too.
    fn seen(&self, position: &Self::Position) -> (Bounds, Option<Fixed>);

    /// About how much Left is ahead in a component, for the order of moves.
    fn lead(&self, position: &Self::Position) -> Fixed;

    /// A hash of the position.
    fn hash(&self, position: &Self::Position) -> u128;
}

/// Any text.
///
/// *Laying.* Where every move changes empty cells only, and to something else, pieces are never moved or taken. If besides every other
/// cell that a move looks at may be empty wherever it may be anything else than a cell that must be there, and patterns that
/// are forbidden have no empty cells, then a move that is not allowed now never will be: what it asks for is lost as cells fill up. The same
/// holds for liberties, where neighbours are so both ways and one cell changes at a time: a group whose last liberty would be taken by the
/// move has no other empty neighbour, so it cannot grow before that cell is filled. So a player has no more moves than the cells
/// that the moves of now change, divided by those that one move changes at least; and a value is no greater than
/// the moves of Left, no less than minus those of Right.
///
/// *Liberties.* Where a move is to fill an empty cell, and nothing is asked for but liberties, only the empty cells and, for each
/// kind of piece, the set of the sets of liberties of its groups matter: a piece at p is allowed if the union of the sets of its kind
/// with p and of the empty neighbours of p has more than p, and so has each set of another kind with p; then that union without p takes the
/// place of the sets of its kind with p, and the others lose p. So positions that agree in these are isomorphic, and one hash serves them.
pub(super) struct Any<'s, W, const N: usize> {
    rules: &'s Rules<W, N>,
    /// Whether moves that are not allowed never will be.
    shrinks: bool,
    /// Whether positions are identified by their empty cells and the liberties of groups.
    by_liberties: bool,
}

impl<'s, W: Word, const N: usize> Any<'s, W, N> {
    /// The game of these rules. O(placements).
    pub fn new(rules: &'s Rules<W, N>) -> Self {
        let game = &rules.game;
        let drafts = || rules.drafts.iter().flatten();
        let changing = |draft: &'s MoveDraft| draft.cells.iter().filter(|cell| cell.changes());
        let filled = |cell: &TouchedCell| cell.was == EMPTY && cell.map[0] != 0;
        let lays = !game.settles() && drafts().all(|draft| changing(draft).all(filled));
        // A set with the empty state, or a cell that must have one of some pieces: no longer so if it is empty now.
        let lost = |cell: &TouchedCell| cell.was & EMPTY != 0;
        let fades = |draft: &MoveDraft| draft.cells.iter().all(lost) && draft.counted.is_empty();
        let forbids = rules.forbids_pieces_only;
        let one_cell = || drafts().all(|draft| changing(draft).count() == 1);
        let liberties = game.liberties.is_empty() || (game.neighbours.is_none() && one_cell());
        let shrinks = lays && forbids && liberties && drafts().all(fades);
        let asks_for_empty =
            || drafts().all(|draft| draft.cells.len() == 1 && draft.cells[0].was == EMPTY);
        let by_liberties =
            shrinks && !game.liberties.is_empty() && game.never.is_empty() && asks_for_empty();
        Any { rules, shrinks, by_liberties }
    }
}

/// The set of the empty state.
const EMPTY: u32 = 1;

impl<W: Word, const N: usize> Partizan<W, N> for Any<'_, W, N> {
    type Position = Planes<W, N>;

    const EXACT_CELLS: u32 = 8;

    fn position(&self, planes: &Planes<W, N>) -> Planes<W, N> {
        *planes
    }

    fn planes(&self, position: &Planes<W, N>) -> Planes<W, N> {
        *position
    }

    fn options(&self, position: &Planes<W, N>, player: Player, sink: impl FnMut(Planes<W, N>)) {
        self.rules.options(position, player, sink);
    }

    fn components(&self, position: &Planes<W, N>, mut sink: impl FnMut(Image<Planes<W, N>>)) {
        self.rules.split(position, |component| sink(self.rules.preferred_image(&component)));
    }

    fn cells(&self, position: &Planes<W, N>) -> u32 {
        position.0.iter().map(|plane| plane.count()).sum()
    }

    fn seen(&self, position: &Planes<W, N>) -> (Bounds, Option<Fixed>) {
        if !self.shrinks {
            return (Bounds::NONE, None);
        }
        let [left, right] = Player::BOTH.map(|player| {
            let (mut moves, mut cells, mut each) = (0, W::ZERO, u32::MAX);
            self.rules.options(position, player, |option| {
                let filled = position.0[0] & !option.0[0];
                moves += ONE;
                cells |= filled;
                each = each.min(filled.count());
            });
            (moves, ONE * i64::from(cells.count() / each.max(1)))
        });
        let bounds = Bounds { least: -right.1, most: left.1, ..Bounds::NONE };
        (bounds, Some(left.0 - right.0))
    }

    fn lead(&self, position: &Planes<W, N>) -> Fixed {
        let [left, right] = Player::BOTH.map(|player| self.rules.fitting(position, player));
        ONE * (i64::from(left) - i64::from(right))
    }

    fn hash(&self, position: &Planes<W, N>) -> u128 {
        if self.by_liberties {
            return self.hash_by_liberties(position);
        }
        hash_of(position.0.iter().flat_map(|&plane| words(plane)))
    }
}

/// A plane as words of 64 bits.
fn words<W: Word>(plane: W) -> impl Iterator<Item = u64> {
    let high = (W::BITS > 64).then(|| plane.down(64 % W::BITS).low());
    [Some(plane.low()), high].into_iter().flatten()
}

impl<W: Word, const N: usize> Any<'_, W, N> {
    /// The hash of the empty cells and of the liberties of groups. O(groups · their length).
    fn hash_by_liberties(&self, position: &Planes<W, N>) -> u128 {
        let empty = position.0[0];
        let mut sets: smallvec::SmallVec<[(u8, W); 16]> = smallvec::SmallVec::new();
        for &state in self.rules.states_with_liberties() {
            let plane = position.0[state as usize];
            let mut left = plane;
            while !left.is_empty() {
                let (group, beside) = self.rules.group(W::bit(left.lowest()), plane);
                left &= !group;
                sets.push((state, beside & empty));
            }
        }
        sets.sort_unstable();
        sets.dedup();
        let sets = sets.into_iter().filter(|(_, liberties)| !liberties.is_empty());
        let all = sets.flat_map(|(state, set)| std::iter::once(u64::from(state)).chain(words(set)));
        hash_of(words(empty).chain(all))
    }
}
