//! How long plays are, in words.

use ishitori_answers::remoteness::{Answer, Play};

use crate::common::question_help::QuestionHelp;
use crate::{Describe, Lang, Text, counted, table};

pub(crate) const HELP: QuestionHelp = QuestionHelp {
    question: "remoteness",
    about: "勝つ側が急ぎ、負ける側が粘ったときの手数",
    fields: &[
        ("rule", "ゲームの規則"),
        ("position", "3+5+7 のような山、(2,7) のような組、または xo.|.xo のような盤"),
        ("set", "ゲームのパラメーターの値(k=3 など)"),
        ("end", "手がなくなったときの勝者(指定がなければゲームの定め、または normal)"),
        ("sum", "いくつかの山の終わりを決めるもの"),
    ],
};

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
        let who = match (impartial, play.winner, self.lang) {
            (_, None, _) => self.pick("nobody", "").to_string(),
            (true, _, Lang::En) => {
                if wins { "the first player" } else { "the second player" }.to_string()
            }
            (true, _, Lang::Ja) => if wins { "先手" } else { "後手" }.to_string(),
            (false, Some(winner), _) => self.player(winner).to_string(),
        };
        let length = match (play.winner, play.remoteness, self.lang) {
            (None, _, Lang::En) => "nobody can win: a draw".to_string(),
            (None, _, Lang::Ja) => "引き分け(どちらも勝てません)".to_string(),
            (_, Some(0), Lang::En) => format!("{who} wins: no move is left"),
            (_, Some(0), Lang::Ja) => format!("{who}の勝ち(手がありません)"),
            (_, Some(moves), Lang::En) => format!("{who} wins in {}", counted(moves, "move")),
            (_, Some(moves), Lang::Ja) => format!("{moves} 手で{who}の勝ち"),
            (_, None, Lang::En) => format!("{who} wins: play never ends"),
            (_, None, Lang::Ja) => format!("{who}の勝ち(手順は終わりません)"),
        };
        let first = match impartial {
            true => self.pick("remoteness", "手数"),
            false => match play.first {
                ishitori_answers::Side::Left => self.pick("Left first", "左が先手"),
                ishitori_answers::Side::Right => self.pick("Right first", "右が先手"),
            },
        };
        let mut rows = vec![(first, length)];
        if !play.moves.is_empty() {
            let label = match wins {
                true => self.pick("quickest", "最短の手"),
                false => self.pick("longest", "最も粘る手"),
            };
            let more = if play.shortened || play.moves.len() > SHOWN { " …" } else { "" };
            let shown: Vec<&str> = play.moves.iter().take(SHOWN).map(String::as_str).collect();
            rows.push((label, format!("{}{more}", shown.join(self.pick(", ", "、")))));
            let moves = play.line.iter().take(SHOWN).map(|step| step.played.as_str());
            let moves: Vec<&str> = moves.collect();
            let cut = play.remoteness.is_none_or(|moves| moves as usize > SHOWN);
            let more = if cut { " …" } else { "" };
            rows.push((self.pick("line", "手順"), format!("{}{more}", moves.join("  "))));
        }
        rows
    }
}
