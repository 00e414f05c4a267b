//! `ishitori explain`: who wins a position of several heaps, and by which moves.

use std::process::ExitCode;

use ishitori::prelude::{Budget, Player};
use ishitori::rules::heap::HeapRule;
use ishitori::solve::ending::{Position, Search};
use ishitori::solve::heap::grundy;
use serde_json::json;

use super::heaps::read_rule;
use super::outcomes::read_end;
use crate::ending_args::ExplainArgs;
use crate::failure::Failure;
use crate::output::Output;

/// Heaps up to this size get a Grundy number.
const GRUNDY_TO: u32 = 100_000;

pub fn run(args: &ExplainArgs, output: &Output, budget: &Budget) -> Result<ExitCode, Failure> {
    let (rule, end) = (read_rule(&args.rule)?, read_end(&args.end)?);
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

/// The Grundy number of the position under normal play, if the rule has them.
fn nim_sum(rule: &HeapRule, position: &Position, budget: &Budget) -> Result<Option<u32>, Failure> {
    let largest = position.heaps().last().copied().unwrap_or(0);
    let Some(code) = rule.code().filter(|_| largest <= GRUNDY_TO) else {
        return Ok(None);
    };
    let run = grundy(code, u64::from(largest) + 1, None, budget).map_err(Failure::Heap)?;
    Ok(position.heaps().iter().try_fold(0, |sum, &h| Some(sum ^ run.values.get(h as usize)?)))
}
