//! The reproduction of documents in words.

use std::path::Path;

use ishitori_reproduce::{Reproduced, Status};
use unicode_width::UnicodeWidthStr;

use super::{Lang, Text};

/// One line for an item, and one for each figure that is not as expected.
pub fn reproduced(text: &Text, result: &Reproduced) -> String {
    let item = result.item;
    let title = text.pick(item.title.0, item.title.1);
    let status = reproduced_status(text, result.status);
    // As wide as a terminal shows it.
    let space = " ".repeat(8usize.saturating_sub(status.width()));
    let seconds = result.time.as_secs_f64();
    let mut lines = format!("{:<4}{status}{space}{seconds:>7.2} s  {title}", item.id);
    if let Some(failure) = &result.failure {
        lines.push_str(&format!("\n      {failure}"));
    }
    for figure in result.findings.figures.iter().filter(|f| f.status != Status::Ok) {
        let what = text.pick(&figure.what.en, &figure.what.ja);
        let source = figure.source.words();
        let (source, found) = (text.pick(&source.en, &source.ja), text.pick("computed", "計算"));
        lines.push_str(&format!(
            "\n      {what}: {source}: {}, {found}: {}",
            figure.expected, figure.found
        ));
    }
    lines
}

fn reproduced_status(text: &Text, status: Status) -> &'static str {
    match status {
        Status::Ok => text.pick("ok", "一致"),
        Status::Open => text.pick("open", "未解決"),
        Status::Differs => text.pick("DIFFERS", "不一致"),
    }
}

/// The last line.
pub fn reproduced_all(text: &Text, results: &[Reproduced], page: Option<&Path>) -> String {
    let count = |status| results.iter().filter(|r| r.status == status).count();
    let (ok, open, differs) = (count(Status::Ok), count(Status::Open), count(Status::Differs));
    let all = || results.iter().flat_map(|r| &r.findings.figures);
    let figures = all().count();
    let of = |name: &str| all().filter(|figure| figure.source.name() == name).count();
    let [printed, before, laws] = ["printed", "computed", "law"].map(of);
    let seconds: f64 = results.iter().map(|r| r.time.as_secs_f64()).sum();
    let mut lines = match text.lang {
        Lang::En => format!(
            "{ok} item{} ok, {open} open, {differs} differ; {figures} figures in {seconds:.1} s: {printed} printed in a document, {before} computed here before, {laws} by law",
            if ok == 1 { "" } else { "s" }
        ),
        Lang::Ja => format!(
            "一致 {ok} 項目、未解決 {open}、不一致 {differs}(数値 {figures} 個、{seconds:.1} 秒: 文書の記載 {printed}、以前ここで計算 {before}、法則 {laws})"
        ),
    };
    if let Some(page) = page {
        let page = page.display();
        lines.push_str(&match text.lang {
            Lang::En => format!("\nThe report with tables and pictures: {page}"),
            Lang::Ja => format!("\n表と図の入った報告: {page}"),
        });
    }
    lines
}
