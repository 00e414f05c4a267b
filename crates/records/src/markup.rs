//! Markdown and HTML.

use std::io::{self, Write};

use crate::cell::{Cell, Kind, Record, Rows};

/// A table of Markdown; its columns are not aligned, since that would need all rows at once.
pub(crate) fn markdown(
    about: &Rows,
    rows: impl IntoIterator<Item: Record>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let escaped = |text: &str| text.replace('\\', "\\\\").replace('|', "\\|").replace('\n', " ");
    let heads: String = about.columns.iter().map(|c| format!(" {} |", escaped(&c.name))).collect();
    let rule = |kind| if kind == Kind::Integer { " --: |" } else { " --- |" };
    let rules: String = about.columns.iter().map(|column| rule(column.kind)).collect();
    writeln!(out, "|{heads}\n|{rules}")?;
    let mut line = String::new();
    for row in rows {
        line.clear();
        row.cells(&mut |cell| {
            line.push(' ');
            line.push_str(&escaped(&cell.to_string()));
            line.push_str(" |");
        });
        writeln!(out, "|{line}")?;
    }
    Ok(())
}

/// A table element of HTML.
pub(crate) fn html(
    about: &Rows,
    rows: impl IntoIterator<Item: Record>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let escaped = |text: &str| {
        text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
    };
    let caption = match &about.provenance {
        Some(made) => format!("{} ({made})", about.title),
        None => about.title.clone(),
    };
    let head = |name: &str| format!("<th scope=\"col\">{}</th>", escaped(name));
    let heads: String = about.columns.iter().map(|column| head(&column.name)).collect();
    writeln!(out, "<table>\n<caption>{}</caption>", escaped(&caption))?;
    writeln!(out, "<thead><tr>{heads}</tr></thead>\n<tbody>")?;
    let mut line = String::new();
    for row in rows {
        line.clear();
        row.cells(&mut |cell| {
            let open = match cell {
                Cell::Integer(_) => "<td style=\"text-align: right\">",
                _ => "<td>",
            };
            line.push_str(open);
            line.push_str(&escaped(&cell.to_string()));
            line.push_str("</td>");
        });
        writeln!(out, "<tr>{line}</tr>")?;
    }
    writeln!(out, "</tbody>\n</table>")
}
