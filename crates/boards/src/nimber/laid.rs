//! Games in which pieces are laid on free cells and stay: a position is one word, the cells that are still free.
//!
//! A text is of this kind if every move looks at one set of states only, at all its cells, and makes of all of them states that
//! nothing looks at (Cram, Kayles on a strip, polyominoes). Three things are done here that [`Rules`] cannot do for all texts:
//!
//! * *Twins.* Let a be in the live placement {a, v} only and b in {b, v} only. Both moves leave the same: the other of a and
//!   b is in no live placement any more. So the position without b has the same options up to such cells, by
//!   induction the same nimber, as every other move leaves twins, or cells without a live placement. b is left out.
//! * *Pairs.* If an involution of the component maps every live placement to one that has no cell in common with it, whoever
//!   moves second wins by answering each move with its image: the nimber is 0, and the component is left out
//!   (M. Gardner, Cram, crosscram and quadraphage, Scientific American 230 (1974)).
//! * On boards of up to 8 × 8 cells with all symmetries of the square, images are a few operations on words.

use std::hash::Hash;

use ishitori_rules::Ruleset;
use ishitori_values::Player;

use crate::expand::NONE;
use crate::family::MOST_FAMILIES;
use crate::flood::split_dominoes;
use crate::image::transposed;
use crate::rules::{Planes, Rules};
use crate::symmetry::Moved;
use crate::word::Word;

/// What a search for nimbers needs to know of a game.
pub(super) trait Impartial {
    /// A position, or a component of one.
    type Position: Copy + Eq + Hash;

    /// Passes what a move can make of a position.
    fn options(&self, position: &Self::Position, sink: impl FnMut(Self::Position));

    /// Passes components in their preferred images whose nimbers add up to that of a position.
    fn components(&self, position: &Self::Position, sink: impl FnMut(Self::Position));

    /// How many cells a component has.
    fn cells(&self, position: &Self::Position) -> u32;

    /// What a step costs, see [`Ruleset::cost`].
    fn cost(&self) -> usize;
}

impl<W: Word, const N: usize> Impartial for &Rules<W, N> {
    type Position = Planes<W, N>;

    fn options(&self, position: &Planes<W, N>, sink: impl FnMut(Planes<W, N>)) {
        Ruleset::options(*self, position, Player::Left, sink);
    }

    fn components(&self, position: &Planes<W, N>, mut sink: impl FnMut(Planes<W, N>)) {
        self.split(position, |component| sink(self.least_image(&component).0));
    }

    fn cells(&self, position: &Planes<W, N>) -> u32 {
        position.0.iter().map(|plane| plane.count()).sum()
    }

    fn cost(&self) -> usize {
        Ruleset::cost(*self)
    }
}

/// Placements that are the same but for where they lie: their places, and their cells from the place on.
struct Shape<W> {
    places: W,
    cells: W,
    distances: Vec<usize>,
}

/// A game of this kind on one board.
pub(super) struct Laid<'s, W: Word, const N: usize> {
    rules: &'s Rules<W, N>,
    shapes: Vec<Shape<W>>,
    /// The set of states that is looked at.
    set: u32,
    /// The distances between the cells of placements, if all have two cells and there are at most two shapes.
    dominoes: Option<[usize; 2]>,
    /// Whether images are made on words of 8 × 8 cells, with all symmetries of the square.
    square: bool,
}

impl<'s, W: Word, const N: usize> Laid<'s, W, N> {
    /// The game of these rules, if it is of this kind. O(families).
    pub fn new(rules: &'s Rules<W, N>) -> Option<Self> {
        let plain = rules.never.is_none()
            && rules.game.liberties.is_empty()
            && !rules.game.settles()
            && rules.game.impartial;
        let families = rules.families[Player::Left as usize].as_ref().filter(|_| plain)?;
        let number = families.first()?.shape.reads.first()?.0;
        let set = rules.sets[usize::from(number)];
        let mut shapes: Vec<Shape<W>> = Vec::new();
        for family in families {
            let reads = &family.shape.reads;
            let cells = reads.iter().fold(W::ZERO, |all, read| all | W::bit(read.1.into()));
            let unread = |&(state, _): &(u8, W)| rules.unread >> state & 1 == 1;
            let laid = family.shape.counts.is_empty()
                && reads.iter().all(|&(set, _)| set == number)
                && family.writes.maps.is_empty()
                && family.writes.clear == cells
                && family.writes.put.iter().all(unread)
                && cells.has(0)
                && set >> NONE & 1 == 0;
            if !laid {
                return None;
            }
            let places = family.shape.places;
            match shapes.iter_mut().find(|shape| shape.cells == cells) {
                Some(shape) => shape.places |= places,
                None => shapes.push(Shape { places, cells, distances: cells.sites().collect() }),
            }
        }
        let on_plane = rules.symmetries.iter().filter(|symmetry| !symmetry.again);
        let on_plane = on_plane.filter(|symmetry| matches!(symmetry.motion, Moved::Plane { .. }));
        let square = rules.board.stride == 8 && !rules.fixed && on_plane.count() == 8;
        let dominoes = match shapes.iter().map(|shape| &shape.distances[..]).collect::<Vec<_>>()[..]
        {
            [&[0, d]] => Some([d, d]),
            [&[0, d], &[0, e]] => Some([d, e]),
            _ => None,
        };
        Some(Laid { rules, shapes, set, dominoes, square })
    }

    /// The free cells of a position.
    pub fn free(&self, position: &Planes<W, N>) -> W {
        let planes = position.0.iter().enumerate();
        let seen = planes.filter(|(state, _)| self.set >> state & 1 == 1);
        seen.fold(W::ZERO, |all, (_, &plane)| all | plane)
    }

    /// The places where each shape can be laid.
    #[inline]
    fn live(&self, free: W) -> [W; MOST_FAMILIES] {
        let mut live = [W::ZERO; MOST_FAMILIES];
        if let Some(distances) = self.dominoes {
            for ((shape, live), distance) in self.shapes.iter().zip(&mut live).zip(distances) {
                *live = shape.places & free & free.down(distance);
            }
            return live;
        }
        for (shape, live) in self.shapes.iter().zip(&mut live) {
            *live = shape.distances.iter().fold(shape.places, |all, &d| all & free.down(d));
        }
        live
    }

    /// The cells of the placements at some places.
    #[inline]
    fn covered(shape: &Shape<W>, places: W) -> W {
        shape.distances.iter().fold(W::ZERO, |all, &d| all | places.up(d))
    }

    /// A component without all but one of each set of twins, where placements are dominoes.
    #[inline]
    fn without_twins(&self, component: W, live: &[W; MOST_FAMILIES]) -> W {
        let (mut once, mut twice) = (W::ZERO, W::ZERO);
        for (shape, &places) in self.shapes.iter().zip(live) {
            for cells in [places & component, places.up(shape.distances[1]) & component] {
                twice |= once & cells;
                once |= cells;
            }
        }
        let single = once & !twice;
        let (mut kept, mut seen) = (component, W::ZERO);
        for (shape, &places) in self.shapes.iter().zip(live) {
            let distance = shape.distances[1];
            // The partners of cells that are in one placement only, these being the lower ones, then the upper ones.
            let partners = (places & single).up(distance);
            kept &= !(partners & seen).down(distance);
            seen |= partners;
            let partners = places & single.down(distance);
            kept &= !(partners & seen).up(distance);
            seen |= partners;
        }
        kept
    }

    /// The preferred image of a component; nothing if an involution pairs its placements.
    #[inline]
    fn preferred(&self, component: W) -> Option<W> {
        if self.square {
            return self.preferred_in_square(component.low()).map(W::from_low);
        }
        let mut planes = [W::ZERO; N];
        planes[0] = component;
        let motions = self.rules.symmetries.iter().filter(|symmetry| !symmetry.again);
        let images = motions.filter_map(|symmetry| self.rules.moved(&planes, &symmetry.motion));
        Some(images.map(|image| image.0[0]).min().unwrap_or(component))
    }

    #[inline]
    fn preferred_in_square(&self, component: u64) -> Option<u64> {
        let mut rows = component;
        rows |= rows >> 32;
        rows |= rows >> 16;
        rows |= rows >> 8;
        let columns = rows as u8;
        let left = columns.trailing_zeros();
        let top = component.trailing_zeros() & !7;
        let mut x = component >> (top + left);
        let mut high = (71 - component.leading_zeros() - top) / 8;
        let mut wide = 8 - columns.leading_zeros() - left;
        // Of the two ways up one always fits on the board: along its longer side.
        let board = &self.rules.board;
        if high != wide && (high > wide) == (board.rows <= board.columns) {
            x = transposed(x);
            (high, wide) = (wide, high);
        }
        let (down, right) = (8 * (8 - high), 8 - wide);
        let over_rows = |x: u64| x.swap_bytes() >> down;
        let over_columns = |x: u64| x.swap_bytes().reverse_bits() >> right;
        let half_turn = |x: u64| x.reverse_bits() >> (down + right);
        let paired = |motion: &dyn Fn(u64) -> u64| self.is_paired(x, motion);
        let (a, b, c) = (over_rows(x), over_columns(x), half_turn(x));
        let mut least = x.min(a).min(b).min(c);
        if (a == x && paired(&over_rows))
            || (b == x && paired(&over_columns))
            || (c == x && paired(&half_turn))
        {
            return None;
        }
        if high == wide {
            let t = transposed(x);
            let (a, b, c) = (over_rows(t), over_columns(t), half_turn(t));
            least = least.min(t).min(a).min(b).min(c);
            if (t == x && paired(&transposed)) || (c == x && paired(&|p| half_turn(transposed(p))))
            {
                return None;
            }
        }
        Some(least)
    }

    /// Whether an involution of a component maps every live placement to one with no cell in common.
    #[cold]
    fn is_paired(&self, component: u64, motion: &dyn Fn(u64) -> u64) -> bool {
        let live = self.live(W::from_low(component));
        self.shapes.iter().zip(&live).all(|(shape, &places)| {
            places.sites().all(|place| {
                let cells = shape.cells.up(place).low();
                cells & motion(cells) == 0
            })
        })
    }
}

impl<W: Word, const N: usize> Impartial for Laid<'_, W, N> {
    type Position = W;

    #[inline]
    fn options(&self, free: &W, mut sink: impl FnMut(W)) {
        for (shape, places) in self.shapes.iter().zip(self.live(*free)) {
            for place in places.sites() {
                sink(*free & !shape.cells.up(place));
            }
        }
    }

    #[inline]
    fn components(&self, free: &W, mut sink: impl FnMut(W)) {
        let live = self.live(*free);
        let shapes = || self.shapes.iter().zip(&live);
        let mut pass = |part: W| {
            let part = if self.dominoes.is_some() { self.without_twins(part, &live) } else { part };
            if let Some(image) = self.preferred(part) {
                sink(image);
            }
        };
        if let Some(distances) = self.dominoes {
            return split_dominoes(distances, [live[0], live[1]], pass);
        }
        let mut left = shapes().fold(W::ZERO, |all, (shape, &at)| all | Self::covered(shape, at));
        while !left.is_empty() {
            let mut part = W::bit(left.lowest());
            loop {
                let before = part;
                for (shape, &places) in shapes() {
                    let touching =
                        shape.distances.iter().fold(W::ZERO, |all, &d| all | part.down(d));
                    part |= Self::covered(shape, touching & places);
                }
                if part == before || part == left {
                    break;
                }
            }
            left &= !part;
            pass(part);
        }
    }

    fn cells(&self, free: &W) -> u32 {
        free.count()
    }

    fn cost(&self) -> usize {
        1
    }
}
