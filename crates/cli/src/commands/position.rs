//! `ishitori position`: the value of a position of a board game.

use std::process::ExitCode;

use ishitori::prelude::{Budget, GameStore};
use ishitori::solve::board::BoardError;
use serde_json::{Value as Json, json};

use super::report::{game_text, summary_json};
use crate::args::{Common, PositionArgs};
use crate::failure::{Failure, LIMIT};
use crate::output::Output;

pub fn run(
    args: &PositionArgs,
    output: &Output,
    budget: &Budget,
    common: &Common,
) -> Result<ExitCode, Failure> {
    let store = GameStore::new();
    let value =
        args.game.value(&store, &args.position, common.threads(), budget).map_err(|error| {
            match error {
                BoardError::Position(error) => {
                    Failure::Position { text: args.position.clone(), error }
                }
                BoardError::Limit(limit) => Failure::Limit(limit),
            }
        })?;
    let mut session = store.session_within(budget.clone());
    if !output.is_json() {
        let shown = game_text(&mut session, value, args.style.style(), &output.text());
        output.print(&shown.text)?;
        return Ok(if shown.complete { ExitCode::SUCCESS } else { ExitCode::from(LIMIT) });
    }
    let summary = session.summary(value);
    let mut object = serde_json::Map::new();
    object.insert("game".into(), json!(args.game.name()));
    object.insert("position".into(), json!(args.position));
    object.insert("kind".into(), json!("game"));
    object.append(&mut summary_json(&summary));
    output.print_json(&Json::Object(object))?;
    Ok(if summary.is_complete() { ExitCode::SUCCESS } else { ExitCode::from(LIMIT) })
}
