//! Reports of a search for a period.

use ishitori_values::LimitReached;

use crate::heap::engine::Engine;
use crate::observed::Observed;

/// G(n + period) = G(n) for all n ≥ preperiod, both least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Period {
    /// The least period.
    pub period: u64,
    /// The tail length: the least heap from which on the period holds, heap 0 counted.
    pub preperiod: u64,
}

/// G(n + period) = G(n) + saltus for all n ≥ preperiod, and how it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Periodicity {
    /// Period and preperiod of the values.
    pub values: Period,
    /// The saltus: what one period adds; 0 for a periodic sequence.
    pub saltus: u64,
    /// Period and preperiod of the pattern of zeros and non-zeros, if it is periodic.
    pub win_lose: Option<Period>,
    /// The heaps before the preperiod whose value differs from the periodic continuation;
    /// `None` if the preperiod is too long to list them.
    pub exceptions: Option<Vec<u64>>,
    /// The argument.
    pub proof: Proof,
}

/// The theorem that makes a period certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// At most `parts` heaps left, at most `max_take` stones taken: agreement for
    /// n0 ≤ n < parts·n0 + (parts − 1)·p + max_take was checked, up to the heap `checked_to`.
    GuySmith {
        /// The most heaps a move leaves.
        parts: u32,
        /// The largest number of stones taken.
        max_take: u64,
        /// All heaps below this one were computed.
        checked_to: u64,
    },
    /// A subtraction game: the windows of `max_take` values before the heaps `at` and
    /// `at + multiple` agree.
    Subtraction {
        /// The largest number of stones taken.
        max_take: u64,
        /// The end of the first window.
        at: u64,
    },
    /// A rare/common run. With L = `last_rare`, D = `deepest`, the largest offset of a witness on
    /// [`at`, `at + shift`), and W = max(L, D) + k + 2: the W values before `at` and before
    /// `at + shift` agree, no rare heap lies between L and `at + shift`, and `at` > 2W. Then the
    /// marks and the witnesses of every later heap are those of the heap `shift` earlier.
    Window {
        /// The end of the first window.
        at: u64,
        /// The distance of the windows: the period, or twice an odd one when the parity of the
        /// heap takes part in the class.
        shift: u64,
        /// The mask of the class.
        mask: u32,
        /// Whether the parity of the heap takes part in the class.
        position: bool,
        /// The last rare heap.
        last_rare: u64,
        /// How many heaps are rare, heap 0 counted if it is.
        rare_count: u64,
        /// With B = `reach`, no heap above B is rare, and beyond heap 2(B + k + 2) every witness
        /// has a part of at most B.
        reach: u64,
        /// The largest offset of a witness.
        deepest: u64,
        /// The length of the windows that were compared.
        window: u64,
    },
    /// The theorem on arithmetic periods in `ishitori-certify`, applied to this multiple of the
    /// period from this heap on.
    Arithmetic {
        /// The multiple of the period.
        proved_period: u64,
        /// The heap from which one period of heaps is examined.
        start: u64,
    },
    /// All numbers but finitely many may be taken: the state at `at` came back `period` later,
    /// `saltus` higher.
    State {
        /// The heap before which the state was first seen.
        at: u64,
    },
}

impl Proof {
    /// A short name for the method. O(1).
    pub const fn name(&self) -> &'static str {
        match self {
            Proof::GuySmith { .. } => "guy-smith",
            Proof::Subtraction { .. } => "subtraction-window",
            Proof::Window { .. } => "rare-common-window",
            Proof::Arithmetic { .. } => "arithmetic",
            Proof::State { .. } => "state",
        }
    }
}

/// How a search for a period ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// The period is certain.
    Proved,
    /// None was proved among the heaps computed.
    NotFound,
    /// No theorem covers this kind of rule, so nothing was claimed.
    NoTheorem,
}

impl Status {
    /// The word used in data. O(1).
    pub const fn name(self) -> &'static str {
        match self {
            Status::Proved => "proved",
            Status::NotFound => "not-found",
            Status::NoTheorem => "no-theorem",
        }
    }
}

/// The result of a search for a period.
#[derive(Clone, Debug)]
pub struct PeriodReport {
    /// How the search ended.
    pub status: Status,
    /// The period, if it is proved.
    pub periodicity: Option<Periodicity>,
    /// The apparent pattern of the values where nothing is proved, if all of them are at hand.
    pub observed: Option<Observed>,
    /// The largest value that was computed.
    pub max_value: u32,
    /// All heaps below this one were computed.
    pub computed_to: u64,
    /// The engine that computed them.
    pub engine: Engine,
    /// How many rare heaps there were, for the rare/common engine.
    pub rares: Option<usize>,
    /// The limit that ended the search, if one did.
    pub stopped: Option<LimitReached>,
}

/// Where a running search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// All heaps below this one are computed.
    pub computed: u64,
    /// How many are to be computed at most.
    pub limit: u64,
    /// Rare heaps so far.
    pub rares: usize,
    /// The last rare heap.
    pub last_rare: u64,
    /// The largest value so far.
    pub max_value: u32,
}
