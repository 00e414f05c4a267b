//! Any bytes as what an interrupted sweep has left: a manifest, a record and rows. The rows that
//! come out are those of the question, or it is refused.

use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use ishitori_sweep::{Family, Query, RowsFile, SweepSummary, Workers, sweep_to_file};
use ishitori_values::Budget;
use sha2::{Digest, Sha256};

fn hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

struct Expected {
    manifest: String,
    summary: SweepSummary,
    rows: Vec<u8>,
}

fn file(path: &Path, resume: bool) -> RowsFile<'_> {
    RowsFile { path, heading: "fuzz", resume }
}

fn question() -> (Family, Query) {
    let mut query = Query::new("mod2:LR".parse().expect("an end rule"));
    query.group_by = Some("period".parse().expect("an expression"));
    query.totals.push("count_L".parse().expect("an expression"));
    (Family::new(2, 6), query)
}

/// The result of an undisturbed sweep, and the manifest of one that is stopped at once.
fn expected() -> &'static Expected {
    static EXPECTED: OnceLock<Expected> = OnceLock::new();
    EXPECTED.get_or_init(|| {
        let place = tempfile::tempdir().expect("a folder");
        let path = place.path().join("x.csv");
        let (family, query) = question();
        let budget = Budget::unlimited();
        let workers = Workers::new(1, &budget);
        let summary = sweep_to_file(&family, &query, 0..family.len(), file(&path, false), &workers)
            .expect("rows");
        let rows = fs::read(&path).expect("rows");
        let stopped = Budget::unlimited();
        stopped.cancel_flag().store(true, std::sync::atomic::Ordering::Relaxed);
        let workers = Workers::new(1, &stopped);
        let _ = sweep_to_file(&family, &query, 0..family.len(), file(&path, false), &workers);
        let manifest = fs::read_to_string(place.path().join("x.csv.parts/manifest.json"));
        Expected { manifest: manifest.expect("a manifest"), summary, rows }
    })
}

/// Three parts with a line `---` between them: manifest, record, rows. An empty manifest stands for
/// the right one; in the record `QUESTION`, `BYTES` and `ROWS` stand for what is right there, and a
/// checksum is put before it. A record that is right about rows of the wrong content is a forgery
/// that cannot be detected; it must do no harm.
pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut parts = text.splitn(3, "\n---\n");
    let [manifest, record, rows] = [0; 3].map(|_| parts.next().unwrap_or(""));
    let expected = expected();
    let manifest = if manifest.is_empty() { &*expected.manifest } else { manifest };
    let forged = record.contains("QUESTION");
    let record = record
        .replace("QUESTION", &hex(expected.manifest.as_bytes()))
        .replace("BYTES", &rows.len().to_string())
        .replace("ROWS", &hex(rows.as_bytes()));
    let place = tempfile::tempdir().expect("a folder");
    let (path, folder) = (place.path().join("x.csv"), place.path().join("x.csv.parts"));
    fs::create_dir(&folder).expect("a folder");
    let record = format!("{}\n{record}", hex(record.as_bytes()));
    for (name, content) in [("manifest.json", manifest), ("0.record", &record), ("0.rows", rows)] {
        fs::write(folder.join(name), content).expect("a file");
    }
    let (family, query) = question();
    let budget = Budget::unlimited();
    match sweep_to_file(
        &family,
        &query,
        0..family.len(),
        file(&path, true),
        &Workers::new(1, &budget),
    ) {
        Ok(summary) if !forged => {
            assert_eq!(summary, expected.summary);
            assert_eq!(fs::read(&path).expect("rows"), expected.rows);
            assert!(!folder.exists());
        }
        Ok(_) => assert!(!folder.exists()),
        Err(_) => assert!(folder.exists() && !path.exists()),
    }
}
