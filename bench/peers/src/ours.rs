//! The three workloads through Ishitori, one thread.
//!
//! The stretch that is timed is the same as in `cgt_peer`: a fresh store and table for each
//! workload, without conversion of inputs and printing of values.

use std::collections::HashSet;

use ishitori_rules::board::{Domineering, Region};
use ishitori_solve::board::Solver;
use ishitori_values::calculator::{Calculator, Value};
use ishitori_values::{Game as Handle, GameStore, Session};

use crate::clock::{Took, measure};
use crate::games::{BOARD_MASKS, Census, CensusRun, GROUP, Game};

/// The free cells where `blocked` has bits, row by row.
fn board(rows: u8, columns: u8, blocked: u64) -> Region {
    let row = |r: u8| (!blocked >> (r * columns) & ((1 << columns) - 1)) << (8 * r);
    Region((0..rows).map(row).sum())
}

fn print(session: &mut Session<'_>, values: &[Handle]) -> Vec<String> {
    values.iter().map(|&g| session.print(g).expect("short enough to print")).collect()
}

/// Workload 1: canonical forms of all blocked 4x4 boards, one shared table.
pub fn census() -> CensusRun {
    let (forms, (store, values)) = measure(|| {
        let store = GameStore::new();
        let mut solver = Solver::new(&store, Domineering::<8>);
        let values: Vec<Handle> =
            BOARD_MASKS.map(|mask| solver.value(&board(4, 4, mask)).expect("no limits")).collect();
        drop(solver);
        (store, values)
    });
    let mut s = store.session();
    let (checks, mut census) = measure(|| {
        let mut sum = Census::default();
        for &g in &values {
            let t = s.thermograph(g).expect("no limits");
            sum.numbers += usize::from(store.is_number(g));
            sum.temperatures += t.temperature().to_f64();
            sum.means += t.mean().to_f64();
            sum.left_stops += s.left_stop(g).expect("no limits").to_f64();
            sum.birthdays += u64::try_from(s.birthday(g).expect("no limits")).expect("small");
        }
        sum
    });
    census.distinct = values.iter().collect::<HashSet<_>>().len();
    let values = print(&mut s, &values);
    CensusRun { forms, checks, census, values }
}

/// Workload 2: canonical form of an empty board, with a fresh table.
pub fn empty_board(rows: u8, columns: u8) -> (Took, String) {
    let (took, (store, value)) = measure(|| {
        let store = GameStore::new();
        let value = Solver::new(&store, Domineering::<8>)
            .value(&board(rows, columns, 0))
            .expect("no limits");
        (store, value)
    });
    let text = print(&mut store.session(), &[value]).remove(0);
    (took, text)
}

/// Workload 3: sums of `GROUP` consecutive games; the conversion is not timed.
pub fn sums(games: &[Game]) -> (Took, Vec<String>) {
    let store = GameStore::new();
    let handles: Vec<Handle> = {
        let mut calculator = Calculator::new(&store);
        games.iter().map(|g| value(&mut calculator, &g.to_string())).collect()
    };
    // A session of its own: nothing remembered from the conversion.
    let mut s = store.session();
    let (took, sums) = measure(|| {
        handles
            .chunks_exact(GROUP)
            .map(|group| {
                group.iter().fold(Handle::ZERO, |sum, &g| s.sum(sum, g).expect("no limits"))
            })
            .collect::<Vec<_>>()
    });
    (took, print(&mut s, &sums))
}

fn value(calculator: &mut Calculator<'_>, text: &str) -> Handle {
    match calculator.eval(text) {
        Ok(Value::Game(g)) => g,
        other => panic!("{text}: {other:?}"),
    }
}

/// Whether two lists of texts denote the same values: the libraries order options differently.
pub fn same_values(theirs: &[String], ours: &[String]) -> bool {
    let store = GameStore::new();
    let mut calculator = Calculator::new(&store);
    theirs.len() == ours.len()
        && theirs
            .iter()
            .zip(ours)
            .all(|(a, b)| value(&mut calculator, a) == value(&mut calculator, b))
}
