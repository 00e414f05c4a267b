//! Games in the language against slow twins, hand-written rules, facts of another program (see
//! `data/README.md`) and the figures of the source on chocolate games.

use std::collections::HashMap;

use crate::common::{Options, reference};
use ishitori_language::{FaultKind, ParameterValue, TextGame, chocolate};
use ishitori_rules::heap::TwoPileRule;
use ishitori_solve::tuple::{
    Found, GrundyTable, SumPosition, SumSearch, TupleEnd, TupleError, fit, grundy_table,
    grundy_table_by, grundy_table_plain, lost_table_by, outcome_table, outcome_table_by,
    test_conjecture, test_conjecture_by,
};
use ishitori_solve::two_pile::two_pile_table;
use ishitori_values::{Budget, LimitReached, Outcome};
use proptest::prelude::*;

fn game(source: &str) -> TextGame {
    TextGame::new(source, &[]).unwrap_or_else(|e| panic!("{e} in\n{source}"))
}

fn unlimited() -> Budget {
    Budget::unlimited()
}

fn agrees(
    source: &str,
    last: &[u32],
    exists: impl Fn(&[i64]) -> bool,
    rule: impl Fn(&[i64]) -> Options,
) {
    let game = game(source);
    let fast = grundy_table(&game, last, &unlimited()).expect("a table");
    let plain = grundy_table_plain(&game, last, &unlimited()).expect("a table");
    let mut memo = HashMap::new();
    let mut position = vec![0i64; last.len()];
    loop {
        let expected = exists(&position).then(|| reference(&rule, &position, &mut memo));
        assert_eq!(fast.get(&position), expected, "{position:?} in\n{source}");
        assert_eq!(plain.get(&position), expected, "{position:?} in\n{source}");
        let Some(at) = (0..last.len()).rev().find(|&i| position[i] < i64::from(last[i])) else {
            break;
        };
        position[at] += 1;
        position[at + 1..].fill(0);
    }
}

fn one(option: Vec<i64>) -> Vec<Vec<i64>> {
    vec![option]
}

/// A table for which there is this much time, in milliseconds. A loaded machine may not even begin within
/// it, which is an error and no table: then it gets twice as much.
fn begun_within(
    mut time: u64,
    table: impl Fn(&Budget) -> Result<GrundyTable, TupleError>,
) -> GrundyTable {
    loop {
        match table(&unlimited().with_time(std::time::Duration::from_millis(time))) {
            Ok(table) => return table,
            Err(error) => {
                assert!(matches!(error, TupleError::Limit(_)) && time < 60_000, "{error}")
            }
        }
        time *= 2;
    }
}

#[test]
fn the_table_of_the_source() {
    // Figure 5: f(t) = ⌊t/3⌋, z ≤ 30, 176 cells; row z, columns y.
    let printed = "0|1|2|3 4|4 3|5 6|6 5 7|7 8 5|8 7 9|9 10 8 11|10 9 11 8|11 12 10 13|\
        12 11 13 10 14|13 14 12 15 10|14 13 15 12 16|15 16 14 17 12 18|16 15 17 14 18 12|\
        17 18 16 19 15 20|18 17 19 16 20 15 21|19 20 18 21 17 22 15|20 19 21 18 22 17 23|\
        21 22 20 23 19 24 17 25|22 21 23 20 24 19 25 17|23 24 22 25 21 26 19 27|\
        24 23 25 22 26 21 27 19 28|25 26 24 27 23 28 22 29 19|26 25 27 24 28 23 29 22 30|\
        27 28 26 29 25 30 24 31 22 32|28 27 29 26 30 25 31 24 32 22|\
        29 30 28 31 27 32 26 33 24 34|30 29 31 28 32 27 33 26 34 24 35";
    let game = game(&chocolate("3"));
    let table = grundy_table(&game, &[10, 30], &unlimited()).expect("a table");
    let mut cells = 0;
    for (z, row) in printed.split('|').enumerate() {
        let row: Vec<u32> = row.split_whitespace().map(|g| g.parse().expect("a number")).collect();
        for y in 0..=10 {
            assert_eq!(table.get(&[y, z as i64]), row.get(y as usize).copied(), "({y}, {z})");
        }
        cells += row.len();
    }
    assert_eq!(cells, 176);
    for (position, g) in [([2, 7], 5), ([1, 4], 3), ([3, 10], 8), ([10, 30], 35)] {
        assert_eq!(table.get(&position), Some(g));
    }
}

const CONJECTURE_6: &str = "let p = y div 2
    let q = z div 2
    if y mod 2 = 0 and z mod 2 = 0 then p + 2*q
    if y mod 2 = 1 and z mod 2 = 1 then p + 2*q + 2
    if y mod 2 = 0 and 2*p*(k + 1) <= 2*q then -p + 2*q + 1
    if y mod 2 = 0 then -2*p + 2*q + 1 + (-2*p + 2*q + 1) div (2*k)
    if (2*p + 1)*(k + 1) <= 2*q then -p + 2*q - 1
    -2*p + 2*q - 1 + (-2*p + 2*q - 1) div (2*k)";

#[test]
fn conjectures_of_the_source() {
    for k in 1..=21u32 {
        let game = game(&chocolate(&k.to_string()));
        let formula = if k % 2 == 1 { CONJECTURE_6 } else { "y xor z" };
        let formula = game.formula(formula).expect("a formula");
        let last = [120 / k, 120];
        let found = test_conjecture(&game, &formula, &last, &unlimited()).expect("a test");
        assert_eq!(found.skipped, 0);
        assert_eq!(found.counterexample, None, "k = {k}");
    }
    // Three coordinates, 3y ≤ x + z: lost exactly if the nim-sum is 0.
    let three = game(
        "position (x, y, z) where 3*y <= x + z
        both: (u, min(y, (u + z) div 3), z) for u in 0 ..< x
              (x, v, z)                     for v in 0 ..< y
              (x, min(y, (x + w) div 3), w) for w in 0 ..< z",
    );
    let formula = three.formula("x xor y xor z = 0").expect("a formula");
    let found = test_conjecture(&three, &formula, &[24, 16, 24], &unlimited()).expect("a test");
    assert_eq!(found.counterexample, None);
    let wrong = three.formula("x xor y xor z = 1").expect("a formula");
    let found = test_conjecture(&three, &wrong, &[24, 16, 24], &unlimited()).expect("a test");
    let counterexample = found.counterexample.expect("the first position");
    assert_eq!(counterexample.position, [0, 0, 0]);
    assert_eq!(
        (counterexample.expected, counterexample.found),
        (Found::Lost(false), Found::Lost(true))
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn chocolate_bars(k in 1i64..6, y in 0u32..9, z in 0u32..24) {
        agrees(
            &chocolate(&k.to_string()),
            &[y, z],
            |p| p[0] <= p[1] / k,
            |p| {
                let (y, z) = (p[0], p[1]);
                let narrower = (0..y).map(|u| one(vec![u, z]));
                narrower.chain((0..z).map(|w| one(vec![y.min(w / k), w]))).collect()
            },
        );
        agrees(
            &chocolate(&format!("t/{k}+1")),
            &[y, z],
            |p| p[0] <= p[1] / k + 1,
            |p| {
                let (y, z) = (p[0], p[1]);
                let narrower = (0..y).map(|u| one(vec![u, z]));
                narrower.chain((0..z).map(|w| one(vec![y.min(w / k + 1), w]))).collect()
            },
        );
    }

    #[test]
    fn splitting_and_euclid(n in 0u32..40, a in 0u32..14, b in 0u32..14) {
        agrees(
            "(n) -> (a) + (n - 1 - a) for a in 0 .. (n - 1) div 2
                    (n - s) for s in {2, 5} if s <= n",
            &[n],
            |_| true,
            |p| {
                let n = p[0];
                let mut options: Vec<_> =
                    (0..n).map(|a| vec![vec![a], vec![n - 1 - a]]).collect();
                options.extend([2, 5].iter().filter(|s| **s <= n).map(|s| one(vec![n - s])));
                options
            },
        );
        // Euclid: subtract a multiple of the smaller number from the larger one.
        agrees(
            "position (a, b) where a >= 1 and b >= 1
            both: (a - k*b, b) for k in 1 .. (a - 1) div b
                  (a, b - k*a) for k in 1 .. (b - 1) div a",
            &[a, b],
            |p| p[0] >= 1 && p[1] >= 1,
            |p| {
                let (a, b) = (p[0], p[1]);
                let first = (1..=a).filter(|k| a - k * b >= 1).map(|k| one(vec![a - k * b, b]));
                let second = (1..=b).filter(|k| b - k * a >= 1).map(|k| one(vec![a, b - k * a]));
                first.chain(second).collect()
            },
        );
        // Chomp with two rows b ≤ a, and a game whose moves go up in one coordinate.
        agrees(
            "position (a, b) where b <= a
            both: (u, min(u, b)) for u in 0 ..< a
                  (a, v)         for v in 0 ..< b",
            &[a, b],
            |p| p[1] <= p[0],
            |p| {
                let (a, b) = (p[0], p[1]);
                let first = (0..a).map(|u| one(vec![u, u.min(b)]));
                first.chain((0..b).map(|v| one(vec![a, v]))).collect()
            },
        );
        agrees(
            "(a, b) -> (a + 1, b - 2) if b >= 2; (a - 1, b) if a >= 1; (u, b - 1) for u in a .. a + 2 if b > 0",
            &[a % 6, b % 8],
            |_| true,
            |p| {
                let (a, b) = (p[0], p[1]);
                let mut options = Vec::new();
                if b >= 2 { options.push(one(vec![a + 1, b - 2])); }
                if a >= 1 { options.push(one(vec![a - 1, b])); }
                if b > 0 { options.extend((a..=a + 2).map(|u| one(vec![u, b - 1]))); }
                options
            },
        );
    }

    /// Expressions that have no result where they are not needed, and loops longer than a batch.
    #[test]
    fn speculation_does_not_show(n in 0u32..150, c in 0i64..70) {
        agrees(
            &format!("(n) -> (if w = {c} then 0 else (w + 10 div (w - {c})) mod (w + 1)) for w in 0 ..< n
                if w != {c} + 1 and (7 div (w - {c} - 1) >= 0 or w in {{1, 2, 5 .. 60}})"),
            &[n],
            |_| true,
            |p| {
                let listed = |w: i64| matches!(w, 1 | 2 | 5..=60);
                let keep = |w: &i64| *w != c + 1 && (*w > c + 1 || listed(*w));
                let value = |w: i64| match w == c {
                    true => 0,
                    false => {
                        let d = w - c;
                        let q = if d > 0 { 10 / d } else { -((10 + (-d) - 1) / -d) };
                        (w + q).rem_euclid(w + 1)
                    }
                };
                (0..p[0]).filter(keep).map(|w| one(vec![value(w)])).collect()
            },
        );
    }

    #[test]
    fn pairs_of_heaps(a in 0u32..14, b in 0u32..14, spread in 1u32..4) {
        for (source, rule) in [
            (
                format!("(a, b) -> (u, b) for u in 0 ..< a; (a, v) for v in 0 ..< b
                    (a - k, b - l) for k in 1 .. a for l in max(1, k - {s}) .. min(b, k + {s})", s = spread - 1),
                TwoPileRule::Wythoff { spread },
            ),
            (
                "(a, b) -> (u, b) for u in 0 ..< a; (a, b - 1) if a > 0 and b > 0".to_string(),
                TwoPileRule::NimWithPass,
            ),
            (
                "(n, t) -> (n - k, k) for k in 1 .. min(n, 2*t)".to_string(),
                TwoPileRule::FibonacciNim,
            ),
            ("(n, t) -> (n - k, k) for k in max(1, t) .. n".to_string(), TwoPileRule::Mem),
        ] {
            let table = grundy_table(&game(&source), &[a, b], &unlimited()).expect("a table");
            let expected = two_pile_table(rule, (a, b), &unlimited()).expect("small");
            for (x, row) in expected.rows.iter().enumerate() {
                for (y, g) in row.iter().enumerate() {
                    prop_assert_eq!(table.get(&[x as i64, y as i64]), Some(*g), "{}", source);
                }
            }
        }
    }
}

#[test]
fn faults_of_a_game_are_reported() {
    let fault = |source: &str, last: &[u32]| match grundy_table(&game(source), last, &unlimited()) {
        Err(TupleError::Fault(fault)) => fault,
        other => panic!("{other:?}"),
    };
    let leaves = fault("position (n)\nboth: (n - 1)", &[5]);
    assert_eq!(leaves.position, [0]);
    assert_eq!(leaves.kind, FaultKind::Leaves { option: vec![-1] });
    let leaves = fault("position (y, z) where y <= z\nboth: (y, z - 1) if z > 0", &[5, 5]);
    assert_eq!(
        (leaves.position, leaves.kind),
        (vec![1, 1], FaultKind::Leaves { option: vec![1, 0] })
    );
    let cycle = fault("(n) -> ((n + 1) mod 3) if n < 3", &[5]);
    assert_eq!(cycle.kind, FaultKind::Cycle { cycle: vec![vec![0], vec![1], vec![2], vec![0]] });
    assert!(matches!(fault("(n) -> (n) if n = 4", &[5]).kind, FaultKind::Cycle { .. }));
    let division = fault("(n) -> (1 div (n - 3))", &[5]);
    assert_eq!(division.position, [0]); // ⌊1/−3⌋ = −1 leaves the positions first
    // Games that never end leave the table for good.
    for (source, last, line) in [
        ("position (n)\nboth: (n + 1)", &[5][..], 2),
        ("(a, b) -> (u, b + 1) for u in a .. a + 2; (u, b) for u in 0 ..< a", &[30, 30], 1),
        ("(n) -> (m) for m in n + 1 .. n + 8", &[9], 1),
    ] {
        let fault = fault(source, last);
        assert_eq!(fault.kind, FaultKind::Beyond { limit: 1 << 16 }, "{source}");
        assert!(fault.position.iter().zip(last).all(|(c, last)| c <= &i64::from(*last)));
        assert_eq!(ishitori_language::place(source, fault.span.start).0, line);
    }
    // Those that only take long do end, also far beyond the table.
    let long = game("(n) -> (n + 1) if n < 60000");
    let table = grundy_table(&long, &[5], &unlimited()).expect("a table");
    assert_eq!((table.get(&[4]), table.get(&[5]), table.beyond()), (Some(0), Some(1), 59995));
    let wide = game("(n) -> (m) for m in n + 1 .. min(n + 9, 3000)");
    let table = grundy_table(&wide, &[5], &unlimited()).expect("a table");
    let expected: Vec<Option<u32>> = (0..6).map(|n| Some((3000 - n) % 10)).collect();
    assert_eq!((0..6).map(|n| table.get(&[n])).collect::<Vec<_>>(), expected);
    // A limit on memory holds for them as well.
    let budget = Budget::unlimited().with_memory(1 << 22);
    let endless = grundy_table(&game("(n) -> (n + 1)"), &[5], &budget).expect("a partial table");
    assert!(matches!(endless.stopped, Some(LimitReached::Memory { .. })));
    // A loop that is much too long is stopped by time.
    let source = "(n) -> (0) for a in 1 .. 10000000000 for b in 1 .. 10000000000 if b < 0";
    let endless = game(source);
    let slow = begun_within(50, |budget| grundy_table(&endless, &[5], budget));
    assert!(matches!(slow.stopped, Some(LimitReached::Time { .. })));
}

#[test]
fn outcomes_and_sums() {
    // S = {2, 6, 7} of the slides on ending-partizan games.
    let source = "game take(S = {2, 3})
position (n)
both: (n - s) for s in S if s <= n
end: if n mod 2 = 0 then L else R";
    let set = vec![("S".to_string(), ParameterValue::Set(vec![2, 6, 7]))];
    let game = TextGame::new(source, &set).expect("a game");
    let table = outcome_table(&game, &[50], TupleEnd::OfGame, &unlimited()).expect("a table");
    let word: String = (0..=50).map(|n| table.get(&[n]).expect("known").to_string()).collect();
    assert_eq!(word, "LRLRLRLNNNNNNLPLNLPLNNLLNNLPLNLPLNNLLNNLPLNLPLNNLLN");

    let chocolate = TextGame::new(&chocolate("3"), &[]).expect("a game");
    let budget = unlimited();
    let mut search = SumSearch::new(&chocolate, TupleEnd::OfGame, &budget).expect("a search");
    let sum: SumPosition = "(2,7)+(1,4)".parse().expect("a sum");
    assert_eq!(search.grundy(&sum), Ok(Some(vec![3, 5])));
    assert!(matches!(
        search.outcome(&"(3,7)".parse().expect("a tuple")),
        Err(TupleError::NotAPosition { .. })
    ));

    // Misère Nim: 1 + 1 is N, 1 is P.
    let nim = TextGame::new("(n) -> (m) for m in 0 ..< n; end: misere", &[]).expect("a game");
    let mut search = SumSearch::new(&nim, TupleEnd::OfGame, &budget).expect("a search");
    for (position, outcome) in
        [("1", Outcome::P), ("1+1", Outcome::N), ("2+2", Outcome::P), ("1+2+3", Outcome::P)]
    {
        assert_eq!(search.outcome(&position.parse().expect("heaps")), Ok(outcome), "{position}");
    }
}

#[test]
fn formulas_are_found() {
    let found = |k: u32| {
        let game = game(&chocolate(&k.to_string()));
        fit(&game, &[24, 72], &[60, 200], &unlimited()).expect("a search")
    };
    assert_eq!(found(2).expect("a formula").formula, "y xor z");
    let three = found(3).expect("a formula");
    assert!(three.test.counterexample.is_none() && three.test.tested > 5000, "{}", three.formula);
    // Wythoff's game has no such formula.
    let wythoff = game(
        "(a, b) -> (u, b) for u in 0 ..< a; (a, v) for v in 0 ..< b
        (a - k, b - k) for k in 1 .. min(a, b)",
    );
    assert!(fit(&wythoff, &[12, 12], &[20, 20], &unlimited()).expect("a search").is_err());
}

/// Games of all shapes: lines, plain options, a coordinate that grows, sums, partizan moves, a
/// condition; with a box that is large enough for threads.
const SHAPES: &[(&str, &[u32])] = &[
    ("lib:chocolate", &[150, 450]),
    ("lib:chocolate3", &[30, 20, 40]),
    ("lib:chocolate-pass", &[40, 200, 3]),
    ("lib:wythoff", &[130, 140]),
    ("lib:fibonacci-nim", &[180, 150]),
    ("lib:mem", &[150, 150]),
    ("lib:nim-pass", &[40, 200, 2]),
    ("lib:euclid", &[140, 140]),
    ("lib:end-nim", &[26, 26, 26]),
    // The first coordinate grows as often as it falls.
    ("(a, b) -> (a + 1, b - 1) if b > 0 and a < 140; (u, b) for u in 0 ..< a", &[140, 140]),
    // Only far from the origin, where no sample may look.
    (
        "(a, b) -> (a - 1, b) if a > 0 and b != 77; (a, b - 1) if b > 0; (a + 1, b - 1) if b = 77 and a < 139",
        &[139, 139],
    ),
    (
        "position (a, b) both: (x, b) + (a - 1 - x, b) for x in 0 ..< a; (a, y) for y in 0 ..< b",
        &[130, 130],
    ),
];

fn shape(text: &str) -> TextGame {
    match text.strip_prefix("lib:") {
        Some(name) => game(ishitori_language::library_game(name).expect("a game").source),
        None => game(text),
    }
}

#[test]
fn tables_do_not_depend_on_threads() {
    for (text, last) in SHAPES {
        let game = shape(text);
        let one = grundy_table(&game, last, &unlimited()).expect("a table");
        for threads in [2, 4] {
            let many = grundy_table_by(&game, last, threads, &unlimited()).expect("a table");
            assert_eq!(many.stopped, None);
            for_box(last, |p| {
                assert_eq!(one.get(p), many.get(p), "{text} {p:?} by {threads}");
                assert_eq!(one.is_computed(p), many.is_computed(p), "{text} {p:?}");
            });
        }
        for threads in [1, 4] {
            let lost = lost_table_by(&game, last, threads, &unlimited()).expect("a table");
            for_box(last, |p| {
                assert_eq!(lost.get(p), one.get(p).map(|g| g == 0), "{text} {p:?} by {threads}");
                assert_eq!(lost.is_computed(p), one.is_computed(p), "{text} {p:?}");
            });
        }
        let formula = game.formula("0").expect("a formula");
        let tests = [1, 2, 4].map(|threads| {
            test_conjecture_by(&game, &formula, last, threads, &unlimited()).expect("a test")
        });
        assert!(tests[0] == tests[1] && tests[0] == tests[2], "{text}");
        assert!(tests[0].counterexample.is_some());
    }
    let strip = shape(
        "position (a, b) where a < b left: (u, b) for u in a + 1 .. min(a + 3, b - 1)
        right: (a, v) for v in max(a + 1, b - 5) ..< b end: misere",
    );
    let slow = shape(
        "position (a, b, c) left: (u, b, c) for u in 0 ..< a right: (a, v, c) for v in 0 ..< b
        both: (a, b, c - 1) if c > 0 end: if (a + b) mod 2 = 0 then L else R",
    );
    for (game, last) in [(&strip, &[200u32, 200][..]), (&slow, &[30, 30, 30])] {
        let one = outcome_table(game, last, TupleEnd::OfGame, &unlimited()).expect("a table");
        for threads in [2, 4] {
            let many = outcome_table_by(game, last, TupleEnd::OfGame, threads, &unlimited());
            let many = many.expect("a table");
            for_box(last, |p| assert_eq!(one.get(p), many.get(p), "{p:?}"));
        }
    }
}

fn for_box(last: &[u32], mut visit: impl FnMut(&[i64])) {
    let mut position = vec![0i64; last.len()];
    loop {
        visit(&position);
        let Some(at) = (0..last.len()).rev().find(|&i| position[i] < i64::from(last[i])) else {
            return;
        };
        position[at] += 1;
        position[at + 1..].fill(0);
    }
}

#[test]
fn threads_report_the_same_mistakes_and_keep_limits() {
    let last = [150, 150];
    for text in [
        // Leaves the positions, divides by 0, goes round, each far from the origin.
        "(a, b) where a != 93 -> (a - 1, b) if a > 0; (a, b - 1) if b > 0",
        "(a, b) -> (a - 1, b) if a > 0 and 1 div (b - 120) < 5; (a, b - 1) if b > 0",
        "(a, b) -> (a - 1, b) if a > 0; (a, b - 1) if b > 0; (a, b) if a = 99 and b = 5",
    ] {
        let game = game(text);
        let one = grundy_table(&game, &last, &unlimited()).expect_err("a mistake");
        for threads in [2, 4] {
            let many = grundy_table_by(&game, &last, threads, &unlimited());
            assert_eq!(one, many.expect_err("a mistake"), "{text}");
        }
    }
    let nim = shape("lib:nim");
    let cancelled = unlimited();
    cancelled.cancel_flag().store(true, std::sync::atomic::Ordering::Relaxed);
    // Less than the cells of the table take.
    let small = unlimited().with_memory(100_000);
    for (budget, last) in [(cancelled, [40; 3]), (small, [40; 3])] {
        match grundy_table_by(&nim, &last, 4, &budget) {
            Ok(table) => assert!(table.stopped.is_some()),
            Err(error) => assert!(matches!(error, TupleError::Limit(_)), "{error}"),
        }
    }
    let wythoff = shape("lib:wythoff-spread");
    let start = std::time::Instant::now();
    let table = begun_within(30, |budget| grundy_table_by(&wythoff, &[4000, 4000], 4, budget));
    assert!(matches!(table.stopped, Some(LimitReached::Time { .. })));
    assert!(start.elapsed() < std::time::Duration::from_secs(60));
    let whole = grundy_table(&wythoff, &[20, 20], &unlimited()).expect("a table");
    for_box(&[20, 20], |p| {
        if table.is_computed(p) {
            assert_eq!(table.get(p), whole.get(p));
        }
    });
}
