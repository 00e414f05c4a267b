//! The rare/common engine: Grundy sequences of games that leave at most two heaps.
//!
//! Split the values into rare and common ones so that common ⊕ common and rare ⊕ rare are rare
//! ([`Class`]). Then a common value can only be excluded by a take or by a split with a rare part,
//! and there are few rare heaps: the least common value c that these leave free is found quickly.
//! G(n) = c if every free rare value below c is *witnessed* by some split of n, and otherwise
//! G(n) is the least value without a witness and n is a rare heap.

mod class;
mod coded;
mod history;
mod machine;
mod runner;
mod scalar;
mod state;
mod team_choice;
mod witness;

pub(crate) use class::Class;
pub(crate) use history::{Cell, History};
pub(crate) use machine::{MachineStop, SequenceMachine};
pub(crate) use runner::{Runner, on_machine};
pub(crate) use state::MachineState;

#[cfg(test)]
mod tests;
