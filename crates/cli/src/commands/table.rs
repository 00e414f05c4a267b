//! `ishitori table`: Grundy numbers of a rule on pairs.

use std::fmt::Write;
use std::process::ExitCode;

use ishitori::prelude::Budget;
use ishitori::rules::heap::HeapRule;
use ishitori::solve::plane::{PlaneTable, plane_table};
use serde_json::json;

use super::heaps::read_rule;
use crate::failure::{Failure, LIMIT};
use crate::heap_args::TableArgs;
use crate::output::Output;
use crate::text::heaps::limit_name;

pub fn run(args: &TableArgs, output: &Output, budget: &Budget) -> Result<ExitCode, Failure> {
    let rule = match read_rule(&args.rule)? {
        HeapRule::Plane(rule) => rule,
        rule => return Err(Failure::NotPairs { rule }),
    };
    let table = plane_table(rule, args.to, budget).map_err(Failure::Table)?;
    if output.is_json() {
        let mut object = json!({
            "rule": rule.to_string(),
            "to": [args.to.0, args.to.1],
            "rows": table.rows,
        });
        if let Some(limit) = &table.stopped {
            object["stopped"] = json!(limit_name(limit));
        }
        output.print_json(&object)?;
    } else {
        output.print(text(&table).trim_end())?;
        if let Some(limit) = &table.stopped {
            output.complain(&format!("ishitori: {}", output.text().limit(limit)));
        }
    }
    Ok(if table.stopped.is_some() { ExitCode::from(LIMIT) } else { ExitCode::SUCCESS })
}

/// Rows by the first number, columns by the second, zeros as they stand out: lost positions.
fn text(table: &PlaneTable) -> String {
    let largest = table.rows.iter().flatten().copied().max().unwrap_or(0);
    let columns = table.rows.first().map_or(0, Vec::len);
    let width = largest.max(columns as u32).to_string().len() + 1;
    let lead = table.rows.len().to_string().len();
    let mut out = format!("{:lead$} |", "");
    for b in 0..columns {
        let _ = write!(out, "{b:>width$}");
    }
    let _ = write!(out, "\n{}-+{}\n", "-".repeat(lead), "-".repeat(width * columns));
    for (a, row) in table.rows.iter().enumerate() {
        let _ = write!(out, "{a:>lead$} |");
        for g in row {
            let _ = write!(out, "{g:>width$}");
        }
        out.push('\n');
    }
    out
}
