//! Whether the outcomes that a model claims are right for every multiset of its heaps.
//!
//! Fix the side that moves first. For a multiset X of heaps with image x let V(X) be the set of
//! elements z such that a move in X, in a sum with any position with image z, leads to a position that is
//! claimed won. The claims are right, by induction over all multisets, if
//!
//! * (a) where a multiset is claimed lost no move wins: z ∉ V(H) whenever φ(H)·z is claimed lost,
//!   for every heap H and element z (every multiset is one heap and the rest);
//! * (b) where a multiset X is claimed won, 1 ∈ V(X);
//! * (c) multisets without a move have the outcome of the end.
//!
//! For (b) let U(X) = {z : x·z is claimed won} ∖ V(X): the contexts that have to find the winning
//! move themselves. Then (b) says 1 ∉ U(X), and
//!
//! ```text
//! U(XY) = (U(X) : y) ∩ (U(Y) : x),   (U : y) = {z : y·z ∈ U}.
//! ```
//!
//! So all pairs (x, U(X)) are found by multiplying by one heap at a time. Both sides are monotone in
//! U, so of two pairs with the same x the one with the smaller U is implied by the other one and
//! dropped, and a pair with U = ∅ is dropped altogether. Few remain. For a multiset without a move
//! V(X) = ∅; these are kept apart, with the class of the number of their stones for (c).

use ishitori_values::{Budget, LimitReached};
use rustc_hash::{FxHashMap, FxHashSet};

use super::bits::Bits;
use super::model::Model;
use super::play::Play;

/// A multiset at which the claims contradict each other for this side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Witness {
    /// Increasing.
    pub heaps: Vec<u32>,
    pub side: usize,
}

impl Ord for Witness {
    /// By the number of the largest heaps first, as words are.
    fn cmp(&self, other: &Witness) -> std::cmp::Ordering {
        let heaps = |witness: &Witness| witness.heaps.iter().rev().copied().collect::<Vec<_>>();
        heaps(self).cmp(&heaps(other)).then(self.side.cmp(&other.side))
    }
}

impl PartialOrd for Witness {
    fn partial_cmp(&self, other: &Witness) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// The facts about a heap that a proof needs, for one side.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Kind {
    /// No move: the class of the number of stones.
    Stuck(u64),
    /// The contexts in which a move wins.
    Moves(Bits),
}

/// Outcome of adding something to a proof.
pub(crate) enum Step {
    Holds,
    Fails(Witness),
}

/// A proof that grows heap by heap.
pub(crate) struct Proof {
    sides: Vec<Closure>,
    /// Known combinations of image and kinds.
    known: FxHashSet<(u32, Vec<Kind>)>,
}

impl Proof {
    pub fn new(play: &Play) -> Proof {
        let sides = (0..play.sides()).map(Closure::new).collect();
        Proof { sides, known: FxHashSet::default() }
    }

    /// Everything about the heaps of a model.
    pub fn of(
        play: &Play,
        model: &Model,
        budget: &Budget,
    ) -> Result<Result<Proof, Witness>, LimitReached> {
        let mut proof = Proof::new(play);
        let mut least: Option<Witness> = None;
        let mut kinds = Vec::with_capacity(model.phi.len());
        let mut seen = FxHashMap::default();
        // (a) is cheap and finds most mistakes: for all heaps first.
        for heap in 0..model.phi.len() as u32 {
            budget.check(model.bytes())?;
            let images: Vec<Option<Bits>> =
                (0..play.sides()).map(|s| model.images(play, heap, s)).collect();
            let thetas = images.iter().map(|e| e.is_none().then(|| play.theta(heap.into())));
            let key = (model.phi[heap as usize], images.clone(), thetas.collect::<Vec<_>>());
            if seen.insert(key, ()).is_some() {
                continue;
            }
            if let Some((kind, wrong)) = proof.examine(play, model, heap, &images) {
                kinds.push((heap, kind));
                least = least.into_iter().chain(wrong).min();
            }
        }
        for (heap, kind) in kinds {
            if least.as_ref().is_some_and(|least| least.heaps.last() < Some(&heap)) {
                break;
            }
            if let Step::Fails(witness) = proof.admit(play, model, heap, kind, budget)? {
                least = Some(least.map_or(witness.clone(), |least| least.min(witness)));
                break;
            }
        }
        Ok(least.map_or(Ok(proof), Err))
    }

    /// Adds a heap of the model, given the images of its options.
    pub fn add(
        &mut self,
        play: &Play,
        model: &Model,
        heap: u32,
        images: &[Option<Bits>],
        budget: &Budget,
    ) -> Result<Step, LimitReached> {
        let Some((kinds, wrong)) = self.examine(play, model, heap, images) else {
            return Ok(Step::Holds);
        };
        let step = self.admit(play, model, heap, kinds, budget)?;
        Ok(match (step, wrong) {
            (Step::Fails(a), Some(b)) => Step::Fails(a.min(b)),
            (step, wrong) => wrong.map_or(step, Step::Fails),
        })
    }

    /// If the kinds of the heap are new: these, and the least multiset for which condition (a) does not hold.
    fn examine(
        &mut self,
        play: &Play,
        model: &Model,
        heap: u32,
        images: &[Option<Bits>],
    ) -> Option<(Vec<Kind>, Option<Witness>)> {
        let x = model.phi[heap as usize];
        let kinds: Vec<Kind> = images
            .iter()
            .enumerate()
            .map(|(side, images)| match images {
                None => Kind::Stuck(play.theta(heap.into())),
                Some(images) => Kind::Moves(model.winning_contexts(play, images, side)),
            })
            .collect();
        if !self.known.insert((x, kinds.clone())) {
            return None;
        }
        let mut least: Option<Witness> = None;
        for (side, kind) in kinds.iter().enumerate() {
            if let Kind::Moves(contexts) = kind {
                let wins = model.wins(side, x);
                for z in contexts.iter().filter(|&z| !wins.get(z)) {
                    let mut heaps = model.monoid.heaps(z);
                    heaps.push(heap);
                    heaps.sort_unstable();
                    least = least.into_iter().chain([Witness { heaps, side }]).min();
                }
            }
        }
        Some((kinds, least))
    }

    /// Conditions (b) and (c).
    fn admit(
        &mut self,
        play: &Play,
        model: &Model,
        heap: u32,
        kinds: Vec<Kind>,
        budget: &Budget,
    ) -> Result<Step, LimitReached> {
        let x = model.phi[heap as usize];
        let mut least: Option<Witness> = None;
        for (closure, kind) in self.sides.iter_mut().zip(kinds) {
            if let Some(heaps) = closure.add(play, model, heap, x, kind, budget)? {
                let witness = Witness { heaps, side: closure.side };
                least = Some(least.map_or(witness.clone(), |least| least.min(witness)));
            }
        }
        Ok(least.map_or(Step::Holds, Step::Fails))
    }
}

/// All pairs (x, U(X)) of one side, by increasing multisets.
///
/// Heaps are added in increasing order, so all multisets with a new heap H are X·Hᵏ for those X that
/// were there before: one more H at a time, each time from smaller to larger multisets. A pair that
/// is implied by one of a smaller multiset is dropped, and so are its multiples, which are implied
/// by those of the smaller one. So the first multiset found to break (b) or (c) is the least one.
struct Closure {
    side: usize,
    /// Heaps: image, U(H), class of stones if there is no move.
    heaps: FxHashSet<(u32, Bits, Option<u64>)>,
    pairs: Vec<Pair>,
    /// Places of pairs with a move, by element.
    by_element: FxHashMap<u32, Vec<u32>>,
    /// Elements and classes of stones of multisets without a move.
    ends: FxHashSet<(u32, u64)>,
    bytes: u64,
}

/// The multiset is a heap and the multiset of an earlier pair.
struct Pair {
    x: u32,
    needy: Bits,
    /// The class of the stones if there is no move.
    end: Option<u64>,
    heap: u32,
    rest: u32,
}

impl Closure {
    fn new(side: usize) -> Closure {
        Closure {
            side,
            heaps: FxHashSet::default(),
            pairs: Vec::new(),
            by_element: FxHashMap::default(),
            ends: FxHashSet::default(),
            bytes: 0,
        }
    }

    /// Adds a heap larger than those before; gives the least multiset that breaks (b) or (c).
    fn add(
        &mut self,
        play: &Play,
        model: &Model,
        heap: u32,
        y: u32,
        kind: Kind,
        budget: &Budget,
    ) -> Result<Option<Vec<u32>>, LimitReached> {
        if self.pairs.is_empty() {
            // The empty multiset.
            let needy = model.wins(self.side, 0).clone();
            let end = Some(play.theta(0));
            if let Some(bad) = self.insert(play, model, Pair { x: 0, needy, end, heap: 0, rest: 0 })
            {
                return Ok(Some(bad));
            }
        }
        if heap == 0 {
            return Ok(None);
        }
        let wins = model.wins(self.side, y);
        let (needy, own) = match kind {
            Kind::Stuck(theta) => (wins.clone(), Some(theta)),
            Kind::Moves(contexts) => (wins.without(&contexts), None),
        };
        if !self.heaps.insert((y, needy.clone(), own)) {
            return Ok(None);
        }
        let row_y = model.monoid.row(y);
        let mut level = 0..self.pairs.len();
        while !level.is_empty() {
            let start = self.pairs.len();
            for place in level {
                if place % 64 == 0 {
                    budget.check(model.bytes() + self.bytes)?;
                }
                let pair = &self.pairs[place];
                let row_x = model.monoid.row(pair.x);
                let joint = Bits::from_fn(model.order(), |z| {
                    pair.needy.get(row_y[z] as usize) && needy.get(row_x[z] as usize)
                });
                let end = pair.end.zip(own).map(|(a, b)| play.theta(a + b));
                let x = row_y[pair.x as usize];
                let next = Pair { x, needy: joint, end, heap, rest: place as u32 };
                if let Some(bad) = self.insert(play, model, next) {
                    return Ok(Some(bad));
                }
            }
            level = start..self.pairs.len();
        }
        Ok(None)
    }

    /// Takes in a pair unless it is implied; gives its multiset if that breaks (b) or (c).
    fn insert(&mut self, play: &Play, model: &Model, pair: Pair) -> Option<Vec<u32>> {
        let broken = match pair.end {
            Some(theta) => {
                if !self.ends.insert((pair.x, theta)) {
                    return None;
                }
                let claimed = model.bits[pair.x as usize] >> self.side & 1 != 0;
                claimed != play.wins_without_move(self.side, theta)
            }
            None => {
                let here = self.by_element.entry(pair.x).or_default();
                let implied =
                    |&place: &u32| pair.needy.is_subset(&self.pairs[place as usize].needy);
                if pair.needy.is_empty() || here.iter().any(implied) {
                    return None;
                }
                here.push(self.pairs.len() as u32);
                pair.needy.get(0)
            }
        };
        let broken = broken.then(|| self.multiset(&pair));
        self.bytes += pair.needy.bytes() + 64;
        self.pairs.push(pair);
        broken
    }

    /// The heaps of a multiset, increasing.
    fn multiset(&self, pair: &Pair) -> Vec<u32> {
        let mut heaps = Vec::new();
        let mut at = pair;
        while at.heap > 0 {
            heaps.push(at.heap);
            at = &self.pairs[at.rest as usize];
        }
        heaps.sort_unstable();
        heaps
    }
}
