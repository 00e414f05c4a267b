//! The report as one self-contained page, in every language.

use ishitori_words::{Lang, say};
use std::fmt::Write;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;

use crate::item::{Cell, Exhibit, Figure, Mark, Misprint, Status, Words};
use crate::{Reproduced, Status::*};

const STYLE: &str = include_str!("report.css");
const SCRIPT: &str = include_str!("report.js");

/// The parts of the report, by the letter of an item, with the keys of their headings.
const PARTS: [(char, &str); 5] = [
    ('A', "reproduce.html.part-algebra"),
    ('B', "reproduce.html.part-heaps"),
    ('C', "reproduce.html.part-ending"),
    ('D', "reproduce.html.part-chocolate"),
    ('E', "reproduce.html.part-seeing"),
];

/// The page: every item with its figures, pictures and the command to type; needs no other file and
/// no network. `language` is the one shown first. O(size).
pub fn html(results: &[Reproduced], version: &str, language: Lang) -> String {
    let mut page = String::new();
    // The pseudo-language of tests is not one of the page.
    let language = if Lang::ALL.contains(&language) { language } else { Lang::En };
    let tags: Vec<&str> = Lang::ALL.iter().map(|lang| lang.tag()).collect();
    let (language, tags) = (language.tag(), tags.join(" "));
    let hidden = hide_other_languages();
    let _ = write!(
        page,
        "<!DOCTYPE html>\n<html lang=\"{language}\" data-lang=\"{language}\" data-languages=\"{tags}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Ishitori: reproduce</title>\n<style>{STYLE}{hidden}</style>\n</head>\n<body>\n"
    );
    heading(&mut page, results, version);
    overview(&mut page, results);
    misprints(&mut page, results);
    for (letter, heading) in PARTS {
        let items: Vec<&Reproduced> =
            results.iter().filter(|r| r.item.id.starts_with(letter)).collect();
        if items.is_empty() {
            continue;
        }
        let _ = writeln!(page, "<h2>{letter}. {}</h2>", message(heading));
        items.into_iter().for_each(|result| section(&mut page, result));
    }
    let _ = write!(page, "</main>\n<script>{SCRIPT}</script>\n</body>\n</html>\n");
    page
}

fn heading(page: &mut String, results: &[Reproduced], version: &str) {
    let seconds: f64 = results.iter().map(|r| r.time.as_secs_f64()).sum();
    let count = |status| results.iter().filter(|r| r.status == status).count();
    let (ok, open, differs) = (count(Ok), count(Open), count(Differs));
    let names: Vec<&str> = Lang::ALL.iter().map(|lang| lang.name()).collect();
    let intro = Words::of(|lang| {
        say!(
            lang,
            "reproduce.html.every-figure-below-was-computed",
            seconds = format_args!("{seconds:.1}"),
            version,
            ok,
            open,
            differs
        )
    });
    let _ = write!(
        page,
        "<header><h1>{}</h1><button id=\"language\" type=\"button\">{}</button></header>\n<main>\n<p>{}</p>\n",
        message("reproduce.html.ishitori-documents-reproduced"),
        names.join(" / "),
        in_all(&intro)
    );
}

fn overview(page: &mut String, results: &[Reproduced]) {
    let _ = writeln!(page, "<nav aria-label=\"items\"><ol class=\"overview\">");
    for result in results {
        let item = result.item;
        let _ = writeln!(
            page,
            "<li class=\"{}\"><a href=\"#{}\"><b>{}</b> {}</a></li>",
            result.status,
            item.id,
            item.id,
            in_all(&Words::of(|lang| item.title(lang).to_string()))
        );
    }
    let _ = writeln!(page, "</ol></nav>");
}

fn misprints(page: &mut String, results: &[Reproduced]) {
    let all: Vec<(&str, &Misprint)> =
        results.iter().flat_map(|r| r.findings.misprints.iter().map(|m| (r.item.id, m))).collect();
    if all.is_empty() {
        return;
    }
    let _ = writeln!(
        page,
        "<h2>{}</h2>\n<dl class=\"misprints\">",
        message("reproduce.html.misprints")
    );
    for (id, misprint) in all {
        let _ = writeln!(
            page,
            "<dt><a href=\"#{id}\">{id}</a> {}</dt><dd><p>{}: <s>{}</s></p><p>{}: {}</p><p>{}: {}</p></dd>",
            in_all(&misprint.place),
            message("reproduce.html.printed"),
            in_all(&misprint.printed),
            message("reproduce.html.correct"),
            in_all(&misprint.correct),
            message("reproduce.html.counterexample"),
            in_all(&misprint.counterexample)
        );
    }
    let _ = writeln!(page, "</dl>");
}

fn section(page: &mut String, result: &Reproduced) {
    let item = result.item;
    let _ = writeln!(
        page,
        "<section id=\"{}\" class=\"{}\">\n<h3>{} {} <span class=\"status\">{}</span></h3>\n\
         <p class=\"command\"><code>{}</code> <span>{:.2} s</span></p>",
        item.id,
        result.status,
        item.id,
        in_all(&Words::of(|lang| item.title(lang).to_string())),
        status(result.status),
        escape(item.command),
        result.time.as_secs_f64()
    );
    if let Some(failure) = &result.failure {
        let _ = writeln!(page, "<p class=\"failure\">{}</p>", escape(failure));
    }
    if !result.findings.figures.is_empty() {
        figures(page, &result.findings.figures);
    }
    result.findings.exhibits.iter().for_each(|exhibit| show(page, exhibit));
    let _ = writeln!(page, "</section>");
}

fn figures(page: &mut String, figures: &[Figure]) {
    let label = |key| format!("<span class=\"label\">{}</span>", message(key));
    let _ = writeln!(
        page,
        "<div class=\"wide\"><table class=\"figures\"><thead><tr><th>{}</th><th>{}</th><th>{}</th><th>{}</th><th></th></tr></thead><tbody>",
        message("reproduce.html.figure"),
        message("reproduce.html.expected"),
        message("reproduce.html.source"),
        message("reproduce.html.computed")
    );
    for figure in figures {
        let _ = writeln!(
            page,
            "<tr class=\"{}\"><td>{}</td><td>{}{}</td><td>{}{}</td><td>{}{}</td><td>{}</td></tr>",
            figure.status,
            in_all(&figure.what),
            label("reproduce.html.expected"),
            truth(&figure.expected),
            label("reproduce.html.source"),
            in_all(&figure.source.words()),
            label("reproduce.html.computed"),
            truth(&figure.found),
            status(figure.status)
        );
    }
    let _ = writeln!(page, "</tbody></table></div>");
}

fn show(page: &mut String, exhibit: &Exhibit) {
    let _ = write!(page, "<figure><div class=\"wide\">");
    let caption = match exhibit {
        Exhibit::Svg { caption, svg } => {
            // As an image, so that the names inside one picture do not meet those of another.
            for (lang, svg) in svg.variants() {
                let (attribute, alt) = (attribute(lang), caption.text(lang.unwrap_or_default()));
                let (data, alt) = (BASE64_STANDARD.encode(svg), escape(alt));
                let _ = write!(
                    page,
                    "<img{attribute} alt=\"{alt}\" src=\"data:image/svg+xml;base64,{data}\">"
                );
            }
            caption
        }
        Exhibit::Png { caption, png } => {
            let data = BASE64_STANDARD.encode(png);
            let _ = write!(
                page,
                "<img alt=\"{}\" src=\"data:image/png;base64,{data}\">",
                escape(caption.text(Lang::En))
            );
            caption
        }
        Exhibit::Table { caption, head, rows } => {
            let _ = write!(page, "<table class=\"values\"><thead><tr>");
            for cell in head {
                let _ = write!(page, "<th>{}</th>", escape(cell));
            }
            let _ = write!(page, "</tr></thead><tbody>");
            for row in rows {
                let _ = write!(page, "<tr>");
                row.iter().for_each(|cell| table_cell(page, cell));
                let _ = writeln!(page, "</tr>");
            }
            let _ = write!(page, "</tbody></table>");
            caption
        }
    };
    let _ = writeln!(page, "</div><figcaption>{}</figcaption></figure>", in_all(caption));
}

fn table_cell(page: &mut String, cell: &Cell) {
    let text = escape(&cell.text);
    let _ = match cell.mark {
        Mark::None if cell.text.chars().count() > 12 => {
            write!(page, "<td class=\"words\">{text}</td>")
        }
        Mark::None => write!(page, "<td>{text}</td>"),
        Mark::Head => write!(page, "<th>{text}</th>"),
        Mark::Exception => write!(page, "<td class=\"exception\"><u>{text}</u></td>"),
        Mark::Zero => write!(page, "<td class=\"zero\">{text}</td>"),
    };
}

fn status(status: Status) -> String {
    message(match status {
        Ok => "reproduce.html.ok",
        Open => "reproduce.html.open",
        Differs => "reproduce.html.differs",
    })
}

/// "true" and "false" as words.
fn truth(text: &str) -> String {
    match text {
        "true" => message("reproduce.html.holds"),
        "false" => message("reproduce.html.does-hold"),
        text => escape(text),
    }
}

/// A message without arguments, in every language.
fn message(key: &'static str) -> String {
    in_all(&Words::of(|lang| lang.say(key).to_string()))
}

/// A text in every language, of which the style sheet shows one.
fn in_all(words: &Words) -> String {
    let span = |(lang, text): (Option<Lang>, &str)| match lang {
        None => escape(text),
        Some(_) => format!("<span{}>{}</span>", attribute(lang), escape(text)),
    };
    words.variants().into_iter().map(span).collect()
}

/// The attribute of an element in a language.
fn attribute(lang: Option<Lang>) -> String {
    lang.map_or_else(String::new, |lang| format!(" lang=\"{}\"", lang.tag()))
}

/// Style rules that hide elements in other languages than the one that is shown.
fn hide_other_languages() -> String {
    let rule = |lang: &Lang| {
        let tag = lang.tag();
        format!("[data-lang=\"{tag}\"] [lang]:not([lang=\"{tag}\"]) {{ display: none; }}\n")
    };
    Lang::ALL.iter().map(rule).collect()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
