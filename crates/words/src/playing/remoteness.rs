//! Remoteness, in words.

use ishitori_answers::remoteness::{Answer, Play};

use crate::{Describe, Text, say, table};

/// Moves that are listed to people.
const SHOWN: usize = 12;

impl Describe for Answer {
    fn describe(&self, text: &Text) -> String {
        let rows: Vec<(&str, String)> =
            self.plays.iter().flat_map(|play| text.play(self, play)).collect();
        let position = self.position.in_notation(self.game.board);
        format!("{}  {}  {position}\n{}", self.game.rule, self.game.end, table(&rows))
    }
}

impl Text {
    /// The length of a play, and the moves that begin it.
    fn play(&self, answer: &Answer, play: &Play) -> Vec<(&'static str, String)> {
        let impartial = answer.game.impartial;
        let wins = play.winner == Some(play.first);
        let who = match (impartial, play.winner) {
            (_, None) => self.say("playing.remoteness.nobody").to_string(),
            (true, _) if wins => self.say("playing.remoteness.first-player").to_string(),
            (true, _) => self.say("playing.remoteness.second-player").to_string(),
            (false, Some(winner)) => self.player(winner).to_string(),
        };
        let length = match (play.winner, play.remoteness) {
            (None, _) => self.say("playing.remoteness.nobody-can-win-draw").to_string(),
            (_, Some(0)) => say!(self, "playing.remoteness.wins-no-move-left", who),
            (_, Some(moves)) => say!(self, "playing.remoteness.wins-move", who, moves),
            (_, None) => say!(self, "playing.remoteness.wins-play-never-ends", who),
        };
        let first = match impartial {
            true => self.say("playing.remoteness.remoteness"),
            false => match play.first {
                ishitori_answers::Side::Left => self.say("playing.remoteness.left-first"),
                ishitori_answers::Side::Right => self.say("playing.remoteness.right-first"),
            },
        };
        let mut rows = vec![(first, length)];
        if !play.moves.is_empty() {
            let label = match wins {
                true => self.say("playing.remoteness.quickest"),
                false => self.say("playing.remoteness.longest"),
            };
            let more = if play.shortened || play.moves.len() > SHOWN { " …" } else { "" };
            let shown: Vec<&str> = play.moves.iter().take(SHOWN).map(String::as_str).collect();
            rows.push((
                label,
                format!("{}{more}", shown.join(self.say("playing.remoteness.sign"))),
            ));
            let moves = play.line.iter().take(SHOWN).map(|step| step.played.as_str());
            let moves: Vec<&str> = moves.collect();
            let cut = play.remoteness.is_none_or(|moves| moves as usize > SHOWN);
            let more = if cut { " …" } else { "" };
            rows.push((self.say("playing.remoteness.line"), format!("{}{more}", moves.join("  "))));
        }
        rows
    }
}
