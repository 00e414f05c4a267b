//! The nimbers of all sets of cells in a box of 4 × 5 cells, where pieces are laid and stay.
//!
//! A set has fewer cells after a move, so one pass over all sets in the order of their numbers takes the mex of each, without
//! taking anything apart.

use ishitori_values::{Budget, Reservation};

use crate::image::transposed;

const HIGH: u32 = 4;
const WIDE: u32 = 5;
const SETS: usize = 1 << (HIGH * WIDE);

/// The nimbers, by the cells as bits, row by row.
pub(super) struct Boxes {
    nimbers: Vec<u8>,
    _reserved: Reservation,
}

/// The rows of 8 × 8 bits without what lies outside the box.
#[inline]
fn packed(x: u64) -> usize {
    (x & 0x1f | x >> 3 & 0x1f << 5 | x >> 6 & 0x1f << 10 | x >> 9 & 0x1f << 15) as usize
}

impl Boxes {
    /// The nimbers where pieces of these shapes are laid, each with its first cell at the place and anywhere in the box; nothing if
    /// there is no memory for them. Some 20 ms.
    pub fn new(shapes: impl Iterator<Item = u64>, budget: &Budget) -> Option<Boxes> {
        let reserved = budget.reserve(SETS as u64).ok()?;
        // Each shape as bits of sets, and its places in the box.
        let packed_shape = |shape: u64| {
            let lies = |place: &u32| {
                let cells = shape << place;
                cells & 0x1f1f_1f1f == cells && cells >> place == shape
            };
            let places = (0..HIGH).flat_map(|r| (0..WIDE).map(move |c| 8 * r + c)).filter(lies);
            (packed(shape), places.fold(0, |all, place| all | packed(1 << place)))
        };
        let shapes: Vec<(usize, usize)> = shapes.map(packed_shape).collect();
        let mut nimbers = vec![0u8; SETS];
        for set in 0..SETS {
            // Nimbers are at most the number of moves, so at most 20.
            let mut found = 0u32;
            for &(shape, places) in shapes.iter().filter(|(_, places)| *places != 0) {
                let mut live = places & set;
                let mut cells = shape & (shape - 1);
                while cells != 0 {
                    live &= set >> cells.trailing_zeros();
                    cells &= cells - 1;
                }
                while live != 0 {
                    found |= 1 << nimbers[set & !(shape << live.trailing_zeros())];
                    live &= live - 1;
                }
            }
            nimbers[set] = found.trailing_ones() as u8;
        }
        Some(Boxes { nimbers, _reserved: reserved })
    }

    /// The nimber of a set of cells in the corner of a word of 8 × 8 cells, if it has so few rows and columns. O(1).
    #[inline]
    pub fn nimber(&self, cells: u64, high: u32, wide: u32) -> Option<u32> {
        let upright = if high <= HIGH && wide <= WIDE {
            cells
        } else if high <= WIDE && wide <= HIGH {
            transposed(cells)
        } else {
            return None;
        };
        Some(u32::from(self.nimbers[packed(upright)]))
    }
}
