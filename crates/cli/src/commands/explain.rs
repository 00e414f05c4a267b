//! `ishitori explain`: who wins a position of several heaps, and by which moves.

use std::process::ExitCode;
use std::time::Duration;

use ishitori::language::Game;
use ishitori::prelude::{Budget, LimitReached, Outcome, Player};
use ishitori::rules::end::EndRule;
use ishitori::rules::heap::HeapRule;
use ishitori::solve::ending::{Position, Search, SumRule, WinningMove};
use ishitori::solve::heap::grundy;
use ishitori::solve::quotient::{Quotient, QuotientSearch};
use ishitori::solve::tuple::{SumPosition, SumSearch};
use serde_json::json;

use super::outcomes::{ending, read_end};
use crate::ending_args::ExplainArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::rule::UserRule;

/// Heaps up to this size get a Grundy number.
const GRUNDY_TO: u32 = 100_000;
/// What may be spent on a quotient before positions are searched.
const QUOTIENT_TIME: Duration = Duration::from_secs(3);
const QUOTIENT_MEMORY: u64 = 512 << 20;

pub fn run(args: &ExplainArgs, output: &Output, budget: &Budget) -> Result<ExitCode, Failure> {
    let rule = match UserRule::read(&args.rule, &args.settings)? {
        UserRule::Heap(rule) => rule,
        UserRule::Game(game) => return of_game(&game, args, output, budget),
    };
    let end = read_end(args.end.as_deref().unwrap_or("normal"))?;
    let position: Position = args.position.parse().map_err(Failure::HeapPosition)?;
    let mut search = Search::new(&rule, &end, args.sum, budget.clone()).map_err(Failure::Ending)?;
    let grundy = nim_sum(&rule, &position, budget)?;
    let quotient = match args.sum {
        SumRule::Total => by_quotient(&rule, &end, &position, budget)?,
        SumRule::Score => None,
    };
    let (outcome, moves, why) = match &quotient {
        Some(found) => {
            let name = found.quotient.presentation().raised_name(found.element);
            let why = match end.is_normal() {
                true => output.text().why(found.outcome, &end, grundy, &found.moves),
                false => output.text().why_quotient(&found.quotient, &name),
            };
            (found.outcome, found.moves.clone(), why)
        }
        None => {
            let outcome = search.outcome(&position)?;
            let moves = search.winning_moves(&position)?;
            let why = output.text().why(outcome, &end, grundy, &moves);
            (outcome, moves, why)
        }
    };
    if output.is_json() {
        let moves: Vec<_> = moves
            .iter()
            .map(|m| {
                json!({
                    "heap": m.heap,
                    "left": m.left,
                    "position": m.position.heaps(),
                    "players": m.players.iter().map(Player::to_string).collect::<Vec<_>>(),
                })
            })
            .collect();
        output.print_json(&json!({
            "rule": rule.to_string(),
            "end": end.to_string(),
            "sum": args.sum.name(),
            "position": position.heaps(),
            "outcome": outcome.to_string(),
            "grundy": grundy,
            "winning_moves": moves,
            "why": why,
            "method": if quotient.is_some() { "quotient" } else { "search" },
            "quotient": quotient.as_ref().map(|found| json!({
                "order": found.quotient.order(),
                "element": found.quotient.presentation().name(found.element),
                "up_to": found.quotient.period().is_none().then(|| found.quotient.computed_to()),
            })),
        }))?;
    } else {
        output.print(&output.text().explanation(&rule, &end, &position, outcome, &why, &moves))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The same for a game in the language.
fn of_game(
    game: &Game,
    args: &ExplainArgs,
    output: &Output,
    budget: &Budget,
) -> Result<ExitCode, Failure> {
    if args.sum == SumRule::Score {
        return Err(Failure::Argument {
            argument: "--sum",
            value: args.sum.to_string(),
            accepted: "total for a game in the language",
        });
    }
    let position: SumPosition = args.position.parse().map_err(Failure::TuplePosition)?;
    let end = args.end.as_deref().map(read_end).transpose()?;
    let failure = |error| Failure::Game { game: game.clone(), error };
    let mut search = SumSearch::new(game, ending(&end)?, budget).map_err(failure)?;
    let outcome = search.outcome(&position).map_err(failure)?;
    let grundy = search.grundy(&position).map_err(failure)?;
    let moves = search.winning_moves(&position).map_err(failure)?;
    let why = output.text().tuple_why(outcome, grundy, &moves);
    if output.is_json() {
        let moves: Vec<_> = moves
            .iter()
            .map(|m| {
                json!({
                    "part": m.part,
                    "left": m.left,
                    "position": m.position.parts(),
                    "players": m.players.iter().map(Player::to_string).collect::<Vec<_>>(),
                })
            })
            .collect();
        output.print_json(&json!({
            "rule": game.to_string(),
            "end": end.map(|end| end.to_string()),
            "position": position.parts(),
            "outcome": outcome.to_string(),
            "grundy": grundy,
            "winning_moves": moves,
            "why": why,
        }))?;
    } else {
        let text = output.text();
        output.print(&text.tuple_explanation(game, &position, outcome, &why, &moves))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What the quotient says about a position.
struct ByQuotient {
    quotient: Quotient,
    element: u32,
    outcome: Outcome,
    moves: Vec<WinningMove>,
}

/// The answer of the quotient of the heaps up to the largest one, if it is found soon.
fn by_quotient(
    rule: &HeapRule,
    end: &EndRule,
    position: &Position,
    budget: &Budget,
) -> Result<Option<ByQuotient>, Failure> {
    let largest = position.heaps().last().copied().unwrap_or(0);
    let mut search = QuotientSearch::new(rule, end).map_err(Failure::Quotient)?;
    let small = budget.clone().with_time_at_most(QUOTIENT_TIME).with_memory(QUOTIENT_MEMORY);
    match search.run(Some(largest), &small) {
        Err(LimitReached::Cancelled) => return Err(LimitReached::Cancelled.into()),
        Err(_) => return Ok(None),
        Ok(()) => {}
    }
    let quotient = search.quotient();
    let Some(element) = quotient.element(position.heaps()) else { return Ok(None) };
    let Some(moves) = quotient.winning_moves(position) else { return Ok(None) };
    let outcome = quotient.outcome(element);
    Ok(Some(ByQuotient { quotient, element, outcome, moves }))
}

/// The Grundy number of the position under normal play, if the rule has them.
fn nim_sum(rule: &HeapRule, position: &Position, budget: &Budget) -> Result<Option<u32>, Failure> {
    let largest = position.heaps().last().copied().unwrap_or(0);
    let Some(code) = rule.code().filter(|_| largest <= GRUNDY_TO) else {
        return Ok(None);
    };
    let run = grundy(code, u64::from(largest) + 1, None, budget).map_err(Failure::Heap)?;
    Ok(position.heaps().iter().try_fold(0, |sum, &h| Some(sum ^ run.values.get(h as usize)?)))
}
