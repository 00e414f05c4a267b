//! The finite set with its maps: C1, C2, C5, C6, and the multiplication table.

use std::collections::HashMap;

use super::{Wins, heaps::Heaps};
use crate::condition::Condition;
use crate::limits::Meter;
use crate::numbers::{size, small};
use crate::verdict::Rejection;

/// A commutative monoid, given by commuting maps x ↦ x·g.
pub(crate) struct Monoid<'a> {
    action: &'a [Vec<u64>],
    outcomes: Vec<Wins>,
    /// `table[x * order + y]` is x·y.
    table: Vec<u32>,
}

impl<'a> Monoid<'a> {
    /// C1 and C6. O(order · generators²) and the table, O(order²).
    pub(crate) fn new(
        action: &'a [Vec<u64>],
        outcomes: Vec<Wins>,
        meter: &mut Meter,
    ) -> Result<Self, Rejection> {
        let order = outcomes.len();
        if order == 0 {
            return Err(Rejection::Claim(Condition::NoElement));
        }
        let well_formed =
            |row: &Vec<u64>| row.len() == order && row.iter().all(|&x| (x as u128) < order as u128);
        if !action.iter().all(well_formed) {
            return Err(Rejection::Proof(Condition::ActionRows));
        }
        for (i, g) in action.iter().enumerate() {
            for (j, h) in action.iter().enumerate().take(i) {
                meter.spend(order as u64)?;
                if let Some(x) = (0..order).find(|&x| h[size(g[x])] != g[size(h[x])]) {
                    let (x, i, j) = (x as u64, j as u64, i as u64);
                    return Err(Rejection::NotCommutative { element: x, first: i, second: j });
                }
            }
        }
        // What `reach` needs: steps, and what was reached.
        meter.reserve(25 * order as u128)?;
        let path = reach(action, order)?;
        let mut table = meter.filled(0, order as u128 * order as u128)?;
        for x in 0..order {
            let row = &mut table[x * order..(x + 1) * order];
            row[0] = small(x);
            for &(y, g, yg) in &path {
                row[yg] = small(action[g][row[y] as usize]);
            }
            meter.spend(order as u64)?;
        }
        Ok(Monoid { action, outcomes, table })
    }

    pub(crate) fn order(&self) -> usize {
        self.outcomes.len()
    }

    /// The products x·z for all z.
    pub(crate) fn products(&self, x: usize) -> &[u32] {
        &self.table[x * self.order()..(x + 1) * self.order()]
    }

    /// Whether the player wins moving first.
    pub(crate) fn wins(&self, x: usize, player: usize) -> bool {
        self.outcomes[x][player]
    }

    /// Whether all outcomes say the same of both players.
    pub(crate) fn alike(&self) -> bool {
        self.outcomes.iter().all(|w| w[0] == w[1])
    }

    /// C2: the maps belong to the heaps they are said to belong to. O(generators).
    pub(crate) fn generators(&self, generators: &[u64], heaps: &Heaps) -> Result<(), Rejection> {
        if generators.len() != self.action.len() {
            return Err(Rejection::Proof(Condition::ActionCount));
        }
        if !generators.windows(2).all(|pair| pair[0] < pair[1]) {
            return Err(Rejection::Proof(Condition::GeneratorsNotIncreasing));
        }
        for (&heap, row) in generators.iter().zip(self.action) {
            if heaps.image(heap) != Some(size(row[0])) {
                return Err(Rejection::NotTheGenerator { heap });
            }
        }
        Ok(())
    }

    /// C5, by refining the partition into outcomes until the maps respect it: two elements in one
    /// class at the end are separated by nothing. O(rounds · order · generators).
    pub(crate) fn separated(&self, meter: &mut Meter) -> Result<(), Rejection> {
        meter.aside(|meter| {
            // For each element its classes now and next, the name of its key, in a table that is moved
            // as it grows, and the key.
            let each = 16 + 3 * (32 + 1) * 8 / 7 * 2 + 8 * (self.action.len() as u128 + 1) + 16;
            meter.reserve(each * self.order() as u128)?;
            self.refine(meter)
        })
    }

    fn refine(&self, meter: &mut Meter) -> Result<(), Rejection> {
        let order = self.order();
        let mut class: Vec<usize> =
            self.outcomes.iter().map(|o| o[0] as usize * 2 + o[1] as usize).collect();
        let mut count = 0;
        loop {
            meter.spend(order as u64 * (self.action.len() as u64 + 1))?;
            let mut names: HashMap<Vec<usize>, usize> = HashMap::new();
            let next: Vec<usize> = (0..order)
                .map(|x| {
                    let images = self.action.iter().map(|row| class[size(row[x])]);
                    let key: Vec<usize> = std::iter::once(class[x]).chain(images).collect();
                    let fresh = names.len();
                    *names.entry(key).or_insert(fresh)
                })
                .collect();
            class = next;
            if names.len() == order {
                return Ok(());
            }
            if names.len() == count {
                let mut seen = HashMap::new();
                let pair = (0..order).find_map(|x| seen.insert(class[x], x).map(|y| (y, x)));
                let (first, second) = pair.unwrap_or((0, 0));
                return Err(Rejection::NotSeparated { first: first as u64, second: second as u64 });
            }
            count = names.len();
        }
    }
}

/// The steps (y, g, y·g) that reach every element from 0, each once, or C6 fails.
fn reach(action: &[Vec<u64>], order: usize) -> Result<Vec<(usize, usize, usize)>, Rejection> {
    let mut reached = vec![false; order];
    reached[0] = true;
    let mut steps: Vec<(usize, usize, usize)> = Vec::with_capacity(order);
    let mut next = 0;
    loop {
        let y = match next {
            0 => 0,
            n if n <= steps.len() => steps[n - 1].2,
            _ => break,
        };
        for (g, row) in action.iter().enumerate() {
            let yg = size(row[y]);
            if !reached[yg] {
                reached[yg] = true;
                steps.push((y, g, yg));
            }
        }
        next += 1;
    }
    match reached.iter().position(|&r| !r) {
        Some(element) => Err(Rejection::NotGenerated { element: element as u64 }),
        None => Ok(steps),
    }
}
