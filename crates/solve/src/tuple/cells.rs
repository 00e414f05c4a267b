//! Known facts about positions: a dense box, and a table of those outside it.

use std::sync::atomic::{AtomicU32, Ordering};

use hashbrown::HashMap;
use ishitori_language::MAX_COORDINATE;
use ishitori_values::Budget;
use rustc_hash::FxBuildHasher;

use super::TupleError;

/// The most cells of a box.
pub const MAX_CELLS: u64 = 1 << 28;

/// Not computed yet.
pub(super) const UNKNOWN: u32 = u32::MAX;
/// Being computed: the search is somewhere below it.
pub(super) const OPEN: u32 = u32::MAX - 1;
/// Not a position.
pub(super) const OUTSIDE: u32 = u32::MAX - 2;
/// Results are at most this.
pub(super) const LARGEST: u32 = u32::MAX - 3;

/// A result per position. Threads may share the box: a result is the same whichever thread computes it, so
/// it does not matter in which order they are seen.
#[derive(Debug)]
pub(super) struct Cells {
    last: Vec<i64>,
    strides: Vec<usize>,
    dense: Vec<AtomicU32>,
    sparse: HashMap<Box<[u32]>, u32, FxBuildHasher>,
}

impl Clone for Cells {
    fn clone(&self) -> Cells {
        let copied = |cell: &AtomicU32| AtomicU32::new(cell.load(Ordering::Relaxed));
        Cells {
            last: self.last.clone(),
            strides: self.strides.clone(),
            dense: self.dense.iter().map(copied).collect(),
            sparse: self.sparse.clone(),
        }
    }
}

impl Cells {
    /// Cells for the positions up to `last` in each coordinate. O(cells).
    pub fn new(last: &[u32], budget: &Budget) -> Result<Cells, TupleError> {
        let count = last.iter().fold(1u64, |n, &c| n.saturating_mul(u64::from(c) + 1));
        if count > MAX_CELLS || last.iter().any(|&c| i64::from(c) >= MAX_COORDINATE) {
            return Err(TupleError::TooLarge { found: count, limit: MAX_CELLS });
        }
        budget.check(4 * count)?;
        let mut strides = vec![1; last.len()];
        for i in (1..last.len()).rev() {
            strides[i - 1] = strides[i] * (last[i] as usize + 1);
        }
        Ok(Cells {
            last: last.iter().map(|&c| i64::from(c)).collect(),
            strides,
            dense: (0..count).map(|_| AtomicU32::new(UNKNOWN)).collect(),
            sparse: HashMap::default(),
        })
    }

    /// An empty box: everything goes to the table.
    pub fn sparse(width: usize) -> Cells {
        Cells {
            last: vec![-1; width],
            strides: vec![0; width],
            dense: Vec::new(),
            sparse: HashMap::default(),
        }
    }

    pub fn last(&self) -> &[i64] {
        &self.last
    }

    /// The place of a position in the box.
    #[inline]
    pub fn index(&self, position: &[i64]) -> Option<usize> {
        let mut index = 0;
        for ((&c, &last), &stride) in position.iter().zip(&self.last).zip(&self.strides) {
            // Negative ones become huge.
            if c as u64 > last as u64 || last < 0 {
                return None;
            }
            index += c as usize * stride;
        }
        Some(index)
    }

    /// How many cells the box has.
    pub fn len(&self) -> usize {
        self.dense.len()
    }

    /// Known facts about a cell of a box of one coordinate.
    #[inline]
    pub fn single(&self, x: i64) -> Option<u32> {
        self.dense.get(x as usize).map(|cell| cell.load(Ordering::Relaxed))
    }

    /// Known facts about a pair within the box.
    #[inline]
    pub fn pair(&self, x: i64, y: i64) -> Option<u32> {
        let inside = x as u64 <= self.last[0] as u64 && y as u64 <= self.last[1] as u64;
        (inside && !self.dense.is_empty())
            .then(|| self.at(x as usize * self.strides[0] + y as usize))
    }

    #[inline]
    pub fn at(&self, index: usize) -> u32 {
        self.dense[index].load(Ordering::Relaxed)
    }

    #[inline]
    pub fn get(&self, position: &[i64]) -> u32 {
        match self.index(position) {
            Some(index) => self.at(index),
            None => self.beyond(position),
        }
    }

    #[cold]
    fn beyond(&self, position: &[i64]) -> u32 {
        match key(position) {
            Some(key) => self.sparse.get(&key).copied().unwrap_or(UNKNOWN),
            None => OUTSIDE,
        }
    }

    pub fn set(&mut self, position: &[i64], value: u32) {
        match self.index(position) {
            Some(index) => self.set_at(index, value),
            None => {
                if let Some(key) = key(position) {
                    self.sparse.insert(key, value);
                }
            }
        }
    }

    #[inline]
    pub fn set_at(&self, index: usize, value: u32) {
        self.dense[index].store(value, Ordering::Relaxed);
    }

    /// An estimate of the memory in use.
    pub fn bytes(&self) -> u64 {
        let per_entry = 40 + 4 * self.last.len() as u64;
        4 * self.dense.len() as u64 + self.sparse.capacity() as u64 * per_entry
    }

    /// How many positions beyond the box are known.
    pub fn beyond_count(&self) -> usize {
        self.sparse.len()
    }

    /// Forgets everything that is being computed.
    pub fn close(&mut self) {
        for cell in self.dense.iter_mut().map(AtomicU32::get_mut).filter(|c| **c == OPEN) {
            *cell = UNKNOWN;
        }
        self.sparse.retain(|_, value| *value != OPEN);
    }
}

fn key(position: &[i64]) -> Option<Box<[u32]>> {
    position.iter().map(|&c| u32::try_from(c).ok()).collect()
}
