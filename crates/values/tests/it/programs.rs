//! Functions of the user, conditions, lists, ordinals and transfinite nimbers in expressions.

use ishitori_values::calculator::{Calculator, EvalError, EvalErrorKind, MAX_DEPTH};
use ishitori_values::{Budget, GameStore, LimitReached, TransfiniteError};
use proptest::prelude::*;

/// The last of some lines, shown.
fn shown(lines: &[&str]) -> String {
    let store = GameStore::new();
    let mut c = Calculator::new(&store);
    let mut last = String::new();
    for line in lines {
        let value = c.eval(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        last = c.show(&value).unwrap();
    }
    last
}

fn failure(lines: &[&str]) -> EvalError {
    let store = GameStore::new();
    let mut c = Calculator::new(&store);
    let (last, before) = lines.split_last().unwrap();
    for line in before {
        c.eval(line).unwrap_or_else(|error| panic!("{line}: {error}"));
    }
    c.eval(last).unwrap_err()
}

#[test]
fn functions_of_the_user() {
    assert_eq!(shown(&["f(x) := {x|-x}"]), "f(x) := {x|-x}");
    assert_eq!(shown(&["f(x) := {x|-x}", "g(x, y) := f(x) + y", "g(2, *)"]), "+-2*");
    assert_eq!(shown(&["f(x) := {x|-x}; f(f(1))"]), "0");
    assert_eq!(shown(&["c() := 3; c() + 1"]), "4");
    // A semicolon between brackets is a comma, as ever.
    assert_eq!(shown(&["{1;2|3}"]), shown(&["{1,2|3}"]));
    // Parameters hide variables; a body sees the variables of the session, not those of its caller.
    assert_eq!(shown(&["x := 5; f(x) := x + 1; f(1) + x"]), "7");
    assert_eq!(shown(&["y := 10; f(x) := x + y; g(y) := f(y); g(1)"]), "11");
    // Functions are values.
    assert_eq!(shown(&["twice(f, x) := f(f(x)); s(n) := n + 1; twice(s, 3)"]), "5");
    // Recursion.
    let fibonacci = "fib(n) := if n < 2 then n else fib(n - 1) + fib(n - 2)";
    assert_eq!(shown(&[fibonacci, "fib(15)"]), "610");
    assert_eq!(shown(&["sum(n) := if n == 0 then 0 else n + sum(n - 1)", "sum(1000)"]), "500500");
}

#[test]
fn mistakes_with_functions() {
    let error = failure(&["f(x, y) := x + y", "1 + f(2)"]);
    assert_eq!(error.span, 4..8);
    assert!(matches!(error.kind, EvalErrorKind::ArgumentCount { expected: 2, found: 1, .. }));
    for line in ["Mean(x) := x", "omega := 3", "if(x) := 1", "f(Mean) := 1", "[1 for in in [1]]"] {
        let error = failure(&[line]);
        let reserved = matches!(error.kind, EvalErrorKind::ReservedName(_));
        assert!(reserved, "{line}: {error}");
    }
    let error = failure(&["f(x, x) := x"]);
    assert_eq!((error.span, error.kind), (5..6, EvalErrorKind::DoubledParameter("x".into())));
    // An error in a body is reported at the call, with the part of the body.
    let error = failure(&["f(x) := x + Mena(x)", "3 + f(1)"]);
    assert_eq!(error.span, 4..8);
    let EvalErrorKind::Inside { name, text, .. } = &error.kind else { panic!("{error}") };
    assert_eq!((name.as_str(), text.as_str()), ("f", "Mena"));
    let error = failure(&["f(x) := f(x + 1)", "1 + f(0)"]);
    assert_eq!(error.span, 4..8);
    assert_eq!(error.kind, EvalErrorKind::RecursionTooDeep { limit: MAX_DEPTH });
    let error = failure(&["if 3 then 1 else 2"]);
    assert_eq!(error.span, 3..4);
}

#[test]
fn nothing_is_left_after_a_mistake() {
    let store = GameStore::new();
    let mut c = Calculator::new(&store);
    c.eval("f(x) := [y + Missing for y in LeftOptions(x)]").unwrap();
    c.eval("Sum(f({1|})) + 1").unwrap_err();
    c.eval("g(x) := g(x)").unwrap();
    c.eval("g(1)").unwrap_err();
    let names: Vec<&str> = c.variables().map(|(name, _)| name).collect();
    assert_eq!(names, ["f", "g"]);
    // And one can go on.
    let value = c.eval("h(n) := if n == 0 then 0 else h(n - 1); h(1500)").unwrap();
    assert_eq!(c.show(&value).unwrap(), "0");
}

#[test]
fn programs_respect_the_budget() {
    let store = GameStore::new();
    let limit = std::time::Duration::from_millis(50);
    let mut c = Calculator::within(&store, Budget::unlimited().with_time(limit));
    c.eval("f(n) := if n == 0 then 0 else f(n - 1) + f(n - 1)").unwrap();
    let error = c.eval("f(1000)").unwrap_err();
    assert!(matches!(error.limit(), Some(LimitReached::Time { .. })), "{error}");
}

#[test]
fn lists() {
    assert_eq!(shown(&["[1, *2, 3/4]"]), "[1, *2, 3/4]");
    assert_eq!(shown(&["[]"]), "[]");
    let options = "G := {3,{4|-1}|-2}";
    assert_eq!(shown(&[options, "[Mean(x) for x in LeftOptions(G)]"]), "[3, 3/2]");
    assert_eq!(shown(&[options, "[Mean(x) for x in LeftOptions(G) if IsNumber(x)]"]), "[3]");
    assert_eq!(shown(&[options, "Max([Mean(x) for x in LeftOptions(G)])"]), "3");
    assert_eq!(shown(&[options, "Min([Mean(x) for x in LeftOptions(G)])"]), "3/2");
    assert_eq!(shown(&[options, "Count(Followers(G))"]), shown(&[options, "FollowerCount(G)"]));
    assert_eq!(shown(&["Sum([1, *, ^])"]), "1^*");
    assert_eq!(shown(&["Sum([])"]), "0");
    assert_eq!(shown(&["Sum([*omega, *omega, *3])"]), "*3");
    assert_eq!(shown(&["Mex([0, 1, 3])"]), "2");
    assert_eq!(shown(&["Mex(LeftOptions(*3))"]), "*3");
    // A list among options stands for its elements.
    assert_eq!(shown(&["{[n for n in [0, 1]] | [x for x in [2, 3] if x > 2]}"]), "2");
    assert_eq!(shown(&["[*n for n in [0, 1, 2]]"]), "[0, *, *2]");
    assert_eq!(shown(&["x := 7; [[1, 2] == [x for x in [1, 2]], x == 7]"]), "[true, true]");
    for (line, kind) in [
        ("[[1]]", "a single value"),
        ("[x for x in 3]", "a list"),
        ("Max([])", "empty"),
        ("Max([0, *])", "confused"),
        ("Mean([1])", "expected a game"),
    ] {
        let error = failure(&[line]).to_string();
        assert!(error.contains(kind), "{line}: {error}");
    }
}

#[test]
fn ordinals_and_transfinite_nimbers() {
    for (line, expected) in [
        ("omega", "omega"),
        ("ω + 1 == 1 + omega", "true"),
        ("3.omega + omega**2 + 5 + omega", "omega**2+4.omega+5"),
        ("omega**(omega**2 + 3.omega + 1)", "omega**(omega**2+3.omega+1)"),
        ("omega > 10**100", "true"),
        ("omega > {1000|*}", "true"),
        ("omega**omega > 5.omega**7", "true"),
        ("*omega", "*omega"),
        ("*omega + *(omega + 5)", "*5"),
        ("-*omega", "*omega"),
        ("*omega <> *3", "true"),
        ("(*omega)**3", "*2"),
        ("(*(omega**omega))**5", "*4"),
        ("(*(omega**(omega**2)))**7", "*(omega+1)"),
        ("NimProduct(omega, omega)", "omega**2"),
        ("NimProduct(*omega, NimInverse(*omega))", "*"),
        ("omega NimSum 3", "omega+3"),
        ("(*6)**3", "*8"),
        ("*(2 + 3)", "*5"),
    ] {
        assert_eq!(shown(&[line]), expected, "{line}");
    }
    for (line, part) in [
        ("omega - 1", "not subtracted"),
        ("(omega + 1)**2", "only omega itself"),
        ("Mean(omega)", "this is an infinite ordinal; expected a game"),
        ("Mean(*omega)", "this is a transfinite nimber; expected a game"),
        ("{omega|}", "expected a game"),
        ("*omega + 1", "expected a non-negative integer or a nimber"),
        ("*omega**2", "two ways"),
        ("omega**(omega**omega)", "only ordinals below"),
        ("2*omega", "expected an operator"),
    ] {
        let error = failure(&[line]).to_string();
        assert!(error.contains(part), "{line}: {error}");
    }
    let error = failure(&["(*(omega**(omega**59)))**283"]);
    let expected = TransfiniteError::UnknownRoot { prime: 283 };
    assert_eq!(error.kind, EvalErrorKind::Transfinite(expected));
}

/// A normal form that the calculator may print.
fn ordinal() -> impl Strategy<Value = String> {
    let exponent = proptest::collection::vec((0_u32..3, 1_u32..4), 1..3).prop_map(|terms| {
        let texts: Vec<String> =
            terms.into_iter().map(|(k, n)| format!("{n}.(omega**{k})")).collect();
        texts.join("+")
    });
    proptest::collection::vec((exponent, 1_u32..9), 1..4).prop_map(|terms| {
        let texts: Vec<String> =
            terms.into_iter().map(|(e, n)| format!("{n}.(omega**({e}))")).collect();
        texts.join("+")
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_printed_reads_back(x in ordinal()) {
        let store = GameStore::new();
        let mut c = Calculator::new(&store);
        for source in [x.clone(), format!("*({x})")] {
            let value = c.eval(&source).unwrap();
            for style in [ishitori_values::notation::Style::Ascii, ishitori_values::notation::Style::Unicode] {
                let text = c.show_as(&value, style).unwrap();
                prop_assert_eq!(&c.eval(&text).unwrap(), &value, "{}", text);
            }
        }
    }

    /// A loop over a list is the same as the items written out; calls are the same as bodies with arguments in place.
    #[test]
    fn programs_are_what_they_stand_for(a in -9_i32..9, b in -9_i32..9, c in -9_i32..9) {
        let looped = shown(&[&format!("[{{x|-x}} + x for x in [{a}, {b}, {c}] if x > 0]")]);
        let items: Vec<String> = [a, b, c]
            .iter()
            .filter(|x| **x > 0)
            .map(|x| format!("{{{x}|-({x})}} + {x}"))
            .collect();
        prop_assert_eq!(looped, shown(&[&format!("[{}]", items.join(", "))]));
        let called = shown(&["f(x, y) := {x|y} + x", &format!("f({a}, f({b}, {c}))")]);
        let inner = format!("({{{b}|{c}}} + {b})");
        prop_assert_eq!(called, shown(&[&format!("{{{a}|{inner}}} + {a}")]));
        let summed = shown(&[&format!("Sum([{a}, {b}, {c}])")]);
        prop_assert_eq!(summed, shown(&[&format!("{a} + {b} + {c}")]));
    }
}
