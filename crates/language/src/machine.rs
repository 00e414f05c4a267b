//! Running compiled games.

use std::ops::Range;

use ishitori_values::{Outcome, Player};

use crate::ast::Players;
use crate::compile::{
    EndCode, Expression, FormulaCode, GameCode, Layout, LoopValues, MoveCode, Op, Register,
    RegisterCode, Step,
};
use crate::error::Trap;
use crate::fault::{Fault, FaultKind, Halt};
use crate::ir::{binary, outcome, unary};
use crate::lanes::{LANES, LaneProgram, LaneState};

/// The most values of variables that are tried at one position.
pub const MAX_TRIED: u64 = 1 << 28;
/// How often the caller of a long loop is asked whether to go on.
const BETWEEN_TICKS: u64 = 1 << 16;
/// Coordinates stay below this.
pub const MAX_COORDINATE: i64 = 1 << 31;

/// Receives the options of a position.
pub trait Sink {
    /// One option: `parts` positions, one after the other. `rule` is the number of the move rule.
    fn option(&mut self, rule: usize, coordinates: &[i64]) -> Result<(), Halt>;

    /// Several options at once, all of one rule.
    fn options(&mut self, rule: usize, lanes: OptionBatch<'_>) -> Result<(), Halt> {
        let mut coordinates = [0; MAX_LANE_OUTPUTS];
        for i in 0..lanes.count {
            if lanes.counts(i) {
                for (to, lane) in coordinates.iter_mut().zip(lanes.coordinates) {
                    *to = lane[i];
                }
                self.option(rule, &coordinates[..lanes.coordinates.len()])?;
            }
        }
        Ok(())
    }

    /// Called now and then in long loops.
    fn tick(&mut self) -> Result<(), Halt> {
        Ok(())
    }
}

/// The most coordinates, of all parts, of options that are passed several at once.
const MAX_LANE_OUTPUTS: usize = 8;
/// Loops of fewer values go one by one.
const FEW: i64 = 8;

/// A batch of options of one rule, passed at once.
#[derive(Clone, Copy, Debug)]
pub struct OptionBatch<'l> {
    /// How many.
    pub count: usize,
    /// Those with 0 do not count.
    pub guard: Option<&'l [i64]>,
    /// One array for each coordinate of each part.
    pub coordinates: &'l [&'l [i64]],
}

impl OptionBatch<'_> {
    /// Whether an option counts. O(1).
    #[inline]
    pub fn counts(&self, at: usize) -> bool {
        self.guard.is_none_or(|guard| guard[at] != 0)
    }
}

/// RegisterCode for whole rows of positions.
#[derive(Clone, Debug)]
pub struct RowProgram {
    program: LaneProgram,
    state: LaneState,
}

impl RowProgram {
    pub(crate) fn new(program: LaneProgram) -> RowProgram {
        RowProgram { program, state: LaneState::default() }
    }
}

/// A register machine that evaluates one game. It holds the registers, so each thread makes its own.
#[derive(Clone, Debug)]
pub struct Machine<'g> {
    game: &'g GameCode,
    registers: Vec<i64>,
    width: usize,
    buffer: Vec<i64>,
    tried: u64,
    lanes: Vec<LaneState>,
}

struct Failed {
    trap: Trap,
    at: usize,
}

impl<'g> Machine<'g> {
    pub(crate) fn new(game: &'g GameCode, width: usize) -> Machine<'g> {
        Machine {
            game,
            registers: registers(&game.layout),
            width,
            buffer: Vec::new(),
            tried: 0,
            lanes: vec![LaneState::default(); game.moves.len()],
        }
    }

    /// Memory in use. O(rules).
    pub fn bytes(&self) -> u64 {
        8 * self.registers.len() as u64 + self.lanes.iter().map(LaneState::bytes).sum::<u64>()
    }

    fn enter(&mut self, position: &[i64]) {
        self.registers[..self.width].copy_from_slice(position);
    }

    /// Whether this is a position: no coordinate negative or beyond [`MAX_COORDINATE`], and the
    /// condition after `where` holds. O(condition).
    pub fn contains(&mut self, position: &[i64]) -> Result<bool, Fault> {
        if position.iter().any(|c| !(0..MAX_COORDINATE).contains(c)) {
            return Ok(false);
        }
        let game = self.game;
        let Some(condition) = &game.condition else { return Ok(true) };
        self.enter(position);
        Ok(self.expression(condition)? != 0)
    }

    /// Whether the game is over here by `terminal:`. O(condition).
    pub fn is_terminal(&mut self, position: &[i64]) -> Result<bool, Fault> {
        let game = self.game;
        let Some(terminal) = &game.terminal else { return Ok(false) };
        self.enter(position);
        Ok(self.expression(terminal)? != 0)
    }

    /// The letter of a final position by the end rule of the game. O(expression).
    pub fn letter(&mut self, position: &[i64]) -> Result<Outcome, Fault> {
        let game = self.game;
        match &game.end {
            EndCode::Normal => Ok(Outcome::P),
            EndCode::Misere => Ok(Outcome::N),
            EndCode::Letter(expression) => {
                self.enter(position);
                Ok(outcome(self.expression(expression)?))
            }
        }
    }

    /// Passes the options of a position by the rules of `player`, or of both players if it is
    /// `None`, to a sink, some perhaps several times. Whether they are positions is for the sink to
    /// find out. O(options).
    pub fn options(
        &mut self,
        position: &[i64],
        player: Option<Player>,
        sink: &mut impl Sink,
    ) -> Result<(), Halt> {
        if self.is_terminal(position)? {
            return Ok(());
        }
        self.enter(position);
        self.tried = 0;
        let game = self.game;
        for (number, rule) in game.moves.iter().enumerate() {
            if allows(rule.players, player) {
                self.steps(rule, number, 0, sink)?;
            }
        }
        Ok(())
    }

    /// The same for one rule: none where the game is over by `terminal:`. O(options).
    pub fn options_of_rule(
        &mut self,
        position: &[i64],
        rule: usize,
        sink: &mut impl Sink,
    ) -> Result<(), Halt> {
        if self.is_terminal(position)? {
            return Ok(());
        }
        self.enter(position);
        self.tried = 0;
        let game = self.game;
        self.steps(&game.moves[rule], rule, 0, sink)
    }

    /// The options of a rule that is a [`TextGame::line`](crate::TextGame::line), for the values
    /// `from ..< to` of its variable. The registers of the position are entered once. O(options).
    pub fn options_of_line(
        &mut self,
        position: &[i64],
        rule: usize,
        from: i64,
        to: i64,
        sink: &mut impl Sink,
    ) -> Result<(), Halt> {
        let game = self.game;
        let code = &game.moves[rule];
        let line = code.line.filter(|_| game.terminal.is_none()).expect("the rule is a line");
        self.enter(position);
        self.tried = 0;
        for step in &code.steps[..line.step] {
            match step {
                Step::Code(code) => self.code(code)?,
                Step::Guard(register) if self.registers[usize::from(*register)] == 0 => {
                    return Ok(());
                }
                _ => {}
            }
        }
        let rest = line.step + 1;
        if rest == code.steps.len() {
            // Nothing but the tuple is left.
            for value in from..to {
                self.count(&code.span, sink)?;
                self.registers[usize::from(line.variable)] = value;
                self.emit(code, rule, sink)?;
            }
            return Ok(());
        }
        for value in from..to {
            self.count(&code.span, sink)?;
            self.registers[usize::from(line.variable)] = value;
            self.steps(code, rule, rest, sink)?;
        }
        Ok(())
    }

    fn emit(&mut self, rule: &MoveCode, number: usize, sink: &mut impl Sink) -> Result<(), Halt> {
        let mut small = [0i64; 4];
        match rule.result.as_slice() {
            result if result.len() <= small.len() => {
                for (to, &from) in small.iter_mut().zip(result) {
                    *to = self.registers[usize::from(from)];
                }
                sink.option(number, &small[..result.len()])
            }
            result => {
                let mut buffer = std::mem::take(&mut self.buffer);
                buffer.clear();
                buffer.extend(result.iter().map(|&r| self.registers[usize::from(r)]));
                let passed = sink.option(number, &buffer);
                self.buffer = buffer;
                passed
            }
        }
    }

    fn count(&mut self, span: &Range<usize>, sink: &mut impl Sink) -> Result<(), Halt> {
        self.tried += 1;
        if self.tried.is_multiple_of(BETWEEN_TICKS) {
            sink.tick()?;
            if self.tried > MAX_TRIED {
                return Err(self.fault(FaultKind::TooManyMoves { limit: MAX_TRIED }, span).into());
            }
        }
        Ok(())
    }

    fn steps(
        &mut self,
        rule: &MoveCode,
        number: usize,
        mut at: usize,
        sink: &mut impl Sink,
    ) -> Result<(), Halt> {
        while let Some(step) = rule.steps.get(at) {
            at += 1;
            match step {
                Step::Code(code) => self.code(code)?,
                Step::Guard(register) => {
                    if self.registers[usize::from(*register)] == 0 {
                        return Ok(());
                    }
                }
                Step::Loop { variable, values, span } => {
                    for values in values {
                        self.one_loop(rule, number, at, *variable, values, span, sink)?;
                    }
                    return Ok(());
                }
            }
        }
        self.emit(rule, number, sink)
    }

    #[allow(clippy::too_many_arguments)]
    fn one_loop(
        &mut self,
        rule: &MoveCode,
        number: usize,
        at: usize,
        variable: Register,
        values: &LoopValues,
        span: &Range<usize>,
        sink: &mut impl Sink,
    ) -> Result<(), Halt> {
        let register = |machine: &Self, r: Register| machine.registers[usize::from(r)];
        match values {
            LoopValues::One(value) => {
                let value = register(self, *value);
                self.count(span, sink)?;
                self.registers[usize::from(variable)] = value;
                self.steps(rule, number, at, sink)
            }
            LoopValues::Constants(constants) => {
                for &value in constants {
                    self.count(span, sink)?;
                    self.registers[usize::from(variable)] = value;
                    self.steps(rule, number, at, sink)?;
                }
                Ok(())
            }
            LoopValues::Range { from, to, inclusive, step } => {
                let (from, to) = (register(self, *from), register(self, *to));
                let step = step.map_or(1, |step| register(self, step));
                if step < 1 {
                    return Err(self.fault(FaultKind::Trap(Trap::Step), span).into());
                }
                let mut value = from;
                if let Some((last, program)) = &rule.lanes
                    && *last + 1 == at
                    && to.checked_sub(from).is_some_and(|n| n >= FEW)
                    && to < i64::MAX - LANES as i64
                    && program.outputs() <= MAX_LANE_OUTPUTS
                {
                    let end = to + i64::from(*inclusive);
                    value =
                        self.lane_loop(rule, number, at, variable, program, (from, end), sink)?;
                }
                while value < to || (*inclusive && value == to) {
                    self.count(span, sink)?;
                    self.registers[usize::from(variable)] = value;
                    self.steps(rule, number, at, sink)?;
                    match value.checked_add(step) {
                        Some(next) => value = next,
                        None => break,
                    }
                }
                Ok(())
            }
        }
    }

    /// Goes through the values from `range.0` to `range.1` − 1 in lanes; gives the first value that
    /// is left to do.
    #[allow(clippy::too_many_arguments)]
    fn lane_loop(
        &mut self,
        rule: &MoveCode,
        number: usize,
        at: usize,
        variable: Register,
        program: &LaneProgram,
        range: (i64, i64),
        sink: &mut impl Sink,
    ) -> Result<i64, Halt> {
        // The state leaves the machine while it is in use.
        let mut state = std::mem::take(&mut self.lanes[number]);
        let done = self.lanes_within(rule, number, at, variable, program, range, &mut state, sink);
        self.lanes[number] = state;
        done
    }

    #[allow(clippy::too_many_arguments)]
    fn lanes_within(
        &mut self,
        rule: &MoveCode,
        number: usize,
        at: usize,
        variable: Register,
        program: &LaneProgram,
        (from, end): (i64, i64),
        state: &mut LaneState,
        sink: &mut impl Sink,
    ) -> Result<i64, Halt> {
        if !program.enter(state, &self.registers) {
            return Ok(from);
        }
        let mut value = from;
        while value < end {
            let count = (end - value).min(LANES as i64) as usize;
            if program.run(state, value, count) {
                self.tried += count as u64;
                if self.tried % BETWEEN_TICKS < count as u64 {
                    sink.tick()?;
                    if self.tried > MAX_TRIED {
                        let kind = FaultKind::TooManyMoves { limit: MAX_TRIED };
                        return Err(self.fault(kind, &rule.span).into());
                    }
                }
                let mut coordinates: [&[i64]; MAX_LANE_OUTPUTS] = [&[]; MAX_LANE_OUTPUTS];
                for (output, lane) in coordinates.iter_mut().enumerate().take(program.outputs()) {
                    *lane = program.output_lanes(state, output, value, count);
                }
                let guard = program.guard_lanes(state, value, count);
                let coordinates = &coordinates[..program.outputs()];
                sink.options(number, OptionBatch { count, guard, coordinates })?;
            } else {
                // One by one: perhaps what has no result is not needed.
                for value in value..value + count as i64 {
                    self.count(&rule.span, sink)?;
                    self.registers[usize::from(variable)] = value;
                    self.steps(rule, number, at, sink)?;
                }
            }
            value += count as i64;
        }
        Ok(value)
    }

    /// Runs a program for a row through `position`, for the values `from`, …, `from + count − 1`
    /// of what runs, `count` ≤ [`LANES`]; `variable` is the value of the variable of rule `rule`
    /// where that does not run. `None` if something has no result: then the cells have to be
    /// computed one by one. O(count · program).
    pub fn row<R>(
        &mut self,
        program: &mut RowProgram,
        position: &[i64],
        rule: Option<(usize, i64)>,
        (from, count): (i64, usize),
        read: impl FnOnce(OptionBatch<'_>) -> R,
    ) -> Option<R> {
        self.enter(position);
        if let Some((rule, value)) = rule {
            let variable = self.game.moves[rule].line?.variable;
            self.registers[usize::from(variable)] = value;
        }
        let RowProgram { program, state } = program;
        let outputs = program.outputs();
        if outputs > MAX_LANE_OUTPUTS
            || !program.enter(state, &self.registers)
            || !program.run(state, from, count)
        {
            return None;
        }
        let mut coordinates: [&[i64]; MAX_LANE_OUTPUTS] = [&[]; MAX_LANE_OUTPUTS];
        for (output, lane) in coordinates.iter_mut().enumerate().take(outputs) {
            *lane = program.output_lanes(state, output, from, count);
        }
        let guard = program.guard_lanes(state, from, count);
        Some(read(OptionBatch { count, guard, coordinates: &coordinates[..outputs] }))
    }

    fn code(&mut self, code: &RegisterCode) -> Result<(), Fault> {
        run(code, &mut self.registers, &self.game.layout.sets)
            .map_err(|failed| self.fault(FaultKind::Trap(failed.trap), &code.spans[failed.at]))
    }

    fn expression(&mut self, expression: &Expression) -> Result<i64, Fault> {
        self.code(&expression.code)?;
        Ok(self.registers[usize::from(expression.result)])
    }

    fn fault(&self, kind: FaultKind, span: &Range<usize>) -> Fault {
        Fault { position: self.registers[..self.width].to_vec(), span: span.clone(), kind }
    }
}

/// Evaluates one formula.
#[derive(Clone, Debug)]
pub struct FormulaMachine<'f> {
    formula: &'f FormulaCode,
    registers: Vec<i64>,
    width: usize,
}

impl<'f> FormulaMachine<'f> {
    pub(crate) fn new(formula: &'f FormulaCode, width: usize) -> FormulaMachine<'f> {
        FormulaMachine { formula, registers: registers(&formula.layout), width }
    }

    /// The value of the first clause that applies, `None` if none does. O(formula).
    pub fn value(&mut self, position: &[i64]) -> Result<Option<i64>, Fault> {
        self.registers[..self.width].copy_from_slice(position);
        for clause in &self.formula.clauses {
            match run(&clause.code, &mut self.registers, &self.formula.layout.sets) {
                Ok(()) => return Ok(Some(self.registers[usize::from(clause.result)])),
                Err(Failed { trap: Trap::Undefined, .. }) => {}
                Err(Failed { trap, at }) => {
                    return Err(Fault {
                        position: position.to_vec(),
                        span: clause.code.spans[at].clone(),
                        kind: FaultKind::Trap(trap),
                    });
                }
            }
        }
        Ok(None)
    }
}

fn registers(layout: &Layout) -> Vec<i64> {
    let mut registers = vec![0; layout.registers];
    for &(register, value) in &layout.constants {
        registers[usize::from(register)] = value;
    }
    registers
}

fn allows(players: Players, player: Option<Player>) -> bool {
    match (players, player) {
        (Players::Both, _) | (_, None) => true,
        (Players::Left, Some(player)) => player == Player::Left,
        (Players::Right, Some(player)) => player == Player::Right,
    }
}

#[inline]
fn run(code: &RegisterCode, registers: &mut [i64], sets: &[Vec<i64>]) -> Result<(), Failed> {
    let mut at = 0;
    while let Some(instruction) = code.instructions.get(at) {
        let a = registers[usize::from(instruction.a)];
        let value = match instruction.op {
            Op::Binary(op) => {
                let b = registers[usize::from(instruction.b)];
                match binary(op, a, b) {
                    Ok(value) => value,
                    Err(trap) => return Err(Failed { trap, at }),
                }
            }
            Op::Unary(op) => match unary(op, a) {
                Ok(value) => value,
                Err(trap) => return Err(Failed { trap, at }),
            },
            Op::Move => a,
            Op::Member => {
                let set = &sets[usize::from(instruction.b)];
                i64::from(set.binary_search(&a).is_ok())
            }
            Op::Jump => {
                at = usize::from(instruction.b);
                continue;
            }
            Op::JumpIfZero => {
                at = if a == 0 { usize::from(instruction.b) } else { at + 1 };
                continue;
            }
            Op::JumpUnlessZero => {
                at = if a != 0 { usize::from(instruction.b) } else { at + 1 };
                continue;
            }
            Op::Undefined => return Err(Failed { trap: Trap::Undefined, at }),
        };
        registers[usize::from(instruction.dst)] = value;
        at += 1;
    }
    Ok(())
}
