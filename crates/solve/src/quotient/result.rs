//! A quotient that was found.

use ishitori_rules::end::EndRule;
use ishitori_rules::heap::HeapRule;
use ishitori_values::Outcome;

use super::cycle::PhiPeriod;
use super::learn::Learner;
use super::monoid::Monoid;

/// The quotient Q = M/~ of the multisets M of heaps: x ~ y if x + z and y + z have the same outcome
/// for every z. Elements are numbered from 0, the identity.
#[derive(Clone, Debug)]
pub struct Quotient {
    pub(super) rule: HeapRule,
    pub(super) end: EndRule,
    pub(super) monoid: Monoid,
    outcomes: Vec<Outcome>,
    /// Images of heaps: those computed, or those below preperiod + period.
    phi: Vec<u32>,
    period: Option<PhiPeriod>,
    growth: Vec<(u32, u64)>,
    computed_to: u32,
}

impl Quotient {
    pub(super) fn new(learner: &Learner, period: Option<PhiPeriod>) -> Quotient {
        let (play, model) = (&learner.play, &learner.model);
        let mut phi = model.phi.clone();
        if let Some(found) = period {
            phi.truncate((found.preperiod + found.period) as usize);
        }
        Quotient {
            rule: play.rule.clone(),
            end: play.end.clone(),
            monoid: model.monoid.clone(),
            outcomes: model.bits.iter().map(|&bits| play.outcome(bits)).collect(),
            phi,
            period,
            growth: learner.growth.clone(),
            computed_to: learner.heap() - 1,
        }
    }

    /// The rule of the game. O(1).
    pub fn rule(&self) -> &HeapRule {
        &self.rule
    }

    /// The end rule: who wins when no move is left. O(1).
    pub fn end(&self) -> &EndRule {
        &self.end
    }

    /// How many elements there are. O(1).
    pub fn order(&self) -> usize {
        self.outcomes.len()
    }

    /// The period of the images of all heaps; `None` if the quotient is about heaps up to
    /// [`computed_to`](Quotient::computed_to) only. O(1).
    pub fn period(&self) -> Option<PhiPeriod> {
        self.period
    }

    /// The last heap that was examined. O(1).
    pub fn computed_to(&self) -> u32 {
        self.computed_to
    }

    /// The images of the heaps from 0 on: as far as they were computed, or until they repeat. O(1).
    pub fn images(&self) -> &[u32] {
        &self.phi
    }

    /// The image Φ(n) of a heap, if it is known. O(1).
    pub fn image(&self, heap: u32) -> Option<u32> {
        let heap = u64::from(heap);
        let at = match self.period {
            Some(p) if heap >= p.preperiod => p.preperiod + (heap - p.preperiod) % p.period,
            _ => heap,
        };
        self.phi.get(at as usize).copied()
    }

    /// The image of a multiset of heaps, if it is known. O(heaps).
    pub fn element(&self, heaps: &[u32]) -> Option<u32> {
        heaps.iter().try_fold(0, |x, &heap| Some(self.times(x, self.image(heap)?)))
    }

    /// The outcome of an element. O(1).
    pub fn outcome(&self, x: u32) -> Outcome {
        self.outcomes[x as usize]
    }

    /// The outcomes of all elements. O(1).
    pub fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    /// How many elements have this outcome. O(order).
    pub fn count(&self, outcome: Outcome) -> usize {
        self.outcomes.iter().filter(|&&o| o == outcome).count()
    }

    /// x·y. O(1).
    pub fn times(&self, x: u32, y: u32) -> u32 {
        self.monoid.times(x, y)
    }

    /// All x·y for one x. O(1).
    pub fn row(&self, x: u32) -> &[u32] {
        self.monoid.row(x)
    }

    /// Heaps whose images generate the quotient, none of which is a product of smaller ones,
    /// increasing. O(1).
    pub fn generators(&self) -> &[u32] {
        &self.monoid.generators
    }

    /// x times the image of generator i. O(1).
    pub fn action(&self, i: usize) -> &[u32] {
        &self.monoid.action[i]
    }

    /// The exponents of the generators in the least word of x. O(1).
    pub fn word(&self, x: u32) -> &[u16] {
        self.monoid.word(x as usize)
    }

    /// The heaps at which the order grew, with the new order; evidence, not proof, of how it goes
    /// on. O(1).
    pub fn growth(&self) -> &[(u32, u64)] {
        &self.growth
    }
}
