//! Games and formulas of the language as data of certificates.

use std::collections::HashMap;

use ishitori_certify::{FormulaClaim, Term, Test, TupleMove, TuplePlayer, TupleRule, is_name};
use ishitori_language::ast::{Comparison, Players};
use ishitori_language::ir::{Binary, Clause, EndNode, MoveRule, Node, NodeKind, Unary, Values};
use ishitori_language::{Formula as Conjecture, TextGame, Type, outcome};
use ishitori_values::{Outcome, Player};

/// A variable of the language as data.
#[derive(Clone)]
enum Bound {
    Number(Term),
    Truth(Test),
}

struct Names<'n> {
    coordinates: &'n [String],
    locals: HashMap<usize, Bound>,
}

/// A game as data; `None` for what the format does not have.
pub(super) fn rule(game: &TextGame) -> Option<TupleRule> {
    let checked = game.checked();
    let coordinates = coordinates(game);
    let mut names = Names { coordinates: &coordinates, locals: HashMap::new() };
    let position = match &checked.condition {
        Some(condition) => names.test(condition)?,
        None => always(true),
    };
    let terminal = match &checked.terminal {
        Some(condition) => Some(names.test(condition)?),
        None => None,
    };
    let moves: Option<Vec<TupleMove>> =
        checked.moves.iter().map(|rule| names.one_move(rule, terminal.as_ref())).collect();
    let end = match &checked.end {
        EndNode::Normal => None,
        EndNode::Misere => Some(Box::new([always(true), always(true)])),
        EndNode::Letter(node) => {
            let left = names.wins(node, Player::Left, None)?;
            Some(Box::new([left, names.wins(node, Player::Right, None)?]))
        }
    };
    Some(TupleRule { coordinates: coordinates.clone(), position, moves: moves?, end })
}

/// The names of the coordinates; those that certificates do not accept are replaced.
fn coordinates(game: &TextGame) -> Vec<String> {
    let own = &game.checked().coordinates;
    let mut names: Vec<String> = Vec::new();
    for name in own {
        let taken = |name: &String| names.contains(name) || own.contains(name);
        let fresh = || (1..).map(|i| format!("x{i}")).find(|name| !taken(name));
        names.push(if is_name(name) { name.clone() } else { fresh().unwrap_or_default() });
    }
    names
}

/// What a formula claims, as data. What is proved says something at every position, so that
/// anything may stand where it says nothing.
pub(super) fn claim(game: &TextGame, formula: &Conjecture) -> Option<FormulaClaim> {
    let coordinates = &coordinates(game);
    let mut names = Names { coordinates, locals: HashMap::new() };
    let clauses = &formula.checked().clauses;
    let mut test = |of: &mut dyn FnMut(&mut Names<'_>, &Node, &Test) -> Option<Test>| {
        clauses.iter().rev().try_fold(always(false), |rest, clause| of(&mut names, clause, &rest))
    };
    Some(match formula.kind() {
        Type::Int => {
            let mut names = Names { coordinates, locals: HashMap::new() };
            let mut clauses = clauses.iter().rev();
            let mut grundy = names.term(clauses.next()?, Some(&Term::Number(0)))?;
            for clause in clauses {
                grundy = names.term(clause, Some(&grundy))?;
            }
            FormulaClaim::Grundy(grundy)
        }
        Type::Letter => FormulaClaim::Outcomes([
            test(&mut |names, node, rest| names.wins(node, Player::Left, Some(rest)))?,
            test(&mut |names, node, rest| names.wins(node, Player::Right, Some(rest)))?,
        ]),
        _ => FormulaClaim::PPositions(test(&mut |names, node, rest| {
            names.choice(node, Some(rest), &mut |names, node| names.test(node))
        })?),
    })
}

fn always(holds: bool) -> Test {
    match holds {
        true => Test::All(Vec::new()),
        false => Test::Any(Vec::new()),
    }
}

fn not(test: Test) -> Test {
    match test {
        Test::Not(test) => *test,
        test => Test::Not(Box::new(test)),
    }
}

/// One condition if a test holds, else another, said briefly where one of them is constant.
fn either(test: Test, yes: Test, no: Test) -> Test {
    let [always_yes, never_yes] = [true, false].map(|holds| yes == always(holds));
    let [always_no, never_no] = [true, false].map(|holds| no == always(holds));
    match () {
        () if yes == no => yes,
        () if always_yes && never_no => test,
        () if never_yes && always_no => not(test),
        () if always_yes => Test::Any(vec![test, no]),
        () if never_yes => Test::All(vec![not(test), no]),
        () if always_no => Test::Any(vec![not(test), yes]),
        () if never_no => Test::All(vec![test, yes]),
        () => Test::Any(vec![Test::All(vec![test.clone(), yes]), Test::All(vec![not(test), no])]),
    }
}

fn minus(a: Term, b: Term) -> Term {
    Term::Sum(vec![a, Term::Times(-1, Box::new(b))])
}

impl Names<'_> {
    fn one_move(&mut self, rule: &MoveRule, terminal: Option<&Test>) -> Option<TupleMove> {
        let mut variables = Vec::new();
        let mut conditions: Vec<Test> =
            terminal.map(|test| Test::Not(Box::new(test.clone()))).into_iter().collect();
        for clause in &rule.clauses {
            match clause {
                Clause::For { local, name, values } => {
                    let free = |name: &String| {
                        !self.coordinates.contains(name) && !variables.contains(name)
                    };
                    let name = match is_name(name) && free(name) {
                        true => name.clone(),
                        false => (1..).map(|i| format!("s{i}")).find(free)?,
                    };
                    let term = Term::Name(name.clone());
                    variables.push(name);
                    conditions.push(self.member(&term, values)?);
                    self.locals.insert(*local, Bound::Number(term));
                }
                Clause::If(condition) => conditions.push(self.test(condition)?),
                Clause::Let { local, value } => self.bind(*local, value)?,
            }
        }
        let mut parts = Vec::new();
        for part in &rule.parts {
            let part: Option<Vec<Term>> = part.iter().map(|node| self.term(node, None)).collect();
            parts.push(part?);
        }
        if parts.is_empty() {
            return None;
        }
        let player = match rule.players {
            Players::Both => None,
            Players::Left => Some(TuplePlayer::Left),
            Players::Right => Some(TuplePlayer::Right),
        };
        let option = parts.remove(0);
        let condition = Test::All(conditions);
        Some(TupleMove { variables, condition, option, plus: parts, player })
    }

    /// Where a player wins moving first by a letter; where it is undefined, `otherwise`.
    fn wins(&mut self, node: &Node, player: Player, otherwise: Option<&Test>) -> Option<Test> {
        self.choice(node, otherwise, &mut |_, node| match node.kind {
            NodeKind::Const(letter) => {
                Some(always(Outcome::wins_moving_first(outcome(letter), player)))
            }
            _ => None,
        })
    }

    /// Where a condition that chooses holds; where it is undefined, `otherwise`.
    fn choice(
        &mut self,
        node: &Node,
        otherwise: Option<&Test>,
        of: &mut dyn FnMut(&mut Self, &Node) -> Option<Test>,
    ) -> Option<Test> {
        match &node.kind {
            NodeKind::Undefined => otherwise.cloned(),
            NodeKind::If(parts) => {
                let [condition, yes, no] = &**parts;
                let test = self.test(condition)?;
                let yes = self.choice(yes, otherwise, of)?;
                let no = self.choice(no, otherwise, of)?;
                Some(either(test, yes, no))
            }
            NodeKind::Let(local, value, body) => {
                self.bind(*local, value)?;
                self.choice(body, otherwise, of)
            }
            _ => of(self, node),
        }
    }

    fn bind(&mut self, local: usize, value: &Node) -> Option<()> {
        let bound = match self.term(value, None) {
            Some(term) => Bound::Number(term),
            None => Bound::Truth(self.test(value)?),
        };
        self.locals.insert(local, bound);
        Some(())
    }

    /// A number; where it is undefined, `otherwise`.
    fn term(&mut self, node: &Node, otherwise: Option<&Term>) -> Option<Term> {
        let boxed = Box::new;
        Some(match &node.kind {
            NodeKind::Undefined => otherwise?.clone(),
            NodeKind::Const(value) => Term::Number(*value),
            NodeKind::Coordinate(at) => Term::Name(self.coordinates[*at].clone()),
            NodeKind::Local(local) => match self.locals.get(local)? {
                Bound::Number(term) => term.clone(),
                Bound::Truth(_) => return None,
            },
            NodeKind::Let(local, value, body) => {
                self.bind(*local, value)?;
                self.term(body, otherwise)?
            }
            NodeKind::If(parts) => {
                let [condition, yes, no] = &**parts;
                let test = self.test(condition)?;
                let (yes, no) = (self.term(yes, otherwise)?, self.term(no, otherwise)?);
                Term::If(boxed(test), Box::new(yes), Box::new(no))
            }
            NodeKind::Unary(op, a) => {
                let a = self.term(a, None)?;
                match op {
                    Unary::Negate => Term::Times(-1, Box::new(a)),
                    Unary::Abs => {
                        Term::Max(Box::new(a.clone()), Box::new(Term::Times(-1, Box::new(a))))
                    }
                    Unary::Step => a,
                    Unary::Not | Unary::Popcount | Unary::Isqrt => return None,
                }
            }
            NodeKind::Binary(op, a, b) => {
                let (a, b) = (self.term(a, None)?, self.term(b, None)?);
                binary(*op, a, b)?
            }
            _ => return None,
        })
    }

    fn test(&mut self, node: &Node) -> Option<Test> {
        Some(match &node.kind {
            NodeKind::Const(0) => Test::Any(Vec::new()),
            NodeKind::Const(_) => Test::All(Vec::new()),
            NodeKind::Local(local) => match self.locals.get(local)? {
                Bound::Truth(test) => test.clone(),
                Bound::Number(_) => return None,
            },
            NodeKind::Unary(Unary::Not, a) => Test::Not(Box::new(self.test(a)?)),
            NodeKind::And(a, b) => Test::All(vec![self.test(a)?, self.test(b)?]),
            NodeKind::Or(a, b) => Test::Any(vec![self.test(a)?, self.test(b)?]),
            NodeKind::If(parts) => {
                let [condition, yes, no] = &**parts;
                let test = self.test(condition)?;
                let (yes, no) = (self.test(yes)?, self.test(no)?);
                either(test, yes, no)
            }
            NodeKind::Let(local, value, body) => {
                self.bind(*local, value)?;
                self.test(body)?
            }
            NodeKind::Member(element, values) => {
                let element = self.term(element, None)?;
                self.member(&element, values)?
            }
            NodeKind::Binary(Binary::Compare(comparison), a, b) => {
                let (a, b) = (self.term(a, None)?, self.term(b, None)?);
                let not = |test: Test| Test::Not(Box::new(test));
                match comparison {
                    Comparison::Equal => Test::Equal(a, b),
                    Comparison::Different => not(Test::Equal(a, b)),
                    Comparison::AtMost => Test::AtMost(a, b),
                    Comparison::AtLeast => Test::AtMost(b, a),
                    Comparison::Less => not(Test::AtMost(b, a)),
                    Comparison::Greater => not(Test::AtMost(a, b)),
                }
            }
            _ => return None,
        })
    }

    fn member(&mut self, element: &Term, values: &Values) -> Option<Test> {
        Some(match values {
            Values::Constants(values) => {
                let equal = values.iter().map(|&v| Test::Equal(element.clone(), Term::Number(v)));
                Test::Any(equal.collect())
            }
            Values::One(value) => Test::Equal(element.clone(), self.term(value, None)?),
            Values::Union(parts) => {
                let parts: Option<Vec<Test>> =
                    parts.iter().map(|part| self.member(element, part)).collect();
                Test::Any(parts?)
            }
            Values::Range { from, to, inclusive, step } => {
                let (from, to) = (self.term(from, None)?, self.term(to, None)?);
                let mut all = vec![Test::AtMost(from.clone(), element.clone())];
                all.push(match inclusive {
                    true => Test::AtMost(element.clone(), to),
                    false => Test::Not(Box::new(Test::AtMost(to, element.clone()))),
                });
                if let Some(step) = step {
                    let step = u64::try_from(constant(&self.term(step, None)?)?).ok()?;
                    let rest = Term::Mod(Box::new(minus(element.clone(), from)), step);
                    all.push(Test::Equal(rest, Term::Number(0)));
                }
                Test::All(all)
            }
        })
    }
}

fn constant(term: &Term) -> Option<i64> {
    match term {
        Term::Number(n) => Some(*n),
        Term::Times(a, term) => constant(term)?.checked_mul(*a),
        Term::Sum(terms) => terms.iter().try_fold(0i64, |sum, t| sum.checked_add(constant(t)?)),
        _ => None,
    }
}

fn binary(op: Binary, a: Term, b: Term) -> Option<Term> {
    // What is decided has shifts by less than 40 places.
    let power = |b: &Term| match u32::try_from(constant(b)?) {
        Ok(places @ 0..=39) => Some(1i64 << places),
        _ => None,
    };
    let divided = |a: Term, c: i64| match c {
        1 => Some(a),
        2.. => Some(Term::Div(Box::new(a), c.unsigned_abs())),
        0 => None,
        _ => Some(Term::Div(Box::new(Term::Times(-1, Box::new(a))), c.unsigned_abs())),
    };
    Some(match op {
        Binary::Add => Term::Sum(vec![a, b]),
        Binary::Subtract => minus(a, b),
        Binary::Multiply => match (constant(&a), constant(&b)) {
            (Some(a), _) => Term::Times(a, Box::new(b)),
            (_, Some(b)) => Term::Times(b, Box::new(a)),
            _ => return None,
        },
        Binary::Div => divided(a, constant(&b)?)?,
        Binary::Mod => match constant(&b)? {
            c @ 1.. => Term::Mod(Box::new(a), c.unsigned_abs()),
            c => {
                let factor = c.checked_neg()?;
                Term::Sum(vec![a.clone(), Term::Times(factor, Box::new(divided(a, c)?))])
            }
        },
        Binary::Min => Term::Min(Box::new(a), Box::new(b)),
        Binary::Max => Term::Max(Box::new(a), Box::new(b)),
        Binary::Xor => Term::Xor(Box::new(a), Box::new(b)),
        Binary::BitAnd => Term::And(Box::new(a), Box::new(b)),
        Binary::BitOr => Term::Or(Box::new(a), Box::new(b)),
        Binary::ShiftLeft => Term::Times(power(&b)?, Box::new(a)),
        Binary::ShiftRight => divided(a, power(&b)?)?,
        Binary::Bit => Term::Mod(Box::new(divided(a, power(&b)?)?), 2),
        Binary::Gcd | Binary::Pow | Binary::Compare(_) => return None,
    })
}
