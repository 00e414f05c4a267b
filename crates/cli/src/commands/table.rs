//! `ishitori table`: Grundy numbers, outcomes or values of a box of positions.

use std::process::ExitCode;

use ishitori::prelude::{Budget, LimitReached};
use ishitori::rules::end::EndRule;
use serde_json::{Value as Json, json};
use unicode_width::UnicodeWidthStr;

use super::boxes::{BoxTable, Cell, Slice, compute};
use crate::args::Common;
use crate::failure::{Failure, LIMIT};
use crate::game_args::{Show, TableArgs, TableFormat};
use crate::output::{Long, Output};
use ishitori_words::heaps::limit_name;

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
    let cut = if output.is_json() {
        print_json(args, &table, output, budget)?
    } else {
        let cut = output.print_long(budget, |out| match args.format {
            TableFormat::Text => text(&table, out),
            TableFormat::Csv => csv(&command(args, &table), &table, out),
            TableFormat::Latex => latex(&command(args, &table), &table, out),
        })?;
        if let Some(limit) = &table.stopped {
            output.complain(&output.text().limit(limit));
        }
        cut
    };
    if let Some(limit) = &cut {
        output.complain(&output.text().cut_short(limit));
    }
    let whole = table.stopped.is_none() && cut.is_none();
    Ok(if whole { ExitCode::SUCCESS } else { ExitCode::from(LIMIT) })
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

fn print_json(
    args: &TableArgs,
    table: &BoxTable,
    output: &Output,
    budget: &Budget,
) -> Result<Option<LimitReached>, Failure> {
    let mut object = serde_json::Map::new();
    object.insert("rule".into(), json!(table.rule));
    let end = args.end.as_deref().and_then(|end| end.parse::<EndRule>().ok());
    object.insert("end".into(), json!(end.map(|end| end.to_string())));
    object.insert("to".into(), json!(args.to.0));
    object.insert(
        "show".into(),
        json!(match table.shown {
            Show::Grundy => "grundy",
            Show::Outcome => "outcome",
            Show::Value => "value",
        }),
    );
    object.insert("coordinates".into(), json!(table.coordinates));
    let named = |slice: &Slice| -> Json {
        slice.fixed.iter().map(|(name, value)| (name.clone(), json!(value))).collect()
    };
    let single = match table.slices.as_slice() {
        [slice] => Some(slice),
        _ => None,
    };
    object.insert(if single.is_some() { "rows" } else { "slices" }.into(), json!([]));
    if let Some(slice) = single.filter(|slice| !slice.fixed.is_empty()) {
        object.insert("fixed".into(), named(slice));
    }
    if let Some(display) = table.display {
        object.insert("display".into(), json!(display.name()));
    }
    if let Some(limit) = &table.stopped {
        object.insert("stopped".into(), json!(limit_name(limit)));
    }
    match single {
        Some(slice) => output.print_long_json(&object, "rows", slice.rows.iter(), budget),
        None => {
            let slices = table
                .slices
                .iter()
                .map(|slice| NamedSlice { fixed: named(slice), rows: &slice.rows });
            output.print_long_json(&object, "slices", slices, budget)
        }
    }
}

/// A slice as data.
#[derive(serde::Serialize)]
struct NamedSlice<'t> {
    fixed: Json,
    rows: &'t [Vec<Cell>],
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
fn text(table: &BoxTable, out: &mut Long<'_>) -> Result<(), Failure> {
    for (at, slice) in table.slices.iter().enumerate() {
        if at > 0 {
            out.push("\n")?;
        }
        if let Some(heading) = heading(slice) {
            writeln!(out, "{heading}")?;
        }
        let columns = slice.rows.iter().map(Vec::len).max().unwrap_or(0);
        let widest = slice.rows.iter().flatten().map(|c| c.text().width()).max().unwrap_or(0);
        let width = widest.max(columns.saturating_sub(1).to_string().len()) + 1;
        let corner = match table.row_name.as_str() {
            "" => table.column_name.clone(),
            row => format!("{row}\\{}", table.column_name),
        };
        let lead = slice.rows.len().to_string().len().max(corner.width());
        write!(out, "{}{corner} |", " ".repeat(lead - corner.width()))?;
        for b in 0..columns {
            write!(out, "{b:>width$}")?;
        }
        write!(out, "\n{}-+{}\n", "-".repeat(lead), "-".repeat(width * columns))?;
        for (a, row) in slice.rows.iter().enumerate() {
            let name = if table.row_name.is_empty() { String::new() } else { a.to_string() };
            write!(out, "{name:>lead$} |")?;
            let mut line = String::new();
            for cell in row {
                let text = cell.text();
                line.push_str(&" ".repeat(width - text.width()));
                line.push_str(&text);
            }
            out.push(line.trim_end())?;
            out.push("\n")?;
        }
    }
    Ok(())
}

fn csv(command: &str, table: &BoxTable, out: &mut Long<'_>) -> Result<(), Failure> {
    let quoted = |text: String| match text.contains([',', '"', '\n']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text,
    };
    writeln!(out, "# {command}")?;
    let fixed: String = table
        .slices
        .first()
        .map_or(String::new(), |s| s.fixed.iter().map(|(n, _)| format!("{n},")).collect());
    let columns = table.slices.first().and_then(|s| s.rows.first()).map_or(0, Vec::len);
    write!(out, "{fixed}{}", table.row_name)?;
    for c in 0..columns {
        write!(out, ",{}={c}", table.column_name)?;
    }
    // A table of no columns has a comma all the same.
    out.push(if columns == 0 { ",\n" } else { "\n" })?;
    for slice in &table.slices {
        let fixed: String = slice.fixed.iter().map(|(_, v)| format!("{v},")).collect();
        for (a, row) in slice.rows.iter().enumerate() {
            write!(out, "{fixed}{a}")?;
            for cell in row {
                write!(out, ",{}", quoted(cell.text()))?;
            }
            out.push("\n")?;
        }
    }
    Ok(())
}

fn latex(command: &str, table: &BoxTable, out: &mut Long<'_>) -> Result<(), Failure> {
    writeln!(out, "% {command}")?;
    for slice in &table.slices {
        if let Some(heading) = heading(slice) {
            writeln!(out, "% {heading}")?;
        }
        let columns = slice.rows.iter().map(Vec::len).max().unwrap_or(0);
        writeln!(out, "\\begin{{tabular}}{{r|{}}}", "r".repeat(columns))?;
        let name = |n: &str| n.replace('_', "\\_");
        let heads: Vec<String> = (0..columns).map(|c| format!("${c}$")).collect();
        let (row, column) = (name(&table.row_name), name(&table.column_name));
        let corner = if row.is_empty() { column } else { format!("{row}\\backslash {column}") };
        writeln!(out, "${corner}$ & {} \\\\\\hline", heads.join(" & "))?;
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
            writeln!(out, "{head} & {} \\\\", cells.join(" & "))?;
        }
        out.push("\\end{tabular}\n")?;
    }
    Ok(())
}
