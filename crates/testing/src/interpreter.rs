//! The meaning of the language, by walking the syntax tree.
//!
//! This is the twin of the compiler: it shares the parser with it and nothing else. Names are looked
//! up by their text, numbers are computed without bound and refused afterwards, sets are lists,
//! functions are called. Nothing is folded, put in place, collected or guessed.

use std::collections::HashMap;

use ishitori_language::ast::{
    Clause, Comparison, Domain, EndDeclaration, Expr, ExprKind, Formula, ItemKind, Move, Operator,
    Players, Program, SetItem,
};
use ishitori_values::{Outcome, Player};

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The game is at fault: an operation without result, a move to no position, a cycle.
    Fault,
    /// More work than a test wants to do.
    TooLong,
    /// No clause of a formula applies.
    Undefined,
}

type Found<T> = Result<T, Stop>;

/// A value of the language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number.
    Int(i64),
    /// Whether a condition holds.
    Bool(bool),
    /// An outcome.
    Letter(Outcome),
    /// A set of numbers, in no order.
    Set(Vec<i64>),
}

type Names = Vec<(String, Value)>;

/// Steps of evaluation that one table may take.
const MAX_STEPS: u64 = 3_000_000;
/// The longest list of values of a variable.
const MAX_VALUES: i128 = 5_000;

/// A game as it is written, with its constants.
pub struct Interpreter<'p> {
    program: &'p Program,
    constants: Names,
    coordinates: Vec<String>,
    /// The name of the coordinate that counts the passes left.
    passes: Option<String>,
    steps: u64,
}

/// An option: the positions that it leads to, played as a sum.
pub type Parts = Vec<Vec<i64>>;

impl<'p> Interpreter<'p> {
    /// A game with values for parameters.
    pub fn new(program: &'p Program, settings: &[(&str, Value)]) -> Found<Interpreter<'p>> {
        let mut game = Interpreter {
            program,
            constants: Vec::new(),
            coordinates: Vec::new(),
            passes: None,
            steps: 0,
        };
        for parameter in program.header.iter().flat_map(|h| &h.parameters) {
            let name = &parameter.name.text;
            let set = settings.iter().find(|(n, _)| n == name).map(|(_, value)| value.clone());
            let value = match (set, &parameter.default) {
                (Some(value), _) => value,
                (None, Some(e)) => game.constant(e)?,
                (None, None) => return Err(Stop::Fault),
            };
            game.constants.push((name.clone(), value));
        }
        for item in &program.items {
            match &item.kind {
                ItemKind::Let { name, value } => {
                    let value = game.constant(value)?;
                    game.constants.push((name.text.clone(), value));
                }
                ItemKind::Position { coordinates, .. } => {
                    game.coordinates = coordinates.iter().map(|c| c.text.clone()).collect();
                }
                ItemKind::Passes { name, .. } => game.passes = Some(name.text.clone()),
                _ => {}
            }
        }
        game.coordinates.extend(game.passes.clone());
        Ok(game)
    }

    fn constant(&mut self, e: &Expr) -> Found<Value> {
        match &e.kind {
            ExprKind::Set(items) => Ok(Value::Set(self.items(items, &mut Vec::new())?)),
            _ => self.eval(e, &mut Vec::new()),
        }
    }

    fn position_names(&self, position: &[i64]) -> Names {
        let values = position.iter().map(|&c| Value::Int(c));
        self.coordinates.iter().cloned().zip(values).collect()
    }

    /// Whether a tuple is a position.
    pub fn contains(&mut self, position: &[i64]) -> Found<bool> {
        if position.iter().any(|&c| !(0..1 << 31).contains(&c)) {
            return Ok(false);
        }
        for item in &self.program.items {
            if let ItemKind::Position { condition: Some(condition), .. } = &item.kind {
                let mut names = self.position_names(position);
                return self.holds(condition, &mut names);
            }
        }
        Ok(true)
    }

    fn is_terminal(&mut self, position: &[i64]) -> Found<bool> {
        for item in &self.program.items {
            if let ItemKind::Terminal(condition) = &item.kind {
                let mut names = self.position_names(position);
                return self.holds(condition, &mut names);
            }
        }
        Ok(false)
    }

    /// Whether both players have the same moves by their form.
    pub fn is_impartial(&self) -> bool {
        self.program.items.iter().all(|item| match &item.kind {
            ItemKind::Moves { players, .. } => *players == Players::Both,
            _ => true,
        })
    }

    /// Whether some move leads to a sum.
    pub fn has_sums(&self) -> bool {
        self.program.items.iter().any(|item| match &item.kind {
            ItemKind::Moves { moves, .. } => moves.iter().any(|m| m.parts.len() > 1),
            _ => false,
        })
    }

    /// The options of a player, all of them positions.
    pub fn options(&mut self, position: &[i64], player: Player) -> Found<Vec<Parts>> {
        let mut options = Vec::new();
        if self.is_terminal(position)? {
            return Ok(options);
        }
        for item in &self.program.items {
            if let ItemKind::Passes { condition, .. } = &item.kind {
                let mut names = self.position_names(position);
                let left = *position.last().ok_or(Stop::Fault)?;
                let open = match condition {
                    Some(condition) if left > 0 => self.holds(condition, &mut names)?,
                    _ => left > 0,
                };
                if open {
                    let mut after = position.to_vec();
                    *after.last_mut().ok_or(Stop::Fault)? -= 1;
                    options.push(vec![after]);
                }
            }
            let ItemKind::Moves { players, moves } = &item.kind else { continue };
            let allowed = match players {
                Players::Both => true,
                Players::Left => player == Player::Left,
                Players::Right => player == Player::Right,
            };
            if !allowed {
                continue;
            }
            for one in moves {
                let mut names = self.position_names(position);
                self.clauses(one, 0, &mut names, &mut options)?;
            }
        }
        options.sort();
        options.dedup();
        for part in options.iter().flatten() {
            if !self.contains(part)? {
                return Err(Stop::Fault);
            }
        }
        Ok(options)
    }

    fn clauses(
        &mut self,
        one: &Move,
        at: usize,
        names: &mut Names,
        options: &mut Vec<Parts>,
    ) -> Found<()> {
        let Some(clause) = one.clauses.get(at) else {
            let mut parts = Vec::new();
            for part in &one.parts {
                let coordinates: Found<Vec<i64>> =
                    part.iter().map(|e| self.int(e, names)).collect();
                let mut coordinates = coordinates?;
                if let Some(passes) = &self.passes {
                    let left = names.iter().find(|(name, _)| name == passes);
                    let Some((_, Value::Int(left))) = left else { return Err(Stop::Fault) };
                    coordinates.push(*left);
                }
                parts.push(coordinates);
            }
            parts.sort();
            options.push(parts);
            return Ok(());
        };
        match clause {
            Clause::If(condition) => match self.holds(condition, names)? {
                true => self.clauses(one, at + 1, names, options),
                false => Ok(()),
            },
            Clause::Let { name, value } => {
                let value = self.eval(value, names)?;
                names.push((name.text.clone(), value));
                self.clauses(one, at + 1, names, options)?;
                names.pop();
                Ok(())
            }
            Clause::For { name, domain } => {
                for value in self.domain(domain, names)? {
                    names.push((name.text.clone(), Value::Int(value)));
                    self.clauses(one, at + 1, names, options)?;
                    names.pop();
                }
                Ok(())
            }
        }
    }

    /// The letter of a final position.
    pub fn letter(&mut self, position: &[i64]) -> Found<Outcome> {
        for item in &self.program.items {
            match &item.kind {
                ItemKind::End(EndDeclaration::Misere) => return Ok(Outcome::N),
                ItemKind::End(EndDeclaration::Letter(e)) => {
                    let mut names = self.position_names(position);
                    return match self.eval(e, &mut names)? {
                        Value::Letter(letter) => Ok(letter),
                        other => panic!("{other:?} is no letter"),
                    };
                }
                _ => {}
            }
        }
        Ok(Outcome::P)
    }

    /// The value of the first clause of a formula that applies.
    pub fn formula(&mut self, formula: &Formula, position: &[i64]) -> Found<Value> {
        for clause in &formula.clauses {
            let mut names = self.position_names(position);
            match self.eval(clause, &mut names) {
                Err(Stop::Undefined) => {}
                found => return found,
            }
        }
        Err(Stop::Undefined)
    }

    // Expressions.

    fn step(&mut self) -> Found<()> {
        self.steps += 1;
        if self.steps > MAX_STEPS { Err(Stop::TooLong) } else { Ok(()) }
    }

    fn int(&mut self, e: &Expr, names: &mut Names) -> Found<i64> {
        match self.eval(e, names)? {
            Value::Int(value) => Ok(value),
            other => panic!("{other:?} is no number"),
        }
    }

    fn holds(&mut self, e: &Expr, names: &mut Names) -> Found<bool> {
        match self.eval(e, names)? {
            Value::Bool(value) => Ok(value),
            other => panic!("{other:?} is no condition"),
        }
    }

    fn lookup(&self, name: &str, names: &Names) -> Value {
        let known = names.iter().rev().chain(&self.constants).find(|(n, _)| n == name);
        match (known, name) {
            (Some((_, value)), _) => value.clone(),
            (None, "true") => Value::Bool(true),
            (None, "false") => Value::Bool(false),
            (None, "L") => Value::Letter(Outcome::L),
            (None, "R") => Value::Letter(Outcome::R),
            (None, "N") => Value::Letter(Outcome::N),
            (None, "P") => Value::Letter(Outcome::P),
            _ => panic!("there is no {name}"),
        }
    }

    fn eval(&mut self, e: &Expr, names: &mut Names) -> Found<Value> {
        self.step()?;
        Ok(match &e.kind {
            ExprKind::Int(value) => Value::Int(*value),
            ExprKind::Name(name) => self.lookup(name, names),
            ExprKind::Negate(inner) => Value::Int(fits(-i128::from(self.int(inner, names)?))?),
            ExprKind::Not(inner) => Value::Bool(!self.holds(inner, names)?),
            ExprKind::Binary { operator: Operator::And, left, right } => {
                Value::Bool(self.holds(left, names)? && self.holds(right, names)?)
            }
            ExprKind::Binary { operator: Operator::Or, left, right } => {
                Value::Bool(self.holds(left, names)? || self.holds(right, names)?)
            }
            ExprKind::Binary { operator, left, right } => {
                let (a, b) = (self.int(left, names)?.into(), self.int(right, names)?.into());
                Value::Int(fits(match operator {
                    Operator::Add => a + b,
                    Operator::Subtract => a - b,
                    Operator::Multiply => a * b,
                    Operator::Div => floor(a, b)?,
                    Operator::Mod => a - b * floor(a, b)?,
                    Operator::Xor => a ^ b,
                    Operator::And | Operator::Or => unreachable!("conditions are above"),
                })?)
            }
            ExprKind::Compare { first, rest } => {
                let mut left = self.int(first, names)?;
                let mut holds = true;
                for (comparison, right) in rest {
                    let right = self.int(right, names)?;
                    holds = match comparison {
                        Comparison::Equal => left == right,
                        Comparison::Different => left != right,
                        Comparison::Less => left < right,
                        Comparison::AtMost => left <= right,
                        Comparison::Greater => left > right,
                        Comparison::AtLeast => left >= right,
                    };
                    if !holds {
                        break;
                    }
                    left = right;
                }
                Value::Bool(holds)
            }
            ExprKind::If { condition, yes, no } => match (self.holds(condition, names)?, no) {
                (true, _) => self.eval(yes, names)?,
                (false, Some(no)) => self.eval(no, names)?,
                (false, None) => return Err(Stop::Undefined),
            },
            ExprKind::Let { name, value, body } => {
                let value = self.eval(value, names)?;
                names.push((name.text.clone(), value));
                let found = self.eval(body, names);
                names.pop();
                found?
            }
            ExprKind::In { element, set } => {
                let element = self.int(element, names)?;
                Value::Bool(self.is_in(element, set, names)?)
            }
            ExprKind::Set(items) => Value::Set(self.items(items, names)?),
            ExprKind::Call { name, arguments } => {
                let values: Found<Vec<i64>> =
                    arguments.iter().map(|e| self.int(e, names)).collect();
                self.call(&name.text, &values?)?
            }
        })
    }

    fn call(&mut self, name: &str, values: &[i64]) -> Found<Value> {
        for item in &self.program.items {
            if let ItemKind::Def { name: defined, arguments, body } = &item.kind
                && defined.text == name
            {
                let bound = values.iter().map(|&v| Value::Int(v));
                let mut names: Names =
                    arguments.iter().map(|n| n.text.clone()).zip(bound).collect();
                return self.eval(body, &mut names);
            }
        }
        builtin(name, values).map(Value::Int)
    }

    /// The ends and the step of a range.
    fn range(&mut self, domain: &Domain, names: &mut Names) -> Found<(i128, i128, i128)> {
        let Domain::Range { from, to, inclusive, step } = domain else {
            panic!("{domain:?} is no range")
        };
        let (from, to) = (self.int(from, names)?, self.int(to, names)?);
        let step = match step {
            Some(step) => self.int(step, names)?,
            None => 1,
        };
        if step < 1 {
            return Err(Stop::Fault);
        }
        Ok((from.into(), i128::from(to) - i128::from(!inclusive), step.into()))
    }

    /// The values that a variable runs through.
    fn domain(&mut self, domain: &Domain, names: &mut Names) -> Found<Vec<i64>> {
        match domain {
            Domain::Set(set) => match self.eval(set, names)? {
                Value::Set(values) => Ok(values),
                other => panic!("{other:?} is no set"),
            },
            Domain::Range { .. } => {
                let (from, to, step) = self.range(domain, names)?;
                if to - from > MAX_VALUES * step {
                    return Err(Stop::TooLong);
                }
                let values = std::iter::successors(Some(from), |v| Some(v + step));
                Ok(values.take_while(|v| *v <= to).map(|v| v as i64).collect())
            }
        }
    }

    fn items(&mut self, items: &[SetItem], names: &mut Names) -> Found<Vec<i64>> {
        let mut all = Vec::new();
        for item in items {
            match item {
                SetItem::One(e) => all.push(self.int(e, names)?),
                SetItem::Range(domain) => all.extend(self.domain(domain, names)?),
            }
        }
        Ok(all)
    }

    fn is_in(&mut self, element: i64, set: &Domain, names: &mut Names) -> Found<bool> {
        let in_range = |(from, to, step): (i128, i128, i128)| {
            let element = i128::from(element);
            from <= element && element <= to && (element - from) % step == 0
        };
        match set {
            Domain::Range { .. } => Ok(in_range(self.range(set, names)?)),
            Domain::Set(e) => match &e.kind {
                // Nothing needs to be listed, and everything is examined.
                ExprKind::Set(items) => {
                    let mut found = false;
                    for item in items {
                        found |= match item {
                            SetItem::One(e) => self.int(e, names)? == element,
                            SetItem::Range(domain) => in_range(self.range(domain, names)?),
                        };
                    }
                    Ok(found)
                }
                _ => Ok(self.domain(set, names)?.contains(&element)),
            },
        }
    }
}

fn fits(value: i128) -> Found<i64> {
    i64::try_from(value).map_err(|_| Stop::Fault)
}

/// ⌊a/b⌋.
fn floor(a: i128, b: i128) -> Found<i128> {
    match b {
        0 => Err(Stop::Fault),
        // The rest of a Euclidean division is at least 0, so it rounds up if b < 0.
        _ if b < 0 && a.rem_euclid(b) != 0 => Ok(a.div_euclid(b) - 1),
        _ => Ok(a.div_euclid(b)),
    }
}

/// The functions of the language.
fn builtin(name: &str, values: &[i64]) -> Found<i64> {
    let wide: Vec<i128> = values.iter().map(|&v| i128::from(v)).collect();
    let shift = |by: i128| if (0..=62).contains(&by) { Ok(1i128 << by) } else { Err(Stop::Fault) };
    let natural = |v: i128| if v < 0 { Err(Stop::Fault) } else { Ok(v) };
    fits(match (name, wide.as_slice()) {
        ("min", all) => all.iter().copied().fold(i128::MAX, |m, v| if v < m { v } else { m }),
        ("max", all) => all.iter().copied().fold(i128::MIN, |m, v| if v > m { v } else { m }),
        ("gcd", all) => {
            let mut result = 0;
            for &v in all {
                let (mut a, mut b): (i128, i128) = (result, v.abs());
                while b != 0 {
                    (a, b) = (b, a % b);
                }
                result = a;
            }
            result
        }
        ("abs", &[a]) => a.abs(),
        ("bitand", &[a, b]) => a & b,
        ("bitor", &[a, b]) => a | b,
        ("bit", &[a, i]) => floor(natural(a)?, shift(i)?)? % 2,
        ("shl", &[a, i]) => a * shift(i)?,
        ("shr", &[a, i]) => floor(a, shift(i)?)?,
        ("popcount", &[a]) => {
            let (mut rest, mut ones) = (natural(a)?, 0);
            while rest > 0 {
                (rest, ones) = (rest / 2, ones + rest % 2);
            }
            ones
        }
        ("isqrt", &[a]) => {
            let a = natural(a)?;
            let mut root = (a as f64).sqrt() as i128;
            while root * root > a {
                root -= 1;
            }
            while (root + 1) * (root + 1) <= a {
                root += 1;
            }
            root
        }
        ("pow", &[a, b]) => {
            let mut result: i128 = 1;
            for _ in 0..natural(b)? {
                result *= a;
                if matches!(result, 0 | 1) {
                    break;
                }
                fits(result)?;
                if result == -1 {
                    result = if b % 2 == 0 { 1 } else { -1 };
                    break;
                }
            }
            if a == 0 && b > 0 { 0 } else { result }
        }
        _ => panic!("there is no function {name} of {}", values.len()),
    })
}

/// The end rule: who wins when no move is left.
#[derive(Clone, Debug)]
pub enum End {
    /// The end rule in the text of the game.
    OfGame,
    /// A letter by the total of the coordinates, modulo the number of letters.
    Letters(Vec<Outcome>),
}

/// Solves a game by the definitions, remembering what it has found.
pub struct Twin<'p> {
    /// The game that is asked.
    pub game: Interpreter<'p>,
    grundy: HashMap<Vec<i64>, Option<u32>>,
    outcomes: HashMap<Parts, Option<Outcome>>,
}

/// Positions that a search may visit.
const MAX_POSITIONS: usize = 40_000;

impl<'p> Twin<'p> {
    /// Nothing is known yet.
    pub fn new(game: Interpreter<'p>) -> Twin<'p> {
        Twin { game, grundy: HashMap::new(), outcomes: HashMap::new() }
    }

    /// The least number that is not the nim-sum of an option.
    pub fn grundy(&mut self, position: &[i64]) -> Found<u32> {
        match self.grundy.get(position) {
            Some(Some(known)) => return Ok(*known),
            Some(None) => return Err(Stop::Fault),
            None if self.grundy.len() > MAX_POSITIONS => return Err(Stop::TooLong),
            None => {}
        }
        self.grundy.insert(position.to_vec(), None);
        let mut seen = Vec::new();
        for option in self.game.options(position, Player::Left)? {
            let mut sum = 0;
            for part in option {
                sum ^= self.grundy(&part)?;
            }
            seen.push(sum);
        }
        let mex = (0..).find(|g| !seen.contains(g)).expect("finitely many options");
        self.grundy.insert(position.to_vec(), Some(mex));
        Ok(mex)
    }

    /// The options of a sum.
    pub fn sum_options(&mut self, sum: &Parts, player: Player) -> Found<Vec<Parts>> {
        let mut options = Vec::new();
        for (i, part) in sum.iter().enumerate() {
            for left in self.game.options(part, player)? {
                let mut parts = sum.clone();
                parts.remove(i);
                parts.extend(left);
                parts.sort();
                options.push(parts);
            }
        }
        options.sort();
        options.dedup();
        Ok(options)
    }

    /// The outcome of a sum; forget everything before asking under another end.
    pub fn outcome(&mut self, sum: &Parts, end: &End) -> Found<Outcome> {
        match self.outcomes.get(sum) {
            Some(Some(known)) => return Ok(*known),
            Some(None) => return Err(Stop::Fault),
            None if self.outcomes.len() > MAX_POSITIONS => return Err(Stop::TooLong),
            None => {}
        }
        self.outcomes.insert(sum.clone(), None);
        let mut wins = [false; 2];
        for player in Player::BOTH {
            let options = self.sum_options(sum, player)?;
            wins[player as usize] = match options.is_empty() {
                true => self.letter(sum, end)?.wins_moving_first(player),
                false => {
                    let mut won = false;
                    for option in &options {
                        let after = self.outcome(option, end)?;
                        won |= !after.wins_moving_first(player.opponent());
                    }
                    won
                }
            };
        }
        let outcome = Outcome::from_first_move_wins(wins[0], wins[1]);
        self.outcomes.insert(sum.clone(), Some(outcome));
        Ok(outcome)
    }

    fn letter(&mut self, sum: &Parts, end: &End) -> Found<Outcome> {
        match end {
            End::Letters(letters) => {
                let total: i64 = sum.iter().flatten().sum();
                Ok(letters[total as usize % letters.len()])
            }
            End::OfGame => match sum.as_slice() {
                [only] => self.game.letter(only),
                // Only normal and misère play are the same for all positions.
                _ => self.game.letter(&sum[0]),
            },
        }
    }

    /// Forgets what was found.
    pub fn forget(&mut self) {
        self.grundy.clear();
        self.outcomes.clear();
    }
}

/// All tuples up to `last`, the last coordinate fastest.
pub fn cells(last: &[u32]) -> Vec<Vec<i64>> {
    let mut all = vec![vec![]];
    for &last in last {
        let longer = all.iter().flat_map(|start: &Vec<i64>| {
            (0..=i64::from(last)).map(|c| start.iter().copied().chain([c]).collect())
        });
        all = longer.collect();
    }
    all
}
