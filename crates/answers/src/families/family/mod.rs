//! Families of subtraction sets: what they are, and their rows packed for charts.

pub mod places;
pub mod rows;
pub mod size;

use ishitori_rules::end::EndRule;
use ishitori_sweep::Family;
use serde::{Deserialize, Serialize};

use crate::AskError;

/// Which sets, and who wins when no move is left.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub struct Sets {
    /// Smallest number of every set.
    #[cfg_attr(feature = "schemas", schemars(range(max = 1024)))]
    pub min: u32,
    /// No set has a larger number.
    #[cfg_attr(feature = "schemas", schemars(range(max = 1024)))]
    pub max: u32,
    /// The end rule.
    #[serde(default = "end")]
    pub end: String,
    /// The least size of the sets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schemars(range(max = 1024)))]
    pub min_size: Option<u32>,
    /// The greatest size of the sets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schemars(range(max = 1024)))]
    pub max_size: Option<u32>,
    /// Numbers that every set has.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<u32>,
    /// Numbers that no set has.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<u32>,
}

fn end() -> String {
    "mod2:LR".to_string()
}

impl Sets {
    /// All sets with these bounds, under `mod2:LR`.
    pub fn new(min: u32, max: u32) -> Sets {
        let (with, without) = (Vec::new(), Vec::new());
        Sets { min, max, end: end(), min_size: None, max_size: None, with, without }
    }

    /// The family.
    pub fn family(&self) -> Result<Family, AskError> {
        let sizes = (self.min_size.unwrap_or(1), self.max_size.unwrap_or(u32::MAX));
        Family::restricted(self.min, self.max, sizes, &self.with, &self.without)
            .map_err(AskError::Family)
    }

    /// The family, if a chart can show it.
    fn charted(&self) -> Result<Family, AskError> {
        let family = self.family()?;
        match family.len() {
            sets if sets > MAX_SETS => Err(AskError::ChartTooLarge { sets, most: MAX_SETS }),
            _ => Ok(family),
        }
    }

    fn end(&self) -> Result<EndRule, AskError> {
        self.end.parse().map_err(|error| AskError::End { error })
    }
}

/// Sets of a family that can be charted.
pub const MAX_SETS: u64 = 1 << 18;

/// Numbers packed into bytes; in JSON a text in base 64.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Packed {
    /// The bytes.
    #[serde(with = "base64")]
    #[cfg_attr(feature = "schemas", schemars(with = "String"))]
    pub bytes: Vec<u8>,
}

impl crate::Answered for Packed {
    fn finish(&self) -> crate::Finish {
        crate::Finish::Done
    }

    fn bytes(&self) -> Option<&[u8]> {
        Some(&self.bytes)
    }
}

/// Bytes as a text.
mod base64 {
    use base64::Engine;
    use base64::prelude::BASE64_STANDARD;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(bytes: &[u8], out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(&BASE64_STANDARD.encode(bytes))
    }

    pub fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Vec<u8>, D::Error> {
        let text = String::deserialize(from)?;
        BASE64_STANDARD.decode(text).map_err(D::Error::custom)
    }
}
