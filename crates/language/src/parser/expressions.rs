//! Expressions, by the strength of their operators.

use super::{Parsed, Parser, depth_of_items};
use crate::ast::{Comparison, Expr, ExprKind, KEYWORDS, Operator, Place};
use crate::error::{ErrorKind, Expected, LanguageError, MAX_DEPTH};
use crate::lexer::TokenKind;

/// Parentheses within each other. More than expressions within each other, each of which the layout
/// may put into one pair.
const MAX_PARENTHESES: u32 = 2 * MAX_DEPTH;

impl Parser<'_> {
    pub(super) fn expression(&mut self) -> Parsed<Expr> {
        self.operand(0)
    }

    /// An expression of operators that bind at least as strongly as `least`.
    pub(super) fn operand(&mut self, least: u8) -> Parsed<Expr> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let span = self.tokens[self.at].span.clone();
            return Err(LanguageError::new(span, ErrorKind::TooDeep));
        }
        let result = self.operators(least);
        self.depth -= 1;
        result
    }

    pub(super) fn operators(&mut self, least: u8) -> Parsed<Expr> {
        let start = self.start();
        let mut left = if least <= 3 && self.eat_word("not") {
            let inner = self.operand(3)?;
            let depth = inner.depth.0 + 1;
            self.node(start, ExprKind::Not(Box::new(inner)), depth)?
        } else {
            self.primary()?
        };
        loop {
            if let Some(operator) = self.operator().filter(|o| o.strength() >= least) {
                self.advance();
                let right = self.operand(operator.strength() + 1)?;
                let depth = left.depth.0.max(right.depth.0) + 1;
                let (l, r) = (Box::new(left), Box::new(right));
                left = self.node(start, ExprKind::Binary { operator, left: l, right: r }, depth)?;
            } else if least <= 4 && self.comparison().is_some() {
                let (mut rest, mut depth) = (Vec::new(), left.depth.0);
                while let Some(comparison) = self.comparison() {
                    self.advance();
                    let right = self.operand(5)?;
                    depth = depth.max(right.depth.0);
                    rest.push((comparison, right));
                }
                let first = Box::new(left);
                left = self.node(start, ExprKind::Compare { first, rest }, depth + 1)?;
            } else if least <= 4 && self.eat_word("in") {
                let set = self.domain()?;
                let depth = left.depth.0.max(set.depth()) + 1;
                let element = Box::new(left);
                left = self.node(start, ExprKind::In { element, set }, depth)?;
            } else {
                return Ok(left);
            }
        }
    }

    pub(super) fn operator(&self) -> Option<Operator> {
        Some(match self.peek() {
            TokenKind::Symbol("-")
                if self.formula && self.nesting == 0 && self.tokens[self.at].begins_line =>
            {
                return None;
            }
            TokenKind::Symbol("+") => Operator::Add,
            TokenKind::Symbol("-") => Operator::Subtract,
            TokenKind::Symbol("*") => Operator::Multiply,
            TokenKind::Symbol("/") => Operator::Div,
            TokenKind::Symbol("%") => Operator::Mod,
            TokenKind::Symbol("⊕") => Operator::Xor,
            TokenKind::Name(word) => match word.as_str() {
                "or" => Operator::Or,
                "and" => Operator::And,
                "xor" => Operator::Xor,
                "div" => Operator::Div,
                "mod" => Operator::Mod,
                _ => return None,
            },
            _ => return None,
        })
    }

    pub(super) fn comparison(&self) -> Option<Comparison> {
        let TokenKind::Symbol(symbol) = self.peek() else { return None };
        Some(match *symbol {
            "=" | "==" => Comparison::Equal,
            "!=" | "<>" => Comparison::Different,
            "<" => Comparison::Less,
            "<=" => Comparison::AtMost,
            ">" => Comparison::Greater,
            ">=" => Comparison::AtLeast,
            _ => return None,
        })
    }

    pub(super) fn primary(&mut self) -> Parsed<Expr> {
        let start = self.start();
        let opened = self.tokens[self.at].span.clone();
        match self.peek().clone() {
            TokenKind::Int(value) => {
                self.advance();
                self.node(start, ExprKind::Int(value), 1)
            }
            TokenKind::Symbol("-") => {
                self.advance();
                let inner = self.operand(8)?;
                let depth = inner.depth.0 + 1;
                self.node(start, ExprKind::Negate(Box::new(inner)), depth)
            }
            TokenKind::Symbol("(") => {
                self.advance();
                self.nesting += 1;
                self.parentheses += 1;
                if self.parentheses > MAX_PARENTHESES {
                    return Err(LanguageError::new(opened, ErrorKind::TooDeep));
                }
                let mut inner = self.operators(0)?;
                self.parentheses -= 1;
                self.nesting -= 1;
                self.close(")", opened)?;
                inner.place = Place(start..self.end());
                Ok(inner)
            }
            TokenKind::Symbol("{") => {
                self.advance();
                let mut items = Vec::new();
                self.nesting += 1;
                while !self.is_symbol("}") {
                    items.push(self.set_item()?);
                    if !self.eat_symbol(",") {
                        break;
                    }
                }
                self.nesting -= 1;
                self.close("}", opened)?;
                let depth = depth_of_items(&items) + 1;
                self.node(start, ExprKind::Set(items), depth)
            }
            TokenKind::Name(word) => match word.as_str() {
                "if" => {
                    self.advance();
                    let condition = Box::new(self.expression()?);
                    self.expect_word("then")?;
                    let yes = Box::new(self.expression()?);
                    let no = if self.eat_word("else") {
                        Some(Box::new(self.expression()?))
                    } else {
                        None
                    };
                    let depth = no.as_ref().map_or(0, |n| n.depth.0).max(condition.depth.0);
                    let depth = depth.max(yes.depth.0) + 1;
                    self.node(start, ExprKind::If { condition, yes, no }, depth)
                }
                "let" => {
                    self.advance();
                    let name = self.name()?;
                    self.expect_symbol("=")?;
                    let value = Box::new(self.operand(5)?);
                    self.expect_word("in")?;
                    let body = Box::new(self.expression()?);
                    let depth = value.depth.0.max(body.depth.0) + 1;
                    self.node(start, ExprKind::Let { name, value, body }, depth)
                }
                "true" | "false" => {
                    self.advance();
                    self.node(start, ExprKind::Name(word), 1)
                }
                keyword if KEYWORDS.contains(&keyword) => {
                    Err(self.unexpected(Expected::Expression))
                }
                _ => {
                    let name = self.name()?;
                    let opened = self.tokens[self.at].span.clone();
                    let call = self.is_symbol("(") && !self.tokens[self.at].begins_line;
                    if !call {
                        return self.node(start, ExprKind::Name(word), 1);
                    }
                    self.advance();
                    let mut arguments = Vec::new();
                    self.nesting += 1;
                    while !self.is_symbol(")") {
                        arguments.push(self.expression()?);
                        if !self.eat_symbol(",") {
                            break;
                        }
                    }
                    self.nesting -= 1;
                    self.close(")", opened)?;
                    let depth = arguments.iter().map(|a| a.depth.0).max().unwrap_or(0) + 1;
                    self.node(start, ExprKind::Call { name, arguments }, depth)
                }
            },
            _ => Err(self.unexpected(Expected::Expression)),
        }
    }
}
