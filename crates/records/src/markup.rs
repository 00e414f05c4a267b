//! Markdown and HTML.

use std::io::{self, Write};

use crate::cell::{Cell, Kind, Rows, Stream};

/// The head of a table of Markdown; its columns are not aligned, since that would need all rows at
/// once.
pub(crate) fn markdown_head(about: &Rows, out: &mut dyn Write) -> io::Result<()> {
    let heads: String =
        about.columns.iter().map(|c| format!(" {} |", in_markdown(&c.name))).collect();
    let rule = |kind| if kind == Kind::Integer { " --: |" } else { " --- |" };
    let rules: String = about.columns.iter().map(|column| rule(column.kind)).collect();
    writeln!(out, "|{heads}\n|{rules}")
}

fn in_markdown(text: &str) -> String {
    text.replace('\\', "\\\\").replace('|', "\\|").replace('\n', " ")
}

/// The rows of a table of Markdown.
pub(crate) fn markdown(rows: &mut dyn Stream, out: &mut dyn Write) -> io::Result<()> {
    let mut line = String::new();
    while rows.show_next(&mut |row| {
        row.cells(&mut |cell| {
            line.push(' ');
            line.push_str(&in_markdown(&cell.to_string()));
            line.push_str(" |");
        });
    }) {
        writeln!(out, "|{line}")?;
        line.clear();
    }
    Ok(())
}

fn in_html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The beginning of a table element of HTML.
pub(crate) fn html_head(about: &Rows, out: &mut dyn Write) -> io::Result<()> {
    let caption = match &about.provenance {
        Some(made) => format!("{} ({made})", about.title),
        None => about.title.clone(),
    };
    let head = |name: &str| format!("<th scope=\"col\">{}</th>", in_html(name));
    let heads: String = about.columns.iter().map(|column| head(&column.name)).collect();
    writeln!(out, "<table>\n<caption>{}</caption>", in_html(&caption))?;
    writeln!(out, "<thead><tr>{heads}</tr></thead>\n<tbody>")
}

/// The rows of a table element of HTML.
pub(crate) fn html(rows: &mut dyn Stream, out: &mut dyn Write) -> io::Result<()> {
    let mut line = String::new();
    while rows.show_next(&mut |row| {
        row.cells(&mut |cell| {
            let open = match cell {
                Cell::Integer(_) => "<td style=\"text-align: right\">",
                _ => "<td>",
            };
            line.push_str(open);
            line.push_str(&in_html(&cell.to_string()));
            line.push_str("</td>");
        });
    }) {
        writeln!(out, "<tr>{line}</tr>")?;
        line.clear();
    }
    Ok(())
}
