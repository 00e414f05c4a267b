//! Formulas for Grundy numbers of games on tuples of numbers, at all positions.
//!
//! **Theorem.** Let P be a set of tuples of integers ≥ 0, with moves from each of them to others, let
//! linear forms m₁, m₂, … be ≥ 0 on P and let every move decrease the first of them that it changes.
//! Let G: P → {0, 1, …}. If no option o of any p has G(o) = G(p), and for every p and 0 ≤ u < G(p)
//! some option o has G(o) = u, then G(p) is the Grundy number of p, for every p in P.
//!
//! *Proof.* By the forms every play ends, so that positions can be taken in an order in which options
//! come before. If G is the Grundy number of all options of p, then G(p) is the least number ≥ 0 that
//! is the Grundy number of no option, which is the Grundy number of p by definition. ∎
//!
//! The hypotheses are conditions on integers that are read bit by bit (see `reader`):
//! 1. every move leads to a position, and the forms are as they should be;
//! 2. the automaton `graph` holds for exactly those p and v with v = G(p) ≥ 0;
//! 3. no p, move and v have graph(p, v) and graph(o, v);
//! 4. whenever a witness of a rule holds for p, u and variables, these make a move to an o with
//!    graph(o, u);
//! 5. for every p, v, u with graph(p, v) and 0 ≤ u < v some witness holds with some variables.
//!
//! Each of 1 to 4 is the emptiness of a product of small automata, and 5 alone needs sets of states.
//! The cost is the number of states reached times 2^tracks.

mod data;
mod reader;

use std::collections::HashMap;

pub use data::{AutomatonData, FormulaClaim, FormulaProof, Term, Test, TupleMove, TupleRule};
use reader::{Atom, Form, Tree, covered, impossible, valid};

use crate::condition::Condition;
use crate::limits::Meter;
use crate::verdict::{Evidence, Rejection, Theorem};

type Checked<T> = Result<T, Rejection>;

/// How deep terms and conditions may be.
const MAX_DEPTH: u32 = 200;

/// Atoms and tracks of one condition, while it is made.
struct Builder {
    atoms: Vec<Atom>,
    numbers: HashMap<Atom, usize>,
    tracks: usize,
    /// What defines the tracks that stand for quotients and so on.
    definitions: Vec<Tree>,
    defined: HashMap<(u8, Form, i64), usize>,
    depth: u32,
}

type Names = HashMap<String, Form>;

fn refused<T>(condition: Condition) -> Checked<T> {
    Err(Rejection::Proof(condition))
}

impl Builder {
    fn new(tracks: usize) -> Builder {
        Builder {
            atoms: Vec::new(),
            numbers: HashMap::new(),
            tracks,
            definitions: Vec::new(),
            defined: HashMap::new(),
            depth: 0,
        }
    }

    fn atom(&mut self, atom: Atom) -> Tree {
        let next = self.atoms.len();
        let number = *self.numbers.entry(atom.clone()).or_insert(next);
        if number == next {
            self.atoms.push(atom);
        }
        Tree::Atom(number)
    }

    fn at_most(&mut self, a: &Form, b: &Form) -> Checked<Tree> {
        Ok(self.atom(Atom::AtMostZero(a.plus(b, -1)?)))
    }

    fn equal(&mut self, a: &Form, b: &Form) -> Checked<Tree> {
        Ok(self.atom(Atom::Zero(a.plus(b, -1)?)))
    }

    fn less(&mut self, a: &Form, b: &Form) -> Checked<Tree> {
        self.at_most(&a.plus(&Form::number(1), 1)?, b)
    }

    fn fresh(&mut self) -> Form {
        self.tracks += 1;
        Form::track(self.tracks - 1)
    }

    fn deeper<T>(&mut self, work: impl FnOnce(&mut Builder) -> Checked<T>) -> Checked<T> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return refused(Condition::FormulaDepth);
        }
        let result = work(self);
        self.depth -= 1;
        result
    }

    /// The number that a term is, with tracks for what is not linear.
    fn number(&mut self, term: &Term, names: &Names) -> Checked<Form> {
        self.deeper(|builder| builder.number_within(term, names))
    }

    fn number_within(&mut self, term: &Term, names: &Names) -> Checked<Form> {
        match term {
            Term::Number(n) => Form::number(0).plus(&Form::number(1), *n),
            Term::Name(name) => match names.get(name) {
                Some(form) => Ok(form.clone()),
                None => refused(Condition::FormulaNames),
            },
            Term::Sum(terms) => {
                let mut sum = Form::number(0);
                for term in terms {
                    sum = sum.plus(&self.number(term, names)?, 1)?;
                }
                Ok(sum)
            }
            Term::Times(a, term) => Form::number(0).plus(&self.number(term, names)?, *a),
            Term::Div(term, c) => {
                let of = self.number(term, names)?;
                self.quotient(of, *c)
            }
            Term::Mod(term, c) => {
                let of = self.number(term, names)?;
                let quotient = self.quotient(of.clone(), *c)?;
                of.plus(&quotient, -(*c as i64))
            }
            Term::Xor(a, b) | Term::And(a, b) | Term::Or(a, b) => {
                let operation = match term {
                    Term::Xor(..) => 0,
                    Term::And(..) => 1,
                    _ => 2,
                };
                let (a, b) = (self.number(a, names)?, self.number(b, names)?);
                let (a, b) = (self.on_track(a)?, self.on_track(b)?);
                let result = self.fresh();
                let atom = Atom::Bits(operation, [a, b, result.terms[0].0]);
                let definition = self.atom(atom);
                self.definitions.push(definition);
                Ok(result)
            }
            Term::Min(..) | Term::Max(..) | Term::If(..) => {
                let result = self.fresh();
                let definition = self.is(&result, term, names)?;
                self.definitions.push(definition);
                Ok(result)
            }
        }
    }

    /// A track that has the value of a form.
    fn on_track(&mut self, form: Form) -> Checked<usize> {
        if let (&[(track, 1)], 0) = (form.terms.as_slice(), form.constant) {
            return Ok(track);
        }
        if let Some(&track) = self.defined.get(&(1, form.clone(), 0)) {
            return Ok(track);
        }
        let track = self.fresh();
        let definition = self.equal(&track, &form)?;
        self.definitions.push(definition);
        self.defined.insert((1, form, 0), track.terms[0].0);
        Ok(track.terms[0].0)
    }

    /// The q with cq ≤ t ≤ cq + c − 1.
    fn quotient(&mut self, of: Form, c: u64) -> Checked<Form> {
        let Some(c) = i64::try_from(c).ok().filter(|c| (1..1 << 40).contains(c)) else {
            return refused(Condition::FormulaNumbers);
        };
        let key = (0, of.clone(), c);
        if let Some(&track) = self.defined.get(&key) {
            return Ok(Form::track(track));
        }
        let quotient = self.fresh();
        let multiple = Form::number(0).plus(&quotient, c)?;
        let low = self.at_most(&multiple, &of)?;
        let high = self.at_most(&of, &multiple.plus(&Form::number(c - 1), 1)?)?;
        self.definitions.extend([low, high]);
        self.defined.insert(key, quotient.terms[0].0);
        Ok(quotient)
    }

    /// Whether a number is the value of a term.
    fn is(&mut self, value: &Form, term: &Term, names: &Names) -> Checked<Tree> {
        self.deeper(|builder| match term {
            Term::If(test, yes, no) => {
                let test = builder.test(test, names)?;
                let yes = builder.is(value, yes, names)?;
                let no = builder.is(value, no, names)?;
                Ok(either(test, yes, no))
            }
            Term::Min(a, b) | Term::Max(a, b) => {
                let first_form = builder.number(a, names)?;
                let second_form = builder.number(b, names)?;
                let first = match term {
                    Term::Min(..) => builder.at_most(&first_form, &second_form)?,
                    _ => builder.at_most(&second_form, &first_form)?,
                };
                let a = builder.equal(value, &first_form)?;
                let b = builder.equal(value, &second_form)?;
                Ok(either(first, a, b))
            }
            _ => {
                let form = builder.number(term, names)?;
                builder.equal(value, &form)
            }
        })
    }

    fn test(&mut self, test: &Test, names: &Names) -> Checked<Tree> {
        self.deeper(|builder| match test {
            Test::Equal(a, b) => {
                let (a, b) = (builder.number(a, names)?, builder.number(b, names)?);
                builder.equal(&a, &b)
            }
            Test::AtMost(a, b) => {
                let (a, b) = (builder.number(a, names)?, builder.number(b, names)?);
                builder.at_most(&a, &b)
            }
            Test::All(tests) => {
                let trees: Checked<Vec<Tree>> =
                    tests.iter().map(|test| builder.test(test, names)).collect();
                Ok(Tree::All(trees?))
            }
            Test::Any(tests) => {
                let trees: Checked<Vec<Tree>> =
                    tests.iter().map(|test| builder.test(test, names)).collect();
                Ok(Tree::Any(trees?))
            }
            Test::Not(test) => Ok(Tree::Not(Box::new(builder.test(test, names)?))),
        })
    }

    /// Whether a tuple of numbers is a position.
    fn position(&mut self, game: &TupleRule, at: &[Form]) -> Checked<Tree> {
        let names = named(&game.coordinates, at);
        let mut all = vec![self.test(&game.position, &names)?];
        for form in at {
            all.push(self.at_most(&Form::number(0), form)?);
        }
        Ok(Tree::All(all))
    }

    /// Whether the automaton `graph` (number 0) holds for forms.
    fn holds(&mut self, automaton: usize, at: &[Form]) -> Checked<Tree> {
        let tracks: Checked<Vec<usize>> =
            at.iter().map(|form| self.on_track(form.clone())).collect();
        Ok(self.atom(Atom::Automaton(automaton, tracks?)))
    }

    /// Whether nothing satisfies all of some conditions.
    fn none(
        self,
        mut all: Vec<Tree>,
        automata: &[AutomatonData],
        meter: &mut Meter,
    ) -> Checked<bool> {
        // Definitions come first: they settle most letters.
        all.splice(0..0, self.definitions);
        let tree = Tree::All(all);
        meter.aside(|meter| impossible(&tree, &self.atoms, self.tracks, automata, meter))
    }
}

fn either(test: Tree, yes: Tree, no: Tree) -> Tree {
    Tree::Any(vec![
        Tree::All(vec![test.clone(), yes]),
        Tree::All(vec![Tree::Not(Box::new(test)), no]),
    ])
}

fn not(tree: Tree) -> Tree {
    Tree::Not(Box::new(tree))
}

fn named(names: &[String], forms: &[Form]) -> Names {
    names.iter().cloned().zip(forms.iter().cloned()).collect()
}

/// Checks a proof of a formula.
pub(crate) fn verify(
    game: &TupleRule,
    claim: &FormulaClaim,
    proof: &FormulaProof,
    meter: &mut Meter,
) -> Checked<Evidence> {
    let width = game.coordinates.len();
    let same_width = game.moves.iter().all(|rule| rule.option.len() == width);
    let mut names: Vec<&String> = game.coordinates.iter().collect();
    names.sort_unstable();
    let twice = |names: &[&String]| names.windows(2).any(|pair| pair[0] == pair[1]);
    if width == 0 || !same_width || twice(&names) {
        return Err(Rejection::Rule(Condition::FormulaNames));
    }
    for rule in &game.moves {
        let mut all = names.clone();
        all.extend(&rule.variables);
        all.sort_unstable();
        if twice(&all) {
            return Err(Rejection::Rule(Condition::FormulaNames));
        }
    }
    if proof.witnesses.len() != game.moves.len()
        || proof.decreases.iter().any(|form| form.len() != width)
    {
        return refused(Condition::FormulaParts);
    }
    // A copy of the automata, which are the largest part of the document.
    let copied = std::iter::once(&proof.graph).chain(&proof.witnesses);
    let bytes = copied.map(|a| a.nodes.len() as u128 * 12 + a.states.len() as u128 * 8);
    meter.reserve(bytes.sum())?;
    let mut automata = vec![proof.graph.clone()];
    automata.extend(proof.witnesses.iter().cloned());
    valid(&automata[0], width + 1, meter)?;
    for (rule, witness) in game.moves.iter().zip(&proof.witnesses) {
        valid(witness, width + 1 + rule.variables.len(), meter)?;
    }
    let coordinates: Vec<Form> = (0..width).map(Form::track).collect();
    let value = Form::track(width);
    let with_value: Vec<Form> = (0..=width).map(Form::track).collect();
    let measures: Checked<Vec<Form>> =
        proof.decreases.iter().map(|form| weighted(form, &coordinates)).collect();
    let measures = measures?;
    // The forms are never negative.
    for measure in &measures {
        let mut builder = Builder::new(width);
        let position = builder.position(game, &coordinates)?;
        let negative = builder.less(measure, &Form::number(0))?;
        if !builder.none(vec![position, negative], &automata, meter)? {
            return refused(Condition::FormulaMeasure);
        }
    }
    // The graph is that of the formula, and no value is negative.
    let mut builder = Builder::new(width + 1);
    let position = builder.position(game, &coordinates)?;
    let names = named(&game.coordinates, &coordinates);
    let right = builder.is(&value, &claim.grundy, &names)?;
    let holds = builder.holds(0, &with_value)?;
    let claimed = Tree::All(vec![position, right]);
    let differs = Tree::Any(vec![
        Tree::All(vec![claimed.clone(), not(holds.clone())]),
        Tree::All(vec![not(claimed), holds.clone()]),
    ]);
    if !builder.none(vec![differs], &automata, meter)? {
        return refused(Condition::FormulaGraph);
    }
    let mut builder = Builder::new(width + 1);
    let holds = builder.holds(0, &with_value)?;
    let negative = builder.less(&value, &Form::number(0))?;
    if !builder.none(vec![holds, negative], &automata, meter)? {
        return refused(Condition::FormulaNegative);
    }
    for (number, rule) in game.moves.iter().enumerate() {
        verify_move(game, (number, rule), &measures, &automata, meter)?;
    }
    // Every smaller value has a witness: tracks p, u, and the value of p.
    let mut builder = Builder::new(width + 2);
    let smaller = Form::track(width);
    let whole = Form::track(width + 1);
    let mut at = coordinates.clone();
    at.push(whole.clone());
    let holds = builder.holds(0, &at)?;
    let below = builder.less(&smaller, &whole)?;
    let enough = builder.at_most(&Form::number(0), &smaller)?;
    let tree = Tree::All(vec![enough, below, holds]);
    let witnesses: Vec<(usize, usize)> =
        game.moves.iter().enumerate().map(|(i, rule)| (i + 1, rule.variables.len())).collect();
    let asked = (&tree, builder.atoms.as_slice(), builder.tracks);
    if !meter.aside(|meter| covered(asked, width + 1, &witnesses, &automata, meter))? {
        return refused(Condition::FormulaMissing);
    }
    Ok(Evidence { theorem: Theorem::Formula, heaps: 0, agree_until: 0, steps: meter.steps() })
}

fn weighted(weights: &[i64], at: &[Form]) -> Checked<Form> {
    weights.iter().zip(at).try_fold(Form::number(0), |sum, (&a, form)| sum.plus(form, a))
}

/// What has to hold of the moves by one rule.
fn verify_move(
    game: &TupleRule,
    (number, rule): (usize, &TupleMove),
    measures: &[Form],
    automata: &[AutomatonData],
    meter: &mut Meter,
) -> Checked<()> {
    let width = game.coordinates.len();
    let own = rule.variables.len();
    // Tracks: the position, a value, the variables.
    let coordinates: Vec<Form> = (0..width).map(Form::track).collect();
    let value = Form::track(width);
    let with_value: Vec<Form> = (0..=width).map(Form::track).collect();
    let mut names = named(&game.coordinates, &coordinates);
    let variables: Vec<Form> = (width + 1..width + 1 + own).map(Form::track).collect();
    names.extend(named(&rule.variables, &variables));
    let begin = || -> Checked<(Builder, Tree, Vec<Form>)> {
        let mut builder = Builder::new(width + 1 + own);
        let position = builder.position(game, &coordinates)?;
        let condition = builder.test(&rule.condition, &names)?;
        let option: Checked<Vec<Form>> =
            rule.option.iter().map(|term| builder.number(term, &names)).collect();
        Ok((builder, Tree::All(vec![position, condition]), option?))
    };
    let with = |option: &[Form]| {
        let mut at = option.to_vec();
        at.push(value.clone());
        at
    };
    // Options are positions, and the first form that changes becomes smaller. The value does not
    // matter: it is 0.
    let (mut builder, given, option) = begin()?;
    let inside = builder.position(game, &option)?;
    let mut better = Vec::new();
    let mut equal_before: Vec<Tree> = Vec::new();
    for form in measures {
        let after =
            form.terms.iter().try_fold(Form::number(form.constant), |sum, &(track, a)| {
                sum.plus(&option[track], a)
            })?;
        let mut all = equal_before.clone();
        all.push(builder.less(&after, form)?);
        better.push(Tree::All(all));
        equal_before.push(builder.equal(&after, form)?);
    }
    let zero = builder.equal(&value, &Form::number(0))?;
    let wrong = not(Tree::All(vec![inside, Tree::Any(better)]));
    if !builder.none(vec![zero, given, wrong], automata, meter)? {
        return refused(Condition::FormulaMove);
    }
    // No option has the value of its position.
    let (mut builder, given, option) = begin()?;
    let here = builder.holds(0, &with_value)?;
    let there = builder.holds(0, &with(&option))?;
    if !builder.none(vec![given, here, there], automata, meter)? {
        return refused(Condition::FormulaSame);
    }
    // A witness is a move to the value.
    let (mut builder, given, option) = begin()?;
    let mut at = with_value.clone();
    at.extend(variables.iter().cloned());
    let witness = builder.holds(number + 1, &at)?;
    let there = builder.holds(0, &with(&option))?;
    let wrong = not(Tree::All(vec![given, there]));
    if !builder.none(vec![witness, wrong], automata, meter)? {
        return refused(Condition::FormulaWitness);
    }
    Ok(())
}
