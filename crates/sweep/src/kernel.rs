//! Outcomes of one heap by bit windows.
//!
//! For a set S with maximum t, two windows say for which of the heaps n − 1, …, n − t Left and
//! Right win moving first. With S as a mask, Left wins from n exactly if S & !RW is not 0, and
//! Right exactly if S & !LW is not 0; heaps below 0 count as won by the player to move, so that
//! no player wants to go there. Both windows together decide everything that follows, so a pair that
//! comes back proves the period (Brent 1980).

use ishitori_rules::end::EndRule;
use ishitori_values::Outcome;

use crate::family::Set;

/// Steps after which the search for a period is given up.
pub(crate) const MAX_STEPS: usize = 1 << 24;

/// The outcomes of the heaps of one set: a tail and one round of the period.
///
/// ```
/// use ishitori_sweep::{Sequence, Set, outcome_sequence};
/// let mut sequence = Sequence::default();
/// outcome_sequence(&Set::new(&[2, 3]), &"mod2:LR".parse().unwrap(), &mut sequence);
/// assert_eq!((sequence.period, sequence.preperiod), (5, 2));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sequence {
    /// Bit 0: Left wins moving first; bit 1: Right does. At least preperiod + period of them.
    pub(crate) codes: Vec<u8>,
    /// The least period, 0 if none was found.
    pub period: usize,
    /// The least preperiod.
    pub preperiod: usize,
}

/// The outcome with a code: bit 0 Left, bit 1 Right wins moving first.
pub(crate) const LETTERS: [Outcome; 4] = [Outcome::P, Outcome::L, Outcome::R, Outcome::N];

impl Sequence {
    /// The outcome of a heap. O(1).
    ///
    /// # Panics
    /// If no period was found and the heap was not computed.
    pub fn outcome(&self, n: usize) -> Outcome {
        LETTERS[self.code(n) as usize]
    }

    pub(crate) fn code(&self, n: usize) -> u8 {
        match n < self.codes.len() {
            true => self.codes[n],
            false => self.codes[self.preperiod + (n - self.preperiod) % self.period],
        }
    }
}

/// Computes the outcomes of one heap until the period is proved. O(preperiod + period) steps of
/// t/64 words.
pub fn outcome_sequence(set: &Set, end: &EndRule, into: &mut Sequence) {
    let crossed = !matches!(end, EndRule::Moves);
    match (set.words().len(), crossed) {
        (1, true) => run::<1, true>(set, end, into),
        (1, false) => run::<1, false>(set, end, into),
        (2, true) => run::<2, true>(set, end, into),
        (2, false) => run::<2, false>(set, end, into),
        (3..=4, true) => run::<4, true>(set, end, into),
        (3..=4, false) => run::<4, false>(set, end, into),
        (_, true) => run::<16, true>(set, end, into),
        (_, false) => run::<16, false>(set, end, into),
    }
}

/// A window of 64·W heaps; bit s − 1 is the heap n − s.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Window<const W: usize>(pub [u64; W]);

impl<const W: usize> Window<W> {
    pub fn mask(set: &Set) -> Self {
        let mut words = [0; W];
        words[..set.words().len()].copy_from_slice(set.words());
        Window(words)
    }

    /// The lowest `bits` bits.
    pub fn low(bits: usize) -> Self {
        Window(std::array::from_fn(|i| match bits.saturating_sub(64 * i) {
            0 => 0,
            left if left < 64 => (1 << left) - 1,
            _ => u64::MAX,
        }))
    }

    /// Whether some heap of the mask is not in the window.
    #[inline(always)]
    pub fn misses(&self, mask: &Self) -> bool {
        let mut missed = 0;
        for i in 0..W {
            missed |= mask.0[i] & !self.0[i];
        }
        missed != 0
    }

    /// The window of the next heap.
    #[inline(always)]
    pub fn push(&mut self, bit: bool, within: &Self) {
        for i in (1..W).rev() {
            self.0[i] = (self.0[i] << 1 | self.0[i - 1] >> 63) & within.0[i];
        }
        self.0[0] = (self.0[0] << 1 | u64::from(bit)) & within.0[0];
    }
}

fn run<const W: usize, const CROSSED: bool>(set: &Set, end: &EndRule, into: &mut Sequence) {
    let (min, t) = (set.min() as usize, set.max() as usize);
    let (mask, within) = (Window::<W>::mask(set), Window::<W>::low(t));
    let codes = &mut into.codes;
    codes.clear();
    let (mut left, mut right) = (within, within);
    for n in 0..min {
        let code = LETTERS.iter().position(|&l| l == end.letter(n as u64, false));
        let code = code.expect("every outcome has a code") as u8;
        left.push(code & 1 == 1, &within);
        right.push(code >> 1 == 1, &within);
        codes.push(code);
    }
    let (mut saved, mut next_save) = ((left, right), 2 * min);
    let mut saved_at = min;
    into.period = 0;
    while codes.len() < MAX_STEPS {
        // Under `moves` one more move exchanges the players, so each looks at its own window.
        let (for_left, for_right) = if CROSSED { (&right, &left) } else { (&left, &right) };
        let (lw, rw) = (for_left.misses(&mask), for_right.misses(&mask));
        let before = (left, right);
        left.push(lw, &within);
        right.push(rw, &within);
        codes.push(u8::from(lw) | u8::from(rw) << 1);
        if (left, right) == before {
            into.period = 1;
            break;
        }
        if (left, right) == saved {
            into.period = codes.len() - saved_at;
            break;
        }
        if codes.len() == next_save {
            (saved, saved_at, next_save) = ((left, right), codes.len(), 2 * codes.len());
        }
    }
    let period = into.period;
    let mut preperiod = codes.len() - period;
    while period > 0 && preperiod > 0 && codes[preperiod - 1] == codes[preperiod - 1 + period] {
        preperiod -= 1;
    }
    into.preperiod = preperiod;
}
