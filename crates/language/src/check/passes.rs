//! `passes: p if CONDITION`: a further coordinate that a pass makes smaller and every other move leaves as it is.

use std::ops::Range;

use super::{Checked, Checker};
use crate::ast::{Comparison, Expr, Name, Place, Players};
use crate::error::{ErrorKind, LanguageError, MAX_COORDINATES, Type};
use crate::ir::{Binary, Clause, MoveRule, Node, NodeKind};

fn node(kind: NodeKind, span: &Range<usize>) -> Node {
    Node { kind, span: span.clone() }
}

fn operation(operator: Binary, left: Node, right: i64, span: &Range<usize>) -> Node {
    let right = Box::new(node(NodeKind::Const(right), span));
    node(NodeKind::Binary(operator, Box::new(left), right), span)
}

impl Checker {
    /// Adds the coordinate that counts the passes left, and returns its index.
    pub(super) fn last_coordinate(&mut self, name: &Name) -> Checked<usize> {
        self.fresh(name)?;
        let place = self.scope.coordinates.len();
        if place == MAX_COORDINATES {
            return Err(LanguageError::new(name.place.0.clone(), ErrorKind::TooManyCoordinates));
        }
        self.scope.coordinates.push(name.text.clone());
        Ok(place)
    }

    /// The number of passes after a move that is none, which stands in the text at `span`.
    pub(super) fn same_passes(&self, span: &Range<usize>) -> Option<Node> {
        self.passes.map(|place| node(NodeKind::Coordinate(place), span))
    }

    /// The move that is a pass.
    pub(super) fn pass(&mut self, condition: Option<&Expr>, place: &Place) -> Checked<MoveRule> {
        let span = &place.0;
        let last = self.scope.coordinates.len() - 1;
        let coordinate = |place: usize| node(NodeKind::Coordinate(place), span);
        let some_left = operation(Binary::Compare(Comparison::Greater), coordinate(last), 0, span);
        let mut clauses = vec![Clause::If(some_left)];
        if let Some(condition) = condition {
            clauses.push(Clause::If(self.typed(condition, Type::Bool)?));
        }
        let mut part: Vec<Node> = (0..last).map(coordinate).collect();
        part.push(operation(Binary::Subtract, coordinate(last), 1, span));
        Ok(MoveRule { players: Players::Both, clauses, parts: vec![part], span: span.clone() })
    }
}
