//! Drafts on the sites of a board: what is read as masks, what is written as masks.

use crate::expand::{Counted, Draft, Map, NONE, Touched, states};
use crate::geometry::Board;
use crate::word::Word;

/// One way to make a move at one place of the board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Placement<W> {
    /// Sites and the states that they must have, in the order of the pattern.
    pub reads: Vec<(u32, usize)>,
    /// So many sites of a mask must have one of these states.
    pub counts: Vec<(u32, W, u32, u32)>,
    pub writes: Writes<W>,
    /// All sites that are read or written.
    pub cells: W,
    pub nothing_falls: bool,
    /// Where it begins and where its stages end.
    pub path: Vec<usize>,
}

/// What a move writes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct Writes<W> {
    /// Sites that get a new state whatever they were.
    pub clear: W,
    /// Their states; those without a cell are not listed.
    pub put: Vec<(u8, W)>,
    /// Sites whose new state depends on the old one.
    pub maps: Vec<(Map, W)>,
}

impl<W: Word> Writes<W> {
    /// The planes of a position after the move, made so many sites higher up.
    #[inline]
    pub fn apply<const N: usize>(&self, planes: &[W; N], place: usize) -> [W; N] {
        let keep = !self.clear.up(place);
        let mut after = planes.map(|plane| plane & keep);
        for &(state, mask) in &self.put {
            after[state as usize % N] |= mask.up(place);
        }
        for (map, mask) in &self.maps {
            let mask = mask.up(place);
            after = after.map(|plane| plane & !mask);
            for state in 0..N {
                let to = map[state];
                if to != NONE {
                    after[to as usize % N] |= planes[state] & mask;
                }
            }
        }
        after
    }

    /// The same moved down by some sites.
    pub fn down(&self, by: usize) -> Self {
        Writes {
            clear: self.clear.down(by),
            put: self.put.iter().map(|&(state, mask)| (state, mask.down(by))).collect(),
            maps: self.maps.iter().map(|&(map, mask)| (map, mask.down(by))).collect(),
        }
    }

    fn add(&mut self, cell: &Touched, site: W) {
        let mut results = states(cell.was).map(|s| cell.map[s as usize]);
        let first = results.next();
        let constant = cell.was >> NONE & 1 == 0 && results.all(|s| Some(s) == first);
        match first {
            Some(state) if constant => {
                self.clear |= site;
                if state == NONE {
                    return;
                }
                match self.put.iter_mut().find(|(s, _)| *s == state) {
                    Some((_, mask)) => *mask |= site,
                    None => self.put.push((state, site)),
                }
            }
            _ => match self.maps.iter_mut().find(|(map, _)| *map == cell.map) {
                Some((_, mask)) => *mask |= site,
                None => self.maps.push((cell.map, site)),
            },
        }
    }
}

impl<W: Word> Default for Placement<W> {
    fn default() -> Self {
        Placement {
            reads: Vec::new(),
            counts: Vec::new(),
            writes: Writes { clear: W::ZERO, put: Vec::new(), maps: Vec::new() },
            cells: W::ZERO,
            nothing_falls: false,
            path: Vec::new(),
        }
    }
}

/// A draft with its cells moved by rows and columns, if that is on the board: what lies outside
/// has no cell, so it fits where no cell is accepted, and nothing is written there.
pub(crate) fn placed<W: Word>(
    draft: &Draft,
    board: &Board,
    (down, right): (i16, i16),
) -> Option<Placement<W>> {
    let site = |at: &(i16, i16)| board.site((at.0 + down, at.1 + right));
    let mut placement = Placement::default();
    for cell in &draft.cells {
        let Some(site) = site(&cell.at) else {
            if cell.was >> NONE & 1 == 1 {
                continue;
            }
            return None;
        };
        let bit = W::bit(site);
        if cell.was != crate::expand::ANY {
            placement.reads.push((cell.was, site));
        }
        placement.cells |= bit;
        if cell.changes() {
            placement.writes.add(cell, bit);
        }
    }
    for Counted { at, set, least, most } in &draft.counted {
        let mask = at.iter().filter_map(site).fold(W::ZERO, |mask, site| mask | W::bit(site));
        if mask.count() < *least {
            return None;
        }
        placement.counts.push((*set, mask, *least, *most));
        placement.cells |= mask;
    }
    placement.path = draft.path.iter().filter_map(site).collect();
    placement.nothing_falls = draft.nothing_falls;
    placement.writes.put.sort_unstable();
    placement.writes.maps.sort_unstable();
    Some(placement)
}
