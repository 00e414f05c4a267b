//! The games that have a name, as rows of the atlas.

use ishitori_atlas::{Limits, RowBuilder, Subject, Table};
use ishitori_boards::LOOPY_LIBRARY;
use ishitori_language::{LIBRARY, LibraryGame, TextGame};
use ishitori_rules::heap::{HeapRule, NAMED_RULES, NamedRule};
use ishitori_solve::tuple::{TupleError, grundy_table};
use ishitori_values::{Budget, LimitReached};

use crate::position::{PositionFacts, Request};
use crate::{AskError, Context, position};

/// Grundy numbers of a game on pairs or triples that stand in its row: those of a corner this wide.
const CORNER: u32 = 15;

/// A game that has a name.
enum Named {
    Heap(&'static NamedRule),
    Language(&'static LibraryGame),
    Board(&'static ishitori_boards::LibraryGame, &'static str),
}

struct Game {
    game: Named,
    limits: Limits,
}

/// All of them, in the order in which they are listed to people. O(games).
pub(super) fn game_subjects(limits: &Limits) -> Vec<Box<dyn Subject>> {
    let heaps = NAMED_RULES.iter().map(Named::Heap);
    let texts = LIBRARY.iter().map(Named::Language);
    let boards = ishitori_boards::LIBRARY.iter().map(|game| Named::Board(game, "board"));
    let loopy = LOOPY_LIBRARY.iter().map(|game| Named::Board(game, "loopy"));
    let all = heaps.chain(texts).chain(boards).chain(loopy);
    all.map(|game| Box::new(Game { game, limits: limits.clone() }) as Box<dyn Subject>).collect()
}

impl Subject for Game {
    fn name(&self) -> String {
        match &self.game {
            Named::Heap(rule) => format!("heap game {}", rule.name),
            Named::Language(game) => format!("text {}", game.name),
            Named::Board(game, _) => format!("board game {}", game.name),
        }
    }

    fn effort(&self) -> u64 {
        64
    }

    fn rows(&self, budget: &Budget) -> Result<Vec<RowBuilder>, LimitReached> {
        budget.check(0)?;
        let mut row = RowBuilder::new(Table::Games);
        match &self.game {
            Named::Heap(rule) => self.heap(rule, budget, &mut row)?,
            Named::Language(game) => self.text(game, budget, &mut row)?,
            Named::Board(game, kind) => self.board(game, kind, budget, &mut row)?,
        }
        Ok(vec![row])
    }
}

impl Game {
    fn heap(
        &self,
        named: &NamedRule,
        budget: &Budget,
        row: &mut RowBuilder,
    ) -> Result<(), LimitReached> {
        row.put("code", named.name);
        row.put("kind", "heap");
        row.put("rule", named.rule);
        match named.name.parse() {
            Ok(HeapRule::Impartial(code)) => {
                ishitori_atlas::put_grundy_numbers(&code, &self.limits, budget, row)
            }
            _ => self.pairs(named.name, budget, row),
        }
    }

    fn text(
        &self,
        game: &LibraryGame,
        budget: &Budget,
        row: &mut RowBuilder,
    ) -> Result<(), LimitReached> {
        row.put("code", format!("lib:{}", game.name));
        row.put("kind", "language");
        let Ok(text) = TextGame::new(game.source, &[]) else { return Ok(()) };
        self.numbers(&text, budget, row)
    }

    /// A rule on pairs, by its text in the library if there is one.
    fn pairs(&self, name: &str, budget: &Budget, row: &mut RowBuilder) -> Result<(), LimitReached> {
        let text = ishitori_language::library_game(name);
        match text.and_then(|game| TextGame::new(game.source, &[]).ok()) {
            Some(text) => self.numbers(&text, budget, row),
            None => Ok(()),
        }
    }

    /// Grundy numbers of a game in the language: of 0, 1, …; or of pairs, by the sum of their numbers
    /// and then by the first one, `-` where there is no position.
    fn numbers(
        &self,
        game: &TextGame,
        budget: &Budget,
        row: &mut RowBuilder,
    ) -> Result<(), LimitReached> {
        row.put("coordinates", game.coordinates().join(" "));
        let terms = self.limits.terms;
        let corner = match game.width() {
            1 => vec![terms as u32 - 1],
            2 => vec![CORNER; 2],
            _ => return Ok(()),
        };
        let table = match grundy_table(game, &corner, budget) {
            Ok(table) => table,
            Err(TupleError::Limit(limit)) => return Err(limit),
            // A game for Left and Right, or one without numbers.
            Err(_) => return Ok(()),
        };
        if let Some(limit) = table.stopped {
            return Err(limit);
        }
        let places: Vec<Vec<i64>> = match game.width() {
            1 => (0..terms as i64).map(|n| vec![n]).collect(),
            _ => (0..=i64::from(CORNER))
                .flat_map(|sum| (0..=sum).map(move |first| vec![first, sum - first]))
                .take(terms)
                .collect(),
        };
        let shown = |place: &Vec<i64>| table.get(place).map_or("-".to_string(), |g| g.to_string());
        let values: Vec<String> = places.iter().map(shown).collect();
        row.put("values", values.join(" "));
        row.put("max_value", places.iter().filter_map(|place| table.get(place)).max());
        row.put("status", "no-theorem");
        Ok(())
    }

    /// The value of the position that a board game begins with, if it is found within the memory.
    fn board(
        &self,
        game: &ishitori_boards::LibraryGame,
        kind: &str,
        budget: &Budget,
        row: &mut RowBuilder,
    ) -> Result<(), LimitReached> {
        row.put("code", game.name);
        row.put("kind", kind);
        let start = game.start();
        if start.is_empty() {
            return Ok(());
        }
        row.put("position", start);
        let own = budget.clone().with_memory(self.limits.board_bytes);
        let context = Context { threads: 1, ..Context::new(own) };
        let found = match position::answer(&Request::new(game.name.into(), start), &context) {
            Ok(found) => found,
            Err(AskError::Limit(_)) => {
                // Its own limit leaves the row without a value; that of the whole build ends it.
                budget.check(0)?;
                return Ok(());
            }
            Err(_) => return Ok(()),
        };
        budget.check(0)?;
        row.put("value", found.value.canonical());
        row.put("grundy", found.grundy);
        let outcome = match &found.value {
            PositionFacts::Game(facts) => serde_json::to_value(facts.outcome),
            PositionFacts::Loopy(facts) => serde_json::to_value(facts.outcome),
        };
        row.put("outcome", outcome.ok().as_ref().and_then(|value| value.as_str()));
        Ok(())
    }
}
