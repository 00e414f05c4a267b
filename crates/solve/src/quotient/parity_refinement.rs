//! The parity refinement of a quotient: outcome and parity together.
//!
//! If every move changes the parity of a position, then under an end by parity the outcome is decided
//! by the normal outcome, the misère outcome and the parity (the unifying theorem). The
//! refinement M/≈, x ≈ y if x ~ y and both have the same parity, then has a map onto the misère
//! quotient and one to Grundy values.

use ishitori_rules::end::EndRule;
use ishitori_values::{Budget, LimitReached};
use rustc_hash::FxHashMap;

use super::{Quotient, QuotientError, QuotientSearch};
use crate::heap::grundy;

/// An element of a parity refinement, and its images.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RefinedElement {
    /// The element of the quotient.
    pub element: u32,
    /// Whether the parity is odd.
    pub odd: bool,
    /// The element of the misère quotient.
    pub misere: u32,
    /// The Grundy value.
    pub grundy: u32,
}

/// The parity refinement of a quotient, with its maps.
#[derive(Clone, Debug)]
pub struct ParityRefinement {
    /// Its elements; the identity first.
    pub elements: Vec<RefinedElement>,
    /// The misère quotient of the same heaps.
    pub misere: Quotient,
}

/// Why a quotient has no parity refinement, or the refinement no maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoRefinement {
    /// The end is not one by parity (`moves`, or a table of period 2 with L and R).
    End,
    /// Some moves change the parity and others do not.
    NoParity,
    /// A map is not well defined for all heaps that were looked at: the misère quotient was not
    /// found in the budget.
    NotFound,
}

impl Quotient {
    /// The parity refinement with its maps. The cost of the misère quotient.
    pub fn parity_refinement(
        &self,
        budget: &Budget,
    ) -> Result<Result<ParityRefinement, NoRefinement>, QuotientError> {
        let stones = match self.end() {
            EndRule::Moves => false,
            EndRule::Stones(table) if table.lead() == 0 && table.repeat() == 2 => true,
            EndRule::Stones(_) => return Ok(Err(NoRefinement::End)),
        };
        let Some(code) = self.rule().code() else { return Ok(Err(NoRefinement::End)) };
        // A look at the heaps that are known may save a long search.
        if self.parity(self.computed_to() + 1, stones, budget)?.is_none() {
            return Ok(Err(NoRefinement::NoParity));
        }
        let period = self.period().map_or((0, 1), |p| (p.preperiod, p.period));
        let mut search = QuotientSearch::new(self.rule(), &EndRule::misere())?;
        let to = self.period().is_none().then(|| self.computed_to());
        match search.run(to, budget) {
            Ok(()) => {}
            Err(LimitReached::Cancelled) => return Err(LimitReached::Cancelled.into()),
            Err(_) => return Ok(Err(NoRefinement::NotFound)),
        }
        let misere = search.quotient();
        // Beyond these everything repeats.
        let other = misere.period().map_or((0, 1), |p| (p.preperiod, p.period));
        let heaps = match to {
            Some(to) => u64::from(to) + 1,
            None => {
                period.0.max(other.0)
                    + 2 * period.1 * other.1
                    + 2 * code.max_take().unwrap_or(0) as u64
            }
        };
        let Ok(heaps) = u32::try_from(heaps) else { return Ok(Err(NoRefinement::NotFound)) };
        let Some(parity) = self.parity(heaps, stones, budget)? else {
            return Ok(Err(NoRefinement::NoParity));
        };
        let values = match grundy(code, heaps.into(), None, budget) {
            Ok(run) if run.values.len() as u64 == u64::from(heaps) => run.values,
            _ => return Ok(Err(NoRefinement::NotFound)),
        };
        let image = |heap: u32| {
            Some(RefinedElement {
                element: self.image(heap)?,
                odd: parity[heap as usize],
                misere: misere.image(heap)?,
                grundy: values.get(heap as usize)?,
            })
        };
        let Some(letters) = (0..heaps).map(image).collect::<Option<Vec<_>>>() else {
            return Ok(Err(NoRefinement::NotFound));
        };
        Ok(self
            .close(&misere, &letters)
            .map(|elements| ParityRefinement { elements, misere })
            .ok_or(NoRefinement::NotFound))
    }

    /// All products of the images; `None` if two products agree in the refinement but not under
    /// the maps.
    fn close(&self, misere: &Quotient, letters: &[RefinedElement]) -> Option<Vec<RefinedElement>> {
        let mut letters: Vec<RefinedElement> = letters.to_vec();
        letters.sort_unstable_by_key(|l| (l.element, l.odd, l.misere, l.grundy));
        letters.dedup();
        let one = RefinedElement { element: 0, odd: false, misere: 0, grundy: 0 };
        let mut known = FxHashMap::default();
        known.insert((0, false), one);
        let mut elements = vec![one];
        let mut at = 0;
        while at < elements.len() {
            let x = elements[at];
            at += 1;
            for y in &letters {
                let product = RefinedElement {
                    element: self.times(x.element, y.element),
                    odd: x.odd ^ y.odd,
                    misere: misere.times(x.misere, y.misere),
                    grundy: x.grundy ^ y.grundy,
                };
                match known.insert((product.element, product.odd), product) {
                    None => elements.push(product),
                    Some(before) if before == product => {}
                    Some(_) => return None,
                }
            }
        }
        elements.sort_unstable_by_key(|e| (e.element, e.odd));
        Some(elements)
    }

    /// Whether each heap is odd: by its stones, or by the number of moves that every play of it
    /// takes. `None` if some move does not change the parity.
    fn parity(
        &self,
        heaps: u32,
        stones: bool,
        budget: &Budget,
    ) -> Result<Option<Vec<bool>>, LimitReached> {
        let mut parity: Vec<bool> = Vec::new();
        for heap in 0..heaps {
            budget.check(0)?;
            let mut seen = [false; 2];
            self.rule().for_each_option(heap, ishitori_values::Player::Left, &mut |left| {
                let odd = match stones {
                    true => left.iter().sum::<u32>() % 2 == 1,
                    false => left.iter().fold(false, |odd, &h| odd ^ parity[h as usize]),
                };
                seen[usize::from(odd)] = true;
            });
            let odd = if stones { heap % 2 == 1 } else { seen[0] };
            if seen[usize::from(odd)] {
                return Ok(None);
            }
            parity.push(odd);
        }
        Ok(Some(parity))
    }
}
