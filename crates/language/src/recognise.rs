//! Games in the language that are heap games with engines of their own.
//!
//! Only the form of the moves counts, never a comparison of finitely many heaps: every shape that
//! it recognises is, for every n, the same set of moves as the digits that it is turned into.
//! The shapes, for a heap n, with m = n − c or m = n − s:
//!
//! * `(n - c) if n >= c`, or `(n - s) for s in SET if s <= n`: take and leave anything; with
//!   `> 0` instead, leave something; with `n = c`, take everything. Instead of s anything that is linear in
//!   the variables of loops over constants: `(n - 2*s) for s in 1 .. 9 if 2*s <= n`,
//!   `(n - a - 3*b) for a in {1, 2} for b in 0 .. 2 step 2 if a + 3*b <= n and a != b`;
//! * `(n - s) for s in a .. min(n, b)`, `(n - 2*s) for s in a .. min(n div 2, b)`, `(n - s) for s in a .. n`,
//!   `(m) for m in 0 ..< n`;
//! * `(max(n - s, 0)) for s in SET if n > 0`: take s, or a smaller heap whole;
//! * `(a) + (m - a) for a in 1 ..< m` or `1 .. m div 2` (break into two), or from 0 on
//!   (leave none, one or two); with `a < m - a` or `a != m - a`, break into different heaps.

use ishitori_rules::heap::{Digit, HeapCode, HeapRule, PartizanRule, Sizes, Written};
use ishitori_values::Player;

use crate::ast::{Comparison, Players};
use crate::error::MAX_SET;
use crate::game::TextGame;
use crate::ir::{Binary, Clause, MoveRule, Node, NodeKind, Unary, Values};

/// A heap game that has the same moves as a game in the language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recognised {
    /// The heap game.
    pub rule: HeapRule,
}

impl TextGame {
    /// The subtraction or octal game, or the partizan subtraction game, that this is by its form;
    /// heap n is position (n). The end rule is not examined. O(size of the game).
    ///
    /// ```
    /// use ishitori_language::TextGame;
    /// let kayles = "position (n)
    /// both: (a) + (n - 1 - a) for a in 0 .. (n - 1) div 2
    ///       (a) + (n - 2 - a) for a in 0 .. (n - 2) div 2";
    /// let found = TextGame::new(kayles, &[]).unwrap().recognise().unwrap();
    /// assert_eq!(found.rule.to_string(), "0.77");
    /// ```
    pub fn recognise(&self) -> Option<Recognised> {
        let checked = self.checked();
        if checked.coordinates.len() != 1
            || checked.condition.is_some()
            || checked.terminal.is_some()
        {
            return None;
        }
        let mut sides = [Digits::default(), Digits::default()];
        for rule in &checked.moves {
            for (side, player) in sides.iter_mut().zip(Player::BOTH) {
                let allowed = match rule.players {
                    Players::Both => true,
                    Players::Left => player == Player::Left,
                    Players::Right => player == Player::Right,
                };
                if allowed {
                    side.add(rule)?;
                }
            }
        }
        let [left, right] = sides;
        let rule = if self.is_impartial() {
            HeapRule::Impartial(left.code()?)
        } else {
            HeapRule::Partizan(PartizanRule::new(left.takes()?, right.takes()?, false))
        };
        Some(Recognised { rule })
    }
}

/// The digits of a code as they are collected.
#[derive(Default)]
struct Digits {
    bits: Vec<u32>,
    /// Numbers whose parts must differ.
    distinct: Vec<usize>,
    /// Every number from here on may be taken.
    all_from: Option<usize>,
    /// Whether a move takes a smaller heap whole.
    into_sink: bool,
}

impl Digits {
    fn allow(&mut self, taken: i64, bits: u32) -> Option<()> {
        let taken = usize::try_from(taken).ok().filter(|t| *t <= MAX_SET)?;
        if taken == 0 && bits & 3 != 0 {
            return None;
        }
        if self.bits.len() <= taken {
            self.bits.resize(taken + 1, 0);
        }
        self.bits[taken] |= bits;
        Some(())
    }

    fn digits(&self) -> Option<(Vec<Digit>, usize)> {
        let mut digits: Vec<Digit> = Vec::new();
        for (k, &bits) in self.bits.iter().enumerate() {
            // One condition on sizes for all that a digit allows.
            let digit = match self.distinct.contains(&k) {
                true if bits & 4 != 0 => return None,
                true => Digit::from_bits(bits | 4).with_sizes(Sizes::Distinct),
                false => Digit::from_bits(bits),
            };
            digits.push(digit);
        }
        let Some(from) = self.all_from else {
            return Some((digits, 0));
        };
        if digits.len() <= from {
            digits.resize(from + 1, Digit::NONE);
        }
        for digit in &mut digits[from..] {
            if digit.sizes() != Sizes::Any {
                return None;
            }
            *digit = Digit::from_bits(digit.bits() | 3);
        }
        if digits.last() != Some(&Digit::TAKE) {
            digits.push(Digit::TAKE);
        }
        Some((digits, 1))
    }

    fn code(&self) -> Option<HeapCode> {
        let (digits, repeat) = self.digits()?;
        let subtraction = repeat == 0 && digits.iter().all(|d| d.is_none() || *d == Digit::TAKE);
        if subtraction {
            let set: Vec<u32> = self.takes()?;
            return Some(HeapCode::subtraction(&set));
        }
        let code = HeapCode::new(digits, repeat, Written::Digits);
        if self.into_sink && repeat == 0 {
            let sink = HeapCode::sink(&code.takes_up_to(MAX_SET));
            return Some(if sink.same_moves(&code) { sink } else { code });
        }
        Some(code)
    }

    /// The numbers that may be taken, if nothing else is possible.
    fn takes(&self) -> Option<Vec<u32>> {
        if self.all_from.is_some() || !self.distinct.is_empty() {
            return None;
        }
        let plain = self.bits.iter().all(|&bits| bits == 0 || bits == 3);
        let taken = self.bits.iter().enumerate().filter(|(_, bits)| **bits == 3);
        plain.then(|| taken.map(|(k, _)| k as u32).collect())
    }

    fn add(&mut self, rule: &MoveRule) -> Option<()> {
        let mut shape = Shape::default();
        for clause in &rule.clauses {
            match clause {
                Clause::For { local, values, .. } => shape.loops.push((*local, values)),
                Clause::If(node) => shape.guard(node)?,
                Clause::Let { local, value } => {
                    let form = shape.linear(value)?;
                    shape.lets.push((*local, form));
                }
            }
        }
        if let [part] = rule.parts.as_slice()
            && let Some(difference) = or_zero(&part[0])
        {
            return self.take_into_sink(&shape, &shape.linear(difference)?);
        }
        let parts: Option<Vec<Linear>> =
            rule.parts.iter().map(|part| shape.linear(&part[0])).collect();
        match parts?.as_slice() {
            [part] => self.take(&shape, part),
            [one, other] => self.split(&shape, one, other),
            _ => None,
        }
    }

    /// One heap is left.
    fn take(&mut self, shape: &Shape<'_>, part: &Linear) -> Option<()> {
        if let Some(cases) = shape.cases() {
            return self.take_in_cases(shape, part, &cases);
        }
        match shape.loops.as_slice() {
            &[(local, values)] => {
                if let (1, 0, &[(over, less)]) = (part.n, part.constant, part.locals.as_slice())
                    && over == local
                    && less < 0
                {
                    return self.take_multiples(shape, local, less.checked_neg()?, values);
                }
                // (m) for m in low ..< n
                let whole = part.n == 0 && part.is_over(&[(local, 1)]) && part.constant == 0;
                let Values::Range { from, to, inclusive, step: None } = values else {
                    return None;
                };
                if !whole || !shape.guards.is_empty() {
                    return None;
                }
                let mut last = shape.linear(to)?;
                last.constant = last.constant.checked_sub(i64::from(!inclusive))?;
                // The largest heap that can be left is n − least.
                if last.n != 1 || !last.locals.is_empty() || last.constant >= 0 {
                    return None;
                }
                let least = last.constant.checked_neg()?;
                match &from.kind {
                    NodeKind::Const(0) => self.take_all_from(least),
                    NodeKind::Binary(Binary::Max, a, b) => {
                        let low = match (&a.kind, &b.kind) {
                            (NodeKind::Const(0), _) => shape.linear(b)?,
                            (_, NodeKind::Const(0)) => shape.linear(a)?,
                            _ => return None,
                        };
                        if low.n != 1 || !low.locals.is_empty() {
                            return None;
                        }
                        let most = low.constant.checked_neg()?;
                        if most > MAX_SET as i64 {
                            return None;
                        }
                        (least..=most).try_for_each(|k| self.allow(k, 3))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// One heap is left, and all variables have constant values: each case by itself.
    fn take_in_cases(&mut self, shape: &Shape<'_>, part: &Linear, cases: &[Case]) -> Option<()> {
        for case in cases {
            let part = part.at(case)?;
            let guards = shape.guards.iter().map(|guard| guard.at(case));
            let guards: Vec<Guard> = guards.collect::<Option<_>>()?;
            // Conditions on the variables alone hold or not; the others are on the heap.
            let (on_heap, constant): (Vec<Guard>, Vec<Guard>) =
                guards.into_iter().partition(|guard| guard.form().n != 0);
            if constant.iter().all(Guard::holds) {
                self.allow(taken_by(&part)?, left_by(&on_heap, &part)?)?;
            }
        }
        Some(())
    }

    /// `(max(n - s, 0)) for s in … if n > 0`: s is taken, or a smaller heap whole.
    fn take_into_sink(&mut self, shape: &Shape<'_>, part: &Linear) -> Option<()> {
        self.into_sink = true;
        let mut largest = 0;
        for case in shape.cases()? {
            let taken = taken_by(&part.at(&case)?)?;
            let guards = shape.guards.iter().map(|guard| guard.at(&case));
            let (on_heap, constant): (Vec<Guard>, Vec<Guard>) =
                guards.collect::<Option<Vec<_>>>()?.into_iter().partition(|g| g.form().n != 0);
            // n ≥ 1 or n ≠ 0, and nothing else about the heap.
            let not_empty = |guard: &Guard| match guard {
                Guard::AtLeastZero(form) => form.n == 1 && form.constant == -1,
                Guard::NotZero(form) => form.n.abs() == 1 && form.constant == 0,
                Guard::Zero(_) => false,
            };
            if on_heap.is_empty() || !on_heap.iter().all(not_empty) || taken < 1 {
                return None;
            }
            if constant.iter().all(Guard::holds) {
                self.allow(taken, 3)?;
                largest = largest.max(taken);
            }
        }
        (1..largest).try_for_each(|smaller| self.allow(smaller, 1))
    }

    /// `(n - a*s) for s in …`, as far as the heap goes
    fn take_multiples(
        &mut self,
        shape: &Shape<'_>,
        local: usize,
        a: i64,
        values: &Values,
    ) -> Option<()> {
        let Values::Range { from, to, inclusive: true, step: None } = values else { return None };
        let NodeKind::Const(from) = from.kind else { return None };
        // A guard a*s <= n is what the range says, or what it need not say.
        let enough = |guard: &Guard| {
            matches!(guard, Guard::AtLeastZero(form)
                if form.n == 1 && form.constant >= 0 && form.is_over(&[(local, -a)]))
        };
        if !shape.guards.iter().all(enough) || from < 1 {
            return None;
        }
        let guarded = shape.guards.iter().any(|guard| guard.form().constant == 0);
        // n or n div a, which bounds s as a*s <= n does.
        let bounds = |node: &Node| match &node.kind {
            NodeKind::Coordinate(0) => a == 1 || guarded,
            NodeKind::Binary(Binary::Div, n, by) => {
                matches!((&n.kind, &by.kind), (NodeKind::Coordinate(0), NodeKind::Const(by)) if *by == a)
            }
            _ => false,
        };
        match &to.kind {
            NodeKind::Coordinate(0) if a == 1 => self.take_all_from(from),
            NodeKind::Binary(Binary::Min, one, other) => {
                let most = match (&one.kind, &other.kind) {
                    (NodeKind::Const(k), _) if bounds(other) => *k,
                    (_, NodeKind::Const(k)) if bounds(one) => *k,
                    _ => return None,
                };
                if most > MAX_SET as i64 {
                    return None;
                }
                (from..=most).try_for_each(|k| self.allow(a.checked_mul(k)?, 3))
            }
            _ => None,
        }
    }

    fn take_all_from(&mut self, from: i64) -> Option<()> {
        let from = usize::try_from(from).ok().filter(|f| (1..=MAX_SET).contains(f))?;
        self.all_from = Some(self.all_from.map_or(from, |old| old.min(from)));
        Some(())
    }

    /// Two heaps are left: (a) + (m − a), after c or the elements of a set are taken.
    fn split(&mut self, shape: &Shape<'_>, one: &Linear, other: &Linear) -> Option<()> {
        let (taken, (local, values)) = match *shape.loops.as_slice() {
            [pair] => (None, pair),
            [(s, set), pair] => (Some((s, constants(set)?)), pair),
            _ => return None,
        };
        // One part is a itself, the other m − a.
        let plain =
            |form: &Linear| form.n == 0 && form.constant == 0 && form.is_over(&[(local, 1)]);
        let rest = if plain(one) {
            other
        } else if plain(other) {
            one
        } else {
            return None;
        };
        let mut wanted = vec![(local, -1)];
        if let Some((s, _)) = &taken {
            wanted.push((*s, -1));
        }
        if rest.n != 1 || !rest.is_over(&wanted) {
            return None;
        }
        // m = n − c − s as a form without a.
        let mut m = rest.clone();
        m.locals.retain(|&(l, _)| l != local);
        let lowest = self.range_of(shape, values, &m)?;
        let mut distinct = false;
        for guard in &shape.guards {
            match guard {
                // m ≥ g for some g that the range implies anyway.
                Guard::AtLeastZero(form) if form.locals == m.locals && form.n == 1 => {
                    let g = m.constant.checked_sub(form.constant)?;
                    if g > if lowest == 1 { 2 } else { 0 } {
                        return None;
                    }
                }
                // a < m − a, a ≠ m − a
                Guard::AtLeastZero(form) if lowest == 1 => {
                    let mut twice = m.clone();
                    twice.add_local(local, -2)?;
                    twice.constant = twice.constant.checked_sub(1)?;
                    if *form != twice {
                        return None;
                    }
                    distinct = true;
                }
                Guard::NotZero(form) if lowest == 1 => {
                    let mut twice = m.clone();
                    twice.add_local(local, -2)?;
                    if *form != twice && *form != twice.negated()? {
                        return None;
                    }
                    distinct = true;
                }
                _ => return None,
            }
        }
        let c = m.constant.checked_neg()?;
        let takes = match taken {
            Some((_, set)) => set.iter().map(|s| s.checked_add(c)).collect::<Option<Vec<_>>>()?,
            None => vec![c],
        };
        for k in takes {
            match (lowest, distinct) {
                (1, true) => {
                    self.allow(k, 0)?;
                    self.distinct.push(k as usize);
                }
                (1, false) => self.allow(k, 4)?,
                _ => self.allow(k, 7)?,
            }
        }
        Some(())
    }

    /// The first value of a (0 or 1), if the range is `1 ..< m`, `1 .. m - 1`, `1 .. m div 2`, `0 .. m` or `0 .. m div 2`.
    fn range_of(&self, shape: &Shape<'_>, values: &Values, m: &Linear) -> Option<i64> {
        let Values::Range { from, to, inclusive, step: None } = values else { return None };
        let NodeKind::Const(lowest @ (0 | 1)) = from.kind else { return None };
        if let NodeKind::Binary(Binary::Div, whole, two) = &to.kind {
            let halves = matches!(two.kind, NodeKind::Const(2)) && *inclusive;
            return (halves && shape.linear(whole)? == *m).then_some(lowest);
        }
        let mut last = shape.linear(to)?;
        last.constant = last.constant.checked_sub(i64::from(!inclusive))?;
        let mut wanted = m.clone();
        wanted.constant = wanted.constant.checked_sub(lowest)?;
        (last == wanted).then_some(lowest)
    }
}

/// The expression whose negative values are replaced by 0, in `max(x, 0)` or `max(0, x)`.
fn or_zero(node: &Node) -> Option<&Node> {
    match &node.kind {
        NodeKind::Binary(Binary::Max, x, zero) | NodeKind::Binary(Binary::Max, zero, x)
            if matches!(zero.kind, NodeKind::Const(0)) =>
        {
            Some(x)
        }
        _ => None,
    }
}

/// How many stones a move to n − c takes.
fn taken_by(part: &Linear) -> Option<i64> {
    (part.n == 1 && part.locals.is_empty()).then(|| part.constant.checked_neg())?
}

/// The parts that may be left when one part is m: bits of a digit, by the guards on m.
fn left_by(guards: &[Guard], part: &Linear) -> Option<u32> {
    let mut bits = None;
    for guard in guards {
        let one = match guard {
            Guard::AtLeastZero(form) if form.same_up_to_constant(part) => {
                // m + d ≥ 0
                match form.constant.checked_sub(part.constant)? {
                    0 => 3,
                    -1 => 2,
                    // Less than m ≥ 0 asks for.
                    1.. => 7,
                    _ => return None,
                }
            }
            Guard::Zero(form) if form == part || form.negated()? == *part => 1,
            Guard::NotZero(form) if form == part || form.negated()? == *part => 6,
            _ => return None,
        };
        bits = Some(bits.map_or(one, |b: u32| b & one));
    }
    // Without a lower bound the move would leave the positions.
    bits.filter(|b| b & 4 == 0)
}

fn constants(values: &Values) -> Option<Vec<i64>> {
    match values {
        Values::Constants(values) => Some(values.clone()),
        Values::Range { from, to, inclusive, step } => {
            let (NodeKind::Const(from), NodeKind::Const(to)) = (&from.kind, &to.kind) else {
                return None;
            };
            let step = match step.as_deref().map(constant) {
                None => 1,
                Some(step) => usize::try_from(step?).ok().filter(|step| *step >= 1)?,
            };
            let to = to.checked_sub(i64::from(!inclusive))?;
            let small = to.checked_sub(*from)? < MAX_SET as i64;
            small.then(|| (*from..=to).step_by(step).collect())
        }
        Values::One(node) => constant(node).map(|one| vec![one]),
        Values::Union(parts) => {
            let parts: Option<Vec<Vec<i64>>> = parts.iter().map(constants).collect();
            Some(parts?.concat()).filter(|all| all.len() <= MAX_SET)
        }
    }
}

/// The number that a node is.
fn constant(node: &Node) -> Option<i64> {
    match &node.kind {
        NodeKind::Const(constant) => Some(*constant),
        NodeKind::Unary(Unary::Step, a) => constant(a),
        NodeKind::Unary(Unary::Negate, a) => constant(a)?.checked_neg(),
        _ => None,
    }
}

/// Values of the variables of loops.
type Case = Vec<(usize, i64)>;

/// constant + n·(heap) + Σ coefficient·variable.
#[derive(Clone, Debug, Default, PartialEq)]
struct Linear {
    constant: i64,
    n: i64,
    /// Sorted by variable, no coefficient 0.
    locals: Vec<(usize, i64)>,
}

impl Linear {
    fn is_over(&self, locals: &[(usize, i64)]) -> bool {
        let mut wanted = locals.to_vec();
        wanted.sort_unstable();
        self.locals == wanted
    }

    fn same_up_to_constant(&self, other: &Linear) -> bool {
        self.n == other.n && self.locals == other.locals
    }

    fn add_local(&mut self, local: usize, coefficient: i64) -> Option<()> {
        match self.locals.iter_mut().find(|(l, _)| *l == local) {
            Some((_, c)) => *c = c.checked_add(coefficient)?,
            None => self.locals.push((local, coefficient)),
        }
        self.locals.retain(|&(_, c)| c != 0);
        self.locals.sort_unstable();
        Some(())
    }

    fn plus(mut self, other: &Linear, factor: i64) -> Option<Linear> {
        self.constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        self.n = self.n.checked_add(other.n.checked_mul(factor)?)?;
        for &(local, c) in &other.locals {
            self.add_local(local, c.checked_mul(factor)?)?;
        }
        Some(self)
    }

    fn negated(&self) -> Option<Linear> {
        Linear::default().plus(self, -1)
    }

    /// The form with values for variables.
    fn at(&self, case: &Case) -> Option<Linear> {
        let mut form = Linear { locals: Vec::new(), ..self.clone() };
        for &(local, c) in &self.locals {
            match case.iter().find(|(known, _)| *known == local) {
                Some((_, value)) => {
                    form.constant = form.constant.checked_add(c.checked_mul(*value)?)?;
                }
                None => form.add_local(local, c)?,
            }
        }
        Some(form)
    }
}

/// A condition on a move.
#[derive(Debug)]
enum Guard {
    AtLeastZero(Linear),
    Zero(Linear),
    NotZero(Linear),
}

impl Guard {
    fn form(&self) -> &Linear {
        match self {
            Guard::AtLeastZero(form) | Guard::Zero(form) | Guard::NotZero(form) => form,
        }
    }

    /// The condition with values for variables.
    fn at(&self, case: &Case) -> Option<Guard> {
        Some(match self {
            Guard::AtLeastZero(form) => Guard::AtLeastZero(form.at(case)?),
            Guard::Zero(form) => Guard::Zero(form.at(case)?),
            Guard::NotZero(form) => Guard::NotZero(form.at(case)?),
        })
    }

    /// Whether a condition on a constant holds.
    fn holds(&self) -> bool {
        match self {
            Guard::AtLeastZero(form) => form.constant >= 0,
            Guard::Zero(form) => form.constant == 0,
            Guard::NotZero(form) => form.constant != 0,
        }
    }
}

/// The clauses of a move.
#[derive(Default)]
struct Shape<'r> {
    loops: Vec<(usize, &'r Values)>,
    lets: Vec<(usize, Linear)>,
    guards: Vec<Guard>,
}

impl Shape<'_> {
    /// The values that the variables of the loops take together, if they are constants, and not too many.
    fn cases(&self) -> Option<Vec<Case>> {
        let mut cases = vec![Case::new()];
        for (local, values) in &self.loops {
            let set = constants(values)?;
            if set.len().checked_mul(cases.len())? > MAX_SET {
                return None;
            }
            let with = |case: &Case, value: i64| [case.as_slice(), &[(*local, value)]].concat();
            cases = cases.iter().flat_map(|case| set.iter().map(|&s| with(case, s))).collect();
        }
        Some(cases)
    }

    fn linear(&self, node: &Node) -> Option<Linear> {
        match &node.kind {
            NodeKind::Const(constant) => Some(Linear { constant: *constant, ..Linear::default() }),
            NodeKind::Coordinate(_) => Some(Linear { n: 1, ..Linear::default() }),
            NodeKind::Local(local) => {
                let known = self.lets.iter().find(|(l, _)| l == local);
                Some(match known {
                    Some((_, form)) => form.clone(),
                    None => Linear { locals: vec![(*local, 1)], ..Linear::default() },
                })
            }
            NodeKind::Unary(Unary::Negate, a) => self.linear(a)?.negated(),
            NodeKind::Binary(Binary::Add, a, b) => self.linear(a)?.plus(&self.linear(b)?, 1),
            NodeKind::Binary(Binary::Subtract, a, b) => self.linear(a)?.plus(&self.linear(b)?, -1),
            NodeKind::Binary(Binary::Multiply, a, b) => match (&a.kind, &b.kind) {
                (NodeKind::Const(k), _) => Linear::default().plus(&self.linear(b)?, *k),
                (_, NodeKind::Const(k)) => Linear::default().plus(&self.linear(a)?, *k),
                _ => None,
            },
            _ => None,
        }
    }

    fn guard(&mut self, node: &Node) -> Option<()> {
        match &node.kind {
            NodeKind::And(a, b) => {
                self.guard(a)?;
                self.guard(b)
            }
            NodeKind::Binary(Binary::Compare(comparison), a, b) => {
                let difference = self.linear(a)?.plus(&self.linear(b)?, -1)?;
                let one_less = |form: Linear| {
                    let constant = form.constant.checked_sub(1)?;
                    Some(Linear { constant, ..form })
                };
                self.guards.push(match comparison {
                    Comparison::Equal => Guard::Zero(difference),
                    Comparison::Different => Guard::NotZero(difference),
                    Comparison::AtLeast => Guard::AtLeastZero(difference),
                    Comparison::Greater => Guard::AtLeastZero(one_less(difference)?),
                    Comparison::AtMost => Guard::AtLeastZero(difference.negated()?),
                    Comparison::Less => Guard::AtLeastZero(one_less(difference.negated()?)?),
                });
                Some(())
            }
            _ => None,
        }
    }
}
