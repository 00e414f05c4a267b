//! Workers: results do not depend on threads, errors and panics end a loop and are not lost.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};

use ishitori_runtime::{Budget, LimitReached};
use ishitori_runtime::{CancelFlag, Workers};

#[derive(Debug, PartialEq)]
enum Stop {
    Limit(LimitReached),
    Piece(u64),
}

impl From<LimitReached> for Stop {
    fn from(limit: LimitReached) -> Stop {
        Stop::Limit(limit)
    }
}

#[test]
fn the_first_error_does_not_depend_on_threads() {
    let budget = Budget::unlimited();
    for threads in [0, 1, 2, 7] {
        for _ in 0..20 {
            let mut taken = Vec::new();
            let piece =
                |_: &mut (), at: u64| if at % 50 == 49 { Err(Stop::Piece(at)) } else { Ok(at) };
            let take = |at| {
                taken.push(at);
                Ok(1)
            };
            let errors = Workers::new(threads, &budget).pieces(1000, || (), piece, take);
            assert_eq!(errors[0], (49, Stop::Piece(49)), "{threads} threads");
            taken.sort_unstable();
            assert_eq!(taken[..49], (0..49).collect::<Vec<_>>(), "all before it are done");
        }
    }
}

#[test]
fn a_limit_and_progress_are_reported() {
    let (budget, seen) = (Budget::unlimited(), AtomicU64::new(0));
    let count = |amount| {
        if seen.fetch_add(amount, Ordering::Relaxed) + amount >= 60 {
            budget.cancel_flag().store(true, Ordering::Relaxed);
        }
    };
    let workers = Workers { progress: Some(&count), ..Workers::new(3, &budget) };
    let errors = workers.pieces(1000, || (), |_, at| Ok::<u64, Stop>(at), |_| Ok(2));
    assert!(errors.iter().all(|(_, e)| *e == Stop::Limit(LimitReached::Cancelled)));
    assert!(!errors.is_empty() && (60..=66).contains(&seen.load(Ordering::Relaxed)));
}

#[test]
fn nothing_is_done_where_there_is_nothing_to_do() {
    let budget = Budget::unlimited();
    let workers = Workers::new(4, &budget);
    assert!(
        workers.pieces(0, || (), |_, _| Ok::<u64, Stop>(0), |_| Err(Stop::Piece(0))).is_empty()
    );
    assert!(workers.in_order(0, ControlFlow::<u64, u64>::Continue).is_empty());
    assert!(
        workers.waves(&[], || (), |_, _, _, _| ())
            && workers.waves(&[0, 0], || (), |_, _, _, _| ())
    );
}

#[test]
fn panics_reach_the_caller_and_leave_no_thread_waiting() {
    let budget = Budget::unlimited();
    let workers = Workers::new(3, &budget);
    let panics = |work: &dyn Fn()| catch_unwind(AssertUnwindSafe(work)).is_err();
    assert!(panics(&|| drop(workers.team(|number| assert_ne!(number, 2)))));
    let piece = |_: &mut (), wave: usize, at: usize, _: &CancelFlag| assert_ne!((wave, at), (4, 1));
    assert!(panics(&|| assert!(workers.waves(&[3; 9], || (), piece))));
    let spaces = AtomicU64::new(0);
    let space = || assert_ne!(spaces.fetch_add(1, Ordering::Relaxed), 1);
    assert!(panics(&|| assert!(workers.waves(&[3; 9], space, |_, _, _, _| ()))));
    assert!(panics(&|| drop(workers.in_order(9, |at| match at {
        5 => panic!("a piece"),
        _ => ControlFlow::<u64, u64>::Continue(at),
    }))));
}

#[test]
fn a_cancel_flag_ends_the_waves() {
    let (budget, begun) = (Budget::unlimited(), AtomicU64::new(0));
    let finished = Workers::new(3, &budget).waves(
        &[5; 100],
        || (),
        |_, wave, _, cancelled| {
            begun.fetch_add(1, Ordering::Relaxed);
            if wave == 10 {
                cancelled.set();
            }
        },
    );
    assert!(!finished && (51..=55).contains(&begun.into_inner()));
}

#[test]
fn the_first_to_find_something_ends_the_race() {
    let budget = Budget::unlimited();
    for winner in 0..3 {
        let found = Workers::new(3, &budget).race(|number, budget| match number == winner {
            true => Ok::<usize, LimitReached>(number),
            false => loop {
                budget.check(0)?;
            },
        });
        assert_eq!(found, Ok(winner));
    }
    let lost = Workers::new(3, &budget).race(|number, _| Err::<(), usize>(number));
    assert_eq!(lost, Err(0));
}
