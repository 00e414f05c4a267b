//! A stretch of a family as a task for a device, and its results.

/// Consecutive sets with the same least and the same largest number: S = {min, t} and any of the
/// numbers between.
///
/// Set number i has those numbers between whose digits of i in base 2 are 1, the largest number
/// standing for the last digit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stretch {
    /// Smallest number of every set.
    pub min: u32,
    /// The largest number of every set, at most [`Stretch::MAX`].
    pub t: u32,
    /// The number of the first set, a multiple of [`Stretch::BLOCK`].
    pub first: u64,
    /// How many sets, a multiple of [`Stretch::BLOCK`], at most [`Stretch::MOST`].
    pub sets: u64,
    /// Bit min − 1 − n: Left, moving first, wins the heap n < min, from which there is no move.
    pub left: u64,
    /// The same for Right.
    pub right: u64,
    /// Whether the player who does not move wins by the other letter; not so if all that counts is
    /// who moved last.
    pub crossed: bool,
    /// Preperiods below this do not matter.
    pub floor: u64,
    /// Bit k: the sets that are counted by the key k of the tally are asked about. The extremes are
    /// those of such sets.
    pub wanted: u128,
    /// Whether their numbers are listed.
    pub list: bool,
}

impl Stretch {
    /// Sets that a block of threads computes together.
    pub const BLOCK: u64 = 1 << 11;
    /// The most sets of a stretch: some hundredths of a second of a large device.
    pub const MOST: u64 = 1 << 28;
    /// The most sets that are listed at a time.
    pub const LISTED: u32 = 1 << 24;
    /// The largest number of a set: the outcomes that decide the next one fit into a word.
    pub const MAX: u32 = 63;

    /// Whether a device can compute sets with these numbers: there must be a whole block. O(1).
    ///
    /// ```
    /// use ishitori_gpu::Stretch;
    /// assert!(Stretch::possible(2, 14) && !Stretch::possible(2, 13) && !Stretch::possible(2, 64));
    /// ```
    pub fn possible(min: u32, t: u32) -> bool {
        t <= Self::MAX && t > min && t - min > Self::BLOCK.trailing_zeros()
    }
}

/// The results of a device for a stretch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Totals {
    /// How many sets: by the outcomes of heaps with a move as bits 0 to 3 (neither player wins
    /// moving first, Left, Right, both), by the last outcome as a number from 0 to 3 in the bits 4
    /// and 5, and by bit 6, which says that the outcomes are constant from some heap on. Where they
    /// are not, the last outcome says nothing.
    pub tally: [u64; 128],
    /// The largest period, and the number of the first set that has it; nothing if no set that is
    /// asked about has one, or if all are asked about and none has one above 1.
    pub max_period: Option<(u64, u64)>,
    /// The largest preperiod and the first set that has it, unless all are below the floor.
    pub max_preperiod: Option<(u64, u64)>,
    /// Sets without a period within 2^24 heaps, among those that are asked about.
    pub not_found: u64,
    /// The numbers of the sets that are asked about in their order, if they are listed.
    pub listed: Vec<u64>,
}
