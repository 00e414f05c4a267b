//! `ishitori explain`: who wins a position of several heaps, and by which moves.

use std::process::ExitCode;

use ishitori::language::Game;
use ishitori::prelude::{Budget, Player};
use ishitori::rules::heap::HeapRule;
use ishitori::solve::ending::{Position, Search, SumRule};
use ishitori::solve::heap::grundy;
use ishitori::solve::tuple::{SumPosition, SumSearch};
use serde_json::json;

use super::outcomes::{ending, read_end};
use crate::ending_args::ExplainArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::rule::UserRule;

/// Heaps up to this size get a Grundy number.
const GRUNDY_TO: u32 = 100_000;

pub fn run(args: &ExplainArgs, output: &Output, budget: &Budget) -> Result<ExitCode, Failure> {
    let rule = match UserRule::read(&args.rule, &args.settings)? {
        UserRule::Heap(rule) => rule,
        UserRule::Game(game) => return of_game(&game, args, output, budget),
    };
    let end = read_end(args.end.as_deref().unwrap_or("normal"))?;
    let position: Position = args.position.parse().map_err(Failure::HeapPosition)?;
    let mut search = Search::new(&rule, &end, args.sum, budget.clone()).map_err(Failure::Ending)?;
    let outcome = search.outcome(&position)?;
    let moves = search.winning_moves(&position)?;
    let grundy = nim_sum(&rule, &position, budget)?;
    let why = output.text().why(outcome, &end, grundy, &moves);
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

/// The Grundy number of the position under normal play, if the rule has them.
fn nim_sum(rule: &HeapRule, position: &Position, budget: &Budget) -> Result<Option<u32>, Failure> {
    let largest = position.heaps().last().copied().unwrap_or(0);
    let Some(code) = rule.code().filter(|_| largest <= GRUNDY_TO) else {
        return Ok(None);
    };
    let run = grundy(code, u64::from(largest) + 1, None, budget).map_err(Failure::Heap)?;
    Ok(position.heaps().iter().try_fold(0, |sum, &h| Some(sum ^ run.values.get(h as usize)?)))
}
