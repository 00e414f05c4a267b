//! Evaluation of expressions with loopy games in them.

use std::ops::Range;

use ishitori_values::calculator::{
    EvalError, EvalErrorKind, Kind, LOOPY_FUNCTIONS, LOOPY_NAMES, LoopyFault, Value as Short,
    evaluate,
};
use ishitori_values::notation::{Comparison, Expr, ExprKind, UpKind};
use ishitori_values::{Game, GameError, LimitReached, Player};
use rustc_hash::FxHashSet;

use super::{Calculator, Value};
use crate::graph::{Graph, Target};
use crate::store::Loopy;

pub(super) type Evaluated<T> = Result<T, EvalError>;

/// Expressions in which a loopy game stands, by their addresses.
pub(super) type Marked = FxHashSet<*const Expr>;

impl Calculator<'_> {
    /// The value of a line.
    pub(super) fn statement(&mut self, expr: &Expr) -> Evaluated<Value> {
        let mut marked = Marked::default();
        self.mark(expr, &mut marked);
        self.expr(expr, &marked)
    }

    /// Finds out where loopy games stand.
    fn mark(&self, e: &Expr, marked: &mut Marked) -> bool {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
            let mut any = false;
            for child in e.children() {
                any |= self.mark(child, marked);
            }
            any |= match &e.kind {
                ExprKind::Loop { .. } | ExprKind::Sides(..) => true,
                ExprKind::UpStar(UpKind::PowerOn(_) | UpKind::SumOn(_), _) => true,
                ExprKind::Variable(name) => {
                    self.variables.contains_key(name) || LOOPY_NAMES.contains(&name.as_str())
                }
                ExprKind::Call { name, .. } => LOOPY_FUNCTIONS.contains(&name.as_str()),
                _ => false,
            };
            if any {
                marked.insert(std::ptr::from_ref(e));
            }
            any
        })
    }

    pub(super) fn expr(&mut self, e: &Expr, marked: &Marked) -> Evaluated<Value> {
        if !marked.contains(&std::ptr::from_ref(e)) {
            return self.short.eval_expr(e).map(Value::Short);
        }
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.loopy_expr(e, marked))
    }

    fn loopy_expr(&mut self, e: &Expr, marked: &Marked) -> Evaluated<Value> {
        let game = match &e.kind {
            ExprKind::Variable(name) => {
                if let Some(value) = self.variables.get(name) {
                    return Ok(value.clone());
                }
                self.constant(e, name)?
            }
            ExprKind::UpStar(kind, nimber) => {
                self.up_on(*kind, *nimber).map_err(|limit| at(&e.span, limit))?
            }
            ExprKind::Braces(..) | ExprKind::Loop { .. } => self.braces(e, marked)?,
            ExprKind::Sides(s, t) => self.sides(e, s, t, marked)?,
            ExprKind::PlusMinus(inner) => {
                let g = self.game(inner, marked)?;
                self.plus_minus(e, &[g])?
            }
            ExprKind::PlusMinusSet(options) => {
                let mut games = Vec::with_capacity(options.len());
                for option in options {
                    games.push(self.game(option, marked)?);
                }
                self.plus_minus(e, &games)?
            }
            ExprKind::Negative(inner) => {
                let g = self.game(inner, marked)?;
                self.loops.negative(g).map_err(|limit| at(&e.span, limit))?
            }
            ExprKind::Sum(terms) => {
                let mut total = self.loops.zero();
                for (minus, term) in terms {
                    let g = self.game(term, marked)?;
                    let loops = &mut self.loops;
                    let sum = match minus {
                        true => loops.difference(total, g),
                        false => loops.sum(total, g),
                    };
                    total = sum.map_err(|limit| at(&e.span, limit))?;
                }
                total
            }
            ExprKind::Multiple(n, g) => self.multiple(e, n, g, marked)?,
            ExprKind::Call { name, name_span, arguments } => {
                return self.call(e, name, name_span, arguments, marked);
            }
            ExprKind::Compare(comparison, left, right) => {
                return self.compare(e, *comparison, left, right, marked);
            }
            ExprKind::Ordinal(parts) => {
                let mut total = self.game(&parts[0], marked)?;
                for part in &parts[1..] {
                    let h = self.game(part, marked)?;
                    total = self.ordinal_sum(e, total, h)?;
                }
                total
            }
            ExprKind::Quotient(..) => return Err(fault(&e.span, not_defined("x/y"))),
            ExprKind::Power(..) => return Err(fault(&e.span, not_defined("x**n"))),
            ExprKind::Literal(_) => return Err(fault(&e.span, not_defined("'…'"))),
            ExprKind::PowerOf(..) => return Err(fault(&e.span, not_defined("x**y"))),
            ExprKind::NimberOf(_) => return Err(fault(&e.span, not_defined("*x"))),
            ExprKind::If(..) | ExprKind::List(_) | ExprKind::For { .. } => {
                return evaluate(self, e);
            }
            ExprKind::Integer(_) => unreachable!("an integer is not loopy"),
        };
        Ok(self.settle(game))
    }

    /// `G:H`, in which a move in G ends H: {G^L, G:H^L | G^R, G:H^R}, of stoppers in their simplest forms. O(followers of H · options of G).
    fn ordinal_sum(&mut self, e: &Expr, g: Loopy, h: Loopy) -> Evaluated<Loopy> {
        let stoppers = self.loops.as_stopper(g).zip(self.loops.as_stopper(h));
        let Some((base, top)) = stoppers else {
            return Err(fault(&e.span, not_defined("G:H")));
        };
        let mut ends: [Vec<Target>; 2] = [Vec::new(), Vec::new()];
        for (ends, player) in ends.iter_mut().zip(Player::BOTH) {
            let options = self.loops.options(base, player).map_err(|limit| at(&e.span, limit))?;
            ends.extend(options.iter().map(|&option| Target::Value(option.into())));
        }
        let rows = self.loops.graph(top).map_err(|limit| at(&e.span, limit))?;
        let mut graph = Graph::default();
        for row in rows {
            let v = graph.vertex();
            let [left, right] = [0, 1].map(|side: usize| {
                let on = row[side].iter().map(|&to| Target::Vertex(to));
                ends[side].iter().cloned().chain(on).collect()
            });
            graph.connect(v, [left, right]);
        }
        self.loops.value(&graph, 0).map_err(|limit| at(&e.span, limit))
    }

    /// A loopy value, or the short one that it is.
    pub(super) fn settle(&mut self, value: Loopy) -> Value {
        match self.loops.as_short_value(value) {
            Some(game) => Value::Short(Short::Game(game)),
            None => Value::Loopy(value),
        }
    }

    fn constant(&mut self, e: &Expr, name: &str) -> Evaluated<Loopy> {
        let zero = Target::Value(self.loops.zero());
        let [a, b] = [Target::Vertex(0), Target::Vertex(1)];
        let star = Target::Value(self.short_game(Game::STAR).map_err(|limit| at(&e.span, limit))?);
        let rows: Vec<[Vec<Target>; 2]> = match name {
            "on" => vec![[vec![a], vec![]]],
            "off" => vec![[vec![], vec![a]]],
            "over" => vec![[vec![zero], vec![a]]],
            "under" => vec![[vec![a], vec![zero]]],
            "upon" => vec![[vec![a], vec![star]]],
            "dud" => vec![[vec![a], vec![a]]],
            // "'Tis!" "'Tisn't!": one says so, the other denies it (Winning Ways, chapter 11).
            "tis" => vec![[vec![zero], vec![b]], [vec![a], vec![zero]]],
            "tisn" => vec![[vec![b], vec![zero]], [vec![zero], vec![a]]],
            "pass" => return Err(fault(&e.span, LoopyFault::PassOutside)),
            _ => {
                let kind = EvalErrorKind::UnknownVariable(name.to_string());
                return Err(EvalError { span: e.span.clone(), kind });
            }
        };
        let mut graph = Graph::default();
        for row in rows {
            let v = graph.vertex();
            graph.connect(v, row);
        }
        self.loops.value(&graph, 0).map_err(|limit| at(&e.span, limit))
    }

    fn short_game(&mut self, game: Game) -> Result<Loopy, LimitReached> {
        self.loops.short(game)
    }

    /// ±upon + *k, ±↑^on + *k, the latter being ±{0|−upon + *}.
    fn up_on(&mut self, kind: UpKind, nimber: u32) -> Result<Loopy, LimitReached> {
        let mut graph = Graph::default();
        let upon = graph.vertex();
        let star = self.short_game(Game::STAR)?;
        graph.connect(upon, [vec![Target::Vertex(upon)], vec![Target::Value(star)]]);
        let upon = self.loops.value(&graph, upon)?;
        let (base, sign) = match kind {
            UpKind::SumOn(sign) => (upon, sign),
            UpKind::PowerOn(sign) => {
                let reply = self.loops.difference(star, upon)?;
                let mut graph = Graph::default();
                let power = graph.vertex();
                let zero = self.loops.zero();
                graph.connect(power, [vec![Target::Value(zero)], vec![Target::Value(reply)]]);
                (self.loops.value(&graph, power)?, sign)
            }
            UpKind::Multiple(_) | UpKind::Power(..) | UpKind::Sum(..) => {
                unreachable!("not marked as loopy")
            }
        };
        let base = if sign < 0 { self.loops.negative(base)? } else { base };
        let star = self.loops.session().nimber(nimber)?;
        let star = self.short_game(star)?;
        self.loops.sum(base, star)
    }

    fn sides(&mut self, e: &Expr, s: &Expr, t: &Expr, marked: &Marked) -> Evaluated<Loopy> {
        let (onside, offside) = (self.game(s, marked)?, self.game(t, marked)?);
        let loops = &mut self.loops;
        // For sides that are no stoppers the order may not be seen.
        let seen = loops.is_stopper_sided(onside) && loops.is_stopper_sided(offside);
        if seen && !loops.geq(onside, offside).map_err(|limit| at(&e.span, limit))? {
            return Err(fault(&e.span, LoopyFault::SidesOrder));
        }
        Ok(Loopy { onside: onside.onside, offside: offside.offside })
    }

    fn plus_minus(&mut self, e: &Expr, games: &[Loopy]) -> Evaluated<Loopy> {
        let limit = |limit| at(&e.span, limit);
        let mut graph = Graph::default();
        let v = graph.vertex();
        let mut options = [Vec::new(), Vec::new()];
        for &g in games {
            options[0].push(Target::Value(g));
            options[1].push(Target::Value(self.loops.negative(g).map_err(limit)?));
        }
        graph.connect(v, options);
        self.loops.value(&graph, v).map_err(limit)
    }

    fn multiple(&mut self, e: &Expr, n: &Expr, g: &Expr, marked: &Marked) -> Evaluated<Loopy> {
        let number = match self.expr(n, marked)? {
            Value::Short(Short::Number(x)) => Some(x),
            Value::Short(Short::Game(g)) => self.loops.session().store().as_number(g),
            _ => None,
        };
        let Some(times) = number.filter(ishitori_values::Dyadic::is_integer) else {
            let kind = EvalErrorKind::Kind { found: Kind::Game, expected: Kind::Integer };
            return Err(EvalError { span: n.span.clone(), kind });
        };
        let limit = |limit| at(&e.span, limit);
        let mut g = self.game(g, marked)?;
        if times.signum() < 0 {
            g = self.loops.negative(g).map_err(limit)?;
        }
        // By doubling.
        let mut total = self.loops.zero();
        let bits = times.abs().numerator();
        for bit in (0..bits.bits()).rev() {
            total = self.loops.sum(total, total).map_err(limit)?;
            if bits.bit(bit) {
                total = self.loops.sum(total, g).map_err(limit)?;
            }
        }
        Ok(total)
    }

    pub(super) fn game(&mut self, e: &Expr, marked: &Marked) -> Evaluated<Loopy> {
        let value = self.expr(e, marked)?;
        self.as_game(e, value)
    }

    pub(super) fn as_game(&mut self, e: &Expr, value: Value) -> Evaluated<Loopy> {
        let limit = |limit| at(&e.span, limit);
        let game = match value {
            Value::Loopy(value) => return Ok(value),
            Value::Short(Short::Game(g)) => g,
            Value::Short(Short::Number(x)) => self.loops.session().number(&x).map_err(limit)?,
            Value::Short(Short::Form(form)) => {
                let (forms, session) = self.short.forms();
                forms.value(form, session).map_err(limit)?
            }
            other => {
                let kind = EvalErrorKind::Kind { found: kind(&other), expected: Kind::Game };
                return Err(EvalError { span: e.span.clone(), kind });
            }
        };
        self.short_game(game).map_err(limit)
    }

    fn compare(
        &mut self,
        e: &Expr,
        c: Comparison,
        left: &Expr,
        right: &Expr,
        marked: &Marked,
    ) -> Evaluated<Value> {
        let (a, b) = (self.expr(left, marked)?, self.expr(right, marked)?);
        if c == Comparison::Identical {
            return Err(fault(&e.span, not_defined("===")));
        }
        let is_game = |v: &Value| {
            matches!(
                v,
                Value::Loopy(_) | Value::Short(Short::Game(_) | Short::Number(_) | Short::Form(_))
            )
        };
        if !is_game(&a) && !is_game(&b) && matches!(c, Comparison::Equal | Comparison::NotEqual) {
            return Ok(truth((a == b) == (c == Comparison::Equal)));
        }
        let (g, h) = (self.as_game(left, a)?, self.as_game(right, b)?);
        let limit = |limit| at(&e.span, limit);
        let geq = self.loops.geq(g, h).map_err(limit)?;
        let leq = self.loops.geq(h, g).map_err(limit)?;
        Ok(truth(match c {
            Comparison::Equal | Comparison::Identical => geq && leq,
            Comparison::NotEqual => !(geq && leq),
            Comparison::LessOrEqual => leq,
            Comparison::GreaterOrEqual => geq,
            Comparison::Less => leq && !geq,
            Comparison::Greater => geq && !leq,
            Comparison::Confused => !geq && !leq,
            Comparison::LessOrConfused => !geq,
            Comparison::GreaterOrConfused => !leq,
        }))
    }

    /// A player's options: of a stopper, or of a short game.
    pub(super) fn options(
        &mut self,
        v: crate::Vertex,
        player: Player,
    ) -> Result<Vec<Loopy>, LimitReached> {
        Ok(self.loops.options(v, player)?.iter().map(|&v| Loopy::from(v)).collect())
    }
}

pub(super) fn truth(value: bool) -> Value {
    Value::Short(Short::Bool(value))
}

pub(super) fn not_defined(name: &str) -> LoopyFault {
    LoopyFault::NotDefined(name.to_string())
}

pub(super) fn fault(span: &Range<usize>, fault: LoopyFault) -> EvalError {
    EvalError { span: span.clone(), kind: EvalErrorKind::Loopy(fault) }
}

pub(super) fn at(span: &Range<usize>, limit: LimitReached) -> EvalError {
    EvalError { span: span.clone(), kind: EvalErrorKind::Game(GameError::Limit(limit)) }
}

pub(super) fn kind(value: &Value) -> Kind {
    match value {
        Value::Loopy(_) => Kind::Game,
        Value::Outcome(_) => Kind::Outcome,
        Value::Games(_) => Kind::Games,
        Value::List(_) => Kind::List,
        Value::Short(value) => value.kind(),
    }
}
