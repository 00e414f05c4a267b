//! The report as one self-contained page, in both languages.

use ishitori_words::say;
use std::fmt::Write;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;

use crate::item::{Cell, Exhibit, Figure, Mark, Misprint, Status, Words};
use crate::{Reproduced, Status::*};

const STYLE: &str = include_str!("report.css");
const SCRIPT: &str = include_str!("report.js");

/// The parts of the report, by the letter of an item.
const PARTS: [(char, &str, &str); 5] = [
    ('A', "Games and their algebra", "ゲームとその代数"),
    ('B', "Heap games and proved periods", "山のゲームと周期の証明"),
    ('C', "Ending-partizan games", "Ending Partizan ゲーム"),
    ('D', "Chocolate games", "チョコレートゲーム"),
    ('E', "Seeing and playing", "見る・遊ぶ"),
];

/// The page: every item with its figures, pictures and the command to type; needs no other file and
/// no network. `language` is `en` or `ja`, the one shown first. O(size).
pub fn html(results: &[Reproduced], version: &str, language: &str) -> String {
    let mut page = String::new();
    let language = if language == "ja" { "ja" } else { "en" };
    let _ = write!(
        page,
        "<!DOCTYPE html>\n<html lang=\"{language}\" data-lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Ishitori: reproduce</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
    );
    heading(&mut page, results, version);
    overview(&mut page, results);
    misprints(&mut page, results);
    for (letter, en, ja) in PARTS {
        let items: Vec<&Reproduced> =
            results.iter().filter(|r| r.item.id.starts_with(letter)).collect();
        if items.is_empty() {
            continue;
        }
        let _ = writeln!(page, "<h2>{letter}. {}</h2>", both(&Words::new(en, ja)));
        items.into_iter().for_each(|result| section(&mut page, result));
    }
    let _ = write!(page, "</main>\n<script>{SCRIPT}</script>\n</body>\n</html>\n");
    page
}

fn heading(page: &mut String, results: &[Reproduced], version: &str) {
    let seconds: f64 = results.iter().map(|r| r.time.as_secs_f64()).sum();
    let count = |status| results.iter().filter(|r| r.status == status).count();
    let (ok, open, differs) = (count(Ok), count(Open), count(Differs));
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
        "<header><h1>{}</h1><button id=\"language\" type=\"button\">日本語 / English</button></header>\n<main>\n<p>{}</p>\n",
        both(&Words::of(|lang| lang
            .say("reproduce.html.ishitori-documents-reproduced")
            .to_string())),
        both(&intro)
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
            both(&Words::of(|lang| item.title(lang).to_string()))
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
        both(&Words::of(|lang| lang.say("reproduce.html.misprints").to_string()))
    );
    for (id, misprint) in all {
        let label = |en, ja| both(&Words::new(en, ja));
        let _ = writeln!(
            page,
            "<dt><a href=\"#{id}\">{id}</a> {}</dt><dd><p>{}: <s>{}</s></p><p>{}: {}</p><p>{}: {}</p></dd>",
            both(&misprint.place),
            label("printed", "印刷"),
            both(&misprint.printed),
            label("correct", "正"),
            both(&misprint.correct),
            label("counterexample, computed", "計算した反例"),
            both(&misprint.counterexample)
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
        both(&Words::of(|lang| item.title(lang).to_string())),
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
    let head = |en, ja| both(&Words::new(en, ja));
    let _ = writeln!(
        page,
        "<div class=\"wide\"><table class=\"figures\"><thead><tr><th>{}</th><th>{}</th><th>{}</th><th>{}</th><th></th></tr></thead><tbody>",
        head("figure", "項目"),
        head("expected", "期待する値"),
        head("source", "出典"),
        head("computed", "計算")
    );
    for figure in figures {
        let _ = writeln!(
            page,
            "<tr class=\"{}\"><td>{}</td><td data-en=\"expected\" data-ja=\"期待する値\">{}</td>\
             <td data-en=\"source\" data-ja=\"出典\">{}</td>\
             <td data-en=\"computed\" data-ja=\"計算\">{}</td><td>{}</td></tr>",
            figure.status,
            both(&figure.what),
            truth(&figure.expected),
            both(&figure.source.words()),
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
            let mut image = |svg: &str, alt: &str, lang: &str| {
                let (data, alt) = (BASE64_STANDARD.encode(svg), escape(alt));
                let _ = write!(
                    page,
                    "<img{lang} alt=\"{alt}\" src=\"data:image/svg+xml;base64,{data}\">"
                );
            };
            let japanese = in_japanese(svg);
            if japanese == *svg {
                image(svg, &caption.en, "");
            } else {
                image(svg, &caption.en, " lang=\"en\"");
                image(&japanese, &caption.ja, " lang=\"ja\"");
            }
            caption
        }
        Exhibit::Png { caption, png } => {
            let data = BASE64_STANDARD.encode(png);
            let _ = write!(
                page,
                "<img alt=\"{}\" src=\"data:image/png;base64,{data}\">",
                escape(&caption.en)
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
    let _ = writeln!(page, "</div><figcaption>{}</figcaption></figure>", both(caption));
}

/// A picture with its few words in Japanese. The engines draw in one language; what they write in
/// pictures of this report is in [`PICTURE_WORDS`].
fn in_japanese(svg: &str) -> String {
    let mut out = svg.to_string();
    for (en, ja) in PICTURE_WORDS {
        out = out.replace(&format!(">{en}<"), &format!(">{ja}<"));
    }
    // The set comes last in English and first in Japanese.
    let words = "the least number not among ";
    while let Some(at) = out.find(words) {
        let set = &out[at + words.len()..];
        let set = set[..set.find('<').unwrap_or(set.len())].to_string();
        out = out.replace(&format!("{words}{set}"), &format!("{set} にない最小の数"));
    }
    out
}

const PICTURE_WORDS: &[(&str, &str)] = &[
    ("G(n) = 0: the player to move loses", "G(n) = 0: 後手必勝"),
    ("the player to move loses (P-position)", "後手必勝(P 局面)"),
    ("exception to the period", "周期の例外"),
    ("★ the position to fill in, ◆ where a move leads", "★ いま求める局面、◆ 遷移先"),
    ("L: Left wins", "L: 左手必勝"),
    ("R: Right wins", "R: 右手必勝"),
    ("N: the next player", "N: 先手必勝"),
    ("P: the previous player", "P: 後手必勝"),
    ("value", "値"),
    ("temperature", "温度"),
];

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
    both(&match status {
        Ok => Words::of(|lang| lang.say("reproduce.html.ok").to_string()),
        Open => Words::of(|lang| lang.say("reproduce.html.open").to_string()),
        Differs => Words::of(|lang| lang.say("reproduce.html.differs").to_string()),
    })
}

/// "true" and "false" as words.
fn truth(text: &str) -> String {
    match text {
        "true" => both(&Words::of(|lang| lang.say("reproduce.html.holds").to_string())),
        "false" => both(&Words::of(|lang| lang.say("reproduce.html.does-hold").to_string())),
        text => escape(text),
    }
}

/// Both languages, of which the style sheet shows one.
fn both(words: &Words) -> String {
    if words.en == words.ja {
        return escape(&words.en);
    }
    format!(
        "<span lang=\"en\">{}</span><span lang=\"ja\">{}</span>",
        escape(&words.en),
        escape(&words.ja)
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_pictures_are_translated() {
        let svg =
            "<text>L: Left wins</text><text>G(5) = 1: the least number not among {0, 2}</text>";
        let ja = "<text>L: 左手必勝</text><text>G(5) = 1: {0, 2} にない最小の数</text>";
        assert_eq!(in_japanese(svg), ja);
        assert_eq!(in_japanese("<text>0.77</text>"), "<text>0.77</text>");
    }
}
