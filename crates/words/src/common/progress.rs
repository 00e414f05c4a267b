//! How far a computation is.

use ishitori_answers::Progress;

use crate::{Lang, Text};

impl Text {
    /// A line that says how far a computation is; empty when it is over.
    pub fn progress_line(&self, progress: &Progress) -> String {
        match (progress, self.lang) {
            (Progress::Values { found, time }, _) => self.solving(*found, *time),
            (Progress::Counted { done, total }, Lang::En) => format!("{done} of {total}"),
            (Progress::Counted { done, total }, Lang::Ja) => format!("{total} のうち {done}"),
            (Progress::Sets { done, total }, _) => format!("{done} / {total} {}", self.sets()),
            (Progress::Heaps { computed, limit, rares, last_rare, max_value, rate }, lang) => {
                let percent = 100.0 * *computed as f64 / (*limit).max(1) as f64;
                let left = limit.saturating_sub(*computed) as f64 / rate.max(1.0);
                let rate = rate / 1e6;
                match lang {
                    Lang::En => format!(
                        "{computed} heaps ({percent:.1} %), {rate:.2} M/s, {rares} rare (last {last_rare}), largest value {max_value}, at most {left:.0} s left"
                    ),
                    Lang::Ja => format!(
                        "山 {computed} ({percent:.1} %), {rate:.2} M/s, rare {rares} 個(最後 {last_rare}), 最大値 {max_value}, 残り最大 {left:.0} 秒"
                    ),
                }
            }
            (Progress::Checked { heaps, total }, _) => self.checking(*heaps, *total),
            (Progress::Proof { stage, states }, _) => self.proof_progress(*stage, *states),
            (Progress::Quotient { heap, order }, Lang::En) => format!("heap {heap}, order {order}"),
            (Progress::Quotient { heap, order }, Lang::Ja) => format!("山 {heap}、位数 {order}"),
            (Progress::Over, _) => String::new(),
        }
    }
}
