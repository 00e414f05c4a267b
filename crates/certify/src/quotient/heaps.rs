//! The heaps, their images and their options: C4 and the types for C3.

use std::collections::HashSet;

use super::{EndTable, monoid::Monoid};
use crate::condition::{Condition, Resource};
use crate::document::{Quotient, QuotientData, Rule};
use crate::limits::{Meter, within};
use crate::take_and_break::parts;
use crate::verdict::Rejection;

/// The heaps whose options are examined.
pub(crate) struct Heaps<'a> {
    rule: &'a Rule,
    phi: &'a [u64],
    /// The preperiod and period of φ, if the claim is about all heaps.
    period: Option<(u64, u64)>,
    range: u64,
    monoid: &'a Monoid<'a>,
}

/// What a heap is like in a sum: heaps of the same type are interchangeable.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Type {
    pub(crate) image: usize,
    /// The images of its options, increasing.
    pub(crate) options: Vec<usize>,
    /// The class of its stones, if it has no options.
    pub(crate) left: Option<usize>,
    /// A heap of this type, for messages.
    pub(crate) heap: u64,
}

impl<'a> Heaps<'a> {
    /// The heaps of the claim, or as many as C4 demands. O(φ).
    pub(crate) fn new(
        rule: &'a Rule,
        claim: &Quotient,
        data: &'a QuotientData,
        monoid: &'a Monoid<'a>,
        meter: &mut Meter,
    ) -> Result<Self, Rejection> {
        let phi = &data.phi[..];
        let (period, wanted, range) = match (claim.up_to, claim.preperiod, claim.period) {
            (Some(last), None, None) => (None, last as u128 + 1, last as u128 + 1),
            (None, Some(n0), Some(p)) if p > 0 => {
                (Some((n0, p)), n0 as u128 + p as u128, enough(rule, n0, p)?)
            }
            _ => {
                return Err(Rejection::Claim(Condition::WhichHeaps));
            }
        };
        within(Resource::Heaps, range, meter.limits().heaps.min(meter.limits().values))?;
        if phi.len() as u128 != wanted {
            return Err(Rejection::Proof(Condition::PhiLength));
        }
        if phi.iter().any(|&x| x >= monoid.order() as u64) {
            return Err(Rejection::Proof(Condition::PhiElements));
        }
        if phi[0] != 0 {
            return Err(Rejection::NotTheGenerator { heap: 0 });
        }
        let heaps = Heaps { rule, phi, period, range: range as u64, monoid };
        heaps.least(meter)?;
        Ok(heaps)
    }

    /// The heaps examined are those below this one.
    pub(crate) fn range(&self) -> u64 {
        self.range
    }

    /// φ(n), if n is a heap of the claim. O(1).
    pub(crate) fn image(&self, n: u64) -> Option<usize> {
        let at = match self.period {
            Some((n0, p)) if n >= n0 + p => n0 + (n - n0) % p,
            _ => n,
        };
        self.phi.get(at as usize).map(|&x| x as usize)
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

    /// The different types of the heaps examined.
    /// O(range²) for two parts, O(range² · order) for more.
    pub(crate) fn types(&self, end: &EndTable, meter: &mut Meter) -> Result<Vec<Type>, Rejection> {
        let mut seen = HashSet::new();
        let mut types = Vec::new();
        let mut sums = Sums::new(self);
        for n in 0..self.range {
            meter.at(n, self.range);
            let options = match self.rule {
                Rule::Subtraction(rule) => {
                    meter.spend(rule.set.len() as u64)?;
                    let takes = rule.set.iter().take_while(|&&s| s <= n);
                    let mut options: Vec<usize> = takes.filter_map(|s| self.image(n - s)).collect();
                    options.sort_unstable();
                    options.dedup();
                    options
                }
                Rule::TakeAndBreak(rule) => sums.options(&rule.digits, n, meter)?,
                Rule::AllBut(_) => {
                    return Err(Rejection::Proof(Condition::RuleOfAnotherKind));
                }
            };
            let left = options.is_empty().then(|| end.class(n));
            if let (Some((_, p)), Some(class)) = (self.period, left)
                && n + p >= self.range
                && end.class(n + p) != class
            {
                return Err(Rejection::EndNotPeriodic { heap: n });
            }
            let image = self.image(n).expect("heaps in range have an image");
            if seen.insert((image, options.clone(), left)) {
                types.push(Type { image, options, left, heap: n });
            }
        }
        Ok(types)
    }
}

/// The number of heaps after which all types repeat; see C4 in the module.
fn enough(rule: &Rule, n0: u64, p: u64) -> Result<u128, Rejection> {
    let (n0, p) = (n0 as u128, p as u128);
    match rule {
        Rule::Subtraction(rule) => Ok(n0 + p + rule.set[rule.set.len() - 1] as u128),
        Rule::TakeAndBreak(rule) => {
            let (h, k) = (parts(&rule.digits) as u128, rule.digits.len() as u128 - 1);
            Ok((h * (n0.max(1) + p - 1) + k + 1).max(k + 1 + p))
        }
        Rule::AllBut(_) => Err(Rejection::Proof(Condition::RuleOfAnotherKind)),
    }
}

/// The images of the positions of several heaps, by the number of stones.
struct Sums<'a> {
    heaps: &'a Heaps<'a>,
    /// `of[j - 2][m]`: the images of j non-empty heaps with m stones in all.
    of: Vec<Vec<Vec<usize>>>,
}

impl<'a> Sums<'a> {
    fn new(heaps: &'a Heaps<'a>) -> Self {
        let levels = match heaps.rule {
            Rule::TakeAndBreak(rule) => parts(&rule.digits) - 1,
            _ => 0,
        };
        Sums { heaps, of: vec![Vec::new(); levels as usize] }
    }

    /// The images of the options of heap n, increasing.
    fn options(
        &mut self,
        digits: &[u32],
        n: u64,
        meter: &mut Meter,
    ) -> Result<Vec<usize>, Rejection> {
        let mut found = vec![false; self.heaps.monoid.order()];
        for j in 0..self.of.len() {
            let images = self.images(j, n, meter)?;
            self.of[j].push(images);
        }
        for (d, &digit) in digits.iter().enumerate().take_while(|&(d, _)| d as u64 <= n) {
            let m = n - d as u64;
            if digit & 1 != 0 && m == 0 {
                found[0] = true;
            }
            if digit & 2 != 0 && m > 0 {
                found[self.heaps.image(m).expect("a smaller heap")] = true;
            }
            for j in (0..self.of.len()).filter(|j| digit >> (j + 2) & 1 != 0) {
                self.of[j][m as usize].iter().for_each(|&x| found[x] = true);
            }
            meter.spend(1)?;
        }
        meter.spend(found.len() as u64)?;
        Ok((0..found.len()).filter(|&x| found[x]).collect())
    }

    /// The images of j + 2 heaps with n stones in all: a smallest heap, and the others.
    fn images(&self, j: usize, n: u64, meter: &mut Meter) -> Result<Vec<usize>, Rejection> {
        let monoid = self.heaps.monoid;
        let mut found = vec![false; monoid.order()];
        for a in 1..=n / (j as u64 + 2) {
            let products = monoid.products(self.heaps.image(a).expect("a smaller heap"));
            if j == 0 {
                let rest = self.heaps.image(n - a).expect("a smaller heap");
                found[products[rest] as usize] = true;
                meter.spend(1)?;
            } else {
                let rest = &self.of[j - 1][(n - a) as usize];
                rest.iter().for_each(|&x| found[products[x] as usize] = true);
                meter.spend(rest.len() as u64 + 1)?;
            }
        }
        meter.spend(found.len() as u64)?;
        Ok((0..found.len()).filter(|&x| found[x]).collect())
    }
}
