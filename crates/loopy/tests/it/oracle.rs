//! Loopy values against facts computed by another program (see `data/README.md`).

use std::time::Duration;

use ishitori_loopy::calculator::{Calculator, Value};
use ishitori_loopy::games;
use ishitori_loopy::{Graph, Loopy, LoopyStore, Target};
use ishitori_testing::loopy::{Backsliding, FoxAndGeese};
use ishitori_values::calculator::Value as Short;
use ishitori_values::{Budget, GameStore};
use serde_json::Value as Json;

fn lines(text: &str) -> Vec<Json> {
    text.lines().map(|l| serde_json::from_str(l).expect("data files are JSON lines")).collect()
}

fn loopy(c: &mut Calculator<'_>, value: &Value) -> Option<Loopy> {
    match value {
        Value::Loopy(value) => Some(*value),
        Value::Short(Short::Game(g)) => c.loops().short(*g).ok(),
        Value::Short(Short::Number(x)) => {
            let g = c.loops().session().number(x).ok()?;
            c.loops().short(g).ok()
        }
        _ => None,
    }
}

/// The value of a table of places, and how many rows it has.
fn tabled(c: &mut Calculator<'_>, table: &Json) -> (Loopy, usize) {
    let rows = table.as_array().expect("a list of vertices");
    let mut graph = Graph::default();
    rows.iter().for_each(|_| {
        graph.vertex();
    });
    for (v, row) in rows.iter().enumerate() {
        let side = |p: usize| {
            let places = row[p].as_array().expect("a list of places").iter();
            places.map(|w| Target::Vertex(w.as_u64().expect("a place") as u32)).collect()
        };
        graph.connect(v as u32, [side(0), side(1)]);
    }
    (c.loops().value(&graph, 0).expect("no limits"), rows.len())
}

fn agree(c: &mut Calculator<'_>, case: &Json) -> Result<(), String> {
    let input = case["input"].as_str().expect("a string");
    let expected = case["output"].as_str().expect("a string");
    c.set_budget(Budget::unlimited().with_time(Duration::from_secs(10)).with_memory(1 << 30));
    let ours = c.eval(input);
    if expected.starts_with("!!") {
        return match ours {
            Err(_) => Ok(()),
            Ok(value) => Err(format!("{input}: {value:?}, expected an error {expected}")),
        };
    }
    let ours = ours.map_err(|e| format!("{input}: {e} at {:?}", e.span))?;
    let text = c.show(&ours).map_err(|e| e.to_string())?;
    let differs = || Err(format!("{input} = {text}, expected {expected}"));
    match ours {
        Value::Short(Short::Bool(_)) | Value::Outcome(_) | Value::Short(Short::Outcome(_)) => {
            return if text == expected { Ok(()) } else { differs() };
        }
        Value::Games(_) | Value::Short(Short::Games(_)) => {
            // Sets of games: as the options of one game that is not simplified by the other side.
            let set = |text: &str| text.trim_start_matches('{').trim_end_matches('}').len();
            return if text == expected || set(&text) == set(expected) {
                Ok(())
            } else {
                differs()
            };
        }
        _ => {}
    }
    let theirs = c.eval(expected).map_err(|e| format!("expected value {expected}: {e}"))?;
    let (a, b) = (loopy(c, &ours), loopy(c, &theirs));
    if let Some(value) = a
        && !c.loops().is_stopper_sided(value)
    {
        // Bach's carousel and its negative: both programs only simplify the sides.
        return if expected.contains('&') { Ok(()) } else { differs() };
    }
    if a.is_none() || a != b {
        return differs();
    }
    let (Some(value), Ok(again)) = (a, c.eval(&text)) else {
        return Err(format!("{text} does not read back"));
    };
    if loopy(c, &again) != Some(value) {
        return Err(format!("{input} = {text} reads back as {again:?}"));
    }
    for (key, side) in [
        ("stopper", value.onside()),
        ("stopper", value.offside()),
        ("onside", value.onside()),
        ("offside", value.offside()),
    ] {
        if case[key].is_null() || (key != "stopper" && !c.loops().is_stopper(side)) {
            continue;
        }
        let (theirs, size) = tabled(c, &case[key]);
        let ours = c.loops().graph(side).expect("no limits").len();
        if theirs != Loopy::from(side) || size != ours {
            return Err(format!("{input} = {text}: {ours} vertices, expected {}", case[key]));
        }
    }
    Ok(())
}

fn check(data: &str, at_least: usize) {
    let store = GameStore::new();
    let mut c = Calculator::new(&store);
    let skipped = |case: &&Json| {
        let input = case["input"].as_str().expect("a string");
        !["IsFinite", "IsAllSmall", "game.strip"].iter().any(|name| input.contains(name))
    };
    let cases: Vec<Json> = lines(data).iter().filter(skipped).cloned().collect();
    assert!(cases.len() >= at_least, "{}", cases.len());
    let failures: Vec<String> = cases.iter().filter_map(|case| agree(&mut c, case).err()).collect();
    let n = cases.len();
    assert!(failures.is_empty(), "{} of {n} differ:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn stoppers() {
    check(include_str!("../data/loopy_first.jsonl"), 60);
}

#[test]
fn calculator() {
    check(include_str!("../data/loopy_calculator.jsonl"), 800);
}

#[test]
fn random_graphs() {
    check(include_str!("../data/loopy_random.jsonl"), 340);
}

/// Positions of games: the text of the other program as ours.
fn positions(data: &str, at_least: usize, value: impl Fn(&mut LoopyStore<'_>, &str) -> Loopy) {
    let store = GameStore::new();
    let mut c = Calculator::new(&store);
    let cases = lines(data);
    assert!(cases.len() >= at_least, "{}", cases.len());
    let mut failures = Vec::new();
    for case in &cases {
        let text = |key: &str| case[key].as_str().expect("a string").to_string();
        c.set_budget(Budget::unlimited().with_time(Duration::from_secs(60)).with_memory(1 << 30));
        let ours = value(c.loops(), &text("input"));
        let theirs = c.eval(&text("output")).expect("a value");
        if loopy(&mut c, &theirs) != Some(ours) {
            let ours = c.loops().print(ours).expect("short enough");
            failures.push(format!("{}: {ours}, expected {}", text("input"), text("output")));
        }
    }
    assert!(failures.is_empty(), "{} differ:\n{}", failures.len(), failures.join("\n"));
}

fn fox(loops: &mut LoopyStore<'_>, input: &str) -> Loopy {
    let number = |key: &str| {
        let rest = input.split_once(key)?.1.trim_start_matches(" => ");
        rest.split([',', ')']).next()?.parse::<usize>().ok()
    };
    let range = if input.contains("Ceylonese") { 2 } else { number("foxRange").unwrap_or(1) };
    let width = number("boardWidth").unwrap_or(8);
    let pairs = input.split_once("([").expect("geese").1.trim_end_matches(").GameValue");
    let (rules, den) =
        FoxAndGeese::parse(&format!("{width}: [{pairs}"), range).expect("a position");
    games::value_of(&rules, den, loops).expect("within the limits")
}

#[test]
fn fox_and_geese() {
    positions(include_str!("../data/fox_and_geese.jsonl"), 60, fox);
}

#[test]
fn ceylonese_fox_and_geese() {
    positions(include_str!("../data/ceylonese_fox_and_geese.jsonl"), 60, fox);
}

#[test]
fn backsliding_toads_and_frogs() {
    positions(include_str!("../data/backsliding_toads_and_frogs.jsonl"), 50, |loops, input| {
        let strip = input.split('"').nth(1).expect("a strip in quotes");
        let start = Backsliding.parse(strip).expect("a strip");
        games::value_of(&Backsliding, start, loops).expect("within the limits")
    });
}
