//! A search that is killed and resumed ends like one that is not.

use ishitori_rules::heap::{HeapCode, HeapRule};
use ishitori_solve::heap::{
    CheckpointError, Period, PeriodReport, PeriodSearch, Proof, find_period,
};
use ishitori_values::Budget;

fn code(text: &str) -> HeapCode {
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
        // The version stands at the end of the first line.
        match at + 1 == b"ishitori heap search 1".len() {
            true => assert!(matches!(damaged, Err(CheckpointError::OtherVersion { .. }))),
            false => assert!(matches!(damaged, Err(CheckpointError::Damaged { .. })), "byte {at}"),
        }
        std::fs::write(&path, &bytes[..at]).unwrap();
        assert!(PeriodSearch::resume(&code("0.6"), 2000, &path, &budget).is_err());
    }
    std::fs::remove_file(&path).unwrap();
    let missing = PeriodSearch::resume(&code("0.6"), 2000, &path, &budget);
    assert!(matches!(missing, Err(CheckpointError::File { .. })));
}

/// The checksum that a file ends with, by its definition.
fn sealed(content: &[u8]) -> Vec<u8> {
    let mut sum: u64 = 0xcbf2_9ce4_8422_2325;
    for chunk in content.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        sum = (sum ^ u64::from_le_bytes(word)).wrapping_mul(0x0000_0100_0000_01b3);
        sum ^= sum >> 29;
    }
    [content, &sum.to_le_bytes()].concat()
}

/// A forger who knows the checksum can write any state: it is refused, or used without harm.
#[test]
fn forged_checkpoints_do_no_harm() {
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = move || {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random
    };
    for text in ["0.16", "0.6", "4.7", "0.127", "sub:100,201,301", "0.06"] {
        let (code, limit) = (code(text), 40_000);
        let mut search = PeriodSearch::new(&code, limit);
        let mut states = vec![search.to_bytes()];
        while search.step(&Budget::unlimited()).unwrap().is_none() && states.len() < 12 {
            states.push(search.to_bytes());
        }
        let (mut refused, mut used) = (0, 0);
        for _ in 0..400 {
            let bytes = &states[next() as usize % states.len()];
            let mut content = bytes[..bytes.len() - 8].to_vec();
            assert_eq!(&sealed(&content), bytes);
            // The beginning has the numbers, where most harm can be done.
            let head = b"ishitori heap search 1\n".len();
            let within = (content.len() - head).min(if next() % 2 == 0 { 300 } else { usize::MAX });
            for _ in 0..=next() % 3 {
                let at = head + next() as usize % within;
                match next() % 4 {
                    0 => content[at] = next() as u8,
                    1 => content[at] ^= 1 << (next() % 8),
                    2 => {
                        let word = [0, 1, 2, u64::MAX, 1 << 40, u64::MAX >> 1, next() % 100_000]
                            [next() as usize % 7];
                        let end = (at + 8).min(content.len());
                        content[at..end].copy_from_slice(&word.to_le_bytes()[..end - at]);
                    }
                    _ => content[at] = content[at].wrapping_add(1),
                }
            }
            if next() % 10 == 0 {
                content.truncate(next() as usize % content.len());
            }
            let path = std::path::Path::new("forged");
            let budget = Budget::unlimited().with_time(std::time::Duration::from_millis(500));
            match PeriodSearch::from_bytes(&code, limit, &sealed(&content), path) {
                Err(_) => refused += 1,
                Ok(mut search) => {
                    used += 1;
                    while let Ok(None) = search.step(&budget) {}
                }
            }
        }
        assert!(refused > 0 && used > 0, "{text}: {refused} refused, {used} used");
    }
}
