//! Parameters of an address as the request of a question: the schema of the request says which
//! there are, which are required, and whether they are numbers, flags, lists or texts.

use serde_json::{Map, Value as Json};

use super::endpoints::Endpoint;
use super::refusals;
use crate::call::Call;
use crate::language::Language;
use crate::refusal::Refusal;

/// What a request looks like: the schema that is made from its type.
pub(super) struct Shape {
    schema: &'static Json,
}

/// The kinds of parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// Anything.
    Text,
    /// A whole number.
    Number,
    /// `true` or `false`.
    Flag,
    /// Texts, each given with the name.
    Texts,
    /// Whole numbers, separated by commas.
    Numbers,
}

impl Shape {
    pub fn new(schema: &'static Json) -> Shape {
        Shape { schema }
    }

    /// The names of the parameters, in the order of the request.
    pub fn names(&self) -> Vec<&str> {
        let properties = self.schema["properties"].as_object();
        properties.map(|all| all.keys().map(String::as_str).collect()).unwrap_or_default()
    }

    /// The schema of a parameter, where it is defined.
    fn property(&self, name: &str) -> Option<&Json> {
        self.schema["properties"].get(name).map(|found| self.resolve(found))
    }

    /// Follows references and takes the first form of what may be null or several things.
    fn resolve<'a>(&'a self, schema: &'a Json) -> &'a Json {
        let mut found = schema;
        // References of types that do not refer to themselves end soon.
        for _ in 0..8 {
            let referred = found["$ref"].as_str().and_then(|path| path.strip_prefix('#'));
            let any = found["anyOf"].as_array().and_then(|forms| forms.first());
            found = match (referred.and_then(|path| self.schema.pointer(path)), any) {
                (Some(definition), _) => definition,
                (None, Some(form)) => form,
                (None, None) => return found,
            };
        }
        found
    }

    fn kind(&self, schema: &Json) -> Kind {
        let is = |schema: &Json, name: &str| match &schema["type"] {
            Json::String(kind) => kind == name,
            Json::Array(kinds) => kinds.iter().any(|kind| kind == name),
            _ => false,
        };
        match schema {
            _ if is(schema, "boolean") => Kind::Flag,
            _ if is(schema, "integer") => Kind::Number,
            _ if is(schema, "array") => {
                let items = self.resolve(&schema["items"]);
                if is(items, "integer") { Kind::Numbers } else { Kind::Texts }
            }
            _ => Kind::Text,
        }
    }

    /// The texts that are accepted, if there is a list of them.
    fn choices(schema: &Json) -> Option<Vec<&str>> {
        if let Some(list) = schema["enum"].as_array() {
            return list.iter().map(Json::as_str).collect();
        }
        let forms = schema["oneOf"].as_array()?;
        forms.iter().map(|form| form["const"].as_str()).collect()
    }

    /// The request that the parameters of a call make, within the bounds of the address.
    pub fn read(&self, call: &Call, endpoint: &Endpoint) -> Result<Json, Refusal> {
        let language = call.language;
        let mut request = Map::new();
        for (name, value) in &call.parameters {
            let schema = self
                .property(name)
                .ok_or_else(|| refusals::unknown_parameter(name, &self.names(), language))?;
            let kind = self.kind(schema);
            if kind != Kind::Texts && request.contains_key(name) {
                return Err(refusals::twice(name, language));
            }
            let most = bound(endpoint.bounds, name);
            let most = most.or(schema["maximum"].as_u64()).unwrap_or(u64::MAX);
            let value = match kind {
                Kind::Number => Json::from(number(name, value, most, language)?),
                Kind::Numbers => {
                    let parts = value.split([',', '，', '、']).filter(|p| !p.trim().is_empty());
                    let most = most.min(u64::from(u32::MAX));
                    let numbers = parts.map(|part| number(name, part, most, language));
                    let numbers = numbers.collect::<Result<Vec<u64>, _>>()?;
                    within_box(name, &numbers, endpoint.boxes, language)?;
                    Json::from(numbers)
                }
                Kind::Flag => match value.as_str() {
                    "true" => Json::Bool(true),
                    "false" => Json::Bool(false),
                    _ => return Err(refusals::not_a_flag(name, value, language)),
                },
                Kind::Text | Kind::Texts => {
                    match Shape::choices(schema) {
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
        let required = self.schema["required"].as_array();
        for name in required.into_iter().flatten().filter_map(Json::as_str) {
            if !request.contains_key(name) {
                return Err(refusals::missing(name, language));
            }
        }
        Ok(Json::Object(request))
    }
}

fn bound(bounds: &[(&str, u64)], name: &str) -> Option<u64> {
    bounds.iter().find(|(known, _)| *known == name).map(|(_, most)| *most)
}

/// Refuses the corner of a box with too many positions.
fn within_box(
    name: &str,
    corner: &[u64],
    boxes: &[(&str, u64)],
    language: Language,
) -> Result<(), Refusal> {
    let Some(most) = bound(boxes, name) else { return Ok(()) };
    let mut sides = corner.iter().map(|n| n.saturating_add(1));
    match sides.try_fold(1u64, u64::checked_mul) {
        Some(positions) if positions <= most => Ok(()),
        _ => Err(refusals::too_many_positions(name, most, language)),
    }
}

/// Reads a whole number up to a bound; digits may be grouped by `_`.
fn number(name: &str, value: &str, most: u64, language: Language) -> Result<u64, Refusal> {
    let digits: String = value.trim().chars().filter(|c| *c != '_').collect();
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    let number = digits.parse::<u64>().ok().filter(|n| plain && *n <= most);
    number.ok_or_else(|| refusals::not_a_number(name, value, most, language))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::questions::endpoints::Sends;
    use ishitori_answers::{Question, family};
    use serde_json::json;

    const PLAIN: Endpoint = Endpoint {
        name: "",
        question: "",
        fixed: &[],
        unless: &[],
        bounds: &[("most", 8)],
        boxes: &[("with", 20)],
        sends: Sends::Object,
    };

    fn call(parameters: &[(&str, &str)]) -> Call {
        let parameters = parameters.iter().map(|(n, v)| (n.to_string(), v.to_string())).collect();
        let (command, document) = ("identify".to_string(), None);
        Call { command, parameters, document, language: Language::En, threads: 1, is_job: false }
    }

    fn request(question: &str) -> &'static Json {
        &Question::schemas(question).unwrap().request
    }

    #[test]
    fn parameters_make_requests() {
        let shape = Shape::new(request("identify"));
        let made = shape.read(&call(&[("values", "0,1"), ("starts", "1_0")]), &PLAIN).unwrap();
        assert_eq!(made, json!({ "values": "0,1", "starts": 10 }));
        let shape = Shape::new(request("family/rows"));
        let asked = [("min", "2"), ("max", "9"), ("with", "3,4"), ("count", "4"), ("to", "5")];
        let made = shape.read(&call(&asked), &PLAIN).unwrap();
        assert_eq!(made, json!({ "min": 2, "max": 9, "with": [3, 4], "count": 4, "to": 5 }));
        serde_json::from_value::<family::rows::Request>(made).unwrap();
    }

    #[test]
    fn what_is_wrong_is_named() {
        let shape = Shape::new(request("identify"));
        for (parameters, at) in [
            (&[("values", "0"), ("stranger", "1")][..], "stranger"),
            (&[("starts", "5")], "values"),
            (&[("values", "0"), ("values", "1")], "values"),
            (&[("values", "0"), ("starts", "100001")], "starts"),
            (&[("values", "0"), ("starts", "-1")], "starts"),
            (&[("values", "0"), ("starts", "")], "starts"),
            (&[("values", "0"), ("most", "9")], "most"),
        ] {
            let refusal = shape.read(&call(parameters), &PLAIN).unwrap_err();
            assert_eq!(refusal.parameter.as_deref(), Some(at), "{parameters:?}");
        }
        let shape = Shape::new(request("family/size"));
        let large = call(&[("min", "2"), ("max", "9"), ("with", "4,4")]);
        let refusal = shape.read(&large, &PLAIN).unwrap_err();
        assert_eq!(refusal.parameter.as_deref(), Some("with"));
    }
}
