//! What questions have cost, so that they can be sent the right way when they come again.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use ishitori_workbench::Call;

/// What is expected of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Expected {
    /// Nothing speaks against a glance.
    Cheap,
    /// It has needed more than a glance once, or others with its command have lately.
    Unclear,
    /// The very same question has, more than once: it was not the machine that was busy.
    Dear,
}

/// How long a dear question is remembered.
const MEMORY: Duration = Duration::from_secs(600);
/// How many of them, and how many commands; more are forgotten, which costs time and nothing else.
const QUESTIONS: usize = 4096;
const COMMANDS: usize = 256;
/// The share of the last question in the running mean of its command.
const WEIGHT: f64 = 0.25;
/// From which mean on a command is unclear: one dear question is enough, two cheap ones clear it.
const UNCLEAR: f64 = 0.15;

/// Measured costs. Bounded; all operations are O(length of the question).
#[derive(Default)]
pub(crate) struct CostHistory {
    known: Mutex<Known>,
    names: RandomState,
}

#[derive(Default)]
struct Known {
    /// Dear questions by their hash, when they were, and how many times in a row.
    dear: HashMap<u64, (Instant, u32)>,
    /// For each command, how many of its last questions were dear: a running mean.
    commands: HashMap<String, f64>,
}

impl CostHistory {
    fn known(&self) -> MutexGuard<'_, Known> {
        // Nothing panics while it holds the lock.
        self.known.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Documents are large and never come twice: only what is asked about them counts.
    fn name(&self, call: &Call) -> u64 {
        let document = call.document.as_ref().map(String::len);
        self.names.hash_one((&call.command, &call.parameters, document))
    }

    /// What is expected of a question.
    pub fn expected(&self, call: &Call) -> Expected {
        let name = self.name(call);
        let known = self.known();
        let times = known.dear.get(&name).filter(|(at, _)| at.elapsed() < MEMORY);
        let unclear = known.commands.get(&call.command).is_some_and(|mean| *mean >= UNCLEAR);
        match times {
            Some((_, 2..)) => Expected::Dear,
            None if !unclear => Expected::Cheap,
            _ => Expected::Unclear,
        }
    }

    /// Learns whether a question needed more than a glance.
    pub fn learn(&self, call: &Call, dear: bool) {
        let name = self.name(call);
        let mut known = self.known();
        let Known { dear: questions, commands } = &mut *known;
        if dear {
            if questions.len() >= QUESTIONS {
                questions.retain(|_, (at, _)| at.elapsed() < MEMORY);
            }
            if questions.len() >= QUESTIONS {
                questions.clear();
            }
            let known = questions.entry(name).or_insert((Instant::now(), 0));
            *known = (Instant::now(), known.1.saturating_add(1));
        } else {
            questions.remove(&name);
        }
        if let Some(mean) = commands.get_mut(&call.command) {
            *mean += WEIGHT * (f64::from(u8::from(dear)) - *mean);
        } else if dear && commands.len() < COMMANDS {
            commands.insert(call.command.clone(), WEIGHT);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ishitori_workbench::Language;

    fn call(command: &str, rule: &str) -> Call {
        Call {
            command: command.to_string(),
            parameters: vec![("rule".to_string(), rule.to_string())],
            document: None,
            language: Language::En,
            threads: 1,
            is_job: false,
        }
    }

    #[test]
    fn costs_are_learnt_and_unlearnt() {
        let costs = CostHistory::default();
        let (dear, cheap, other) =
            (call("period", "0.106"), call("period", "0.77"), call("eval", "*"));
        assert_eq!(costs.expected(&dear), Expected::Cheap);
        costs.learn(&dear, true);
        assert_eq!(costs.expected(&dear), Expected::Unclear, "once may be chance");
        costs.learn(&dear, true);
        assert_eq!(costs.expected(&dear), Expected::Dear);
        assert_eq!(costs.expected(&cheap), Expected::Unclear);
        assert_eq!(costs.expected(&other), Expected::Cheap);
        for _ in 0..4 {
            costs.learn(&cheap, false);
        }
        assert_eq!(costs.expected(&cheap), Expected::Cheap);
        assert_eq!(costs.expected(&dear), Expected::Dear, "the question itself is not forgotten");
        costs.learn(&dear, false);
        assert_eq!(costs.expected(&dear), Expected::Cheap);
    }

    #[test]
    fn memory_is_bounded() {
        let costs = CostHistory::default();
        for n in 0..3 * QUESTIONS {
            costs.learn(&call(&format!("c{}", n % 1000), &n.to_string()), true);
        }
        let known = costs.known();
        assert!(known.dear.len() <= QUESTIONS && known.commands.len() <= COMMANDS);
    }
}
