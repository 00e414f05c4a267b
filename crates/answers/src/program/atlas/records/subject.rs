//! What a certificate is about, and how strong its claim is.

use std::cmp::Reverse;

use serde_json::Value;

use super::files::folder_name;
use crate::sha256;

/// What a claim is about: records of one subject say more or less about the same question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Subject {
    /// The kind of the claim, as certificates name it: `grundy-period`, `quotient`, ….
    pub kind: String,
    /// The rule as it is typed, if it has a short name: `0.77`, `sub:1,2`.
    pub rule: String,
    /// Who wins when no move is left, for quotients: `misere`, `mod2:LR`, …; empty otherwise.
    pub end: String,
    /// The name of its folder.
    pub folder: String,
}

/// How much a claim says, compared with others about the same subject: of more heaps, forever last; then of least numbers;
/// then smaller numbers; then more about them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Strength {
    up_to: u64,
    least: bool,
    period: Reverse<u64>,
    preperiod: Reverse<u64>,
    more: usize,
}

impl Strength {
    /// Whether it is about all heaps.
    pub fn is_complete(self) -> bool {
        self.up_to == u64::MAX
    }
}

/// What a certificate is about; none if the text is no certificate. What it says is not believed here: the checker decides.
pub(super) fn subject(certificate: &str) -> Option<(Subject, Strength)> {
    let document: Value = serde_json::from_str(certificate).ok()?;
    let (kind, claim) = document["claim"].as_object()?.iter().next()?;
    let rule = &document["rule"];
    // A formula is about itself; other claims are about a rule and its end.
    let question = match kind.as_str() {
        "formula" => canonical(claim),
        _ => canonical(&serde_json::json!([claim["end"], claim["ends"]])),
    };
    let rule_text = rule_text(rule).unwrap_or_else(|| tag(rule).to_string());
    let end = end_text(&claim["end"]);
    let readable = match end.is_empty() || kind == "outcome-period" {
        true => rule_text.clone(),
        false => format!("{rule_text}-{end}"),
    };
    let folder = folder_name(&readable, &format!("{}{question}", canonical(rule)));
    let number = |names: [&str; 2]| names.iter().find_map(|name| claim[*name].as_u64());
    let strength = Strength {
        up_to: claim["up_to"].as_u64().unwrap_or(u64::MAX),
        least: claim["least"].as_bool().unwrap_or(false),
        period: Reverse(number(["period", "step"]).unwrap_or(u64::MAX)),
        preperiod: Reverse(number(["preperiod", "from"]).unwrap_or(u64::MAX)),
        more: ["max_value", "win_lose"].iter().filter(|name| !claim[**name].is_null()).count(),
    };
    let kind: String = kind.chars().filter(|c| c.is_ascii_lowercase() || *c == '-').collect();
    Some((Subject { kind, rule: rule_text, end, folder }, strength))
}

/// The only key of an object.
fn tag(object: &Value) -> &str {
    object.as_object().and_then(|object| object.keys().next()).map_or("", String::as_str)
}

/// A rule as it is typed, where that is a code or a set.
fn rule_text(rule: &Value) -> Option<String> {
    let numbers =
        |list: &Value| -> Option<Vec<u64>> { list.as_array()?.iter().map(Value::as_u64).collect() };
    let joined = |list: &Value| {
        let list: Vec<String> = numbers(list)?.iter().map(u64::to_string).collect();
        Some(list.join(","))
    };
    match tag(rule) {
        "take-and-break" => {
            let digits = numbers(&rule["take-and-break"]["digits"])?;
            let digit =
                |n: &u64| Some(char::from_digit(u32::try_from(*n).ok()?, 16)?.to_ascii_uppercase());
            let digits: String = digits.iter().map(digit).collect::<Option<_>>()?;
            let (whole, rest) = digits.split_at_checked(1)?;
            Some(format!("{whole}.{rest}"))
        }
        "subtraction" => Some(format!("sub:{}", joined(&rule["subtraction"]["set"])?)),
        "all-but" => Some(format!("allbut:{}", joined(&rule["all-but"]["excluded"])?)),
        _ => None,
    }
}

/// An end as it is typed; empty if there is none, or none of a simple kind.
fn end_text(end: &Value) -> String {
    if end == "moves" {
        return "moves".to_string();
    }
    let (Some(letters), Some(repeat)) = (end["letters"].as_str(), end["repeat"].as_u64()) else {
        return String::new();
    };
    match letters {
        "P" => "normal".to_string(),
        "N" => "misere".to_string(),
        letters if letters.len() as u64 == repeat => format!("mod{repeat}:{letters}"),
        letters => format!(
            "table:{}-{}",
            letters.chars().take(20).collect::<String>(),
            &sha256(letters.as_bytes())[..8]
        ),
    }
}

/// A text that is the same for objects with the same fields, in whatever order they stand.
fn canonical(value: &Value) -> String {
    match value {
        Value::Object(object) => {
            let mut fields: Vec<(&String, &Value)> = object.iter().collect();
            fields.sort_by_key(|field| field.0);
            let field =
                |(name, value): &(&String, &Value)| format!("{name:?}:{}", canonical(value));
            format!("{{{}}}", fields.iter().map(field).collect::<Vec<_>>().join(","))
        }
        Value::Array(list) => {
            format!("[{}]", list.iter().map(canonical).collect::<Vec<_>>().join(","))
        }
        plain => plain.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(claim: &str) -> (Subject, Strength) {
        subject(&format!(
            "{{\"rule\":{{\"take-and-break\":{{\"digits\":[0,7,15]}}}},\"claim\":{claim}}}"
        ))
        .unwrap()
    }

    #[test]
    fn more_heaps_and_least_numbers_are_stronger() {
        let period = |rest: &str| of(&format!("{{\"grundy-period\":{{\"preperiod\":71,{rest}}}}}"));
        let (subject, least) = period("\"period\":12,\"saltus\":0,\"least\":true");
        assert_eq!((subject.kind.as_str(), subject.rule.as_str()), ("grundy-period", "0.7F"));
        let (same, any) = period("\"saltus\":0,\"period\":12,\"least\":false");
        assert_eq!(subject, same);
        let (_, double) = period("\"period\":24,\"saltus\":0,\"least\":false");
        let (_, full) = period("\"period\":12,\"saltus\":0,\"least\":true,\"max_value\":9");
        assert!(double < any && any < least && least < full);
        let quotient = |rest: &str| {
            of(&format!(
                "{{\"quotient\":{{\"end\":{{\"letters\":\"N\",\"repeat\":1}},\"order\":4{rest}}}}}"
            ))
        };
        let (short, long) = (quotient(",\"up_to\":9").1, quotient(",\"up_to\":10").1);
        let (subject, all) = quotient(",\"preperiod\":5,\"period\":2");
        assert!(short < long && long < all && all.is_complete());
        assert_eq!(subject.end, "misere");
        assert!(subject.folder.starts_with("0.7F-misere-"));
    }
}
