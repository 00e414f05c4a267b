//! Codes that are other forms of a game.

use ishitori_rules::heap::HeapCode;
use serde::{Deserialize, Serialize};

/// The octal game in standard form that a rule is another form of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct SameGame {
    /// Its code.
    pub rule: String,
    /// Its heaps are smaller by this number.
    pub shift: usize,
}

/// The most characters of a name; a longer one is of no use.
const LONGEST: usize = 60;

impl SameGame {
    /// The standard form of a code, if it is another one and can be written in a line. O(digits).
    pub fn of(code: &HeapCode) -> Option<SameGame> {
        let standard = code.standard_form_up_to(LONGEST);
        let (standard, shift) = standard.filter(|(_, shift)| *shift > 0)?;
        let rule = standard.to_string();
        (rule.len() <= LONGEST).then_some(SameGame { rule, shift })
    }
}
