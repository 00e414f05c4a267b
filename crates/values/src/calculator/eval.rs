//! Evaluation of expressions.

use std::cmp::Ordering;
use std::ops::Range;

use super::functions::LOOPY_FUNCTIONS;
use super::{
    Calculator, EvalError, EvalErrorKind, Kind, LOOPY_NAMES, LoopyFault, Value, evaluate, function,
    functions,
};
use crate::dyadic::Dyadic;
use crate::form::Form;
use crate::notation::{Comparison, Expr, ExprKind, OMEGA, UpKind};
use crate::ordinal::Ordinal;
use crate::store::{Game, MAX_NUMBER_BITS};
use crate::{GameError, LimitReached};

type Evaluated<T> = Result<T, EvalError>;

impl Calculator<'_> {
    pub(super) fn expr(&mut self, e: &Expr) -> Evaluated<Value> {
        // The nesting is bounded by the parser; the stack grows where threads have little.
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.expr_inner(e))
    }

    fn expr_inner(&mut self, e: &Expr) -> Evaluated<Value> {
        let s = &mut self.session;
        let game = match &e.kind {
            ExprKind::Variable(name) => return self.variable(e, name),
            ExprKind::Call { name, name_span, arguments } => {
                let Some(f) = function(name) else {
                    if LOOPY_FUNCTIONS.contains(&name.as_str()) {
                        return Err(short_only(name_span));
                    }
                    return Err(EvalError {
                        span: name_span.clone(),
                        kind: EvalErrorKind::UnknownFunction {
                            name: name.clone(),
                            suggestion: functions::similar(name),
                        },
                    });
                };
                return self.call(e, f, arguments);
            }
            ExprKind::Literal(inner) => return self.form(inner).map(Value::Form),
            ExprKind::Compare(comparison, left, right) => {
                return self.compare(e, *comparison, left, right);
            }
            ExprKind::If(..) | ExprKind::List(_) | ExprKind::For { .. } => {
                return evaluate(self, e);
            }
            ExprKind::NimberOf(index) => return self.nimber_of(e, index),
            ExprKind::Loop { .. } | ExprKind::Sides(..) => return Err(short_only(&e.span)),
            ExprKind::UpStar(UpKind::PowerOn(_) | UpKind::SumOn(_), _) => {
                return Err(short_only(&e.span));
            }
            ExprKind::Integer(n) => s.number(&Dyadic::from(n.clone())),
            ExprKind::UpStar(ups, nimber) => self.up_star(*ups, *nimber),
            ExprKind::Braces(left, right) => {
                let (left, right) = (self.games(left)?, self.games(right)?);
                self.session.game(&left, &right)
            }
            ExprKind::PlusMinus(inner) => {
                let g = self.game(inner)?;
                self.plus_minus(&[g])
            }
            ExprKind::PlusMinusSet(options) => {
                let games = self.games(options)?;
                self.plus_minus(&games)
            }
            ExprKind::Negative(inner) => {
                let value = self.expr(inner)?;
                if Self::is_infinite(&value) {
                    return self.infinite_negative(e, value);
                }
                let g = self.as_game(inner, value)?;
                self.session.negative(g)
            }
            ExprKind::Sum(terms) => {
                let mut total = Game::ZERO;
                for (at_term, (minus, term)) in terms.iter().enumerate() {
                    let value = self.expr(term)?;
                    if Self::is_infinite(&value) {
                        return self.infinite_sum(e, total, &terms[at_term..], value);
                    }
                    let g = self.as_game(term, value)?;
                    let s = &mut self.session;
                    let sum = if *minus { s.difference(total, g) } else { s.sum(total, g) };
                    total = sum.map_err(|limit| at(e, limit))?;
                }
                Ok(total)
            }
            ExprKind::Ordinal(parts) => {
                let mut total = self.game(&parts[0])?;
                for part in &parts[1..] {
                    let h = self.game(part)?;
                    total = self.session.ordinal_sum(total, h).map_err(|limit| at(e, limit))?;
                }
                Ok(total)
            }
            ExprKind::Quotient(a, b) => {
                let (x, y) = (self.number(a)?, self.number(b)?);
                let quotient = x.checked_div(&y).map_err(|_| EvalError {
                    span: e.span.clone(),
                    kind: EvalErrorKind::NotDyadic,
                })?;
                self.session.number(&quotient)
            }
            ExprKind::Power(base, n) => return self.power(e, base, &Ordinal::from(u128::from(*n))),
            ExprKind::PowerOf(base, exponent) => {
                let value = self.expr(exponent)?;
                let Some(n) = self.ordinal(&value) else {
                    return Err(wrong_kind(exponent, &value, Kind::Ordinal));
                };
                return self.power(e, base, &n);
            }
            ExprKind::Multiple(n, g) => {
                let x = self.number(n)?;
                if !x.is_integer() {
                    return Err(EvalError {
                        span: n.span.clone(),
                        kind: EvalErrorKind::Kind { found: Kind::Number, expected: Kind::Integer },
                    });
                }
                let value = self.expr(g)?;
                if Self::is_infinite(&value) {
                    return self.infinite_multiple(e, &x, value);
                }
                let g = self.as_game(g, value)?;
                self.session.multiple(&x.numerator(), g)
            }
        };
        game.map(Value::Game).map_err(|limit| at(e, limit))
    }

    /// A power of a number, of ω or of a nimber.
    fn power(&mut self, e: &Expr, base: &Expr, n: &Ordinal) -> Evaluated<Value> {
        let limit = |limit| at(e, limit);
        let value = self.expr(base)?;
        let number = match &value {
            Value::Number(x) => Some(x.clone()),
            Value::Game(g) => self.session.store().as_number(*g),
            Value::Form(_) => {
                let g = self.as_game(base, value.clone())?;
                self.session.store().as_number(g)
            }
            _ => None,
        };
        let Some(x) = number else {
            return match self.infinite_power(e, &value, n)? {
                Some(power) => Ok(power),
                None => Err(wrong_kind(base, &value, Kind::Number)),
            };
        };
        let too_large = LimitReached::NumberBits { limit: MAX_NUMBER_BITS };
        let n = n.as_finite().and_then(|n| u32::try_from(n).ok());
        let n = n.ok_or_else(|| at(e, too_large))?;
        if too_large_power(&x, n) {
            return Err(at(e, too_large));
        }
        self.session.number(&x.pow(n)).map(Value::Game).map_err(limit)
    }

    fn variable(&mut self, e: &Expr, name: &str) -> Evaluated<Value> {
        if let Some(value) = self.variables.get(name) {
            return Ok(value.clone());
        }
        match name {
            "true" => return Ok(Value::Bool(true)),
            "false" => return Ok(Value::Bool(false)),
            name if OMEGA.contains(&name) => return Ok(Value::Ordinal(Ordinal::omega())),
            name if LOOPY_NAMES.contains(&name) => return Err(short_only(&e.span)),
            _ => {}
        }
        Err(EvalError {
            span: e.span.clone(),
            kind: EvalErrorKind::UnknownVariable(name.to_string()),
        })
    }

    fn up_star(&mut self, ups: UpKind, nimber: u32) -> Result<Game, LimitReached> {
        let s = &mut self.session;
        let (base, sign) = match ups {
            UpKind::Multiple(n) => return s.number_up_star(&Dyadic::ZERO, n, nimber),
            UpKind::Power(n, sign) => (s.up_power(n)?, sign),
            UpKind::Sum(n, sign) => (s.up_sum(n)?, sign),
            UpKind::PowerOn(_) | UpKind::SumOn(_) => unreachable!("refused before"),
        };
        let base = if sign < 0 { s.negative(base)? } else { base };
        let star = s.nimber(nimber)?;
        s.sum(base, star)
    }

    fn plus_minus(&mut self, games: &[Game]) -> Result<Game, LimitReached> {
        let s = &mut self.session;
        let negatives = games.iter().map(|&g| s.negative(g)).collect::<Result<Vec<_>, _>>()?;
        s.game(games, &negatives)
    }

    fn games(&mut self, exprs: &[Expr]) -> Evaluated<Vec<Game>> {
        let mut games = Vec::with_capacity(exprs.len());
        for e in exprs {
            match self.expr(e)? {
                // A set among the options stands for its members: {Options…|…}.
                Value::Games(set) => games.extend(set),
                Value::List(list) => {
                    for value in list {
                        games.push(self.as_game(e, value)?);
                    }
                }
                value => games.push(self.as_game(e, value)?),
            }
        }
        Ok(games)
    }

    pub(super) fn game(&mut self, e: &Expr) -> Evaluated<Game> {
        let value = self.expr(e)?;
        self.as_game(e, value)
    }

    fn as_game(&mut self, e: &Expr, value: Value) -> Evaluated<Game> {
        match value {
            Value::Game(g) => Ok(g),
            Value::Number(x) => self.session.number(&x).map_err(|limit| at(e, limit)),
            Value::Form(form) => {
                self.forms.value(form, &mut self.session).map_err(|limit| at(e, limit))
            }
            other => Err(wrong_kind(e, &other, Kind::Game)),
        }
    }

    /// A value as a form: games in their canonical forms.
    pub(super) fn as_form(&mut self, e: &Expr, value: Value) -> Evaluated<Form> {
        if let Value::Form(form) = value {
            return Ok(form);
        }
        let g = self.as_game(e, value)?;
        self.forms.canonical(g, &self.session).map_err(|limit| at(e, limit))
    }

    /// An expression in quotes: braces, signs and sums are written out, the rest is in canonical form.
    fn form(&mut self, e: &Expr) -> Evaluated<Form> {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.form_inner(e))
    }

    fn form_inner(&mut self, e: &Expr) -> Evaluated<Form> {
        let limit = |limit| at(e, limit);
        self.session.tick().map_err(limit)?;
        match &e.kind {
            ExprKind::Braces(left, right) => {
                let (left, right) = (self.forms_of(left)?, self.forms_of(right)?);
                self.forms.form(left, right).map_err(limit)
            }
            ExprKind::PlusMinus(inner) => {
                let options = vec![self.form(inner)?];
                self.plus_minus_form(options).map_err(limit)
            }
            ExprKind::PlusMinusSet(options) => {
                let options = self.forms_of(options)?;
                self.plus_minus_form(options).map_err(limit)
            }
            ExprKind::Negative(inner) => {
                let form = self.form(inner)?;
                self.forms.negative(form).map_err(limit)
            }
            ExprKind::Sum(terms) => {
                let mut total = None;
                for (minus, term) in terms {
                    let mut form = self.form(term)?;
                    if *minus {
                        form = self.forms.negative(form).map_err(limit)?;
                    }
                    total = Some(match total {
                        None => form,
                        Some(total) => self.forms.sum(total, form).map_err(limit)?,
                    });
                }
                match total {
                    Some(form) => Ok(form),
                    None => self.forms.form(Vec::new(), Vec::new()).map_err(limit),
                }
            }
            ExprKind::Literal(inner) => self.form(inner),
            _ => {
                let value = self.expr(e)?;
                self.as_form(e, value)
            }
        }
    }

    fn forms_of(&mut self, exprs: &[Expr]) -> Evaluated<Vec<Form>> {
        exprs.iter().map(|e| self.form(e)).collect()
    }

    fn plus_minus_form(&mut self, options: Vec<Form>) -> Result<Form, LimitReached> {
        let each = options.iter().map(|&form| self.forms.negative(form));
        let negatives = each.collect::<Result<_, _>>()?;
        self.forms.form(options, negatives)
    }

    pub(super) fn number(&mut self, e: &Expr) -> Evaluated<Dyadic> {
        match self.expr(e)? {
            Value::Number(x) => Ok(x),
            value @ (Value::Game(_) | Value::Form(_)) => {
                let g = self.as_game(e, value)?;
                let number = self.session.store().as_number(g);
                number.ok_or_else(|| wrong_kind(e, &Value::Game(g), Kind::Number))
            }
            other => Err(wrong_kind(e, &other, Kind::Number)),
        }
    }

    fn compare(&mut self, e: &Expr, c: Comparison, left: &Expr, right: &Expr) -> Evaluated<Value> {
        let (a, b) = (self.expr(left)?, self.expr(right)?);
        let is_game = |v: &Value| matches!(v, Value::Game(_) | Value::Number(_) | Value::Form(_));
        if c == Comparison::Identical {
            return Ok(Value::Bool(self.as_form(left, a)? == self.as_form(right, b)?));
        }
        let infinite = Self::is_infinite(&a) || Self::is_infinite(&b);
        if infinite && let Some(answer) = self.infinite_compare(c, &a, &b) {
            return Ok(Value::Bool(answer));
        }
        if !(is_game(&a) && is_game(&b)) {
            let equal = match c {
                Comparison::Equal => a == b,
                Comparison::NotEqual => a != b,
                _ if is_game(&a) => return Err(wrong_kind(right, &b, Kind::Game)),
                _ => return Err(wrong_kind(left, &a, Kind::Game)),
            };
            return Ok(Value::Bool(equal));
        }
        let (g, h) = (self.as_game(left, a)?, self.as_game(right, b)?);
        let s = &mut self.session;
        let leq = |s: &mut crate::Session<'_>, g, h| s.leq(g, h).map_err(|limit| at(e, limit));
        Ok(Value::Bool(match c {
            Comparison::Equal | Comparison::Identical => g == h,
            Comparison::NotEqual => g != h,
            Comparison::LessOrEqual => leq(s, g, h)?,
            Comparison::GreaterOrEqual => leq(s, h, g)?,
            Comparison::LessOrConfused => !leq(s, h, g)?,
            Comparison::GreaterOrConfused => !leq(s, g, h)?,
            Comparison::Less | Comparison::Greater | Comparison::Confused => {
                let order = s.compare(g, h).map_err(|limit| at(e, limit))?;
                match c {
                    Comparison::Less => order == Some(Ordering::Less),
                    Comparison::Greater => order == Some(Ordering::Greater),
                    _ => order.is_none(),
                }
            }
        }))
    }
}

fn too_large_power(x: &Dyadic, n: u32) -> bool {
    let bits = x.numerator().bits().max(1) + u64::from(x.exponent());
    bits.saturating_mul(u64::from(n)) > MAX_NUMBER_BITS
}

fn short_only(span: &Range<usize>) -> EvalError {
    EvalError { span: span.clone(), kind: EvalErrorKind::Loopy(LoopyFault::ShortOnly) }
}

pub(super) fn at(e: &Expr, limit: LimitReached) -> EvalError {
    EvalError { span: e.span.clone(), kind: EvalErrorKind::Game(GameError::Limit(limit)) }
}

pub(super) fn wrong_kind(e: &Expr, value: &Value, expected: Kind) -> EvalError {
    let found = value.kind();
    EvalError { span: e.span.clone(), kind: EvalErrorKind::Kind { found, expected } }
}
