//! The reference engine: the definition of a Grundy number, for every code.
//!
//! It shares nothing with the fast engines and is what their tests compare against.

use ishitori_rules::heap::{Digit, HeapCode, Sizes};
use ishitori_values::{Budget, BudgetTicker, LimitReached, Reservation};

/// G(0), …, G(count − 1) by the definition: the least value that no option has.
///
/// T(n) = O(d·n²) for d digits that leave at most two heaps; for more heaps
/// O(h·n²·v/64) with values up to v and h heaps, and M(n) = O(h·n·v/8) bytes.
///
/// ```
/// use ishitori_rules::heap::HeapCode;
/// use ishitori_solve::heap::grundy_naive;
/// use ishitori_values::Budget;
/// let kayles = HeapCode::from_bits(&[7, 7]);
/// let values = grundy_naive(&kayles, 8, &Budget::unlimited()).unwrap();
/// assert_eq!(values, [0, 1, 2, 3, 1, 4, 3, 2]);
/// ```
pub fn grundy_naive(
    code: &HeapCode,
    count: usize,
    budget: &Budget,
) -> Result<Vec<u32>, LimitReached> {
    let mut naive = Naive::new(code);
    naive.advance(count, budget)?;
    Ok(naive.values)
}

/// The totals of the first tables of partitions; later ones have twice as many.
const FIRST_TOTALS: usize = 256;

/// The reference engine, which knows the values of all heaps so far.
pub(crate) struct Naive {
    code: HeapCode,
    pub(crate) values: Vec<u32>,
    seen: Vec<bool>,
    any: Option<Partitions>,
    distinct: Option<Partitions>,
    /// How many of the values the tables have; fewer than all after a limit.
    in_tables: usize,
    ticker: BudgetTicker,
}

impl Naive {
    /// An engine that has computed nothing yet. O(digits).
    pub fn new(code: &HeapCode) -> Self {
        let (any, distinct, seen) = (None, None, Vec::new());
        let (code, ticker) = (code.clone(), BudgetTicker::default());
        Naive { code, values: Vec::new(), seen, any, distinct, in_tables: 0, ticker }
    }

    /// Computes all heaps below `to`, or as many as the budget allows.
    pub fn advance(&mut self, to: usize, budget: &Budget) -> Result<(), LimitReached> {
        while self.values.len() < to {
            self.step(to, budget)?;
        }
        Ok(())
    }

    fn bytes(&self) -> u64 {
        (4 * self.values.capacity() + self.seen.capacity()) as u64
    }

    /// Makes tables that have the next heap as a total, from the values so far.
    fn make_tables(&mut self, count: usize, budget: &Budget) -> Result<(), LimitReached> {
        let n = self.values.len();
        let totals = FIRST_TOTALS.max(2 * n).min(count);
        // The old ones are not needed for the new ones.
        (self.any, self.distinct) = (None, None);
        for sizes in [Sizes::Any, Sizes::Distinct] {
            let mut table = Partitions::for_code(&self.code, sizes, totals, budget)?;
            for (part, &value) in self.values.iter().enumerate() {
                if let Some(table) = &mut table {
                    table.add_part(part, value, budget, &mut self.ticker)?;
                }
            }
            match sizes {
                Sizes::Distinct => self.distinct = table,
                _ => self.any = table,
            }
        }
        self.in_tables = n;
        Ok(())
    }

    /// The value of one more heap; `count` are wanted in all.
    fn step(&mut self, count: usize, budget: &Budget) -> Result<(), LimitReached> {
        let n = self.values.len();
        let mut tables = self.any.iter().chain(&self.distinct);
        if n == 0 || self.in_tables < n || tables.any(|table| n >= table.total) {
            self.make_tables(count, budget)?;
        }
        // The nim-sum of two values is below the next power of two above the larger one.
        let top = self.values.last().map_or(0, |&v| (v as usize + 1).next_power_of_two());
        if top > self.seen.len() {
            self.seen.resize(top, false);
        }
        self.seen.fill(false);
        let last = self.code.max_take().map_or(n, |k| k.min(n));
        for k in 0..=last {
            self.ticker.step(budget, self.bytes())?;
            let digit = self.code.digit(k);
            if !digit.is_none() {
                self.mark_options(digit, n - k, budget)?;
            }
        }
        let value = self.seen.iter().position(|&s| !s).unwrap_or(self.seen.len()) as u32;
        self.values.push(value);
        for table in self.any.iter_mut().chain(&mut self.distinct) {
            table.add_part(n, value, budget, &mut self.ticker)?;
        }
        self.in_tables = n + 1;
        Ok(())
    }

    /// Marks the values of `rest` stones left as heaps that the digit allows.
    fn mark_options(
        &mut self,
        digit: Digit,
        rest: usize,
        budget: &Budget,
    ) -> Result<(), LimitReached> {
        if rest == 0 {
            if digit.allows(0) {
                self.mark(0);
            }
            return Ok(());
        }
        if digit.allows(1) {
            self.mark(self.values[rest]);
        }
        if digit.sizes() == Sizes::Equal {
            for h in (2..=rest).filter(|&h| rest.is_multiple_of(h) && digit.allows(h as u32)) {
                self.mark(if h % 2 == 1 { self.values[rest / h] } else { 0 });
            }
            return Ok(());
        }
        if digit.allows(2) {
            let largest = match digit.sizes() {
                Sizes::Distinct => (rest - 1) / 2,
                _ => rest / 2,
            };
            let (small, large) = (&self.values[1..=largest], &self.values[rest - largest..rest]);
            for (a, b) in small.iter().zip(large.iter().rev()) {
                self.seen[(a ^ b) as usize] = true;
            }
            self.ticker.steps(budget, self.bytes(), largest / 64)?;
        }
        if digit.max_parts().is_none_or(|m| m > 2) {
            let table = match digit.sizes() {
                Sizes::Distinct => self.distinct.take(),
                _ => self.any.take(),
            }
            .expect("a table for digits with three parts or more");
            table.for_each(digit, rest, |value| self.mark(value));
            *(match digit.sizes() {
                Sizes::Distinct => &mut self.distinct,
                _ => &mut self.any,
            }) = Some(table);
        }
        Ok(())
    }

    fn mark(&mut self, value: u32) {
        let value = value as usize;
        if value >= self.seen.len() {
            self.seen.resize(value + 1, false);
        }
        self.seen[value] = true;
    }
}

/// For every total and every number of parts, the nim-sums of the partitions into parts whose
/// value is known: a knapsack that grows by one part size at a time.
struct Partitions {
    sizes: Sizes,
    total: usize,
    /// Parts are counted exactly below `cap`; the row `cap` holds `cap` parts or more.
    cap: usize,
    /// `sets[parts][total]`, as bit sets of values.
    sets: Vec<Vec<Vec<u64>>>,
    /// Words in the sets.
    words: u64,
    reserved: Reservation,
}

impl Partitions {
    /// A table for the digits of `code` with this condition, if one leaves three heaps or more.
    fn for_code(
        code: &HeapCode,
        sizes: Sizes,
        total: usize,
        budget: &Budget,
    ) -> Result<Option<Partitions>, LimitReached> {
        let digits = code.digits().iter().filter(|d| d.sizes() == sizes);
        let cap = digits
            .map(|d| match d.every_count_from() {
                Some(from) => u32::from(from).max(2),
                None => d.max_parts().unwrap_or(0) + 1,
            })
            .max();
        let Some(cap) = cap.map(|cap| cap as usize) else { return Ok(None) };
        let more = code.digits().iter().any(|d| d.sizes() == sizes && d.max_parts().is_none());
        if cap <= 3 && !more {
            return Ok(None);
        }
        let total = total.max(1);
        let reserved = budget.reserve(Self::bytes(cap, total, 0))?;
        let mut sets = vec![vec![Vec::new(); total]; cap + 1];
        sets[0][0] = vec![1];
        Ok(Some(Partitions { sizes, total, cap, sets, words: 0, reserved }))
    }

    /// The memory of a table: lists, and the words in them with what the allocator adds.
    fn bytes(cap: usize, total: usize, words: u64) -> u64 {
        let lists = (cap as u64 + 1).saturating_mul(total as u64);
        lists.saturating_mul(size_of::<Vec<u64>>() as u64).saturating_add(16 * words)
    }

    /// Allows one more part, of which the value is known now. O(totals · parts · values).
    fn add_part(
        &mut self,
        part: usize,
        value: u32,
        budget: &Budget,
        ticker: &mut BudgetTicker,
    ) -> Result<(), LimitReached> {
        if part == 0 {
            return Ok(());
        }
        let distinct = self.sizes == Sizes::Distinct;
        for i in part..self.total {
            // Descending totals use the part once, ascending ones any number of times.
            let total = if distinct { self.total - 1 - (i - part) } else { i };
            let mut words = 0;
            for parts in (1..=self.cap).rev() {
                let fewer = std::mem::take(&mut self.sets[parts - 1][total - part]);
                words += or_translated(&mut self.sets[parts][total], &fewer, value);
                self.sets[parts - 1][total - part] = fewer;
            }
            let most = std::mem::take(&mut self.sets[self.cap][total - part]);
            words += or_translated(&mut self.sets[self.cap][total], &most, value);
            self.sets[self.cap][total - part] = most;
            if words > 0 {
                self.words += words;
                self.reserved.resize(Self::bytes(self.cap, self.total, self.words))?;
            }
            ticker.step(budget, 0)?;
        }
        Ok(())
    }

    fn for_each(&self, digit: Digit, rest: usize, mut mark: impl FnMut(u32)) {
        let last = if digit.max_parts().is_none() { self.cap } else { self.cap - 1 };
        // Exactly two parts are marked directly; row 2 counts only when it means two or more.
        for parts in if self.cap == 2 { 2 } else { 3 }..=last {
            if digit.allows(parts as u32) {
                for (w, &word) in self.sets[parts][rest].iter().enumerate() {
                    let mut word = word;
                    while word != 0 {
                        mark(64 * w as u32 + word.trailing_zeros());
                        word &= word - 1;
                    }
                }
            }
        }
    }
}

/// `into ∪= { v ⊕ value : v ∈ set }`; says by how many words it grew.
fn or_translated(into: &mut Vec<u64>, set: &[u64], value: u32) -> u64 {
    let before = into.len();
    const SWAPS: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for (w, &word) in set.iter().enumerate() {
        let mut word = word;
        if word == 0 {
            continue;
        }
        for (bit, mask) in SWAPS.iter().enumerate().filter(|(bit, _)| value >> bit & 1 == 1) {
            word = (word & mask) << (1 << bit) | word >> (1 << bit) & mask;
        }
        let at = w ^ (value >> 6) as usize;
        if at >= into.len() {
            into.resize(at + 1, 0);
        }
        into[at] |= word;
    }
    (into.len() - before) as u64
}
