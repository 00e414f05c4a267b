//! The limits up to which the tables are computed.

use serde::{Deserialize, Serialize};

/// The limits of a build: numbers of heaps, sizes and bytes, never time, so that every machine builds
/// the same tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Terms of sequences that stand in the tables.
    pub terms: usize,
    /// Digits of octal codes.
    pub octal_digits: u32,
    /// Digits of hexadecimal codes.
    pub hexadecimal_digits: u32,
    /// Heaps of every code that are examined for a period.
    pub heaps: u64,
    /// (rare heaps, heaps): codes with at most this many rare heaps are fast, and are searched up to this many heaps.
    pub heaps_by_rares: Vec<(u64, u64)>,
    /// The largest number of a subtraction set.
    pub subtraction_max: u32,
    /// The largest number of a set under the end `mod2:LR`.
    pub ending_max: u32,
    /// The same for sets whose values are examined.
    pub values_max: u32,
    /// Heaps whose values are examined.
    pub values_heaps: usize,
    /// Memory for the values of one set.
    pub values_bytes: u64,
    /// The last heap of a quotient that is not proved for all heaps before.
    pub quotient_heaps: u32,
    /// A quotient of more elements is not followed further.
    pub quotient_order: usize,
    /// Memory for the misère quotient of one code.
    pub quotient_bytes: u64,
    /// Memory for the quotient of one set.
    pub set_quotient_bytes: u64,
    /// The largest number of pairs whose quotients are computed.
    pub pairs_max: u32,
    /// The same for sets of three numbers.
    pub triples_max: u32,
    /// Memory for the value of the first position of a board game.
    pub board_bytes: u64,
}

impl Default for Limits {
    /// Those of the atlas that the program ships with.
    fn default() -> Self {
        Limits {
            terms: 64,
            octal_digits: 3,
            hexadecimal_digits: 2,
            heaps: 1 << 14,
            heaps_by_rares: vec![(800, 1 << 22), (200, 1 << 24), (60, 1 << 28)],
            subtraction_max: 16,
            ending_max: 16,
            values_max: 8,
            values_heaps: 100,
            values_bytes: 16 << 20,
            quotient_heaps: 200,
            quotient_order: 1000,
            quotient_bytes: 1 << 20,
            set_quotient_bytes: 4 << 20,
            pairs_max: 22,
            triples_max: 9,
            board_bytes: 8 << 20,
        }
    }
}

impl Limits {
    /// Small ones, for a build of a second: octal codes of one digit, sets up to 5.
    pub fn small() -> Self {
        Limits {
            octal_digits: 1,
            hexadecimal_digits: 1,
            heaps: 4096,
            heaps_by_rares: Vec::new(),
            subtraction_max: 5,
            ending_max: 5,
            values_max: 4,
            quotient_heaps: 12,
            quotient_order: 100,
            pairs_max: 5,
            triples_max: 5,
            board_bytes: 1 << 20,
            ..Limits::default()
        }
    }
}
