//! Dots and Boxes in words.

use ishitori_answers::dots_and_boxes::{Answer, NimstringFacts, ScoreFacts};
use ishitori_answers::remoteness::Winner;

use crate::{Describe, Text, say, table};

/// Moves that are listed to people.
const SHOWN: usize = 12;

impl Describe for Answer {
    fn describe(&self, text: &Text) -> String {
        let head = say!(text, "playing.boxes.head", position = self.position, boxes = self.boxes);
        let mut rows = Vec::new();
        if let Some(found) = &self.nimstring {
            rows.extend(text.nimstring_facts(found));
        }
        if let Some(found) = &self.score {
            rows.extend(text.score_facts(found));
        }
        let stopped =
            self.stopped.as_ref().map(|stopped| format!("\n{}", text.stopped_by(stopped)));
        format!("{head}\n{}{}", table(&rows), stopped.unwrap_or_default())
    }
}

impl Text {
    fn nimstring_facts(&self, found: &NimstringFacts) -> Vec<(&'static str, String)> {
        let value = match found.value {
            Some(nimber) => nimber.to_string(),
            None => self.say("playing.boxes.loony").to_string(),
        };
        let winner = match found.winner {
            Winner::Second => self.say("playing.remoteness.second-player"),
            _ => self.say("playing.remoteness.first-player"),
        };
        let mut rows = vec![
            (self.say("playing.boxes.nimstring"), value),
            (self.say("playing.boxes.winner"), winner.to_string()),
        ];
        rows.extend(self.boxes_moves("playing.boxes.winning", &found.winning));
        rows.extend(self.boxes_moves("playing.boxes.loony-moves", &found.loony));
        rows
    }

    fn score_facts(&self, found: &ScoreFacts) -> Vec<(&'static str, String)> {
        let difference = found.difference.unsigned_abs();
        let score = match found.difference {
            1.. => say!(self, "playing.boxes.ahead", difference),
            0 => self.say("playing.boxes.tie").to_string(),
            _ => say!(self, "playing.boxes.behind", difference),
        };
        let mut rows = vec![(self.say("playing.boxes.score"), score)];
        rows.extend(self.boxes_moves("playing.boxes.best", &found.best));
        rows
    }

    fn boxes_moves(&self, label: &'static str, moves: &[String]) -> Option<(&'static str, String)> {
        let shown: Vec<&str> = moves.iter().take(SHOWN).map(String::as_str).collect();
        let more = if moves.len() > SHOWN { " …" } else { "" };
        (!moves.is_empty()).then(|| {
            (self.say(label), format!("{}{more}", shown.join(self.say("playing.blocking.sign"))))
        })
    }
}
