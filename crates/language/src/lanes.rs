//! Many values of one variable at a time.
//!
//! A [`LaneProgram`] computes guards and coordinates for consecutive values of a variable, in
//! straight lines of code over arrays, without jumps: both sides of an `if` are computed. That is
//! speculation, since a side that is not needed may have no result. Whenever anything goes wrong
//! the caller gets an error and computes the values one by one, which is what defines the language.
//!
//! What depends on the variable alone is computed once for all positions and kept.

use crate::ast::Comparison;
use crate::compile::Register;
use crate::ir::{Binary, Node, NodeKind, Unary, Values, binary, unary};

/// Values that are computed together.
pub const LANES: usize = 64;
/// Results that a program keeps.
const KEPT: usize = 1 << 17;
/// The most instructions of a program.
const MAX_INSTRUCTIONS: usize = 256;

/// The variable that runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Running {
    Coordinate(usize),
    Local(usize),
}

type Temp = usize;

#[derive(Clone, Copy, Debug)]
enum Op {
    /// A register of the machine.
    Load(Register),
    Const(i64),
    Running,
    Unary(Unary, Temp),
    Binary(Binary, Temp, Temp),
    Member(Temp, usize),
    Select(Temp, Temp, Temp),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    /// The same for all values.
    Uniform,
    /// Depends on the variable and constants only.
    Kept,
    Lane,
}

/// RegisterCode over lanes.
#[derive(Clone, Debug)]
pub struct LaneProgram {
    ops: Vec<(Op, Class)>,
    sets: Vec<Vec<i64>>,
    guard: Option<Temp>,
    outputs: Vec<Temp>,
}

/// The arrays of a program.
#[derive(Clone, Debug, Default)]
pub struct LaneState {
    uniform: Vec<i64>,
    lanes: Vec<[i64; LANES]>,
    kept: Vec<Vec<i64>>,
    /// How many values of the variable, from 0 on, are kept.
    kept_to: usize,
}

impl LaneState {
    /// Memory in use.
    pub fn bytes(&self) -> u64 {
        (self.lanes.len() * size_of::<[i64; LANES]>() + 8 * self.kept_to * self.kept.len()) as u64
    }
}

/// Makes a program.
pub struct LaneCompiler<'c> {
    running: Running,
    /// The registers of variables that do not run.
    locals: &'c [Option<Register>],
    bound: Vec<(usize, Temp)>,
    ops: Vec<(Op, Class)>,
    sets: Vec<Vec<i64>>,
    guard: Option<Temp>,
}

impl<'c> LaneCompiler<'c> {
    pub fn new(running: Running, locals: &'c [Option<Register>]) -> Self {
        let (bound, ops, sets) = (Vec::new(), Vec::new(), Vec::new());
        LaneCompiler { running, locals, bound, ops, sets, guard: None }
    }

    /// Only values for which this holds count.
    pub fn guard(&mut self, node: &Node) -> Option<()> {
        let guard = self.node(node)?;
        self.guard = Some(match self.guard {
            Some(before) => self.push(Op::Binary(Binary::BitAnd, before, guard))?,
            None => guard,
        });
        Some(())
    }

    pub fn bind(&mut self, local: usize, value: &Node) -> Option<()> {
        let value = self.node(value)?;
        self.bound.push((local, value));
        Some(())
    }

    pub fn finish<'n>(mut self, outputs: impl Iterator<Item = &'n Node>) -> Option<LaneProgram> {
        let outputs: Option<Vec<Temp>> = outputs.map(|node| self.node(node)).collect();
        let outputs = outputs?;
        Some(LaneProgram { ops: self.ops, sets: self.sets, guard: self.guard, outputs })
    }

    fn push(&mut self, op: Op) -> Option<Temp> {
        let class = match op {
            Op::Load(_) | Op::Const(_) => Class::Uniform,
            Op::Running => Class::Kept,
            Op::Unary(_, a) | Op::Member(a, _) => self.ops[a].1,
            Op::Binary(_, a, b) => self.mixed(&[a, b]),
            Op::Select(c, a, b) => self.mixed(&[c, a, b]),
        };
        if self.ops.len() == MAX_INSTRUCTIONS {
            return None;
        }
        self.ops.push((op, class));
        Some(self.ops.len() - 1)
    }

    /// The class of a result: what is kept must not depend on registers.
    fn mixed(&self, temps: &[Temp]) -> Class {
        let class = temps.iter().map(|&t| self.ops[t].1).max().unwrap_or(Class::Uniform);
        let fixed =
            |t: &Temp| self.ops[*t].1 == Class::Kept || matches!(self.ops[*t].0, Op::Const(_));
        match class {
            Class::Kept if !temps.iter().all(fixed) => Class::Lane,
            class => class,
        }
    }

    fn node(&mut self, node: &Node) -> Option<Temp> {
        match &node.kind {
            NodeKind::Const(value) => self.push(Op::Const(*value)),
            NodeKind::Coordinate(at) if self.running == Running::Coordinate(*at) => {
                self.push(Op::Running)
            }
            NodeKind::Coordinate(at) => self.push(Op::Load(*at as Register)),
            NodeKind::Local(local) => {
                if self.running == Running::Local(*local) {
                    return self.push(Op::Running);
                }
                if let Some(&(_, temp)) = self.bound.iter().rev().find(|(l, _)| l == local) {
                    return Some(temp);
                }
                self.push(Op::Load(self.locals.get(*local).copied().flatten()?))
            }
            NodeKind::Unary(op, a) => {
                let a = self.node(a)?;
                self.push(Op::Unary(*op, a))
            }
            NodeKind::Binary(op, a, b) => {
                let (a, b) = (self.node(a)?, self.node(b)?);
                self.push(Op::Binary(*op, a, b))
            }
            NodeKind::And(a, b) => {
                let (a, b) = (self.node(a)?, self.node(b)?);
                self.push(Op::Binary(Binary::BitAnd, a, b))
            }
            NodeKind::Or(a, b) => {
                let (a, b) = (self.node(a)?, self.node(b)?);
                self.push(Op::Binary(Binary::BitOr, a, b))
            }
            NodeKind::If(parts) => {
                let [c, a, b] = &**parts;
                let (c, a, b) = (self.node(c)?, self.node(a)?, self.node(b)?);
                self.push(Op::Select(c, a, b))
            }
            NodeKind::Let(local, value, body) => {
                let value = self.node(value)?;
                self.bound.push((*local, value));
                self.node(body)
            }
            NodeKind::Member(element, Values::Constants(values)) => {
                let element = self.node(element)?;
                self.sets.push(values.clone());
                self.push(Op::Member(element, self.sets.len() - 1))
            }
            NodeKind::Member(..) | NodeKind::Undefined => None,
        }
    }
}

impl LaneProgram {
    pub fn outputs(&self) -> usize {
        self.outputs.len()
    }

    /// Whether results for these values are kept.
    fn keeps(&self, from: i64, count: usize) -> bool {
        let most = KEPT / self.ops.len().max(1);
        usize::try_from(from).is_ok_and(|from| from < most && from + count < most)
    }

    /// Prepares for one position. `false` if something has no result.
    pub fn enter(&self, state: &mut LaneState, registers: &[i64]) -> bool {
        state.uniform.resize(self.ops.len(), 0);
        state.lanes.resize(self.ops.len(), [0; LANES]);
        state.kept.resize(self.ops.len(), Vec::new());
        for (t, (op, class)) in self.ops.iter().enumerate() {
            if *class != Class::Uniform {
                continue;
            }
            let u = |t: Temp| state.uniform[t];
            let value = match *op {
                Op::Load(register) => Ok(registers[usize::from(register)]),
                Op::Const(value) => Ok(value),
                Op::Unary(op, a) => unary(op, u(a)),
                Op::Binary(op, a, b) => binary(op, u(a), u(b)),
                Op::Member(a, set) => Ok(i64::from(self.sets[set].binary_search(&u(a)).is_ok())),
                Op::Select(c, a, b) => Ok(if u(c) != 0 { u(a) } else { u(b) }),
                Op::Running => unreachable!("what runs is not uniform"),
            };
            let Ok(value) = value else { return false };
            state.uniform[t] = value;
            state.lanes[t] = [value; LANES];
        }
        true
    }

    /// Computes the values `from`, …, `from + count − 1` of the variable, `count` ≤ [`LANES`].
    /// `false` if something has no result.
    pub fn run(&self, state: &mut LaneState, from: i64, count: usize) -> bool {
        let keep = self.keeps(from, count);
        if keep {
            while state.kept_to < from as usize + count {
                let start = state.kept_to;
                if !self.pass(state, start as i64, LANES, Class::Kept, None) {
                    return false;
                }
                for (t, (_, class)) in self.ops.iter().enumerate() {
                    if *class == Class::Kept {
                        let LaneState { kept, lanes, .. } = &mut *state;
                        kept[t].extend_from_slice(&lanes[t]);
                    }
                }
                state.kept_to += LANES;
            }
            return self.pass(state, from, count, Class::Lane, Some(from as usize));
        }
        self.pass(state, from, count, Class::Kept, None)
            && self.pass(state, from, count, Class::Lane, None)
    }

    /// All instructions of a class. Kept results are read from `kept` there, or from the lanes.
    fn pass(
        &self,
        state: &mut LaneState,
        from: i64,
        count: usize,
        wanted: Class,
        kept_at: Option<usize>,
    ) -> bool {
        let LaneState { lanes, kept, .. } = state;
        for (t, &(op, class)) in self.ops.iter().enumerate() {
            if class != wanted {
                continue;
            }
            let (before, rest) = lanes.split_at_mut(t);
            let dst = &mut rest[0][..count];
            let read = |t: Temp| -> &[i64] {
                match kept_at {
                    Some(at) if self.ops[t].1 == Class::Kept => &kept[t][at..at + count],
                    _ => &before[t][..count],
                }
            };
            let fine = match op {
                Op::Running => {
                    for (i, d) in dst.iter_mut().enumerate() {
                        *d = from.wrapping_add(i as i64);
                    }
                    from.checked_add(count as i64).is_some()
                }
                Op::Unary(op, a) => {
                    dst.iter_mut().zip(read(a)).all(|(d, &a)| unary(op, a).map(|v| *d = v).is_ok())
                }
                Op::Binary(op, a, b) => apply(op, dst, read(a), read(b)),
                Op::Member(a, set) => {
                    let set = &self.sets[set];
                    for (d, a) in dst.iter_mut().zip(read(a)) {
                        *d = i64::from(set.binary_search(a).is_ok());
                    }
                    true
                }
                Op::Select(c, a, b) => {
                    let choices = read(c).iter().zip(read(a)).zip(read(b));
                    for (d, ((c, a), b)) in dst.iter_mut().zip(choices) {
                        *d = if *c != 0 { *a } else { *b };
                    }
                    true
                }
                Op::Load(_) | Op::Const(_) => true,
            };
            if !fine {
                return false;
            }
        }
        true
    }

    fn read<'s>(&self, state: &'s LaneState, t: Temp, from: i64, count: usize) -> &'s [i64] {
        let keep = self.keeps(from, count);
        match self.ops[t].1 {
            Class::Kept if keep => &state.kept[t][from as usize..from as usize + count],
            _ => &state.lanes[t][..count],
        }
    }

    /// Whether each value counts, after [`Self::run`] with the same arguments.
    pub fn guard_lanes<'s>(
        &self,
        state: &'s LaneState,
        from: i64,
        count: usize,
    ) -> Option<&'s [i64]> {
        self.guard.map(|t| self.read(state, t, from, count))
    }

    /// An output, after [`Self::run`] with the same arguments.
    pub fn output_lanes<'s>(
        &self,
        state: &'s LaneState,
        output: usize,
        from: i64,
        count: usize,
    ) -> &'s [i64] {
        self.read(state, self.outputs[output], from, count)
    }
}

/// One operation on all lanes; `false` if one has no result, or might have none.
fn apply(op: Binary, dst: &mut [i64], a: &[i64], b: &[i64]) -> bool {
    let n = dst.len();
    let (a, b) = (&a[..n], &b[..n]);
    macro_rules! each {
        (|$x:ident, $y:ident| $value:expr) => {{
            for i in 0..n {
                let ($x, $y) = (a[i], b[i]);
                dst[i] = $value;
            }
            true
        }};
    }
    match op {
        Binary::Add => {
            let mut bad = 0;
            for i in 0..n {
                let sum = a[i].wrapping_add(b[i]);
                bad |= (a[i] ^ sum) & (b[i] ^ sum);
                dst[i] = sum;
            }
            bad >= 0
        }
        Binary::Subtract => {
            let mut bad = 0;
            for i in 0..n {
                let difference = a[i].wrapping_sub(b[i]);
                bad |= (a[i] ^ b[i]) & (a[i] ^ difference);
                dst[i] = difference;
            }
            bad >= 0
        }
        Binary::Multiply => {
            const HALF: i64 = 1 << 31;
            let mut large = 0;
            for i in 0..n {
                large |= (a[i].wrapping_add(HALF) | b[i].wrapping_add(HALF)) as u64 >> 32;
                dst[i] = a[i].wrapping_mul(b[i]);
            }
            large == 0
        }
        Binary::Min => each!(|x, y| x.min(y)),
        Binary::Max => each!(|x, y| x.max(y)),
        Binary::Xor => each!(|x, y| x ^ y),
        Binary::BitAnd => each!(|x, y| x & y),
        Binary::BitOr => each!(|x, y| x | y),
        Binary::Compare(comparison) => match comparison {
            Comparison::Equal => each!(|x, y| i64::from(x == y)),
            Comparison::Different => each!(|x, y| i64::from(x != y)),
            Comparison::Less => each!(|x, y| i64::from(x < y)),
            Comparison::AtMost => each!(|x, y| i64::from(x <= y)),
            Comparison::Greater => each!(|x, y| i64::from(x > y)),
            Comparison::AtLeast => each!(|x, y| i64::from(x >= y)),
        },
        _ => (0..n).all(|i| binary(op, a[i], b[i]).map(|value| dst[i] = value).is_ok()),
    }
}
