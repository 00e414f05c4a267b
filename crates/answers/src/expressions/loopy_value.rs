//! Known facts about values of games whose positions can recur.

use ishitori_loopy::{Loopy, LoopyStore, Vertex};
use ishitori_values::notation::{self, PrintError};
use ishitori_values::{LimitReached, Player};
use serde::{Deserialize, Serialize};

use crate::DrawnOutcome;
use crate::notation::Style;

/// Graphs with more vertices are not part of an answer.
const MAX_GRAPH: usize = 20_000;

/// For each vertex of a graph Left's and Right's options as places in this list, the game itself first.
pub type GraphRows = Vec<[Vec<u32>; 2]>;

/// The facts about a loopy game that are asked for first; `null` is what is not defined for it, or was not reached
/// within the limits.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct LoopyFacts {
    /// The simplest form in ASCII, `s & t` for a game that is not a stopper.
    pub canonical: Option<String>,
    /// The same in Unicode.
    pub unicode: Option<String>,
    /// The same for LaTeX.
    pub latex: Option<String>,
    /// The outcome: who wins, or a draw.
    pub outcome: Option<DrawnOutcome>,
    /// Whether the value is a stopper: alternating play always ends.
    pub is_stopper: Option<bool>,
    /// Whether both sides are stoppers. If not, they are only simplified.
    pub is_stopper_sided: Option<bool>,
    /// The value if plays without end are won by Left.
    pub onside: Option<String>,
    /// The value if plays without end are won by Right.
    pub offside: Option<String>,
    /// The stopper at which alternating play arrives when Left begins; of a stopper only.
    pub left_stop: Option<String>,
    /// The same when Right begins.
    pub right_stop: Option<String>,
    /// The simplest form as a graph (of the onside, if the sides are different); `null` also if it has
    /// more than 20000 vertices.
    pub graph: Option<GraphRows>,
    /// The offside as a graph, if the sides are different.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offside_graph: Option<GraphRows>,
    /// An integer that the value is at least, where the value itself was not found: the largest that was tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<i64>,
    /// An integer that the value is at most, where the value itself was not found: the smallest that was tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<i64>,
    /// Why something is missing, in English.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
    /// The limit that was reached before all was known.
    #[serde(skip)]
    pub reached: Option<LimitReached>,
}

impl LoopyFacts {
    /// Known facts about a value. The cost of its outcome and its stops.
    pub fn of(loops: &mut LoopyStore<'_>, value: Loopy) -> LoopyFacts {
        let mut facts = LoopyFacts {
            is_stopper: Some(loops.as_stopper(value).is_some()),
            is_stopper_sided: Some(loops.is_stopper_sided(value)),
            ..LoopyFacts::without_value(None)
        };
        match facts.fill(loops, value) {
            Ok(()) => {}
            Err(PrintError::Limit(limit)) => facts.stop(limit),
            Err(error @ PrintError::TooLong { .. }) => facts.limit = Some(error.to_string()),
        }
        facts
    }

    /// Only who wins.
    pub fn without_value(outcome: Option<DrawnOutcome>) -> LoopyFacts {
        LoopyFacts {
            canonical: None,
            unicode: None,
            latex: None,
            outcome,
            is_stopper: None,
            is_stopper_sided: None,
            onside: None,
            offside: None,
            left_stop: None,
            right_stop: None,
            graph: None,
            offside_graph: None,
            at_least: None,
            at_most: None,
            limit: None,
            reached: None,
        }
    }

    /// Something is missing, since a limit was reached.
    pub(crate) fn stop(&mut self, limit: LimitReached) {
        self.limit = Some(limit.to_string());
        self.reached = Some(limit);
    }

    fn fill(&mut self, loops: &mut LoopyStore<'_>, value: Loopy) -> Result<(), PrintError> {
        self.outcome = Some(loops.outcome(value)?.into());
        self.graph = graph(loops, value.onside())?;
        if value.onside() != value.offside() {
            self.offside_graph = graph(loops, value.offside())?;
        }
        for (player, into) in
            [(Player::Left, &mut self.left_stop), (Player::Right, &mut self.right_stop)]
        {
            if let Some(v) = loops.as_stopper(value)
                && let Some(stop) = loops.stop(v, player)?
            {
                *into = Some(loops.print(stop.into())?);
            }
        }
        self.onside = Some(loops.print(value.onside().into())?);
        self.offside = Some(loops.print(value.offside().into())?);
        self.canonical = Some(loops.print(value)?);
        self.unicode = Some(loops.print_as(value, notation::Style::Unicode)?);
        self.latex = Some(loops.print_as(value, notation::Style::Latex)?);
        Ok(())
    }

    /// The simplest form in a style.
    pub fn canonical_in(&self, style: Style) -> Option<&str> {
        match style {
            Style::Ascii => self.canonical.as_deref(),
            Style::Unicode => self.unicode.as_deref(),
            Style::Latex => self.latex.as_deref(),
        }
    }

    /// Games in a style; nothing for those that are too long.
    pub(crate) fn all_printed(
        loops: &mut LoopyStore<'_>,
        games: &[Loopy],
        style: Style,
    ) -> Result<Vec<Option<String>>, LimitReached> {
        let print = |&g: &Loopy| match loops.print_as(g, style.into()) {
            Ok(text) => Ok(Some(text)),
            Err(PrintError::TooLong { .. }) => Ok(None),
            Err(PrintError::Limit(limit)) => Err(limit),
        };
        games.iter().map(print).collect()
    }
}

fn graph(loops: &mut LoopyStore<'_>, v: Vertex) -> Result<Option<GraphRows>, LimitReached> {
    Ok(Some(loops.graph(v)?).filter(|rows| rows.len() <= MAX_GRAPH))
}
