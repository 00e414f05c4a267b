//! One set after the other: two windows in two registers, compared with saved ones. This is the
//! plain loop against which [`lanes`](crate::lanes) is tested and measured.

use ishitori_rules::end::EndRule;
use ishitori_values::Outcome;

use crate::kernel::MAX_STEPS;

/// The initial values of a set of a family: the heaps without a move.
pub(crate) struct Start {
    pub min: u32,
    left: u64,
    right: u64,
    /// Whether the opponent answers with the other window; not so under `moves`.
    pub crossed: bool,
}

/// What the windows show about a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Found {
    /// 0 if it was not found.
    pub period: u64,
    /// The preperiod is at most this.
    pub preperiod_bound: u64,
    /// Bit c: the code c was seen at a heap with a move.
    pub seen: u8,
    /// The last code.
    pub last: u8,
}

/// The windows before heap n, and what was seen until then.
pub(crate) struct Shared {
    pub n: usize,
    pub left: u64,
    pub right: u64,
    pub seen: u8,
}

impl Start {
    pub fn new(min: u32, end: &EndRule) -> Start {
        // Heaps below 0 count as won by the player to move.
        let (mut left, mut right) = (u64::MAX, u64::MAX);
        for n in 0..min {
            let letter = end.letter(n.into(), false);
            let wins = |player: Outcome| u64::from(letter == player || letter == Outcome::N);
            left = left << 1 | wins(Outcome::L);
            right = right << 1 | wins(Outcome::R);
        }
        Start { min, left, right, crossed: !matches!(end, EndRule::Moves) }
    }

    /// The heaps below the least number: bit min − 1 − n says that Left, or Right, wins the heap n
    /// moving first; and whether windows are crossed.
    #[cfg(feature = "gpu")]
    pub fn words(&self) -> (u64, u64, bool) {
        let within = u64::MAX >> (u64::BITS - self.min);
        (self.left & within, self.right & within, self.crossed)
    }

    /// The outcomes of one set with these numbers, of which `max` is the largest.
    /// O(preperiod + period).
    pub fn run(&self, mask: u64, max: u32) -> Found {
        let windows = (self.left, self.right);
        match self.crossed {
            true => self.resume::<true>(mask, max, windows, self.min as usize, 0),
            false => self.resume::<false>(mask, max, windows, self.min as usize, 0),
        }
    }

    /// The heaps below `to`, if there the numbers of the mask decide.
    pub fn shared<const CROSSED: bool>(&self, mask: u64, to: usize) -> Shared {
        let (mut left, mut right, mut seen) = (self.left, self.right, 0);
        let mut n = self.min as usize;
        while n < to {
            let (for_left, for_right) = if CROSSED { (right, left) } else { (left, right) };
            let lw = u64::from(mask & !for_left != 0);
            let rw = u64::from(mask & !for_right != 0);
            (left, right) = (left << 1 | lw, right << 1 | rw);
            seen |= 1 << (lw | rw << 1);
            n += 1;
        }
        Shared { n, left, right, seen }
    }

    /// Goes on from the windows before heap n, compared with saved ones (Brent 1980).
    pub fn resume<const CROSSED: bool>(
        &self,
        mask: u64,
        max: u32,
        (left, right): (u64, u64),
        mut n: usize,
        mut seen: u8,
    ) -> Found {
        let within = u64::MAX >> (64 - max);
        let (mut left, mut right) = (left & within, right & within);
        let (mut saved_left, mut saved_right) = (left, right);
        let (mut saved_at, mut next_save) = (n, 2 * n);
        while n < MAX_STEPS {
            let (for_left, for_right) = if CROSSED { (right, left) } else { (left, right) };
            let lw = u64::from(mask & !for_left != 0);
            let rw = u64::from(mask & !for_right != 0);
            let (next_left, next_right) = ((left << 1 | lw) & within, (right << 1 | rw) & within);
            n += 1;
            let last = (lw | rw << 1) as u8;
            seen |= 1 << last;
            let fixed = next_left == left && next_right == right;
            if fixed || (next_left == saved_left && next_right == saved_right) {
                let period = if fixed { 1 } else { n - saved_at };
                let preperiod_bound = (n - period) as u64;
                return Found { period: period as u64, preperiod_bound, seen, last };
            }
            (left, right) = (next_left, next_right);
            if n == next_save {
                (saved_left, saved_right, saved_at, next_save) = (left, right, n, 2 * n);
            }
        }
        Found { period: 0, preperiod_bound: n as u64, seen, last: 0 }
    }
}
