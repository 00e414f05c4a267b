//! A formula is decided by a proof, while growing tables are searched for a counterexample: what is false is often
//! false at a position that no first table has, and that a proof does not reach within its limits.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};

use ishitori_automata::{self as automata, Base, Decision, Violation, Why, prove_in_base};
use ishitori_language::{Formula, TextGame};
use ishitori_runtime::clock::Instant;
use ishitori_solve::tuple::{self, TupleEnd, test_conjecture_under};
use ishitori_values::Budget;

use super::decide::BETWEEN_NEWS;
use crate::{Context, Progress};

/// The largest table that is searched next to a proof.
const MOST_CELLS: u64 = 1 << 22;
/// The largest table in which the counterexample behind a contradiction is searched for.
const MOST_CELLS_BEHIND: i128 = 10_000_000;
/// The part of the memory that tables get, as a divisor.
const SHARE: u64 = 4;
/// Reports of a proof, about one for each thousand states, after which it is a long one. Shorter proofs decide
/// alone, so that what they answer does not depend on who is first.
const LONG: u32 = 1024;

/// A formula, what a table says about it, and the corner of that table.
pub(super) struct TestedFormula {
    pub result: tuple::Conjecture,
    pub to: Vec<u32>,
}

/// Decides a formula for all positions by automata that read numbers in a base, unless the table has a counterexample already. While a proof takes long,
/// larger tables are searched; the first to decide ends the other. The cost is that of the proof, and of
/// tables of at most [`MOST_CELLS`] cells.
pub(super) fn decide(
    game: &TextGame,
    formula: &Formula,
    base: &Base,
    searched: &mut TestedFormula,
    context: &Context,
) -> Decision {
    if let Some(found) = &searched.result.counterexample {
        return by_table(found);
    }
    let [refuted, decided] = [(), ()].map(|()| Arc::new(AtomicBool::new(false)));
    let (for_proof, for_tables) = shares(&context.budget);
    let for_proof = for_proof.or_cancelled_by(Arc::clone(&refuted));
    let for_tables = for_tables.or_cancelled_by(Arc::clone(&decided));
    let first = searched.to.clone();
    // Each end belongs to one piece of work, so that the other does not wait forever if one fails.
    let (begin, wait) = mpsc::channel::<bool>();
    let (first, for_proof, for_tables) = (&first, &for_proof, &for_tables);
    let (refuted, decided) = (&refuted, &decided);
    let proof = move || {
        let mut report = reporter(context);
        let mut reports = 0u32;
        let mut report = |progress: automata::Progress| {
            reports = reports.saturating_add(1);
            if reports == LONG {
                // The receiver is gone if the tables are over.
                let _ = begin.send(true);
            }
            report(progress);
        };
        let decision = prove_in_base(game, formula, base, for_proof, &mut report);
        // A proof that a limit ended leaves the question to the tables; otherwise they are of no more use.
        let open = matches!(decision, Decision::Open(Why::Limit { .. }));
        decided.store(!open, Ordering::Relaxed);
        let _ = begin.send(open);
        decision
    };
    let tables = move || {
        let true = wait.recv().unwrap_or(false) else { return None };
        let found = grow(game, formula, first, for_tables);
        let counterexample = |found: &TestedFormula| found.result.counterexample.is_some();
        refuted.store(found.as_ref().is_some_and(counterexample), Ordering::Relaxed);
        found
    };
    let (mut decision, larger) = ishitori_runtime::pair(proof, tables);
    context.report(Progress::Over);
    if let Decision::Refuted(violation) = &decision
        && let Some(found) = behind(game, formula, violation, context)
    {
        searched.result.counterexample = Some(found);
        return decision;
    }
    if let (Decision::Open(_), Some(larger)) = (&decision, larger) {
        if let Some(found) = &larger.result.counterexample {
            decision = by_table(found);
        }
        *searched = larger;
    }
    decision
}

fn by_table(found: &tuple::Counterexample) -> Decision {
    let position = found.position.iter().map(|&c| i128::from(c)).collect();
    Decision::Refuted(Violation::Table { position })
}

/// The memory of the proof, and that of the tables.
fn shares(budget: &Budget) -> (Budget, Budget) {
    match budget.memory() {
        None => (budget.clone(), budget.clone()),
        Some(bytes) => {
            let tables = bytes / SHARE;
            (budget.clone().with_memory(bytes - tables), budget.clone().with_memory(tables))
        }
    }
}

fn reporter(context: &Context) -> impl FnMut(automata::Progress) {
    let mut last = Instant::now();
    move |automata::Progress { stage, states }| {
        if last.elapsed() >= BETWEEN_NEWS {
            last = Instant::now();
            context.report(Progress::Proof { stage, states });
        }
    }
}

/// The largest table that was searched, or the first with a counterexample; none if the next one is too large.
fn grow(
    game: &TextGame,
    formula: &Formula,
    first: &[u32],
    budget: &Budget,
) -> Option<TestedFormula> {
    let mut largest = None;
    let mut to = first.to_vec();
    loop {
        to.iter_mut().for_each(|side| *side = side.saturating_mul(2).saturating_add(1));
        let cells = to.iter().fold(1u64, |n, &side| n.saturating_mul(u64::from(side) + 1));
        if cells > MOST_CELLS {
            return largest;
        }
        // The proof has a thread of its own. What cannot be computed shows nothing.
        let Ok(result) = test_conjecture_under(game, formula, &to, TupleEnd::OfGame, 1, budget)
        else {
            return largest;
        };
        let over = result.counterexample.is_some();
        if result.stopped.is_some() && !over {
            return largest;
        }
        largest = Some(TestedFormula { result, to: to.clone() });
        if over {
            return largest;
        }
    }
}

/// The counterexample behind a contradiction: at its position or at one that can be reached from there.
fn behind(
    game: &TextGame,
    formula: &Formula,
    violation: &Violation,
    context: &Context,
) -> Option<tuple::Counterexample> {
    let position = violation.position();
    let cells = position
        .iter()
        .try_fold(1i128, |n, &c| n.checked_mul(c.checked_add(1)?))
        .unwrap_or(i128::MAX);
    if cells > MOST_CELLS_BEHIND {
        return None;
    }
    let last: Vec<u32> = position.iter().map(|&c| u32::try_from(c).unwrap_or(u32::MAX)).collect();
    let (threads, budget) = (context.threads, &context.budget);
    // What cannot be computed leaves the contradiction, which is enough.
    let found =
        test_conjecture_under(game, formula, &last, TupleEnd::OfGame, threads, budget).ok()?;
    found.counterexample
}
