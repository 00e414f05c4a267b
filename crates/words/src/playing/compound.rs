//! Compounds in words: who wins, and why.

use ishitori_answers::Side;
use ishitori_answers::compound::{Answer, Kind, Part, Play};

use crate::{Describe, Text, say, table};

/// Parts that are listed to people, and numbers of a list of heaps.
const SHOWN: usize = 24;
const LISTED: usize = 200;

impl Describe for Answer {
    fn describe(&self, text: &Text) -> String {
        let parts: Vec<String> =
            self.parts.iter().map(|part| part.position.in_notation(part.board)).collect();
        let mut rows: Vec<(&str, String)> = Vec::new();
        let title = match &self.lost {
            Some(lost) => {
                rows.extend(text.listed_heaps(self, lost));
                format!("0..{}", self.parts.len().saturating_sub(1))
            }
            None => {
                for play in &self.plays {
                    rows.extend(text.compound_play(self, play, &parts));
                }
                let shown = self.parts.iter().zip(&parts).take(SHOWN);
                rows.extend(shown.map(|(part, name)| (&name[..], text.compound_part(self, part))));
                if parts.len() > SHOWN {
                    rows.push(("…", String::new()));
                }
                parts.join(" & ")
            }
        };
        rows.push((text.say("playing.compound.why"), text.compound_reason(self)));
        let stopped =
            self.stopped.as_ref().map(|stopped| format!("\n{}", text.stopped_by(stopped)));
        let head = format!("{}  {}  {title}", self.game.rule, self.game.end);
        format!("{head}\n{}{}", table(&rows), stopped.unwrap_or_default())
    }
}

impl Text {
    /// The heaps of a list that are lost, and the numbers of all of them.
    fn listed_heaps(&self, answer: &Answer, lost: &[u32]) -> Vec<(&'static str, String)> {
        let list = |numbers: &mut dyn Iterator<Item = u32>, between: &str| -> String {
            let shown: Vec<String> = numbers.take(LISTED).map(|n| n.to_string()).collect();
            let more = if numbers.next().is_some() { " …" } else { "" };
            format!("{}{more}", shown.join(between))
        };
        let lost = list(&mut lost.iter().copied(), self.say("playing.compound.sign"));
        let mut rows = vec![(self.say("playing.compound.lost-heaps"), lost)];
        if let Some(name) = self.count_of_moves(answer.kind) {
            let mut moves = answer.parts.iter().filter_map(|part| part.standings[0].moves);
            rows.push((name, list(&mut moves, " ")));
        }
        rows
    }

    /// The name of the counted moves.
    fn count_of_moves(&self, kind: Kind) -> Option<&'static str> {
        match kind {
            Kind::Conjunctive => Some(self.say("playing.compound.remoteness")),
            Kind::Continued => Some(self.say("playing.compound.suspense")),
            Kind::Selective | Kind::Shortened => None,
        }
    }

    /// The outcome, the part that decides, and a winning move.
    fn compound_play(
        &self,
        answer: &Answer,
        play: &Play,
        parts: &[String],
    ) -> Vec<(&'static str, String)> {
        let wins = play.winner == play.first;
        let who = match (answer.game.impartial, wins) {
            (true, true) => self.say("playing.remoteness.first-player").to_string(),
            (true, false) => self.say("playing.remoteness.second-player").to_string(),
            (false, _) => self.player(play.winner).to_string(),
        };
        let first = match (answer.game.impartial, play.first) {
            (true, _) => self.say("playing.compound.winner"),
            (false, Side::Left) => self.say("playing.remoteness.left-first"),
            (false, Side::Right) => self.say("playing.remoteness.right-first"),
        };
        let result = match play.moves {
            Some(0) => say!(self, "playing.remoteness.wins-no-move-left", who),
            Some(moves) => say!(self, "playing.remoteness.wins-move", who, moves),
            None => say!(self, "playing.compound.wins", who),
        };
        let mut rows = vec![(first, result)];
        if let Some(part) = play.decides.map(|at| &parts[at]) {
            let decides = match answer.kind {
                Kind::Continued => say!(self, "playing.compound.ends-last", part),
                _ => say!(self, "playing.compound.ends-first", part),
            };
            rows.push((self.say("playing.compound.decides"), decides));
        }
        if let Some(winning) = &play.winning {
            let moves = winning.iter().zip(parts).filter_map(|(played, part)| {
                let played = played.as_ref()?;
                Some(if played.contains("->") {
                    played.clone()
                } else {
                    format!("{part}->{played}")
                })
            });
            let moves: Vec<String> = moves.collect();
            rows.push((self.say("playing.compound.winning"), moves.join(" & ")));
        }
        rows
    }

    /// The facts about a part.
    fn compound_part(&self, answer: &Answer, part: &Part) -> String {
        let lines = part.standings.iter().map(|standing| {
            let mut standing_words = match (standing.ended, standing.wins) {
                (true, _) => self.say("playing.compound.part-ended").to_string(),
                (false, true) => self.say("playing.compound.part-won").to_string(),
                (false, false) => self.say("playing.compound.part-lost").to_string(),
            };
            if let Some(normally) = standing.wins_normally.filter(|_| !standing.ended) {
                standing_words += match normally {
                    true => self.say("playing.compound.normally-won"),
                    false => self.say("playing.compound.normally-lost"),
                };
            }
            if let (Some(name), Some(moves)) = (self.count_of_moves(answer.kind), standing.moves) {
                standing_words += &format!("{}{name} {moves}", self.say("playing.compound.sign"));
            }
            match (part.standings.len() > 1, standing.first) {
                (false, _) => standing_words,
                (true, Side::Left) => {
                    format!("{}: {standing_words}", self.say("playing.remoteness.left-first"))
                }
                (true, Side::Right) => {
                    format!("{}: {standing_words}", self.say("playing.remoteness.right-first"))
                }
            }
        });
        lines.collect::<Vec<_>>().join("; ")
    }

    /// The theorem that decides the compound.
    fn compound_reason(&self, answer: &Answer) -> String {
        let misere = answer.game.ends_by == ishitori_answers::setup::EndsBy::Misere;
        let standing_words = match answer.kind {
            Kind::Conjunctive => self.say("playing.compound.by-remoteness"),
            Kind::Continued => self.say("playing.compound.by-suspense"),
            Kind::Selective if misere => self.say("playing.compound.by-parts-misere"),
            Kind::Selective => self.say("playing.compound.by-parts"),
            Kind::Shortened => self.say("playing.compound.by-parts-shortened"),
        };
        standing_words.to_string()
    }
}
