//! `ishitori identify`: the games that a piece of a sequence comes from.

use std::process::ExitCode;

use ishitori::prelude::Budget;
use ishitori::rules::heap::NAMED_RULES;
use ishitori::solve::heap::{Match, identify};
use serde_json::{Value as Json, json};

use super::heaps::read_code;
use crate::failure::{Failure, LIMIT, NO};
use crate::heap_args::IdentifyArgs;
use crate::output::Output;
use crate::text::heaps::{limit_name, same_game};

pub fn run(args: &IdentifyArgs, output: &Output, budget: &Budget) -> Result<ExitCode, Failure> {
    let piece = read_values(&args.values).ok_or_else(|| Failure::Argument {
        argument: "VALUES",
        value: args.values.clone(),
        accepted: "numbers separated by commas or spaces, such as 0,1,1,2,0,3",
    })?;
    let found = identify(&piece, args.starts, budget).map_err(Failure::Heap)?;
    let shown = &found.matches[..found.matches.len().min(args.most)];
    if output.is_json() {
        let mut object = json!({
            "values": piece,
            "matches": shown.iter().map(match_json).collect::<Vec<_>>(),
            "found": found.matches.len(),
            "tried": found.tried,
        });
        if let Some(limit) = &found.stopped {
            object["stopped"] = json!(limit_name(limit));
        }
        output.print_json(&object)?;
    } else {
        let rows: Vec<_> = shown
            .iter()
            .map(|m| (m.code.to_string(), m.start, name(m).map(str::to_string)))
            .collect();
        output.print(&output.text().matches(&rows, found.matches.len(), found.tried))?;
    }
    Ok(match (found.stopped, found.matches.is_empty()) {
        (Some(_), _) => ExitCode::from(LIMIT),
        (None, true) => ExitCode::from(NO),
        (None, false) => ExitCode::SUCCESS,
    })
}

fn match_json(m: &Match) -> Json {
    let mut object = json!({ "rule": m.code.to_string(), "start": m.start });
    if let Some(name) = name(m) {
        object["name"] = json!(name);
    }
    if let Some((standard, shift)) = same_game(&m.code) {
        object["same_game_as"] = json!({ "rule": standard, "shift": shift });
    }
    object
}

fn name(m: &Match) -> Option<&'static str> {
    let same = |rule: &&ishitori::rules::heap::NamedRule| {
        read_code(rule.name).is_ok_and(|code| code.same_moves(&m.code))
    };
    NAMED_RULES.iter().find(same).map(|rule| rule.name)
}

/// Numbers separated by commas, spaces or semicolons, in any width of characters.
fn read_values(text: &str) -> Option<Vec<u32>> {
    let narrow: String = text
        .chars()
        .map(|c| match c {
            '０'..='９' => char::from_u32(c as u32 - '０' as u32 + '0' as u32).unwrap_or(c),
            '，' | '、' | ';' | '；' => ',',
            c if c.is_whitespace() => ',',
            c => c,
        })
        .collect();
    let pieces = narrow.split(',').filter(|piece| !piece.is_empty());
    let values: Vec<u32> = pieces.map(|piece| piece.parse().ok()).collect::<Option<_>>()?;
    (!values.is_empty()).then_some(values)
}
