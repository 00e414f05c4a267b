//! Words in and about pictures.

pub(crate) mod drawing;

use ishitori_answers::DrawnOutcome;
use ishitori_answers::conjecture::AutomatonTable;
use ishitori_answers::draw::{Answer, Captions, LEGEND, Plot, Strips, TileCaptions};
use ishitori_answers::known::Repetition;
use ishitori_draw::{
    ArrowLabels, AutomatonGraph, EndlessLabels, Filling, GridFilling, GridValue, StripCells,
    StripChart, TransitionGraph,
};
use ishitori_values::{Outcome, Thermograph};

use crate::{Describe, Text, say};

impl Captions for Text {
    fn caption(&self, plot: &mut Plot, titled: bool) {
        match plot {
            Plot::Scatter { plot, rule, period } => {
                let count = plot.values.len();
                if let Some(period) = period {
                    let words = self.period_words(period);
                    if period.preperiod < count as u64 {
                        plot.marks = vec![(period.preperiod, words)];
                    } else if !titled {
                        plot.title = format!("{rule}: {words}");
                    }
                }
                plot.description = self.describe_sequence(&plot.title, count);
            }
            Plot::Table { plot, rule, period } => {
                if let Some(period) = period.as_ref().filter(|_| !titled) {
                    plot.title = format!("{rule}: {}", self.period_words(period));
                }
                plot.description = self.describe_sequence(&plot.title, plot.values.len());
                plot.zero_label = self.zero_label().to_string();
                plot.exception_label = self.exception_label().to_string();
            }
            Plot::Grid(plot) => {
                if let Some(GridFilling { filling, .. }) = &mut plot.filling {
                    self.caption_filling(filling);
                }
                plot.description = self.describe_grid(&plot.title);
                plot.lost_label = self.lost_label().to_string();
                plot.outcome_labels = self.legend();
                plot.endless_labels = self.endless_labels();
            }
            Plot::Thermograph { plot, walls } => {
                plot.description = self.describe_thermograph(&plot.title, walls);
                plot.value_label = self.value_label().to_string();
            }
            Plot::Tree(plot) => {
                plot.description = self.describe_tree(&plot.title);
                plot.more_label = self.more_options().to_string();
            }
            Plot::Graph { plot, to, .. } => self.caption_graph(plot, to),
            Plot::Recurrence(plot) => {
                plot.description = say!(
                    self,
                    "pictures.general.positions-moves-between-them-those",
                    title = plot.title
                );
                plot.arrow_labels = [
                    self.say("pictures.general.move-left"),
                    self.say("pictures.general.move-right"),
                    self.say("pictures.general.move-either"),
                ]
                .map(str::to_owned);
                plot.frame_label = self.say("pictures.general.positions-recur").to_owned();
            }
            Plot::Monoid(plot) => {
                plot.description = self.describe_monoid(&plot.title, plot.names.len());
                plot.legend = self.legend();
            }
            Plot::Cayley(plot) => {
                let (order, generators) = (plot.names.len(), plot.generators.len());
                plot.description = self.describe_cayley(&plot.title, order, generators);
                plot.legend = self.legend();
            }
            Plot::Strips(plot) => self.caption_strips(plot),
            Plot::Bar(plot) => {
                plot.description = say!(
                    self,
                    "pictures.general.bar-chocolate-bitter-square-coordinates",
                    title = plot.title
                );
                plot.bitter_label = self.say("pictures.general.bitter-square").to_string();
                plot.broken_label = self.say("pictures.general.broken-off").to_string();
            }
            Plot::Board(plot) => {
                plot.description = say!(self, "pictures.general.board", title = plot.title);
            }
            Plot::Automata { title, plots } => {
                for (plot, table) in plots {
                    self.caption_automaton(plot, table, title, titled);
                }
            }
        }
    }
}

impl Describe for Answer {
    fn describe(&self, text: &Text) -> String {
        let bytes = self.drawn.first().map_or(0, |drawn| drawn.bytes.len());
        match (&self.files, &self.file) {
            (Some(files), _) => text.written_series(files),
            (None, Some(file)) => text.written(file, bytes),
            (None, None) => self.title.clone(),
        }
    }
}

impl Text {
    /// "period 12 from n = 71".
    fn period_words(&self, p: &Repetition) -> String {
        let (period, preperiod) = (p.period, p.preperiod);
        match p.saltus {
            0 => say!(self, "pictures.general.period-from-n", period, preperiod),
            s => say!(self, "pictures.general.period-saltus-from-n", period, s, preperiod),
        }
    }

    /// For readers who cannot see the picture.
    fn describe_sequence(&self, title: &str, count: usize) -> String {
        say!(self, "pictures.general.grundy-numbers-heaps", value = count.saturating_sub(1), title)
    }

    /// For readers who cannot see the picture.
    fn describe_thermograph(&self, title: &str, t: &Thermograph) -> String {
        let (mean, temperature) = (t.mean(), t.temperature());
        say!(
            self,
            "pictures.general.thermograph-mean-temperature-values-grow",
            title,
            mean,
            temperature
        )
    }

    /// For readers who cannot see the picture.
    fn describe_tree(&self, title: &str) -> String {
        say!(self, "pictures.general.game-tree-left-s-options", title)
    }

    /// Options that are not drawn.
    fn more_options(&self) -> &'static str {
        self.say("pictures.general.there-options-shown")
    }

    /// The colour of Grundy number 0.
    fn zero_label(&self) -> &'static str {
        self.say("pictures.general.g-n-player-move-loses")
    }

    /// For readers who cannot see the picture.
    fn describe_graph(&self, title: &str, last: &str) -> String {
        say!(self, "pictures.general.moves-between-positions-up", last, title)
    }

    /// Why a position has its outcome class.
    fn graph_reason(&self, name: &str, outcome: Outcome) -> String {
        format!("{name}: {outcome}  {}", self.outcome_short(outcome))
    }

    /// The meaning of thin arrows.
    fn parts_label(&self) -> &'static str {
        self.say("pictures.general.thin-move-leaves-several-positions")
    }

    /// The meaning of the colours of arrows.
    fn players_labels(&self) -> [&'static str; 2] {
        [
            self.say("pictures.general.move-left-alone"),
            self.say("pictures.general.move-right-alone"),
        ]
    }

    /// The step that finds a mex.
    fn mex_label(&self) -> &'static str {
        self.say("pictures.general.least-number-among")
    }

    /// A heap without a move.
    fn no_move_label(&self) -> &'static str {
        self.say("pictures.general.there-no-move")
    }

    /// The meaning of the marks.
    fn marks_label(&self) -> &'static str {
        self.say("pictures.general.position-fill-where-move-leads")
    }

    /// A series of files has been written.
    pub fn written_series(&self, files: &[String]) -> String {
        match files {
            [first, .., last] => {
                say!(self, "pictures.general.wrote-files", files = files.len(), first, last)
            }
            files => files.join(", "),
        }
    }

    /// The mark of an exception.
    fn exception_label(&self) -> &'static str {
        self.say("pictures.general.exception-period")
    }

    /// The axis of values.
    fn value_label(&self) -> &'static str {
        self.say("pictures.general.value")
    }

    /// A file has been written.
    fn written(&self, file: &str, bytes: usize) -> String {
        say!(self, "pictures.general.wrote-bytes", file, bytes)
    }

    /// The outcomes, for a legend: L, R, N and P.
    fn legend(&self) -> [String; 4] {
        LEGEND.map(|outcome| format!("{outcome}: {}", self.outcome_short(outcome)))
    }

    /// The meaning of cells of games whose positions recur.
    fn endless_labels(&self) -> EndlessLabels {
        let said = |outcome| format!("{outcome}: {}", self.drawn_outcome_short(outcome));
        let half_draws =
            [DrawnOutcome::NHat, DrawnOutcome::NCheck, DrawnOutcome::PHat, DrawnOutcome::PCheck];
        EndlessLabels {
            draw: said(DrawnOutcome::D),
            half_draws: half_draws.map(said),
            infinite: [
                self.say("pictures.general.player-move-wins").to_string(),
                self.say("pictures.general.without-draw").to_string(),
            ],
            unknown: self.say("pictures.general.known").to_string(),
        }
    }

    fn caption_strips(&self, chart: &mut StripChart) {
        let (rows, title) = (chart.rows.len(), &chart.title);
        let numbers = matches!(chart.rows.first(), Some((_, StripCells::Numbers(_))));
        chart.description = match numbers {
            false => say!(self, "pictures.general.outcomes-one-heap-one-row", rows, title),
            true => say!(self, "pictures.general.grundy-numbers-one-heap-one", rows, title),
        };
        let thinned = self.say("pictures.general.rows-share-bands-mixed-colour");
        chart.thinned_label = thinned.to_string();
        chart.legend = self.legend();
    }

    fn caption_filling(&self, filling: &mut Filling) {
        let reason = |(n, value): (usize, &GridValue)| match value {
            GridValue::Letter(letter) => self.graph_reason(&filling.name(n), *letter),
            GridValue::Number(_) => String::new(),
        };
        filling.reasons = filling.values.iter().enumerate().map(reason).collect();
        filling.mex_label = self.mex_label().to_string();
        filling.no_move_label = self.no_move_label().to_string();
        filling.marks_label = self.marks_label().to_string();
    }

    /// The labels of arrows.
    fn arrow_labels(&self, labels: ArrowLabels, partizan: bool, start: &str) -> String {
        match (labels, partizan) {
            (ArrowLabels::None, _) => String::new(),
            (ArrowLabels::Taken, _) => {
                self.say("pictures.general.arrows-how-many-stones-taken").to_string()
            }
            (ArrowLabels::Turns, true) => {
                self.say("pictures.general.l1-left-takes-r1-right").to_string()
            }
            (ArrowLabels::Turns, false) => {
                say!(self, "pictures.general.f1-first-player-takes-s1", start)
            }
        }
    }

    fn caption_automaton(
        &self,
        graph: &mut AutomatonGraph,
        table: &AutomatonTable,
        title: &str,
        titled: bool,
    ) {
        let accepts = self.accepts(table.accepts);
        graph.title = match titled {
            true => title.to_string(),
            false => format!("{title}: {accepts}"),
        };
        let (states, tracks) = (table.states.len(), table.tracks.join(","));
        graph.description = say!(self, "pictures.general.automaton-state", accepts, states, title);
        graph.reads_label =
            say!(self, "pictures.general.input-binary-digits-most-significant", tracks);
        graph.accepting_label =
            self.say("pictures.general.double-circle-accepting-state").to_string();
    }

    fn caption_graph(&self, graph: &mut TransitionGraph, to: &str) {
        self.caption_filling(&mut graph.filling);
        let values = &graph.filling.values;
        let letters = values.iter().any(|v| matches!(v, GridValue::Letter(_)));
        graph.description = self.describe_graph(&graph.title, to);
        graph.zero_label = if letters { self.lost_label() } else { self.zero_label() }.to_string();
        graph.turn_names =
            [self.say("pictures.general.f"), self.say("pictures.general.s")].map(str::to_string);
        let last = graph.filling.moves.len().saturating_sub(1);
        let moves = graph.filling.moves.iter().flatten();
        let partizan = moves.clone().any(|m| m.players != [true; 2]);
        graph.labels_label = self.arrow_labels(graph.labels, partizan, &graph.filling.name(last));
        graph.parts_label = self.parts_label().to_string();
        graph.players_labels = self.players_labels().map(str::to_string);
    }

    /// For readers who cannot see the picture.
    fn describe_monoid(&self, title: &str, order: usize) -> String {
        say!(self, "pictures.general.multiplication-table-elements-coloured-outcome", order, title)
    }

    /// For readers who cannot see the picture.
    fn describe_cayley(&self, title: &str, order: usize, generators: usize) -> String {
        say!(self, "pictures.general.cayley-graph-elements-generators", order, generators, title)
    }

    /// The texts on the page of tiles.
    pub fn tile_captions(&self, strips: &Strips, command: String) -> TileCaptions {
        let (rows, columns) = strips.size();
        let last = columns.saturating_sub(1);
        let description = say!(self, "pictures.general.outcomes-heaps-sets-one-row", last, rows);
        let note = self.say("pictures.general.wheel-zooms-dragging-arrow-keys");
        TileCaptions {
            description,
            note: note.to_string(),
            rows_label: self.say("pictures.general.rows").to_string(),
            lang: self.say("pictures.general.en").to_string(),
            outcomes: LEGEND.map(|outcome| self.outcome_short(outcome).to_string()),
            command,
        }
    }
}
