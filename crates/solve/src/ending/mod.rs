//! Games under any end rule: who wins when no move is left is data
//! ([`EndRule`](ishitori_rules::end::EndRule)).
//!
//! * [`outcomes`]: the outcome classes of one heap, with a proved period where there is one.
//! * [`Position`] and [`Search`]: several heaps under both conventions for sums, winning moves.
//! * [`normalised_values`]: ends replaced by games, and the canonical values of the heaps.
//! * `growth`: values that never repeat, proved by the order of heaps.
//! * [`recurrence`]: values that never repeat but grow by a rule.
//! * [`verify_parity_theorem`]: the outcome under `moves` from the normal and the misère outcome.

mod certificate;
mod growth;
mod outcomes;
mod parity;
mod recurrence;
mod search;
mod value_certificate;
mod values;

pub use crate::cycle::Cycle;
pub use crate::known::Knowledge;
pub use crate::position::{MAX_HEAP, Position, PositionError, WinningMove, heaps_in_order};
pub use growth::{GrowingValues, HeapForm, HeapOption, growth};
pub use outcomes::{Outcomes, outcomes};
pub use parity::{ParityCheck, ParityViolation, TameCheck, verify_parity_theorem};
pub use recurrence::{Context, Recurrence, RecurringFamily, RecurringHeaps, recurrence};
pub use search::{Search, SumRule};
pub use value_certificate::Uncertified;
pub use values::{NormalisedValues, Reading, TerminalError, TerminalValues, normalised_values};

/// Why an engine for end rules cannot answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EndingError {
    /// The rule is played on pairs of heaps.
    #[error("{rule} is played on pairs of heaps; end rules are for games on single heaps")]
    NotHeaps {
        /// The rule.
        rule: String,
    },
    /// The score convention needs a winner of every heap.
    #[error(
        "a sum by score counts the heaps that each player has won, so the end rule may only use L and R, not {end}"
    )]
    ScoreNeedsWinners {
        /// The end rule.
        end: String,
    },
    /// Counting moves is implemented for equal moves only.
    #[error(
        "{rule} is partizan: the end rule `moves` is only for rules under which both players have the same moves"
    )]
    MovesNeedImpartial {
        /// The rule.
        rule: String,
    },
    /// In a value a player who cannot move has lost, unless the other cannot move either.
    #[error(
        "{rule} is partizan, so its heaps have values under normal play only: one player may be unable to move while the other can, and no game stands for such an end"
    )]
    ValuesNeedSameMoves {
        /// The rule.
        rule: String,
    },
    /// Normalised values need ends that depend on the final position.
    #[error(
        "values need an end rule on the stones left, such as mod2:LR: under `moves` a final position has no value of its own"
    )]
    EndsAfterMoves,
    /// An engine for heap games cannot answer.
    #[error(transparent)]
    Heap(#[from] crate::heap::HeapError),
    /// A limit was reached before there was anything to report.
    #[error(transparent)]
    Limit(#[from] ishitori_values::LimitReached),
}

/// Under `moves` one more move exchanges Left and Right, which is a symmetry only if both have the
/// same moves.
fn moves_are_equal(
    rule: &ishitori_rules::heap::HeapRule,
    end: &ishitori_rules::end::EndRule,
) -> Result<(), EndingError> {
    match (rule.partizan(), end) {
        (Some(_), ishitori_rules::end::EndRule::Moves) => {
            Err(EndingError::MovesNeedImpartial { rule: rule.to_string() })
        }
        _ => Ok(()),
    }
}
