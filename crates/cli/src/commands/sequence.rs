//! Grundy numbers of single heaps, of heap games and of games in the language alike.

use ishitori::prelude::{Budget, LimitReached};
use ishitori::rules::heap::HeapCode;
use ishitori::solve::heap::{Engine, Values, grundy_threaded};
use ishitori::solve::tuple::grundy_table;
use ishitori_answers::Instead;

use crate::failure::Failure;
use crate::game_args::Settings;
use ishitori_answers::rule::{Rule, without_gaps};

/// The Grundy numbers of the heaps 0, 1, ….
pub struct GrundySequence {
    pub rule: String,
    /// The code of the game, if it is a heap game by its name or by its form.
    pub code: Option<HeapCode>,
    pub values: Values,
    pub engine: &'static str,
    pub stopped: Option<LimitReached>,
}

/// Computes them up to `to`, on so many threads where an engine can use them.
pub fn grundy_sequence(
    rule: &str,
    settings: &Settings,
    to: u64,
    engine: Option<Engine>,
    threads: usize,
    budget: &Budget,
) -> Result<GrundySequence, Failure> {
    let rule = crate::rule::read(rule, settings)?;
    if let Some(code) = rule.code() {
        let run = grundy_threaded(&code, to + 1, engine, threads, budget).map_err(Failure::Heap)?;
        return Ok(GrundySequence {
            rule: match &rule {
                Rule::Game(game) if game.name().is_some() => format!("{game} = {code}"),
                _ => code.to_string(),
            },
            code: Some(code),
            values: run.values,
            engine: run.engine.name(),
            stopped: run.stopped,
        });
    }
    match rule {
        Rule::Heap(rule) => Err(Failure::NotOneHeap { rule }),
        Rule::Game(game) => {
            if game.width() != 1 {
                let instead = Instead::Table;
                return Err(Failure::SeveralCoordinates { game, instead });
            }
            let last = u32::try_from(to).unwrap_or(u32::MAX);
            without_gaps(&game, last, budget)?;
            let table = match grundy_table(&game, &[last], &budget.shared_by(3)) {
                Ok(table) => table,
                Err(error) => return Err(Failure::Game { game, error }),
            };
            // Heaps that are no positions end the sequence.
            let values: Vec<u32> = (0..=i64::from(last)).map_while(|n| table.get(&[n])).collect();
            let stopped = table.stopped;
            Ok(GrundySequence {
                rule: game.to_string(),
                code: None,
                values: Values::from(values),
                engine: "table",
                stopped,
            })
        }
    }
}
