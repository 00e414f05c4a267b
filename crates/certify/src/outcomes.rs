//! Periods of the outcomes of subtraction games under any end rule.
//!
//! Both players may take s tokens, s ∈ S. Where no move is left, the end rule has a letter for the
//! number of tokens left: L or R if that player wins, N if the player to move wins, P if the other
//! one does. o(n) is the outcome class of the heap n, by the same letters.
//!
//! **Theorem.** Let S be finite with the largest element k. If o(n + p) = o(n) for k consecutive
//! heaps n0 ≤ n < n0 + k, then it holds for all n ≥ n0.
//!
//! *Proof.* Let n ≥ n0 + k. Then n ≥ k, so there is a move from n and from n + p, and the end rule
//! does not matter there. The options of n are the heaps n − s ≥ n0, s ∈ S, all of them; those of
//! n + p are the heaps n − s + p, which have the same outcomes by induction. The outcomes of its
//! options decide that of a heap with a move. ∎
//!
//! A proper divisor q of p that were a period from n0 on would satisfy o(n + q) = o(n) in one round
//! n0 ≤ n < n0 + p; comparing there decides whether p is least.
//!
//! **Cost.** n0 + p + k outcomes from the definition, |S| steps each; a byte of memory for each.

use crate::condition::{Condition, Resource};
use crate::document::{End, OutcomePeriod};
use crate::limits::{Limits, Meter, within};
use crate::numbers::size;
use crate::verdict::{Evidence, Rejection, Theorem};

/// The players who win moving first from a heap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Wins {
    left: bool,
    right: bool,
}

impl Wins {
    fn from_letter(letter: u8) -> Option<Wins> {
        let (left, right) = match letter {
            b'P' => (false, false),
            b'L' => (true, false),
            b'R' => (false, true),
            b'N' => (true, true),
            _ => return None,
        };
        Some(Wins { left, right })
    }

    fn letter(self) -> char {
        match (self.left, self.right) {
            (false, false) => 'P',
            (true, false) => 'L',
            (false, true) => 'R',
            (true, true) => 'N',
        }
    }
}

/// An error unless the claim has the form that the format describes.
pub(crate) fn valid_claim(claim: &OutcomePeriod, limits: &Limits) -> Result<(), Rejection> {
    if claim.period == 0 {
        return Err(Rejection::Claim(Condition::PeriodZero));
    }
    let End { letters, repeat } = &claim.end;
    if !(1..=letters.len() as u64).contains(repeat) {
        return Err(Rejection::Claim(Condition::NoBlockRepeats));
    }
    let known = |text: &str| text.bytes().all(|letter| Wins::from_letter(letter).is_some());
    if !known(letters) || !known(&claim.outcomes) {
        return Err(Rejection::Claim(Condition::EndLetters));
    }
    let heaps = claim.preperiod as u128 + claim.period as u128;
    within(Resource::Heaps, heaps, limits.heaps)?;
    if claim.outcomes.len() as u128 != heaps {
        return Err(Rejection::Claim(Condition::OutcomesMissing));
    }
    Ok(())
}

/// The letter of the end for a number of tokens left.
fn end_letter(end: &End, tokens: usize) -> u8 {
    let letters = end.letters.as_bytes();
    let block = size(end.repeat);
    let lead = letters.len() - block;
    letters[if tokens < lead { tokens } else { lead + (tokens - lead) % block }]
}

/// Verifies the claim with the theorem of this module.
pub(crate) fn verify(
    set: &[u64],
    claim: &OutcomePeriod,
    meter: &mut Meter,
) -> Result<Evidence, Rejection> {
    let (n0, p, k) = (claim.preperiod, claim.period, set[set.len() - 1]);
    let end = n0 as u128 + p as u128 + k as u128;
    within(Resource::Heaps, end, meter.limits().heaps)?;
    let (n0, p, end) = (size(n0), size(p), end as usize);
    let mut wins: Vec<Wins> = meter.vec_with_capacity(end as u128)?;
    let claimed = claim.outcomes.as_bytes();
    for n in 0..end {
        meter.at(n as u64, end as u64);
        meter.spend(set.len() as u64 + 4)?;
        let mut options = set.iter().take_while(|&&s| s <= n as u64).peekable();
        let found = if options.peek().is_none() {
            let letter = end_letter(&claim.end, n);
            Wins::from_letter(letter).ok_or(Rejection::Claim(Condition::EndLetters))?
        } else {
            let mut found = Wins { left: false, right: false };
            for &s in options {
                let option = wins[n - size(s)];
                found.left |= !option.right;
                found.right |= !option.left;
            }
            found
        };
        if n < claimed.len() && Wins::from_letter(claimed[n]) != Some(found) {
            return Err(Rejection::Outcome { heap: n as u64, found: found.letter() });
        }
        if n >= n0 + p && wins[n - p] != found {
            return Err(Rejection::OutcomesDiffer { heap: (n - p) as u64, shift: p as u64 });
        }
        wins.push(found);
    }
    if claim.least {
        if n0 > 0 && wins[n0 - 1] == wins[n0 - 1 + p] {
            return Err(Rejection::PreperiodNotLeast);
        }
        for prime in prime_divisors(p as u64) {
            let q = p / size(prime);
            meter.spend(p as u64)?;
            if (0..p).all(|i| wins[n0 + i] == wins[n0 + (i + q) % p]) {
                return Err(Rejection::PeriodNotLeast { smaller: q as u64 });
            }
        }
    }
    Ok(Evidence {
        theorem: Theorem::Outcomes,
        heaps: end as u64,
        agree_until: n0 as u64 + k,
        steps: meter.steps(),
    })
}

pub(crate) fn prime_divisors(mut n: u64) -> Vec<u64> {
    let (mut primes, mut d) = (Vec::new(), 2);
    while d * d <= n {
        if n.is_multiple_of(d) {
            primes.push(d);
            while n.is_multiple_of(d) {
                n /= d;
            }
        }
        d += 1;
    }
    primes.extend((n > 1).then_some(n));
    primes
}
