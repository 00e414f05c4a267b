//! The far bounds of a box of positions.

use std::fmt;
use std::str::FromStr;

use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

/// The bounds of a box of positions, which begins at 0: the last value of each coordinate. In JSON it is a list of numbers; one number, and numbers in a
/// text such as `10,30`, are read too.
///
/// ```
/// use ishitori_answers::BoxBounds;
///
/// let bounds: BoxBounds = "１０、 30".parse().unwrap();
/// assert_eq!(bounds, BoxBounds(vec![10, 30]));
/// assert_eq!(serde_json::from_str::<BoxBounds>("[10, 30]").unwrap(), bounds);
/// assert!("10,".parse::<BoxBounds>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct BoxBounds(pub Vec<u32>);

/// The error for a text that is not a list of numbers below 2^28.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseBoxError;

impl fmt::Display for ParseBoxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected numbers below 2^28, one for each coordinate, such as 12,20")
    }
}

impl std::error::Error for ParseBoxError {}

/// What a coordinate is below.
const BELOW: u64 = 1 << 28;

impl FromStr for BoxBounds {
    type Err = ParseBoxError;

    fn from_str(text: &str) -> Result<BoxBounds, ParseBoxError> {
        let to_halfwidth = |c: char| match c {
            '０'..='９' => char::from_u32(c as u32 - '０' as u32 + '0' as u32).unwrap_or(c),
            '，' | '、' => ',',
            c => c,
        };
        let text: String = text.chars().map(to_halfwidth).filter(|c| !c.is_whitespace()).collect();
        let number = |s: &str| s.parse::<u64>().ok().and_then(coordinate).ok_or(ParseBoxError);
        Ok(BoxBounds(text.split(',').map(number).collect::<Result<_, _>>()?))
    }
}

fn coordinate(n: u64) -> Option<u32> {
    u32::try_from(n).ok().filter(|_| n < BELOW)
}

impl<'de> Deserialize<'de> for BoxBounds {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Read)
    }
}

struct Read;

impl<'de> Visitor<'de> for Read {
    type Value = BoxBounds;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a list of numbers below 2^28, one for each coordinate")
    }

    fn visit_u64<E: serde::de::Error>(self, n: u64) -> Result<BoxBounds, E> {
        coordinate(n).map(|n| BoxBounds(vec![n])).ok_or_else(|| E::custom(ParseBoxError))
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<BoxBounds, E> {
        text.parse().map_err(E::custom)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<BoxBounds, A::Error> {
        let mut bounds = Vec::new();
        while let Some(n) = list.next_element::<u64>()? {
            bounds.push(coordinate(n).ok_or_else(|| serde::de::Error::custom(ParseBoxError))?);
        }
        Ok(BoxBounds(bounds))
    }
}

#[cfg(feature = "schemas")]
impl schemars::JsonSchema for BoxBounds {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "BoxBounds".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let number =
            schemars::json_schema!({ "type": "integer", "minimum": 0, "exclusiveMaximum": BELOW });
        schemars::json_schema!({
            "description": "The last value of each coordinate, as a list, one number, or a text such as 10,30.",
            "anyOf": [{ "type": "array", "items": number }, number, { "type": "string" }],
        })
    }
}
