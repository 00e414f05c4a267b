//! The smallest automaton of a set.
//!
//! Classes of states are refined until states of a class have the same transitions between
//! classes (E. F. Moore, *Gedanken-experiments on sequential machines*, 1956). A round maps every
//! diagram to one whose ends are classes; by sharing, equal transitions are equal references.

use ishitori_values::LimitReached;
use rustc_hash::FxHashMap;

use crate::automaton::Automaton;
use crate::diagram::{Diagrams, Node, Ref};
use crate::numbers::small;
use crate::work::Work;

/// The minimal automaton of the same set, its states numbered by breadth. O(rounds · nodes).
pub(crate) fn minimise(raw: &Automaton, work: &mut Work<'_>) -> Result<Automaton, LimitReached> {
    let mut class: Vec<u32> = raw.accepting.iter().map(|&a| u32::from(a)).collect();
    let mut count = class.iter().any(|&c| c != class[0]) as usize + 1;
    if count == 1 {
        class.fill(0);
    }
    loop {
        let mut round = RoundOfClasses::new(&raw.nodes, &class);
        let mut signatures: FxHashMap<(u32, Ref), u32> = FxHashMap::default();
        let mut refined = Vec::with_capacity(class.len());
        for (state, &root) in raw.roots.iter().enumerate() {
            let signature = (class[state], round.map(root));
            let next = small(signatures.len());
            refined.push(*signatures.entry(signature).or_insert(next));
            if state.is_multiple_of(1 << 14) {
                work.look(raw.states(), round.diagrams.bytes() + raw.bytes())?;
            }
        }
        let finer = signatures.len();
        class = refined;
        if finer == count {
            break;
        }
        count = finer;
    }
    // One state for each class, in the order of breadth from the beginning.
    let mut representative = vec![usize::MAX; count];
    for (state, &c) in class.iter().enumerate() {
        if representative[c as usize] == usize::MAX {
            representative[c as usize] = state;
        }
    }
    let mut number = vec![u32::MAX; count];
    let mut order = vec![class[0]];
    number[class[0] as usize] = 0;
    let mut seen = vec![false; raw.nodes.len()];
    let mut at = 0;
    while at < order.len() {
        let root = raw.roots[representative[order[at] as usize]];
        leaves(&raw.nodes, root, &mut seen, &mut |state| {
            let c = class[state as usize];
            if number[c as usize] == u32::MAX {
                number[c as usize] = small(order.len());
                order.push(c);
            }
        });
        at += 1;
    }
    let numbered: Vec<u32> = class.iter().map(|&c| number[c as usize]).collect();
    let mut round = RoundOfClasses::new(&raw.nodes, &numbered);
    let mut roots = Vec::with_capacity(order.len());
    let mut accepting = Vec::with_capacity(order.len());
    let (mut dead, mut full) = (None, None);
    for (state, &c) in order.iter().enumerate() {
        let of = representative[c as usize];
        let root = round.map(raw.roots[of]);
        if root == Ref::leaf(small(state)) {
            match raw.accepting[of] {
                true => full = Some(small(state)),
                false => dead = Some(small(state)),
            }
        }
        roots.push(root);
        accepting.push(raw.accepting[of]);
    }
    let nodes = round.diagrams.nodes;
    let used = |track| nodes.iter().any(|node| node.track == track);
    let tracks = raw.tracks.iter().copied().filter(|&track| used(track)).collect();
    let base = raw.base.clone();
    Ok(Automaton { tracks, nodes, roots, accepting, dead, full, base })
}

/// Diagrams with their ends replaced by classes.
struct RoundOfClasses<'r> {
    nodes: &'r [Node],
    class: &'r [u32],
    moved: Vec<Ref>,
    diagrams: Diagrams,
}

impl<'r> RoundOfClasses<'r> {
    fn new(nodes: &'r [Node], class: &'r [u32]) -> Self {
        RoundOfClasses {
            nodes,
            class,
            moved: vec![Ref::NONE; nodes.len()],
            diagrams: Diagrams::default(),
        }
    }

    fn map(&mut self, r: Ref) -> Ref {
        match r.state() {
            Some(state) => Ref::leaf(self.class[state as usize]),
            None if self.moved[r.index()] != Ref::NONE => self.moved[r.index()],
            None => {
                let node = self.nodes[r.index()];
                let (low, high) = (self.map(node.low), self.map(node.high));
                let moved = self.diagrams.node(node.track, low, high);
                self.moved[r.index()] = moved;
                moved
            }
        }
    }
}

/// Calls `found` for the states at the ends of a diagram, for each node once ever.
fn leaves(nodes: &[Node], r: Ref, seen: &mut [bool], found: &mut impl FnMut(u32)) {
    match r.state() {
        Some(state) => found(state),
        None if std::mem::replace(&mut seen[r.index()], true) => {}
        None => {
            let node = nodes[r.index()];
            leaves(nodes, node.low, seen, found);
            leaves(nodes, node.high, seen, found);
        }
    }
}
