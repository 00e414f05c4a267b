//! Evaluation of expressions.

use std::cmp::Ordering;

use super::{Calculator, EvalError, EvalErrorKind, Kind, Value, function, functions};
use crate::dyadic::Dyadic;
use crate::notation::{Comparison, Expr, ExprKind, UpKind};
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
            ExprKind::Compare(comparison, left, right) => {
                return self.compare(e, *comparison, left, right);
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
                let g = self.game(inner)?;
                self.session.negative(g)
            }
            ExprKind::Sum(terms) => {
                let mut total = Game::ZERO;
                for (minus, term) in terms {
                    let g = self.game(term)?;
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
            ExprKind::Power(base, n) => {
                let x = self.number(base)?;
                if too_large_power(&x, *n) {
                    return Err(at(e, LimitReached::NumberBits { limit: MAX_NUMBER_BITS }));
                }
                self.session.number(&x.pow(*n))
            }
            ExprKind::Multiple(n, g) => {
                let x = self.number(n)?;
                if !x.is_integer() {
                    return Err(EvalError {
                        span: n.span.clone(),
                        kind: EvalErrorKind::Kind { found: Kind::Number, expected: Kind::Integer },
                    });
                }
                let g = self.game(g)?;
                self.session.multiple(&x.numerator(), g)
            }
        };
        game.map(Value::Game).map_err(|limit| at(e, limit))
    }

    fn variable(&mut self, e: &Expr, name: &str) -> Evaluated<Value> {
        if let Some(value) = self.variables.get(name) {
            return Ok(value.clone());
        }
        match name {
            "true" => return Ok(Value::Bool(true)),
            "false" => return Ok(Value::Bool(false)),
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
            other => Err(wrong_kind(e, &other, Kind::Game)),
        }
    }

    pub(super) fn number(&mut self, e: &Expr) -> Evaluated<Dyadic> {
        match self.expr(e)? {
            Value::Number(x) => Ok(x),
            Value::Game(g) => self
                .session
                .store()
                .as_number(g)
                .ok_or_else(|| wrong_kind(e, &Value::Game(g), Kind::Number)),
            other => Err(wrong_kind(e, &other, Kind::Number)),
        }
    }

    fn compare(&mut self, e: &Expr, c: Comparison, left: &Expr, right: &Expr) -> Evaluated<Value> {
        let (a, b) = (self.expr(left)?, self.expr(right)?);
        let is_game = |v: &Value| matches!(v, Value::Game(_) | Value::Number(_));
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
            Comparison::Equal => g == h,
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

pub(super) fn at(e: &Expr, limit: LimitReached) -> EvalError {
    EvalError { span: e.span.clone(), kind: EvalErrorKind::Game(GameError::Limit(limit)) }
}

pub(super) fn wrong_kind(e: &Expr, value: &Value, expected: Kind) -> EvalError {
    let found = match value {
        Value::Game(_) => Kind::Game,
        Value::Number(_) => Kind::Number,
        Value::Bool(_) => Kind::Bool,
        Value::Outcome(_) => Kind::Outcome,
        Value::Games(_) => Kind::Games,
        Value::Thermograph(_) => Kind::Thermograph,
        Value::Nimber(_) => Kind::Nimber,
    };
    EvalError { span: e.span.clone(), kind: EvalErrorKind::Kind { found, expected } }
}
