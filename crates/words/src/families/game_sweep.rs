//! The answers about many games in words.

use ishitori_answers::game_sweep::Answer;

use super::{matching_row, with_listed};
use crate::{Describe, Text};

impl Describe for Answer {
    fn describe(&self, text: &Text) -> String {
        let mut rows: Vec<(&str, String)> = Vec::new();
        rows.extend(text.shard_row(&self.coverage));
        rows.push((
            text.say("families.game_sweep.games"),
            format!("{} / {}", self.done, self.games),
        ));
        rows.extend(matching_row(&self.condition, self.matching, self.done));
        for (status, count) in &self.statuses {
            let status = match status.as_str() {
                "proved" | "certified" => text.say("families.game_sweep.proved"),
                "not-found" => text.say("families.game_sweep.period-found"),
                "no-theorem" => text.say("families.game_sweep.no-theorem"),
                other => other,
            };
            rows.push((status, count.to_string()));
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
            rows.push((label, format!("{}  {}", largest.value, largest.set)));
        }
        rows.extend(text.last_rows(&self.coverage, &self.stopped));
        with_listed(&self.ask, &rows, self)
    }
}
