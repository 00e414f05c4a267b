//! Automata that are learnt from tables and proved, as answers.

use std::time::{Duration, Instant};

use ishitori_answers::conjecture::{Answer, Learnable, Learned, Request, answer};
use ishitori_answers::{Answered, Context, Finish};
use ishitori_values::Budget;

fn request(rule: &str, learn: Option<Learnable>) -> Request {
    let mut request = Request::new(rule, "");
    request.formula = None;
    request.fit = true;
    request.prove = true;
    request.learn = learn;
    request
}

#[track_caller]
fn learned(request: &Request, budget: Budget) -> Box<Learned> {
    let context = Context { timed: true, ..Context::new(budget) };
    let begin = Instant::now();
    let answer = answer(request, &context).unwrap();
    let Answer::Learned(learned) = answer else { panic!("{answer:?}") };
    eprintln!(
        "{}: {:?} {} states, table {:?}, {} lessons, {} proofs, {:?}: {:?}",
        learned.rule,
        learned.about,
        learned.automata.iter().map(|a| a.states.len()).sum::<usize>(),
        learned.to,
        learned.lessons,
        learned.proofs,
        begin.elapsed(),
        learned.decided.reason,
    );
    learned
}

fn quarter_of_an_hour() -> Budget {
    Budget::unlimited().with_time(Duration::from_secs(900)).with_memory(1 << 30)
}

#[test]
fn a_bar_of_chocolate_needs_no_formula() {
    let learned = learned(&request("chocolate:3", Some(Learnable::Grundy)), quarter_of_an_hour());
    assert_eq!(learned.decided.proved, Some(Some(true)));
}

#[test]
fn what_was_learnt_before_a_limit_is_told() {
    // Much less than it takes, and enough to begin on a machine that does other things.
    let budget = Budget::unlimited().with_time(Duration::from_secs(3));
    let learned = learned(&request("chocolate:9", Some(Learnable::Grundy)), budget);
    assert_eq!((learned.decided.proved, learned.stopped.is_some()), (Some(None), true));
    assert!(!learned.to.is_empty());
    assert_eq!(Answer::Learned(learned).finish(), Finish::Partial);
}

#[test]
fn a_limit_of_memory_ends_learning() {
    let budget = Budget::unlimited().with_memory(1 << 20).with_time(Duration::from_secs(60));
    let context = Context { timed: true, ..Context::new(budget) };
    match answer(&request("chocolate:9", Some(Learnable::Grundy)), &context) {
        Ok(Answer::Learned(learned)) => {
            assert_eq!(learned.decided.proved, Some(None));
            assert!(learned.stopped.is_some(), "{learned:?}");
        }
        Ok(other) => panic!("{other:?}"),
        Err(error) => assert!(format!("{error:?}").contains("Memory"), "{error:?}"),
    }
}
