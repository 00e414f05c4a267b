//! Positions to begin with, where none is given: those of the library, or such that neither player wins at once or has
//! lost already.

use ishitori_language::{TextGame, library_game};
use ishitori_rules::end::EndRule;
use ishitori_rules::heap::{HeapRule, TwoPileRule};
use ishitori_solve::ending::SumRule;
use ishitori_solve::play::{HeapGame, Heaps, Judge, Playable, TupleGame};
use ishitori_solve::tuple::SumPosition;
use ishitori_values::{Budget, Player};

use crate::end::ending;
use crate::{Accepted, AskError, RuleSource};

/// Heaps that are tried beyond those that are usual.
const LARGER: u32 = 12;

/// Coordinates that are tried, the last one first: large enough to play, small enough to see.
const LAST: [i64; 11] = [20, 15, 13, 10, 8, 6, 5, 4, 3, 2, 1];
/// The largest of the others.
const OTHERS: i64 = 9;

/// Whether Left, who begins, can move and does not win at once.
fn is_open<G: Playable>(judge: &Judge<G>, position: &G::Position, budget: &Budget) -> bool {
    let won = |option: &G::Position| judge.winner(option, Player::Right, true, budget);
    let Ok(moves) = judge.moves(position, Player::Left, budget) else { return false };
    !moves.is_empty() && moves.iter().all(|one| won(&one.position) != Ok(Some(Player::Left)))
}

/// Whether the same holds, and Left can win.
fn is_fair<G: Playable>(judge: &mut Judge<G>, position: &G::Position, budget: &Budget) -> bool {
    is_open(judge, position, budget)
        && judge
            .winning_moves(position, Player::Left, false, budget)
            .is_ok_and(|wins| !wins.is_empty())
}

/// Heaps to begin with: the usual ones, or somewhat larger ones that are not lost.
pub(super) fn usual_heaps(
    rule: &HeapRule,
    end: &EndRule,
    sum: SumRule,
    budget: &Budget,
) -> Vec<u32> {
    let usual = match rule {
        HeapRule::TwoPile(TwoPileRule::Wythoff { .. }) => vec![7, 10],
        HeapRule::TwoPile(_) => vec![20],
        HeapRule::Partizan(_) => vec![5, 7, 9],
        HeapRule::Impartial(code) => match code.max_take() {
            None => vec![3, 5, 7],
            Some(_) if code.max_parts().is_none_or(|parts| parts > 1) => vec![10],
            // As in the 31 game, seven rounds and a rest.
            Some(most) => vec![(most as u32).saturating_mul(7).saturating_add(10).max(31)],
        },
    };
    let Some(game) = Some(rule)
        .filter(|rule| rule.plays_on_heaps())
        .and_then(|rule| HeapGame::new(rule, end, sum).ok())
    else {
        return usual;
    };
    let mut judge = Judge::new(game);
    let larger = (0..LARGER).map(|more| {
        let mut heaps = usual.clone();
        if let Some(last) = heaps.last_mut() {
            *last = last.saturating_add(more);
        }
        heaps
    });
    let mut fair = larger.filter(|heaps| is_fair(&mut judge, &Heaps::new(heaps.clone()), budget));
    fair.next().unwrap_or(usual)
}

/// A position of a game in the language to begin with: that of the library; or one that is not too small, at which
/// something can be played and neither player wins at once, which may need two parts; or the first that is one.
pub(super) fn usual_tuple(
    game: &TextGame,
    rule: &RuleSource,
    end: Option<&EndRule>,
    budget: &Budget,
) -> Result<SumPosition, AskError> {
    let read = |text: &str| SumPosition::of_game(text, game).ok();
    let end = end.cloned();
    let mut playable = TupleGame::new(game, ending(&end)?).map_err(AskError::Play)?;
    if let RuleSource::Text(text) = rule
        && let Some(known) = text.trim().strip_prefix("lib:").and_then(library_game)
        && let Some(start) = read(known.start)
        && playable.check(&start).is_ok()
    {
        return Ok(start);
    }
    let judge = Judge::new(playable);
    let mut machine = game.machine();
    let mut contains = |tuple: &[i64]| machine.contains(tuple).unwrap_or(false);
    let mut all: Vec<Vec<i64>> = Vec::new();
    for last in LAST {
        for other in (0..=last.min(OTHERS)).rev() {
            let mut tuple = vec![other; game.width()];
            if let Some(coordinate) = tuple.last_mut() {
                *coordinate = last;
            }
            if contains(&tuple) {
                all.push(tuple);
            }
        }
    }
    let alone = all.iter().map(|tuple| SumPosition::new(vec![tuple.clone()]));
    if let Some(open) = alone.clone().find(|position| is_open(&judge, position, budget)) {
        return Ok(open);
    }
    // A bar is eaten in one move; two bars are not.
    let up_to = |most: i64| all.iter().find(|tuple| tuple.last().is_some_and(|&last| last <= most));
    let two = up_to(LAST[2]).zip(up_to(LAST[4]));
    let two = two.map(|(one, other)| SumPosition::new(vec![one.clone(), other.clone()]));
    if let Some(open) = two.filter(|position| is_open(&judge, position, budget)) {
        return Ok(open);
    }
    let (field, accepted) = ("position", Accepted::Position);
    let none = AskError::Argument { field, value: String::new(), accepted };
    alone.clone().next().ok_or(none)
}
