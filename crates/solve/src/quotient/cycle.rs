//! The period of the pretending function Φ, and whether it is proved.

use super::play::{Play, lcm};

/// From `preperiod` on the pretending function Φ repeats after `period` heaps; both are least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PhiPeriod {
    /// The least heap from which on they repeat.
    pub preperiod: u64,
    /// After how many heaps.
    pub period: u64,
}

/// The period of all images, if those of the heaps computed prove it: then the options of larger
/// heaps have the same images as those of smaller ones ([`Play::window`]). O(heaps).
pub(crate) fn proved(play: &Play, phi: &[u32]) -> Option<PhiPeriod> {
    let window = play.window()?;
    let length = phi.len();
    let matched = suffix_matches(phi);
    let (lead, repeat) = (play.table().lead() as u64, play.table().repeat() as u64);
    let least =
        |p: usize| PhiPeriod { preperiod: (length - p - matched[p]) as u64, period: p as u64 };
    let enough = |found: &PhiPeriod| {
        let (reach, multiple) = window.reach(found.preperiod, found.period);
        let all = length as u64;
        if reach >= all {
            return false;
        }
        // Heaps forever without a move need the stones to repeat as well.
        let mut recent = (all - multiple.min(all)) as u32..length as u32;
        let stuck = recent.any(|n| (0..play.sides()).any(|side| play.is_stuck(n, side)));
        let from = (reach + 1).saturating_sub(multiple).max(lead);
        !stuck || from.saturating_add(lcm(multiple, repeat)) <= all
    };
    let proof = (1..length).map(least).find(enough)?;
    // All images repeat after `proof.period`; they may repeat earlier.
    let shorter = (1..=proof.period as usize).map(least);
    let mut shorter =
        shorter.filter(|found| found.preperiod + found.period + proof.period <= length as u64);
    shorter.find(|found| proof.period.is_multiple_of(found.period))
}

/// For each p how many of the last terms are equal to those p before: the Z-function from the end.
fn suffix_matches(terms: &[u32]) -> Vec<usize> {
    let length = terms.len();
    let at = |i: usize| terms[length - 1 - i];
    let mut z = vec![0; length];
    let (mut left, mut right) = (0, 0);
    for i in 1..length {
        let mut k = if i < right { z[i - left].min(right - i) } else { 0 };
        while i + k < length && at(k) == at(i + k) {
            k += 1;
        }
        z[i] = k;
        if i + k > right {
            (left, right) = (i, i + k);
        }
    }
    z
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_by_hand() {
        assert_eq!(suffix_matches(&[5, 1, 2, 1, 2, 1]), [0, 0, 3, 0, 1, 0]);
    }
}
