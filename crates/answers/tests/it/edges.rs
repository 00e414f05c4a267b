//! Every number of every question at the edges of 31, 32, 40, 53, 62, 63 and 64 bits: an answer or a
//! refusal within the limits, never a panic.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use ishitori_answers::{Context, Question};
use ishitori_values::Budget;
use serde_json::{Value, json};

/// A question of each kind that is quickly answered.
fn questions() -> Vec<(&'static str, Value)> {
    vec![
        ("grundy", json!({ "rule": "kayles", "to": 9 })),
        ("grundy", json!({ "rule": "(n) -> (n-s) for s in {1,2} if s <= n", "to": 9 })),
        ("period", json!({ "rule": "sub:2,3", "limit": 99 })),
        ("outcomes", json!({ "rule": "sub:2,3", "end": "mod2:LR", "to": 9 })),
        ("values", json!({ "rule": "sub:2,3", "end": "mod2:LR", "to": 5 })),
        ("values-sweep", json!({ "min": 1, "max": 3, "end": "mod2:LR" })),
        ("identify", json!({ "sequence": "0,1,1,2,0" })),
        ("draw/scatter", json!({ "rule": "kayles", "to": 9 })),
        ("draw/table", json!({ "rule": "kayles", "to": 9 })),
        ("draw/grid", json!({ "rule": "chocolate:3", "to": [3, 9] })),
        ("draw/graph", json!({ "rule": "sub:2,3", "to": 5 })),
        ("draw/tree", json!({ "expression": "{2|1}", "depth": 3 })),
        ("draw/strips", json!({ "min": 2, "max": 4, "end": "mod2:LR" })),
        ("family/size", json!({ "min": 2, "max": 4 })),
        ("family/rows", json!({ "min": 2, "max": 4, "end": "mod2:LR" })),
        ("family/places", json!({ "min": 2, "max": 4, "end": "mod2:LR", "where": "period > 1" })),
        ("quotient", json!({ "rule": "sub:2,3", "end": "mod2:LR", "to": 9 })),
        ("quotient-sweep", json!({ "max": 3, "end": "mod2:LR", "to": 9 })),
        ("sweep", json!({ "min": 2, "max": 4, "end": "mod2:LR" })),
        ("code-sweep", json!({ "octal": 1, "limit": 50 })),
        ("code-sweep", json!({ "codes": ["0.77", "sub:2,3"], "limit": 50 })),
        ("game-sweep", json!({ "ask": "period", "rule": "lib:chocolate", "set": ["k=2..3"] })),
        ("misere", json!({ "rule": "0.07", "position": "3+4" })),
        ("parity", json!({ "rule": "kayles", "to": 3, "heaps": 2 })),
        ("position", json!({ "game": "domineering", "position": "..|.." })),
        ("census", json!({ "game": "domineering", "board": "2x2" })),
        ("table", json!({ "rule": "chocolate:3", "to": [3, 9] })),
        ("conjecture", json!({ "rule": "chocolate:3", "formula": "y xor z", "to": [3, 9] })),
        ("explain", json!({ "rule": "sub:2,3", "position": "3+4", "end": "mod2:LR" })),
        ("explain", json!({ "rule": "wythoff", "position": "3,5" })),
        ("play", json!({ "rule": "sub:2,3", "position": "5" })),
        ("atlas", json!({ "condition": "period = 12", "limit": 3 })),
    ]
}

fn edges() -> impl Iterator<Item = i128> {
    let near = |bits: u32| [(1_i128 << bits) - 1, 1_i128 << bits];
    let all = [31, 32, 40, 53, 62, 63, 64].into_iter().flat_map(near);
    all.chain([0, -1, -(1 << 31), -(1 << 53), i64::MIN.into()])
}

/// Texts with a number in them, of every kind that is read.
const TEXTS: &[&str] = &[
    "#",
    "-#",
    "#+1",
    "(#,#)",
    "sub:#",
    "sub:1-#",
    "allbut:#",
    "abc:1/#/1",
    "psub:#/1",
    "0.{#}",
    "wythoff:#",
    "chocolate:#",
    "mod#:LR",
    "k=#",
    "k=2..#",
    "y=#",
    "period + # > 0",
    "max * # > 0",
    "(n) -> (n-#) if n >= #",
    "(n) -> (n-1) if n > 0 and n * # > 0",
    "0,1,#",
    "#/#",
    "1x#",
    "#x#",
];

#[test]
fn numbers_at_the_edge_are_answered_or_refused() {
    let mut requests: Vec<(&str, Value)> = Vec::new();
    for (question, base) in questions() {
        let schema = &Question::schemas(question).expect("a question").request;
        let fields = schema["properties"].as_object().cloned().unwrap_or_default();
        let given = base.as_object().cloned().unwrap_or_default();
        let numeric = |name: &&String| {
            let kind = fields[*name].to_string();
            kind.contains("integer") || kind.contains("number")
        };
        for name in fields.keys().filter(numeric) {
            for edge in edges() {
                let number = match (u64::try_from(edge), i64::try_from(edge)) {
                    (Ok(n), _) => json!(n),
                    (_, Ok(n)) => json!(n),
                    _ => continue,
                };
                for value in [number.clone(), json!([number]), json!([3, number])] {
                    let mut request = base.clone();
                    request[name.as_str()] = value;
                    requests.push((question, request));
                }
            }
        }
        for name in given.keys().filter(|name| !given[*name].is_number()) {
            for text in TEXTS {
                for edge in [(1_i128 << 31) - 1, 1 << 31, 1 << 53, (1 << 63) - 1, 1 << 63, 1 << 64]
                {
                    let text = text.replace('#', &edge.to_string());
                    let mut request = base.clone();
                    let listed = given[name].is_array();
                    request[name.as_str()] = if listed { json!([text]) } else { json!(text) };
                    requests.push((question, request));
                }
            }
        }
    }
    let (next, read) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let problems = Mutex::new(Vec::new());
    let work = || {
        while let Some((name, request)) = requests.get(next.fetch_add(1, Ordering::Relaxed)) {
            let Some(Ok(question)) = Question::read(name, request.clone()) else { continue };
            read.fetch_add(1, Ordering::Relaxed);
            let time = Duration::from_millis(100);
            let budget = Budget::unlimited().with_time(time).with_memory(32 << 20);
            let context = Context { timed: true, ..Context::new(budget) };
            let begin = Instant::now();
            let answered = catch_unwind(AssertUnwindSafe(|| drop(question.answer(&context))));
            let took = begin.elapsed();
            if answered.is_err() || took > Duration::from_secs(20) {
                problems.lock().expect("no panic").push(format!("{name} {request}: {took:?}"));
            }
        }
    };
    std::thread::scope(|scope| (0..2).for_each(|_| drop(scope.spawn(work))));
    let problems = problems.into_inner().expect("no panic");
    assert!(problems.is_empty(), "panics, or takes too long:\n{}", problems.join("\n"));
    // Most of them are requests; otherwise nothing was tested.
    assert!(read.into_inner() > requests.len() / 3, "of {}", requests.len());
}
