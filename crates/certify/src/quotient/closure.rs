//! C3: the outcome of every position is that of its image.

use std::collections::HashSet;

use super::{EndTable, heaps::Type, monoid::Monoid};
use crate::condition::Resource;
use crate::limits::{Meter, within};
use crate::verdict::Rejection;

/// A set of elements, 64 to a word.
#[derive(Clone, PartialEq, Eq)]
struct Set(Vec<u64>);

impl Set {
    fn new(order: usize, has: impl Fn(usize) -> bool) -> Self {
        let mut words = vec![0; order.div_ceil(64)];
        (0..order).filter(|&x| has(x)).for_each(|x| words[x / 64] |= 1 << (x % 64));
        Set(words)
    }

    fn has(&self, x: usize) -> bool {
        self.0[x / 64] >> (x % 64) & 1 != 0
    }

    fn is_subset(&self, other: &Set) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }
}

/// Pairs (x, V) of which for each x only the minimal V are kept.
struct Minimal {
    kept: Vec<Vec<Set>>,
}

impl Minimal {
    /// Adds a pair unless a kept one is smaller or equal; drops those that are larger.
    fn add(&mut self, x: usize, v: &Set) -> bool {
        if self.kept[x].iter().any(|u| u.is_subset(v)) {
            return false;
        }
        self.kept[x].retain(|u| !v.is_subset(u));
        self.kept[x].push(v.clone());
        true
    }
}

/// The whole of C3; see the module. O(order · options + kept pairs · types · order).
pub(crate) fn outcomes_hold(
    monoid: &Monoid,
    types: &[Type],
    end: &EndTable,
    meter: &mut Meter,
) -> Result<(), Rejection> {
    ends_hold(monoid, types, end, meter)?;
    for player in [0, 1] {
        no_false_win(monoid, types, player, meter)?;
        no_missing_win(monoid, types, player, meter)?;
    }
    Ok(())
}

/// Positions without moves have the letter of their stones. O(order · classes · types).
fn ends_hold(
    monoid: &Monoid,
    types: &[Type],
    end: &EndTable,
    meter: &mut Meter,
) -> Result<(), Rejection> {
    let heaps: Vec<(usize, usize)> =
        types.iter().filter_map(|t| t.left.map(|left| (t.image, left))).collect();
    let mut seen = HashSet::from([(0, end.class(0))]);
    let mut work = vec![(0, end.class(0))];
    while let Some((x, left)) = work.pop() {
        let letter = end.letter(left);
        if (0..2).any(|player| monoid.wins(x, player) != letter[player]) {
            return Err(Rejection::WrongEnd { element: x as u64 });
        }
        for &(y, more) in &heaps {
            let next = (monoid.products(x)[y] as usize, end.class((left + more) as u64));
            if seen.insert(next) {
                work.push(next);
            }
        }
        meter.spend(heaps.len() as u64 + 1)?;
    }
    Ok(())
}

/// Whether moving to this element wins: the opponent, moving first there, loses.
fn good(monoid: &Monoid, x: usize, player: usize) -> bool {
    !monoid.wins(x, 1 - player)
}

fn no_false_win(
    monoid: &Monoid,
    types: &[Type],
    player: usize,
    meter: &mut Meter,
) -> Result<(), Rejection> {
    let order = monoid.order();
    for t in types {
        let whole = monoid.products(t.image);
        for &e in &t.options {
            let after = monoid.products(e);
            let wrong = (0..order).find(|&z| {
                good(monoid, after[z] as usize, player) && !monoid.wins(whole[z] as usize, player)
            });
            if let Some(z) = wrong {
                return Err(Rejection::FalseWin { heap: t.heap, context: z as u64 });
            }
            meter.spend(order as u64)?;
        }
    }
    Ok(())
}

fn no_missing_win(
    monoid: &Monoid,
    types: &[Type],
    player: usize,
    meter: &mut Meter,
) -> Result<(), Rejection> {
    let order = monoid.order();
    let mut kinds = Minimal { kept: vec![Vec::new(); order] };
    let mut pairs = Minimal { kept: vec![Vec::new(); order] };
    let mut work: Vec<(usize, Set)> = Vec::new();
    for t in types {
        meter.spend((t.options.len() as u64 + 1) * order as u64)?;
        let winning = Set::new(order, |z| {
            t.options.iter().any(|&e| good(monoid, monoid.products(e)[z] as usize, player))
        });
        kinds.add(t.image, &winning);
        if t.left.is_none() && pairs.add(t.image, &winning) {
            work.push((t.image, winning));
        }
    }
    let kinds: Vec<(usize, Set)> = kinds
        .kept
        .into_iter()
        .enumerate()
        .flat_map(|(x, sets)| sets.into_iter().map(move |v| (x, v)))
        .collect();
    let mut kept = work.len();
    while let Some((x, v)) = work.pop() {
        if monoid.wins(x, player) && !v.has(0) {
            return Err(Rejection::MissingWin { element: x as u64 });
        }
        // A smaller pair may have come since; it does all that this one would.
        if !pairs.kept[x].contains(&v) {
            continue;
        }
        let by_x = monoid.products(x);
        for (y, w) in &kinds {
            let by_y = monoid.products(*y);
            let product = Set::new(order, |z| v.has(by_y[z] as usize) || w.has(by_x[z] as usize));
            let xy = by_x[*y] as usize;
            meter.spend(order as u64)?;
            if pairs.add(xy, &product) {
                kept += 1;
                within(Resource::Values, kept as u128 * order as u128 / 32, meter.limits().values)?;
                work.push((xy, product));
            }
        }
    }
    Ok(())
}
