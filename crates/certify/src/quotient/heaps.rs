//! The heaps, their images and their options: C4 and the types for C3.

use std::collections::HashSet;

use super::moves::{Moves, Repetition, lcm};
use super::splits::{Images, Splits};
use super::{Ends, monoid::Monoid};
use crate::condition::{Condition, Resource};
use crate::document::{Quotient, QuotientData, Sizes};
use crate::limits::{Meter, PIECE, within};
use crate::numbers::{size, small, word};
use crate::verdict::Rejection;

/// The heaps of a claim, with their images.
pub(crate) struct Heaps<'a> {
    phi: &'a [u64],
    /// The preperiod and period of φ, if the claim is about all heaps.
    period: Option<(u64, u64)>,
    monoid: &'a Monoid<'a>,
}

/// The type of a heap in a sum, for one player: heaps of the same type are interchangeable.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Type {
    pub(crate) image: usize,
    /// The images of the player's options, increasing.
    pub(crate) options: Vec<u32>,
    /// The class of its stones, if the player has no options.
    pub(crate) left: Option<usize>,
    /// A heap of this type, for messages.
    pub(crate) heap: u64,
}

/// The types of the heaps for one player.
pub(crate) struct Types {
    pub(crate) all: Vec<Type>,
    /// The options of the heaps below this one were examined.
    pub(crate) range: u64,
    /// The largest of them in which the player has no move.
    last_stuck: u64,
}

impl<'a> Heaps<'a> {
    /// The heaps of the claim. O(φ).
    pub(crate) fn new(
        claim: &Quotient,
        data: &'a QuotientData,
        monoid: &'a Monoid<'a>,
        meter: &mut Meter,
    ) -> Result<Self, Rejection> {
        let phi = &data.phi[..];
        let (period, wanted) = match (claim.up_to, claim.preperiod, claim.period) {
            (Some(last), None, None) => (None, u128::from(last) + 1),
            (None, Some(n0), Some(p)) if p > 0 => (Some((n0, p)), u128::from(n0) + u128::from(p)),
            _ => {
                return Err(Rejection::Claim(Condition::WhichHeaps));
            }
        };
        if phi.len() as u128 != wanted {
            return Err(Rejection::Proof(Condition::PhiLength));
        }
        if phi.iter().any(|&x| x >= monoid.order() as u64) {
            return Err(Rejection::Proof(Condition::PhiElements));
        }
        if phi[0] != 0 {
            return Err(Rejection::NotTheGenerator { heap: 0 });
        }
        let heaps = Heaps { phi, period, monoid };
        heaps.least(meter)?;
        Ok(heaps)
    }

    pub(crate) fn monoid(&self) -> &'a Monoid<'a> {
        self.monoid
    }

    /// φ(n), if n is a heap of the claim. O(1).
    pub(crate) fn image(&self, n: u64) -> Option<usize> {
        let at = match self.period {
            Some((n0, p)) if n >= n0 + p => n0 + (n - n0) % p,
            _ => n,
        };
        self.phi.get(size(at)).map(|&x| size(x))
    }

    /// Neither the preperiod nor the period of φ can be smaller.
    fn least(&self, meter: &mut Meter) -> Result<(), Rejection> {
        let Some((n0, p)) = self.period else { return Ok(()) };
        if n0 > 0 && self.image(n0 - 1) == self.image(n0 - 1 + p) {
            return Err(Rejection::PreperiodNotLeast);
        }
        for smaller in (1..=p / 2).filter(|&q| p.is_multiple_of(q)) {
            meter.spend(p)?;
            if (n0..n0 + p).all(|n| self.image(n) == self.image(n + smaller)) {
                return Err(Rejection::PeriodNotLeast { smaller });
            }
        }
        Ok(())
    }

    /// The different types of the heaps of the claim; C4. O(range · digits) and the splits.
    pub(crate) fn types(
        &self,
        moves: &Moves,
        ends: &Ends,
        meter: &mut Meter,
    ) -> Result<Types, Rejection> {
        let Some((n0, p)) = self.period else {
            return self.below(self.phi.len() as u128, moves, ends, meter);
        };
        let held = meter.held();
        let Repetition { from, after } = moves.repetition(n0, p).ok_or(Rejection::NoTheorem)?;
        let types = self.below(from.saturating_add(after), moves, ends, meter)?;
        // If there are heaps without moves forever, their stones must repeat as well.
        let (lead, repeat) = ends.repetition();
        let enough = from.max(lead).saturating_add(lcm(after, repeat));
        if u128::from(types.last_stuck) >= from && enough > u128::from(types.range) {
            drop(types);
            meter.release(meter.held() - held);
            return self.below(enough, moves, ends, meter);
        }
        Ok(types)
    }

    /// The different types of the heaps below `range`.
    fn below(
        &self,
        range: u128,
        moves: &Moves,
        ends: &Ends,
        meter: &mut Meter,
    ) -> Result<Types, Rejection> {
        within(Resource::Heaps, range, meter.limits().heaps)?;
        let range = word(range);
        let before = meter.held();
        let splits = Splits::new(moves, self, range, meter)?;
        let mut found = Images::new(self.monoid.order(), meter)?;
        let aside = meter.held() - before;
        let mut seen = HashSet::new();
        let mut types = Types { all: Vec::new(), range, last_stuck: 0 };
        for n in 0..range {
            meter.at(n, range);
            self.options(n, moves, &splits, &mut found, meter)?;
            let left = match found.list().is_empty() {
                true => Some(ends.class(n)),
                false => None,
            };
            if left.is_some() {
                types.last_stuck = n;
            }
            let image = self.image(n).expect("heaps in range have an image");
            // The list is kept twice.
            let bytes = 4 * found.list().len() as u64 + PIECE;
            meter.reserve(2 * u128::from(bytes))?;
            let mut options = found.list().to_vec();
            found.clear();
            options.sort_unstable();
            if meter.insert(&mut seen, (image, options.clone(), left))? {
                meter.push(&mut types.all, Type { image, options, left, heap: n })?;
            } else {
                meter.release(2 * bytes);
            }
        }
        // The lists of splits are no longer needed; `found` may have grown, which is little.
        meter.release(aside);
        Ok(types)
    }

    /// Adds the images of the options of heap n to `found`, which is empty.
    fn options(
        &self,
        n: u64,
        moves: &Moves,
        splits: &Splits,
        found: &mut Images,
        meter: &mut Meter,
    ) -> Result<(), Rejection> {
        let image = |m: u64| small(self.image(m).expect("a smaller heap"));
        for (t, digit) in moves.digits(n) {
            let m = n - t;
            let mut steps = 1;
            if m == 0 && digit.allows(0) {
                found.insert(0, meter)?;
            }
            if m > 0 && digit.allows(1) {
                found.insert(image(m), meter)?;
            }
            if digit.sizes() == Sizes::Equal {
                let counts = (2..=m.min(digit.most())).filter(|&j| m.is_multiple_of(j));
                for j in counts.filter(|&j| digit.allows(j)) {
                    steps += j;
                    let one = self.monoid.products(image(m / j) as usize);
                    found.insert((0..j).fold(0, |x, _| one[x as usize]), meter)?;
                }
            } else {
                for j in (2..=splits.last(digit.sizes())).filter(|&j| digit.allows(j.into())) {
                    let images = splits.of(digit.sizes(), j, m);
                    steps += images.len() as u64;
                    for &x in images {
                        found.insert(x, meter)?;
                    }
                }
            }
            meter.spend(steps)?;
        }
        Ok(())
    }
}
