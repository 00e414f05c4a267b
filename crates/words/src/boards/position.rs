//! Values of positions in words.

use ishitori_answers::Side;
use ishitori_answers::position::{
    Answer, BestPlay, BoardMove, EndlessPlay, LoopyPlay, PlayResult, PositionFacts,
};
use ishitori_answers::value::LoopyFacts;

use crate::{Describe, Text, say, table};

/// The most characters of a value that is shown next to a move.
const SHORT: usize = 40;

impl Describe for Answer {
    fn describe(&self, text: &Text) -> String {
        let mut out = match (self.searched, &self.value) {
            (_, PositionFacts::Loopy(facts)) => text.loopy_position(self, facts),
            (Some(_), PositionFacts::Game(facts)) if self.components.is_some() => {
                text.game(facts, self.style)
            }
            (Some(nodes), PositionFacts::Game(facts)) => {
                let outcome = facts.outcome.map(|outcome| text.outcome_line(outcome));
                let by = say!(text, "boards.position.search-through-position-no-values", nodes);
                let mut rows = vec![
                    (text.say("boards.position.outcome"), outcome.unwrap_or_default()),
                    (text.say("boards.position.how-known"), by),
                ];
                if let Some(limit) = &self.no_value {
                    rows.push((text.say("boards.position.no-value"), text.stopped_by(limit)));
                }
                let play = match (&self.end, self.misere) {
                    (Some(end), _) => say!(text, "boards.position.what-left-decides", end),
                    (None, true) => text.say("boards.position.mis-re-play-who-cannot").to_string(),
                    (None, false) => {
                        text.say("boards.position.normal-play-who-cannot-move").to_string()
                    }
                };
                format!("{play}\n{}", table(&rows))
            }
            (None, PositionFacts::Game(facts)) => text.game(facts, self.style),
        };
        if let Some(grundy) = self.grundy {
            let mut rows = vec![(text.say("boards.position.grundy-number"), grundy.to_string())];
            if let Some((nodes, components)) = self.searched.zip(self.components) {
                rows.push((
                    text.say("boards.position.how-known"),
                    text.nimber_search(nodes, components),
                ));
            }
            out += &format!("\n{}", table(&rows));
        }
        if let Some(file) = &self.certificate {
            let rows = [(text.say("boards.position.certificate"), file.clone())];
            out += &format!("\n{}", table(&rows));
        }
        if let Some(moves) = &self.moves {
            out += &format!("\n{}", text.board_moves(moves));
        }
        out
    }
}

impl Text {
    /// How a nimber was found by search.
    fn nimber_search(&self, nodes: u64, components: u64) -> String {
        match nodes {
            0 => self.say("boards.position.equal-components-symmetry-cancel-nothing").to_string(),
            _ => say!(self, "boards.position.search-through-sum-g-n", nodes, components),
        }
    }

    /// A position of a game whose positions can recur: its value, if there is one, who wins, and best play.
    fn loopy_position(&self, answer: &Answer, facts: &LoopyFacts) -> String {
        let Some(play) = &answer.play else { return self.loopy(facts, answer.style) };
        let mut out = match (&facts.canonical, &facts.reached, &facts.limit) {
            (Some(_), ..) => self.loopy(facts, answer.style),
            (None, Some(limit), _) if !play.complete => {
                format!("({})\n{}", self.limit(limit), self.who_wins(facts))
            }
            // A value is there, but too long to print.
            (None, _, Some(_)) if facts.is_stopper.is_some() => self.loopy(facts, answer.style),
            (None, _, Some(_)) => {
                let outcome = self.field("outcome");
                let why = say!(self, "boards.position.no-value-was-found-among", outcome);
                format!("({why})\n{}", self.who_wins(facts))
            }
            (None, _, None) => self.who_wins(facts),
        };
        if let Some(smith) = &answer.smith {
            let rows = [(self.say("boards.position.grundy-value"), smith.clone())];
            out += &format!("\n{}", table(&rows));
        }
        out + "\n" + &self.loopy_play(play)
    }

    fn who_wins(&self, facts: &LoopyFacts) -> String {
        let unknown = || self.say("boards.position.reached").to_string();
        let outcome = facts.outcome.map_or_else(unknown, |o| self.drawn_outcome_line(o));
        let mut rows = vec![(self.say("boards.position.outcome"), outcome)];
        let bounds = match (facts.at_least, facts.at_most) {
            (None, None) => None,
            (Some(low), Some(high)) => Some(say!(self, "boards.position.between", low, high)),
            (Some(low), None) => Some(say!(self, "boards.position.least", low)),
            (None, Some(high)) => Some(say!(self, "boards.position.most", high)),
        };
        rows.extend(bounds.map(|bounds| (self.say("boards.position.value"), bounds)));
        table(&rows)
    }

    /// How many positions there are, and best play from the first one.
    fn loopy_play(&self, play: &LoopyPlay) -> String {
        let endless = match play.endless {
            EndlessPlay::Draw => self.say("boards.position.draw"),
            EndlessPlay::Left => self.say("boards.position.won-left"),
            EndlessPlay::Right => self.say("boards.position.won-right"),
        };
        let positions = match play.complete {
            true => play.positions.to_string(),
            false => say!(
                self,
                "boards.position.found-all-looked-wins-losses",
                positions = play.positions
            ),
        };
        let mut rows = vec![
            (self.say("boards.position.play-without-end").to_string(), endless.to_string()),
            (self.say("boards.position.positions").to_string(), positions),
        ];
        for best in &play.best {
            let first = self.player(best.first);
            let label = say!(self, "boards.position.first", first);
            rows.push((label, self.best_line(best)));
        }
        table(&rows)
    }

    fn best_line(&self, best: &BestPlay) -> String {
        let Some(result) = best.result else {
            return self.say("boards.position.reached").to_string();
        };
        let first_wins = (best.first == Side::Left) == (result == PlayResult::Win);
        let winner = self.player(if first_wins { Side::Left } else { Side::Right });
        let outcome = match result {
            PlayResult::Draw => self.say("boards.position.draw").to_string(),
            _ => say!(self, "boards.position.wins", winner),
        };
        let how = match best.length {
            Some(0) => {
                return format!("{outcome}: {}", self.say("boards.position.no-move-left"));
            }
            Some(n) => say!(self, "boards.position.in", outcome, n = self.turns(n)),
            None => say!(self, "boards.position.without-end", outcome),
        };
        let rest = if best.length.is_none() { " …" } else { "" };
        format!("{how}: {}{rest}", best.line.join(" "))
    }

    fn turns(&self, n: u32) -> String {
        say!(self, "boards.position.move", n)
    }

    /// The moves of a board, one per line: ★ wins, ◇ is the best by temperature.
    fn board_moves(&self, moves: &[BoardMove]) -> String {
        if moves.is_empty() {
            return format!("  {}", self.say("boards.position.no-move-left"));
        }
        let rows: Vec<(String, String)> = moves
            .iter()
            .map(|one| {
                let player = one.player.map_or("", |player| self.player(player));
                let grundy = one.grundy.map(|grundy| grundy.to_string()).or(one.smith.clone());
                let value = match (grundy, &one.canonical) {
                    (Some(grundy), _) => format!("G = {grundy}"),
                    (None, Some(value)) if value.len() <= SHORT => value.clone(),
                    (None, Some(_)) => "…".to_string(),
                    (None, None) => String::new(),
                };
                let class = one.outcome.map_or("?".to_string(), |outcome| outcome.to_string());
                let length = one.length.map_or(String::new(), |n| format!(" {}", self.turns(n)));
                let wins = match (one.wins, one.draws) {
                    (true, _) => " ★",
                    (false, true) => " ＝",
                    (false, false) => "",
                };
                let hottest = if one.hottest && one.player.is_some() { " ◇" } else { "" };
                let label = format!("{player} {}", one.played);
                (
                    label.trim().to_string(),
                    format!("{}  {class}  {value}{length}{wins}{hottest}", one.position),
                )
            })
            .collect();
        let hottest = moves.iter().any(|one| one.hottest && one.player.is_some());
        let legend = match (hottest, moves.iter().any(|one| one.draws)) {
            (true, _) => self.say("boards.position.wins-best-temperature"),
            (_, true) => self.say("boards.position.wins-draws"),
            _ => self.say("boards.position.wins-2"),
        };
        let head = self.say("boards.position.moves");
        format!("{head}\n{}\n  {legend}", table(&rows))
    }
}
