//! The report in words.

use ishitori_words::{Describe, Text, say};
use unicode_width::UnicodeWidthStr;

use crate::{Report, Reproduced, SourceName, Status};

/// One line for an item, and one for each figure that is not as expected. O(figures).
pub fn describe_item(text: &Text, result: &Reproduced) -> String {
    let status = match result.status {
        Status::Ok => text.say("reproduce.words.ok"),
        Status::Open => text.say("reproduce.words.open"),
        Status::Differs => text.say("reproduce.words.differs"),
    };
    // As wide as a terminal shows it.
    let space = " ".repeat(8usize.saturating_sub(status.width()));
    let seconds = result.time.as_secs_f64();
    let title = result.item.title(text.lang);
    let mut lines = format!("{:<4}{status}{space}{seconds:>7.2} s  {title}", result.item.id);
    if let Some(failure) = &result.failure {
        lines.push_str(&format!("\n      {failure}"));
    }
    for figure in result.findings.figures.iter().filter(|f| f.status != Status::Ok) {
        let what = figure.what.text(text.lang);
        let source = figure.source.words();
        let source = source.text(text.lang);
        let found = text.say("reproduce.words.computed");
        lines.push_str(&format!(
            "\n      {what}: {source}: {}, {found}: {}",
            figure.expected, figure.found
        ));
    }
    lines
}

impl Describe for Report {
    /// The last lines: how many items are as expected, and where the page is.
    fn describe(&self, text: &Text) -> String {
        let count = |status| self.items.iter().filter(|item| item.status == status).count();
        let (ok, open, differs) = (count(Status::Ok), count(Status::Open), count(Status::Differs));
        let all = || self.items.iter().flat_map(|item| &item.figures);
        let figures = all().count();
        let of = |source| all().filter(|figure| figure.source == source).count();
        let [printed, before, laws] =
            [SourceName::Printed, SourceName::Computed, SourceName::Law].map(of);
        let seconds: f64 = self.items.iter().map(|item| item.seconds).sum();
        let mut lines = say!(
            text,
            "reproduce.words.summary",
            ok,
            open,
            differs,
            figures,
            seconds = format_args!("{seconds:.1}"),
            printed,
            before,
            laws
        );
        if let Some(page) = &self.page {
            let page = page.display();
            lines.push_str(&say!(text, "reproduce.words.report-tables-pictures", page));
        }
        lines
    }
}
