//! Certificates of proved formulas: the texts as data, the graph, and a witness for each rule.

use std::collections::HashMap;
use std::rc::Rc;

use ishitori_certify::{
    AutomatonData, Certificate, Claim, FormulaClaim, FormulaProof, Proof as ProofData, Rule, Term,
    Test, TupleMove, TupleRule,
};
use ishitori_language::ast::Comparison;
use ishitori_language::ir::{Binary, Clause, MoveRule, Node, NodeKind, Unary, Values};
use ishitori_language::{Formula as Conjecture, TextGame};
use ishitori_values::{Budget, LimitReached};

use crate::automaton::Automaton;
use crate::decision::Proof;
use crate::diagram::{Ref, Track};
use crate::formula::{Formula, Relation};
use crate::linear::Linear;
use crate::translate::GameFormulas;
use crate::work::Work;

/// The certificate of a proved formula for Grundy numbers; `None` for what the format does not
/// have: P-positions and outcomes alone, and moves to sums. The cost of the witnesses is about that
/// of the proof.
pub fn certificate(
    game: &TextGame,
    formula: &Conjecture,
    proof: &Proof,
    budget: &Budget,
) -> Result<Option<Certificate>, LimitReached> {
    let [graph] = proof.relations.as_slice() else { return Ok(None) };
    let Some((rule, claim)) = statement(game, formula) else { return Ok(None) };
    let Ok(mut formulas) = GameFormulas::new(game.checked()) else { return Ok(None) };
    let mut work = Work::new(budget);
    let width = game.width();
    let graph = Rc::new(graph.clone());
    let mut witnesses = Vec::new();
    for number in 0..game.rules() {
        let mut witness = Automaton::constant(false);
        let cases: Vec<_> =
            formulas.options.iter().filter(|case| case.rule == number).cloned().collect();
        for case in cases {
            let mut all = vec![
                formulas.position.clone(),
                formulas.terminal.clone().negated(),
                case.given.clone(),
            ];
            let mut bound: Vec<Track> = case
                .bound
                .iter()
                .copied()
                .filter(|track| !case.variables.contains(track))
                .collect();
            let mut at = Vec::new();
            for form in &case.parts[0] {
                let track = match form.as_track() {
                    Some(track) => track,
                    None => {
                        let track = formulas.fresh();
                        bound.push(track);
                        all.extend(Formula::equal(&Linear::track(track), form));
                        track
                    }
                };
                at.push(track);
            }
            at.push(formulas.value());
            all.push(Formula::Holds(Rc::clone(&graph), at));
            let set = Formula::exists(bound, Formula::all(all)).automaton(&mut work)?;
            let name = |track: Track| {
                let place = case.variables.iter().position(|&t| t == track);
                place.map_or(track, |place| (width + 1 + place) as Track)
            };
            witness = witness.or(&set.rename(name, &mut work)?, &mut work)?;
        }
        witnesses.push(data(&witness));
    }
    let decreases = proof
        .measure
        .iter()
        .map(|form| (0..width as Track).map(|track| form.coefficient(track)).collect::<Vec<i64>>());
    let proof =
        FormulaProof { decreases: decreases.collect(), graph: data(&graph_of(&graph)), witnesses };
    Ok(Some(Certificate::new(Rule::Tuples(rule), Claim::Formula(claim), ProofData::Formula(proof))))
}

fn graph_of(relation: &Relation) -> Automaton {
    relation.automaton.clone()
}

/// An automaton as data.
fn data(automaton: &Automaton) -> AutomatonData {
    let reference = |r: Ref| match r.state() {
        Some(state) => 2 * state,
        None => 2 * r.index() as u32 + 1,
    };
    let nodes = automaton.nodes.iter();
    let accepting = automaton.accepting.iter().enumerate();
    AutomatonData {
        nodes: nodes.map(|n| [n.track, reference(n.low), reference(n.high)]).collect(),
        states: automaton.roots.iter().map(|&r| reference(r)).collect(),
        accepting: accepting.filter(|(_, a)| **a).map(|(state, _)| state as u32).collect(),
    }
}

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

/// The game and the claim as data.
fn statement(game: &TextGame, formula: &Conjecture) -> Option<(TupleRule, FormulaClaim)> {
    let checked = game.checked();
    let mut names = Names { coordinates: &checked.coordinates, locals: HashMap::new() };
    let position = match &checked.condition {
        Some(condition) => names.test(condition)?,
        None => Test::All(Vec::new()),
    };
    let terminal = match &checked.terminal {
        Some(condition) => Some(names.test(condition)?),
        None => None,
    };
    let moves: Option<Vec<TupleMove>> =
        checked.moves.iter().map(|rule| names.one_move(rule, terminal.as_ref())).collect();
    let mut clauses = formula.checked().clauses.iter().rev();
    // What is proved has a value at every position, so that any number may stand elsewhere.
    let mut grundy = names.term(clauses.next()?, Some(&Term::Number(0)))?;
    for clause in clauses {
        grundy = names.term(clause, Some(&grundy))?;
    }
    let game = TupleRule { coordinates: checked.coordinates.clone(), position, moves: moves? };
    Some((game, FormulaClaim { grundy }))
}

fn minus(a: Term, b: Term) -> Term {
    Term::Sum(vec![a, Term::Times(-1, Box::new(b))])
}

impl Names<'_> {
    fn one_move(&mut self, rule: &MoveRule, terminal: Option<&Test>) -> Option<TupleMove> {
        let [part] = rule.parts.as_slice() else { return None };
        let mut variables = Vec::new();
        let mut conditions: Vec<Test> =
            terminal.map(|test| Test::Not(Box::new(test.clone()))).into_iter().collect();
        for clause in &rule.clauses {
            match clause {
                Clause::For { local, values } => {
                    let taken =
                        |name: &String| self.coordinates.contains(name) || variables.contains(name);
                    let name = (1..).map(|i| format!("s{i}")).find(|name| !taken(name))?;
                    let term = Term::Name(name.clone());
                    variables.push(name);
                    conditions.push(self.member(&term, values)?);
                    self.locals.insert(*local, Bound::Number(term));
                }
                Clause::If(condition) => conditions.push(self.test(condition)?),
                Clause::Let { local, value } => self.bind(*local, value)?,
            }
        }
        let option: Option<Vec<Term>> = part.iter().map(|node| self.term(node, None)).collect();
        Some(TupleMove { variables, condition: Test::All(conditions), option: option? })
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
                Test::Any(vec![
                    Test::All(vec![test.clone(), yes]),
                    Test::All(vec![Test::Not(Box::new(test)), no]),
                ])
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
    let power = |b: &Term| 1i64.checked_shl(u32::try_from(constant(b)?).ok()?);
    let divided = |a: Term, c: i64| match c {
        1.. => Some(Term::Div(Box::new(a), c.unsigned_abs())),
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
            c => Term::Sum(vec![a.clone(), Term::Times(-c, Box::new(divided(a, c)?))]),
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
