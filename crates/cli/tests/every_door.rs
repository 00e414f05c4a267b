//! The same answer through every door: the library, the command line and the server.

mod common;
#[path = "common/server.rs"]
mod server;

use common::{ishitori, stderr, stdout};
use ishitori_answers::{Answered, Context, Question};
use ishitori_values::Budget;
use ishitori_words::{InWords, Lang, Text};
use serde_json::{Value, json};
use server::{Server, encoded};

/// A question: its name, its request, and its command line.
struct Asked {
    name: &'static str,
    request: Value,
    line: &'static [&'static str],
}

fn all() -> Vec<Asked> {
    let asked = |name, request, line| Asked { name, request, line };
    vec![
        asked("grundy", json!({"rule": "0.77", "to": 90}), &["grundy", "0.77", "--to", "90"]),
        asked(
            "grundy",
            json!({"rule": "kayles", "to": 9, "end": "misere"}),
            &["grundy", "kayles", "--to", "9", "--end", "misere"],
        ),
        asked(
            "identify",
            json!({"values": "0,1,2,3,1,4,3,2,1,4,2,6", "most": 2}),
            &["identify", "0,1,2,3,1,4,3,2,1,4,2,6", "--most", "2"],
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
    ]
}

/// Questions that the command line does not have.
const NOT_ON_THE_COMMAND_LINE: [&str; 3] = ["family/size", "family/rows", "family/places"];

/// The answer of the library, as it is told to a caller.
fn of_library(asked: &Asked, text: Text) -> Value {
    let question = Question::read(asked.name, asked.request.clone());
    let question = question.expect("a question of this name").expect("a request");
    let mut context = Context::new(Budget::unlimited().with_memory(1 << 30));
    context.threads = 1;
    let mut answer = question.answer(&context).expect("an answer");
    answer.fill_in(&text);
    assert_ne!(answer.finish(), ishitori_answers::Finish::Partial, "{}", asked.name);
    serde_json::to_value(&answer).expect("JSON")
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
    let server = Server::start();
    for asked in all() {
        for (lang, tag) in [(Lang::En, "en"), (Lang::Ja, "ja")] {
            let mut line = asked.line.to_vec();
            line.extend(["--json", "--threads", "1", "--lang", tag]);
            let output = ishitori(&line);
            let what = format!("{line:?}: {}", stderr(&output));
            let printed: Value = serde_json::from_str(&stdout(&output)).expect(&what);
            assert_eq!(printed, of_library(&asked, Text::new(lang)), "{what}");

            let path = format!("/api/v1/{}?{}&lang={tag}", asked.name, query(&asked.request));
            let reply = server.get(&path);
            assert_eq!(reply.status, 200, "{path}: {}", reply.text());
            assert_eq!(reply.json(), of_library(&asked, Text::for_json(lang)), "{path}");
        }
    }
}

#[test]
fn every_question_is_compared() {
    let all = all();
    for name in Question::NAMES {
        let here = all.iter().any(|asked| asked.name == *name);
        assert!(here || NOT_ON_THE_COMMAND_LINE.contains(name), "{name} is not compared");
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
