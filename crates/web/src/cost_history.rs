//! The costs of past questions, by which a repeated question is sent to the right lane.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use ishitori_api::Call;

/// The expected cost of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Expected {
    /// Probably answered within the quick time.
    Cheap,
    /// It once needed more than the quick time, or others with its command have lately.
    Unknown,
    /// The very same question has, more than once: it was not the machine that was busy.
    Expensive,
}

/// How long an expensive question is remembered.
const MEMORY: Duration = Duration::from_secs(600);
/// How many of them, and how many commands; more are forgotten, which costs time and nothing else.
const QUESTIONS: usize = 4096;
const COMMANDS: usize = 256;
/// The share of the last question in the running mean of its command.
const WEIGHT: f64 = 0.25;
/// From which mean on the cost of a command is unknown: one expensive question is enough, two cheap ones clear it.
const UNKNOWN: f64 = 0.15;

/// Measured costs. Bounded; all operations are O(length of the question).
#[derive(Default)]
pub(crate) struct CostHistory {
    known: Mutex<Known>,
    names: RandomState,
}

#[derive(Default)]
struct Known {
    /// Dear questions by their hash, when they were, and how many times in a row.
    expensive: HashMap<u64, (Instant, u32)>,
    /// For each command, how many of its last questions were expensive: a running mean.
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

    /// The expected cost of a question.
    pub fn expected(&self, call: &Call) -> Expected {
        let name = self.name(call);
        let known = self.known();
        let times = known.expensive.get(&name).filter(|(at, _)| at.elapsed() < MEMORY);
        let unknown = known.commands.get(&call.command).is_some_and(|mean| *mean >= UNKNOWN);
        match times {
            Some((_, 2..)) => Expected::Expensive,
            None if !unknown => Expected::Cheap,
            _ => Expected::Unknown,
        }
    }

    /// Learns whether a question needed more than the quick time.
    pub fn learn(&self, call: &Call, expensive: bool) {
        let name = self.name(call);
        let mut known = self.known();
        let Known { expensive: questions, commands } = &mut *known;
        if expensive {
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
            *mean += WEIGHT * (f64::from(u8::from(expensive)) - *mean);
        } else if expensive && commands.len() < COMMANDS {
            commands.insert(call.command.clone(), WEIGHT);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ishitori_api::Language;

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
        let (expensive, cheap, other) =
            (call("period", "0.106"), call("period", "0.77"), call("eval", "*"));
        assert_eq!(costs.expected(&expensive), Expected::Cheap);
        costs.learn(&expensive, true);
        assert_eq!(costs.expected(&expensive), Expected::Unknown, "once may be chance");
        costs.learn(&expensive, true);
        assert_eq!(costs.expected(&expensive), Expected::Expensive);
        assert_eq!(costs.expected(&cheap), Expected::Unknown);
        assert_eq!(costs.expected(&other), Expected::Cheap);
        for _ in 0..4 {
            costs.learn(&cheap, false);
        }
        assert_eq!(costs.expected(&cheap), Expected::Cheap);
        assert_eq!(
            costs.expected(&expensive),
            Expected::Expensive,
            "the question itself is not forgotten"
        );
        costs.learn(&expensive, false);
        assert_eq!(costs.expected(&expensive), Expected::Cheap);
    }

    #[test]
    fn memory_is_bounded() {
        let costs = CostHistory::default();
        for n in 0..3 * QUESTIONS {
            costs.learn(&call(&format!("c{}", n % 1000), &n.to_string()), true);
        }
        let known = costs.known();
        assert!(known.expensive.len() <= QUESTIONS && known.commands.len() <= COMMANDS);
    }
}
