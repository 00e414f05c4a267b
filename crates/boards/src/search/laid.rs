//! Games of two players in which pieces are laid on free cells and stay: a position is one word, the cells that are still free.
//!
//! A text is of this kind if every move looks at one set of states only, at all its cells, and makes of all of them states
//! that nothing looks at (Domineering and its relatives). Images are a few operations on words, and the value G of a
//! component is bounded by the numbers of moves that the players can count on, after D. M. Breuker, J. W. H. M. Uiterwijk and
//! H. J. van den Herik (*Solving 8 × 8 Domineering*, Theoret. Comput. Sci. 230 (2000)) and N. Bullock (*Domineering: solving
//! large combinatorial search spaces*, ICGA Journal 25 (2002)):
//!
//! *Claim.* Let Right be able to lay u pieces at most, whatever Left moves. Let Left have s + d disjoint places, the first
//! s of which have no cell that Right can ever cover, while each piece of Right covers cells of at most k of the d others. Then G ≥
//! A(s, d, u), where in the game A Left may lower s or d by 1, and Right lowers u by 1 and d by up to k.
//!
//! *Proof.* Left answers moves in G − A, moving second. A move of Right in G covers at most k of the d places, and leaves Right at
//! most u − 1 pieces: Left makes the same move in −A. If Right makes in −A a move of the player Left, Left lays a piece at the place that
//! it stands for: the other places stay, those that Right cannot cover stay so, and Right's u does not grow. So Left always has an
//! answer. ∎
//!
//! A is a number: A(s, d, u) = s − u + x(d, u) with x(0, u) = 0 and x(d, 0) = d, and otherwise s − u + x(d, u) is the simplest number
//! between s − u + x(d − 1, u) and s − u + 1 + x(max(d − k, 0), u − 1). Where whole numbers lie between, the least of them is taken for x,
//! which is a lower bound whatever s − u is.

use ishitori_values::{Bound, Dyadic, Player};

use crate::component_families::split_dominoes;
use crate::expand::NONE;
use crate::image::{Image, transposed};
use crate::rules::{Planes, Rules};
use crate::search::bounds::{Bounds, Fixed, ONE, rounded_down};
use crate::search::dominoes::{Dominoes, Guarantees};
use crate::search::game::Partizan;
use crate::search::table::hash_of;
use crate::symmetry::Moved;
use crate::word::Word;

/// Placements that are the same but for where they lie: their places, and their cells from the place on.
struct Shape<W> {
    places: W,
    cells: W,
    distances: Vec<usize>,
    /// Whether the cells are in a line with equal distances, so that a run of them is packed best from its end on.
    line: bool,
}

impl<W: Word> Shape<W> {
    /// The places where it can be laid on some cells.
    #[inline]
    fn live(&self, free: W) -> W {
        self.distances.iter().fold(self.places, |all, &d| all & free.down(d))
    }

    /// The cells of the placements at some places.
    #[inline]
    fn covered(&self, places: W) -> W {
        self.distances.iter().fold(W::ZERO, |all, &d| all | places.up(d))
    }
}

/// The most units that the table of x knows.
const MOST_UNITS: usize = 40;

/// A game of this kind on one board.
pub(super) struct PlacementGame<'s, W: Word, const N: usize> {
    rules: &'s Rules<W, N>,
    shapes: [Vec<Shape<W>>; 2],
    /// The set of states that is looked at.
    set: u32,
    /// For every motion of the square whether it keeps the game, and whether it exchanges the players; none if images are not
    /// made on words of 8 × 8 cells.
    motions: Option<[[bool; 2]; 8]>,
    /// The distances between the cells of dominoes, if each player has one kind and no other pieces.
    dominoes: Option<[usize; 2]>,
    /// What players are sure of who lay dominoes.
    guarantees: Guarantees,
    /// x(d, u) for each player.
    units: [Vec<[Fixed; MOST_UNITS + 1]>; 2],
}

impl<'s, W: Word, const N: usize> PlacementGame<'s, W, N> {
    /// The game of these rules, if it is of this kind. O(families).
    pub fn new(rules: &'s Rules<W, N>) -> Option<Self> {
        let plain = rules.never.is_none()
            && rules.game.liberties.is_empty()
            && !rules.game.settles()
            && !rules.fixed;
        if !plain {
            return None;
        }
        let first = rules.families.iter().flatten().flatten().next()?;
        let number = first.shape.reads.first()?.0;
        let set = rules.sets[usize::from(number)];
        let mut shapes = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            let shapes: &mut Vec<Shape<W>> = &mut shapes[player as usize];
            for family in rules.families[player as usize].as_ref()? {
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
                let distances: Vec<usize> = cells.sites().collect();
                let line = distances.windows(2).all(|pair| pair[1] - pair[0] == distances[1]);
                match shapes.iter_mut().find(|shape| shape.cells == cells) {
                    Some(shape) => shape.places |= places,
                    None => shapes.push(Shape { places, cells, distances, line }),
                }
            }
        }
        let most_cells = |player: Player| {
            let of = &shapes[player.opponent() as usize];
            of.iter().map(|shape| shape.distances.len()).max().unwrap_or(0)
        };
        let units = Player::BOTH.map(|player| units(most_cells(player)));
        let motions = (rules.board.stride == 8).then(|| {
            let mut motions = [[false; 2]; 8];
            for symmetry in &rules.symmetries {
                if let Moved::Plane { transposed, rows, columns } = symmetry.motion {
                    let motion = usize::from(transposed) << 2
                        | usize::from(rows) << 1
                        | usize::from(columns);
                    motions[motion][usize::from(symmetry.negative)] = true;
                }
            }
            motions
        });
        let dominoes = match (&shapes[0][..], &shapes[1][..]) {
            ([left], [right]) => match (&left.distances[..], &right.distances[..]) {
                (&[0, d], &[0, e]) => Some([d, e]),
                _ => None,
            },
            _ => None,
        };
        let guarantees = Guarantees::default();
        Some(PlacementGame { rules, shapes, set, motions, dominoes, guarantees, units })
    }

    /// The cells that a player can cover.
    #[inline]
    fn reach(&self, player: Player, free: W) -> W {
        let shapes = self.shapes[player as usize].iter();
        shapes.fold(W::ZERO, |all, shape| all | shape.covered(shape.live(free)))
    }

    /// How many disjoint pieces a player can lay on some cells: at least, and the cells of those. Exact for one shape that is a line.
    #[inline]
    fn packed(&self, player: Player, mut free: W) -> (u32, W) {
        let (mut count, mut used) = (0, W::ZERO);
        for shape in &self.shapes[player as usize] {
            loop {
                let live = shape.live(free);
                if live.is_empty() {
                    break;
                }
                // The places at the ends of runs have no cell in common if the shape is a domino.
                let taken = match shape.distances[..] {
                    [0, d] => live & !live.up(d),
                    _ => W::bit(live.lowest()),
                };
                let cells = shape.covered(taken);
                count += taken.count();
                used |= cells;
                free &= !cells;
            }
        }
        (count, used)
    }

    /// How many pieces a player can lay at most.
    #[inline]
    fn most_moves(&self, player: Player, free: W, packed: u32) -> u32 {
        match &self.shapes[player as usize][..] {
            [] => 0,
            [shape] if shape.line => packed,
            shapes => {
                let live: u32 = shapes.iter().map(|shape| shape.live(free).count()).sum();
                let smallest = shapes.iter().map(|shape| shape.distances.len()).min();
                let by_cells = self.reach(player, free).count() / smallest.unwrap_or(1) as u32;
                live.min(by_cells)
            }
        }
    }

    /// A lower bound of the value from a player's side.
    #[inline]
    fn least(&self, player: Player, free: W, reach: [W; 2], most: [u32; 2]) -> Fixed {
        let opponent = player.opponent();
        let quiet = reach[player as usize] & !reach[opponent as usize];
        let (safe, used) = self.packed(player, quiet);
        let (open, _) = self.packed(player, free & !used);
        let (open, theirs) = (open as usize, most[opponent as usize] as usize);
        let units = &self.units[player as usize];
        // Fewer units and more answers are a lower bound as well.
        let extra = units[open.min(MOST_UNITS)][theirs.min(MOST_UNITS)];
        ONE * (i64::from(safe) - theirs as i64) + extra
    }

    /// The same where each player lays dominoes of one kind.
    #[inline]
    fn seen_of_dominoes(&self, free: W, distances: [usize; 2]) -> (Bounds, Option<Fixed>) {
        let [left, right] = Player::BOTH.map(|player| Dominoes {
            places: self.shapes[player as usize][0].places,
            distance: distances[player as usize],
        });
        let mine = self.guarantees.of(free, left, right);
        let theirs = self.guarantees.of(free, right, left);
        let bounds = Bounds {
            least: mine.least,
            most: -theirs.least,
            left_first: mine.first,
            right_first: -theirs.first,
        };
        let ahead = i64::from(left.live(free).count()) - i64::from(right.live(free).count());
        (bounds, Some(ahead * ONE / 4 + (bounds.least + bounds.most) / 2))
    }

    fn preferred(&self, component: W) -> Image<W> {
        if let Some(motions) = &self.motions {
            let image = self.preferred_in_square(motions, component.low());
            let Image { position, negative, own } = image;
            return Image { position: W::from_low(position), negative, own };
        }
        let image = self.rules.preferred_image(&self.planes(&component));
        Image { position: self.position(&image.position), negative: image.negative, own: image.own }
    }

    #[inline]
    fn preferred_in_square(&self, motions: &[[bool; 2]; 8], component: u64) -> Image<u64> {
        let mut rows = component;
        rows |= rows >> 32;
        rows |= rows >> 16;
        rows |= rows >> 8;
        let columns = rows as u8;
        let left = columns.trailing_zeros();
        let top = component.trailing_zeros() & !7;
        let x = component >> (top + left);
        let high = (71 - component.leading_zeros() - top) / 8;
        let wide = 8 - columns.leading_zeros() - left;
        let mut least = Image { position: x, negative: false, own: false };
        let mut take = |image: u64, signs: [bool; 2]| {
            for negative in [false, true] {
                if !signs[usize::from(negative)] {
                    continue;
                }
                if image < least.position {
                    least = Image { position: image, negative, own: false };
                } else if image == least.position {
                    least.own |= negative != least.negative;
                }
            }
        };
        let mut all = |x: u64, high: u32, wide: u32, motions: &[[bool; 2]]| {
            let (down, right) = (8 * (8 - high), 8 - wide);
            take(x, motions[0]);
            take(x.swap_bytes().reverse_bits() >> right, motions[1]);
            take(x.swap_bytes() >> down, motions[2]);
            take(x.reverse_bits() >> (down + right), motions[3]);
        };
        all(x, high, wide, &motions[..4]);
        let board = &self.rules.board;
        if wide as usize <= board.rows && high as usize <= board.columns {
            all(transposed(x), wide, high, &motions[4..]);
        }
        least
    }
}

/// x(d, u) where a piece of the opponent covers cells of at most `most` places; rounded down where it is not short.
fn units(most: usize) -> Vec<[Fixed; MOST_UNITS + 1]> {
    let zero = Dyadic::from(0);
    let mut exact: Vec<Vec<Dyadic>> = vec![vec![zero; MOST_UNITS + 1]; MOST_UNITS + 1];
    for d in 1..=MOST_UNITS {
        exact[d][0] = Dyadic::from(d as i64);
        for u in 1..=MOST_UNITS {
            let low = exact[d - 1][u].clone();
            let high = &Dyadic::from(1) + &exact[d.saturating_sub(most)][u - 1];
            exact[d][u] = simplest_between(&low, &high);
        }
    }
    let row = |row: &Vec<Dyadic>| std::array::from_fn(|u| rounded_down(&row[u]));
    exact.iter().map(row).collect()
}

/// The simplest number between two that are not negative: the least whole one if there is any.
fn simplest_between(low: &Dyadic, high: &Dyadic) -> Dyadic {
    let ends = [low, high].map(|end| Bound::excluded(end.clone()));
    Dyadic::simplest(Some(&ends[0]), Some(&ends[1])).unwrap_or_else(|| low.clone())
}

impl<W: Word, const N: usize> Partizan<W, N> for PlacementGame<'_, W, N> {
    type Position = W;

    const EXACT_CELLS: u32 = 12;

    fn position(&self, planes: &Planes<W, N>) -> W {
        let planes = planes.0.iter().enumerate();
        let seen = planes.filter(|(state, _)| self.set >> state & 1 == 1);
        seen.fold(W::ZERO, |all, (_, &plane)| all | plane)
    }

    fn planes(&self, free: &W) -> Planes<W, N> {
        let mut planes = [W::ZERO; N];
        planes[self.set.trailing_zeros() as usize % N] = *free;
        Planes(planes)
    }

    #[inline]
    fn options(&self, free: &W, player: Player, mut sink: impl FnMut(W)) {
        for shape in &self.shapes[player as usize] {
            for place in shape.live(*free).sites() {
                sink(*free & !shape.cells.up(place));
            }
        }
    }

    #[inline]
    fn components(&self, free: &W, mut sink: impl FnMut(Image<W>)) {
        if let Some(distances) = self.dominoes {
            let live = [0, 1].map(|player| self.shapes[player][0].live(*free));
            return split_dominoes(distances, live, |part| sink(self.preferred(part)));
        }
        let mut left = self.reach(Player::Left, *free) | self.reach(Player::Right, *free);
        let shapes = || self.shapes.iter().flatten();
        let mut live = [W::ZERO; 2 * crate::family::MOST_FAMILIES];
        for (shape, live) in shapes().zip(&mut live) {
            *live = shape.live(*free);
        }
        while !left.is_empty() {
            let mut part = W::bit(left.lowest());
            loop {
                let before = part;
                for (shape, &places) in shapes().zip(&live) {
                    let touching =
                        shape.distances.iter().fold(W::ZERO, |all, &d| all | part.down(d));
                    part |= shape.covered(touching & places);
                }
                if part == before || part == left {
                    break;
                }
            }
            left &= !part;
            sink(self.preferred(part));
        }
    }

    fn cells(&self, free: &W) -> u32 {
        free.count()
    }

    fn seen(&self, free: &W) -> (Bounds, Option<Fixed>) {
        if let Some(distances) = self.dominoes
            && distances[0] != distances[1]
        {
            return self.seen_of_dominoes(*free, distances);
        }
        let reach = Player::BOTH.map(|player| self.reach(player, *free));
        let most =
            Player::BOTH.map(|player| self.most_moves(player, *free, self.packed(player, *free).0));
        let least = self.least(Player::Left, *free, reach, most);
        let most = -self.least(Player::Right, *free, reach, most);
        let [left, right] = Player::BOTH.map(|player| {
            let shapes = self.shapes[player as usize].iter();
            shapes.map(|shape| i64::from(shape.live(*free).count())).sum::<i64>()
        });
        let lead = (left - right) * ONE / 4 + (least + most) / 2;
        (Bounds { least, most, ..Bounds::NONE }, Some(lead))
    }

    fn lead(&self, free: &W) -> Fixed {
        self.seen(free).1.unwrap_or_default()
    }

    fn hash(&self, free: &W) -> u128 {
        if W::BITS > 64 {
            hash_of([free.low(), free.down(64 % W::BITS).low()])
        } else {
            hash_of([free.low()])
        }
    }
}
