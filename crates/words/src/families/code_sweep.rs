//! The Grundy sequences of many codes in words.

use ishitori_answers::code_sweep::{Answer, Extreme};

use crate::{Describe, Lang, Text, in_columns, table};

impl Describe for Answer {
    fn describe(&self, text: &Text) -> String {
        let mut rows: Vec<(&str, String)> = Vec::new();
        if let Some((shard, places)) = self.coverage.shard.as_ref().zip(self.coverage.places) {
            rows.push((text.pick("shard", "部分"), text.shard(shard, places)));
        }
        rows.push((text.pick("codes", "コード"), format!("{} / {}", self.done, self.codes)));
        if let Some((condition, matching)) = self.condition.as_ref().zip(self.matching) {
            rows.push((condition, format!("{matching} / {}", self.done)));
        }
        rows.push((text.pick("period proved", "周期を証明"), self.proved.to_string()));
        let open = [
            (text.pick("period not found", "周期が見つからない"), self.not_found),
            (text.pick("no theorem", "定理なし"), self.no_theorem),
        ];
        let open = open.into_iter().filter(|(_, count)| *count > 0);
        rows.extend(open.map(|(label, count)| (label, count.to_string())));
        rows.push((text.pick("different sequences", "異なる列"), self.sequences.to_string()));
        let extreme = |found: &Extreme| format!("{}  {}", found.value, found.code);
        for (label, found) in [
            (text.pick("largest period", "最大の周期"), &self.max_period),
            (text.pick("largest preperiod", "最大の尻尾"), &self.max_preperiod),
            (text.pick("largest value", "最大の値"), &self.max_value),
            (text.pick("most rare heaps", "まれな山の最多"), &self.max_rares),
        ] {
            rows.extend(found.as_ref().map(|found| (label, extreme(found))));
        }
        if let Some(missing) = &self.coverage.missing {
            rows.push((text.pick("not complete", "未完了"), text.missing(missing)));
        }
        if let Some(stopped) = &self.stopped {
            rows.push((text.pick("stopped", "中断"), text.stopped_by(stopped)));
        }
        let limit = self.limit;
        let title = match text.lang {
            Lang::En => format!("Grundy numbers, {limit} heaps at most"),
            Lang::Ja => format!("グランディ数、山は {limit} 個まで"),
        };
        let mut words = format!("{title}\n{}", table(&rows));
        if self.rows.is_some() {
            words.push_str("\n\n");
            words.push_str(&in_columns(self));
        }
        words
    }
}
