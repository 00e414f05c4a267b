//! Forgetting a track: there is a number for it.
//!
//! Without the track a state has several successors, so that sets of states take the place of
//! states (M. O. Rabin, D. Scott, *Finite automata and their decision problems*, 1959). The number
//! that is forgotten may need more bits than the others, whose signs are then repeated: the first
//! letter leads to all states that some repetition of it leads to (in other bases than 2: some blocks of zeros after it).

use ishitori_values::LimitReached;
use rustc_hash::FxHashMap;

use crate::automaton::{Automaton, States};
use crate::diagram::{Diagrams, Node, Ref, Track, first_track, split};
use crate::numbers::small;
use crate::work::Work;

impl Automaton {
    /// The tuples that are in the set with some number on `track`, minimal. Exponential in the
    /// worst case; the sets of states reached, times their sizes.
    ///
    /// ```
    /// use ishitori_automata::{Automaton, Linear, Work};
    /// let budget = ishitori_values::Budget::unlimited();
    /// let mut work = Work::new(&budget);
    /// let thrice = Automaton::zero(&Linear::of(&[(0, 1), (1, -3)], 0).unwrap(), &mut work).unwrap();
    /// let multiples = thrice.exists(1, &mut work).unwrap();
    /// assert!(multiples.contains(&[(0, 12)]) && !multiples.contains(&[(0, 13)]));
    /// ```
    pub fn exists(&self, track: Track, work: &mut Work<'_>) -> Result<Automaton, LimitReached> {
        if !self.tracks.contains(&track) {
            return Ok(self.clone());
        }
        let mut forget = Projection {
            of: self,
            track,
            diagrams: Diagrams::default(),
            sets: States::new(),
            set_bytes: 0,
            without: vec![Ref::NONE; self.nodes.len()],
            unions: FxHashMap::default(),
        };
        forget.set(Vec::new());
        let tracks: Vec<Track> = self.tracks.iter().copied().filter(|&t| t != track).collect();
        let starts: Vec<Ref> = (0..self.states()).map(|state| forget.root(small(state))).collect();
        // The first state is no set; sets get the numbers from 1 on, in the order they are met.
        let first = forget.first(&tracks, &starts);
        if tracks.is_empty() && !work.base().is_binary() {
            let set = first.state().unwrap_or(0);
            let members = &forget.sets.keys[set as usize];
            let holds = members.iter().any(|&state| self.accepting[state as usize]);
            return Ok(Automaton::constant(holds));
        }
        let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
        let mut order: Vec<u32> = Vec::new();
        let mut roots = vec![first];
        let mut seen = vec![false; forget.diagrams.nodes.len()];
        forget.meet(first, &mut numbers, &mut order, &mut seen);
        while roots.len() <= order.len() {
            let set = order[roots.len() - 1];
            let members = forget.sets.keys[set as usize].clone();
            let root = forget.union_of(&members, &starts);
            roots.push(root);
            seen.resize(forget.diagrams.nodes.len(), false);
            forget.meet(root, &mut numbers, &mut order, &mut seen);
            work.state(roots.len(), || forget.bytes())?;
        }
        let accepts = |set: u32| {
            forget.sets.keys[set as usize].iter().any(|&state| self.accepting[state as usize])
        };
        let mut accepting = vec![false];
        accepting.extend(order.iter().map(|&set| accepts(set)));
        let mut at = first;
        while at.state().is_none() {
            at = forget.diagrams.nodes[at.index()].low;
        }
        accepting[0] = at.state().is_some_and(accepts);
        // Sets become states.
        let mut moved = Vec::with_capacity(forget.diagrams.nodes.len());
        let mut diagrams = Diagrams::default();
        let at = |r: Ref, moved: &[Ref]| match r.state() {
            // Sets that no state leads to are the end of nothing.
            Some(set) => numbers.get(&set).map_or(Ref::NONE, |&n| Ref::leaf(n)),
            None => moved[r.index()],
        };
        for node in &forget.diagrams.nodes {
            let (low, high) = (at(node.low, &moved), at(node.high, &moved));
            let made = match low == Ref::NONE || high == Ref::NONE {
                true => Ref::NONE,
                false => diagrams.node(node.track, low, high),
            };
            moved.push(made);
        }
        let roots = roots.into_iter().map(|r| at(r, &moved)).collect();
        drop(forget);
        Automaton::build(tracks, diagrams.nodes, roots, accepting, work)
    }
}

struct Projection<'f> {
    of: &'f Automaton,
    track: Track,
    /// The ends are sets.
    diagrams: Diagrams,
    sets: States<Box<[u32]>>,
    set_bytes: usize,
    /// The nodes of the automaton without the track.
    without: Vec<Ref>,
    unions: FxHashMap<(Ref, Ref), Ref>,
}

impl Projection<'_> {
    /// The number of a set of states, sorted.
    fn set(&mut self, states: Vec<u32>) -> Ref {
        let before = self.sets.keys.len();
        let bytes = states.len() * 8 + 64;
        let number = self.sets.number(states.into_boxed_slice());
        if self.sets.keys.len() > before {
            self.set_bytes += bytes;
        }
        Ref::leaf(number)
    }

    /// The transitions of a state without the track.
    fn root(&mut self, state: u32) -> Ref {
        self.without(self.of.roots[state as usize])
    }

    fn without(&mut self, r: Ref) -> Ref {
        match r.state() {
            Some(state) if Some(state) == self.of.dead => self.set(Vec::new()),
            Some(state) => self.set(vec![state]),
            None if self.without[r.index()] != Ref::NONE => self.without[r.index()],
            None => {
                let node = self.of.nodes[r.index()];
                let (low, high) = (self.without(node.low), self.without(node.high));
                let made = match node.track == self.track {
                    true => self.union(low, high),
                    false => self.diagrams.node(node.track, low, high),
                };
                self.without[r.index()] = made;
                made
            }
        }
    }

    fn union(&mut self, a: Ref, b: Ref) -> Ref {
        const EMPTY: u32 = 0;
        if a == b || b.state() == Some(EMPTY) {
            return a;
        }
        if a.state() == Some(EMPTY) {
            return b;
        }
        let key = if a.index_or_state() <= b.index_or_state() { (a, b) } else { (b, a) };
        if let Some(&found) = self.unions.get(&key) {
            return found;
        }
        let made = match (a.state(), b.state()) {
            (Some(a), Some(b)) => {
                let merged = self.merged(a, b);
                self.set(merged)
            }
            _ => {
                let nodes = &self.diagrams.nodes;
                let track = first_track((nodes, a), (nodes, b)).expect("a node on one side");
                let (a0, a1) = split(nodes, a, track);
                let (b0, b1) = split(nodes, b, track);
                let low = self.union(a0, b0);
                let high = self.union(a1, b1);
                self.diagrams.node(track, low, high)
            }
        };
        self.unions.insert(key, made);
        made
    }

    /// The states of two sets; the one that accepts everything makes the others superfluous.
    fn merged(&self, a: u32, b: u32) -> Vec<u32> {
        let (a, b) = (&self.sets.keys[a as usize], &self.sets.keys[b as usize]);
        if let Some(full) = self.of.full
            && (a.contains(&full) || b.contains(&full))
        {
            return vec![full];
        }
        let mut merged = Vec::with_capacity(a.len() + b.len());
        merged.extend_from_slice(a);
        merged.extend_from_slice(b);
        merged.sort_unstable();
        merged.dedup();
        merged
    }

    fn union_of(&mut self, members: &[u32], starts: &[Ref]) -> Ref {
        let mut all: Vec<Ref> = members.iter().map(|&state| starts[state as usize]).collect();
        if all.is_empty() {
            return Ref::leaf(0);
        }
        // In pairs, so that the small unions are found again.
        while all.len() > 1 {
            all = all
                .chunks(2)
                .map(|pair| match pair {
                    &[a, b] => self.union(a, b),
                    rest => rest[0],
                })
                .collect();
        }
        all[0]
    }

    /// The transitions at the beginning: what any number of repetitions of a letter leads to.
    fn first(&mut self, tracks: &[Track], starts: &[Ref]) -> Ref {
        self.first_from(tracks, &mut Vec::new(), starts[0], starts)
    }

    fn first_from(
        &mut self,
        rest: &[Track],
        letter: &mut Vec<(Track, bool)>,
        at: Ref,
        starts: &[Ref],
    ) -> Ref {
        if at.state() == Some(0) {
            return at;
        }
        let Some((&track, rest)) = rest.split_first() else {
            // In other bases blocks of zeros may follow the signs.
            let binary = self.of.base.is_binary();
            let repeated: &[(Track, bool)] = if binary { letter } else { &[] };
            let mut reached = at;
            loop {
                let mut block = reached;
                for _ in 0..self.of.base.block() {
                    block = self.after(block, repeated, starts);
                }
                let next = self.union(reached, block);
                if next == reached {
                    return reached;
                }
                reached = next;
            }
        };
        let (low, high) = split(&self.diagrams.nodes, at, track);
        letter.push((track, false));
        let low = self.first_from(rest, letter, low, starts);
        letter.last_mut().expect("just pushed").1 = true;
        let high = self.first_from(rest, letter, high, starts);
        letter.pop();
        self.diagrams.node(track, low, high)
    }

    /// The set after a letter.
    fn after(&mut self, set: Ref, letter: &[(Track, bool)], starts: &[Ref]) -> Ref {
        let set = set.state().expect("all bits are known");
        let members = self.sets.keys[set as usize].clone();
        let mut after = Ref::leaf(0);
        for &state in &members {
            let end = self.end(starts[state as usize], letter);
            after = self.union(after, end);
        }
        after
    }

    fn end(&self, mut at: Ref, letter: &[(Track, bool)]) -> Ref {
        while at.state().is_none() {
            let Node { track, low, high } = self.diagrams.nodes[at.index()];
            let bit = letter.iter().find(|(t, _)| *t == track).is_some_and(|&(_, bit)| bit);
            at = if bit { high } else { low };
        }
        at
    }

    /// Gives numbers to the sets at the ends of a diagram.
    fn meet(
        &self,
        r: Ref,
        numbers: &mut FxHashMap<u32, u32>,
        order: &mut Vec<u32>,
        seen: &mut [bool],
    ) {
        match r.state() {
            Some(set) => {
                numbers.entry(set).or_insert_with(|| {
                    order.push(set);
                    small(order.len())
                });
            }
            None if std::mem::replace(&mut seen[r.index()], true) => {}
            None => {
                let node = self.diagrams.nodes[r.index()];
                self.meet(node.low, numbers, order, seen);
                self.meet(node.high, numbers, order, seen);
            }
        }
    }

    fn bytes(&self) -> u64 {
        let tables = self.unions.capacity() * 13 + self.sets.numbers.capacity() * 21;
        self.diagrams.bytes() + (tables + self.set_bytes + 4 * self.without.len()) as u64
    }
}
