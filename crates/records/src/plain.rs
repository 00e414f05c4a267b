//! Aligned text.

use std::io::{self, Write};

use unicode_width::UnicodeWidthStr;

use crate::cell::{Kind, Record, Rows, Stream};

/// Columns as wide as their widest cell; numbers to the right. Japanese characters are two wide.
/// The rows come twice: the first time they are measured.
pub(crate) fn text(
    about: &Rows,
    measured: &mut dyn Stream,
    rows: &mut dyn Stream,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut widths: Vec<usize> = about.columns.iter().map(|c| c.name.width()).collect();
    let mut measure = |row: &dyn Record| {
        let mut wide = widths.iter_mut();
        row.cells(&mut |cell| {
            if let Some(width) = wide.next() {
                *width = (*width).max(cell.to_string().width());
            }
        });
    };
    while measured.show_next(&mut measure) {}
    let mut line = String::new();
    let mut columns = about.columns.iter().zip(&widths);
    for column in &about.columns {
        put(&mut line, &column.name, columns.next().map(|(c, &width)| (c.kind, width)));
    }
    writeln!(out, "{}", line.trim_end())?;
    line.clear();
    while rows.show_next(&mut |row| {
        let mut columns = about.columns.iter().zip(&widths);
        row.cells(&mut |cell| {
            put(&mut line, &cell.to_string(), columns.next().map(|(c, &width)| (c.kind, width)));
        });
    }) {
        writeln!(out, "{}", line.trim_end())?;
        line.clear();
    }
    Ok(())
}

/// Adds a cell to a line.
fn put(line: &mut String, cell: &str, column: Option<(Kind, usize)>) {
    let Some((kind, width)) = column else { return };
    let gap = " ".repeat(width.saturating_sub(cell.width()));
    match kind {
        Kind::Integer => line.extend([gap.as_str(), cell, "  "]),
        _ => line.extend([cell, gap.as_str(), "  "]),
    }
}
