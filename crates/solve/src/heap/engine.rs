//! The engines for Grundy sequences behind one interface.

use std::fmt;
use std::str::FromStr;

use ishitori_rules::heap::HeapCode;
use ishitori_values::{Budget, LimitReached};

use super::moves::Moves;
use super::sequence::GrundySequence;
use super::values::Values;

/// A way to compute a Grundy sequence. All give the same values; they differ in speed and in the
/// rules they take.
///
/// ```
/// use ishitori_rules::heap::HeapCode;
/// use ishitori_solve::heap::Engine;
/// assert_eq!(Engine::choose(&HeapCode::from_bits(&[7, 7])), Engine::RareCommon);
/// assert_eq!(Engine::choose(&HeapCode::subtraction(&[1, 100])), Engine::Window);
/// assert_eq!(Engine::choose(&HeapCode::from_bits(&[0xF])), Engine::Naive);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Engine {
    /// The definition, for every code.
    Naive,
    /// The window of the last values: bits of a word, or vectorised blocks; for finite subtraction games.
    Window,
    /// Rare and common values in vectorised blocks, for finite codes that leave at most two heaps.
    RareCommon,
    /// For games in which all numbers but finitely many may be taken.
    AllBut,
}

impl Engine {
    /// Every engine, the reference first.
    pub const ALL: [Engine; 4] =
        [Engine::Naive, Engine::Window, Engine::RareCommon, Engine::AllBut];

    /// The fastest engine for this code. O(digits).
    pub fn choose(code: &HeapCode) -> Engine {
        if Engine::Window.supports(code) {
            Engine::Window
        } else if Moves::of(code).is_some() {
            Engine::RareCommon
        } else if code.excluded_takes().is_some() {
            Engine::AllBut
        } else {
            Engine::Naive
        }
    }

    /// Whether the engine can compute this code. O(digits).
    pub fn supports(self, code: &HeapCode) -> bool {
        match self {
            Engine::Naive => true,
            Engine::Window => code.max_take().is_some() && code.is_subtraction(),
            Engine::RareCommon => Moves::of(code).is_some(),
            Engine::AllBut => code.excluded_takes().is_some(),
        }
    }

    /// The name by which users ask for it. O(1).
    pub const fn name(self) -> &'static str {
        match self {
            Engine::Naive => "naive",
            Engine::Window => "window",
            Engine::RareCommon => "rare-common",
            Engine::AllBut => "all-but",
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Engine {
    type Err = HeapError;
    fn from_str(name: &str) -> Result<Self, HeapError> {
        let found = Engine::ALL.into_iter().find(|e| e.name() == name);
        found.ok_or_else(|| HeapError::UnknownEngine(name.to_string()))
    }
}

/// Why a heap engine cannot answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HeapError {
    /// No engine has this name.
    #[error("there is no engine '{0}'; expected naive, window, rare-common or all-but")]
    UnknownEngine(String),
    /// The engine asked for does not take this rule.
    #[error("the {engine} engine cannot compute {rule}: {}", needs(*.engine))]
    Unsuitable {
        /// The engine asked for.
        engine: Engine,
        /// The rule.
        rule: String,
    },
    /// More heaps than an engine can count.
    #[error("{count} heaps are too many: at most {limit} can be computed")]
    TooMany {
        /// The heaps asked for.
        count: u64,
        /// The most that is accepted.
        limit: u64,
    },
    /// A value is larger than the engine can hold; nothing was truncated.
    #[error(
        "the value of heap {heap} is larger than {limit}, the largest that the {engine} engine can hold"
    )]
    ValueTooLarge {
        /// The heap.
        heap: u64,
        /// The largest value that fits.
        limit: u32,
        /// The engine.
        engine: Engine,
    },
    /// Misère play is not implemented for this rule.
    #[error(
        "misère play of {rule} is not supported: its moves break a heap into equal heaps or into any number of them"
    )]
    NoMisere {
        /// The rule.
        rule: String,
    },
    /// A limit was reached before there was anything to report.
    #[error(transparent)]
    Limit(#[from] LimitReached),
}

const fn needs(engine: Engine) -> &'static str {
    match engine {
        Engine::Naive => "it handles every code",
        Engine::Window => "it only handles finite subtraction sets",
        Engine::RareCommon => "it only handles finite codes that leave at most two heaps",
        Engine::AllBut => {
            "it only handles games in which all numbers but finitely many may be taken"
        }
    }
}

/// A Grundy sequence as far as it was computed.
#[derive(Clone, Debug)]
pub struct Grundy {
    /// G(0), G(1), ….
    pub values: Values,
    /// The engine that computed them.
    pub engine: Engine,
    /// Why there are fewer values than asked for, if there are.
    pub stopped: Option<LimitReached>,
    /// How many heaps have rare values, for the rare/common engine.
    pub rares: Option<usize>,
}

/// The largest number of heaps that [`grundy`] accepts.
pub const MAX_HEAPS: u64 = 1 << 40;

/// G(0), …, G(count − 1), by the fastest engine or by the given one. When the budget is used up,
/// the values so far are returned and say so.
///
/// The cost is that of the engine; M(n) is one to four bytes per value.
///
/// ```
/// use ishitori_rules::heap::HeapCode;
/// use ishitori_solve::heap::grundy;
/// use ishitori_values::Budget;
/// let guiles = HeapCode::from_bits(&[1, 5]);
/// let run = grundy(&guiles, 10, None, &Budget::unlimited()).unwrap();
/// assert_eq!(run.values.iter().collect::<Vec<_>>(), [0, 1, 1, 0, 1, 1, 2, 2, 1, 2]);
/// ```
pub fn grundy(
    code: &HeapCode,
    count: u64,
    engine: Option<Engine>,
    budget: &Budget,
) -> Result<Grundy, HeapError> {
    grundy_threaded(code, count, engine, 1, budget)
}

/// [`grundy`] with `threads` threads where an engine has work for them: the rare/common engine looks
/// for witnesses in all of them. The values do not depend on the number of threads.
///
/// ```
/// use ishitori_rules::heap::HeapCode;
/// use ishitori_solve::heap::{grundy, grundy_threaded};
/// use ishitori_values::Budget;
/// let (kayles, budget) = (HeapCode::from_bits(&[7, 7]), Budget::unlimited());
/// let (one, two) = (grundy(&kayles, 90, None, &budget), grundy_threaded(&kayles, 90, None, 2, &budget));
/// assert_eq!(one.unwrap().values, two.unwrap().values);
/// ```
pub fn grundy_threaded(
    code: &HeapCode,
    count: u64,
    engine: Option<Engine>,
    threads: usize,
    budget: &Budget,
) -> Result<Grundy, HeapError> {
    let mut sequence = GrundySequence::new(code, engine)?;
    sequence.set_threads(threads);
    let stopped = sequence.advance_as_far(count, budget)?;
    let (engine, rares) = (sequence.engine(), sequence.rares());
    Ok(Grundy { values: sequence.into_values(), engine, stopped, rares })
}
