//! The images of the positions of several heaps, by the number of tokens.

use super::{heaps::Heaps, moves::Moves};
use crate::document::Sizes;
use crate::limits::{Meter, PIECE};
use crate::numbers::{size, small};
use crate::verdict::Rejection;

/// A set of elements that can be listed.
#[derive(Clone, Default)]
pub(crate) struct Images {
    list: Vec<u32>,
    has: Vec<u64>,
}

impl Images {
    /// Bytes of an empty set of elements of a monoid of this order, in a list of sets.
    fn bytes(order: usize) -> u128 {
        size_of::<Images>() as u128 + 8 * (order as u128).div_ceil(64) + u128::from(PIECE)
    }

    pub(crate) fn new(order: usize, meter: &mut Meter) -> Result<Self, Rejection> {
        meter.reserve(Images::bytes(order))?;
        Ok(Images { list: Vec::new(), has: vec![0; order.div_ceil(64)] })
    }

    #[inline]
    pub(crate) fn insert(&mut self, x: u32, meter: &mut Meter) -> Result<(), Rejection> {
        let (word, bit) = (x as usize / 64, 1 << (x % 64));
        if self.has[word] & bit == 0 {
            self.has[word] |= bit;
            meter.push(&mut self.list, x)?;
        }
        Ok(())
    }

    /// Makes it empty, and keeps its allocation. O(members).
    pub(crate) fn clear(&mut self) {
        for x in self.list.drain(..) {
            self.has[x as usize / 64] = 0;
        }
    }

    pub(crate) fn list(&self) -> &[u32] {
        &self.list
    }
}

/// For heaps under one condition on sizes: the images of j heaps with m tokens in all.
struct Table {
    /// `of[j][m]`.
    of: Vec<Vec<Images>>,
}

/// The images of several heaps, of any sizes and of different ones, as far as they are needed.
pub(crate) struct Splits {
    any: Option<Table>,
    distinct: Option<Table>,
}

impl Splits {
    /// All splits of fewer than `range` tokens. O(range² · parts · order), and O(range²) for two parts.
    pub(crate) fn new(
        moves: &Moves,
        heaps: &Heaps,
        range: u64,
        meter: &mut Meter,
    ) -> Result<Self, Rejection> {
        let mut table = |sizes| match moves.most_parts(sizes) {
            None => Ok(None),
            Some(most) => {
                Table::new(sizes, most, moves.is_unbounded(), heaps, range, meter).map(Some)
            }
        };
        Ok(Splits { any: table(Sizes::Any)?, distinct: table(Sizes::Distinct)? })
    }

    fn table(&self, sizes: Sizes) -> Option<&Table> {
        if sizes == Sizes::Distinct { self.distinct.as_ref() } else { self.any.as_ref() }
    }

    /// The images of j ≥ 2 heaps with m tokens in all, of any sizes or of different ones. If moves
    /// may leave any number of heaps, then [`last`](Splits::last) stands for all numbers from it on.
    pub(crate) fn of(&self, sizes: Sizes, j: u32, m: u64) -> &[u32] {
        self.table(sizes).map_or(&[], |table| &table.of[j as usize][size(m)].list)
    }

    /// The largest j for which there are splits.
    pub(crate) fn last(&self, sizes: Sizes) -> u32 {
        self.table(sizes).map_or(0, |table| small(table.of.len()) - 1)
    }
}

impl Table {
    /// Heaps of 1, 2, … tokens are added one size after the other: any number of them, or one.
    fn new(
        sizes: Sizes,
        most: u32,
        unbounded: bool,
        heaps: &Heaps,
        range: u64,
        meter: &mut Meter,
    ) -> Result<Self, Rejection> {
        let monoid = heaps.monoid();
        // If the number of heaps is not bounded, all numbers beyond those named are one.
        let (order, last) = (monoid.order(), most as usize + usize::from(unbounded));
        let range = size(range);
        let mut of: Vec<Vec<Images>> = Vec::new();
        for _ in 0..=last {
            meter.reserve(Images::bytes(order) * range as u128)?;
            of.push(vec![Images { list: Vec::new(), has: vec![0; order.div_ceil(64)] }; range]);
        }
        of[0][0].insert(0, meter)?;
        for a in 1..range {
            let by_a = monoid.products(heaps.image(a as u64).expect("a heap in range"));
            for i in 0..range - a {
                // Upwards a heap of a tokens is added again and again, downwards once.
                let m = if sizes == Sizes::Distinct { range - 1 - i } else { a + i };
                let mut steps = last as u64;
                for j in 1..=last {
                    let (fewer, these) = of.split_at_mut(j);
                    let (before, now) = these[0].split_at_mut(m);
                    let mut add = |from: &Images| {
                        steps += from.list.len() as u64;
                        from.list.iter().try_for_each(|&x| now[0].insert(by_a[x as usize], meter))
                    };
                    add(&fewer[j - 1][m - a])?;
                    if unbounded && j == last {
                        add(&before[m - a])?;
                    }
                }
                meter.spend(steps)?;
            }
        }
        Ok(Table { of })
    }
}
