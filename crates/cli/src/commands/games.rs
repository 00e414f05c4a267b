//! `ishitori games`: the games that have a name.

use std::process::ExitCode;

use ishitori::language::{LIBRARY, LibraryGame, TextGame};
use ishitori::prelude::BoardGame;
use ishitori::rules::heap::{NAMED_RULES, NamedRule, named_rule};
use serde_json::{Value as Json, json};

use crate::failure::Failure;
use crate::game_args::GamesArgs;
use crate::output::Output;
use crate::text::Lang;
use ishitori_answers::rule::{known_library_game, narrowed};

pub fn run(args: &GamesArgs, output: &Output) -> Result<ExitCode, Failure> {
    match &args.name {
        Some(name) => {
            let library = ["lib:", "lib：", "ｌｉｂ："].iter().find_map(|p| name.strip_prefix(p));
            one(library.unwrap_or(name), output)?;
        }
        None => all(output)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn all(output: &Output) -> Result<(), Failure> {
    let text = output.text();
    if !output.is_json() {
        return output.print(&text.games());
    }
    let heaps = NAMED_RULES.iter().map(|rule| heap(rule, output));
    let library = LIBRARY.iter().map(|game| described(game, output));
    let boards = BoardGame::ALL.iter().map(|game| json!({"name": game.name(), "kind": "board"}));
    let games: Vec<Json> = heaps.chain(library).chain(boards).collect();
    output.print_json(&json!({ "games": games }))
}

fn heap(rule: &NamedRule, output: &Output) -> Json {
    json!({
        "name": rule.name,
        "kind": "heap",
        "rule": rule.rule,
        "description": output.text().heap_game(rule.name),
    })
}

fn described(game: &LibraryGame, output: &Output) -> Json {
    json!({
        "name": game.name,
        "kind": "language",
        "rule": format!("lib:{}", game.name),
        "description": output.text().library_game(game.name),
    })
}

/// A game that has a name but no text: a heap game, or a game on boards.
fn named(word: &str, output: &Output) -> Result<Option<()>, Failure> {
    let text = output.text();
    if let Some(rule) = named_rule(word) {
        match output.is_json() {
            true => output.print_json(&heap(rule, output))?,
            false => output.print(&text.named_rule(rule))?,
        }
        return Ok(Some(()));
    }
    let Some(board) = BoardGame::ALL.iter().find(|game| game.name() == word) else {
        return Ok(None);
    };
    match output.is_json() {
        true => output.print_json(&json!({"name": board.name(), "kind": "board"}))?,
        false => output.print(&text.named_board(board.name()))?,
    }
    Ok(Some(()))
}

/// The text of a game of the library.
fn one(name: &str, output: &Output) -> Result<(), Failure> {
    let word: String = narrowed(name).split_whitespace().collect::<String>().to_lowercase();
    let found = match known_library_game(name) {
        Ok(found) => found,
        Err(unknown) => return named(&word, output)?.ok_or(unknown),
    };
    let text = match output.text().lang {
        Lang::En => found.source.to_string(),
        Lang::Ja => found.source_in_japanese(),
    };
    if !output.is_json() {
        return output.print(text.trim_end());
    }
    let source = found.source.to_string();
    let game = TextGame::new(found.source, &[]).map_err(|error| Failure::Language {
        from: ishitori_answers::TextOf::Name(format!("lib:{name}")),
        source,
        error,
    })?;
    let mut object = described(found, output);
    object["text"] = json!(text);
    object["coordinates"] = json!(game.coordinates());
    object["parameters"] = game
        .parameters()
        .iter()
        .map(|(name, value)| (name.clone(), json!(value.to_string())))
        .collect();
    output.print_json(&object)
}
