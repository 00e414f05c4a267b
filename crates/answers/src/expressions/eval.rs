//! The values of expressions over games: one, many, or in a dialogue.

use std::sync::Arc;

use ishitori_loopy::calculator::{Calculator, Value};
use ishitori_values::calculator::{EvalError, Value as Short};
use ishitori_values::notation::PrintError;
use ishitori_values::{Budget, GameStore, LimitReached};
use serde::{Deserialize, Serialize};

pub use ishitori_loopy::calculator::LOOPY_FUNCTIONS;
pub use ishitori_values::calculator::{FUNCTIONS, Function};
pub use ishitori_values::notation::MAX_LENGTH;

use crate::eval_calls::calls;
use crate::notation::Style;
use crate::registration::{Address, Registration};
use crate::value::ValueFacts;
use crate::{Answered, AskError, Context, Finish, Origin};

/// The registration of the question, read by every front end of the program.
pub const REGISTRATION: Registration =
    Registration::new(&[Address::object("eval")], &[&[("expression", "{2||1|0}")]]);

/// What is the value of this expression?
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Request {
    /// The expression: `{2||1|0} + *`; the value of a board is `value(domineering, "...|...")`, that of a heap
    /// `heap(0.77, 12)`. Statements stand with `;` between them, and the value is that of the last one:
    /// `f(x) := {x|-x}; [Mean(x) for x in LeftOptions({f(2)|0})]`.
    pub expression: String,
    /// How games are written in text.
    #[serde(default)]
    pub style: Style,
    /// Whether `false` is a negative answer.
    #[serde(default)]
    pub exit_status: bool,
}

/// The value of an expression.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Answer {
    /// The expression as it was given.
    pub input: String,
    /// Its value.
    #[serde(flatten)]
    pub value: ValueFacts,
    /// How games are written in text.
    #[serde(skip)]
    pub style: Style,
    /// Whether `false` is a negative answer.
    #[serde(skip)]
    pub exit_status: bool,
}

impl Answered for Answer {
    fn finish(&self) -> Finish {
        match &self.value {
            ValueFacts::Bool { value: false } if self.exit_status => Finish::No,
            value if !value.is_complete() => Finish::Partial,
            _ => Finish::Done,
        }
    }
}

/// Evaluates an expression. The cost is that of the operations in it, and of the thermograph of the
/// result; games grow without bound under sums.
///
/// ```
/// use ishitori_answers::value::ValueFacts;
/// use ishitori_answers::{Context, eval};
/// use ishitori_values::Budget;
///
/// let request = serde_json::from_str(r#"{"expression": "{2|1} + {0|-3/2}"}"#).unwrap();
/// let answer = eval::answer(&request, &Context::new(Budget::unlimited())).unwrap();
/// let ValueFacts::Game(game) = answer.value else { panic!("a game") };
/// assert_eq!(game.mean.as_deref(), Some("3/4"));
///
/// // Games whose positions can recur.
/// let request = serde_json::from_str(r#"{"expression": "on + off"}"#).unwrap();
/// let answer = eval::answer(&request, &Context::new(Budget::unlimited())).unwrap();
/// let ValueFacts::Loopy(game) = answer.value else { panic!("a loopy game") };
/// assert_eq!(game.canonical.as_deref(), Some("dud"));
/// ```
pub fn answer(request: &Request, context: &Context) -> Result<Answer, AskError> {
    let store = Store::default();
    let mut evaluator = Evaluator::new(&store, context.budget.clone());
    let from = Origin::Field("expression");
    let answer = evaluator.answer(&request.expression, from, request.style)?;
    Ok(Answer { exit_status: request.exit_status, ..answer })
}

/// Where the games of a dialogue are kept.
#[derive(Default)]
pub struct Store(GameStore);

/// Evaluates one expression after the other, and remembers variables.
///
/// ```
/// use ishitori_answers::eval::{Evaluator, Store};
/// use ishitori_answers::notation::Style;
/// use ishitori_values::Budget;
///
/// let store = Store::default();
/// let mut evaluator = Evaluator::new(&store, Budget::unlimited());
/// evaluator.shown("G := {2|-1}", Style::Ascii).unwrap();
/// assert_eq!(evaluator.shown("Mean(G)", Style::Ascii).unwrap(), "1/2");
/// assert_eq!(evaluator.names(), ["G"]);
/// ```
pub struct Evaluator<'s> {
    calculator: Calculator<'s>,
    store: &'s GameStore,
    budget: Budget,
    /// How many values of boards and heaps have names.
    calls: usize,
}

/// The name of the last answer.
const LAST: &str = "_";
/// Names of values of boards and heaps begin so.
const CALL: &str = "__";

impl<'s> Evaluator<'s> {
    /// Without variables, within a budget for all expressions together.
    pub fn new(store: &'s Store, budget: Budget) -> Evaluator<'s> {
        let calculator = Calculator::within(&store.0, budget.clone());
        Evaluator { calculator, store: &store.0, budget, calls: 0 }
    }

    /// Starts a new budget, for the next line of a dialogue.
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget.clone();
        self.calculator.set_budget(budget);
    }

    /// Everything about the value of an expression. The cost is that of [`answer`].
    pub fn answer(&mut self, source: &str, from: Origin, style: Style) -> Result<Answer, AskError> {
        let input = source.to_string();
        match self.eval(source)? {
            Ok(value) => Ok(self.describe(input, &value, style)?),
            Err(error) => Err(AskError::Expression { from, source: input, error }),
        }
    }

    /// The value of an expression, in which the values of boards and heaps are computed first; `_` is the
    /// last one. The outer error is one of theirs.
    fn eval(&mut self, source: &str) -> Result<Result<Value, EvalError>, AskError> {
        if source.len() > MAX_LENGTH {
            return Ok(self.calculator.eval(source));
        }
        let mut text = source.to_string();
        for (span, game) in calls(source, self.store, &self.budget)? {
            // As long as the call, so that places stay where they are; and new, since functions keep them.
            let name = format!("{CALL}{}", self.calls);
            self.calls += 1;
            let name = format!("{name}{}", "_".repeat(span.len().saturating_sub(name.len())));
            text.replace_range(span, &name);
            self.calculator.define(&name, Value::Short(Short::Game(game)));
        }
        let value = self.calculator.eval_written(&text, source);
        if let Ok(value) = &value
            && !matches!(value, Value::Short(Short::Function(_)))
        {
            self.calculator.define(LAST, value.clone());
        }
        Ok(value)
    }

    /// The same for a line of many: what is wrong with it is part of the answer.
    pub fn line(&mut self, number: usize, source: &str, style: Style) -> Line {
        let input = source.to_string();
        let described = match self.eval(source) {
            Err(error) => Err(LineFault::Call(CallError(Arc::new(error)))),
            Ok(Ok(value)) => {
                self.describe(input, &value, style).map_err(|limit| LineFault::Print(limit.into()))
            }
            Ok(Err(error)) => Err(LineFault::Expression(error)),
        };
        match described {
            Ok(answer) => Line::Value(Box::new(answer)),
            Err(fault) => Line::failed(number, Some(source.to_string()), fault),
        }
    }

    /// Only the value of an expression in one line. Cheaper than [`Evaluator::answer`] where its
    /// thermograph is large.
    pub fn shown(&mut self, source: &str, style: Style) -> Result<String, LineFault> {
        let value =
            self.eval(source).map_err(|error| LineFault::Call(CallError(Arc::new(error))))?;
        let value = value.map_err(LineFault::Expression)?;
        let elements: Vec<Value> = match &value {
            Value::List(elements) => elements.clone(),
            Value::Short(Short::List(elements)) => {
                elements.iter().cloned().map(Value::Short).collect()
            }
            value => {
                return self.calculator.show_as(value, style.into()).map_err(LineFault::Print);
            }
        };
        // Each within the budget: one may have a million characters.
        let (mut texts, mut held) = (Vec::with_capacity(elements.len()), 0);
        for element in &elements {
            let text = self.calculator.show_as(element, style.into()).map_err(LineFault::Print)?;
            held += text.capacity();
            self.budget.check(held as u64).map_err(|limit| LineFault::Print(limit.into()))?;
            texts.push(text);
        }
        Ok(format!("[{}]", texts.join(", ")))
    }

    /// The names of the variables, in alphabetical order.
    pub fn names(&self) -> Vec<String> {
        self.defined().into_iter().map(|(name, _)| name).collect()
    }

    /// The variables and their values in one line; none for those that are too long or take too
    /// long to print.
    pub fn variables(&mut self, style: Style) -> Vec<(String, Option<String>)> {
        let all = self.defined();
        let shown = |(name, value): (String, Value)| {
            if let Value::Short(Short::Function(function)) = &value {
                return (function.signature(), Some(function.body().to_string()));
            }
            let shown = self.calculator.show_as(&value, style.into()).ok();
            (name, shown)
        };
        all.into_iter().map(shown).collect()
    }

    /// The variables that the user has defined.
    fn defined(&self) -> Vec<(String, Value)> {
        let mut all = self.calculator.variables();
        all.retain(|(name, _)| name != LAST && !name.starts_with(CALL));
        all
    }

    fn describe(
        &mut self,
        input: String,
        value: &Value,
        style: Style,
    ) -> Result<Answer, LimitReached> {
        let value = ValueFacts::new(&mut self.calculator, value, style)?;
        Ok(Answer { input, value, style, exit_status: false })
    }
}

/// The results of many expressions.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Batch {
    /// The lines that are not empty, in their order.
    pub results: Vec<Line>,
}

/// The result of one expression of many.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Line {
    /// It has a value.
    Value(Box<Answer>),
    /// It has none.
    Failed(Failed),
}

/// A line without a value, and why.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Failed {
    /// The expression; `null` if the line could not be read.
    pub input: Option<String>,
    /// The number of the line, from 1.
    pub line: usize,
    /// The error, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The bytes of the line that are at fault: from, to before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<[usize; 2]>,
    /// The limit that was reached while the value was printed, in English.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
    /// The same as data.
    #[serde(skip)]
    pub fault: Option<LineFault>,
}

/// Why a line has no value.
#[derive(Clone, PartialEq, Debug)]
pub enum LineFault {
    /// It cannot be used at all.
    Bad(BadLine),
    /// It cannot be read or evaluated.
    Expression(EvalError),
    /// Its value cannot be printed.
    Print(PrintError),
    /// The value of a board or a heap in it cannot be had.
    Call(CallError),
}

/// Why the value of a board or a heap cannot be had.
#[derive(Clone, Debug)]
pub struct CallError(pub Arc<AskError>);

impl PartialEq for CallError {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl CallError {
    fn limit(&self) -> Option<LimitReached> {
        match &*self.0 {
            AskError::Limit(limit) => Some(*limit),
            _ => None,
        }
    }
}

/// Why a line of input cannot be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadLine {
    /// It is longer than the longest expression.
    TooLong,
    /// The byte at which the text stops being UTF-8, from 1.
    NotUtf8(usize),
}

impl Line {
    /// A line that cannot be used.
    pub fn bad(number: usize, bad: BadLine) -> Line {
        Line::failed(number, None, LineFault::Bad(bad))
    }

    /// A line without a value.
    pub fn failed(number: usize, input: Option<String>, fault: LineFault) -> Line {
        let place = match &fault {
            LineFault::Expression(error) => Some([error.span.start, error.span.end]),
            _ => None,
        };
        let limit = match &fault {
            LineFault::Print(error) => Some(error.to_string()),
            _ => None,
        };
        Line::Failed(Failed { input, line: number, error: None, place, limit, fault: Some(fault) })
    }

    /// Why it has no value, if that is known.
    pub fn fault(&self) -> Option<&LineFault> {
        match self {
            Line::Value(_) => None,
            Line::Failed(failed) => failed.fault.as_ref(),
        }
    }

    /// Whether everything is there, or a limit was reached.
    pub fn is_partial(&self) -> bool {
        match self {
            Line::Value(answer) => answer.finish() == Finish::Partial,
            Line::Failed(_) => self.fault().is_some_and(LineFault::is_limit),
        }
    }
}

impl LineFault {
    /// Whether a limit is the reason.
    pub fn is_limit(&self) -> bool {
        match self {
            LineFault::Bad(_) => false,
            LineFault::Expression(error) => error.limit().is_some(),
            LineFault::Print(_) => true,
            LineFault::Call(error) => error.limit().is_some(),
        }
    }

    /// Whether it is no use to go on: time or memory that are used up are used up for the lines to
    /// come, too.
    pub fn ends_all(&self) -> bool {
        let limit = match self {
            LineFault::Expression(error) => error.limit(),
            LineFault::Call(error) => error.limit(),
            LineFault::Bad(_) | LineFault::Print(_) => None,
        };
        limit.is_some_and(|limit| {
            matches!(
                limit,
                LimitReached::Time { .. } | LimitReached::Memory { .. } | LimitReached::Cancelled
            )
        })
    }
}
