//! The reasons for the outcome of a position, as data.

use std::fmt::Display;

use ishitori_language::tuple;
use ishitori_loopy::GameResult;
use ishitori_solve::play::{
    Analysis, Change, Judge, Method, OptionFacts, PlayError, Playable, zeckendorf,
};
use ishitori_values::{Budget, Outcome, Player};
use serde::{Deserialize, Serialize};

use super::{Board, EndsBy, SetUp};
use crate::loopy_position::PlayResult;
use crate::{OutcomeClass, Side};

/// Answers that are listed.
const ANSWERED: usize = 12;

/// A step of the argument why a position has its outcome. `to` is a position that a winning move
/// leads to, if there is one; positions are in the notation of the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the comment of a variant says what its fields are")]
pub enum Reason {
    /// No move is left, and the end rule says who has won.
    NoMoveLeft { outcome: OutcomeClass },
    /// The Grundy number of the only part (`name`, such as `G(5)`) is the least one that none of
    /// the options has; `options` are theirs, increasing.
    Mex { name: String, grundy: u32, options: Vec<u32>, to: Option<String> },
    /// The same with too many options to list.
    ZeroOrNot { name: String, grundy: u32, to: Option<String> },
    /// The parts form pairs of equal ones, so the second player can copy every move.
    Pairs,
    /// The parts are pairs of a game and its negative, so the second player can mirror every move.
    Mirror,
    /// The nim-sum of the Grundy numbers; not 0 if there is a part to lower.
    NimSum { sum: u32, lowered: Option<LoweredPart> },
    /// Misère play of one heap of a subtraction game: it is lost exactly if its Grundy number is 1.
    MisereHeap { name: String, grundy: u32, to: Option<String> },
    /// Misère play of sums of subtraction games: `nim` if every heap is its own Grundy number,
    /// `ones` of the Grundy numbers are 1 and the others 0 if all are `small`; the move leaves an
    /// odd number of ones, and no larger Grundy numbers, if `leaves_ones`.
    MisereNim {
        nim: bool,
        small: bool,
        ones: usize,
        sum: u32,
        wins: bool,
        to: Option<String>,
        leaves_ones: bool,
    },
    /// The lost pairs of Wythoff's game, of which larger and smaller number differ by multiples of
    /// `spread`.
    Wythoff { spread: u32, to: Option<String> },
    /// The stones as a sum of Fibonacci numbers without neighbours, the least of which is to be
    /// taken; at most `most` stones may be.
    Zeckendorf { stones: u32, parts: Vec<u32>, most: u64, to: Option<String> },
    /// The value in canonical form, whose comparison with 0 decides who wins.
    Value { value: String, outcome: OutcomeClass },
    /// The rule of misère play.
    MisereRule,
    /// The classes of the options decide, where both players have the same moves.
    Classes { outcome: OutcomeClass, options: Vec<ClassCount> },
    /// What becomes of the position if this player moves first: `wins` is whether the player does,
    /// `moves` whether there is a move.
    FirstMove { player: Side, to: Option<String>, moves: bool, wins: bool },
    /// The result for this player, or for the one who moves first, where positions can recur: a win, a loss or a
    /// draw, how many moves that takes, and where the best move leads.
    Recurring {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        player: Option<Side>,
        result: PlayResult,
        length: Option<u32>,
        to: Option<String>,
    },
    /// Every move has an answer.
    Answers { answers: Vec<ReplyTo> },
}

/// A part of a sum that a winning move changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct LoweredPart {
    /// The highest binary digit of the nim-sum, which the Grundy number of the part has.
    pub digit: u32,
    /// The part, in the notation of the game.
    pub part: String,
    /// Its Grundy number.
    pub grundy: u32,
    /// The Grundy number that makes the nim-sum 0.
    pub lowered: u32,
    /// A position that a winning move leads to.
    pub to: String,
}

/// How many options have a class.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ClassCount {
    /// The class.
    pub class: OutcomeClass,
    /// How many options have it; not 0.
    pub count: usize,
}

/// A move and an answer by which the opponent wins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ReplyTo {
    /// The position after the move.
    pub to: String,
    /// The position after the answer.
    pub answer: String,
}

/// The argument about a position whose parts have these numbers, in order.
pub(crate) fn reasons<P: Display>(
    set_up: &SetUp,
    parts: &[Vec<i64>],
    analysis: &Analysis<P>,
    lengths: [Option<u32>; 2],
) -> Vec<Reason> {
    let facts = &analysis.facts;
    if set_up.game.endless.is_some() {
        let players = set_up.game.first_players();
        let length = |player: Player| lengths[player as usize];
        let of = |&player: &Player| recurring(set_up, player, length(player), analysis);
        return players.iter().map(of).collect();
    }
    if analysis.options.is_empty() && !analysis.shortened {
        let outcome = OutcomeClass::without_draws(facts.outcome);
        return vec![Reason::NoMoveLeft { outcome }];
    }
    let mut reasons = Vec::new();
    match (&facts.method, &facts.grundy) {
        (Method::NimSum, Some(grundy)) if grundy.len() == 1 => {
            reasons.push(mex(grundy_of(set_up, &parts[0]), grundy[0], analysis));
        }
        (Method::NimSum, Some(grundy)) => {
            if are_paired(set_up, parts) && facts.outcome == Outcome::P {
                reasons.push(Reason::Pairs);
            }
            reasons.push(by_nim_sum(set_up, parts, grundy, analysis));
        }
        (Method::MisereNim, Some(grundy)) => {
            reasons.push(by_misere_nim(set_up, parts, grundy, analysis));
        }
        (Method::Wythoff, _) => {
            let to = text(first_win(analysis));
            reasons.extend(set_up.wythoff.map(|spread| Reason::Wythoff { spread, to }));
        }
        (Method::Mirror, _) => reasons.push(Reason::Mirror),
        (Method::Zeckendorf, _) => reasons.push(by_fibonacci(&parts[0], analysis)),
        _ => {}
    }
    if let (Method::Value, Some(value)) = (&facts.method, &facts.value) {
        let (value, outcome) = (value.clone(), OutcomeClass::without_draws(facts.outcome));
        reasons.push(Reason::Value { value, outcome });
        by_options(set_up, analysis, &mut reasons);
    }
    if reasons.is_empty() {
        if set_up.game.ends_by == EndsBy::Misere {
            reasons.push(Reason::MisereRule);
        }
        by_options(set_up, analysis, &mut reasons);
    }
    if set_up.game.impartial && facts.outcome == Outcome::P && !analysis.shortened {
        reasons.extend(answers(analysis));
    }
    reasons
}

/// How the Grundy number of a part is written.
fn grundy_of(set_up: &SetUp, numbers: &[i64]) -> String {
    match set_up.game.board {
        Board::Tuples => format!("G{}", tuple(numbers)),
        Board::Cells => "G".to_string(),
        _ => format!("G({})", list(numbers)),
    }
}

/// The name of a part.
fn part(set_up: &SetUp, numbers: &[i64]) -> String {
    match set_up.game.board {
        Board::Tuples => tuple(numbers),
        _ => list(numbers),
    }
}

fn list(numbers: &[i64]) -> String {
    numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
}

fn nim_sum(numbers: &[u32]) -> u32 {
    numbers.iter().fold(0, |sum, g| sum ^ g)
}

/// The first option by which either player wins.
fn first_win<P>(analysis: &Analysis<P>) -> Option<&OptionFacts<P>> {
    analysis.options.iter().find(|option| !option.winners.is_empty())
}

fn text<P: Display>(option: Option<&OptionFacts<P>>) -> Option<String> {
    option.map(|option| option.position.to_string())
}

fn mex<P: Display>(name: String, grundy: u32, analysis: &Analysis<P>) -> Reason {
    let to = text(first_win(analysis));
    if analysis.shortened {
        return Reason::ZeroOrNot { name, grundy, to };
    }
    let numbers = analysis.options.iter().filter_map(|o| o.facts.grundy.as_deref().map(nim_sum));
    let mut options: Vec<u32> = numbers.collect();
    options.sort_unstable();
    options.dedup();
    Reason::Mex { name, grundy, options, to }
}

/// Whether the parts form pairs of equal ones.
fn are_paired(set_up: &SetUp, parts: &[Vec<i64>]) -> bool {
    let is_empty = |part: &[i64]| set_up.game.board != Board::Tuples && part == [0];
    let mut sorted: Vec<&Vec<i64>> = parts.iter().filter(|part| !is_empty(part)).collect();
    sorted.sort_unstable();
    sorted.len() >= 2
        && sorted.len().is_multiple_of(2)
        && sorted.chunks(2).all(|pair| pair[0] == pair[1])
}

fn by_nim_sum<P: Display>(
    set_up: &SetUp,
    parts: &[Vec<i64>],
    grundy: &[u32],
    analysis: &Analysis<P>,
) -> Reason {
    let sum = nim_sum(grundy);
    let digit = if sum == 0 { 0 } else { 1u32 << (31 - sum.leading_zeros()) };
    let at = grundy.iter().position(|g| g & digit != 0).unwrap_or(0);
    // A winning move in the part that the argument names.
    let there = |change: &Change| match change {
        Change::Heap { at: a, .. } | Change::Part { at: a, .. } => *a == at,
        _ => false,
    };
    let mut winning = analysis.options.iter().filter(|o| !o.winners.is_empty());
    let chosen = winning.clone().find(|o| there(&o.change)).or_else(|| winning.next());
    let lowered = chosen.map(|option| LoweredPart {
        digit,
        part: part(set_up, &parts[at]),
        grundy: grundy[at],
        lowered: grundy[at] ^ sum,
        to: option.position.to_string(),
    });
    Reason::NimSum { sum, lowered }
}

/// The rule of misère Nim, which all subtraction games follow (Ferguson).
fn by_misere_nim<P: Display>(
    set_up: &SetUp,
    parts: &[Vec<i64>],
    grundy: &[u32],
    analysis: &Analysis<P>,
) -> Reason {
    let wins = analysis.facts.outcome == Outcome::N;
    let option = first_win(analysis).filter(|_| wins);
    let to = text(option);
    if let [g] = grundy {
        return Reason::MisereHeap { name: grundy_of(set_up, &parts[0]), grundy: *g, to };
    }
    let small = |numbers: &[u32]| numbers.iter().all(|&g| g <= 1);
    let after = option.and_then(|option| option.facts.grundy.as_deref()).unwrap_or_default();
    Reason::MisereNim {
        // In Nim itself a heap is its own Grundy number.
        nim: parts.iter().zip(grundy).all(|(part, &g)| part[..] == [i64::from(g)]),
        small: small(grundy),
        ones: grundy.iter().filter(|&&g| g == 1).count(),
        sum: nim_sum(grundy),
        wins,
        to,
        leaves_ones: option.is_some() && small(after),
    }
}

fn by_fibonacci<P: Display>(numbers: &[i64], analysis: &Analysis<P>) -> Reason {
    let stones = numbers.first().map_or(0, |&n| n as u32);
    // In the first move anything but everything may be taken.
    let most = numbers.get(1).map_or(i64::from(stones) - 1, |last| 2 * last);
    Reason::Zeckendorf {
        stones,
        parts: zeckendorf(stones),
        most: u64::try_from(most).unwrap_or(0),
        to: text(first_win(analysis)),
    }
}

/// By the classes of the options: with the same moves for both, all N make P; else all in
/// N ∪ L make L; else all in N ∪ R make R; else N.
fn by_options<P: Display>(set_up: &SetUp, analysis: &Analysis<P>, reasons: &mut Vec<Reason>) {
    if !set_up.same_moves {
        return reasons.extend(Player::BOTH.map(|player| first_move(player, analysis)));
    }
    let count = |class| analysis.options.iter().filter(|o| o.facts.outcome == class).count();
    let options = [Outcome::P, Outcome::N, Outcome::L, Outcome::R]
        .into_iter()
        .map(|class| ClassCount { class: class.into(), count: count(class) })
        .filter(|options| options.count > 0);
    let outcome = OutcomeClass::without_draws(analysis.facts.outcome);
    reasons.push(Reason::Classes { outcome, options: options.collect() });
}

fn first_move<P: Display>(player: Player, analysis: &Analysis<P>) -> Reason {
    let mut mine = analysis.options.iter().filter(|o| o.players.contains(&player)).peekable();
    Reason::FirstMove {
        player: player.into(),
        moves: mine.peek().is_some(),
        to: text(mine.find(|o| o.winners.contains(&player))),
        wins: analysis.facts.outcome.wins_moving_first(player),
    }
}

/// How long best play is when each player moves first, where the game knows it.
pub(crate) fn lengths_of_play<G: Playable>(
    judge: &mut Judge<G>,
    position: &G::Position,
    budget: &Budget,
) -> Result<[Option<u32>; 2], PlayError> {
    let [left, right] = Player::BOTH.map(|player| judge.length(position, player, budget));
    Ok([left?, right?])
}

fn recurring<P: Display>(
    set_up: &SetUp,
    player: Player,
    length: Option<u32>,
    analysis: &Analysis<P>,
) -> Reason {
    let ending = analysis.facts.outcome.moving_first(player);
    let holds = |option: &&OptionFacts<P>| match ending {
        GameResult::Win => option.winners.contains(&player),
        GameResult::Draw => option.drawers.contains(&player),
        GameResult::Loss => false,
    };
    Reason::Recurring {
        player: (!set_up.game.impartial).then(|| player.into()),
        result: ending.into(),
        length,
        to: text(analysis.options.iter().find(holds)),
    }
}

/// An answer to every move, if all have one and they are few.
fn answers<P: Display>(analysis: &Analysis<P>) -> Option<Reason> {
    if analysis.options.is_empty() || analysis.options.len() > ANSWERED {
        return None;
    }
    let answer = |option: &OptionFacts<P>| {
        let (_, answer) = option.answers.first()?;
        Some(ReplyTo { to: option.position.to_string(), answer: answer.to_string() })
    };
    let answers: Option<Vec<ReplyTo>> = analysis.options.iter().map(answer).collect();
    answers.map(|answers| Reason::Answers { answers })
}
