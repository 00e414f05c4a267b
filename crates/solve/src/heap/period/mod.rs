//! Periods of Grundy sequences, with proofs.
//!
//! A period that only looks right is worth nothing, so a search ends in one of three ways
//! ([`Status`]): *proved* by a theorem whose conditions were checked, *not found* among the heaps
//! computed, or *no theorem*: the rule is of a kind for which agreement, however long, proves
//! nothing.
//!
//! * Finite codes that leave at most h heaps: if G(n + p) = G(n) for n0 ≤ n < h·n0 + (h − 1)·p + k,
//!   with k the largest number taken, then for all n ≥ n0 (Guy and Smith 1956 for h = 2).
//! * Subtraction games: the last max S values decide the rest.
//! * Runs of the rare/common engine: a *window* of values decides the rest once rares have
//!   stopped; see [`Proof::Window`].
//! * Games in which all numbers but finitely many may be taken: a state of bounded size decides
//!   the rest, relative to the least value still possible; the sequence is arithmetically periodic.

mod arithmetic;
pub(crate) mod certificate;
pub(crate) mod checkpoint;
mod direct;
mod exact;
mod grid;
mod milestones;
mod misere;
mod needles;
mod recurrence;
mod report;
mod search;
mod small;

pub use checkpoint::CheckpointError;
pub use misere::find_misere_period;
pub use report::{Period, PeriodReport, Periodicity, Progress, Proof, Status};
pub use search::{PeriodSearch, find_period};

/// Agreement of G(n + p) with G(n) from n0 on must be checked below this heap. The parts of a
/// large heap must not become empty when p is subtracted, so the theorem is used from n0 = 1 on;
/// heap 0 is then a matter of comparison.
fn guy_smith_bound(parts: u64, n0: u64, p: u64, k: u64) -> u64 {
    parts * n0.max(1) + (parts - 1) * p + k
}
