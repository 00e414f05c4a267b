//! A rule and an end, in the form that the solver reads.

use std::ops::ControlFlow;

use ishitori_rules::end::{EndRule, EndTable};
use ishitori_rules::heap::{Digit, HeapCode, HeapRule, Sizes};
use ishitori_values::{Outcome, Player};
use num_integer::gcd;

use super::QuotientError;
use crate::heap::moves::Moves;

/// A game on multisets of heaps whose outcomes are one or two bits.
///
/// Bit `s` of a position says whether side `s` wins when it moves first. By
/// [`answers`](Play::answers) a move of side `s` wins if a certain bit of the position after it is
/// 0. Usually the sides are Left and Right, and it is the bit of the other one. Under `moves` bit 0
/// is "the next player wins under misère play", bit 1 the same under normal play (the unifying
/// theorem: these two decide the outcome), and both are answered by themselves. If Left and
/// Right are interchangeable there is one side only.
#[derive(Clone, Debug)]
pub(crate) struct Play {
    pub rule: HeapRule,
    pub end: EndRule,
    table: EndTable,
    moves: Option<Moves>,
    window: Option<Window>,
    sides: usize,
    crossed: bool,
}

impl Play {
    pub fn new(rule: &HeapRule, end: &EndRule) -> Result<Play, QuotientError> {
        if !rule.plays_on_heaps() {
            return Err(QuotientError::NotHeaps { rule: rule.to_string() });
        }
        if rule.partizan().is_some() && *end == EndRule::Moves {
            return Err(QuotientError::MovesNeedImpartial { rule: rule.to_string() });
        }
        let (table, crossed) = match end {
            EndRule::Stones(table) => (table.clone(), true),
            EndRule::Moves => (EndTable::new(vec![Outcome::L], 1), false),
        };
        let even = |letter: &Outcome| matches!(letter, Outcome::P | Outcome::N);
        let symmetric = rule.code().is_some() && table.letters().iter().all(even);
        Ok(Play {
            rule: rule.clone(),
            end: end.clone(),
            table,
            moves: rule.code().and_then(Moves::of),
            window: Window::of(rule),
            sides: if symmetric { 1 } else { 2 },
            crossed,
        })
    }

    /// How many bits an outcome has.
    pub fn sides(&self) -> usize {
        self.sides
    }

    /// The bit that must be 0 after a winning move of this side.
    pub fn answers(&self, side: usize) -> usize {
        match (self.sides, self.crossed) {
            (1, _) => 0,
            (_, true) => 1 - side,
            (_, false) => side,
        }
    }

    /// The letter of an outcome.
    pub fn outcome(&self, bits: u8) -> Outcome {
        let left = bits & 1 != 0;
        Outcome::from_first_move_wins(left, if self.sides == 1 { left } else { bits & 2 != 0 })
    }

    /// Whether a side that cannot move wins when this number of stones is left.
    pub fn wins_without_move(&self, side: usize, stones: u64) -> bool {
        self.table.letter(stones).wins_moving_first(Player::BOTH[side])
    }

    /// The class of a number of stones: all that its sums with other numbers need.
    pub fn theta(&self, stones: u64) -> u64 {
        let (lead, repeat) = (self.table.lead() as u64, self.table.repeat() as u64);
        if stones < lead { stones } else { lead + (stones - lead) % repeat }
    }

    /// The letters of the end, and how many of the last ones repeat.
    pub fn table(&self) -> &EndTable {
        &self.table
    }

    /// Calls `sink` with the heaps that each move leaves; some may be 0.
    pub fn options(&self, heap: u32, side: usize, sink: &mut impl FnMut(&[u32])) {
        let Some(moves) = &self.moves else {
            return self.rule.for_each_option(heap, Player::BOTH[side], sink);
        };
        if moves.wholes.binary_search(&heap).is_ok() && heap > 0 {
            sink(&[]);
        }
        for &take in moves.takes.iter().take_while(|&&take| take < heap) {
            sink(&[heap - take]);
        }
        for split in moves.splits.iter().take_while(|split| split.take < heap) {
            let rest = heap - split.take;
            for a in 1..=split.half(rest as usize) as u32 {
                sink(&[a, rest - a]);
            }
        }
    }

    /// Whether the side has no move in this heap.
    pub fn is_stuck(&self, heap: u32, side: usize) -> bool {
        let first = |_: &[u32]| ControlFlow::Break(());
        self.rule.try_for_each_option(heap, Player::BOTH[side], &mut { first }).is_continue()
    }

    /// The window in which the images of options repeat; `None` if moves may leave any number
    /// of heaps.
    pub fn window(&self) -> Option<Window> {
        self.window
    }
}

/// How far moves reach, for rules whose options repeat as soon as Φ does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    /// The largest number of heaps that a move leaves, 1 at least.
    parts: u64,
    /// The largest number of stones that a move takes, or where the digits begin to repeat.
    take: u64,
    /// How many digits repeat forever.
    block: u64,
    /// Whether some moves must leave heaps of different sizes.
    distinct: bool,
    /// The least common multiple of the numbers of heaps that must have one size.
    equal: u64,
}

impl Window {
    fn of(rule: &HeapRule) -> Option<Window> {
        match rule {
            HeapRule::Impartial(code) => Window::of_code(code),
            HeapRule::Partizan(rule) => {
                let largest = rule.left().iter().chain(rule.right()).max();
                Some(Window {
                    parts: 1 + u64::from(rule.splits()),
                    take: largest.map_or(0, |&k| k.into()),
                    block: 0,
                    distinct: false,
                    equal: 1,
                })
            }
            HeapRule::TwoPile(_) => None,
        }
    }

    fn of_code(code: &HeapCode) -> Option<Window> {
        let parts = code.max_parts()?.max(1).into();
        let sizes = |sizes| code.digits().iter().filter(move |d| d.sizes() == sizes);
        let equal = sizes(Sizes::Equal).fold(1, |multiple, digit| {
            (2..=Digit::MAX_COUNT)
                .filter(|&j| digit.allows(j))
                .fold(multiple, |m, j| lcm(m, j.into()))
        });
        Some(Window {
            parts,
            take: code.digits().len().saturating_sub(1) as u64,
            block: code.repeat() as u64,
            distinct: sizes(Sizes::Distinct).next().is_some(),
            equal,
        })
    }

    /// If images repeat with period p from n0 on as far as the first number says, they do so forever;
    /// options of heaps from there on, less the second number, repeat with that.
    ///
    /// Moves that take at most k and leave at most h heaps of any sizes, as far as heap
    /// h·n0 + h·p + k: a move in a larger heap n leaves a heap of more than n0 + p stones. Taking p stones off
    /// a largest such heap makes an option of n − p with the same image, and conversely; so n and n − p
    /// have the same images of options. The same with a multiple q of p where digits repeat forever,
    /// and stones may be taken off the number taken; where j heaps must have one size, q is a
    /// multiple of p·j, and q/j is taken off each; where sizes must differ, heaps that are equal modulo q
    /// need no more than q·h·(h − 1)/2 stones to be different.
    pub fn reach(&self, n0: u64, p: u64) -> (u64, u64) {
        let h = self.parts;
        let q = lcm(p.saturating_mul(self.equal), self.block.max(1));
        let plain = |n0: u64| h.saturating_mul(n0.saturating_add(q)).saturating_add(self.take);
        if !self.distinct && self.block == 0 && self.equal == 1 {
            return (plain(n0), q);
        }
        let apart = if self.distinct { h * (h - 1) / 2 } else { 0 };
        (plain(n0.max(1)).saturating_add(q.saturating_mul(apart + 2)), q)
    }
}

/// The least common multiple of two numbers above 0, or the largest number.
pub(crate) fn lcm(a: u64, b: u64) -> u64 {
    (a / gcd(a, b)).saturating_mul(b)
}
