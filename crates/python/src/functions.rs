//! The functions of the calculator, as methods of games and as functions.

use ishitori::engines::values::Budget;
use ishitori::engines::values::calculator::{Calculator, EvalError, FUNCTIONS, Value};
use ishitori::engines::values::notation::Style;
use ishitori::engines::words::function_help;
use ishitori::prelude::{Dyadic, Game as Handle};
use num_bigint::BigInt;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::game::{Found, Game, compute, evaluated, read, store};
use crate::number::{from_int, to_fraction, to_int};
use crate::thermograph::Thermograph;
use crate::work::{limit_error, short, text};

/// A value of the calculator in Python.
fn to_python(py: Python<'_>, found: Found) -> PyResult<Py<PyAny>> {
    let game = |handle: Handle| Game::from(handle);
    let value = match found {
        Found::Value(value) => value,
        Found::Written(text) => return Ok(text.into_pyobject(py)?.into_any().unbind()),
    };
    Ok(match value {
        // A form is taken out of its calculator as a text.
        Value::Form(_) => py.None(),
        Value::Ordinal(x) => x.to_string().into_pyobject(py)?.into_any().unbind(),
        Value::TransfiniteNimber(x) => {
            x.print_nimber_as(Style::Ascii).into_pyobject(py)?.into_any().unbind()
        }
        Value::Function(function) => function.to_string().into_pyobject(py)?.into_any().unbind(),
        Value::List(elements) => {
            let elements = elements
                .into_iter()
                .map(|element| to_python(py, Found::Value(element)))
                .collect::<PyResult<Vec<_>>>()?;
            elements.into_pyobject(py)?.into_any().unbind()
        }
        Value::Game(handle) => game(handle).into_pyobject(py)?.into_any().unbind(),
        Value::Number(x) => to_fraction(py, &x)?.unbind(),
        Value::Bool(value) => value.into_pyobject(py)?.to_owned().into_any().unbind(),
        Value::Outcome(outcome) => outcome.to_string().into_pyobject(py)?.into_any().unbind(),
        Value::Games(games) => {
            let games: Vec<Game> = games.into_iter().map(game).collect();
            games.into_pyobject(py)?.into_any().unbind()
        }
        Value::Thermograph(walls) => {
            Thermograph::from(walls).into_pyobject(py)?.into_any().unbind()
        }
        Value::Nimber(nimber) => to_int(py, &BigInt::from(nimber.0))?.unbind(),
    })
}

/// Calls a function of the calculator.
fn call(py: Python<'_>, name: &str, arguments: &[Value]) -> PyResult<Found> {
    let names: Vec<String> = (0..arguments.len()).map(|at| format!("A{at}")).collect();
    let source = format!("{name}({})", names.join(","));
    let work = |budget: Budget| {
        let mut calculator = Calculator::within(store().games(), budget);
        for (name, value) in names.iter().zip(arguments) {
            calculator.define(name, value.clone());
        }
        calculator.eval(&source).map(|value| Found::of(&mut calculator, value))
    };
    short(py, EvalError::limit, work)?.map_err(|error| match (error.limit(), text(None)) {
        (Some(limit), _) => limit_error(&limit),
        (None, Ok(text)) => PyValueError::new_err(text.eval_error(&error.kind)),
        (None, Err(error)) => error,
    })
}

/// A count as an `int`.
fn count(py: Python<'_>, name: &str, game: &Game) -> PyResult<Py<PyAny>> {
    match call(py, name, &[Value::Game(game.handle())])? {
        Found::Value(Value::Number(x)) => Ok(to_int(py, &x.numerator())?.unbind()),
        other => to_python(py, other),
    }
}

macro_rules! properties {
    ($($(#[$attribute:meta])* $method:ident $function:literal;)*) => {
        #[pymethods]
        impl Game {
            $(
                $(#[$attribute])*
                #[getter]
                fn $method(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
                    to_python(py, call(py, $function, &[Value::Game(self.handle())])?)
                }
            )*
        }
    };
}

/// What is asked for by the thousand, without the way through an expression.
#[pymethods]
impl Game {
    /// The mean value, a Fraction.
    #[getter]
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let g = self.handle();
        to_fraction(py, &compute(py, |s| Ok(s.mean(g)?))?)
    }

    /// The temperature, a Fraction: −1/2^k for the number m/2^k.
    #[getter]
    fn temperature<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let g = self.handle();
        to_fraction(py, &compute(py, |s| Ok(s.temperature(g)?))?)
    }

    /// The number at which play stops when Left begins, a Fraction.
    #[getter]
    fn left_stop<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let g = self.handle();
        to_fraction(py, &compute(py, |s| Ok(s.left_stop(g)?))?)
    }

    /// The number at which play stops when Right begins, a Fraction.
    #[getter]
    fn right_stop<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let g = self.handle();
        to_fraction(py, &compute(py, |s| Ok(s.right_stop(g)?))?)
    }

    /// The thermograph.
    #[getter]
    fn thermograph(&self, py: Python<'_>) -> PyResult<Thermograph> {
        let g = self.handle();
        compute(py, |s| Ok(s.thermograph(g)?)).map(Thermograph::from)
    }

    /// Who wins: 'P', 'N', 'L' or 'R'.
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<String> {
        let g = self.handle();
        Ok(compute(py, |s| Ok(s.outcome(g)?))?.to_string())
    }
}

properties! {
    /// Who wins in misère play: 'P', 'N', 'L' or 'R'.
    misere_outcome "MisereOutcome";
    /// All positions that can be reached, including the game itself.
    followers "Followers";
    /// What Left gains by each of the moves.
    left_incentives "LeftIncentives";
    /// What Right gains by each of the moves.
    right_incentives "RightIncentives";
    /// What the players gain by each of their moves.
    incentives "Incentives";
    /// The atomic weight, a game; ValueError where there is none.
    atomic_weight "AtomicWeight";
    /// The simplest game infinitely close to this one.
    reduced_canonical_form "ReducedCanonicalForm";
    /// The companion of the game.
    companion "Companion";
    /// Tiny of the game, {0||0|-G}.
    tiny "Tiny";
    /// Miny of the game, {G|0||0}.
    miny "Miny";
    /// Whether the value is a number.
    is_number "IsNumber";
    /// Whether the value is an integer.
    is_integer "IsInteger";
    /// Whether the value is a nimber.
    is_nimber "IsNimber";
    /// Whether the value is the sum of a number, a multiple of ^ and a nimber.
    is_number_up_star "IsNumberUpStar";
    /// Whether the value is an uptimal.
    is_uptimal "IsUptimal";
    /// Whether both stops are 0.
    is_infinitesimal "IsInfinitesimal";
    /// Whether both stops are the same.
    is_numberish "IsNumberish";
    /// Whether both or neither player can move, in every follower.
    is_all_small "IsAllSmall";
    /// Whether the value has an atomic weight.
    is_atomic "IsAtomic";
    /// Whether both players have the same options in every follower of the canonical form.
    is_impartial "IsImpartial";
}

#[pymethods]
impl Game {
    /// The day on which the value is born.
    #[getter]
    fn birthday(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        count(py, "Birthday", self)
    }

    /// The length of the longest play from the canonical form.
    #[getter]
    fn formal_birthday(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        count(py, "FormalBirthday", self)
    }

    /// How many positions can be reached, including the game itself.
    #[getter]
    fn follower_count(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        count(py, "FollowerCount", self)
    }

    /// How many lines of play there are until a number is reached.
    #[getter]
    fn stop_count(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        count(py, "StopCount", self)
    }

    /// The game itself, which is always in canonical form.
    #[getter]
    fn canonical_form(&self) -> Game {
        *self
    }

    /// The game cooled by t.
    fn cool(&self, t: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.called("Cool", &[t])
    }

    /// The game cooled by its temperature.
    fn freeze(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        to_python(py, call(py, "Freeze", &[Value::Game(self.handle())])?)
    }

    /// The game heated by t.
    fn heat(&self, t: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.called("Heat", &[t])
    }

    /// The game overheated from s to t.
    fn overheat(&self, s: &Bound<'_, PyAny>, t: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.called("Overheat", &[s, t])
    }

    /// The Norton product with u.
    fn norton_product(&self, u: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.called("NortonProduct", &[u])
    }

    /// The Conway product with h.
    fn conway_product(&self, h: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.called("ConwayProduct", &[h])
    }

    /// The ordinal sum with h, whose moves leave this game alone.
    fn ordinal_sum(&self, h: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.called("OrdinalSum", &[h])
    }

    /// Whether neither game is at least the other; also `g | h`.
    fn is_confused_with(&self, h: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.__or__(Game::from(read(h)?).into_pyobject(h.py())?.as_any())
    }
}

impl Game {
    fn called(&self, name: &str, others: &[&Bound<'_, PyAny>]) -> PyResult<Py<PyAny>> {
        let py = others[0].py();
        let mut arguments = vec![Value::Game(self.handle())];
        for other in others {
            arguments.push(Value::Game(read(other)?));
        }
        to_python(py, call(py, name, &arguments)?)
    }
}

/// The value of an expression of the calculator: a Game, a Fraction, a bool, an outcome class such
/// as 'N', a list of games, a Thermograph, the k of a nimber *k too large for a game, or the text of
/// a game as it is written ('{-1|1}' in quotes).
#[pyfunction]
pub fn evaluate(py: Python<'_>, expression: &str) -> PyResult<Py<PyAny>> {
    to_python(py, evaluated(py, expression)?)
}

/// All functions of the calculator: name, parameters, what it means.
#[pyfunction]
#[pyo3(signature = (lang = None))]
pub fn functions(lang: Option<&str>) -> PyResult<Vec<(String, Vec<String>, String)>> {
    let lang = text(lang)?.lang;
    let all = FUNCTIONS.iter().map(|function| {
        let parameters = function.parameters.iter().map(ToString::to_string).collect();
        let help = function_help(function.name, lang).unwrap_or_default().to_string();
        (function.name.to_string(), parameters, help)
    });
    Ok(all.collect())
}

/// Calculates with nimbers, given as integers k or as games *k: `NimSum`, `NimProduct`,
/// `NimInverse`, `Mex`. Integers give integers, games give games.
#[pyfunction]
pub fn nim(py: Python<'_>, name: &str, arguments: Vec<Bound<'_, PyAny>>) -> PyResult<Py<PyAny>> {
    let mut values = Vec::new();
    for argument in &arguments {
        values.push(match argument.cast::<Game>() {
            Ok(game) => Value::Game(game.get().handle()),
            Err(_) => Value::Number(Dyadic::from(from_int(argument)?)),
        });
    }
    match call(py, name, &values)? {
        Found::Value(Value::Number(x)) => Ok(to_int(py, &x.numerator())?.unbind()),
        value => to_python(py, value),
    }
}
