//! Handles of living stores are never confused, as long as there are no more than eight. A program of its own, since the
//! numbers of stores are those of the process.

use std::panic::{AssertUnwindSafe, catch_unwind};

use ishitori_values::GameStore;

#[test]
fn handles_of_eight_living_stores_are_distinguished() {
    let mut stores: Vec<GameStore> = (0..8).map(|_| GameStore::new()).collect();
    for round in 0..40 {
        let twos: Vec<_> = stores.iter().map(|store| store.session().integer(2)).collect();
        for (from, &two) in twos.iter().enumerate() {
            for (to, store) in stores.iter().enumerate() {
                let shown = catch_unwind(AssertUnwindSafe(|| store.session().print(two)));
                assert_eq!(shown.is_ok(), from == to, "round {round}: from {from} to {to}");
            }
        }
        // Some go, and as many come, in every order.
        let gone = 1 + round % 7;
        (0..gone).for_each(|at| drop(stores.remove((round + at) % stores.len())));
        stores.extend((0..gone).map(|_| GameStore::new()));
    }
}
