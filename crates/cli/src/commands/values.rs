//! `ishitori values`: canonical values of heaps whose ends are replaced by games.

use std::process::ExitCode;

use ishitori::language::Game;
use ishitori::prelude::{Budget, GameStore};
use ishitori::solve::ending::{Knowledge, TerminalValues, normalised_values};
use ishitori::solve::tuple::value_table;
use serde_json::json;

use super::outcomes::{ending, heap_question, read_end};
use crate::ending_args::ValuesArgs;
use crate::failure::{Failure, LIMIT};
use crate::output::Output;
use crate::rule::UserRule;
use crate::text::heaps::limit_name;

pub fn run(args: &ValuesArgs, output: &Output, budget: &Budget) -> Result<ExitCode, Failure> {
    let store = GameStore::new();
    let rule = UserRule::read(&args.rule, &args.settings)?;
    let (rule, end) = match (heap_question(&rule, args.end.as_deref())?, rule) {
        (Some(question), _) => question,
        (None, UserRule::Game(game)) => return of_game(&game, args, &store, output, budget),
        (None, UserRule::Heap(rule)) => return Err(Failure::NotOneHeap { rule }),
    };
    let terminal = TerminalValues::parse(&args.terminal, &store).map_err(Failure::Terminal)?;
    let mut session = store.session_within(budget.clone());
    let (count, limit) = (args.to as usize + 1, args.limit as usize);
    let run = normalised_values(&rule, &end, &terminal, count, limit, &mut session)
        .map_err(Failure::Ending)?;
    let mut session = store.session_within(budget.clone());
    let mut texts = Vec::with_capacity(run.values.len());
    for &value in &run.values {
        let text = session.print_as(value, args.style.style());
        texts.push(text.unwrap_or_else(|_| output.text().too_long()));
    }
    // Without a period, how the values grow is what there is to tell.
    let mut birthdays = Vec::new();
    if !matches!(run.knowledge, Knowledge::Proved(_)) {
        for &value in &run.values {
            birthdays.push(session.birthday(value)?.to_string());
        }
    }
    let mut distinct = run.values.clone();
    distinct.sort_unstable();
    distinct.dedup();
    if output.is_json() {
        let cycle = run.knowledge.cycle();
        let mut object = json!({
            "rule": rule.to_string(),
            "end": end.to_string(),
            "terminal": args.terminal,
            "values": texts,
            "period": cycle.map(|c| c.period),
            "preperiod": cycle.map(|c| c.preperiod),
            "status": run.knowledge.name(),
            "distinct": distinct.len(),
        });
        if cycle.is_none() {
            let numbers: Vec<u64> = birthdays.iter().filter_map(|b| b.parse().ok()).collect();
            object["birthdays"] = json!(numbers);
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
            &texts,
            &birthdays,
            distinct.len(),
            run.knowledge,
        ))?;
        if let Some(limit) = &run.stopped {
            output.complain(&text.stopped(run.values.len() as u64, limit));
        }
    }
    Ok(if run.stopped.is_some() { ExitCode::from(LIMIT) } else { ExitCode::SUCCESS })
}

/// The same for a game in the language that is no heap game.
fn of_game(
    game: &Game,
    args: &ValuesArgs,
    store: &GameStore,
    output: &Output,
    budget: &Budget,
) -> Result<ExitCode, Failure> {
    if game.width() != 1 {
        let (game, instead) = (game.clone(), "`table --show value`");
        return Err(Failure::SeveralCoordinates { game, instead });
    }
    let end = args.end.as_deref().map(read_end).transpose()?;
    let terminal = TerminalValues::parse(&args.terminal, store).map_err(Failure::Terminal)?;
    let mut session = store.session_within(budget.clone());
    let last = u32::try_from(args.to).unwrap_or(u32::MAX);
    let table = value_table(game, &[last], ending(&end)?, &terminal, &mut session)
        .map_err(|error| Failure::Game { game: game.clone(), error })?;
    let values = (0..=i64::from(last)).map_while(|n| table.get(&[n]));
    let texts: Vec<String> = values
        .map(|value| {
            let text = session.print_as(value, args.style.style());
            text.unwrap_or_else(|_| output.text().too_long())
        })
        .collect();
    if output.is_json() {
        let mut object = json!({
            "rule": game.to_string(),
            "end": end.as_ref().map(|end| end.to_string()),
            "terminal": args.terminal,
            "values": texts,
            "period": null,
            "preperiod": null,
            "status": "no-theorem",
        });
        if let Some(limit) = &table.stopped {
            object["stopped"] = json!(limit_name(limit));
        }
        output.print_json(&object)?;
    } else {
        output.print(&output.text().game_values(game, &texts))?;
        if let Some(limit) = &table.stopped {
            output.complain(&output.text().stopped(texts.len() as u64, limit));
        }
    }
    Ok(if table.stopped.is_some() { ExitCode::from(LIMIT) } else { ExitCode::SUCCESS })
}
