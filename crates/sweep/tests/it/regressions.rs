//! What the fuzz targets `condition` and `rows` begin with and have found, every time.

use ishitori_testing::fuzz::mutate::run_mutated;
use ishitori_testing::fuzz::{condition, inputs, replay, rows};

/// Hands every committed input of a target to it.
fn replay_all(target: &str, run: fn(&[u8])) {
    for kind in ["seeds", "regressions"] {
        assert!(replay(kind, target, run) > 0, "{kind} of {target}");
    }
}

#[test]
fn changed_conditions() {
    run_mutated(&inputs("seeds", "condition"), condition::run);
}

#[test]
fn changed_rows() {
    run_mutated(&inputs("seeds", "rows"), rows::run);
}

#[test]
fn conditions() {
    replay_all("condition", condition::run);
}

#[test]
fn rows_of_interrupted_sweeps() {
    replay_all("rows", rows::run);
}
