//! Values of positions in words.

use ishitori_answers::Side;
use ishitori_answers::position::{
    Answer, BestPlay, BoardMove, EndlessPlay, LoopyPlay, PlayResult, PositionFacts,
};
use ishitori_answers::value::LoopyFacts;

use crate::{Describe, Lang, Text, counted, table};

/// Values that are longer are not shown beside moves.
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
                let by = match text.lang {
                    Lang::En => {
                        format!(
                            "search through {}; no values were computed",
                            counted(nodes, "position")
                        )
                    }
                    Lang::Ja => format!("{nodes} 局面の探索(値は求めていない)"),
                };
                let mut rows = vec![
                    (text.pick("outcome", "帰結類"), outcome.unwrap_or_default()),
                    (text.pick("how known", "根拠"), by),
                ];
                if let Some(limit) = &self.no_value {
                    rows.push((text.pick("no value", "値なし"), text.stopped_by(limit)));
                }
                let play = match (&self.end, self.misere) {
                    (Some(end), _) => match text.lang {
                        Lang::En => format!("what is left decides: {end}"),
                        Lang::Ja => format!("残ったもので勝敗が決まる: {end}"),
                    },
                    (None, true) => text
                        .pick("misère play: who cannot move wins", "逆形: 動けない方の勝ち")
                        .to_string(),
                    (None, false) => text
                        .pick("normal play: who cannot move loses", "正規形: 動けない方の負け")
                        .to_string(),
                };
                format!("{play}\n{}", table(&rows))
            }
            (None, PositionFacts::Game(facts)) => text.game(facts, self.style),
        };
        if let Some(grundy) = self.grundy {
            let mut rows = vec![(text.pick("Grundy number", "グランディ数"), grundy.to_string())];
            if let Some((nodes, components)) = self.searched.zip(self.components) {
                rows.push((text.pick("how known", "根拠"), text.nimber_search(nodes, components)));
            }
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
        match (nodes, self.lang) {
            (0, Lang::En) => {
                "equal components and symmetry cancel; nothing had to be searched".into()
            }
            (0, Lang::Ja) => "等しい成分と対称性で打ち消し合う(探索は不要)".into(),
            (_, Lang::En) => format!(
                "search through {} G + *n, with a table of {}",
                counted(nodes, "sum"),
                counted(components, "component")
            ),
            (_, Lang::Ja) => format!("和 G + *n {nodes} 個の探索(表にある成分 {components} 個)"),
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
                let why = match self.lang {
                    Lang::En => format!(
                        "no value was found among so many positions; {outcome} asks only who wins"
                    ),
                    Lang::Ja => {
                        format!("局面が多いので値は求めていません({outcome} は勝敗だけを聞く)")
                    }
                };
                format!("({why})\n{}", self.who_wins(facts))
            }
            (None, _, None) => self.who_wins(facts),
        };
        if let Some(smith) = &answer.smith {
            let rows = [(self.pick("Grundy value", "グランディ数"), smith.clone())];
            out += &format!("\n{}", table(&rows));
        }
        out + "\n" + &self.loopy_play(play)
    }

    fn who_wins(&self, facts: &LoopyFacts) -> String {
        let unknown = || self.pick("not reached", "未計算").to_string();
        let outcome = facts.outcome.map_or_else(unknown, |o| self.drawn_outcome_line(o));
        let mut rows = vec![(self.pick("outcome", "帰結類"), outcome)];
        let bounds = match (self.lang, facts.at_least, facts.at_most) {
            (_, None, None) => None,
            (Lang::En, Some(low), Some(high)) => Some(format!("between {low} and {high}")),
            (Lang::En, Some(low), None) => Some(format!("at least {low}")),
            (Lang::En, None, Some(high)) => Some(format!("at most {high}")),
            (Lang::Ja, Some(low), Some(high)) => Some(format!("{low} 以上 {high} 以下")),
            (Lang::Ja, Some(low), None) => Some(format!("{low} 以上")),
            (Lang::Ja, None, Some(high)) => Some(format!("{high} 以下")),
        };
        rows.extend(bounds.map(|bounds| (self.pick("value", "値"), bounds)));
        table(&rows)
    }

    /// How many positions there are, and best play from the first one.
    fn loopy_play(&self, play: &LoopyPlay) -> String {
        let endless = match play.endless {
            EndlessPlay::Draw => self.pick("a draw", "引き分け"),
            EndlessPlay::Left => self.pick("won by Left", "左の勝ち"),
            EndlessPlay::Right => self.pick("won by Right", "右の勝ち"),
        };
        let positions = match (self.lang, play.complete) {
            (_, true) => play.positions.to_string(),
            (Lang::En, false) => {
                format!(
                    "{} found, not all looked at; wins and losses told are right",
                    play.positions
                )
            }
            (Lang::Ja, false) => {
                format!(
                    "{} まで見つけた(すべては調べていないが、示した勝ち負けは正しい)",
                    play.positions
                )
            }
        };
        let mut rows = vec![
            (self.pick("play without end", "終わらない手順").to_string(), endless.to_string()),
            (self.pick("positions", "局面の数").to_string(), positions),
        ];
        for best in &play.best {
            let first = self.player(best.first);
            let label = match self.lang {
                Lang::En => format!("{first} first"),
                Lang::Ja => format!("{first}が先手"),
            };
            rows.push((label, self.best_line(best)));
        }
        table(&rows)
    }

    fn best_line(&self, best: &BestPlay) -> String {
        let Some(result) = best.result else {
            return self.pick("not reached", "未計算").to_string();
        };
        let first_wins = (best.first == Side::Left) == (result == PlayResult::Win);
        let winner = self.player(if first_wins { Side::Left } else { Side::Right });
        let told = match (result, self.lang) {
            (PlayResult::Draw, _) => self.pick("a draw", "引き分け").to_string(),
            (_, Lang::En) => format!("{winner} wins"),
            (_, Lang::Ja) => format!("{winner}の勝ち"),
        };
        let how = match (best.length, self.lang) {
            (Some(0), _) => {
                return format!("{told}: {}", self.pick("no move is left", "手がありません"));
            }
            (Some(n), Lang::En) => format!("{told} in {}", self.turns(n)),
            (Some(n), Lang::Ja) => format!("{told}({})", self.turns(n)),
            (None, Lang::En) => format!("{told} without end"),
            (None, Lang::Ja) => format!("{told}(終わらない)"),
        };
        let rest = if best.length.is_none() { " …" } else { "" };
        format!("{how}: {}{rest}", best.line.join(" "))
    }

    fn turns(&self, n: u32) -> String {
        match (self.lang, n) {
            (Lang::En, 1) => "1 move".to_string(),
            (Lang::En, n) => format!("{n} moves"),
            (Lang::Ja, n) => format!("{n} 手"),
        }
    }

    /// The moves of a board, one a line: ★ wins, ◇ is the best by temperature.
    fn board_moves(&self, moves: &[BoardMove]) -> String {
        if moves.is_empty() {
            return format!("  {}", self.pick("no move is left", "手がありません"));
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
            (true, _) => self.pick("★ wins  ◇ best by temperature", "★ 勝つ手  ◇ 温度で最善の手"),
            (_, true) => self.pick("★ wins  ＝ draws", "★ 勝つ手  ＝ 引き分けの手"),
            _ => self.pick("★ wins", "★ 勝つ手"),
        };
        let head = self.pick("moves", "手");
        format!("{head}\n{}\n  {legend}", table(&rows))
    }
}
