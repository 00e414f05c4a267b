//! Conditions of a certificate as trees over atoms.

use std::collections::HashMap;

use super::data::{AutomatonData, Term, Test, TupleRule};
use super::form::{Form, bounded};
use super::reader::{Atom, Tree};
use super::search::impossible;
use crate::condition::Condition;
use crate::limits::Meter;
use crate::verdict::Rejection;

pub(super) type Checked<T> = Result<T, Rejection>;

/// How deep terms and conditions may be.
const MAX_DEPTH: u32 = 200;

/// Atoms and tracks of one condition, while it is made.
pub(super) struct Builder {
    atoms: Vec<Atom>,
    numbers: HashMap<Atom, usize>,
    tracks: usize,
    /// What defines the tracks that stand for quotients and so on.
    pub(super) definitions: Vec<Tree>,
    defined: HashMap<(u8, Form, i64), usize>,
    depth: u32,
}

pub(super) type Names = HashMap<String, Form>;

pub(super) fn refused<T>(condition: Condition) -> Checked<T> {
    Err(Rejection::Proof(condition))
}

impl Builder {
    pub(super) fn new(tracks: usize) -> Builder {
        Builder {
            atoms: Vec::new(),
            numbers: HashMap::new(),
            tracks,
            definitions: Vec::new(),
            defined: HashMap::new(),
            depth: 0,
        }
    }

    pub(super) fn atom(&mut self, atom: Atom) -> Tree {
        let next = self.atoms.len();
        let number = *self.numbers.entry(atom.clone()).or_insert(next);
        if number == next {
            self.atoms.push(atom);
        }
        Tree::Atom(number)
    }

    pub(super) fn at_most(&mut self, a: &Form, b: &Form) -> Checked<Tree> {
        Ok(self.atom(Atom::AtMostZero(a.plus(b, -1)?)))
    }

    pub(super) fn equal(&mut self, a: &Form, b: &Form) -> Checked<Tree> {
        Ok(self.atom(Atom::Zero(a.plus(b, -1)?)))
    }

    pub(super) fn less(&mut self, a: &Form, b: &Form) -> Checked<Tree> {
        self.at_most(&a.plus(&Form::one(), 1)?, b)
    }

    pub(super) fn fresh(&mut self) -> Form {
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
    pub(super) fn number(&mut self, term: &Term, names: &Names) -> Checked<Form> {
        self.deeper(|builder| builder.number_within(term, names))
    }

    fn number_within(&mut self, term: &Term, names: &Names) -> Checked<Form> {
        match term {
            Term::Number(n) => Form::number(*n),
            Term::Name(name) => match names.get(name) {
                Some(form) => Ok(form.clone()),
                None => refused(Condition::FormulaNames),
            },
            Term::Sum(terms) => {
                let mut sum = Form::zero();
                for term in terms {
                    sum = sum.plus(&self.number(term, names)?, 1)?;
                }
                Ok(sum)
            }
            Term::Times(a, term) => self.number(term, names)?.times(*a),
            Term::Div(term, c) => {
                let of = self.number(term, names)?;
                self.quotient(of, divisor(*c)?)
            }
            Term::Mod(term, c) => {
                let of = self.number(term, names)?;
                let c = divisor(*c)?;
                let multiple = self.quotient(of.clone(), c)?.times(c)?;
                of.plus(&multiple, -1)
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
    pub(super) fn on_track(&mut self, form: Form) -> Checked<usize> {
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
    fn quotient(&mut self, of: Form, c: i64) -> Checked<Form> {
        let key = (0, of.clone(), c);
        if let Some(&track) = self.defined.get(&key) {
            return Ok(Form::track(track));
        }
        let quotient = self.fresh();
        let multiple = quotient.times(c)?;
        let low = self.at_most(&multiple, &of)?;
        let high =
            self.at_most(&of, &multiple.plus(&Form::number(c)?, 1)?.plus(&Form::one(), -1)?)?;
        self.definitions.extend([low, high]);
        self.defined.insert(key, quotient.terms[0].0);
        Ok(quotient)
    }

    /// Whether a number is the value of a term.
    pub(super) fn is(&mut self, value: &Form, term: &Term, names: &Names) -> Checked<Tree> {
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

    pub(super) fn test(&mut self, test: &Test, names: &Names) -> Checked<Tree> {
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
    pub(super) fn position(&mut self, game: &TupleRule, at: &[Form]) -> Checked<Tree> {
        let names = named(&game.coordinates, at);
        let mut all = vec![self.test(&game.position, &names)?];
        for form in at {
            all.push(self.at_most(&Form::zero(), form)?);
        }
        Ok(Tree::All(all))
    }

    /// Whether the automaton `graph` (number 0) holds for forms.
    pub(super) fn holds(&mut self, automaton: usize, at: &[Form]) -> Checked<Tree> {
        let tracks: Checked<Vec<usize>> =
            at.iter().map(|form| self.on_track(form.clone())).collect();
        Ok(self.atom(Atom::Automaton(automaton, tracks?)))
    }

    /// Whether the automata hold for the first tracks, so many, with some integers on further tracks of their own, so
    /// many: one of them at least.
    pub(super) fn some(&mut self, shared: usize, automata: &[(usize, usize)]) -> Tree {
        match automata {
            [] => Tree::Any(Vec::new()),
            automata => self.atom(Atom::Some(shared, automata.to_vec())),
        }
    }

    /// Whether nothing satisfies all of some conditions.
    pub(super) fn none(
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

/// A divisor, which is at least 1.
fn divisor(c: u64) -> Checked<i64> {
    match bounded(i64::try_from(c).ok())? {
        c @ 1.. => Ok(c),
        _ => refused(Condition::FormulaNumbers),
    }
}

fn either(test: Tree, yes: Tree, no: Tree) -> Tree {
    Tree::Any(vec![
        Tree::All(vec![test.clone(), yes]),
        Tree::All(vec![Tree::Not(Box::new(test)), no]),
    ])
}

pub(super) fn not(tree: Tree) -> Tree {
    Tree::Not(Box::new(tree))
}

pub(super) fn named(names: &[String], forms: &[Form]) -> Names {
    names.iter().cloned().zip(forms.iter().cloned()).collect()
}
