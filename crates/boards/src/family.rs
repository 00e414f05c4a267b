//! Placements that are the same but for where they lie, tested all at once.
//!
//! A site is a bit, so a placement that is moved by some sites is one whose masks are shifted. A *family* is a shape,
//! its lowest site at bit 0, and the set of its *places*: the lowest sites of the placements that have this
//! shape. On a grid these are the translates of a pattern that fit on the board; nothing of that is used here but the bits.
//!
//! *Why this is right.* A read of the set S at distance d from the place s asks whether s + d is in the union U of
//! the planes of S, and bit s of `U >> d` is bit s + d of U. So `places & (U >> d) & …` over all reads are
//! the places whose reads hold. For a place s + d is a site, thus below the width of the word, and nothing that
//! matters falls out. In the same way a site at distance d of all places in a set P is `P << d`.

use std::hash::Hash;

use ishitori_values::LimitReached;
use rustc_hash::FxHashMap;

use crate::limits::Limits;
use crate::placement::{Placement, Writes};
use crate::program::{Counts, Tests};
use crate::word::Word;

/// The most families that are worth it: each is tested, while a [`Program`](crate::program::Program) passes over many
/// placements with one test.
pub(crate) const MOST_FAMILIES: usize = 16;

/// The most sets of states that families look at.
pub(crate) const FEW_SETS: usize = 8;

/// What the placements of a family must find, and their places.
#[derive(Clone, Debug)]
pub(crate) struct Shape<W> {
    pub places: W,
    /// Sets (by number) and distances from the place.
    pub reads: Box<[(u16, u8)]>,
    pub counts: Box<[Counts<W>]>,
}

impl<W: Word> Shape<W> {
    /// The places whose tests hold for these unions of planes.
    #[inline]
    pub fn holding(&self, unions: &[W; FEW_SETS]) -> W {
        self.places_with(unions, |found, least, most| (least..=most).contains(&found))
    }

    /// The places whose tests may come to hold, where the unions say what each site may ever be: counts hold if
    /// enough sites may be in the set.
    #[inline]
    pub fn possible(&self, unions: &[W; FEW_SETS]) -> W {
        self.places_with(unions, |found, least, _| found >= least)
    }

    #[inline]
    fn places_with(&self, unions: &[W; FEW_SETS], holds: impl Fn(u32, u32, u32) -> bool) -> W {
        let mut places = self.places;
        for &(set, distance) in &*self.reads {
            places &= unions[set as usize % FEW_SETS].down(distance as usize);
        }
        for &(set, mask, least, most) in &*self.counts {
            for place in places.sites() {
                let found = (unions[set as usize % FEW_SETS] & mask.up(place)).count();
                if !holds(found, least, most) {
                    places &= !W::bit(place);
                }
            }
        }
        places
    }
}

/// Moves of one player that are the same but for their places.
#[derive(Clone, Debug)]
pub(crate) struct Moves<W> {
    pub shape: Shape<W>,
    /// What is written at place 0.
    pub writes: Writes<W>,
    pub nothing_falls: bool,
}

/// The families of the moves of a player, if there are few. O(placements).
pub(crate) fn moves<W: Word>(
    placements: &[Placement<W>],
    limits: &mut Limits<'_>,
) -> Result<Option<Vec<Moves<W>>>, LimitReached> {
    let items = placements.iter().map(|placement| {
        let place = lowest(placement.cells);
        let writes = placement.writes.down(place);
        (place, shifted(&placement.tests, place), (writes, placement.nothing_falls))
    });
    let of = |(shape, (writes, nothing_falls))| Moves { shape, writes, nothing_falls };
    Ok(families(items, limits)?.map(|found| found.into_iter().map(of).collect()))
}

/// Families, each with what else makes them differ.
pub(crate) type Kinds<W, K> = Vec<(Shape<W>, K)>;

/// Families of things that are identified by their place, their tests and what else makes them differ, both moved
/// to place 0, in the order in which they come.
pub(crate) fn families<W: Word, K: Clone + Eq + Hash>(
    items: impl Iterator<Item = (usize, Tests<W>, K)>,
    limits: &mut Limits<'_>,
) -> Result<Option<Kinds<W, K>>, LimitReached> {
    let mut known: FxHashMap<(Tests<W>, K), usize> = FxHashMap::default();
    let mut all: Vec<(Shape<W>, K)> = Vec::new();
    for (place, tests, kind) in items {
        limits.work(tests.reads.len() + 1)?;
        let number = *known.entry((tests, kind)).or_insert_with_key(|(tests, kind)| {
            let Tests { reads, counts } = tests.clone();
            all.push((Shape { places: W::ZERO, reads, counts }, kind.clone()));
            all.len() - 1
        });
        if all.len() > MOST_FAMILIES {
            return Ok(None);
        }
        all[number].0.places |= W::bit(place);
    }
    let few = all.iter().all(|(shape, _)| {
        let sets = shape.reads.iter().map(|read| read.0).chain(shape.counts.iter().map(|c| c.0));
        sets.into_iter().all(|set| usize::from(set) < FEW_SETS)
    });
    Ok(few.then_some(all))
}

/// The lowest site of a set, or 0.
pub(crate) fn lowest<W: Word>(cells: W) -> usize {
    if cells.is_empty() { 0 } else { cells.lowest() }
}

/// Tests moved down to place 0, the lowest of their sites.
pub(crate) fn shifted<W: Word>(tests: &Tests<W>, place: usize) -> Tests<W> {
    let down = |site: u8| site.saturating_sub(place as u8);
    Tests {
        reads: tests.reads.iter().map(|&(set, site)| (set, down(site))).collect(),
        counts: tests.counts.iter().map(|&(s, m, a, b)| (s, m.down(place), a, b)).collect(),
    }
}
