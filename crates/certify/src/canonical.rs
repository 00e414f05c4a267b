//! The canonical text of a certificate and its hash.
//!
//! Canonical: UTF-8 without white space, the keys of every object in the order of their bytes,
//! strings escaped only where JSON demands it, numbers as they stand in the document.

use serde_json::Value;
use sha2::{Digest, Sha256};

/// The canonical text of a document, less the top-level field `hash`. O(size log size).
pub(crate) fn text(document: &Value) -> String {
    let mut out = String::new();
    write(document, true, &mut out);
    out
}

/// SHA-256 of [`text`] in lower-case hexadecimal. O(size).
pub(crate) fn hash(document: &Value) -> String {
    Sha256::digest(text(document)).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn write(value: &Value, top: bool, out: &mut String) {
    match value {
        Value::Array(items) => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                write(item, false, out);
            }
            out.push(']');
        }
        Value::Object(fields) => {
            let mut fields: Vec<_> =
                fields.iter().filter(|(key, _)| !(top && *key == "hash")).collect();
            fields.sort_unstable_by(|a, b| a.0.cmp(b.0));
            out.push('{');
            for (i, (key, item)) in fields.into_iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                out.push_str(&Value::String(key.clone()).to_string());
                out.push(':');
                write(item, false, out);
            }
            out.push('}');
        }
        scalar => out.push_str(&scalar.to_string()),
    }
}
