//! Expressions to code for a register machine.

use std::ops::Range;

use crate::ast::Players;
use crate::check::{CheckedFormula, CheckedGame};
use crate::error::{ErrorKind, LanguageError};
use crate::ir::{Binary, Clause, EndNode, MoveRule, Node, NodeKind, Unary, Values};
use crate::lanes::{LaneCompiler, LaneProgram, Running};

/// A register. Coordinates come first, then everything else as it is needed; constants have
/// registers of their own that are filled once.
pub type Register = u16;

#[derive(Clone, Copy, Debug)]
pub struct Instruction {
    pub op: Op,
    pub dst: Register,
    pub a: Register,
    pub b: Register,
}

#[derive(Clone, Copy, Debug)]
pub enum Op {
    Binary(Binary),
    Unary(Unary),
    Move,
    /// Go to instruction `b`.
    Jump,
    /// Go to instruction `b` if register `a` is 0.
    JumpIfZero,
    /// Go to instruction `b` if register `a` is not 0.
    JumpUnlessZero,
    /// Whether register `a` is among constants number `b`.
    Member,
    Undefined,
}

/// Code for the register machine: instructions with jumps among them, and where in the text each
/// comes from.
#[derive(Clone, Debug, Default)]
pub struct RegisterCode {
    pub instructions: Vec<Instruction>,
    pub spans: Vec<Range<usize>>,
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expression {
    pub code: RegisterCode,
    pub result: Register,
}

/// The initial state of a machine.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    pub registers: usize,
    pub constants: Vec<(Register, i64)>,
    pub sets: Vec<Vec<i64>>,
}

/// A move rule: steps to be nested into each other.
#[derive(Clone, Debug)]
pub struct MoveCode {
    pub players: Players,
    pub steps: Vec<Step>,
    /// The coordinates of all parts, one after the other.
    pub result: Vec<Register>,
    pub parts: usize,
    pub span: Range<usize>,
    pub line: Option<Line>,
    /// Everything after the last loop, if that runs through a range, for many values at once.
    pub lanes: Option<(usize, LaneProgram)>,
}

#[derive(Clone, Debug)]
pub enum Step {
    Code(RegisterCode),
    Guard(Register),
    Loop { variable: Register, values: Vec<LoopValues>, span: Range<usize> },
}

#[derive(Clone, Debug)]
pub enum LoopValues {
    Range { from: Register, to: Register, inclusive: bool, step: Option<Register> },
    One(Register),
    Constants(Vec<i64>),
}

/// A move rule `… for v in from ..< c` over a coordinate c on which nothing else in it depends:
/// the options at c are those at c − 1 and one more. The loop is step number `step`, and `from`
/// is a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The coordinate.
    pub axis: usize,
    /// The first value of the variable.
    pub from: i64,
    /// The step of the loop.
    pub step: usize,
    /// The register of the variable.
    pub variable: Register,
}

#[derive(Clone, Debug)]
pub enum EndCode {
    Normal,
    Misere,
    Letter(Expression),
}

/// A compiled game.
#[derive(Clone, Debug)]
pub struct GameCode {
    pub layout: Layout,
    pub condition: Option<Expression>,
    pub terminal: Option<Expression>,
    pub moves: Vec<MoveCode>,
    pub end: EndCode,
    /// The registers of variables.
    pub locals: Vec<Option<Register>>,
}

/// A compiled formula.
#[derive(Clone, Debug)]
pub struct FormulaCode {
    pub layout: Layout,
    pub clauses: Vec<Expression>,
}

type Compiled<T> = Result<T, LanguageError>;

/// Compiles a game. O(nodes).
pub fn compile(game: &CheckedGame) -> Compiled<GameCode> {
    let mut compiler = Compiler::new(game.coordinates.len(), game.locals);
    let mut expression = |node: &Option<Node>| match node {
        Some(node) => compiler.expression(node).map(Some),
        None => Ok(None),
    };
    let condition = expression(&game.condition)?;
    let terminal = expression(&game.terminal)?;
    let end = match &game.end {
        EndNode::Normal => EndCode::Normal,
        EndNode::Misere => EndCode::Misere,
        EndNode::Letter(node) => EndCode::Letter(compiler.expression(node)?),
    };
    let moves: Compiled<Vec<MoveCode>> = game.moves.iter().map(|m| compiler.one_move(m)).collect();
    let moves = moves?;
    let Compiler { layout, locals } = compiler;
    Ok(GameCode { layout, condition, terminal, moves, end, locals })
}

/// Compiles a formula. O(nodes).
pub fn compile_formula(coordinates: usize, formula: &CheckedFormula) -> Compiled<FormulaCode> {
    let mut compiler = Compiler::new(coordinates, formula.locals);
    let clauses: Compiled<Vec<Expression>> =
        formula.clauses.iter().map(|node| compiler.expression(node)).collect();
    let clauses = clauses?;
    Ok(FormulaCode { layout: compiler.layout, clauses })
}

struct Compiler {
    layout: Layout,
    /// The registers of variables that are in use.
    locals: Vec<Option<Register>>,
}

impl Compiler {
    fn new(coordinates: usize, locals: usize) -> Compiler {
        let layout = Layout { registers: coordinates, ..Layout::default() };
        Compiler { layout, locals: vec![None; locals] }
    }

    fn register(&mut self, span: &Range<usize>) -> Compiled<Register> {
        let register = Register::try_from(self.layout.registers)
            .map_err(|_| LanguageError::new(span.clone(), ErrorKind::TooLarge))?;
        self.layout.registers += 1;
        Ok(register)
    }

    fn constant(&mut self, value: i64, span: &Range<usize>) -> Compiled<Register> {
        let known = self.layout.constants.iter().find(|&&(_, v)| v == value);
        if let Some(&(register, _)) = known {
            return Ok(register);
        }
        let register = self.register(span)?;
        self.layout.constants.push((register, value));
        Ok(register)
    }

    fn local(&mut self, local: usize, span: &Range<usize>) -> Compiled<Register> {
        if let Some(register) = self.locals[local] {
            return Ok(register);
        }
        let register = self.register(span)?;
        self.locals[local] = Some(register);
        Ok(register)
    }

    fn expression(&mut self, node: &Node) -> Compiled<Expression> {
        let mut code = RegisterCode::default();
        let result = self.node(node, &mut code)?;
        Ok(Expression { code, result })
    }

    /// Emits code for a node; gives the register that then holds its value.
    fn node(&mut self, node: &Node, code: &mut RegisterCode) -> Compiled<Register> {
        let span = &node.span;
        Ok(match &node.kind {
            NodeKind::Const(value) => self.constant(*value, span)?,
            NodeKind::Coordinate(at) => *at as Register,
            NodeKind::Local(local) => self.local(*local, span)?,
            NodeKind::Unary(op, a) => {
                let a = self.node(a, code)?;
                let dst = self.register(span)?;
                code.push(Op::Unary(*op), dst, a, 0, span)?;
                dst
            }
            NodeKind::Binary(op, a, b) => {
                let a = self.node(a, code)?;
                let b = self.node(b, code)?;
                let dst = self.register(span)?;
                code.push(Op::Binary(*op), dst, a, b, span)?;
                dst
            }
            NodeKind::And(a, b) => self.lazy(Op::JumpIfZero, a, b, code, span)?,
            NodeKind::Or(a, b) => self.lazy(Op::JumpUnlessZero, a, b, code, span)?,
            NodeKind::If(parts) => {
                let [condition, yes, no] = &**parts;
                let dst = self.register(span)?;
                let condition = self.node(condition, code)?;
                let to_no = code.push(Op::JumpIfZero, 0, condition, 0, span)?;
                let yes = self.node(yes, code)?;
                code.push(Op::Move, dst, yes, 0, span)?;
                let to_end = code.push(Op::Jump, 0, 0, 0, span)?;
                code.land(to_no);
                let no = self.node(no, code)?;
                code.push(Op::Move, dst, no, 0, span)?;
                code.land(to_end);
                dst
            }
            NodeKind::Let(local, value, body) => {
                let dst = self.local(*local, span)?;
                let value = self.node(value, code)?;
                code.push(Op::Move, dst, value, 0, span)?;
                self.node(body, code)?
            }
            NodeKind::Member(element, values) => {
                let element = self.node(element, code)?;
                self.member(element, values, code, span)?
            }
            NodeKind::Undefined => {
                let dst = self.register(span)?;
                code.push(Op::Undefined, dst, 0, 0, span)?;
                dst
            }
        })
    }

    fn lazy(
        &mut self,
        jump: Op,
        a: &Node,
        b: &Node,
        code: &mut RegisterCode,
        span: &Range<usize>,
    ) -> Compiled<Register> {
        let dst = self.register(span)?;
        let a = self.node(a, code)?;
        code.push(Op::Move, dst, a, 0, span)?;
        let to_end = code.push(jump, 0, a, 0, span)?;
        let b = self.node(b, code)?;
        code.push(Op::Move, dst, b, 0, span)?;
        code.land(to_end);
        Ok(dst)
    }

    fn member(
        &mut self,
        element: Register,
        values: &Values,
        code: &mut RegisterCode,
        span: &Range<usize>,
    ) -> Compiled<Register> {
        use crate::ast::Comparison::{AtLeast, AtMost, Equal, Less};
        let binary = |op| Op::Binary(op);
        let compare = |c| Op::Binary(Binary::Compare(c));
        Ok(match values {
            Values::Constants(values) => {
                let set = self.layout.sets.len() as Register;
                self.layout.sets.push(values.clone());
                let dst = self.register(span)?;
                code.push(Op::Member, dst, element, set, span)?;
                dst
            }
            Values::One(node) => {
                let value = self.node(node, code)?;
                let dst = self.register(span)?;
                code.push(compare(Equal), dst, element, value, span)?;
                dst
            }
            Values::Range { from, to, inclusive, step } => {
                let from = self.node(from, code)?;
                let to = self.node(to, code)?;
                let (low, high) = (self.register(span)?, self.register(span)?);
                code.push(compare(AtLeast), low, element, from, span)?;
                let below = if *inclusive { AtMost } else { Less };
                code.push(compare(below), high, element, to, span)?;
                let both = self.register(span)?;
                code.push(binary(Binary::BitAnd), both, low, high, span)?;
                if let Some(step) = step {
                    let step = self.node(step, code)?;
                    let zero = self.constant(0, span)?;
                    let (offset, rest) = (self.register(span)?, self.register(span)?);
                    let (checked, all) = (self.register(span)?, self.register(span)?);
                    code.push(Op::Unary(Unary::Step), checked, step, 0, span)?;
                    code.push(Op::Move, all, both, 0, span)?;
                    // Beyond the ends there is no difference that might be too large.
                    let to_end = code.push(Op::JumpIfZero, 0, both, 0, span)?;
                    code.push(binary(Binary::Subtract), offset, element, from, span)?;
                    code.push(binary(Binary::Mod), rest, offset, checked, span)?;
                    code.push(compare(Equal), all, rest, zero, span)?;
                    code.land(to_end);
                    return Ok(all);
                }
                both
            }
            Values::Union(parts) => {
                let mut all = self.constant(0, span)?;
                for part in parts {
                    let one = self.member(element, part, code, span)?;
                    let dst = self.register(span)?;
                    code.push(binary(Binary::BitOr), dst, all, one, span)?;
                    all = dst;
                }
                all
            }
        })
    }

    fn one_move(&mut self, rule: &MoveRule) -> Compiled<MoveCode> {
        let mut steps = Vec::new();
        let mut code = RegisterCode::default();
        let mut loops = Vec::new();
        for clause in &rule.clauses {
            match clause {
                Clause::If(node) => {
                    let condition = self.node(node, &mut code)?;
                    flush(&mut code, &mut steps);
                    steps.push(Step::Guard(condition));
                }
                Clause::Let { local, value } => {
                    let dst = self.local(*local, &value.span)?;
                    let from = self.node(value, &mut code)?;
                    code.push(Op::Move, dst, from, 0, &value.span)?;
                }
                Clause::For { local, values, .. } => {
                    let mut parts = Vec::new();
                    self.loop_values(values, &mut code, &mut parts)?;
                    flush(&mut code, &mut steps);
                    let variable = self.local(*local, &rule.span)?;
                    loops.push(steps.len());
                    steps.push(Step::Loop { variable, values: parts, span: rule.span.clone() });
                }
            }
        }
        let mut result = Vec::new();
        for node in rule.parts.iter().flatten() {
            result.push(self.node(node, &mut code)?);
        }
        flush(&mut code, &mut steps);
        let line = line_of(rule).and_then(|(axis, from)| {
            let &[step] = loops.as_slice() else { return None };
            let Step::Loop { variable, .. } = steps[step] else { return None };
            Some(Line { axis, from, step, variable })
        });
        let (players, parts, span) = (rule.players, rule.parts.len(), rule.span.clone());
        let lanes = loops.last().and_then(|&at| Some((at, lanes_of(rule, &self.locals)?)));
        Ok(MoveCode { players, steps, result, parts, span, line, lanes })
    }

    fn loop_values(
        &mut self,
        values: &Values,
        code: &mut RegisterCode,
        parts: &mut Vec<LoopValues>,
    ) -> Compiled<()> {
        match values {
            Values::Constants(values) => parts.push(LoopValues::Constants(values.clone())),
            Values::One(node) => parts.push(LoopValues::One(self.node(node, code)?)),
            Values::Range { from, to, inclusive, step } => {
                let (from, to) = (self.node(from, code)?, self.node(to, code)?);
                let step = match step {
                    Some(step) => Some(self.node(step, code)?),
                    None => None,
                };
                parts.push(LoopValues::Range { from, to, inclusive: *inclusive, step });
            }
            Values::Union(several) => {
                for part in several {
                    self.loop_values(part, code, parts)?;
                }
            }
        }
        Ok(())
    }
}

fn flush(code: &mut RegisterCode, steps: &mut Vec<Step>) {
    if !code.instructions.is_empty() {
        steps.push(Step::Code(std::mem::take(code)));
    }
}

impl RegisterCode {
    fn push(
        &mut self,
        op: Op,
        dst: Register,
        a: Register,
        b: Register,
        span: &Range<usize>,
    ) -> Compiled<usize> {
        if self.instructions.len() >= usize::from(Register::MAX) {
            return Err(LanguageError::new(span.clone(), ErrorKind::TooLarge));
        }
        self.instructions.push(Instruction { op, dst, a, b });
        self.spans.push(span.clone());
        Ok(self.instructions.len() - 1)
    }

    /// The jump goes to what comes next.
    fn land(&mut self, jump: usize) {
        self.instructions[jump].b = self.instructions.len() as Register;
    }
}

/// The code after the last loop of a rule, if that runs through a range with step 1.
fn lanes_of(rule: &MoveRule, locals: &[Option<Register>]) -> Option<LaneProgram> {
    let at = rule.clauses.iter().rposition(|clause| matches!(clause, Clause::For { .. }))?;
    let Clause::For { local, values: Values::Range { step: None, .. }, .. } = &rule.clauses[at]
    else {
        return None;
    };
    let mut compiler = LaneCompiler::new(Running::Local(*local), locals);
    lanes_after(rule, at, &mut compiler)?;
    compiler.finish(rule.parts.iter().flatten())
}

/// The guards and variables after clause number `at`.
fn lanes_after(rule: &MoveRule, at: usize, compiler: &mut LaneCompiler<'_>) -> Option<()> {
    rule.clauses[at + 1..].iter().try_for_each(|clause| match clause {
        Clause::If(node) => compiler.guard(node),
        Clause::Let { local, value } => compiler.bind(*local, value),
        Clause::For { .. } => None,
    })
}

/// Whether tuples along a coordinate are positions: a program whose guard is the condition.
pub fn condition_along(game: &CheckedGame, code: &GameCode, axis: usize) -> Option<LaneProgram> {
    let mut compiler = LaneCompiler::new(Running::Coordinate(axis), &code.locals);
    compiler.guard(game.condition.as_ref()?)?;
    compiler.finish([].into_iter())
}

/// The options of a line along a coordinate: its own, for all values of its variable, or another
/// one, for a fixed value of the variable.
pub fn line_along(
    game: &CheckedGame,
    code: &GameCode,
    rule: usize,
    axis: usize,
) -> Option<LaneProgram> {
    let line = code.moves[rule].line?;
    let rule = &game.moves[rule];
    let at = rule.clauses.iter().position(|clause| matches!(clause, Clause::For { .. }))?;
    let Clause::For { local, .. } = &rule.clauses[at] else { return None };
    let running = match line.axis == axis {
        true => Running::Local(*local),
        false => Running::Coordinate(axis),
    };
    let mut compiler = LaneCompiler::new(running, &code.locals);
    for clause in &rule.clauses[..at] {
        match clause {
            Clause::If(node) => compiler.guard(node)?,
            Clause::Let { local, value } => compiler.bind(*local, value)?,
            Clause::For { .. } => return None,
        }
    }
    lanes_after(rule, at, &mut compiler)?;
    compiler.finish(rule.parts.iter().flatten())
}

/// The axis and the first value, if a rule is a [`Line`].
fn line_of(rule: &MoveRule) -> Option<(usize, i64)> {
    let mut found = None;
    for clause in &rule.clauses {
        // Along a line nothing before the variable is examined where the line is empty, so it must
        // have a result everywhere.
        if let Clause::If(node) | Clause::Let { value: node, .. } = clause
            && found.is_none()
            && node.bound().is_none()
        {
            return None;
        }
        if let Clause::For { values, .. } = clause {
            let Values::Range { from, to, inclusive: false, step: None } = values else {
                return None;
            };
            let (NodeKind::Const(from), NodeKind::Coordinate(axis)) = (&from.kind, &to.kind) else {
                return None;
            };
            if found.is_some() || *from < 0 {
                return None;
            }
            found = Some((*axis, *from));
        }
    }
    let (axis, from) = found?;
    let clause_depends = |clause: &Clause| match clause {
        Clause::For { .. } => false,
        Clause::If(node) | Clause::Let { value: node, .. } => node.mentions(axis),
    };
    let depends = rule.clauses.iter().any(clause_depends)
        || rule.parts.iter().flatten().any(|node| node.mentions(axis));
    (!depends).then_some((axis, from))
}

impl Node {
    /// A bound on the absolute value, if there is a result whatever the position is; `None` if it is
    /// not clear that there is one. O(nodes).
    fn bound(&self) -> Option<i64> {
        let both = |a: &Node, b: &Node| a.bound().zip(b.bound());
        match &self.kind {
            NodeKind::Const(value) => value.checked_abs(),
            NodeKind::Coordinate(_) => Some(1 << 31),
            NodeKind::Unary(Unary::Not, a) => a.bound().map(|_| 1),
            NodeKind::Unary(Unary::Negate | Unary::Abs, a) => a.bound(),
            NodeKind::Binary(op, a, b) => {
                let (x, y) = both(a, b)?;
                match op {
                    Binary::Add | Binary::Subtract => x.checked_add(y),
                    Binary::Multiply => x.checked_mul(y),
                    Binary::Min | Binary::Max => Some(x.max(y)),
                    Binary::Compare(_) => Some(1),
                    Binary::Div | Binary::Mod => match b.kind {
                        NodeKind::Const(divisor) if divisor != 0 => Some(x.max(y)),
                        _ => None,
                    },
                    _ => None,
                }
            }
            NodeKind::And(a, b) | NodeKind::Or(a, b) => both(a, b).map(|_| 1),
            NodeKind::If(parts) => {
                let [condition, yes, no] = &**parts;
                condition.bound()?;
                both(yes, no).map(|(x, y)| x.max(y))
            }
            NodeKind::Member(element, Values::Constants(_)) => element.bound().map(|_| 1),
            _ => None,
        }
    }

    /// Whether a coordinate occurs. O(nodes).
    pub fn mentions(&self, axis: usize) -> bool {
        match &self.kind {
            NodeKind::Coordinate(at) => *at == axis,
            NodeKind::Const(_) | NodeKind::Local(_) | NodeKind::Undefined => false,
            NodeKind::Unary(_, a) => a.mentions(axis),
            NodeKind::Binary(_, a, b)
            | NodeKind::And(a, b)
            | NodeKind::Or(a, b)
            | NodeKind::Let(_, a, b) => a.mentions(axis) || b.mentions(axis),
            NodeKind::If(parts) => parts.iter().any(|part| part.mentions(axis)),
            NodeKind::Member(element, values) => element.mentions(axis) || values.mentions(axis),
        }
    }
}

impl Values {
    fn mentions(&self, axis: usize) -> bool {
        match self {
            Values::Constants(_) => false,
            Values::One(node) => node.mentions(axis),
            Values::Union(parts) => parts.iter().any(|part| part.mentions(axis)),
            Values::Range { from, to, step, .. } => {
                from.mentions(axis)
                    || to.mentions(axis)
                    || step.as_ref().is_some_and(|step| step.mentions(axis))
            }
        }
    }
}
