//! Rows in files: the same bytes however the work was divided and interrupted.

use std::fs;
use std::path::PathBuf;

use ishitori_sweep::*;
use ishitori_values::Budget;

fn parts(path: &std::path::Path) -> PathBuf {
    PathBuf::from(format!("{}.parts", path.display()))
}

#[test]
fn interruption_and_threads_do_not_change_the_bytes() {
    let family = Family::new(2, 20);
    let query = Query::new("mod2:LR".parse().unwrap());
    let unlimited = Budget::unlimited();
    let place = tempfile::tempdir().unwrap();
    let (whole, broken) = (place.path().join("whole.csv"), place.path().join("broken.csv"));
    let expected =
        sweep_to_file(&family, &query, &whole, "test", false, &Workers::new(2, &unlimited))
            .unwrap();
    let text = fs::read_to_string(&whole).unwrap();
    assert_eq!(text.lines().count() as u64, 2 + family.len());
    assert!(text.contains("\n2 3 6,3,6,1,8,L,0,3,4,0,,3,2,\n"), "{}", &text[..600]);

    // Interrupted at once, then with pieces of every state that a kill can leave.
    let cancelled = Budget::unlimited();
    cancelled.cancel_flag().store(true, std::sync::atomic::Ordering::Relaxed);
    let stopped =
        sweep_to_file(&family, &query, &broken, "test", false, &Workers::new(1, &cancelled));
    assert!(matches!(stopped, Err(FileError::Limit { .. })));
    let refused =
        sweep_to_file(&family, &query, &broken, "test", false, &Workers::new(1, &unlimited));
    assert!(matches!(refused, Err(FileError::Unfinished { .. })));
    let other = Query::new("misere".parse().unwrap());
    let refused =
        sweep_to_file(&family, &other, &broken, "test", true, &Workers::new(1, &unlimited));
    assert!(matches!(refused, Err(FileError::OtherQuestion { .. })));
    let folder = parts(&broken);
    fs::write(folder.join("0.csv"), "half a pie").unwrap();
    fs::write(folder.join("1.csv.new"), "half a pie").unwrap();
    fs::write(folder.join("2.json"), "{\"bytes\":3").unwrap();
    let found = sweep_to_file(&family, &query, &broken, "test", true, &Workers::new(1, &unlimited))
        .unwrap();
    assert_eq!(found, expected);
    assert!(fs::read(&broken).unwrap() == fs::read(&whole).unwrap());
    assert!(!folder.exists());
}

#[test]
fn parquet_has_the_same_rows() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("rows.parquet");
    let mut query = Query::new("mod2:LR".parse().unwrap());
    query.grundy = true;
    let family = Family::new(2, 10);
    sweep_to_file(&family, &query, &path, "test", false, &Workers::new(1, &Budget::unlimited()))
        .unwrap();
    let reader = SerializedFileReader::new(fs::File::open(&path).unwrap()).unwrap();
    let rows: Vec<String> =
        reader.get_row_iter(None).unwrap().map(|row| row.unwrap().to_string()).collect();
    assert_eq!(rows.len() as u64, family.len());
    assert!(
        rows[1].contains("set: \"2 3\", size: 2, max: 3, period: 5, preperiod: 2"),
        "{}",
        rows[1]
    );
    assert!(rows[1].contains("first_R: null") && rows[1].contains("coprime: false"), "{}", rows[1]);
    let metadata = reader.metadata().file_metadata().key_value_metadata().unwrap().clone();
    assert!(metadata.iter().any(|entry| entry.value.as_deref() == Some("test")));
}
