//! Automata that are learnt from tables and proved, as answers.

use std::time::{Duration, Instant};

use ishitori_answers::conjecture::{Answer, Learnable, Learned, Outlook, Request, answer};
use ishitori_answers::draw;
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
fn what_was_learnt_before_a_limit_is_reported() {
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

#[test]
fn a_table_shows_whether_an_automaton_is_to_be_expected() {
    // Wythoff's game: there is none in base 2.
    let wythoff = "(a, b) -> (c, b) for c in 0 ..< a; (a, c) for c in 0 ..< b; (a-k, b-k) for k in 1 .. min(a, b)";
    let budget = Budget::unlimited().with_time(Duration::from_secs(2));
    let found = learned(&request(wythoff, Some(Learnable::Outcomes)), budget);
    let residuals = found.residuals.as_ref().expect("a table is there");
    assert_eq!(residuals.sides.len(), residuals.blocks.len());
    assert_ne!(residuals.suggests, Outlook::Automaton, "{residuals:?}");
    assert!(residuals.blocks.windows(2).all(|pair| pair[0] <= pair[1]), "{residuals:?}");
    // The number of ones is beyond the prover, but an automaton knows its parity.
    let ones = "(n) -> (n - 1) if n > 0 and popcount(n) mod 2 = 1; (n - 2) if n > 1 and popcount(n) mod 2 = 1";
    let found = learned(&request(ones, Some(Learnable::Outcomes)), quarter_of_an_hour());
    assert_eq!(found.decided.proved, Some(None));
    let residuals = found.residuals.as_ref().unwrap();
    assert_eq!(residuals.suggests, Outlook::Automaton, "{residuals:?}");
    assert!(residuals.states.is_some_and(|states| states <= found.automata[0].states.len() + 1));
    // What is proved needs no outlook.
    let found = learned(&request("lib:end-nim", Some(Learnable::Outcomes)), quarter_of_an_hour());
    assert_eq!((found.decided.proved, found.residuals), (Some(Some(true)), None));
}

#[test]
fn automata_are_written_for_other_programs() {
    let text = |rule: &str, format: &str| {
        let request = serde_json::json!({ "rule": rule, "format": format });
        let request: draw::automaton::Request = serde_json::from_value(request).unwrap();
        let context = Context::new(Budget::unlimited());
        let drawn = draw::automaton::answer(&request, &context).unwrap().drawn;
        drawn.into_iter().map(|d| String::from_utf8(d.bytes).unwrap()).collect::<Vec<String>>()
    };
    let walnut = text("lib:end-nim", "txt");
    let [walnut] = walnut.as_slice() else { panic!("{walnut:?}") };
    assert!(walnut.starts_with("msd_2 msd_2 msd_2\n\n0 1\n0 0 0 -> 0\n"), "{walnut}");
    // A position is a P-position if the text says so: read again and run, against the definition for small heaps.
    type State = (bool, Vec<(Vec<u32>, usize)>);
    let mut states: Vec<State> = Vec::new();
    for line in walnut.lines().skip(1).filter(|line| !line.is_empty()) {
        let numbers =
            |part: &str| part.split(' ').map(|n| n.parse().unwrap()).collect::<Vec<u32>>();
        match line.split_once(" -> ") {
            None => states.push((numbers(line)[1] == 1, Vec::new())),
            Some((read, to)) => {
                let next = (numbers(read), to.parse().unwrap());
                states.last_mut().unwrap().1.push(next);
            }
        }
    }
    let accepts = |at: [u32; 3]| {
        let mut state = Some(0);
        for place in (0..4).rev() {
            let letter: Vec<u32> = at.iter().map(|x| x >> place & 1).collect();
            let next = |s: usize| states[s].1.iter().find(|(read, _)| *read == letter).map(|n| n.1);
            state = state.and_then(next);
        }
        state.is_some_and(|s| states[s].0)
    };
    // End-Nim: only the heaps at the ends may be touched; the middle one when an end is gone.
    let mut lost: std::collections::HashMap<Vec<u32>, bool> = std::collections::HashMap::new();
    let side = 9u32;
    for sum in 0..3 * side {
        for (a, b, c) in
            (0..side).flat_map(|a| (0..side).flat_map(move |b| (0..side).map(move |c| (a, b, c))))
        {
            if a + b + c != sum {
                continue;
            }
            let row: Vec<u32> = [a, b, c].into_iter().filter(|&x| x > 0).collect();
            let options = (0..row.len()).filter(|&i| i == 0 || i + 1 == row.len()).flat_map(|i| {
                let row = row.clone();
                (0..row[i]).map(move |x| {
                    let mut row = row.clone();
                    row[i] = x;
                    row.retain(|&x| x > 0);
                    row
                })
            });
            let is_lost = options.into_iter().all(|option: Vec<u32>| !lost[&option]);
            lost.insert(row.clone(), is_lost);
            if row.len() == 3 {
                assert_eq!(accepts([a, b, c]), is_lost, "({a},{b},{c})");
            }
        }
    }
    let dot = &text("lib:end-nim", "dot")[0];
    assert!(dot.starts_with("digraph {") && dot.contains("s0 [shape=doublecircle"), "{dot}");
    // One for each player, together and as files of their own.
    let race = "position (a, b)\nleft: (a - 1, b) if a > 0\nright: (a, b - 1) if b > 0";
    let all = text(race, "txt");
    assert_eq!((all.len(), all[0].clone()), (3, format!("{}{}", all[1], all[2])));
}

/// Wythoff's game in Fibonacci numbers, which base 2 does not have.
#[test]
fn another_base_decides_what_base_2_does_not() {
    let mut asked = request("lib:wythoff", Some(Learnable::Outcomes));
    asked.base = Some("fibonacci".to_string());
    asked.certificate = true;
    let found = learned(&asked, quarter_of_an_hour());
    assert_eq!(found.decided.proved, Some(Some(true)));
    assert_eq!(found.decided.base.as_deref(), Some("fibonacci"));
    assert!(found.decided.states.as_ref().is_some_and(|states| states[0] < 40));
    let document = found.decided.document.as_deref().unwrap();
    assert!(ishitori_certify::check(document).valid);
    assert!(found.automata[0].to_walnut().starts_with("msd_fib msd_fib\n"));
    // In base 3 there is none, which the table shows.
    asked.base = Some("3".to_string());
    let found = learned(&asked, Budget::unlimited().with_time(Duration::from_secs(2)));
    assert_eq!(found.decided.proved, Some(None));
    let residuals = found.residuals.as_ref().expect("a table is there");
    assert_eq!(residuals.sides.len(), residuals.blocks.len());
    assert_eq!(residuals.sides.first(), Some(&3));
    assert_ne!(residuals.suggests, Outlook::Automaton, "{residuals:?}");
    asked.base = Some("phi".to_string());
    let refused = answer(&asked, &Context::new(Budget::unlimited())).unwrap_err();
    assert!(format!("{refused:?}").contains("Base"), "{refused:?}");
}
