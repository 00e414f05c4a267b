//! Components of a position: the independent parts into which it falls, for any text.
//!
//! **What may ever happen.** For each site let *may* be the least set of states that contains the
//! present one and, for every placement of either player all of whose tests *may* hold (each site
//! that is read may have a state of the set that is asked for), the states that it writes there.
//! Such placements are *live*.
//!
//! *Claim 1.* Whatever is played from here, by whomever, every site always has a state of its
//! *may*, and only live placements are ever made. By induction over the moves: if all sites have
//! states of their *may*, then the tests of a placement that can be made now may hold, so it is
//! live, and what it writes is in *may*. (Counts of neighbours are taken to hold if enough of them may
//! be in the set; that is implied by holding.) Rules that forbid a move only remove moves.
//!
//! **Components.** Call a site *fixed* if no live placement writes it. Join the other sites of
//! each live placement (and of each forbidden pattern that may come about), and let the component
//! K of a class be the sites of its live placements. The position p_K has the states of p on K
//! and no cell elsewhere.
//!
//! *Claim 2.* If every placement that is live in p_K is live in p, then p is the sum of the p_K.
//! A live placement P of p writes only sites of one class K, and all its sites are in K, so its
//! tests give the same answer in p and in p_K as long as the sites of K have the same states in both;
//! moves in other components write no site of K: sites that are not fixed belong to one class only, and
//! fixed ones are never written. The same holds for forbidden patterns, which are examined only
//! where a move changes something. Conversely a move in p_K is live in p and thus one of p. So
//! moves in p are moves in exactly one p_K. A class without live placement never moves: it is 0.
//!
//! *The condition of claim 2* holds of itself if no set that is asked for contains "no cell": in p_K fewer
//! sites have states, so *may* is smaller everywhere, and so are the live placements. If a text
//! asks for cells that are not there (`$`, `no neighbour is x`), a dropped cell could enable
//! something. Then placements all of whose other tests may hold are joined as well and their sites kept,
//! and the condition is checked; where it fails, the position is not taken apart.
//!
//! **Global rules.** Where what is loose falls, or groups need liberties, components are those of
//! the graph of sites that are there (joined also by placements whose sites are all there), cut at the
//! ground, which stays: what a site is connected to is decided in its component. Ground that some
//! placement could write is not cut. Where connected parts of one kind disappear, whether a part does is seen in
//! the part; a component is made of whole parts, and a move changes nothing outside its component.

use std::hash::{Hash, Hasher};

use ishitori_values::LimitReached;
use rustc_hash::{FxHashMap, FxHasher};

use crate::component_families::PlacementFamilies;
use crate::error::MAX_SETS;
use crate::expand::{Map, NONE};
use crate::limits::{Limits, list_bytes};
use crate::placement::Placement;
use crate::program::{Program, Tests};
use crate::rules::{Planes, Rules};
use crate::word::Word;

/// All placements that read the same, of both players.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Leaf<W> {
    pub cells: W,
    /// Sites that must have a cell.
    required: W,
    /// Sites that are written.
    pub written: W,
    /// Sites that may become no cell.
    gone: W,
    pub put: Vec<(u8, W)>,
    pub maps: Vec<(Map, W)>,
}

impl<W: Word> Leaf<W> {
    fn heap_bytes(&self) -> usize {
        list_bytes::<(u8, W)>(self.put.capacity()) + list_bytes::<(Map, W)>(self.maps.capacity())
    }

    /// The same moved down by some sites.
    pub fn down(&self, by: usize) -> Self {
        Leaf {
            cells: self.cells.down(by),
            required: self.required.down(by),
            written: self.written.down(by),
            gone: self.gone.down(by),
            put: self.put.iter().map(|&(state, mask)| (state, mask.down(by))).collect(),
            maps: self.maps.iter().map(|&(map, mask)| (map, mask.down(by))).collect(),
        }
    }
}

/// The placements of both players, for what may happen.
#[derive(Clone, Debug)]
pub(crate) struct ComponentMap<W> {
    program: Program<W>,
    leaves: Vec<Leaf<W>>,
    /// Whether some set that is asked for contains "no cell".
    asks_for_none: bool,
    /// Whether every placement writes all its sites.
    pub writes_all: bool,
    /// The leaves as families, if there are few and none asks for "no cell".
    waves: Option<PlacementFamilies<W>>,
}

impl<W: Word> ComponentMap<W> {
    /// How many tests and placements there are.
    pub fn len(&self) -> usize {
        self.program.len()
    }

    /// States of the set `unread` are read by nothing. What stays of it is reserved. O(placements · length).
    pub fn new(
        placements: &[Vec<Placement<W>>; 2],
        forbidden: &[Placement<W>],
        sets: &[u32],
        unread: u32,
        limits: &mut Limits<'_>,
    ) -> Result<Self, LimitReached> {
        let mut known = Distinct::default();
        let mut leaves: Vec<Leaf<W>> = Vec::new();
        let mut all: Vec<Tests<W>> = Vec::new();
        let mut tests_bytes = 0;
        for placement in placements.iter().flatten().chain(forbidden) {
            limits.work(placement.tests.reads.len() + 4)?;
            let mut key = placement.tests.clone();
            // The order of tests matters for speed only.
            key.reads.sort_unstable();
            let place = match known.place(&key, |place| all[place] == key) {
                Some(place) => place,
                None => {
                    let (cells, zero) = (placement.cells, W::ZERO);
                    let reads = placement.tests.reads.iter();
                    let needed = reads.filter(|(set, _)| sets[usize::from(*set)] >> NONE & 1 == 0);
                    let required = needed.fold(zero, |all, read| all | W::bit(usize::from(read.1)));
                    let (put, maps) = (Vec::new(), Vec::new());
                    let bytes = 2 * size_of::<Tests<W>>() + key.heap_bytes() + Distinct::BYTES;
                    tests_bytes += bytes;
                    limits.take(bytes + 2 * size_of::<Leaf<W>>())?;
                    leaves.push(Leaf { cells, required, written: zero, gone: zero, put, maps });
                    all.push(key);
                    leaves.len() - 1
                }
            };
            let leaf = &mut leaves[place];
            let before = leaf.heap_bytes();
            let writes = &placement.writes;
            leaf.cells |= placement.cells;
            leaf.written |= writes.clear;
            let put = writes.put.iter().fold(W::ZERO, |all, &(_, mask)| all | mask);
            leaf.gone |= writes.clear & !put;
            for &(state, mask) in &*writes.put {
                match leaf.put.iter_mut().find(|(s, _)| *s == state) {
                    Some((_, all)) => *all |= mask,
                    None => leaf.put.push((state, mask)),
                }
            }
            for &(map, mask) in &*writes.maps {
                limits.work(leaf.maps.len())?;
                leaf.written |= mask;
                if !leaf.maps.contains(&(map, mask)) {
                    leaf.maps.push((map, mask));
                }
            }
            limits.take(leaf.heap_bytes() - before)?;
        }
        drop(known);
        let asks_for_none = all
            .iter()
            .flat_map(|one| &one.reads)
            .any(|&(set, _)| sets[usize::from(set)] >> NONE & 1 == 1);
        let writes_all = leaves.iter().all(|leaf| leaf.cells == leaf.written);
        let waves = match asks_for_none {
            true => None,
            false => PlacementFamilies::new(&leaves, &all, unread, limits)?,
        };
        let program = Program::new(&all.iter().collect::<Vec<_>>(), limits)?;
        limits.give_back(tests_bytes);
        Ok(ComponentMap { program, leaves, asks_for_none, writes_all, waves })
    }
}

/// Numbers of things that are compared by their hashes first: less than half of the memory of a table with the things
/// themselves as keys.
#[derive(Default)]
pub(crate) struct Distinct {
    /// The last thing with a hash.
    last: FxHashMap<u64, u32>,
    /// For each thing the one before with the same hash, or `u32::MAX`.
    before: Vec<u32>,
}

impl Distinct {
    /// About the memory for one thing.
    pub const BYTES: usize = 40;

    /// The number of a thing that is known; otherwise the next number is given to it.
    pub fn place(&mut self, key: &impl Hash, same: impl Fn(usize) -> bool) -> Option<usize> {
        let mut hasher = FxHasher::default();
        key.hash(&mut hasher);
        let new = self.before.len() as u32;
        let entry = self.last.entry(hasher.finish()).or_insert(u32::MAX);
        let mut at = *entry;
        while at != u32::MAX {
            if same(at as usize) {
                return Some(at as usize);
            }
            at = self.before[at as usize];
        }
        self.before.push(std::mem::replace(entry, new));
        None
    }
}

/// Classes of sites: those that are joined, and all that belong to them.
struct Classes<W> {
    classes: Vec<(W, W)>,
}

impl<W: Word> Classes<W> {
    #[inline]
    fn join(&mut self, mut joined: W, mut cells: W) {
        let mut at = 0;
        while at < self.classes.len() {
            let (other, all) = self.classes[at];
            if (other & joined).is_empty() {
                at += 1;
                continue;
            }
            if joined & !other == W::ZERO {
                self.classes[at].1 |= cells;
                return;
            }
            joined |= other;
            cells |= all;
            self.classes.swap_remove(at);
        }
        self.classes.push((joined, cells));
    }
}

impl<W: Word, const N: usize> Rules<W, N> {
    /// Passes the components of a position, as the module says.
    pub(crate) fn split(&self, position: &Planes<W, N>, mut sink: impl FnMut(Planes<W, N>)) {
        let planes = &position.0;
        if self.game.settles() || !self.game.liberties.is_empty() {
            return self.split_by_contact(planes, sink);
        }
        if let Some(waves) = &self.component_map.waves {
            return self.split_in_waves(waves, planes, sink);
        }
        let (may, gone, live) = self.may(planes);
        let classes = self.classes(&may, gone, &live, planes);
        if classes.classes.is_empty() {
            return;
        }
        if self.component_map.asks_for_none {
            let kept = |&(_, cells): &(W, W)| planes.map(|plane| plane & cells);
            let sound = classes.classes.iter().map(kept).all(|part| {
                let (_, _, inside) = self.may(&part);
                inside.iter().all(|leaf| live.contains(leaf))
            });
            if !sound {
                return sink(self.cornered(&self.without_unread(planes)));
            }
        }
        for &(_, cells) in &classes.classes {
            let part = planes.map(|plane| plane & cells);
            sink(self.cornered(&self.without_unread(&part)));
        }
    }

    /// The states that nothing reads are as good as no cell.
    #[inline]
    pub(crate) fn without_unread(&self, planes: &[W; N]) -> [W; N] {
        let mut kept = *planes;
        if self.unread != 0 {
            for (state, plane) in kept.iter_mut().enumerate() {
                if self.unread >> state & 1 == 1 {
                    *plane = W::ZERO;
                }
            }
        }
        kept
    }

    /// The states that each site may ever have, which sites may lose their cell, and the live placements.
    fn may(&self, planes: &[W; N]) -> ([W; N], W, Vec<u32>) {
        let map = &self.component_map;
        let mut may = *planes;
        let mut gone = !planes.iter().fold(W::ZERO, |all, &plane| all | plane);
        let mut live: Vec<u32> = Vec::with_capacity(32);
        loop {
            let (before, gone_before) = (may, gone);
            let unions = self.unions_with::<MAX_SETS>(&may, gone);
            live.clear();
            map.program.run_possible(&unions, |leaf| {
                live.push(leaf as u32);
                let leaf = &map.leaves[leaf];
                gone |= leaf.gone;
                for &(state, mask) in &leaf.put {
                    may[state as usize] |= mask;
                }
                for (map, mask) in &leaf.maps {
                    for state in 0..N {
                        match map[state] {
                            NONE => gone |= before[state] & *mask,
                            to => may[to as usize] |= before[state] & *mask,
                        }
                    }
                }
            });
            // A cell that goes enables something only if no cell is asked for.
            let grown = before
                .iter()
                .zip(&may)
                .enumerate()
                .any(|(state, (old, new))| old != new && self.unread >> state & 1 == 0);
            if !grown && (gone == gone_before || !map.asks_for_none) {
                return (may, gone, live);
            }
        }
    }

    fn classes(&self, may: &[W; N], gone: W, live: &[u32], planes: &[W; N]) -> Classes<W> {
        let map = &self.component_map;
        let mut classes = Classes { classes: Vec::with_capacity(8) };
        if map.writes_all {
            for &leaf in live {
                let cells = map.leaves[leaf as usize].cells;
                classes.join(cells, cells);
            }
            return classes;
        }
        let written = |written: W, leaf: &u32| written | map.leaves[*leaf as usize].written;
        let varies = live.iter().fold(W::ZERO, written);
        for &leaf in live {
            let cells = map.leaves[leaf as usize].cells;
            if !(cells & varies).is_empty() {
                classes.join(cells & varies, cells);
            }
        }
        if map.asks_for_none {
            let there = planes.iter().fold(W::ZERO, |all, &plane| all | plane);
            let mut unions: [W; MAX_SETS] = self.unions_with(may, gone);
            for (union, &set) in unions.iter_mut().zip(&self.sets) {
                if set >> NONE & 1 == 1 {
                    *union = !W::ZERO;
                }
            }
            map.program.run_possible(&unions, |leaf| {
                let cells = map.leaves[leaf].cells & there;
                let joined = cells & varies;
                // What has no live placement is not a class of its own.
                if classes.classes.iter().any(|&(class, _)| !(class & joined).is_empty()) {
                    classes.join(joined, cells);
                }
            });
        }
        classes
    }

    /// Components where what matters is who touches whom.
    fn split_by_contact(&self, planes: &[W; N], mut sink: impl FnMut(Planes<W, N>)) {
        let there = planes.iter().fold(W::ZERO, |all, &plane| all | plane);
        let written =
            self.component_map.leaves.iter().fold(W::ZERO, |all, leaf| all | leaf.written);
        let ground = match self.game.loose && !self.game.one_kind {
            true => self.ground & there & !written,
            false => W::ZERO,
        };
        let free = there & !ground;
        let touching = if self.game.settles() { &self.link } else { &self.near };
        let mut left = free;
        let mut classes = Classes { classes: Vec::new() };
        while !left.is_empty() {
            let mut part = W::bit(left.lowest());
            let mut new = part;
            while !new.is_empty() {
                let reached = new.sites().fold(W::ZERO, |all, site| all | touching[site]);
                new = reached & free & !part;
                part |= new;
            }
            left &= !part;
            classes.join(part, part);
        }
        for leaf in &self.component_map.leaves {
            let cells = leaf.cells & free;
            if leaf.required & !there == W::ZERO && !cells.is_empty() {
                classes.join(cells, cells);
            }
        }
        for &(_, cells) in &classes.classes {
            let reached = cells.sites().fold(W::ZERO, |all, site| all | touching[site]);
            let kept = cells | (reached & ground);
            let part = planes.map(|plane| plane & kept);
            // Nothing to move is worth nothing.
            let unions: [W; MAX_SETS] = self.unions(&part);
            let mut moves = false;
            for program in &self.programs {
                program.run(&unions, |_| moves = true);
            }
            if moves {
                sink(self.cornered(&part));
            }
        }
    }
}
