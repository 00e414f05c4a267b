//! Parameters of an address as the request of a question.

use std::ops::RangeInclusive;

use ishitori_answers::registration::{Address, Bounds};
use ishitori_answers::shape::{Kind, Shape};
use serde_json::{Map, Value as Json};

use super::refusals;
use crate::call::Call;
use crate::language::Language;
use crate::refusal::Refusal;

/// The request that the parameters of a call make, within the bounds of the address.
pub(super) fn read(shape: Shape, call: &Call, address: &Address) -> Result<Json, Refusal> {
    let language = call.language;
    let mut request = Map::new();
    for (name, value) in &call.parameters {
        let field = shape.field(name).ok_or_else(|| {
            let names: Vec<&str> = shape.fields().map(|field| field.name).collect();
            refusals::unknown_parameter(name, &names, language)
        })?;
        let kind = field.kind;
        if kind != Kind::Texts && request.contains_key(name) {
            return Err(refusals::twice(name, language));
        }
        let most = bound(address.bounds, name).or(field.most()).unwrap_or(u64::MAX);
        let value = match kind {
            Kind::Number => Json::from(number(name, value, field.least()..=most, language)?),
            Kind::Numbers => {
                let parts = value.split([',', '，', '、']).filter(|p| !p.trim().is_empty());
                let most = most.min(u64::from(u32::MAX));
                let numbers = parts.map(|part| number(name, part, 0..=most, language));
                let numbers = numbers.collect::<Result<Vec<u64>, _>>()?;
                within_box(name, &numbers, address.boxes, language)?;
                Json::from(numbers)
            }
            Kind::Flag => match value.as_str() {
                "true" => Json::Bool(true),
                "false" => Json::Bool(false),
                _ => return Err(refusals::not_a_flag(name, value, language)),
            },
            Kind::Text | Kind::Texts | Kind::Rule => {
                match field.choices() {
                    Some(choices) if !choices.contains(&value.as_str()) => {
                        return Err(refusals::not_a_choice(name, value, &choices, language));
                    }
                    _ => {}
                }
                Json::from(value.as_str())
            }
        };
        match (kind, request.get_mut(name)) {
            (Kind::Texts, Some(Json::Array(list))) => list.push(value),
            (Kind::Texts, _) => {
                request.insert(name.clone(), Json::Array(vec![value]));
            }
            _ => {
                request.insert(name.clone(), value);
            }
        }
    }
    match shape.fields().find(|field| field.required && !request.contains_key(field.name)) {
        Some(missing) => Err(refusals::missing(missing.name, language)),
        None => Ok(Json::Object(request)),
    }
}

fn bound(bounds: Bounds, name: &str) -> Option<u64> {
    bounds.iter().find(|(known, _)| *known == name).map(|(_, most)| *most)
}

/// Refuses the corner of a box with too many positions.
fn within_box(
    name: &str,
    corner: &[u64],
    boxes: Bounds,
    language: Language,
) -> Result<(), Refusal> {
    let Some(most) = bound(boxes, name) else { return Ok(()) };
    let mut sides = corner.iter().map(|n| n.saturating_add(1));
    match sides.try_fold(1u64, u64::checked_mul) {
        Some(positions) if positions <= most => Ok(()),
        _ => Err(refusals::too_many_positions(name, most, language)),
    }
}

/// Reads a whole number within bounds; digits may be grouped by `_`.
fn number(
    name: &str,
    value: &str,
    accepted: RangeInclusive<u64>,
    language: Language,
) -> Result<u64, Refusal> {
    let digits: String = value.trim().chars().filter(|c| *c != '_').collect();
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    let number = digits.parse::<u64>().ok().filter(|n| plain && accepted.contains(n));
    number.ok_or_else(|| refusals::not_a_number(name, value, &accepted, language))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ishitori_answers::{Question, family};
    use serde_json::json;

    const PLAIN: Address = Address::object("").up_to(&[("most", 8)]).in_boxes(&[("with", 20)]);

    fn call(parameters: &[(&str, &str)]) -> Call {
        let parameters = parameters.iter().map(|(n, v)| (n.to_string(), v.to_string())).collect();
        let (command, document) = ("identify".to_string(), None);
        Call { command, parameters, document, language: Language::En, threads: 1, is_job: false }
    }

    fn made(question: &str, call: &Call) -> Result<Json, Refusal> {
        read(Question::shape(question).unwrap(), call, &PLAIN)
    }

    #[test]
    fn parameters_make_requests() {
        let identified = made("identify", &call(&[("values", "0,1"), ("starts", "1_0")])).unwrap();
        assert_eq!(identified, json!({ "values": "0,1", "starts": 10 }));
        let asked = [("min", "2"), ("max", "9"), ("with", "3,4"), ("count", "4"), ("to", "5")];
        let rows = made("family/rows", &call(&asked)).unwrap();
        assert_eq!(rows, json!({ "min": 2, "max": 9, "with": [3, 4], "count": 4, "to": 5 }));
        serde_json::from_value::<family::rows::Request>(rows).unwrap();
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (parameters, at) in [
            (&[("values", "0"), ("stranger", "1")][..], "stranger"),
            (&[("starts", "5")], "values"),
            (&[("values", "0"), ("values", "1")], "values"),
            (&[("values", "0"), ("starts", "100001")], "starts"),
            (&[("values", "0"), ("starts", "0")], "starts"),
            (&[("values", "0"), ("starts", "-1")], "starts"),
            (&[("values", "0"), ("starts", "")], "starts"),
            (&[("values", "0"), ("most", "9")], "most"),
        ] {
            let refusal = made("identify", &call(parameters)).unwrap_err();
            assert_eq!(refusal.parameter.as_deref(), Some(at), "{parameters:?}");
        }
        let large = call(&[("min", "2"), ("max", "9"), ("with", "4,4")]);
        let refusal = made("family/size", &large).unwrap_err();
        assert_eq!(refusal.parameter.as_deref(), Some("with"));
    }
}
