//! The schemas of requests and answers, and the list of questions, are what the types say.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use ishitori_answers::shape::{Field, Kind};
use ishitori_answers::{Question, Registration};
use serde_json::{Value, json};

/// Set to `update` to write the files again.
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
        let description = property["description"].as_str().unwrap_or_default().replace('\n', " ");
        let needed = match (required.iter().any(|known| known == name), &property["default"]) {
            (true, _) => " **required**".to_string(),
            (false, Value::Null) => String::new(),
            (false, default) => format!(" Default: `{default}`."),
        };
        let kind = kind(property, schema).replace('|', "\\|");
        let _ =
            writeln!(out, "| `{name}` | {kind} | {}{needed} |", description.replace('|', "\\|"));
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
        if let Some(example) = Question::examples(name).first() {
            let _ = writeln!(out, "For example `{example}`.\n");
        }
        let _ = writeln!(out, "Request:\n");
        fields(&request, &mut out);
        let _ = writeln!(out, "Answer: {}\n", answer["description"].as_str().unwrap_or_default());
        fields(&answer, &mut out);
    }
    hold(&docs().join("questions.md"), &(out.trim_end().to_string() + "\n"));
}

/// The questions whose commands are made from their requests, with the fields that have no name on the command line.
fn with_commands()
-> impl Iterator<Item = (&'static str, &'static Registration, &'static [&'static str])> {
    Question::REGISTERED.iter().filter_map(|(name, found)| Some((*name, found, found.command?)))
}

/// The part of `docs/api.md` about them.
#[test]
fn the_addresses_of_registered_questions_are_documented() {
    const MARKS: [&str; 2] = ["<!-- registered -->\n", "<!-- /registered -->"];
    let mut out = String::from("| command | parameters | bounds |\n|---|---|---|\n");
    for (name, found, unnamed) in with_commands() {
        let field = |field: Field| match unnamed.contains(&field.name) {
            true => format!("*{}*", field.name),
            false => format!("`{}`", field.name),
        };
        let parameters: Vec<String> = Question::shape(name).unwrap().fields().map(field).collect();
        let bounds = found.addresses.iter().flat_map(|address| address.bounds.iter());
        let bounds: Vec<String> = bounds.map(|(name, most)| format!("`{name}` ≤ {most}")).collect();
        let _ = writeln!(out, "| `{name}` | {} | {} |", parameters.join(", "), bounds.join(", "));
    }
    let path = docs().join("api.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = text.split_once(MARKS[0]).expect("a mark");
    let (_, after) = rest.split_once(MARKS[1]).expect("a mark");
    hold(&path, &format!("{before}{}{out}{}{after}", MARKS[0], MARKS[1]));
}

/// Functions of the Python package that are written by hand, because they take more.
const BY_HAND: [&str; 2] = ["identify", "tour"];

/// The functions of the Python package that ask the others.
#[test]
fn python_has_the_registered_questions() {
    let mut out = String::from(
        "\"\"\"Questions whose functions are made from their requests, by the tests of `ishitori-answers`.\"\"\"\n\n\
         from __future__ import annotations\n\n\
         from collections.abc import Iterable\n\
         from typing import Any\n\n\
         from ._ask import Answer, finished, request\n\n",
    );
    let made = || with_commands().filter(|(name, ..)| !BY_HAND.contains(name));
    let names: Vec<String> =
        made().map(|(name, ..)| format!("\"{}\"", name.replace('-', "_"))).collect();
    let _ = writeln!(out, "__all__ = [{}]", names.join(", "));
    for (name, _, unnamed) in made() {
        let shape = Question::shape(name).unwrap();
        let kind = |field: &Field| match field.kind {
            Kind::Text => "str",
            Kind::Rule => "object",
            Kind::Number => "int",
            Kind::Flag => "bool",
            Kind::Texts => "Iterable[str]",
            Kind::Numbers => "Iterable[int]",
        };
        let python = |field: &Field| match field.name {
            "with" | "from" => format!("{}_", field.name),
            name => name.replace('-', "_"),
        };
        let value = |field: &Field| match (field.kind, field.required) {
            (Kind::Rule, true) => format!("str({})", python(field)),
            (Kind::Rule, false) => format!("None if {0} is None else str({0})", python(field)),
            (Kind::Texts | Kind::Numbers, true) => format!("list({})", python(field)),
            (Kind::Texts | Kind::Numbers, false) => {
                format!("None if {0} is None else list({0})", python(field))
            }
            _ => python(field),
        };
        let mut parameters: Vec<String> = Vec::new();
        let (plain, options): (Vec<Field>, Vec<Field>) =
            shape.fields().partition(|field| unnamed.contains(&field.name));
        let parameter = |field: &Field| match field.required {
            true => format!("{}: {}", python(field), kind(field)),
            false => format!("{}: {} | None = None", python(field), kind(field)),
        };
        parameters.extend(plain.iter().map(parameter));
        if !options.is_empty() {
            parameters.push("*".to_string());
        }
        parameters.extend(options.iter().map(parameter));
        parameters.push("**options: Any".to_string());
        let function = name.replace('-', "_");
        let signature = match parameters.as_slice() {
            [only] => only.clone(),
            all => {
                let lines: String = all.iter().map(|each| format!("    {each},\n")).collect();
                format!("\n{lines}")
            }
        };
        let _ = writeln!(out, "\n\ndef {function}({signature}) -> Answer:");
        let _ = writeln!(out, "    \"\"\"{}\"\"\"", shape.description().replace('\n', " "));
        let fields: Vec<String> = shape
            .fields()
            .map(|field| format!("        \"{}\": {},\n", python(&field), value(&field)))
            .collect();
        match fields.is_empty() {
            true => out.push_str("    fields: dict[str, Any] = {}\n"),
            false => {
                let _ = writeln!(out, "    fields: dict[str, Any] = {{\n{}    }}", fields.concat());
            }
        }
        let _ = writeln!(out, "    return finished(request(Answer, \"{name}\", options, fields))");
    }
    let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../python/ishitori");
    hold(&package.join("_asked.py"), &out);
}

/// Every question has an example but those about files, and every example is a request.
#[test]
fn every_question_has_an_example() {
    for name in Question::NAMES {
        let examples = Question::examples(name);
        assert_eq!(examples.is_empty(), matches!(*name, "check" | "merge"), "{name}");
        for example in examples {
            let mut request = example.clone();
            if name.starts_with("draw/") {
                request["format"] = json!("svg");
            }
            let read = Question::read(name, request).unwrap();
            assert!(read.is_ok(), "{name} {example}: {}", read.unwrap_err());
        }
    }
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
