//! Periods of take-and-break games by the theorem of Guy and Smith.
//!
//! **Theorem** (R. K. Guy and C. A. B. Smith, *The G-values of various games*, Proc. Cambridge
//! Philos. Soc. 52 (1956), for two parts). Let a take-and-break game have the largest digit index k
//! and leave at most h ≥ 1 heaps per move. If n0 ≥ 1, p ≥ 1 and G(n + p) = G(n) for all
//! n0 ≤ n < h·n0 + (h − 1)·p + k, then G(n + p) = G(n) for all n ≥ n0.
//!
//! *Proof.* Let n ≥ h·n0 + (h − 1)·p + k and let the equation hold from n0 to n − 1. As n > k, no
//! move from n or n + p takes the whole heap. A move from n + p leaves heaps with n + p − d tokens,
//! d ≤ k, so the largest of them has a ≥ (n + p − k)/h ≥ n0 + p; replacing it by a − p ≥ n0 ≥ 1
//! gives a move from n, with the same value, since a − p < n (if the move splits without taking,
//! a < n + p, as the other part is not empty). In the same way the largest heap after a move from n
//! has at least n0 tokens, and adding p to it gives a move from n + p of the same value. So n and
//! n + p have the same option values. ∎
//!
//! For n0 = 0 the range for n0 = 1 is used, because a heap of a − p = 0 tokens is not a heap.
//!
//! **Cost.** All values below h·n0 + h·p + k are computed from the definition: for N values N²/4
//! steps when h = 2, for a larger h about h·N²/6 times the words of the value sets; N values of
//! four bytes in memory.

use crate::condition::{Condition, Resource};
use crate::document::GrundyPeriod;
use crate::limits::{Meter, within};
use crate::numbers::word;
use crate::take_and_break::{TakeAndBreak, parts};
use crate::tracker::Tracker;
use crate::verdict::{Evidence, Rejection, Theorem};

/// Verifies the claim with the theorem of this module.
pub(crate) fn verify(
    digits: &[u32],
    claim: &GrundyPeriod,
    meter: &mut Meter,
) -> Result<Evidence, Rejection> {
    if claim.saltus != 0 {
        return Err(Rejection::Proof(Condition::GuySmithSaltus));
    }
    let (h, k) = (parts(digits) as u128, digits.len() as u128 - 1);
    let (n0, p) = (claim.preperiod.max(1) as u128, claim.period as u128);
    let until = h * n0 + (h - 1) * p + k;
    within(Resource::Heaps, until + p, meter.limits().heaps)?;
    let mut tracker = Tracker::new(claim, claim.period, word(until), meter)?;
    let mut game = TakeAndBreak::new(digits, until + p, meter)?;
    tracker.run(meter, |_, meter| game.next(meter))?;
    Ok(Evidence {
        theorem: Theorem::GuySmith,
        heaps: tracker.end(),
        agree_until: word(until),
        steps: meter.steps(),
    })
}
