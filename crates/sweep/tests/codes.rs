//! The Grundy sequences of many codes, against values by definition.

use ishitori_rules::heap::HeapCode;
use ishitori_sweep::{CodeQuery, CodeSummary, RowsFile, sweep_codes};
use ishitori_values::Budget;

/// Heaps of the reference.
const HEAPS: usize = 700;

/// The values by definition: a digit with bit j allows to take so many stones and leave j heaps.
fn values(digits: &[u32]) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for n in 0..HEAPS {
        let mut options = std::collections::BTreeSet::new();
        for (at, digit) in digits.iter().enumerate() {
            let Some(left) = n.checked_sub(at + 1) else { continue };
            if digit & 1 != 0 && left == 0 {
                options.insert(0);
            }
            if digit & 2 != 0 && left > 0 {
                options.insert(values[left]);
            }
            if digit & 4 != 0 {
                options.extend((1..left).map(|a| values[a] ^ values[left - a]));
            }
        }
        values.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    values
}

fn codes() -> Vec<Vec<u32>> {
    let one = (1..8).map(|a| vec![a]);
    let two = (0..64).filter(|n| n % 8 != 0).map(|n| vec![n / 8, n % 8]);
    one.chain(two).collect()
}

fn found(threads: usize, limit: u64) -> CodeSummary {
    let codes = codes().iter().map(|digits| HeapCode::from_bits(digits)).collect();
    sweep_codes(&CodeQuery { codes, limit, condition: None }, None, threads, &Budget::unlimited())
        .unwrap()
}

#[test]
fn rows_are_as_the_definition_says() {
    let summary = found(2, 20_000);
    let reference: Vec<Vec<u32>> = codes().iter().map(|digits| values(digits)).collect();
    let mut proved = 0;
    for (row, values) in summary.rows.iter().zip(&reference) {
        let (Some(period), Some(preperiod)) = (row.period, row.preperiod) else { continue };
        let (p, n0, saltus) = (period as usize, preperiod as usize, row.saltus.unwrap() as u32);
        if n0 + 2 * p >= HEAPS {
            continue;
        }
        proved += 1;
        let holds = |p: usize, n: usize| values[n + p] == values[n] + saltus;
        assert!((n0..HEAPS - p).all(|n| holds(p, n)), "{}", row.code);
        assert!(n0 == 0 || !holds(p, n0 - 1), "{}: a shorter preperiod", row.code);
        let repeats = |q: usize| (n0..HEAPS - q).all(|n| values[n + q] == values[n]);
        assert!(saltus > 0 || !(1..p).any(repeats), "{}: a shorter period", row.code);
        let seen = values[..HEAPS.min(row.computed_to as usize)].iter().max().copied();
        assert!(seen <= Some(row.max_value), "{}", row.code);
    }
    assert!(proved > 40, "{proved}");
    // Codes are in one class if, and where periods are proved only if, their values are equal.
    let classes = summary.classes();
    let rows: Vec<_> = summary.rows.iter().zip(&reference).zip(&classes).collect();
    for ((a, values), class) in &rows {
        for ((b, others), other) in &rows {
            if class == other {
                assert_eq!(values, others, "{} {}", a.code, b.code);
            } else if a.period.is_some() && b.period.is_some() {
                assert_ne!(values, others, "{} {}", a.code, b.code);
            }
        }
    }
    assert!(classes.iter().zip(&summary.rows).any(|(class, row)| **class != row.code));
}

#[test]
fn threads_and_files_change_nothing() {
    let (one, two) = (found(1, 3000), found(2, 3000));
    assert_eq!(one.rows, two.rows);
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("codes.csv");
    let codes: Vec<HeapCode> = codes().iter().map(|digits| HeapCode::from_bits(digits)).collect();
    let query = CodeQuery { codes, limit: 3000, condition: None };
    let file = RowsFile { path: &path, heading: "", resume: false };
    let kept = sweep_codes(&query, Some(file), 2, &Budget::unlimited()).unwrap();
    assert_eq!(kept.rows, one.rows);
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(text.lines().count(), one.rows.len() + 1);
    assert!(
        text.starts_with("code,class,status,period,preperiod,saltus,max_value,rares,"),
        "{text}"
    );
}
