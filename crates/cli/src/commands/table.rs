//! `ishitori table`: Grundy numbers, outcomes or values of a box of positions.

use std::fmt::Write;
use std::process::ExitCode;

use ishitori::prelude::Budget;
use ishitori::rules::end::EndRule;
use serde_json::{Value as Json, json};
use unicode_width::UnicodeWidthStr;

use super::boxes::{BoxTable, Cell, Slice, compute};
use crate::args::Common;
use crate::failure::{Failure, LIMIT};
use crate::game_args::{Show, TableArgs, TableFormat};
use crate::output::Output;
use crate::text::heaps::limit_name;

pub fn run(
    args: &TableArgs,
    output: &Output,
    budget: &Budget,
    common: &Common,
) -> Result<ExitCode, Failure> {
    let mut table = compute(
        &args.rule,
        &args.settings,
        args.end.as_deref(),
        (&args.to, &args.fix),
        args.show,
        common.threads(),
        budget,
    )?;
    if args.transpose {
        transpose(&mut table);
    }
    if output.is_json() {
        output.print_json(&to_json(args, &table))?;
    } else {
        let text = match args.format {
            TableFormat::Text => text(&table),
            TableFormat::Csv => csv(&command(args, &table), &table),
            TableFormat::Latex => latex(&command(args, &table), &table),
        };
        output.print(text.trim_end())?;
        if let Some(limit) = &table.stopped {
            output.complain(&format!("ishitori: {}", output.text().limit(limit)));
        }
    }
    Ok(if table.stopped.is_some() { ExitCode::from(LIMIT) } else { ExitCode::SUCCESS })
}

/// Exchanges rows and columns.
pub fn transpose(table: &mut BoxTable) {
    std::mem::swap(&mut table.row_name, &mut table.column_name);
    for slice in &mut table.slices {
        let columns = slice.rows.iter().map(Vec::len).max().unwrap_or(0);
        let cell = |row: &Vec<Cell>, c: usize| row.get(c).cloned().unwrap_or(Cell::Nothing);
        slice.rows =
            (0..columns).map(|c| slice.rows.iter().map(|row| cell(row, c)).collect()).collect();
    }
}

fn to_json(args: &TableArgs, table: &BoxTable) -> Json {
    let cell = |cell: &Cell| match cell {
        Cell::Nothing => Json::Null,
        Cell::Number(n) => json!(n),
        Cell::Word(word) => json!(word),
    };
    let rows = |slice: &Slice| -> Json {
        slice.rows.iter().map(|row| row.iter().map(cell).collect::<Json>()).collect()
    };
    let end = args.end.as_deref().and_then(|end| end.parse::<EndRule>().ok());
    let mut object = json!({
        "rule": table.rule,
        "end": end.map(|end| end.to_string()),
        "to": args.to.0,
        "show": match table.shown {
            Show::Grundy => "grundy",
            Show::Outcome => "outcome",
            Show::Value => "value",
        },
    });
    let named = |slice: &Slice| -> Json {
        slice.fixed.iter().map(|(name, value)| (name.clone(), json!(value))).collect()
    };
    match table.slices.as_slice() {
        [slice] => {
            object["rows"] = rows(slice);
            if !slice.fixed.is_empty() {
                object["fixed"] = named(slice);
            }
        }
        slices => {
            object["slices"] = slices
                .iter()
                .map(|slice| json!({ "fixed": named(slice), "rows": rows(slice) }))
                .collect();
        }
    }
    if let Some(display) = table.display {
        object["display"] = json!(display.name());
    }
    if let Some(limit) = &table.stopped {
        object["stopped"] = json!(limit_name(limit));
    }
    object
}

/// What was asked for, to stand in every file.
fn command(args: &TableArgs, table: &BoxTable) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let to: Vec<String> = args.to.0.iter().map(u32::to_string).collect();
    let fix: String = args.fix.iter().map(|f| format!(" --fix {f}")).collect();
    let end = args.end.as_ref().map_or(String::new(), |end| format!(" --end {end}"));
    format!("ishitori {version}: table {} --to {}{fix}{end}", table.rule, to.join(","))
}

/// The coordinates that a slice has in common.
pub fn heading(slice: &Slice) -> Option<String> {
    let parts: Vec<String> = slice.fixed.iter().map(|(n, v)| format!("{n} = {v}")).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// Rows by the first coordinate, columns by the second; lost positions have a dot.
fn text(table: &BoxTable) -> String {
    let mut out = String::new();
    for slice in &table.slices {
        if let Some(heading) = heading(slice) {
            let _ = writeln!(out, "{heading}");
        }
        let columns = slice.rows.iter().map(Vec::len).max().unwrap_or(0);
        let widest = slice.rows.iter().flatten().map(|c| c.text().width()).max().unwrap_or(0);
        let width = widest.max(columns.saturating_sub(1).to_string().len()) + 1;
        let corner = match table.row_name.as_str() {
            "" => table.column_name.clone(),
            row => format!("{row}\\{}", table.column_name),
        };
        let lead = slice.rows.len().to_string().len().max(corner.width());
        let _ = write!(out, "{}{corner} |", " ".repeat(lead - corner.width()));
        for b in 0..columns {
            let _ = write!(out, "{b:>width$}");
        }
        let _ = write!(out, "\n{}-+{}\n", "-".repeat(lead), "-".repeat(width * columns));
        for (a, row) in slice.rows.iter().enumerate() {
            let name = if table.row_name.is_empty() { String::new() } else { a.to_string() };
            let _ = write!(out, "{name:>lead$} |");
            let mut line = String::new();
            for cell in row {
                let text = cell.text();
                line.push_str(&" ".repeat(width - text.width()));
                line.push_str(&text);
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
        out.push('\n');
    }
    out
}

fn csv(command: &str, table: &BoxTable) -> String {
    let quoted = |text: String| match text.contains([',', '"', '\n']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text,
    };
    let mut out = format!("# {command}\n");
    let fixed: String = table
        .slices
        .first()
        .map_or(String::new(), |s| s.fixed.iter().map(|(n, _)| format!("{n},")).collect());
    let columns = table.slices.first().and_then(|s| s.rows.first()).map_or(0, Vec::len);
    let heads: Vec<String> = (0..columns).map(|c| format!("{}={c}", table.column_name)).collect();
    let row_name = if table.row_name.is_empty() { "" } else { &table.row_name };
    let _ = writeln!(out, "{fixed}{row_name},{}", heads.join(","));
    for slice in &table.slices {
        let fixed: String = slice.fixed.iter().map(|(_, v)| format!("{v},")).collect();
        for (a, row) in slice.rows.iter().enumerate() {
            let cells: Vec<String> = row.iter().map(|c| quoted(c.text())).collect();
            let _ = writeln!(out, "{fixed}{a},{}", cells.join(","));
        }
    }
    out
}

fn latex(command: &str, table: &BoxTable) -> String {
    let mut out = format!("% {command}\n");
    for slice in &table.slices {
        if let Some(heading) = heading(slice) {
            let _ = writeln!(out, "% {heading}");
        }
        let columns = slice.rows.iter().map(Vec::len).max().unwrap_or(0);
        let _ = writeln!(out, "\\begin{{tabular}}{{r|{}}}", "r".repeat(columns));
        let name = |n: &str| n.replace('_', "\\_");
        let heads: Vec<String> = (0..columns).map(|c| format!("${c}$")).collect();
        let (row, column) = (name(&table.row_name), name(&table.column_name));
        let corner = if row.is_empty() { column } else { format!("{row}\\backslash {column}") };
        let _ = writeln!(out, "${corner}$ & {} \\\\\\hline", heads.join(" & "));
        for (a, row) in slice.rows.iter().enumerate() {
            let cells: Vec<String> = row
                .iter()
                .map(|cell| match cell {
                    Cell::Nothing => String::new(),
                    lost if lost.is_lost() => format!("$\\mathbf{{{}}}$", lost.text()),
                    cell => format!("${}$", cell.text().replace('{', "\\{").replace('}', "\\}")),
                })
                .collect();
            let head = if table.row_name.is_empty() { String::new() } else { format!("${a}$") };
            let _ = writeln!(out, "{head} & {} \\\\", cells.join(" & "));
        }
        out.push_str("\\end{tabular}\n");
    }
    out
}
