//! Aligned text.

use std::io::{self, Write};

use unicode_width::UnicodeWidthStr;

use crate::cell::{Kind, Record, Rows};

/// Columns as wide as their widest cell; numbers to the right. Japanese characters are two wide.
pub(crate) fn text<I>(about: &Rows, rows: I, out: &mut dyn Write) -> io::Result<()>
where
    I: IntoIterator<Item: Record> + Clone,
{
    let mut widths: Vec<usize> = about.columns.iter().map(|c| c.name.width()).collect();
    for row in rows.clone() {
        let mut wide = widths.iter_mut();
        row.cells(&mut |cell| {
            if let Some(width) = wide.next() {
                *width = (*width).max(cell.to_string().width());
            }
        });
    }
    let mut line = String::new();
    let mut columns = about.columns.iter().zip(&widths);
    for column in &about.columns {
        put(&mut line, &column.name, columns.next().map(|(c, &width)| (c.kind, width)));
    }
    writeln!(out, "{}", line.trim_end())?;
    for row in rows {
        line.clear();
        let mut columns = about.columns.iter().zip(&widths);
        row.cells(&mut |cell| {
            put(&mut line, &cell.to_string(), columns.next().map(|(c, &width)| (c.kind, width)));
        });
        writeln!(out, "{}", line.trim_end())?;
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
