//! Words in and about pictures.

use std::path::Path;

use ishitori_answers::draw::{LEGEND, Strips, TileCaptions};
use ishitori_draw::StripChart;
use ishitori_solve::heap::Periodicity;
use ishitori_values::{Outcome, Thermograph};

use crate::{Lang, Text};

impl Text {
    /// "period 12 from n = 71".
    pub fn period_words(&self, p: &Periodicity) -> String {
        let (period, preperiod) = (p.values.period, p.values.preperiod);
        match (self.lang, p.saltus) {
            (Lang::En, 0) => format!("period {period} from n = {preperiod}"),
            (Lang::En, s) => format!("period {period} with saltus {s} from n = {preperiod}"),
            (Lang::Ja, 0) => format!("n = {preperiod} から周期 {period}"),
            (Lang::Ja, s) => format!("n = {preperiod} から周期 {period}、増分 {s}"),
        }
    }

    /// For readers who cannot see the picture.
    pub fn describe_sequence(&self, title: &str, count: usize) -> String {
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
    pub fn describe_thermograph(&self, title: &str, t: &Thermograph) -> String {
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
    pub fn describe_tree(&self, title: &str) -> String {
        match self.lang {
            Lang::En => format!(
                "Game tree of {title}: Left's options slant to the left, Right's to the right."
            ),
            Lang::Ja => format!("{title} のゲーム木。左へ伸びる枝が左の手、右へ伸びる枝が右の手。"),
        }
    }

    /// Options that are not drawn.
    pub fn more_options(&self) -> &'static str {
        match self.lang {
            Lang::En => "… there are options that are not shown",
            Lang::Ja => "… 示していない選択肢があります",
        }
    }

    /// The colour of Grundy number 0.
    pub fn zero_label(&self) -> &'static str {
        match self.lang {
            Lang::En => "G(n) = 0: the player to move loses",
            Lang::Ja => "G(n) = 0: 後手必勝",
        }
    }

    /// For readers who cannot see the picture.
    pub fn describe_graph(&self, title: &str, last: &str) -> String {
        match self.lang {
            Lang::En => format!("Moves between the positions up to {last}: {title}."),
            Lang::Ja => format!("{last} までの局面の遷移グラフ: {title}。"),
        }
    }

    /// Why a position has its outcome class.
    pub fn graph_reason(&self, name: &str, outcome: Outcome) -> String {
        format!("{name}: {outcome}  {}", self.outcome_short(outcome))
    }

    /// What thin arrows mean.
    pub fn parts_label(&self) -> &'static str {
        match self.lang {
            Lang::En => "thin: a move that leaves several positions at once, a sum",
            Lang::Ja => "細い線: いくつかの局面の和に移る手",
        }
    }

    /// What the colours of arrows mean.
    pub fn players_labels(&self) -> [&'static str; 2] {
        match self.lang {
            Lang::En => ["a move of Left alone", "a move of Right alone"],
            Lang::Ja => ["左だけの手", "右だけの手"],
        }
    }

    /// The step that finds a mex.
    pub fn mex_label(&self) -> &'static str {
        match self.lang {
            Lang::En => "the least number not among {}",
            Lang::Ja => "{} にない最小の数",
        }
    }

    /// A heap without a move.
    pub fn no_move_label(&self) -> &'static str {
        match self.lang {
            Lang::En => "there is no move",
            Lang::Ja => "手がない",
        }
    }

    /// What the marks mean.
    pub fn marks_label(&self) -> &'static str {
        match self.lang {
            Lang::En => "★ the heap to fill in, ◆ where a move leads",
            Lang::Ja => "★ いま数を入れる山、◆ 遷移先",
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
    pub fn exception_label(&self) -> &'static str {
        match self.lang {
            Lang::En => "exception to the period",
            Lang::Ja => "周期の例外",
        }
    }

    /// The axis of values.
    pub fn value_label(&self) -> &'static str {
        match self.lang {
            Lang::En => "value",
            Lang::Ja => "値",
        }
    }

    /// A file has been written.
    pub fn written(&self, file: &Path, bytes: usize) -> String {
        let file = file.display();
        match self.lang {
            Lang::En => format!("wrote {file} ({bytes} bytes)"),
            Lang::Ja => format!("{file} を書き出しました({bytes} バイト)"),
        }
    }

    /// Who wins, for a legend: L, R, N and P.
    fn legend(&self) -> [String; 4] {
        LEGEND.map(|outcome| format!("{outcome}: {}", self.outcome_short(outcome)))
    }

    /// Says what is said in a chart of a family.
    pub fn caption_strips(&self, chart: &mut StripChart) {
        let (rows, title) = (chart.rows.len(), &chart.title);
        chart.description = match self.lang {
            Lang::En => format!("Outcomes of one heap, one row for each of {rows}: {title}."),
            Lang::Ja => format!("一山の帰結類を {rows} 行に並べた図: {title}。"),
        };
        let thinned = self.pick("rows share bands of mixed colour", "行ずつ平均の色で表示");
        chart.thinned_label = thinned.to_string();
        chart.legend = self.legend();
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
