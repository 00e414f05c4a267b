//! The orders of the quotients of sets of two numbers: the rule that the book states, against computed quotients.

use ishitori_rules::end::EndRule;
use ishitori_sweep::{QuotientQuery, sweep_quotients};
use ishitori_values::Budget;

/// The order, preperiod and period for S = {a, b}, 1 ≤ a < b, where an even number of stones left is Left's win.
fn expected(a: u64, b: u64) -> (u64, u64, u64) {
    match (a.is_multiple_of(2), b.is_multiple_of(2)) {
        _ if a == 1 => (1, 0, 1),
        (true, true) => (2, 0, 2),
        _ if b.is_multiple_of(a) => (2, 0, a),
        (false, false) => (8, 0, a + b),
        (true, false) if b < 2 * a => (40, a + b, a + b),
        (false, true) if 2 * b < 3 * a => (24, 2 * a, a + b),
        _ => (16, 0, a + b),
    }
}

fn pairs(numbers: std::ops::RangeInclusive<u64>) -> Vec<(u64, u64)> {
    numbers.flat_map(|b| (1..b).map(move |a| (a, b))).collect()
}

fn compare(pairs: &[(u64, u64)]) {
    let rules = pairs.iter().map(|(a, b)| format!("sub:{a},{b}").parse().unwrap()).collect();
    let end: EndRule = "mod2:LR".parse().unwrap();
    let (to, time, memory, condition, certificates) = (None, None, None, None, None);
    let query = QuotientQuery { rules, end, to, time, memory, condition, certificates };
    let summary = sweep_quotients(&query, None, 2, &Budget::unlimited()).unwrap();
    let found: Vec<_> = summary
        .quotients()
        .map(|row| (row.rule.clone(), row.period.map(|(n0, p)| (row.order, n0, p))))
        .collect();
    let wanted: Vec<_> =
        pairs.iter().map(|&(a, b)| (format!("sub:{a},{b}"), Some(expected(a, b)))).collect();
    assert_eq!(found, wanted);
}

#[test]
fn orders_of_pairs_follow_the_rule() {
    compare(&pairs(2..=20));
}

#[test]
#[ignore = "25 s of processor time in a release build"]
fn orders_of_pairs_follow_the_rule_to_64() {
    compare(&pairs(2..=64));
}

/// Certificates go to a folder, one for each proved quotient whose row is wanted, and the checker accepts them.
#[test]
fn a_sweep_leaves_its_certificates() {
    let folder = tempfile::tempdir().unwrap();
    let rules = ["sub:2,3", "sub:3,5", "0.3"].map(|rule| rule.parse().unwrap()).to_vec();
    let query = QuotientQuery {
        rules,
        end: "mod2:LR".parse().unwrap(),
        to: None,
        time: None,
        memory: None,
        condition: None,
        certificates: Some(folder.path().to_path_buf()),
    };
    let summary = sweep_quotients(&query, None, 1, &Budget::unlimited()).unwrap();
    let mut names: Vec<String> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["0.3.json", "sub-2-3.json", "sub-3-5.json"]);
    assert_eq!(summary.certified(), 3);
    for name in names {
        let text = std::fs::read_to_string(folder.path().join(name)).unwrap();
        assert!(ishitori_certify::check(&text).valid);
    }
    let nowhere = QuotientQuery { certificates: Some(folder.path().join("none")), ..query };
    assert!(sweep_quotients(&nowhere, None, 1, &Budget::unlimited()).is_err());
}
