//! `ishitori conjecture`: a formula against a table, or a formula found for it.

use std::path::Path;
use std::process::ExitCode;

use ishitori::language::Game;
use ishitori::prelude::Budget;
use ishitori::rules::end::EndRule;
use ishitori::solve::tuple::{Conjecture, Fit, FitFailure, Found, fit_by, test_conjecture_under};
use serde_json::{Value as Json, json};

use super::outcomes::{ending, under};
use crate::args::Common;
use crate::failure::{Failure, LIMIT, NO};
use crate::game_args::ConjectureArgs;
use crate::output::Output;
use crate::rule::{UserRule, names_file, read_text};
use crate::text::heaps::limit_name;

/// The small table for a fit, if nothing is said: so large in the last coordinate.
const SMALL: u32 = 80;

pub fn run(
    args: &ConjectureArgs,
    output: &Output,
    budget: &Budget,
    common: &Common,
) -> Result<ExitCode, Failure> {
    let game = UserRule::read(&args.rule, &args.settings)?.into_game()?;
    let (game, end) = under(&game, args.end.as_deref())?;
    if args.to.0.len() != game.width() {
        return Err(Failure::Corner { expected: game.width(), found: args.to.0.len() });
    }
    match &args.formula {
        Some(formula) => {
            let asked = Asked { game: &game, end: &end, formula, args };
            test(&asked, output, (common.threads(), budget))
        }
        None if end.is_some() => {
            Err(Failure::Game { game, error: ishitori::solve::tuple::TupleError::NotNormal })
        }
        None => find(&game, args, output, (common.threads(), budget)),
    }
}

/// What a formula is said about.
struct Asked<'a> {
    game: &'a Game,
    end: &'a Option<EndRule>,
    formula: &'a str,
    args: &'a ConjectureArgs,
}

fn test(
    &Asked { game, end, formula, args }: &Asked<'_>,
    output: &Output,
    (threads, budget): (usize, &Budget),
) -> Result<ExitCode, Failure> {
    let (name, source) = match names_file(formula, "formula") {
        true => (formula.to_string(), read_text(Path::new(formula))?),
        false => ("FORMULA".to_string(), formula.to_string()),
    };
    let compiled = game.formula(&source).map_err(|error| Failure::Language {
        name: name.clone(),
        source: source.clone(),
        error,
    })?;
    let tested = test_conjecture_under(game, &compiled, &args.to.0, ending(end)?, threads, budget);
    let result = tested.map_err(|error| {
        // A fault in the formula points into the formula, but tables fault in the game.
        Failure::Conjecture { game: game.clone(), formula: source.clone(), error }
    })?;
    if output.is_json() {
        let mut object = to_json(&result);
        object["rule"] = json!(game.to_string());
        object["formula"] = json!(source);
        object["end"] = json!(
            args.end.as_deref().and_then(|e| e.parse::<EndRule>().ok()).map(|e| e.to_string())
        );
        object["to"] = json!(args.to.0);
        output.print_json(&object)?;
    } else {
        output.print(&output.text().conjecture(game, &args.to.0, &result))?;
    }
    Ok(status(&result))
}

fn status(result: &Conjecture) -> ExitCode {
    if result.counterexample.is_some() {
        ExitCode::from(NO)
    } else if result.stopped.is_some() {
        ExitCode::from(LIMIT)
    } else {
        ExitCode::SUCCESS
    }
}

fn to_json(result: &Conjecture) -> Json {
    let value = |found: Found| match found {
        Found::Number(n) => json!(n),
        Found::Lost(lost) => json!(lost),
        Found::Letter(letter) => json!(letter.to_string()),
    };
    let mut object = json!({
        "holds": result.counterexample.is_none(),
        "tested": result.tested,
        "not_covered": result.skipped,
        "counterexample": result.counterexample.as_ref().map(|c| json!({
            "position": c.position,
            "expected": value(c.expected),
            "found": value(c.found),
        })),
    });
    if let Some(limit) = &result.stopped {
        object["stopped"] = json!(limit_name(limit));
    }
    object
}

fn find(
    game: &Game,
    args: &ConjectureArgs,
    output: &Output,
    (threads, budget): (usize, &Budget),
) -> Result<ExitCode, Failure> {
    let small: Vec<u32> = match &args.from {
        Some(from) if from.0.len() != game.width() => {
            return Err(Failure::Corner { expected: game.width(), found: from.0.len() });
        }
        Some(from) => from.0.clone(),
        None => {
            let most = match game.width() {
                0..=2 => SMALL,
                3 => SMALL / 4,
                _ => SMALL / 10,
            };
            args.to.0.iter().map(|&last| last.min(most)).collect()
        }
    };
    let found = fit_by(game, &small, &args.to.0, threads, budget)
        .map_err(|error| Failure::Game { game: game.clone(), error })?;
    let guesses: &[Fit] = match &found {
        Ok(_) => &[],
        Err(FitFailure::None { guesses }) => guesses,
        Err(FitFailure::Limit(limit)) => return Err(Failure::Limit(*limit)),
    };
    if output.is_json() {
        let fitted = |fit: &Fit| {
            let mut object = to_json(&fit.test);
            object["formula"] = json!(fit.formula);
            object["fitted_on"] = json!(fit.fitted_on);
            object
        };
        let mut object = match &found {
            Ok(fit) => fitted(fit),
            Err(_) => json!({
                "holds": false,
                "formula": null,
                "guesses": guesses.iter().map(fitted).collect::<Vec<_>>(),
            }),
        };
        object["rule"] = json!(game.to_string());
        object["from"] = json!(small);
        object["to"] = json!(args.to.0);
        output.print_json(&object)?;
    } else {
        let text = output.text();
        output.print(&text.fit(game, &small, &args.to.0, found.as_ref().ok(), guesses))?;
    }
    Ok(if found.is_ok() { ExitCode::SUCCESS } else { ExitCode::from(NO) })
}
