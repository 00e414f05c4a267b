//! Faults when a game is played, and the reasons why a machine stops.

use std::ops::Range;

use ishitori_values::LimitReached;

use crate::error::Trap;

/// Something that goes wrong while a game is being played, with the position and the place in the
/// source.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("at position {}: {kind}", tuple(position))]
pub struct Fault {
    /// The position.
    pub position: Vec<i64>,
    /// The bytes of the source that were being computed.
    pub span: Range<usize>,
    /// The kind of fault.
    pub kind: FaultKind,
}

/// Kinds of faults.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FaultKind {
    /// An operation without a result.
    #[error("{0}")]
    Trap(Trap),
    /// A move to something that is not a position.
    #[error(
        "this move leads to {}, which is not a position; add a condition to the move with `if`, or change `where`",
        tuple(option)
    )]
    Leaves {
        /// Where it leads to.
        option: Vec<i64>,
    },
    /// A position can be reached from itself.
    #[error("the position can be reached from itself, so the game need not end: {}", path(cycle))]
    Cycle {
        /// The way back, from the position on.
        cycle: Vec<Vec<i64>>,
    },
    /// Too many values of variables at one position.
    #[error("more than {limit} values of variables are tried for the moves of one position")]
    TooManyMoves {
        /// How many are accepted.
        limit: u64,
    },
    /// A line of play that leaves what was asked for and does not seem to end.
    #[error(
        "a line of play has more than {limit} moves beyond the positions asked for; does the game end? If it does, ask for a larger table"
    )]
    Beyond {
        /// How many are accepted.
        limit: u64,
    },
    /// A line of play that does not seem to end.
    #[error("a line of play has more than {limit} moves; does the game end?")]
    TooDeep {
        /// How many are accepted.
        limit: u64,
    },
}

/// `(2, 7)`
pub fn tuple(position: &[i64]) -> String {
    let numbers: Vec<String> = position.iter().map(i64::to_string).collect();
    format!("({})", numbers.join(","))
}

fn path(positions: &[Vec<i64>]) -> String {
    const SHOWN: usize = 8;
    let mut shown: Vec<String> = positions.iter().take(SHOWN).map(|p| tuple(p)).collect();
    if positions.len() > SHOWN {
        shown.push("…".to_string());
        shown.extend(positions.last().map(|p| tuple(p)));
    }
    shown.join(" → ")
}

/// Why a computation on a game stopped.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Halt {
    /// The game is at fault.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// A limit was reached.
    #[error(transparent)]
    Limit(#[from] LimitReached),
    /// The [`Sink`](crate::Sink) that receives the options wants no more of them. Only a sink
    /// returns this, and who passed that sink handles it: it is not a failure.
    #[error("the receiver of the options wants no more")]
    ReceiverDone,
}
