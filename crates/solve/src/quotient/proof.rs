//! Whether the outcomes that a model claims are right for every multiset of its heaps.
//!
//! Fix the side that moves first. For a multiset X of heaps with image x let V(X) be the set of
//! elements z such that a move in X, beside any position with image z, leads to a position that is
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

use std::collections::VecDeque;

use ishitori_values::{Budget, LimitReached};
use rustc_hash::{FxHashMap, FxHashSet};

use super::bits::Bits;
use super::model::Model;
use super::play::Play;

/// A multiset at which the claims contradict each other for this side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Witness {
    pub heaps: Vec<u32>,
    pub side: usize,
}

/// What a proof needs to know about a heap, for one side.
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
            match proof.examine(play, model, heap, &images) {
                Ok(Some(kind)) => kinds.push((heap, kind)),
                Ok(None) => {}
                Err(witness) => return Ok(Err(witness)),
            }
        }
        for (heap, kind) in kinds {
            if let Step::Fails(witness) = proof.admit(play, model, heap, kind, budget)? {
                return Ok(Err(witness));
            }
        }
        Ok(Ok(proof))
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
        match self.examine(play, model, heap, images) {
            Ok(Some(kinds)) => self.admit(play, model, heap, kinds, budget),
            Ok(None) => Ok(Step::Holds),
            Err(witness) => Ok(Step::Fails(witness)),
        }
    }

    /// Condition (a); the kinds of the heap if they are new.
    fn examine(
        &mut self,
        play: &Play,
        model: &Model,
        heap: u32,
        images: &[Option<Bits>],
    ) -> Result<Option<Vec<Kind>>, Witness> {
        let x = model.phi[heap as usize];
        let kinds: Vec<Kind> = images
            .iter()
            .enumerate()
            .map(|(side, images)| match images {
                None => Kind::Stuck(play.theta(heap.into())),
                Some(images) => Kind::Moves(model.winning_contexts(play, images, side)),
            })
            .collect();
        if self.known.contains(&(x, kinds.clone())) {
            return Ok(None);
        }
        for (side, kind) in kinds.iter().enumerate() {
            if let Kind::Moves(contexts) = kind {
                let wins = model.wins(side, x);
                if let Some(z) = contexts.iter().find(|&z| !wins.get(z)) {
                    let mut heaps = model.monoid.heaps(z);
                    heaps.push(heap);
                    heaps.sort_unstable();
                    return Err(Witness { heaps, side });
                }
            }
        }
        self.known.insert((x, kinds.clone()));
        Ok(Some(kinds))
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
        for (closure, kind) in self.sides.iter_mut().zip(kinds) {
            if let Some(heaps) = closure.add(play, model, heap, x, kind, budget)? {
                return Ok(Step::Fails(Witness { heaps, side: closure.side }));
            }
        }
        Ok(Step::Holds)
    }
}

/// All pairs (x, U(X)) of one side.
struct Closure {
    side: usize,
    /// Heaps with moves: image, U(H), the heap.
    movers: Vec<(u32, Bits, u32)>,
    /// Heaps without: image, class of stones, the heap.
    stuck: Vec<(u32, u64, u32)>,
    /// Multisets without a move: image, class of stones, a multiset.
    ends: Vec<(u32, u64, Trail)>,
    ends_known: FxHashSet<(u32, u64)>,
    /// Maximal pairs; dropped ones leave a hole.
    states: Vec<Option<State>>,
    by_element: FxHashMap<u32, Vec<u32>>,
    /// Multisets of all pairs that ever were, as a heap and the place of the rest.
    trails: Vec<Trail>,
    bytes: u64,
}

struct State {
    x: u32,
    needy: Bits,
    trail: u32,
}

/// A heap, and the trail of the rest: of an end, of a pair, or nothing.
#[derive(Clone, Copy)]
struct Trail {
    heap: u32,
    rest: Rest,
}

#[derive(Clone, Copy)]
enum Rest {
    Nothing,
    End(u32),
    Pair(u32),
}

impl Closure {
    fn new(side: usize) -> Closure {
        Closure {
            side,
            movers: Vec::new(),
            stuck: Vec::new(),
            ends: vec![(0, 0, Trail { heap: 0, rest: Rest::Nothing })],
            ends_known: std::iter::once((0, 0)).collect(),
            states: Vec::new(),
            by_element: FxHashMap::default(),
            trails: Vec::new(),
            bytes: 0,
        }
    }

    /// Adds a heap; gives a multiset that breaks (b) or (c).
    fn add(
        &mut self,
        play: &Play,
        model: &Model,
        heap: u32,
        x: u32,
        kind: Kind,
        budget: &Budget,
    ) -> Result<Option<Vec<u32>>, LimitReached> {
        if heap == 0 {
            return Ok(None);
        }
        let mut fresh = VecDeque::new();
        match kind {
            Kind::Stuck(theta) => {
                if self.stuck.iter().any(|&(y, t, _)| (y, t) == (x, theta)) {
                    return Ok(None);
                }
                let old_ends = self.ends.len();
                self.stuck.push((x, theta, heap));
                let ends = self.close_ends(play, model, old_ends);
                if let Some(bad) = ends {
                    return Ok(Some(bad));
                }
                for place in 0..self.states.len() {
                    self.stuck_beside(model, place, x, heap, &mut fresh);
                }
                for end in old_ends..self.ends.len() {
                    for mover in 0..self.movers.len() {
                        self.mover_beside_end(model, end, mover, &mut fresh);
                    }
                }
            }
            Kind::Moves(contexts) => {
                let wins = model.wins(self.side, x);
                let needy = Bits::from_fn(model.order(), |z| wins.get(z) && !contexts.get(z));
                if self.movers.iter().any(|(y, n, _)| *y == x && needy.is_subset(n)) {
                    return Ok(None);
                }
                self.movers.push((x, needy, heap));
                let mover = self.movers.len() - 1;
                for place in 0..self.states.len() {
                    self.mover_beside(model, place, mover, &mut fresh);
                }
                for end in 0..self.ends.len() {
                    self.mover_beside_end(model, end, mover, &mut fresh);
                }
            }
        }
        let mut steps = 0_u64;
        while let Some(place) = fresh.pop_front() {
            steps += 1;
            if steps.is_multiple_of(64) {
                budget.check(model.bytes() + self.bytes)?;
            }
            let Some(state) = &self.states[place] else { continue };
            if state.needy.get(0) {
                return Ok(Some(self.heaps(Rest::Pair(state.trail))));
            }
            for mover in 0..self.movers.len() {
                self.mover_beside(model, place, mover, &mut fresh);
            }
            for stuck in 0..self.stuck.len() {
                let (x, _, heap) = self.stuck[stuck];
                self.stuck_beside(model, place, x, heap, &mut fresh);
            }
        }
        Ok(None)
    }

    /// Closes the multisets without a move; gives one whose outcome is not that of the end.
    fn close_ends(&mut self, play: &Play, model: &Model, old: usize) -> Option<Vec<u32>> {
        let mut at = 0;
        while at < self.ends.len() {
            let (x, theta, _) = self.ends[at];
            if at >= old
                && play.wins_stuck(self.side, theta)
                    != (model.bits[x as usize] >> self.side & 1 != 0)
            {
                return Some(self.heaps(Rest::End(at as u32)));
            }
            // Ends that were there before need only the new heap.
            let from = if at < old { self.stuck.len() - 1 } else { 0 };
            for i in from..self.stuck.len() {
                let (y, upsilon, heap) = self.stuck[i];
                let next = (model.monoid.times(x, y), play.theta(theta + upsilon));
                if self.ends_known.insert(next) {
                    let trail = Trail { heap, rest: Rest::End(at as u32) };
                    self.ends.push((next.0, next.1, trail));
                }
            }
            at += 1;
        }
        None
    }

    fn mover_beside_end(
        &mut self,
        model: &Model,
        end: usize,
        mover: usize,
        fresh: &mut VecDeque<usize>,
    ) {
        let x = self.ends[end].0;
        let (y, needy, heap) = &self.movers[mover];
        let row = model.monoid.row(x);
        let joint = Bits::from_fn(model.order(), |z| needy.get(row[z] as usize));
        let trail = Trail { heap: *heap, rest: Rest::End(end as u32) };
        self.insert(model.monoid.times(x, *y), joint, trail, fresh);
    }

    fn mover_beside(
        &mut self,
        model: &Model,
        place: usize,
        mover: usize,
        fresh: &mut VecDeque<usize>,
    ) {
        let Some(state) = &self.states[place] else { return };
        let (y, needy, heap) = &self.movers[mover];
        let (row_x, row_y) = (model.monoid.row(state.x), model.monoid.row(*y));
        let joint = Bits::from_fn(model.order(), |z| {
            state.needy.get(row_y[z] as usize) && needy.get(row_x[z] as usize)
        });
        let trail = Trail { heap: *heap, rest: Rest::Pair(state.trail) };
        self.insert(model.monoid.times(state.x, *y), joint, trail, fresh);
    }

    fn stuck_beside(
        &mut self,
        model: &Model,
        place: usize,
        y: u32,
        heap: u32,
        fresh: &mut VecDeque<usize>,
    ) {
        let Some(state) = &self.states[place] else { return };
        let joint = model.monoid.colon(&state.needy, y);
        let trail = Trail { heap, rest: Rest::Pair(state.trail) };
        self.insert(model.monoid.times(state.x, y), joint, trail, fresh);
    }

    fn insert(&mut self, x: u32, needy: Bits, trail: Trail, fresh: &mut VecDeque<usize>) {
        if needy.is_empty() {
            return;
        }
        let here = self.by_element.entry(x).or_default();
        let states = &mut self.states;
        let set = |place: &u32| &states[*place as usize].as_ref().expect("listed ones live").needy;
        if here.iter().any(|place| needy.is_subset(set(place))) {
            return;
        }
        let dropped: Vec<u32> =
            here.iter().copied().filter(|place| set(place).is_subset(&needy)).collect();
        for place in dropped {
            here.retain(|&p| p != place);
            states[place as usize] = None;
        }
        let place = self.states.len();
        here.push(place as u32);
        self.bytes += needy.bytes() + 64;
        self.trails.push(trail);
        self.states.push(Some(State { x, needy, trail: self.trails.len() as u32 - 1 }));
        fresh.push_back(place);
    }

    /// The heaps of a multiset, increasing.
    fn heaps(&self, mut rest: Rest) -> Vec<u32> {
        let mut heaps = Vec::new();
        loop {
            let trail = match rest {
                Rest::Nothing => break,
                Rest::End(0) => break,
                Rest::End(at) => self.ends[at as usize].2,
                Rest::Pair(at) => self.trails[at as usize],
            };
            heaps.push(trail.heap);
            rest = trail.rest;
        }
        heaps.sort_unstable();
        heaps
    }
}
