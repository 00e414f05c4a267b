//! `Game`: a short game in canonical form.

use std::hash::{Hash, Hasher};
use std::sync::LazyLock;

use ishitori::engines::answers::{AskError, Origin};
use ishitori::engines::values::calculator::{Calculator, EvalError, EvalErrorKind, Value};
use ishitori::engines::values::notation::PrintError;
use ishitori::engines::values::{Budget, GameError, LimitReached};
use ishitori::engines::words::Mistake;
use ishitori::games::{Dyadic, Game as Handle, Player, Session, Store, Style};
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use rustc_hash::FxHasher;

use crate::work::{limit_error, short, text};
use crate::{failure, number};

/// The store of the process: every `Game` is a handle of it.
static STORE: LazyLock<Store> = LazyLock::new(Store::new);

/// The store of the process.
pub fn store() -> &'static Store {
    &STORE
}

/// A short game in canonical form: `Game('{2||1|0}')`, `Game(3)`, `Game(Fraction(1, 2))`, or
/// `Game(left_options, right_options)`.
///
/// Two games are equal if they have the same value. `<`, `<=` compare, `g | h` says whether they are
/// confused, `+`, `-` and integer multiples compute. A game has no truth value: compare it with 0.
#[pyclass(frozen, module = "ishitori", name = "Game", weakref)]
#[derive(Clone, Copy)]
pub struct Game {
    handle: Handle,
}

impl From<Handle> for Game {
    fn from(handle: Handle) -> Game {
        Game { handle }
    }
}

/// Why an operation on games failed, as an exception.
fn failed(error: GameError) -> PyErr {
    match error {
        GameError::Limit(limit) => limit_error(&limit),
        error => match text(None) {
            Ok(text) => PyValueError::new_err(text.eval_error(&EvalErrorKind::Game(error))),
            Err(error) => error,
        },
    }
}

fn limit_of(error: &GameError) -> Option<LimitReached> {
    match error {
        GameError::Limit(limit) => Some(*limit),
        _ => None,
    }
}

/// Computes in a session of the store, at once or, where it takes long, without the lock.
pub fn compute<T: Send>(
    py: Python<'_>,
    work: impl Fn(&mut Session<'static>) -> Result<T, GameError> + Sync + Send,
) -> PyResult<T> {
    let work = |budget: Budget| work(&mut store().games().session_within(budget));
    short(py, limit_of, work)?.map_err(failed)
}

/// The value of an expression.
pub enum Found {
    /// A value.
    Value(Value),
    /// A game as it is written, which lives no longer than the calculator.
    Written(String),
}

impl Found {
    /// Takes a value out of its calculator.
    pub fn of(calculator: &mut Calculator<'_>, value: Value) -> Found {
        match value {
            Value::Form(_) => {
                Found::Written(calculator.show(&value).unwrap_or_else(|_| "…".to_string()))
            }
            value => Found::Value(value),
        }
    }
}

/// The value of an expression, at once or, where it takes long, without the lock.
pub fn evaluated(py: Python<'_>, source: &str) -> PyResult<Found> {
    let work = |budget: Budget| {
        let mut calculator = Calculator::within(store().games(), budget);
        calculator.eval(source).map(|value| Found::of(&mut calculator, value))
    };
    short(py, EvalError::limit, work)?.map_err(|error| {
        let from = Origin::Field("expression");
        let error = AskError::Expression { from, source: source.to_string(), error };
        match text(None) {
            Ok(text) => failure::of_error(&error, &text),
            Err(error) => error,
        }
    })
}

/// The other operand of an operation on games: a game, an `int` or a `Fraction`.
pub enum Operand {
    /// A game.
    Game(Handle),
    /// Something else.
    Other,
}

impl Operand {
    fn read(value: &Bound<'_, PyAny>) -> PyResult<Operand> {
        if let Ok(game) = value.cast::<Game>() {
            return Ok(Operand::Game(game.get().handle));
        }
        match number::from_python(value)? {
            Some(x) => Ok(Operand::Game(of_number(&x)?)),
            None => Ok(Operand::Other),
        }
    }
}

fn of_number(x: &Dyadic) -> PyResult<Handle> {
    store().games().number(x).map_err(|limit| limit_error(&limit))
}

/// Reads a game: a game, a number, or a text in the notation of the calculator.
pub fn read(value: &Bound<'_, PyAny>) -> PyResult<Handle> {
    if let Ok(source) = value.cast::<PyString>() {
        let source = source.to_str()?;
        return match evaluated(value.py(), source)? {
            Found::Value(Value::Game(game)) => Ok(game),
            Found::Value(Value::Number(x)) => of_number(&x),
            _ => {
                let text = text(None)?;
                let accepted = ishitori::engines::answers::Accepted::GameExpression;
                let (field, value) = ("expression", source.to_string());
                let error = AskError::Argument { field, value, accepted };
                Err(failure::of_error(&error, &text))
            }
        };
    }
    match Operand::read(value)? {
        Operand::Game(game) => Ok(game),
        Operand::Other => {
            let kind = value.get_type().name()?;
            Err(failure::bad_type(Mistake::Game { kind: kind.to_string() }))
        }
    }
}

fn style(name: &str) -> PyResult<Style> {
    match name {
        "" | "ascii" => Ok(Style::Ascii),
        "unicode" => Ok(Style::Unicode),
        "latex" => Ok(Style::Latex),
        _ => Err(failure::bad_value(Mistake::Style { name: name.to_string() })),
    }
}

impl Game {
    /// The handle.
    pub fn handle(&self) -> Handle {
        self.handle
    }

    fn print(&self, py: Python<'_>, style: Style) -> PyResult<Result<String, PrintError>> {
        let game = self.handle;
        let limit = |error: &PrintError| match error {
            PrintError::Limit(limit) => Some(*limit),
            PrintError::TooLong { .. } => None,
        };
        short(py, limit, |budget: Budget| {
            store().games().session_within(budget).print_as(game, style)
        })
    }

    fn written(&self, py: Python<'_>, style: Style) -> PyResult<String> {
        self.print(py, style)?.map_err(|error| match error {
            PrintError::Limit(limit) => limit_error(&limit),
            PrintError::TooLong { .. } => match text(None) {
                Ok(text) => PyValueError::new_err(text.too_long()),
                Err(error) => error,
            },
        })
    }

    fn with(
        &self,
        other: &Bound<'_, PyAny>,
        operation: impl Fn(&mut Session<'static>, Handle, Handle) -> Result<Handle, LimitReached>
        + Sync
        + Send,
    ) -> PyResult<Py<PyAny>> {
        let (py, g) = (other.py(), self.handle);
        let Operand::Game(h) = Operand::read(other)? else { return Ok(py.NotImplemented()) };
        let found = compute(py, |s| Ok(operation(s, g, h)?))?;
        Ok(Game::from(found).into_pyobject(py)?.into_any().unbind())
    }

    /// Whether g ≤ h. Handles are canonical, so that every relation is one or two of these.
    fn leq(py: Python<'_>, g: Handle, h: Handle) -> PyResult<bool> {
        if g == h { Ok(true) } else { compute(py, |s| Ok(s.leq(g, h)?)) }
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (value, right = None, /))]
    fn new(value: &Bound<'_, PyAny>, right: Option<&Bound<'_, PyAny>>) -> PyResult<Game> {
        let Some(right) = right else { return read(value).map(Game::from) };
        if value.is_instance_of::<PyString>() || right.is_instance_of::<PyString>() {
            return Err(failure::bad_type(Mistake::OptionsInText));
        }
        let all = |options: &Bound<'_, PyAny>| -> PyResult<Vec<Handle>> {
            options.try_iter()?.map(|option| read(&option?)).collect()
        };
        let (left, right) = (all(value)?, all(right)?);
        compute(value.py(), |s| Ok(s.game(&left, &right)?)).map(Game::from)
    }

    fn __add__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.with(other, |s, g, h| s.sum(g, h))
    }

    fn __radd__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.with(other, |s, g, h| s.sum(h, g))
    }

    fn __sub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.with(other, |s, g, h| s.difference(g, h))
    }

    fn __rsub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.with(other, |s, g, h| s.difference(h, g))
    }

    fn __neg__(&self, py: Python<'_>) -> PyResult<Game> {
        let g = self.handle;
        compute(py, |s| Ok(s.negative(g)?)).map(Game::from)
    }

    fn __pos__(&self) -> Game {
        *self
    }

    fn __mul__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Operand::Game(h) = Operand::read(other)? else { return Ok(py.NotImplemented()) };
        let games = store().games();
        let integer = |game| games.as_number(game).filter(Dyadic::is_integer);
        let (n, g) = match (integer(self.handle), integer(h)) {
            (Some(n), _) => (n, h),
            (None, Some(n)) => (n, self.handle),
            (None, None) => {
                return Err(failure::bad_type(Mistake::Factor));
            }
        };
        let n = n.numerator();
        let found = compute(py, |s| Ok(s.multiple(&n, g)?))?;
        Ok(Game::from(found).into_pyobject(py)?.into_any().unbind())
    }

    fn __rmul__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.__mul__(other)
    }

    /// Whether neither is at least the other.
    pub(crate) fn __or__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Operand::Game(h) = Operand::read(other)? else { return Ok(py.NotImplemented()) };
        let g = self.handle;
        let confused = g != h && compute(py, |s| Ok(!s.leq(g, h)? && !s.leq(h, g)?))?;
        Ok(confused.into_pyobject(py)?.to_owned().into_any().unbind())
    }

    fn __ror__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.__or__(other)
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let read = match op {
            // Nothing that is not a game is equal to one; not even to ask is an error.
            CompareOp::Eq | CompareOp::Ne => Operand::read(other).unwrap_or(Operand::Other),
            _ => Operand::read(other)?,
        };
        let Operand::Game(h) = read else { return Ok(py.NotImplemented()) };
        let g = self.handle;
        let holds = match op {
            CompareOp::Eq => g == h,
            CompareOp::Ne => g != h,
            CompareOp::Lt => g != h && Game::leq(py, g, h)?,
            CompareOp::Gt => g != h && Game::leq(py, h, g)?,
            CompareOp::Le => Game::leq(py, g, h)?,
            CompareOp::Ge => Game::leq(py, h, g)?,
        };
        Ok(holds.into_pyobject(py)?.to_owned().into_any().unbind())
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        // Numbers are equal to those of Python, so they have the same hash.
        match store().games().as_number(self.handle) {
            Some(x) => number::to_fraction(py, &x)?.hash(),
            None => {
                let mut hasher = FxHasher::default();
                self.handle.hash(&mut hasher);
                // Python takes some bits of it, whichever.
                Ok(hasher.finish().cast_signed() as isize)
            }
        }
    }

    fn __bool__(&self) -> PyResult<bool> {
        Err(failure::bad_type(Mistake::Truth))
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        match self.print(py, Style::Ascii)? {
            Ok(text) => Ok(text),
            Err(PrintError::TooLong { .. }) => Ok("…".to_string()),
            Err(PrintError::Limit(limit)) => Err(limit_error(&limit)),
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        match self.print(py, Style::Ascii)? {
            Ok(text) => Ok(format!("Game('{text}')")),
            Err(PrintError::TooLong { .. }) => Ok("<Game, too long to print>".to_string()),
            Err(PrintError::Limit(limit)) => Err(limit_error(&limit)),
        }
    }

    /// `format(g, 'unicode')`, `f'{g:latex}'`.
    fn __format__(&self, py: Python<'_>, spec: &str) -> PyResult<String> {
        self.written(py, style(spec)?)
    }

    fn _repr_latex_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        Ok(self.print(py, Style::Latex)?.ok().map(|text| format!("${text}$")))
    }

    /// Pickles by notation.
    fn __reduce__<'py>(slf: &Bound<'py, Game>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let text = slf.get().written(slf.py(), Style::Ascii)?;
        Ok((slf.get_type().into_any(), (text,)))
    }

    fn __copy__(&self) -> Game {
        *self
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Game {
        *self
    }

    /// The value as a Fraction if it is a number; else None.
    #[getter]
    fn number<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let number = store().games().as_number(self.handle);
        number.map(|x| number::to_fraction(py, &x)).transpose()
    }

    /// The k of a nimber *k; None if the game is not a nimber.
    #[getter]
    fn nimber(&self) -> Option<u32> {
        let parts = store().games().number_up_star(self.handle)?;
        (parts.number.is_zero() && parts.ups == 0).then_some(parts.nimber)
    }

    fn __int__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match store().games().as_number(self.handle).filter(Dyadic::is_integer) {
            Some(x) => number::to_int(py, &x.numerator()),
            None => Err(failure::bad_value(Mistake::Integer)),
        }
    }

    /// The canonical options of Left, as a tuple of games.
    #[getter]
    fn left_options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.options(py, Player::Left)
    }

    /// The canonical options of Right, as a tuple of games.
    #[getter]
    fn right_options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.options(py, Player::Right)
    }
}

impl Game {
    fn options<'py>(&self, py: Python<'py>, player: Player) -> PyResult<Bound<'py, PyTuple>> {
        let g = self.handle;
        let games = compute(py, |s| Ok(s.sorted_options(g, player)?))?;
        PyTuple::new(py, games.into_iter().map(Game::from))
    }
}
