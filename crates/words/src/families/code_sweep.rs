//! The Grundy sequences of many codes in words.

use ishitori_answers::code_sweep::{Answer, Extreme};

use super::{matching_row, with_listed};
use crate::{Describe, Text, say};

impl Describe for Answer {
    fn describe(&self, text: &Text) -> String {
        let mut rows: Vec<(&str, String)> = Vec::new();
        rows.extend(text.shard_row(&self.coverage));
        rows.push((
            text.say("families.code_sweep.codes"),
            format!("{} / {}", self.done, self.codes),
        ));
        rows.extend(matching_row(&self.condition, self.matching, self.done));
        rows.push((text.say("families.code_sweep.period-proved"), self.proved.to_string()));
        let open = [
            (text.say("families.code_sweep.period-found"), self.not_found),
            (text.say("families.code_sweep.no-theorem"), self.no_theorem),
        ];
        let open = open.into_iter().filter(|(_, count)| *count > 0);
        rows.extend(open.map(|(label, count)| (label, count.to_string())));
        rows.push((
            text.say("families.code_sweep.different-sequences"),
            self.sequences.to_string(),
        ));
        let extreme = |found: &Extreme| format!("{}  {}", found.value, found.code);
        for (label, found) in [
            (text.say("families.code_sweep.largest-period"), &self.max_period),
            (text.say("families.code_sweep.largest-preperiod"), &self.max_preperiod),
            (text.say("families.code_sweep.largest-value"), &self.max_value),
            (text.say("families.code_sweep.most-rare-heaps"), &self.max_rares),
        ] {
            rows.extend(found.as_ref().map(|found| (label, extreme(found))));
        }
        rows.extend(text.last_rows(&self.coverage, &self.stopped));
        let limit = self.limit;
        let title = say!(text, "families.code_sweep.grundy-numbers-heaps-most", limit);
        with_listed(&title, &rows, self)
    }
}
