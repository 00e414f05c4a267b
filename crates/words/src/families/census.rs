//! All positions of a board in words.

use ishitori_answers::census::Answer;

use crate::{Describe, Text, say, table};

/// Values that are listed to people, and how long they may be.
const SHOWN: usize = 24;
const SHORT: usize = 60;

impl Describe for Answer {
    fn describe(&self, text: &Text) -> String {
        let outcomes = self.outcomes;
        let head = say!(
            text,
            "families.census.position",
            game = self.game,
            position = self.position,
            positions = self.positions
        );
        let classes =
            format!("P {}  N {}  L {}  R {}", outcomes.p, outcomes.n, outcomes.l, outcomes.r);
        let mut rows = vec![(text.say("families.census.outcomes"), classes)];
        if !self.misere {
            rows.push((text.say("families.census.values"), self.distinct.to_string()));
        }
        if let Some(hottest) = &self.hottest {
            let hottest = format!("{}  {}", hottest.temperature, hottest.position);
            rows.push((text.say("families.census.hottest"), hottest));
        }
        if let Some(found) = &self.found {
            let (find, count) = (&found.find, found.count);
            let what = match &found.greatest {
                Some(greatest) => {
                    say!(text, "families.census.found-greatest", find, greatest, count)
                }
                None => say!(text, "families.census.found-count", find, count),
            };
            rows.push((text.say("families.census.found"), what));
            rows.extend(found.positions.iter().map(|position| ("", position.clone())));
            if found.count > found.positions.len() as u64 {
                rows.push(("", "…".to_string()));
            }
        }
        rows.extend(text.shard_row(&self.coverage));
        if let Some(missing) = &self.coverage.missing {
            rows.push((text.say("families.census.partial"), text.missing(missing)));
        }
        if let Some(stopped) = &self.stopped {
            rows.push((text.say("families.census.stopped"), text.stopped_by(stopped)));
        }
        if self.misere {
            let play = text.say("families.census.mis-re-play-who-cannot");
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
        let often = text.say("families.census.how-often");
        format!("{head}\n{}\n{often}\n{}", table(&rows), table(&lines))
    }
}
