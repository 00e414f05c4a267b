//! Statements, conditions and lists.

use std::ops::Range;

use super::{Parsed, Parser};
use crate::notation::ast::{Expr, ExprKind, Statement};
use crate::notation::error::Expected;
use crate::notation::lexer::Token;

/// A name and where it stands.
type Named = (String, Range<usize>);

impl Parser<'_> {
    /// An expression or a definition of a variable or a function.
    pub(super) fn statement(&mut self) -> Parsed<Statement> {
        if let (Some(Token::Name(name)), Some(Token::Assign)) = (self.token(0), self.token(1)) {
            let (name, span) = (name.clone(), self.span());
            self.next += 2;
            return Ok(Statement::Assign { name, span, value: self.expression()? });
        }
        if let Some((length, parameters)) = self.signature() {
            let (Some(Token::Name(name)), span) = (self.peek().cloned(), self.span()) else {
                return Err(self.unexpected(Expected::Name));
            };
            self.next += length;
            return Ok(Statement::Define { name, span, parameters, body: self.expression()? });
        }
        Ok(Statement::Eval(self.expression()?))
    }

    /// The parameters of `f(x, y) :=` and how many tokens that is.
    fn signature(&self) -> Option<(usize, Vec<Named>)> {
        let (Some(Token::Name(_)), Some(Token::Open('('))) = (self.token(0), self.token(1)) else {
            return None;
        };
        let mut parameters = Vec::new();
        let mut at = 2;
        while let Some(Token::Name(name)) = self.token(at) {
            parameters.push((name.clone(), self.lexemes[self.next + at].span.clone()));
            at += 1;
            match self.token(at) {
                Some(Token::Comma | Token::Semicolon) => at += 1,
                _ => break,
            }
        }
        let ends = [Token::Close(')'), Token::Assign];
        let ended = (self.token(at), self.token(at + 1)) == (Some(&ends[0]), Some(&ends[1]));
        ended.then_some((at + 2, parameters))
    }

    /// `if c then a else b`.
    pub(super) fn condition(&mut self) -> Parsed<Expr> {
        let start = self.span().start;
        self.next += 1;
        let condition = self.expression()?;
        self.word("then", Expected::Then)?;
        let yes = self.expression()?;
        self.word("else", Expected::Else)?;
        let no = self.expression()?;
        let kind = ExprKind::If(Box::new(condition), Box::new(yes), Box::new(no));
        Ok(Expr { span: self.since(start), kind })
    }

    /// `[a, b]` or `[item for name in list if condition]`.
    pub(super) fn list(&mut self) -> Parsed<Expr> {
        let open = self.span();
        self.next += 1;
        let mut items = Vec::new();
        if self.peek() != Some(&Token::Close(']')) {
            items.push(self.expression()?);
            if self.is_word("for") {
                let item = Box::new(items.remove(0));
                return self.comprehension(&open, item);
            }
            while self.comma() {
                items.push(self.expression()?);
            }
        }
        self.close(']', &open, Expected::ListEnd)?;
        Ok(Expr { span: self.since(open.start), kind: ExprKind::List(items) })
    }

    fn comprehension(&mut self, open: &Range<usize>, item: Box<Expr>) -> Parsed<Expr> {
        self.next += 1;
        let (Some(Token::Name(name)), name_span) = (self.peek().cloned(), self.span()) else {
            return Err(self.unexpected(Expected::Name));
        };
        self.next += 1;
        self.word("in", Expected::In)?;
        let list = Box::new(self.expression()?);
        let mut condition = None;
        if self.is_word("if") {
            self.next += 1;
            condition = Some(Box::new(self.expression()?));
        }
        self.close(']', open, Expected::ListEnd)?;
        let kind = ExprKind::For { item, name, name_span, list, condition };
        Ok(Expr { span: self.since(open.start), kind })
    }
}
