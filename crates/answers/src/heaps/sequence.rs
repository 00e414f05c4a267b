//! Grundy numbers of single heaps, of heap games and of games in the language alike.

use ishitori_rules::heap::HeapCode;
use ishitori_solve::heap::{Values, grundy_threaded};
use ishitori_solve::tuple::grundy_table;
use ishitori_solve::{heap, heap::HeapError};
use ishitori_values::{Budget, LimitReached};
use serde::{Deserialize, Serialize};

use crate::rule::{Rule, without_gaps};
use crate::{AskError, Instead};

/// The engines for Grundy numbers of heap games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Engine {
    /// The definition, for every code.
    Naive,
    /// The window of the last values, for finite subtraction games.
    Window,
    /// Rare and common values, for finite codes that leave at most two heaps.
    RareCommon,
    /// For games in which all numbers but finitely many may be taken.
    AllBut,
}

impl From<Engine> for heap::Engine {
    fn from(engine: Engine) -> Self {
        match engine {
            Engine::Naive => heap::Engine::Naive,
            Engine::Window => heap::Engine::Window,
            Engine::RareCommon => heap::Engine::RareCommon,
            Engine::AllBut => heap::Engine::AllBut,
        }
    }
}

impl From<heap::Engine> for Engine {
    fn from(engine: heap::Engine) -> Self {
        match engine {
            heap::Engine::Naive => Engine::Naive,
            heap::Engine::Window => Engine::Window,
            heap::Engine::RareCommon => Engine::RareCommon,
            heap::Engine::AllBut => Engine::AllBut,
        }
    }
}

/// The Grundy numbers of the heaps 0, 1, ….
pub struct GrundySequence {
    /// The rule as it was understood.
    pub rule: String,
    /// The code of the game, if it is a heap game by its name or by its form.
    pub code: Option<HeapCode>,
    /// The numbers, as far as they were asked for, or less.
    pub values: Values,
    /// The name of the engine.
    pub engine: &'static str,
    /// Why there are fewer numbers than asked for, if there are.
    pub stopped: Option<LimitReached>,
}

/// Computes them up to `to`, on `threads` threads where an engine can use them.
pub fn grundy_sequence(
    rule: &Rule,
    to: u64,
    engine: Option<Engine>,
    threads: usize,
    budget: &Budget,
) -> Result<GrundySequence, AskError> {
    if let Some(code) = rule.code() {
        let (count, engine) = (to.saturating_add(1), engine.map(heap::Engine::from));
        let run = grundy_threaded(&code, count, engine, threads, budget).map_err(AskError::Heap)?;
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
    let game = match rule {
        Rule::Heap(rule) => return Err(AskError::NotOneHeap { rule: rule.clone() }),
        Rule::Game(game) => game,
    };
    if game.width() != 1 {
        let (game, instead) = (game.clone(), Instead::Table);
        return Err(AskError::SeveralCoordinates { game, instead });
    }
    let last = u32::try_from(to).unwrap_or(u32::MAX);
    without_gaps(game, last, budget)?;
    let table = grundy_table(game, &[last], &budget.shared_by(3))
        .map_err(|error| AskError::Game { game: game.clone(), error })?;
    // Heaps that are no positions end the sequence.
    let values: Vec<u32> = (0..=i64::from(last)).map_while(|n| table.get(&[n])).collect();
    Ok(GrundySequence {
        rule: game.to_string(),
        code: None,
        values: Values::from(values),
        engine: "table",
        stopped: table.stopped,
    })
}

/// How many heaps there are up to the last one, for engines that hold them all.
pub(crate) fn count(to: u64) -> Result<usize, AskError> {
    let limit = heap::MAX_HEAPS;
    match usize::try_from(to).ok().filter(|_| to < limit) {
        Some(to) => Ok(to + 1),
        None => Err(AskError::Heap(HeapError::TooMany { count: to.saturating_add(1), limit })),
    }
}

/// The number that stands for a loony heap among Grundy numbers, which are all smaller.
pub(crate) const LOONY: u32 = u32::MAX;

/// The number of a heap, none if it is loony.
pub(crate) fn number(value: u32) -> Option<u32> {
    (value != LOONY).then_some(value)
}

/// Numbers as a list, however they are held; null for loony heaps.
pub(crate) mod as_list {
    use ishitori_solve::heap::Values;
    use serde::{Deserialize, Deserializer, Serializer};

    use super::{LOONY, number};

    pub fn serialize<S: Serializer>(values: &Values, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(values.iter().map(number))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Values, D::Error> {
        let values = Vec::<Option<u32>>::deserialize(deserializer)?;
        Ok(Values::from(values.into_iter().map(|v| v.unwrap_or(LOONY)).collect::<Vec<u32>>()))
    }
}

/// Numbers separated by commas, spaces or semicolons, in any width of characters.
pub(crate) fn read_values(text: &str) -> Option<Vec<u32>> {
    let halfwidth: String = text
        .chars()
        .map(|c| match c {
            '０'..='９' => char::from_u32(c as u32 - '０' as u32 + '0' as u32).unwrap_or(c),
            '，' | '、' | ';' | '；' => ',',
            c if c.is_whitespace() => ',',
            c => c,
        })
        .collect();
    let pieces = halfwidth.split(',').filter(|piece| !piece.is_empty());
    let values: Vec<u32> = pieces.map(|piece| piece.parse().ok()).collect::<Option<_>>()?;
    (!values.is_empty()).then_some(values)
}
