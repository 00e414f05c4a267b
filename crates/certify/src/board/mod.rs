//! Who wins on a board, or its nimber: a list of lost sums, each of which follows from those before it.
//!
//! A certificate has the text of the rules, a position, and *entries*. Each entry is a sum of parts of positions, and
//! a number or nimber, and says that a player who moves first there loses. For every move of that player it has a
//! reply after which the sum is lost by the entries before it. The checker has its own reader of texts (`text`), lays
//! patterns itself (`template`), and makes moves and takes positions apart itself (`game`).
//!
//! **Theorem.** *Let every move of the player from an entry be answered by a reply that leads to a sum lost for
//! that player by earlier entries, as (a) to (d) say. Then the player loses every entry when moving first, within finitely
//! many moves.* By induction on the place of the entry in the list:
//!
//! * (a) A sum is lost if it is an entry, or has no parts and the number is no win (normal play), since parts that are images of each other
//!   under a motion of the plane that keeps the rules have the same moves, and parts without a move for either player
//!   can be left out.
//! * (b) In normal play a sum of sums that the player loses moving first is lost: the opponent answers each move in the sum
//!   in which it was made (J. H. Conway, *On Numbers and Games*, theorem 1: G ≥ 0 and H ≥ 0 imply G + H ≥ 0). So entries "G + x is lost for Right", that is G ≥ −x, and
//!   likewise for Left, bound each part by numbers; bounds add up; a part that is bounded by a number from both sides equals it.
//! * (c) Where both players have the same moves, in normal play, an entry "G + *n is lost" says G = *n (Sprague, Grundy), and nimbers of parts add up without carrying.
//! * (d) Instead of a reply it may be said that the opponent wins at once by bounds: the bounds of all parts add up to more than
//!   0, or to a nimber other than 0, as then there is a winning move in the number.
//!
//! Strategies here end whatever the rules are: an entry rests on earlier ones only. Nothing more is assumed of the text,
//! so that a game that could go on without end is no danger.
//!
//! **Parts.** A cell may at some time have the states that moves can ever give it, if every move is possible whose
//! cells may have the states that it needs (a closure from above). Cells that some such move writes *vary*; moves and
//! forbidden patterns join the varying cells that they look at. A class of joined cells, with the constant cells that its
//! moves look at, is a game of its own, as every move that is ever possible reads varying cells of one class
//! only. Alone on the board it has the same moves: what is left out makes no move possible unless some pattern asks for "no
//! cell"; in texts with such patterns the closure is made for each part and compared, and if it differs, the position stays
//! whole. Where groups need liberties positions stay whole.

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "cells, rows, columns and distances are bounded where the position is read"
)]
mod game;
mod template;
mod text;

use std::collections::HashMap;
use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use self::game::Board;
use self::game::Game;
use crate::condition::Condition;
use crate::document::{Certificate, Claim, Proof, Rule};
use crate::limits::{Limits, Meter};
use crate::verdict::{Evidence, Rejection, Theorem};

/// What the checker does not read of the language of boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Construct {
    /// `loopy`, and moves that change nothing.
    #[error("loopy")]
    Loopy,
    /// `after: …`, `if nothing falls`, and the ground of a graph.
    #[error("after")]
    After,
    /// `end:` with an expression.
    #[error("end: if …")]
    End,
    /// `then reachable …`.
    #[error("then reachable")]
    Reachable,
    /// `where …`.
    #[error("where")]
    Where,
    /// `'`, what stood at the next cell.
    #[error("'")]
    Shift,
    /// Patterns that can be laid in more ways than are tried.
    #[error("patterns that can be laid in more than 400 000 ways")]
    ManyPlaces,
}

/// What is wrong with an entry of a strategy.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum StrategyFault {
    /// It is not written as an entry is.
    #[error("an entry is a player, a number, parts of the board and replies; this one is not")]
    Form,
    /// The replies are not as many as the moves.
    #[error("there must be exactly one reply to each move")]
    ReplyCount,
    /// A reply is no move.
    #[error("a reply is not a legal move")]
    NoMove,
    /// After a reply the sum is not known to be lost.
    #[error("after a reply, the sum is not lost by the entries before")]
    NotLost,
    /// In misère play the player wins who cannot move.
    #[error("in misère play a player without a move wins")]
    MisereEnd,
}

/// A board game: the text of its rules, and a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardRule {
    /// The rules in the language of boards.
    pub text: String,
    /// Values of parameters of the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parameters: Vec<BoardParameter>,
    /// The position: rows with `|` between them, or the edges of a graph.
    pub position: String,
}

/// The value of a parameter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardParameter {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: u64,
}

/// Who wins, or the nimber.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardClaim {
    /// The name of the game, as the text says.
    pub game: String,
    /// The position, short: `7x7` if all cells are empty.
    pub board: String,
    /// `normal` or `misere`.
    pub play: String,
    /// The outcome, one of the letters L, R, N and P, if that is claimed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// The nimber, if that is claimed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nimber: Option<u64>,
}

/// A strategy.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardStrategy {
    /// Lost sums, each after those on which it rests.
    pub entries: Vec<String>,
}

/// Numbers are multiples of 2^−12.
pub const NUMBER_PLACES: u32 = 12;

/// The number 1.
const ONE: i64 = 1 << NUMBER_PLACES;

/// The largest number of an entry, and the largest nimber.
const MOST_NUMBER: i64 = ONE << 12;
const MOST_NIMBER: i64 = 1 << 12;

/// The most parts of a sum.
const MOST_PARTS: usize = 128;

/// Moves to a number: the canonical Left option, if there is one.
fn left_option(x: i64) -> Option<i64> {
    match x & (ONE - 1) {
        0 => (x > 0).then(|| x - ONE),
        places => Some(x - (places & places.wrapping_neg())),
    }
}

/// What a player can make of a number.
fn number_option(x: i64, player: usize) -> Option<i64> {
    if player == 0 { left_option(x) } else { left_option(-x).map(|x| -x) }
}

/// Which sums are lost, by what is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Play {
    /// Normal play with different moves: parts are bounded by numbers.
    Partizan,
    /// Normal play with the same moves: parts have nimbers.
    Impartial,
    /// Misère play.
    Misere,
}

/// Sums that are known to be lost.
#[derive(Debug)]
struct Known {
    play: Play,
    ids: HashMap<Board, u32>,
    /// For each player who moves first and loses: parts, and the number furthest on the player's side.
    lost: [HashMap<Box<[u32]>, i64>; 2],
}

impl Known {
    fn new(play: Play) -> Known {
        Known { play, ids: HashMap::new(), lost: [HashMap::new(), HashMap::new()] }
    }

    /// −1 for Left, who loses sums with small numbers, 1 for Right.
    fn sign(mover: usize) -> i64 {
        if mover == 0 { -1 } else { 1 }
    }

    /// Whether a sum without parts of its own kind is known, turned so that large numbers are good.
    fn get(&self, mover: usize, parts: &[u32], number: i64) -> bool {
        self.lost[mover].get(parts).is_some_and(|&known| known <= Self::sign(mover) * number)
    }

    /// The bound of a part from the side that is good for the opponent of the mover, turned likewise.
    fn bound(&self, mover: usize, part: u32) -> Option<i64> {
        self.lost[mover].get(&[part][..]).map(|known| -known)
    }

    fn numbers(&self, parts: &[Board]) -> Option<Vec<u32>> {
        let mut all: Vec<u32> = Vec::with_capacity(parts.len());
        for part in parts {
            all.push(*self.ids.get(part)?);
        }
        all.sort_unstable();
        Some(all)
    }

    /// The nimber of a sum.
    fn nimber(&self, parts: &[Board], number: i64) -> Option<i64> {
        let mut all = number;
        for part in parts {
            let id = *self.ids.get(part)?;
            all ^= *self.lost[0].get(&[id][..])?;
        }
        Some(all)
    }

    /// Whether the player who moves first loses a sum, by what is known.
    fn is_lost(&self, mover: usize, parts: &[Board], number: i64) -> bool {
        match self.play {
            Play::Impartial => self.nimber(parts, number) == Some(0),
            Play::Misere => {
                !parts.is_empty()
                    && self.numbers(parts).is_some_and(|all| self.get(mover, &all, number))
            }
            Play::Partizan => {
                let Some(all) = self.numbers(parts) else { return false };
                let mut number = number;
                // Parts that equal a number are that number.
                let mut rest = Vec::with_capacity(all.len());
                for part in all {
                    match (self.bound(mover, part), self.bound(1 - mover, part)) {
                        (Some(a), Some(b)) if a == -b => number += Self::sign(mover) * a,
                        _ => rest.push(part),
                    }
                }
                self.is_bounded(mover, &rest, number)
            }
        }
    }

    fn is_bounded(&self, mover: usize, rest: &[u32], number: i64) -> bool {
        let sign = Self::sign(mover);
        if rest.is_empty() {
            return sign * number >= 0;
        }
        if self.get(mover, rest, number) {
            return true;
        }
        if rest.len() == 1 {
            return false;
        }
        let bounds: Vec<Option<i64>> = rest.iter().map(|&part| self.bound(mover, part)).collect();
        let all: Option<i64> = bounds.iter().copied().sum();
        if all.is_some_and(|all| all + sign * number >= 0) {
            return true;
        }
        // One part by its bound, the others as one sum.
        (0..rest.len()).any(|at| {
            let Some(bound) = bounds[at] else { return false };
            let mut others = rest.to_vec();
            others.remove(at);
            self.get(mover, &others, number + sign * bound)
        })
    }

    /// Whether the player who moves first wins a sum, by what is known of its parts.
    fn is_won(&self, mover: usize, parts: &[Board], number: i64) -> bool {
        match self.play {
            Play::Impartial => self.nimber(parts, number).is_some_and(|all| all != 0),
            Play::Misere => false,
            Play::Partizan => {
                // The bounds that are good for the mover.
                let Some(all) = self.numbers(parts) else { return false };
                let bounds = all.iter().map(|&part| self.bound(1 - mover, part));
                let total: Option<i64> = bounds.sum();
                total.is_some_and(|total| total + Self::sign(1 - mover) * number > 0)
            }
        }
    }

    /// Takes in that a player loses a sum moving first.
    fn learn(
        &mut self,
        mover: usize,
        parts: &[Board],
        number: i64,
        meter: &mut Meter<'_>,
    ) -> Result<(), Rejection> {
        let mut all = Vec::with_capacity(parts.len());
        for part in parts {
            let new = u32::try_from(self.ids.len()).unwrap_or(u32::MAX);
            all.push(match self.ids.get(part) {
                Some(&id) => id,
                None => {
                    meter.reserve(part.bytes() as u128 + 64)?;
                    self.ids.insert(part.clone(), new);
                    new
                }
            });
        }
        all.sort_unstable();
        let movers = if self.play == Play::Partizan { mover..mover + 1 } else { 0..2 };
        let both = self.play == Play::Impartial;
        for who in movers.filter(|&who| both || who == mover) {
            let number =
                if self.play == Play::Partizan { Self::sign(who) * number } else { number };
            let key = all.clone().into_boxed_slice();
            meter.reserve(4 * all.len() as u128 + 64)?;
            let known = self.lost[who].entry(key).or_insert(number);
            *known = (*known).min(number);
        }
        Ok(())
    }
}

/// The place of a reply that is not needed, as what is known of the parts says who wins.
const NO_REPLY: usize = 64 * 64 - 1;

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// A sum, and who moves first there and loses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostSum {
    /// 0 for Left, 1 for Right; 0 where both have the same moves in normal play.
    pub mover: usize,
    /// Parts of positions.
    pub parts: Vec<Board>,
    /// A number in units of 2^−12; where both players have the same moves a nimber; 0 in misère play.
    pub number: i64,
}

/// A move in a sum: the parts after it, not taken apart where it was made, and the number.
#[derive(Clone, Debug)]
struct SumAfterMove {
    /// The place in the sum, and the position there after the move; nothing for a move in the number.
    part: Option<(usize, Board)>,
    number: i64,
}

/// The rules of a certificate with what is known so far: what the checker works with, and who writes a certificate.
#[derive(Debug)]
pub struct Strategist {
    rule: BoardRule,
    game: Game,
    known: Known,
    limits: Limits,
}

impl Strategist {
    /// Reads rules and position, within limits of steps and memory for each call. `play` is `normal` or `misere`. O(ways to lay patterns).
    pub fn new(rule: &BoardRule, play: &str, limits: Limits) -> Result<Strategist, Rejection> {
        let mut go_on = |_| ControlFlow::Continue(());
        let meter = &mut Meter::new(&limits, &mut go_on);
        let game = read(rule, meter)?;
        let known = Known::new(play_of(&game, play)?);
        Ok(Strategist { rule: rule.clone(), game, known, limits })
    }

    fn metered<T>(
        &mut self,
        work: impl FnOnce(&mut Game, &mut Known, &mut Meter<'_>) -> Result<T, Rejection>,
    ) -> Result<T, Rejection> {
        let mut go_on = |_| ControlFlow::Continue(());
        work(&mut self.game, &mut self.known, &mut Meter::new(&self.limits, &mut go_on))
    }

    /// Whether the players have the same moves. O(1).
    pub fn is_impartial(&self) -> bool {
        self.game.is_impartial()
    }

    /// The name of the game, and the position as a claim has them. O(cells).
    pub fn names(&self) -> (String, String) {
        (self.game.name().to_owned(), short(&self.game, &self.rule))
    }

    /// The position. O(1).
    pub fn start(&self) -> &Board {
        self.game.start()
    }

    /// The characters of the cells of a board, `#` where none is. O(cells).
    pub fn show(&self, board: &Board) -> String {
        self.game.show(board)
    }

    /// An image of a part, under a motion that keeps the rules, that fits on the board of the position. A part in the form
    /// that the checker prefers may be turned so that it does not. O(cells).
    pub fn fitting(&self, part: &Board) -> Option<Board> {
        self.game.fitting(part)
    }

    /// The parts of a position. O(ways to lay patterns).
    pub fn parts(&mut self, board: &Board) -> Result<Vec<Board>, Rejection> {
        self.metered(|game, _, meter| game.parts(board, meter))
    }

    /// The positions after the moves of a player (0 is Left), in the order in which the checker counts them.
    pub fn moves(&mut self, board: &Board, player: usize) -> Result<Vec<Board>, Rejection> {
        self.metered(|game, _, meter| game.moves(board, player, meter))
    }

    /// Whether the player who moves first loses a sum, by what was learnt. O(parts²).
    pub fn is_lost(&self, sum: &LostSum) -> bool {
        self.known.is_lost(sum.mover, &sum.parts, sum.number)
    }

    /// Whether the player who moves first in a sum wins without a reply that is named: by what was learnt of its parts, or
    /// in misère play since there is no move. The last part may be after a move. O(parts · ways to lay patterns).
    pub fn is_won(&mut self, sum: &LostSum, moved: bool) -> Result<bool, Rejection> {
        self.metered(|game, known, meter| wins_at_once(game, known, sum, moved, meter))
    }

    /// The sums after the moves of the first player of a sum, with the part where the move was made as it is then (the
    /// last one): for each move the sum and whether the last part is such. In the order of the replies of an entry.
    pub fn sums_after(&mut self, sum: &LostSum) -> Result<Vec<(LostSum, bool)>, Rejection> {
        self.metered(|game, known, meter| {
            let all = first_moves(game, known.play, sum, meter)?;
            Ok(all.into_iter().map(|after| after.sum(sum)).collect())
        })
    }

    /// The sums after the replies to a move, taken apart, in the order in which a reply is counted.
    pub fn replies(&mut self, sum: &LostSum, moved: bool) -> Result<Vec<LostSum>, Rejection> {
        self.metered(|game, known, meter| {
            let all = replies(game, known.play, sum, moved, meter)?;
            let whole = usize::from(moved);
            all.into_iter().map(|after| after.taken_apart(game, sum, whole, meter)).collect()
        })
    }

    /// The sum with its last part taken apart, which is after a move.
    pub fn taken_apart(&mut self, sum: &LostSum) -> Result<LostSum, Rejection> {
        self.metered(|game, _, meter| {
            let mut sum = sum.clone();
            if let Some(last) = sum.parts.pop() {
                sum.parts.extend(game.parts(&last, meter)?);
            }
            Ok(sum)
        })
    }

    /// Notes that a sum is lost, and writes its entry; a reply is counted as [`Strategist::replies`] does, none where
    /// [`Strategist::is_won`] decides.
    pub fn learn(&mut self, sum: &LostSum, replies: &[Option<usize>]) -> Result<String, Rejection> {
        let text = entry_text(&self.game, self.known.play, sum, replies);
        self.metered(|_, known, meter| known.learn(sum.mover, &sum.parts, sum.number, meter))?;
        Ok(text)
    }

    /// The certificate of a claim with its entries. It is not checked here. O(size).
    pub fn certificate(rule: BoardRule, claim: BoardClaim, entries: Vec<String>) -> Certificate {
        let proof = Proof::BoardStrategy(BoardStrategy { entries });
        Certificate::new(Rule::Board(rule), Claim::BoardStrategy(claim), proof)
    }
}

/// A position as a claim has it: its size where it has rows and all cells are empty.
fn short(game: &Game, rule: &BoardRule) -> String {
    let start = game.start();
    let (rows, columns) = start.size();
    let empty = rows > 0 && start.cells().iter().all(|&state| state == 1);
    if empty { format!("{rows}x{columns}") } else { rule.position.clone() }
}

fn read(rule: &BoardRule, meter: &mut Meter<'_>) -> Result<Game, Rejection> {
    let settings: Vec<(String, u64)> =
        rule.parameters.iter().map(|one| (one.name.clone(), one.value)).collect();
    Game::read(&rule.text, &settings, &rule.position, meter)
}

fn play_of(game: &Game, play: &str) -> Result<Play, Rejection> {
    match play {
        "misere" => Ok(Play::Misere),
        "normal" if game.says_misere() => Err(Rejection::Claim(Condition::BoardPlay)),
        "normal" if game.is_impartial() => Ok(Play::Impartial),
        "normal" => Ok(Play::Partizan),
        _ => Err(Rejection::Claim(Condition::BoardPlay)),
    }
}

impl SumAfterMove {
    /// The sum after the move, the part where it was made as the last one; and whether there is such.
    fn sum(self, sum: &LostSum) -> (LostSum, bool) {
        let mut parts = sum.parts.clone();
        let moved = self.part.is_some();
        if let Some((at, board)) = self.part {
            parts.remove(at);
            parts.push(board);
        }
        (LostSum { mover: 1 - sum.mover, parts, number: self.number }, moved)
    }

    /// The sum after a reply, taken apart; the last `whole` parts of the sum before it may not be.
    fn taken_apart(
        self,
        game: &mut Game,
        sum: &LostSum,
        whole: usize,
        meter: &mut Meter<'_>,
    ) -> Result<LostSum, Rejection> {
        let last = sum.parts.len().saturating_sub(whole);
        let mut parts = Vec::with_capacity(sum.parts.len() + 2);
        for (at, part) in sum.parts.iter().enumerate() {
            match &self.part {
                Some((place, board)) if *place == at => parts.extend(game.parts(board, meter)?),
                _ if at >= last => parts.extend(game.parts(part, meter)?),
                _ => parts.push(part.clone()),
            }
        }
        Ok(LostSum { mover: 1 - sum.mover, parts, number: self.number })
    }
}

/// What the player who moves first can do with the number of a sum.
fn number_moves(play: Play, sum: &LostSum) -> Vec<i64> {
    match play {
        Play::Misere => Vec::new(),
        Play::Partizan => number_option(sum.number, sum.mover).into_iter().collect(),
        Play::Impartial => (0..sum.number).collect(),
    }
}

/// The moves of the first player: part by part, of equal ones in the first only, then in the number.
fn first_moves(
    game: &mut Game,
    play: Play,
    sum: &LostSum,
    meter: &mut Meter<'_>,
) -> Result<Vec<SumAfterMove>, Rejection> {
    let mut all = Vec::new();
    for (at, part) in sum.parts.iter().enumerate() {
        if sum.parts[..at].contains(part) {
            continue;
        }
        let boards = game.moves(part, sum.mover, meter)?;
        all.extend(
            boards.into_iter().map(|b| SumAfterMove { part: Some((at, b)), number: sum.number }),
        );
    }
    let numbers = number_moves(play, sum).into_iter();
    all.extend(numbers.map(|number| SumAfterMove { part: None, number }));
    Ok(all)
}

/// The replies: in the part that was moved in, which is the last one, then in the others, then in the number.
fn replies(
    game: &mut Game,
    play: Play,
    sum: &LostSum,
    moved: bool,
    meter: &mut Meter<'_>,
) -> Result<Vec<SumAfterMove>, Rejection> {
    let count = sum.parts.len();
    let last = if moved { count.checked_sub(1) } else { None };
    let others = 0..count - usize::from(last.is_some());
    let mut all = Vec::new();
    for at in last.into_iter().chain(others) {
        let boards = game.moves(&sum.parts[at], sum.mover, meter)?;
        all.extend(
            boards.into_iter().map(|b| SumAfterMove { part: Some((at, b)), number: sum.number }),
        );
    }
    let numbers = number_moves(play, sum).into_iter();
    all.extend(numbers.map(|number| SumAfterMove { part: None, number }));
    Ok(all)
}

fn number_text(play: Play, number: i64) -> String {
    if play != Play::Partizan {
        return number.to_string();
    }
    let places = NUMBER_PLACES - number.trailing_zeros().min(NUMBER_PLACES);
    match places {
        0 => (number >> NUMBER_PLACES).to_string(),
        _ => format!("{}/{}", number >> (NUMBER_PLACES - places), 1 << places),
    }
}

fn read_number(play: Play, text: &str) -> Option<i64> {
    let whole = |text: &str| {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let plain =
            !digits.is_empty() && digits.len() <= 9 && digits.bytes().all(|b| b.is_ascii_digit());
        if plain { text.parse::<i64>().ok() } else { None }
    };
    let number = match (play, text.split_once('/')) {
        (Play::Partizan, None) => whole(text)? * ONE,
        (Play::Partizan, Some((above, below))) => {
            let below = whole(below).filter(|n| (2..=ONE).contains(n) && n.count_ones() == 1)?;
            whole(above)? * (ONE / below)
        }
        (_, None) => whole(text)?,
        _ => return None,
    };
    match play {
        Play::Partizan => (number.abs() <= MOST_NUMBER).then_some(number),
        Play::Impartial => (0..=MOST_NIMBER).contains(&number).then_some(number),
        Play::Misere => (number == 0).then_some(number),
    }
}

fn entry_text(game: &Game, play: Play, sum: &LostSum, replies: &[Option<usize>]) -> String {
    let mover = match (play, sum.mover) {
        (Play::Impartial, _) => "P",
        (_, 0) => "L",
        _ => "R",
    };
    let parts: Vec<String> = sum.parts.iter().map(|part| game.show(part)).collect();
    let mut text = format!("{mover} {} {} ", number_text(play, sum.number), parts.join(" "));
    for reply in replies {
        let place = reply.unwrap_or(NO_REPLY).min(NO_REPLY);
        text.push(char::from(DIGITS[place / 64]));
        text.push(char::from(DIGITS[place % 64]));
    }
    text
}

/// An entry and the places of its replies.
fn read_entry(game: &Game, play: Play, text: &str) -> Option<(LostSum, Vec<usize>)> {
    let mut words: Vec<&str> = text.split(' ').collect();
    if words.len() < 4 || words.len() > MOST_PARTS + 3 {
        return None;
    }
    let mover = match (words[0], play) {
        ("P", Play::Impartial) => 0,
        ("L", Play::Partizan | Play::Misere) => 0,
        ("R", Play::Partizan | Play::Misere) => 1,
        _ => return None,
    };
    let number = read_number(play, words[1])?;
    let codes = words.pop()?.as_bytes();
    let digit = |c: u8| DIGITS.iter().position(|&d| d == c);
    let pairs = codes.chunks(2).map(|pair| match *pair {
        [a, b] => Some(digit(a)? * 64 + digit(b)?),
        _ => None,
    });
    let replies = pairs.collect::<Option<Vec<usize>>>()?;
    let parts = words[2..].iter().map(|part| game.board(part)).collect::<Option<Vec<Board>>>()?;
    Some((LostSum { mover, parts, number }, replies))
}

/// Verifies one entry by those before it.
fn verify_entry(
    game: &mut Game,
    known: &Known,
    (sum, places): (&LostSum, &[usize]),
    meter: &mut Meter<'_>,
) -> Result<Result<(), StrategyFault>, Rejection> {
    let firsts = first_moves(game, known.play, sum, meter)?;
    if firsts.len() != places.len() {
        return Ok(Err(StrategyFault::ReplyCount));
    }
    if known.play == Play::Misere && firsts.is_empty() {
        return Ok(Err(StrategyFault::MisereEnd));
    }
    for (first, &place) in firsts.into_iter().zip(places) {
        let (after, moved) = first.sum(sum);
        let lost = if place == NO_REPLY {
            wins_at_once(game, known, &after, moved, meter)?
        } else {
            let Some(reply) = one_reply(game, known.play, &after, moved, place, meter)? else {
                return Ok(Err(StrategyFault::NoMove));
            };
            let reply = reply.taken_apart(game, &after, usize::from(moved), meter)?;
            known.is_lost(reply.mover, &reply.parts, reply.number)
        };
        meter.spend(8 * (sum.parts.len() as u64 + 1))?;
        if !lost {
            return Ok(Err(StrategyFault::NotLost));
        }
    }
    Ok(Ok(()))
}

/// Whether the player who moves first in a sum, of which the last part may be after a move, wins without a reply that is
/// named: by bounds, or in misère play since there is no move.
fn wins_at_once(
    game: &mut Game,
    known: &Known,
    sum: &LostSum,
    moved: bool,
    meter: &mut Meter<'_>,
) -> Result<bool, Rejection> {
    let mut parts = sum.parts.clone();
    if moved && let Some(last) = parts.pop() {
        parts.extend(game.parts(&last, meter)?);
    }
    if known.play != Play::Misere {
        return Ok(known.is_won(sum.mover, &parts, sum.number));
    }
    for part in &parts {
        if !game.moves(part, sum.mover, meter)?.is_empty() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The reply at a place of the list.
fn one_reply(
    game: &mut Game,
    play: Play,
    sum: &LostSum,
    moved: bool,
    place: usize,
    meter: &mut Meter<'_>,
) -> Result<Option<SumAfterMove>, Rejection> {
    let count = sum.parts.len();
    let last = if moved { count.checked_sub(1) } else { None };
    let mut place = place;
    for at in last.into_iter().chain(0..count - usize::from(last.is_some())) {
        let boards = game.moves(&sum.parts[at], sum.mover, meter)?;
        if place < boards.len() {
            let board = boards.into_iter().nth(place);
            return Ok(board.map(|b| SumAfterMove { part: Some((at, b)), number: sum.number }));
        }
        place -= boards.len();
    }
    let number = number_moves(play, sum).into_iter().nth(place);
    Ok(number.map(|number| SumAfterMove { part: None, number }))
}

/// Verifies a claim about a board.
pub(crate) fn verify(
    rule: &BoardRule,
    claim: &BoardClaim,
    proof: &BoardStrategy,
    meter: &mut Meter<'_>,
) -> Result<Evidence, Rejection> {
    let game = &mut read(rule, meter)?;
    let play = play_of(game, &claim.play)?;
    let names =
        (claim.game.as_str(), claim.board.as_str()) == (game.name(), short(game, rule).as_str());
    let one = claim.outcome.is_some() != claim.nimber.is_some();
    let fits = claim.nimber.is_none() || play == Play::Impartial;
    if !names || !one || !fits {
        return Err(Rejection::Claim(Condition::BoardClaim));
    }
    let mut known = Known::new(play);
    let total = proof.entries.len() as u64;
    for (place, entry) in (1u64..).zip(&proof.entries) {
        meter.at(place, total);
        meter.spend(entry.len() as u64)?;
        let fault = |why| Rejection::StrategyEntry { entry: place, why };
        let (sum, replies) =
            read_entry(game, play, entry).ok_or_else(|| fault(StrategyFault::Form))?;
        verify_entry(game, &known, (&sum, &replies[..]), meter)?.map_err(fault)?;
        known.learn(sum.mover, &sum.parts, sum.number, meter)?;
    }
    let start = game.start().clone();
    let parts = game.parts(&start, meter)?;
    let holds = match (&claim.outcome, claim.nimber) {
        (_, Some(nimber)) => {
            let known = known.nimber(&parts, 0);
            known.is_some_and(|known| u64::try_from(known) == Ok(nimber))
        }
        (Some(outcome), None) => {
            let first_wins = match outcome.as_str() {
                "P" => [false, false],
                "L" => [true, false],
                "R" => [false, true],
                "N" => [true, true],
                _ => return Err(Rejection::Claim(Condition::BoardClaim)),
            };
            let mut all = true;
            for (mover, wins) in first_wins.into_iter().enumerate() {
                all &= match wins {
                    false => known.is_lost(mover, &parts, 0),
                    true => wins_first(game, &known, mover, (&start, &parts[..]), meter)?,
                };
            }
            all
        }
        (None, None) => false,
    };
    if !holds {
        return Err(Rejection::StrategyClaim);
    }
    Ok(Evidence {
        theorem: Theorem::BoardStrategy,
        heaps: total,
        agree_until: 0,
        steps: meter.steps(),
    })
}

/// Whether a player has a move after which the opponent loses, by what is known.
fn wins_first(
    game: &mut Game,
    known: &Known,
    mover: usize,
    (start, parts): (&Board, &[Board]),
    meter: &mut Meter<'_>,
) -> Result<bool, Rejection> {
    if known.is_won(mover, parts, 0) {
        return Ok(true);
    }
    let after = game.moves(start, mover, meter)?;
    if known.play == Play::Misere && after.is_empty() {
        return Ok(true);
    }
    for after in after {
        let parts = game.parts(&after, meter)?;
        if known.is_lost(1 - mover, &parts, 0) {
            return Ok(true);
        }
    }
    Ok(false)
}
