//! How many sets a family has.

use serde::{Deserialize, Serialize};

use super::Sets;
use crate::registration::{Address, Registration};
use crate::{Answered, AskError, Context, Finish};

/// The registration of the question, read by every front end of the program.
pub const REGISTRATION: Registration =
    Registration::new(&[Address::object("family/size")], &[&[("min", "2"), ("max", "7")]]);

/// How many sets are there?
pub type Request = Sets;

/// The size of a family.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Answer {
    /// What the family is.
    pub family: String,
    /// How many sets it has.
    pub sets: u64,
}

impl Answered for Answer {
    fn finish(&self) -> Finish {
        Finish::Done
    }
}

/// Counts the sets of a family that a chart can show. O(1).
///
/// ```
/// use ishitori_answers::{Context, family};
/// use ishitori_values::Budget;
///
/// let context = Context::new(Budget::unlimited());
/// assert_eq!(family::size::answer(&family::Sets::new(2, 20), &context).unwrap().sets, 1 << 18);
/// ```
pub fn answer(request: &Request, _context: &Context) -> Result<Answer, AskError> {
    request.end()?;
    let family = request.charted()?;
    Ok(Answer { family: family.describe(), sets: family.len() })
}
