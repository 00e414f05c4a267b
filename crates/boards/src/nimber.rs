//! Nimbers of impartial positions: a search that never takes the mex of a large board.
//!
//! By the theorem of Sprague and Grundy a position in which both players always have the same moves is worth a nimber *n, and
//! G + *n is a P-position exactly if G is worth *n. So the nimber of G is found by asking "is G + *n a P-position?" for
//! n = 0, 1, … until the answer is yes. One question is refuted by *one* option that is worth *n, while a mex needs the
//! nimbers of all options (J. Lemoine, S. Viennot, *Nimbers are inevitable*, Theoret. Comput. Sci. 462 (2012) 70–79).
//!
//! * A position is taken apart ([`Ruleset::components`]), and each component is
//!   brought to the preferred one of its images, so that equal shapes at different places are one.
//! * Two equal components cancel, as G + G = 0. Of the others all but the largest are replaced by their nimbers, which are
//!   xor-ed; what is asked is always about one component and one nimber.
//! * G + *n is a P-position exactly if no option of G is worth *n and G is worth no *m with m < n.
//! * Every option whose nimber comes to be known excludes that nimber for G; what is excluded is kept.
//! * Components of few cells are solved by the mex of their options: they recur in many sums, and most of the
//!   questions are asked about them sooner or later.
//! * Options are made again for each question, those that may fall apart first, and looked up a few at a time: most
//!   questions (on Cram 5 × 7 four of five) are refuted by one that the table decides. Only components that are looked
//!   into are taken into the table.
//!
//! The other options are tried in the order of the squares of the numbers of moves of their components, so that even splits
//! come first, divided by one more than the number of nimbers that are excluded for a component.

mod boxes;
mod grid;
mod laid;
mod questions;
mod sums;
mod table;

use ishitori_rules::Ruleset;
use ishitori_values::Budget;

use crate::nimber::laid::PlacementGame;
use crate::nimber::questions::Questions;
use crate::rules::{Planes, Rules};
use crate::search::Stopped;
use crate::word::Word;

/// How a search for nimbers is to be done. What it finds does not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NimberLimits {
    /// How many questions are looked into at most.
    pub nodes: u64,
    /// The most cells of a component that is solved by the mex of its options.
    pub mex_cells: u32,
}

impl Default for NimberLimits {
    fn default() -> Self {
        NimberLimits { nodes: u64::MAX, mex_cells: 8 }
    }
}

/// The nimber of a position, and the cost of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nimber {
    /// The n of the nimber *n.
    pub nimber: u32,
    /// How many questions "is G + *n a P-position?" were looked into.
    pub nodes: u64,
    /// How many components the table holds.
    pub entries: usize,
}

/// A search for nimbers of positions of one impartial ruleset in normal play. It remembers what it has found.
///
/// ```
/// use ishitori_boards::nimber::{NimberLimits, NimberSearch};
/// use ishitori_boards::{BoardGame, with_rules};
/// use ishitori_values::Budget;
/// let set_up = BoardGame::named("cram").unwrap().set_up("3x5").unwrap();
/// let nimber = with_rules!(&set_up, |rules, start| {
///     let search = NimberSearch::new(rules, NimberLimits::default(), Budget::unlimited());
///     search.unwrap().nimber(start).unwrap()
/// });
/// assert_eq!(nimber, 1);
/// ```
pub struct NimberSearch<'s, W: Word, const N: usize>(Engine<'s, W, N>);

/// The search for the kind of game.
enum Engine<'s, W: Word, const N: usize> {
    /// Pieces are laid and stay.
    PlacementGame(Questions<PlacementGame<'s, W, N>>),
    /// Any other rules.
    Any(Questions<&'s Rules<W, N>>),
}

impl<'s, W: Word, const N: usize> NimberSearch<'s, W, N> {
    /// A search within limits; nothing if the players have different moves, as there are no nimbers then. O(1).
    pub fn new(rules: &'s Rules<W, N>, limits: NimberLimits, budget: Budget) -> Option<Self> {
        rules.is_impartial().then(|| NimberSearch::of_left_moves(rules, limits, budget))
    }

    /// A search for nimbers where both players have the moves of Left. O(1).
    pub(crate) fn of_left_moves(
        rules: &'s Rules<W, N>,
        limits: NimberLimits,
        budget: Budget,
    ) -> Self {
        NimberSearch(match PlacementGame::new(rules) {
            Some(laid) => Engine::PlacementGame(Questions::new(laid, limits, budget)),
            None => Engine::Any(Questions::new(rules, limits, budget)),
        })
    }

    /// How many questions "is G + *n a P-position?" have been looked into, beyond the table. O(1).
    pub fn nodes(&self) -> u64 {
        match &self.0 {
            Engine::PlacementGame(questions) => questions.nodes(),
            Engine::Any(questions) => questions.nodes(),
        }
    }

    /// Allows at most this many more questions. O(1).
    pub(crate) fn allow(&mut self, nodes: u64) {
        match &mut self.0 {
            Engine::PlacementGame(questions) => questions.allow(nodes),
            Engine::Any(questions) => questions.allow(nodes),
        }
    }

    /// How many components the table holds. O(1).
    pub fn entries(&self) -> usize {
        match &self.0 {
            Engine::PlacementGame(questions) => questions.entries(),
            Engine::Any(questions) => questions.entries(),
        }
    }

    /// The nimber of a position. Exponential in the worst case; the table takes two to four times the size of a component
    /// and of one word for each that is looked into.
    pub fn nimber(&mut self, position: &Planes<W, N>) -> Result<u32, Stopped> {
        match &mut self.0 {
            Engine::PlacementGame(questions) => questions.nimber(&questions.game().free(position)),
            Engine::Any(questions) => questions.nimber(position),
        }
    }

    /// Whether the player who moves first wins in a sum of positions and a nimber. Exponential in the worst case.
    pub(crate) fn sum_first_wins(
        &mut self,
        positions: &[Planes<W, N>],
        nimber: i64,
    ) -> Result<bool, Stopped> {
        let cells = |planes: &Planes<W, N>| planes.0.iter().map(|plane| plane.count()).sum::<u32>();
        let mut wanted = u32::try_from(nimber).unwrap_or(u32::MAX);
        let largest = (0..positions.len()).max_by_key(|&at| cells(&positions[at]));
        for (_, one) in positions.iter().enumerate().filter(|(at, _)| Some(*at) != largest) {
            wanted ^= self.nimber(one)?;
        }
        let Some(largest) = largest else { return Ok(wanted != 0) };
        let is = match &mut self.0 {
            Engine::PlacementGame(questions) => {
                questions.is_worth(&questions.game().free(&positions[largest]), wanted)
            }
            Engine::Any(questions) => questions.is_worth(&positions[largest], wanted),
        };
        is.map(|is| !is)
    }

    /// Whether the player who moves first wins. Exponential in the worst case, never more work than the nimber.
    pub fn first_wins(&mut self, position: &Planes<W, N>) -> Result<bool, Stopped> {
        match &mut self.0 {
            Engine::PlacementGame(questions) => {
                questions.first_wins(&questions.game().free(position))
            }
            Engine::Any(questions) => questions.first_wins(position),
        }
    }
}
