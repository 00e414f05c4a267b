//! The values of a family in words.

use ishitori_answers::values_sweep::{Answer, Row, Status};

use crate::{Describe, Text, say, table};

/// Sets that are listed to people.
const LISTED: usize = 200;

impl Describe for Answer {
    fn describe(&self, text: &Text) -> String {
        let mut rows = vec![
            (
                text.say("families.values_sweep.sets"),
                format!("{} / {}", self.rows.len(), self.sets),
            ),
            (text.say("families.values_sweep.periodic"), self.periodic.to_string()),
            (text.say("families.values_sweep.purely-periodic"), self.purely_periodic.to_string()),
            (text.say("families.values_sweep.growing-proved"), self.growing.to_string()),
            (text.say("families.values_sweep.growing-evidence"), self.observed.to_string()),
            (text.say("families.values_sweep.unknown"), self.unknown.to_string()),
            (text.say("families.values_sweep.seconds"), format!("{:.2}", self.seconds)),
        ];
        if let Some(stopped) = &self.stopped {
            rows.push((text.say("families.values_sweep.stopped"), text.stopped_by(stopped)));
        }
        let mut out = format!("{}  {}\n{}", self.end, self.terminal, table(&rows));
        let width = self.rows.iter().take(LISTED).map(|row| row.rule.len()).max().unwrap_or(0);
        for row in self.rows.iter().take(LISTED) {
            out += &format!("\n  {:width$}  {}", row.rule, text.behaviour(row));
        }
        if self.rows.len() > LISTED {
            out += &format!("\n  … ({})", self.rows.len());
        }
        if let Some(folder) = &self.certificates {
            out += &format!("\n  {} {folder}", text.say("families.values_sweep.certificates"));
        }
        out
    }
}

impl Text {
    /// The behaviour of the values.
    fn behaviour(&self, row: &Row) -> String {
        let (period, n0) = (row.period.unwrap_or_default(), row.preperiod.unwrap_or_default());
        let (step, distinct, heaps) = (row.step.unwrap_or_default(), row.distinct, row.heaps);
        match (row.status, n0) {
            (Status::Periodic, 0) => {
                say!(self, "families.values_sweep.purely-periodic-period", period)
            }
            (Status::Periodic, _) => say!(self, "families.values_sweep.period-from", period, n0),
            (Status::Growing, _) => say!(
                self,
                "families.values_sweep.grows-without-bound-step-values",
                step,
                distinct,
                heaps
            ),
            (Status::Observed, _) => say!(
                self,
                "families.values_sweep.seen-grow-step-values-among",
                step,
                distinct,
                heaps
            ),
            (Status::Unknown, _) => {
                say!(self, "families.values_sweep.unknown-values-among-heaps", distinct, heaps)
            }
        }
    }
}
