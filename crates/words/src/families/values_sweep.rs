//! The values of a family in words.

use ishitori_answers::values_sweep::{Answer, Row, Status};

use crate::{Describe, Lang, Text, table};

/// Sets that are listed to people.
const LISTED: usize = 200;

impl Describe for Answer {
    fn describe(&self, text: &Text) -> String {
        let mut rows = vec![
            (text.pick("sets", "集合"), format!("{} / {}", self.rows.len(), self.sets)),
            (text.pick("periodic", "周期的"), self.periodic.to_string()),
            (text.pick("purely periodic", "純周期的"), self.purely_periodic.to_string()),
            (text.pick("growing (proved)", "増え続ける(証明済み)"), self.growing.to_string()),
            (text.pick("growing (evidence)", "増え続ける(観察)"), self.observed.to_string()),
            (text.pick("unknown", "不明"), self.unknown.to_string()),
            (text.pick("seconds", "秒"), format!("{:.2}", self.seconds)),
        ];
        if let Some(stopped) = &self.stopped {
            rows.push((text.pick("stopped", "中断"), text.stopped_by(stopped)));
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
            out += &format!("\n  {} {folder}", text.pick("certificates", "証明書"));
        }
        out
    }
}

impl Text {
    /// What the values of a set do.
    fn behaviour(&self, row: &Row) -> String {
        let (period, n0) = (row.period.unwrap_or_default(), row.preperiod.unwrap_or_default());
        let (step, distinct, heaps) = (row.step.unwrap_or_default(), row.distinct, row.heaps);
        match (row.status, n0, self.lang) {
            (Status::Periodic, 0, Lang::En) => format!("purely periodic, period {period}"),
            (Status::Periodic, 0, Lang::Ja) => format!("純周期的、周期 {period}"),
            (Status::Periodic, _, Lang::En) => format!("period {period} from {n0}"),
            (Status::Periodic, _, Lang::Ja) => format!("{n0} から周期 {period}"),
            (Status::Growing, _, Lang::En) => {
                format!("grows without bound, step {step}: {distinct} values among {heaps} heaps")
            }
            (Status::Growing, _, Lang::Ja) => {
                format!("限りなく増える(間隔 {step}): {heaps} 山に {distinct} 種の値")
            }
            (Status::Observed, _, Lang::En) => {
                format!("seen to grow, step {step}: {distinct} values among {heaps} heaps")
            }
            (Status::Observed, _, Lang::Ja) => {
                format!("増え続けるように見える(間隔 {step}): {heaps} 山に {distinct} 種の値")
            }
            (Status::Unknown, _, Lang::En) => {
                format!("unknown: {distinct} values among {heaps} heaps")
            }
            (Status::Unknown, _, Lang::Ja) => format!("不明: {heaps} 山に {distinct} 種の値"),
        }
    }
}
