//! Taking a machine apart into plain numbers, and putting it together again.

use super::class::Class;
use super::history::{Cell, History};
use super::machine::Machine;
use super::witness::Witness;
use crate::heap::moves::Moves;

/// Everything about a machine but its moves and its values.
#[derive(Clone, Debug)]
pub(crate) struct MachineState {
    /// base, mask, position + 1 or 0, flip, class_since, max_value, keep or 0, next_class,
    /// careful_until, batch, next_choice.
    pub numbers: [u64; 11],
    /// Rare heaps; far witnesses and listed witnesses, as pairs.
    pub lists: [Vec<u64>; 3],
}

impl<V: Cell> Machine<V> {
    /// The state as numbers. O(rares).
    pub fn state(&self) -> MachineState {
        let class = self.class;
        let far = self.far_witnesses.iter().flat_map(|&(heap, offset)| [heap, offset]);
        let listed = self.witnesses.iter().flat_map(|m| [m.offset.into(), m.xor.into()]);
        MachineState {
            numbers: [
                self.history.base,
                class.mask.into(),
                class.position.map_or(0, |p| u64::from(p) + 1),
                class.flip.into(),
                self.class_since,
                self.max_value.into(),
                self.keep.unwrap_or(0) as u64,
                self.next_class,
                self.careful_until,
                self.batch as u64,
                self.next_choice,
            ],
            lists: [
                self.rares.iter().map(|&r| r.into()).collect(),
                far.collect(),
                listed.collect(),
            ],
        }
    }

    /// The machine with this state and these values; `None` if they cannot belong together.
    /// O(rares).
    pub fn resume(
        moves: Moves,
        state: MachineState,
        recent: Vec<V>,
        prefix: Vec<V>,
    ) -> Option<Self> {
        let [base, mask, position, flip, class_since, max_value, keep, ..] = state.numbers;
        let [.., next_class, careful_until, batch, next_choice] = state.numbers;
        let mut machine = Machine::new(moves);
        machine.history = History { recent, base, prefix };
        machine.class = Class {
            mask: mask.try_into().ok()?,
            position: position.checked_sub(1).map(|p| p as u32),
            flip: flip.try_into().ok()?,
        };
        machine.class_since = class_since;
        machine.max_value = max_value.try_into().ok()?;
        machine.keep = Some(keep as usize).filter(|&k| k > 0);
        machine.next_class = next_class;
        let [rares, far, listed] = state.lists;
        for rare in rares {
            machine.rares.push(rare.try_into().ok()?);
        }
        machine.far_witnesses = far.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
        for pair in listed.chunks_exact(2) {
            let mark = Witness { offset: pair[0].try_into().ok()?, xor: pair[1].try_into().ok()? };
            machine.witnesses.push(mark);
        }
        let known = machine.history.first().len() as u64;
        if machine.rares.iter().any(|&r| u64::from(r) >= known) {
            return None;
        }
        machine.mark_all_rares();
        machine.careful_until = machine.careful_until.max(careful_until);
        machine.batch = batch.try_into().ok()?;
        machine.next_choice = next_choice;
        Some(machine)
    }
}
