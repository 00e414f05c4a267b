//! The parity refinement of a quotient: outcome and parity together.
//!
//! If every move changes the parity of a position, and the parity decides the end, then the outcome is decided
//! by the normal outcome, the misère outcome and the parity (the unifying theorem). The
//! refinement M/≈, x ≈ y if x ~ y and both have the same parity, then has a map onto the misère
//! quotient and one to Grundy values. Which parity that is, of stones, of heaps or another one, `parity` finds.

use ishitori_rules::end::EndRule;
use ishitori_values::{Budget, LimitReached};
use rustc_hash::FxHashMap;

use super::parity::{self, HeapParity};
use super::{Quotient, QuotientError, QuotientSearch};
use crate::heap::grundy;

/// The number of heaps that are examined where the parity does not decide the end.
const FEW_HEAPS: u32 = 16;
/// The images of no more heaps than this are put together.
const MAX_HEAPS: u32 = 1 << 20;

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
    /// The parity.
    pub parity: HeapParity,
}

/// Why a quotient has no parity refinement, or the refinement no maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoRefinement {
    /// The end is not one by parity (`moves`, or a table of period 2 with L and R).
    End,
    /// No parity is changed by every move.
    NoParity,
    /// A parity is changed by every move, but it does not decide the end, and two positions that are
    /// equal in the refinement differ in the misère quotient or in their Grundy values.
    NoMaps,
    /// A map is not well defined for all heaps that were examined: the misère quotient was not
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
        let at_end = |heap: u32| stones && heap % 2 == 1;
        let Some(code) = self.rule().code() else { return Ok(Err(NoRefinement::End)) };
        // How many heaps decide about the parity.
        let to = self.period().is_none().then(|| self.computed_to());
        let decide = match to {
            Some(to) => Some(to + 1),
            None => parity::enough(code),
        };
        let Some(decide) = decide else { return Ok(Err(NoRefinement::NotFound)) };
        let Some(first) = parity::find(self.rule(), decide, at_end, budget)? else {
            return Ok(Err(NoRefinement::NoParity));
        };
        // Without the theorem a few heaps show that there are no maps.
        let decides = first.decides_the_end(self.rule(), at_end);
        let to = if decides { to } else { to.or(Some(decide.min(FEW_HEAPS) - 1)) };
        let mut search = QuotientSearch::new(self.rule(), &EndRule::misere())?;
        match search.run(to, budget) {
            Ok(()) => {}
            Err(LimitReached::Cancelled) => return Err(LimitReached::Cancelled.into()),
            Err(_) => return Ok(Err(NoRefinement::NotFound)),
        }
        let misere = search.quotient();
        // Beyond these everything repeats: the elements, the parity, and with them the images.
        let heaps = match (to, self.period(), misere.period()) {
            (Some(to), ..) => Some(u64::from(to) + 1),
            (None, Some(a), Some(b)) => {
                let lead = a.preperiod.max(b.preperiod).max(decide.into());
                lcm(a.period, b.period)
                    .and_then(|both| lcm(both, first.period(code)))
                    .and_then(|all| all.checked_add(lead))
            }
            _ => None,
        };
        let heaps = heaps.and_then(|heaps| u32::try_from(heaps).ok()).filter(|&h| h <= MAX_HEAPS);
        let Some(heaps) = heaps else { return Ok(Err(NoRefinement::NotFound)) };
        let Some(parity) = parity::find(self.rule(), heaps, at_end, budget)? else {
            return Ok(Err(NoRefinement::NoParity));
        };
        let values = match grundy(code, heaps.into(), None, budget) {
            Ok(run) if run.values.len() as u64 == u64::from(heaps) => run.values,
            _ => return Ok(Err(NoRefinement::NotFound)),
        };
        let image = |heap: u32| {
            Some(RefinedElement {
                element: self.image(heap)?,
                odd: parity.odd[heap as usize],
                misere: misere.image(heap)?,
                grundy: values.get(heap as usize)?,
            })
        };
        let Some(letters) = (0..heaps).map(image).collect::<Option<Vec<_>>>() else {
            return Ok(Err(NoRefinement::NotFound));
        };
        let whole = self.period().is_some();
        Ok(match self.close(&misere, &letters) {
            None => Err(NoRefinement::NoMaps),
            // The theorem says nothing about heaps beyond those that were examined.
            Some(_) if !decides && whole => Err(NoRefinement::NotFound),
            Some(elements) => Ok(ParityRefinement { elements, misere, parity }),
        })
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
}

fn lcm(a: u64, b: u64) -> Option<u64> {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x.max(1)).checked_mul(b)
}
