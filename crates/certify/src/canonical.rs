//! The canonical text of a certificate and its hash.
//!
//! Canonical: UTF-8 without white space, the keys of every object in the order of their bytes,
//! strings escaped only where JSON demands it, numbers as they stand in the document.

use std::fmt;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::de::{Error, IgnoredAny};
use sha2::{Digest, Sha256};

/// SHA-256, in lower-case hexadecimal, of the canonical text of a document without its top-level
/// field `hash`. O(size); the memory for about twice the text.
///
/// The document has been read before: it follows the format, so that objects hold few fields and are
/// few levels deep, and every number is a whole one.
pub(crate) fn hash(document: &str) -> Result<String, serde_json::Error> {
    let mut text = String::with_capacity(document.len());
    let mut source = serde_json::Deserializer::from_str(document);
    Canonical { out: &mut text, top: true }.deserialize(&mut source)?;
    Ok(Sha256::digest(&text).iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Writes what it reads.
struct Canonical<'o> {
    out: &'o mut String,
    /// Whether this is the document itself, whose field `hash` is left out.
    top: bool,
}

impl<'de> DeserializeSeed<'de> for Canonical<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, source: D) -> Result<(), D::Error> {
        source.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Canonical<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number, a truth value, a text, a list or an object")
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<(), E> {
        self.out.push_str(if value { "true" } else { "false" });
        Ok(())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<(), E> {
        fmt::Write::write_fmt(self.out, format_args!("{value}")).map_err(E::custom)
    }

    // Terms of games on tuples have negative constants.
    fn visit_i64<E: Error>(self, value: i64) -> Result<(), E> {
        fmt::Write::write_fmt(self.out, format_args!("{value}")).map_err(E::custom)
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<(), E> {
        self.out.push_str(&serde_json::to_string(value).map_err(E::custom)?);
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        self.out.push('[');
        let mut first = true;
        loop {
            let comma = self.out.len();
            if !first {
                self.out.push(',');
            }
            if items.next_element_seed(Canonical { out: self.out, top: false })?.is_none() {
                self.out.truncate(comma);
                self.out.push(']');
                return Ok(());
            }
            first = false;
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
        let mut sorted: Vec<(String, String)> = Vec::new();
        while let Some(key) = fields.next_key::<String>()? {
            if self.top && key == "hash" {
                fields.next_value::<IgnoredAny>()?;
                continue;
            }
            let mut text = String::new();
            fields.next_value_seed(Canonical { out: &mut text, top: false })?;
            sorted.push((key, text));
        }
        sorted.sort_unstable();
        self.out.push('{');
        for (i, (key, text)) in sorted.into_iter().enumerate() {
            if i > 0 {
                self.out.push(',');
            }
            Canonical { out: self.out, top: false }.visit_str(&key)?;
            self.out.push(':');
            self.out.push_str(&text);
        }
        self.out.push('}');
        Ok(())
    }
}

/// The envelope of a document, which is read first: its fields `format` and `version`.
#[derive(Default)]
pub(crate) struct Envelope {
    pub(crate) format: Option<Word>,
    pub(crate) version: Option<Word>,
}

/// A scalar, as it is written in JSON; what is not a scalar is only hinted at.
pub(crate) struct Word(pub(crate) String);

impl<'de> Deserialize<'de> for Envelope {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        source.deserialize_any(Anything).map(|found| match found {
            Found::Object(envelope) => envelope,
            Found::Word(_) => Envelope::default(),
        })
    }
}

impl<'de> Deserialize<'de> for Word {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        source.deserialize_any(Anything).map(|found| match found {
            Found::Object(_) => Word("{…}".to_owned()),
            Found::Word(word) => word,
        })
    }
}

enum Found {
    Object(Envelope),
    Word(Word),
}

/// Longer words are cut.
const MAX_WORD: usize = 40;

struct Anything;

impl Anything {
    fn word<E>(text: impl fmt::Display) -> Result<Found, E> {
        Ok(Found::Word(Word(text.to_string())))
    }
}

impl<'de> Visitor<'de> for Anything {
    type Value = Found;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("anything")
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Found, E> {
        Anything::word(value)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Found, E> {
        Anything::word(value)
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Found, E> {
        Anything::word(value)
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Found, E> {
        Anything::word(value)
    }

    fn visit_unit<E: Error>(self) -> Result<Found, E> {
        Anything::word("null")
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Found, E> {
        let shown: String = value.chars().take(MAX_WORD).collect();
        let more = if shown.len() < value.len() { "…" } else { "" };
        Anything::word(format_args!("{shown:?}{more}"))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Found, A::Error> {
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Anything::word("[…]")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Found, A::Error> {
        let mut envelope = Envelope::default();
        while let Some(key) = fields.next_key::<String>()? {
            match key.as_str() {
                "format" => envelope.format = Some(fields.next_value()?),
                "version" => envelope.version = Some(fields.next_value()?),
                _ => drop(fields.next_value::<IgnoredAny>()?),
            }
        }
        Ok(Found::Object(envelope))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    /// The canonical text by way of a tree.
    fn plain(value: &Value, top: bool) -> String {
        match value {
            Value::Array(items) => {
                let items: Vec<String> = items.iter().map(|item| plain(item, false)).collect();
                format!("[{}]", items.join(","))
            }
            Value::Object(fields) => {
                let mut fields: Vec<_> =
                    fields.iter().filter(|(key, _)| !(top && *key == "hash")).collect();
                fields.sort_by(|a, b| a.0.as_bytes().cmp(b.0.as_bytes()));
                let field = |(key, item): (&String, &Value)| {
                    format!("{}:{}", Value::String(key.clone()), plain(item, false))
                };
                let fields: Vec<String> = fields.into_iter().map(field).collect();
                format!("{{{}}}", fields.join(","))
            }
            scalar => scalar.to_string(),
        }
    }

    #[test]
    fn agrees_with_the_tree() {
        let texts = [
            r#"{"b":[1,[],{},[2,{"z":true,"a":"é\"\u0001/"}]],"a":18446744073709551615,"hash":"x"}"#,
            r#"{"hash":1,"é":{"hash":2},"Z":[{"b":1,"a":2}],"a":""}"#,
            "{}",
            "[]",
        ];
        for text in texts {
            let value: Value = serde_json::from_str(text).unwrap();
            let digest = Sha256::digest(plain(&value, true));
            let expected: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!(hash(text).unwrap(), expected, "{text}");
        }
    }
}
