//! Thermographs.

use std::sync::Arc;

use ishitori_draw::{ThermographPlot, signs};
use ishitori_loopy::calculator::{Calculator, Value};
use ishitori_loopy::{Loopy, NoThermograph};
use ishitori_values::calculator::{EvalError, EvalErrorKind, LoopyFault, Value as Short};
use ishitori_values::notation::Style;
use ishitori_values::{GameStore, Thermograph};
use serde::{Deserialize, Serialize};

use super::{Plot, drawn, picture_request, provenance};
use crate::registration::{Registration, pictures};
use crate::{Accepted, AskError, Context, Origin};

pub use super::Answer;

/// Letters of the heading of a thermograph.
const MAX_HEADING: usize = 48;

/// The registration of the question, read by every front end of the program.
pub const REGISTRATION: Registration = Registration::new(
    pictures!("draw/thermograph", [svg, png, pdf, tex], &[("size", 16_384)], &[]),
    &[&[("expression", "{2||1|0}")]],
);

picture_request! {
    /// How does the thermograph of this game look?
    Request {
        /// The game, as for `eval`.
        pub expression: String,
    }
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
        Value::Short(Short::Game(game)) => calculator.short().session().thermograph(*game)?,
        Value::Short(Short::Thermograph(walls)) => walls.clone(),
        Value::Loopy(value) => Arc::new(of_loopy(&mut calculator, *value, expression)?),
        _ => return Err(not_a_game(expression)),
    };
    let title = match calculator.show_as(&value, Style::Ascii) {
        Ok(shown) if shown.chars().count() <= MAX_HEADING => shown,
        _ => expression.chars().take(MAX_HEADING).collect(),
    };
    let mut plot = ThermographPlot::new(signs(&title), &walls);
    plot.palette = request.palette.into();
    plot.provenance = provenance(
        format!("ishitori draw thermograph '{expression}'"),
        &[("expression", expression.clone())],
    );
    drawn(Plot::Thermograph { plot, walls }, request.look(), context)
}

/// The thermograph of a game that comes back, if it is a stopper with a mean.
fn of_loopy(
    calculator: &mut Calculator<'_>,
    value: Loopy,
    expression: &str,
) -> Result<Thermograph, AskError> {
    let found = match calculator.loops().as_stopper(value) {
        Some(stopper) => calculator.loops().thermograph(stopper)?,
        None => Err(NoThermograph::NotStopper),
    };
    found.map_err(|why| {
        let fault = match why {
            NoThermograph::NoMean => LoopyFault::NoMean,
            NoThermograph::NotStopper => {
                let shown = calculator.show(&Value::Loopy(value));
                let game = shown.unwrap_or_else(|_| "s & t".to_string());
                LoopyFault::NotStopper { name: "Thermograph".to_string(), game }
            }
        };
        let kind = EvalErrorKind::Loopy(fault);
        in_expression(expression, EvalError { span: 0..expression.len(), kind })
    })
}

pub(super) fn evaluate(
    calculator: &mut Calculator<'_>,
    expression: &str,
) -> Result<Value, AskError> {
    calculator.eval(expression).map_err(|error| in_expression(expression, error))
}

fn in_expression(expression: &str, error: EvalError) -> AskError {
    let (from, source) = (Origin::Field("expression"), expression.to_string());
    AskError::Expression { from, source, error }
}

pub(super) fn not_a_game(expression: &str) -> AskError {
    AskError::Argument {
        field: "expression",
        value: expression.to_string(),
        accepted: Accepted::GameExpression,
    }
}
