//! The fields of a request according to its schema: which there are, which are required, and whether they are
//! numbers, flags, lists or texts. Addresses and commands are read by it.

use serde_json::Value as Json;

/// The fields of a request.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    schema: &'static Json,
}

/// A field of a request.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// The type of its value.
    pub kind: Kind,
    /// Whether there is no request without it.
    pub required: bool,
    /// The description of the field itself.
    own: &'static Json,
    /// The description of its type.
    of_type: &'static Json,
}

/// The kinds of fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Anything.
    Text,
    /// The rule of a game, a text or the contents of a file.
    Rule,
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
    /// The fields of a request with this schema. O(1).
    pub fn new(schema: &'static Json) -> Shape {
        Shape { schema }
    }

    /// The question, in a sentence.
    pub fn description(self) -> &'static str {
        self.schema["description"].as_str().unwrap_or_default()
    }

    /// All fields, in the order of the request. O(fields).
    pub fn fields(self) -> impl Iterator<Item = Field> {
        let properties = self.schema["properties"].as_object();
        properties.into_iter().flatten().map(move |(name, own)| self.describe(name, own))
    }

    /// The field of this name. O(fields).
    pub fn field(self, name: &str) -> Option<Field> {
        self.fields().find(|field| field.name == name)
    }

    fn describe(self, name: &'static str, own: &'static Json) -> Field {
        let of_type = self.resolve(own);
        let required = self.schema["required"].as_array();
        let required = required.is_some_and(|all| all.iter().any(|known| known == name));
        Field { name, kind: self.kind(own, of_type), required, own, of_type }
    }

    /// Follows references and takes the first form of what may be null or several things.
    fn resolve(self, schema: &'static Json) -> &'static Json {
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

    fn kind(self, own: &'static Json, of_type: &'static Json) -> Kind {
        let is = |schema: &Json, name: &str| match &schema["type"] {
            Json::String(kind) => kind == name,
            Json::Array(kinds) => kinds.iter().any(|kind| kind == name),
            _ => false,
        };
        let rule =
            |form: &Json| form["$ref"].as_str().is_some_and(|path| path.ends_with("/RuleSource"));
        // A rule that may be left out is one of several forms.
        let forms = own["anyOf"].as_array();
        match of_type {
            _ if rule(own) || forms.is_some_and(|forms| forms.iter().any(rule)) => Kind::Rule,
            _ if is(of_type, "boolean") => Kind::Flag,
            _ if is(of_type, "integer") => Kind::Number,
            _ if is(of_type, "array") => match is(self.resolve(&of_type["items"]), "integer") {
                true => Kind::Numbers,
                false => Kind::Texts,
            },
            _ => Kind::Text,
        }
    }
}

impl Field {
    /// The description, in a line.
    pub fn description(&self) -> String {
        self.own["description"].as_str().unwrap_or_default().replace('\n', " ")
    }

    /// The texts that are accepted, if there is a list of them.
    pub fn choices(&self) -> Option<Vec<&'static str>> {
        if let Some(list) = self.of_type["enum"].as_array() {
            return list.iter().map(Json::as_str).collect();
        }
        let forms = self.of_type["oneOf"].as_array()?;
        forms.iter().map(|form| form["const"].as_str()).collect()
    }

    /// The least number that is accepted.
    pub fn least(&self) -> u64 {
        let own = self.own["minimum"].as_u64();
        own.or(self.of_type["minimum"].as_u64()).unwrap_or(0)
    }

    /// The largest number that is accepted, if there is one.
    pub fn most(&self) -> Option<u64> {
        self.own["maximum"].as_u64().or(self.of_type["maximum"].as_u64())
    }

    /// What is taken if nothing is given, where that is a text or a number.
    pub fn usual(&self) -> Option<String> {
        match &self.own["default"] {
            Json::String(text) => Some(text.clone()),
            Json::Number(number) => Some(number.to_string()),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Question;

    #[test]
    fn fields_are_what_the_types_say() {
        let shape = |name| Shape::new(&Question::schemas(name).unwrap().request);
        let identify = shape("identify");
        let starts = identify.field("starts").unwrap();
        assert_eq!((starts.kind, starts.required), (Kind::Number, false));
        assert_eq!((starts.least(), starts.most()), (1, Some(100_000)));
        assert_eq!(starts.usual().as_deref(), Some("100"));
        assert!(identify.field("values").unwrap().required);
        assert!(identify.field("stranger").is_none());
        let explain = shape("explain");
        assert_eq!(explain.field("rule").unwrap().kind, Kind::Rule);
        assert_eq!(explain.field("set").unwrap().kind, Kind::Texts);
        assert_eq!(explain.field("sum").unwrap().choices().unwrap(), ["total", "score"]);
        assert_eq!(shape("table").field("to").unwrap().kind, Kind::Numbers);
        assert_eq!(shape("table").field("transpose").unwrap().kind, Kind::Flag);
    }
}
