//! Moves, and the values that their variables run through.

use std::ops::Range;

use super::{Checked, Checker, Constant, sorted};
use crate::ast::{self, Domain, ExprKind, SetItem};
use crate::constants::constants_of;
use crate::error::{ErrorKind, LanguageError, MAX_SET, Type};
use crate::ir::{Clause, MoveRule, Node, Values};

impl Checker {
    pub(super) fn one_move(
        &mut self,
        players: ast::Players,
        written: &ast::Move,
    ) -> Checked<MoveRule> {
        let before = self.locals.len();
        let mut clauses = Vec::new();
        for clause in &written.clauses {
            clauses.push(match clause {
                ast::Clause::For { name, domain } => {
                    let values = self.values(domain)?;
                    self.fresh(name)?;
                    let local = self.new_local();
                    self.locals.push((name.text.clone(), local, Type::Int));
                    Clause::For { local, name: name.text.clone(), values }
                }
                ast::Clause::If(e) => Clause::If(self.typed(e, Type::Bool)?),
                ast::Clause::Let { name, value } => {
                    let (value, kind) = self.expr(value, false)?;
                    self.fresh(name)?;
                    let local = self.new_local();
                    self.locals.push((name.text.clone(), local, kind));
                    Clause::Let { local, value }
                }
            });
        }
        let expected = self.scope.coordinates.len() - usize::from(self.passes.is_some());
        let mut parts = Vec::new();
        for part in &written.parts {
            if part.len() != expected {
                let start = part[0].place.0.start;
                let end = part.last().map_or(start, |e| e.place.0.end);
                let kind = ErrorKind::Width { expected, found: part.len() };
                return Err(LanguageError::new(start..end, kind));
            }
            let nodes: Checked<Vec<Node>> = part.iter().map(|e| self.typed(e, Type::Int)).collect();
            let mut nodes = nodes?;
            nodes.extend(self.same_passes(&written.place.0));
            parts.push(nodes);
        }
        self.locals.truncate(before);
        Ok(MoveRule { players, clauses, parts, span: written.place.0.clone() })
    }

    pub(super) fn values(&mut self, domain: &Domain) -> Checked<Values> {
        match domain {
            Domain::Range { from, to, inclusive, step } => {
                let from = Box::new(self.typed(from, Type::Int)?);
                let to = Box::new(self.typed(to, Type::Int)?);
                let step = match step {
                    Some(e) => Some(Box::new(self.typed(e, Type::Int)?)),
                    None => None,
                };
                Ok(Values::Range { from, to, inclusive: *inclusive, step })
            }
            Domain::Set(e) => match &e.kind {
                ExprKind::Set(items) => self.set(items, &e.place.0),
                ExprKind::Name(name)
                    if matches!(self.find_constant(name), Some(Constant::Set(_))) =>
                {
                    let Some(Constant::Set(values)) = self.find_constant(name) else {
                        unreachable!("just matched")
                    };
                    Ok(Values::Constants(values.clone()))
                }
                _ => {
                    let (_, found) = self.expr(e, false)?;
                    let kind = ErrorKind::Type { found, expected: Type::Set };
                    Err(LanguageError::new(e.place.0.clone(), kind))
                }
            },
        }
    }

    pub(super) fn set(&mut self, items: &[SetItem], span: &Range<usize>) -> Checked<Values> {
        let (mut parts, mut constants) = (Vec::new(), Vec::new());
        for item in items {
            let part = match item {
                SetItem::One(e) => Values::One(Box::new(self.typed(e, Type::Int)?)),
                SetItem::Range(domain) => self.values(domain)?,
            };
            match constants_of(&part) {
                Some(Ok(more)) if constants.len() + more.len() <= MAX_SET => constants.extend(more),
                Some(_) => {
                    return Err(LanguageError::new(span.clone(), ErrorKind::SetTooLarge));
                }
                None => parts.push(part),
            }
        }
        let constants = Values::Constants(sorted(constants));
        if parts.is_empty() {
            return Ok(constants);
        }
        parts.insert(0, constants);
        Ok(Values::Union(parts))
    }
}
