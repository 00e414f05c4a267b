//! A look at a table before an automaton is looked for: how many parts of it are different.
//!
//! Numbers are read from the most significant bit on. After the first bits of a position the rest of it lies in a
//! block of the table whose side is a power of two, and an automaton is in one state for all positions of the block. Blocks
//! with different contents need different states (J. Myhill 1957, A. Nerode 1958), so that the number of
//! different blocks of one side is at most the number of states. If it stops growing with the table, an automaton
//! of about that size is there; if it grows by a factor whenever the side is doubled, there is none in base 2 – which a table
//! suggests and does not prove. In other bases blocks are what begins with the same letters ([`Base`](crate::Base)).

use std::collections::BTreeMap;

use ishitori_values::LimitReached;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::find::Subject;
use crate::numbers::{size, small};
use crate::work::Work;

/// How many blocks are different, in growing tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scan {
    /// For each side 2, 4, 8, … of a cube the largest number of different blocks of one side in it. Blocks in which
    /// nothing is (for Grundy numbers: nothing whose number begins so) do not count.
    pub blocks: Vec<usize>,
    /// What this suggests.
    pub sign: Sign,
}

/// What the numbers of blocks suggest. None of it is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// They have stopped growing: an automaton with about this many states is to be expected.
    Stable(usize),
    /// They grow by a factor whenever the side is doubled: there is no sign of an automaton.
    Growing,
    /// The tables are too small to say.
    Unclear,
}

impl Sign {
    /// What numbers of different blocks suggest, for tables of which each has twice the side of the one before. O(1).
    ///
    /// ```
    /// use ishitori_automata::Sign;
    /// assert_eq!(Sign::of(&[3, 7, 11, 12, 12, 12]), Sign::Stable(12));
    /// assert_eq!(Sign::of(&[3, 8, 44, 167, 764]), Sign::Growing);
    /// assert_eq!(Sign::of(&[3, 7]), Sign::Unclear);
    /// ```
    pub fn of(blocks: &[usize]) -> Sign {
        match blocks {
            [.., a, b, c] if a == b && b == c => Sign::Stable(*c),
            // A quarter more at each of the last three doublings, and twice as many in all.
            [.., a, b, c, d]
                if 2 * a <= *d && [(a, b), (b, c), (c, d)].iter().all(|&(x, y)| 5 * x <= 4 * y) =>
            {
                Sign::Growing
            }
            _ => Sign::Unclear,
        }
    }
}

impl Scan {
    /// The bits of the coordinates of a cube with at most `cells` cells. O(1).
    pub fn bits(width: usize, cells: u64) -> u32 {
        cells.max(1).ilog2().checked_div(small(width)).unwrap_or(0)
    }

    /// Counts the different blocks of the cube whose coordinates have at most `bits` bits. `value` is asked for each of
    /// its tuples once: the Grundy number, or a number for the outcome, or nothing if the tuple is no position or its
    /// outcome is not looked for. O(cells · bits).
    ///
    /// ```
    /// use ishitori_automata::{Scan, Sign, Subject, Work};
    /// use ishitori_values::{Budget, LimitReached};
    /// let budget = Budget::unlimited();
    /// let mut work = Work::new(&budget);
    /// // Only the parity of the sum of the binary digits matters for further digits.
    /// let odd = |at: &[u64]| Ok::<_, LimitReached>(Some(u64::from(at[0].count_ones() % 2)));
    /// let scan = Scan::of(1, 10, &mut work, Subject::Outcomes, odd).unwrap();
    /// assert_eq!(scan.sign, Sign::Stable(2));
    /// ```
    pub fn of<E: From<LimitReached>>(
        width: usize,
        bits: u32,
        work: &mut Work<'_>,
        subject: Subject,
        mut value: impl FnMut(&[u64]) -> Result<Option<u64>, E>,
    ) -> Result<Scan, E> {
        let bits = bits.min(Scan::bits(width, MOST_CELLS));
        // Cells in the order of Z, a bit of each coordinate at a time, so that the cells of a block are neighbours, and
        // those of a smaller cube come first.
        let mut level: Vec<Block> = Vec::new();
        let mut at = vec![0; width];
        for code in 0..cells(width, bits) {
            for (place, x) in at.iter_mut().enumerate() {
                let bit = |bit: u32| (code >> (size(bit) * width + place) & 1) << bit;
                *x = (0..bits).fold(0, |x, place| x | bit(place));
            }
            let numbers: Option<Vec<u64>> = at.iter().map(|&x| work.base().number(x)).collect();
            let found = match numbers {
                Some(numbers) => value(&numbers)?,
                None => None,
            };
            level.push(match (found, subject) {
                (None, _) => Vec::new(),
                (Some(value), Subject::Grundy) => match work.base().code(value) {
                    Some(code) => vec![(code, 0)],
                    None => Vec::new(),
                },
                (Some(value), Subject::Outcomes) => vec![(0, small(value))],
            });
            if code.is_multiple_of(1024) {
                work.look(0, code * 48)?;
            }
        }
        let mut blocks = vec![0; size(bits)];
        for side in 0..bits {
            let mut seen: FxHashSet<u32> = FxHashSet::default();
            let mut counted = 0;
            for cube in side..bits {
                let until = size(cells(width, cube + 1 - side));
                seen.extend(level[counted..until].iter().flatten().map(|&(_, content)| content));
                counted = until;
                blocks[size(cube)] = blocks[size(cube)].max(seen.len());
            }
            work.look(seen.len(), small(level.len()).into())?;
            level = joined(&level, size(cells(width, 1)));
        }
        // Only tables of whole blocks of letters are tables.
        let whole = size(work.base().block());
        let blocks: Vec<usize> = blocks.chunks_exact(whole).map(|chunk| chunk[whole - 1]).collect();
        let sign = Sign::of(&blocks);
        Ok(Scan { blocks, sign })
    }
}

/// The most cells of a table that are looked at.
const MOST_CELLS: u64 = 1 << 21;

/// How a block goes on: for the first bits of a value, which has them in common with others, what is in the block.
/// Equal contents of blocks of one side have equal numbers. Outcomes have no bits.
type Block = Vec<(u64, u32)>;

/// How many blocks a cube has that is 2^bits times as wide.
fn cells(width: usize, bits: u32) -> u64 {
    1 << (width * size(bits))
}

/// Blocks of twice the side, each of `parts` blocks.
fn joined(blocks: &[Block], parts: usize) -> Vec<Block> {
    let mut numbers: FxHashMap<Vec<(usize, u64, u32)>, u32> = FxHashMap::default();
    let join = |parts: &[Block]| {
        // By the bits of the value that the parts have in common: part, next bit, content.
        let mut by_value: BTreeMap<u64, Vec<(usize, u64, u32)>> = BTreeMap::new();
        for (part, block) in parts.iter().enumerate() {
            for &(value, content) in block {
                by_value.entry(value >> 1).or_default().push((part, value & 1, content));
            }
        }
        let number = |(value, content)| {
            let next = small(numbers.len());
            (value, *numbers.entry(content).or_insert(next))
        };
        by_value.into_iter().map(number).collect()
    };
    blocks.chunks(parts).map(join).collect()
}
