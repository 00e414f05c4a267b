//! Tables with a coordinate in each direction.

use std::borrow::Cow;
use std::io::{self, Write};

use unicode_width::UnicodeWidthStr;

use crate::cell::{Cell, Column, Kind, Record, Rows};
use crate::format::{Format, WriteError, write};
use crate::latex::{PACKAGES, begin, comment, end};
use crate::mathematics::mathematics;

/// A value in a grid.
pub trait GridCell {
    /// As it is printed; empty if there is nothing.
    fn text(&self) -> Cow<'_, str>;

    /// As a cell of a row.
    fn cell(&self) -> Cell<'_>;

    /// Whether it stands out: the position is lost.
    fn is_lost(&self) -> bool;
}

/// Rows by one coordinate and columns by another, cut into slices.
pub struct Grid<'g, C> {
    /// The subject, such as the rule of the game.
    pub title: &'g str,
    /// How it was made; a comment in LaTeX.
    pub provenance: Option<&'g str>,
    /// The name of the numbers of rows; empty if there is one row without a number.
    pub row_name: &'g str,
    /// The name of the numbers of columns.
    pub column_name: &'g str,
    /// The type of the cells.
    pub kind: Kind,
    /// The slices, all with the same coordinates fixed.
    pub slices: Vec<GridSlice<'g, C>>,
}

/// A slice of a grid.
pub struct GridSlice<'g, C> {
    /// The coordinates that are fixed, with their values.
    pub fixed: &'g [(String, i64)],
    /// The cells.
    pub rows: &'g [Vec<C>],
}

impl<C: GridCell> Grid<'_, C> {
    /// Writes the grid in a format: text and LaTeX with a heading for each slice, all others with
    /// the fixed coordinates and the number of the row in columns of their own. O(cells).
    pub fn write(&self, format: Format, out: &mut dyn Write) -> Result<(), WriteError> {
        match format {
            Format::Text => Ok(self.text(out)?),
            Format::Latex => Ok(self.latex(out)?),
            format => {
                let about = Rows {
                    title: self.title.to_string(),
                    provenance: self.provenance.map(str::to_string),
                    columns: self.columns(),
                };
                write(&about, self.lines(), format, out)
            }
        }
    }

    fn columns(&self) -> Vec<Column> {
        let first = self.slices.first();
        let fixed = first.into_iter().flat_map(|slice| slice.fixed);
        let fixed = fixed.map(|(name, _)| Column::integer(name.clone()));
        let count = first.and_then(|slice| slice.rows.first()).map_or(0, Vec::len);
        let cells = (0..count).map(|c| Column::new(format!("{}={c}", self.column_name), self.kind));
        fixed.chain([Column::integer(self.row_name.to_string())]).chain(cells).collect()
    }

    fn lines(&self) -> impl Iterator<Item = Line<'_, C>> + Clone {
        self.slices.iter().flat_map(|slice| {
            let rows = slice.rows.iter().enumerate();
            rows.map(move |(at, cells)| Line { fixed: slice.fixed, at, cells })
        })
    }

    /// Aligned columns under a line.
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        for (at, slice) in self.slices.iter().enumerate() {
            if at > 0 {
                out.write_all(b"\n")?;
            }
            if let Some(heading) = slice.heading() {
                writeln!(out, "{heading}")?;
            }
            let columns = slice.width();
            let widest = slice.rows.iter().flatten().map(|c| c.text().width()).max().unwrap_or(0);
            let width = widest.max(columns.saturating_sub(1).to_string().len()) + 1;
            let corner = match self.row_name {
                "" => self.column_name.to_string(),
                row => format!("{row}\\{}", self.column_name),
            };
            let lead = slice.rows.len().to_string().len().max(corner.width());
            write!(out, "{}{corner} |", " ".repeat(lead - corner.width()))?;
            for b in 0..columns {
                write!(out, "{b:>width$}")?;
            }
            write!(out, "\n{}-+{}\n", "-".repeat(lead), "-".repeat(width * columns))?;
            for (a, row) in slice.rows.iter().enumerate() {
                let name = if self.row_name.is_empty() { String::new() } else { a.to_string() };
                write!(out, "{name:>lead$} |")?;
                let mut line = String::new();
                for cell in row {
                    let text = cell.text();
                    line.push_str(&" ".repeat(width - text.width()));
                    line.push_str(&text);
                }
                writeln!(out, "{}", line.trim_end())?;
            }
        }
        Ok(())
    }

    /// A tabular environment for each slice; what is lost is bold.
    fn latex(&self, out: &mut dyn Write) -> io::Result<()> {
        comment(self.provenance.unwrap_or(self.title), out)?;
        comment(PACKAGES, out)?;
        for slice in &self.slices {
            if let Some(heading) = slice.heading() {
                writeln!(out, "% {heading}")?;
            }
            let columns = slice.width();
            let name = |n: &str| n.replace('_', "\\_");
            let heads: Vec<String> = (0..columns).map(|c| format!("${c}$")).collect();
            let (row, column) = (name(self.row_name), name(self.column_name));
            let corner = if row.is_empty() { column } else { format!("{row}\\backslash {column}") };
            let heading = format!("${corner}$ & {}", heads.join(" & "));
            begin(&format!("r{}", "r".repeat(columns)), &heading, out)?;
            for (a, row) in slice.rows.iter().enumerate() {
                let cells: Vec<String> = row.iter().map(in_latex).collect();
                let head = if self.row_name.is_empty() { String::new() } else { format!("${a}$") };
                writeln!(out, "{head} & {} \\\\", cells.join(" & "))?;
            }
            end(out)?;
        }
        Ok(())
    }
}

fn in_latex(cell: &impl GridCell) -> String {
    match cell.text() {
        text if text.is_empty() => String::new(),
        text if cell.is_lost() => format!("$\\mathbf{{{}}}$", mathematics(&text)),
        text => format!("${}$", mathematics(&text)),
    }
}

impl<C> GridSlice<'_, C> {
    fn heading(&self) -> Option<String> {
        let parts: Vec<String> = self.fixed.iter().map(|(n, v)| format!("{n} = {v}")).collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }

    fn width(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }
}

/// A row of a grid with its numbers.
struct Line<'g, C> {
    fixed: &'g [(String, i64)],
    at: usize,
    cells: &'g [C],
}

impl<C: GridCell> Record for Line<'_, C> {
    fn cells(&self, give: &mut dyn FnMut(Cell<'_>)) {
        self.fixed.iter().for_each(|(_, value)| give(Cell::Integer(*value)));
        give(Cell::Integer(self.at as i64));
        self.cells.iter().for_each(|cell| give(cell.cell()));
    }
}
