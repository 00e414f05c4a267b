//! A puzzle in words.

use ishitori_answers::Side;
use ishitori_answers::puzzle::{Answer, PuzzlePosition};

use crate::{Describe, Text, say, table};

/// Moves of the solution that are listed to people.
const SHOWN: usize = 12;

impl Describe for Answer {
    fn describe(&self, text: &Text) -> String {
        let mut rows = match &self.puzzle {
            Some(posed) => text.posed(self, posed),
            None => {
                let examined = self.examined;
                let none = say!(text, "playing.puzzle.none", examined);
                vec![(text.say("playing.puzzle.puzzle"), none)]
            }
        };
        if let Some(stopped) = &self.stopped {
            rows.push((text.say("playing.puzzle.stopped"), text.stopped_by(stopped)));
        }
        format!("{}  {}\n{}", self.game.rule, self.game.end, table(&rows))
    }
}

impl Text {
    /// The position, how hard it is, and the solution if it was asked for.
    fn posed(&self, answer: &Answer, posed: &PuzzlePosition) -> Vec<(&'static str, String)> {
        let (impartial, moves) = (answer.game.impartial, posed.moves);
        let task = match (impartial, posed.first) {
            (true, _) => say!(self, "playing.puzzle.task", moves),
            (false, Side::Left) => say!(self, "playing.puzzle.task-left", moves),
            (false, Side::Right) => say!(self, "playing.puzzle.task-right", moves),
        };
        let (level, wanted) = (posed.level, answer.wanted_level);
        let level = match level == wanted {
            true => say!(self, "playing.puzzle.level-of", level),
            false => say!(self, "playing.puzzle.level-nearest", level, wanted),
        };
        let mut rows = vec![
            (self.say("playing.puzzle.position"), posed.written.clone()),
            (self.say("playing.puzzle.puzzle"), task),
            (self.say("playing.puzzle.level"), level),
        ];
        if let Some(solution) = &posed.solution {
            let moves = solution.line.iter().take(SHOWN).map(|step| step.played.as_str());
            let line = moves.collect::<Vec<_>>().join("  ");
            let more = if solution.line.len() > SHOWN { " …" } else { "" };
            rows.push((self.say("playing.puzzle.solution"), solution.played.clone()));
            rows.push((self.say("playing.puzzle.line"), format!("{line}{more}")));
        }
        rows
    }
}
