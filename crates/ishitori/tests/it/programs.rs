//! Functions of the user, lists and transfinite nimbers through the front ends of the calculator.

use crate::common::{ishitori, stderr, stdout, with_input};
use serde_json::{Value as Json, json};

fn json_of(expression: &str) -> Json {
    let output = ishitori(&["eval", expression, "--json"]);
    assert!(output.status.success(), "{expression}: {}", stderr(&output));
    serde_json::from_str(stdout(&output)).expect("an object")
}

#[test]
fn values_of_programs() {
    for (expression, value) in [
        ("f(x) := {x|-x}; g(x, y) := f(x) + y; g(2, *)", "+-2*"),
        ("[Mean(x) for x in LeftOptions({3,{4|-1}|-2}) if IsNumber(x)]", "[3]"),
        // Loopy games are values like others.
        ("f(x) := x + off; f(on)", "dud"),
        ("[x + 1 for x in [on, 0]]", "[on, 1]"),
        ("Sum([on, off])", "dud"),
        ("f(x) := if x == dud then 1 else 0; [f(on + off), f(3)]", "[1, 0]"),
        ("{[x for x in [0, over]]|}", "1"),
        ("(*(omega**(omega**2)))**7", "*(omega+1)"),
        ("NimProduct(omega, NimProduct(omega, omega))", "2"),
        ("f(n) := heap(nim, 3) + n; heap(nim, 2) + f(*)", "0"),
    ] {
        let output = ishitori(&["eval", expression]);
        let first = stdout(&output).lines().next().unwrap_or_default().to_string();
        assert_eq!(first, value, "{expression}: {}", stderr(&output));
    }
    let list = json_of("[Mean(x) for x in [{3|1}, *]]");
    assert_eq!((&list["kind"], &list["size"]), (&json!("list"), &json!(2)));
    assert_eq!(list["values"], json!(["2", "0"]));
    let ordinal = json_of("omega + 1");
    assert_eq!((&ordinal["kind"], &ordinal["value"]), (&json!("ordinal"), &json!("omega+1")));
    let nimber = json_of("*omega");
    assert_eq!((&nimber["kind"], &nimber["value"]), (&json!("nimber"), &json!("*omega")));
    let function = json_of("f(x) := x");
    let shown = (&function["kind"], &function["value"]);
    assert_eq!(shown, (&json!("function"), &json!("f(x) := x")));
}

#[test]
fn lines_know_the_functions_before_them() {
    let lines = b"f(x) := {x|-x}\n{3|1}\nf(2) + heap(nim, 1)\nMean(_)\n";
    let output = with_input(&["eval", "-"], lines);
    assert_eq!(stdout(&output), "f(x) := {x|-x}\n{3|1}\n+-2*\n0\n");
    // A definition is no answer.
    let output = with_input(&["eval", "-"], b"{3|1}\nf(x) := x\nMean(_)\n");
    assert_eq!(stdout(&output), "{3|1}\nf(x) := x\n2\n");
    let output = with_input(&["repl"], b"f(x) := x + heap(nim, 1)\nvars\n");
    assert!(stdout(&output).ends_with("f(x) := x + heap(nim, 1)\n"), "{}", stdout(&output));
}

#[test]
fn mistakes_are_reported_at_their_place() {
    for (expression, english, japanese) in [
        ("f(x) := f(x); 1 + f(1)", "does the recursion end?", "再帰は終わりますか"),
        ("f(x) := x + y; f(1)", "in `f`, at `y`", "関数 f の「y」で"),
        ("f(x) := x; f(1, 2)", "takes 1 argument", "引数は 1 個"),
        ("if(x) := 1", "cannot be defined", "定義できません"),
        ("Max([0, *])", "confused", "比較不能"),
        ("Mean(*omega)", "a transfinite nimber", "超限ニム数"),
        ("(*(omega**(omega**59)))**283", "283-th root", "283 乗根"),
    ] {
        for (lang, words) in [("en", english), ("ja", japanese)] {
            let output = ishitori(&["eval", expression, "--lang", lang]);
            assert_eq!(output.status.code(), Some(2), "{expression}: {}", stdout(&output));
            assert!(stderr(&output).contains(words), "{expression}: {}", stderr(&output));
        }
    }
    let long = "f(n) := if n == 0 then 0 else f(n - 1) + f(n - 1); f(1000)";
    let output = ishitori(&["eval", long, "--time-limit", "300ms"]);
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
}
