//! What the fuzz targets `condition` and `rows` begin with and have found, every time.

#[path = "../../../fuzz/bodies/condition.rs"]
mod condition;
#[path = "../../../fuzz/bodies/mutate.rs"]
mod mutate;
#[path = "../../../fuzz/bodies/rows.rs"]
mod rows;

/// Hands every committed input of a target to it.
fn replay(target: &str, run: fn(&[u8])) {
    let fuzz = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    for kind in ["seeds", "regressions"] {
        let entries = std::fs::read_dir(fuzz.join(kind).join(target)).unwrap();
        let mut count = 0;
        for entry in entries {
            let path = entry.unwrap().path();
            println!("{}", path.display());
            run(&std::fs::read(&path).unwrap());
            count += 1;
        }
        assert!(count > 0, "{kind} of {target}");
    }
}

fn seeds(target: &str) -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(target)
}

#[test]
fn changed_conditions() {
    mutate::run_mutated(&seeds("condition"), condition::run);
}

#[test]
fn changed_rows() {
    mutate::run_mutated(&seeds("rows"), rows::run);
}

#[test]
fn conditions() {
    replay("condition", condition::run);
}

#[test]
fn rows_of_interrupted_sweeps() {
    replay("rows", rows::run);
}
