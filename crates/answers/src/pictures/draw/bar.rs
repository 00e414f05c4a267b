//! Bars of chocolate.

use ishitori_draw::ChocolateBar;
use ishitori_solve::ending::SumRule;
use ishitori_solve::play::{self, Playable};
use serde::{Deserialize, Serialize};

use super::several::several;
use super::{Plot, drawn, picture_request, provenance, typed};
use crate::registration::{Registration, pictures};
use crate::setup::{GameSpec, GameVisitor, SetUp, set_up};
use crate::{Accepted, AskError, Context, RuleSource};

pub use super::Answer;

/// The registration of the question, read by every front end of the program.
pub const REGISTRATION: Registration = Registration::new(
    pictures!("draw/bar", [svg, png, pdf, tex], &[("size", 16_384)], &[]),
    &[
        &[("rule", "chocolate:3"), ("position", "(2,7)")],
        &[("rule", "chocolate:3"), ("position", "(2,7)"), ("cut", "(1,4)")],
    ],
);

picture_request! {
    /// How does this bar of chocolate look, and how does a cut break it?
    Request {
        /// The rule of the game: one whose positions are bars, such as `chocolate:3`.
        pub rule: RuleSource,
        /// The bar, such as `(2,7)`.
        pub position: String,
        /// The bar that a cut leaves, such as `(1,4)`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub cut: Option<String>,
        /// Values of parameters of a game in the language, such as `k=3`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub set: Vec<String>,
    }
}

/// Draws it. O(squares).
///
/// ```
/// use ishitori_answers::draw::bar;
/// use ishitori_answers::Context;
/// use ishitori_values::Budget;
///
/// let request = serde_json::json!({ "rule": "chocolate:3", "position": "(2,7)", "cut": "(1,4)" });
/// let request: bar::Request = serde_json::from_value(request).unwrap();
/// let picture = bar::answer(&request, &Context::new(Budget::unlimited())).unwrap();
/// assert_eq!(picture.title, "chocolate:3  (2,7) → (1,4)");
/// ```
pub fn answer(request: &Request, context: &Context) -> Result<Answer, AskError> {
    request.palette.refuse()?;
    several(&request.set, request.look(), context, |set| {
        of_one(&Request { set: set.to_vec(), ..request.clone() }, context)
    })
}

fn of_one(request: &Request, context: &Context) -> Result<Answer, AskError> {
    let (columns, bitter) = shape(request, "position", &request.position, context)?;
    let after = match &request.cut {
        None => None,
        Some(cut) => {
            let (after, same) = shape(request, "cut", cut, context)?;
            let fits = after.len() <= columns.len()
                && after.iter().zip(&columns).all(|(less, all)| less <= all);
            if same != bitter || !fits || after == columns {
                let (value, accepted) = (cut.clone(), Accepted::SmallerBar);
                return Err(AskError::Argument { field: "cut", value, accepted });
            }
            Some(after)
        }
    };
    let rule = typed(&request.rule).to_string();
    let cut = request.cut.as_ref().map_or(String::new(), |cut| format!(" → {cut}"));
    let set: String = request.set.iter().map(|setting| format!(" {setting}")).collect();
    let title = format!("{rule}{set}  {}{cut}", request.position);
    let mut bar = ChocolateBar::new(title, columns, bitter);
    bar.after = after;
    let cut = request.cut.as_ref().map_or(String::new(), |cut| format!(" --cut '{cut}'"));
    let set: String = request.set.iter().map(|s| format!(" --set {s}")).collect();
    let command = format!("ishitori draw bar '{rule}' '{}'{cut}{set}", request.position);
    bar.provenance = provenance(command, &[("rule", rule), ("position", request.position.clone())]);
    drawn(Plot::Bar(bar), request.look(), context)
}

/// The columns of a bar and its bitter square.
fn shape(
    request: &Request,
    field: &'static str,
    position: &str,
    context: &Context,
) -> Result<(Vec<u32>, (u32, u32)), AskError> {
    let (rule, set) = (&request.rule, request.set.as_slice());
    let at = GameSpec { rule, set, position: Some(position), end: None, sum: SumRule::Total };
    match set_up(at, &context.budget, DrawPosition)? {
        play::Drawing::Bar { columns, bitter } => Ok((columns, bitter)),
        _ => {
            let (value, accepted) = (position.to_string(), Accepted::Bar);
            Err(AskError::Argument { field, value, accepted })
        }
    }
}

/// A visitor that returns the drawing of the position.
struct DrawPosition;

impl GameVisitor for DrawPosition {
    type Outcome = play::Drawing;

    fn visit<G: Playable>(
        self,
        game: G,
        position: G::Position,
        _: SetUp,
    ) -> Result<play::Drawing, AskError> {
        Ok(game.drawing(&position))
    }
}
