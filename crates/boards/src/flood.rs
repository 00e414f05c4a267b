//! Components as in [`joint`](crate::joint), for all places of a family of placements at once.

use ishitori_values::LimitReached;

use crate::expand::{Map, NONE};
use crate::family::{FEW_SETS, MOST_FAMILIES, Shape, families, lowest, shifted};
use crate::joint::Leaf;
use crate::limits::Limits;
use crate::program::Tests;
use crate::rules::{Planes, Rules};
use crate::word::Word;

/// Placements of both players that read and write the same but for where they lie; all sites as distances from the place.
#[derive(Clone, Debug)]
pub(crate) struct Wave<W> {
    shape: Shape<W>,
    /// All sites but the place itself, which is the lowest.
    others: Vec<u8>,
    written: Vec<u8>,
    put: Vec<(u8, u8)>,
    maps: Vec<(Map, u8)>,
}

impl<W: Word> Wave<W> {
    /// The families of these leaves, if there are few. O(leaves).
    pub fn all(
        leaves: &[Leaf<W>],
        tests: &[Tests<W>],
        limits: &mut Limits<'_>,
    ) -> Result<Option<Vec<Wave<W>>>, LimitReached> {
        let items = leaves.iter().zip(tests).map(|(leaf, tests)| {
            let place = lowest(leaf.cells);
            (place, shifted(tests, place), leaf.down(place))
        });
        let wave = |(shape, leaf): (Shape<W>, Leaf<W>)| {
            let distances = |mask: W| mask.sites().map(|site| site as u8).collect();
            Wave {
                shape,
                others: distances(leaf.cells & !W::bit(0)),
                written: distances(leaf.written),
                put: pairs(&leaf.put),
                maps: pairs(&leaf.maps),
            }
        };
        Ok(families(items, limits)?.map(|found| found.into_iter().map(wave).collect()))
    }

    /// The sites of the placements at some places.
    #[inline]
    fn sites(&self, places: W) -> W {
        // Most are dominoes.
        match *self.others {
            [d] => places | places.up(d as usize),
            ref others => others.iter().fold(places, |all, &d| all | places.up(d as usize)),
        }
    }

    /// The places of placements that have some site of a set.
    #[inline]
    fn touching(&self, sites: W) -> W {
        match *self.others {
            [d] => sites | sites.down(d as usize),
            ref others => others.iter().fold(sites, |all, &d| all | sites.down(d as usize)),
        }
    }

    /// What the placements at some places write.
    #[inline]
    fn written(&self, places: W) -> W {
        self.written.iter().fold(W::ZERO, |all, &d| all | places.up(d as usize))
    }
}

/// What is said of masks, of each of their sites.
fn pairs<T: Copy, W: Word>(of: &[(T, W)]) -> Vec<(T, u8)> {
    of.iter().flat_map(|&(what, mask)| mask.sites().map(move |site| (what, site as u8))).collect()
}

impl<W: Word, const N: usize> Rules<W, N> {
    /// Passes the components of a position of a text that nowhere asks for cells that are not there.
    #[inline]
    pub(crate) fn split_in_waves(
        &self,
        waves: &[Wave<W>],
        planes: &[W; N],
        mut sink: impl FnMut(Planes<W, N>),
    ) {
        let live = self.live(waves, planes);
        // The sites that are not fixed: classes are made of these.
        let writes_all = self.joint.writes_all;
        let varies = waves.iter().zip(&live).fold(W::ZERO, |all, (wave, &places)| {
            all | if writes_all { wave.sites(places) } else { wave.written(places) }
        });
        let mut left = varies;
        while !left.is_empty() {
            let mut part = W::bit(left.lowest());
            let mut cells = part;
            // Rounds until nothing is added; a class that has all that is left needs none to see it.
            loop {
                let before = part;
                for (wave, &live) in waves.iter().zip(&live) {
                    cells |= wave.sites(wave.touching(part) & live);
                    part = cells & varies;
                }
                if part == before || (part == left && writes_all) {
                    break;
                }
            }
            left &= !part;
            let part = planes.map(|plane| plane & cells);
            sink(self.cornered(&self.without_unread(&part)));
        }
    }

    /// The live places of each family: *may* of all sites at once.
    #[inline]
    fn live(&self, waves: &[Wave<W>], planes: &[W; N]) -> [W; MOST_FAMILIES] {
        let mut may = *planes;
        let mut live = [W::ZERO; MOST_FAMILIES];
        loop {
            let before = may;
            // Nothing asks for sites without a cell.
            let unions: [W; FEW_SETS] = self.unions_with(&before, W::ZERO);
            for (wave, live) in waves.iter().zip(&mut live) {
                let places = wave.shape.possible(&unions);
                *live = places;
                for &(state, distance) in &wave.put {
                    may[state as usize % N] |= places.up(distance as usize);
                }
                for (map, distance) in &wave.maps {
                    for state in 0..N {
                        if map[state] != NONE {
                            let site = places.up(*distance as usize);
                            may[map[state] as usize % N] |= before[state] & site;
                        }
                    }
                }
            }
            let states = before.iter().zip(&may).enumerate();
            let mut grown =
                states.filter(|(state, (old, new))| old != new && self.unread >> state & 1 == 0);
            if grown.next().is_none() {
                return live;
            }
        }
    }
}
