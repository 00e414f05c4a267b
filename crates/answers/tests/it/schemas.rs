//! The schemas of requests and answers, and the list of questions, are what the types say.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use ishitori_answers::Question;
use serde_json::{Value, json};

/// Set to `update` to write the files anew.
const VARIABLE: &str = "ISHITORI_SCHEMAS";

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// Compares a file with what it should be, or writes it.
fn hold(path: &Path, wanted: &str) {
    if std::env::var(VARIABLE).is_ok_and(|value| value == "update") {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        return std::fs::write(path, wanted).unwrap();
    }
    let found = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        found == wanted,
        "{} is not what the types say; {VARIABLE}=update cargo test -p ishitori-answers --test it schemas",
        path.display()
    );
}

fn schemas(name: &str) -> (Value, Value) {
    let (request, answer) = Question::schemas_of_types(name).expect("a question of this name");
    (request.to_value(), answer.to_value())
}

#[test]
fn every_question_has_a_schema_file() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas");
    for name in Question::NAMES {
        let (request, answer) = schemas(name);
        let both = json!({ "question": name, "request": request, "answer": answer });
        let text = serde_json::to_string_pretty(&both).unwrap() + "\n";
        hold(&folder.join(format!("{name}.json")), &text);
    }
}

/// A type of a schema in a few words.
fn kind(schema: &Value, root: &Value) -> String {
    if let Some(path) = schema["$ref"].as_str() {
        let definition = root.pointer(path.trim_start_matches('#')).unwrap_or(&Value::Null);
        let named = path.rsplit('/').next().unwrap_or_default();
        return match kind(definition, root) {
            kind if kind == "object" => named.to_string(),
            kind => kind,
        };
    }
    if let Some(forms) = schema["anyOf"].as_array() {
        let kinds: Vec<String> = forms.iter().map(|form| kind(form, root)).collect();
        return kinds.join(" or ");
    }
    let words = |list: &Vec<Value>, key: Option<&str>| {
        let word = |value: &Value| match key {
            Some(key) => value[key].clone(),
            None => value.clone(),
        };
        let words: Vec<String> = list.iter().map(|v| format!("`{}`", word(v))).collect();
        words.join(", ")
    };
    if let Some(list) = schema["enum"].as_array() {
        return words(list, None);
    }
    if let Some(forms) = schema["oneOf"].as_array() {
        return match forms.iter().all(|form| form.get("const").is_some()) {
            true => words(forms, Some("const")),
            false => "one of several objects".to_string(),
        };
    }
    match &schema["type"] {
        Value::String(kind) if kind == "array" => {
            format!("list of {}", self::kind(&schema["items"], root))
        }
        Value::String(kind) => kind.clone(),
        Value::Array(kinds) => {
            let kinds: Vec<&str> = kinds.iter().filter_map(Value::as_str).collect();
            kinds.join(" or ")
        }
        _ => "anything".to_string(),
    }
}

fn fields(schema: &Value, out: &mut String) {
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    let Some(properties) = schema["properties"].as_object() else {
        out.push_str("It has several forms, or no fields; see the schema.\n\n");
        return;
    };
    let _ = writeln!(out, "| field | type | |\n|---|---|---|");
    for (name, property) in properties {
        let told = property["description"].as_str().unwrap_or_default().replace('\n', " ");
        let needed = match (required.iter().any(|known| known == name), &property["default"]) {
            (true, _) => " **required**".to_string(),
            (false, Value::Null) => String::new(),
            (false, default) => format!(" Default: `{default}`."),
        };
        let kind = kind(property, schema).replace('|', "\\|");
        let _ = writeln!(out, "| `{name}` | {kind} | {}{needed} |", told.replace('|', "\\|"));
    }
    out.push('\n');
}

#[test]
fn the_list_of_questions_is_current() {
    let mut out = String::from(
        "# Questions and answers\n\n\
         Every question can be asked from the library (`ishitori_answers`), the command line and \
         the server, and has one answer: `--json` and the server send exactly these objects. This \
         list is made from the types; the full schemas are in [schemas](../crates/answers/schemas/).\n\n",
    );
    for name in Question::NAMES {
        let (request, answer) = schemas(name);
        let _ = writeln!(out, "## `{name}`\n");
        let _ = writeln!(out, "{}\n", request["description"].as_str().unwrap_or_default());
        let _ = writeln!(out, "Request:\n");
        fields(&request, &mut out);
        let _ = writeln!(out, "Answer: {}\n", answer["description"].as_str().unwrap_or_default());
        fields(&answer, &mut out);
    }
    hold(&docs().join("questions.md"), &(out.trim_end().to_string() + "\n"));
}

/// A request without what it needs is refused by name, and one with a field too many as well.
#[test]
fn requests_are_strict() {
    for name in Question::NAMES {
        let (request, _) = schemas(name);
        let required = request["required"].as_array().cloned().unwrap_or_default();
        if !required.is_empty() {
            let error = Question::read(name, json!({})).unwrap().unwrap_err().to_string();
            assert!(error.contains("missing field"), "{name}: {error}");
        }
    }
    assert!(Question::read("no-such-question", json!({})).is_none());
    let strange = json!({ "values": "0,1", "stranger": 1 });
    assert!(Question::read("identify", strange).unwrap().is_err());
}
