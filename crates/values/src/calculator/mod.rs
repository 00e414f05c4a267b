//! Expressions over games: variables, functions, and values of several kinds.

mod eval;
mod functions;
mod infinite;
mod program;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use crate::dyadic::Dyadic;
use crate::error::GameError;
use crate::form::{Form, Forms};
use crate::nimber::Nimber;
use crate::notation::{self, PrintError, Statement, Style, SyntaxError};
use crate::ordinal::Ordinal;
use crate::player::Outcome;
use crate::store::{Game, GameStore, Session};
use crate::thermograph::Thermograph;
use crate::transfinite::TransfiniteError;
pub use functions::{FUNCTIONS, Function, LOOPY_FUNCTIONS, function, similar};
use ishitori_runtime::{Budget, LimitReached};
pub use program::{Host, MAX_DEPTH, MAX_LIST, Progress, UserFunction, evaluate, run};

/// The value of an expression.
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
    /// An infinite ordinal.
    Ordinal(Ordinal),
    /// The nimber of an infinite ordinal.
    TransfiniteNimber(Ordinal),
    /// A list of values that are no lists or sets.
    List(Vec<Value>),
    /// A function that the user has defined.
    Function(Arc<UserFunction>),
}

impl Value {
    /// The name of its type, for errors. O(1).
    pub fn kind(&self) -> Kind {
        match self {
            Value::Game(_) | Value::Form(_) => Kind::Game,
            Value::Number(_) => Kind::Number,
            Value::Bool(_) => Kind::Bool,
            Value::Outcome(_) => Kind::Outcome,
            Value::Games(_) => Kind::Games,
            Value::Thermograph(_) => Kind::Thermograph,
            Value::Nimber(_) => Kind::Nimber,
            Value::Ordinal(_) => Kind::InfiniteOrdinal,
            Value::TransfiniteNimber(_) => Kind::TransfiniteNimber,
            Value::List(_) => Kind::List,
            Value::Function(_) => Kind::Function,
        }
    }
}

/// Why an expression has no value.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{kind}")]
pub struct EvalError {
    /// The bytes of the source that are at fault.
    pub span: Range<usize>,
    /// The error.
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
    #[error("there is no variable `{0}`; define it with `{0} := …`")]
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
    #[error(
        "`{0}` is a word of the notation, or the name of a function or of a game, and cannot be defined"
    )]
    ReservedName(String),
    /// A function with too few or too many arguments.
    #[error("`{name}` takes {expected} arguments: {signature}; {found} given")]
    ArgumentCount {
        /// The function.
        name: String,
        /// How it is called.
        signature: String,
        /// How many arguments it takes.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A value of one kind where another is needed.
    #[error("this is {found}; expected {expected}")]
    Kind {
        /// The type found.
        found: Kind,
        /// The expected type.
        expected: Kind,
    },
    /// A fraction whose value is not dyadic.
    #[error("not a dyadic fraction: the denominator must be a power of two (1, 2, 4, 8, …)")]
    NotDyadic,
    /// A nimber of 2^128 or more in field arithmetic.
    #[error("only nimbers below 2^128 are supported")]
    NimberTooLarge,
    /// Something about loopy games.
    #[error("{0}")]
    Loopy(LoopyFault),
    /// 1/0 in the field of nimbers.
    #[error("0 has no nim-inverse")]
    NoInverse,
    /// Two parameters of a function with the same name.
    #[error("the parameter `{0}` occurs twice")]
    DoubledParameter(String),
    /// Something is wrong in the body of a function of the user.
    #[error("in `{name}`, at `{text}`: {error}")]
    Inside {
        /// The function.
        name: String,
        /// The part of its body that is at fault.
        text: String,
        /// Its error.
        error: Box<EvalErrorKind>,
    },
    /// A function that calls itself too often, or conditions and lists inside each other.
    #[error(
        "functions, conditions and lists are nested more than {limit} deep here; does the recursion end?"
    )]
    RecursionTooDeep {
        /// The largest depth.
        limit: usize,
    },
    /// A list that is too long.
    #[error("a list of more than {limit} elements")]
    ListTooLong {
        /// The largest length.
        limit: usize,
    },
    /// The greatest or least of a list without elements.
    #[error("the list is empty, so it has no greatest or least element")]
    EmptyList,
    /// The greatest or least of a list whose elements are not in order.
    #[error(
        "two elements of the list are confused with each other, so none is the greatest or least"
    )]
    Incomparable,
    /// A difference with an infinite ordinal.
    #[error("this is not an ordinal: infinite ordinals can be added, but not subtracted")]
    NotOrdinal,
    /// A power of an infinite ordinal other than ω.
    #[error(
        "of the infinite ordinals only omega itself can be raised to a power: omega**3, omega**(omega+1)"
    )]
    PowerOfOrdinal,
    /// An ordinal that is not represented.
    #[error(
        "only ordinals below omega**(omega**1001) are supported, with coefficients below 2^128, and below 2^32 in exponents"
    )]
    OrdinalTooLarge,
    /// Nim arithmetic that is not known.
    #[error(transparent)]
    Transfinite(TransfiniteError),
}

/// An error in loopy games in an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LoopyFault {
    /// Only games without loops are accepted here.
    ShortOnly,
    /// An operation that is not known for loopy games: `Cool`, `G:H`.
    NotDefined(String),
    /// A function of stoppers, and this game is not one; it is written as it is.
    NotStopper {
        /// The function.
        name: String,
        /// The game.
        game: String,
    },
    /// The name of a loop (or `pass`) that is not by itself among the options in braces.
    Misplaced(String),
    /// `pass` outside of braces.
    PassOutside,
    /// `s & t` where not s ≥ t.
    SidesOrder,
    /// The walls of the thermograph never meet, or stand beyond all numbers.
    NoMean,
    /// The degree of the game is not an idempotent, so that it has no variety.
    NoVariety,
    /// The upsum variety and the downsum variety are different.
    Unstable,
}

impl std::fmt::Display for LoopyFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LoopyFault::ShortOnly => {
                f.write_str("a loopy game is not accepted here, only games without loops")
            }
            LoopyFault::NotDefined(name) => write!(f, "`{name}` is not defined for loopy games"),
            LoopyFault::NotStopper { name, game } => {
                write!(f, "`{name}` takes a stopper; this game is {game}")
            }
            LoopyFault::Misplaced(name) => write!(
                f,
                "`{name}` leads back to a game in braces and can only be one of its options, as in a{{0|a}} or {{0|pass}}"
            ),
            LoopyFault::PassOutside => {
                f.write_str("`pass` is only allowed among options in braces: {0|pass}")
            }
            LoopyFault::SidesOrder => f.write_str("`s & t` needs s >= t"),
            LoopyFault::NoMean => f.write_str(
                "the game has no mean: the walls of its thermograph never meet, or lie beyond all numbers",
            ),
            LoopyFault::NoVariety => f.write_str(
                "the game has no variety: its degree D is not an idempotent (D + D is not D)",
            ),
            LoopyFault::Unstable => f.write_str(
                "the game is not stable: its upsum variety and its downsum variety differ",
            ),
        }
    }
}

/// The names that are loopy games, unless a variable has that name.
pub const LOOPY_NAMES: [&str; 9] =
    ["on", "off", "over", "under", "upon", "dud", "pass", "tis", "tisn"];

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
    /// An ordinal.
    Ordinal,
    /// An infinite ordinal.
    InfiniteOrdinal,
    /// The nimber of an infinite ordinal.
    TransfiniteNimber,
    /// A list.
    List,
    /// The elements of a list.
    Element,
    /// A function.
    Function,
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
            Kind::Ordinal => "an ordinal",
            Kind::InfiniteOrdinal => "an infinite ordinal",
            Kind::TransfiniteNimber => "a transfinite nimber",
            Kind::List => "a list",
            Kind::Element => "a single value",
            Kind::Function => "a function",
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
    progress: Progress,
}

impl Host for Calculator<'_> {
    type Value = Value;

    fn plain(&mut self, e: &notation::Expr) -> Result<Value, EvalError> {
        self.expr(e)
    }

    fn variable(&self, name: &str) -> Option<Value> {
        self.variables.get(name).cloned()
    }

    fn set(&mut self, name: &str, value: Option<Value>) {
        match value {
            Some(value) => self.variables.insert(name.to_string(), value),
            None => self.variables.remove(name),
        };
    }

    fn is_reserved(&self, _: &str) -> bool {
        false
    }

    fn short(value: Value) -> Value {
        value
    }

    fn as_short(value: &Value) -> Option<&Value> {
        Some(value)
    }

    fn elements(&mut self, value: &Value) -> Option<Vec<Value>> {
        match value {
            Value::List(elements) => Some(elements.clone()),
            Value::Games(games) => Some(games.iter().map(|&g| Value::Game(g)).collect()),
            _ => None,
        }
    }

    fn list(elements: Vec<Value>) -> Value {
        Value::List(elements)
    }

    fn kind(value: &Value) -> Kind {
        value.kind()
    }

    fn progress(&mut self) -> &mut Progress {
        &mut self.progress
    }

    fn tick(&mut self) -> Result<(), LimitReached> {
        self.session.tick()
    }
}

impl<'s> Calculator<'s> {
    /// A calculator on a store, without limits. O(1).
    pub fn new(store: &'s GameStore) -> Self {
        Self::within(store, Budget::unlimited())
    }

    /// A calculator on a store, within a budget. O(1).
    pub fn within(store: &'s GameStore, budget: Budget) -> Self {
        let (session, forms) = (store.session_within(budget.clone()), Forms::within(budget));
        Calculator { session, forms, variables: BTreeMap::new(), progress: Progress::default() }
    }

    /// Starts a new budget (for the next line of a dialogue), keeping the variables. O(1).
    pub fn set_budget(&mut self, budget: Budget) {
        self.forms.set_budget(budget.clone());
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
        let value = evaluate(self, term)?;
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

    /// Takes the value of a variable away. O(log n).
    pub fn forget(&mut self, name: &str) {
        self.variables.remove(name);
    }

    /// Evaluates a line of statements with `;` between them. `G := …` also defines the variable, `f(x) := …` the
    /// function. Nothing changes on an error in the first of them.
    ///
    /// ```
    /// use ishitori_values::{GameStore, calculator::Calculator};
    /// let store = GameStore::new();
    /// let mut c = Calculator::new(&store);
    /// let means = c.eval("f(x) := {x|-x}; [Mean(y) for y in LeftOptions({f(2),3|f(0)})]").unwrap();
    /// assert_eq!(c.show(&means).unwrap(), "[3]");
    /// let n = c.eval("NimProduct(*omega, NimProduct(*omega, *omega))").unwrap();
    /// assert_eq!(c.show(&n).unwrap(), "*2");
    /// ```
    pub fn eval(&mut self, source: &str) -> Result<Value, EvalError> {
        run(self, source, source)
    }

    /// Evaluates an expression that was read already. See [`Calculator::eval`].
    pub fn eval_expr(&mut self, expr: &notation::Expr) -> Result<Value, EvalError> {
        self.expr(expr)
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
            Value::Ordinal(x) => x.print_as(style),
            Value::TransfiniteNimber(x) => x.print_nimber_as(style),
            Value::List(elements) => {
                let mut texts = Vec::with_capacity(elements.len());
                for element in elements {
                    texts.push(self.show_as(element, style)?);
                }
                format!("[{}]", texts.join(", "))
            }
            Value::Function(function) => function.to_string(),
        })
    }
}
