//! Results of a search in the atlas, in words.

use ishitori_answers::atlas::{Answer, Built, Row};
use ishitori_records::{Column, Format, Rows, write};
use serde_json::Value;

use crate::{Describe, Text, say, table};

/// Terms of a sequence that are shown in a line.
const SHOWN: usize = 24;
/// The columns that are shown of a row, where some row has them.
const SHOWN_COLUMNS: [&str; 9] =
    ["name", "end", "kind", "status", "period", "preperiod", "order", "max_value", "eventually"];

impl Describe for Answer {
    fn describe(&self, text: &Text) -> String {
        let Some(found) = self.found else { return text.tables_of_atlas(self) };
        let looked: usize = self.tables.iter().map(|table| table.rows).sum();
        let mut words = say!(text, "program.atlas.rows", found, looked);
        let counts = self.tables.iter().filter(|table| table.found > Some(0));
        let counts = counts.map(|t| format!("{} {}", t.table, t.found.unwrap_or(0)));
        let counts: Vec<String> = counts.collect();
        if counts.len() > 1 {
            words += &format!(": {}", counts.join(", "));
        }
        if !self.rows.is_empty() {
            words += "\n\n";
            words += &text.rows_of_atlas(&self.rows);
        }
        let more = found.saturating_sub(self.rows.len());
        if more > 0 {
            let limit = text.field("limit");
            words += &say!(text, "program.atlas.more-shows-more-them", more, limit);
        }
        words
    }
}

impl Text {
    fn tables_of_atlas(&self, answer: &Answer) -> String {
        let date = answer.date.as_ref().map(|date| format!(", {date}")).unwrap_or_default();
        let version = &answer.version;
        let mut words = say!(self, "program.atlas.atlas-ishitori", version, date);
        for table in &answer.tables {
            let (rows, proofs) = (table.rows, table.certificates);
            words +=
                &say!(self, "program.atlas.rows-certificates", table = table.table, rows, proofs);
            words += &format!("\n  {}", table.columns.join(", "));
        }
        words
    }

    fn rows_of_atlas(&self, rows: &[Row]) -> String {
        let has = |name: &&&str| rows.iter().any(|row| row.row.contains_key(**name));
        let shown: Vec<&str> = SHOWN_COLUMNS.iter().filter(has).copied().collect();
        let placed = rows.iter().any(|row| row.start.is_some());
        let mut columns = vec![Column::text("table"), Column::text("code")];
        columns.extend(shown.iter().map(|&name| Column::text(name.to_string())));
        if placed {
            columns.extend([Column::text("column"), Column::integer("start")]);
        }
        columns.push(Column::text("sequence"));
        let cells = rows.iter().map(|row| {
            let mut cells = vec![Some(row.table.clone()), Some(row.code.clone())];
            cells.extend(shown.iter().map(|name| row.row.get(*name).map(plain)));
            if placed {
                cells.extend([row.column.clone(), row.start.map(|start| start.to_string())]);
            }
            cells.push(sequence(row));
            cells
        });
        let cells: Vec<Vec<Option<String>>> = cells.collect();
        let mut out = Vec::new();
        // Nothing fails to be written to memory.
        let _ = write(&Rows::new("atlas", columns), cells, Format::Text, &mut out);
        String::from_utf8_lossy(&out).trim_end().to_string()
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}

/// The beginning of the sequence that was found, or of the first one of the row.
fn sequence(row: &Row) -> Option<String> {
    let names = row.column.as_deref().into_iter().chain(["values", "outcomes"]);
    let terms = names.into_iter().find_map(|name| row.row.get(name)?.as_str());
    let Some(terms) = terms else { return Some(row.row.get("value")?.as_str()?.to_string()) };
    let shown: Vec<&str> = terms.split(' ').take(SHOWN).collect();
    let cut = match shown.len() {
        1 => terms.chars().count() > 2 * SHOWN,
        count => count < terms.split(' ').count(),
    };
    let shown: String = match shown[..] {
        [letters] => letters.chars().take(2 * SHOWN).collect(),
        _ => shown.join(","),
    };
    Some(if cut { format!("{shown}…") } else { shown })
}

impl Describe for Built {
    fn describe(&self, text: &Text) -> String {
        let tables = self.tables.iter().map(|built| {
            let (rows, proofs, bytes) = (built.rows, built.certificates, built.bytes);
            let said = say!(text, "program.atlas.rows-certificates-bytes", rows, proofs, bytes);
            (built.table.as_str(), said)
        });
        let tables: Vec<(&str, String)> = tables.collect();
        let (out, bytes) = (&self.out, self.bytes);
        let head = say!(text, "program.atlas.atlas-bytes", out, bytes);
        format!("{head}\n{}", table(&tables))
    }
}

impl Text {
    /// Why a folder is not an atlas.
    pub(crate) fn atlas_error(&self, error: &ishitori_atlas::AtlasError) -> String {
        use ishitori_atlas::AtlasError::*;
        match error {
            Manifest { path } => {
                say!(
                    self,
                    "program.atlas.manifest-atlas-format",
                    path = path.display(),
                    format = ishitori_atlas::FORMAT
                )
            }
            NotLoaded { name } => say!(self, "program.atlas.table-atlas-loaded", name),
            Io { path, error } => format!("{}: {}", path.display(), self.io(error)),
            Damaged { path } => say!(self, "program.atlas.error", error, path = path.display()),
        }
    }
}
