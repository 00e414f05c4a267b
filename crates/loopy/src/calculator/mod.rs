//! Expressions over short and loopy games.
//!
//! Expressions without loops go to the calculator of short games
//! ([`ishitori_values::calculator`]); this one adds `on off over under upon dud`, `pass`,
//! named loops `a{0|a}`, sides `s & t`, and the functions of [`LOOPY_FUNCTIONS`].

mod braces;
mod eval;
mod functions;

use std::collections::BTreeMap;

use ishitori_values::calculator as short;
pub use ishitori_values::calculator::{EvalError, EvalErrorKind, LOOPY_FUNCTIONS, LoopyFault};
use ishitori_values::calculator::{Host, Kind, Progress, run};
use ishitori_values::notation::{Expr, PrintError, Style};
use ishitori_values::{Budget, GameStore, LimitReached};

use crate::outcome::LoopyOutcome;
use crate::store::{Loopy, LoopyStore};

/// The value of an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Something that the calculator of short games knows.
    Short(short::Value),
    /// A loopy game that is not a short one.
    Loopy(Loopy),
    /// An outcome class with draws.
    Outcome(LoopyOutcome),
    /// A set of games not all of which are short.
    Games(Vec<Loopy>),
    /// A list not all of whose elements are known to the calculator of short games.
    List(Vec<Value>),
}

impl Value {
    /// The loopy game that it is. O(1).
    pub fn as_loopy(&self) -> Option<Loopy> {
        match self {
            Value::Loopy(value) => Some(*value),
            _ => None,
        }
    }
}

/// A calculator for short and loopy games: evaluates expressions and remembers variables.
///
/// ```
/// use ishitori_loopy::calculator::Calculator;
/// let store = ishitori_values::GameStore::new();
/// let mut c = Calculator::new(&store);
/// let mut show = |text: &str| {
///     let value = c.eval(text).unwrap();
///     c.show(&value).unwrap()
/// };
/// assert_eq!(show("on + off"), "dud");
/// assert_eq!(show("a{0|a} >= ^"), "true");
/// assert_eq!(show("G := {0|*,pass}"), "{0|*,pass}");
/// assert_eq!(show("Degree(-upon)"), "^<on>");
/// assert_eq!(show("{2|1} + {0|-3/2}"), "{2|1||+-1/2}");
/// ```
pub struct Calculator<'s> {
    short: short::Calculator<'s>,
    loops: LoopyStore<'s>,
    variables: BTreeMap<String, Value>,
    progress: Progress,
}

impl<'s> Calculator<'s> {
    /// On a store, without limits. O(1).
    pub fn new(store: &'s GameStore) -> Self {
        Self::within(store, Budget::unlimited())
    }

    /// On a store, within a budget. O(1).
    pub fn within(store: &'s GameStore, budget: Budget) -> Self {
        Calculator {
            progress: Progress::default(),
            short: short::Calculator::within(store, budget.clone()),
            loops: LoopyStore::within(store.session_within(budget)),
            variables: BTreeMap::new(),
        }
    }

    /// Starts a new budget (for the next line of a dialogue), keeping the variables. O(1).
    pub fn set_budget(&mut self, budget: Budget) {
        self.short.set_budget(budget.clone());
        self.loops.set_budget(budget);
    }

    /// The calculator of short games, with the variables that are worth something there.
    pub fn short(&mut self) -> &mut short::Calculator<'s> {
        &mut self.short
    }

    /// The loopy games.
    pub fn loops(&mut self) -> &mut LoopyStore<'s> {
        &mut self.loops
    }

    /// The names of the variables that are defined, in alphabetical order, with their values.
    pub fn variables(&self) -> Vec<(String, Value)> {
        let short = self.short.variables().map(|(n, v)| (n.to_string(), Value::Short(v.clone())));
        let mut all: BTreeMap<String, Value> = short.collect();
        all.extend(self.variables.iter().map(|(n, v)| (n.clone(), v.clone())));
        all.into_iter().collect()
    }

    /// Gives a variable a value. O(log n).
    pub fn define(&mut self, name: &str, value: Value) {
        match value {
            Value::Short(value) => {
                self.variables.remove(name);
                self.short.define(name, value);
            }
            value => {
                self.variables.insert(name.to_string(), value);
            }
        }
    }

    /// Evaluates a line of statements with `;` between them. `G := …` also defines the variable, `f(x) := …` the
    /// function. Nothing changes on an error in the first of them.
    pub fn eval(&mut self, source: &str) -> Result<Value, EvalError> {
        self.eval_written(source, source)
    }

    /// The same where parts of the line were exchanged for others of the same length; `written` is what the user wrote, which
    /// definitions of functions keep.
    pub fn eval_written(&mut self, source: &str, written: &str) -> Result<Value, EvalError> {
        run(self, source, written)
    }

    /// A value in ASCII. O(length).
    pub fn show(&mut self, value: &Value) -> Result<String, PrintError> {
        self.show_as(value, Style::Ascii)
    }

    /// A value in a style. O(length).
    pub fn show_as(&mut self, value: &Value, style: Style) -> Result<String, PrintError> {
        Ok(match value {
            Value::Short(value) => self.short.show_as(value, style)?,
            Value::Loopy(value) => self.loops.print_as(*value, style)?,
            Value::Outcome(outcome) => outcome.to_string(),
            Value::Games(games) => {
                let mut texts = Vec::with_capacity(games.len());
                for &g in games {
                    texts.push(self.loops.print_as(g, style)?);
                }
                match style {
                    Style::Latex => format!(r"\{{{}\}}", texts.join(",")),
                    _ => format!("{{{}}}", texts.join(",")),
                }
            }
            Value::List(elements) => {
                let mut texts = Vec::with_capacity(elements.len());
                for element in elements {
                    texts.push(self.show_as(element, style)?);
                }
                format!("[{}]", texts.join(", "))
            }
        })
    }
}

impl Host for Calculator<'_> {
    type Value = Value;

    fn plain(&mut self, e: &Expr) -> Result<Value, EvalError> {
        self.statement(e)
    }

    fn variable(&self, name: &str) -> Option<Value> {
        let loopy = self.variables.get(name).cloned();
        loopy.or_else(|| Host::variable(&self.short, name).map(Value::Short))
    }

    fn set(&mut self, name: &str, value: Option<Value>) {
        match value {
            Some(value) => self.define(name, value),
            None => {
                self.variables.remove(name);
                self.short.forget(name);
            }
        }
    }

    /// Names that cannot be variables, since that would change what is printed.
    fn is_reserved(&self, name: &str) -> bool {
        short::LOOPY_NAMES.contains(&name) || LOOPY_FUNCTIONS.contains(&name)
    }

    fn short(value: short::Value) -> Value {
        Value::Short(value)
    }

    fn as_short(value: &Value) -> Option<&short::Value> {
        match value {
            Value::Short(value) => Some(value),
            _ => None,
        }
    }

    fn elements(&mut self, value: &Value) -> Option<Vec<Value>> {
        match value {
            Value::Short(value) => {
                let elements = Host::elements(&mut self.short, value)?;
                Some(elements.into_iter().map(Value::Short).collect())
            }
            Value::Games(games) => Some(games.iter().map(|&g| self.settle(g)).collect()),
            Value::List(elements) => Some(elements.clone()),
            _ => None,
        }
    }

    fn list(elements: Vec<Value>) -> Value {
        let short: Option<Vec<short::Value>> =
            elements.iter().map(|element| Self::as_short(element).cloned()).collect();
        match short {
            Some(short) => Value::Short(short::Value::List(short)),
            None => Value::List(elements),
        }
    }

    fn kind(value: &Value) -> Kind {
        eval::kind(value)
    }

    fn progress(&mut self) -> &mut Progress {
        &mut self.progress
    }

    fn tick(&mut self) -> Result<(), LimitReached> {
        Host::tick(&mut self.short)
    }
}
