//! Names, types and parameters: from the tree as written to the tree that is compiled.

use std::ops::Range;

use ishitori_values::Outcome;

use crate::ast::{
    self, Domain, EndDeclaration, Expr, ExprKind, Formula, ItemKind, KEYWORDS, Name, Operator,
    Place, Program, SetItem,
};
use crate::constants::{constant_of, constants_of, folded, substituted};
use crate::display::{Shown, shown};
use crate::error::{ErrorKind, LanguageError, MAX_COORDINATES, MAX_NODES, MAX_SET, Part, Type};
use crate::game::ParameterValue;
use crate::ir::{Binary, Clause, EndNode, MoveRule, Node, NodeKind, Unary, Values, letter};

type Checked<T> = Result<T, LanguageError>;

/// How deep functions may call each other, expressions within them included.
const MAX_CALLS: u32 = 400;

/// What is known of a game after checking.
#[derive(Clone, Debug)]
pub struct CheckedGame {
    pub name: Option<String>,
    pub parameters: Vec<(String, ParameterValue)>,
    pub coordinates: Vec<String>,
    pub condition: Option<Node>,
    pub moves: Vec<MoveRule>,
    pub end: EndNode,
    pub terminal: Option<Node>,
    pub display: Option<Shown>,
    /// Where an end rule that depends on the final position stands.
    pub end_span: Option<Range<usize>>,
    pub locals: usize,
    /// What formulas may use.
    scope: Scope,
}

/// A formula after checking.
#[derive(Clone, Debug)]
pub struct CheckedFormula {
    pub clauses: Vec<Node>,
    pub kind: Type,
    pub locals: usize,
}

#[derive(Clone, Debug, Default)]
struct Scope {
    constants: Vec<(String, Constant)>,
    functions: Vec<Function>,
    coordinates: Vec<String>,
}

#[derive(Clone, Debug)]
enum Constant {
    One(i64, Type),
    Set(Vec<i64>),
}

#[derive(Clone, Debug)]
struct Function {
    name: String,
    arguments: Vec<String>,
    body: Expr,
}

struct Checker {
    scope: Scope,
    locals: Vec<(String, usize, Type)>,
    /// Locals before this one belong to a caller.
    visible_from: usize,
    /// Functions see no coordinates, and only those before them.
    functions_visible: usize,
    coordinates_visible: bool,
    next_local: usize,
    nodes: usize,
    depth: u32,
}

/// Checks a game with values for its parameters. O(nodes).
pub fn check(program: &Program, settings: &[(String, ParameterValue)]) -> Checked<CheckedGame> {
    let mut c = Checker::new(Scope::default());
    let parameters = c.parameters(program, settings)?;
    let mut position = None;
    for item in &program.items {
        match &item.kind {
            ItemKind::Position { coordinates, condition } => {
                once(&position, Part::Position, &item.place)?;
                if coordinates.len() > MAX_COORDINATES {
                    let span = coordinates[MAX_COORDINATES].place.0.clone();
                    return Err(LanguageError::new(span, ErrorKind::TooManyCoordinates));
                }
                for name in coordinates {
                    c.fresh(name)?;
                    c.scope.coordinates.push(name.text.clone());
                }
                position = Some(condition);
            }
            ItemKind::Def { name, arguments, body } => {
                c.fresh(name)?;
                c.function(name, arguments, body)?;
            }
            ItemKind::Let { name, value } => {
                c.fresh(name)?;
                let constant = c.constant(value)?;
                c.scope.constants.push((name.text.clone(), constant));
            }
            _ => {}
        }
    }
    let whole = || 0..0;
    let condition =
        position.ok_or_else(|| LanguageError::new(whole(), ErrorKind::Missing(Part::Position)))?;
    c.coordinates_visible = true;
    c.functions_visible = usize::MAX;
    let condition = match condition {
        Some(e) => Some(c.typed(e, Type::Bool)?),
        None => None,
    };
    let (mut moves, mut end, mut terminal, mut display) = (Vec::new(), None, None, None);
    let mut end_span = None;
    for item in &program.items {
        match &item.kind {
            ItemKind::Moves { players, moves: written } => {
                for written in written {
                    moves.push(c.one_move(*players, written)?);
                }
            }
            ItemKind::End(declared) => {
                once(&end, Part::End, &item.place)?;
                end = Some(match declared {
                    EndDeclaration::Normal => EndNode::Normal,
                    EndDeclaration::Misere => EndNode::Misere,
                    EndDeclaration::Letter(e) => {
                        end_span = Some(e.place.0.clone());
                        EndNode::Letter(c.typed(e, Type::Letter)?)
                    }
                });
            }
            ItemKind::Terminal(e) => {
                once(&terminal, Part::Terminal, &item.place)?;
                terminal = Some(c.typed(e, Type::Bool)?);
            }
            ItemKind::Show { name, arguments } => {
                once(&display, Part::Show, &item.place)?;
                let coordinates = c.scope.coordinates.clone();
                display = Some(shown(name, arguments, &coordinates, |e| c.number(e))?);
            }
            _ => {}
        }
    }
    if moves.is_empty() {
        return Err(LanguageError::new(whole(), ErrorKind::Missing(Part::Moves)));
    }
    Ok(CheckedGame {
        name: program.header.as_ref().map(|h| h.name.clone()),
        parameters,
        coordinates: c.scope.coordinates.clone(),
        condition,
        moves,
        end: end.unwrap_or(EndNode::Normal),
        terminal,
        display,
        end_span,
        locals: c.next_local,
        scope: c.scope,
    })
}

/// Checks a formula about the positions of a game. O(nodes).
pub fn check_formula(game: &CheckedGame, formula: &Formula) -> Checked<CheckedFormula> {
    let mut c = Checker::new(game.scope.clone());
    c.coordinates_visible = true;
    c.functions_visible = usize::MAX;
    let mut clauses = Vec::new();
    let mut kind = None;
    for clause in &formula.clauses {
        let (node, found) = c.expr(clause, true)?;
        match kind {
            Some(expected) if expected != found => {
                let span = clause.place.0.clone();
                return Err(LanguageError::new(span, ErrorKind::Type { found, expected }));
            }
            _ => kind = Some(found),
        }
        clauses.push(node);
    }
    let kind = kind.unwrap_or(Type::Int);
    Ok(CheckedFormula { clauses, kind, locals: c.next_local })
}

/// The value of a text such as `3`, `{1, 2, 5}` or `1,2,5`.
pub fn constant_value(e: &Expr) -> Checked<ParameterValue> {
    let mut c = Checker::new(Scope::default());
    match c.constant(e)? {
        Constant::One(value, Type::Int) => Ok(ParameterValue::Int(value)),
        Constant::Set(values) => Ok(ParameterValue::Set(values)),
        Constant::One(_, found) => Err(wanted_number(e, found)),
    }
}

fn wanted_number(e: &Expr, found: Type) -> LanguageError {
    LanguageError::new(e.place.0.clone(), ErrorKind::Type { found, expected: Type::Int })
}

fn once<T>(found: &Option<T>, part: Part, place: &Place) -> Checked<()> {
    match found {
        Some(_) => Err(LanguageError::new(place.0.clone(), ErrorKind::Twice(part))),
        None => Ok(()),
    }
}

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
    fn new(scope: Scope) -> Checker {
        Checker {
            scope,
            locals: Vec::new(),
            visible_from: 0,
            functions_visible: usize::MAX,
            coordinates_visible: false,
            next_local: 0,
            nodes: 0,
            depth: 0,
        }
    }

    // Parameters, constants, functions.

    fn parameters(
        &mut self,
        program: &Program,
        settings: &[(String, ParameterValue)],
    ) -> Checked<Vec<(String, ParameterValue)>> {
        let declared = program.header.as_ref().map_or(&[][..], |h| &h.parameters);
        let header = program.header.as_ref().map_or(0..0, |h| h.place.0.clone());
        for (name, _) in settings {
            if !declared.iter().any(|p| p.name.text == *name) {
                let known = declared.iter().map(|p| p.name.text.clone()).collect();
                let kind = ErrorKind::UnknownParameter { name: name.clone(), known };
                return Err(LanguageError::new(header, kind));
            }
        }
        let mut values = Vec::new();
        for parameter in declared {
            self.fresh(&parameter.name)?;
            let name = parameter.name.text.clone();
            let default = match &parameter.default {
                Some(e) => Some(self.constant(e)?),
                None => None,
            };
            let set = settings.iter().rev().find(|(n, _)| *n == name).map(|(_, v)| v.clone());
            let span = || parameter.name.place.0.clone();
            let constant = match (default, set) {
                (Some(Constant::One(_, Type::Int)) | None, Some(ParameterValue::Int(v))) => {
                    Constant::One(v, Type::Int)
                }
                (Some(Constant::Set(_)) | None, Some(ParameterValue::Set(v))) => {
                    Constant::Set(sorted(v))
                }
                // One number is a set of one element where a set is wanted.
                (Some(Constant::Set(_)), Some(ParameterValue::Int(v))) => Constant::Set(vec![v]),
                (Some(_), Some(_)) => {
                    let kind = ErrorKind::ParameterType { name, expected: Type::Int };
                    return Err(LanguageError::new(span(), kind));
                }
                (Some(default), None) => default,
                (None, None) => {
                    return Err(LanguageError::new(span(), ErrorKind::ParameterMissing(name)));
                }
            };
            values.push((
                name.clone(),
                match &constant {
                    Constant::One(v, _) => ParameterValue::Int(*v),
                    Constant::Set(v) => ParameterValue::Set(v.clone()),
                },
            ));
            self.scope.constants.push((name, constant));
        }
        Ok(values)
    }

    fn constant(&mut self, e: &Expr) -> Checked<Constant> {
        if let ExprKind::Set(_) | ExprKind::Name(_) = e.kind {
            let is_set = match &e.kind {
                ExprKind::Name(name) => matches!(self.find_constant(name), Some(Constant::Set(_))),
                _ => true,
            };
            if is_set {
                let values = self.values(&Domain::Set(Box::new(e.clone())))?;
                return match values {
                    Values::Constants(values) => Ok(Constant::Set(values)),
                    _ => Err(LanguageError::new(e.place.0.clone(), ErrorKind::NotConstant)),
                };
            }
        }
        let (node, kind) = self.expr(e, false)?;
        match constant_of(&node) {
            Some(Ok(value)) => Ok(Constant::One(value, kind)),
            Some(Err((trap, span))) => Err(LanguageError::new(span, ErrorKind::NoResult(trap))),
            None => Err(LanguageError::new(e.place.0.clone(), ErrorKind::NotConstant)),
        }
    }

    /// The value of a number that does not depend on the position.
    fn number(&mut self, e: &Expr) -> Checked<i64> {
        match self.constant(e)? {
            Constant::One(value, Type::Int) => Ok(value),
            Constant::One(_, found) => Err(wanted_number(e, found)),
            Constant::Set(_) => Err(wanted_number(e, Type::Set)),
        }
    }

    fn find_constant(&self, name: &str) -> Option<&Constant> {
        self.scope.constants.iter().find(|(n, _)| n == name).map(|(_, c)| c)
    }

    fn function(&mut self, name: &Name, arguments: &[Name], body: &Expr) -> Checked<()> {
        let mut names: Vec<String> = Vec::new();
        for argument in arguments {
            if names.contains(&argument.text) || is_builtin(&argument.text) {
                return Err(LanguageError::new(
                    argument.place.0.clone(),
                    ErrorKind::Duplicate(argument.text.clone()),
                ));
            }
            names.push(argument.text.clone());
        }
        // The body is checked here even if nobody calls it.
        let before = (self.locals.len(), self.visible_from, self.coordinates_visible);
        self.visible_from = self.locals.len();
        self.coordinates_visible = false;
        for argument in &names {
            let local = self.new_local();
            self.locals.push((argument.clone(), local, Type::Int));
        }
        self.expr(body, false)?;
        self.locals.truncate(before.0);
        (self.visible_from, self.coordinates_visible) = (before.1, before.2);
        let function = Function { name: name.text.clone(), arguments: names, body: body.clone() };
        self.scope.functions.push(function);
        Ok(())
    }

    /// Refuses a name that has a meaning already.
    fn fresh(&self, name: &Name) -> Checked<()> {
        let text = &name.text;
        let error = |kind| Err(LanguageError::new(name.place.0.clone(), kind));
        if KEYWORDS.contains(&text.as_str()) || is_builtin(text) {
            return error(ErrorKind::Reserved(text.clone()));
        }
        let taken = self.scope.constants.iter().any(|(n, _)| n == text)
            || self.scope.functions.iter().any(|f| f.name == *text)
            || self.scope.coordinates.contains(text)
            || self.locals[self.visible_from..].iter().any(|(n, _, _)| n == text);
        if taken { error(ErrorKind::Duplicate(text.clone())) } else { Ok(()) }
    }

    fn new_local(&mut self) -> usize {
        self.next_local += 1;
        self.next_local - 1
    }

    // Moves.

    fn one_move(&mut self, players: ast::Players, written: &ast::Move) -> Checked<MoveRule> {
        let before = self.locals.len();
        let mut clauses = Vec::new();
        for clause in &written.clauses {
            clauses.push(match clause {
                ast::Clause::For { name, domain } => {
                    let values = self.values(domain)?;
                    self.fresh(name)?;
                    let local = self.new_local();
                    self.locals.push((name.text.clone(), local, Type::Int));
                    Clause::For { local, values }
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
        let expected = self.scope.coordinates.len();
        let mut parts = Vec::new();
        for part in &written.parts {
            if part.len() != expected {
                let start = part[0].place.0.start;
                let end = part.last().map_or(start, |e| e.place.0.end);
                let kind = ErrorKind::Width { expected, found: part.len() };
                return Err(LanguageError::new(start..end, kind));
            }
            let nodes: Checked<Vec<Node>> = part.iter().map(|e| self.typed(e, Type::Int)).collect();
            parts.push(nodes?);
        }
        self.locals.truncate(before);
        Ok(MoveRule { players, clauses, parts, span: written.place.0.clone() })
    }

    fn values(&mut self, domain: &Domain) -> Checked<Values> {
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

    fn set(&mut self, items: &[SetItem], span: &Range<usize>) -> Checked<Values> {
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

    // Expressions.

    fn typed(&mut self, e: &Expr, expected: Type) -> Checked<Node> {
        let (node, found) = self.expr(e, false)?;
        if found == expected {
            return Ok(node);
        }
        Err(LanguageError::new(e.place.0.clone(), ErrorKind::Type { found, expected }))
    }

    fn node(&mut self, kind: NodeKind, span: &Range<usize>) -> Checked<Node> {
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            return Err(LanguageError::new(span.clone(), ErrorKind::TooLarge));
        }
        Ok(Node { kind: folded(kind), span: span.clone() })
    }

    /// An expression and its type; `partial` allows an `if` without `else` here.
    fn expr(&mut self, e: &Expr, partial: bool) -> Checked<(Node, Type)> {
        self.depth += 1;
        if self.depth > MAX_CALLS {
            return Err(LanguageError::new(e.place.0.clone(), ErrorKind::TooLarge));
        }
        let result = self.expr_within(e, partial);
        self.depth -= 1;
        result
    }

    fn expr_within(&mut self, e: &Expr, partial: bool) -> Checked<(Node, Type)> {
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
    fn chain(
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

    fn name(&mut self, name: &str, span: &Range<usize>) -> Checked<(Node, Type)> {
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

    fn call(
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
    fn put_in_place(
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

fn is_builtin(name: &str) -> bool {
    BUILTINS.iter().any(|(n, _, _)| *n == name)
}

fn closest(name: &str, known: &[&str]) -> Option<String> {
    known
        .iter()
        .map(|k| (strsim::levenshtein(name, k), *k))
        .min()
        .filter(|&(distance, k)| distance <= k.chars().count() / 3)
        .map(|(_, k)| k.to_string())
}

fn sorted(mut values: Vec<i64>) -> Vec<i64> {
    values.sort_unstable();
    values.dedup();
    values
}
