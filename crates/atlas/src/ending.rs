//! Outcomes of sets where an even rest is won by Left and an odd one by Right.

use ishitori_rules::end::EndRule;
use ishitori_rules::heap::{HeapCode, HeapRule};
use ishitori_solve::ending::{EndingError, Knowledge, outcomes};
use ishitori_solve::heap::HeapError;
use ishitori_sweep::{LongRunBehaviour, ValueQuery, sweep_values};
use ishitori_values::{Budget, LimitReached, Outcome};

use crate::limits::Limits;
use crate::row_builder::RowBuilder;
use crate::sets::{describe, sets};
use crate::subject::Subject;
use crate::table::Table;

/// The end under which sets are examined.
pub(crate) const END: &str = "mod2:LR";
/// The games that stand for ends.
const TERMINAL: &str = "L=1,R=-1";

/// A set of numbers from 2 on; with 1 in the set only nothing is ever left, and Left wins all heaps.
pub(crate) struct EndingSet {
    set: Vec<u32>,
    limits: Limits,
}

impl EndingSet {
    /// All non-empty sets, by their largest number, then by their other numbers as binary digits.
    pub fn all(limits: &Limits) -> impl Iterator<Item = EndingSet> {
        sets(2, limits.ending_max).map(move |set| EndingSet { set, limits: limits.clone() })
    }

    fn rule(&self) -> HeapRule {
        HeapRule::Impartial(HeapCode::subtraction(&self.set))
    }

    fn values_are_wanted(&self) -> bool {
        self.set.iter().all(|&s| s <= self.limits.values_max)
    }

    /// The behaviour of the normalised values.
    fn values(&self, budget: &Budget, row: &mut RowBuilder) -> Result<(), LimitReached> {
        let query = ValueQuery {
            rules: vec![self.rule()],
            end: end(),
            terminal: TERMINAL.to_string(),
            heaps: self.limits.values_heaps,
            time: None,
            memory: Some(self.limits.values_bytes),
            certificates: false,
        };
        let Ok(mut found) = sweep_values(&query, 1, budget) else { return Ok(()) };
        if let Some(limit) = found.stopped {
            return Err(limit);
        }
        let Some(found) = found.rows.pop() else { return Ok(()) };
        let (status, period) = match found.behaviour {
            LongRunBehaviour::Periodic { preperiod, period } => {
                ("periodic", Some((preperiod, period)))
            }
            LongRunBehaviour::Growing { proved: true, .. } => ("growing", None),
            LongRunBehaviour::Growing { proved: false, .. } => ("observed", None),
            LongRunBehaviour::Unknown => ("unknown", None),
        };
        row.put("values_status", status);
        row.put("values_period", period.map(|(_, period)| period));
        row.put("values_preperiod", period.map(|(preperiod, _)| preperiod));
        row.put("values_heaps", found.heaps);
        Ok(())
    }
}

pub(crate) fn end() -> EndRule {
    END.parse().expect("an end rule")
}

impl Subject for EndingSet {
    fn name(&self) -> String {
        format!("{} {END}", self.rule())
    }

    fn effort(&self) -> u64 {
        if self.values_are_wanted() { 64 } else { 1 }
    }

    fn rows(&self, budget: &Budget) -> Result<Vec<RowBuilder>, LimitReached> {
        let (rule, end) = (self.rule(), end());
        let mut row = RowBuilder::new(Table::Ending);
        row.put("code", rule.to_string());
        row.put("end", END);
        describe(&self.set, &mut row);
        let look = |heaps| outcomes(&rule, &end, heaps, budget).map_err(limit_of);
        let terms = self.limits.terms;
        let mut run = look(terms)?;
        let cycle = run.knowledge.cycle();
        let round = cycle.map_or(0, |cycle| cycle.preperiod + cycle.period);
        if round > terms {
            run = look(round)?;
        }
        if let Some(limit) = run.stopped {
            return Err(limit);
        }
        let word: String = run.outcomes.iter().map(|outcome| outcome.letter()).collect();
        row.put("status", run.knowledge.name());
        row.put("outcomes", &word[..terms.min(word.len())]);
        match cycle {
            Some(cycle) => {
                row.put("theorem", "window");
                row.put("period", cycle.period);
                row.put("preperiod", cycle.preperiod);
                let letters = &word[cycle.preperiod..round];
                let eventually = (cycle.period == 1).then_some(letters);
                row.put("eventually", eventually);
                for outcome in [Outcome::P, Outcome::N, Outcome::L, Outcome::R] {
                    let letter = outcome.letter();
                    let count = letters.chars().filter(|known| *known == letter).count();
                    row.put(&format!("cycle_{letter}"), count);
                }
                row.key = Some(format!("{} {}", cycle.period, &word[..round]));
            }
            None => row.key = Some(rule.to_string()),
        }
        debug_assert!(!matches!(run.knowledge, Knowledge::Grows { .. }));
        let certificate = run.certificate(&rule, &end, budget).map_err(limit_of)?;
        if let Some(certificate) = certificate {
            row.certify(certificate.to_json());
        }
        if self.values_are_wanted() {
            self.values(budget, &mut row)?;
        }
        Ok(vec![row])
    }
}

/// Sets have outcomes under this end: nothing but a limit comes between.
fn limit_of(error: EndingError) -> LimitReached {
    match error {
        EndingError::Limit(limit) | EndingError::Heap(HeapError::Limit(limit)) => limit,
        error => unreachable!("a subtraction set: {error}"),
    }
}
