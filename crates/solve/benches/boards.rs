//! Values of Domineering positions.

use divan::Bencher;
use ishitori_rules::board::{Domineering, Region};
use ishitori_solve::board::Solver;
use ishitori_values::GameStore;

fn main() {
    divan::main();
}

/// All 65 536 positions of the 4 × 4 board.
#[divan::bench]
fn domineering_census_4x4(bencher: Bencher) {
    bencher.with_inputs(GameStore::new).bench_refs(|store| {
        let mut solver = Solver::new(store, Domineering::<8>);
        for cells in 0..1u64 << 16 {
            let rows = (0..4).map(|r| (cells >> (4 * r) & 15) << (8 * r));
            divan::black_box(solver.value(&Region(rows.sum())).expect("no limits"));
        }
    });
}

/// Empty boards, rows × columns.
#[divan::bench(args = [(4, 6), (5, 5)])]
fn domineering_empty(bencher: Bencher, (rows, columns): (u32, u32)) {
    bencher.with_inputs(GameStore::new).bench_refs(|store| {
        let board = Region::rectangle::<8>(rows, columns);
        Solver::new(store, Domineering::<8>).value(&board).expect("no limits")
    });
}
