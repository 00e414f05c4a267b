//! Sets of heaps in closed form.

use ishitori_solve::known;
use serde::{Deserialize, Serialize};

/// A period and what comes before it are looked through up to this heap.
pub(crate) const LAST_HEAP: u64 = 1 << 20;
/// Longer lists are not given.
const LISTED: usize = 10_000;

/// All heaps n with a property, proved: n ≡ `residues` (mod `modulus`), or n in `also`, but not n in `except`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ClosedForm {
    /// The least heap from which on the residues alone decide.
    pub from: u64,
    /// The least period of the property.
    pub modulus: u64,
    /// The residues.
    pub residues: Vec<u64>,
    /// Heaps with another residue, all before `from`.
    pub also: Vec<u64>,
    /// Heaps before `from` with such a residue that do not have the property.
    pub except: Vec<u64>,
}

impl ClosedForm {
    /// The heaps with a property that repeats; nothing if there is too much to list.
    pub(crate) fn of(preperiod: u64, period: u64, has: impl Fn(u64) -> bool) -> Option<ClosedForm> {
        if preperiod.checked_add(period)? > LAST_HEAP || period == 0 {
            return None;
        }
        let form = known::ClosedForm::of(preperiod, period, has);
        let known::ClosedForm { from, modulus, residues, also, except } = form;
        let short = residues.len().max(also.len()).max(except.len()) <= LISTED;
        short.then_some(ClosedForm { from, modulus, residues, also, except })
    }

    /// Whether no heap has the property.
    pub fn is_empty(&self) -> bool {
        self.residues.is_empty() && self.also.is_empty()
    }
}
