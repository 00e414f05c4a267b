//! Changes of documents.

use ishitori_certify::{Certificate, check};
use serde_json::{Value, json};

/// The pointers to all values inside a JSON value.
pub fn pointers(value: &Value, at: String, out: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(key, v)| pointers(v, format!("{at}/{key}"), out))
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(i, v)| pointers(v, format!("{at}/{i}"), out))
        }
        _ => {}
    }
    out.push(at);
}

/// Changes every value inside every certificate in every way that [`changes`] knows and sees that none of
/// these documents is accepted; says how many there were.
pub fn reject_every_change(certificates: &[Certificate]) -> usize {
    let mut tried = 0;
    for certificate in certificates {
        let document = serde_json::to_value(certificate).unwrap();
        let mut places = Vec::new();
        pointers(&document, String::new(), &mut places);
        for place in places {
            for new in changes(document.pointer(&place).unwrap()) {
                let mut changed = document.clone();
                *changed.pointer_mut(&place).unwrap() = new.clone();
                assert!(!check(&changed.to_string()).valid, "{place} := {new} in {document}");
                tried += 1;
            }
        }
    }
    tried
}

/// Other values in the place of one.
pub fn changes(old: &Value) -> Vec<Value> {
    let mut new = vec![json!(null), json!("x"), json!([]), json!({}), json!(-1), json!(0.5)];
    match old {
        Value::Bool(b) => new.push(json!(!b)),
        Value::Number(n) => {
            let n = n.as_u64().unwrap();
            let others = [n + 1, n.saturating_sub(1), 2 * n, 3 * n, n / 2, 0, 1, 1 << 40, u64::MAX];
            new.extend(others.into_iter().filter(|&m| m != n).map(|m| json!(m)));
            new.push(serde_json::from_str("1000000000000000000000000000000").unwrap());
        }
        Value::String(word) => {
            new.extend([json!(""), json!(word.to_uppercase() + "a")]);
            for at in 0..word.len().min(80) {
                for letter in ["L", "R", "N", "P", ""] {
                    new.push(json!(format!("{}{letter}{}", &word[..at], &word[at + 1..])));
                }
            }
            new.extend(["L", "R", "N", "P"].map(|letter| json!(format!("{word}{letter}"))));
        }
        Value::Array(items) => {
            for i in 0..items.len() {
                let mut fewer = items.clone();
                fewer.remove(i);
                new.push(Value::Array(fewer));
            }
            new.push(Value::Array([&items[..], &[json!(1)]].concat()));
        }
        Value::Object(fields) => {
            for key in fields.keys() {
                let mut fewer = fields.clone();
                fewer.remove(key);
                new.push(Value::Object(fewer));
            }
            let mut more = fields.clone();
            more.insert("extra".to_owned(), json!(1));
            new.push(Value::Object(more));
        }
        Value::Null => {}
    }
    new.retain(|v| v != old);
    new
}
