//! The answers about many games in words.

use ishitori_answers::game_sweep::Answer;

use crate::{Describe, Text, in_columns, table};

impl Describe for Answer {
    fn describe(&self, text: &Text) -> String {
        let mut rows: Vec<(String, String)> = Vec::new();
        let mut row = |label: &str, value: String| rows.push((label.to_string(), value));
        if let Some((shard, places)) = self.coverage.shard.as_ref().zip(self.coverage.places) {
            row(text.pick("shard", "部分"), text.shard(shard, places));
        }
        row(text.pick("games", "ゲーム"), format!("{} / {}", self.done, self.games));
        if let Some((condition, matching)) = self.condition.as_ref().zip(self.matching) {
            row(condition, format!("{matching} / {}", self.done));
        }
        for (status, count) in &self.statuses {
            let status = match status.as_str() {
                "proved" | "certified" => text.pick("proved", "証明済み"),
                "not-found" => text.pick("period not found", "周期が見つからない"),
                "no-theorem" => text.pick("no theorem", "定理なし"),
                other => other,
            };
            row(status, count.to_string());
        }
        for largest in &self.largest {
            let label = match largest.of.as_str() {
                "period" => text.pick("largest period", "最大の周期"),
                "preperiod" => text.pick("largest preperiod", "最大の尻尾"),
                "observed_period" => text.pick("largest period seen", "見られた最大の周期"),
                "observed_preperiod" => text.pick("largest preperiod seen", "見られた最大の尻尾"),
                "saltus" => text.pick("largest saltus", "最大の増分"),
                "max_value" => text.pick("largest value", "最大の値"),
                "order" => text.pick("largest order", "最大の位数"),
                "P" => text.pick("most P-elements", "P の元の最多"),
                "grundy" => text.pick("largest Grundy number", "最大のグランディ数"),
                "positions" => text.pick("most positions", "局面の最多"),
                "p_positions" => text.pick("most P-positions", "P 局面の最多"),
                other => other,
            };
            row(label, format!("{}  {}", largest.value, largest.set));
        }
        if let Some(missing) = &self.coverage.missing {
            row(text.pick("not complete", "未完了"), text.missing(missing));
        }
        if let Some(stopped) = &self.stopped {
            row(text.pick("stopped", "中断"), text.stopped_by(stopped));
        }
        let rows: Vec<(&str, String)> =
            rows.iter().map(|(label, value)| (label.as_str(), value.clone())).collect();
        let mut words = format!("{}\n{}", self.ask, table(&rows));
        if self.rows.is_some() {
            words.push_str("\n\n");
            words.push_str(&in_columns(self));
        }
        words
    }
}
