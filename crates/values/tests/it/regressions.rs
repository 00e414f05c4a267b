//! What the fuzz target `expression` has found, every time.

use ishitori_testing::fuzz::{expression, replay};

#[test]
fn expressions() {
    assert!(replay("regressions", "expression", expression::run) > 0);
}
