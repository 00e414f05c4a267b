//! Games in which pieces are laid on free cells and stay: a position is one word, the cells that are still free.
//!
//! A text is of this kind if every move looks at one set of states only, at all its cells, and makes of all of them states that
//! nothing looks at (Cram, Kayles on a strip, polyominoes). Three things are done here that [`Rules`] cannot do for all texts:
//!
//! * *Twins.* Let a be in the live placement {a, v} only and b in {b, v} only. Both moves leave the same: the other of a and
//!   b is in no live placement any more. So the position without b has the same options up to such cells, by
//!   induction the same nimber, as every other move leaves twins, or cells without a live placement. b is left out.
//! * *Pairs.* If an involution of the component maps every live placement to one that has no cell in common with it, the
//!   second player wins by answering each move with its image: the nimber is 0, and the component is left out
//!   (M. Gardner, Cram, crosscram and quadraphage, Scientific American 230 (1974)).
//! * On boards of up to 8 × 8 cells with all symmetries of the square, images are a few operations on words.

use std::hash::Hash;
use std::ops::ControlFlow;

use ishitori_rules::Ruleset;
use ishitori_values::{Budget, Player};

use crate::component_families::split_dominoes;
use crate::expand::NONE;
use crate::family::MOST_FAMILIES;
use crate::image::transposed;
use crate::nimber::boxes::Boxes;
use crate::nimber::grid::Grid;
use crate::rules::{Planes, Rules};
use crate::symmetry::Moved;
use crate::word::Word;

/// The interface of games to the search for nimbers.
pub(super) trait Impartial {
    /// A position, or a component of one.
    type Position: Copy + Eq + Hash;

    /// Passes what a move can make of a component, until the sink has enough, and whether it is known to hang together.
    fn options(
        &self,
        component: &Self::Position,
        sink: impl FnMut(Self::Position, bool) -> ControlFlow<()>,
    );

    /// Passes components in their preferred images whose nimbers add up to that of a position, which may be known to
    /// hang together.
    fn components(
        &self,
        position: &Self::Position,
        joined: bool,
        sink: impl FnMut(Part<Self::Position>),
    );

    /// How many cells a position has: no fewer than components.
    fn cells(&self, position: &Self::Position) -> u32;

    /// How many options a component has.
    fn moves(&self, component: &Self::Position) -> u32;

    /// The cost of a step, see [`Ruleset::cost`].
    fn cost(&self) -> usize;

    /// Prepares for many questions, if there is memory for that.
    fn prepare(&mut self, _: &Budget) {}
}

/// A component.
pub(super) enum Part<P> {
    /// Its nimber is known without a search.
    Solved(u32),
    /// Its preferred image.
    Open(P),
}

impl<P> Part<P> {
    #[inline]
    fn map<Q>(self, to: impl FnOnce(P) -> Q) -> Part<Q> {
        match self {
            Part::Solved(nimber) => Part::Solved(nimber),
            Part::Open(part) => Part::Open(to(part)),
        }
    }
}

impl<W: Word, const N: usize> Impartial for &Rules<W, N> {
    type Position = Planes<W, N>;

    fn options(
        &self,
        component: &Planes<W, N>,
        mut sink: impl FnMut(Planes<W, N>, bool) -> ControlFlow<()>,
    ) {
        let mut flow = ControlFlow::Continue(());
        Ruleset::options(*self, component, Player::Left, |option| {
            if flow.is_continue() {
                flow = sink(option, false);
            }
        });
    }

    fn components(
        &self,
        position: &Planes<W, N>,
        _: bool,
        mut sink: impl FnMut(Part<Planes<W, N>>),
    ) {
        self.split(position, |component| sink(Part::Open(self.least_image(&component).0)));
    }

    fn cells(&self, position: &Planes<W, N>) -> u32 {
        position.0.iter().map(|plane| plane.count()).sum()
    }

    fn moves(&self, component: &Planes<W, N>) -> u32 {
        let mut moves = 0;
        Ruleset::options(*self, component, Player::Left, |_| moves += 1);
        moves
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
pub(super) struct PlacementGame<'s, W: Word, const N: usize> {
    rules: &'s Rules<W, N>,
    shapes: Vec<Shape<W>>,
    /// The set of states that is examined.
    set: u32,
    /// The distances between the cells of placements, if all have two cells and there are at most two shapes.
    dominoes: Option<[usize; 2]>,
    /// Whether images are made on words of 8 × 8 cells, with all symmetries of the square.
    square: bool,
    /// The board, if placements are all pairs of neighbours in its rows and columns.
    grid: Option<Grid>,
    /// The nimbers of small components, once they are worth their memory.
    boxes: Option<Boxes>,
}

impl<'s, W: Word, const N: usize> PlacementGame<'s, W, N> {
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
        let grid = match &shapes[..] {
            [one, two] if square && shapes.iter().all(|shape| lies_anywhere(rules, shape)) => {
                let places = |shape: &Shape<W>| shape.places.low();
                match dominoes {
                    Some([1, 8]) => Some(Grid { across: places(one), upright: places(two) }),
                    Some([8, 1]) => Some(Grid { across: places(two), upright: places(one) }),
                    _ => None,
                }
            }
            _ => None,
        };
        Some(PlacementGame { rules, shapes, set, dominoes, square, grid, boxes: None })
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

    /// A component in its preferred image; its nimber if it lies in a small box, or an involution pairs its placements.
    #[inline]
    fn preferred(&self, component: W) -> Part<W> {
        if self.square {
            return self.preferred_in_square(component.low()).map(W::from_low);
        }
        let mut planes = [W::ZERO; N];
        planes[0] = component;
        let motions = self.rules.symmetries.iter().filter(|symmetry| !symmetry.again);
        let images = motions.filter_map(|symmetry| self.rules.moved(&planes, &symmetry.motion));
        Part::Open(images.map(|image| image.0[0]).min().unwrap_or(component))
    }

    #[inline]
    fn preferred_in_square(&self, component: u64) -> Part<u64> {
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
        if let Some(boxes) = &self.boxes
            && let Some(nimber) = boxes.nimber(x, high, wide)
        {
            return Part::Solved(nimber);
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
            return Part::Solved(0);
        }
        if high == wide {
            let t = transposed(x);
            let (a, b, c) = (over_rows(t), over_columns(t), half_turn(t));
            least = least.min(t).min(a).min(b).min(c);
            if (t == x && paired(&transposed)) || (c == x && paired(&|p| half_turn(transposed(p))))
            {
                return Part::Solved(0);
            }
        }
        Part::Open(least)
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

/// Whether a shape can be laid wherever its cells are on a board with rows of 8 bits.
fn lies_anywhere<W: Word, const N: usize>(rules: &Rules<W, N>, shape: &Shape<W>) -> bool {
    let row = (1u64 << rules.board.columns) - 1;
    let board = (0..rules.board.rows).fold(0, |all, r| all | row << (8 * r));
    // No cell lies to the left of the place, and none in the next row by going beyond the right side.
    let fits = |place: &u64| shape.distances.iter().all(|&d| (place & 7) + (d as u64 & 7) < 8);
    let places = (0..64).filter(fits).fold(0, |all, place| all | 1u64 << place);
    shape.places.low() == shape.distances.iter().fold(places, |all, &d| all & board >> d)
}

impl<W: Word, const N: usize> Impartial for PlacementGame<'_, W, N> {
    type Position = W;

    #[inline]
    fn options(&self, free: &W, mut sink: impl FnMut(W, bool) -> ControlFlow<()>) {
        if let Some(grid) = &self.grid {
            return grid.options(free.low(), |option, joined| sink(W::from_low(option), joined));
        }
        for (shape, places) in self.shapes.iter().zip(self.live(*free)) {
            for place in places.sites() {
                if sink(*free & !shape.cells.up(place), false).is_break() {
                    return;
                }
            }
        }
    }

    #[inline]
    fn components(&self, free: &W, joined: bool, mut sink: impl FnMut(Part<W>)) {
        if let Some(grid) = &self.grid {
            return grid.components(free.low(), joined, |part| {
                sink(self.preferred_in_square(part).map(W::from_low));
            });
        }
        let live = self.live(*free);
        let shapes = || self.shapes.iter().zip(&live);
        let mut pass = |part: W| {
            let part = if self.dominoes.is_some() { self.without_twins(part, &live) } else { part };
            sink(self.preferred(part));
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

    #[inline]
    fn moves(&self, free: &W) -> u32 {
        if let Some(grid) = &self.grid {
            return grid.moves(free.low());
        }
        let live = self.live(*free);
        self.shapes.iter().zip(live).map(|(_, places)| places.count()).sum()
    }

    fn cost(&self) -> usize {
        1
    }

    fn prepare(&mut self, budget: &Budget) {
        if self.square && self.shapes.iter().all(|shape| lies_anywhere(self.rules, shape)) {
            self.boxes = Boxes::new(self.shapes.iter().map(|shape| shape.cells.low()), budget);
        }
    }
}
