//! Evaluation before the game is played: constants are computed, variables put in place.

use std::ops::Range;

use crate::error::{MAX_SET, Trap};
use crate::ir::{Node, NodeKind, Values, binary, unary};

/// The value of a node without variables, or why it has none.
pub(crate) fn constant_of(node: &Node) -> Option<Result<i64, (Trap, Range<usize>)>> {
    match &node.kind {
        NodeKind::Const(value) => Some(Ok(*value)),
        NodeKind::Binary(op, a, b) => match (&a.kind, &b.kind) {
            (NodeKind::Const(a), NodeKind::Const(b)) => {
                Some(binary(*op, *a, *b).map_err(|trap| (trap, node.span.clone())))
            }
            _ => match constant_of(a)? {
                Err(error) => Some(Err(error)),
                Ok(_) => constant_of(b),
            },
        },
        NodeKind::Unary(op, a) => match &a.kind {
            NodeKind::Const(a) => Some(unary(*op, *a).map_err(|trap| (trap, node.span.clone()))),
            _ => constant_of(a),
        },
        _ => None,
    }
}

/// The elements of a part of a set that has no variables; an error if there are too many.
pub(crate) fn constants_of(values: &Values) -> Option<Result<Vec<i64>, ()>> {
    let constant = |node: &Node| match node.kind {
        NodeKind::Const(value) => Some(value),
        _ => None,
    };
    match values {
        Values::Constants(values) => Some(Ok(values.clone())),
        Values::One(node) => Some(Ok(vec![constant(node)?])),
        Values::Range { from, to, inclusive, step } => {
            let (from, mut to) = (constant(from)?, constant(to)?);
            let step = match step {
                Some(step) => constant(step)?,
                None => 1,
            };
            if !inclusive {
                to = to.checked_sub(1)?;
            }
            if step < 1 {
                return None;
            }
            if i128::from(to) - i128::from(from) >= MAX_SET as i128 * i128::from(step) {
                return Some(Err(()));
            }
            // A step beyond what a machine of 32 bits counts leads beyond the end.
            let step = usize::try_from(step).unwrap_or(usize::MAX);
            Some(Ok((from..=to).step_by(step).collect()))
        }
        Values::Union(_) => None,
    }
}

/// Operations on constants are done now, if they have a result.
pub(crate) fn folded(kind: NodeKind) -> NodeKind {
    let constant = |node: &Node| match node.kind {
        NodeKind::Const(value) => Some(value),
        _ => None,
    };
    match kind {
        NodeKind::Unary(op, a) => match constant(&a).map(|a| unary(op, a)) {
            Some(Ok(value)) => NodeKind::Const(value),
            _ => NodeKind::Unary(op, a),
        },
        NodeKind::Binary(op, a, b) => match (constant(&a), constant(&b)) {
            (Some(x), Some(y)) => match binary(op, x, y) {
                Ok(value) => NodeKind::Const(value),
                Err(_) => NodeKind::Binary(op, a, b),
            },
            _ => NodeKind::Binary(op, a, b),
        },
        NodeKind::And(a, b) => match constant(&a) {
            Some(0) => NodeKind::Const(0),
            Some(_) => b.kind,
            None => NodeKind::And(a, b),
        },
        NodeKind::Or(a, b) => match constant(&a) {
            Some(0) => b.kind,
            Some(_) => NodeKind::Const(1),
            None => NodeKind::Or(a, b),
        },
        NodeKind::If(parts) => match constant(&parts[0]) {
            Some(0) => {
                let [_, _, no] = *parts;
                no.kind
            }
            Some(_) => {
                let [_, yes, _] = *parts;
                yes.kind
            }
            None => NodeKind::If(parts),
        },
        kind => kind,
    }
}

/// The node with a variable replaced by something simple.
pub(crate) fn substituted(node: Node, local: usize, by: &NodeKind) -> Node {
    let go = |node: Box<Node>| Box::new(substituted(*node, local, by));
    let kind = match node.kind {
        NodeKind::Local(l) if l == local => by.clone(),
        NodeKind::Unary(op, a) => NodeKind::Unary(op, go(a)),
        NodeKind::Binary(op, a, b) => NodeKind::Binary(op, go(a), go(b)),
        NodeKind::And(a, b) => NodeKind::And(go(a), go(b)),
        NodeKind::Or(a, b) => NodeKind::Or(go(a), go(b)),
        NodeKind::If(parts) => {
            NodeKind::If(Box::new((*parts).map(|part| substituted(part, local, by))))
        }
        NodeKind::Let(l, value, body) => NodeKind::Let(l, go(value), go(body)),
        NodeKind::Member(element, values) => {
            NodeKind::Member(go(element), substituted_values(values, local, by))
        }
        kind => kind,
    };
    Node { kind: folded(kind), span: node.span }
}

fn substituted_values(values: Values, local: usize, by: &NodeKind) -> Values {
    let go = |node: Box<Node>| Box::new(substituted(*node, local, by));
    match values {
        Values::Range { from, to, inclusive, step } => {
            Values::Range { from: go(from), to: go(to), inclusive, step: step.map(go) }
        }
        Values::One(node) => Values::One(go(node)),
        Values::Union(parts) => Values::Union(
            parts.into_iter().map(|part| substituted_values(part, local, by)).collect(),
        ),
        constants => constants,
    }
}
