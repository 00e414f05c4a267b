//! Decision diagrams: functions from letters to states, shared.
//!
//! A letter has one bit for each track. A diagram asks for the bits in the order of the tracks and
//! ends in a state; equal diagrams are one node, so that states with similar transitions share them
//! and a letter of many tracks costs no table of 2^m entries. This is how MONA represents automata
//! (J. G. Henriksen and others, *Mona: monadic second-order logic in practice*, TACAS 1995).

use crate::numbers::small;
use rustc_hash::FxHashMap;

/// The name of a track, which is a variable of a formula. Diagrams ask for smaller ones first.
pub type Track = u32;

/// A node, or a state at the end of a diagram.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Ref(u32);

const LEAF: u32 = 1 << 31;

impl Ref {
    /// What is not known yet, in tables.
    pub(crate) const NONE: Ref = Ref(u32::MAX);

    pub(crate) fn leaf(state: u32) -> Ref {
        debug_assert!(state < LEAF - 1);
        Ref(state | LEAF)
    }

    /// The state, if this is the end of a diagram.
    #[inline]
    pub(crate) fn state(self) -> Option<u32> {
        (self.0 & LEAF != 0).then_some(self.0 & !LEAF)
    }

    /// A number by which references are ordered.
    #[inline]
    pub(crate) fn index_or_state(self) -> u32 {
        self.0
    }

    /// The place of a node in its list.
    #[inline]
    pub(crate) fn index(self) -> usize {
        debug_assert!(self.0 & LEAF == 0);
        self.0 as usize
    }
}

/// A question for one bit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Node {
    pub(crate) track: Track,
    pub(crate) low: Ref,
    pub(crate) high: Ref,
}

/// A growing list of nodes without repetitions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Diagrams {
    pub(crate) nodes: Vec<Node>,
    unique: FxHashMap<Node, Ref>,
}

impl Diagrams {
    /// The node that asks for a bit, or nothing where the bit does not matter.
    pub(crate) fn node(&mut self, track: Track, low: Ref, high: Ref) -> Ref {
        if low == high {
            return low;
        }
        let node = Node { track, low, high };
        let next = Ref(small(self.nodes.len()));
        let found = *self.unique.entry(node).or_insert(next);
        if found == next {
            self.nodes.push(node);
        }
        found
    }

    /// The diagram that asks for `track` first, although `low` and `high` may ask for smaller ones
    /// or for the same.
    pub(crate) fn choose(&mut self, track: Track, low: Ref, high: Ref) -> Ref {
        let top = |r: Ref, nodes: &[Node]| match r.state() {
            Some(_) => Track::MAX,
            None => nodes[r.index()].track,
        };
        let first = top(low, &self.nodes).min(top(high, &self.nodes));
        if first > track {
            return self.node(track, low, high);
        }
        let (low0, low1) = split(&self.nodes, low, first);
        let (high0, high1) = split(&self.nodes, high, first);
        if first == track {
            return self.node(track, low0, high1);
        }
        let low = self.choose(track, low0, high0);
        let high = self.choose(track, low1, high1);
        self.node(first, low, high)
    }

    /// Memory in use, as far as it grows. O(1).
    pub(crate) fn bytes(&self) -> u64 {
        (self.nodes.capacity() * size_of::<Node>() + self.unique.capacity() * 17) as u64
    }
}

/// The two halves of a diagram by the bit of `track`, which is at its top or does not occur.
#[inline]
pub(crate) fn split(nodes: &[Node], r: Ref, track: Track) -> (Ref, Ref) {
    match r.state() {
        Some(_) => (r, r),
        None => {
            let node = nodes[r.index()];
            if node.track == track { (node.low, node.high) } else { (r, r) }
        }
    }
}

/// The track at the top of one of two diagrams.
#[inline]
pub(crate) fn first_track(a: (&[Node], Ref), b: (&[Node], Ref)) -> Option<Track> {
    let top = |(nodes, r): (&[Node], Ref)| match r.state() {
        Some(_) => Track::MAX,
        None => nodes[r.index()].track,
    };
    Some(top(a).min(top(b))).filter(|&track| track != Track::MAX)
}
