//! Windows that come back in games whose last few values decide all later ones.
//!
//! Baby steps and giant steps (Shanks 1971): the fingerprints of all windows that end in a *stretch* of `step` heaps
//! are kept, and afterwards one window in every `step` heaps is looked up among them. Whatever the period is, one of
//! these lies a period after a heap of the stretch. A fingerprint only suggests: the caller compares the values.

use rustc_hash::FxHashMap;

use crate::heap::rare::{Cell, History};

/// The least number of heaps in a stretch.
const STEP: u64 = 1 << 12;
/// Fingerprints kept, about.
const PRINTS: u64 = 1 << 19;
/// The most stretches.
const STRETCHES: u64 = 32;
/// An odd number; fingerprints are polynomials in it modulo 2⁶⁴.
const BASE: u64 = 0x9e37_79b9_7f4a_7c15;
/// Sums of a fingerprint that are computed side by side.
const LANES: usize = 8;

/// The windows of one width that are remembered, and how far they were searched for.
#[derive(Clone, Debug)]
pub(crate) struct Recurrence {
    width: usize,
    step: u64,
    /// Windows before the multiples of `step` up to this one were looked up.
    looked_to: u64,
    /// The last heap of each stretch. The first one stays: purely periodic sequences come back there.
    pub stretches: Vec<u64>,
    /// The last heap before which a window has this fingerprint.
    heaps: FxHashMap<u64, u64>,
}

/// Two windows that seem to be equal: those before `at` and before `at + shift`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Suggestion {
    pub at: u64,
    pub shift: u64,
}

impl Recurrence {
    /// Nothing remembered of a game that `width` values decide. O(1).
    pub fn new(width: usize) -> Self {
        let step = (width as u64).next_power_of_two().max(STEP);
        let (stretches, heaps) = Default::default();
        Recurrence { width, step, looked_to: 0, stretches, heaps }
    }

    /// The next window among the values of a run that seems to be equal to an earlier one; `None` when all were
    /// looked up. O(1) a heap, whatever the width.
    pub fn next<V: Cell>(&mut self, history: &History<V>) -> Option<Suggestion> {
        while self.looked_to + self.step <= history.next() {
            self.looked_to += self.step;
            let heap = self.looked_to;
            if heap - self.step <= self.width as u64 {
                continue;
            }
            let found = values_before(history, heap, self.width)
                .and_then(|window| self.heaps.get(&fingerprint(window)).copied());
            if let Some(at) = found.filter(|&at| at < heap) {
                return Some(Suggestion { at, shift: heap - at });
            }
            let behind = heap * 3 / (2 * self.most()) + 1;
            if self.stretches.last().is_none_or(|last| heap >= last + behind) {
                let values = values_before(history, heap, self.width + self.step as usize - 1);
                values.into_iter().for_each(|values| self.remember(heap, values));
            }
        }
        None
    }

    /// Remembers the windows that end in the stretch up to `heap`, and forgets an old stretch if there are many.
    /// The values are those before the heap, for each window. O(width + step).
    fn remember<V: Cell>(&mut self, heap: u64, values: &[V]) {
        let leaving = BASE.wrapping_pow(self.width as u32);
        let mut print = fingerprint(&values[..self.width]);
        let mut end = heap + 1 - self.step;
        self.heaps.insert(print, end);
        for (&out, &new) in values.iter().zip(&values[self.width..]) {
            print = print.wrapping_mul(BASE).wrapping_add(number(new));
            print = print.wrapping_sub(number(out).wrapping_mul(leaving));
            end += 1;
            self.heaps.insert(print, end);
        }
        self.stretches.push(heap);
        if self.stretches.len() as u64 > self.most() {
            let last = self.stretches.remove(1);
            let step = self.step;
            self.heaps.retain(|_, &mut heap| heap > last || heap + step <= last);
        }
    }

    /// The stretches that a search kept, with the values of each: those before its last heap, as
    /// [`Recurrence::needs`] says. They must be in order, and the run must reach to `next`.
    pub fn restore<V: Cell>(&mut self, next: u64, stretches: impl Iterator<Item = (u64, Vec<V>)>) {
        for (heap, values) in stretches {
            self.remember(heap, &values);
        }
        self.looked_to = next / self.step * self.step;
    }

    /// Whether a stretch can end at a heap of a run that reaches to `next`, and how many values before that heap it
    /// is made of. O(1).
    pub fn needs(&self, heap: u64, next: u64) -> Option<u64> {
        let count = self.width as u64 + self.step - 1;
        (heap.is_multiple_of(self.step) && (count + 1..=next).contains(&heap)).then_some(count)
    }

    /// How many stretches are kept. O(1).
    pub fn most(&self) -> u64 {
        (PRINTS / self.step).clamp(2, STRETCHES)
    }

    /// Bytes held. O(1).
    pub fn bytes(&self) -> u64 {
        (self.heaps.capacity() * 17) as u64
    }
}

/// The `count` values before a heap, if they are remembered.
fn values_before<V: Cell>(history: &History<V>, heap: u64, count: usize) -> Option<&[V]> {
    let end = heap.checked_sub(history.base)? as usize;
    history.recent.get(end.checked_sub(count)?..end)
}

fn number<V: Cell>(value: V) -> u64 {
    u64::from(value.into()) + 1
}

/// The polynomial with these values as coefficients, the first one leading. O(values).
fn fingerprint<V: Cell>(values: &[V]) -> u64 {
    let step = BASE.wrapping_pow(LANES as u32);
    let (first, rest) = values.split_at(values.len() % LANES);
    let horner = |sum: u64, &value: &V| sum.wrapping_mul(BASE).wrapping_add(number(value));
    // The leading coefficients stand before those of the last lane, by one turn.
    let mut lanes = [0_u64; LANES];
    lanes[LANES - 1] = first.iter().fold(0, horner);
    for values in rest.chunks_exact(LANES) {
        for (lane, &value) in lanes.iter_mut().zip(values) {
            *lane = lane.wrapping_mul(step).wrapping_add(number(value));
        }
    }
    lanes.iter().fold(0, |sum, &lane| sum.wrapping_mul(BASE).wrapping_add(lane))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A window gets the same fingerprint in a stretch as by itself.
    #[test]
    fn rolling_fingerprints_are_those_of_the_windows() {
        let values: Vec<u16> = (0..9000_u32).map(|n| (n * n / 7 % 300) as u16).collect();
        for width in [1, 7, 8, 9, 61] {
            let mut recurrence = Recurrence::new(width);
            let heap = 2 * recurrence.step;
            let needed = recurrence.needs(heap, 9000).unwrap();
            recurrence.remember(heap, &values[(heap - needed) as usize..heap as usize]);
            for end in heap + 1 - recurrence.step..=heap {
                let window = &values[end as usize - width..end as usize];
                let plain = window.iter().fold(0_u64, |sum, &value| {
                    sum.wrapping_mul(BASE).wrapping_add(u64::from(value) + 1)
                });
                assert_eq!(fingerprint(window), plain, "width {width}");
                assert!(recurrence.heaps[&plain] >= end);
            }
        }
    }

    /// Every period is suggested soon after it has come back, also when stretches were forgotten, and a search that
    /// goes on from its stretches suggests the same.
    #[test]
    fn periods_are_suggested() {
        for (period, preperiod) in
            [(1, 0), (5000, 0), (4097, 30_000), (100_003, 1), (90_000, 77_777)]
        {
            let mix = |n: u64| {
                let n = (n ^ n >> 7).wrapping_mul(0x2545_f491_4f6c_dd1d);
                ((n ^ n >> 29).wrapping_mul(BASE) >> 61) as u8
            };
            let value =
                |n: u64| mix(if n < preperiod { n } else { preperiod + (n - preperiod) % period });
            let limit = 2 * (preperiod + period) + 5 * STEP;
            let history =
                |to| History { recent: (0..to).map(value).collect(), base: 0, prefix: Vec::new() };
            let mut recurrence = Recurrence::new(40);
            let whole = history(limit);
            let found = recurrence.next(&whole).expect("a period");
            assert_eq!(found.shift % period, 0, "{period}");
            let heap = found.at + found.shift;
            assert!(heap <= (preperiod + STEP) * 3 / 2 + period + 2 * STEP, "{period}: {heap}");
            let mut resumed = Recurrence::new(40);
            let before = heap - STEP;
            let mut half = Recurrence::new(40);
            assert_eq!(half.next(&history(before)), None);
            let stretches = half.stretches.iter().map(|&heap| {
                let needed = half.needs(heap, before).unwrap();
                (heap, (heap - needed..heap).map(value).collect())
            });
            resumed.restore(before, stretches);
            assert_eq!(resumed.next(&whole), Some(found));
        }
    }
}
