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

use crate::{Describe, Lang, Text, counted};

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
                plot.description = match self.lang {
                    Lang::En => format!(
                        "The positions of {} and the moves between them; those that recur are in frames.",
                        plot.title
                    ),
                    Lang::Ja => {
                        format!("{} の局面と手。くり返す局面は一つにまとめて示す。", plot.title)
                    }
                };
                if self.lang == Lang::Ja {
                    plot.arrow_labels = ["左の手", "右の手", "左右の手"].map(str::to_owned);
                    plot.frame_label = "くり返す局面".to_owned();
                }
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
                plot.description = match self.lang {
                    Lang::En => format!(
                        "The bar of chocolate {}, with its bitter square and its coordinates.",
                        plot.title
                    ),
                    Lang::Ja => format!("チョコレート {}。苦い部分と座標。", plot.title),
                };
                plot.bitter_label = self.pick("bitter square", "苦い部分").to_string();
                plot.broken_label = self.pick("broken off", "切り取る部分").to_string();
            }
            Plot::Board(plot) => {
                plot.description = match self.lang {
                    Lang::En => format!("The board {}.", plot.title),
                    Lang::Ja => format!("盤 {}。", plot.title),
                };
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
        match (self.lang, p.saltus) {
            (Lang::En, 0) => format!("period {period} from n = {preperiod}"),
            (Lang::En, s) => format!("period {period} with saltus {s} from n = {preperiod}"),
            (Lang::Ja, 0) => format!("n = {preperiod} から周期 {period}"),
            (Lang::Ja, s) => format!("n = {preperiod} から周期 {period}、増分 {s}"),
        }
    }

    /// For readers who cannot see the picture.
    fn describe_sequence(&self, title: &str, count: usize) -> String {
        match self.lang {
            Lang::En => format!(
                "The Grundy numbers of the heaps 0 to {}: {title}.",
                count.saturating_sub(1)
            ),
            Lang::Ja => {
                format!("山 0 から {} までのグランディ数: {title}。", count.saturating_sub(1))
            }
        }
    }

    /// For readers who cannot see the picture.
    fn describe_thermograph(&self, title: &str, t: &Thermograph) -> String {
        let (mean, temperature) = (t.mean(), t.temperature());
        match self.lang {
            Lang::En => format!(
                "Thermograph of {title}: mean {mean}, temperature {temperature}. Values grow to the left."
            ),
            Lang::Ja => format!(
                "{title} の温度グラフ: 平均値 {mean}、温度 {temperature}。値は左ほど大きい。"
            ),
        }
    }

    /// For readers who cannot see the picture.
    fn describe_tree(&self, title: &str) -> String {
        match self.lang {
            Lang::En => format!(
                "Game tree of {title}: Left's options slant to the left, Right's to the right."
            ),
            Lang::Ja => format!("{title} のゲーム木。左へ伸びる枝が左の手、右へ伸びる枝が右の手。"),
        }
    }

    /// Options that are not drawn.
    fn more_options(&self) -> &'static str {
        match self.lang {
            Lang::En => "… there are options that are not shown",
            Lang::Ja => "… 示していない選択肢があります",
        }
    }

    /// The colour of Grundy number 0.
    fn zero_label(&self) -> &'static str {
        match self.lang {
            Lang::En => "G(n) = 0: the player to move loses",
            Lang::Ja => "G(n) = 0: 後手必勝",
        }
    }

    /// For readers who cannot see the picture.
    fn describe_graph(&self, title: &str, last: &str) -> String {
        match self.lang {
            Lang::En => format!("Moves between the positions up to {last}: {title}."),
            Lang::Ja => format!("{last} までの局面の遷移グラフ: {title}。"),
        }
    }

    /// Why a position has its outcome class.
    fn graph_reason(&self, name: &str, outcome: Outcome) -> String {
        format!("{name}: {outcome}  {}", self.outcome_short(outcome))
    }

    /// What thin arrows mean.
    fn parts_label(&self) -> &'static str {
        match self.lang {
            Lang::En => "thin: a move that leaves several positions at once, a sum",
            Lang::Ja => "細い線: いくつかの局面の和に移る手",
        }
    }

    /// What the colours of arrows mean.
    fn players_labels(&self) -> [&'static str; 2] {
        match self.lang {
            Lang::En => ["a move of Left alone", "a move of Right alone"],
            Lang::Ja => ["左だけの手", "右だけの手"],
        }
    }

    /// The step that finds a mex.
    fn mex_label(&self) -> &'static str {
        match self.lang {
            Lang::En => "the least number not among {}",
            Lang::Ja => "{} にない最小の数",
        }
    }

    /// A heap without a move.
    fn no_move_label(&self) -> &'static str {
        match self.lang {
            Lang::En => "there is no move",
            Lang::Ja => "手がない",
        }
    }

    /// What the marks mean.
    fn marks_label(&self) -> &'static str {
        match self.lang {
            Lang::En => "★ the position to fill in, ◆ where a move leads",
            Lang::Ja => "★ いま求める局面、◆ 遷移先",
        }
    }

    /// A series of files has been written.
    pub fn written_series(&self, files: &[String]) -> String {
        match (self.lang, files) {
            (Lang::En, [first, .., last]) => {
                format!("wrote {} files: {first} … {last}", files.len())
            }
            (Lang::Ja, [first, .., last]) => {
                format!("{} 個のファイルを書き出しました: {first} … {last}", files.len())
            }
            (_, files) => files.join(", "),
        }
    }

    /// The mark of an exception.
    fn exception_label(&self) -> &'static str {
        match self.lang {
            Lang::En => "exception to the period",
            Lang::Ja => "周期の例外",
        }
    }

    /// The axis of values.
    fn value_label(&self) -> &'static str {
        match self.lang {
            Lang::En => "value",
            Lang::Ja => "値",
        }
    }

    /// A file has been written.
    fn written(&self, file: &str, bytes: usize) -> String {
        match self.lang {
            Lang::En => format!("wrote {file} ({bytes} bytes)"),
            Lang::Ja => format!("{file} を書き出しました({bytes} バイト)"),
        }
    }

    /// Who wins, for a legend: L, R, N and P.
    fn legend(&self) -> [String; 4] {
        LEGEND.map(|outcome| format!("{outcome}: {}", self.outcome_short(outcome)))
    }

    /// What cells of games mean whose positions recur.
    fn endless_labels(&self) -> EndlessLabels {
        let said = |outcome| format!("{outcome}: {}", self.drawn_outcome_short(outcome));
        let half_draws =
            [DrawnOutcome::NHat, DrawnOutcome::NCheck, DrawnOutcome::PHat, DrawnOutcome::PCheck];
        EndlessLabels {
            draw: said(DrawnOutcome::D),
            half_draws: half_draws.map(said),
            infinite: [
                self.pick("∞{0,…}: the player to move wins", "∞{0,…}: 手番の勝ち").to_string(),
                self.pick("∞ without 0: a draw", "0 を含まない ∞: 引き分け").to_string(),
            ],
            unknown: self.pick("?: not known", "?: 不明").to_string(),
        }
    }

    fn caption_strips(&self, chart: &mut StripChart) {
        let (rows, title) = (chart.rows.len(), &chart.title);
        let numbers = matches!(chart.rows.first(), Some((_, StripCells::Numbers(_))));
        chart.description = match (numbers, self.lang) {
            (false, Lang::En) => {
                format!("Outcomes of one heap, one row for each of {rows}: {title}.")
            }
            (false, Lang::Ja) => format!("一山の帰結類を {rows} 行に並べた図: {title}。"),
            (true, Lang::En) => {
                format!("Grundy numbers of one heap, one row for each of {rows}: {title}.")
            }
            (true, Lang::Ja) => format!("一山のグランディ数を {rows} 行に並べた図: {title}。"),
        };
        let thinned = self.pick("rows share bands of mixed colour", "行ずつ平均の色で表示");
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

    /// What is written at arrows.
    fn arrow_labels(&self, labels: ArrowLabels, partizan: bool, start: &str) -> String {
        match (labels, partizan, self.lang) {
            (ArrowLabels::None, _, _) => String::new(),
            (ArrowLabels::Taken, _, Lang::En) => {
                "at the arrows: how many stones are taken".to_string()
            }
            (ArrowLabels::Taken, _, Lang::Ja) => "矢印の数: 取る石の数".to_string(),
            (ArrowLabels::Turns, true, Lang::En) => {
                "L1: Left takes 1, R1: Right takes 1".to_string()
            }
            (ArrowLabels::Turns, true, Lang::Ja) => {
                "L1: 左が 1 個取る、R1: 右が 1 個取る".to_string()
            }
            (ArrowLabels::Turns, false, Lang::En) => {
                format!("F1: the first player takes 1, S1: the second; play begins at {start}")
            }
            (ArrowLabels::Turns, false, Lang::Ja) => {
                format!("先1: 先手が 1 個取る、後1: 後手が 1 個取る({start} から始める)")
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
        graph.description = match self.lang {
            Lang::En => {
                let states = counted(states, "state");
                format!("The automaton of {accepts}, {states}: {title}.")
            }
            Lang::Ja => format!("{accepts}のオートマトン(状態 {states} 個): {title}。"),
        };
        graph.reads_label = match self.lang {
            Lang::En => {
                format!("input: binary digits of {tracks}, most significant first; * is 0 or 1")
            }
            Lang::Ja => format!("{tracks} のビットを上位から読む。* は 0 か 1"),
        };
        graph.accepting_label = match self.lang {
            Lang::En => "double circle: accepting state".to_string(),
            Lang::Ja => "二重の円: ここで終われば受理".to_string(),
        };
    }

    fn caption_graph(&self, graph: &mut TransitionGraph, to: &str) {
        self.caption_filling(&mut graph.filling);
        let values = &graph.filling.values;
        let letters = values.iter().any(|v| matches!(v, GridValue::Letter(_)));
        graph.description = self.describe_graph(&graph.title, to);
        graph.zero_label = if letters { self.lost_label() } else { self.zero_label() }.to_string();
        graph.turn_names = [self.pick("F", "先"), self.pick("S", "後")].map(str::to_string);
        let last = graph.filling.moves.len().saturating_sub(1);
        let moves = graph.filling.moves.iter().flatten();
        let partizan = moves.clone().any(|m| m.players != [true; 2]);
        graph.labels_label = self.arrow_labels(graph.labels, partizan, &graph.filling.name(last));
        graph.parts_label = self.parts_label().to_string();
        graph.players_labels = self.players_labels().map(str::to_string);
    }

    /// For readers who cannot see the picture.
    fn describe_monoid(&self, title: &str, order: usize) -> String {
        match self.lang {
            Lang::En => {
                format!("Multiplication table of {order} elements, coloured by outcome: {title}.")
            }
            Lang::Ja => format!("元 {order} 個の乗積表(帰結類で色分け): {title}。"),
        }
    }

    /// For readers who cannot see the picture.
    fn describe_cayley(&self, title: &str, order: usize, generators: usize) -> String {
        match self.lang {
            Lang::En => {
                format!("Cayley graph of {order} elements and {generators} generators: {title}.")
            }
            Lang::Ja => format!("元 {order} 個、生成元 {generators} 個のケイリーグラフ: {title}。"),
        }
    }

    /// What is said on the page of tiles.
    pub fn tile_captions(&self, strips: &Strips, command: String) -> TileCaptions {
        let (rows, columns) = strips.size();
        let last = columns.saturating_sub(1);
        let description = match self.lang {
            Lang::En => {
                format!("Outcomes of the heaps 0 to {last} for {rows} sets, one row for each set.")
            }
            Lang::Ja => format!(
                "集合 {rows} 個それぞれについて、山 0 から {last} までの帰結類を一行に並べた図。"
            ),
        };
        let note = self.pick(
            "wheel or + − zooms, dragging or arrow keys scroll, 0 shows all; where rows share a line, colours are mixed",
            "ホイールか + − で拡大縮小、ドラッグか矢印キーで移動、0 で全体。行が重なるところは平均の色",
        );
        TileCaptions {
            description,
            note: note.to_string(),
            rows_label: self.pick("rows", "行").to_string(),
            lang: self.pick("en", "ja").to_string(),
            outcomes: LEGEND.map(|outcome| self.outcome_short(outcome).to_string()),
            command,
        }
    }
}
