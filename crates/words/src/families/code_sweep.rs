//! The Grundy sequences of many codes in words.

use ishitori_answers::code_sweep::{Answer, Extreme};

use crate::{Describe, Text, in_columns, say, table};

impl Describe for Answer {
    fn describe(&self, text: &Text) -> String {
        let mut rows: Vec<(&str, String)> = Vec::new();
        if let Some((shard, places)) = self.coverage.shard.as_ref().zip(self.coverage.places) {
            rows.push((text.say("families.code_sweep.shard"), text.shard(shard, places)));
        }
        rows.push((
            text.say("families.code_sweep.codes"),
            format!("{} / {}", self.done, self.codes),
        ));
        if let Some((condition, matching)) = self.condition.as_ref().zip(self.matching) {
            rows.push((condition, format!("{matching} / {}", self.done)));
        }
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
        if let Some(missing) = &self.coverage.missing {
            rows.push((text.say("families.code_sweep.complete"), text.missing(missing)));
        }
        if let Some(stopped) = &self.stopped {
            rows.push((text.say("families.code_sweep.stopped"), text.stopped_by(stopped)));
        }
        let limit = self.limit;
        let title = say!(text, "families.code_sweep.grundy-numbers-heaps-most", limit);
        let mut words = format!("{title}\n{}", table(&rows));
        if self.rows.is_some() {
            words.push_str("\n\n");
            words.push_str(&in_columns(self));
        }
        words
    }
}
