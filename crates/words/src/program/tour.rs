//! The tour in words.

use ishitori_answers::tour::{Answer, Part};

use crate::common::question_help::QuestionHelp;
use crate::{Describe, Text};

pub(crate) const HELP: QuestionHelp =
    QuestionHelp {
        question: "tour", about: "計算できることをひと通り見る", fields: &[]
    };

impl Describe for Answer {
    fn describe(&self, text: &Text) -> String {
        let mut lines = Vec::new();
        for stop in &self.stops {
            if let Some(part) = stop.begins {
                lines.push(format!("\n# {}", text.part(part)));
            }
            let value = match stop.value.is_empty() {
                true => text.too_long(),
                false => stop.value.clone(),
            };
            lines.push(format!("{:<58} {value}", stop.command));
        }
        lines.push(text.after_tour());
        lines.join("\n")
    }

    fn localize(&mut self, text: &Text) {
        for stop in self.stops.iter_mut().filter(|stop| stop.value.is_empty()) {
            stop.value = text.too_long();
        }
    }
}

impl Text {
    /// The heading of a part of the tour.
    fn part(&self, part: Part) -> &'static str {
        let (en, ja) = match part {
            Part::Games => {
                ("A game is what Left and what Right can move to", "ゲームとは左と右の選択肢の組")
            }
            Part::Sums => ("Sums, order, and who wins", "和と順序と必勝側"),
            Part::HotGames => (
                "Hot games: means, temperatures, thermographs",
                "熱いゲーム: 平均値、温度、温度グラフ",
            ),
            Part::TinyThings => ("Tiny things", "無限小のゲーム"),
            Part::Products => ("Products and nimbers", "積とニム数"),
            Part::LargeNumbers => ("Numbers without limits", "限界のない数"),
            Part::Boards => ("Positions of board games", "盤上のゲーム"),
        };
        self.pick(en, ja)
    }

    /// What to do after the tour.
    fn after_tour(&self) -> String {
        self.pick(
            "\nMore: `ishitori eval EXPRESSION`, `ishitori repl`, `ishitori --help`.",
            "\n続きは ishitori eval 式、ishitori repl、ishitori --help でどうぞ。",
        )
        .to_string()
    }
}
