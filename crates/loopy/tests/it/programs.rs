//! Functions of the user, conditions and lists with loopy games in them.

use ishitori_loopy::calculator::{Calculator, EvalErrorKind};
use ishitori_values::GameStore;

#[test]
fn programs_with_loopy_games() {
    let store = GameStore::new();
    let mut c = Calculator::new(&store);
    for (line, expected) in [
        ("f(x) := x + off", "f(x) := x + off"),
        ("f(on)", "dud"),
        ("f(3) == off", "true"),
        ("[x + 1 for x in [on, 0]]", "[on, 1]"),
        ("Sum([on, off])", "dud"),
        ("Max([over, ^, 0])", "over"),
        ("Count([on, off])", "2"),
        ("g(x) := if x == dud then 1 else 0", "g(x) := if x == dud then 1 else 0"),
        ("[g(on + off), g(3)]", "[1, 0]"),
        ("{[x for x in [0, 1]]|over}", "{1|over}"),
        // What a function of the user gives may be short or loopy.
        ("h(x) := if x > 0 then 1/2 else on", "h(x) := if x > 0 then 1/2 else on"),
        ("Mean(h(1))", "1/2"),
        ("h(1)/2", "1/4"),
        ("Degree(h(0))", "on"),
        // Short members of a set with loopy games are short.
        ("[IsNumber(x) for x in LeftOptions({1,over|pass})]", "[true]"),
        ("a{0|a} + Sum([])", "over"),
        ("[Mean(x) for x in LeftOptions({3|1}) if x > under]", "[3]"),
        ("(*omega)**3 + *", "*3"),
    ] {
        let value = c.eval(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(c.show(&value).unwrap(), expected, "{line}");
    }
    for (line, part) in [
        ("Mean(h(0))", "has no mean"),
        ("Cool(h(0), 1)", "not defined for loopy games"),
        ("on + omega", "expected a game"),
        ("on(x) := x", "cannot be defined"),
        ("k(over) := 1", "cannot be defined"),
        ("Upsum(x, y) := x", "cannot be defined"),
    ] {
        let error = c.eval(line).unwrap_err();
        assert!(error.to_string().contains(part), "{line}: {error}");
    }
    c.eval("r(x) := r(x + on)").unwrap();
    let error = c.eval("r(0)").unwrap_err();
    assert!(matches!(error.kind, EvalErrorKind::RecursionTooDeep { .. }), "{error}");
    let mut names: Vec<String> = c.variables().into_iter().map(|(name, _)| name).collect();
    names.sort();
    assert_eq!(names, ["f", "g", "h", "r"]);
}
