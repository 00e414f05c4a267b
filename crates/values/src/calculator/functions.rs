//! The functions of the calculator.

use super::eval::{at, wrong_kind};
use super::{Calculator, EvalError, EvalErrorKind, Kind, Value, evaluate};
use crate::dyadic::Dyadic;
use crate::error::GameError;
use crate::form::{Form, Forms};
use crate::nimber::Nimber;
use crate::notation::{Expr, ExprKind};
use crate::ordinal::Ordinal;
use crate::player::Player;
use crate::store::{Game, Session};

/// A function of the calculator. Its description for users is in `words`.
#[derive(Debug)]
pub struct Function {
    /// Its name, as CGSuite spells it where it has it.
    pub name: &'static str,
    /// The names of its parameters.
    pub parameters: &'static [&'static str],
    action: Action,
}

impl Function {
    /// `Name(G, t)`.
    pub fn signature(&self) -> String {
        let more = if matches!(self.action, Action::Nim(NimOperation::Mex)) { ", …" } else { "" };
        format!("{}({}{more})", self.name, self.parameters.join(", "))
    }

    /// How it makes one value of a list, if that is what it does.
    pub(super) fn fold(&self) -> Option<Fold> {
        match self.action {
            Action::Fold(fold) => Some(fold),
            _ => None,
        }
    }
}

type Computed = Result<Value, GameError>;

/// How a function computes, by what it takes.
enum Action {
    Unary(fn(&mut Session<'_>, Game) -> Computed),
    Binary(fn(&mut Session<'_>, Game, Game) -> Computed),
    Ternary(fn(&mut Session<'_>, Game, Game, Game) -> Computed),
    /// A game and a number.
    WithNumber(fn(&mut Session<'_>, Game, &Dyadic) -> Computed),
    /// Nimbers, given as *k or as integers k, or infinite ones.
    Nim(NimOperation),
    /// A list or a set.
    Fold(Fold),
    /// A game as it is written; its canonical form if it is not in quotes.
    Form(fn(&Forms, Form) -> Value),
}

/// Operations on nimbers.
#[derive(Clone, Copy)]
pub(super) enum NimOperation {
    Sum,
    Product,
    Inverse,
    /// Of any number of arguments.
    Mex,
}

impl NimOperation {
    /// The result for finite nimbers.
    pub(super) fn of(self, arguments: &[Nimber]) -> Option<Nimber> {
        match (self, arguments) {
            (NimOperation::Sum, [a, b]) => Some(a.sum(*b)),
            (NimOperation::Product, [a, b]) => Some(a.product(*b)),
            (NimOperation::Inverse, [a]) => a.inverse(),
            (_, all) => Some(mex(all)),
        }
    }
}

/// The operation that folds a list.
#[derive(Clone, Copy)]
pub(super) enum Fold {
    Sum,
    Max,
    Min,
    Count,
}

impl std::fmt::Debug for Action {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Action")
    }
}

macro_rules! functions {
    ($($name:ident ($($parameter:ident),*) $kind:ident $body:expr;)*) => {
        /// All functions, in the order in which help lists them.
        pub static FUNCTIONS: &[Function] = &[$(Function {
            name: stringify!($name),
            parameters: &[$(stringify!($parameter)),*],
            action: Action::$kind($body),
        }),*];
    };
}

functions! {
    Mean(G) Unary |s, g| Ok(Value::Number(s.mean(g)?));
    Temperature(G) Unary |s, g| Ok(Value::Number(s.temperature(g)?));
    LeftStop(G) Unary |s, g| Ok(Value::Number(s.left_stop(g)?));
    RightStop(G) Unary |s, g| Ok(Value::Number(s.right_stop(g)?));
    Thermograph(G) Unary |s, g| Ok(Value::Thermograph(s.thermograph(g)?));
    Birthday(G) Unary |s, g| Ok(natural(s.birthday(g)?));
    Outcome(G) Unary |s, g| Ok(Value::Outcome(s.outcome(g)?));
    OutcomeClass(G) Unary |s, g| Ok(Value::Outcome(s.outcome(g)?));
    MisereOutcome(G) Unary |s, g| Ok(Value::Outcome(s.misere_outcome(g)?));
    MisereOutcomeClass(G) Unary |s, g| Ok(Value::Outcome(s.misere_outcome(g)?));
    CanonicalForm(G) Unary |_, g| Ok(Value::Game(g));
    Negative(G) Unary |s, g| Ok(Value::Game(s.negative(g)?));
    LeftOptions(G) Unary |s, g| Ok(Value::Games(s.sorted_options(g, Player::Left)?));
    RightOptions(G) Unary |s, g| Ok(Value::Games(s.sorted_options(g, Player::Right)?));
    Followers(G) Unary |s, g| Ok(Value::Games(s.followers(g)?));
    FollowerCount(G) Unary |s, g| Ok(natural(s.follower_count(g)?.into()));
    StopCount(G) Unary |s, g| Ok(natural(s.stop_count(g)?));
    LeftIncentives(G) Unary |s, g| Ok(Value::Games(s.incentives_of(g, Player::Left)?));
    RightIncentives(G) Unary |s, g| Ok(Value::Games(s.incentives_of(g, Player::Right)?));
    Incentives(G) Unary |s, g| Ok(Value::Games(s.incentives(g)?));
    Cool(G, t) WithNumber |s, g, t| Ok(Value::Game(s.cool(g, t)?));
    Freeze(G) Unary |s, g| Ok(Value::Game(s.freeze(g)?));
    Heat(G, T) Binary |s, g, t| Ok(Value::Game(s.heat(g, t)?));
    Overheat(G, S, T) Ternary |s, g, from, to| Ok(Value::Game(s.overheat(g, from, to)?));
    NortonProduct(G, U) Binary |s, g, u| Ok(Value::Game(s.norton_product(g, u)?));
    ConwayProduct(G, H) Binary |s, g, h| Ok(Value::Game(s.conway_product(g, h)?));
    OrdinalSum(G, H) Binary |s, g, h| Ok(Value::Game(s.ordinal_sum(g, h)?));
    AtomicWeight(G) Unary |s, g| Ok(Value::Game(s.atomic_weight(g)?));
    ReducedCanonicalForm(G) Unary |s, g| Ok(Value::Game(s.reduced_canonical_form(g)?));
    Companion(G) Unary |s, g| Ok(Value::Game(s.companion(g)?));
    Tiny(G) Unary |s, g| Ok(Value::Game(s.tiny(g)?));
    Miny(G) Unary |s, g| { let t = s.tiny(g)?; Ok(Value::Game(s.negative(t)?)) };
    IsNumber(G) Unary |s, g| Ok(Value::Bool(s.store().is_number(g)));
    IsInteger(G) Unary |s, g| Ok(Value::Bool(s.integer_value(g).is_some()));
    IsNimber(G) Unary |s, g| Ok(Value::Bool(s.nimber_value(g).is_some()));
    IsNumberUpStar(G) Unary |s, g| Ok(Value::Bool(s.store().number_up_star(g).is_some()));
    IsUptimal(G) Unary |s, g| Ok(Value::Bool(s.uptimal(g)?.is_some()));
    IsInfinitesimal(G) Unary |s, g| Ok(Value::Bool(s.is_infinitesimal(g)?));
    IsNumberish(G) Unary |s, g| Ok(Value::Bool(s.is_numberish(g)?));
    IsAllSmall(G) Unary |s, g| Ok(Value::Bool(s.is_all_small(g)?));
    IsAtomic(G) Unary |s, g| match s.atomic_weight(g) {
        Ok(_) => Ok(Value::Bool(true)),
        Err(GameError::NotAtomic | GameError::NotInfinitesimal { .. }) => Ok(Value::Bool(false)),
        Err(limit) => Err(limit),
    };
    IsImpartial(G) Form |forms, g| Value::Bool(forms.is_impartial(g));
    FormalBirthday(G) Form |forms, g| natural(forms.birthday(g).into());
    Mex(a, b, c) Nim NimOperation::Mex;
    mex(a, b, c) Nim NimOperation::Mex;
    NimSum(a, b) Nim NimOperation::Sum;
    NimProduct(a, b) Nim NimOperation::Product;
    NimInverse(a) Nim NimOperation::Inverse;
    Sum(L) Fold Fold::Sum;
    Max(L) Fold Fold::Max;
    Min(L) Fold Fold::Min;
    Count(L) Fold Fold::Count;
}

/// Functions of loopy games, which a calculator for them knows; here they are only names.
pub const LOOPY_FUNCTIONS: [&str; 13] = [
    "Onside",
    "Offside",
    "IsStopper",
    "IsStopperSided",
    "IsPlumtree",
    "IsPseudonumber",
    "IsNumberTiny",
    "IsIdempotent",
    "IsStable",
    "Degree",
    "Variety",
    "Upsum",
    "Downsum",
];

/// The least nimber that is not among these.
fn mex(of: &[Nimber]) -> Nimber {
    let mut sorted = of.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    let missing = sorted.iter().zip(0_u128..).find(|(n, at)| n.0 != *at);
    missing.map_or(Nimber(sorted.len() as u128), |(_, at)| Nimber(at))
}

fn natural(n: num_bigint::BigUint) -> Value {
    Value::Number(Dyadic::from(num_bigint::BigInt::from(n)))
}

/// The function with this name. O(functions).
pub fn function(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|f| f.name == name)
}

/// A function whose name differs only in case or by a letter or two.
pub fn similar(name: &str) -> Option<&'static str> {
    // A longer name is no misspelling of one of these.
    let lower: String = name.to_lowercase().chars().take(64).collect();
    FUNCTIONS
        .iter()
        .map(|f| (strsim::levenshtein(&lower, &f.name.to_lowercase()), f.name))
        .min()
        .filter(|(distance, _)| *distance <= 2.min(lower.chars().count() / 2))
        .map(|(_, name)| name)
}

impl Session<'_> {
    /// Tiny-G = {0||0|−G}. The cost of three canonicalisations.
    pub fn tiny(&mut self, g: Game) -> Result<Game, crate::LimitReached> {
        let minus = self.negative(g)?;
        let threat = self.game(&[Game::ZERO], &[minus])?;
        self.game(&[Game::ZERO], &[threat])
    }
}

impl Calculator<'_> {
    pub(super) fn call(
        &mut self,
        e: &Expr,
        f: &'static Function,
        arguments: &[Expr],
    ) -> Result<Value, EvalError> {
        let any_number = matches!(f.action, Action::Nim(NimOperation::Mex));
        if arguments.len() != f.parameters.len() && !any_number {
            return Err(EvalError {
                span: e.span.clone(),
                kind: EvalErrorKind::ArgumentCount {
                    name: f.name.to_string(),
                    signature: f.signature(),
                    expected: f.parameters.len(),
                    found: arguments.len(),
                },
            });
        }
        let result = match f.action {
            Action::Unary(f) => {
                let g = self.game(&arguments[0])?;
                f(self.session(), g)
            }
            Action::Binary(f) => {
                let (g, h) = (self.game(&arguments[0])?, self.game(&arguments[1])?);
                f(self.session(), g, h)
            }
            Action::Ternary(f) => {
                let g = self.game(&arguments[0])?;
                let (h, k) = (self.game(&arguments[1])?, self.game(&arguments[2])?);
                f(self.session(), g, h, k)
            }
            Action::WithNumber(f) => {
                let g = self.game(&arguments[0])?;
                let x = self.number(&arguments[1])?;
                f(self.session(), g, &x)
            }
            Action::Nim(operation) => return self.nim(e, operation, arguments),
            Action::Fold(_) => return evaluate(self, e),
            Action::Form(f) => {
                let value = self.expr(&arguments[0])?;
                let form = self.as_form(&arguments[0], value)?;
                Ok(f(&self.forms, form))
            }
        };
        result.map_err(|error| EvalError { span: e.span.clone(), kind: EvalErrorKind::Game(error) })
    }

    /// Field arithmetic: integers give integers, nimbers give nimbers. The elements of lists are arguments.
    fn nim(
        &mut self,
        e: &Expr,
        operation: NimOperation,
        arguments: &[Expr],
    ) -> Result<Value, EvalError> {
        let mut stars = false;
        let mut infinite = Vec::new();
        let mut nimbers = Vec::with_capacity(arguments.len());
        for argument in arguments {
            // A bare 0 is as good as *0.
            stars |= matches!(argument.kind, ExprKind::UpStar(..));
            let values = match self.expr(argument)? {
                Value::List(elements) if matches!(operation, NimOperation::Mex) => elements,
                Value::Games(games) if matches!(operation, NimOperation::Mex) => {
                    games.into_iter().map(Value::Game).collect()
                }
                value => vec![value],
            };
            for value in values {
                match self.nim_argument(argument, &value, &mut stars)? {
                    Argument::Finite(n) => {
                        infinite.push(Ordinal::from(n.0));
                        nimbers.push(n);
                    }
                    Argument::Infinite(x) => infinite.push(x),
                }
            }
        }
        if infinite.len() > nimbers.len() {
            return self.infinite_nim(e, operation, &infinite, stars);
        }
        let Some(result) = operation.of(&nimbers) else {
            return Err(EvalError { span: e.span.clone(), kind: EvalErrorKind::NoInverse });
        };
        if !stars {
            return Ok(Value::Number(Dyadic::from(num_bigint::BigInt::from(result.0))));
        }
        self.finite_nimber(e, result)
    }

    /// An argument of field arithmetic, and whether it is written as a nimber.
    fn nim_argument(
        &mut self,
        argument: &Expr,
        value: &Value,
        stars: &mut bool,
    ) -> Result<Argument, EvalError> {
        let number = match value {
            Value::Nimber(n) => {
                *stars = true;
                return Ok(Argument::Finite(*n));
            }
            Value::TransfiniteNimber(x) => {
                *stars = true;
                return Ok(Argument::Infinite(x.clone()));
            }
            Value::Ordinal(x) => return Ok(Argument::Infinite(x.clone())),
            Value::Number(x) => x.clone(),
            Value::Game(g) => match self.session.nimber_value(*g) {
                Some(n) => {
                    *stars |= n.0 != 0;
                    return Ok(Argument::Finite(n));
                }
                None => match self.session.store().as_number(*g) {
                    Some(x) => x,
                    None => return Err(wrong_kind(argument, value, Kind::Nimber)),
                },
            },
            _ => return Err(wrong_kind(argument, value, Kind::Nimber)),
        };
        if !number.is_integer() || number.signum() < 0 {
            return Err(wrong_kind(argument, &Value::Number(number), Kind::Nimber));
        }
        match u128::try_from(number.numerator()) {
            Ok(n) => Ok(Argument::Finite(Nimber(n))),
            Err(_) => {
                Err(EvalError { span: argument.span.clone(), kind: EvalErrorKind::NimberTooLarge })
            }
        }
    }

    /// A finite nimber as a value: a game if it is one of the store.
    pub(super) fn finite_nimber(&mut self, e: &Expr, n: Nimber) -> Result<Value, EvalError> {
        match u32::try_from(n.0) {
            Ok(k) if k <= i32::MAX as u32 => {
                self.session.nimber(k).map(Value::Game).map_err(|limit| at(e, limit))
            }
            _ => Ok(Value::Nimber(n)),
        }
    }
}

/// An argument of field arithmetic.
enum Argument {
    Finite(Nimber),
    Infinite(Ordinal),
}
