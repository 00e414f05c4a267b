//! `ishitori games`: the games that have a name.

use std::process::ExitCode;

use ishitori::prelude::BoardGame;
use ishitori::rules::heap::NAMED_RULES;
use serde_json::{Value as Json, json};

use crate::failure::Failure;
use crate::output::Output;

pub fn run(output: &Output) -> Result<ExitCode, Failure> {
    let text = output.text();
    if output.is_json() {
        let heaps = NAMED_RULES.iter().map(|rule| {
            json!({
                "name": rule.name,
                "kind": "heap",
                "rule": rule.rule,
                "description": text.heap_game(rule.name),
            })
        });
        let boards =
            BoardGame::ALL.iter().map(|game| json!({"name": game.name(), "kind": "board"}));
        let games: Vec<Json> = heaps.chain(boards).collect();
        output.print_json(&json!({ "games": games }))?;
    } else {
        output.print(&text.games())?;
    }
    Ok(ExitCode::SUCCESS)
}
