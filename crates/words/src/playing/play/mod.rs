//! A game against the program in words.

mod moves;

use ishitori_answers::play::{Answer, Hinted, Seat, Transcript};
use ishitori_answers::position::EndlessPlay;
use ishitori_answers::setup::{EndsBy, PlayedGame};
use ishitori_answers::{Side, Sum};

use crate::{Describe, Lang, Text};

/// What can be said instead of a move.
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
        let told = self.history.iter().filter_map(|step| step.judged.as_ref());
        lines.extend(told.map(|judged| text.judged(judged, self.game.ends_by)));
        lines.push(text.drawing(&self.drawing));
        lines.extend(over(self, text));
        let number = self.reply.as_ref().and_then(|reply| reply.number);
        let reply = number.and_then(|number| self.moves.get(number)?.change.as_ref());
        lines.extend(reply.map(|change| match text.lang {
            Lang::En => format!("  I answer: {}.", text.change(change)),
            Lang::Ja => format!("  わたしの手: {}", text.change(change)),
        }));
        if self.turn == Seat::Person && self.winner.is_none() && !self.drawn {
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
fn hinted(answer: &Answer) -> Option<Hinted> {
    let winning = answer.winning.as_ref()?;
    Some(match (winning, &answer.holding) {
        (Some(wins), _) => Hinted::Wins(wins.clone()),
        (None, Some(holds)) => Hinted::Draws(holds.clone()),
        (None, None) => Hinted::Nothing,
    })
}

/// Who has won, if the game is over.
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
    /// What stands before the cursor.
    pub fn prompt(&self) -> &'static str {
        match self.lang {
            Lang::En => "your move> ",
            Lang::Ja => "あなたの手> ",
        }
    }

    /// The first lines of a game.
    pub fn game_begins(&self, game: &PlayedGame, person: Side) -> String {
        let head = format!("{}  {}", game.rule, game.end).trim_end().to_string();
        let end = self.end_in_words(game);
        let who = self.player(person);
        match (self.lang, game.impartial) {
            (Lang::En, true) => {
                format!("{head}\n{end} Type `help` or `quit`.")
            }
            (Lang::Ja, true) => format!("{head}\n{end}ヘルプで使い方、終了でやめます。"),
            (Lang::En, false) => {
                format!("{head}\n{end} You are {who}. Type `help` or `quit`.")
            }
            (Lang::Ja, false) => {
                format!("{head}\n{end}あなたは{who}です。ヘルプで使い方、終了でやめます。")
            }
        }
    }

    /// Who wins when no move is left.
    pub fn end_in_words(&self, game: &PlayedGame) -> String {
        if let Some(text) = self.remainders(game) {
            return text;
        }
        let (en, ja) = match (game.endless, game.ends_by) {
            (Some(EndlessPlay::Draw), _) => (
                "The player who cannot move loses; a position that occurs for the third time is a draw.",
                "動けない方の負け、同じ局面が三回現れたら引き分けです。",
            ),
            (Some(EndlessPlay::Left), _) => (
                "The player who cannot move loses; if a position occurs for the third time, Left wins.",
                "動けない方の負け、同じ局面が三回現れたら左の勝ちです。",
            ),
            (Some(EndlessPlay::Right), _) => (
                "The player who cannot move loses; if a position occurs for the third time, Right wins.",
                "動けない方の負け、同じ局面が三回現れたら右の勝ちです。",
            ),
            (None, EndsBy::Normal) => {
                ("The player who cannot move loses.", "動けない方の負けです。")
            }
            (None, EndsBy::Misere) => {
                ("The player who cannot move wins.", "動けない方の勝ちです。")
            }
            (None, EndsBy::Moves) => (
                "When no move is left, Left wins after an even number of moves, Right after an odd one.",
                "手がなくなったとき、手数が偶数なら左、奇数なら右の勝ちです。",
            ),
            (None, EndsBy::Position) => (
                "When no move is left, the final position decides who wins, by the end rule.",
                "手がなくなったとき、最後の局面と終了規則で勝敗が決まります。",
            ),
        };
        self.pick(en, ja).to_string()
    }

    /// An end rule such as mod2:LR in words, if it is short.
    fn remainders(&self, game: &PlayedGame) -> Option<String> {
        let (modulus, letters) = game.end.strip_prefix("mod")?.split_once(':')?;
        if letters.len() > 6 || modulus != letters.len().to_string() {
            return None;
        }
        let winner = |letter| match (self.lang, letter) {
            (Lang::En, 'L') => Some("Left"),
            (Lang::En, 'R') => Some("Right"),
            (Lang::En, 'N') => Some("the player to move"),
            (Lang::En, 'P') => Some("who moved last"),
            (Lang::Ja, 'L') => Some("左"),
            (Lang::Ja, 'R') => Some("右"),
            (Lang::Ja, 'N') => Some("手番の方"),
            (Lang::Ja, 'P') => Some("最後に動いた方"),
            _ => None,
        };
        let cases: Option<Vec<String>> = letters
            .chars()
            .enumerate()
            .map(|(i, letter)| {
                let winner = winner(letter)?;
                Some(match (self.lang, letters.len(), i) {
                    (Lang::En, 2, 0) => format!("{winner} wins if their number is even"),
                    (Lang::En, 2, _) => format!("{winner} if it is odd"),
                    (Lang::En, m, 0) => format!("{winner} wins if their number is 0 modulo {m}"),
                    (Lang::En, _, i) => format!("{winner} if {i}"),
                    (Lang::Ja, 2, 0) => format!("残った石の数が偶数なら{winner}"),
                    (Lang::Ja, 2, _) => format!("奇数なら{winner}"),
                    (Lang::Ja, m, 0) => format!("残った石の数を {m} で割った余りが 0 なら{winner}"),
                    (Lang::Ja, _, i) => format!("{i} なら{winner}"),
                })
            })
            .collect();
        let cases = cases?;
        Some(match (self.lang, game.sum) {
            (Lang::En, Sum::Total) => {
                format!("When no move is left, count the stones left: {}.", cases.join(", "))
            }
            (Lang::Ja, Sum::Total) => {
                format!("手がなくなったとき、{}の勝ちです。", cases.join("、"))
            }
            (Lang::En, Sum::Score) => format!(
                "When no move is left, count the stones left in each heap: {}. The player who has won more heaps wins; in a tie the player to move loses.",
                cases.join(", ")
            ),
            (Lang::Ja, Sum::Score) => format!(
                "手がなくなったとき、山ごとに、{}の勝ちとし、多くの山で勝った方の勝ちです。同数なら手番の方の負けです。",
                cases.join("、")
            ),
        })
    }

    /// Who has won.
    pub fn game_over(&self, winner: Seat, stuck: Seat, game: &PlayedGame) -> String {
        let nobody = match (self.lang, stuck) {
            (Lang::En, Seat::Person) => "You cannot move",
            (Lang::En, Seat::Program) => "I cannot move",
            (Lang::Ja, Seat::Person) => "あなたには手がありません",
            (Lang::Ja, Seat::Program) => "わたしには手がありません",
        };
        let end = if game.ends_by == EndsBy::Normal {
            String::new()
        } else {
            match self.lang {
                Lang::En => format!(" (end rule {})", game.end),
                Lang::Ja => format!("(終了規則 {})", game.end),
            }
        };
        match (self.lang, winner) {
            (Lang::En, Seat::Person) => format!("{nobody}{end}. You win. Well played!"),
            (Lang::En, Seat::Program) => format!("{nobody}{end}. I win."),
            (Lang::Ja, Seat::Person) => format!("{nobody}{end}。あなたの勝ちです。おめでとう!"),
            (Lang::Ja, Seat::Program) => format!("{nobody}{end}。わたしの勝ちです。"),
        }
    }

    /// The game is over because a position came back.
    fn comes_back(&self, winner: Option<Seat>) -> String {
        let (en, ja) = match winner {
            None => (
                "The position occurs for the third time: a draw.",
                "同じ局面が三回現れました。引き分けです。",
            ),
            Some(Seat::Person) => (
                "The position occurs for the third time, which counts as a win for you. You win.",
                "同じ局面が三回現れました。あなたの勝ちです。",
            ),
            Some(Seat::Program) => (
                "The position occurs for the third time, which counts as a win for me. I win.",
                "同じ局面が三回現れました。わたしの勝ちです。",
            ),
        };
        self.pick(en, ja).to_string()
    }

    /// The last line.
    pub fn goodbye(&self) -> String {
        self.pick("Goodbye.", "さようなら。").to_string()
    }

    /// What can be typed.
    pub fn play_help(&self) -> &'static str {
        match self.lang {
            Lang::En => {
                "  3         take three, if unambiguous        2:3, 2 3   take three from heap 2
  5->2+1    a heap of 5 becomes 2 and 1       5 to 3     a heap of 5 becomes 3
  (4,7)     the position after the move       both 2     two from both heaps
  #4        the fourth move of the list       pass
  b3, b3-b4 cells of a board: columns are letters, rows are numbered from the bottom
  hint  a winning move        why   who wins here and why     moves  all moves
  undo  take back             help  this                      quit   leave"
            }
            Lang::Ja => {
                "  3         3個取る(分かる場合)             2:3, 2 3   2番目の山から3個取る
  5->2+1    5個の山を2個と1個にする            5 to 3     5個の山を3個にする
  (4,7)     動いた後の局面                     両方2      両方の山から2個ずつ
  #4        一覧の4番目の手                    パス
  b3, b3-b4 盤のマス(列は英字、行は下からの番号)
  ヒント  勝つ手       理由    この局面の勝敗と理由     一覧  指せる手
  戻す    待った       ヘルプ  この説明                 終了  やめる"
            }
        }
    }
}
