//! The moves of a code that leaves at most two heaps, in the form the fast engines read.

use ishitori_rules::heap::{HeapCode, Sizes};

/// A finite code with at most two parts, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Moves {
    /// Heaps that may be taken whole.
    pub wholes: Vec<u32>,
    /// Numbers that may be taken with something left.
    pub takes: Vec<u32>,
    /// Numbers that may be taken with two heaps left.
    pub splits: Vec<Split>,
    /// The largest number taken.
    pub max_take: u32,
}

/// Breaking into two after taking `take` stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Split {
    pub take: u32,
    /// The two heaps must differ in size.
    pub distinct: bool,
}

impl Split {
    /// The largest possible smaller part when `rest` stones are broken.
    pub fn half(&self, rest: usize) -> usize {
        if self.distinct { rest.saturating_sub(1) / 2 } else { rest / 2 }
    }
}

impl Moves {
    /// The moves, if the code is finite, leaves at most two heaps and asks for no equal sizes.
    pub fn of(code: &HeapCode) -> Option<Moves> {
        let max_take = code.max_take()?;
        if code.max_parts()? > 2 || code.digits().iter().any(|d| d.sizes() == Sizes::Equal) {
            return None;
        }
        let splits = code.splits_up_to(max_take).into_iter().map(|take| Split {
            take,
            distinct: code.digit(take as usize).sizes() == Sizes::Distinct,
        });
        Some(Moves {
            wholes: code.wholes_up_to(max_take),
            takes: code.takes_up_to(max_take),
            splits: splits.collect(),
            max_take: max_take as u32,
        })
    }

    /// The parity that all splitting digits share, if they do.
    pub fn split_parity(&self) -> Option<u32> {
        let first = self.splits.first()?.take & 1;
        self.splits.iter().all(|s| s.take & 1 == first).then_some(first)
    }
}
