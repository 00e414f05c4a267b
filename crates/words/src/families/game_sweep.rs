//! The answers about many games in words.

use ishitori_answers::game_sweep::Answer;

use crate::{Describe, Text, in_columns, table};

impl Describe for Answer {
    fn describe(&self, text: &Text) -> String {
        let mut rows: Vec<(String, String)> = Vec::new();
        let mut row = |label: &str, value: String| rows.push((label.to_string(), value));
        if let Some((shard, places)) = self.coverage.shard.as_ref().zip(self.coverage.places) {
            row(text.say("families.game_sweep.shard"), text.shard(shard, places));
        }
        row(text.say("families.game_sweep.games"), format!("{} / {}", self.done, self.games));
        if let Some((condition, matching)) = self.condition.as_ref().zip(self.matching) {
            row(condition, format!("{matching} / {}", self.done));
        }
        for (status, count) in &self.statuses {
            let status = match status.as_str() {
                "proved" | "certified" => text.say("families.game_sweep.proved"),
                "not-found" => text.say("families.game_sweep.period-found"),
                "no-theorem" => text.say("families.game_sweep.no-theorem"),
                other => other,
            };
            row(status, count.to_string());
        }
        for largest in &self.largest {
            let label = match largest.of.as_str() {
                "period" => text.say("families.game_sweep.largest-period"),
                "preperiod" => text.say("families.game_sweep.largest-preperiod"),
                "observed_period" => text.say("families.game_sweep.largest-period-seen"),
                "observed_preperiod" => text.say("families.game_sweep.largest-preperiod-seen"),
                "saltus" => text.say("families.game_sweep.largest-saltus"),
                "max_value" => text.say("families.game_sweep.largest-value"),
                "order" => text.say("families.game_sweep.largest-order"),
                "P" => text.say("families.game_sweep.most-p-elements"),
                "grundy" => text.say("families.game_sweep.largest-grundy-number"),
                "positions" => text.say("families.game_sweep.most-positions"),
                "p_positions" => text.say("families.game_sweep.most-p-positions"),
                other => other,
            };
            row(label, format!("{}  {}", largest.value, largest.set));
        }
        if let Some(missing) = &self.coverage.missing {
            row(text.say("families.game_sweep.complete"), text.missing(missing));
        }
        if let Some(stopped) = &self.stopped {
            row(text.say("families.game_sweep.stopped"), text.stopped_by(stopped));
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
