//! Games in the language: positions are tuples of numbers.
//!
//! * [`grundy_table`]: Grundy numbers of a box of positions; [`lost_table_by`]: only which are lost.
//! * [`outcome_table`]: who wins, for partizan games and any end rule.
//! * [`value_table`]: canonical values.
//! * [`SumSearch`]: who wins sums of positions; winning moves are found by
//!   [`play::Judge`](crate::play::Judge).
//! * [`RecurringTuples`]: who wins where positions can recur.
//! * [`test_conjecture`], [`fit`]: formulas for Grundy numbers.
//!
//! A box is swept in an order in which moves lead backwards, if there is one by a sample of
//! positions; nothing relies on it. A position that is needed before its turn, or outside the box,
//! is computed by a search with a stack of its own, which also finds cycles. The functions whose
//! names end in `_by` take a number of threads (see the module `waves` for the games that gain).

mod cells;
mod conjecture;
mod fit;
mod grundy;
mod outcome;
mod recurring;
mod sums;
mod sweep;
mod value;
mod waves;

use ishitori_language::{Fault, Halt};
use ishitori_rules::end::EndTable;
use ishitori_values::LimitReached;

pub use cells::MAX_CELLS;
pub use conjecture::{
    Conjecture, Counterexample, Found, test_conjecture, test_conjecture_by, test_conjecture_under,
};
pub use fit::{Fit, FitFailure, fit, fit_by};
pub use grundy::{
    GrundyTable, LostTable, grundy_table, grundy_table_by, grundy_table_plain, lost_table_by,
};
pub use outcome::{OutcomeTable, outcome_table, outcome_table_by};
pub use recurring::RecurringTuples;
pub(crate) use sums::moves_of;
pub use sums::{SumPosition, SumPositionError, SumSearch};
pub use value::{ValueTable, value_table};

/// The end rule of a game in the language: who wins when no move is left.
#[derive(Clone, Copy, Debug)]
pub enum TupleEnd<'e> {
    /// The end rule in the text of the game.
    OfGame,
    /// A letter by the sum of the coordinates.
    Total(&'e EndTable),
}

/// Why an engine for games in the language cannot answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TupleError {
    /// The game is at fault.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// A formula has no value at a position.
    #[error("the formula {0}")]
    Formula(Fault),
    /// A limit was reached before there was anything to report.
    #[error(transparent)]
    Limit(#[from] LimitReached),
    /// A box with too many cells.
    #[error("a table of {found} cells is too large; the limit is {limit}")]
    TooLarge {
        /// How many cells it would have.
        found: u64,
        /// How many are accepted.
        limit: u64,
    },
    /// Grundy numbers are for impartial games.
    #[error(
        "the game has moves of Left or Right alone, so its positions have outcomes and values, not Grundy numbers"
    )]
    NotImpartial,
    /// Grundy numbers are for normal play.
    #[error("Grundy numbers are for normal play; under another end rule positions have outcomes")]
    NotNormal,
    /// The end of a sum is not defined.
    #[error(
        "the end rule depends on one final position, so it does not say who wins a sum of positions"
    )]
    SumsNeedTotals,
    /// Outcomes of a whole box of a game with sums.
    #[error(
        "moves lead to sums of positions, so a table of outcomes needs normal play; `explain` searches single positions"
    )]
    SumsNeedNormal,
    /// Values need an end that is the same for both players or given by letters.
    #[error("under misère play positions have outcomes, not values")]
    MisereValues,
    /// Values under letters are for one position at a time and for equal moves.
    #[error(
        "where moves lead to sums, or the players have different moves, only normal play has values: no game stands for the end of such a position"
    )]
    ValuesNeedNormal,
    /// A tuple that is not a position.
    #[error("{} is not a position of the game", ishitori_language::tuple(.position))]
    NotAPosition {
        /// The tuple.
        position: Vec<i64>,
    },
}

impl From<Halt> for TupleError {
    fn from(halt: Halt) -> TupleError {
        match halt {
            Halt::Fault(fault) => fault.into(),
            Halt::Limit(limit) => limit.into(),
            Halt::ReceiverDone => unreachable!(
                "only receivers with a bound stop the machine, and their callers match on it"
            ),
        }
    }
}
