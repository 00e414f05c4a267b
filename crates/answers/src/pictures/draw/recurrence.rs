//! Pictures of positions that can recur, with the components that they form.

use ishitori_boards::SetUp;
use ishitori_draw::{DrawError, GridCell, GridValue, Part, RecurrenceGraph, Recurring};
use ishitori_loopy::calculator::{Calculator, Value};
use ishitori_loopy::{Endless, Loopy, LoopyOutcome, strong_components};
use ishitori_values::notation::PrintError;
use ishitori_values::{LimitReached, Outcome, Player};
use serde::{Deserialize, Serialize};

use crate::{AskError, Context, DrawnOutcome};

/// Positions that a picture may have.
const MAX_POSITIONS: usize = 64;
/// Letters of a value that are shown.
const MAX_LETTERS: usize = 24;

/// Positions and the moves between them, in a picture.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Recurrence {
    /// The positions, that which is asked for first.
    pub graph: Vec<RecurringPosition>,
    /// The strongly connected components as places in that list, each after all that can be reached from it.
    pub components: Vec<Vec<usize>>,
}

/// A position in a picture of positions that can recur.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct RecurringPosition {
    /// How it is written; of a value the simplest form, if it is short.
    pub name: String,
    /// The outcome: who wins, or a draw.
    pub outcome: DrawnOutcome,
    /// Where Left's moves lead.
    pub left: Vec<usize>,
    /// Where Right's moves lead.
    pub right: Vec<usize>,
}

impl Recurrence {
    fn new(rows: &[[Vec<u32>; 2]], named: Vec<(String, LoopyOutcome)>) -> Recurrence {
        let places = |to: &Vec<u32>| to.iter().map(|v| *v as usize).collect();
        let graph = rows.iter().zip(named).map(|([left, right], (name, outcome))| {
            let (left, right) = (places(left), places(right));
            RecurringPosition { name, outcome: outcome.into(), left, right }
        });
        Recurrence { graph: graph.collect(), components: strong_components(rows) }
    }

    /// The picture.
    pub(super) fn plot(&self, title: String) -> RecurrenceGraph {
        let position = |p: &RecurringPosition| Recurring {
            name: p.name.clone(),
            value: p.outcome.to_string(),
            outcome: outcome_cell(p.outcome),
            options: [p.left.clone(), p.right.clone()],
        };
        let positions = self.graph.iter().map(position).collect();
        RecurrenceGraph::new(title, positions, self.components.clone())
    }
}

/// How an outcome with draws is drawn.
pub(super) fn outcome_cell(outcome: DrawnOutcome) -> GridCell {
    let half = |left, first| GridCell::HalfDraw { left, first };
    match outcome {
        DrawnOutcome::P => GridValue::Letter(Outcome::P).into(),
        DrawnOutcome::N => GridValue::Letter(Outcome::N).into(),
        DrawnOutcome::L => GridValue::Letter(Outcome::L).into(),
        DrawnOutcome::R => GridValue::Letter(Outcome::R).into(),
        DrawnOutcome::D => GridCell::Draw,
        DrawnOutcome::NHat => half(true, true),
        DrawnOutcome::NCheck => half(false, true),
        DrawnOutcome::PHat => half(true, false),
        DrawnOutcome::PCheck => half(false, false),
    }
}

/// The simplest form of a value that is not short. The cost of the outcomes of its followers.
pub(super) fn of_value(
    calculator: &mut Calculator<'_>,
    value: Loopy,
) -> Result<Recurrence, AskError> {
    // Of a game that is not a stopper its onside is drawn.
    let loops = calculator.loops();
    let (rows, followers) = (loops.graph(value.onside())?, loops.followers(value.onside())?);
    few(rows.len())?;
    let mut named = Vec::new();
    for v in followers {
        let outcome = calculator.loops().outcome(v.into())?;
        let shown = match calculator.show(&Value::Loopy(v.into())) {
            Ok(shown) if shown.chars().count() <= MAX_LETTERS => shown,
            Ok(_) | Err(PrintError::TooLong { .. }) => "·".to_string(),
            Err(PrintError::Limit(limit)) => return Err(limit.into()),
        };
        named.push((shown, outcome));
    }
    Ok(Recurrence::new(&rows, named))
}

/// All positions that can be reached on a board. O(positions · moves).
pub(super) fn of_board(
    set_up: &SetUp,
    endless: Endless,
    context: &Context,
) -> Result<Recurrence, AskError> {
    let board = set_up.solved(endless, &context.budget)?;
    let solved = board.solution();
    few(solved.len())?;
    if let Some(limit) = solved.stopped() {
        return Err(AskError::Limit(limit));
    }
    let count = solved.len() as u32;
    let row = |at: u32| Player::BOTH.map(|player| solved.moves(at, player).to_vec());
    let rows: Vec<[Vec<u32>; 2]> = (0..count).map(row).collect();
    let mut named = Vec::new();
    for at in 0..count {
        let outcome = solved.outcome(at).ok_or(LimitReached::Cancelled)?;
        named.push((board.text(at), outcome));
    }
    Ok(Recurrence::new(&rows, named))
}

fn few(found: usize) -> Result<(), AskError> {
    match found <= MAX_POSITIONS {
        true => Ok(()),
        false => {
            let (found, limit) = (found as u64, MAX_POSITIONS as u64);
            Err(AskError::Draw(DrawError::TooLarge { what: Part::Heaps, found, limit }))
        }
    }
}
