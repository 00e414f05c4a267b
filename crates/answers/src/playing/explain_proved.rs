//! Positions that are too large for a table, explained by a proof for all positions.

use std::time::Duration;

use ishitori_automata::{Proof, Solved};
use ishitori_language::TextGame;
use ishitori_solve::play::Change;
use ishitori_solve::tuple::SumPosition;
use ishitori_values::{Outcome, Player};
use serde::{Deserialize, Serialize};

use crate::conjecture::discover;
use crate::explain::{Answer, Explained, GrundyOf, WinningMove};
use crate::setup::{KnownBy, Numbers, SetUp};
use crate::{AskError, Context, Side};

/// Positions of boxes with fewer cells are explained by a table.
const TABLE_CELLS: i128 = 1 << 28;
/// The budget of a proof, before other methods are tried.
const TIME: Duration = Duration::from_secs(40);
/// The most winning moves that are listed of each kind.
const MOST_MOVES: usize = 4;

/// The facts by a proof for all positions of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ByProof {
    /// How many states the automata that are proved have.
    pub states: usize,
    /// The Grundy numbers of the parts, if these are what is proved.
    pub grundy_of_parts: Option<Vec<i64>>,
    /// Their nim-sum.
    pub grundy: Option<i64>,
}

/// The answer for a position that is too large for a table, if the game can be solved for all
/// positions: what it is, is learnt and proved. `None` leaves the position to other methods.
pub(crate) fn of_large(
    game: &TextGame,
    position: &SumPosition,
    set_up: &SetUp,
    context: &Context,
) -> Result<Option<Answer>, AskError> {
    let cells = |part: &Vec<i64>| {
        part.iter().try_fold(1i128, |cells, &x| cells.checked_mul(i128::from(x) + 1))
    };
    let parts = position.parts();
    let large = parts.iter().any(|part| cells(part).is_none_or(|cells| cells > TABLE_CELLS));
    if !large || parts.iter().any(|part| part.len() != game.width()) {
        return Ok(None);
    }
    let budget = context.budget.clone().with_attempt(TIME);
    let attempt = Context { budget, timed: true, ..context.clone() };
    let found = match discover(game, parts.len() > 1, &attempt) {
        // What is wrong with other positions is no concern of this one.
        Err(AskError::Game { .. } | AskError::Limit(_)) => None,
        found => found?,
    };
    let Some((proof, states)) = found else { return Ok(None) };
    answer(game, parts, &proof, states, set_up, context)
}

fn answer(
    game: &TextGame,
    parts: &[Vec<i64>],
    proof: &Proof,
    states: usize,
    set_up: &SetUp,
    context: &Context,
) -> Result<Option<Answer>, AskError> {
    let solved = Solved::new(game, proof, &context.budget)?;
    let wide: Vec<Vec<i128>> =
        parts.iter().map(|part| part.iter().map(|&x| i128::from(x)).collect()).collect();
    if wide.iter().any(|part| !solved.is_position(part)) {
        return Ok(None);
    }
    let values: Option<Vec<i128>> = wide.iter().map(|part| solved.grundy(part)).collect();
    let values = values.filter(|_| proof.relations.len() == 1);
    let total = values.as_ref().map(|values| values.iter().fold(0, |sum, v| sum ^ v));
    let wins = |player: Player| match total {
        Some(total) => total != 0,
        None => solved.wins(&wide[0], player),
    };
    let outcome = who_wins(wins);
    let mut winning_moves: Vec<WinningMove> = Vec::new();
    for (at, part) in wide.iter().enumerate() {
        let options = match (&values, total) {
            (Some(values), Some(total)) if values[at] ^ total < values[at] => {
                let found = solved.options_of_value(part, values[at] ^ total, MOST_MOVES);
                found.into_iter().map(|option| (option, vec![Side::Left, Side::Right])).collect()
            }
            (Some(_), _) => Vec::new(),
            _ => by_players(&solved, part),
        };
        winning_moves.extend(
            options.into_iter().filter_map(|(left, players)| played(parts, at, &left, players)),
        );
    }
    let options = winning_moves.iter().map(|won| after(won, &solved, total)).collect();
    let narrow = |x: i128| i64::try_from(x).ok();
    let by_proof = ByProof {
        states,
        grundy_of_parts: values
            .as_ref()
            .and_then(|values| values.iter().map(|&v| narrow(v)).collect()),
        grundy: total.and_then(narrow),
    };
    let small = |x: &i128| u32::try_from(*x).ok();
    let known_by = KnownBy::Proof { states };
    Ok(Some(Answer {
        game: set_up.game.clone(),
        position: Numbers::Parts(parts.to_vec()),
        lengths: None,
        outcome: outcome.into(),
        grundy: total.as_ref().and_then(small),
        grundy_of: GrundyOf::Parts(values.and_then(|values| values.iter().map(small).collect())),
        value: None,
        winning_moves,
        options,
        lines: Vec::new(),
        shortened: true,
        options_in_all: None,
        why: String::new(),
        method: known_by.into(),
        quotient: None,
        reasons: Vec::new(),
        known_by,
        drawing: None,
        by_proof: Some(by_proof),
        cut: false,
    }))
}

/// The option that a winning move leads to.
fn after(won: &WinningMove, solved: &Solved, total: Option<i128>) -> Explained {
    let wins = |player: Player| match &won.position {
        Numbers::Parts(parts) if total.is_none() => {
            let part: Vec<i128> = parts[0].iter().map(|&x| i128::from(x)).collect();
            solved.wins(&part, player)
        }
        _ => false,
    };
    Explained {
        played: won.played.clone(),
        says: String::new(),
        position: won.position.clone(),
        players: won.players.clone(),
        changed: won.changed.clone(),
        outcome: who_wins(wins).into(),
        grundy: total.map(|_| 0),
        value: None,
        wins_for: won.players.clone(),
        draws_for: Vec::new(),
        answer: None,
        answers: Vec::new(),
        change: won.change.clone(),
    }
}

fn who_wins(wins: impl Fn(Player) -> bool) -> Outcome {
    match (wins(Player::Left), wins(Player::Right)) {
        (true, true) => Outcome::N,
        (true, false) => Outcome::L,
        (false, true) => Outcome::R,
        (false, false) => Outcome::P,
    }
}

/// Options by which a player wins, with those who do.
fn by_players(solved: &Solved, part: &[i128]) -> Vec<(Vec<Vec<i128>>, Vec<Side>)> {
    let mut options: Vec<(Vec<Vec<i128>>, Vec<Side>)> = Vec::new();
    for player in Player::BOTH {
        for option in solved.winning_options(part, player, MOST_MOVES) {
            match options.iter_mut().find(|(known, _)| *known == option) {
                Some((_, players)) => players.push(player.into()),
                None => options.push((option, vec![player.into()])),
            }
        }
    }
    options
}

fn played(
    parts: &[Vec<i64>],
    at: usize,
    left: &[Vec<i128>],
    players: Vec<Side>,
) -> Option<WinningMove> {
    let left: Option<Vec<Vec<i64>>> =
        left.iter().map(|part| part.iter().map(|&x| i64::try_from(x).ok()).collect()).collect();
    let left = left?;
    let mut after = parts.to_vec();
    after.splice(at..=at, left.iter().cloned());
    let alone = parts.len() == 1;
    let change = Change::Part { at, from: parts[at].clone(), left, alone };
    let position = Numbers::Parts(SumPosition::new(after).parts().to_vec());
    Some(WinningMove {
        played: change.to_string(),
        says: String::new(),
        position,
        players,
        changed: (&change).into(),
        change: Some(change),
    })
}
