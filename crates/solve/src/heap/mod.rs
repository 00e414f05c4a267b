//! Heap games.

mod all_but;
mod engine;
mod entailing;
mod identify;
mod kernel;
mod misere;
mod misere_notation;
pub(crate) mod moves;
mod naive;
mod partizan;
pub(crate) mod period;
mod rare;
mod reduce;
mod sequence;
mod values;
mod window;

pub use engine::{Engine, Grundy, HeapError, MAX_HEAPS, grundy, grundy_threaded};
pub use entailing::{EntailingValues, entailing_values};
pub use identify::{Identified, Match, identify};
pub(crate) use misere::has_misere;
pub use misere::{Genus, Misere, MisereGame, MisereGames, misere};
pub use misere_notation::{MAX_NIMBER, MisereError, MisereSyntax};
pub use naive::grundy_naive;
pub use partizan::{PartizanValues, partizan_values};
pub use period::{
    CheckpointError, Period, PeriodReport, PeriodSearch, Periodicity, Progress, Proof, Status,
    find_misere_period, find_period,
};
pub use reduce::without_idle_moves;
pub use sequence::GrundySequence;
pub use values::{Cells, Values};
