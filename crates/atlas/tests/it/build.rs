//! Builds: the same bytes with any number of threads and after any interruption, and no foreign files are touched.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use ishitori_atlas::{Atlas, Build, BuildError, Limits, Search, Subject, Table, heap_subjects};
use ishitori_runtime::Workers;
use ishitori_values::{Budget, LimitReached};

fn build<'b>(out: &'b Path, limits: &'b Limits, subjects: &'b [Box<dyn Subject>]) -> Build<'b> {
    Build { out, limits, subjects, date: Some("2026-11-17"), certificates: None }
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    entries
        .map(|entry| {
            (entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).unwrap())
        })
        .collect()
}

#[test]
fn interruptions_and_threads_change_nothing() {
    let (limits, place) = (Limits::small(), tempfile::tempdir().unwrap());
    let subjects = heap_subjects(&limits);
    let (whole, broken) = (place.path().join("whole"), place.path().join("broken"));
    let budget = Budget::unlimited();
    build(&whole, &limits, &subjects).run(&Workers::new(1, &budget)).unwrap();

    // A build that is cancelled after some subjects.
    let flag = Arc::new(AtomicBool::new(false));
    let cancelled = Budget::unlimited().with_cancel_flag(flag.clone());
    let done = AtomicU64::new(0);
    let report = |more: u64| {
        if done.fetch_add(more, Ordering::Relaxed) + more >= 5 {
            flag.store(true, Ordering::Relaxed);
        }
    };
    let workers = Workers { progress: Some(&report), ..Workers::new(2, &cancelled) };
    let stopped = build(&broken, &limits, &subjects).run(&workers);
    assert!(matches!(stopped, Err(BuildError::Limit(LimitReached::Cancelled))));
    assert!(!broken.join("manifest.json").exists());
    let pieces: Vec<_> =
        fs::read_dir(broken.join("pieces")).unwrap().map(|e| e.unwrap().path()).collect();
    assert!(!pieces.is_empty(), "something was kept");

    // One of the pieces that are kept is damaged: it is computed again.
    fs::write(&pieces[0], b"{}").unwrap();
    build(&broken, &limits, &subjects).run(&Workers::new(3, &budget)).unwrap();
    let (whole, broken) = (files(&whole), files(&broken));
    assert_eq!(whole.keys().collect::<Vec<_>>(), broken.keys().collect::<Vec<_>>());
    assert!(whole == broken, "the files have the same bytes");
}

#[test]
fn a_folder_can_be_read_and_damage_shows() {
    let (limits, place) = (Limits::small(), tempfile::tempdir().unwrap());
    let subjects = heap_subjects(&limits);
    let budget = Budget::unlimited();
    let certificates = place.path().join("certificates");
    let out = place.path().join("atlas");
    let build = Build { certificates: Some(&certificates), ..build(&out, &limits, &subjects) };
    let manifest = build.run(&Workers::new(1, &budget)).unwrap();
    let atlas = Atlas::open(&out).unwrap();
    assert_eq!(atlas.manifest(), &manifest);
    let search = Search {
        condition: Some("status = proved and period = 3".into()),
        most: 9,
        ..Search::default()
    };
    let found = search.run(&atlas, &budget).unwrap();
    let codes = found.hits.iter().filter(|hit| hit.table == Table::Subtraction);
    let codes: Vec<_> =
        codes.map(|hit| atlas.table(hit.table).unwrap().text(hit.row, 0).unwrap()).collect();
    assert!(codes.contains(&"sub:1,2"), "{codes:?}");
    // Every certificate lies under its checksum, and holds.
    let listed: usize = manifest.tables.iter().map(|table| table.certificates).sum();
    let written = files(&certificates);
    assert!(written.len() > 20 && written.len() <= listed, "{} of {listed}", written.len());
    for (name, bytes) in &written {
        assert_eq!(name, &format!("{}.json", ishitori_sweep::digest(bytes)));
        assert!(ishitori_certify::check(std::str::from_utf8(bytes).unwrap()).valid, "{name}");
    }

    let file = out.join("octal.parquet");
    let mut bytes = fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&file, bytes).unwrap();
    let damaged = Atlas::open(&out).unwrap();
    assert!(damaged.table(Table::Octal).unwrap_err().to_string().contains("damaged"));
    assert!(damaged.table(Table::Subtraction).is_ok());
    fs::write(out.join("manifest.json"), b"{\"format\": \"other\"}").unwrap();
    assert!(Atlas::open(&out).unwrap_err().to_string().contains("manifest"));
}

#[test]
fn folders_of_others_are_left_alone() {
    let (limits, place) = (Limits::small(), tempfile::tempdir().unwrap());
    fs::write(place.path().join("thesis.tex"), b"42").unwrap();
    let budget = Budget::unlimited();
    let refused = build(place.path(), &limits, &[]).run(&Workers::new(1, &budget));
    assert!(matches!(refused, Err(BuildError::NotAnAtlas { .. })));
    assert_eq!(files(place.path()).len(), 1);
    // With less memory than the rows may take nothing is begun: they would depend on it.
    let little = Budget::unlimited().with_memory(1 << 20);
    let refused = build(&place.path().join("new"), &limits, &[]).run(&Workers::new(1, &little));
    assert!(matches!(refused, Err(BuildError::Limit(LimitReached::Memory { .. }))));
}
