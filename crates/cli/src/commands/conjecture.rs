//! `ishitori conjecture`: a formula against a table, decided for all positions, or found for it.

use crate::rule::read_text;
use ishitori_answers::{Accepted, TextOf};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use ishitori::automata::{Decision, Progress, Violation, Why, certificate, prove};
use ishitori::language::{Formula, TextGame, Type};
use ishitori::prelude::Budget;
use ishitori::rules::end::EndRule;
use ishitori::solve::tuple::{
    Conjecture, Fit, FitFailure, Found, TupleError, fit_by, test_conjecture_under,
};
use serde_json::{Value as Json, json};

use super::outcomes::{ending, under};
use crate::args::Common;
use crate::failure::{Failure, LIMIT, NO};
use crate::game_args::{ConjectureArgs, Settings};
use crate::output::Output;
use ishitori_answers::rule::names_file;
use ishitori_words::heaps::limit_name;

/// The small table for a fit, if nothing is said: so large in the last coordinate.
const SMALL: u32 = 80;

pub fn run(
    args: &ConjectureArgs,
    output: &Output,
    budget: &Budget,
    common: &Common,
) -> Result<ExitCode, Failure> {
    let mut answers = Vec::new();
    let all = each_setting(&args.settings)?;
    if let (Some(path), 2..) = (&args.certificate, all.len()) {
        return Err(Failure::Argument {
            field: "certificate",
            value: path.display().to_string(),
            accepted: Accepted::OneGame,
        });
    }
    for settings in all {
        let game = crate::rule::read(&args.rule, &settings)?.into_game()?;
        answers.push(one(&game, args, output, (common.threads(), budget))?);
    }
    if output.is_json() {
        match answers.as_slice() {
            [one] => output.print_json(&one.json)?,
            rows => {
                let rows: Vec<&Json> = rows.iter().map(|answer| &answer.json).collect();
                output.print_json(&json!({ "rows": rows }))?;
            }
        }
    } else {
        let texts: Vec<&str> = answers.iter().map(|answer| answer.text.as_str()).collect();
        output.print(&texts.join("\n\n"))?;
    }
    // One "no" is a no, and a limit that was reached counts before a yes.
    let code = [NO, LIMIT].into_iter().find(|code| answers.iter().any(|a| a.status == *code));
    Ok(code.map_or(ExitCode::SUCCESS, ExitCode::from))
}

/// What is printed of one game.
struct Answer {
    json: Json,
    text: String,
    status: u8,
}

/// The most games that a range of a parameter stands for.
const MAX_GAMES: u64 = 1000;

/// The settings with ranges such as k=1..21 replaced by their numbers, one after the other. Sets are
/// written with commas or braces.
fn each_setting(settings: &Settings) -> Result<Vec<Settings>, Failure> {
    let mut all = vec![Settings::default()];
    for setting in &settings.set {
        let range = setting.split_once(['=', '＝']).and_then(|(name, value)| {
            let (from, to) = value.split_once("..")?;
            let (from, to) = (from.trim().parse::<u64>().ok()?, to.trim().parse::<u64>().ok()?);
            Some((name, from, to))
        });
        let values = match range {
            None => vec![setting.clone()],
            Some((name, from, to)) if from <= to && to - from < MAX_GAMES => {
                (from..=to).map(|value| format!("{name}={value}")).collect()
            }
            Some(_) => {
                return Err(Failure::Argument {
                    field: "set",
                    value: setting.clone(),
                    accepted: Accepted::SettingRange,
                });
            }
        };
        all = all
            .iter()
            .flat_map(|before| {
                values.iter().map(|value| {
                    let mut set = before.set.clone();
                    set.push(value.clone());
                    Settings { set }
                })
            })
            .collect();
        if all.len() as u64 > MAX_GAMES {
            return Err(Failure::Argument {
                field: "set",
                value: setting.clone(),
                accepted: Accepted::SettingRanges,
            });
        }
    }
    Ok(all)
}

fn one(
    game: &TextGame,
    args: &ConjectureArgs,
    output: &Output,
    (threads, budget): (usize, &Budget),
) -> Result<Answer, Failure> {
    let (game, end) = under(game, args.end.as_deref())?;
    let to = match &args.to {
        Some(to) if to.0.len() != game.width() => {
            return Err(Failure::Corner { expected: game.width(), found: to.0.len() });
        }
        Some(to) => to.0.clone(),
        None => vec![small_side(game.width()); game.width()],
    };
    match args.formula.as_ref().or(args.p_positions.as_ref()) {
        Some(formula) => {
            let asked = Asked { game: &game, end: &end, formula, args, to };
            test(&asked, output, (threads, budget))
        }
        None if end.is_some() => Err(Failure::Game { game, error: TupleError::NotNormal }),
        None => find(&game, args, &to, output, (threads, budget)),
    }
}

/// The side of a small table.
fn small_side(width: usize) -> u32 {
    match width {
        0..=2 => SMALL,
        3 => SMALL / 4,
        _ => SMALL / 10,
    }
}

/// What a formula is said about.
struct Asked<'a> {
    game: &'a TextGame,
    end: &'a Option<EndRule>,
    formula: &'a str,
    args: &'a ConjectureArgs,
    to: Vec<u32>,
}

fn test(
    Asked { game, end, formula, args, to }: &Asked<'_>,
    output: &Output,
    (threads, budget): (usize, &Budget),
) -> Result<Answer, Failure> {
    let (from, source) = match names_file(formula, "formula") {
        true => (TextOf::Name(formula.to_string()), read_text(Path::new(formula))?),
        false => (TextOf::Field("formula"), formula.to_string()),
    };
    let compiled = game.formula(&source).map_err(|error| Failure::Language {
        from: from.clone(),
        source: source.clone(),
        error,
    })?;
    if args.p_positions.is_some() && compiled.kind() != Type::Bool {
        return Err(Failure::Argument {
            field: "p-positions",
            value: source,
            accepted: Accepted::Condition,
        });
    }
    let tested = test_conjecture_under(game, &compiled, to, ending(end)?, threads, budget);
    let mut result = match tested {
        // A proof needs no table.
        Err(TupleError::Limit(limit)) if args.prove => {
            Conjecture { tested: 0, skipped: 0, counterexample: None, stopped: Some(limit) }
        }
        tested => tested.map_err(|error| {
            // A fault in the formula points into the formula, but tables fault in the game.
            Failure::Conjecture { game: (*game).clone(), formula: source.clone(), error }
        })?,
    };
    let proof = match args.prove && end.is_none() {
        true => Some(decide(game, &compiled, &mut result, output, (threads, budget))),
        false => None,
    };
    let mut json = to_json(&result);
    json["rule"] = json!(game.to_string());
    json["formula"] = json!(source);
    json["end"] =
        json!(args.end.as_deref().and_then(|e| e.parse::<EndRule>().ok()).map(|e| e.to_string()));
    json["to"] = json!(to);
    let mut text = output.text().conjecture(game, to, &result, proof.as_ref(), &source);
    let mut code = status(&result);
    match &proof {
        Some(decision) => {
            add_proof(&mut json, game, decision, &source, output);
            if let Some(path) = write_certificate(game, &compiled, decision, args, output, budget)?
            {
                json["certificate"] = json!(path);
                text = format!("{text}\n  {path}");
            }
            if code == 0 && matches!(decision, Decision::Open(_)) {
                code = LIMIT;
            }
        }
        // An end by the stones that are left is not part of the game.
        None if args.prove => {
            let why = output.text().proof_of_end();
            json["proved"] = Json::Null;
            json["why"] = json!(why);
            text = format!("{text}\n{why}");
            code = code.max(LIMIT);
        }
        None => {}
    }
    Ok(Answer { json, text, status: code })
}

/// Between two lines of progress.
const BETWEEN_LINES: Duration = Duration::from_millis(200);
/// The largest table in which a counterexample is looked for.
const MOST_CELLS: i128 = 10_000_000;

/// Decides a formula for all positions, unless the table has a counterexample already. Where the
/// formula contradicts itself, a counterexample is looked for in the table up to there.
fn decide(
    game: &TextGame,
    formula: &Formula,
    result: &mut Conjecture,
    output: &Output,
    (threads, budget): (usize, &Budget),
) -> Decision {
    if let Some(found) = &result.counterexample {
        let position = found.position.iter().map(|&c| i128::from(c)).collect();
        return Decision::Refuted(Violation::Table { position });
    }
    let text = output.text();
    let watched = output.is_watched() && !output.is_json();
    let mut last = Instant::now();
    let mut report = |progress: Progress<'_>| {
        if watched && last.elapsed() >= BETWEEN_LINES {
            last = Instant::now();
            output.progress(&text.proof_progress(progress.stage, progress.states));
        }
    };
    let decision = prove(game, formula, budget, &mut report);
    if watched {
        output.progress("");
    }
    if let Decision::Refuted(violation) = &decision {
        let position = violation.position();
        let cells = position.iter().try_fold(1i128, |n, &c| n.checked_mul(c + 1));
        if cells.is_some_and(|cells| cells <= MOST_CELLS) {
            let last: Vec<u32> =
                position.iter().map(|&c| u32::try_from(c).unwrap_or(u32::MAX)).collect();
            // What cannot be computed leaves the contradiction, which is enough.
            if let Ok(found) = test_conjecture_under(
                game,
                formula,
                &last,
                ishitori::solve::tuple::Ending::OfGame,
                threads,
                budget,
            ) && found.counterexample.is_some()
            {
                result.counterexample = found.counterexample;
            }
        }
    }
    decision
}

/// Writes the certificate of a proof, if one is wanted; the name of the file.
fn write_certificate(
    game: &TextGame,
    formula: &Formula,
    decision: &Decision,
    args: &ConjectureArgs,
    output: &Output,
    budget: &Budget,
) -> Result<Option<String>, Failure> {
    let (Some(path), Decision::Proved(proof)) = (&args.certificate, decision) else {
        return Ok(None);
    };
    match certificate(game, formula, proof, budget)? {
        Some(document) => {
            output.write_file(path, document.to_json().as_bytes())?;
            Ok(Some(path.display().to_string()))
        }
        None => {
            output.complain(&output.text().no_formula_certificate());
            Ok(None)
        }
    }
}

/// Adds what was decided to an object.
fn add_proof(
    json: &mut Json,
    game: &TextGame,
    decision: &Decision,
    formula: &str,
    output: &Output,
) {
    json["proved"] = match decision {
        Decision::Proved(_) => json!(true),
        Decision::Refuted(_) => json!(false),
        Decision::Open(_) => Json::Null,
    };
    json["why"] = json!(output.text().proof_why(game, formula, decision));
    match decision {
        Decision::Proved(proof) => {
            let states: Vec<usize> = proof.relations.iter().map(|r| r.automaton.states()).collect();
            let measure = proof.measure.iter().map(|form| {
                (0..game.width()).map(|at| form.coefficient(at as u32)).collect::<Vec<i64>>()
            });
            json["proof"] = json!({
                "states": states,
                "largest": proof.largest,
                "decreases": measure.collect::<Vec<_>>(),
            });
        }
        Decision::Refuted(violation) => {
            json["holds"] = json!(false);
            if json["counterexample"].is_null() {
                json["counterexample"] = json!({
                    "position": violation.position().iter().map(i128::to_string).collect::<Vec<_>>(),
                    "expected": null,
                    "found": null,
                });
            }
        }
        Decision::Open(Why::Limit { limit, .. }) => json["stopped"] = json!(limit_name(limit)),
        Decision::Open(_) => {}
    }
}

fn status(result: &Conjecture) -> u8 {
    if result.counterexample.is_some() {
        NO
    } else if result.stopped.is_some() {
        LIMIT
    } else {
        0
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
    game: &TextGame,
    args: &ConjectureArgs,
    to: &[u32],
    output: &Output,
    (threads, budget): (usize, &Budget),
) -> Result<Answer, Failure> {
    let small: Vec<u32> = match &args.from {
        Some(from) if from.0.len() != game.width() => {
            return Err(Failure::Corner { expected: game.width(), found: from.0.len() });
        }
        Some(from) => from.0.clone(),
        None => to.iter().map(|&last| last.min(small_side(game.width()))).collect(),
    };
    let mut found = fit_by(game, &small, to, threads, budget)
        .map_err(|error| Failure::Game { game: game.clone(), error })?;
    let (mut proof, mut written) = (None, None);
    if let (true, Ok(fit)) = (args.prove, &mut found) {
        let compiled = game.formula(&fit.formula).map_err(|error| Failure::Language {
            from: TextOf::Field("formula"),
            source: fit.formula.clone(),
            error,
        })?;
        let decision = decide(game, &compiled, &mut fit.test, output, (threads, budget));
        written = write_certificate(game, &compiled, &decision, args, output, budget)?;
        proof = Some(decision);
    }
    let guesses: &[Fit] = match &found {
        Ok(_) => &[],
        Err(FitFailure::None { guesses }) => guesses,
        Err(FitFailure::Limit(limit)) => return Err(Failure::Limit(*limit)),
    };
    let fitted = |fit: &Fit| {
        let mut object = to_json(&fit.test);
        object["formula"] = json!(fit.formula);
        object["fitted_on"] = json!(fit.fitted_on);
        object
    };
    let mut json = match &found {
        Ok(fit) => fitted(fit),
        Err(_) => json!({
            "holds": false,
            "formula": null,
            "guesses": guesses.iter().map(fitted).collect::<Vec<_>>(),
        }),
    };
    json["rule"] = json!(game.to_string());
    json["from"] = json!(small);
    json["to"] = json!(to);
    let mut status = if found.is_ok() { 0 } else { NO };
    if let (Some(decision), Ok(fit)) = (&proof, &found) {
        add_proof(&mut json, game, decision, &fit.formula, output);
        status = match decision {
            Decision::Proved(_) => 0,
            Decision::Refuted(_) => NO,
            Decision::Open(_) => LIMIT,
        };
    }
    if let Some(path) = &written {
        json["certificate"] = json!(path);
    }
    let text = output.text().fit(game, &small, to, found.as_ref().ok(), guesses, proof.as_ref());
    Ok(Answer { json, text, status })
}
