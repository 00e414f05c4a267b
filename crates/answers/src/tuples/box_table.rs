//! Boxes of positions: the coordinates that are shown, and the contents of the cells.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

use ishitori_language::{Display, EndKind, TextGame};
use ishitori_loopy::{Loopy, LoopyOutcome, LoopyStore, SmithValue};
use ishitori_records::{self as records, Field, GridCell, Kind};
use ishitori_rules::heap::{HeapRule, TwoPileRule};
use ishitori_solve::ending::TerminalValues;
use ishitori_solve::tuple::{
    MAX_CELLS, RecurringTuples, SumPosition, SumSearch, TupleEnd, TupleError, grundy_table_by,
    lost_table_by, outcome_table_by, value_table,
};
use ishitori_solve::two_pile::{two_pile_table, two_pile_wins};
use ishitori_values::notation::Style;
use ishitori_values::{Budget, BudgetTicker, Game, GameStore, LimitReached, Outcome, Session};
use serde::de::MapAccess;
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::end::{ending, read_end, under};
use crate::memory_lease::MemoryLease;
use crate::rule::{Rule, RuleSource, read_fixed, two_pile_game};
use crate::{Accepted, AskError, BoxBounds, Context, Measure};

/// The quantity that a table shows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Show {
    /// Grundy numbers.
    Grundy,
    /// Outcome classes L, R, N, P.
    Outcome,
    /// Canonical values.
    Value,
    /// The mean values of the canonical values.
    Mean,
    /// The temperatures of the canonical values.
    Temperature,
    /// The atomic weights of the canonical values, where they have one.
    AtomicWeight,
    /// Only the positions that the previous player wins, as a list.
    PPositions,
}

impl Show {
    /// The name of what is shown, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Show::Grundy => "grundy",
            Show::Outcome => "outcome",
            Show::Value => "value",
            Show::Mean | Show::Temperature | Show::AtomicWeight => {
                self.measure().map_or("", Measure::name)
            }
            Show::PPositions => "p-positions",
        }
    }

    /// The type of the cells of such a table.
    pub fn kind(self) -> Kind {
        match self {
            Show::Grundy => Kind::Integer,
            Show::Outcome | Show::PPositions => Kind::Text,
            Show::Value | Show::Mean | Show::Temperature | Show::AtomicWeight => Kind::Game,
        }
    }

    /// What is computed from the values for such a table, if it is not the values themselves.
    fn measure(self) -> Option<Measure> {
        match self {
            Show::Mean => Some(Measure::Mean),
            Show::Temperature => Some(Measure::Temperature),
            Show::AtomicWeight => Some(Measure::AtomicWeight),
            Show::Grundy | Show::Outcome | Show::Value | Show::PPositions => None,
        }
    }

    /// Whether the cells are computed from canonical values. O(1).
    pub fn needs_values(self) -> bool {
        self == Show::Value || self.measure().is_some()
    }
}

/// A cell of a table. In JSON it is a number, a text or null.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Cell {
    /// A Grundy number.
    Number(u32),
    /// An outcome class or a value.
    Word(String),
    /// No position, or not computed.
    Nothing,
}

impl GridCell for Cell {
    fn text(&self) -> Cow<'_, str> {
        match self {
            Cell::Nothing => "".into(),
            Cell::Number(n) => n.to_string().into(),
            Cell::Word(word) => word.into(),
        }
    }

    fn cell(&self) -> records::Cell<'_> {
        match self {
            Cell::Nothing => records::Cell::Empty,
            Cell::Number(n) => n.cell(),
            Cell::Word(word) => word.cell(),
        }
    }

    fn is_lost(&self) -> bool {
        match self {
            Cell::Number(n) => *n == 0,
            Cell::Word(word) => word == "P" || word == "0",
            Cell::Nothing => false,
        }
    }
}

/// The memory of a cell, with its text on the way out.
const CELL_BYTES: u64 = 2 * size_of::<Cell>() as u64;

/// Coordinates with their values, in the order of a position. In JSON it is an object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemas", schemars(with = "std::collections::BTreeMap<String, i64>"))]
pub struct Fixed(pub Vec<(String, i64)>);

impl Serialize for Fixed {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Fixed {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Read;
        impl<'de> serde::de::Visitor<'de> for Read {
            type Value = Fixed;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "coordinates with their values")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fixed, A::Error> {
                let mut all = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    all.push(entry);
                }
                Ok(Fixed(all))
            }
        }
        from.deserialize_map(Read)
    }
}

impl Fixed {
    /// The value of a coordinate, 0 if it is not fixed. O(coordinates).
    fn of(&self, name: &str) -> i64 {
        self.0.iter().find(|(fixed, _)| fixed == name).map_or(0, |&(_, value)| value)
    }
}

/// As `x = 3, y = 1`.
impl fmt::Display for Fixed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (name, value)) in self.0.iter().enumerate() {
            write!(f, "{}{name} = {value}", if at == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

/// Rows and columns, all coordinates but two fixed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Slice {
    /// The coordinates that the slice has in common.
    pub fixed: Fixed,
    /// The cells, row by row.
    pub rows: Vec<Vec<Cell>>,
}

/// A box of positions, cut into slices of two coordinates.
#[derive(Clone, Debug, PartialEq)]
pub struct BoxTable {
    /// The rule of the game.
    pub rule: String,
    /// The name of the numbers of rows; a game of one coordinate has no rows.
    pub row_name: String,
    /// The name of the numbers of columns.
    pub column_name: String,
    /// Names of all coordinates, in the order of a position.
    pub coordinates: Vec<String>,
    /// The cells.
    pub slices: Vec<Slice>,
    /// The quantity that is shown.
    pub shown: Show,
    /// How positions like to be shown.
    pub display: Option<Display>,
    /// The limit that ended it.
    pub stopped: Option<LimitReached>,
    /// The memory of the cells.
    pub held: MemoryLease,
}

/// Which box, and what is shown of it.
pub struct Asked<'a> {
    /// The rule of the game.
    pub rule: &'a RuleSource,
    /// Values of its parameters.
    pub set: &'a [String],
    /// Who wins when no move is left, if the game is not to say it.
    pub end: Option<&'a str>,
    /// The last value of each coordinate that is not fixed, or of all.
    pub to: &'a BoxBounds,
    /// Fixed coordinates, such as `x=3`.
    pub fix: &'a [String],
    /// What is shown; what suits the game if nothing is said.
    pub show: Option<Show>,
    /// Rows and columns are exchanged.
    pub transpose: bool,
}

impl BoxTable {
    /// Computes a table. The cost is that of the engine for the whole box, with a cell each.
    pub fn compute(asked: &Asked<'_>, context: &Context) -> Result<BoxTable, AskError> {
        let mut table = match asked.show {
            // They are those of a table of outcomes.
            Some(Show::PPositions) => {
                let mut table = compute(&Asked { show: Some(Show::Outcome), ..*asked }, context)?;
                table.keep_only_lost();
                table
            }
            _ => compute(asked, context)?,
        };
        if asked.transpose {
            table.transpose();
        }
        Ok(table)
    }

    /// Takes away what is not a P-position. O(cells).
    fn keep_only_lost(&mut self) {
        self.shown = Show::PPositions;
        let cells = self.slices.iter_mut().flat_map(|slice| &mut slice.rows).flatten();
        for cell in cells.filter(|cell| !cell.is_lost()) {
            *cell = Cell::Nothing;
        }
    }

    /// The cells that are not empty as positions, slice by slice and row by row. O(cells).
    pub fn positions(&self) -> Vec<Vec<i64>> {
        let mut all = Vec::new();
        for slice in &self.slices {
            let start: Vec<i64> =
                self.coordinates.iter().map(|name| slice.fixed.of(name)).collect();
            let at = |name: &str| self.coordinates.iter().position(|c| c == name);
            let (row_at, column_at) = (at(&self.row_name), at(&self.column_name));
            for (row, cells) in (0..).zip(&slice.rows) {
                for (column, _) in (0..).zip(cells).filter(|(_, cell)| **cell != Cell::Nothing) {
                    let mut position = start.clone();
                    row_at.into_iter().for_each(|at| position[at] = row);
                    column_at.into_iter().for_each(|at| position[at] = column);
                    all.push(position);
                }
            }
        }
        all
    }

    /// Exchanges rows and columns. O(cells).
    fn transpose(&mut self) {
        std::mem::swap(&mut self.row_name, &mut self.column_name);
        for slice in &mut self.slices {
            let columns = slice.rows.iter().map(Vec::len).max().unwrap_or(0);
            let cell = |row: &Vec<Cell>, c: usize| row.get(c).cloned().unwrap_or(Cell::Nothing);
            slice.rows =
                (0..columns).map(|c| slice.rows.iter().map(|row| cell(row, c)).collect()).collect();
        }
    }
}

fn compute(asked: &Asked<'_>, context: &Context) -> Result<BoxTable, AskError> {
    let normal = asked.end.map(read_end).transpose()?.is_none_or(|end| end.is_normal());
    let (game, name) = match Rule::read(asked.rule, asked.set)? {
        // Wythoff's game is solved faster as a text: by several threads, and many cells at once.
        Rule::Heap(HeapRule::TwoPile(rule))
            if normal && !matches!(rule, TwoPileRule::Wythoff { .. }) =>
        {
            return two_pile(rule, asked, &context.budget);
        }
        Rule::Heap(HeapRule::TwoPile(rule)) => (two_pile_game(rule), Some(rule.to_string())),
        Rule::Heap(rule) => return Err(AskError::NotPairs { rule }),
        Rule::Game(game) => (game, None),
    };
    let mut table = language(&game, asked, context)?;
    table.rule = name.unwrap_or(table.rule);
    Ok(table)
}

fn two_pile(rule: TwoPileRule, asked: &Asked<'_>, budget: &Budget) -> Result<BoxTable, AskError> {
    let Asked { to, fix, show, .. } = *asked;
    if let Some(fixed) = fix.first() {
        return Err(AskError::Argument {
            field: "fix",
            value: fixed.clone(),
            accepted: Accepted::NoCoordinates,
        });
    }
    let &[a, b] = to.0.as_slice() else {
        return Err(AskError::BoxBounds { expected: 2, found: to.0.len() });
    };
    // Cells of what is shown are larger than numbers.
    let share = budget.shared_by(1 + CELL_BYTES / 4);
    let shown = show.unwrap_or(Show::Grundy);
    let table = match shown {
        Show::Outcome | Show::PPositions => two_pile_wins(rule, (a, b), &share),
        _ => two_pile_table(rule, (a, b), &share),
    };
    let table = table.map_err(AskError::Table)?;
    let store = GameStore::new();
    let mut session = store.session_within(budget.clone());
    let mut cell = |g: &u32| match (shown, shown.measure()) {
        (Show::Grundy, _) => Cell::Number(*g),
        (Show::Outcome | Show::PPositions, _) => {
            Cell::Word(if *g == 0 { "P" } else { "N" }.to_string())
        }
        (_, None) => Cell::Word(nimber(*g)),
        (_, Some(measure)) => {
            let value = session.nimber(*g).ok();
            value.map_or(Cell::Nothing, |value| measured(measure, value, &mut session))
        }
    };
    let rows = table.rows.iter().map(|row| row.iter().map(&mut cell).collect()).collect();
    Ok(BoxTable {
        rule: rule.to_string(),
        row_name: "a".to_string(),
        column_name: "b".to_string(),
        coordinates: vec!["a".to_string(), "b".to_string()],
        slices: vec![Slice { fixed: Fixed::default(), rows }],
        shown,
        display: None,
        stopped: table.stopped,
        held: MemoryLease::default(),
    })
}

/// What is shown of a value: an ellipsis where a limit was reached, and nothing where there is none.
fn measured(measure: Measure, value: Game, session: &mut Session<'_>) -> Cell {
    match measure.of(value, Style::Ascii, session) {
        Ok(found) => found.map_or(Cell::Nothing, Cell::Word),
        Err(_) => Cell::Word("…".to_string()),
    }
}

fn nimber(g: u32) -> String {
    match g {
        0 => "0".to_string(),
        1 => "*".to_string(),
        g => format!("*{g}"),
    }
}

/// Known facts about a position.
type Lookup<'t> = Box<dyn Fn(&[i64]) -> (bool, Cell) + 't>;

fn language(game: &TextGame, asked: &Asked<'_>, context: &Context) -> Result<BoxTable, AskError> {
    let Asked { end, to, fix, show, .. } = *asked;
    let (threads, budget) = (context.threads, &context.budget);
    let fixed = read_fixed(game, "fix", fix)?;
    let free: Vec<usize> = (0..game.width()).filter(|&i| fixed[i].is_none()).collect();
    if let ([], Some(value)) = (&free[..], fix.last()) {
        return Err(AskError::Argument {
            field: "fix",
            value: value.clone(),
            accepted: Accepted::AllButTwo,
        });
    }
    let mut last = vec![0u32; game.width()];
    let by_free = to.0.len() == free.len();
    if !by_free && to.0.len() != game.width() {
        return Err(AskError::BoxBounds { expected: free.len(), found: to.0.len() });
    }
    for (i, last) in last.iter_mut().enumerate() {
        *last = match fixed[i] {
            Some(value) => value as u32,
            None if by_free => to.0[free.iter().position(|&f| f == i).unwrap_or(0)],
            None => to.0[i],
        };
    }
    let (game, end) = under(game, end)?;
    let (game, ending) = (&game, ending(&end)?);
    let normal = end.is_none() && game.is_impartial() && game.end() == EndKind::Normal;
    // A sum has one end, which depends on all of it.
    let by_totals = !(end.is_none() && game.end() == EndKind::Normal);
    let shown = show.unwrap_or(if normal { Show::Grundy } else { Show::Outcome });
    let failure = |error| AskError::Game { game: game.clone(), error };
    let store = GameStore::new();
    let cells = last.iter().fold(1u64, |n, &c| n.saturating_mul(u64::from(c) + 1));
    // What is too large for the engine is refused there.
    let kept = if cells > MAX_CELLS { 0 } else { cells };
    let reserved = budget.reserve(kept * CELL_BYTES)?;
    let (lookup, mut stopped): (Lookup<'_>, Option<LimitReached>) = match shown {
        _ if game.loopy().is_some() && end.is_none() => recurring(game, shown, &last, budget)?,
        Show::Grundy if end.is_some() => return Err(failure(TupleError::NotNormal)),
        shown if shown.needs_values() && by_totals && game.has_sums() => {
            return Err(failure(TupleError::SumsNeedNormal));
        }
        Show::Grundy => {
            let table = grundy_table_by(game, &last, threads, budget).map_err(failure)?;
            let stopped = table.stopped;
            (
                Box::new(move |p| {
                    (table.is_computed(p), table.get(p).map_or(Cell::Nothing, Cell::Number))
                }),
                stopped,
            )
        }
        Show::Outcome if normal => {
            let table = lost_table_by(game, &last, threads, budget).map_err(failure)?;
            let stopped = table.stopped();
            let letter = |lost| Cell::Word(if lost { "P" } else { "N" }.to_string());
            (
                Box::new(move |p| {
                    (table.is_computed(p), table.get(p).map_or(Cell::Nothing, letter))
                }),
                stopped,
            )
        }
        Show::Outcome if game.has_sums() && by_totals => {
            let (table, stopped) =
                outcomes_of_sums(game, ending, &last, budget).map_err(failure)?;
            let cell = move |p: &[i64]| match table.get(p) {
                Some(Some(outcome)) => (true, Cell::Word(outcome.to_string())),
                found => (found.is_some(), Cell::Nothing),
            };
            (Box::new(cell), stopped)
        }
        Show::Outcome if game.has_sums() => {
            let mut session = store.session_within(budget.clone());
            let terminal = TerminalValues::nowakowski(&session);
            let table = value_table(game, &last, TupleEnd::OfGame, &terminal, &mut session)
                .map_err(failure)?;
            let stopped = table.stopped;
            let session = std::cell::RefCell::new(store.session_within(budget.with_grace_period()));
            (
                Box::new(move |p| {
                    let outcome =
                        table.get(p).and_then(|value| session.borrow_mut().outcome(value).ok());
                    let cell = outcome.map_or(Cell::Nothing, |o| Cell::Word(o.to_string()));
                    (table.is_computed(p), cell)
                }),
                stopped,
            )
        }
        Show::Outcome | Show::PPositions => {
            let table = outcome_table_by(game, &last, ending, threads, budget).map_err(failure)?;
            let stopped = table.stopped;
            (
                Box::new(move |p| {
                    let cell = table.get(p).map_or(Cell::Nothing, |o| Cell::Word(o.to_string()));
                    (table.is_computed(p), cell)
                }),
                stopped,
            )
        }
        Show::Value | Show::Mean | Show::Temperature | Show::AtomicWeight => {
            let mut session = store.session_within(budget.clone());
            let terminal = TerminalValues::nowakowski(&session);
            let table =
                value_table(game, &last, ending, &terminal, &mut session).map_err(failure)?;
            let stopped = table.stopped;
            let session = std::cell::RefCell::new(store.session_within(budget.with_grace_period()));
            (
                Box::new(move |p| {
                    let session = &mut *session.borrow_mut();
                    let cell = match (table.get(p), shown.measure()) {
                        (None, _) => Cell::Nothing,
                        (Some(value), None) => {
                            let text = session.print_as(value, Style::Ascii);
                            Cell::Word(text.unwrap_or_else(|_| "…".to_string()))
                        }
                        (Some(value), Some(measure)) => measured(measure, value, session),
                    };
                    (table.is_computed(p), cell)
                }),
                stopped,
            )
        }
    };
    // Rows and columns are the last two free coordinates, slices the others.
    let (outer, inner) = free.split_at(free.len().saturating_sub(2));
    let mut position: Vec<i64> = fixed.iter().map(|f| f.unwrap_or(0)).collect();
    let mut slices = Vec::new();
    let partial = stopped.is_some();
    let mut watch = LimitTicker {
        budget: budget.with_grace_period(),
        ticker: BudgetTicker::default(),
        held: 0,
    };
    loop {
        let fixed_here = (0..game.width())
            .filter(|i| !inner.contains(i))
            .map(|i| (game.coordinates()[i].clone(), position[i]))
            .collect();
        let (rows, cut) = rows(&lookup, &mut position, inner, &last, partial, &mut watch);
        slices.push(Slice { fixed: Fixed(fixed_here), rows });
        if let Some(limit) = cut {
            stopped = stopped.or(Some(limit));
            break;
        }
        let Some(at) = outer.iter().rposition(|&i| position[i] < i64::from(last[i])) else {
            break;
        };
        position[outer[at]] += 1;
        outer[at + 1..].iter().for_each(|&i| position[i] = 0);
    }
    let name = |i: Option<&usize>| i.map_or(String::new(), |&i| game.coordinates()[i].clone());
    Ok(BoxTable {
        rule: game.to_string(),
        row_name: if inner.len() == 2 { name(inner.first()) } else { String::new() },
        column_name: name(inner.last()),
        coordinates: game.coordinates().to_vec(),
        slices,
        shown,
        display: game.display().map(|shown| shown.display),
        stopped,
        held: reserved.into(),
    })
}

/// Values of a larger graph are not looked for.
const MAX_VALUED: usize = 20_000;

/// The positions of a box that can recur, and all that can be reached from there: Smith's values, outcomes with
/// draws, or loopy values.
fn recurring<'t>(
    game: &TextGame,
    shown: Show,
    last: &[u32],
    budget: &Budget,
) -> Result<(Lookup<'t>, Option<LimitReached>), AskError> {
    let failure = |error| AskError::Game { game: game.clone(), error };
    let cells = last.iter().fold(1u64, |n, &c| n.saturating_mul(u64::from(c) + 1));
    if cells > MAX_CELLS {
        return Err(failure(TupleError::TooLarge { found: cells, limit: MAX_CELLS }));
    }
    if let Some(measure) = shown.measure() {
        let (value, accepted) = (measure.name().to_string(), Accepted::GameThatEnds);
        return Err(AskError::Argument { field: "show", value, accepted });
    }
    if shown == Show::Grundy && !game.is_impartial() {
        return Err(failure(TupleError::NotImpartial));
    }
    let (mut machine, mut starts) = (game.machine(), Vec::new());
    let mut position = vec![0i64; last.len()];
    let mut ticker = BudgetTicker::default();
    loop {
        ticker.step(budget, starts.len() as u64 * 64)?;
        let there = machine.contains(&position);
        if there.map_err(|fault| failure(fault.into()))? {
            starts.push(SumPosition::new(vec![position.clone()]));
        }
        let next = (0..last.len()).rposition(|i| position[i] < i64::from(last[i]));
        let Some(at) = next else { break };
        position[at] += 1;
        position[at + 1..].fill(0);
    }
    let asked = starts.len() as u32;
    let rules = RecurringTuples::new(game, budget);
    let solved = rules.solve(starts).map_err(failure)?;
    let word = |text: String| Cell::Word(text);
    let cells: Vec<Cell> = match shown {
        Show::Grundy => {
            let cell = |value: &SmithValue| match value {
                SmithValue::Finite(g) => Cell::Number(*g),
                infinite => word(infinite.to_string()),
            };
            // Where not everything was examined, those that the next player loses are still 0.
            let lost = |at: u32| match solved.outcome(at) {
                Some(LoopyOutcome::P) => Cell::Number(0),
                _ => Cell::Nothing,
            };
            match solved.smith(rules.budget())? {
                Some(values) => values.iter().take(asked as usize).map(cell).collect(),
                None => (0..asked).map(lost).collect(),
            }
        }
        Show::Outcome | Show::PPositions => {
            let outcome = |at: u32| solved.outcome(at).map(|found| word(found.to_string()));
            (0..asked).map(|at| outcome(at).unwrap_or(Cell::Nothing)).collect()
        }
        Show::Value if solved.positions().len() > MAX_VALUED => {
            return Err(LimitReached::Games { limit: MAX_VALUED as u64 }.into());
        }
        _ => {
            let store = GameStore::new();
            let mut loops = LoopyStore::within(store.session_within(budget.clone()));
            let values = solved.values(&mut loops)?.unwrap_or_default();
            let print = |value: &Loopy| loops.print(*value).unwrap_or_else(|_| "…".to_string());
            values.iter().take(asked as usize).map(print).map(word).collect()
        }
    };
    // Where a limit was reached, some are not known.
    let cells = cells.into_iter().chain(std::iter::repeat(Cell::Nothing));
    let cells: Vec<Cell> = cells.take(asked as usize).collect();
    let stopped = solved.stopped().filter(|_| cells.contains(&Cell::Nothing));
    let shown = cells.into_iter();
    let shown = shown.map(|cell| if cell == Cell::Nothing { word("?".into()) } else { cell });
    let positions = solved.positions().iter().take(asked as usize);
    let known: HashMap<Vec<i64>, Cell> =
        positions.map(|position| position.parts()[0].clone()).zip(shown).collect();
    let lookup = move |p: &[i64]| (true, known.get(p).cloned().unwrap_or(Cell::Nothing));
    Ok((Box::new(lookup), stopped))
}

/// What was found of the positions of a box, `None` for what is not a position.
type Outcomes = HashMap<Vec<i64>, Option<Outcome>>;

/// Who wins each position of a box, each by a search of its own: moves lead to sums.
fn outcomes_of_sums(
    game: &TextGame,
    ending: TupleEnd<'_>,
    last: &[u32],
    budget: &Budget,
) -> Result<(Outcomes, Option<LimitReached>), TupleError> {
    let mut search = SumSearch::new(game, ending, budget)?;
    let mut found = HashMap::new();
    let mut position = vec![0i64; last.len()];
    loop {
        match search.outcome(&SumPosition::new(vec![position.clone()])) {
            Ok(outcome) => found.insert(position.clone(), Some(outcome)),
            Err(TupleError::NotAPosition { .. }) => found.insert(position.clone(), None),
            Err(TupleError::Limit(limit)) => return Ok((found, Some(limit))),
            Err(error) => return Err(error),
        };
        let size = 64 + 8 * last.len() as u64;
        if let Err(limit) = budget.check(size * found.len() as u64) {
            return Ok((found, Some(limit)));
        }
        let Some(at) = (0..last.len()).rev().find(|&i| position[i] < i64::from(last[i])) else {
            return Ok((found, None));
        };
        position[at] += 1;
        position[at + 1..].fill(0);
    }
}

/// Looks at the limits while cells are gathered.
struct LimitTicker {
    budget: Budget,
    ticker: BudgetTicker,
    /// Bytes in words.
    held: u64,
}

impl LimitTicker {
    fn look(&mut self, cell: &Cell) -> Result<(), LimitReached> {
        let length = match cell {
            Cell::Word(word) => word.len(),
            _ => 0,
        };
        self.held += 2 * length as u64;
        self.ticker.steps(&self.budget, self.held, 1 + length / 64)
    }
}

/// The rows of a slice; if the table is not complete, those that are. With them the limit that was
/// reached on the way.
fn rows(
    lookup: &Lookup<'_>,
    position: &mut [i64],
    inner: &[usize],
    last: &[u32],
    partial: bool,
    watch: &mut LimitTicker,
) -> (Vec<Vec<Cell>>, Option<LimitReached>) {
    let (row_axis, column_axis) = match *inner {
        [row, column] => (Some(row), Some(column)),
        [column] => (None, Some(column)),
        _ => (None, None),
    };
    let mut rows = Vec::new();
    for row in 0..=row_axis.map_or(0, |i| last[i]) {
        if let Some(axis) = row_axis {
            position[axis] = row.into();
        }
        let (mut cells, mut complete) = (Vec::new(), true);
        for column in 0..=column_axis.map_or(0, |i| last[i]) {
            if let Some(axis) = column_axis {
                position[axis] = column.into();
            }
            let (computed, cell) = lookup(position);
            if let Err(limit) = watch.look(&cell) {
                return (rows, Some(limit));
            }
            complete &= computed;
            cells.push(cell);
        }
        if partial && !complete {
            break;
        }
        rows.push(cells);
    }
    inner.iter().for_each(|&i| position[i] = 0);
    (rows, None)
}
