//! Names, types and parameters: from the tree as written to the tree that is compiled.

use std::ops::Range;

use ishitori_values::Endless;

use crate::ast::{
    Domain, EndDeclaration, Expr, ExprKind, Formula, ItemKind, KEYWORDS, Name, Place, Program,
};
use crate::constants::constant_of;
use crate::display::{PositionView, shown};
use crate::error::{ErrorKind, LanguageError, MAX_COORDINATES, Part, Type};
use crate::game::ParameterValue;
use crate::ir::{EndNode, MoveRule, Node, Values};

mod expressions;
mod moves;
mod passes;

pub use expressions::BUILTINS;
use expressions::is_builtin;

type Checked<T> = Result<T, LanguageError>;

/// How deep functions may call each other, expressions within them included.
const MAX_CALLS: u32 = 400;

/// Known facts about a game after checking.
#[derive(Clone, Debug)]
pub struct CheckedGame {
    /// The name after `game`.
    pub name: Option<String>,
    /// The parameters and their values.
    pub parameters: Vec<(String, ParameterValue)>,
    /// The names of the coordinates.
    pub coordinates: Vec<String>,
    /// The condition after `where`.
    pub condition: Option<Node>,
    /// The rules for moves.
    pub moves: Vec<MoveRule>,
    /// The end rule: who wins when no move is left.
    pub end: EndNode,
    /// Where the game is over.
    pub terminal: Option<Node>,
    /// The result of a play without end, if there may be one.
    pub loopy: Option<Endless>,
    /// How positions like to be shown.
    pub display: Option<PositionView>,
    /// Where an end rule that depends on the final position stands.
    pub end_span: Option<Range<usize>>,
    /// How many variables there are.
    pub locals: usize,
    /// The names that formulas may use.
    scope: Scope,
}

/// A formula after checking.
#[derive(Clone, Debug)]
pub struct CheckedFormula {
    /// The first clause that is not undefined counts.
    pub clauses: Vec<Node>,
    /// The type of the values.
    pub kind: Type,
    /// How many variables there are.
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
    /// The coordinate that counts the passes left, if there is one.
    passes: Option<usize>,
}

/// Checks a game with values for its parameters. O(nodes).
pub fn check(program: &Program, settings: &[(String, ParameterValue)]) -> Checked<CheckedGame> {
    let mut c = Checker::new(Scope::default());
    let parameters = c.parameters(program, settings)?;
    let (mut position, mut passes) = (None, None);
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
            ItemKind::Passes { name, condition } => {
                once(&passes, Part::Passes, &item.place)?;
                passes = Some((name, condition, &item.place));
            }
            _ => {}
        }
    }
    let whole = || 0..0;
    let condition =
        position.ok_or_else(|| LanguageError::new(whole(), ErrorKind::Missing(Part::Position)))?;
    if let Some((name, ..)) = passes {
        c.passes = Some(c.last_coordinate(name)?);
    }
    c.coordinates_visible = true;
    c.functions_visible = usize::MAX;
    let condition = match condition {
        Some(e) => Some(c.typed(e, Type::Bool)?),
        None => None,
    };
    let (mut moves, mut end, mut terminal, mut display) = (Vec::new(), None, None, None);
    let mut loopy: Option<(Endless, Place)> = None;
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
            ItemKind::Loopy(endless) => {
                once(&loopy, Part::Loopy, &item.place)?;
                loopy = Some((*endless, item.place.clone()));
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
    if let Some((_, condition, place)) = passes {
        if moves.iter().any(|one: &MoveRule| one.parts.len() != 1) {
            return Err(LanguageError::new(place.0.clone(), ErrorKind::PassesSums));
        }
        moves.push(c.pass(condition.as_ref(), place)?);
    }
    if let Some((_, place)) = &loopy {
        let normal = end.as_ref().is_none_or(|end| matches!(end, EndNode::Normal));
        let sums = moves.iter().any(|one: &MoveRule| one.parts.len() != 1);
        if sums || !normal {
            let kind = if sums { ErrorKind::LoopySums } else { ErrorKind::LoopyEnd };
            return Err(LanguageError::new(place.0.clone(), kind));
        }
    }
    Ok(CheckedGame {
        loopy: loopy.map(|(endless, _)| endless),
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
            passes: None,
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
        // The body is checked here even if the function is never called.
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
}

fn sorted(mut values: Vec<i64>) -> Vec<i64> {
    values.sort_unstable();
    values.dedup();
    values
}
