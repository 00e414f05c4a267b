//! Automata against evaluation: random formulas of the language on small numbers, random linear
//! conditions with ∃ by trial, and decisions against tables by the definition.

use ishitori_automata::{
    Automaton, Decision, Formula, GameFormulas, Linear, NoValue, Violation, Why, Work, prove,
};
use ishitori_language::{Halt, Sink, TextGame};
use ishitori_values::Budget;
use proptest::prelude::*;

/// Expressions over a and b that linear arithmetic with bits can say.
fn number() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("a".to_string()),
        Just("b".to_string()),
        (0..20i64).prop_map(|n| n.to_string()),
        Just("3000".to_string()),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        let two = (inner.clone(), inner.clone());
        prop_oneof![
            two.clone().prop_map(|(x, y)| format!("({x} + {y})")),
            two.clone().prop_map(|(x, y)| format!("({x} - {y})")),
            two.clone().prop_map(|(x, y)| format!("({x} xor {y})")),
            two.clone().prop_map(|(x, y)| format!("min({x}, {y})")),
            two.clone().prop_map(|(x, y)| format!("max({x}, {y})")),
            two.clone().prop_map(|(x, y)| format!("bitand({x}, {y})")),
            two.clone().prop_map(|(x, y)| format!("bitor({x}, {y})")),
            (inner.clone(), 1..6i64).prop_map(|(x, c)| format!("({x} * {c})")),
            (inner.clone(), -3..5i64)
                .prop_filter("0", |(_, c)| *c != 0)
                .prop_map(|(x, c)| format!("({x} div ({c}))")),
            (inner.clone(), 1..20i64).prop_map(|(x, c)| format!("({x} mod {c})")),
            inner.clone().prop_map(|x| format!("abs({x})")),
            inner.clone().prop_map(|x| format!("(-{x})")),
            (inner.clone(), 0..3i64).prop_map(|(x, c)| format!("shl({x}, {c})")),
            (inner.clone(), 0..3i64).prop_map(|(x, c)| format!("shr({x}, {c})")),
            (inner.clone(), 0..3i64).prop_map(|(x, c)| format!("bit({x}, {c})")),
            (inner.clone(), inner.clone(), 0..3i64).prop_map(|(x, y, c)| format!(
                "(if {x} >= 0 and bit({x}, {c}) = 1 then {y} else bit(a, {c}))"
            )),
            (inner.clone(), inner.clone(), 0..3i64).prop_map(|(x, y, c)| format!(
                "(if {x} < {y} or bit({x} - {y}, {c}) = 0 then {y} else {x})"
            )),
            (inner.clone(), inner.clone(), inner.clone())
                .prop_map(|(x, y, z)| format!("(if {x} < {y} then {z} else {x})")),
            (inner.clone(), inner.clone())
                .prop_map(|(x, y)| format!("(let t = {x} in t + (if t >= {y} then 1 else t))")),
        ]
    })
}

fn truth() -> impl Strategy<Value = String> {
    let compared =
        (number(), number(), prop::sample::select(vec!["<", "<=", "=", "!=", ">", ">="]))
            .prop_map(|(x, y, op)| format!("({x} {op} {y})"));
    let member = (number(), number(), number(), 1..4i64, prop::bool::ANY).prop_map(
        |(x, from, to, step, open)| {
            let dots = if open { "..<" } else { ".." };
            format!("({x} in {from} {dots} {to} step {step})")
        },
    );
    let set = (number(), number()).prop_map(|(x, y)| format!("({x} in {{1, 4, {y}, 7 .. 9}})"));
    prop_oneof![4 => compared, 1 => member, 1 => set].prop_recursive(2, 4, 2, |inner| {
        let two = (inner.clone(), inner.clone());
        prop_oneof![
            two.clone().prop_map(|(x, y)| format!("({x} and {y})")),
            two.prop_map(|(x, y)| format!("({x} or {y})")),
            inner.prop_map(|x| format!("(not {x})")),
        ]
    })
}

const BOX: i64 = 14;

fn nim() -> TextGame {
    TextGame::new("position (a, b) both: (u, b) for u in 0 ..< a; (a, v) for v in 0 ..< b", &[])
        .unwrap()
}

/// Formulas whose automata take long say nothing about whether they are right.
fn budget() -> Budget {
    Budget::unlimited().with_time(std::time::Duration::from_secs(5)).with_memory(1 << 29)
}

/// Whether something is computed at (a, b) that has no value; nothing if that takes too long.
fn faults(no_value: &[NoValue], work: &mut Work<'_>) -> Option<Vec<Automaton>> {
    no_value.iter().map(|fault| fault.at.automaton(work).ok()).collect()
}

fn at_fault(faults: &[Automaton], a: i64, b: i64) -> bool {
    faults.iter().any(|set| set.contains(&[(0, a), (1, b)]))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, max_global_rejects: 100_000, ..Default::default() })]

    #[test]
    fn numbers_are_those_of_the_machine(text in number()) {
        let game = nim();
        let Ok(formula) = game.formula(&text) else { return Ok(()) };
        let mut formulas = GameFormulas::new(game.checked()).unwrap();
        let Ok((graph, no_value)) = formulas.graph(formula.checked()) else { return Ok(()) };
        let budget = budget();
        let Ok(graph) = graph.automaton(&mut Work::new(&budget)) else { return Ok(()) };
        let Some(faults) = faults(&no_value, &mut Work::new(&budget)) else { return Ok(()) };
        let mut machine = formula.machine();
        for a in 0..BOX {
            for b in 0..BOX {
                let value = machine.value(&[a, b]);
                prop_assert_eq!(at_fault(&faults, a, b), value.is_err(), "{} at ({}, {})", text, a, b);
                let Ok(value) = value else { continue };
                let value = value.unwrap();
                for other in [value - 1, value, value + 1, -value] {
                    prop_assert_eq!(
                        graph.contains(&[(0, a), (1, b), (2, other)]),
                        other == value,
                        "{} at ({}, {}): {} or {}", text, a, b, value, other
                    );
                }
            }
        }
    }

    #[test]
    fn conditions_are_those_of_the_machine(text in truth()) {
        let game = nim();
        let Ok(formula) = game.formula(&text) else { return Ok(()) };
        let mut formulas = GameFormulas::new(game.checked()).unwrap();
        let Ok(((holds, defined), no_value)) = formulas.condition(formula.checked()) else { return Ok(()) };
        let budget = budget();
        let mut work = Work::new(&budget);
        let Ok(holds) = holds.automaton(&mut work) else { return Ok(()) };
        let Ok(defined) = defined.automaton(&mut work) else { return Ok(()) };
        let Some(faults) = faults(&no_value, &mut work) else { return Ok(()) };
        prop_assert!(defined.is_everything());
        let mut machine = formula.machine();
        for a in 0..BOX {
            for b in 0..BOX {
                let value = machine.value(&[a, b]);
                prop_assert_eq!(at_fault(&faults, a, b), value.is_err(), "{} at ({}, {})", text, a, b);
                let Ok(value) = value else { continue };
                let value = value.unwrap();
                prop_assert_eq!(holds.contains(&[(0, a), (1, b)]), value != 0, "{} at ({}, {})", text, a, b);
            }
        }
    }

    /// ∃x. −40 ≤ x ≤ 40 and some inequalities and equations over x, y, z, by trial.
    #[test]
    fn there_is_a_number(rows in prop::collection::vec((prop::array::uniform3(-4..5i64), -9..10i64, 0..3u8), 1..4)) {
        let mut parts = vec![
            Formula::AtMostZero(Linear::of(&[(0, 1)], -40).unwrap()),
            Formula::AtMostZero(Linear::of(&[(0, -1)], -40).unwrap()),
        ];
        let form = |&([a, b, c], d, _): &([i64; 3], i64, u8)| Linear::of(&[(0, a), (1, b), (2, c)], d).unwrap();
        for row in &rows {
            parts.push(match row.2 {
                0 => Formula::AtMostZero(form(row)),
                1 => Formula::Zero(form(row)),
                _ => Formula::Congruent(form(row), 3),
            });
        }
        let budget = Budget::unlimited();
        let set: Automaton =
            Formula::exists(vec![0], Formula::all(parts)).automaton(&mut Work::new(&budget)).unwrap();
        for y in -6..7i64 {
            for z in -6..7i64 {
                let by_trial = (-40..41i64).any(|x| rows.iter().all(|row| {
                    let value = form(row).value(|t| [x, y, z][t as usize]).unwrap();
                    match row.2 { 0 => value <= 0, 1 => value == 0, _ => value.rem_euclid(3) == 0 }
                }));
                prop_assert_eq!(set.contains(&[(1, y), (2, z)]), by_trial);
            }
        }
    }
}

struct Options(Vec<Vec<i64>>);
impl Sink for Options {
    fn option(&mut self, _: usize, coordinates: &[i64]) -> Result<(), Halt> {
        self.0.push(coordinates.to_vec());
        Ok(())
    }
}

/// Grundy numbers by the definition, for boxes whose moves stay within.
fn table(game: &TextGame, side: i64) -> Vec<Vec<i64>> {
    let mut table = vec![vec![-1; side as usize]; side as usize];
    let mut machine = game.machine();
    for total in 0..2 * side {
        for a in 0..side.min(total + 1) {
            let b = total - a;
            if b >= side || !machine.contains(&[a, b]).unwrap() {
                continue;
            }
            let mut options = Options(Vec::new());
            machine.options(&[a, b], None, &mut options).map_err(|_| ()).unwrap();
            let values: Vec<i64> =
                options.0.iter().map(|o| table[o[0] as usize][o[1] as usize]).collect();
            table[a as usize][b as usize] = (0..).find(|v| !values.contains(v)).unwrap();
        }
    }
    table
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..Default::default() })]

    /// What is proved holds in the table; what is refuted is wrong at the position or before it.
    #[test]
    fn decisions_agree_with_tables(
        k in 1..5i64, c in 0..3i64, a in -1..3i64, b in 1..3i64, d in 0..3i64, xor in prop::bool::ANY,
    ) {
        let source = format!("position (y, z) where y <= z div {k} + {c}
both: (u, z) for u in 0 ..< y
      (min(y, w div {k} + {c}), w) for w in 0 ..< z");
        let game = TextGame::new(&source, &[]).unwrap();
        let text = match xor {
            true => format!("(y + {d}) xor (z * {b}) xor {d}"),
            false => format!("max(0, {a} * y + {b} * z + {d})"),
        };
        let formula = game.formula(&text).unwrap();
        let side = 24;
        let table = table(&game, side);
        let mut machine = formula.machine();
        let right = |y: i64, z: i64, machine: &mut ishitori_language::FormulaMachine<'_>| {
            let truth = table[y as usize][z as usize];
            truth < 0 || machine.value(&[y, z]).unwrap() == Some(truth)
        };
        match prove(&game, &formula, &Budget::unlimited(), &mut |_| {}) {
            Decision::Proved(_) => {
                for y in 0..side {
                    for z in 0..side {
                        prop_assert!(right(y, z, &mut machine), "{source}\n{text} at ({y}, {z})");
                    }
                }
            }
            Decision::Refuted(violation) => {
                let at = violation.position();
                let (y, z) = (at[0] as i64, at[1] as i64);
                if y < side && z < side {
                    let wrong = (0..=y).any(|y| (0..=z).any(|z| !right(y, z, &mut machine)));
                    prop_assert!(wrong, "{source}\n{text}: {violation:?}");
                }
            }
            Decision::Open(why) => prop_assert!(false, "{source}\n{text}: {why:?}"),
        }
    }
}

/// Numbers around powers of two, and what a text can make of them.
fn edge() -> impl Strategy<Value = i128> {
    let power = prop::sample::select(vec![31u32, 32, 39, 40, 41, 53, 62, 63]);
    (power, -2..=2i128, prop::bool::ANY).prop_map(|(power, near, minus)| {
        let number = (1i128 << power) + near;
        if minus { -number } else { number }
    })
}

/// A number of 64 bits as the language writes it: there is no literal for −2^63.
fn written(number: i128) -> Option<String> {
    let number = i64::try_from(number).ok()?;
    Some(match number {
        i64::MIN => "(-9223372036854775807 - 1)".to_string(),
        n if n < 0 => format!("({n})"),
        n => n.to_string(),
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..Default::default() })]

    /// Constants, coefficients, divisors and moduli of any size: what is decided is true of integers of any size, and
    /// nothing wraps. {1, 2}-subtraction has its P-positions at the multiples of 3.
    #[test]
    fn nothing_wraps_at_the_edge(c in edge(), d in edge(), shape in 0..8u8, positions in prop::collection::vec(edge(), 8)) {
        let game = TextGame::new("(n) -> (n - s) for s in {1, 2} if s <= n", &[]).unwrap();
        let (Some(c_text), Some(d_text)) = (written(c), written(d)) else { return Ok(()) };
        // A condition that should be true everywhere or not, by integers of any size.
        let (condition, holds): (String, Box<dyn Fn(i128) -> bool>) = match shape {
            0 => (format!("n + {c_text} <= 0"), Box::new(move |n| n + c <= 0)),
            1 => (format!("n * {c_text} >= {d_text}"), Box::new(move |n| n * c >= d)),
            2 => (format!("{c_text} - n != {d_text}"), Box::new(move |n| c - n != d)),
            3 => (format!("n div {c_text} = 0"), Box::new(move |n| n.div_euclid(c) * c.signum() >= 0 && floor(n, c) == 0)),
            4 => (format!("n mod {c_text} = n"), Box::new(move |n| n - c * floor(n, c) == n)),
            5 => (format!("abs(n + {c_text}) > 5"), Box::new(move |n| (n + c).abs() > 5)),
            6 => (format!("min(n, {c_text}) < {d_text}"), Box::new(move |n| n.min(c) < d)),
            _ => (format!("bitand(n, {c_text}) <= {d_text}"), Box::new(move |n| n & c <= d)),
        };
        let text = format!("n mod 3 = 0 and (n < 100 or ({condition}))");
        let Ok(formula) = game.formula(&text) else { return Ok(()) };
        let brief = budget().with_time(std::time::Duration::from_millis(200));
        let decided = prove(&game, &formula, &brief, &mut |_| {});
        let right = |n: i128| (n % 3 == 0) == (n % 3 == 0 && (n < 100 || holds(n)));
        match decided {
            Decision::Proved(_) => {
                for n in (0..300).chain(positions.into_iter().map(i128::abs)) {
                    prop_assert!(right(n), "{} proved, but not at {}", text, n);
                }
            }
            Decision::Refuted(violation) => {
                // It is wrong there, or at an option of it.
                let n = violation.position()[0];
                prop_assert!(!right(n) || !right(n - 1) || !right(n - 2), "{} refuted at {}", text, n);
            }
            Decision::Open(why) => prop_assert!(matches!(why, Why::Formula(_) | Why::Limit { .. }), "{why:?}"),
        }
    }
}

/// ⌊a/b⌋.
fn floor(a: i128, b: i128) -> i128 {
    a.div_euclid(b) - i128::from(b < 0 && a.rem_euclid(b) != 0)
}

/// The false theorem of the constant −2^63: it lies beyond what is accepted.
#[test]
fn a_constant_that_has_no_absolute_value_is_refused() {
    let game = TextGame::new("(n) -> (n - s) for s in {1, 2} if s <= n", &[]).unwrap();
    for text in [
        "n mod 3 = 0 and (not (100 <= n) or not (n + (-9223372036854775807 - 1) <= 0))",
        "n mod 3 = 0 and (n < 100 or not ((0-9223372036854775807-1) + n <= 0))",
        "n mod 3 = 0 and (n < 100 or not (n * (0-9223372036854775807-1) <= 0))",
        "n mod 3 = 0 and (n < 100 or n div (0-9223372036854775807-1) >= 1)",
    ] {
        let decided = prove(&game, &game.formula(text).unwrap(), &Budget::unlimited(), &mut |_| {});
        assert!(matches!(decided, Decision::Open(Why::Formula(_))), "{text}: {decided:?}");
    }
    let rule = "(n) -> (n-1) if n > 0; (n-2) if n > 1000 and (0-9223372036854775807-1)+n <= 0";
    let game = TextGame::new(rule, &[]).unwrap();
    let formula = game.formula("n mod 2").unwrap();
    let decided = prove(&game, &formula, &Budget::unlimited(), &mut |_| {});
    assert!(matches!(decided, Decision::Open(Why::Game(_))), "{decided:?}");
}

/// What a text does not compute need not have a value; what it computes must.
#[test]
fn a_proof_is_about_positions_where_the_text_has_a_value() {
    let game = TextGame::new("(n) -> (n - 1) if n > 0", &[]).unwrap();
    let decide = |game: &TextGame, text: &str| {
        prove(game, &game.formula(text).unwrap(), &Budget::unlimited(), &mut |_| {})
    };
    let Decision::Refuted(Violation::NoValue { position, span }) = decide(&game, "bit(100 - n, 0)")
    else {
        panic!("it has no value at 101")
    };
    assert_eq!((position, &"bit(100 - n, 0)"[span]), (vec![101], "bit(100 - n, 0)"));
    for text in [
        "if n <= 100 then bit(100 - n, 0) else n mod 2",
        "bit(n, 0)",
        "bit(max(100 - n, 0), 0) * 0 + n mod 2",
        "let t = 100 - n in if t < 0 or bit(t, 0) = 0 then n mod 2 else 1",
    ] {
        assert!(
            matches!(decide(&game, text), Decision::Proved(_)),
            "{text}: {:?}",
            decide(&game, text)
        );
    }
    for text in
        ["if n > 100 then bit(100 - n, 0) else n mod 2", "let t = bit(100 - n, 1) in n mod 2"]
    {
        let decided = decide(&game, text);
        assert!(
            matches!(decided, Decision::Refuted(Violation::NoValue { .. })),
            "{text}: {decided:?}"
        );
    }
    for (rule, proved) in [
        ("(n) -> (n - 1) if n > 0 and bit(100 - n, 0) < 2", false),
        ("(n) -> (n - 1) if bit(n, 0) < 2 and n > 0", true),
        ("(n) -> (n - 1) if n > 0 if bit(n - 1, 0) < 2", true),
        ("(n) -> (n - 1) if bit(n - 1, 0) < 2 if n > 0", false),
        ("(n) -> (n - 1) for s in 0 ..< min(n, 1) if bit(n - 1 - s, 0) < 2", true),
        ("(n) -> (n - 1) for s in 0 .. 0 let t = bit(n - s - 1, 0) if n > 0", false),
        ("(n) -> (n - 1) if n > 0; terminal: n > 5 and bit(5 - n, 0) = 0", false),
        ("(n) where n < 7 or bit(n - 7, 3) >= 0 -> (n - 1) if n > 0", true),
    ] {
        let game = TextGame::new(rule, &[]).unwrap();
        let decided = decide(&game, "n mod 2");
        match proved {
            true => assert!(matches!(decided, Decision::Proved(_)), "{rule}: {decided:?}"),
            false => assert!(
                matches!(decided, Decision::Open(Why::NoValue { .. })),
                "{rule}: {decided:?}"
            ),
        }
    }
}
