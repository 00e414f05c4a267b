//! Drafts on the sites of a board, with masks for the states that are read and written.

use ishitori_values::LimitReached;

use crate::ast::{BoardKind, Place};
use crate::components::Distinct;
use crate::error::{MAX_PLACEMENTS, MAX_SETS, SetUpError};
use crate::expand::{CountCondition, Map, MoveDraft, NONE, TouchedCell, states};
use crate::geometry::{At, Board};
use crate::limits::{Limits, list_bytes};
use crate::program::Tests;
use crate::word::Word;

/// One way to make a move at one place of the board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Placement<W> {
    /// The conditions, in the order of the pattern.
    pub tests: Tests<W>,
    pub writes: Writes<W>,
    /// All sites that are read or written.
    pub cells: W,
    pub nothing_falls: bool,
    /// Where it begins and where its stages end.
    pub path: Box<[u8]>,
}

impl<W: Word> Placement<W> {
    /// The bytes that it takes.
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.tests.heap_bytes()
            + list_bytes::<u8>(self.path.len())
            + list_bytes::<(u8, W)>(self.writes.put.len())
            + list_bytes::<(Map, W)>(self.writes.maps.len())
    }
}

/// The sets of states that placements look at, by number.
#[derive(Default)]
pub(crate) struct Sets(pub Vec<u32>);

impl Sets {
    /// The number of a set, which is put on the list if it is new.
    fn number(&mut self, set: u32) -> Result<u16, SetUpError> {
        if let Some(place) = self.0.iter().position(|&known| known == set) {
            return Ok(place as u16);
        }
        if self.0.len() == MAX_SETS {
            return Err(SetUpError::TooManySets);
        }
        self.0.push(set);
        Ok((self.0.len() - 1) as u16)
    }
}

/// The states that a move writes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Writes<W> {
    /// Sites that get a new state whatever they were.
    pub clear: W,
    /// Their states; those without a cell are not listed.
    pub put: Box<[(u8, W)]>,
    /// Sites whose new state depends on the old one.
    pub maps: Box<[(Map, W)]>,
}

impl<W: Word> Writes<W> {
    /// The planes of a position after the move, shifted by a number of sites.
    #[inline]
    pub fn apply<const N: usize>(&self, planes: &[W; N], place: usize) -> [W; N] {
        let keep = !self.clear.up(place);
        let mut after = planes.map(|plane| plane & keep);
        for &(state, mask) in &*self.put {
            after[state as usize % N] |= mask.up(place);
        }
        for (map, mask) in &*self.maps {
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
}

/// The states that a move writes, cell by cell.
struct Writing<W> {
    clear: W,
    put: Vec<(u8, W)>,
    maps: Vec<(Map, W)>,
}

impl<W: Word> Writing<W> {
    fn add(&mut self, cell: &TouchedCell, site: W) {
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

    fn done(mut self) -> Writes<W> {
        self.put.sort_unstable();
        self.maps.sort_unstable();
        Writes { clear: self.clear, put: self.put.into(), maps: self.maps.into() }
    }
}

/// A draft with its cells moved by rows and columns, if that is on the board: what lies outside
/// has no cell, so it fits where no cell is accepted, and nothing is written there.
fn placed<W: Word>(
    draft: &MoveDraft,
    board: &Board,
    (down, right): (i16, i16),
    sets: &mut Sets,
) -> Result<Option<Placement<W>>, SetUpError> {
    let site = |at: &(i16, i16)| board.site((at.0 + down, at.1 + right));
    // Most places are outside the board for some cell that must be there.
    if draft.cells.iter().any(|cell| cell.was >> NONE & 1 == 0 && site(&cell.at).is_none()) {
        return Ok(None);
    }
    let mut writing = Writing { clear: W::ZERO, put: Vec::new(), maps: Vec::new() };
    let mut reads = Vec::with_capacity(draft.cells.len());
    let mut counts = Vec::with_capacity(draft.counted.len());
    let mut cells = W::ZERO;
    for cell in &draft.cells {
        let Some(site) = site(&cell.at) else { continue };
        let bit = W::bit(site);
        if cell.was != crate::expand::ANY {
            reads.push((sets.number(cell.was)?, site as u8));
        }
        cells |= bit;
        if cell.changes() {
            writing.add(cell, bit);
        }
    }
    for CountCondition { at, set, least, most } in &draft.counted {
        let mask = at.iter().filter_map(site).fold(W::ZERO, |mask, site| mask | W::bit(site));
        if mask.count() < *least {
            return Ok(None);
        }
        counts.push((sets.number(*set)?, mask, *least, *most));
        cells |= mask;
    }
    let path = draft.path.iter().filter_map(site).map(|site| site as u8).collect();
    Ok(Some(Placement {
        tests: Tests { reads: reads.into(), counts: counts.into() },
        writes: writing.done(),
        cells,
        nothing_falls: draft.nothing_falls,
        path,
    }))
}

/// All placements of a list of drafts, where the text allows them. Their memory is reserved.
pub(crate) fn all_placed<W: Word>(
    drafts: &[MoveDraft],
    place: Option<&Place>,
    board: &Board,
    sets: &mut Sets,
    limits: &mut Limits<'_>,
) -> Result<Vec<Placement<W>>, SetUpError> {
    let mut all: Vec<Placement<W>> = Vec::new();
    for draft in drafts {
        let mut put = |by: (i16, i16)| -> Result<(), SetUpError> {
            limits.work(draft.length() + 1)?;
            let Some(placement) = placed(draft, board, by, sets)? else { return Ok(()) };
            if let Some(place) = place {
                let (from, to) = draft.ends;
                let moved = |at: At| (at.0 + by.0, at.1 + by.1);
                limits.work(16)?;
                if !place.holds(board, moved(from), moved(to)).map_err(SetUpError::Fault)? {
                    return Ok(());
                }
            }
            limits.take(placement.bytes() + size_of::<Placement<W>>())?;
            all.push(placement);
            match all.len() > MAX_PLACEMENTS {
                true => Err(SetUpError::TooManyPlacements),
                false => Ok(()),
            }
        };
        if board.kind == BoardKind::Graph {
            put((0, 0))?;
            continue;
        }
        // A cell that must be there goes to every site in turn.
        let pivot = draft.cells.iter().find(|cell| cell.was >> NONE & 1 == 0);
        let Some(pivot) = pivot else { continue };
        for row in 0..board.rows as i16 {
            for column in 0..board.columns as i16 {
                put((row - pivot.at.0, column - pivot.at.1))?;
            }
        }
    }
    Ok(all)
}

/// Placements of which no two do the same.
pub(crate) fn distinct<W: Word>(
    placements: Vec<Placement<W>>,
    limits: &mut Limits<'_>,
) -> Result<Vec<Placement<W>>, LimitReached> {
    let sorted = |one: &Placement<W>| {
        let mut reads = one.tests.reads.clone();
        reads.sort_unstable();
        reads
    };
    let mut seen = Distinct::default();
    let mut all: Vec<Placement<W>> = Vec::new();
    for placement in placements {
        limits.work(2 * placement.tests.reads.len() + 8)?;
        let reads = sorted(&placement);
        let Placement { tests, writes, cells, nothing_falls, .. } = &placement;
        let key = (&reads, &tests.counts, writes, cells, nothing_falls);
        let same = |place: usize| {
            let Placement { tests, writes, cells, nothing_falls, .. } = &all[place];
            let others = (&tests.counts, writes, cells, nothing_falls);
            others == (key.1, key.2, key.3, key.4) && sorted(&all[place]) == reads
        };
        if seen.place(&key, same).is_some() {
            limits.give_back(placement.bytes() + size_of::<Placement<W>>());
            continue;
        }
        limits.take(Distinct::BYTES)?;
        all.push(placement);
    }
    limits.give_back(all.len() * Distinct::BYTES);
    Ok(all)
}
