//! Plots: pictures before they are drawn, with the data for their captions.

use std::sync::Arc;

use ishitori_draw::{
    AutomatonGraph, BoardPicture, CayleyGraph, ChocolateBar, DrawError, GameTree, Grid,
    MonoidTable, PeriodTable, RecurrenceGraph, Scatter, Scene, StripChart, ThermographPlot,
    TransitionGraph, film_strip,
};
use ishitori_values::Thermograph;

use crate::AskError;
use crate::automaton_table::AutomatonTable;
use crate::known::Repetition;

/// A picture, with the data for its captions.
#[derive(Clone, PartialEq, Debug)]
#[expect(missing_docs, reason = "the comment of a variant says what its fields are")]
pub enum Plot {
    /// Grundy numbers as dots, the rule, and their period if it is proved.
    Scatter { plot: Scatter, rule: String, period: Option<Repetition> },
    /// Grundy numbers as a table, the rule, and their period if it is proved.
    Table { plot: PeriodTable, rule: String, period: Option<Repetition> },
    /// A table of a box; filled in step by step if it says how.
    Grid(Box<Grid>),
    /// A thermograph.
    Thermograph { plot: ThermographPlot, walls: Arc<Thermograph> },
    /// A game tree.
    Tree(GameTree),
    /// Moves between positions up to given bounds, in one picture or filled in step by step.
    Graph { plot: Box<TransitionGraph>, to: String, steps: bool },
    /// Positions that can recur.
    Recurrence(RecurrenceGraph),
    /// The multiplication table of a quotient.
    Monoid(MonoidTable),
    /// The Cayley graph of a quotient.
    Cayley(CayleyGraph),
    /// The outcomes of a family.
    Strips(StripChart),
    /// A bar of chocolate.
    Bar(ChocolateBar),
    /// A board.
    Board(BoardPicture),
    /// Automata that read numbers, one below the other, and what they are of.
    Automata { title: String, plots: Vec<(AutomatonGraph, AutomatonTable)> },
}

impl Plot {
    /// The heading.
    pub fn title_mut(&mut self) -> &mut String {
        match self {
            Plot::Scatter { plot, .. } => &mut plot.title,
            Plot::Table { plot, .. } => &mut plot.title,
            Plot::Grid(plot) => &mut plot.title,
            Plot::Thermograph { plot, .. } => &mut plot.title,
            Plot::Tree(plot) => &mut plot.title,
            Plot::Graph { plot, .. } => &mut plot.title,
            Plot::Recurrence(plot) => &mut plot.title,
            Plot::Monoid(plot) => &mut plot.title,
            Plot::Cayley(plot) => &mut plot.title,
            Plot::Strips(plot) => &mut plot.title,
            Plot::Bar(plot) => &mut plot.title,
            Plot::Board(plot) => &mut plot.title,
            Plot::Automata { title, .. } => title,
        }
    }

    /// The picture, in one piece. The cost is that of its kind.
    pub fn scene(&self) -> Result<Scene, AskError> {
        match self {
            Plot::Scatter { plot, .. } => plot.scene(),
            Plot::Table { plot, .. } => plot.scene(),
            Plot::Grid(plot) => plot.scene(),
            Plot::Thermograph { plot, walls } => plot.scene(walls),
            Plot::Tree(plot) => plot.scene(),
            Plot::Graph { plot, .. } => plot.scene(),
            Plot::Recurrence(plot) => plot.scene(),
            Plot::Monoid(plot) => plot.scene(),
            Plot::Cayley(plot) => plot.scene(),
            Plot::Strips(plot) => plot.scene(),
            Plot::Bar(plot) => plot.scene(),
            Plot::Board(plot) => plot.scene(),
            Plot::Automata { plots, .. } => {
                let scenes: Result<Vec<Scene>, DrawError> =
                    plots.iter().map(|(plot, _)| plot.scene()).collect();
                scenes.and_then(|scenes| film_strip(&scenes))
            }
        }
        .map(Scene::with_space_for_text)
        .map_err(AskError::Draw)
    }
}

/// The source of captions; `ishitori-words` implements it.
pub trait Captions: Send + Sync {
    /// Puts captions into a picture, and a heading unless it has one that the user chose.
    fn caption(&self, plot: &mut Plot, titled: bool);
}
