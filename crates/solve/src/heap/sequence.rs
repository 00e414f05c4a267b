//! A Grundy sequence that grows: the one interface of all engines.

use ishitori_rules::heap::HeapCode;
use ishitori_values::{Budget, LimitReached};

use super::all_but::AllBut;
use super::engine::{Engine, HeapError, MAX_HEAPS};
use super::moves::Moves;
use super::naive::Naive;
use super::rare::{MachineStop, Runner, on_machine};
use super::values::Values;
use super::window::Window;

/// The interface of every engine: it computes the values of the heaps in their order, and keeps them when
/// a limit stops it.
trait SequenceEngine: Send {
    /// Computes all heaps below `to`, or as many as the budget allows.
    fn advance(&mut self, to: u64, budget: &Budget) -> Result<(), MachineStop>;

    /// How many heaps are computed.
    fn computed(&self) -> u64;

    /// The value of a heap that is computed.
    fn value(&self, heap: usize) -> Option<u32>;

    /// All values.
    fn into_values(self: Box<Self>) -> Values;

    /// Sets the number of threads, where the engine has work for them.
    fn set_threads(&mut self, _threads: usize) {}

    /// How many heaps have rare values, if the engine distinguishes them.
    fn rares(&self) -> Option<usize> {
        None
    }
}

macro_rules! plain_engine {
    ($engine:ty) => {
        impl SequenceEngine for $engine {
            fn advance(&mut self, to: u64, budget: &Budget) -> Result<(), MachineStop> {
                Ok(<$engine>::advance(self, to as usize, budget)?)
            }

            fn computed(&self) -> u64 {
                self.values.len() as u64
            }

            fn value(&self, heap: usize) -> Option<u32> {
                self.values.get(heap).map(|&value| value.into())
            }

            fn into_values(self: Box<Self>) -> Values {
                Values::from(self.values)
            }
        }
    };
}

#[allow(clippy::useless_conversion)] // where values are u32
mod plain {
    use super::*;

    plain_engine!(Naive);
    plain_engine!(Window);
    plain_engine!(AllBut);
}

impl SequenceEngine for Runner {
    fn advance(&mut self, to: u64, budget: &Budget) -> Result<(), MachineStop> {
        Runner::advance(self, to, budget)
    }

    fn computed(&self) -> u64 {
        self.next()
    }

    fn value(&self, heap: usize) -> Option<u32> {
        on_machine!(self, m => m.history.recent.get(heap).map(|&value| value.into()))
    }

    fn into_values(self: Box<Self>) -> Values {
        on_machine!(*self, m => Values::from(m.history.recent))
    }

    fn set_threads(&mut self, threads: usize) {
        on_machine!(self, m => m.threads = threads);
    }

    fn rares(&self) -> Option<usize> {
        on_machine!(self, m => m.has_splits().then_some(m.rares.len()))
    }
}

impl Engine {
    fn start(self, code: &HeapCode) -> Option<Box<dyn SequenceEngine>> {
        Some(match self {
            Engine::Naive => Box::new(Naive::new(code)),
            Engine::Window if !self.supports(code) => return None,
            Engine::Window => match Window::of(code) {
                Some(words) => Box::new(words),
                None => Box::new(Runner::new(Moves::of(code)?)),
            },
            Engine::RareCommon => Box::new(Runner::new(Moves::of(code)?)),
            Engine::AllBut => Box::new(AllBut::of(code)?),
        })
    }
}

/// A Grundy sequence that is computed further and further, by one engine. What is known when a
/// limit is reached stays, and the computation can go on with another budget.
///
/// ```
/// use ishitori_rules::heap::HeapCode;
/// use ishitori_solve::heap::{Engine, GrundySequence};
/// use ishitori_values::Budget;
/// let kayles = HeapCode::from_bits(&[7, 7]);
/// for engine in Engine::ALL.into_iter().filter(|engine| engine.supports(&kayles)) {
///     let mut sequence = GrundySequence::new(&kayles, Some(engine)).unwrap();
///     let cancelled = Budget::unlimited();
///     cancelled.cancel_flag().store(true, std::sync::atomic::Ordering::Relaxed);
///     assert!(sequence.advance(1_000_000, &cancelled).is_err());
///     sequence.advance(8, &Budget::unlimited()).unwrap();
///     assert_eq!(sequence.iter().take(8).collect::<Vec<_>>(), [0, 1, 2, 3, 1, 4, 3, 2]);
/// }
/// ```
pub struct GrundySequence {
    engine: Engine,
    state: Box<dyn SequenceEngine>,
}

impl std::fmt::Debug for GrundySequence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { engine, state } = self;
        write!(f, "GrundySequence {{ engine: {engine:?}, computed: {} }}", state.computed())
    }
}

impl GrundySequence {
    /// The sequence of a code, by the fastest engine or by the given one. O(digits).
    pub fn new(code: &HeapCode, engine: Option<Engine>) -> Result<GrundySequence, HeapError> {
        let engine = engine.unwrap_or_else(|| Engine::choose(code));
        let unsuitable = || HeapError::Unsuitable { engine, rule: code.to_string() };
        Ok(GrundySequence { engine, state: engine.start(code).ok_or_else(unsuitable)? })
    }

    /// Sets the number of threads, where the engine has work for them. The values do not depend on
    /// it. O(1).
    pub fn set_threads(&mut self, threads: usize) {
        self.state.set_threads(threads);
    }

    /// The engine. O(1).
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// How many heaps are computed, from heap 0 on. O(1).
    pub fn computed(&self) -> u64 {
        self.state.computed()
    }

    /// The value of a heap, if it is computed. O(1).
    pub fn get(&self, heap: u64) -> Option<u32> {
        self.state.value(usize::try_from(heap).ok()?)
    }

    /// The values in order. O(1) each.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        (0..).map_while(|heap| self.state.value(heap))
    }

    /// The values. O(1), or O(n) where they fit narrower cells.
    pub fn into_values(self) -> Values {
        self.state.into_values()
    }

    /// How many heaps have rare values, for the rare/common engine. O(1).
    pub fn rares(&self) -> Option<usize> {
        self.state.rares()
    }

    /// Computes G(0), …, G(count − 1), or as many of them as the budget allows; those stay also if
    /// the answer is [`HeapError::Limit`]. The cost is that of the engine.
    pub fn advance(&mut self, count: u64, budget: &Budget) -> Result<(), HeapError> {
        if count > MAX_HEAPS {
            return Err(HeapError::TooMany { count, limit: MAX_HEAPS });
        }
        self.state.advance(count, budget).map_err(|trouble| match trouble {
            MachineStop::Limit(limit) => HeapError::Limit(limit),
            MachineStop::TooWide => HeapError::ValueTooLarge {
                heap: self.state.computed(),
                limit: u16::MAX.into(),
                engine: self.engine,
            },
            MachineStop::Forgotten => unreachable!("a sequence keeps all values"),
        })
    }

    /// [`GrundySequence::advance`], with a limit as a part of the result and not as an error.
    pub(crate) fn advance_as_far(
        &mut self,
        count: u64,
        budget: &Budget,
    ) -> Result<Option<LimitReached>, HeapError> {
        match self.advance(count, budget) {
            Ok(()) => Ok(None),
            Err(HeapError::Limit(limit)) => Ok(Some(limit)),
            Err(error) => Err(error),
        }
    }
}
