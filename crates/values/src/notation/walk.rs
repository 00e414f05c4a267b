//! The parts of expressions, for those who look at all of them.

use super::ast::{Expr, ExprKind};

impl Expr {
    /// The expressions that this one is made of, from left to right. O(their number).
    ///
    /// ```
    /// use ishitori_values::notation::{Statement, parse};
    /// let Ok(Statement::Eval(sum)) = parse("1 + Mean(G)") else { panic!("an expression") };
    /// assert_eq!(sum.children().len(), 2);
    /// ```
    pub fn children(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Integer(_) | ExprKind::UpStar(..) | ExprKind::Variable(_) => Vec::new(),
            ExprKind::Braces(left, right) => left.iter().chain(right).collect(),
            ExprKind::PlusMinusSet(list) | ExprKind::Ordinal(list) | ExprKind::List(list) => {
                list.iter().collect()
            }
            ExprKind::Call { arguments, .. } => arguments.iter().collect(),
            ExprKind::Sum(terms) => terms.iter().map(|(_, term)| term).collect(),
            ExprKind::Loop { body: inner, .. }
            | ExprKind::PlusMinus(inner)
            | ExprKind::Negative(inner)
            | ExprKind::Power(inner, _)
            | ExprKind::NimberOf(inner)
            | ExprKind::Literal(inner) => vec![inner],
            ExprKind::Sides(a, b)
            | ExprKind::Quotient(a, b)
            | ExprKind::PowerOf(a, b)
            | ExprKind::Multiple(a, b)
            | ExprKind::Compare(_, a, b) => vec![a, b],
            ExprKind::If(a, b, c) => vec![a, b, c],
            ExprKind::For { item, list, condition, .. } => {
                [item, list].into_iter().chain(condition).map(|e| &**e).collect()
            }
        }
    }

    /// The same expression with `change` applied to each of its [`Expr::children`]. O(size).
    pub fn with_children(&self, change: &mut dyn FnMut(&Expr) -> Expr) -> Expr {
        let kind = match &self.kind {
            ExprKind::Integer(_) | ExprKind::UpStar(..) | ExprKind::Variable(_) => {
                self.kind.clone()
            }
            ExprKind::Braces(left, right) => {
                let left = all(left, change);
                ExprKind::Braces(left, all(right, change))
            }
            ExprKind::PlusMinusSet(list) => ExprKind::PlusMinusSet(all(list, change)),
            ExprKind::Ordinal(list) => ExprKind::Ordinal(all(list, change)),
            ExprKind::List(list) => ExprKind::List(all(list, change)),
            ExprKind::Call { name, name_span, arguments } => ExprKind::Call {
                name: name.clone(),
                name_span: name_span.clone(),
                arguments: all(arguments, change),
            },
            ExprKind::Sum(terms) => {
                ExprKind::Sum(terms.iter().map(|(minus, term)| (*minus, change(term))).collect())
            }
            ExprKind::Loop { name, name_span, body } => ExprKind::Loop {
                name: name.clone(),
                name_span: name_span.clone(),
                body: one(body, change),
            },
            ExprKind::PlusMinus(inner) => ExprKind::PlusMinus(one(inner, change)),
            ExprKind::Negative(inner) => ExprKind::Negative(one(inner, change)),
            ExprKind::Power(inner, n) => ExprKind::Power(one(inner, change), *n),
            ExprKind::NimberOf(inner) => ExprKind::NimberOf(one(inner, change)),
            ExprKind::Literal(inner) => ExprKind::Literal(one(inner, change)),
            ExprKind::Sides(a, b) => ExprKind::Sides(one(a, change), one(b, change)),
            ExprKind::Quotient(a, b) => ExprKind::Quotient(one(a, change), one(b, change)),
            ExprKind::PowerOf(a, b) => ExprKind::PowerOf(one(a, change), one(b, change)),
            ExprKind::Multiple(a, b) => ExprKind::Multiple(one(a, change), one(b, change)),
            ExprKind::Compare(c, a, b) => ExprKind::Compare(*c, one(a, change), one(b, change)),
            ExprKind::If(a, b, c) => ExprKind::If(one(a, change), one(b, change), one(c, change)),
            ExprKind::For { item, name, name_span, list, condition } => ExprKind::For {
                item: one(item, change),
                name: name.clone(),
                name_span: name_span.clone(),
                list: one(list, change),
                condition: condition.as_ref().map(|c| one(c, change)),
            },
        };
        Expr { kind, span: self.span.clone() }
    }
}

fn one(e: &Expr, change: &mut dyn FnMut(&Expr) -> Expr) -> Box<Expr> {
    Box::new(change(e))
}

fn all(list: &[Expr], change: &mut dyn FnMut(&Expr) -> Expr) -> Vec<Expr> {
    list.iter().map(change).collect()
}
