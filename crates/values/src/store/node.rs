//! One game of the store: its options and the few facts that every comparison starts with.

use std::hash::Hasher;
use std::sync::OnceLock;
use std::sync::atomic::AtomicU32;

use rustc_hash::FxHasher;

use super::nus::Nus;
use super::{Game, unknown};
use crate::player::Player;

/// A canonical game. Immutable but for what is filled in on first use.
pub(crate) struct Node {
    /// The left and right stop, rounded by [`crate::Dyadic::to_f64`]: monotone, so that a strict
    /// inequality between doubles holds between the stops.
    pub left_stop: f64,
    pub right_stop: f64,
    pub kind: Kind,
    /// Saturates at `u32::MAX`.
    pub birthday: u32,
    pub(super) negative: AtomicU32,
    /// Always there for a general game; written out on first use for number-up-star values.
    pub(super) options: OnceLock<Options>,
}

/// How a node is represented.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    /// x + ups·↑ + *nim, where x is `left_stop` or, for `big > 0`, a number of the store's table.
    NumberUpStar { big: u32, ups: i32, nim: u32 },
    /// Anything else.
    General {
        /// Whether the stops are exactly the doubles.
        exact_stops: bool,
    },
}

impl Node {
    pub fn number_up_star(nus: Nus, birthday: u32) -> Node {
        Node {
            left_stop: nus.x,
            right_stop: nus.x,
            kind: Kind::NumberUpStar { big: nus.big, ups: nus.ups, nim: nus.nim },
            birthday,
            negative: unknown(),
            options: OnceLock::new(),
        }
    }

    /// A game that is not a number, from its canonical options: its left stop is the largest right
    /// stop of a left option, and the other way round.
    pub fn general<'a>(options: Options, node: impl Fn(Game) -> &'a Node) -> Node {
        let mut left_stop = f64::NEG_INFINITY;
        let mut right_stop = f64::INFINITY;
        let mut birthday = 0;
        let mut exact_stops = true;
        for player in Player::BOTH {
            for &g in options.of(player) {
                let n = node(g);
                match player {
                    Player::Left => left_stop = left_stop.max(n.right_stop),
                    Player::Right => right_stop = right_stop.min(n.left_stop),
                }
                birthday = birthday.max(n.birthday);
                exact_stops &= n.exact_stops();
            }
        }
        Node {
            left_stop,
            right_stop,
            kind: Kind::General { exact_stops },
            birthday: birthday.saturating_add(1),
            negative: unknown(),
            options: OnceLock::from(options),
        }
    }

    pub fn exact_stops(&self) -> bool {
        match self.kind {
            Kind::NumberUpStar { big, .. } => big == 0,
            Kind::General { exact_stops } => exact_stops,
        }
    }

    pub fn has_options(&self, left: &[Game], right: &[Game]) -> bool {
        self.options
            .get()
            .is_some_and(|o| o.of(Player::Left) == left && o.of(Player::Right) == right)
    }
}

/// The options of both players, Left's first.
pub(crate) struct Options {
    all: Box<[Game]>,
    left: u32,
}

impl Options {
    pub fn new(left: &[Game], right: &[Game]) -> Options {
        let mut all = Vec::with_capacity(left.len() + right.len());
        all.extend_from_slice(left);
        all.extend_from_slice(right);
        Options { all: all.into_boxed_slice(), left: left.len() as u32 }
    }

    #[inline]
    pub fn of(&self, player: Player) -> &[Game] {
        match player {
            Player::Left => &self.all[..self.left as usize],
            Player::Right => &self.all[self.left as usize..],
        }
    }

    /// Both players' options. O(1).
    pub fn all(&self) -> &[Game] {
        &self.all
    }

    /// Bytes on the heap, with the allocator's overhead.
    pub fn bytes(&self) -> u64 {
        (self.all.len() as u64 * 4).next_multiple_of(16) + 16
    }
}

pub(super) fn hash_options(left: &[Game], right: &[Game]) -> u64 {
    let mut h = FxHasher::default();
    h.write_u32(left.len() as u32);
    for g in left.iter().chain(right) {
        h.write_u32(g.0);
    }
    h.finish()
}
