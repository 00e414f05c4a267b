//! A search that is killed and resumed ends like one that is not.

use std::path::PathBuf;

use ishitori_rules::heap::{Code, HeapRule};
use ishitori_solve::heap::{
    CheckpointError, Period, PeriodReport, PeriodSearch, Proof, find_period,
};
use ishitori_values::Budget;

fn code(text: &str) -> Code {
    text.parse::<HeapRule>().unwrap().code().unwrap().clone()
}

fn proof(report: &PeriodReport) -> Option<(Period, Proof)> {
    report.periodicity.as_ref().map(|p| (p.values, p.proof))
}

#[test]
fn a_resumed_search_ends_the_same() {
    let budget = Budget::unlimited();
    for text in ["0.16", "0.56", "0.127", "sub:100,201,301", "0.6"] {
        let code = code(text);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("search");
        let limit = 500_000.min(if text == "0.6" { 4000 } else { u64::MAX });
        let straight = find_period(&code, limit, &budget).unwrap();
        // Every step in a new process, as it were.
        let mut search = PeriodSearch::new(&code, limit);
        let resumed: PeriodReport = loop {
            if let Some(report) = search.step(&budget).unwrap() {
                break report;
            }
            search.save(&path).unwrap();
            search = PeriodSearch::resume(&code, limit, &path, &budget).unwrap();
        };
        assert_eq!(proof(&resumed), proof(&straight), "{text}");
        assert!(resumed.periodicity == straight.periodicity, "{text}");
        assert_eq!(resumed.computed_to, straight.computed_to, "{text}");
        assert_eq!(resumed.max_value, straight.max_value, "{text}");
        assert_eq!(resumed.rares, straight.rares, "{text}");
    }
}

#[test]
fn damaged_and_foreign_checkpoints_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("damaged");
    let budget = Budget::unlimited();
    let mut search = PeriodSearch::new(&code("0.6"), 2000);
    search.step(&budget).unwrap();
    search.save(&path).unwrap();
    let other = PeriodSearch::resume(&code("0.7"), 2000, &path, &budget);
    assert!(matches!(other, Err(CheckpointError::OtherRule { .. })));
    let bytes = std::fs::read(&path).unwrap();
    for at in (0..bytes.len()).step_by(7) {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        std::fs::write(&path, &changed).unwrap();
        let damaged = PeriodSearch::resume(&code("0.6"), 2000, &path, &budget);
        assert!(matches!(damaged, Err(CheckpointError::Damaged { .. })), "byte {at}");
        std::fs::write(&path, &bytes[..at]).unwrap();
        assert!(PeriodSearch::resume(&code("0.6"), 2000, &path, &budget).is_err());
    }
    std::fs::remove_file(&path).unwrap();
    let missing = PeriodSearch::resume(&code("0.6"), 2000, &path, &budget);
    assert!(matches!(missing, Err(CheckpointError::File { .. })));
}
