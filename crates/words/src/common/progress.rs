//! The progress of a computation, in words.

use ishitori_answers::Progress;

use crate::{Text, say};

impl Text {
    /// A line that says how far a computation is; empty when it is over.
    pub fn progress_line(&self, progress: &Progress) -> String {
        match progress {
            Progress::Values { found, time } => self.solving(*found, *time),
            Progress::Counted { done, total } => say!(self, "common.progress.of", done, total),
            Progress::Sets { done, total } => format!("{done} / {total} {}", self.sets()),
            Progress::Heaps { computed, limit, rares, last_rare, max_value, rate } => {
                let percent = 100.0 * *computed as f64 / (*limit).max(1) as f64;
                let left = limit.saturating_sub(*computed) as f64 / rate.max(1.0);
                let rate = rate / 1e6;
                say!(
                    self,
                    "common.progress.heaps-m-s-rare-last",
                    computed,
                    percent = format_args!("{percent:.1}"),
                    rate = format_args!("{rate:.2}"),
                    rares,
                    last_rare,
                    max_value,
                    left = format_args!("{left:.0}")
                )
            }
            Progress::Checked { heaps, total } => self.checking(*heaps, *total),
            Progress::Proof { stage, states } => self.proof_progress(*stage, *states),
            Progress::Quotient { heap, order } => {
                say!(self, "common.progress.heap-order", heap, order)
            }
            Progress::Over => String::new(),
        }
    }
}
