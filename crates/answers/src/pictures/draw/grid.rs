//! Pictures of tables.

use ishitori_draw::{
    DrawError, Filling, Grid, GridCell, GridFilling, GridSlice, GridValue, Missing, Part,
};
use ishitori_language::tuple;
use ishitori_rules::heap::HeapRule;
use serde::{Deserialize, Serialize};

use super::recurrence::outcome_cell;
use super::several::several;
use super::{Plot, drawn, graph, picture_request, provenance, typed};
use crate::box_table::{Asked, BoxTable, Cell, Show};
use crate::end::under;
use crate::registration::{Registration, pictures};
use crate::rule::two_pile_game;
use crate::{
    Accepted, AskError, BoxBounds, Context, DrawnOutcome, Note, Rule, RuleSource, Stopped,
};

pub use super::Answer;

/// The registration of the question, read by every front end of the program.
pub const REGISTRATION: Registration = Registration::new(
    pictures!("draw/grid", [svg, png, pdf, tex], &[("size", 16_384)], &[("to", 40_000)]),
    &[&[("rule", "chocolate:3"), ("to", "4,12")]],
);

picture_request! {
    /// How does a table of a game on tuples of numbers look, in colours?
    Request {
        /// The rule of the game.
        pub rule: RuleSource,
        /// Values of its parameters, such as `k=3`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub set: Vec<String>,
        /// End rule: who wins when no move is left [default: that of the game, or normal].
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub end: Option<String>,
        /// The last value of each coordinate that is not fixed.
        pub to: BoxBounds,
        /// Fixed coordinates, such as `x=3`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub fix: Vec<String>,
        /// What is shown of a position: Grundy numbers or outcome classes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub show: Option<Show>,
        /// The first coordinate to the right, the second one down.
        #[serde(default)]
        pub transpose: bool,
        /// Whether the results are left out, to be filled in by hand.
        #[serde(default)]
        pub blank: bool,
        /// Whether the cells are filled in step by step, with the reason of each.
        #[serde(default)]
        pub steps: bool,
    }
}

/// Draws it. The cost is that of the table, and of its cells.
///
/// ```
/// use ishitori_answers::draw::grid;
/// use ishitori_answers::Context;
/// use ishitori_values::Budget;
///
/// let request = serde_json::json!({ "rule": "chocolate:3", "to": "4,9" });
/// let request: grid::Request = serde_json::from_value(request).unwrap();
/// let picture = grid::answer(&request, &Context::new(Budget::unlimited())).unwrap();
/// assert!(picture.drawn[0].bytes.starts_with(b"<svg"));
/// ```
pub fn answer(request: &Request, context: &Context) -> Result<Answer, AskError> {
    several(&request.set, request.look(), context, |set| {
        of_one(&Request { set: set.to_vec(), ..request.clone() }, context)
    })
}

fn of_one(request: &Request, context: &Context) -> Result<Answer, AskError> {
    if let Some(show) = request.show.filter(|show| show.needs_values()) {
        let (value, accepted) = (show.name().to_string(), Accepted::Coloured);
        return Err(AskError::Argument { field: "show", value, accepted });
    }
    if request.steps && request.blank {
        let (value, accepted) = ("true".to_string(), Accepted::StepsOrBlank);
        return Err(AskError::Argument { field: "blank", value, accepted });
    }
    let asked = Asked {
        rule: &request.rule,
        set: &request.set,
        end: request.end.as_deref(),
        to: &request.to,
        fix: &request.fix,
        show: request.show,
        transpose: request.transpose,
    };
    let table = BoxTable::compute(&asked, &Context { threads: 1, ..context.clone() })?;
    let filling = if request.steps { Some(filling(&table, request, context)?) } else { None };
    let names = (table.row_name.as_str(), table.column_name.as_str());
    let mut grid = Grid::new(table.rule.clone(), names, Vec::new());
    let slices = table.slices.iter().map(|slice| GridSlice {
        heading: slice.fixed.to_string(),
        rows: slice.rows.iter().map(|row| row.iter().map(drawn_cell).collect()).collect(),
    });
    grid.slices = slices.collect();
    if let [slice] = grid.slices.as_mut_slice()
        && !slice.heading.is_empty()
    {
        grid.title = format!("{}, {}", grid.title, std::mem::take(&mut slice.heading));
    }
    grid.palette = request.palette.into();
    grid.blank = request.blank;
    grid.filling = filling;
    let to: Vec<String> = request.to.0.iter().map(u32::to_string).collect();
    let to = to.join(",");
    grid.provenance = provenance(command(request, &to), &[("rule", table.rule), ("to", to)]);
    let stopped = table.stopped.map(Stopped::from);
    let notes = stopped.clone().map(Note::Stopped).into_iter().collect();
    Ok(Answer { stopped, notes, ..drawn(Plot::Grid(Box::new(grid)), request.look(), context)? })
}

/// How the cells follow from one another.
fn filling(
    table: &BoxTable,
    request: &Request,
    context: &Context,
) -> Result<GridFilling, AskError> {
    if let Some(limit) = table.stopped {
        return Err(AskError::Limit(limit));
    }
    let [slice] = &table.slices[..] else { return Err(no_steps(request)) };
    if !request.fix.is_empty() || request.show == Some(Show::PPositions) {
        return Err(no_steps(request));
    }
    let game = match Rule::read(&request.rule, &request.set)? {
        Rule::Heap(HeapRule::TwoPile(rule)) => two_pile_game(rule),
        Rule::Heap(rule) => return Err(AskError::NotPairs { rule }),
        Rule::Game(game) => game,
    };
    let (game, _) = under(&game, request.end.as_deref())?;
    let positions = table.positions();
    let (found, limit) = (positions.len() as u64, Grid::MAX_STEPS);
    if found > limit {
        return Err(AskError::Draw(DrawError::TooLarge { what: Part::Cells, found, limit }));
    }
    let place = |name: &str, position: &[i64]| {
        let at = table.coordinates.iter().position(|c| c == name);
        at.map_or(0, |at| position[at] as usize)
    };
    let cells: Vec<(usize, usize)> = positions
        .iter()
        .map(|p| (place(&table.row_name, p), place(&table.column_name, p)))
        .collect();
    // A game whose positions recur has no order in which cells are filled in.
    if game.loopy().is_some() {
        return Err(AskError::Draw(DrawError::Nothing(Missing::Order)));
    }
    let values = cells.iter().filter_map(|&(row, column)| value(&slice.rows[row][column]));
    let mut moves = Vec::new();
    for position in &positions {
        let last = BoxBounds(request.to.0.clone());
        moves.push(graph::moves_of(&game, position, &positions, &last, &context.budget)?);
    }
    let mut filling = Filling::new(moves, values.collect());
    filling.names = positions.iter().map(|p| tuple(p)).collect();
    Ok(GridFilling { filling, cells })
}

fn no_steps(request: &Request) -> AskError {
    let (value, accepted) = (typed(&request.rule).to_string(), Accepted::StepTable);
    AskError::Argument { field: "steps", value, accepted }
}

/// What is drawn of a cell: what is not a number and no outcome is drawn by its name.
fn drawn_cell(cell: &Cell) -> Option<GridCell> {
    let word = match cell {
        Cell::Nothing => return None,
        Cell::Number(n) => return Some(GridValue::Number(u64::from(*n)).into()),
        Cell::Word(word) => word.as_str(),
    };
    if let Some(outcome) = DrawnOutcome::ALL.into_iter().find(|o| o.to_string() == word) {
        return Some(outcome_cell(outcome));
    }
    Some(match (word, word.strip_prefix('∞').map(smith_set)) {
        ("?", _) => GridCell::Unknown,
        (_, Some(Some(wins))) => GridCell::Infinite(wins),
        _ => GridCell::Named(word.into()),
    })
}

/// The numbers of `{0,2}`, none of an empty text.
fn smith_set(text: &str) -> Option<Box<[u32]>> {
    if text.is_empty() {
        return Some(Box::default());
    }
    let inside = text.strip_prefix('{')?.strip_suffix('}')?;
    inside.split(',').map(|n| n.parse().ok()).collect()
}

/// What a step can show of a cell.
fn value(cell: &Cell) -> Option<GridValue> {
    match drawn_cell(cell)? {
        GridCell::Value(value) => Some(value),
        _ => None,
    }
}

fn command(request: &Request, to: &str) -> String {
    let rule = typed(&request.rule);
    let fix: String = request.fix.iter().map(|f| format!(" --fix {f}")).collect();
    let set: String = request.set.iter().map(|s| format!(" --set {s}")).collect();
    let end = request.end.as_ref().map_or(String::new(), |end| format!(" --end {end}"));
    let show = match request.show {
        Some(Show::Grundy) => " --show grundy",
        Some(Show::Outcome) => " --show outcome",
        Some(Show::PPositions) => " --show p-positions",
        _ => "",
    };
    let transpose = if request.transpose { " --transpose" } else { "" };
    let how = match (request.steps, request.blank) {
        (true, _) => " --steps",
        (false, true) => " --blank",
        (false, false) => "",
    };
    format!("ishitori draw grid '{rule}' --to {to}{fix}{set}{end}{show}{transpose}{how}")
}
