//! What the fuzz target `checkpoint` begins with and has found, every time.

use ishitori_rules::heap::HeapRule;
use ishitori_solve::heap::PeriodSearch;
use ishitori_solve::quotient::QuotientSearch;
use ishitori_testing::fuzz::mutate::run_mutated;
use ishitori_testing::fuzz::{checkpoint, inputs, replay};
use ishitori_values::Budget;

#[test]
fn checkpoints() {
    assert!(replay("seeds", "checkpoint", checkpoint::run) > 0);
    // Nothing may have been found yet.
    replay("regressions", "checkpoint", checkpoint::run);
}

/// States with numbers at the edges of words: refused, or harmless.
#[test]
fn changed_checkpoints() {
    run_mutated(&inputs("seeds", "checkpoint"), checkpoint::run);
}

/// States of searches that are not far yet, for the target to begin with.
fn states() -> Vec<(String, Vec<u8>)> {
    let mut states = Vec::new();
    let mut add = |which: usize, step: usize, bytes: Vec<u8>| {
        let content = [&[which as u8], &bytes[..bytes.len() - 8]].concat();
        states.push((format!("{which}-{step}"), content));
    };
    for (which, rule) in checkpoint::RULES.into_iter().enumerate() {
        let rule: HeapRule = rule.parse().unwrap();
        let mut search = PeriodSearch::new(rule.code().unwrap(), 3000);
        for step in 0..6 {
            add(which, step, search.to_bytes());
            if search.step(&Budget::unlimited()).unwrap().is_some() {
                break;
            }
        }
    }
    for (i, (rule, end)) in checkpoint::QUOTIENTS.into_iter().enumerate() {
        let (rule, end) = (rule.parse().unwrap(), end.parse().unwrap());
        let mut search = QuotientSearch::new(&rule, &end).unwrap();
        for to in [1, 4] {
            search.run(Some(to), &Budget::unlimited()).unwrap();
            add(checkpoint::RULES.len() + i, to as usize, search.to_bytes());
        }
    }
    states
}

/// The committed states are states: none of them is refused.
#[test]
fn seeds_are_states_of_searches() {
    for (name, content) in states() {
        let committed =
            std::fs::read(inputs("seeds", "checkpoint").join(&name)).unwrap_or_default();
        assert!(committed == content, "{name}: write the seeds again");
    }
}

#[test]
#[ignore = "writes the seeds"]
fn write_seeds() {
    std::fs::create_dir_all(inputs("seeds", "checkpoint")).unwrap();
    for (name, content) in states() {
        std::fs::write(inputs("seeds", "checkpoint").join(name), content).unwrap();
    }
}
