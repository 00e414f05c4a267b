//! The normalised values of a list of rules, one row each: periodic, growing forever, or neither.

use std::ops::ControlFlow;
use std::time::Duration;

use ishitori_rules::end::EndRule;
use ishitori_rules::heap::HeapRule;
use ishitori_runtime::Workers;
use ishitori_runtime::clock::Instant;
use ishitori_solve::ending::{
    EndingError, SumRule, TerminalError, TerminalValues, normalised_values, recurrence,
};
use ishitori_solve::ending::{GrowingValues, growth};
use ishitori_solve::known::Knowledge;
use ishitori_values::{Budget, GameStore, Session};

use crate::list::ListSummary;

/// Which values are wanted.
#[derive(Clone, Debug)]
pub struct ValueQuery {
    /// The rules, in the order of the rows.
    pub rules: Vec<HeapRule>,
    /// The end rule: who wins when no move is left.
    pub end: EndRule,
    /// The games that stand for ends, as [`TerminalValues::parse`] reads them.
    pub terminal: String,
    /// The number of heaps that are examined.
    pub heaps: usize,
    /// Time for one rule. Rows of rules that need longer depend on the machine.
    pub time: Option<Duration>,
    /// Bytes for one rule.
    pub memory: Option<u64>,
    /// Whether certificates are wanted of what is proved.
    pub certificates: bool,
}

/// Known facts about the values of one rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueRow {
    /// The rule.
    pub rule: String,
    /// The behaviour of the values.
    pub behaviour: LongRunBehaviour,
    /// How many heaps were computed.
    pub heaps: usize,
    /// How many of their values are different.
    pub distinct: usize,
    /// The certificate of what is proved, if it was wanted and can be written.
    pub certificate: Option<String>,
}

/// The behaviour of the values of heaps in the long run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LongRunBehaviour {
    /// They repeat, proved.
    Periodic {
        /// The least heap from which on they do.
        preperiod: u64,
        /// The least period.
        period: u64,
    },
    /// They grow without bound.
    Growing {
        /// The distance of heaps that belong together.
        step: u64,
        /// The heap from which on they do.
        from: u64,
        /// Whether it is proved; else a rule was seen on all heaps computed.
        proved: bool,
    },
    /// Neither was found among the heaps computed.
    Unknown,
}

/// Why there are no rows.
#[derive(Debug, thiserror::Error)]
pub enum ValueSweepError {
    /// The games that stand for ends cannot be read.
    #[error(transparent)]
    Terminal(#[from] TerminalError),
    /// A rule has no values under this end.
    #[error(transparent)]
    Ending(#[from] EndingError),
}

/// The values of all rules of a list. The cost is that of the values, which can grow exponentially.
///
/// ```
/// use ishitori_sweep::{LongRunBehaviour, ValueQuery, sweep_values};
/// use ishitori_values::Budget;
/// let rules = ["sub:2,3", "sub:2,3,6"].map(|rule| rule.parse().unwrap()).to_vec();
/// let (end, terminal) = ("mod2:LR".parse().unwrap(), "L=1,R=-1".to_string());
/// let (time, memory, certificates) = (None, None, false);
/// let query = ValueQuery { rules, end, terminal, heaps: 100, time, memory, certificates };
/// let found = sweep_values(&query, 1, &Budget::unlimited()).unwrap();
/// assert_eq!(found.rows[0].behaviour, LongRunBehaviour::Periodic { preperiod: 5, period: 5 });
/// assert!(matches!(found.rows[1].behaviour, LongRunBehaviour::Growing { step: 9, proved: true, .. }));
/// ```
pub fn sweep_values(
    query: &ValueQuery,
    threads: usize,
    budget: &Budget,
) -> Result<ListSummary<ValueRow>, ValueSweepError> {
    let piece = |at: u64| match one(query, at as usize, budget) {
        Ok(Some(row)) => ControlFlow::Continue(Ok(row)),
        Ok(None) => ControlFlow::Break(Err(None)),
        Err(error) => ControlFlow::Break(Err(Some(error))),
    };
    let started = Instant::now();
    let mut summary = ListSummary { rows: Vec::new(), stopped: None, seconds: 0.0 };
    for row in Workers::new(threads, budget).in_order(query.rules.len() as u64, piece) {
        match row {
            Ok(row) => summary.rows.push(row),
            Err(None) => summary.stopped = budget.check(0).err(),
            Err(Some(error)) => return Err(error),
        }
    }
    summary.seconds = started.elapsed().as_secs_f64();
    Ok(summary)
}

/// The row of a rule; nothing if a limit of the whole sweep was reached.
fn one(
    query: &ValueQuery,
    at: usize,
    budget: &Budget,
) -> Result<Option<ValueRow>, ValueSweepError> {
    if budget.check(0).is_err() {
        return Ok(None);
    }
    let mut own = budget.clone();
    if let Some(time) = query.time {
        own = own.with_time_at_most(time);
    }
    if let Some(memory) = query.memory {
        own = own.with_memory(memory);
    }
    let (rule, store) = (&query.rules[at], GameStore::new());
    let terminal = TerminalValues::parse_within(&query.terminal, &store, own.clone())?;
    let mut session = store.session_within(own);
    let sum = SumRule::Total;
    let mut looked_at = query.heaps;
    // The order of heaps needs no canonical values, which may grow very fast. If it reaches a limit, it finds nothing.
    if let Some(found) =
        growth(rule, &query.end, &terminal, query.certificates, &session).ok().flatten()
    {
        if !found.growing.is_empty() {
            return Ok(Some(grows(query, rule, &found, &terminal, &session)));
        }
        // They repeat, so that it pays to look far enough for a search that doubles its distance.
        looked_at = looked_at.max(4 * (found.from + found.step + found.most));
    }
    let run = normalised_values(rule, &query.end, sum, &terminal, 0, looked_at, &mut session)?;
    let certificate = match query.certificates {
        true => run.certificate(rule, &query.end, &terminal, &session).ok().map(|c| c.to_json()),
        false => None,
    };
    let behaviour = match run.knowledge {
        Knowledge::Proved(cycle) => LongRunBehaviour::Periodic {
            preperiod: cycle.preperiod as u64,
            period: cycle.period as u64,
        },
        // A limit on the way means that no rule was found.
        _ => match recurrence(&run.computed, &mut session) {
            Ok(Some(found)) => {
                let (step, from) = (found.step as u64, found.from as u64);
                LongRunBehaviour::Growing {
                    step,
                    from,
                    proved: run.knowledge == Knowledge::NotPeriodic,
                }
            }
            Ok(None) | Err(_) => LongRunBehaviour::Unknown,
        },
    };
    if behaviour == LongRunBehaviour::Unknown && budget.check(0).is_err() {
        return Ok(None);
    }
    let heaps = run.computed.len();
    let mut distinct = run.computed;
    distinct.sort_unstable();
    distinct.dedup();
    let distinct = distinct.len();
    Ok(Some(ValueRow { rule: rule.to_string(), behaviour, heaps, distinct, certificate }))
}

/// The row of a rule whose values grow forever, proved.
fn grows(
    query: &ValueQuery,
    rule: &HeapRule,
    found: &GrowingValues,
    terminal: &TerminalValues,
    session: &Session<'_>,
) -> ValueRow {
    let certificate = match query.certificates {
        true => found.certificate(rule, &query.end, terminal, session).ok().map(|c| c.to_json()),
        false => None,
    };
    let (heaps, distinct) = found.distinct(query.heaps);
    let behaviour = LongRunBehaviour::Growing {
        step: found.step as u64,
        from: found.from as u64,
        proved: true,
    };
    ValueRow { rule: rule.to_string(), behaviour, heaps, distinct, certificate }
}
