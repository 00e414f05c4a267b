//! Positions of board games that can recur: their outcomes, best play, and values where they exist.

use std::time::Duration;

use ishitori_boards::SolvedBoard;
use ishitori_loopy::games::{Bounds, Solution};
use ishitori_loopy::{Endless, GameResult, LoopyStore, SmithValue, SolveError};
use ishitori_runtime::Workers;
use ishitori_values::{GameStore, LimitReached, Player};
use serde::{Deserialize, Serialize};

use crate::board::BoardRule;
use crate::position::{Answer, BoardMove, PositionFacts, Request, with_progress};
use crate::value::LoopyFacts;
use crate::{Accepted, AskError, Context, Side};

/// Values are not looked for if there are more positions.
const MAX_VALUED: usize = 20_000;
/// The most time for a value, whose cost is not known beforehand: components of some hundred positions can take hours.
const VALUE_TIME: Duration = Duration::from_secs(10);
/// The most moves of a line of best play.
const MAX_LINE: usize = 400;

/// Best play in a game whose positions can recur.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct LoopyPlay {
    /// The result of a play without end.
    pub endless: EndlessPlay,
    /// How many positions were found.
    pub positions: usize,
    /// Whether all of them were examined. If not, every win and loss that is reported is right, and what is
    /// `null` is not known.
    pub complete: bool,
    /// Best play when Left moves first, and when Right does.
    pub best: Vec<BestPlay>,
}

/// The result of a play without end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum EndlessPlay {
    /// A draw.
    Draw,
    /// A win of Left.
    Left,
    /// A win of Right.
    Right,
}

/// Best play from a position: the shortest win, the longest loss.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct BestPlay {
    /// The player who moves first.
    pub first: Side,
    /// The result for the player who moves first; `null` if that was not found.
    pub result: Option<PlayResult>,
    /// How many moves it takes; `null` if the play has no end, or its end was not found.
    pub length: Option<u32>,
    /// The moves, the players in turn; those of a play without end until a position comes back. At most 400.
    pub line: Vec<String>,
}

/// The result for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum PlayResult {
    /// The player wins.
    Win,
    /// The player loses.
    Loss,
    /// Neither player wins.
    Draw,
}

impl From<Endless> for EndlessPlay {
    fn from(endless: Endless) -> Self {
        match endless {
            Endless::Draw => EndlessPlay::Draw,
            Endless::Left => EndlessPlay::Left,
            Endless::Right => EndlessPlay::Right,
        }
    }
}

impl From<GameResult> for PlayResult {
    fn from(ending: GameResult) -> Self {
        match ending {
            GameResult::Win => PlayResult::Win,
            GameResult::Loss => PlayResult::Loss,
            GameResult::Draw => PlayResult::Draw,
        }
    }
}

/// Who wins a position of a text with a line `loopy`, best play, and the value if there are not too many positions. The
/// cost of all positions that can be reached, and of simplifying their graph.
pub(crate) fn of_loopy(
    request: &Request,
    rule: &BoardRule,
    context: &Context,
) -> Result<Answer, AskError> {
    if request.misere {
        let (value, accepted) = ("misere".to_string(), Accepted::LoopyEnd);
        return Err(AskError::Argument { field: "misere", value, accepted });
    }
    let set_up = rule.set_up_loopy(Some(&request.position), &context.budget)?;
    let endless = rule.game().text().loopy.unwrap_or_default();
    let board = set_up.solved(endless, &context.budget)?;
    describe(request, rule, &*board, (endless, set_up.is_impartial()), context)
}

/// The values that were found: as text, and as Grundy values.
#[derive(Default)]
struct Found {
    printed: Vec<Option<String>>,
    smith: Option<Vec<SmithValue>>,
}

fn describe(
    request: &Request,
    rule: &BoardRule,
    board: &dyn SolvedBoard,
    (endless, impartial): (Endless, bool),
    context: &Context,
) -> Result<Answer, AskError> {
    let solved = board.solution();
    let outcome = |at: u32| solved.outcome(at).map(Into::into);
    let mut facts = LoopyFacts::without_value(outcome(0));
    let mut found = Found::default();
    if let Some(limit) = solved.stopped() {
        facts.stop(limit);
    } else if !request.outcome {
        match valued(request, solved, impartial, context) {
            Ok((valued, smith)) => {
                (facts, found) = (valued, smith);
                facts.outcome = outcome(0);
            }
            Err(why) => {
                match why {
                    Unvalued::Limit(limit) => facts.stop(limit),
                    Unvalued::Many => {
                        facts.limit = Some(format!("more than {MAX_VALUED} positions"));
                    }
                }
                if !impartial {
                    facts = compared(facts, solved, context);
                }
            }
        }
    }
    let best = Player::BOTH.map(|first| {
        let mut at = 0;
        let line = solved.line(0, first, MAX_LINE).into_iter().map(|turn| {
            let from = std::mem::replace(&mut at, turn.to);
            board.move_name(from, turn.to, turn.player)
        });
        let line: Vec<String> = line.collect();
        let result = solved.ending(0, first).map(PlayResult::from);
        BestPlay {
            first: first.into(),
            // The moves of a play of which nothing is known mean nothing.
            line: if result.is_some() { line } else { Vec::new() },
            result,
            length: solved.depth(0, first),
        }
    });
    let smith = |at: u32| found.smith.as_ref().map(|values| values[at as usize].to_string());
    let players = if impartial { &Player::BOTH[..1] } else { &Player::BOTH[..] };
    let mut moves = Vec::new();
    for &player in players.iter().filter(|_| request.moves) {
        for (to, played, position) in
            board.first_moves(player, &context.budget.with_grace_period())?
        {
            let after = solved.after(to, player);
            moves.push(BoardMove {
                player: (!impartial).then(|| player.into()),
                played,
                position: position.to_string(),
                canonical: found.printed.get(to as usize).cloned().flatten(),
                grundy: None,
                smith: smith(to),
                outcome: outcome(to),
                wins: after == Some(GameResult::Win),
                draws: after == Some(GameResult::Draw),
                length: solved.depth(to, player.opponent()),
                hottest: false,
            });
        }
    }
    Ok(Answer {
        certificate: None,
        document: None,
        game: rule.name().to_string(),
        position: request.position.clone(),
        misere: false,
        end: None,
        no_value: None,
        searched: None,
        components: None,
        grundy: None,
        smith: smith(0),
        value: PositionFacts::Loopy(facts),
        play: Some(LoopyPlay {
            endless: endless.into(),
            positions: solved.len(),
            complete: solved.stopped().is_none(),
            best: best.into(),
        }),
        moves: request.moves.then_some(moves),
        style: request.style,
        notes: Vec::new(),
    })
}

/// The facts about the value of a position by comparison with numbers, over and under.
fn compared(mut facts: LoopyFacts, solved: &Solution, context: &Context) -> LoopyFacts {
    let workers = Workers::new(context.threads, &context.budget);
    let Bounds { at_least, at_most, equal } = match solved.bounds(&workers) {
        Ok(Some(bounds)) => bounds,
        Err(SolveError::Limit(limit)) => {
            facts.stop(limit);
            return facts;
        }
        // No stopper, or too much for a table of states: it has no value, and the reason is already reported.
        Ok(None) | Err(SolveError::Moves { .. } | SolveError::Long) => return facts,
    };
    let store = GameStore::new();
    let mut loops = LoopyStore::within(store.session_within(context.budget.clone()));
    match equal.map(|value| loops.of_pseudonumber(&value)) {
        Some(Ok(value)) => {
            LoopyFacts { outcome: facts.outcome, ..LoopyFacts::of(&mut loops, value) }
        }
        _ => LoopyFacts { at_least, at_most, ..facts },
    }
}

/// Why there is no value.
enum Unvalued {
    Limit(LimitReached),
    Many,
}

impl From<LimitReached> for Unvalued {
    fn from(limit: LimitReached) -> Self {
        Unvalued::Limit(limit)
    }
}

/// The value of the first position, and those of its options where they are asked for.
fn valued(
    request: &Request,
    solved: &Solution,
    impartial: bool,
    context: &Context,
) -> Result<(LoopyFacts, Found), Unvalued> {
    let count = solved.len();
    if count > MAX_VALUED {
        return Err(Unvalued::Many);
    }
    let store = GameStore::new();
    let budget = context.budget.clone().with_attempt(VALUE_TIME);
    let mut loops = LoopyStore::within(store.session_within(budget));
    let values = with_progress(&store, context, || solved.values(&mut loops))?;
    let values = values.unwrap_or_default();
    let Some(&value) = values.first() else { return Err(Unvalued::Many) };
    let mut found = Found::default();
    if request.moves {
        let mut options: Vec<u32> =
            Player::BOTH.iter().flat_map(|&player| solved.moves(0, player)).copied().collect();
        options.sort_unstable();
        options.dedup();
        found.printed = vec![None; count];
        for at in options {
            found.printed[at as usize] = loops.print(values[at as usize]).ok();
        }
    }
    if impartial {
        found.smith = solved.smith(&context.budget)?;
    }
    Ok((LoopyFacts::of(&mut loops, value), found))
}
