//! How values are written in requests and answers.

use ishitori_values::notation;
use serde::{Deserialize, Serialize};

/// Signs to write games with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Style {
    /// `^ v * +-`
    #[default]
    Ascii,
    /// `↑ ↓ ∗ ±`
    Unicode,
    /// For a math environment of LaTeX.
    Latex,
}

impl From<Style> for notation::Style {
    fn from(style: Style) -> Self {
        match style {
            Style::Ascii => notation::Style::Ascii,
            Style::Unicode => notation::Style::Unicode,
            Style::Latex => notation::Style::Latex,
        }
    }
}

/// A count of any size. In JSON it is a number, or a string of digits from 2^64 on, which many
/// readers of JSON would round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Count {
    /// Below 2^64.
    Number(u64),
    /// The digits of a larger one.
    Digits(String),
}

impl Count {
    /// The number with these digits.
    ///
    /// ```
    /// use ishitori_answers::Count;
    ///
    /// assert_eq!(Count::new("12".into()), Count::Number(12));
    /// let large = Count::new("18446744073709551616".into());
    /// assert_eq!(serde_json::to_string(&large).unwrap(), "\"18446744073709551616\"");
    /// ```
    pub fn new(digits: String) -> Count {
        digits.parse().map_or(Count::Digits(digits), Count::Number)
    }
}

impl std::fmt::Display for Count {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Count::Number(n) => n.fmt(f),
            Count::Digits(digits) => digits.fmt(f),
        }
    }
}
