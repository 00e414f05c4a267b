//! Tokens to trees.

use std::ops::Range;

use ishitori_values::Endless;

use crate::ast::{
    Clause, Depth, Domain, EndDeclaration, Expr, ExprKind, Formula, Header, Item, ItemKind,
    KEYWORDS, Move, Name, Parameter, Place, Players, Program, SetItem,
};
use crate::error::{ErrorKind, Expected, LanguageError, MAX_DEPTH};
use crate::lexer::{Comment, Token, TokenKind, tokens};

mod expressions;

type Parsed<T> = Result<T, LanguageError>;

/// The tree of a game. O(length).
///
/// ```
/// let program = ishitori_language::parse("position (n)  both: (m) for m in 0 ..< n").unwrap();
/// assert_eq!(program.items.len(), 2);
/// ```
pub fn parse(source: &str) -> Parsed<Program> {
    parse_with_comments(source).map(|(program, _)| program)
}

/// The tree of a game and its comments. O(length).
pub(crate) fn parse_with_comments(source: &str) -> Parsed<(Program, Vec<Comment>)> {
    let (tokens, comments) = tokens(source)?;
    let mut parser =
        Parser { source, tokens, at: 0, depth: 0, parentheses: 0, nesting: 0, formula: false };
    Ok((parser.program()?, comments))
}

/// The tree of a formula: clauses on lines of their own or with `;` between them. O(length).
///
/// ```
/// let formula = ishitori_language::parse_formula("if y mod 2 = 0 then y div 2 + z").unwrap();
/// assert_eq!(formula.clauses.len(), 1);
/// ```
pub fn parse_formula(source: &str) -> Parsed<Formula> {
    let (tokens, _) = tokens(source)?;
    Parser { source, tokens, at: 0, depth: 0, parentheses: 0, nesting: 0, formula: true }.formula()
}

/// The tree of one expression. O(length).
pub(crate) fn parse_value(source: &str) -> Parsed<Expr> {
    let (tokens, _) = tokens(source)?;
    let mut parser =
        Parser { source, tokens, at: 0, depth: 0, parentheses: 0, nesting: 0, formula: false };
    // `1,2,5` is a set as well.
    let first = parser.set_item()?;
    if !parser.is_symbol(",") {
        parser.expect_end()?;
        return Ok(match first {
            SetItem::One(value) => value,
            range => {
                let depth = depth_of_items(std::slice::from_ref(&range)) + 1;
                parser.node(0, ExprKind::Set(vec![range]), depth)?
            }
        });
    }
    let mut items = vec![first];
    while parser.eat_symbol(",") {
        items.push(parser.set_item()?);
    }
    parser.expect_end()?;
    let depth = depth_of_items(&items) + 1;
    parser.node(0, ExprKind::Set(items), depth)
}

struct Parser<'s> {
    source: &'s str,
    tokens: Vec<Token>,
    at: usize,
    depth: u32,
    /// Parentheses around expressions that are open. They are counted apart from `depth`, so that
    /// those which the layout adds cost nothing there: it adds at most one pair to an expression.
    parentheses: u32,
    /// Brackets that are open.
    nesting: u32,
    /// Whether lines that begin with `-` begin a clause.
    formula: bool,
}

impl Parser<'_> {
    // Tokens.

    fn peek(&self) -> &TokenKind {
        &self.tokens[self.at].kind
    }

    fn start(&self) -> usize {
        self.tokens[self.at].span.start
    }

    /// Where the last token ended.
    fn end(&self) -> usize {
        self.tokens[..self.at].last().map_or(0, |t| t.span.end)
    }

    fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    fn is_symbol(&self, symbol: &str) -> bool {
        matches!(self.peek(), TokenKind::Symbol(s) if *s == symbol)
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), TokenKind::Name(name) if name == word)
    }

    fn eat_symbol(&mut self, symbol: &str) -> bool {
        let found = self.is_symbol(symbol);
        if found {
            self.advance();
        }
        found
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.advance();
        }
        found
    }

    fn expect_symbol(&mut self, symbol: &'static str) -> Parsed<()> {
        if self.eat_symbol(symbol) {
            Ok(())
        } else {
            Err(self.unexpected(Expected::Symbol(symbol)))
        }
    }

    fn expect_word(&mut self, word: &'static str) -> Parsed<()> {
        if self.eat_word(word) { Ok(()) } else { Err(self.unexpected(Expected::Symbol(word))) }
    }

    fn expect_end(&mut self) -> Parsed<()> {
        match self.peek() {
            TokenKind::End => Ok(()),
            _ => Err(self.unexpected(Expected::End)),
        }
    }

    /// A closing bracket; if it is missing at the end, the opening one is at fault.
    fn close(&mut self, symbol: &'static str, opened: Range<usize>) -> Parsed<()> {
        if *self.peek() == TokenKind::End {
            let open = self.source[opened.clone()].chars().next().unwrap_or('(');
            return Err(LanguageError::new(opened, ErrorKind::Unclosed(open)));
        }
        self.expect_symbol(symbol)
    }

    fn unexpected(&self, expected: Expected) -> LanguageError {
        let token = &self.tokens[self.at];
        let found = self.source[token.span.clone()].to_string();
        LanguageError::new(token.span.clone(), ErrorKind::Unexpected { found, expected })
    }

    fn name(&mut self) -> Parsed<Name> {
        let span = self.tokens[self.at].span.clone();
        match self.peek().clone() {
            TokenKind::Name(text) if KEYWORDS.contains(&text.as_str()) => {
                Err(LanguageError::new(span, ErrorKind::Reserved(text)))
            }
            TokenKind::Name(text) => {
                self.advance();
                Ok(Name { text, place: Place(span) })
            }
            _ => Err(self.unexpected(Expected::Name)),
        }
    }

    fn node(&self, start: usize, kind: ExprKind, depth: u32) -> Parsed<Expr> {
        let span = start..self.end();
        if depth > MAX_DEPTH {
            return Err(LanguageError::new(span, ErrorKind::TooDeep));
        }
        Ok(Expr { kind, place: Place(span), depth: Depth(depth) })
    }

    // Games.

    fn program(&mut self) -> Parsed<Program> {
        let mut program = Program::default();
        if self.is_word("game") {
            program.header = Some(self.header()?);
        }
        while self.eat_symbol(";") {}
        while *self.peek() != TokenKind::End {
            self.item(&mut program.items)?;
            while self.eat_symbol(";") {}
        }
        Ok(program)
    }

    fn header(&mut self) -> Parsed<Header> {
        let start = self.start();
        self.expect_word("game")?;
        let mut name = String::new();
        loop {
            match self.peek() {
                TokenKind::Name(text) => name.push_str(text),
                TokenKind::Int(number) if !name.is_empty() => name.push_str(&number.to_string()),
                _ => return Err(self.unexpected(Expected::Name)),
            }
            self.advance();
            if !self.eat_symbol("-") {
                break;
            }
            name.push('-');
        }
        let mut parameters = Vec::new();
        let opened = self.tokens[self.at].span.clone();
        if !self.tokens[self.at].begins_line && self.eat_symbol("(") {
            while !self.is_symbol(")") {
                let name = self.name()?;
                let default = if self.eat_symbol("=") { Some(self.expression()?) } else { None };
                parameters.push(Parameter { name, default });
                if !self.eat_symbol(",") {
                    break;
                }
            }
            self.close(")", opened)?;
        }
        Ok(Header { name, parameters, place: Place(start..self.end()) })
    }

    fn item(&mut self, items: &mut Vec<Item>) -> Parsed<()> {
        let start = self.start();
        let word = match self.peek() {
            TokenKind::Name(word) => word.clone(),
            // The short form `(n) where n > 3 -> moves`.
            TokenKind::Symbol("(") => String::new(),
            _ => return Err(self.unexpected(Expected::Item)),
        };
        let kind = match word.as_str() {
            "" => {
                let kind = self.position()?;
                items.push(Item { kind, place: Place(start..self.end()) });
                let start = self.start();
                self.expect_symbol("->")?;
                let kind = ItemKind::Moves { players: Players::Both, moves: self.moves()? };
                items.push(Item { kind, place: Place(start..self.end()) });
                return Ok(());
            }
            "position" => {
                self.advance();
                self.position()?
            }
            "both" | "left" | "right" => {
                self.advance();
                let players = match word.as_str() {
                    "left" => Players::Left,
                    "right" => Players::Right,
                    _ => Players::Both,
                };
                self.expect_symbol(":")?;
                ItemKind::Moves { players, moves: self.moves()? }
            }
            "end" => {
                self.advance();
                self.expect_symbol(":")?;
                ItemKind::End(if self.eat_word("normal") {
                    EndDeclaration::Normal
                } else if self.eat_word("misere") || self.eat_word("misère") {
                    EndDeclaration::Misere
                } else {
                    EndDeclaration::Letter(self.expression()?)
                })
            }
            "show" => {
                self.advance();
                self.expect_symbol(":")?;
                let name = self.name()?;
                let opened = self.tokens[self.at].span.clone();
                let mut arguments = Vec::new();
                if !self.tokens[self.at].begins_line && self.eat_symbol("(") {
                    arguments.push(self.expression()?);
                    while self.eat_symbol(",") {
                        arguments.push(self.expression()?);
                    }
                    self.close(")", opened)?;
                }
                ItemKind::Show { name, arguments }
            }
            "terminal" => {
                self.advance();
                self.expect_symbol(":")?;
                ItemKind::Terminal(self.expression()?)
            }
            "loopy" => {
                self.advance();
                let mut endless = Endless::Draw;
                if self.eat_symbol(":") {
                    let found = Endless::ALL.into_iter().find(|one| self.eat_word(one.name()));
                    endless = found.ok_or_else(|| self.unexpected(Expected::Endless))?;
                }
                ItemKind::Loopy(endless)
            }
            "passes" => {
                self.advance();
                self.expect_symbol(":")?;
                let name = self.name()?;
                let conditional = self.eat_word("if") || self.eat_word("when");
                let condition = if conditional { Some(self.expression()?) } else { None };
                ItemKind::Passes { name, condition }
            }
            "def" => {
                self.advance();
                let name = self.name()?;
                let opened = self.tokens[self.at].span.clone();
                self.expect_symbol("(")?;
                let mut arguments = vec![self.name()?];
                while self.eat_symbol(",") {
                    arguments.push(self.name()?);
                }
                self.close(")", opened)?;
                self.expect_symbol("=")?;
                ItemKind::Def { name, arguments, body: self.expression()? }
            }
            "let" => {
                self.advance();
                let name = self.name()?;
                self.expect_symbol("=")?;
                ItemKind::Let { name, value: self.expression()? }
            }
            _ => return Err(self.unexpected(Expected::Item)),
        };
        items.push(Item { kind, place: Place(start..self.end()) });
        Ok(())
    }

    fn position(&mut self) -> Parsed<ItemKind> {
        let opened = self.tokens[self.at].span.clone();
        if !self.eat_symbol("(") {
            return Err(self.unexpected(Expected::Tuple));
        }
        let mut coordinates = vec![self.name()?];
        while self.eat_symbol(",") {
            coordinates.push(self.name()?);
        }
        self.close(")", opened)?;
        let condition = if self.eat_word("where") { Some(self.expression()?) } else { None };
        Ok(ItemKind::Position { coordinates, condition })
    }

    fn moves(&mut self) -> Parsed<Vec<Move>> {
        let mut moves = Vec::new();
        loop {
            while self.is_symbol(";")
                && matches!(self.tokens[self.at + 1].kind, TokenKind::Symbol("("))
            {
                self.advance();
            }
            // `(…) where …` and `(…) -> …` cannot follow: positions come first.
            if !self.is_symbol("(") {
                break;
            }
            moves.push(self.one_move()?);
        }
        if moves.is_empty() { Err(self.unexpected(Expected::Move)) } else { Ok(moves) }
    }

    fn one_move(&mut self) -> Parsed<Move> {
        let start = self.start();
        let mut parts = vec![self.tuple()?];
        while self.eat_symbol("+") {
            parts.push(self.tuple()?);
        }
        let mut clauses = Vec::new();
        loop {
            if self.eat_word("for") {
                let name = self.name()?;
                self.expect_word("in")?;
                clauses.push(Clause::For { name, domain: self.domain()? });
            } else if self.eat_word("if") || self.eat_word("when") {
                clauses.push(Clause::If(self.expression()?));
            } else if self.is_word("let") && !self.starts_item() {
                self.advance();
                let name = self.name()?;
                self.expect_symbol("=")?;
                clauses.push(Clause::Let { name, value: self.expression()? });
            } else {
                break;
            }
        }
        Ok(Move { parts, clauses, place: Place(start..self.end()) })
    }

    /// Whether a `let` here is a part of the game: at the very beginning of a line.
    fn starts_item(&self) -> bool {
        let token = &self.tokens[self.at];
        let start = token.span.start;
        token.begins_line && (start == 0 || self.source.as_bytes()[start - 1] == b'\n')
    }

    fn tuple(&mut self) -> Parsed<Vec<Expr>> {
        let opened = self.tokens[self.at].span.clone();
        if !self.eat_symbol("(") {
            return Err(self.unexpected(Expected::Tuple));
        }
        let mut coordinates = vec![self.expression()?];
        while self.eat_symbol(",") {
            coordinates.push(self.expression()?);
        }
        self.close(")", opened)?;
        Ok(coordinates)
    }

    /// A range, or a set.
    fn domain(&mut self) -> Parsed<Domain> {
        if self.is_symbol("{") {
            return Ok(Domain::Set(Box::new(self.operand(8)?)));
        }
        let first = self.operand(5)?;
        match self.range_from(first)? {
            SetItem::Range(domain) => Ok(domain),
            SetItem::One(set) => Ok(Domain::Set(Box::new(set))),
        }
    }

    fn set_item(&mut self) -> Parsed<SetItem> {
        let first = self.operand(5)?;
        self.range_from(first)
    }

    fn range_from(&mut self, first: Expr) -> Parsed<SetItem> {
        let inclusive = self.is_symbol("..");
        if !inclusive && !self.is_symbol("..<") {
            return Ok(SetItem::One(first));
        }
        self.advance();
        let to = Box::new(self.operand(5)?);
        let step = if self.eat_word("step") { Some(Box::new(self.operand(5)?)) } else { None };
        Ok(SetItem::Range(Domain::Range { from: Box::new(first), to, inclusive, step }))
    }

    // Formulas.

    fn formula(&mut self) -> Parsed<Formula> {
        let mut clauses = Vec::new();
        let mut lets: Vec<(usize, Name, Expr)> = Vec::new();
        loop {
            while self.eat_symbol(";") {}
            if *self.peek() == TokenKind::End {
                break;
            }
            if self.is_word("let") {
                let start = self.start();
                self.advance();
                let name = self.name()?;
                self.expect_symbol("=")?;
                let value = self.operand(5)?;
                if !self.eat_word("in") && !self.is_symbol(";") {
                    let next = &self.tokens[self.at];
                    if !next.begins_line {
                        return Err(self.unexpected(Expected::Symbol("in")));
                    }
                }
                lets.push((start, name, value));
                continue;
            }
            if clauses.last().is_some_and(|before| !is_partial(before)) {
                let span = self.tokens[self.at].span.clone();
                return Err(LanguageError::new(span, ErrorKind::Unreachable));
            }
            let mut clause = self.expression()?;
            for (start, name, value) in lets.iter().rev() {
                let depth = clause.depth.0.max(value.depth.0) + 1;
                let (name, value) = (name.clone(), Box::new(value.clone()));
                let kind = ExprKind::Let { name, value, body: Box::new(clause) };
                clause = self.node(*start, kind, depth)?;
            }
            clauses.push(clause);
            let next = &self.tokens[self.at];
            if next.kind != TokenKind::End && !self.is_symbol(";") && !next.begins_line {
                return Err(self.unexpected(Expected::End));
            }
        }
        if clauses.is_empty() {
            return Err(self.unexpected(Expected::Expression));
        }
        Ok(Formula { clauses })
    }
}

impl Domain {
    /// How deep the expressions in it are nested.
    fn depth(&self) -> u32 {
        match self {
            Domain::Range { from, to, step, .. } => {
                let step = step.as_ref().map_or(0, |step| step.depth.0);
                from.depth.0.max(to.depth.0).max(step)
            }
            Domain::Set(set) => set.depth.0,
        }
    }
}

/// How deep the expressions of a set are nested.
fn depth_of_items(items: &[SetItem]) -> u32 {
    let depth = |item: &SetItem| match item {
        SetItem::One(e) => e.depth.0,
        SetItem::Range(domain) => domain.depth(),
    };
    items.iter().map(depth).max().unwrap_or(0)
}

/// Whether an expression of a formula may have no value.
fn is_partial(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::If { no: None, .. } => true,
        ExprKind::If { yes, no: Some(no), .. } => is_partial(yes) || is_partial(no),
        ExprKind::Let { body, .. } => is_partial(body),
        _ => false,
    }
}
