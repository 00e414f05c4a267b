//! `ishitori outcomes`: the outcome classes of one heap under an end rule.

pub use ishitori_answers::end::{ending, heap_question, read_end, under};
use ishitori_answers::{Accepted, Instead};
use std::process::ExitCode;

use ishitori::language::TextGame;
use ishitori::prelude::{Budget, LimitReached, Outcome};
use ishitori::rules::end::EndRule;
use ishitori::solve::ending::outcomes;
use ishitori::solve::known::observed_cycle;
use ishitori::solve::tuple::{Ending, SumPosition, SumSearch, TupleError, outcome_table};
use serde_json::json;

use super::period::observed_json;
use crate::ending_args::OutcomesArgs;
use crate::failure::{Failure, LIMIT, NO};
use crate::output::Output;
use ishitori_answers::rule::{Rule, without_gaps};
use ishitori_words::heaps::limit_name;

/// Outcomes are held so often, as letters and in a text.
const TOLD: u64 = 6;

pub fn run(args: &OutcomesArgs, output: &Output, budget: &Budget) -> Result<ExitCode, Failure> {
    let rule = crate::rule::read(&args.rule, &args.settings)?;
    let (rule, end) = match (heap_question(&rule, args.end.as_deref())?, rule) {
        (Some(question), _) => question,
        (None, Rule::Game(game)) => return of_game(&game, args, output, budget),
        (None, Rule::Heap(rule)) => return Err(Failure::NotOneHeap { rule }),
    };
    let share = budget.shared_by(TOLD);
    let run = outcomes(&rule, &end, args.to as usize + 1, &share).map_err(Failure::Ending)?;
    let mut certificate = None;
    if let Some(path) = &args.certificate {
        match run.certificate(&rule, &end, budget).map_err(Failure::Ending)? {
            Some(document) => {
                output.write_file(path, document.to_json().as_bytes())?;
                certificate = Some(path.display().to_string());
            }
            None => {
                output.notes(&[ishitori_answers::Note::NoCertificate(match run.knowledge.name() {
                    "proved" => ishitori_answers::NoCertificate::RuleOrEnd,
                    _ => ishitori_answers::NoCertificate::NothingProved,
                })])
            }
        }
    }
    let word: String = run.outcomes.iter().map(|o| o.letter()).collect();
    if output.is_json() {
        let cycle = run.knowledge.cycle();
        let mut object = json!({
            "rule": rule.to_string(),
            "end": end.to_string(),
            "outcomes": word,
            "period": cycle.map(|c| c.period),
            "preperiod": cycle.map(|c| c.preperiod),
            "status": run.knowledge.name(),
        });
        if cycle.is_none() {
            object["observed"] = json!(run.observed.as_ref().map(observed_json));
        }
        if let Some(path) = &certificate {
            object["certificate"] = json!(path);
        }
        if let Some(limit) = &run.stopped {
            object["stopped"] = json!(limit_name(limit));
            object["asked_to"] = json!(args.to);
        }
        output.print_json(&object)?;
    } else {
        let text = output.text();
        output.print(&text.outcomes(&rule, &end, &word, &run, certificate.as_deref()))?;
        if let Some(limit) = &run.stopped {
            output.complain(&output.text().stopped(run.outcomes.len() as u64, limit));
        }
    }
    let refused = args.certificate.is_some() && certificate.is_none();
    Ok(match run.stopped.is_some() {
        true => ExitCode::from(LIMIT),
        false if refused => ExitCode::from(NO),
        false => ExitCode::SUCCESS,
    })
}

fn of_game(
    game: &TextGame,
    args: &OutcomesArgs,
    output: &Output,
    budget: &Budget,
) -> Result<ExitCode, Failure> {
    if args.certificate.is_some() {
        return Err(Failure::Argument {
            field: "certificate",
            value: game.to_string(),
            accepted: Accepted::HeapRuleHere,
        });
    }
    if game.width() != 1 {
        let (game, instead) = (game.clone(), Instead::OutcomeTable);
        return Err(Failure::SeveralCoordinates { game, instead });
    }
    let end = args.end.as_deref().map(read_end).transpose()?;
    without_gaps(game, u32::try_from(args.to).unwrap_or(u32::MAX), budget)?;
    let (letters, stopped) = letters(game, ending(&end)?, args.to, budget)
        .map_err(|error| Failure::Game { game: game.clone(), error })?;
    let word: String = letters.iter().map(|o| o.letter()).collect();
    let observed = observed_cycle(&letters);
    if output.is_json() {
        let mut object = json!({
            "rule": game.to_string(),
            "end": end.as_ref().map(EndRule::to_string),
            "outcomes": word,
            "period": null,
            "preperiod": null,
            "status": "no-theorem",
            "observed": observed.as_ref().map(observed_json),
        });
        if let Some(limit) = &stopped {
            object["stopped"] = json!(limit_name(limit));
            object["asked_to"] = json!(args.to);
        }
        output.print_json(&object)?;
    } else {
        output.print(&output.text().game_outcomes(game, end.as_ref(), &word, observed.as_ref()))?;
        if let Some(limit) = &stopped {
            output.complain(&output.text().stopped(letters.len() as u64, limit));
        }
    }
    Ok(if stopped.is_some() { ExitCode::from(LIMIT) } else { ExitCode::SUCCESS })
}

fn letters(
    game: &TextGame,
    ending: Ending<'_>,
    to: u64,
    budget: &Budget,
) -> Result<(Vec<Outcome>, Option<LimitReached>), TupleError> {
    let last = u32::try_from(to).unwrap_or(u32::MAX);
    if !game.has_sums() {
        let table = outcome_table(game, &[last], ending, &budget.shared_by(TOLD))?;
        let letters = (0..=i64::from(last)).map_while(|n| table.get(&[n])).collect();
        return Ok((letters, table.stopped));
    }
    let mut search = SumSearch::new(game, ending, &budget.shared_by(TOLD))?;
    let mut letters = Vec::new();
    for n in 0..=i64::from(last) {
        match search.outcome(&SumPosition::new(vec![vec![n]])) {
            Ok(outcome) => letters.push(outcome),
            Err(TupleError::Limit(limit)) => return Ok((letters, Some(limit))),
            Err(TupleError::NotAPosition { .. }) if n > 0 => break,
            Err(error) => return Err(error),
        }
    }
    Ok((letters, None))
}
