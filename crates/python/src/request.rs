//! An error in a request that cannot be read: the field, and what it takes, by the schema of the question.

use ishitori::engines::answers::Question;
use ishitori::engines::words::Mistake;
use serde_json::Value;

/// What a field takes, in the words of [`Mistake::WrongKind`].
fn kinds(schema: &Value) -> Vec<String> {
    if let Some(branches) = schema.get("anyOf").or(schema.get("oneOf")).and_then(Value::as_array) {
        let mut all: Vec<String> = branches.iter().flat_map(kinds).collect();
        all.dedup();
        return all;
    }
    let types: Vec<&str> = match schema.get("type") {
        Some(Value::String(name)) => vec![name],
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let finer = |name: &str| {
        let items = schema.pointer("/items/type").and_then(Value::as_str);
        let natural = schema.get("minimum").and_then(Value::as_f64) == Some(0.0);
        let word = schema.get("format").and_then(Value::as_str);
        match (name, items, word) {
            ("array", Some("integer"), _) => "integers",
            ("array", Some("string"), _) => "strings",
            ("integer", _, Some("uint32")) => "natural32",
            ("integer", ..) if natural => "natural",
            _ => return name.to_string(),
        }
        .to_string()
    };
    types.into_iter().filter(|name| *name != "null").map(finer).collect()
}

/// Whether a value is of a kind that its field takes; always, where the schema names no kinds.
fn fits(value: &Value, schema: &Value) -> bool {
    let kinds = kinds(schema);
    let of = |kind: &String| match kind.as_str() {
        "integer" => value.is_i64() || value.is_u64(),
        "natural" => value.is_u64(),
        "natural32" => value.as_u64().is_some_and(|n| n <= u64::from(u32::MAX)),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integers" => value.as_array().is_some_and(|all| all.iter().all(Value::is_number)),
        "strings" => value.as_array().is_some_and(|all| all.iter().all(Value::is_string)),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => true,
    };
    kinds.is_empty() || kinds.iter().any(of)
}

/// An error in a request that `reads` refuses.
pub fn fault(
    question: &str,
    schema: &Value,
    request: &Value,
    reads: impl Fn(&Value) -> bool,
) -> Mistake {
    let question = question.to_string();
    let (Some(fields), Some(given)) =
        (schema.get("properties").and_then(Value::as_object), request.as_object())
    else {
        return Mistake::Request { question };
    };
    if let Some(field) = given.keys().find(|field| !fields.contains_key(*field)) {
        let fields = fields.keys().cloned().collect();
        return Mistake::UnknownField { question, field: field.clone(), fields };
    }
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
    let mut required = required.filter_map(Value::as_str);
    if let Some(field) = required.find(|field| !given.contains_key(*field)) {
        return Mistake::MissingField { question, field: field.to_string() };
    }
    if let Some((field, _)) = given.iter().find(|(field, value)| !fits(value, &fields[*field])) {
        return Mistake::WrongKind { question, field: field.clone(), kinds: kinds(&fields[field]) };
    }
    // The field without which, or with a value that any field of its kind takes, the request can be read.
    let blamed = given.keys().find(|field| {
        let others = |value: Option<Value>| {
            let mut changed = given.clone();
            match value {
                Some(value) => changed.insert((*field).clone(), value),
                None => changed.remove(*field),
            };
            reads(&Value::Object(changed))
        };
        let samples =
            [None, Some(Value::from(1)), Some(Value::from("1")), Some(Value::from(vec![1]))];
        samples.into_iter().any(others)
    });
    match blamed {
        Some(field) => {
            Mistake::WrongKind { question, field: field.clone(), kinds: kinds(&fields[field]) }
        }
        None => Mistake::Request { question },
    }
}

/// The schema of the requests of a question.
pub fn schema(name: &str) -> &'static Value {
    Question::schemas(name).map_or(&Value::Null, |schemas| &schemas.request)
}
