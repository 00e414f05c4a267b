//! A game against the program in words.

mod moves;

use ishitori_answers::play::{Answer, BestHint, Participant, Transcript};
use ishitori_answers::position::EndlessPlay;
use ishitori_answers::setup::{EndsBy, PlayedGame};
use ishitori_answers::{Side, Sum};

use crate::{Describe, Text, say};

/// A command that can be typed instead of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    /// Show a winning move.
    Hint,
    /// Take a move back.
    Undo,
    /// Say what can be typed.
    Help,
    /// List the moves.
    Moves,
    /// Say why the position is won or lost.
    Why,
    /// Leave.
    Quit,
}

impl Word {
    /// In English or Japanese.
    pub fn of(line: &str) -> Option<Word> {
        Some(match line.trim().to_lowercase().as_str() {
            "hint" | "h" | "ヒント" | "ひんと" => Word::Hint,
            "undo" | "u" | "back" | "戻す" | "もどす" | "待った" | "まった" => {
                Word::Undo
            }
            "help" | "?" | "？" | "ヘルプ" | "使い方" => Word::Help,
            "moves" | "m" | "手" | "手の一覧" | "一覧" => Word::Moves,
            "why" | "w" | "理由" | "なぜ" => Word::Why,
            "quit" | "q" | "exit" | "終了" | "やめる" | "おわり" | "終わり" => {
                Word::Quit
            }
            _ => return None,
        })
    }
}

impl Describe for Answer {
    /// The last moves, what the position looks like, and what can be done there.
    fn describe(&self, text: &Text) -> String {
        let mut lines = vec![format!("{}  {}", self.game.rule, self.game.end).trim_end().into()];
        lines.push(text.end_in_words(&self.game));
        let judged = self.history.iter().filter_map(|step| step.judged.as_ref());
        lines.extend(judged.map(|judged| text.judged(judged, self.game.ends_by)));
        lines.push(text.drawing(&self.drawing));
        lines.extend(over(self, text));
        let number = self.reply.as_ref().and_then(|reply| reply.number);
        let reply = number.and_then(|number| self.moves.get(number)?.change.as_ref());
        lines.extend(
            reply.map(|change| say!(text, "playing.play.i-answer", change = text.change(change))),
        );
        if self.turn == Participant::Person && self.winner.is_none() && !self.drawn {
            lines.extend(hinted(self).map(|hinted| text.hint(&hinted)));
        }
        lines.join("\n")
    }

    fn localize(&mut self, text: &Text) {
        self.begins = text.end_in_words(&self.game);
        for step in &mut self.history {
            let judged = step.judged.as_ref();
            step.told = judged.map(|judged| text.judged(judged, self.game.ends_by));
        }
        for legal in &mut self.moves {
            legal.told = legal.change.as_ref().map_or_else(String::new, |m| text.change(m));
        }
        self.over = over(self, text);
        let reasons = self.reasons.as_ref();
        self.why = reasons.map(|reasons| text.argument(&text.reasons(reasons, self.game.board)));
        self.hint = hinted(self).map(|hinted| text.hint(&hinted).trim().to_string());
    }
}

/// The best that can be played, if it is known.
fn hinted(answer: &Answer) -> Option<BestHint> {
    let winning = answer.winning.as_ref()?;
    Some(match (winning, &answer.holding) {
        (Some(wins), _) => BestHint::Wins(wins.clone()),
        (None, Some(holds)) => BestHint::Draws(holds.clone()),
        (None, None) => BestHint::Nothing,
    })
}

/// The winner, if the game is over.
fn over(answer: &Answer, text: &Text) -> Option<String> {
    if answer.by_recurrence {
        return Some(text.comes_back(answer.winner));
    }
    answer.winner.map(|winner| text.game_over(winner, answer.turn, &answer.game))
}

impl Describe for Transcript {
    /// The last lines of a dialogue.
    fn describe(&self, text: &Text) -> String {
        let drawing = self.drawing.as_ref().map(|drawing| text.drawing(drawing) + "\n");
        if self.by_recurrence {
            let winner = self.winner.map(|winner| self.seat(winner));
            return drawing.unwrap_or_default() + &text.comes_back(winner);
        }
        let Some(winner) = self.winner else { return text.goodbye() };
        let stuck = self.seat(self.to_move());
        let over = text.game_over(self.seat(winner), stuck, &self.game);
        drawing.unwrap_or_default() + &over
    }

    fn localize(&mut self, text: &Text) {
        for refused in &mut self.refused {
            if let Some(reason) = &refused.reason {
                refused.why = text.move_error(&refused.input, reason);
            }
        }
    }
}

impl Text {
    /// The prompt before the cursor.
    pub fn prompt(&self) -> &'static str {
        self.say("playing.play.your-move")
    }

    /// The first lines of a game.
    pub fn game_begins(&self, game: &PlayedGame, person: Side) -> String {
        let head = format!("{}  {}", game.rule, game.end).trim_end().to_string();
        let end = self.end_in_words(game);
        let who = self.player(person);
        match game.impartial {
            true => say!(self, "playing.play.type-help-quit", head, end),
            false => say!(self, "playing.play.you-type-help-quit", head, end, who),
        }
    }

    /// The end rule: who wins when no move is left.
    pub fn end_in_words(&self, game: &PlayedGame) -> String {
        if let Some(text) = self.remainders(game) {
            return text;
        }
        match (game.endless, game.ends_by) {
            (Some(EndlessPlay::Draw), _) => self.say("playing.play.player-who-cannot-move-loses"),
            (Some(EndlessPlay::Left), _) => self.say("playing.play.player-who-cannot-move-loses-2"),
            (Some(EndlessPlay::Right), _) => {
                self.say("playing.play.player-who-cannot-move-loses-3")
            }
            (None, EndsBy::Normal) => self.say("playing.play.player-who-cannot-move-loses-4"),
            (None, EndsBy::Misere) => self.say("playing.play.player-who-cannot-move-wins"),
            (None, EndsBy::Moves) => self.say("playing.play.when-no-move-left-left"),
            (None, EndsBy::Position) => self.say("playing.play.when-no-move-left-final"),
        }
        .to_string()
    }

    /// An end rule such as mod2:LR in words, if it is short.
    fn remainders(&self, game: &PlayedGame) -> Option<String> {
        let (modulus, letters) = game.end.strip_prefix("mod")?.split_once(':')?;
        if letters.len() > 6 || modulus != letters.len().to_string() {
            return None;
        }
        let winner = |letter| match letter {
            'L' => Some(self.say("playing.play.left")),
            'R' => Some(self.say("playing.play.right")),
            'N' => Some(self.say("playing.play.player-move")),
            'P' => Some(self.say("playing.play.who-moved-last")),
            _ => None,
        };
        let cases: Option<Vec<String>> = letters
            .chars()
            .enumerate()
            .map(|(i, letter)| {
                let winner = winner(letter)?;
                Some(match (letters.len(), i) {
                    (2, 0) => say!(self, "playing.play.wins-if-their-number-even", winner),
                    (2, _) => say!(self, "playing.play.if-odd", winner),
                    (m, 0) => say!(self, "playing.play.wins-if-their-number-modulo", winner, m),
                    (_, i) => say!(self, "playing.play.if", winner, i),
                })
            })
            .collect();
        let cases = cases?;
        Some(match game.sum {
            Sum::Total => say!(
                self,
                "playing.play.when-no-move-left-count",
                cases = cases.join(", "),
                cases2 = cases.join("、")
            ),
            Sum::Score => say!(
                self,
                "playing.play.when-no-move-left-count-2",
                cases = cases.join(", "),
                cases2 = cases.join("、")
            ),
        })
    }

    /// The winner.
    pub fn game_over(&self, winner: Participant, stuck: Participant, game: &PlayedGame) -> String {
        let stuck = match stuck {
            Participant::Person => self.say("playing.play.you-cannot-move"),
            Participant::Program => self.say("playing.play.i-cannot-move"),
        };
        let end = if game.ends_by == EndsBy::Normal {
            String::new()
        } else {
            say!(self, "playing.play.end-rule", end = game.end)
        };
        match winner {
            Participant::Person => say!(self, "playing.play.you-win-well-played", stuck, end),
            Participant::Program => say!(self, "playing.play.i-win", stuck, end),
        }
    }

    /// The game is over because a position came back.
    fn comes_back(&self, winner: Option<Participant>) -> String {
        match winner {
            None => self.say("playing.play.position-occurs-third-time-draw"),
            Some(Participant::Person) => self.say("playing.play.position-occurs-third-time-counts"),
            Some(Participant::Program) => {
                self.say("playing.play.position-occurs-third-time-counts-2")
            }
        }
        .to_string()
    }

    /// The last line.
    pub fn goodbye(&self) -> String {
        self.say("playing.play.goodbye").to_string()
    }

    /// The help: the inputs that are understood.
    pub fn play_help(&self) -> &'static str {
        self.say("playing.play.take-three-if-unambiguous-take")
    }
}
