//! Games with forbidden options in words.

use ishitori_answers::Side;
use ishitori_answers::blocking::{Answer, Play};

use crate::{Describe, Text, say, table};

/// Moves that are listed to people, and lost positions.
const SHOWN: usize = 12;
const LISTED: usize = 200;

impl Describe for Answer {
    fn describe(&self, text: &Text) -> String {
        let board = self.game.board;
        let position = self.position.as_ref().map(|position| position.in_notation(board));
        let mut rows = vec![(
            text.say("playing.blocking.blocking"),
            say!(text, "playing.blocking.most-options", most = self.most),
        )];
        rows.extend(self.plays.iter().flat_map(|play| text.blocked_play(self, play)));
        if let Some(lost) = &self.lost {
            let shown: Vec<String> =
                lost.iter().take(LISTED).map(|position| position.in_notation(board)).collect();
            let more = if lost.len() > LISTED { " …" } else { "" };
            let list = format!("{}{more}", shown.join(text.say("playing.blocking.sign")));
            rows.push((text.say("playing.blocking.lost"), list));
        }
        let stopped =
            self.stopped.as_ref().map(|stopped| format!("\n{}", text.stopped_by(stopped)));
        let position = position.map_or(String::new(), |position| format!("  {position}"));
        let head = format!("{}  {}{position}", self.game.rule, self.game.end);
        format!("{head}\n{}{}", table(&rows), stopped.unwrap_or_default())
    }
}

impl Text {
    /// The outcome, and the options that matter.
    fn blocked_play(&self, answer: &Answer, play: &Play) -> Vec<(&'static str, String)> {
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
        let (winning, options) = (play.winning, play.options);
        let result = say!(self, "playing.blocking.wins-options", who, winning, options);
        let mut rows = vec![(first, result)];
        if !play.moves.is_empty() {
            let shown: Vec<&str> = play.moves.iter().take(SHOWN).map(String::as_str).collect();
            let more = if play.winning as usize > SHOWN { " …" } else { "" };
            let moves = format!("{}{more}", shown.join(self.say("playing.blocking.sign")));
            let label = match wins {
                true => self.say("playing.blocking.winning"),
                false => self.say("playing.blocking.forbidden"),
            };
            rows.push((label, moves));
        }
        rows
    }
}
