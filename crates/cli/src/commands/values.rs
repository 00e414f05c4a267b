//! `ishitori values`: canonical values of heaps whose ends are replaced by games.

use ishitori_answers::{Accepted, Instead};
use std::process::ExitCode;

use ishitori::language;
use ishitori::prelude::{Budget, Game, GameStore, LimitReached, Outcome};
use ishitori::rules::end::EndRule;
use ishitori::solve::ending::{
    Knowledge, Reading, SumRule, TerminalValues, normalised_values, recurrence,
};
use ishitori::solve::known::observed_cycle;
use ishitori::solve::tuple::value_table;
use ishitori::values::Session;
use ishitori::values::notation::{PrintError, Style};
use serde_json::json;

use super::outcomes::{ending, heap_question, read_end};
use crate::ending_args::ValuesArgs;
use crate::failure::{Failure, LIMIT};
use crate::output::Output;
use ishitori_answers::rule::{Rule, without_gaps};
use ishitori_answers::values::GrowthInWords;
use ishitori_words::heaps::limit_name;

pub fn run(args: &ValuesArgs, output: &Output, budget: &Budget) -> Result<ExitCode, Failure> {
    let store = GameStore::new();
    let rule = crate::rule::read(&args.rule, &args.settings)?;
    let (rule, end) = match (heap_question(&rule, args.end.as_deref())?, rule) {
        (Some(question), _) => question,
        (None, Rule::Game(game)) => return of_game(&game, args, &store, output, budget),
        (None, Rule::Heap(rule)) => return Err(Failure::NotOneHeap { rule }),
    };
    let terminal = terminal(args, &store, budget)?;
    let mut session = store.session_within(budget.clone());
    let (count, limit) = (args.to as usize + 1, args.limit as usize);
    let mut run = normalised_values(&rule, &end, args.sum, &terminal, count, limit, &mut session)
        .map_err(Failure::Ending)?;
    let mut session = store.session_within(budget.to_tell());
    let (texts, unsaid) = printed(&run.values, args.style.style(), output, &mut session);
    run.stopped = run.stopped.or(unsaid);
    run.values.truncate(texts.len());
    let replaced = replaced(&end, &terminal, args.style.style(), &mut session);
    // Without a period, how the values grow is what there is to tell.
    let mut birthdays = Vec::new();
    let mut growth = None;
    if !matches!(run.knowledge, Knowledge::Proved(_) | Knowledge::Grows { .. }) {
        for &value in &run.values {
            birthdays.push(session.birthday(value)?.to_string());
        }
        // To look for it can take longer than the values took; without it they are told all the
        // same.
        let found = recurrence(&run.computed, &mut session).and_then(|found| {
            found
                .map(|found| GrowthInWords::new(&found, args.style.style(), &mut session))
                .transpose()
        });
        match found {
            Ok(found) => growth = found,
            Err(limit) => run.stopped = run.stopped.or(Some(limit)),
        }
    }
    let mut distinct = run.values.clone();
    distinct.sort_unstable();
    distinct.dedup();
    if output.is_json() {
        let (cycle, saltus) = match run.knowledge {
            Knowledge::Proved(cycle) => (Some(cycle), 0),
            Knowledge::Grows { cycle, saltus } => (Some(cycle), saltus),
            _ => (None, 0),
        };
        let mut object = json!({
            "rule": rule.to_string(),
            "end": end.to_string(),
            "terminal": args.terminal,
            "reading": reading_name(run.reading),
            "values": texts,
            "period": cycle.map(|c| c.period),
            "preperiod": cycle.map(|c| c.preperiod),
            "status": run.knowledge.name(),
            "distinct": distinct.len(),
        });
        if saltus > 0 {
            object["saltus"] = json!(saltus);
        }
        if cycle.is_none() {
            object["observed"] = json!(run.observed.as_ref().map(observed_json));
            let numbers: Vec<u64> = birthdays.iter().filter_map(|b| b.parse().ok()).collect();
            object["birthdays"] = json!(numbers);
        }
        if let Some(growth) = &growth {
            object["recurrence"] = growth.to_json();
        }
        if let Knowledge::NotFound { heaps } = run.knowledge {
            object["looked_at"] = json!(heaps);
        }
        if let Some(limit) = &run.stopped {
            object["stopped"] = json!(limit_name(limit));
        }
        output.print_json(&object)?;
    } else {
        let text = output.text();
        output.print(&text.values(
            &rule,
            &end,
            &replaced,
            &texts,
            &birthdays,
            distinct.len(),
            &run,
            growth.as_ref(),
        ))?;
        match &run.stopped {
            Some(limit) if run.values.len() < count => {
                output.complain(&text.stopped(run.values.len() as u64, limit));
            }
            Some(limit) => output.complain(&text.limit(limit)),
            None => {}
        }
    }
    Ok(if run.stopped.is_some() { ExitCode::from(LIMIT) } else { ExitCode::SUCCESS })
}

/// What the values are the values of, for data.
fn reading_name(reading: Reading) -> &'static str {
    match reading {
        Reading::Normal => "normal",
        Reading::OneHeap => "one-heap",
        Reading::Total => "total",
        Reading::Score => "score",
    }
}

/// The letters of an end rule with the games that stand for them, such as `L = 1, R = -1`.
fn replaced(
    end: &EndRule,
    terminal: &TerminalValues,
    style: Style,
    session: &mut Session<'_>,
) -> String {
    let EndRule::Stones(table) = end else { return String::new() };
    let all = [Outcome::L, Outcome::R, Outcome::N, Outcome::P];
    let used = all.into_iter().filter(|letter| table.letters().contains(letter));
    let parts = used.map(|letter| {
        let game = session.print_as(terminal.get(letter), style);
        format!("{letter} = {}", game.unwrap_or_else(|_| "…".to_string()))
    });
    parts.collect::<Vec<_>>().join(", ")
}

/// The games that stand for ends.
fn terminal(
    args: &ValuesArgs,
    store: &GameStore,
    budget: &Budget,
) -> Result<TerminalValues, Failure> {
    let read = TerminalValues::parse_within(&args.terminal, store, budget.clone());
    read.map_err(|error| match error.limit {
        Some(limit) => Failure::Limit(limit),
        None => Failure::Terminal(error),
    })
}

/// The texts of values, as far as there is time to print them, and why not further.
fn printed(
    values: &[Game],
    style: Style,
    output: &Output,
    session: &mut Session<'_>,
) -> (Vec<String>, Option<LimitReached>) {
    let mut texts: Vec<String> = Vec::with_capacity(values.len());
    let mut held = 0;
    for &value in values {
        let text = match session.print_as(value, style) {
            Ok(text) => text,
            Err(PrintError::Limit(limit)) => return (texts, Some(limit)),
            Err(PrintError::TooLong { .. }) => output.text().too_long(),
        };
        // Once more on its way out.
        held += 2 * text.len() as u64;
        if let Err(limit) = session.budget().check(held + session.store().memory()) {
            return (texts, Some(limit));
        }
        texts.push(text);
    }
    (texts, None)
}

/// The same for a game in the language that is no heap game.
fn of_game(
    game: &language::TextGame,
    args: &ValuesArgs,
    store: &GameStore,
    output: &Output,
    budget: &Budget,
) -> Result<ExitCode, Failure> {
    if game.width() != 1 {
        let (game, instead) = (game.clone(), Instead::ValueTable);
        return Err(Failure::SeveralCoordinates { game, instead });
    }
    if args.sum == SumRule::Score {
        return Err(Failure::Argument {
            field: "sum",
            value: args.sum.to_string(),
            accepted: Accepted::TotalSum,
        });
    }
    let end = args.end.as_deref().map(read_end).transpose()?;
    let terminal = terminal(args, store, budget)?;
    let mut session = store.session_within(budget.clone());
    let last = u32::try_from(args.to).unwrap_or(u32::MAX);
    without_gaps(game, last, budget)?;
    let table = value_table(game, &[last], ending(&end)?, &terminal, &mut session)
        .map_err(|error| Failure::Game { game: game.clone(), error })?;
    let values: Vec<Game> = (0..=i64::from(last)).map_while(|n| table.get(&[n])).collect();
    let observed = observed_cycle(&values);
    let mut session = store.session_within(budget.to_tell());
    let (texts, unsaid) = printed(&values, args.style.style(), output, &mut session);
    let stopped = table.stopped.or(unsaid);
    if output.is_json() {
        let mut object = json!({
            "rule": game.to_string(),
            "end": end.as_ref().map(|end| end.to_string()),
            "terminal": args.terminal,
            "values": texts,
            "period": null,
            "preperiod": null,
            "status": "no-theorem",
            "observed": observed.as_ref().map(observed_json),
        });
        if let Some(limit) = &stopped {
            object["stopped"] = json!(limit_name(limit));
        }
        output.print_json(&object)?;
    } else {
        output.print(&output.text().game_values(game, &texts, observed.as_ref()))?;
        if let Some(limit) = &stopped {
            output.complain(&output.text().stopped(texts.len() as u64, limit));
        }
    }
    Ok(if stopped.is_some() { ExitCode::from(LIMIT) } else { ExitCode::SUCCESS })
}

fn observed_json(seen: &ishitori::solve::known::Observed) -> serde_json::Value {
    json!(ishitori_answers::known::Observed::from(*seen))
}
