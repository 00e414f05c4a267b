//! A tabular environment with the rules of booktabs.

use std::fmt::Write as _;
use std::io::{self, Write};

use crate::cell::{Cell, Kind, Rows, Stream};
use crate::mathematics::mathematics;

/// The beginning of the environment, with the names of the columns.
pub(crate) fn head(about: &Rows, out: &mut dyn Write) -> io::Result<()> {
    for line in [about.provenance.as_ref(), Some(&about.title)].into_iter().flatten() {
        comment(line, out)?;
    }
    comment(PACKAGES, out)?;
    let letter = |kind| if kind == Kind::Integer { 'r' } else { 'l' };
    let letters: String = about.columns.iter().map(|column| letter(column.kind)).collect();
    let heads: Vec<String> = about.columns.iter().map(|c| escaped(&c.name)).collect();
    begin(&letters, &heads.join(" & "), out)
}

/// The packages for the preamble of a document.
pub const PACKAGES: &str = r"needs \usepackage{amsmath,booktabs}";

/// Writes a line that is not printed.
pub fn comment(line: &str, out: &mut dyn Write) -> io::Result<()> {
    if line.is_empty() {
        Ok(())
    } else {
        writeln!(out, "% {}", line.replace(char::is_control, " "))
    }
}

/// Begins the environment with its heading. O(length).
pub fn begin(letters: &str, heading: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\\begin{{tabular}}{{{letters}}}\n\\toprule\n{heading} \\\\\n\\midrule")
}

/// Ends the environment.
pub fn end(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\\bottomrule\n\\end{{tabular}}")
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
            '∞' => out.push_str("$\\infty$"),
            '…' => out.push_str("\\ldots{}"),
            '\n' => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
