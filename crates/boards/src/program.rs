//! Placements as a program: tests of masks in the order of a tree, with jumps over subtrees.
//!
//! Placements that begin with the same tests share them, so a whole family (all lengths of a
//! rider, all shots of an amazon) is passed over with one comparison when its beginning fails.

use ishitori_values::LimitReached;

use crate::limits::{Limits, list_bytes};
use crate::word::Word;

/// A test, or a leaf.
#[derive(Clone, Debug)]
struct Node<W> {
    mask: W,
    /// Which union of planes is examined; `LEAF` for a leaf.
    set: u16,
    least: u8,
    /// `ALL` if all sites must be in the set.
    most: u8,
    /// Where to go on if the test fails; the number of a leaf.
    skip: u32,
}

const LEAF: u16 = u16::MAX;
const ALL: u8 = u8::MAX;

/// What must hold for a leaf to be reached.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Tests<W> {
    /// Sets (by number) and single sites.
    pub reads: Box<[(u16, u8)]>,
    /// Sets, masks, at least, at most.
    pub counts: Box<[Counts<W>]>,
}

/// A set by its number, sites, and how many of them at least and at most are in the set.
pub(crate) type Counts<W> = (u16, W, u32, u32);

impl<W> Tests<W> {
    /// What always holds.
    pub fn none() -> Self {
        Tests { reads: Box::default(), counts: Box::default() }
    }

    /// The bytes that they have on the heap.
    pub fn heap_bytes(&self) -> usize {
        list_bytes::<(u16, u8)>(self.reads.len()) + list_bytes::<Counts<W>>(self.counts.len())
    }
}

/// A program.
#[derive(Clone, Debug)]
pub(crate) struct Program<W> {
    nodes: Vec<Node<W>>,
}

impl<W: Word> Program<W> {
    /// Builds the program of a list of tests; leaves are numbered as listed. What stays of it is reserved. O(n log n · length).
    pub fn new(tests: &[&Tests<W>], limits: &mut Limits<'_>) -> Result<Self, LimitReached> {
        let longest = tests.iter().map(|tests| tests.reads.len()).max().unwrap_or(0);
        let bytes = list_bytes::<usize>(tests.len());
        limits.take(bytes)?;
        let order: Vec<usize> = (0..tests.len()).collect();
        let order = limits.sorted_by(order, longest / 8, |&a, &b| tests[a].cmp(tests[b]))?;
        let mut program = Program { nodes: Vec::new() };
        program.grow(tests, &order, 0, limits)?;
        program.nodes.shrink_to_fit();
        limits.give_back(bytes);
        Ok(program)
    }

    fn grow(
        &mut self,
        tests: &[&Tests<W>],
        mut leaves: &[usize],
        depth: usize,
        limits: &mut Limits<'_>,
    ) -> Result<(), LimitReached> {
        while let Some(&first) = leaves.first() {
            let Some(&test) = tests[first].reads.get(depth) else {
                self.tail(tests[first], depth, first, limits)?;
                leaves = &leaves[1..];
                continue;
            };
            let same =
                leaves.iter().take_while(|&&leaf| tests[leaf].reads.get(depth) == Some(&test));
            let (group, rest) = leaves.split_at(same.count());
            limits.work(group.len())?;
            if let [leaf] = *group {
                self.tail(tests[leaf], depth, leaf, limits)?;
            } else {
                let at = self.nodes.len();
                let mask = W::bit(usize::from(test.1));
                limits.take(2 * size_of::<Node<W>>())?;
                self.nodes.push(Node { mask, set: test.0, least: 0, most: ALL, skip: 0 });
                self.grow(tests, group, depth + 1, limits)?;
                self.nodes[at].skip = self.nodes.len() as u32;
                limits.give_back(size_of::<Node<W>>());
            }
            leaves = rest;
        }
        Ok(())
    }

    /// The rest of the tests of one leaf, sites of one set together.
    fn tail(
        &mut self,
        tests: &Tests<W>,
        depth: usize,
        leaf: usize,
        limits: &mut Limits<'_>,
    ) -> Result<(), LimitReached> {
        let start = self.nodes.len();
        let mut sets: Vec<(u16, W)> = Vec::new();
        for &(set, site) in &tests.reads[depth..] {
            let mask = W::bit(usize::from(site));
            match sets.iter_mut().find(|(s, _)| *s == set) {
                Some((_, all)) => *all |= mask,
                None => sets.push((set, mask)),
            }
        }
        limits.work(tests.reads.len() - depth + 1)?;
        limits.take((sets.len() + tests.counts.len() + 1) * size_of::<Node<W>>())?;
        let all = sets.iter().map(|&(set, mask)| Node { mask, set, least: 0, most: ALL, skip: 0 });
        self.nodes.extend(all);
        for &(set, mask, least, most) in &*tests.counts {
            let (least, most) = (least.min(200) as u8, most.min(200) as u8);
            self.nodes.push(Node { mask, set, least, most, skip: 0 });
        }
        let skip = leaf as u32;
        self.nodes.push(Node { mask: W::ZERO, set: LEAF, least: 0, most: 0, skip });
        let end = self.nodes.len();
        for node in &mut self.nodes[start..end - 1] {
            node.skip = end as u32;
        }
        Ok(())
    }

    /// How many tests and leaves there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Passes the leaves whose tests hold for these unions of planes.
    #[inline]
    pub fn run(&self, unions: &[W], mut leaf: impl FnMut(usize)) {
        let mut at = 0;
        while let Some(node) = self.nodes.get(at) {
            if node.set == LEAF {
                leaf(node.skip as usize);
                at += 1;
                continue;
            }
            let found = unions[node.set as usize] & node.mask;
            let holds = match node.most {
                ALL => found == node.mask,
                most => (u32::from(node.least)..=u32::from(most)).contains(&found.count()),
            };
            at = if holds { at + 1 } else { node.skip as usize };
        }
    }

    /// Passes the leaves whose tests may come to hold, where the unions say what each site may
    /// ever be: counts hold if enough sites may be in the set.
    #[inline]
    pub fn run_possible(&self, unions: &[W], mut leaf: impl FnMut(usize)) {
        let mut at = 0;
        while let Some(node) = self.nodes.get(at) {
            if node.set == LEAF {
                leaf(node.skip as usize);
                at += 1;
                continue;
            }
            let found = unions[node.set as usize] & node.mask;
            let holds = match node.most {
                ALL => found == node.mask,
                _ => found.count() >= u32::from(node.least),
            };
            at = if holds { at + 1 } else { node.skip as usize };
        }
    }
}
