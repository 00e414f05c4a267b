//! Periods of the values of heaps whose moves leave at most one heap.
//!
//! From a heap of n a player X may take s < n tokens and leave n − s, if s is in a finite set K(X), and
//! all of n tokens, if n is in a finite set W(X). A subtraction set is both sets of both players; Left and
//! Right have their own sets in a partizan game; digits 1, 2 and 3 of a take-and-break code are in W, in
//! K and in both. v(n) is the game whose options are the games v of the heaps that can be left; if neither
//! player has a move, it is the game that stands for an end of n tokens: 0 under normal play, or any
//! other game (Nowakowski's normalisation puts 1 where Left wins and −1 where Right wins). Games are
//! equal as J. H. Conway defines it, *On Numbers and Games* (1976), chapters 0 and 7.
//!
//! **Theorem.** Let k be the largest number in these sets, 0 if there is none, let the ends be
//! those of `lead` numbers of tokens and then of a block of r that repeats, and m = max(n0, 1) + k.
//! If v(n + p) = v(n) for n0 ≤ n < m, and, where both sets K are empty, also for m ≤ n < max(m, lead) + r,
//! then it holds for all n ≥ n0.
//!
//! *Proof.* Let n ≥ m. Then n > k, so no move takes all of n or n + p tokens, and the heaps that can be left
//! are n − s and n + p − s with s ∈ K(X), where n − s ≥ max(n0, 1). If some K is not empty, there is a
//! move from both, so no end counts, and by induction the options are equal in pairs; so are the
//! games, since options may be replaced by equal ones. If both are empty, v(n) is the end of n tokens for
//! every n > k. From `lead` on it depends on n mod r only, so r heaps in a row that agree with those p
//! later say so for all. ∎
//!
//! A proper divisor q of p that were a period from n0 on would satisfy v(n + q) = v(n) in one round
//! n0 ≤ n < n0 + p; comparing there decides whether p is least.
//!
//! # What is checked
//! The claim lists games by their options, so that no notation has to be trusted, and gives the
//! number of one for each heap below n0 + p; for a larger heap it means that of the same place in the period. For
//! every heap below m + p (or below max(m, lead) + r + p) the checker writes down the game whose options are
//! the claimed values of the heaps that can be left, and verifies with the definition of ≤ that it
//! equals the claimed value. By induction on the heap all of them are the values, and the hypothesis of the theorem
//! holds. Nothing depends on the claimed games being canonical.
//!
//! **Cost.** At most two comparisons for each heap whose options are not literally those of p heaps before;
//! a comparison looks at pairs of followers, each pair once in the whole check.

mod data;
mod order;

pub(crate) use data::Listed;
pub use data::{EndGames, GameForm, ValuePeriod};

use crate::condition::{Condition, Resource};
use crate::document::Rule;
use crate::limits::{Limits, Meter, within};
use crate::numbers::{size, small};
use crate::outcomes::prime_divisors;
use crate::verdict::{Evidence, Rejection, Theorem};
use order::Games;

/// An error unless the claim has the form that the format describes.
pub(crate) fn valid_claim(claim: &ValuePeriod, limits: &Limits) -> Result<(), Rejection> {
    let require = |holds: bool, condition| holds.then_some(()).ok_or(Rejection::Claim(condition));
    require(claim.period > 0, Condition::PeriodZero)?;
    let heaps = claim.preperiod as u128 + claim.period as u128;
    within(Resource::Heaps, heaps, limits.heaps)?;
    require(claim.values.len() as u128 == heaps, Condition::ValuesMissing)?;
    let count = claim.games.len() as u64;
    require(claim.values.iter().all(|id| *id < count), Condition::ValueGames)?;
    valid_games(&claim.ends, &claim.games)
}

/// An error unless the ends are games of the list, and these are made of earlier ones.
pub(crate) fn valid_games(ends: &EndGames, games: &[GameForm]) -> Result<(), Rejection> {
    let require = |holds: bool, condition| holds.then_some(()).ok_or(Rejection::Claim(condition));
    let EndGames { games: ends, repeat } = ends;
    require((1..=ends.len() as u64).contains(repeat), Condition::NoGamesRepeat)?;
    let count = games.len() as u64;
    within(Resource::Games, count.into(), u32::MAX.into())?;
    require(ends.iter().all(|id| *id < count), Condition::ValueGames)?;
    let ordered = games.iter().enumerate().all(|(number, game)| {
        [&game.left, &game.right].into_iter().all(|side| {
            side.windows(2).all(|pair| pair[0] < pair[1])
                && side.last().is_none_or(|&last| last < number as u64)
        })
    });
    require(ordered, Condition::GamesInOrder)
}

/// The numbers that a player may take.
#[derive(Default)]
pub(crate) struct TakeSet {
    /// With something left.
    pub(crate) keep: Vec<u64>,
    /// With nothing left.
    whole: Vec<u64>,
}

impl TakeSet {
    /// The moves of Left and Right, if none leaves two heaps.
    pub(crate) fn of(rule: &Rule, meter: &mut Meter) -> Result<[TakeSet; 2], Rejection> {
        let mut both: [TakeSet; 2] = Default::default();
        let sets: [&[u64]; 2] = match rule {
            Rule::Subtraction(rule) => [&rule.set, &rule.set],
            Rule::Partizan(rule) if !rule.splits => [&rule.left, &rule.right],
            Rule::TakeAndBreak(rule) if rule.digits.iter().all(|&digit| digit <= 3) => {
                for (taken, &digit) in (0..).zip(&rule.digits) {
                    for takes in &mut both {
                        if digit & 1 != 0 {
                            meter.push(&mut takes.whole, taken)?;
                        }
                        if digit & 2 != 0 {
                            meter.push(&mut takes.keep, taken)?;
                        }
                    }
                }
                return Ok(both);
            }
            _ => return Err(Rejection::Proof(Condition::ValuesOfOneHeap)),
        };
        for (takes, set) in both.iter_mut().zip(sets) {
            for list in [&mut takes.keep, &mut takes.whole] {
                *list = meter.vec_with_capacity(set.len() as u128)?;
                list.extend(set);
            }
        }
        Ok(both)
    }

    pub(crate) fn largest(&self) -> u64 {
        self.keep.last().max(self.whole.last()).copied().unwrap_or(0)
    }

    /// The heaps that can be left of a heap of n.
    pub(crate) fn options(&self, n: u64) -> impl Iterator<Item = u64> + '_ {
        let kept = self.keep.iter().take_while(move |&&s| s < n).map(move |s| n - s);
        let whole = n > 0 && self.whole.binary_search(&n).is_ok();
        kept.chain(whole.then_some(0))
    }
}

/// Verifies the claim with the theorem of this module.
pub(crate) fn verify(
    rule: &Rule,
    claim: &ValuePeriod,
    meter: &mut Meter,
) -> Result<Evidence, Rejection> {
    let takes = TakeSet::of(rule, meter)?;
    let (n0, p) = (claim.preperiod, claim.period);
    let k = takes[0].largest().max(takes[1].largest());
    let lead = claim.ends.games.len() as u64 - claim.ends.repeat;
    // The preperiod, the period and the ends are not longer than the document.
    let moves_end = n0.max(1) + k;
    let agree_until = match takes.iter().all(|takes| takes.keep.is_empty()) {
        true => moves_end.max(lead) + claim.ends.repeat,
        false => moves_end,
    };
    let end = agree_until + p;
    within(Resource::Heaps, end.into(), meter.limits().heaps)?;

    let mut games = Games::default();
    for form in &claim.games {
        meter.spend(1)?;
        let mut sides: [Vec<u32>; 2] = Default::default();
        meter.aside(|meter| {
            for (side, options) in sides.iter_mut().zip([&form.left, &form.right]) {
                *side = meter.vec_with_capacity(options.len() as u128)?;
                side.extend(options.iter().map(|&option| small(option)));
            }
            Ok(())
        })?;
        games.add(sides.each_ref().map(Vec::as_slice), meter)?;
    }
    let value = |heap: u64| -> u32 {
        let place = if heap < n0 + p { heap } else { n0 + (heap - n0) % p };
        small(claim.values[size(place)])
    };
    // The game of each heap, as the rule makes it of the claimed values.
    let mut made: Vec<u32> = meter.vec_with_capacity(end.into())?;
    let most = takes.each_ref().map(|takes| takes.keep.len() as u128 + 1);
    let mut sides: [Vec<u32>; 2] =
        [meter.vec_with_capacity(most[0])?, meter.vec_with_capacity(most[1])?];
    for n in 0..end {
        meter.at(n, end);
        meter.spend(takes.iter().map(|takes| takes.keep.len() as u64 + 4).sum())?;
        for (side, takes) in sides.iter_mut().zip(&takes) {
            side.clear();
            side.extend(takes.options(n).map(value));
            side.sort_unstable();
            side.dedup();
        }
        let same = |&before: &u32| *games.form(before) == sides;
        let literal = match sides.iter().all(Vec::is_empty) {
            true => end_game(&claim.ends, n),
            // The same game as p heaps before.
            false => match n.checked_sub(p).map(|before| made[size(before)]).filter(same) {
                Some(before) => before,
                None => games.add(sides.each_ref().map(Vec::as_slice), meter)?,
            },
        };
        made.push(literal);
        // A claimed value that was equal to the same game p heaps before is so again.
        let repeats = n >= n0 + p && made[size(n - p)] == literal;
        if !repeats && !games.equal(literal, value(n), meter)? {
            return Err(match n < n0 + p {
                true => Rejection::Value { heap: n },
                false => Rejection::ValuesDiffer { heap: n - p, shift: p },
            });
        }
    }
    if claim.least {
        least(claim, value, &mut games, meter)?;
    }
    Ok(Evidence { theorem: Theorem::Values, heaps: end, agree_until, steps: meter.steps() })
}

/// The game that stands for an end of `tokens` tokens.
pub(crate) fn end_game(ends: &EndGames, tokens: u64) -> u32 {
    let lead = ends.games.len() as u64 - ends.repeat;
    let at = if tokens < lead { tokens } else { lead + (tokens - lead) % ends.repeat };
    small(ends.games[size(at)])
}

/// An error unless neither the preperiod nor the period can be smaller.
fn least(
    claim: &ValuePeriod,
    value: impl Fn(u64) -> u32,
    games: &mut Games,
    meter: &mut Meter,
) -> Result<(), Rejection> {
    let (n0, p) = (claim.preperiod, claim.period);
    if n0 > 0 && games.equal(value(n0 - 1), value(n0 - 1 + p), meter)? {
        return Err(Rejection::PreperiodNotLeast);
    }
    for prime in prime_divisors(p) {
        let smaller = p / prime;
        let mut differs = false;
        for n in n0..n0 + p {
            meter.spend(1)?;
            if !games.equal(value(n), value(n + smaller), meter)? {
                differs = true;
                break;
            }
        }
        if !differs {
            return Err(Rejection::PeriodNotLeast { smaller });
        }
    }
    Ok(())
}
