//! Whole families of subtraction sets: statistics, checks, rows.

mod answer;
mod asked;
mod merged;
mod rows;

use serde::{Deserialize, Serialize};

pub use crate::rows::RowsFile;
pub use answer::{Answer, Checked, Count, Extreme, Group, Groups, Sum, Total, set_name};
pub use asked::Asked;
pub(crate) use merged::{joined_rows, merged};
pub use rows::{GrundyRow, Row, WordRow};

use crate::registration::{Address, Registration};
use crate::{AskError, Context};

/// The registration of the question, read by every front end of the program.
pub const REGISTRATION: Registration = Registration::new(
    &[Address::object("sweep").up_to(&[
        ("min", 1024),
        ("max", 1024),
        ("min-size", 1024),
        ("max-size", 1024),
    ])],
    &[&[("min", "2"), ("max", "7")]],
)
.with_listed_rows();

/// What holds for the subtraction sets of a family?
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Request {
    /// Smallest number of every set.
    #[serde(default)]
    pub min: u32,
    /// Upper bound on the largest number of a set.
    #[serde(default)]
    pub max: u32,
    /// In place of `min` and `max`, these sets in this order: `2,3,5`. Bounds for the size, `with`
    /// and `without` leave out some of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sets: Option<Vec<String>>,
    /// Who wins when no move is left.
    #[serde(default = "end")]
    pub end: String,
    /// Minimum size of a set.
    #[serde(default = "min_size")]
    pub min_size: u32,
    /// Maximum size of a set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_size: Option<u32>,
    /// Numbers that every set has.
    #[serde(default)]
    pub with: Vec<u32>,
    /// Numbers that no set has.
    #[serde(default)]
    pub without: Vec<u32>,
    /// Only sets for which this holds.
    #[serde(default, rename = "where", skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// The sets for which these hold are counted.
    #[serde(default)]
    pub count: Vec<String>,
    /// The values of these are added up over the sets.
    #[serde(default)]
    pub total: Vec<String>,
    /// The sets are counted by the value of this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group_by: Option<String>,
    /// Theorems to check.
    #[serde(default)]
    pub check: Vec<String>,
    /// Whether Grundy periods are computed even if no expression asks for them.
    #[serde(default)]
    pub grundy: bool,
    /// Whether rows have the outcomes as letters: those of the tail, and those of the cycle.
    #[serde(default)]
    pub words: bool,
    /// Whether to begin even if it will take very long.
    #[serde(default)]
    pub yes: bool,
    /// Whether the answer lists the sets that satisfy the condition, one row each.
    #[serde(default)]
    pub list: bool,
    /// Only this shard of the family, such as 3/64: the document of the answer is then a record that
    /// `merge` adds up with those of the other shards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
    /// Where one row per set goes; no program that sends JSON can say that.
    #[serde(skip)]
    pub rows: Option<RowsFile>,
}

fn end() -> String {
    "mod2:LR".to_string()
}

fn min_size() -> u32 {
    1
}

impl Request {
    /// All sets with this least number and numbers up to `max`, under `mod2:LR`.
    pub fn new(min: u32, max: u32) -> Request {
        Request {
            min,
            max,
            sets: None,
            end: end(),
            min_size: min_size(),
            max_size: None,
            with: Vec::new(),
            without: Vec::new(),
            condition: None,
            count: Vec::new(),
            total: Vec::new(),
            group_by: None,
            check: Vec::new(),
            grundy: false,
            words: false,
            yes: false,
            list: false,
            shard: None,
            rows: None,
        }
    }
}

/// Looks at all sets of the family, on all threads of the context. The cost is that of the
/// outcomes of each: some tens of millions of sets a second and thread where only outcomes are
/// asked about, half a million where Grundy periods are.
///
/// ```
/// use ishitori_answers::{Context, sweep};
/// use ishitori_values::Budget;
///
/// let context = Context::new(Budget::unlimited());
/// let found = sweep::answer(&sweep::Request::new(2, 8), &context).unwrap();
/// assert_eq!((found.sets, found.eventually_all_l), (64, 23));
/// ```
pub fn answer(request: &Request, context: &Context) -> Result<Answer, AskError> {
    Asked::read(request, context)?.answer(context)
}
