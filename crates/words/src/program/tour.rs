//! The tour in words.

use ishitori_answers::tour::{Answer, Part};

use crate::{Describe, Text};

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
        match part {
            Part::Games => self.say("program.tour.game-what-left-what-right"),
            Part::Sums => self.say("program.tour.sums-order-who-wins"),
            Part::HotGames => self.say("program.tour.hot-games-means-temperatures-thermographs"),
            Part::TinyThings => self.say("program.tour.tiny-things"),
            Part::Products => self.say("program.tour.products-nimbers"),
            Part::LargeNumbers => self.say("program.tour.numbers-without-limits"),
            Part::Boards => self.say("program.tour.positions-board-games"),
        }
    }

    /// The suggestions after the tour.
    fn after_tour(&self) -> String {
        self.say("program.tour.more-ishitori-eval-expression-ishitori").to_string()
    }
}
