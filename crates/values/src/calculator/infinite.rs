//! Ordinals and transfinite nimbers in expressions.

use std::cmp::Ordering;

use super::eval::{at, wrong_kind};
use super::functions::NimOperation;
use super::{Calculator, EvalError, EvalErrorKind, Kind, Value};
use crate::dyadic::Dyadic;
use crate::notation::{Comparison, Expr};
use crate::ordinal::Ordinal;
use crate::store::Game;
use crate::transfinite::{NimField, TransfiniteError};

type Evaluated<T> = Result<T, EvalError>;

/// The largest exponent of a number or a nimber.
const MAX_EXPONENT: u128 = 1 << 16;

impl Calculator<'_> {
    /// Whether a value is beyond the games of the store.
    pub(super) fn is_infinite(value: &Value) -> bool {
        matches!(value, Value::Ordinal(_) | Value::TransfiniteNimber(_) | Value::Nimber(_))
    }

    /// The ordinal of a nimber: of the game *k, of a larger one, or of 0.
    fn index(&mut self, value: &Value) -> Option<Ordinal> {
        match value {
            Value::TransfiniteNimber(x) => Some(x.clone()),
            Value::Nimber(n) => Some(Ordinal::from(n.0)),
            Value::Game(g) => self.session.nimber_value(*g).map(|n| Ordinal::from(n.0)),
            Value::Number(x) if x.is_zero() => Some(Ordinal::default()),
            _ => None,
        }
    }

    /// The ordinal that a value is: infinite, or a natural number.
    pub(super) fn ordinal(&self, value: &Value) -> Option<Ordinal> {
        let number = match value {
            Value::Ordinal(x) => return Some(x.clone()),
            Value::Number(x) => x.clone(),
            Value::Game(g) => self.session.store().as_number(*g)?,
            _ => return None,
        };
        natural(&number).map(Ordinal::from)
    }

    /// An ordinal as a value: a game if it is finite.
    fn of_ordinal(&mut self, e: &Expr, x: Ordinal) -> Evaluated<Value> {
        match x.as_finite() {
            None => Ok(Value::Ordinal(x)),
            Some(n) => {
                let number = Dyadic::from(num_bigint::BigInt::from(n));
                self.session.number(&number).map(Value::Game).map_err(|limit| at(e, limit))
            }
        }
    }

    /// A nimber as a value: a game if it is one of the store.
    pub(super) fn of_index(&mut self, e: &Expr, x: Ordinal) -> Evaluated<Value> {
        match x.as_finite() {
            None => Ok(Value::TransfiniteNimber(x)),
            Some(n) => self.finite_nimber(e, crate::Nimber(n)),
        }
    }

    /// `*omega`, `*(3)`.
    pub(super) fn nimber_of(&mut self, e: &Expr, index: &Expr) -> Evaluated<Value> {
        let value = self.expr(index)?;
        match self.ordinal(&value) {
            Some(x) => self.of_index(e, x),
            None => Err(wrong_kind(index, &value, Kind::Ordinal)),
        }
    }

    /// A sum in which an ordinal or a large nimber stands: the natural sum of ordinals, or the nim-sum of
    /// nimbers. What was before is summed up already.
    pub(super) fn infinite_sum(
        &mut self,
        e: &Expr,
        before: Game,
        terms: &[(bool, Expr)],
        first: Value,
    ) -> Evaluated<Value> {
        let ordinals = matches!(first, Value::Ordinal(_));
        let before = Value::Game(before);
        let summed = if ordinals { self.ordinal(&before) } else { self.index(&before) };
        let Some(mut total) = summed else {
            let span = e.span.start..terms[0].1.span.start;
            let expected = if ordinals { Kind::Ordinal } else { Kind::Nimber };
            let kind = EvalErrorKind::Kind { found: Kind::Game, expected };
            return Err(EvalError { span, kind });
        };
        let mut known = Some(first);
        for (minus, term) in terms {
            let value = match known.take() {
                Some(value) => value,
                None => self.expr(term)?,
            };
            if ordinals {
                let Some(x) = self.ordinal(&value) else {
                    return Err(wrong_kind(term, &value, Kind::Ordinal));
                };
                if *minus && !x.is_zero() {
                    return Err(EvalError {
                        span: term.span.clone(),
                        kind: EvalErrorKind::NotOrdinal,
                    });
                }
                total = total.natural_sum(&x).ok_or_else(|| too_large(e))?;
            } else {
                let Some(x) = self.index(&value) else {
                    return Err(wrong_kind(term, &value, Kind::Nimber));
                };
                total = total.nim_sum(&x);
            }
        }
        if ordinals { self.of_ordinal(e, total) } else { self.of_index(e, total) }
    }

    /// −G for an ordinal or a large nimber, which is its own negative.
    pub(super) fn infinite_negative(&mut self, e: &Expr, value: Value) -> Evaluated<Value> {
        match value {
            Value::Ordinal(_) => {
                Err(EvalError { span: e.span.clone(), kind: EvalErrorKind::NotOrdinal })
            }
            nimber => Ok(nimber),
        }
    }

    /// n.G for an ordinal or a large nimber.
    pub(super) fn infinite_multiple(
        &mut self,
        e: &Expr,
        n: &Dyadic,
        value: Value,
    ) -> Evaluated<Value> {
        match value {
            Value::Ordinal(x) => {
                let Some(n) = natural(n) else {
                    return Err(EvalError {
                        span: e.span.clone(),
                        kind: EvalErrorKind::NotOrdinal,
                    });
                };
                let multiple = x.natural_multiple(n).ok_or_else(|| too_large(e))?;
                self.of_ordinal(e, multiple)
            }
            nimber if n.numerator().bit(0) => Ok(nimber),
            _ => Ok(Value::Game(Game::ZERO)),
        }
    }

    /// `x**y` where x is not a number: powers of ω, and nim-powers of nimbers. None for anything else.
    pub(super) fn infinite_power(
        &mut self,
        e: &Expr,
        base: &Value,
        exponent: &Ordinal,
    ) -> Evaluated<Option<Value>> {
        if let Value::Ordinal(x) = base {
            if *x != Ordinal::omega() {
                return Err(EvalError {
                    span: e.span.clone(),
                    kind: EvalErrorKind::PowerOfOrdinal,
                });
            }
            let power = Ordinal::omega_to(exponent).ok_or_else(|| too_large(e))?;
            return self.of_ordinal(e, power).map(Some);
        }
        let Some(x) = self.index(base) else { return Ok(None) };
        let n = exponent.as_finite().filter(|n| *n <= MAX_EXPONENT);
        let Some(n) = n.and_then(|n| u64::try_from(n).ok()) else { return Ok(None) };
        let session = &mut self.session;
        let power = NimField::within(|n| session.tick_by(n)).power(&x, n);
        let power = power.map_err(|error| transfinite(e, error))?;
        self.of_index(e, power).map(Some)
    }

    /// Comparisons with an ordinal or a large nimber. None where the order is not known.
    pub(super) fn infinite_compare(&mut self, c: Comparison, a: &Value, b: &Value) -> Option<bool> {
        let order = match (self.index(a), self.index(b)) {
            (Some(x), Some(y)) => (x == y).then_some(Ordering::Equal),
            _ => match (self.ordinal(a), self.ordinal(b)) {
                (Some(x), Some(y)) => Some(x.cmp(&y)),
                // A short game is smaller than some integer.
                (Some(_), None) if is_game(b) => Some(Ordering::Greater),
                (None, Some(_)) if is_game(a) => Some(Ordering::Less),
                _ => return None,
            },
        };
        Some(match c {
            Comparison::Equal => order == Some(Ordering::Equal),
            Comparison::NotEqual => order != Some(Ordering::Equal),
            Comparison::LessOrEqual => order.is_some_and(Ordering::is_le),
            Comparison::GreaterOrEqual => order.is_some_and(Ordering::is_ge),
            Comparison::Less => order == Some(Ordering::Less),
            Comparison::Greater => order == Some(Ordering::Greater),
            Comparison::Confused => order.is_none(),
            Comparison::LessOrConfused => !order.is_some_and(Ordering::is_ge),
            Comparison::GreaterOrConfused => !order.is_some_and(Ordering::is_le),
            Comparison::Identical => return None,
        })
    }

    /// Field arithmetic with an infinite argument: ordinals give ordinals, nimbers give nimbers.
    pub(super) fn infinite_nim(
        &mut self,
        e: &Expr,
        operation: NimOperation,
        arguments: &[Ordinal],
        stars: bool,
    ) -> Evaluated<Value> {
        let session = &mut self.session;
        let mut field = NimField::within(|n| session.tick_by(n));
        let result = match (operation, arguments) {
            (NimOperation::Sum, [a, b]) => Ok(Some(a.nim_sum(b))),
            (NimOperation::Product, [a, b]) => field.product(a, b).map(Some),
            (NimOperation::Inverse, [a]) => field.inverse(a),
            // Finitely many ordinals leave out a natural number.
            (_, all) => {
                let finite: Vec<_> =
                    all.iter().filter_map(Ordinal::as_finite).map(crate::Nimber).collect();
                Ok(NimOperation::Mex.of(&finite).map(|n| Ordinal::from(n.0)))
            }
        };
        drop(field);
        match result.map_err(|error| transfinite(e, error))? {
            Some(x) if stars => self.of_index(e, x),
            Some(x) => match x.as_finite() {
                Some(n) => Ok(Value::Number(Dyadic::from(num_bigint::BigInt::from(n)))),
                None => Ok(Value::Ordinal(x)),
            },
            None => Err(EvalError { span: e.span.clone(), kind: EvalErrorKind::NoInverse }),
        }
    }
}

fn is_game(value: &Value) -> bool {
    matches!(value, Value::Game(_) | Value::Number(_))
}

/// The natural number below 2^128 that a number is.
fn natural(x: &Dyadic) -> Option<u128> {
    if !x.is_integer() || x.signum() < 0 {
        return None;
    }
    u128::try_from(x.numerator()).ok()
}

fn too_large(e: &Expr) -> EvalError {
    EvalError { span: e.span.clone(), kind: EvalErrorKind::OrdinalTooLarge }
}

fn transfinite(e: &Expr, error: TransfiniteError) -> EvalError {
    match error {
        TransfiniteError::Limit(limit) => at(e, limit),
        error => EvalError { span: e.span.clone(), kind: EvalErrorKind::Transfinite(error) },
    }
}
