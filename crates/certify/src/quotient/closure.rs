//! C3: the outcome of every position is that of its image.

use std::collections::{HashSet, VecDeque};

use super::{Ends, heaps::Type, monoid::Monoid};
use crate::limits::{Meter, PIECE};
use crate::verdict::Rejection;

/// A set of elements, 64 to a word.
#[derive(Clone, PartialEq, Eq)]
struct Set(Vec<u64>);

impl Set {
    fn new(order: usize, has: impl Fn(usize) -> bool) -> Self {
        let word = |i: usize| {
            let end = order.min(64 * i + 64);
            (64 * i..end).fold(0, |word, x| word | u64::from(has(x)) << (x % 64))
        };
        Set((0..order.div_ceil(64)).map(word).collect())
    }

    /// Bytes of a set of this order in a list, which may be twice as long as it has to be, and has
    /// to be moved when it grows.
    fn bytes(order: usize) -> u64 {
        8 * (order as u64).div_ceil(64) + 3 * size_of::<(usize, Set)>() as u64 + PIECE
    }

    fn has(&self, x: usize) -> bool {
        self.0[x / 64] >> (x % 64) & 1 != 0
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    fn is_subset(&self, other: &Set) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }
}

/// Pairs (x, U), of which for each x only the maximal U are kept, and none that is empty.
struct Maximal {
    kept: Vec<Vec<Set>>,
}

impl Maximal {
    fn new(order: usize, meter: &mut Meter) -> Result<Self, Rejection> {
        meter.reserve(size_of::<Vec<Set>>() as u128 * order as u128)?;
        Ok(Maximal { kept: vec![Vec::new(); order] })
    }

    /// Adds a pair unless a kept one is larger or equal; drops those that are smaller.
    fn add(&mut self, x: usize, open: &Set, meter: &mut Meter) -> Result<bool, Rejection> {
        let bytes = Set::bytes(self.kept.len());
        let kept = &mut self.kept[x];
        meter.spend((kept.len() * open.0.len()) as u64)?;
        if open.is_empty() || kept.iter().any(|larger| open.is_subset(larger)) {
            return Ok(false);
        }
        let before = kept.len();
        kept.retain(|smaller| !smaller.is_subset(open));
        meter.release((before - kept.len()) as u64 * bytes);
        meter.reserve(bytes.into())?;
        kept.push(open.clone());
        Ok(true)
    }
}

/// Condition C3 for one player moving first.
pub(crate) struct Closure<'a> {
    pub(crate) monoid: &'a Monoid<'a>,
    pub(crate) types: &'a [Type],
    pub(crate) ends: &'a Ends,
    pub(crate) player: usize,
}

impl Closure<'_> {
    /// The whole of C3 for this player; see the module.
    /// O(order · options of the types + kept pairs · types · order).
    pub(crate) fn holds(&self, meter: &mut Meter) -> Result<(), Rejection> {
        meter.aside(|meter| self.ends_hold(meter))?;
        self.no_false_win(meter)?;
        meter.aside(|meter| self.no_missing_win(meter))
    }

    fn wins(&self, x: usize) -> bool {
        self.monoid.wins(x, self.player)
    }

    /// Whether moving to this element wins.
    fn good(&self, x: usize) -> bool {
        !self.monoid.wins(x, self.ends.answers(self.player))
    }

    /// Positions without moves have the letter of their stones. O(order · classes · types).
    fn ends_hold(&self, meter: &mut Meter) -> Result<(), Rejection> {
        let stuck = || self.types.iter().filter_map(|t| t.left.map(|left| (t.image, left)));
        let mut heaps: Vec<(usize, usize)> = meter.vec_with_capacity(stuck().count() as u128)?;
        heaps.extend(stuck());
        let start = (0, self.ends.class(0));
        let mut seen = HashSet::from([start]);
        let mut work = vec![start];
        while let Some((x, left)) = work.pop() {
            if self.wins(x) != self.ends.wins(left, self.player) {
                return Err(Rejection::WrongEnd { element: x as u64 });
            }
            for &(y, more) in &heaps {
                let stones = self.ends.class((left + more) as u64);
                let next = (self.monoid.products(x)[y] as usize, stones);
                if meter.insert(&mut seen, next)? {
                    meter.push(&mut work, next)?;
                }
            }
            meter.spend(heaps.len() as u64 + 1)?;
        }
        Ok(())
    }

    fn no_false_win(&self, meter: &mut Meter) -> Result<(), Rejection> {
        let order = self.monoid.order();
        for t in self.types {
            let whole = self.monoid.products(t.image);
            for &e in &t.options {
                let after = self.monoid.products(e as usize);
                let wrong = (0..order)
                    .find(|&z| self.good(after[z] as usize) && !self.wins(whole[z] as usize));
                if let Some(z) = wrong {
                    return Err(Rejection::FalseWin { heap: t.heap, context: z as u64 });
                }
                meter.spend(order as u64)?;
            }
        }
        Ok(())
    }

    /// The elements that are open for a heap of this type.
    fn open(&self, t: &Type) -> Set {
        let whole = self.monoid.products(t.image);
        let after: Vec<&[u32]> =
            t.options.iter().map(|&e| self.monoid.products(e as usize)).collect();
        Set::new(self.monoid.order(), |z| {
            self.wins(whole[z] as usize) && !after.iter().any(|row| self.good(row[z] as usize))
        })
    }

    fn no_missing_win(&self, meter: &mut Meter) -> Result<(), Rejection> {
        let order = self.monoid.order();
        let mut kinds = Maximal::new(order, meter)?;
        let mut pairs = Maximal::new(order, meter)?;
        // The rows of the options of one type, and a set that is just being made.
        meter.reserve(16 * order as u128 + 2 * u128::from(Set::bytes(order)))?;
        let mut work: VecDeque<(usize, Set)> = VecDeque::new();
        for t in self.types {
            meter.spend((t.options.len() as u64 + 1) * order as u64)?;
            let open = self.open(t);
            kinds.add(t.image, &open, meter)?;
            if t.left.is_none() && pairs.add(t.image, &open, meter)? {
                meter.reserve(Set::bytes(order).into())?;
                work.push_back((t.image, open));
            }
        }
        let kinds: Vec<(usize, Set)> = kinds
            .kept
            .into_iter()
            .enumerate()
            .flat_map(|(x, sets)| sets.into_iter().map(move |open| (x, open)))
            .collect();
        while let Some((x, open)) = work.pop_front() {
            meter.release(Set::bytes(order));
            if open.has(0) {
                return Err(Rejection::MissingWin { element: x as u64 });
            }
            // A larger pair may have come since; it does all that this one would.
            if !pairs.kept[x].contains(&open) {
                continue;
            }
            let by_x = self.monoid.products(x);
            for (y, other) in &kinds {
                let by_y = self.monoid.products(*y);
                let product =
                    Set::new(order, |z| open.has(by_y[z] as usize) && other.has(by_x[z] as usize));
                let xy = by_x[*y] as usize;
                meter.spend(order as u64)?;
                if pairs.add(xy, &product, meter)? {
                    meter.reserve(Set::bytes(order).into())?;
                    work.push_back((xy, product));
                }
            }
        }
        Ok(())
    }
}
