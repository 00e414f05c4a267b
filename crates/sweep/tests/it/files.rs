//! Rows in files: the same bytes however the work was divided and interrupted.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use ishitori_sweep::*;
use ishitori_values::{Budget, LimitReached};

fn parts(path: &Path) -> PathBuf {
    PathBuf::from(format!("{}.parts", path.display()))
}

fn file(path: &Path, resume: bool) -> RowsFile<'_> {
    RowsFile { path, heading: "test", resume }
}

#[test]
fn interruption_and_threads_do_not_change_the_bytes() {
    let family = Family::new(2, 20);
    let query = Query::new("mod2:LR".parse().unwrap());
    let unlimited = Budget::unlimited();
    let place = tempfile::tempdir().unwrap();
    let (whole, broken) = (place.path().join("whole.csv"), place.path().join("broken.csv"));
    let expected = sweep_to_file(
        &family,
        &query,
        0..family.len(),
        file(&whole, false),
        &Workers::new(2, &unlimited),
    )
    .unwrap();
    let text = fs::read_to_string(&whole).unwrap();
    assert_eq!(text.lines().count() as u64, 1 + family.len());
    assert!(text.contains("\n2 3 6,3,6,1,8,L,0,3,4,0,,3,2,\n"), "{}", &text[..600]);

    // Interrupted at once, then with pieces of every state that a kill can leave.
    let cancelled = Budget::unlimited();
    cancelled.cancel_flag().store(true, Ordering::Relaxed);
    let stopped = sweep_to_file(
        &family,
        &query,
        0..family.len(),
        file(&broken, false),
        &Workers::new(1, &cancelled),
    );
    assert!(matches!(stopped, Err(FileError::Limit { .. })));
    let refused = sweep_to_file(
        &family,
        &query,
        0..family.len(),
        file(&broken, false),
        &Workers::new(1, &unlimited),
    );
    assert!(matches!(refused, Err(FileError::Unfinished { .. })));
    let other = Query::new("misere".parse().unwrap());
    let refused = sweep_to_file(
        &family,
        &other,
        0..family.len(),
        file(&broken, true),
        &Workers::new(1, &unlimited),
    );
    assert!(matches!(refused, Err(FileError::OtherQuestion { .. })));
    let folder = parts(&broken);
    fs::write(folder.join("0.rows"), "half a pie").unwrap();
    fs::write(folder.join("1.rows.new"), "half a pie").unwrap();
    fs::write(folder.join("2.record"), "{\"bytes\":3").unwrap();
    let found = sweep_to_file(
        &family,
        &query,
        0..family.len(),
        file(&broken, true),
        &Workers::new(1, &unlimited),
    )
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
    sweep_to_file(
        &family,
        &query,
        0..family.len(),
        file(&path, false),
        &Workers::new(1, &Budget::unlimited()),
    )
    .unwrap();
    let reader = SerializedFileReader::new(fs::File::open(&path).unwrap()).unwrap();
    let rows: Vec<String> =
        reader.get_row_iter(None).unwrap().map(|row| row.unwrap().to_string()).collect();
    assert_eq!(rows.len() as u64, family.len());
    assert!(
        rows[1].contains("set: [2, 3], size: 2, max: 3, period: 5, preperiod: 2"),
        "{}",
        rows[1]
    );
    assert!(rows[1].contains("first_R: null") && rows[1].contains("coprime: false"), "{}", rows[1]);
    let metadata = reader.metadata().file_metadata().key_value_metadata().unwrap().clone();
    assert!(metadata.iter().any(|entry| entry.value.as_deref() == Some("test")));
}

/// The rows of every format are those of CSV, written by several threads in pieces and joined.
#[test]
fn every_format_has_the_rows_of_csv() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;
    let place = tempfile::tempdir().unwrap();
    let mut query = Query::new("mod2:LR".parse().unwrap());
    query.condition = Some("has_P or first_N > 4".parse().unwrap());
    // Two pieces.
    let family = Family::new(2, 19);
    let budget = Budget::unlimited();
    let workers = Workers::new(2, &budget);
    let write = |name: &str| {
        let path = place.path().join(name);
        sweep_to_file(&family, &query, 0..family.len(), file(&path, false), &workers).unwrap();
        path
    };
    let text = |name: &str| fs::read_to_string(write(name)).unwrap();
    let csv = text("rows.csv");
    let expected: Vec<Vec<&str>> = csv.lines().skip(1).map(|l| l.split(',').collect()).collect();
    let mut listed = String::new();
    for row in sweep_listed(&family, &query, 0..family.len(), 1 << 20, &workers).unwrap().rows {
        let mut cells = Vec::new();
        ishitori_records::Record::cells(&row.record(SetColumns::default()), &mut |c| {
            cells.push(c.to_string())
        });
        listed.push_str(&format!("{}\n", cells.join(",")));
    }
    assert!(csv.split_once('\n').unwrap().1 == listed);
    assert!(text("rows.tsv").replace('\t', ",") == csv);
    let markdown = text("rows.md");
    let cells = |line: &str| line.trim_matches('|').replace(' ', "").replace('|', ",");
    let found: Vec<String> = markdown.lines().skip(2).map(cells).collect();
    let spaceless: Vec<String> =
        expected.iter().map(|row| row.join(",").replace(' ', "")).collect();
    assert!(found == spaceless);
    assert_eq!(text("rows.html").matches("<tr>").count(), expected.len() + 1);
    assert_eq!(text("rows.tex").lines().count(), expected.len() + 9);
    let lines = text("rows.jsonl");
    assert_eq!(lines.lines().count(), expected.len());
    for (line, expected) in lines.lines().zip(&expected) {
        let set = format!("{{\"set\":[{}],", expected[0].replace(' ', ","));
        assert!(line.starts_with(&set), "{line}");
    }
    let reader = SerializedFileReader::new(fs::File::open(write("rows.parquet")).unwrap()).unwrap();
    assert_eq!(reader.num_row_groups(), 2);
    let rows = reader.get_row_iter(None).unwrap();
    let mut count = 0;
    for (row, expected) in rows.zip(&expected) {
        let row = row.unwrap();
        let cells = row.get_column_iter().map(|(_, field)| match field {
            Field::Null => String::new(),
            Field::Str(text) => text.clone(),
            Field::Long(number) => number.to_string(),
            Field::ListInternal(list) => {
                let numbers: Vec<String> = list.elements().iter().map(Field::to_string).collect();
                numbers.join(" ")
            }
            field => panic!("{field:?}"),
        });
        assert_eq!(cells.collect::<Vec<_>>(), *expected);
        count += 1;
    }
    assert_eq!(count, expected.len());
    let refused = sweep_listed(&family, &query, 0..family.len(), 100, &workers).unwrap_err();
    assert_eq!(refused, SweepError::TooManyRows { limit: 100 });
    let unknown = sweep_to_file(
        &family,
        &query,
        0..family.len(),
        file(&place.path().join("x.txt"), false),
        &workers,
    );
    assert!(matches!(unknown, Err(FileError::UnknownFormat { .. })));
}

/// Names in a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// A sweep that is stopped after its first piece.
fn interrupted(family: &Family, query: &Query, path: &Path) {
    let budget = Budget::unlimited();
    let stop = |_| budget.cancel_flag().store(true, Ordering::Relaxed);
    let workers = Workers { progress: Some(&stop), ..Workers::new(1, &budget) };
    let stopped = sweep_to_file(family, query, 0..family.len(), file(path, false), &workers);
    assert!(matches!(stopped, Err(FileError::Limit { .. })));
    assert_eq!(names(&parts(path)), ["0.record", "0.rows", "manifest.json"]);
}

fn query(end: &str) -> Query {
    Query::new(end.parse().unwrap())
}

#[test]
fn pieces_of_another_question_are_never_used() {
    let place = tempfile::tempdir().unwrap();
    let (at, budget) = (|name: &str| place.path().join(name), Budget::unlimited());
    let workers = Workers::new(2, &budget);
    let family = Family::new(2, 19);
    let go_on = |query: &Query, path: &Path| {
        sweep_to_file(&family, query, 0..family.len(), file(path, true), &workers)
    };
    let expected = sweep_to_file(
        &family,
        &query("misere"),
        0..family.len(),
        file(&at("a.csv"), false),
        &workers,
    );
    let expected = (expected.unwrap(), fs::read(at("a.csv")).unwrap());

    // What a kill between the manifest and the pieces would leave: not ours, and left alone.
    interrupted(&family, &query("mod2:LR"), &at("b.csv"));
    fs::remove_file(parts(&at("b.csv")).join("manifest.json")).unwrap();
    for resume in [false, true] {
        let found = sweep_to_file(
            &family,
            &query("misere"),
            0..family.len(),
            file(&at("b.csv"), resume),
            &workers,
        );
        assert!(matches!(found, Err(FileError::NotOurs { .. })), "{found:?}");
    }
    assert_eq!(names(&parts(&at("b.csv"))), ["0.record", "0.rows"]);

    // Pieces of one question in the folder of another, and one piece in the place of another.
    interrupted(&family, &query("misere"), &at("c.csv"));
    for name in ["0.rows", "0.record"] {
        fs::copy(parts(&at("b.csv")).join(name), parts(&at("c.csv")).join(name)).unwrap();
    }
    let found = go_on(&query("misere"), &at("c.csv")).unwrap();
    assert!((&found, &fs::read(at("c.csv")).unwrap()) == (&expected.0, &expected.1));
    interrupted(&family, &query("misere"), &at("d.csv"));
    for name in ["rows", "record"] {
        let folder = parts(&at("d.csv"));
        fs::copy(folder.join(format!("0.{name}")), folder.join(format!("1.{name}"))).unwrap();
    }
    let found = go_on(&query("misere"), &at("d.csv")).unwrap();
    assert!((&found, &fs::read(at("d.csv")).unwrap()) == (&expected.0, &expected.1));

    // Statistics that were changed.
    interrupted(&family, &query("misere"), &at("e.csv"));
    let record = parts(&at("e.csv")).join("0.record");
    let text = fs::read_to_string(&record).unwrap();
    let changed = text.replacen("\"has\":[", "\"has\":[1", 1);
    assert_ne!(text, changed);
    fs::write(&record, changed).unwrap();
    assert_eq!(go_on(&query("misere"), &at("e.csv")).unwrap(), expected.0);
}

#[test]
fn folders_of_others_stay() {
    let place = tempfile::tempdir().unwrap();
    let (at, budget) = (|name: &str| place.path().join(name), Budget::unlimited());
    let workers = Workers::new(1, &budget);
    let (family, query) = (Family::new(2, 19), query("mod2:LR"));
    let run = |path: &Path, resume| {
        sweep_to_file(&family, &query, 0..family.len(), file(path, resume), &workers).map(|_| ())
    };
    // A user's own folder, empty or not, with a manifest of something else.
    for (name, file) in
        [("a.csv", None), ("b.csv", Some("notes")), ("c.csv", Some("manifest.json"))]
    {
        fs::create_dir(parts(&at(name))).unwrap();
        file.iter().for_each(|file| fs::write(parts(&at(name)).join(file), "{}").unwrap());
        for resume in [false, true] {
            let refused = run(&at(name), resume);
            assert!(matches!(refused, Err(FileError::NotOurs { .. })), "{refused:?}");
        }
        assert_eq!(names(&parts(&at(name))), file.into_iter().collect::<Vec<_>>());
        assert!(!at(name).exists());
    }
    // A foreign file among the pieces.
    interrupted(&family, &query, &at("d.csv"));
    fs::write(parts(&at("d.csv")).join("notes"), "mine").unwrap();
    run(&at("d.csv"), true).unwrap();
    let kept = PathBuf::from(format!("{}.old", parts(&at("d.csv")).display()));
    assert_eq!(names(&kept), ["notes"]);
    // Another version says so.
    interrupted(&family, &query, &at("e.csv"));
    let manifest = parts(&at("e.csv")).join("manifest.json");
    let text = fs::read_to_string(&manifest).unwrap();
    for (old, new) in
        [("ishitori rows 3", "ishitori rows 9"), ("\"version\": \"", "\"version\": \"9.")]
    {
        fs::write(&manifest, text.replace(old, new)).unwrap();
        let refused = run(&at("e.csv"), true).unwrap_err();
        assert!(matches!(refused, FileError::OtherVersion { .. }), "{refused}");
        assert!(refused.to_string().contains('9'), "{refused}");
    }
    // No folder is made, and nothing is left of any lock.
    let nowhere = run(&at("no/such/folder/f.csv"), false);
    assert!(matches!(nowhere, Err(FileError::Target { .. })), "{nowhere:?}");
    assert!(!at("no").exists());
    assert!(!names(place.path()).iter().any(|name| name.ends_with(".lock")));
}

#[test]
fn one_at_a_time() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("rows.csv");
    let (family, query, budget) = (Family::new(2, 18), query("mod2:LR"), Budget::unlimited());
    let second = std::sync::Mutex::new(None);
    let again = |_| {
        let workers = Workers::new(1, &budget);
        let found = sweep_to_file(&family, &query, 0..family.len(), file(&path, true), &workers);
        *second.lock().unwrap() = Some(found);
    };
    let workers = Workers { progress: Some(&again), ..Workers::new(1, &budget) };
    sweep_to_file(&family, &query, 0..family.len(), file(&path, false), &workers).unwrap();
    let refused = second.into_inner().unwrap().unwrap().unwrap_err();
    assert!(matches!(refused, FileError::Lock(_)), "{refused}");
    assert!(refused.to_string().contains(&std::process::id().to_string()), "{refused}");
    assert_eq!(names(place.path()), ["rows.csv"]);
}

#[test]
fn values_beyond_64_bits_name_the_first_set() {
    let place = tempfile::tempdir().unwrap();
    let (family, budget) = (Family::new(2, 19), Budget::unlimited());
    let expressions = [
        // The same for families that are done in lanes and for those that are not.
        "max < 19 or 9223372036854775807 * size > 0",
        "max < 19 or 9223372036854775807 * first_N + count_N > 0",
    ];
    for (text, threads) in expressions.into_iter().flat_map(|text| [1, 4].map(|n| (text, n))) {
        let mut asked = query("mod2:LR");
        asked.condition = Some(text.parse().unwrap());
        let workers = Workers::new(threads, &budget);
        let Err(SweepError::Overflow(error)) = sweep(&family, &asked, &workers) else {
            panic!("{text} fits")
        };
        let path = place.path().join("rows.csv");
        let written = sweep_to_file(&family, &asked, 0..family.len(), file(&path, true), &workers);
        let Err(FileError::Overflow(same)) = written else { panic!("{text} fits") };
        assert_eq!(same, error);
        assert_eq!((error.place, &*error.expression), (1 << 16, text));
        assert_eq!(error.set, family.set(1 << 16));
        let strips = strips(&family, &asked, Shown::Outcomes, 3, usize::MAX, &budget);
        assert!(matches!(strips, Err(StripsError::Overflow(found)) if found == error));
        assert!(matching_places(&family, &asked, &budget).is_err());
        fs::remove_dir_all(parts(&path)).unwrap();
        asked.totals.push(asked.condition.take().unwrap());
        assert!(matches!(sweep(&family, &asked, &workers), Err(SweepError::Overflow(_))));
        fs::remove_dir_all(parts(&path)).unwrap_or_default();
    }
    // Sums are exact however large they are.
    let mut asked = query("mod2:LR");
    asked.totals.push("9223372036854775807".parse().unwrap());
    let found = sweep(&family, &asked, &Workers::new(2, &budget)).unwrap();
    assert_eq!(found.totals, [i128::from(i64::MAX) * i128::from(family.len())]);
}

/// A limit is kept however long the expressions are.
#[test]
fn long_conditions_keep_to_the_time() {
    let mut asked = query("mod2:LR");
    asked.condition = Some(vec!["max"; 5000].join(" + ").parse().unwrap());
    for family in [Family::new(2, 40), Family::restricted(2, 40, (3, 9), &[], &[]).unwrap()] {
        let budget = Budget::unlimited().with_time(std::time::Duration::from_millis(100));
        let begun = std::time::Instant::now();
        let stopped = sweep(&family, &asked, &Workers::new(2, &budget));
        assert!(matches!(stopped, Err(SweepError::Limit { .. })));
        // Generous: a piece of 2^14 sets alone would take longer.
        assert!(begun.elapsed() < std::time::Duration::from_secs(60), "{:?}", begun.elapsed());
    }
}

/// Few sets with long strips keep to the memory, too.
#[test]
fn long_strips_keep_to_the_memory() {
    let (family, query) = (Family::new(2, 4), Query::new("mod2:LR".parse().unwrap()));
    for shown in [Shown::Outcomes, Shown::Grundy] {
        let budget = Budget::unlimited().with_memory(1 << 20);
        let found = |heaps| strips(&family, &query, shown, heaps, usize::MAX, &budget);
        assert_eq!(found(1 << 16).map(|strips| strips.len() as u64), Ok(family.len()));
        assert!(matches!(found(1 << 20), Err(StripsError::Limit(LimitReached::Memory { .. }))));
    }
}
