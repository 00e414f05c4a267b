//! Thermographs.

use ishitori_draw::ThermographPlot;
use ishitori_values::GameStore;
use ishitori_values::calculator::{Calculator, Value};
use ishitori_values::notation::Style;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Colours, Format, Look, Plot, drawn, provenance};
use crate::{Accepted, AskError, Context, Origin};

pub use super::Answer;

/// Letters of the heading of a thermograph.
const MAX_HEADING: usize = 48;

/// How does the thermograph of this game look?
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Request {
    /// The game, as for `eval`.
    pub expression: String,
    /// The heading of the picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The width of the picture in pixels, 96 to an inch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 16, max = 16_384))]
    pub size: Option<u32>,
    /// The colours of outcomes.
    #[serde(default)]
    pub palette: Colours,
    /// What the picture is written as.
    #[serde(default)]
    pub format: Format,
}

/// Draws it. The cost is that of the thermograph.
///
/// ```
/// use ishitori_answers::draw::thermograph;
/// use ishitori_answers::Context;
/// use ishitori_values::Budget;
///
/// let request = serde_json::json!({ "expression": "{3|1||-2}" });
/// let request: thermograph::Request = serde_json::from_value(request).unwrap();
/// let picture = thermograph::answer(&request, &Context::new(Budget::unlimited())).unwrap();
/// assert_eq!(picture.title, "{3|1||-2}");
/// ```
pub fn answer(request: &Request, context: &Context) -> Result<Answer, AskError> {
    let expression = &request.expression;
    let store = GameStore::new();
    let mut calculator = Calculator::within(&store, context.budget.clone());
    let value = evaluate(&mut calculator, expression)?;
    let walls = match &value {
        Value::Game(game) => calculator.session().thermograph(*game)?,
        Value::Thermograph(walls) => walls.clone(),
        _ => return Err(not_a_game(expression)),
    };
    let title = match calculator.show_as(&value, Style::Ascii) {
        Ok(shown) if shown.chars().count() <= MAX_HEADING => shown,
        _ => expression.chars().take(MAX_HEADING).collect(),
    };
    let mut plot = ThermographPlot::new(title, &walls);
    plot.provenance = provenance(
        format!("ishitori draw thermograph '{expression}'"),
        &[("expression", expression.clone())],
    );
    let look = Look { title: request.title.as_deref(), size: request.size, format: request.format };
    drawn(Plot::Thermograph { plot, walls }, look, context)
}

pub(super) fn evaluate(
    calculator: &mut Calculator<'_>,
    expression: &str,
) -> Result<Value, AskError> {
    calculator.eval(expression).map_err(|error| AskError::Expression {
        from: Origin::Field("expression"),
        source: expression.to_string(),
        error,
    })
}

pub(super) fn not_a_game(expression: &str) -> AskError {
    AskError::Argument {
        field: "expression",
        value: expression.to_string(),
        accepted: Accepted::GameExpression,
    }
}
