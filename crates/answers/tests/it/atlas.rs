//! The atlas through its question, and built again.

use std::path::Path;

use ishitori_answers::atlas::{self, BuildRequest, Request, build, subjects};
use ishitori_answers::{Answered, AskError, Context, Finish};
use ishitori_atlas::{Atlas, CellValue, Limits, Table};
use ishitori_records::{Cell, Format};
use ishitori_values::Budget;
use serde_json::{Value, json};

fn context() -> Context {
    Context::new(Budget::unlimited())
}

fn asked(request: Value) -> Result<atlas::Answer, AskError> {
    let request: Request = serde_json::from_value(request).unwrap();
    atlas::answer(&request, &context())
}

fn codes(found: &atlas::Answer) -> Vec<&str> {
    found.rows.iter().map(|row| row.code.as_str()).collect()
}

#[test]
fn rows_say_where_they_are_from() {
    let found = asked(json!({"sequence": "0,1,2,3,1,4,3,2,1,4", "table": "octal,games"})).unwrap();
    let kayles = found.rows.iter().find(|row| row.code == "0.77").unwrap();
    assert_eq!((kayles.table.as_str(), kayles.column.as_deref()), ("octal", Some("values")));
    assert_eq!((kayles.start, kayles.stored), (Some(0), Some(true)));
    assert_eq!(kayles.row["status"], "proved");
    assert!(found.rows.iter().any(|row| row.table == "games" && row.code == "kayles"));

    let found = asked(json!({"code": "kayles", "table": "octal"})).unwrap();
    assert_eq!(codes(&found)[0], "0.77");
    let found = asked(json!({"code": "kayles", "limit": 100})).unwrap();
    let mut tables: Vec<&str> = found.rows.iter().map(|row| row.table.as_str()).collect();
    tables.dedup();
    assert_eq!(tables, ["octal", "hexadecimal", "quotients", "games"]);
    let found = asked(json!({"condition": "order = 40 and period < 6 and end = mod2_LR"})).unwrap();
    assert!(codes(&found).contains(&"sub:2,3"), "{:?}", codes(&found));
    assert!(found.rows.iter().all(|row| row.row["order"] == 40 && row.table == "quotients"));

    let none = asked(json!({"condition": "period = 123456789"})).unwrap();
    assert_eq!((none.finish(), none.found), (Finish::No, Some(0)));
    let all = asked(json!({})).unwrap();
    assert_eq!((all.found, all.tables.len(), all.rows.len()), (None, 6, 0));
}

#[test]
fn limits_and_formats() {
    let found =
        asked(json!({"condition": "max = 16", "table": "subtraction", "limit": 7})).unwrap();
    assert_eq!((found.found, found.rows.len()), (Some(1 << 15), 7));
    let mut out = Vec::new();
    found.rows().unwrap().write_as(Format::Csv, None, &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    let head = text.lines().next().unwrap();
    // One table: all of its columns.
    let columns = Table::Subtraction.columns();
    let columns: Vec<&str> = columns.iter().map(|column| &*column.name).collect();
    assert_eq!(head, format!("table,{}", columns.join(",")));
    assert_eq!(text.lines().count(), 8);
    // Several tables: what they have in common.
    let found = asked(json!({"condition": "period = 5", "limit": 100_000})).unwrap();
    let mut out = Vec::new();
    found.rows().unwrap().write_as(Format::Csv, None, &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    assert_eq!(text.lines().next(), Some("table,code,end,status,period,preperiod,order"));
    assert_eq!(text.lines().count(), found.found.unwrap() + 1);
}

#[test]
fn what_is_refused() {
    let field = |request: Value| asked(request).unwrap_err().fields().to_vec();
    assert_eq!(field(json!({"condition": "colour = 3"})), ["condition"]);
    assert_eq!(field(json!({"condition": "order = 3", "table": "octal"})), ["condition"]);
    assert_eq!(field(json!({"sequence": "1,x"})), ["sequence"]);
    assert_eq!(field(json!({"at": 3})), ["at"]);
    assert_eq!(field(json!({"table": "octal,decimal"})), ["table"]);
    assert_eq!(field(json!({"limit": 0})), ["limit"]);
    let request = Request { folder: Some("nowhere".into()), ..Request::default() };
    assert_eq!(atlas::answer(&request, &context()).unwrap_err().fields(), ["atlas"]);
}

#[test]
fn a_small_atlas() {
    let place = tempfile::tempdir().unwrap();
    let out = place.path().join("atlas");
    let request =
        BuildRequest { out: out.clone(), date: None, certificates: None, limits: Limits::small() };
    let built = build(&request, &context()).unwrap();
    assert_eq!(built.tables.len(), 6);
    let search = Request {
        condition: Some("kind = board and grundy = 0".to_string()),
        folder: Some(out),
        ..Request::default()
    };
    assert!(atlas::answer(&search, &context()).unwrap().found > Some(0));
    let wrong = BuildRequest { date: Some("yesterday".into()), ..request };
    assert_eq!(build(&wrong, &context()).unwrap_err().fields(), ["date"]);
}

#[test]
fn games_are_the_same_when_they_are_computed_again() {
    let limits = &Atlas::shipped().manifest().limits;
    let rows = Atlas::shipped().table(Table::Games).unwrap();
    let mut compared = 0;
    for subject in subjects(limits) {
        // Heap games that have a name, and texts: boards may take long.
        if !(subject.name().starts_with("heap game") || subject.name().starts_with("text")) {
            continue;
        }
        for row in subject.rows(&Budget::unlimited()).unwrap() {
            let at = (0..rows.len()).find(|&at| rows.text(at, 0) == Some(row.code())).unwrap();
            for (column, kept) in row.cells.iter().enumerate() {
                let same = match (rows.cell(at, column), kept) {
                    (Cell::Empty, CellValue::Empty) => true,
                    (Cell::Integer(a), CellValue::Integer(b)) => a == *b,
                    (Cell::Bool(a), CellValue::Bool(b)) => a == *b,
                    (Cell::Text(a), CellValue::Text(b)) => a == b.as_str(),
                    _ => false,
                };
                assert!(same, "{} {}", row.code(), rows.columns()[column].name);
            }
            compared += 1;
        }
    }
    assert!(compared > 30, "{compared}");
}

/// The whole build: `cargo test -p ishitori-answers --test it atlas:: -- --ignored`.
#[test]
#[ignore = "everything is computed again, which takes many minutes"]
fn the_atlas_is_the_same_when_it_is_built_again() {
    let place = tempfile::tempdir().unwrap();
    let out = place.path().join("atlas");
    let manifest = Atlas::shipped().manifest();
    let request = BuildRequest {
        out: out.clone(),
        date: manifest.date.clone(),
        certificates: None,
        limits: manifest.limits.clone(),
    };
    build(&request, &context()).unwrap();
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../atlas/data");
    for entry in std::fs::read_dir(&out).unwrap() {
        let name = entry.unwrap().file_name();
        let (new, old) = (std::fs::read(out.join(&name)), std::fs::read(data.join(&name)));
        assert!(new.unwrap() == old.unwrap(), "{}", name.display());
    }
}
