//! `ishitori tour`: a walk through what the calculator can do, computed as it goes.

use ishitori_answers::Origin;
use std::process::ExitCode;

use ishitori::prelude::{BoardGame, Budget, Calculator, GameStore, Style, Value};
use ishitori::solve::board::BoardError;
use serde_json::json;

use crate::args::Common;
use crate::failure::Failure;
use crate::output::Output;

/// A stop of the tour.
enum Stop {
    /// A heading, in English and Japanese.
    Heading(&'static str, &'static str),
    /// An expression.
    Eval(&'static str),
    /// A position of a board game.
    Position(BoardGame, &'static str),
}

use Stop::{Eval, Heading, Position};

const TOUR: &[Stop] = &[
    Heading("A game is what Left and what Right can move to", "ゲームとは左と右の選択肢の組"),
    Eval("{0|1}"),
    Eval("{-1|5}"),
    Eval("{0|0}"),
    Eval("{0|*}"),
    Heading("Sums, order, and who wins", "和と順序と必勝側"),
    Eval("*3 + *5"),
    Eval("{2|1} + {0|-3/2}"),
    Eval("{3|1} >= 1"),
    Eval("{3|1} <> 2"),
    Eval("Outcome({3|1} - 2)"),
    Heading("Hot games: means, temperatures, thermographs", "熱いゲーム: 平均値、温度、温度グラフ"),
    Eval("Mean({5/2,{3|1}|0})"),
    Eval("Temperature({5/2,{3|1}|0})"),
    Eval("Cool({5/2,{3|1}|0}, 1)"),
    Eval("Freeze({{6|4}|{2|-4}})"),
    Heading("Tiny things", "無限小のゲーム"),
    Eval("3.^ > *"),
    Eval("Tiny(2)"),
    Eval("AtomicWeight({0|v3})"),
    Eval("{^|*} == ^[2]"),
    Heading("Products and nimbers", "積とニム数"),
    Eval("(1/2) : *"),
    Eval("NortonProduct({1|0}, ^)"),
    Eval("6 NimProduct 11"),
    Heading("Numbers without limits", "限界のない数"),
    Eval("2**200 + 1/2**20"),
    Heading("Positions of board games", "盤上のゲーム"),
    Position(BoardGame::Domineering, "...|...|..."),
    Position(BoardGame::Domineering, "....|....|....|...."),
    Position(BoardGame::Hackenbush, "lrl"),
    Position(BoardGame::ToadsAndFrogs, "tt..ff"),
    Position(BoardGame::Clobber, "xoxo|oxox"),
];

pub fn run(output: &Output, budget: &Budget, common: &Common) -> Result<ExitCode, Failure> {
    let store = GameStore::new();
    let mut calculator = Calculator::within(&store, budget.clone());
    let mut results = Vec::new();
    for stop in TOUR {
        let (command, value) = match stop {
            Heading(en, ja) => {
                if !output.is_json() {
                    output.print(&format!("\n# {}", output.text().pick(en, ja)))?;
                }
                continue;
            }
            Eval(source) => {
                let value = calculator.eval(source).map_err(|error| Failure::Expression {
                    from: Origin::Field("expression"),
                    source: (*source).to_string(),
                    error,
                })?;
                (format!("ishitori eval '{source}'"), value)
            }
            Position(game, text) => {
                let value = game.value(&store, text, common.threads(), budget).map_err(
                    |error| match error {
                        BoardError::Limit(limit) => Failure::Limit(limit),
                        BoardError::Position(error) => {
                            Failure::Position { text: (*text).to_string(), error }
                        }
                    },
                )?;
                (format!("ishitori position {} '{text}'", game.name()), Value::Game(value))
            }
        };
        let shown =
            calculator.show_as(&value, Style::Ascii).unwrap_or_else(|_| output.text().too_long());
        if output.is_json() {
            results.push(json!({"command": command, "value": shown}));
        } else {
            output.print(&format!("{command:<58} {shown}"))?;
        }
    }
    if output.is_json() {
        output.print_json(&json!({ "stops": results }))?;
    } else {
        output.print(&output.text().after_tour())?;
    }
    Ok(ExitCode::SUCCESS)
}
