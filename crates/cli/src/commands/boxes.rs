//! Boxes of positions: which coordinates are shown, and what is in the cells.

use ishitori_answers::Accepted;
use std::collections::HashMap;

use ishitori::language::{Display, EndKind, TextGame};
use ishitori::prelude::{Budget, GameStore, LimitReached, Outcome, Style};
use ishitori::rules::heap::{HeapRule, PlaneRule};
use ishitori::solve::ending::TerminalValues;
use ishitori::solve::plane::plane_table;
use ishitori::solve::tuple::{
    Ending, MAX_CELLS, SumPosition, SumSearch, TupleError, grundy_table_by, outcome_table_by,
    value_table,
};
use ishitori::values::{Pace, Reservation};
use serde::{Serialize, Serializer};

use super::outcomes::{ending, read_end, under};
use crate::failure::Failure;
use crate::game_args::{Corner, Settings, Show};
use ishitori_answers::rule::{Rule, plane_game, read_fixed};

/// A cell of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// No position, or not computed.
    Nothing,
    Number(u32),
    Word(String),
}

impl Cell {
    pub fn text(&self) -> String {
        match self {
            Cell::Nothing => String::new(),
            Cell::Number(n) => n.to_string(),
            Cell::Word(word) => word.clone(),
        }
    }

    /// Whether the player to move loses.
    pub fn is_lost(&self) -> bool {
        match self {
            Cell::Number(n) => *n == 0,
            Cell::Word(word) => word == "P" || word == "0",
            Cell::Nothing => false,
        }
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Cell::Nothing => to.serialize_none(),
            Cell::Number(n) => to.serialize_u32(*n),
            Cell::Word(word) => to.serialize_str(word),
        }
    }
}

/// What a cell takes in memory, with its text on the way out.
const CELL_BYTES: u64 = 2 * size_of::<Cell>() as u64;

/// Rows and columns, all coordinates but two fixed.
pub struct Slice {
    /// Coordinates with their values, those of the slice.
    pub fixed: Vec<(String, i64)>,
    pub rows: Vec<Vec<Cell>>,
}

/// What was asked for.
pub struct BoxTable {
    pub rule: String,
    /// Names of rows and columns; a game of one coordinate has no rows.
    pub row_name: String,
    pub column_name: String,
    /// Names of all coordinates, in the order of a position.
    pub coordinates: Vec<String>,
    pub slices: Vec<Slice>,
    pub shown: Show,
    /// How positions like to be shown.
    pub display: Option<Display>,
    pub stopped: Option<LimitReached>,
    /// The memory of the cells.
    #[allow(dead_code)] // Held, not read.
    pub reserved: Reservation,
}

/// Computes the table.
pub fn compute(
    rule: &str,
    settings: &Settings,
    end: Option<&str>,
    (to, fix): (&Corner, &[String]),
    show: Option<Show>,
    threads: usize,
    budget: &Budget,
) -> Result<BoxTable, Failure> {
    let normal = end.map(read_end).transpose()?.is_none_or(|end| end.is_normal());
    let (game, name) = match crate::rule::read(rule, settings)? {
        Rule::Heap(HeapRule::Plane(rule)) if normal => {
            return plane(rule, to, fix, show, budget);
        }
        Rule::Heap(HeapRule::Plane(rule)) => (plane_game(rule), Some(rule.to_string())),
        Rule::Heap(rule) => return Err(Failure::NotPairs { rule }),
        Rule::Game(game) => (game, None),
    };
    let mut table = language(&game, end, (to, fix), show, threads, budget)?;
    table.rule = name.unwrap_or(table.rule);
    Ok(table)
}

fn plane(
    rule: PlaneRule,
    to: &Corner,
    fix: &[String],
    show: Option<Show>,
    budget: &Budget,
) -> Result<BoxTable, Failure> {
    if let Some(fixed) = fix.first() {
        return Err(Failure::Argument {
            field: "fix",
            value: fixed.clone(),
            accepted: Accepted::NoCoordinates,
        });
    }
    let &[a, b] = to.0.as_slice() else {
        return Err(Failure::Corner { expected: 2, found: to.0.len() });
    };
    // Cells of what is shown are larger than numbers.
    let share = budget.shared_by(1 + CELL_BYTES / 4);
    let table = plane_table(rule, (a, b), &share).map_err(Failure::Table)?;
    let shown = show.unwrap_or(Show::Grundy);
    let cell = |g: &u32| match shown {
        Show::Grundy => Cell::Number(*g),
        Show::Outcome => Cell::Word(if *g == 0 { "P" } else { "N" }.to_string()),
        Show::Value => Cell::Word(nimber(*g)),
    };
    let rows = table.rows.iter().map(|row| row.iter().map(cell).collect()).collect();
    Ok(BoxTable {
        rule: rule.to_string(),
        row_name: "a".to_string(),
        column_name: "b".to_string(),
        coordinates: vec!["a".to_string(), "b".to_string()],
        slices: vec![Slice { fixed: Vec::new(), rows }],
        shown,
        display: None,
        stopped: table.stopped,
        reserved: Reservation::default(),
    })
}

fn nimber(g: u32) -> String {
    match g {
        0 => "0".to_string(),
        1 => "*".to_string(),
        g => format!("*{g}"),
    }
}

/// What is known of a position.
type Lookup<'t> = Box<dyn Fn(&[i64]) -> (bool, Cell) + 't>;

fn language(
    game: &TextGame,
    end: Option<&str>,
    (to, fix): (&Corner, &[String]),
    show: Option<Show>,
    threads: usize,
    budget: &Budget,
) -> Result<BoxTable, Failure> {
    let fixed = read_fixed(game, "fix", fix)?;
    let free: Vec<usize> = (0..game.width()).filter(|&i| fixed[i].is_none()).collect();
    if let ([], Some(value)) = (&free[..], fix.last()) {
        return Err(Failure::Argument {
            field: "fix",
            value: value.clone(),
            accepted: Accepted::AllButTwo,
        });
    }
    let mut last = vec![0u32; game.width()];
    let by_free = to.0.len() == free.len();
    if !by_free && to.0.len() != game.width() {
        return Err(Failure::Corner { expected: free.len(), found: to.0.len() });
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
    let failure = |error| Failure::Game { game: game.clone(), error };
    let store = GameStore::new();
    let cells = last.iter().fold(1u64, |n, &c| n.saturating_mul(u64::from(c) + 1));
    // What is too large for the engine is refused there.
    let kept = if cells > MAX_CELLS { 0 } else { cells };
    let reserved = budget.reserve(kept * CELL_BYTES)?;
    let (lookup, mut stopped): (Lookup<'_>, Option<LimitReached>) = match shown {
        Show::Grundy if end.is_some() => return Err(failure(TupleError::NotNormal)),
        Show::Value if by_totals && game.has_sums() => {
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
            let table = grundy_table_by(game, &last, threads, budget).map_err(failure)?;
            let stopped = table.stopped;
            let letter = |g| Cell::Word(if g == 0 { "P" } else { "N" }.to_string());
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
            let table = value_table(game, &last, Ending::OfGame, &terminal, &mut session)
                .map_err(failure)?;
            let stopped = table.stopped;
            let session = std::cell::RefCell::new(store.session_within(budget.to_tell()));
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
        Show::Outcome => {
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
        Show::Value => {
            let mut session = store.session_within(budget.clone());
            let terminal = TerminalValues::nowakowski(&session);
            let table =
                value_table(game, &last, ending, &terminal, &mut session).map_err(failure)?;
            let stopped = table.stopped;
            let session = std::cell::RefCell::new(store.session_within(budget.to_tell()));
            (
                Box::new(move |p| {
                    let cell = table.get(p).map_or(Cell::Nothing, |value| {
                        let text = session.borrow_mut().print_as(value, Style::Ascii);
                        Cell::Word(text.unwrap_or_else(|_| "…".to_string()))
                    });
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
    let mut watch = Watch { budget: budget.to_tell(), pace: Pace::default(), held: 0 };
    loop {
        let fixed_here = (0..game.width())
            .filter(|i| !inner.contains(i))
            .map(|i| (game.coordinates()[i].clone(), position[i]))
            .collect();
        let (rows, cut) = rows(&lookup, &mut position, inner, &last, partial, &mut watch);
        slices.push(Slice { fixed: fixed_here, rows });
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
        reserved,
    })
}

/// What was found of the positions of a box, `None` for what is no position.
type Outcomes = HashMap<Vec<i64>, Option<Outcome>>;

/// Who wins each position of a box, each by a search of its own: moves lead to sums.
fn outcomes_of_sums(
    game: &TextGame,
    ending: Ending<'_>,
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
struct Watch {
    budget: Budget,
    pace: Pace,
    /// Bytes in words.
    held: u64,
}

impl Watch {
    fn look(&mut self, cell: &Cell) -> Result<(), LimitReached> {
        let length = match cell {
            Cell::Word(word) => word.len(),
            _ => 0,
        };
        self.held += 2 * length as u64;
        self.pace.steps(&self.budget, self.held, 1 + length / 64)
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
    watch: &mut Watch,
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
