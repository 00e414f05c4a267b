//! Arithmetic periods of all-but subtraction games.
//!
//! Let X be a finite set of positive numbers, e its largest element (0 if X is empty); a player may
//! take any positive number that is not in X. That such games are arithmetic periodic is in
//! A. N. Siegel, *Combinatorial Game Theory*, chapter IV.2; the checker needs the finite criterion
//! below, which is proved here.
//!
//! Let u(n) be the least value of no heap below n.
//!
//! **Lemma.** (1) If G(a) = G(b) with a < b then b − a ∈ X, so b − a ≤ e. (2) G(n) ≤ u(n), so the
//! values of the heaps below n are exactly 0, …, u(n) − 1. (3) A value v < u(n) is not the value of
//! an option of n if and only if all heaps m < n with G(m) = v have n − m ∈ X.
//! *Proof.* (1) Otherwise a would be an option of b. (2) u(n) is not an option's value. (3) is the
//! definition of an option. ∎
//!
//! **Theorem.** If G(n + p) = G(n) + s for n0 ≤ n < N, where N ≥ n0 + 2e, and
//! u(N + p) = u(N) + s, then G(n + p) = G(n) + s for all n ≥ n0.
//!
//! *Proof.* Suppose that both equations hold up to n ≥ N, that is, for the values in
//! [n − 2e, n) and for u(n). By (2) and (3), G(n) is the least v ≤ u(n) such that all heaps m < n of
//! value v have n − m ∈ X (u(n) itself has none). For v < u(n) there is such a heap, and it must
//! lie in [n − e, n); by (1) all heaps of value v lie in [n − 2e, n) as soon as one lies in
//! [n − e, n). So which v < u(n) qualify depends only on the values in [n − 2e, n). Those of n + p
//! are all s greater: v ≥ s qualifies for n + p if and only if v − s does for n. No v < s
//! qualifies: it would be the value of a heap m + p in [n + p − e, n + p), where
//! G(m + p) = G(m) + s ≥ s. Therefore G(n + p) = G(n) + s, and
//! u(n + 1 + p) = max(u(n + p), G(n + p) + 1) = u(n + 1) + s. ∎
//!
//! **Cost.** N + p values with N = n0 + max(2e, p), each in O(|X| + e) steps: G(n) is found
//! directly by (3), counting for each value how many heaps have it.

use crate::condition::Resource;
use crate::document::GrundyPeriod;
use crate::limits::{Meter, within};
use crate::numbers::{size, small, word};
use crate::tracker::Tracker;
use crate::verdict::{Evidence, Rejection, Theorem};

/// Verifies the claim with the theorem of this module.
pub(crate) fn verify(
    excluded: &[u64],
    claim: &GrundyPeriod,
    meter: &mut Meter,
) -> Result<Evidence, Rejection> {
    let limits = meter.limits();
    let e = excluded.last().copied().unwrap_or(0);
    let until = claim.preperiod as u128 + claim.period.max(2 * e) as u128;
    within(Resource::Heaps, until + claim.period as u128, limits.heaps)?;
    let until = word(until);
    let mut tracker = Tracker::new(claim, claim.period, until, meter)?;
    let mut game = AllBut::new(excluded, tracker.end(), meter)?;
    // u(N) and u(N + p), the numbers of values used below these heaps.
    let mut used = [0; 2];
    tracker.run(meter, |n, meter| {
        if n == until {
            used[0] = game.count.len() as u64;
        }
        let value = game.next(meter)?;
        if n + 1 == until + claim.period {
            used[1] = game.count.len() as u64;
        }
        Ok(value)
    })?;
    if used[1] != used[0] + claim.saltus {
        return Err(Rejection::GreatestValue { heap: until });
    }
    Ok(Evidence {
        theorem: Theorem::AllBut,
        heaps: tracker.end(),
        agree_until: until,
        steps: meter.steps(),
    })
}

/// The values of an all-but game, one by one.
struct AllBut<'a> {
    excluded: &'a [u64],
    values: Vec<u32>,
    /// For each value below u(n), how many heaps have it.
    count: Vec<u32>,
    /// For each value below u(n), the first heap that has it.
    first: Vec<u64>,
    /// For each value, how many heaps have it that are no options of the current heap.
    hidden: Vec<u32>,
    /// Values below this one are out of reach forever: each has a heap more than e below.
    floor: usize,
}

impl<'a> AllBut<'a> {
    /// The game, with capacity for the values of a number of heaps. O(1).
    fn new(excluded: &'a [u64], heaps: u64, meter: &mut Meter) -> Result<Self, Rejection> {
        let values = meter.vec_with_capacity(heaps.into())?;
        let (count, first, hidden) = Default::default();
        Ok(AllBut { excluded, values, count, first, hidden, floor: 0 })
    }

    fn next(&mut self, meter: &mut Meter) -> Result<u32, Rejection> {
        let n = self.values.len();
        let e = self.excluded.last().copied().unwrap_or(0);
        let heaps = || self.excluded.iter().take_while(|&&x| x <= n as u64);
        heaps().for_each(|&x| self.hidden[self.values[n - size(x)] as usize] += 1);
        while self.floor < self.first.len() && self.first[self.floor] + e < n as u64 {
            self.floor += 1;
        }
        let u = self.count.len();
        let value = (self.floor..u).find(|&v| self.hidden[v] == self.count[v]).unwrap_or(u);
        meter.spend((self.excluded.len() + value - self.floor) as u64 + 2)?;
        heaps().for_each(|&x| self.hidden[self.values[n - size(x)] as usize] = 0);
        if value == u {
            meter.push(&mut self.count, 0)?;
            meter.push(&mut self.first, n as u64)?;
            meter.push(&mut self.hidden, 0)?;
        }
        self.count[value] += 1;
        self.values.push(small(value));
        Ok(small(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::tests::unlimited;

    #[test]
    fn agrees_with_the_definition() {
        for excluded in [&[][..], &[1], &[2], &[1, 2, 3], &[1, 5], &[3, 4, 9], &[2, 7, 8, 13]] {
            let mut game = unlimited(|meter| AllBut::new(excluded, 300, meter)).unwrap();
            let mut g: Vec<u32> = Vec::new();
            for n in 0..300_usize {
                let options =
                    (0..n).filter(|&m| !excluded.contains(&((n - m) as u64))).map(|m| g[m]);
                let value = (0..).find(|&v| !options.clone().any(|o| o == v)).unwrap();
                g.push(value);
                assert_eq!(unlimited(|meter| game.next(meter)).unwrap(), value, "{excluded:?} {n}");
            }
        }
    }
}
