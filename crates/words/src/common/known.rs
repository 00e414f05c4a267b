//! What is known about the period of a sequence.

use std::fmt::Write;

use ishitori_answers::known::{Observed, Status};

use crate::{Lang, Text};

/// What is known about the period of a sequence.
pub(crate) struct Known {
    pub status: Status,
    /// The period and where it begins, if it is proved.
    pub cycle: Option<(u64, u64)>,
    /// By how much the nimbers of a period grow.
    pub saltus: u64,
    /// How many heaps were looked at.
    pub looked_at: Option<u64>,
    /// What the terms look like.
    pub observed: Option<Observed>,
}

impl Text {
    /// What is known about the period of a sequence `name`, of which the terms up to `last` are
    /// shown.
    pub(crate) fn known(&self, name: &str, last: usize, known: &Known) -> String {
        let heaps = known.looked_at.unwrap_or(0);
        let mut text = match (known.cycle, known.saltus, self.lang) {
            (Some((period, preperiod)), 0, Lang::En) => {
                return format!("period {period} from heap {preperiod}, proved");
            }
            (Some((period, preperiod)), 0, Lang::Ja) => {
                return format!("山 {preperiod} から周期 {period}(証明済み)");
            }
            (Some((period, preperiod)), saltus, Lang::En) => {
                return format!(
                    "for every heap n ≥ {preperiod}, heap n + {period} is *(g + {saltus}) where heap n is *g, proved"
                );
            }
            (Some((period, preperiod)), saltus, Lang::Ja) => {
                return format!(
                    "すべての n ≥ {preperiod} で、山 n が *g なら山 n + {period} は *(g + {saltus})(証明済み)"
                );
            }
            (None, ..) if known.status == Status::NotPeriodic => {
                return self.not_periodic().to_string();
            }
            (None, _, Lang::En) if known.status == Status::NotFound => {
                format!("no period among the first {heaps} heaps")
            }
            (None, _, Lang::Ja) if known.status == Status::NotFound => {
                format!("最初の {heaps} 山では周期が見つかりません")
            }
            (None, ..) => self.no_theorem().to_string(),
        };
        if let Some(seen) = known.observed {
            let seen = self.seen(name, last as u64, Some(seen));
            let _ = write!(text, "\n  {}: {seen}", self.pick("observed", "観察"));
        }
        text
    }

    /// A sequence that never repeats.
    pub(crate) fn not_periodic(&self) -> &'static str {
        self.pick(
            "not periodic: infinitely many different values, proved",
            "周期的でない: 異なる値が無限にある(証明済み)",
        )
    }

    /// No theorem covers a rule.
    pub(crate) fn no_theorem(&self) -> &'static str {
        self.pick(
            "no theorem known here covers such a rule, so no period is proved",
            "この種の規則に使える定理を持たないため、周期は証明されません",
        )
    }

    /// A period that was seen up to `last` and not proved.
    pub(crate) fn seen(&self, name: &str, last: u64, observed: Option<Observed>) -> String {
        let Some(Observed { period: p, preperiod: n0, saltus }) = observed else {
            return match self.lang {
                Lang::En => format!("no repetition up to {last}"),
                Lang::Ja => format!("{last} までに繰り返しは見られません"),
            };
        };
        let jump = match saltus {
            0 => String::new(),
            s => format!(" + {s}"),
        };
        match self.lang {
            Lang::En => format!(
                "{name}(n + {p}) = {name}(n){jump} for {n0} ≤ n, n + {p} ≤ {last}: evidence only"
            ),
            Lang::Ja => format!(
                "{n0} ≤ n, n + {p} ≤ {last} で {name}(n + {p}) = {name}(n){jump}(証明ではありません)"
            ),
        }
    }
}
