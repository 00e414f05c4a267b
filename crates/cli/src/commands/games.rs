//! `ishitori games`: the games that have a name.

use std::process::ExitCode;

use ishitori::language::{Game, LIBRARY, LibraryGame};
use ishitori::prelude::BoardGame;
use ishitori::rules::heap::NAMED_RULES;
use serde_json::{Value as Json, json};

use crate::failure::Failure;
use crate::game_args::GamesArgs;
use crate::output::Output;
use crate::rule::known_library_game;

pub fn run(args: &GamesArgs, output: &Output) -> Result<ExitCode, Failure> {
    match &args.name {
        Some(name) => one(name.strip_prefix("lib:").unwrap_or(name), output)?,
        None => all(output)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn all(output: &Output) -> Result<(), Failure> {
    let text = output.text();
    if !output.is_json() {
        return output.print(&text.games());
    }
    let heaps = NAMED_RULES.iter().map(|rule| {
        json!({
            "name": rule.name,
            "kind": "heap",
            "rule": rule.rule,
            "description": text.heap_game(rule.name),
        })
    });
    let library = LIBRARY.iter().map(|game| described(game, output));
    let boards = BoardGame::ALL.iter().map(|game| json!({"name": game.name(), "kind": "board"}));
    let games: Vec<Json> = heaps.chain(library).chain(boards).collect();
    output.print_json(&json!({ "games": games }))
}

fn described(game: &LibraryGame, output: &Output) -> Json {
    json!({
        "name": game.name,
        "kind": "language",
        "rule": format!("lib:{}", game.name),
        "description": output.text().library_game(game.name),
    })
}

/// The text of a game of the library.
fn one(name: &str, output: &Output) -> Result<(), Failure> {
    let found = known_library_game(name)?;
    if !output.is_json() {
        return output.print(found.source.trim_end());
    }
    let source = found.source.to_string();
    let game = Game::new(found.source, &[]).map_err(|error| Failure::Language {
        name: format!("lib:{name}"),
        source,
        error,
    })?;
    let mut object = described(found, output);
    object["text"] = json!(found.source);
    object["coordinates"] = json!(game.coordinates());
    object["parameters"] = game
        .parameters()
        .iter()
        .map(|(name, value)| (name.clone(), json!(value.to_string())))
        .collect();
    output.print_json(&object)
}
