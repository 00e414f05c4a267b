//! A tabular environment, without packages.

use std::fmt::Write as _;
use std::io::{self, Write};

use crate::cell::{Cell, Kind, Rows, Stream};

/// The beginning of the environment, with the names of the columns.
pub(crate) fn head(about: &Rows, out: &mut dyn Write) -> io::Result<()> {
    for line in [about.provenance.as_ref(), Some(&about.title)].into_iter().flatten() {
        writeln!(out, "% {}", line.replace(char::is_control, " "))?;
    }
    let letter = |kind| if kind == Kind::Integer { 'r' } else { 'l' };
    let letters: String = about.columns.iter().map(|column| letter(column.kind)).collect();
    writeln!(out, "\\begin{{tabular}}{{{letters}}}")?;
    let heads: Vec<String> = about.columns.iter().map(|c| escaped(&c.name)).collect();
    writeln!(out, "{} \\\\\\hline", heads.join(" & "))
}

/// The rows within the environment.
pub(crate) fn rows(about: &Rows, rows: &mut dyn Stream, out: &mut dyn Write) -> io::Result<()> {
    let mut line = String::new();
    while rows.show_next(&mut |row| {
        let mut columns = about.columns.iter().map(|column| column.kind).enumerate();
        row.cells(&mut |cell| {
            let Some((at, kind)) = columns.next() else { return };
            if at > 0 {
                line.push_str(" & ");
            }
            // Nothing fails to be written to memory.
            let _ = match (&cell, kind) {
                (Cell::Empty, _) => Ok(()),
                (Cell::Integer(n), _) => write!(line, "${n}$"),
                (Cell::Text(game), Kind::Game) => write!(line, "${}$", mathematics(game)),
                (cell, _) => line.write_str(&escaped(&cell.to_string())),
            };
        });
    }) {
        writeln!(out, "{line} \\\\")?;
        line.clear();
    }
    Ok(())
}

/// Notation of games within dollars: braces are printed, and group nothing.
pub(crate) fn mathematics(game: &str) -> String {
    // What is in the style of LaTeX already has its backslashes.
    if game.contains('\\') {
        return game.to_string();
    }
    game.replace('{', "\\{").replace('}', "\\}")
}

/// Text outside of mathematics.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => out.extend(['\\', c]),
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '<' => out.push_str("$<$"),
            '>' => out.push_str("$>$"),
            '|' => out.push_str("$|$"),
            '\n' => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
