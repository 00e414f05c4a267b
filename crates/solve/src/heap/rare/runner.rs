//! A machine whose cells grow when a value does not fit.

use ishitori_values::Budget;

use super::machine::{MachineStop, SequenceMachine};
use crate::heap::moves::Moves;

/// A rare/common machine with the narrowest cells that hold its values.
#[derive(Clone, Debug)]
pub(crate) enum Runner {
    Narrow(SequenceMachine<u8>),
    Wide(SequenceMachine<u16>),
}

/// Evaluates an expression with the machine inside, whatever its cells.
macro_rules! on_machine {
    ($runner:expr, $machine:ident => $body:expr) => {
        match $runner {
            $crate::heap::rare::Runner::Narrow($machine) => $body,
            $crate::heap::rare::Runner::Wide($machine) => $body,
        }
    };
}
pub(crate) use on_machine;

impl Runner {
    pub fn new(moves: Moves) -> Self {
        // A subtraction game has no more values than numbers to take, and one.
        if moves.splits.is_empty() && moves.takes.len() > 255 {
            Runner::Wide(SequenceMachine::new(moves))
        } else {
            Runner::Narrow(SequenceMachine::new(moves))
        }
    }

    /// Computes all heaps below `to`, or as many as the budget allows.
    pub fn advance(&mut self, to: u64, budget: &Budget) -> Result<(), MachineStop> {
        loop {
            match on_machine!(self, m => m.advance(to, budget)) {
                Err(MachineStop::TooWide) => match self {
                    Runner::Narrow(m) => {
                        let wide =
                            std::mem::replace(m, SequenceMachine::new(m.moves.clone())).widened();
                        *self = Runner::Wide(wide);
                    }
                    Runner::Wide(_) => return Err(MachineStop::TooWide),
                },
                other => return other,
            }
        }
    }

    /// The next heap to be computed.
    pub fn next(&self) -> u64 {
        on_machine!(self, m => m.history.next())
    }
}
