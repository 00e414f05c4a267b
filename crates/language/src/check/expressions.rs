//! Expressions: names, types, and functions put in place.

use std::ops::Range;

use ishitori_values::Outcome;

use super::{Checked, Checker, Constant, MAX_CALLS};
use crate::ast::{self, Expr, ExprKind, Name, Operator};
use crate::constants::{folded, substituted};
use crate::error::{ErrorKind, LanguageError, MAX_NODES, Type};
use crate::ir::{Binary, Node, NodeKind, Unary, letter};

/// The functions of the language, with the numbers of their arguments.
pub const BUILTINS: &[(&str, usize, usize)] = &[
    ("min", 1, 64),
    ("max", 1, 64),
    ("gcd", 2, 64),
    ("abs", 1, 1),
    ("bitand", 2, 2),
    ("bitor", 2, 2),
    ("bit", 2, 2),
    ("shl", 2, 2),
    ("shr", 2, 2),
    ("pow", 2, 2),
    ("popcount", 1, 1),
    ("isqrt", 1, 1),
];

impl Checker {
    pub(super) fn typed(&mut self, e: &Expr, expected: Type) -> Checked<Node> {
        let (node, found) = self.expr(e, false)?;
        if found == expected {
            return Ok(node);
        }
        Err(LanguageError::new(e.place.0.clone(), ErrorKind::Type { found, expected }))
    }

    pub(super) fn node(&mut self, kind: NodeKind, span: &Range<usize>) -> Checked<Node> {
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            return Err(LanguageError::new(span.clone(), ErrorKind::TooLarge));
        }
        Ok(Node { kind: folded(kind), span: span.clone() })
    }

    /// An expression and its type; `partial` allows an `if` without `else` here.
    pub(super) fn expr(&mut self, e: &Expr, partial: bool) -> Checked<(Node, Type)> {
        self.depth += 1;
        if self.depth > MAX_CALLS {
            return Err(LanguageError::new(e.place.0.clone(), ErrorKind::TooLarge));
        }
        let result = self.expr_within(e, partial);
        self.depth -= 1;
        result
    }

    pub(super) fn expr_within(&mut self, e: &Expr, partial: bool) -> Checked<(Node, Type)> {
        let span = &e.place.0;
        match &e.kind {
            ExprKind::Int(value) => Ok((self.node(NodeKind::Const(*value), span)?, Type::Int)),
            ExprKind::Name(name) => self.name(name, span),
            ExprKind::Negate(inner) => {
                let inner = self.typed(inner, Type::Int)?;
                let kind = NodeKind::Unary(Unary::Negate, Box::new(inner));
                Ok((self.node(kind, span)?, Type::Int))
            }
            ExprKind::Not(inner) => {
                let inner = self.typed(inner, Type::Bool)?;
                let kind = NodeKind::Unary(Unary::Not, Box::new(inner));
                Ok((self.node(kind, span)?, Type::Bool))
            }
            ExprKind::Binary { operator, left, right } => {
                let kind = match operator {
                    Operator::Or | Operator::And => Type::Bool,
                    _ => Type::Int,
                };
                let l = Box::new(self.typed(left, kind)?);
                let r = Box::new(self.typed(right, kind)?);
                let operation = match operator {
                    Operator::Or => NodeKind::Or(l, r),
                    Operator::And => NodeKind::And(l, r),
                    Operator::Xor => NodeKind::Binary(Binary::Xor, l, r),
                    Operator::Add => NodeKind::Binary(Binary::Add, l, r),
                    Operator::Subtract => NodeKind::Binary(Binary::Subtract, l, r),
                    Operator::Multiply => NodeKind::Binary(Binary::Multiply, l, r),
                    Operator::Div => NodeKind::Binary(Binary::Div, l, r),
                    Operator::Mod => NodeKind::Binary(Binary::Mod, l, r),
                };
                Ok((self.node(operation, span)?, kind))
            }
            ExprKind::Compare { first, rest } => {
                let first = self.typed(first, Type::Int)?;
                Ok((self.chain(first, rest, span)?, Type::Bool))
            }
            ExprKind::If { condition, yes, no } => {
                let condition = self.typed(condition, Type::Bool)?;
                let (yes_node, kind) = self.expr(yes, partial)?;
                let no_node = match no {
                    Some(no) => {
                        let (node, found) = self.expr(no, partial)?;
                        if found != kind {
                            let error = ErrorKind::Type { found, expected: kind };
                            return Err(LanguageError::new(no.place.0.clone(), error));
                        }
                        node
                    }
                    None if partial => self.node(NodeKind::Undefined, span)?,
                    None => return Err(LanguageError::new(span.clone(), ErrorKind::NoElse)),
                };
                let parts = Box::new([condition, yes_node, no_node]);
                Ok((self.node(NodeKind::If(parts), span)?, kind))
            }
            ExprKind::Let { name, value, body } => {
                let (value, kind) = self.expr(value, false)?;
                self.fresh(name)?;
                let local = self.new_local();
                self.locals.push((name.text.clone(), local, kind));
                let (body, kind) = self.expr(body, partial)?;
                self.locals.pop();
                let node = NodeKind::Let(local, Box::new(value), Box::new(body));
                Ok((self.node(node, span)?, kind))
            }
            ExprKind::In { element, set } => {
                let element = self.typed(element, Type::Int)?;
                let values = self.values(set)?;
                Ok((self.node(NodeKind::Member(Box::new(element), values), span)?, Type::Bool))
            }
            ExprKind::Set(_) => Err(LanguageError::new(
                span.clone(),
                ErrorKind::Type { found: Type::Set, expected: Type::Int },
            )),
            ExprKind::Call { name, arguments } => self.call(name, arguments, span),
        }
    }

    /// `left < b < c`, where b is computed once.
    pub(super) fn chain(
        &mut self,
        left: Node,
        rest: &[(ast::Comparison, Expr)],
        span: &Range<usize>,
    ) -> Checked<Node> {
        let Some(((comparison, right), later)) = rest.split_first() else {
            return self.node(NodeKind::Const(1), span);
        };
        let right = self.typed(right, Type::Int)?;
        let op = Binary::Compare(*comparison);
        if later.is_empty() {
            return self.node(NodeKind::Binary(op, Box::new(left), Box::new(right)), span);
        }
        let local = self.new_local();
        let middle = Node { kind: NodeKind::Local(local), span: right.span.clone() };
        let compared = NodeKind::Binary(op, Box::new(left), Box::new(middle.clone()));
        let compared = self.node(compared, span)?;
        let later = self.chain(middle, later, span)?;
        let both = self.node(NodeKind::And(Box::new(compared), Box::new(later)), span)?;
        self.node(NodeKind::Let(local, Box::new(right), Box::new(both)), span)
    }

    pub(super) fn name(&mut self, name: &str, span: &Range<usize>) -> Checked<(Node, Type)> {
        let visible = &self.locals[self.visible_from..];
        if let Some((_, local, kind)) = visible.iter().rev().find(|(n, _, _)| n == name) {
            let (local, kind) = (*local, *kind);
            return Ok((self.node(NodeKind::Local(local), span)?, kind));
        }
        if self.coordinates_visible
            && let Some(at) = self.scope.coordinates.iter().position(|n| n == name)
        {
            return Ok((self.node(NodeKind::Coordinate(at), span)?, Type::Int));
        }
        match self.find_constant(name) {
            Some(Constant::One(value, kind)) => {
                let (value, kind) = (*value, *kind);
                return Ok((self.node(NodeKind::Const(value), span)?, kind));
            }
            Some(Constant::Set(_)) => {
                let kind = ErrorKind::Type { found: Type::Set, expected: Type::Int };
                return Err(LanguageError::new(span.clone(), kind));
            }
            None => {}
        }
        let word = match name {
            "true" => Some((1, Type::Bool)),
            "false" => Some((0, Type::Bool)),
            "L" => Some((letter(Outcome::L), Type::Letter)),
            "R" => Some((letter(Outcome::R), Type::Letter)),
            "N" => Some((letter(Outcome::N), Type::Letter)),
            "P" => Some((letter(Outcome::P), Type::Letter)),
            _ => None,
        };
        if let Some((value, kind)) = word {
            return Ok((self.node(NodeKind::Const(value), span)?, kind));
        }
        let kind = if is_builtin(name) || self.scope.functions.iter().any(|f| f.name == name) {
            ErrorKind::FunctionWithoutArguments(name.to_string())
        } else {
            let mut known: Vec<&str> =
                self.locals[self.visible_from..].iter().map(|(n, _, _)| n.as_str()).collect();
            known.extend(self.scope.constants.iter().map(|(n, _)| n.as_str()));
            if self.coordinates_visible {
                known.extend(self.scope.coordinates.iter().map(String::as_str));
            }
            ErrorKind::UnknownName { name: name.to_string(), suggestion: closest(name, &known) }
        };
        Err(LanguageError::new(span.clone(), kind))
    }

    pub(super) fn call(
        &mut self,
        name: &Name,
        arguments: &[Expr],
        span: &Range<usize>,
    ) -> Checked<(Node, Type)> {
        let text = name.text.as_str();
        let visible = self.scope.functions.len().min(self.functions_visible);
        if let Some(at) = self.scope.functions[..visible].iter().position(|f| f.name == text) {
            return self.put_in_place(at, arguments, span);
        }
        let Some(&(_, least, most)) = BUILTINS.iter().find(|(n, _, _)| *n == text) else {
            let known: Vec<&str> = BUILTINS
                .iter()
                .map(|(n, _, _)| *n)
                .chain(self.scope.functions[..visible].iter().map(|f| f.name.as_str()))
                .collect();
            let suggestion = closest(text, &known);
            let kind = ErrorKind::UnknownFunction { name: text.to_string(), suggestion };
            return Err(LanguageError::new(name.place.0.clone(), kind));
        };
        if !(least..=most).contains(&arguments.len()) {
            return Err(argument_count(text, least, most, arguments.len(), span));
        }
        let mut nodes = Vec::with_capacity(arguments.len());
        for argument in arguments {
            nodes.push(self.typed(argument, Type::Int)?);
        }
        let one = |op| Ok::<_, Binary>(op);
        let op = match text {
            "abs" => one(Unary::Abs),
            "popcount" => one(Unary::Popcount),
            "isqrt" => one(Unary::Isqrt),
            "min" => Err(Binary::Min),
            "max" => Err(Binary::Max),
            "gcd" => Err(Binary::Gcd),
            "bitand" => Err(Binary::BitAnd),
            "bitor" => Err(Binary::BitOr),
            "bit" => Err(Binary::Bit),
            "shl" => Err(Binary::ShiftLeft),
            "shr" => Err(Binary::ShiftRight),
            _ => Err(Binary::Pow),
        };
        let mut nodes = nodes.into_iter();
        let first = nodes.next().expect("every function takes an argument");
        let node = match op {
            Ok(unary) => self.node(NodeKind::Unary(unary, Box::new(first)), span)?,
            Err(binary) => {
                let mut all = first;
                for next in nodes {
                    let kind = NodeKind::Binary(binary, Box::new(all), Box::new(next));
                    all = self.node(kind, span)?;
                }
                all
            }
        };
        Ok((node, Type::Int))
    }

    /// The body of a function with its arguments bound.
    pub(super) fn put_in_place(
        &mut self,
        at: usize,
        arguments: &[Expr],
        span: &Range<usize>,
    ) -> Checked<(Node, Type)> {
        let function = self.scope.functions[at].clone();
        let wanted = function.arguments.len();
        if arguments.len() != wanted {
            return Err(argument_count(&function.name, wanted, wanted, arguments.len(), span));
        }
        let mut bound = Vec::new();
        for argument in arguments {
            bound.push(self.typed(argument, Type::Int)?);
        }
        let before = (self.visible_from, self.coordinates_visible, self.functions_visible);
        let first = self.locals.len();
        self.visible_from = first;
        self.coordinates_visible = false;
        self.functions_visible = at;
        for name in &function.arguments {
            let local = self.new_local();
            self.locals.push((name.clone(), local, Type::Int));
        }
        let (mut body, kind) = self.expr(&function.body, false)?;
        let locals: Vec<usize> = self.locals[first..].iter().map(|&(_, local, _)| local).collect();
        self.locals.truncate(first);
        (self.visible_from, self.coordinates_visible, self.functions_visible) = before;
        for (local, value) in locals.into_iter().zip(bound).rev() {
            body = match value.kind {
                // What is simple takes the place of the argument itself.
                NodeKind::Const(_) | NodeKind::Local(_) | NodeKind::Coordinate(_) => {
                    substituted(body, local, &value.kind)
                }
                _ => self.node(NodeKind::Let(local, Box::new(value), Box::new(body)), span)?,
            };
        }
        Ok((body, kind))
    }
}

fn argument_count(
    name: &str,
    least: usize,
    most: usize,
    found: usize,
    span: &Range<usize>,
) -> LanguageError {
    let expected = match (least, most) {
        (1, 1) => "1 argument".to_string(),
        (n, m) if n == m => format!("{n} arguments"),
        (n, _) => format!("at least {n}"),
    };
    let kind = ErrorKind::ArgumentCount { name: name.to_string(), expected, found };
    LanguageError::new(span.clone(), kind)
}

pub(super) fn is_builtin(name: &str) -> bool {
    BUILTINS.iter().any(|(n, _, _)| *n == name)
}

fn closest(name: &str, known: &[&str]) -> Option<String> {
    // A longer name is no misspelling of one of these.
    let name: String = name.chars().take(64).collect();
    known
        .iter()
        .map(|k| (strsim::levenshtein(&name, k), *k))
        .min()
        .filter(|&(distance, k)| distance <= k.chars().count() / 3)
        .map(|(_, k)| k.to_string())
}
