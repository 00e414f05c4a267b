//! The report in words.

use ishitori_words::{Describe, Lang, Text};
use unicode_width::UnicodeWidthStr;

use crate::{Report, Reproduced, SourceName, Status};

/// One line for an item, and one for each figure that is not as expected. O(figures).
pub fn describe_item(text: &Text, result: &Reproduced) -> String {
    let status = match result.status {
        Status::Ok => text.pick("ok", "一致"),
        Status::Open => text.pick("open", "未解決"),
        Status::Differs => text.pick("DIFFERS", "不一致"),
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
        let what = figure.what.told(text.lang);
        let source = figure.source.words().told(text.lang);
        let found = text.pick("computed", "計算");
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
        let mut lines = match text.lang {
            Lang::En => format!(
                "{ok} item{} ok, {open} open, {differs} differ; {figures} figures in {seconds:.1} s: {printed} printed in a document, {before} computed here before, {laws} by law",
                if ok == 1 { "" } else { "s" }
            ),
            Lang::Ja => format!(
                "一致 {ok} 項目、未解決 {open}、不一致 {differs}(数値 {figures} 個、{seconds:.1} 秒: 文書の記載 {printed}、以前ここで計算 {before}、法則 {laws})"
            ),
        };
        if let Some(page) = &self.page {
            let page = page.display();
            lines.push_str(&match text.lang {
                Lang::En => format!("\nThe report with tables and pictures: {page}"),
                Lang::Ja => format!("\n表と図の入った報告: {page}"),
            });
        }
        lines
    }
}
