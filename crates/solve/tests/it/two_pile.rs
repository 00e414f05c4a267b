//! Tables against facts computed by another program (see `data/README.md`) and against known
//! theorems.

use std::collections::HashMap;

use ishitori_rules::heap::{HeapRule, TwoPileRule};
use ishitori_solve::two_pile::{MAX_CELLS, two_pile_table, two_pile_wins};
use ishitori_values::Budget;
use proptest::prelude::*;

#[test]
fn facts_of_another_program() {
    let mut cases = 0;
    for line in include_str!("../data/coordinate_games.jsonl").lines() {
        let case: serde_json::Value = serde_json::from_str(line).expect("JSON lines");
        let input = case["input"].as_str().expect("a string");
        let game = input.split("game.heap.").nth(1).expect("a game");
        let rule = match game {
            g if g.starts_with("Wythoff") => TwoPileRule::Wythoff { spread: 1 },
            g if g.starts_with("GenWythoff(x -> x + 2)") => TwoPileRule::Wythoff { spread: 2 },
            g if g.starts_with("FibonacciNim") => TwoPileRule::FibonacciNim,
            g if g.starts_with("Mem") => TwoPileRule::Mem,
            other => panic!("{other}"),
        };
        let row: u32 = game
            .split("((")
            .nth(1)
            .and_then(|rest| rest.split(',').next())
            .and_then(|row| row.parse().ok())
            .expect("a row");
        let expected: Vec<u32> =
            serde_json::from_str(case["output"].as_str().expect("a string")).expect("a list");
        let table = two_pile_table(rule, (row, 14), &Budget::unlimited()).expect("small");
        assert_eq!(table.rows[row as usize], expected, "{input}");
        cases += 1;
    }
    assert!(cases > 30);
}

/// The definition, by recursion with a memo and nothing else.
fn reference(rule: TwoPileRule, p: (u32, u32), memo: &mut HashMap<(u32, u32), u32>) -> u32 {
    if let Some(&g) = memo.get(&p) {
        return g;
    }
    let mut options = Vec::new();
    rule.options(p, |o| options.push(o));
    let values: Vec<u32> = options.into_iter().map(|o| reference(rule, o, memo)).collect();
    let g = (0..).find(|g| !values.contains(g)).expect("finitely many options");
    memo.insert(p, g);
    g
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn tables_follow_the_definition(kind in 0..4, spread in 1u32..5, a in 0u32..14, b in 0u32..14) {
        let rule = [
            TwoPileRule::Wythoff { spread },
            TwoPileRule::NimWithPass,
            TwoPileRule::FibonacciNim,
            TwoPileRule::Mem,
        ][kind as usize];
        let table = two_pile_table(rule, (a, b), &Budget::unlimited()).expect("small");
        let wins = two_pile_wins(rule, (a, b), &Budget::unlimited()).expect("small");
        let mut memo = HashMap::new();
        for x in 0..=a {
            for y in 0..=b {
                let expected = reference(rule, (x, y), &mut memo);
                prop_assert_eq!(table.rows[x as usize][y as usize], expected);
                prop_assert_eq!(wins.rows[x as usize][y as usize], expected.min(1));
            }
        }
    }
}

/// The P-positions of Wythoff's game are (⌊nφ⌋, ⌊nφ²⌋): A(n) is the mex of the earlier ones and
/// B(n) = A(n) + n; with the spread t, B(n) = A(n) + t·n (Fraenkel 1982).
#[test]
fn lost_positions_of_wythoff() {
    for spread in 1..4 {
        let rule = TwoPileRule::Wythoff { spread };
        let table = two_pile_table(rule, (60, 240), &Budget::unlimited()).expect("small");
        let mut used = vec![];
        for n in 0..20 {
            let a = (0..).find(|x| !used.contains(x)).expect("unbounded");
            let b = a + spread * n;
            used.extend([a, b]);
            assert_eq!(table.rows[a as usize][b as usize], 0, "({a}, {b}), spread {spread}");
        }
        let zeros = table.rows.iter().map(|row| row.iter().filter(|&&g| g == 0).count());
        assert!(zeros.take(20).all(|count| count == 1));
    }
}

#[test]
fn names_and_limits() {
    for (text, rule) in [
        ("wythoff", TwoPileRule::Wythoff { spread: 1 }),
        ("wythoff:3", TwoPileRule::Wythoff { spread: 3 }),
        ("fibonacci-nim", TwoPileRule::FibonacciNim),
        ("mem", TwoPileRule::Mem),
        ("nim-with-pass", TwoPileRule::NimWithPass),
    ] {
        assert_eq!(text.parse::<HeapRule>(), Ok(HeapRule::TwoPile(rule)));
        assert_eq!(rule.to_string(), text);
    }
    for bad in ["wythoff:", "wythoff:0", "wythoff:1,2", "wythoff:x"] {
        assert!(bad.parse::<HeapRule>().is_err(), "{bad}");
    }
    let too_large = two_pile_table(TwoPileRule::Mem, (1 << 20, 1 << 20), &Budget::unlimited());
    assert!(too_large.is_err_and(|e| e.found > MAX_CELLS));
}
