//! `ishitori misere`: misère canonical form and genus of one position.

use std::process::ExitCode;

use ishitori::prelude::Budget;
use ishitori::solve::ending::Position;
use ishitori::solve::heap::MisereGames;
use serde_json::json;

use super::heaps::{read_code, read_rule};
use crate::failure::Failure;
use crate::heap_args::MisereArgs;
use crate::output::Output;
use ishitori_words::misere::MisereFacts;

/// Canonical forms that are longer are not shown.
const LONGEST: usize = 100_000;

pub fn run(args: &MisereArgs, output: &Output, budget: &Budget) -> Result<ExitCode, Failure> {
    let mut games = MisereGames::new(budget.clone());
    let (name, game) = match &args.position {
        Some(position) => {
            let code = read_code(&args.game)?;
            let position: Position = position.parse().map_err(Failure::HeapPosition)?;
            let game = games.position(&code, position.heaps()).map_err(Failure::Heap)?;
            (format!("{code}: {position}"), game)
        }
        None => {
            if names_rule(&args.game) {
                return Err(Failure::NeedsPosition { rule: read_rule(&args.game)? });
            }
            let game = games
                .parse(&args.game)
                .map_err(|error| Failure::Misere { text: args.game.clone(), error })?;
            (args.game.trim().to_string(), game)
        }
    };
    let genus = games.genus(game)?;
    let facts = MisereFacts {
        name,
        canonical: games.show(game, LONGEST),
        lost: games.is_lost(game),
        birthday: games.birthday(game),
        options: games.options(game).len(),
        genus,
    };
    if output.is_json() {
        output.print_json(&json!({
            "game": facts.name,
            "canonical": facts.canonical,
            "outcome": if facts.lost { "P" } else { "N" },
            "genus": facts.genus.to_string(),
            "grundy": facts.genus.grundy,
            "misere_grundy": facts.genus.misere[0],
            "tame_genus": facts.genus.is_tame(),
            "birthday": facts.birthday,
            "options": facts.options,
        }))?;
    } else {
        output.print(&output.text().misere(&facts))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Whether a text is a rule rather than a game: `4.7` can be read as four copies of *7, but who
/// writes `0.77` has forgotten the heaps. Games begin with a digit, `*` or `[`.
fn names_rule(text: &str) -> bool {
    read_rule(text).is_ok()
        || text.trim_start().starts_with(|c: char| c == '.' || c.is_alphabetic())
}
