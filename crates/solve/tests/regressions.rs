//! What the fuzz target `checkpoint` begins with and has found, every time.

#[path = "../../../fuzz/bodies/checkpoint.rs"]
mod checkpoint;
#[path = "../../../fuzz/bodies/mutate.rs"]
mod mutate;

use std::path::{Path, PathBuf};

use ishitori_rules::heap::HeapRule;
use ishitori_solve::heap::PeriodSearch;
use ishitori_solve::quotient::QuotientSearch;
use ishitori_values::Budget;

fn inputs(kind: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz").join(kind).join("checkpoint")
}

#[test]
fn checkpoints() {
    for kind in ["seeds", "regressions"] {
        let mut count = 0;
        // Nothing may have been found yet.
        let Ok(entries) = std::fs::read_dir(inputs(kind)) else { continue };
        for entry in entries {
            let path = entry.unwrap().path();
            println!("{}", path.display());
            checkpoint::run(&std::fs::read(&path).unwrap());
            count += 1;
        }
        assert!(count > 0, "{kind}");
    }
}

/// States with numbers at the edges of words: refused, or harmless.
#[test]
fn changed_checkpoints() {
    mutate::run_mutated(&inputs("seeds"), checkpoint::run);
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
        let committed = std::fs::read(inputs("seeds").join(&name)).unwrap_or_default();
        assert!(committed == content, "{name}: write the seeds again");
    }
}

#[test]
#[ignore = "writes the seeds"]
fn write_seeds() {
    std::fs::create_dir_all(inputs("seeds")).unwrap();
    for (name, content) in states() {
        std::fs::write(inputs("seeds").join(name), content).unwrap();
    }
}
