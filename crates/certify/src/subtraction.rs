//! Periods of subtraction games.
//!
//! **Theorem.** Let S be finite with the largest element k. If G(n + p) = G(n) for k consecutive
//! heaps n0 ≤ n < n0 + k, then it holds for all n ≥ n0.
//!
//! *Proof.* For n ≥ n0 + k the options of n are the heaps n − s ≥ n0, s ∈ S, all of them; those of
//! n + p are the heaps n − s + p, which have the same values by induction. So
//! G(n + p) = G(n). ∎
//!
//! The same theorem shows that a proper divisor of p that is not a period already differs in this
//! range, so comparing there also decides whether p is least.
//!
//! **Cost.** n0 + p + k values from the definition, |S| steps each; memory for about 3k values.

use crate::condition::Condition;
use crate::document::GrundyPeriod;
use crate::limits::Meter;
use crate::numbers::{size, small};
use crate::tracker::Tracker;
use crate::verdict::{Evidence, Rejection, Theorem};

/// Verifies the claim with the theorem of this module.
pub(crate) fn verify(
    set: &[u64],
    claim: &GrundyPeriod,
    meter: &mut Meter,
) -> Result<Evidence, Rejection> {
    if claim.saltus != 0 {
        return Err(Rejection::Proof(Condition::SubtractionBounded));
    }
    let k = set[set.len() - 1];
    let until = claim.preperiod.saturating_add(k);
    let mut tracker = Tracker::new(claim, claim.period, until, meter)?;
    // The last values, in a buffer of which the older half is dropped when it is full.
    let k = size(k);
    let most_recent = 2 * k + 1024;
    let mut recent: Vec<u32> = meter.vec_with_capacity(most_recent as u128)?;
    let mut seen = meter.filled(u64::MAX, set.len() as u128 + 1)?;
    tracker.run(meter, |n, meter| {
        if n % 4096 == 0 {
            meter.spend(4096 * (set.len() as u64 + 4))?;
        }
        if recent.len() >= most_recent {
            recent.drain(..recent.len() - k);
        }
        // Each value of an option is at most |S|; seen[v] = n marks it.
        for &s in set.iter().take_while(|&&s| s <= n) {
            seen[recent[recent.len() - size(s)] as usize] = n;
        }
        let value = seen.iter().position(|&mark| mark != n).expect("there are |S| + 1 marks");
        recent.push(small(value));
        Ok(small(value))
    })?;
    Ok(Evidence {
        theorem: Theorem::Subtraction,
        heaps: tracker.end(),
        agree_until: until,
        steps: meter.steps(),
    })
}
