//! Games in which every number but finitely many may be taken.

use ishitori_rules::heap::HeapCode;
use ishitori_values::{Budget, BudgetTicker, LimitReached};

/// Computes `allbut:` games. Every heap further back than the largest excluded number t can be
/// reached, so its value is excluded forever; the t nearest heaps are examined one by one.
#[derive(Clone, Debug)]
pub(crate) struct AllBut {
    /// `allowed[s − 1]`: s stones may be taken, s ≤ t.
    allowed: Vec<bool>,
    pub(crate) values: Vec<u32>,
    /// Values of heaps that can be reached forever.
    dead: Vec<bool>,
    /// The least value that is not dead.
    least: u32,
    largest: u32,
    /// The last heap that could reach a value, plus one.
    seen: Vec<u32>,
    ticker: BudgetTicker,
}

impl AllBut {
    /// The engine for `code`, if all but finitely many numbers may be taken and nothing is broken.
    pub fn of(code: &HeapCode) -> Option<AllBut> {
        let excluded = code.excluded_takes()?;
        let mut allowed = vec![true; excluded.last().map_or(0, |&t| t as usize)];
        excluded.iter().for_each(|&s| allowed[s as usize - 1] = false);
        Some(AllBut {
            allowed,
            values: Vec::new(),
            dead: Vec::new(),
            least: 0,
            largest: 0,
            seen: Vec::new(),
            ticker: BudgetTicker::default(),
        })
    }

    /// Computes all heaps below `to`, or as many as the budget allows. O(t) each.
    pub fn advance(&mut self, to: usize, budget: &Budget) -> Result<(), LimitReached> {
        while self.values.len() < to {
            let bytes = 4 * self.values.capacity() + 5 * self.seen.capacity();
            self.ticker.steps(budget, bytes as u64, 1 + self.allowed.len() / 16)?;
            self.step();
        }
        Ok(())
    }

    /// How many of the last values belong to the state.
    pub fn reach(&self) -> usize {
        self.allowed.len() + 1
    }

    fn step(&mut self) {
        let n = self.values.len();
        if let Some(far) = (n.checked_sub(self.allowed.len() + 1)).map(|m| self.values[m]) {
            self.grow(far);
            self.dead[far as usize] = true;
            while self.dead.get(self.least as usize) == Some(&true) {
                self.least += 1;
            }
        }
        for s in 1..=self.allowed.len().min(n) {
            if !self.allowed[s - 1] {
                continue;
            }
            let value = self.values[n - s];
            self.grow(value);
            self.seen[value as usize] = n as u32;
        }
        let mut value = self.least;
        self.grow(value);
        while self.dead[value as usize] || (n > 0 && self.seen[value as usize] == n as u32) {
            value += 1;
            self.grow(value);
        }
        self.largest = self.largest.max(value);
        self.values.push(value);
    }

    fn grow(&mut self, value: u32) {
        if value as usize >= self.seen.len() {
            self.seen.resize(2 * value as usize + 16, 0);
            self.dead.resize(2 * value as usize + 16, false);
        }
    }

    /// The state that decides all later values, relative to the returned least value: the t + 1 last values
    /// and the dead values above the least one. If this state comes back p heaps later with the
    /// least value s larger, then G(n + p) = G(n) + s forever, from the first of those heaps on.
    pub fn state(&self) -> (u32, Vec<i64>) {
        let recent = &self.values[self.values.len().saturating_sub(self.allowed.len() + 1)..];
        let dead = (self.least as usize..=self.largest as usize).filter(|&v| self.dead[v]);
        let relative = |v: u32| i64::from(v) - i64::from(self.least);
        let recent = recent.iter().map(|&v| relative(v));
        let dead = dead.map(|v| relative(v as u32));
        (self.least, recent.chain(std::iter::once(i64::MAX)).chain(dead).collect())
    }
}
