//! Sums that a search is about: a number, an infinitesimal, hot games, and components that are not known exactly.

use ishitori_values::Game;
use smallvec::SmallVec;

use crate::search::bounds::{Bounds, Fixed};
use crate::search::table::hash_of;

/// A component, or its negative.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part<P> {
    pub position: P,
    pub negative: bool,
    /// Whether it is its own negative; `negative` is not set then.
    pub own: bool,
    /// The hash of the position.
    pub hash: u128,
    /// What is known, of the negative if it is that.
    pub bounds: Bounds,
    /// About how much Left is ahead in the position, if that has been seen.
    pub lead: Option<Fixed>,
}

impl<P> Part<P> {
    /// The hash of the component or of its negative.
    pub fn key(&self) -> u128 {
        self.hash ^ u128::from(self.negative)
    }

    /// Turned into the negative.
    pub fn negate(&mut self) {
        self.negative ^= !self.own;
        self.bounds = self.bounds.negative();
    }
}

/// A sum in which Left moves first.
#[derive(Clone, Debug)]
pub(super) struct Sum<P: Copy> {
    pub number: Fixed,
    pub small: Game,
    pub hot: SmallVec<[Game; 4]>,
    /// Sorted by their keys.
    pub parts: SmallVec<[Part<P>; 2]>,
}

impl<P: Copy> Sum<P> {
    /// The empty sum.
    pub fn zero() -> Self {
        Sum { number: 0, small: Game::ZERO, hot: SmallVec::new(), parts: SmallVec::new() }
    }

    /// The hash of the sum without its number.
    pub fn key(&self) -> u128 {
        let salted = |word: u128| hash_of([word as u64, (word >> 64) as u64]);
        let game = |game: &Game| hash_of([hash_word(*game), 1]);
        let parts = self.parts.iter().map(|part| salted(part.key()));
        let games = self.hot.iter().map(game);
        let all = parts.chain(games).fold(0u128, u128::wrapping_add);
        salted(all ^ hash_of([hash_word(self.small), 2]))
    }

    /// Takes in a component; one and its negative cancel if they may.
    pub fn add(&mut self, part: Part<P>, cancels: bool) {
        let opposite = part.key() ^ u128::from(!part.own);
        if cancels && let Some(at) = self.parts.iter().position(|other| other.key() == opposite) {
            self.parts.remove(at);
            return;
        }
        let at = self.parts.partition_point(|other| other.key() < part.key());
        self.parts.insert(at, part);
    }
}

/// The number of a game in its store.
fn hash_word(game: Game) -> u64 {
    use std::hash::{Hash, Hasher};
    let mut hasher = rustc_hash::FxHasher::default();
    game.hash(&mut hasher);
    hasher.finish()
}
