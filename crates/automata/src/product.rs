//! Two automata side by side: intersection, union, difference.

use ishitori_values::LimitReached;
use rustc_hash::FxHashMap;

use crate::automaton::{Automaton, States};
use crate::diagram::{Diagrams, Ref, first_track, split};
use crate::numbers::small;
use crate::work::Work;

/// How two sets are combined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operation {
    /// What is in both.
    And,
    /// What is in one of them.
    Or,
    /// What is in the first and not in the second.
    Less,
    /// What is in exactly one of them.
    Differ,
}

impl Operation {
    fn of(self, a: bool, b: bool) -> bool {
        match self {
            Operation::And => a && b,
            Operation::Or => a || b,
            Operation::Less => a && !b,
            Operation::Differ => a != b,
        }
    }

    /// The answer if it is settled by what is known of each side.
    fn settled(self, a: Option<bool>, b: Option<bool>) -> Option<bool> {
        match (self, a, b) {
            (_, Some(a), Some(b)) => Some(self.of(a, b)),
            (Operation::And | Operation::Less, Some(false), _) => Some(false),
            (Operation::And, _, Some(false)) | (Operation::Less, _, Some(true)) => Some(false),
            (Operation::Or, Some(true), _) | (Operation::Or, _, Some(true)) => Some(true),
            _ => None,
        }
    }
}

/// Pairs of states that stand for "settled, no" and "settled, yes".
const NO: (u32, u32) = (u32::MAX, 0);
const YES: (u32, u32) = (u32::MAX, 1);

struct Product<'p> {
    a: &'p Automaton,
    b: &'p Automaton,
    operation: Operation,
    diagrams: Diagrams,
    states: States<(u32, u32)>,
    cache: FxHashMap<(Ref, Ref), Ref>,
}

impl Automaton {
    /// The combination of two sets, minimal. O(pairs of nodes reached).
    ///
    /// ```
    /// use ishitori_automata::{Automaton, Linear, Operation, Work};
    /// let budget = ishitori_values::Budget::unlimited();
    /// let mut work = Work::new(&budget);
    /// let small = Automaton::at_most_zero(&Linear::of(&[(0, 1)], -5).unwrap(), &mut work).unwrap();
    /// let even = Automaton::congruent(&Linear::of(&[(0, 1)], 0).unwrap(), 2, &mut work).unwrap();
    /// let both = small.combine(&even, Operation::And, &mut work).unwrap();
    /// assert!(both.contains(&[(0, 4)]) && !both.contains(&[(0, 5)]) && !both.contains(&[(0, 6)]));
    /// ```
    pub fn combine(
        &self,
        other: &Automaton,
        operation: Operation,
        work: &mut Work<'_>,
    ) -> Result<Automaton, LimitReached> {
        let mut product = Product {
            a: self,
            b: other,
            operation,
            diagrams: Diagrams::default(),
            states: States::new(),
            cache: FxHashMap::default(),
        };
        product.pair(0, 0);
        let mut roots = Vec::new();
        let mut accepting = Vec::new();
        while roots.len() < product.states.keys.len() {
            let state = small(roots.len());
            let (a, b) = product.states.keys[roots.len()];
            if (a, b) == NO || (a, b) == YES {
                roots.push(Ref::leaf(state));
                accepting.push((a, b) == YES);
                continue;
            }
            let root = product.apply(self.roots[a as usize], other.roots[b as usize]);
            roots.push(root);
            accepting.push(operation.of(self.accepting[a as usize], other.accepting[b as usize]));
            work.state(roots.len(), || product.bytes())?;
        }
        let mut tracks: Vec<_> = self.tracks.iter().chain(&other.tracks).copied().collect();
        tracks.sort_unstable();
        tracks.dedup();
        let Product { diagrams, cache, states, .. } = product;
        drop((cache, states));
        let among = tracks.clone();
        let made = Automaton::build(tracks, diagrams.nodes, roots, accepting, work)?;
        match operation {
            Operation::And => Ok(made),
            // Of the first set only words of numbers are taken, on its own tracks.
            Operation::Less if among == self.tracks => Ok(made),
            _ => work.within_words(made, &among),
        }
    }

    /// What is in both sets, minimal. O(pairs of nodes reached).
    pub fn and(&self, other: &Automaton, work: &mut Work<'_>) -> Result<Automaton, LimitReached> {
        self.combine(other, Operation::And, work)
    }

    /// What is in one of two sets, minimal. O(pairs of nodes reached).
    pub fn or(&self, other: &Automaton, work: &mut Work<'_>) -> Result<Automaton, LimitReached> {
        self.combine(other, Operation::Or, work)
    }

    /// A shortest tuple of this set that is not in the other one. O(pairs of nodes reached).
    pub fn outside(
        &self,
        other: &Automaton,
        work: &mut Work<'_>,
    ) -> Result<Option<Vec<(u32, i128)>>, LimitReached> {
        Ok(self.combine(other, Operation::Less, work)?.shortest())
    }
}

impl Product<'_> {
    fn pair(&mut self, a: u32, b: u32) -> u32 {
        let known = |automaton: &Automaton, state| match Some(state) {
            s if s == automaton.dead => Some(false),
            s if s == automaton.full => Some(true),
            _ => None,
        };
        let key = match self.operation.settled(known(self.a, a), known(self.b, b)) {
            Some(false) => NO,
            Some(true) => YES,
            None => (a, b),
        };
        self.states.number(key)
    }

    fn apply(&mut self, a: Ref, b: Ref) -> Ref {
        match (a.state(), b.state()) {
            (Some(a), Some(b)) => return Ref::leaf(self.pair(a, b)),
            // The other side does not matter: settle it without looking there.
            (Some(s), None) if self.operation.settled(self.known(true, s), None).is_some() => {
                return Ref::leaf(self.pair(s, 0));
            }
            (None, Some(s)) if self.operation.settled(None, self.known(false, s)).is_some() => {
                return Ref::leaf(self.pair(0, s));
            }
            _ => {}
        }
        if let Some(&found) = self.cache.get(&(a, b)) {
            return found;
        }
        let track =
            first_track((&self.a.nodes, a), (&self.b.nodes, b)).expect("a node on one side");
        let (a0, a1) = split(&self.a.nodes, a, track);
        let (b0, b1) = split(&self.b.nodes, b, track);
        let low = self.apply(a0, b0);
        let high = self.apply(a1, b1);
        let made = self.diagrams.node(track, low, high);
        self.cache.insert((a, b), made);
        made
    }

    fn known(&self, first: bool, state: u32) -> Option<bool> {
        let automaton = if first { self.a } else { self.b };
        match Some(state) {
            s if s == automaton.dead => Some(false),
            s if s == automaton.full => Some(true),
            _ => None,
        }
    }

    fn bytes(&self) -> u64 {
        let cache = self.cache.capacity() * 13;
        let states = self.states.keys.capacity() * 8 + self.states.numbers.capacity() * 13;
        self.diagrams.bytes() + (cache + states) as u64 + self.a.bytes() + self.b.bytes()
    }
}
