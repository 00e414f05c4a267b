//! From tokens to expressions: recursive descent with bounded nesting.

mod programs;

use std::ops::Range;

use num_bigint::BigInt;

use super::ast::{Comparison, Expr, ExprKind, Statement, UpKind};
use super::error::{Expected, SyntaxError, SyntaxErrorKind};
use super::lexer::{Lexeme, Token, lex};

/// The longest text that is read, in bytes.
pub const MAX_LENGTH: usize = 1 << 20;
/// The deepest nesting of brackets that is read.
pub const MAX_NESTING: usize = 1000;
/// The longest integer that is read, in digits (the store refuses longer numbers anyway).
const MAX_DIGITS: usize = 80_000;
/// The largest exponent of `x**n`.
const MAX_EXPONENT: u64 = 1 << 16;
/// The largest integer after `^`, `*` and the like.
const MAX_INDEX: u64 = i32::MAX as u64;
/// The largest n of `^[n]` and `^<n>`: whatever is printed reads back, and the budget
/// bounds the sum of that many powers.
const MAX_UP_POWER: u64 = i32::MAX as u64;

type Parsed<T> = Result<T, SyntaxError>;

/// Reads one line: an expression or a definition `G := expression`. O(length).
///
/// ```
/// use ishitori_values::notation::{parse, SyntaxErrorKind};
/// let error = parse("{1|").unwrap_err();
/// assert_eq!(error.kind, SyntaxErrorKind::Unclosed('{'));
/// assert_eq!(error.span, 0..1);
/// ```
pub fn parse(source: &str) -> Parsed<Statement> {
    let mut parser = Parser::new(source)?;
    let statement = parser.statement()?;
    match parser.peek() {
        None => Ok(statement),
        Some(_) => Err(parser.unexpected(Expected::OperatorOrEnd)),
    }
}

/// Reads one line of statements with `;` between them, at least one. O(length).
///
/// ```
/// use ishitori_values::notation::parse_all;
/// assert_eq!(parse_all("f(x) := {x|-x}; f(2)").unwrap().len(), 2);
/// ```
pub fn parse_all(source: &str) -> Parsed<Vec<Statement>> {
    let mut parser = Parser::new(source)?;
    let mut statements = vec![parser.statement()?];
    while parser.peek() == Some(&Token::Semicolon) {
        parser.next += 1;
        // A semicolon may end the line.
        if parser.peek().is_some() {
            statements.push(parser.statement()?);
        }
    }
    match parser.peek() {
        None => Ok(statements),
        Some(_) => Err(parser.unexpected(Expected::OperatorOrEnd)),
    }
}

/// Words of the notation, which cannot be names of variables.
pub const KEYWORDS: [&str; 5] = ["if", "then", "else", "for", "in"];
/// The names of the ordinal ω.
pub const OMEGA: [&str; 2] = ["omega", "ω"];

fn lexemes(source: &str) -> Parsed<Vec<Lexeme>> {
    if source.len() > MAX_LENGTH {
        return Err(SyntaxError {
            span: 0..0,
            kind: SyntaxErrorKind::TooLong { limit: MAX_LENGTH },
        });
    }
    let lexemes = lex(source)?;
    if lexemes.is_empty() {
        return Err(SyntaxError { span: 0..source.len(), kind: SyntaxErrorKind::Empty });
    }
    Ok(lexemes)
}

struct Parser<'a> {
    source: &'a str,
    lexemes: Vec<Lexeme>,
    next: usize,
    depth: usize,
}

/// A product, and a suffix like the `^*` of `2^*` that a minus sign in front does not reach.
struct Product {
    expr: Expr,
    suffix: Option<Expr>,
}

impl<'a> Parser<'a> {
    fn new(source: &'a str) -> Parsed<Parser<'a>> {
        Ok(Parser { source, lexemes: lexemes(source)?, next: 0, depth: 0 })
    }
}

impl Parser<'_> {
    fn token(&self, k: usize) -> Option<&Token> {
        self.lexemes.get(self.next + k).map(|l| &l.token)
    }

    fn peek(&self) -> Option<&Token> {
        self.token(0)
    }

    fn span(&self) -> Range<usize> {
        match self.lexemes.get(self.next) {
            Some(l) => l.span.clone(),
            None => self.source.len()..self.source.len(),
        }
    }

    /// Whether white space comes before the next token.
    fn spaced(&self) -> bool {
        self.lexemes.get(self.next).is_none_or(|l| l.spaced)
    }

    /// From `start` to the end of the last token read.
    fn since(&self, start: usize) -> Range<usize> {
        start..self.lexemes[self.next - 1].span.end
    }

    fn unexpected(&self, expected: Expected) -> SyntaxError {
        let span = self.span();
        let found = self.source[span.clone()].chars().take(20).collect();
        SyntaxError { span, kind: SyntaxErrorKind::Unexpected { found, expected } }
    }

    /// Runs a part inside brackets, one level deeper.
    fn nested<T>(&mut self, f: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_NESTING {
            let kind = SyntaxErrorKind::TooDeep { limit: MAX_NESTING };
            return Err(SyntaxError { span: self.span(), kind });
        }
        self.depth += 1;
        let result = stacker::maybe_grow(64 * 1024, 1024 * 1024, || f(self));
        self.depth -= 1;
        result
    }

    /// Chains of quotients, powers and calls nest to the left, so they are bounded too.
    fn check_chain(&self, links: usize) -> Parsed<()> {
        if links <= MAX_NESTING {
            return Ok(());
        }
        let kind = SyntaxErrorKind::TooDeep { limit: MAX_NESTING };
        Err(SyntaxError { span: self.span(), kind })
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Some(Token::Name(name)) if name == word)
    }

    fn word(&mut self, word: &str, expected: Expected) -> Parsed<()> {
        if !self.is_word(word) {
            return Err(self.unexpected(expected));
        }
        self.next += 1;
        Ok(())
    }

    /// Whether a comma (or a semicolon, which is one between brackets) comes next; it is passed over.
    fn comma(&mut self) -> bool {
        let comma = matches!(self.peek(), Some(Token::Comma | Token::Semicolon));
        self.next += usize::from(comma);
        comma
    }

    fn expression(&mut self) -> Parsed<Expr> {
        if self.is_word("if") {
            return self.nested(Self::condition);
        }
        let left = self.sides()?;
        let Some(Token::Compare(comparison)) = self.peek() else { return Ok(left) };
        let comparison: Comparison = *comparison;
        self.next += 1;
        let right = self.sides()?;
        Ok(Expr {
            span: left.span.start..right.span.end,
            kind: ExprKind::Compare(comparison, Box::new(left), Box::new(right)),
        })
    }

    /// A sum, or two with `&` between them.
    fn sides(&mut self) -> Parsed<Expr> {
        let onside = self.sum()?;
        if self.peek() != Some(&Token::Ampersand) {
            return Ok(onside);
        }
        self.next += 1;
        let offside = self.sum()?;
        Ok(Expr {
            span: onside.span.start..offside.span.end,
            kind: ExprKind::Sides(Box::new(onside), Box::new(offside)),
        })
    }

    fn sum(&mut self) -> Parsed<Expr> {
        let first = self.term()?;
        let start = first.span.start;
        let mut terms = vec![(false, first)];
        loop {
            match self.peek() {
                Some(Token::Plus) => {
                    self.next += 1;
                    terms.push((false, self.term()?));
                }
                Some(Token::Minus) => {
                    self.next += 1;
                    terms.push((true, self.term()?));
                }
                // G+-H adds ±H.
                Some(Token::PlusMinus) => terms.push((false, self.term()?)),
                _ => break,
            }
        }
        if terms.len() == 1 {
            return Ok(terms.remove(0).1);
        }
        Ok(Expr { span: self.since(start), kind: ExprKind::Sum(terms) })
    }

    /// Signs, then an ordinal sum.
    fn term(&mut self) -> Parsed<Expr> {
        let start = self.span().start;
        let mut negative = false;
        loop {
            match self.peek() {
                Some(Token::Minus) => negative = !negative,
                Some(Token::Plus) => {}
                Some(Token::PlusMinus) => {
                    self.next += 1;
                    // ±G = −(±G), so signs before it do not matter.
                    return self.plus_minus(start);
                }
                _ => break,
            }
            self.next += 1;
        }
        let first = self.product()?;
        if self.peek() != Some(&Token::Colon) {
            // In -2^ the sign belongs to the number, as in what is printed.
            let expr = if negative { self.negate(first.expr, start) } else { first.expr };
            return Ok(match first.suffix {
                None => expr,
                Some(suffix) => self.add(expr, suffix, start),
            });
        }
        let mut parts = vec![self.join(first)];
        while self.peek() == Some(&Token::Colon) {
            self.next += 1;
            let part = self.product()?;
            parts.push(self.join(part));
        }
        let expr = Expr { span: self.since(start), kind: ExprKind::Ordinal(parts) };
        Ok(if negative { self.negate(expr, start) } else { expr })
    }

    fn negate(&self, expr: Expr, start: usize) -> Expr {
        Expr { span: start..expr.span.end, kind: ExprKind::Negative(Box::new(expr)) }
    }

    fn add(&self, a: Expr, b: Expr, start: usize) -> Expr {
        Expr { span: start..b.span.end, kind: ExprKind::Sum(vec![(false, a), (false, b)]) }
    }

    fn join(&self, product: Product) -> Expr {
        match product.suffix {
            None => product.expr,
            Some(suffix) => {
                let start = product.expr.span.start;
                self.add(product.expr, suffix, start)
            }
        }
    }

    fn plus_minus(&mut self, start: usize) -> Parsed<Expr> {
        if self.peek() == Some(&Token::Open('{')) {
            let open = self.span();
            let sides = self.nested(|p| p.brace_contents(&open))?;
            let kind = match sides {
                Sides::One(options) => ExprKind::PlusMinusSet(options),
                Sides::Two(left, right) => {
                    let span = self.since(open.start);
                    ExprKind::PlusMinus(Box::new(Expr {
                        span,
                        kind: ExprKind::Braces(left, right),
                    }))
                }
            };
            return Ok(Expr { span: self.since(start), kind });
        }
        if self.peek() == Some(&Token::Minus) {
            // ±(−G) = ±G.
            self.next += 1;
        }
        let product = self.product()?;
        let operand = self.join(product);
        Ok(Expr { span: self.since(start), kind: ExprKind::PlusMinus(Box::new(operand)) })
    }

    /// Powers, quotients, multiples and method calls, then the suffix of a number.
    fn product(&mut self) -> Parsed<Product> {
        let start = self.span().start;
        let mut literal = matches!(self.peek(), Some(Token::Integer(_)));
        let mut expr = self.power()?;
        for links in 0.. {
            self.check_chain(links)?;
            match self.peek() {
                Some(Token::Slash) => {
                    self.next += 1;
                    literal &= matches!(self.peek(), Some(Token::Integer(_)));
                    let divisor = self.power()?;
                    let kind = ExprKind::Quotient(Box::new(expr), Box::new(divisor));
                    expr = Expr { span: self.since(start), kind };
                }
                Some(Token::Dot) => {
                    self.next += 1;
                    literal = false;
                    expr = self.after_dot(expr, start)?;
                }
                Some(Token::Name(name)) if is_infix(name) => {
                    let (name, name_span) = (name.clone(), self.span());
                    self.next += 1;
                    literal = false;
                    let right = self.power()?;
                    let kind = ExprKind::Call { name, name_span, arguments: vec![expr, right] };
                    expr = Expr { span: self.since(start), kind };
                }
                _ => break,
            }
        }
        let suffix = match self.peek() {
            Some(
                Token::Ups(_)
                | Token::Downs(_)
                | Token::UpPower { .. }
                | Token::UpPowerOn(_)
                | Token::Star,
            ) if literal => Some(self.up_star(false)?),
            Some(Token::Name(name)) if literal && (name == "Tiny" || name == "Miny") => {
                Some(self.primary()?)
            }
            // 4over is 4 + over, as it is printed.
            Some(Token::Name(name))
                if literal && (name == "over" || name == "under") && !self.spaced() =>
            {
                Some(self.primary()?)
            }
            _ => None,
        };
        Ok(Product { expr, suffix })
    }

    fn after_dot(&mut self, receiver: Expr, start: usize) -> Parsed<Expr> {
        if let Some(Token::Name(name)) = self.peek()
            && is_method(name)
        {
            let (name, name_span) = (name.clone(), self.span());
            self.next += 1;
            let mut arguments = vec![receiver];
            if self.peek() == Some(&Token::Open('(')) {
                arguments.extend(self.arguments()?);
            }
            let kind = ExprKind::Call { name, name_span, arguments };
            return Ok(Expr { span: self.since(start), kind });
        }
        if matches!(self.peek(), Some(Token::Integer(_))) {
            let span = start..self.span().end;
            return Err(SyntaxError { span, kind: SyntaxErrorKind::Decimal });
        }
        let operand = self.power()?;
        let kind = ExprKind::Multiple(Box::new(receiver), Box::new(operand));
        Ok(Expr { span: self.since(start), kind })
    }

    /// A primary, and `**n` behind it. (`2^3` is 2 + ↑3, as the other programs print it.)
    fn power(&mut self) -> Parsed<Expr> {
        let start = self.span().start;
        let mut expr = self.primary()?;
        let mut links = 0;
        while self.peek() == Some(&Token::Power) {
            links += 1;
            self.check_chain(links)?;
            self.next += 1;
            if let (ExprKind::NimberOf(_), false) = (&expr.kind, self.in_parentheses(&expr)) {
                let span = self.since(start);
                return Err(SyntaxError { span, kind: SyntaxErrorKind::NimberPower });
            }
            let kind = match self.peek() {
                Some(Token::Name(_) | Token::Open('(')) => {
                    let exponent = self.nested(Self::primary)?;
                    ExprKind::PowerOf(Box::new(expr), Box::new(exponent))
                }
                _ => ExprKind::Power(Box::new(expr), self.integer(MAX_EXPONENT)? as u32),
            };
            expr = Expr { span: self.since(start), kind };
        }
        Ok(expr)
    }

    /// Whether an expression stands in parentheses, which are part of its place.
    fn in_parentheses(&self, expr: &Expr) -> bool {
        self.source[expr.span.clone()].starts_with(['(', '（'])
    }

    fn primary(&mut self) -> Parsed<Expr> {
        let span = self.span();
        match self.peek() {
            Some(Token::Integer(digits)) => {
                if digits.len() > MAX_DIGITS {
                    let kind = SyntaxErrorKind::TooLong { limit: MAX_DIGITS };
                    return Err(SyntaxError { span, kind });
                }
                let value = BigInt::parse_bytes(digits.as_bytes(), 10).expect("only digits");
                self.next += 1;
                Ok(Expr { span, kind: ExprKind::Integer(value) })
            }
            Some(
                Token::Ups(_)
                | Token::Downs(_)
                | Token::UpPower { .. }
                | Token::UpPowerOn(_)
                | Token::Star,
            ) => self.up_star(true),
            Some(Token::Open('[')) => self.nested(Self::list),
            Some(Token::Open('{')) => {
                let sides = self.nested(|p| p.brace_contents(&span))?;
                let Sides::Two(left, right) = sides else {
                    let span = self.since(span.start);
                    return Err(SyntaxError { span, kind: SyntaxErrorKind::NoBar });
                };
                let kind = ExprKind::Braces(left, right);
                Ok(Expr { span: self.since(span.start), kind })
            }
            Some(Token::Open('(')) => {
                self.next += 1;
                let inner = self.nested(Self::expression)?;
                self.close(')', &span, Expected::ClosingParenthesis)?;
                Ok(Expr { span: self.since(span.start), kind: inner.kind })
            }
            Some(Token::Quote) => {
                self.next += 1;
                let inner = self.nested(Self::sum)?;
                match self.peek() {
                    Some(Token::Quote) => self.next += 1,
                    None => {
                        let kind = SyntaxErrorKind::Unclosed('\'');
                        return Err(SyntaxError { span, kind });
                    }
                    Some(_) => return Err(self.unexpected(Expected::ClosingQuote)),
                }
                let kind = ExprKind::Literal(Box::new(inner));
                Ok(Expr { span: self.since(span.start), kind })
            }
            Some(Token::Name(name)) if !KEYWORDS.contains(&name.as_str()) => {
                let name = name.clone();
                self.next += 1;
                if self.peek() == Some(&Token::Open('(')) {
                    let arguments = self.arguments()?;
                    let kind = ExprKind::Call { name, name_span: span.clone(), arguments };
                    return Ok(Expr { span: self.since(span.start), kind });
                }
                if self.peek() == Some(&Token::Open('{')) && !self.spaced() {
                    let body = Box::new(self.primary()?);
                    let kind = ExprKind::Loop { name, name_span: span.clone(), body };
                    return Ok(Expr { span: self.since(span.start), kind });
                }
                Ok(Expr { span, kind: ExprKind::Variable(name) })
            }
            _ => Err(self.unexpected(Expected::Game)),
        }
    }

    fn close(&mut self, bracket: char, open: &Range<usize>, expected: Expected) -> Parsed<()> {
        match self.peek() {
            Some(Token::Close(c)) if *c == bracket => {
                self.next += 1;
                Ok(())
            }
            None => Err(SyntaxError {
                span: open.clone(),
                kind: SyntaxErrorKind::Unclosed(match bracket {
                    ')' => '(',
                    ']' => '[',
                    _ => '{',
                }),
            }),
            _ => Err(self.unexpected(expected)),
        }
    }

    fn arguments(&mut self) -> Parsed<Vec<Expr>> {
        let open = self.span();
        self.next += 1;
        let mut arguments = Vec::new();
        if self.peek() != Some(&Token::Close(')')) {
            arguments.push(self.nested(Self::expression)?);
            while self.comma() {
                arguments.push(self.nested(Self::expression)?);
            }
        }
        self.close(')', &open, Expected::ArgumentEnd)?;
        Ok(arguments)
    }

    fn integer(&mut self, limit: u64) -> Parsed<u64> {
        let Some(Token::Integer(digits)) = self.peek() else {
            return Err(self.unexpected(Expected::Integer));
        };
        match digits.parse::<u64>() {
            Ok(n) if n <= limit => {
                self.next += 1;
                Ok(n)
            }
            _ => {
                let kind = SyntaxErrorKind::OutOfRange { limit };
                Err(SyntaxError { span: self.span(), kind })
            }
        }
    }

    /// `^`, `^^`, `^3`, `^[2]`, `^<2>` or the same with v, then `*` or `*3`, or only the latter. By itself, `*` also
    /// takes a name or an expression in parentheses: `*omega`. Behind a number it does not, since `2*x` looks
    /// like a product.
    fn up_star(&mut self, by_itself: bool) -> Parsed<Expr> {
        let start = self.span().start;
        if by_itself && self.peek() == Some(&Token::Star) && self.is_index() {
            self.next += 1;
            let index = self.nested(Self::primary)?;
            let kind = ExprKind::NimberOf(Box::new(index));
            return Ok(Expr { span: self.since(start), kind });
        }
        let mut ups = UpKind::Multiple(0);
        if let Some(Token::UpPower { digits, sign }) = self.peek() {
            let (n, sign) = (digits.parse::<u64>(), *sign);
            match n {
                Ok(n @ 1..=MAX_UP_POWER) => ups = UpKind::Power(n as u32, sign),
                _ => {
                    let kind = SyntaxErrorKind::UpPower { limit: MAX_UP_POWER };
                    return Err(SyntaxError { span: self.span(), kind });
                }
            }
            self.next += 1;
        } else if let Some(&Token::UpPowerOn(sign)) = self.peek() {
            ups = UpKind::PowerOn(sign);
            self.next += 1;
        } else if let Some(&(Token::Ups(n) | Token::Downs(n))) = self.peek() {
            let sign = if matches!(self.peek(), Some(Token::Ups(_))) { 1 } else { -1 };
            self.next += 1;
            ups = self.up_kind(n, sign)?;
        }
        let mut nimber = 0;
        if self.peek() == Some(&Token::Star) {
            self.next += 1;
            nimber = self.nimber_index()?;
        }
        Ok(Expr { span: self.since(start), kind: ExprKind::UpStar(ups, nimber) })
    }

    /// Whether what follows the next token is the index of a nimber: a name or a parenthesis, without a space.
    fn is_index(&self) -> bool {
        let Some(lexeme) = self.lexemes.get(self.next + 1) else { return false };
        !lexeme.spaced
            && match &lexeme.token {
                Token::Open('(') => true,
                Token::Name(name) => !is_infix(name) && !KEYWORDS.contains(&name.as_str()),
                _ => false,
            }
    }

    fn up_kind(&mut self, arrows: u32, sign: i32) -> Parsed<UpKind> {
        if arrows == 1 {
            match self.peek() {
                Some(Token::Integer(_)) => {
                    return Ok(UpKind::Multiple(sign * self.integer(MAX_INDEX)? as i32));
                }
                Some(Token::Open('[')) => {
                    let open = self.span();
                    self.next += 1;
                    if matches!(self.peek(), Some(Token::Name(name)) if name == "on") {
                        self.next += 1;
                        self.close(']', &open, Expected::ClosingIndex)?;
                        return Ok(UpKind::SumOn(sign));
                    }
                    let n = self.integer(MAX_UP_POWER)? as u32;
                    self.close(']', &open, Expected::ClosingIndex)?;
                    return Ok(UpKind::Sum(n, sign));
                }
                _ => {}
            }
        }
        Ok(UpKind::Multiple(sign * arrows.min(i32::MAX as u32) as i32))
    }

    fn nimber_index(&mut self) -> Parsed<u32> {
        match (self.peek(), self.token(1)) {
            (Some(Token::Integer(_)), _) if !self.lexemes[self.next].spaced => {
                Ok(self.integer(MAX_INDEX)? as u32)
            }
            (Some(Token::Minus), Some(Token::Integer(_)))
                if !self.lexemes[self.next].spaced && !self.lexemes[self.next + 1].spaced =>
            {
                let span = self.span().start..self.lexemes[self.next + 1].span.end;
                Err(SyntaxError { span, kind: SyntaxErrorKind::NegativeNimber })
            }
            _ => Ok(1),
        }
    }

    /// What stands between braces, both included: lists of options separated by runs of bars.
    fn brace_contents(&mut self, open: &Range<usize>) -> Parsed<Sides> {
        self.next += 1;
        let mut lists = vec![self.option_list()?];
        let mut bars: Vec<(usize, Range<usize>)> = Vec::new();
        while let Some(&Token::Bars(n)) = self.peek() {
            bars.push((n, self.span()));
            self.next += 1;
            lists.push(self.option_list()?);
        }
        self.close('}', open, Expected::OptionEnd)?;
        if bars.is_empty() {
            return Ok(Sides::One(lists.remove(0)));
        }
        let (left, right) = self.split_at_widest(lists, &bars)?;
        Ok(Sides::Two(left, right))
    }

    fn option_list(&mut self) -> Parsed<Vec<Expr>> {
        let mut options = Vec::new();
        if matches!(self.peek(), Some(Token::Bars(_) | Token::Close('}')) | None) {
            return Ok(options);
        }
        options.push(self.expression()?);
        while self.comma() {
            options.push(self.expression()?);
        }
        Ok(options)
    }

    /// Splits `a|b||c` at the widest bar; a side with bars of its own is one option.
    fn split_at_widest(
        &mut self,
        mut lists: Vec<Vec<Expr>>,
        bars: &[(usize, Range<usize>)],
    ) -> Parsed<(Vec<Expr>, Vec<Expr>)> {
        let widest = bars.iter().map(|b| b.0).max().expect("there is a bar");
        let at = bars.iter().position(|b| b.0 == widest).expect("the widest is there");
        if let Some(again) = bars[at + 1..].iter().find(|b| b.0 == widest) {
            let kind = SyntaxErrorKind::AmbiguousBars(widest);
            return Err(SyntaxError { span: again.1.clone(), kind });
        }
        let right_lists = lists.split_off(at + 1);
        let mut side =
            |lists: Vec<Vec<Expr>>, bars: &[(usize, Range<usize>)]| -> Parsed<Vec<Expr>> {
                if bars.is_empty() {
                    return Ok(lists.into_iter().next().expect("one list more than bars"));
                }
                let first = lists.iter().flatten().next().map_or(bars[0].1.start, |e| e.span.start);
                let last = lists.iter().flatten().next_back();
                let end = last.map_or(0, |e| e.span.end).max(bars[bars.len() - 1].1.end);
                let (left, right) = self.nested(|p| p.split_at_widest(lists, bars))?;
                Ok(vec![Expr { span: first..end, kind: ExprKind::Braces(left, right) }])
            };
        let left = side(lists, &bars[..at])?;
        let right = side(right_lists, &bars[at + 1..])?;
        Ok((left, right))
    }
}

/// The contents of braces: without a bar only `+-{…}` has a use for them.
enum Sides {
    One(Vec<Expr>),
    Two(Vec<Expr>, Vec<Expr>),
}

/// Names that stand between their arguments.
fn is_infix(name: &str) -> bool {
    matches!(
        name,
        "NimSum"
            | "NimProduct"
            | "ConwayProduct"
            | "NortonProduct"
            | "OrdinalSum"
            | "Upsum"
            | "Downsum"
    )
}

/// Names that stand behind a dot; anything else there is the game of a multiple `3.G`.
fn is_method(name: &str) -> bool {
    name != "Tiny"
        && name != "Miny"
        && (crate::calculator::function(name).is_some()
            || crate::calculator::LOOPY_FUNCTIONS.contains(&name))
}
