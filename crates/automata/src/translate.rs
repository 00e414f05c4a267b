//! From the text of a game and of a formula to formulas of Büchi arithmetic.
//!
//! A number in the language is a linear form over the coordinates and over variables that are
//! defined by them: ⌊t/c⌋ is the q with cq ≤ t < cq + c, a xor b the number with those bits. Where
//! the text chooses (`if`, `min`, …) there is a list of cases, each with its conditions; exactly one
//! of them holds at each position. Every definition has exactly one solution, so that it does not
//! matter whether ∃ stands before or after ¬, and equal definitions may share their variable.
//!
//! What linear arithmetic with bits cannot say is refused with its place ([`NotLinear`]). The numbers
//! are the integers, of any size: that tables end at 2^31 − 1 and that the program computes in 64 bits
//! are limits of the program, not of the text.
//!
//! An operation of the language without a value, `bit` of a negative number, is one that the text must not
//! compute at any position: where it would is noted in [`NoValue`], for the prover to show that there is no such position. `and`,
//! `or`, `if` and clauses do not look at what they do not need, so the translation knows under which conditions
//! it is (`Translator::path`).

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use ishitori_language::ast::Comparison;
use ishitori_language::ir::{Binary, Node, NodeKind, Unary, Values};

use crate::atoms::BitOperation;
use crate::diagram::Track;
use crate::formula::Formula;
use crate::linear::Linear;

mod game;

pub use game::{GameFormulas, OptionCase};

/// Something that is not in the decidable class, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{construct}")]
pub struct NotLinear {
    /// The place, in bytes of the text of the game or of the formula.
    pub span: Range<usize>,
    /// What it is.
    pub construct: Construct,
}

/// What is not in the decidable class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Construct {
    /// A product of two numbers that both depend on the position.
    #[error("a product of two numbers that both depend on the position")]
    Product,
    /// A divisor that depends on the position, or is 0.
    #[error("a division by a number that depends on the position, or by 0")]
    Divisor,
    /// A step that depends on the position.
    #[error("a step that depends on the position")]
    Step,
    /// A shift or the number of a bit that depends on the position.
    #[error("a shift, or the number of a bit, that depends on the position")]
    Shift,
    /// `popcount`.
    #[error("the number of ones of a number that depends on the position")]
    Popcount,
    /// `isqrt`.
    #[error("a square root of a number that depends on the position")]
    Root,
    /// `gcd`.
    #[error("a greatest common divisor of numbers that depend on the position")]
    Gcd,
    /// `pow`.
    #[error("a power of numbers that depend on the position")]
    Power,
    /// Too many cases.
    #[error("more than {MAX_CASES} cases of `if`, `min`, `max`, `abs` and `mod` in one expression")]
    Cases,
    /// A number is too large.
    #[error("a coefficient or a constant beyond 2^40")]
    TooLarge,
    /// A move leads to a sum, and the formula is not about Grundy numbers.
    #[error("a move to a sum of positions, which outcomes alone do not decide")]
    Sum,
    /// An operation on bits, where numbers are not read in base 2.
    #[error("an operation on bits, and numbers are read in another base than 2")]
    Bits,
    /// A move leads to a sum, whose Grundy number is a nim-sum, where numbers are not read in base 2.
    #[error(
        "a move to a sum, whose value is a nim-sum, and numbers are read in another base than 2"
    )]
    NimSum,
    /// Something that stands only where the language has no meaning for it.
    #[error("an expression without a value")]
    NoValue,
}

/// Where an operation is computed that has no value.
#[derive(Clone, Debug)]
pub struct NoValue {
    /// The place of the operation, in bytes of the text of the game or of the formula.
    pub span: Range<usize>,
    /// The tuples at which it would be computed.
    pub at: Formula,
}

/// The most cases of one expression.
pub const MAX_CASES: usize = 256;
/// Residues up to this modulus are cases of their own.
const FEW_RESIDUES: i64 = 16;
/// The largest modulus that is a congruence.
const MAX_MODULUS: i64 = 1 << 12;

type Translated<T> = Result<T, NotLinear>;

/// One case of an expression.
#[derive(Clone, Debug)]
pub(crate) struct Case<T> {
    /// When it is this case, and the definitions of the variables.
    pub(crate) given: Vec<Formula>,
    pub(crate) bound: BTreeSet<Track>,
    pub(crate) value: T,
}

impl<T> Case<T> {
    fn certain(value: T) -> Vec<Case<T>> {
        vec![Case { given: Vec::new(), bound: BTreeSet::new(), value }]
    }

    fn map<U>(self, value: impl FnOnce(T) -> U) -> Case<U> {
        Case { given: self.given, bound: self.bound, value: value(self.value) }
    }

    /// The same with the conditions of another case added.
    fn under<U>(mut self, other: &Case<U>) -> Case<T> {
        self.given.extend(other.given.iter().cloned());
        self.bound.extend(&other.bound);
        self
    }
}

/// The cases of a formula as one formula.
fn truth(cases: Vec<Case<Formula>>) -> Formula {
    Formula::any(cases.into_iter().map(|case| {
        let mut parts = case.given;
        parts.push(case.value);
        Formula::exists(case.bound.into_iter().collect(), Formula::all(parts))
    }))
}

/// A variable of the language.
#[derive(Clone, Debug)]
enum Bound {
    Number(Linear),
    Truth(Formula),
}

/// What names mean at some place.
#[derive(Clone, Debug)]
pub(crate) struct Scope {
    pub(crate) coordinates: Vec<Linear>,
    locals: BTreeMap<usize, Bound>,
}

impl Scope {
    pub(crate) fn new(coordinates: Vec<Linear>) -> Scope {
        Scope { coordinates, locals: BTreeMap::new() }
    }
}

/// Names for variables, and what is defined already.
#[derive(Debug)]
pub(crate) struct Translator {
    next: Track,
    /// Whether numbers are read in base 2.
    binary: bool,
    quotients: BTreeMap<(Linear, i64), Track>,
    /// The conditions under which the expression that is being translated is computed, with the variables
    /// that they define.
    path: Vec<(Vec<Formula>, BTreeSet<Track>)>,
    /// Where something is computed that has no value.
    pub(crate) faults: Vec<NoValue>,
}

fn outside<T>(node: &Node, construct: Construct) -> Translated<T> {
    Err(NotLinear { span: node.span.clone(), construct })
}

impl Translator {
    pub(crate) fn new(first_free: Track, binary: bool) -> Translator {
        let (quotients, path, faults) = (BTreeMap::new(), Vec::new(), Vec::new());
        Translator { next: first_free, binary, quotients, path, faults }
    }

    /// Translates something that is computed only under conditions.
    pub(crate) fn given<T>(
        &mut self,
        conditions: Vec<Formula>,
        bound: BTreeSet<Track>,
        translate: impl FnOnce(&mut Translator) -> Translated<T>,
    ) -> Translated<T> {
        self.path.push((conditions, bound));
        let translated = translate(self);
        self.path.pop();
        translated
    }

    /// Notes that what is computed here has no value under some conditions.
    fn no_value(&mut self, node: &Node, conditions: Vec<Formula>, bound: BTreeSet<Track>) {
        let mut all: Vec<Formula> = Vec::new();
        let mut variables = bound;
        for (given, bound) in &self.path {
            all.extend(given.iter().cloned());
            variables.extend(bound);
        }
        all.extend(conditions);
        match Formula::exists(variables.into_iter().collect(), Formula::all(all)) {
            Formula::Constant(false) => {}
            at => self.faults.push(NoValue { span: node.span.clone(), at }),
        }
    }

    pub(crate) fn fresh(&mut self) -> Track {
        self.next += 1;
        self.next - 1
    }

    /// The cases of a number.
    pub(crate) fn number(&mut self, node: &Node, scope: &Scope) -> Translated<Vec<Case<Linear>>> {
        let cases = deeper(|| self.partial(node, scope))?;
        let defined = cases.into_iter().map(|case| match case.value {
            Some(_) => Ok(case.map(|value| value.unwrap_or_default())),
            None => outside(node, Construct::NoValue),
        });
        defined.collect()
    }

    /// The cases of a number that may be undefined.
    pub(crate) fn partial(
        &mut self,
        node: &Node,
        scope: &Scope,
    ) -> Translated<Vec<Case<Option<Linear>>>> {
        let cases = match &node.kind {
            NodeKind::Undefined => Case::certain(None),
            NodeKind::If(parts) => {
                let [condition, yes, no] = &**parts;
                let condition = self.truth(condition, scope)?;
                let mut cases = Vec::new();
                for (branch, holds) in [(yes, condition.clone()), (no, condition.negated())] {
                    if let Formula::Constant(false) = holds {
                        continue;
                    }
                    let found = self.given(vec![holds.clone()], BTreeSet::new(), |translator| {
                        deeper(|| translator.partial(branch, scope))
                    })?;
                    for mut case in found {
                        case.given.insert(0, holds.clone());
                        cases.push(case);
                    }
                }
                cases
            }
            NodeKind::Let(local, value, body) => {
                self.bind(*local, value, scope, |translator, scope| {
                    deeper(|| translator.partial(body, scope))
                })?
            }
            _ => self.total(node, scope)?.into_iter().map(|case| case.map(Some)).collect(),
        };
        match cases.len() {
            0..=MAX_CASES => Ok(cases),
            _ => outside(node, Construct::Cases),
        }
    }

    /// The cases of something that depends on a variable with a value.
    fn bind<T>(
        &mut self,
        local: usize,
        value: &Node,
        scope: &Scope,
        mut body: impl FnMut(&mut Translator, &Scope) -> Translated<Vec<Case<T>>>,
    ) -> Translated<Vec<Case<T>>> {
        let mut inner = scope.clone();
        if is_truth(value, scope) {
            inner.locals.insert(local, Bound::Truth(self.truth(value, scope)?));
            return body(self, &inner);
        }
        let mut cases = Vec::new();
        for case in self.number(value, scope)? {
            inner.locals.insert(local, Bound::Number(case.value.clone()));
            let found = self.given(case.given.clone(), case.bound.clone(), |translator| {
                body(translator, &inner)
            })?;
            cases.extend(found.into_iter().map(|found| found.under(&case)));
        }
        Ok(cases)
    }

    fn total(&mut self, node: &Node, scope: &Scope) -> Translated<Vec<Case<Linear>>> {
        match &node.kind {
            NodeKind::Const(value) => Ok(Case::certain(large(node, Linear::number(*value))?)),
            NodeKind::Coordinate(at) => Ok(Case::certain(scope.coordinates[*at].clone())),
            NodeKind::Local(local) => match scope.locals.get(local) {
                Some(Bound::Number(value)) => Ok(Case::certain(value.clone())),
                _ => outside(node, Construct::NoValue),
            },
            NodeKind::Unary(op, a) => {
                let a = self.number(a, scope)?;
                match op {
                    Unary::Negate => scaled(node, a, -1),
                    Unary::Abs => {
                        let negative = scaled(node, a.clone(), -1)?;
                        self.larger(node, &a, &negative, false)
                    }
                    // A step is a number; that it is at least 1 is asked where it is used.
                    Unary::Step => Ok(a),
                    Unary::Not => outside(node, Construct::NoValue),
                    Unary::Popcount => outside(node, Construct::Popcount),
                    Unary::Isqrt => outside(node, Construct::Root),
                }
            }
            NodeKind::Binary(op, a, b) => {
                let (a, b) = (self.number(a, scope)?, self.number(b, scope)?);
                if a.len().saturating_mul(b.len()) > MAX_CASES {
                    return outside(node, Construct::Cases);
                }
                self.binary(node, *op, &a, &b)
            }
            _ => outside(node, Construct::NoValue),
        }
    }

    fn binary(
        &mut self,
        node: &Node,
        op: Binary,
        a: &[Case<Linear>],
        b: &[Case<Linear>],
    ) -> Translated<Vec<Case<Linear>>> {
        match op {
            Binary::Add => pairs(a, b, |a, b| large(node, a.plus(b, 1))),
            Binary::Subtract => pairs(a, b, |a, b| large(node, a.plus(b, -1))),
            Binary::Multiply => pairs(a, b, |a, b| match (a.as_constant(), b.as_constant()) {
                (_, Some(b)) => large(node, a.times(b)),
                (Some(a), _) => large(node, b.times(a)),
                _ => outside(node, Construct::Product),
            }),
            Binary::Min => self.larger(node, a, b, true),
            Binary::Max => self.larger(node, a, b, false),
            Binary::Div => self.each_pair(a, b, |translator, a, b| {
                translator.quotient(node, a, constant(node, b, Construct::Divisor)?)
            }),
            Binary::Mod => self.each_pair(a, b, |translator, a, b| {
                translator.residue(node, a, constant(node, b, Construct::Divisor)?)
            }),
            Binary::Xor | Binary::BitAnd | Binary::BitOr => {
                let op = match op {
                    Binary::Xor => BitOperation::Xor,
                    Binary::BitAnd => BitOperation::And,
                    _ => BitOperation::Or,
                };
                self.each_pair(a, b, |translator, a, b| translator.bits(node, op, a, b))
            }
            Binary::ShiftLeft => pairs(a, b, |a, b| {
                let places = places(node, b)?;
                large(node, 1i64.checked_shl(places).and_then(|factor| a.times(factor)))
            }),
            Binary::ShiftRight => self.each_pair(a, b, |translator, a, b| {
                translator.quotient(node, a, 1 << places(node, b)?)
            }),
            Binary::Bit => {
                for case in a {
                    let negative = large(node, Formula::less(&case.value, &Linear::small(0)))?;
                    let mut conditions = case.given.clone();
                    conditions.push(negative);
                    self.no_value(node, conditions, case.bound.clone());
                }
                self.each_pair(a, b, |translator, a, b| {
                    let mut cases = Vec::new();
                    for case in translator.quotient(node, a, 1 << places(node, b)?)? {
                        let bits = translator.residue(node, &case.value, 2)?;
                        cases.extend(bits.into_iter().map(|bit| bit.under(&case)));
                    }
                    Ok(cases)
                })
            }
            Binary::Gcd => outside(node, Construct::Gcd),
            Binary::Pow => outside(node, Construct::Power),
            Binary::Compare(_) => outside(node, Construct::NoValue),
        }
    }

    fn each_pair(
        &mut self,
        a: &[Case<Linear>],
        b: &[Case<Linear>],
        mut value: impl FnMut(&mut Translator, &Linear, &Linear) -> Translated<Vec<Case<Linear>>>,
    ) -> Translated<Vec<Case<Linear>>> {
        let mut cases = Vec::new();
        for a in a {
            for b in b {
                for case in value(self, &a.value, &b.value)? {
                    cases.push(case.under(a).under(b));
                }
            }
        }
        Ok(cases)
    }

    /// The smaller, or the larger, of two numbers.
    fn larger(
        &mut self,
        node: &Node,
        a: &[Case<Linear>],
        b: &[Case<Linear>],
        smaller: bool,
    ) -> Translated<Vec<Case<Linear>>> {
        self.each_pair(a, b, |_, a, b| {
            let (low, high) = if smaller { (a, b) } else { (b, a) };
            let first = large(node, Formula::at_most(low, high))?;
            let mut cases = Vec::new();
            for (holds, value) in [(first.clone(), a), (first.negated(), b)] {
                match Formula::all([holds]) {
                    Formula::Constant(false) => {}
                    holds => cases.push(Case {
                        given: vec![holds],
                        bound: BTreeSet::new(),
                        value: value.clone(),
                    }),
                }
            }
            Ok(cases)
        })
    }

    /// ⌊t/c⌋, which is ⌊−t/−c⌋.
    fn quotient(&mut self, node: &Node, t: &Linear, c: i64) -> Translated<Vec<Case<Linear>>> {
        let (t, c) = match c {
            0 => return outside(node, Construct::Divisor),
            c if c < 0 => (large(node, t.times(-1))?, large(node, c.checked_neg())?),
            c => (t.clone(), c),
        };
        if let Some(t) = t.as_constant() {
            return Ok(Case::certain(large(node, Linear::number(t.div_euclid(c)))?));
        }
        if c == 1 {
            return Ok(Case::certain(t));
        }
        let next = self.next;
        let q = *self.quotients.entry((t.clone(), c)).or_insert(next);
        self.next += u32::from(q == next);
        let value = Linear::track(q);
        let multiple = large(node, value.times(c))?;
        // cq + c − 1
        let next = Linear::number(c).and_then(|c| multiple.plus(&c, 1));
        let last = large(node, next.and_then(|next| next.plus(&Linear::small(1), -1)))?;
        let given = vec![
            large(node, Formula::at_most(&multiple, &t))?,
            large(node, Formula::at_most(&t, &last))?,
        ];
        Ok(vec![Case { given, bound: BTreeSet::from([q]), value }])
    }

    /// t − c⌊t/c⌋, by residues if they are few.
    fn residue(&mut self, node: &Node, t: &Linear, c: i64) -> Translated<Vec<Case<Linear>>> {
        if let (Some(t), 1..) = (t.as_constant(), c) {
            return Ok(Case::certain(large(node, Linear::number(t.rem_euclid(c)))?));
        }
        if (1..=FEW_RESIDUES).contains(&c) {
            let residue = |r: i64| {
                let value = large(node, Linear::number(r))?;
                let given = vec![Formula::Congruent(large(node, t.plus(&value, -1))?, c)];
                Ok(Case { given, bound: BTreeSet::new(), value })
            };
            return (0..c).map(residue).collect();
        }
        let mut cases = self.quotient(node, t, c)?;
        for case in &mut cases {
            let multiple = case.value.times(c);
            case.value = large(node, multiple.and_then(|multiple| t.plus(&multiple, -1)))?;
        }
        Ok(cases)
    }

    fn bits(
        &mut self,
        node: &Node,
        op: BitOperation,
        a: &Linear,
        b: &Linear,
    ) -> Translated<Vec<Case<Linear>>> {
        if let (Some(a), Some(b)) = (a.as_constant(), b.as_constant()) {
            return Ok(Case::certain(large(node, Linear::number(op.of(a, b)))?));
        }
        if !self.binary {
            return outside(node, Construct::Bits);
        }
        let mut given = Vec::new();
        let mut bound = BTreeSet::new();
        let mut operand = |translator: &mut Translator, form: &Linear| match form.as_track() {
            Some(track) => Ok(track),
            None => {
                let track = translator.fresh();
                bound.insert(track);
                given.push(Formula::defines(track, form));
                Ok(track)
            }
        };
        let (a, b) = (operand(self, a)?, operand(self, b)?);
        let result = self.fresh();
        bound.insert(result);
        given.push(Formula::Bits(op, [a, b, result]));
        Ok(vec![Case { given, bound, value: Linear::track(result) }])
    }

    /// A condition.
    pub(crate) fn truth(&mut self, node: &Node, scope: &Scope) -> Translated<Formula> {
        deeper(|| self.truth_here(node, scope))
    }

    fn truth_here(&mut self, node: &Node, scope: &Scope) -> Translated<Formula> {
        Ok(match &node.kind {
            NodeKind::Const(value) => Formula::Constant(*value != 0),
            NodeKind::Local(local) => match scope.locals.get(local) {
                Some(Bound::Truth(formula)) => formula.clone(),
                _ => return outside(node, Construct::NoValue),
            },
            NodeKind::Unary(Unary::Not, a) => self.truth(a, scope)?.negated(),
            NodeKind::And(a, b) => {
                let a = self.truth(a, scope)?;
                let b = self.truth_given(a.clone(), b, scope)?;
                Formula::all([a, b])
            }
            NodeKind::Or(a, b) => {
                let a = self.truth(a, scope)?;
                let b = self.truth_given(a.clone().negated(), b, scope)?;
                Formula::any([a, b])
            }
            NodeKind::If(parts) => {
                let [condition, yes, no] = &**parts;
                let condition = self.truth(condition, scope)?;
                let yes = self.truth_given(condition.clone(), yes, scope)?;
                let no = self.truth_given(condition.clone().negated(), no, scope)?;
                Formula::any([
                    Formula::all([condition.clone(), yes]),
                    Formula::all([condition.negated(), no]),
                ])
            }
            NodeKind::Let(local, value, body) => {
                let cases = self.bind(*local, value, scope, |translator, scope| {
                    Ok(Case::certain(translator.truth(body, scope)?))
                })?;
                truth(cases)
            }
            NodeKind::Member(element, values) => {
                let mut cases = Vec::new();
                for case in self.number(element, scope)? {
                    let member = self.member(node, &case.value, values, scope)?;
                    cases.push(case.map(|_| member));
                }
                truth(cases)
            }
            NodeKind::Binary(Binary::Compare(comparison), a, b) => {
                let (a, b) = (self.number(a, scope)?, self.number(b, scope)?);
                self.compare(node, *comparison, &a, &b)?
            }
            _ => return outside(node, Construct::NoValue),
        })
    }

    /// A condition that is looked at only if another one holds.
    fn truth_given(&mut self, holds: Formula, node: &Node, scope: &Scope) -> Translated<Formula> {
        self.given(vec![holds], BTreeSet::new(), |translator| translator.truth(node, scope))
    }

    fn compare(
        &mut self,
        node: &Node,
        comparison: Comparison,
        a: &[Case<Linear>],
        b: &[Case<Linear>],
    ) -> Translated<Formula> {
        if a.len().saturating_mul(b.len()) > MAX_CASES {
            return outside(node, Construct::Cases);
        }
        let cases = pairs(a, b, |a, b| {
            let formula = match comparison {
                Comparison::Equal => Formula::equal(a, b),
                Comparison::Different => Formula::equal(a, b).map(Formula::negated),
                Comparison::Less => Formula::less(a, b),
                Comparison::AtMost => Formula::at_most(a, b),
                Comparison::Greater => Formula::less(b, a),
                Comparison::AtLeast => Formula::at_most(b, a),
            };
            // Constants are compared at once, so that cases vanish.
            large(node, formula).map(|formula| Formula::all([formula]))
        })?;
        Ok(truth(cases))
    }

    /// Whether a number is one of some.
    fn member(
        &mut self,
        node: &Node,
        element: &Linear,
        values: &Values,
        scope: &Scope,
    ) -> Translated<Formula> {
        let element_case = Case::certain(element.clone());
        match values {
            Values::Constants(values) => {
                let equal = values.iter().map(|&value| {
                    let value = Linear::number(value);
                    large(node, value.and_then(|value| Formula::equal(element, &value)))
                });
                Ok(Formula::any(equal.collect::<Translated<Vec<_>>>()?))
            }
            Values::One(value) => {
                let value = self.number(value, scope)?;
                self.compare(node, Comparison::Equal, &element_case, &value)
            }
            Values::Union(parts) => {
                let parts = parts.iter().map(|part| self.member(node, element, part, scope));
                Ok(Formula::any(parts.collect::<Translated<Vec<_>>>()?))
            }
            Values::Range { from, to, inclusive, step } => {
                let step = match step {
                    None => 1,
                    Some(step) => match self.number(step, scope)?.as_slice() {
                        [Case { value, .. }] if value.as_constant().is_some_and(|c| c >= 1) => {
                            value.as_constant().unwrap_or(1)
                        }
                        _ => return outside(step, Construct::Step),
                    },
                };
                if step > MAX_MODULUS {
                    return outside(node, Construct::TooLarge);
                }
                let (first, last) = (self.number(from, scope)?, self.number(to, scope)?);
                let before = match inclusive {
                    true => Comparison::AtMost,
                    false => Comparison::Less,
                };
                let below = self.compare(to, before, &element_case, &last)?;
                let lower = pairs(&first, &element_case, |first, element| {
                    let enough = large(from, Formula::at_most(first, element))?;
                    let steps = match step {
                        1 => Formula::Constant(true),
                        step => Formula::Congruent(large(from, element.plus(first, -1))?, step),
                    };
                    Ok(Formula::all([enough, steps]))
                })?;
                Ok(Formula::all([truth(lower), below]))
            }
        }
    }
}

/// Goes one step deeper, on a stack that grows: functions that are put in place nest deeper than any text.
fn deeper<T>(step: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(64 << 10, 1 << 20, step)
}

/// Whether the value of `let` is a condition.
fn is_truth(node: &Node, scope: &Scope) -> bool {
    deeper(|| match &node.kind {
        NodeKind::And(..) | NodeKind::Or(..) | NodeKind::Member(..) => true,
        NodeKind::Unary(Unary::Not, _) | NodeKind::Binary(Binary::Compare(_), ..) => true,
        NodeKind::If(parts) => is_truth(&parts[1], scope) || is_truth(&parts[2], scope),
        NodeKind::Let(_, _, body) => is_truth(body, scope),
        NodeKind::Local(local) => matches!(scope.locals.get(local), Some(Bound::Truth(_))),
        _ => false,
    })
}

fn pairs<T>(
    a: &[Case<Linear>],
    b: &[Case<Linear>],
    mut value: impl FnMut(&Linear, &Linear) -> Translated<T>,
) -> Translated<Vec<Case<T>>> {
    let mut cases = Vec::new();
    for a in a {
        for b in b {
            let case = Case {
                given: Vec::new(),
                bound: BTreeSet::new(),
                value: value(&a.value, &b.value)?,
            };
            cases.push(case.under(a).under(b));
        }
    }
    Ok(cases)
}

fn scaled(node: &Node, cases: Vec<Case<Linear>>, factor: i64) -> Translated<Vec<Case<Linear>>> {
    let scaled = cases.into_iter().map(|case| {
        let value = large(node, case.value.times(factor))?;
        Ok(case.map(|_| value))
    });
    scaled.collect()
}

fn large<T>(node: &Node, value: Option<T>) -> Translated<T> {
    value.ok_or_else(|| NotLinear { span: node.span.clone(), construct: Construct::TooLarge })
}

fn constant(node: &Node, form: &Linear, construct: Construct) -> Translated<i64> {
    match form.as_constant() {
        Some(c) => Ok(c),
        None => outside(node, construct),
    }
}

fn places(node: &Node, form: &Linear) -> Translated<u32> {
    match u32::try_from(constant(node, form, Construct::Shift)?) {
        Ok(c @ 0..=39) => Ok(c),
        _ => outside(node, Construct::TooLarge),
    }
}
