//! Quotients: what many heaps together amount to, under any end.

mod bits;
mod certificate;
mod checkpoint;
mod cycle;
mod finer;
mod learn;
mod model;
mod monoid;
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
pub use finer::{Finer, FinerElement, NoFiner};
pub use presentation::Presentation;
pub use result::Quotient;
pub use solver::QuotientSearch;
pub use structure::Subgroup;

/// Why there is no quotient.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum QuotientError {
    /// The rule is played on pairs of heaps.
    #[error("{rule} is played on pairs of heaps; quotients are for games on single heaps")]
    NotHeaps {
        /// The rule.
        rule: String,
    },
    /// Counting moves is implemented for equal moves only.
    #[error(
        "{rule} is partizan: the end rule moves is for rules under which both players have the same moves"
    )]
    MovesNeedImpartial {
        /// The rule.
        rule: String,
    },
    /// A saved search cannot be used.
    #[error(transparent)]
    Checkpoint(#[from] crate::heap::CheckpointError),
    /// A limit was reached before there was anything to tell.
    #[error(transparent)]
    Limit(#[from] LimitReached),
}

#[cfg(test)]
mod tests {
    use super::*;
    use ishitori_values::Budget;

    fn growth(rule: &str, end: &str, to: u32) -> Vec<(u32, u64)> {
        let play = play::Play::new(&rule.parse().unwrap(), &end.parse().unwrap()).unwrap();
        let mut learner = learn::Learner::new(play);
        while learner.heap() <= to {
            learner.advance(&Budget::unlimited()).unwrap();
        }
        learner.growth.clone()
    }

    #[test]
    fn kayles() {
        assert_eq!(
            growth("0.77", "misere", 60),
            [(0, 1), (1, 2), (2, 6), (5, 12), (9, 18), (12, 24), (25, 32), (27, 40)]
        );
    }
    #[test]
    fn dawson() {
        assert_eq!(growth("0.07", "misere", 24), [(0, 1), (2, 2), (4, 6), (10, 12), (14, 24)]);
    }
    #[test]
    fn dawson25() {
        assert_eq!(growth("0.07", "misere", 25).last(), Some(&(25, 144)));
    }
    #[test]
    fn dawson30() {
        assert_eq!(growth("0.07", "misere", 30).last(), Some(&(30, 360)));
    }
    #[test]
    fn parity() {
        assert_eq!(growth("sub:2,3", "mod2:LR", 20).last().unwrap().1, 40);
        assert_eq!(growth("sub:3,4", "mod2:LR", 20).last().unwrap().1, 24);
        assert_eq!(growth("sub:2,5", "mod2:LR", 20).last().unwrap().1, 16);
        assert_eq!(growth("sub:3,4,6", "mod2:LR", 40).last().unwrap().1, 140);
    }
    #[test]
    fn mod3() {
        assert_eq!(
            growth("sub:3,4", "mod3:LRP", 10),
            [(0, 1), (1, 3), (3, 6), (4, 14), (6, 120), (9, 527)]
        );
    }
}
