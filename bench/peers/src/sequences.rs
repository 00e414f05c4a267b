//! Workload 4: Grundy sequences of octal games, through the crate `ogs` 0.0.6 (the library behind
//! `ogsolve`, LGPL) with its fastest solver `rc2`, and through Ishitori; one thread each.
//!
//! All values of both sides are compared. Ours include the check of every witness.

use ishitori_rules::heap::HeapCode;
use ishitori_solve::heap::grundy;
use ishitori_values::Budget;
use ogs::{RC2Solver, Solver};

use crate::clock::{Took, measure};

/// Codes and how many heaps: seconds for `ogs`.
pub const SEQUENCES: [(&str, usize); 5] = [
    ("0.106", 50_000_000),
    ("0.454", 10_000_000),
    ("0.16", 10_000_000),
    ("0.167", 4_000_000),
    ("0.6", 500_000),
];

/// The first values through `ogs`.
pub fn theirs(code: &str, heaps: usize) -> (Took, Vec<u32>) {
    let game = ogs::Game::from_ascii(code.as_bytes()).expect("a code");
    let (took, solver) = measure(|| {
        let mut solver: RC2Solver = RC2Solver::with_capacity(game, heaps);
        solver.by_ref().take(heaps).for_each(drop);
        solver
    });
    (took, solver.nimbers().iter().take(heaps).map(|&v| u32::from(v)).collect())
}

/// The same through Ishitori.
pub fn ours(code: &str, heaps: usize) -> (Took, Vec<u32>) {
    let rule: ishitori_rules::heap::HeapRule = code.parse().expect("a code");
    let code: &HeapCode = rule.code().expect("an impartial rule");
    let (took, run) = measure(|| {
        grundy(code, heaps as u64, None, &Budget::unlimited()).expect("within the limits")
    });
    (took, run.values.iter().collect())
}
