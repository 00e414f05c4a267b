//! Expressions over games: variables, functions, and values of several kinds.

mod eval;
mod functions;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use crate::budget::{Budget, LimitReached};
use crate::dyadic::Dyadic;
use crate::error::GameError;
use crate::form::{Form, Forms};
use crate::nimber::Nimber;
use crate::notation::{self, PrintError, Statement, Style, SyntaxError};
use crate::player::Outcome;
use crate::store::{Game, GameStore, Session};
use crate::thermograph::Thermograph;
pub use functions::{FUNCTIONS, Function, function};

/// What an expression can be worth.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A game.
    Game(Game),
    /// A number that some function computed, such as a mean or a birthday.
    Number(Dyadic),
    /// A truth value.
    Bool(bool),
    /// An outcome class.
    Outcome(Outcome),
    /// A set of games, such as the options of a player.
    Games(Vec<Game>),
    /// A thermograph.
    Thermograph(Arc<Thermograph>),
    /// A game as it is written, not simplified.
    Form(Form),
    /// A nimber outside of the games of the store (they end below 2^31).
    Nimber(Nimber),
}

/// Why an expression has no value.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{kind}")]
pub struct EvalError {
    /// The bytes of the source that are at fault.
    pub span: Range<usize>,
    /// What is wrong.
    pub kind: EvalErrorKind,
}

/// The kinds of errors. `Display` speaks English; presenters translate the variants.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum EvalErrorKind {
    /// The text is not an expression.
    #[error("{0}")]
    Syntax(notation::SyntaxErrorKind),
    /// An operation has no answer, or reached a limit.
    #[error(transparent)]
    Game(#[from] GameError),
    /// A name without a value.
    #[error("there is no variable `{0}` (define it with `{0} := …`)")]
    UnknownVariable(String),
    /// A function that does not exist.
    #[error("there is no function `{name}`{}", suggestion.map(|s| format!("; did you mean `{s}`?")).unwrap_or_default())]
    UnknownFunction {
        /// The name as written.
        name: String,
        /// A function with a similar name.
        suggestion: Option<&'static str>,
    },
    /// A name that cannot be given a value.
    #[error("`{0}` is the name of a function and cannot be a variable")]
    ReservedName(String),
    /// A function with too few or too many arguments.
    #[error("`{name}` takes {expected} argument(s): {signature}; {found} given")]
    ArgumentCount {
        /// The function.
        name: &'static str,
        /// How it is called.
        signature: String,
        /// How many arguments it takes.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A value of one kind where another is needed.
    #[error("this is {found}, expected {expected}")]
    Kind {
        /// What it is.
        found: Kind,
        /// What it should be.
        expected: Kind,
    },
    /// A fraction whose value is not dyadic.
    #[error("not a dyadic fraction: the denominator must be a power of two (1, 2, 4, 8, …)")]
    NotDyadic,
    /// A nimber of 2^128 or more in field arithmetic.
    #[error("nimbers are known below 2^128 here")]
    NimberTooLarge,
    /// 1/0 in the field of nimbers.
    #[error("0 has no nim-inverse")]
    NoInverse,
}

/// Kinds of values, as far as errors speak of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A game.
    Game,
    /// A number.
    Number,
    /// An integer.
    Integer,
    /// A non-negative integer or a nimber.
    Nimber,
    /// A truth value.
    Bool,
    /// An outcome class.
    Outcome,
    /// A set of games.
    Games,
    /// A thermograph.
    Thermograph,
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Kind::Game => "a game",
            Kind::Number => "a number",
            Kind::Integer => "an integer",
            Kind::Nimber => "a non-negative integer or a nimber",
            Kind::Bool => "a truth value",
            Kind::Outcome => "an outcome class",
            Kind::Games => "a set of games",
            Kind::Thermograph => "a thermograph",
        })
    }
}

impl From<LimitReached> for EvalErrorKind {
    fn from(limit: LimitReached) -> Self {
        EvalErrorKind::Game(GameError::Limit(limit))
    }
}

impl From<SyntaxError> for EvalError {
    fn from(e: SyntaxError) -> Self {
        EvalError { span: e.span, kind: EvalErrorKind::Syntax(e.kind) }
    }
}

impl EvalError {
    /// The limit that was reached, if that is what went wrong.
    pub fn limit(&self) -> Option<LimitReached> {
        match self.kind {
            EvalErrorKind::Game(GameError::Limit(limit)) => Some(limit),
            _ => None,
        }
    }
}

/// A calculator for games: evaluates expressions and remembers variables.
///
/// ```
/// use ishitori_values::{GameStore, calculator::Calculator};
/// let store = GameStore::new();
/// let mut c = Calculator::new(&store);
/// c.eval("G := {2|-1}").unwrap();
/// let mean = c.eval("Mean(G)").unwrap();
/// assert_eq!(c.show(&mean).unwrap(), "1/2");
/// let error = c.eval("G + H").unwrap_err();
/// assert_eq!(error.span, 4..5);
/// ```
pub struct Calculator<'s> {
    session: Session<'s>,
    forms: Forms,
    variables: BTreeMap<String, Value>,
}

impl<'s> Calculator<'s> {
    /// A calculator on a store, without limits. O(1).
    pub fn new(store: &'s GameStore) -> Self {
        Self::within(store, Budget::unlimited())
    }

    /// A calculator on a store, within a budget. O(1).
    pub fn within(store: &'s GameStore, budget: Budget) -> Self {
        let (session, forms) = (store.session_within(budget), Forms::default());
        Calculator { session, forms, variables: BTreeMap::new() }
    }

    /// Starts a new budget (for the next line of a dialogue), keeping the variables. O(1).
    pub fn set_budget(&mut self, budget: Budget) {
        self.session = self.session.store().session_within(budget);
    }

    /// The session that does the work.
    pub fn session(&mut self) -> &mut Session<'s> {
        &mut self.session
    }

    /// The terms of a sum as forms, each by itself: canonical forms, and forms in quotes as they are
    /// written. The cost of the expressions.
    ///
    /// ```
    /// use ishitori_values::{GameStore, calculator::Calculator};
    /// let store = GameStore::new();
    /// let mut calculator = Calculator::new(&store);
    /// let parts = calculator.parts("{1|-1} + '{-1|1}' - *2").unwrap();
    /// let texts: Vec<String> =
    ///     parts.iter().map(|&form| calculator.forms().0.text(form).unwrap()).collect();
    /// assert_eq!(texts, ["{1|-1}", "{-1|1}", "*2"]);
    /// ```
    pub fn parts(&mut self, source: &str) -> Result<Vec<Form>, EvalError> {
        let Statement::Eval(expr) = notation::parse(source)? else {
            return self.eval(source).map(|_| Vec::new());
        };
        let notation::ExprKind::Sum(terms) = &expr.kind else { return Ok(vec![self.term(&expr)?]) };
        let mut parts = Vec::new();
        for (minus, term) in terms {
            let form = self.term(term)?;
            parts.push(match minus {
                false => form,
                true => self.forms.negative(form).map_err(|limit| eval::at(term, limit))?,
            });
        }
        Ok(parts)
    }

    fn term(&mut self, term: &notation::Expr) -> Result<Form, EvalError> {
        let value = self.expr(term)?;
        self.as_form(term, value)
    }

    /// All forms, for those who go on with them. O(1).
    pub fn into_forms(self) -> Forms {
        self.forms
    }

    /// The forms that were written so far, and the session.
    pub fn forms(&mut self) -> (&mut Forms, &mut Session<'s>) {
        (&mut self.forms, &mut self.session)
    }

    /// The variables that are defined, in alphabetical order.
    pub fn variables(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.variables.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// Gives a variable a value, for those who have one that was computed elsewhere. O(log n).
    ///
    /// ```
    /// use ishitori_values::{GameStore, calculator::{Calculator, Value}};
    /// let store = GameStore::new();
    /// let mut c = Calculator::new(&store);
    /// c.define("G", Value::Game(store.session().integer(3)));
    /// let mean = c.eval("Mean(G)").unwrap();
    /// assert_eq!(c.show(&mean).unwrap(), "3");
    /// ```
    pub fn define(&mut self, name: &str, value: Value) {
        self.variables.insert(name.to_string(), value);
    }

    /// Evaluates a line; `G := …` also defines the variable. Nothing changes on an error.
    pub fn eval(&mut self, source: &str) -> Result<Value, EvalError> {
        match notation::parse(source)? {
            Statement::Eval(expr) => self.expr(&expr),
            Statement::Assign { name, span, value } => {
                if function(&name).is_some() {
                    return Err(EvalError { span, kind: EvalErrorKind::ReservedName(name) });
                }
                let value = self.expr(&value)?;
                self.variables.insert(name, value.clone());
                Ok(value)
            }
        }
    }

    /// A value in ASCII. O(length).
    pub fn show(&mut self, value: &Value) -> Result<String, PrintError> {
        self.show_as(value, Style::Ascii)
    }

    /// A value in a style. O(length).
    pub fn show_as(&mut self, value: &Value, style: Style) -> Result<String, PrintError> {
        Ok(match value {
            Value::Game(g) => self.session.print_as(*g, style)?,
            Value::Number(x) => x.to_string(),
            Value::Bool(b) => b.to_string(),
            Value::Outcome(o) => o.to_string(),
            Value::Games(games) => {
                let mut texts = Vec::with_capacity(games.len());
                for &g in games {
                    texts.push(self.session.print_as(g, style)?);
                }
                match style {
                    Style::Latex => format!(r"\{{{}\}}", texts.join(",")),
                    _ => format!("{{{}}}", texts.join(",")),
                }
            }
            Value::Thermograph(t) => t.to_string(),
            Value::Form(form) => self.forms.text_as(*form, style)?,
            Value::Nimber(n) => n.to_string(),
        })
    }
}
