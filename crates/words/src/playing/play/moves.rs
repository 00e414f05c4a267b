//! Moves of a game, in words: what they do, what they were worth, and what is no move.

use std::fmt::Write;

use ishitori_answers::play::{Hinted, Judged, MoveQuality, NotPlayed, Seat};
use ishitori_answers::setup::EndsBy;
use ishitori_solve::play::{Change, Facts, Method, MoveError, PairChange, PlayError};
use ishitori_values::{LimitReached, Outcome, Player};

use crate::{Lang, Text};

/// Moves that are listed.
const LISTED: usize = 60;
/// Winning moves that are named after a mistake.
const NAMED: usize = 6;

/// Whether a move is told as something done; otherwise it is told as where it leads.
fn says_what_is_done(change: &Change) -> bool {
    !matches!(change, Change::Board(_) | Change::Other(_))
}

impl Text {
    /// What a move does.
    pub fn change(&self, change: &Change) -> String {
        let taken = |from: u32, left: &[u32]| from - left.iter().sum::<u32>();
        match (self.lang, change) {
            (Lang::En, Change::Heap { at, from, left }) => match taken(*from, left) {
                0 => format!("break heap {} ({change})", at + 1),
                k => format!("take {k} from heap {} ({change})", at + 1),
            },
            (Lang::Ja, Change::Heap { at, from, left }) => match taken(*from, left) {
                0 => format!("山{}を分ける({change})", at + 1),
                k => format!("山{}から {k} 個取る({change})", at + 1),
            },
            (Lang::En, Change::Pair { how, to, .. }) => match how {
                PairChange::First(k) => format!("take {k} from heap 1 ({},{})", to.0, to.1),
                PairChange::Second(k) => format!("take {k} from heap 2 ({},{})", to.0, to.1),
                PairChange::Both(k, l) if k == l => {
                    format!("take {k} from both heaps ({},{})", to.0, to.1)
                }
                PairChange::Both(k, l) => {
                    format!("take {k} from heap 1 and {l} from heap 2 ({},{})", to.0, to.1)
                }
                PairChange::Pass => "pass".to_string(),
                PairChange::Take(k) => format!("take {k}"),
            },
            (Lang::Ja, Change::Pair { how, to, .. }) => match how {
                PairChange::First(k) => format!("山1から {k} 個取る({},{})", to.0, to.1),
                PairChange::Second(k) => format!("山2から {k} 個取る({},{})", to.0, to.1),
                PairChange::Both(k, l) if k == l => {
                    format!("両方の山から {k} 個ずつ取る({},{})", to.0, to.1)
                }
                PairChange::Both(k, l) => {
                    format!("山1から {k} 個、山2から {l} 個取る({},{})", to.0, to.1)
                }
                PairChange::Pass => "パス".to_string(),
                PairChange::Take(k) => format!("{k} 個取る"),
            },
            (Lang::En, Change::Part { .. }) => format!("move to {change}"),
            (Lang::Ja, Change::Part { .. }) => format!("{change} にする"),
            (_, Change::Board(label) | Change::Other(label)) => label.clone(),
        }
    }

    /// What a move does to a heap, in few words; nothing where its notation says it. `alone` if there is no
    /// other heap.
    pub(crate) fn brief_move(&self, change: &Change, alone: bool) -> String {
        match change {
            Change::Heap { from, left, .. } => {
                let taken = from.saturating_sub(left.iter().sum());
                let parts: Vec<String> = left.iter().map(u32::to_string).collect();
                let parts = parts.join("+");
                let broken = left.len() > 1;
                match (self.lang, taken, broken, alone) {
                    (Lang::En, 0, ..) => format!("break {from} into {parts}"),
                    (Lang::En, k, false, true) => format!("take {k}"),
                    (Lang::En, k, false, false) => format!("take {k} from {from}"),
                    (Lang::En, k, true, _) => format!("take {k} from {from} and leave {parts}"),
                    (Lang::Ja, 0, ..) => format!("{from} を {parts} に分ける"),
                    (Lang::Ja, k, false, true) => format!("{k} 個取る"),
                    (Lang::Ja, k, false, false) => format!("{from} から {k} 個取る"),
                    (Lang::Ja, k, true, _) => format!("{from} から {k} 個取って {parts} に分ける"),
                }
            }
            Change::Pair { how, .. } => match (self.lang, *how) {
                (Lang::En, PairChange::First(k)) => format!("take {k} from heap 1"),
                (Lang::En, PairChange::Second(k)) => format!("take {k} from heap 2"),
                (Lang::En, PairChange::Both(k, l)) if k == l => format!("take {k} from both"),
                (Lang::En, PairChange::Both(k, l)) => format!("take {k} and {l}"),
                (Lang::En, PairChange::Pass) => "pass".to_string(),
                (Lang::En, PairChange::Take(k)) => format!("take {k}"),
                (Lang::Ja, PairChange::First(k)) => format!("山1から {k} 個取る"),
                (Lang::Ja, PairChange::Second(k)) => format!("山2から {k} 個取る"),
                (Lang::Ja, PairChange::Both(k, l)) if k == l => format!("両方から {k} 個取る"),
                (Lang::Ja, PairChange::Both(k, l)) => format!("{k} 個と {l} 個取る"),
                (Lang::Ja, PairChange::Pass) => "パス".to_string(),
                (Lang::Ja, PairChange::Take(k)) => format!("{k} 個取る"),
            },
            Change::Board(label) => label.clone(),
            Change::Part { .. } | Change::Other(_) => String::new(),
        }
    }

    /// A move that was played, and what it was worth.
    pub fn judged(&self, judged: &Judged, ends_by: EndsBy) -> String {
        let seat = judged.by;
        let change = self.change(&judged.change);
        let to = match &judged.change {
            done if says_what_is_done(done) => "",
            Change::Board(_) => "play ",
            // What becomes of a part of a sum.
            Change::Other(text) if text.contains(" -> ") => "play ",
            _ => "move to ",
        };
        let did = match (self.lang, seat) {
            (Lang::En, Seat::Person) => format!("You {to}{change}."),
            (Lang::En, Seat::Program) => format!("I {to}{change}."),
            (Lang::Ja, Seat::Person) => format!("あなた: {change}"),
            (Lang::Ja, Seat::Program) => format!("わたし: {change}"),
        };
        let mut out = did;
        let state = match &judged.after {
            Ok(facts) => self.state(facts, ends_by),
            Err(error) => self.play_error(error),
        };
        let _ = write!(out, "\n  {state}");
        // Where nothing won, something else would not have lost.
        let (named, would) = match judged.winning.is_empty() {
            false => (&judged.winning, self.pick("would have won", "なら勝ちでした")),
            true => (&judged.drawing, self.pick("would not have lost", "なら負けませんでした")),
        };
        let named = self.named(named);
        let now = match judged.after.as_ref().map(|facts| facts.outcome) {
            Ok(outcome) if Player::BOTH.iter().all(|&p| !outcome.wins_moving_first(p)) => {
                self.pick("Now neither player can win.", "どちらも勝てなくなりました。")
            }
            _ => self.pick("Now you can win.", "あなたは勝てます。"),
        };
        let verdict = match (self.lang, judged.worth, seat) {
            (Lang::En, MoveQuality::Wins, Seat::Person) => {
                "This move wins: keep it up.".to_string()
            }
            (Lang::En, MoveQuality::Wins, Seat::Program) => "This wins for me.".to_string(),
            (Lang::En, MoveQuality::Lost, Seat::Person) => {
                "No move won here; the position was already lost.".to_string()
            }
            (Lang::En, MoveQuality::Lost, Seat::Program) => {
                "I had no winning move: you can win.".to_string()
            }
            (Lang::En, MoveQuality::Mistake, Seat::Person) => {
                format!("A mistake: {named} {would}.")
            }
            (Lang::En, MoveQuality::Mistake, Seat::Program) => {
                format!("My mistake: {named} {would}. {now}")
            }
            (Lang::Ja, MoveQuality::Wins, Seat::Person) => "勝つ手です。その調子です。".to_string(),
            (Lang::Ja, MoveQuality::Wins, Seat::Program) => {
                "間違えなければわたしの勝ちです。".to_string()
            }
            (Lang::Ja, MoveQuality::Lost, Seat::Person) => {
                "勝つ手はありませんでした(すでに負けの局面でした)。".to_string()
            }
            (Lang::Ja, MoveQuality::Lost, Seat::Program) => {
                "わたしの側に勝てる手はありませんでした。あなたは勝てます。".to_string()
            }
            (Lang::Ja, MoveQuality::Mistake, Seat::Person) => {
                format!("間違いです。{named} {would}。")
            }
            (Lang::Ja, MoveQuality::Mistake, Seat::Program) => {
                format!("わたしの間違いです。{named} {would}。{now}")
            }
            (Lang::En, MoveQuality::Draws, Seat::Person) => {
                "No move wins here, but this one does not lose.".to_string()
            }
            (Lang::En, MoveQuality::Draws, Seat::Program) => {
                "I cannot win, but this move does not lose.".to_string()
            }
            (Lang::Ja, MoveQuality::Draws, Seat::Person) => {
                "勝つ手はありませんが、この手は負けません。".to_string()
            }
            (Lang::Ja, MoveQuality::Draws, Seat::Program) => {
                "わたしの側に勝つ手はありませんが、この手なら負けません。".to_string()
            }
            (_, MoveQuality::Unknown, _) => return out,
        };
        let _ = write!(out, "\n  {verdict}");
        out
    }

    fn named(&self, moves: &[String]) -> String {
        let names = &moves[..moves.len().min(NAMED)];
        let more = if moves.len() > NAMED { ", …" } else { "" };
        names.join(self.pick(" or ", "、")) + more
    }

    /// What is known about the position that is handed over.
    fn state(&self, facts: &Facts, ends_by: EndsBy) -> String {
        let outcome = facts.outcome;
        let class = self.drawn_outcome_short(outcome.into());
        let numbers = match (&facts.grundy, facts.method) {
            (Some(g), Method::NimSum | Method::MisereNim) => {
                let sum = g.iter().fold(0, |sum, x| sum ^ x);
                let parts: Vec<String> = g.iter().map(u32::to_string).collect();
                match (self.lang, g.len()) {
                    (Lang::En, 0 | 1) => format!("Grundy number {sum}. "),
                    (Lang::Ja, 0 | 1) => format!("グランディ数 {sum}。"),
                    (Lang::En, _) => format!("Grundy numbers {} = {sum}. ", parts.join(" ⊕ ")),
                    (Lang::Ja, _) => format!("グランディ数 {} = {sum}。", parts.join(" ⊕ ")),
                }
            }
            _ => String::new(),
        };
        let lost = outcome == Outcome::P;
        let hint = match (self.lang, lost, ends_by == EndsBy::Normal && !numbers.is_empty()) {
            (Lang::En, true, true) => " (0 is lost for the player to move)",
            (Lang::Ja, true, true) => "(0 は手番の負け)",
            _ => "",
        };
        match self.lang {
            Lang::En => format!("{numbers}{outcome}: {class}{hint}."),
            Lang::Ja => format!("{numbers}{outcome}: {class}{hint}。"),
        }
    }

    /// The program cannot know who wins.
    pub fn guesses(&self, error: &PlayError) -> String {
        let why = self.play_error(error);
        match self.lang {
            Lang::En => format!(
                "  This position is too large for me to play perfectly ({why}); I am playing at random."
            ),
            Lang::Ja => {
                format!(
                    "  この局面は大きすぎて最善手が分かりません({why})。勝敗を考えずに動きます。"
                )
            }
        }
    }

    /// A winning move, or one that does not lose, or that there is none.
    pub fn hint(&self, hinted: &Hinted) -> String {
        match (self.lang, hinted) {
            (Lang::En, Hinted::Draws(m)) => {
                format!("  No move wins; {} does not lose.", self.change(m))
            }
            (Lang::Ja, Hinted::Draws(m)) => {
                format!("  勝つ手はありません。{} なら負けません。", self.change(m))
            }
            (Lang::En, Hinted::Wins(m)) => format!("  {} wins.", self.change(m)),
            (Lang::Ja, Hinted::Wins(m)) if says_what_is_done(m) => {
                let change = self.change(m);
                let gap = if change.ends_with(')') { " " } else { "" };
                format!("  {change}{gap}と勝てます。")
            }
            (Lang::Ja, Hinted::Wins(m)) => format!("  {} にすると勝てます。", self.change(m)),
            (Lang::En, Hinted::Nothing) => {
                "  No move wins against best play; play on, I may slip.".to_string()
            }
            (Lang::Ja, Hinted::Nothing) => {
                "  わたしが間違えない限り勝つ手はありません。粘ってください。".to_string()
            }
        }
    }

    /// The legal moves, numbered.
    pub fn moves(&self, moves: &[Change]) -> String {
        let shown: Vec<String> = moves
            .iter()
            .take(LISTED)
            .enumerate()
            .map(|(i, m)| format!("#{} {}", i + 1, m))
            .collect();
        let more = match moves.len() {
            0..=LISTED => String::new(),
            n => format!("  … ({n})"),
        };
        let mut out = String::from(" ");
        let mut width = 1;
        for item in shown {
            if width + item.len() > 76 {
                out.push_str("\n ");
                width = 1;
            }
            width += item.len() + 2;
            out.push_str("  ");
            out.push_str(&item);
        }
        out + &more
    }

    /// Moves were taken back.
    pub fn undone(&self, moves: usize) -> String {
        match (self.lang, moves) {
            (Lang::En, 0) => "  There is nothing to take back.".to_string(),
            (Lang::Ja, 0) => "  戻せる手はありません。".to_string(),
            (Lang::En, n) => format!("  Took back {n} move{}.", if n == 1 { "" } else { "s" }),
            (Lang::Ja, n) => format!("  {n} 手戻しました。"),
        }
    }

    /// A line that is not a move.
    pub fn move_error(&self, line: &str, refused: &NotPlayed) -> String {
        let line: String = line.trim().chars().take(40).collect();
        let example = refused.example.as_deref().unwrap_or_default();
        match (self.lang, &refused.error) {
            (Lang::En, MoveError::NotUnderstood) if refused.on_board => format!(
                "  `{line}` is not a move; write one like {example}, or #1; try `help` or `moves`."
            ),
            (Lang::Ja, MoveError::NotUnderstood) if refused.on_board => format!(
                "  「{line}」は分かりません。手は {example} や #1 のように書きます。ヘルプや一覧もどうぞ。"
            ),
            (Lang::En, MoveError::NotUnderstood) => format!(
                "  `{line}` is not a move; write one like {example}, or 2:3 to take three from the second heap; try `help` or `moves`."
            ),
            (Lang::Ja, MoveError::NotUnderstood) => format!(
                "  「{line}」は分かりません。手は {example} や 2:3(2番目の山から3個)のように書きます。ヘルプや一覧もどうぞ。"
            ),
            (Lang::En, MoveError::Number(n)) => format!("  the number {n} is too large"),
            (Lang::Ja, MoveError::Number(n)) => format!("  数 {n} は大きすぎます"),
            (Lang::En, MoveError::NoSuchHeap { number, heaps: 1 }) => {
                format!("  there is no heap {number}; there is only one")
            }
            (Lang::Ja, MoveError::NoSuchHeap { number, heaps: 1 }) => {
                format!("  山 {number} はありません。山は一つだけです")
            }
            (Lang::En, MoveError::NoSuchHeap { number, heaps }) => {
                format!("  there is no heap {number}; there are heaps 1 to {heaps}")
            }
            (Lang::Ja, MoveError::NoSuchHeap { number, heaps }) => {
                format!("  山 {number} はありません。山は 1 から {heaps} までです")
            }
            (Lang::En, MoveError::NotAllowed) => {
                format!("  the rules do not allow `{line}`; `moves` lists what they allow")
            }
            (Lang::Ja, MoveError::NotAllowed) => {
                format!("  「{line}」は規則で許されません。「一覧」と打つと指せる手が出ます")
            }
            (lang, MoveError::Ambiguous(_)) => {
                let meant = refused.meant.iter();
                let some: Vec<String> =
                    meant.map(|(number, m)| format!("#{number} {}", self.change(m))).collect();
                let some = some.join("; ");
                match lang {
                    Lang::En => format!("  `{line}` can be {some}; say which"),
                    Lang::Ja => format!("  「{line}」には次の手があります: {some}"),
                }
            }
        }
    }

    /// Why a game cannot be judged.
    pub fn play_error(&self, error: &PlayError) -> String {
        match (self.lang, error) {
            (_, PlayError::Limit(limit)) => match (self.lang, limit) {
                // The time of one move, which nobody asked for.
                (Lang::Ja, LimitReached::Time { limit }) => {
                    format!("{} 秒では計算できません", limit.as_secs_f64())
                }
                (Lang::En, LimitReached::Time { limit }) => {
                    format!("not computed within {limit:?}")
                }
                _ => self.limit(limit),
            },
            (Lang::En, error) => error.to_string(),
            (Lang::Ja, PlayError::TooManyMoves { limit }) => {
                format!("この局面の手は {limit} を超えます")
            }
            (Lang::Ja, PlayError::Cycle { position }) => {
                format!("手をたどると {position} に戻ります")
            }
            (Lang::Ja, PlayError::Tuple(error)) => self.tuple_reason(error),
            (Lang::Ja, PlayError::Heap(error)) => self.heap_error(error),
            (Lang::Ja, PlayError::Ending(error)) => self.ending_error(error),
            (Lang::Ja, PlayError::Table(error)) => self.table_too_large(error),
        }
    }
}
