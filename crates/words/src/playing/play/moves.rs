//! Moves of a game, in words: what they do, what they were worth, and what is not a move.

use std::fmt::Write;

use ishitori_answers::play::{BestHint, Judged, MoveQuality, Participant, RejectedMove};
use ishitori_answers::setup::EndsBy;
use ishitori_solve::play::{Change, Facts, Method, MoveError, PairChange, PlayError};
use ishitori_values::{LimitReached, Outcome, Player};

use crate::{Text, say};

/// Moves that are listed.
const LISTED: usize = 60;
/// Winning moves that are named after a mistake.
const NAMED: usize = 6;

/// Whether a move is described as an action; otherwise by the position that it leads to.
fn says_what_is_done(change: &Change) -> bool {
    !matches!(change, Change::Board(_) | Change::Other(_))
}

impl Text {
    /// The effect of a move.
    pub fn change(&self, change: &Change) -> String {
        let taken = |from: u32, left: &[u32]| from - left.iter().sum::<u32>();
        match change {
            Change::Heap { at, from, left } => match taken(*from, left) {
                0 => say!(self, "playing.play.moves.break-heap", at = at + 1, change),
                k => say!(self, "playing.play.moves.take-from-heap", k, at = at + 1, change),
            },
            Change::Pair { how, to, .. } => match how {
                PairChange::First(k) => {
                    say!(self, "playing.play.moves.take-from-heap-2", k, to = to.0, to2 = to.1)
                }
                PairChange::Second(k) => {
                    say!(self, "playing.play.moves.take-from-heap-3", k, to = to.0, to2 = to.1)
                }
                PairChange::Both(k, l) if k == l => {
                    say!(self, "playing.play.moves.take-from-both-heaps", k, to = to.0, to2 = to.1)
                }
                PairChange::Both(k, l) => say!(
                    self,
                    "playing.play.moves.take-from-heap-from-heap",
                    k,
                    l,
                    to = to.0,
                    to2 = to.1
                ),
                PairChange::Pass => self.say("playing.play.moves.pass").to_string(),
                PairChange::Take(k) => say!(self, "playing.play.moves.take", k),
            },
            Change::Part { .. } => say!(self, "playing.play.moves.move", change),
            Change::Board(label) | Change::Other(label) => label.clone(),
        }
    }

    /// The effect of a move on a heap, in few words; nothing where its notation says it. `alone` if there is no
    /// other heap.
    pub(crate) fn brief_move(&self, change: &Change, alone: bool) -> String {
        match change {
            Change::Heap { from, left, .. } => {
                let taken = from.saturating_sub(left.iter().sum());
                let parts: Vec<String> = left.iter().map(u32::to_string).collect();
                let parts = parts.join("+");
                let broken = left.len() > 1;
                match (taken, broken, alone) {
                    (0, _, _) => say!(self, "playing.play.moves.break-into", from, parts),
                    (k, false, true) => say!(self, "playing.play.moves.take", k),
                    (k, false, false) => say!(self, "playing.play.moves.take-from", k, from),
                    (k, true, _) => {
                        say!(self, "playing.play.moves.take-from-leave", k, from, parts)
                    }
                }
            }
            Change::Pair { how, .. } => match *how {
                PairChange::First(k) => say!(self, "playing.play.moves.take-from-heap-4", k),
                PairChange::Second(k) => say!(self, "playing.play.moves.take-from-heap-5", k),
                PairChange::Both(k, l) if k == l => {
                    say!(self, "playing.play.moves.take-from-both", k)
                }
                PairChange::Both(k, l) => say!(self, "playing.play.moves.take-2", k, l),
                PairChange::Pass => self.say("playing.play.moves.pass").to_string(),
                PairChange::Take(k) => say!(self, "playing.play.moves.take", k),
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
        let did = match seat {
            Participant::Person => say!(self, "playing.play.moves.you", to, change),
            Participant::Program => say!(self, "playing.play.moves.i", to, change),
        };
        let mut out = did;
        let state = match &judged.after {
            Ok(facts) => self.state(facts, ends_by),
            Err(PlayError::Limit(LimitReached::Time { limit })) => say!(
                self,
                "playing.play.moves.winner-not-found",
                limit = format_args!("{limit:?}"),
                as_secs_f64 = limit.as_secs_f64()
            ),
            Err(error) => self.play_error(error),
        };
        let _ = write!(out, "\n  {state}");
        // Where nothing won, something else would not have lost.
        let (named, would) = match judged.winning.is_empty() {
            false => (&judged.winning, self.say("playing.play.moves.would-have-won")),
            true => (&judged.drawing, self.say("playing.play.moves.would-have-lost")),
        };
        let named = self.named(named);
        let now = match judged.after.as_ref().map(|facts| facts.outcome) {
            Ok(outcome) if Player::BOTH.iter().all(|&p| !outcome.wins_moving_first(p)) => {
                self.say("playing.play.moves.now-neither-player-can-win")
            }
            _ => self.say("playing.play.moves.now-you-can-win"),
        };
        let verdict = match (judged.worth, seat) {
            (MoveQuality::Wins, Participant::Person) => {
                self.say("playing.play.moves.move-wins-keep-up").to_string()
            }
            (MoveQuality::Wins, Participant::Program) => {
                self.say("playing.play.moves.wins-me").to_string()
            }
            (MoveQuality::Lost, Participant::Person) => {
                self.say("playing.play.moves.no-move-won-here-position").to_string()
            }
            (MoveQuality::Lost, Participant::Program) => {
                self.say("playing.play.moves.i-had-no-winning-move").to_string()
            }
            (MoveQuality::Mistake, Participant::Person) => {
                say!(self, "playing.play.moves.mistake", named, would)
            }
            (MoveQuality::Mistake, Participant::Program) => {
                say!(self, "playing.play.moves.my-mistake", named, would, now)
            }
            (MoveQuality::Draws, Participant::Person) => {
                self.say("playing.play.moves.no-move-wins-here-but").to_string()
            }
            (MoveQuality::Draws, Participant::Program) => {
                self.say("playing.play.moves.i-cannot-win-but-move").to_string()
            }
            (MoveQuality::Unknown, _) => return out,
        };
        let _ = write!(out, "\n  {verdict}");
        out
    }

    fn named(&self, moves: &[String]) -> String {
        let names = &moves[..moves.len().min(NAMED)];
        let more = if moves.len() > NAMED { ", …" } else { "" };
        names.join(self.say("playing.play.moves.or")) + more
    }

    /// Known facts about the position that is handed over.
    fn state(&self, facts: &Facts, ends_by: EndsBy) -> String {
        let outcome = facts.outcome;
        let class = self.drawn_outcome_short(outcome.into());
        let numbers = match (&facts.grundy, facts.method) {
            (Some(g), Method::NimSum | Method::MisereNim) => {
                let sum = g.iter().fold(0, |sum, x| sum ^ x);
                let parts: Vec<String> = g.iter().map(u32::to_string).collect();
                match g.len() {
                    0 | 1 => say!(self, "playing.play.moves.grundy-number", sum),
                    _ => say!(
                        self,
                        "playing.play.moves.grundy-numbers",
                        parts = parts.join(" ⊕ "),
                        sum
                    ),
                }
            }
            _ => String::new(),
        };
        let lost = outcome == Outcome::P;
        let hint = match (lost, ends_by == EndsBy::Normal && !numbers.is_empty()) {
            (true, true) => self.say("playing.play.moves.lost-player-move"),
            _ => "",
        };
        say!(self, "playing.play.moves.numbers-outcome-class-hint", numbers, outcome, class, hint)
    }

    /// The program cannot know who wins.
    pub fn guesses(&self, error: &PlayError) -> String {
        let why = self.play_error(error);
        say!(self, "playing.play.moves.position-too-large-me-play", why)
    }

    /// A winning move, or one that does not lose, or that there is none.
    pub fn hint(&self, hinted: &BestHint) -> String {
        match hinted {
            BestHint::Draws(m) => {
                say!(self, "playing.play.moves.no-move-wins-does-lose", m = self.change(m))
            }
            // A Japanese move that is a verb wants another sentence than one that is a position.
            BestHint::Wins(m) if says_what_is_done(m) && self.change(m).ends_with(')') => {
                say!(self, "playing.play.moves.wins", m = self.change(m))
            }
            BestHint::Wins(m) if says_what_is_done(m) => {
                say!(self, "playing.play.moves.wins-2", m = self.change(m))
            }
            BestHint::Wins(m) => say!(self, "playing.play.moves.wins-3", m = self.change(m)),
            BestHint::Nothing => {
                self.say("playing.play.moves.no-move-wins-against-best").to_string()
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
        match moves {
            0 => self.say("playing.play.moves.there-nothing-take-back").to_string(),
            n => say!(self, "playing.play.moves.took-back-move", n),
        }
    }

    /// A line that is not a move.
    pub fn move_error(&self, line: &str, refused: &RejectedMove) -> String {
        let line: String = line.trim().chars().take(40).collect();
        let example = refused.example.as_deref().unwrap_or_default();
        match &refused.error {
            MoveError::NotUnderstood if refused.on_board => {
                say!(self, "playing.play.moves.move-write-one-like-try", line, example)
            }
            MoveError::NotUnderstood => {
                say!(self, "playing.play.moves.move-write-one-like-take", line, example)
            }
            MoveError::Number(n) => say!(self, "playing.play.moves.number-too-large", n),
            MoveError::NoSuchHeap { number, heaps: 1 } => {
                say!(self, "playing.play.moves.there-no-heap-there-only", number)
            }
            MoveError::NoSuchHeap { number, heaps } => {
                say!(self, "playing.play.moves.there-no-heap-there-heaps", number, heaps)
            }
            MoveError::NotAllowed => {
                say!(self, "playing.play.moves.rules-do-allow-moves-lists", line)
            }
            MoveError::Ambiguous(_) => {
                let meant = refused.meant.iter();
                let some: Vec<String> =
                    meant.map(|(number, m)| format!("#{number} {}", self.change(m))).collect();
                let some = some.join("; ");
                say!(self, "playing.play.moves.can-say", line, some)
            }
        }
    }

    /// Why a game cannot be judged.
    pub fn play_error(&self, error: &PlayError) -> String {
        match error {
            PlayError::TooManyMoves { limit } => {
                say!(self, "playing.play.moves.position-has-more-than-moves", limit)
            }
            PlayError::Cycle { position } => {
                say!(self, "playing.play.moves.moves-lead-from-back-itself", position)
            }
            PlayError::Tuple(error) => self.tuple_reason(error),
            PlayError::Heap(error) => self.heap_error(error),
            PlayError::Ending(error) => self.ending_error(error),
            PlayError::Table(error) => self.table_too_large(error),
            PlayError::Limit(limit) => match limit {
                LimitReached::Time { limit } => say!(
                    self,
                    "playing.play.moves.computed-within",
                    limit = format_args!("{limit:?}"),
                    as_secs_f64 = limit.as_secs_f64()
                ),
                _ => self.limit(limit),
            },
        }
    }
}
