//! Window certificates: periods of games whose heaps are nearly all common.
//!
//! The theorem of Guy and Smith needs about 2(n0 + p) values. When almost all heaps are *common*
//! in the sense of the sparse space phenomenon (Berlekamp, Conway and Guy, *Winning Ways*,
//! chapter 4), the n0 + p first values and a short window are enough.
//!
//! # Rare and common
//! Take a game that leaves at most two heaps per move, with largest digit index k, and let D be the
//! set of its splitting digits (the d for which n may be split into two heaps of n − d tokens
//! together). Fix a mask m ≠ 0. Without position, the class of a value x is the parity of the
//! number of ones in x & m. With position, all splitting digits have one parity π, and the class of
//! x *at heap n* is that parity plus n + π. Heap n is *rare* if G(n) has even class at n, else
//! *common*; a value is rare or common at n in the same way.
//!
//! **Lemma 1.** A split of n into two heaps of the same kind has a value that is rare at n; a split
//! into a rare and a common heap has a value that is common at n.
//! *Proof.* The number of ones in (G(a) ⊕ G(b)) & m has the parity of the sum of those of G(a) and
//! G(b). With position, a + b = n − d ≡ n + π, so the classes of a and b at a and b add up to the
//! class of the value at n, because (a + π) + (b + π) ≡ n + π modulo 2. ∎
//!
//! So a common value is excluded from being G(n) only by a take or by a split *with a rare part*.
//! Let c(n) be the least value that is common at n and not excluded in this way. If each rare x <
//! c(n) is excluded then G(n) = c(n); otherwise G(n) is the least rare x that is not, and n is rare.
//! This holds for every mask; a bad one only makes the work longer.
//!
//! # The theorem
//! A *witness within reach B* for a rare value x at n is a take of value x, or a split of value x
//! one part of which is at most B. For x = 0 there is also the split into two equal heaps, which
//! exists when some d ∈ D has the parity of n and n ≥ d + 2. Call it *invariant* under q if q is
//! even or D has digits of both parities: if it exists at n ≥ k + 2, it then exists at n + q.
//!
//! **Theorem.** Let all rare heaps below n1 + q be at most B, W = B + k + 2, n1 > 2W,
//! n0 + W ≤ n1, and let q be even if the position takes part. Suppose that
//! (i) for every n1 ≤ n < n1 + q, each rare x < G(n) has a witness within reach B or is 0
//! and has an equal split that is invariant under q, and
//! (ii) G(n + q) = G(n) for n0 ≤ n < n1.
//! Then G(n + q) = G(n) for all n ≥ n0, and no heap above B is rare.
//!
//! *Proof.* By induction on n ≥ n1 we show: G(n + q) = G(n), n + q is common, and each rare
//! x < G(n + q) has a witness at n + q as in (i). Assume this below n. Then the heaps in
//! [n − W, n) have the same values as those in [n + q − W, n + q), by (ii) and induction.
//! *Takes* of n + q and n agree, since they lead to n + q − d and n − d with d ≤ k ≤ W, and neither
//! heap can be taken whole. *Splits with a rare part r*: r ≤ B, at n as well as at n + q, because no
//! heap in (B, n + q) is rare; the other parts, n − d − r and n + q − d − r, are in the two windows
//! and correspond, and are not empty because n > 2W. Finally x is common at n + q exactly when it is
//! at n, as q is even if the position matters. So c(n + q) = c(n). The heap n is common, by the
//! hypothesis on [n1, n1 + q) or by induction, so G(n) = c(n), and each rare x < c(n) has a
//! witness at n as in (i) (by hypothesis, or by induction). The same take, or the split with the same
//! small part a ≤ B, is a witness at n + q, because n − d − a and n + q − d − a correspond; an
//! invariant equal split exists at n + q too. Hence G(n + q) = c(n + q) = G(n), and n + q is
//! common. ∎
//!
//! # Traps
//! * *Position masks need an even q*: for odd q the classes at n and n + q differ.
//! * *Equal splits* are no local witnesses: the parts grow with n. For an odd q and digits of one
//!   parity they exist at only one of n and n + q. 0.16 has an odd period and D = {2}: either 0 is
//!   excluded by witnesses within reach, or the theorem is applied to q = 2p and p is then compared
//!   directly on n0 ≤ n < n0 + q, which is what `proved_period` is for.
//! * *The reach bounds the smaller part*, not the distance of some match further back, and it must
//!   be at least the last rare heap.
//!
//! # What is recomputed
//! The hypotheses are about the true values of n1 + q heaps, and we know no shorter way to verify
//! those than to compute them; a list of values or a checksum in the document would prove nothing.
//! The checker runs the algorithm under Lemma 1, plainly. Up to heap 2W it searches all splits, so
//! that it finds all rare heaps by itself. Beyond, it demands a witness within reach for every
//! rare value and rejects the certificate where there is none, so it only needs the values up to 2W
//! and the last W.
//!
//! **Cost.** Per heap, the number of rare heaps times |D|, plus the search for witnesses, tens to
//! thousands of steps in all; memory for about 10W + (n1 − n0) values.

use crate::condition::{Condition, Resource};
use crate::document::{GrundyPeriod, Window};
use crate::limits::{Meter, within};
use crate::numbers::{size, small};
use crate::sparse::{Space, Sparse};
use crate::take_and_break::parts;
use crate::tracker::Tracker;
use crate::verdict::{Evidence, Rejection, Theorem};

/// Verifies the claim with the theorem of this module.
pub(crate) fn verify(
    digits: &[u32],
    claim: &GrundyPeriod,
    data: &Window,
    meter: &mut Meter,
) -> Result<Evidence, Rejection> {
    let require =
        |condition: bool, message| condition.then_some(()).ok_or(Rejection::Proof(message));
    let limits = meter.limits();
    let (p, q) = (claim.period, data.proved_period);
    require(claim.saltus == 0, Condition::WindowSaltus)?;
    require(parts(digits) <= 2, Condition::WindowParts)?;
    require(data.mask != 0, Condition::MaskZero)?;
    require(q > 0 && q.is_multiple_of(p), Condition::ProvedPeriod)?;
    within(Resource::MaskBits, data.mask.ilog2() as u128 + 1, 24)?;
    let parity = |parity| move |d: &u64| d % 2 == parity;
    let splitting = || (0..digits.len() as u64).filter(|&d| digits[size(d)] & 4 != 0);
    let both_parities = splitting().any(|d| parity(0)(&d)) && splitting().any(|d| parity(1)(&d));
    if data.position {
        require(!both_parities, Condition::PositionParity)?;
        require(q.is_multiple_of(2), Condition::PositionPeriod)?;
    }
    let w = data.reach as u128 + digits.len() as u128 + 1;
    within(Resource::Heaps, w, limits.heaps)?;
    require(data.start as u128 > 2 * w, Condition::StartWindow)?;
    require(data.start as u128 >= claim.preperiod as u128 + w, Condition::StartPreperiod)?;
    within(Resource::Heaps, data.start as u128 + q as u128 + p as u128, limits.heaps)?;

    let mut tracker = Tracker::new(claim, q, data.start, meter)?;
    let equal_splits = q.is_multiple_of(2) || both_parities;
    let (mask, reach) = (small(data.mask), size(data.reach));
    let space = Space { mask, position: data.position, reach };
    let mut game = Sparse::new(digits, space, equal_splits, meter)?;
    tracker.run(meter, |_, meter| game.next(meter))?;
    let count = game.rares().len() as u64;
    let last = game.rares().last().copied().unwrap_or(0) as u64;
    if (count, last) != (data.rare_count, data.last_rare) {
        return Err(Rejection::Rares { count, last });
    }
    Ok(Evidence {
        theorem: Theorem::Window,
        heaps: tracker.end(),
        agree_until: data.start,
        steps: meter.steps(),
    })
}
