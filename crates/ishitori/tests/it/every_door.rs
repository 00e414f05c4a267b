//! The same answer through every front end: the library, the command line and the server.

use std::time::Duration;

use crate::common::server::{Server, encoded};
use crate::common::{ishitori, stderr, stdout};
use ishitori_answers::{Answered, Context, Question};
use ishitori_values::Budget;
use ishitori_words::{Describe, Lang, Text};
use serde_json::{Value, json};

/// A question: its name, its request, and its command line.
struct Asked {
    name: &'static str,
    request: Value,
    line: Vec<String>,
}

fn all() -> Vec<Asked> {
    let asked = |name, request, line: &[&str]| {
        let line = line.iter().map(|word| word.to_string()).collect();
        Asked { name, request, line }
    };
    let by_hand = vec![
        asked("grundy", json!({"rule": "0.77", "to": 90}), &["grundy", "0.77", "--to", "90"]),
        asked(
            "grundy",
            json!({"rule": "kayles", "to": 9, "end": "misere"}),
            &["grundy", "kayles", "--to", "9", "--end", "misere"],
        ),
        asked("period", json!({"rule": "0.07"}), &["period", "0.07"]),
        asked(
            "period",
            json!({"rule": "0.07", "claim": "53,68"}),
            &["period", "0.07", "--claim", "53,68"],
        ),
        asked(
            "period",
            json!({"sequence": "1,2,3,4,5,6,4,5,6,4,5,6"}),
            &["period", "--sequence", "1,2,3,4,5,6,4,5,6,4,5,6"],
        ),
        asked(
            "outcomes",
            json!({"rule": "lib:thirty-one", "set": ["m=2..4"], "to": 12}),
            &["outcomes", "lib:thirty-one", "--set", "m=2..4", "--to", "12"],
        ),
        asked(
            "table",
            json!({"rule": "lib:chocolate", "set": ["k=2..4"], "to": [4, 12]}),
            &["table", "lib:chocolate", "--set", "k=2..4", "--to", "4,12"],
        ),
        asked(
            "period",
            json!({"rule": "chocolate:3", "row": ["y=2"], "limit": 90}),
            &["period", "chocolate:3", "--row", "y=2", "--limit", "90"],
        ),
        asked(
            "outcomes",
            json!({"rule": "sub:2,3", "end": "mod2:LR", "to": 30}),
            &["outcomes", "sub:2,3", "--end", "mod2:LR", "--to", "30"],
        ),
        asked(
            "values",
            json!({"rule": "sub:2,3", "end": "mod2:LR", "to": 9}),
            &["values", "sub:2,3", "--end", "mod2:LR", "--to", "9"],
        ),
        asked(
            "values",
            json!({"rule": "sub:3,4", "terminal": "0=1,1=-1,2=*", "to": 12}),
            &["values", "sub:3,4", "--terminal", "0=1,1=-1,2=*", "--to", "12"],
        ),
        asked(
            "values-sweep",
            json!({"min": 2, "max": 4, "heaps": 60}),
            &["values-sweep", "--min", "2", "--max", "4", "--heaps", "60"],
        ),
        asked("eval", json!({"expression": "mex(0,1,3)"}), &["eval", "mex(0,1,3)"]),
        asked("eval", json!({"expression": "'{-1|1}'"}), &["eval", "'{-1|1}'"]),
        asked("eval", json!({"expression": "'{-1|1}' === 0"}), &["eval", "'{-1|1}' === 0"]),
        asked("eval", json!({"expression": "{2||1|0} + *"}), &["eval", "{2||1|0} + *"]),
        asked("eval", json!({"expression": "Thermograph({3|1})"}), &["eval", "Thermograph({3|1})"]),
        asked(
            "position",
            json!({"game": "domineering", "position": "...|..."}),
            &["position", "domineering", "...|..."],
        ),
        asked(
            "position",
            json!({"game": "amazons", "position": "x..|..o", "moves": true}),
            &["position", "amazons", "x..|..o", "--moves"],
        ),
        asked(
            "position",
            json!({"game": "node-kayles", "position": "cycle:7", "misere": true}),
            &["position", "node-kayles", "cycle:7", "--misere"],
        ),
        asked(
            "explain",
            json!({"rule": "clobber", "position": "xo.|.xo"}),
            &["explain", "clobber", "xo.|.xo"],
        ),
        asked(
            "census",
            json!({"game": "clobber", "position": "1x4"}),
            &["census", "clobber", "1x4"],
        ),
        asked("games", json!({"name": "konane"}), &["games", "konane"]),
        asked("misere", json!({"game": "*[3,2]+*2"}), &["misere", "*[3,2]+*2"]),
        asked("misere", json!({"game": "kayles", "position": "4+5"}), &["misere", "kayles", "4+5"]),
        asked(
            "table",
            json!({"rule": "chocolate:3", "to": [4, 12], "transpose": true}),
            &["table", "chocolate:3", "--to", "4,12", "--transpose"],
        ),
        asked(
            "table",
            json!({"rule": "wythoff", "to": [9, 9], "show": "p-positions"}),
            &["table", "wythoff", "--to", "9,9", "--show", "p-positions"],
        ),
        asked(
            "conjecture",
            json!({"rule": "chocolate:2", "formula": "y xor z", "to": [9, 20], "prove": true}),
            &["conjecture", "chocolate:2", "y xor z", "--to", "9,20", "--prove"],
        ),
        asked(
            "conjecture",
            json!({"rule": "lib:thirty-one", "fit": true, "prove": true, "learn": "outcomes"}),
            &["conjecture", "lib:thirty-one", "--fit", "--prove", "--learn", "outcomes"],
        ),
        asked(
            "quotient",
            json!({"rule": "sub:2,3", "end": "mod2:LR"}),
            &["quotient", "sub:2,3", "--end", "mod2:LR"],
        ),
        asked(
            "quotient",
            json!({"rule": "sub:3,5", "end": "mod2:LR"}),
            &["quotient", "sub:3,5", "--end", "mod2:LR"],
        ),
        asked("games", json!({}), &["games"]),
        asked("atlas", json!({}), &["atlas", "search"]),
        asked(
            "atlas",
            json!({"condition": "order = 40 and period < 10", "limit": 3}),
            &["atlas", "search", "order = 40 and period < 10", "--limit", "3"],
        ),
        asked(
            "atlas",
            json!({"sequence": "LRLNNLPL", "at": 0, "table": "ending,quotients"}),
            &[
                "atlas",
                "search",
                "--sequence",
                "LRLNNLPL",
                "--at",
                "0",
                "--table",
                "ending,quotients",
            ],
        ),
        asked(
            "atlas",
            json!({"code": "kayles", "table": "octal"}),
            &["atlas", "search", "--code", "kayles", "--table", "octal"],
        ),
        asked(
            "explain",
            json!({"rule": "nim", "position": "3+4+5", "end": "misere"}),
            &["explain", "nim", "3+4+5", "--end", "misere"],
        ),
        asked(
            "explain",
            json!({"rule": "chocolate:3", "position": "(3,10)+(1,4)"}),
            &["explain", "chocolate:3", "(3,10)+(1,4)"],
        ),
        asked(
            "explain",
            json!({"rule": "string", "position": "7.3+5.9", "end": "mod2:LR"}),
            &["explain", "string", "7.3+5.9", "--end", "mod2:LR"],
        ),
        asked(
            "sweep",
            json!({"min": 2, "max": 9, "where": "has_R", "count": ["period > 5"], "check": ["carret"]}),
            &[
                "sweep",
                "--min",
                "2",
                "--max",
                "9",
                "--where",
                "has_R",
                "--count",
                "period > 5",
                "--check",
                "carret",
            ],
        ),
        asked(
            "quotient-sweep",
            json!({"octal": 1, "each": "30s", "to": 12}),
            &["quotient-sweep", "--octal", "1", "--each", "30s", "--to", "12"],
        ),
        asked(
            "code-sweep",
            json!({"octal": 2, "limit": 2000}),
            &["sweep", "--octal", "2", "--limit", "2000"],
        ),
        asked(
            "game-sweep",
            json!({"rule": "chocolate", "set": ["k=1..4"], "row": ["y=2"], "limit": 200}),
            &["sweep", "chocolate", "--set", "k=1..4", "--row", "y=2", "--limit", "200"],
        ),
        asked(
            "game-sweep",
            json!({"rule": "chocolate", "set": ["k=1..4"], "ask": "table", "to": "2,9",
                   "where": "k > 1", "list": true}),
            &[
                "sweep",
                "chocolate",
                "--set",
                "k=1..4",
                "--ask",
                "table",
                "--to",
                "2,9",
                "--where",
                "k > 1",
                "--rows",
            ],
        ),
        asked(
            "code-sweep",
            json!({"hexadecimal": 1, "limit": 300, "list": true}),
            &["sweep", "--hexadecimal", "1", "--limit", "300", "--list"],
        ),
    ];
    // Questions whose commands are made from their requests.
    let registered = Question::NAMES.iter().flat_map(|name| {
        let requests = Question::examples(name).into_iter();
        requests.zip(Question::command_lines(name)).map(|(request, line)| Asked {
            name,
            request,
            line,
        })
    });
    by_hand.into_iter().chain(registered).collect()
}

/// Questions that the command line does not ask in one go; library and server are compared.
const NOT_ON_THE_COMMAND_LINE: [&str; 4] = ["family/size", "family/rows", "family/places", "play"];

fn without_command_line() -> Vec<Asked> {
    let asked = |name, request| Asked { name, request, line: Vec::new() };
    vec![
        asked("family/size", json!({"min": 2, "max": 20, "min-size": 3, "with": [5]})),
        asked("family/rows", json!({"min": 2, "max": 9, "from": 3, "count": 20, "to": 50})),
        asked("family/places", json!({"min": 2, "max": 9, "where": "has_P and size > 2"})),
        asked("play", json!({"rule": "31game", "position": "31", "moves": [2], "seed": 5})),
        asked(
            "play",
            json!({"rule": "sub:2,3", "position": "12+9", "end": "mod2:LR", "first": "you", "seed": 5}),
        ),
    ]
}
/// Pictures, which are files on a command line; they are compared below.
const PICTURES: &str = "draw/";
/// Questions about a file, which have tests of their own below.
const ABOUT_FILES: [&str; 3] = ["check", "fmt", "merge"];

/// The answer of the library, as a caller gets it.
fn of_library(asked: &Asked, text: Text) -> Value {
    let question = Question::read(asked.name, asked.request.clone());
    let question = question.expect("a question of this name").expect("a request");
    let mut context = Context::new(Budget::unlimited().with_memory(1 << 30));
    context.threads = 1;
    let mut answer = question.answer(&context).expect("an answer");
    answer.localize(&text);
    assert_ne!(answer.finish(), ishitori_answers::Finish::Partial, "{}", asked.name);
    timeless(serde_json::to_value(&answer).expect("JSON"))
}

/// The answer but for how long it took.
fn timeless(mut answer: Value) -> Value {
    if let Some(object) = answer.as_object_mut() {
        object.remove("seconds");
    }
    answer
}

/// The parameters of a request, as an address has them.
fn query(request: &Value) -> String {
    let mut pairs = Vec::new();
    for (name, value) in request.as_object().expect("an object") {
        let texts = match value {
            Value::Array(list) if list.iter().all(Value::is_number) => {
                vec![list.iter().map(Value::to_string).collect::<Vec<_>>().join(",")]
            }
            Value::Array(list) => list.iter().map(plain).collect(),
            value => vec![plain(value)],
        };
        pairs.extend(texts.iter().map(|text| format!("{name}={}", encoded(text))));
    }
    pairs.join("&")
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_string)
}

#[test]
fn the_same_answer_through_every_door() {
    let server = Server::patient();
    for asked in all() {
        for (lang, tag) in [(Lang::En, "en"), (Lang::Ja, "ja")] {
            let mut line: Vec<&str> = asked.line.iter().map(String::as_str).collect();
            line.extend(["--json", "--threads", "1", "--lang", tag]);
            let output = ishitori(&line);
            let what = format!("{line:?}: {}", stderr(&output));
            let printed: Value = serde_json::from_str(stdout(&output)).expect(&what);
            assert_eq!(timeless(printed), of_library(&asked, Text::new(lang)), "{what}");

            let path = format!("/api/v1/{}?{}&lang={tag}", asked.name, query(&asked.request));
            let reply = server.whole(&path);
            assert_eq!(reply.status, 200, "{path}: {}", reply.text());
            assert_eq!(timeless(reply.json()), of_library(&asked, Text::for_json(lang)), "{path}");
        }
    }
}

/// Asks every question with so little time: what is whole, or says that it is not, or is refused is right. How many say
/// that they are not whole.
fn cut_short(micros: u64) -> usize {
    let (mut partial, mut silent) = (0, Vec::new());
    for asked in all() {
        let question = Question::read(asked.name, asked.request.clone()).unwrap().unwrap();
        let time = Duration::from_micros(micros);
        let mut context = Context::new(Budget::unlimited().with_memory(1 << 30).with_time(time));
        (context.threads, context.timed) = (1, true);
        let Ok(mut answer) = question.answer(&context) else { continue };
        if answer.finish() == ishitori_answers::Finish::Partial {
            partial += 1;
            continue;
        }
        answer.localize(&Text::new(Lang::En));
        let answered = timeless(serde_json::to_value(&answer).expect("JSON"));
        let whole = of_library(&asked, Text::new(Lang::En));
        if answered != whole {
            let what = format!("{} {} in {micros} µs", asked.name, asked.request);
            silent.push(format!("{what}\n{answered}\n{whole}"));
        }
    }
    assert!(silent.is_empty(), "{}", silent.join("\n"));
    partial
}

#[test]
fn an_answer_without_time_says_so() {
    assert!(cut_short(0) > 2);
}

/// Where the limit comes in between depends on the machine, so this is for `--ignored`, again and again.
#[test]
#[ignore = "a search for omissions, whose places depend on the machine"]
fn an_answer_that_is_cut_short_says_so() {
    for step in 0..40 {
        for micros in [300, 1000, 3000, 10_000, 30_000] {
            cut_short(micros + step * micros / 37);
        }
    }
}

/// Questions without a command have the same answer in the library and at the server.
#[test]
fn the_same_answer_through_library_and_server() {
    let server = Server::patient();
    for asked in without_command_line() {
        assert!(NOT_ON_THE_COMMAND_LINE.contains(&asked.name));
        for (lang, tag) in [(Lang::En, "en"), (Lang::Ja, "ja")] {
            let path = format!("/api/v1/{}?{}&lang={tag}", asked.name, query(&asked.request));
            let reply = server.whole(&path);
            assert_eq!(reply.status, 200, "{path}: {}", reply.text());
            let question = Question::read(asked.name, asked.request.clone()).unwrap().unwrap();
            let mut answer = question.answer(&Context::new(Budget::unlimited())).unwrap();
            answer.localize(&Text::for_json(lang));
            match answer.bytes() {
                Some(bytes) => assert!(reply.body == bytes, "{path}"),
                None => assert_eq!(reply.json(), serde_json::to_value(&answer).unwrap(), "{path}"),
            }
        }
    }
}

/// Rows are the same bytes from the library, on a command line and from the server.
#[test]
fn rows_through_every_door() {
    let server = Server::patient();
    let commands: &[(&str, Value, &[&str])] = &[
        (
            "outcomes",
            json!({"rule": "sub:2,3", "end": "mod2:LR", "to": 30}),
            &["outcomes", "sub:2,3", "--end", "mod2:LR", "--to", "30"],
        ),
        (
            "table",
            json!({"rule": "chocolate:3", "to": [4, 12]}),
            &["table", "chocolate:3", "--to", "4,12"],
        ),
        (
            "sweep",
            json!({"min": 2, "max": 9, "where": "has_R"}),
            &["sweep", "--min", "2", "--max", "9", "--where", "has_R"],
        ),
        (
            "quotient-sweep",
            json!({"octal": 1, "each": "30s", "to": 12}),
            &["quotient-sweep", "--octal", "1", "--each", "30s", "--to", "12"],
        ),
    ];
    for (name, request, line) in commands {
        // These say nothing about how they were made, which differs between front ends.
        for format in ["csv", "tsv", "markdown", "jsonl"] {
            let output = ishitori(&[*line, &["--format", format]].concat());
            assert!(output.status.success(), "{line:?}: {}", stderr(&output));
            let path = format!("/api/v1/{name}?{}&format={format}", query(request));
            let reply = server.whole(&path);
            assert_eq!(reply.text(), stdout(&output), "{path}");
            let mut asked = request.clone();
            if name.contains("sweep") {
                asked["list"] = json!(true);
            }
            let question = Question::read(name, asked).unwrap().unwrap();
            let answer = question.answer(&Context::new(Budget::unlimited())).unwrap();
            let mut rows = Vec::new();
            let known = format.parse().unwrap();
            answer.rows().unwrap().write_as(known, None, &mut rows).unwrap();
            assert_eq!(String::from_utf8(rows).unwrap(), stdout(&output), "{name} {format}");
        }
        let path = format!("/api/v1/{name}?{}&format=parquet", query(request));
        let reply = server.whole(&path);
        assert!(reply.body.starts_with(b"PAR1") && reply.body.ends_with(b"PAR1"), "{path}");
    }
}

#[test]
fn every_question_is_compared() {
    let all: Vec<Asked> = all().into_iter().chain(without_command_line()).collect();
    for name in Question::NAMES {
        let here = all.iter().any(|asked| asked.name == *name);
        let elsewhere = ABOUT_FILES.contains(name) || name.starts_with(PICTURES);
        assert!(here || elsewhere, "{name} is not compared");
    }
}

/// What can be read from its JSON is the same again: answers are plain data.
#[test]
fn requests_survive_json() {
    for asked in all() {
        let question = Question::read(asked.name, asked.request.clone()).unwrap().unwrap();
        let text = serde_json::to_string(&question).unwrap();
        let again: Question = serde_json::from_str(&text).unwrap();
        assert_eq!(question, again, "{text}");
    }
}

/// A certificate is checked alike wherever it comes from, a forged one too.
#[test]
fn certificates_through_every_door() {
    let server = Server::patient();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("kayles.json");
    let made = ishitori(&["period", "0.77", "--certificate", file.to_str().unwrap()]);
    assert!(made.status.success(), "{}", stderr(&made));
    let good = std::fs::read_to_string(&file).unwrap();
    for document in [good.replace("\"period\": 12", "\"period\": 24"), good] {
        std::fs::write(&file, &document).unwrap();
        let asked =
            Asked { name: "check", request: json!({"document": document}), line: Vec::new() };
        let output = ishitori(&["check", file.to_str().unwrap(), "--json"]);
        let printed: Value = serde_json::from_str(stdout(&output)).unwrap();
        assert_eq!(printed, of_library(&asked, Text::new(Lang::En)));
        let headers = [("Content-Type", "application/json")];
        let reply = server.send("POST", "/api/v1/check", &headers, document.as_bytes());
        assert_eq!(reply.json(), of_library(&asked, Text::for_json(Lang::En)));
    }
}

/// The certificate of values is the same document from the library, from a file of the command line and
/// from the server.
#[test]
fn certificates_of_values_through_every_door() {
    let server = Server::patient();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("values.json");
    let asked = ["--end", "mod2:LR", "--terminal", "L=1,R=0", "--to", "4"];
    let line = [&["values", "sub:4,5"], &asked[..], &["--certificate", file.to_str().unwrap()]];
    let made = ishitori(&line.concat());
    assert!(made.status.success(), "{}", stderr(&made));
    let document = std::fs::read_to_string(&file).unwrap();
    let request = json!({"rule": "sub:4,5", "end": "mod2:LR", "terminal": "L=1,R=0", "to": 4});
    let reply = server.whole(&format!("/api/v1/values/certificate?{}", query(&request)));
    assert_eq!(reply.text(), document);
    let mut with = request.clone();
    with["certificate"] = json!(true);
    let question = Question::read("values", with).unwrap().unwrap();
    let answer = question.answer(&Context::new(Budget::unlimited())).unwrap();
    assert_eq!(answer.document(), Some(document.as_str()));
    let headers = [("Content-Type", "application/json")];
    let verdict = server.send("POST", "/api/v1/check", &headers, document.as_bytes()).json();
    assert_eq!(verdict["valid"], true, "{verdict}");
    // Where nothing is proved there is nothing to send, and it is said why.
    let open = json!({"rule": "kayles", "end": "mod2:LR", "to": 4});
    let reply = server.get(&format!("/api/v1/values/certificate?{}", query(&open)));
    assert!((400..500).contains(&reply.status), "{}", reply.text());
    assert!(reply.text().contains("no theorem covers"), "{}", reply.text());
}

/// Records of shards are the same documents, and add up to the same, wherever they come from.
#[test]
fn records_through_every_door() {
    let server = Server::patient();
    let folder = tempfile::tempdir().unwrap();
    let shards = ["1/3", "2/3", "3/3"];
    let (mut files, mut records) = (Vec::new(), Vec::new());
    for (at, shard) in shards.iter().enumerate() {
        let file = folder.path().join(format!("{at}.json")).to_str().unwrap().to_string();
        let line = ["sweep", "--min", "2", "--max", "9", "--shard", shard, "--record", &file];
        let made = ishitori(&line);
        assert!(made.status.success(), "{}", stderr(&made));
        let request = json!({"min": 2, "max": 9, "shard": shard});
        let question = Question::read("sweep", request).unwrap().unwrap();
        let answer = question.answer(&Context::new(Budget::unlimited())).unwrap();
        let record = std::fs::read_to_string(&file).unwrap();
        assert_eq!(answer.document(), Some(&record[..]));
        files.push(file);
        records.push(record);
    }
    let request = json!({"records": records, "names": files});
    let asked = Asked { name: "merge", request: request.clone(), line: Vec::new() };
    let words = ["merge", "--json"].into_iter().chain(files.iter().map(String::as_str));
    let output = ishitori(&words.collect::<Vec<_>>());
    let printed: Value = serde_json::from_str(stdout(&output)).unwrap();
    assert_eq!(printed, of_library(&asked, Text::new(Lang::En)));
    let reply = server.whole(&format!("/api/v1/merge?{}", query(&request)));
    assert_eq!(reply.json(), of_library(&asked, Text::for_json(Lang::En)));
    let whole = ishitori(&["sweep", "--min", "2", "--max", "9", "--json"]);
    assert_eq!(stdout(&output), stdout(&whole));
}

/// A layout is the same wherever the text comes from.
#[test]
fn layouts_through_every_door() {
    let server = Server::patient();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("n.game");
    let name = file.to_str().unwrap();
    let text = "position (n)  both: (n-1) if n>=1";
    std::fs::write(&file, text).unwrap();
    let request = json!({"file": name, "text": text, "check": true});
    let asked = Asked { name: "fmt", request: request.clone(), line: Vec::new() };
    let output = ishitori(&["fmt", name, "--check", "--json"]);
    let printed: Value = serde_json::from_str(stdout(&output)).unwrap();
    assert_eq!(printed, of_library(&asked, Text::new(Lang::En)));
    let reply = server.whole(&format!("/api/v1/fmt?{}", query(&request)));
    assert_eq!(reply.json(), of_library(&asked, Text::for_json(Lang::En)));
}

/// Pictures are the same bytes from the library, from a file of the command line and from the
/// server.
#[test]
fn pictures_through_every_door() {
    let server = Server::patient();
    let folder = tempfile::tempdir().unwrap();
    let pictures: &[(&str, Value, &[&str])] = &[
        ("scatter", json!({"rule": "0.77", "to": 90}), &["scatter", "0.77", "--to", "90"]),
        ("table", json!({"rule": "0.07", "to": 90}), &["table", "0.07", "--to", "90"]),
        (
            "grid",
            json!({"rule": "chocolate:3", "to": [4, 12]}),
            &["grid", "chocolate:3", "--to", "4,12"],
        ),
        (
            "grid",
            json!({"rule": "chocolate:3", "to": [2, 8], "steps": true}),
            &["grid", "chocolate:3", "--to", "2,8", "--steps"],
        ),
        (
            "grid",
            json!({"rule": "lib:chocolate", "to": [2, 8], "set": ["k=2..4"]}),
            &["grid", "lib:chocolate", "--to", "2,8", "--set", "k=2..4"],
        ),
        (
            "graph",
            json!({"rule": "sub:1-3", "to": [8], "labels": "turns"}),
            &["graph", "sub:1-3", "--to", "8", "--labels", "turns"],
        ),
        ("thermograph", json!({"expression": "{3|1||-2}"}), &["thermograph", "{3|1||-2}"]),
        ("tree", json!({"expression": "{3|1||-2}"}), &["tree", "{3|1||-2}"]),
        ("graph", json!({"rule": "sub:1-3", "to": [8]}), &["graph", "sub:1-3", "--to", "8"]),
        (
            "bar",
            json!({"rule": "chocolate:3", "position": "(2,7)", "cut": "(1,4)"}),
            &["bar", "chocolate:3", "(2,7)", "--cut", "(1,4)"],
        ),
        (
            "board",
            json!({"game": "clobber", "position": "xo.|.xo", "move": "a2-b2", "values": true}),
            &["board", "clobber", "xo.|.xo", "--move", "a2-b2", "--values"],
        ),
        (
            "automaton",
            json!({"rule": "lib:end-nim", "learn": "outcomes"}),
            &["automaton", "lib:end-nim", "--learn", "outcomes"],
        ),
        (
            "monoid",
            json!({"rule": "sub:2,3", "end": "mod2:LR"}),
            &["monoid", "sub:2,3", "--end", "mod2:LR"],
        ),
        (
            "cayley",
            json!({"rule": "sub:2,3", "end": "mod2:LR"}),
            &["cayley", "sub:2,3", "--end", "mod2:LR"],
        ),
    ];
    let strips = json!({"min": 2, "max": 7, "min-size": 2, "chart-to": 30});
    let line: &[&str] =
        &["sweep", "--min", "2", "--max", "7", "--min-size", "2", "--chart-to", "30"];
    for (kind, request, line) in pictures.iter().chain([&("strips", strips, line)]) {
        for format in ["svg", "png", "pdf", "tex"] {
            let file = folder.path().join(format!("{kind}.{format}"));
            let name = file.to_str().unwrap();
            let mut words = line.to_vec();
            match *kind {
                "strips" => words.extend(["--chart", name]),
                _ => words = [&["draw"], *line, &["--output", name]].concat(),
            }
            words.extend(["--lang", "ja"]);
            let output = ishitori(&words);
            assert!(output.status.success(), "{words:?}: {}", stderr(&output));
            let written = std::fs::read(&file).unwrap();

            let mut asked = request.clone();
            asked["format"] = json!(format);
            let question = Question::read(&format!("draw/{kind}"), asked).unwrap().unwrap();
            let mut context = Context::new(Budget::unlimited());
            context.captions = Some(std::sync::Arc::new(Text::new(Lang::Ja)));
            let answer = question.answer(&context).unwrap();
            assert!(answer.bytes() == Some(&written), "{kind}.{format}: library and file");

            let path = format!("/api/v1/draw/{kind}.{format}?{}&lang=ja", query(request));
            let reply = server.whole(&path);
            assert_eq!(reply.status, 200, "{path}: {}", reply.text());
            assert!(reply.body == written, "{path}: server and file");
        }
    }
}
