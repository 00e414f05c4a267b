//! All positions of a board in words.

use ishitori_answers::census::Answer;

use crate::{Describe, Lang, Text, counted, table};

/// Values that are listed to people, and how long they may be.
const SHOWN: usize = 24;
const SHORT: usize = 60;

impl Describe for Answer {
    fn describe(&self, text: &Text) -> String {
        let outcomes = self.outcomes;
        let head = match text.lang {
            Lang::En => {
                let positions = counted(self.positions, "position");
                format!("{}  {}: {positions}", self.game, self.position)
            }
            Lang::Ja => format!("{}  {}: {} 局面", self.game, self.position, self.positions),
        };
        let classes =
            format!("P {}  N {}  L {}  R {}", outcomes.p, outcomes.n, outcomes.l, outcomes.r);
        let mut rows = vec![(text.pick("outcomes", "帰結類"), classes)];
        if !self.misere {
            rows.push((text.pick("values", "値の種類"), self.distinct.to_string()));
        }
        if let Some(hottest) = &self.hottest {
            let told = format!("{}  {}", hottest.temperature, hottest.position);
            rows.push((text.pick("hottest", "最も熱い局面"), told));
        }
        if let Some((shard, places)) = self.coverage.shard.as_ref().zip(self.coverage.places) {
            rows.push((text.pick("shard", "部分"), text.shard(shard, places)));
        }
        if let Some(missing) = &self.coverage.missing {
            rows.push((text.pick("partial", "一部"), text.missing(missing)));
        }
        if let Some(stopped) = &self.stopped {
            rows.push((text.pick("stopped", "打ち切り"), text.stopped_by(stopped)));
        }
        if self.misere {
            let play = text.pick("misère play: who cannot move wins", "逆形: 動けない方の勝ち");
            return format!("{head}\n  {play}\n{}", table(&rows));
        }
        let mut lines: Vec<(String, String)> = Vec::new();
        for one in self.values.iter().take(SHOWN) {
            let value = match one.value.chars().count() > SHORT {
                true => one.value.chars().take(SHORT).chain("…".chars()).collect(),
                false => one.value.clone(),
            };
            lines.push((one.count.to_string(), value));
        }
        if self.values.len() > SHOWN {
            lines.push((String::new(), format!("… ({})", self.values.len())));
        }
        let often = text.pick("how often", "値と局面の数");
        format!("{head}\n{}\n{often}\n{}", table(&rows), table(&lines))
    }
}
