//! Components as in [`components`](crate::components), for all places of a family of placements at once.

use ishitori_values::LimitReached;

use crate::components::Leaf;
use crate::expand::{Map, NONE};
use crate::family::{FEW_SETS, MOST_FAMILIES, Shape, families, lowest, shifted};
use crate::limits::Limits;
use crate::program::Tests;
use crate::rules::{Planes, Rules};
use crate::word::Word;

/// Placements of both players that read and write the same but for where they lie; all sites as distances from the place.
#[derive(Clone, Debug)]
struct PlacementFamily<W> {
    shape: Shape<W>,
    /// Which of the spans its sites are.
    span: u8,
    written: Vec<u8>,
    /// What is written of states that something reads.
    put: Vec<(u8, u8)>,
    maps: Vec<(Map, u8)>,
}

/// The sites of placements, as distances from the place, which is the lowest.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Span {
    /// All sites but the place itself.
    others: Vec<u8>,
}

/// All placements as families.
#[derive(Clone, Debug)]
pub(crate) struct PlacementFamilies<W> {
    waves: Vec<PlacementFamily<W>>,
    /// The different sites that they have; families of the same sites are joined at once.
    spans: Vec<Span>,
    /// The distances, if all spans are dominoes and there are at most two.
    dominoes: Option<[u8; 2]>,
    /// Whether nothing is written that something reads: then what may happen is seen at once.
    still: bool,
}

impl<W: Word> PlacementFamilies<W> {
    /// The families of these leaves, if there are few. States of the set `unread` are read by nothing. O(leaves).
    pub fn new(
        leaves: &[Leaf<W>],
        tests: &[Tests<W>],
        unread: u32,
        limits: &mut Limits<'_>,
    ) -> Result<Option<PlacementFamilies<W>>, LimitReached> {
        let items = leaves.iter().zip(tests).map(|(leaf, tests)| {
            let place = lowest(leaf.cells);
            (place, shifted(tests, place), leaf.down(place))
        });
        let Some(found) = families(items, limits)? else { return Ok(None) };
        let mut spans: Vec<Span> = Vec::new();
        let is_read = |state: u8| state == NONE || unread >> state & 1 == 0;
        let wave = |(shape, leaf): (Shape<W>, Leaf<W>)| {
            let distances = |mask: W| mask.sites().map(|site| site as u8).collect();
            let span = Span { others: distances(leaf.cells & !W::bit(0)) };
            let known = spans.iter().position(|known| *known == span);
            let number = known.unwrap_or_else(|| {
                spans.push(span);
                spans.len() - 1
            });
            let mut put = pairs(&leaf.put);
            put.retain(|&(state, _)| is_read(state));
            let mut maps = pairs(&leaf.maps);
            maps.retain(|(map, _)| {
                map.iter().enumerate().any(|(s, &to)| to != s as u8 && is_read(to))
            });
            PlacementFamily {
                shape,
                span: number as u8,
                written: distances(leaf.written),
                put,
                maps,
            }
        };
        let waves: Vec<PlacementFamily<W>> = found.into_iter().map(wave).collect();
        let still = waves.iter().all(|wave| wave.put.is_empty() && wave.maps.is_empty());
        let dominoes = match &*spans {
            [one] if one.others.len() == 1 => Some([one.others[0]; 2]),
            [one, two] if one.others.len() == 1 && two.others.len() == 1 => {
                Some([one.others[0], two.others[0]])
            }
            _ => None,
        };
        Ok(Some(PlacementFamilies { waves, spans, dominoes, still }))
    }
}

impl Span {
    /// The sites of the placements at some places.
    #[inline]
    fn sites<W: Word>(&self, places: W) -> W {
        self.others.iter().fold(places, |all, &d| all | places.up(d as usize))
    }

    /// The places of placements that have some site of a set.
    #[inline]
    fn touching<W: Word>(&self, sites: W) -> W {
        self.others.iter().fold(sites, |all, &d| all | sites.down(d as usize))
    }
}

impl<W: Word> PlacementFamily<W> {
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
        all: &PlacementFamilies<W>,
        planes: &[W; N],
        mut sink: impl FnMut(Planes<W, N>),
    ) {
        let live = self.live(all, planes);
        let mut pass = |cells: W| {
            let part = planes.map(|plane| plane & cells);
            sink(self.cornered(&self.without_unread(&part)));
        };
        let mut joined = [W::ZERO; MOST_FAMILIES];
        for (wave, &places) in all.waves.iter().zip(&live) {
            joined[wave.span as usize % MOST_FAMILIES] |= places;
        }
        if self.component_map.writes_all
            && let Some(distances) = all.dominoes
        {
            return split_dominoes(distances.map(usize::from), [joined[0], joined[1]], pass);
        }
        // The sites that are not fixed: classes are made of these.
        let writes_all = self.component_map.writes_all;
        let varies = match writes_all {
            true => all.spans.iter().zip(&joined).fold(W::ZERO, |v, (s, &p)| v | s.sites(p)),
            false => all.waves.iter().zip(&live).fold(W::ZERO, |v, (w, &p)| v | w.written(p)),
        };
        let mut left = varies;
        while !left.is_empty() {
            let mut part = W::bit(left.lowest());
            let mut cells = part;
            // Rounds until nothing is added; a class that has all that is left needs none to see it.
            loop {
                let before = part;
                for (span, &places) in all.spans.iter().zip(&joined) {
                    cells |= span.sites(span.touching(part) & places);
                    part = cells & varies;
                }
                if part == before || (part == left && writes_all) {
                    break;
                }
            }
            left &= !part;
            pass(cells);
        }
    }

    /// The live places of each family: *may* of all sites at once.
    #[inline]
    fn live(&self, all: &PlacementFamilies<W>, planes: &[W; N]) -> [W; MOST_FAMILIES] {
        let mut live = [W::ZERO; MOST_FAMILIES];
        if all.still {
            let unions: [W; FEW_SETS] = self.unions_with(planes, W::ZERO);
            for (wave, live) in all.waves.iter().zip(&mut live) {
                *live = wave.shape.possible(&unions);
            }
            return live;
        }
        let mut may = *planes;
        loop {
            let before = may;
            // Nothing asks for sites without a cell.
            let unions: [W; FEW_SETS] = self.unions_with(&before, W::ZERO);
            for (wave, live) in all.waves.iter().zip(&mut live) {
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

/// Passes the connected sets of sites where dominoes lie at these places: each covers its place and the site at its
/// distance. Most games have these only, and most of the time is spent here.
#[inline]
pub(crate) fn split_dominoes<W: Word>(
    [d, e]: [usize; 2],
    [at_d, at_e]: [W; 2],
    mut pass: impl FnMut(W),
) {
    let mut left = at_d | at_d.up(d) | at_e | at_e.up(e);
    while !left.is_empty() {
        let mut part = W::bit(left.lowest());
        loop {
            let by_d = (part | part.down(d)) & at_d;
            let grown = part | by_d | by_d.up(d);
            let by_e = (grown | grown.down(e)) & at_e;
            let grown = grown | by_e | by_e.up(e);
            if grown == part {
                break;
            }
            part = grown;
            if part == left {
                break;
            }
        }
        left &= !part;
        pass(part);
    }
}
