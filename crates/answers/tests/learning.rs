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

fn minute() -> Budget {
    Budget::unlimited().with_time(Duration::from_secs(60)).with_memory(1 << 30)
}

#[test]
fn a_bar_of_chocolate_needs_no_formula() {
    let learned = learned(&request("chocolate:3", Some(Learnable::Grundy)), minute());
    assert_eq!(learned.decided.proved, Some(Some(true)));
}
