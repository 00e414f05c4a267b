//! Formulas of Büchi arithmetic, and their automata.
//!
//! Linear equations and inequalities, congruences, bitwise operations, relations that are automata
//! already, boolean operations and ∃. The variables are integers. All of it is decidable: J. R.
//! Büchi, *Weak second-order arithmetic and finite automata*, 1960; V. Bruyère, G. Hansel, C. Michaux,
//! R. Villemaire, *Logic and p-recognizable sets of integers*, Bull. Belg. Math. Soc. 1 (1994).

use std::collections::BTreeSet;
use std::rc::Rc;

use ishitori_values::LimitReached;

use crate::atoms::BitOperation;
use crate::automaton::Automaton;
use crate::diagram::Track;
use crate::linear::Linear;
use crate::work::Work;

/// A formula. A bound variable has a name that occurs nowhere else, unless it is determined by the
/// same definition wherever it occurs.
#[derive(Clone, Debug)]
pub enum Formula {
    /// Always, or never.
    Constant(bool),
    /// The form is 0.
    Zero(Linear),
    /// The form is at most 0.
    AtMostZero(Linear),
    /// The form is a multiple of a number ≥ 1.
    Congruent(Linear, i64),
    /// The third variable is the result for the first two, in base 2.
    Bits(BitOperation, [Track; 3]),
    /// The variables, in this order, are on the tracks of the automaton.
    Holds(Rc<Relation>, Vec<Track>),
    /// Not.
    Not(Box<Formula>),
    /// All of them.
    And(Vec<Formula>),
    /// One of them.
    Or(Vec<Formula>),
    /// There are integers.
    Exists(Vec<Track>, Box<Formula>),
}

/// A relation given by its automaton.
#[derive(Clone, Debug)]
pub struct Relation {
    /// A name for people.
    pub name: String,
    /// The tracks, in the order of the arguments.
    pub arguments: Vec<Track>,
    /// The set.
    pub automaton: Automaton,
}

impl Formula {
    /// left = right. `None` if a number becomes too large. O(terms).
    pub fn equal(left: &Linear, right: &Linear) -> Option<Formula> {
        Some(Formula::Zero(left.plus(right, -1)?))
    }

    /// A track that occurs nowhere in a form has its value. O(terms).
    pub(crate) fn defines(track: Track, form: &Linear) -> Formula {
        Formula::Zero(form.minus_from(track))
    }

    /// left ≤ right.
    pub fn at_most(left: &Linear, right: &Linear) -> Option<Formula> {
        Some(Formula::AtMostZero(left.plus(right, -1)?))
    }

    /// left < right.
    pub fn less(left: &Linear, right: &Linear) -> Option<Formula> {
        Some(Formula::AtMostZero(left.plus(right, -1)?.plus(&Linear::small(1), 1)?))
    }

    /// Not, simplified. O(1) but for atoms.
    pub fn negated(self) -> Formula {
        match self {
            Formula::Constant(c) => Formula::Constant(!c),
            Formula::Not(inner) => *inner,
            // ¬(f ≤ 0) is 1 − f ≤ 0.
            Formula::AtMostZero(form) => match Linear::small(1).plus(&form, -1) {
                Some(form) => Formula::AtMostZero(form),
                None => Formula::Not(Box::new(Formula::AtMostZero(form))),
            },
            other => Formula::Not(Box::new(other)),
        }
    }

    /// All of some formulas, flattened. O(formulas).
    pub fn all(parts: impl IntoIterator<Item = Formula>) -> Formula {
        let mut all = Vec::new();
        for part in parts {
            match part.simplified() {
                Formula::Constant(true) => {}
                Formula::Constant(false) => return Formula::Constant(false),
                Formula::And(more) => all.extend(more),
                other => all.push(other),
            }
        }
        match all.len() {
            0 => Formula::Constant(true),
            1 => all.remove(0),
            _ => Formula::And(all),
        }
    }

    /// One of some formulas, flattened. O(formulas).
    pub fn any(parts: impl IntoIterator<Item = Formula>) -> Formula {
        let mut any = Vec::new();
        for part in parts {
            match part.simplified() {
                Formula::Constant(false) => {}
                Formula::Constant(true) => return Formula::Constant(true),
                Formula::Or(more) => any.extend(more),
                other => any.push(other),
            }
        }
        match any.len() {
            0 => Formula::Constant(false),
            1 => any.remove(0),
            _ => Formula::Or(any),
        }
    }

    /// There are integers, flattened. O(1).
    pub fn exists(mut variables: Vec<Track>, body: Formula) -> Formula {
        match body {
            body if variables.is_empty() => body,
            Formula::Constant(c) => Formula::Constant(c),
            Formula::Exists(more, body) => {
                variables.extend(more);
                Formula::Exists(variables, body)
            }
            body => Formula::Exists(variables, Box::new(body)),
        }
    }

    /// Atoms without variables become constants.
    fn simplified(self) -> Formula {
        let constant = match &self {
            Formula::Zero(form) => form.as_constant().map(|c| c == 0),
            Formula::AtMostZero(form) => form.as_constant().map(|c| c <= 0),
            Formula::Congruent(form, m) => form.as_constant().map(|c| c.rem_euclid(*m) == 0),
            _ => None,
        };
        constant.map_or(self, Formula::Constant)
    }

    /// The variables that are not bound. O(size).
    pub fn free(&self) -> BTreeSet<Track> {
        match self {
            Formula::Constant(_) => BTreeSet::new(),
            Formula::Zero(form) | Formula::AtMostZero(form) | Formula::Congruent(form, _) => {
                form.terms().iter().map(|&(track, _)| track).collect()
            }
            Formula::Bits(_, tracks) => tracks.iter().copied().collect(),
            Formula::Holds(_, tracks) => tracks.iter().copied().collect(),
            Formula::Not(inner) => inner.free(),
            Formula::And(parts) | Formula::Or(parts) => {
                parts.iter().flat_map(Formula::free).collect()
            }
            Formula::Exists(bound, body) => {
                let mut free = body.free();
                bound.iter().for_each(|track| {
                    free.remove(track);
                });
                free
            }
        }
    }

    /// The formula with a free variable replaced by a form; `None` where only a variable can
    /// stand, or if a number becomes too large. O(size).
    fn substitute(&self, track: Track, by: &Linear) -> Option<Formula> {
        let place = |t: Track| if t == track { by.as_track() } else { Some(t) };
        Some(match self {
            Formula::Constant(_) => self.clone(),
            Formula::Zero(form) => Formula::Zero(form.substitute(track, by)?).simplified(),
            Formula::AtMostZero(form) => {
                Formula::AtMostZero(form.substitute(track, by)?).simplified()
            }
            Formula::Congruent(form, m) => {
                Formula::Congruent(form.substitute(track, by)?, *m).simplified()
            }
            Formula::Bits(op, [a, b, c]) => {
                Formula::Bits(*op, [place(*a)?, place(*b)?, place(*c)?])
            }
            Formula::Holds(relation, tracks) => {
                let tracks: Option<Vec<Track>> = tracks.iter().map(|&t| place(t)).collect();
                Formula::Holds(Rc::clone(relation), tracks?)
            }
            Formula::Not(inner) => inner.substitute(track, by)?.negated(),
            Formula::And(parts) => {
                let parts: Option<Vec<_>> = parts.iter().map(|p| p.substitute(track, by)).collect();
                Formula::all(parts?)
            }
            Formula::Or(parts) => {
                let parts: Option<Vec<_>> = parts.iter().map(|p| p.substitute(track, by)).collect();
                Formula::any(parts?)
            }
            Formula::Exists(bound, _) if bound.contains(&track) => self.clone(),
            Formula::Exists(bound, body) => {
                Formula::exists(bound.clone(), body.substitute(track, by)?)
            }
        })
    }

    /// The automaton of the free variables for which the formula holds. Not elementary in the
    /// depth of alternating quantifiers; see the parts for the cost of each.
    ///
    /// ```
    /// use ishitori_automata::{Formula, Linear, Work};
    /// let budget = ishitori_values::Budget::unlimited();
    /// // There is an x with 3x = y: track 1 is y.
    /// let thrice = Formula::Zero(Linear::of(&[(0, 3), (1, -1)], 0).unwrap());
    /// let set = Formula::exists(vec![0], thrice).automaton(&mut Work::new(&budget)).unwrap();
    /// assert!(set.contains(&[(1, -9)]) && !set.contains(&[(1, 10)]));
    /// ```
    pub fn automaton(&self, work: &mut Work<'_>) -> Result<Automaton, LimitReached> {
        match self {
            Formula::Constant(c) => Ok(Automaton::constant(*c)),
            Formula::Zero(form) => match reduced(form) {
                Some((form, true)) => Automaton::zero(&form, work),
                Some((_, false)) => Ok(Automaton::constant(false)),
                None => Ok(Automaton::constant(form.offset() == 0)),
            },
            Formula::AtMostZero(form) => match form.content() {
                0 => Ok(Automaton::constant(form.offset() <= 0)),
                // Σ g·aᵢxᵢ + c ≤ 0 is Σ aᵢxᵢ + ⌈c/g⌉ ≤ 0.
                g => {
                    let constant = -(-form.offset()).div_euclid(g);
                    Automaton::at_most_zero(&form.divided(g, constant), work)
                }
            },
            Formula::Congruent(form, m) => Automaton::congruent(form, *m, work),
            Formula::Bits(op, tracks) => Automaton::bits(*op, *tracks, work),
            Formula::Holds(relation, tracks) => {
                let name = |track| {
                    let at = relation.arguments.iter().position(|&t| t == track);
                    at.map_or(track, |at| tracks[at])
                };
                relation.automaton.rename(name, work)
            }
            Formula::Not(inner) => inner.automaton(work)?.complement(work),
            Formula::And(parts) => {
                let made: Result<Vec<_>, _> = parts.iter().map(|p| p.automaton(work)).collect();
                meet(made?, work)
            }
            Formula::Or(parts) => {
                let mut made = Vec::new();
                for part in parts {
                    made.push(part.automaton(work)?.complement(work)?);
                }
                meet(made, work)?.complement(work)
            }
            Formula::Exists(bound, body) => eliminate(bound, body, work),
        }
    }
}

/// The form divided by the content of its coefficients, and whether the constant allows it;
/// `None` without variables.
fn reduced(form: &Linear) -> Option<(Linear, bool)> {
    match form.content() {
        0 => None,
        g => Some((form.divided(g, form.offset() / g), form.offset() % g == 0)),
    }
}

/// The intersection of sets, small ones first.
pub(crate) fn meet(
    mut sets: Vec<Automaton>,
    work: &mut Work<'_>,
) -> Result<Automaton, LimitReached> {
    loop {
        if let Some(at) = sets.iter().position(Automaton::is_empty) {
            return Ok(sets.swap_remove(at));
        }
        sets.sort_by_key(|set| std::cmp::Reverse(set.states()));
        let Some(a) = sets.pop() else { return Ok(Automaton::constant(true)) };
        // The partner that adds the fewest tracks, among those the smallest.
        let extra = |b: &Automaton| b.tracks().iter().filter(|t| !a.tracks().contains(t)).count();
        let Some(at) = (0..sets.len()).min_by_key(|&i| (extra(&sets[i]), sets[i].states())) else {
            return Ok(a);
        };
        let b = sets.swap_remove(at);
        sets.push(a.and(&b, work)?);
    }
}

/// ∃: through "or" to each part, solved equations first, then one variable after the other, each
/// with the parts it occurs in.
fn eliminate(
    bound: &[Track],
    body: &Formula,
    work: &mut Work<'_>,
) -> Result<Automaton, LimitReached> {
    let mut parts = match body {
        Formula::Or(parts) => {
            let mut made = Vec::new();
            for part in parts {
                let part = Formula::exists(bound.to_vec(), part.clone());
                made.push(part.automaton(work)?.complement(work)?);
            }
            return meet(made, work)?.complement(work);
        }
        Formula::And(parts) => parts.clone(),
        other => vec![other.clone()],
    };
    let mut bound: BTreeSet<Track> = bound.iter().copied().collect();
    // ∃ within: its variables have names of their own.
    let mut at = 0;
    while at < parts.len() {
        match &parts[at] {
            Formula::Exists(more, inner) => {
                bound.extend(more);
                let inner = (**inner).clone();
                match inner {
                    Formula::And(more) => {
                        parts.swap_remove(at);
                        parts.extend(more);
                    }
                    inner => parts[at] = inner,
                }
            }
            _ => at += 1,
        }
    }
    // x = f: f takes the place of x.
    'solve: loop {
        for (at, part) in parts.iter().enumerate() {
            let Formula::Zero(form) = part else { continue };
            for &track in &bound {
                let a = form.coefficient(track);
                if a.abs() != 1 {
                    continue;
                }
                let Some(value) = form.plus(&Linear::track(track), -a).and_then(|f| f.times(-a))
                else {
                    continue;
                };
                let others = parts.iter().enumerate().filter(|(i, _)| *i != at);
                let replaced: Option<Vec<Formula>> =
                    others.map(|(_, part)| part.substitute(track, &value)).collect();
                if let Some(replaced) = replaced {
                    bound.remove(&track);
                    match Formula::all(replaced) {
                        Formula::And(more) => parts = more,
                        one => parts = vec![one],
                    }
                    continue 'solve;
                }
            }
        }
        break;
    }
    if let [Formula::Or(_) | Formula::Exists(..)] = parts.as_slice() {
        let rest = bound.into_iter().collect::<Vec<_>>();
        return eliminate(&rest, &parts[0], work);
    }
    let made: Result<Vec<_>, _> = parts.iter().map(|part| part.automaton(work)).collect();
    let mut sets = made?;
    loop {
        if let Some(at) = sets.iter().position(Automaton::is_empty) {
            return Ok(sets.swap_remove(at));
        }
        bound.retain(|track| sets.iter().any(|set| set.tracks().contains(track)));
        // The variable whose parts together have the fewest tracks.
        let cost = |track: Track| {
            let parts = || sets.iter().filter(|set| set.tracks().contains(&track));
            let tracks: BTreeSet<Track> =
                parts().flat_map(|set| set.tracks().iter().copied()).collect();
            (tracks.len(), parts().map(Automaton::states).sum::<usize>())
        };
        let Some(&track) = bound.iter().min_by_key(|&&track| cost(track)) else {
            return meet(sets, work);
        };
        bound.remove(&track);
        let (with, without): (Vec<_>, Vec<_>) =
            sets.into_iter().partition(|set| set.tracks().contains(&track));
        sets = without;
        work.hold(sets.iter().map(Automaton::bytes).sum());
        sets.push(meet(with, work)?.exists(track, work)?);
        work.hold(0);
    }
}
