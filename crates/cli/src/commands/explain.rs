//! `ishitori explain`: who wins a position, by which moves, and why.

use std::process::ExitCode;

use ishitori::prelude::{Budget, Player};
use ishitori::rules::heap::HeapRule;
use ishitori::solve::ending::heaps_in_order;
use ishitori::solve::play::{Change, HeapGame, Heaps, Judge, Pair, PairGame, Playable};
use serde_json::{Value as Json, json};

use super::heaps::read_rule;
use super::outcomes::read_end;
use crate::ending_args::ExplainArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::text::explain::Told;

pub fn run(args: &ExplainArgs, output: &Output, budget: &Budget) -> Result<ExitCode, Failure> {
    let (rule, end) = (read_rule(&args.rule)?, read_end(&args.end)?);
    let numbers = heaps_in_order(&args.position).map_err(Failure::HeapPosition)?;
    let told = Told { rule: &rule, end: &end, sum: args.sum };
    match &rule {
        HeapRule::Plane(plane) => {
            let position = pair(*plane, &numbers, &args.position)?;
            explain(PairGame::new(*plane, &end), position, told, output, budget)
        }
        _ => {
            let game = HeapGame::new(&rule, &end, args.sum).map_err(Failure::Ending)?;
            let mut heaps = numbers;
            heaps.sort_unstable();
            explain(game, Heaps::new(heaps), told, output, budget)
        }
    }
}

/// The position that the user means.
pub fn pair(
    rule: ishitori::rules::heap::PlaneRule,
    numbers: &[u32],
    text: &str,
) -> Result<Pair, Failure> {
    PairGame::position(rule, numbers).ok_or_else(|| Failure::Argument {
        argument: "POSITION",
        value: text.to_string(),
        accepted: "two numbers such as 5,8",
    })
}

fn explain<G: Playable>(
    game: G,
    position: G::Position,
    told: Told<'_>,
    output: &Output,
    budget: &Budget,
) -> Result<ExitCode, Failure> {
    let mut judge = Judge::new(game);
    let analysis = judge.analyse(&position, budget).map_err(Failure::Play)?;
    let numbers = judge.game().numbers(&position);
    let why = output.text().why(&told, &numbers, &analysis);
    if !output.is_json() {
        let shown = position.to_string();
        output.print(&output.text().explanation(&told, &shown, &analysis, &why))?;
        return Ok(ExitCode::SUCCESS);
    }
    let names = |players: &[Player]| players.iter().map(Player::to_string).collect::<Vec<_>>();
    let sum = |g: &Option<Vec<u32>>| g.as_ref().map(|g| g.iter().fold(0, |s, x| s ^ x));
    // An option as data; a move that wins has besides what it does to the heap.
    let fields = |change: &Change, position: &G::Position, players: &[Player]| {
        let mut object = json!({
            "move": change.to_string(),
            "position": judge.game().numbers(position),
            "players": names(players),
        });
        if let Change::Heap { from, left, .. } = change {
            object["heap"] = json!(from);
            object["left"] = json!(left);
        }
        object
    };
    let winning = analysis.options.iter().filter(|o| !o.winners.is_empty());
    let winning: Vec<Json> = winning.map(|o| fields(&o.change, &o.position, &o.winners)).collect();
    let options = analysis.options.iter().map(|option| {
        let mut object = fields(&option.change, &option.position, &option.players);
        object["outcome"] = json!(option.facts.outcome.to_string());
        object["grundy"] = json!(sum(&option.facts.grundy));
        object["wins_for"] = json!(names(&option.winners));
        if let Some(answer) = &option.answer {
            object["answer"] = json!(judge.game().numbers(answer));
        }
        object
    });
    output.print_json(&json!({
        "rule": told.rule.to_string(),
        "end": told.end.to_string(),
        "sum": told.sum.name(),
        "position": numbers,
        "outcome": analysis.facts.outcome.to_string(),
        "grundy": sum(&analysis.facts.grundy),
        "grundy_of_heaps": analysis.facts.grundy,
        "winning_moves": winning,
        "options": options.collect::<Vec<_>>(),
        "why": why.sentences.join(output.text().pick(" ", "")),
    }))?;
    Ok(ExitCode::SUCCESS)
}
