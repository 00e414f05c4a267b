//! Quotient monoids: who wins any number of heaps, under any end.
//!
//! Two multisets of heaps are equal in the quotient if they have the same outcome together with every
//! multiset (Plambeck; Plambeck and Siegel for misère play). A finite quotient answers every position
//! of any number of heaps.
//!
//! * `play`: a rule and an end as bits of outcomes. `monoid`, `model`: what is claimed.
//! * `proof`: that claims are right for every multiset; nothing else has to be trusted.
//! * `learn`: quotients heap by heap, by `product` (a monoid times powers) and `partial_congruence` (a monoid in
//!   which fewer words are the same). `cycle`: when that is for all heaps.
//! * `presentation`, `structure`, `strategy`, `parity`, `parity_refinement`, `certificate`, `checkpoint`: what is done
//!   with a quotient.

mod bits;
mod certificate;
mod checkpoint;
mod cycle;
mod learn;
mod model;
mod monoid;
mod parity;
mod parity_refinement;
mod partial_congruence;
mod play;
mod presentation;
mod product;
mod proof;
mod result;
mod solver;
mod strategy;
mod structure;

use ishitori_values::LimitReached;

pub use cycle::PhiPeriod;
pub use parity::{HeapParity, ParityOf};
pub use parity_refinement::{NoRefinement, ParityRefinement, RefinedElement};
pub use presentation::Presentation;
pub use result::Quotient;
pub use solver::QuotientSearch;
pub use structure::Subgroup;

/// Why there is no quotient.
#[derive(Debug, thiserror::Error)]
pub enum QuotientError {
    /// The rule is played on pairs of heaps.
    #[error("{rule} is played on pairs of heaps; quotients are for games on single heaps")]
    NotHeaps {
        /// The rule.
        rule: String,
    },
    /// Counting moves is implemented for equal moves only.
    #[error(
        "{rule} is partizan: the end rule `moves` is only for rules under which both players have the same moves"
    )]
    MovesNeedImpartial {
        /// The rule.
        rule: String,
    },
    /// A saved search cannot be used.
    #[error(transparent)]
    Checkpoint(#[from] crate::heap::CheckpointError),
    /// A limit was reached before there was anything to report.
    #[error(transparent)]
    Limit(#[from] LimitReached),
}
