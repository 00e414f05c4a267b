//! A game against the program in words.

use std::fmt::{Display, Write};

use ishitori_solve::play::{
    Change, Drawing, Facts, Judgement, Meaning, Method, Move, MoveError, PairChange, PlayError,
    Quality,
};
use ishitori_values::{LimitReached, Outcome, Player};

use ishitori_solve::ending::SumRule;

use crate::explain::{EndTold, Told};
use crate::{Lang, Text};

/// Who sits where.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Seat {
    /// The person at the keyboard.
    Person,
    /// The program.
    Program,
}

impl Seat {
    /// For data.
    pub fn name(self) -> &'static str {
        match self {
            Seat::Person => "person",
            Seat::Program => "program",
        }
    }
}

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

/// Stones of a heap that are drawn one by one.
const STONES: u32 = 60;
/// Stones in a group.
const GROUP: u32 = 5;
/// Moves that are listed.
const LISTED: usize = 60;
/// Winning moves that are named after a mistake.
const NAMED: usize = 6;

/// Whether a move is told as something done; otherwise it is told as where it leads.
fn says_what_is_done(change: &Change) -> bool {
    !matches!(change, Change::Other(_))
}

fn stones(n: u32) -> String {
    let shown = if n > STONES { 2 * GROUP } else { n };
    let mut row = String::new();
    for i in 0..shown {
        if i > 0 && i % GROUP == 0 {
            row.push(' ');
        }
        row.push('●');
    }
    match n {
        0 => "·".to_string(),
        _ if n > STONES => row + " …",
        _ => row,
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
    pub fn game_begins(&self, told: &Told, person: Player, impartial: bool) -> String {
        let head = format!("{}  {}", told.rule, told.end).trim_end().to_string();
        let end = self.end_in_words(told);
        let who = self.player(person);
        match (self.lang, impartial) {
            (Lang::En, true) => {
                format!("{head}\n{end} `help` helps, `quit` leaves.")
            }
            (Lang::Ja, true) => format!("{head}\n{end}ヘルプで使い方、終了でやめます。"),
            (Lang::En, false) => {
                format!("{head}\n{end} You are {who}. `help` helps, `quit` leaves.")
            }
            (Lang::Ja, false) => {
                format!("{head}\n{end}あなたは{who}です。ヘルプで使い方、終了でやめます。")
            }
        }
    }

    /// Who wins when no move is left.
    pub fn end_in_words(&self, told: &Told) -> String {
        if let Some(text) = self.remainders(told) {
            return text;
        }
        let (en, ja) = match told.kind {
            EndTold::Normal => ("Who cannot move loses.", "動けない方の負けです。"),
            EndTold::Misere => ("Who cannot move wins.", "動けない方の勝ちです。"),
            EndTold::Moves => (
                "When no move is left, Left wins after an even number of moves, Right after an odd one.",
                "手がなくなったとき、手数が偶数なら左、奇数なら右の勝ちです。",
            ),
            EndTold::Position => (
                "When no move is left, the final position decides who wins, by the end rule.",
                "手がなくなったとき、最後の局面と終了規則で勝敗が決まります。",
            ),
        };
        self.pick(en, ja).to_string()
    }

    /// An end rule such as mod2:LR in words, if it is short.
    fn remainders(&self, told: &Told) -> Option<String> {
        let (modulus, letters) = told.end.strip_prefix("mod")?.split_once(':')?;
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
        Some(match (self.lang, told.sum) {
            (Lang::En, SumRule::Total) => {
                format!("When no move is left, count the stones left: {}.", cases.join(", "))
            }
            (Lang::Ja, SumRule::Total) => {
                format!("手がなくなったとき、{}の勝ちです。", cases.join("、"))
            }
            (Lang::En, SumRule::Score) => format!(
                "When no move is left, count the stones left in each heap: {}. Who has won more heaps wins; in a tie the player to move loses.",
                cases.join(", ")
            ),
            (Lang::Ja, SumRule::Score) => format!(
                "手がなくなったとき、山ごとに、{}の勝ちとし、多くの山で勝った方の勝ちです。同数なら手番の方の負けです。",
                cases.join("、")
            ),
        })
    }

    /// A position as a terminal shows it.
    pub fn drawing(&self, drawing: &Drawing) -> String {
        match drawing {
            Drawing::Heaps(heaps) if heaps.is_empty() => {
                format!("  {}", self.pick("(no stones)", "(石はありません)"))
            }
            Drawing::Heaps(heaps) => {
                let width = heaps.iter().map(|h| h.to_string().len()).max().unwrap_or(1);
                let lead = heaps.len().to_string().len();
                let lines: Vec<String> = heaps
                    .iter()
                    .enumerate()
                    .map(|(i, &h)| match heaps.len() {
                        1 => format!("  {h:>width$} | {}", stones(h)),
                        _ => format!("  {:>lead$}: {h:>width$} | {}", i + 1, stones(h)),
                    })
                    .collect();
                lines.join("\n")
            }
            Drawing::Stones { stones: n, number, meaning } => {
                let what = match (self.lang, meaning) {
                    (Lang::En, Meaning::AtMost) => format!("take at most {number}"),
                    (Lang::En, Meaning::AtLeast) => format!("take at least {number}"),
                    (Lang::En, Meaning::Passes) => format!("passes left: {number}"),
                    (Lang::Ja, Meaning::AtMost) => format!("{number} 個まで取れます"),
                    (Lang::Ja, Meaning::AtLeast) => format!("{number} 個以上取ります"),
                    (Lang::Ja, Meaning::Passes) => format!("残りのパス {number} 回"),
                };
                format!("  {n} | {}   ({what})", stones(*n))
            }
            Drawing::Bar { columns, bitter } => {
                let top = columns.iter().copied().max().unwrap_or(0);
                let row = |r: u32| {
                    let cell = |(c, &height): (usize, &u32)| match r < height {
                        true if (c as u32, r) == *bitter => '×',
                        true => '■',
                        false => ' ',
                    };
                    format!("  {}", columns.iter().enumerate().map(cell).collect::<String>())
                };
                (0..top).rev().map(row).collect::<Vec<_>>().join("\n")
            }
            Drawing::Grid(rows) if rows.is_empty() => "  ·".to_string(),
            Drawing::Grid(rows) => {
                let lines: Vec<String> = rows
                    .iter()
                    .map(|row| format!("  {}", row.iter().collect::<String>()))
                    .collect();
                lines.join("\n")
            }
            Drawing::Numbers(numbers) => {
                let parts: Vec<String> =
                    numbers.iter().map(|(name, n)| format!("{name} = {n}")).collect();
                format!("  {}", parts.join(", "))
            }
            Drawing::With(picture, numbers) => {
                let numbers = Drawing::Numbers(numbers.clone());
                format!("{}\n{}", self.drawing(picture), self.drawing(&numbers))
            }
            Drawing::Sum(parts) if parts.is_empty() => "  0".to_string(),
            Drawing::Sum(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.drawing(part)).collect();
                parts.join("\n  +\n")
            }
        }
    }

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
            (_, Change::Other(label)) => label.clone(),
        }
    }

    /// A move that was played, and what it was worth.
    pub fn judged<P: Display>(&self, judgement: &Judgement<P>, seat: Seat, told: &Told) -> String {
        let change = self.change(&judgement.step.change);
        let to = if says_what_is_done(&judgement.step.change) { "" } else { "move to " };
        let did = match (self.lang, seat) {
            (Lang::En, Seat::Person) => format!("You {to}{change}."),
            (Lang::En, Seat::Program) => format!("I {to}{change}."),
            (Lang::Ja, Seat::Person) => format!("あなた: {change}"),
            (Lang::Ja, Seat::Program) => format!("わたし: {change}"),
        };
        let mut out = did;
        let state = match &judgement.after {
            Ok(facts) => self.state(facts, told),
            Err(error) => self.play_error(error),
        };
        let _ = write!(out, "\n  {state}");
        let verdict = match (self.lang, judgement.quality, seat) {
            (Lang::En, Quality::Wins, Seat::Person) => "This move wins: keep it up.".to_string(),
            (Lang::En, Quality::Wins, Seat::Program) => {
                "With this I win, if I do not err.".to_string()
            }
            (Lang::En, Quality::Lost, Seat::Person) => {
                "No move won here; the position was already lost.".to_string()
            }
            (Lang::En, Quality::Lost, Seat::Program) => {
                "I had no winning move: you can win.".to_string()
            }
            (Lang::En, Quality::Mistake, Seat::Person) => {
                format!("A mistake: {} would have won.", self.named(&judgement.winning))
            }
            (Lang::En, Quality::Mistake, Seat::Program) => {
                format!(
                    "My mistake: {} would have won. Now you can win.",
                    self.named(&judgement.winning)
                )
            }
            (Lang::Ja, Quality::Wins, Seat::Person) => "勝つ手です。その調子です。".to_string(),
            (Lang::Ja, Quality::Wins, Seat::Program) => {
                "間違えなければわたしの勝ちです。".to_string()
            }
            (Lang::Ja, Quality::Lost, Seat::Person) => {
                "勝つ手はありませんでした(すでに負けの局面でした)。".to_string()
            }
            (Lang::Ja, Quality::Lost, Seat::Program) => {
                "わたしに勝つ手はありませんでした。あなたは勝てます。".to_string()
            }
            (Lang::Ja, Quality::Mistake, Seat::Person) => {
                format!("間違いです。{} なら勝ちでした。", self.named(&judgement.winning))
            }
            (Lang::Ja, Quality::Mistake, Seat::Program) => format!(
                "わたしの間違いです。{} なら勝ちでした。あなたは勝てます。",
                self.named(&judgement.winning)
            ),
            (_, Quality::Unknown, _) => return out,
        };
        let _ = write!(out, "\n  {verdict}");
        out
    }

    fn named<P>(&self, moves: &[Move<P>]) -> String {
        let names: Vec<String> = moves.iter().take(NAMED).map(|m| m.change.to_string()).collect();
        let more = if moves.len() > NAMED { ", …" } else { "" };
        names.join(self.pick(" or ", "、")) + more
    }

    /// What is known about the position that is handed over.
    fn state(&self, facts: &Facts, told: &Told) -> String {
        let outcome = facts.outcome;
        let class = self.outcome_short(outcome);
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
        let hint = match (self.lang, outcome, told.kind == EndTold::Normal && !numbers.is_empty()) {
            (Lang::En, Outcome::P, true) => " (0 is lost for the player to move)",
            (Lang::Ja, Outcome::P, true) => "(0 は手番の負け)",
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
                "  This position is too large for me to play perfectly ({why}); I play any move."
            ),
            Lang::Ja => {
                format!("  この局面は大きすぎて最善手が分かりません({why})。適当に動きます。")
            }
        }
    }

    /// A winning move, or that there is none.
    pub fn hint<P>(&self, winning: Option<&Move<P>>) -> String {
        match (self.lang, winning) {
            (Lang::En, Some(m)) => format!("  {} wins.", self.change(&m.change)),
            (Lang::Ja, Some(m)) if says_what_is_done(&m.change) => {
                let change = self.change(&m.change);
                let gap = if change.ends_with(')') { " " } else { "" };
                format!("  {change}{gap}と勝てます。")
            }
            (Lang::Ja, Some(m)) => format!("  {} にすると勝てます。", self.change(&m.change)),
            (Lang::En, None) => {
                "  No move wins if I make no mistake; make the game long.".to_string()
            }
            (Lang::Ja, None) => {
                "  わたしが間違えない限り勝つ手はありません。粘ってください。".to_string()
            }
        }
    }

    /// The legal moves, numbered.
    pub fn moves<P>(&self, moves: &[Move<P>]) -> String {
        let shown: Vec<String> = moves
            .iter()
            .take(LISTED)
            .enumerate()
            .map(|(i, m)| format!("#{} {}", i + 1, m.change))
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
    pub fn move_error<P>(&self, line: &str, error: &MoveError, moves: &[Move<P>]) -> String {
        let line: String = line.trim().chars().take(40).collect();
        let example = moves.first().map(|m| m.change.to_string()).unwrap_or_default();
        match (self.lang, error) {
            (Lang::En, MoveError::NotUnderstood) => format!(
                "  `{line}` is not understood; a move is written like {example}, or 2:3 to take three from the second heap; `help` and `moves` help."
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
                format!("  「{line}」は規則で許されません。一覧で指せる手を表示します")
            }
            (lang, MoveError::Ambiguous(places)) => {
                let some: Vec<String> = places
                    .iter()
                    .take(NAMED)
                    .map(|&i| format!("#{} {}", i + 1, self.change(&moves[i].change)))
                    .collect();
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
                (Lang::Ja, LimitReached::Time { limit }) => format!("{limit:?} では計算できません"),
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

    /// Who has won.
    pub fn game_over(&self, winner: Seat, stuck: Seat, told: &Told) -> String {
        let nobody = match (self.lang, stuck) {
            (Lang::En, Seat::Person) => "You cannot move",
            (Lang::En, Seat::Program) => "I cannot move",
            (Lang::Ja, Seat::Person) => "あなたには手がありません",
            (Lang::Ja, Seat::Program) => "わたしには手がありません",
        };
        let end = if told.kind == EndTold::Normal {
            String::new()
        } else {
            match self.lang {
                Lang::En => format!(" (end rule {})", told.end),
                Lang::Ja => format!("(終了規則 {})", told.end),
            }
        };
        match (self.lang, winner) {
            (Lang::En, Seat::Person) => format!("{nobody}{end}. You win. Well played!"),
            (Lang::En, Seat::Program) => format!("{nobody}{end}. I win."),
            (Lang::Ja, Seat::Person) => format!("{nobody}{end}。あなたの勝ちです。おめでとう!"),
            (Lang::Ja, Seat::Program) => format!("{nobody}{end}。わたしの勝ちです。"),
        }
    }

    /// The last line.
    pub fn goodbye(&self) -> String {
        self.pick("Goodbye.", "さようなら。").to_string()
    }

    /// What can be typed.
    pub fn play_help(&self) -> &'static str {
        match self.lang {
            Lang::En => {
                "  3         take three, if that is clear      2:3, 2 3   take three from heap 2
  5->2+1    a heap of 5 becomes 2 and 1       5 to 3     a heap of 5 becomes 3
  (4,7)     the position after the move       both 2     two from both heaps
  #4        the fourth move of the list       pass
  hint  a winning move        why   who wins here and why     moves  all moves
  undo  take back             help  this                      quit   leave"
            }
            Lang::Ja => {
                "  3         3個取る(分かる場合)             2:3, 2 3   2番目の山から3個取る
  5->2+1    5個の山を2個と1個にする            5 to 3     5個の山を3個にする
  (4,7)     動いた後の局面                     両方2      両方の山から2個ずつ
  #4        一覧の4番目の手                    パス
  ヒント  勝つ手       理由    この局面の勝敗と理由     一覧  指せる手
  戻す    待った       ヘルプ  この説明                 終了  やめる"
            }
        }
    }
}
