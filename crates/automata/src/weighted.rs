//! The automata of linear forms in numeration systems other than base 2.
//!
//! The letters read so far stand for x·q + y·q′, where q and q′ are the weights of the last place that was read and of the
//! one below it: before a digit d of the next place, whose quotient is a, x becomes a·x + y and y becomes the former x, and
//! d is added to x (in base b there is no y). These two numbers are the state, so that no automaton for addition is
//! needed. What follows is, for the numbers of a tuple, at least 0 and at most q − 1 each. With N⁺ and N⁻ the sums of the
//! positive and of the negative coefficients, after the signs, and 0 ≤ q′ ≤ q, the value at the end is at least t·q + N⁻, t =
//! x + min(y, 0) − N⁻, and at most u·q − N⁺, u = x + max(y, 0) + N⁺. So it is above c if t ≥ 0 and t + N⁻ > c, and below if u ≤ 0
//! and u − N⁺ < c. There are finitely many states between: x − θy shrinks with every period but for the digits that are
//! added, θ being the quotient of the weights, and x and y of the same sign are soon on one side.

use ishitori_values::LimitReached;
use rustc_hash::FxHashMap;

use crate::automaton::{Automaton, States};
use crate::base::{Base, Numeration};
use crate::diagram::{Diagrams, Ref, Track};
use crate::linear::Linear;
use crate::numbers::small;
use crate::work::Work;

/// What is asked of a form without its constant.
#[derive(Clone, Copy)]
pub(crate) enum Asked {
    /// It is at most this.
    AtMost(i64),
    /// It is this.
    Equal(i64),
    /// It has this residue by a modulus.
    Residue(i64, i64),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Value {
    Start,
    /// The signs, a bit for each term; how many letters of a block were read; x and y.
    At(u64, usize, i64, i64),
    Below,
    Above,
}

/// The tuples for which a form is as asked. `None` in base 2.
pub(crate) fn form(
    form: &Linear,
    asked: Asked,
    base: &Base,
    work: &mut Work<'_>,
) -> Option<Result<Automaton, LimitReached>> {
    let numeration = base.numeration()?;
    Some(of_form(form, asked, numeration, work))
}

fn of_form(
    form: &Linear,
    asked: Asked,
    numeration: &Numeration,
    work: &mut Work<'_>,
) -> Result<Automaton, LimitReached> {
    let tracks: Vec<Track> = form.terms().iter().map(|&(track, _)| track).collect();
    let mut diagrams = Diagrams::default();
    let mut states: States<Value> = States::new();
    states.number(Value::Start);
    let (mut roots, mut accepting) = (Vec::new(), Vec::new());
    while roots.len() < states.keys.len() {
        let value = states.keys[roots.len()];
        let root = match value {
            Value::Below | Value::Above => Ref::leaf(small(roots.len())),
            Value::Start => {
                let mut end = |signs| states.number(clip(form, asked, Value::At(signs, 0, 0, 0)));
                by_signs(&tracks, 0, 0, &mut diagrams, &mut end)
            }
            Value::At(signs, at, x, y) => {
                let letter = numeration.letters[at];
                let (x, y) = match letter.first {
                    true => (letter.times * x + y, if numeration.two { x } else { 0 }),
                    false => (x, y),
                };
                let next = (at + 1) % numeration.letters.len();
                let terms: Vec<(Track, i64)> =
                    signed(form, signs).map(|(track, a)| (track, a * letter.weight)).collect();
                let mut end = |x| {
                    let value = Value::At(signs, next, x, y);
                    states.number(if letter.last { clip(form, asked, value) } else { value })
                };
                let mut known = FxHashMap::default();
                crate::atoms::letter(&terms, 0, x, &mut known, &mut diagrams, &mut end)
            }
        };
        roots.push(root);
        accepting.push(accepts(asked, value, numeration));
        work.state(roots.len(), || diagrams.bytes())?;
    }
    let raw = Automaton::build(tracks, diagrams.nodes, roots, accepting, work)?;
    let tracks: Vec<Track> = form.terms().iter().map(|&(track, _)| track).collect();
    work.within_words(raw, &tracks)
}

fn signed(form: &Linear, signs: u64) -> impl Iterator<Item = (Track, i64)> + '_ {
    let terms = form.terms().iter().enumerate();
    terms.map(move |(i, &(track, a))| (track, if signs >> i & 1 == 1 { -a } else { a }))
}

fn clip(form: &Linear, asked: Asked, value: Value) -> Value {
    let Value::At(signs, at, x, y) = value else { return value };
    let limit = match asked {
        Asked::Residue(_, modulus) => {
            return Value::At(signs, at, x.rem_euclid(modulus), y.rem_euclid(modulus));
        }
        Asked::AtMost(limit) | Asked::Equal(limit) => limit,
    };
    let positive: i64 = signed(form, signs).map(|(_, a)| a.max(0)).sum();
    let negative: i64 = signed(form, signs).map(|(_, a)| (-a).max(0)).sum();
    let least = x + y.min(0) - negative;
    let most = x + y.max(0) + positive;
    if least >= 0 && least + negative > limit {
        Value::Above
    } else if most <= 0 && most - positive < limit {
        Value::Below
    } else {
        value
    }
}

fn accepts(asked: Asked, value: Value, numeration: &Numeration) -> bool {
    let at_end = match value {
        Value::Start => 0,
        Value::At(_, 0, x, y) => x + y * numeration.before,
        Value::At(..) | Value::Above => return false,
        Value::Below => return matches!(asked, Asked::AtMost(_)),
    };
    match asked {
        Asked::AtMost(limit) => at_end <= limit,
        Asked::Equal(limit) => at_end == limit,
        Asked::Residue(wanted, modulus) => at_end.rem_euclid(modulus) == wanted,
    }
}

/// The diagram of the first letter.
fn by_signs(
    tracks: &[Track],
    at: usize,
    signs: u64,
    diagrams: &mut Diagrams,
    end: &mut impl FnMut(u64) -> u32,
) -> Ref {
    let Some(&track) = tracks.get(at) else { return Ref::leaf(end(signs)) };
    let low = by_signs(tracks, at + 1, signs, diagrams, end);
    let high = by_signs(tracks, at + 1, signs | 1 << at, diagrams, end);
    diagrams.node(track, low, high)
}

/// The set of one number that is not negative.
pub(crate) fn number(
    track: Track,
    number: i64,
    base: &Base,
    work: &mut Work<'_>,
) -> Result<Automaton, LimitReached> {
    let word = base.word(number.into(), 0);
    let block = base.numeration().map_or(1, |numeration| numeration.letters.len());
    let first = word.iter().skip(1).position(|&bit| bit);
    // States: the beginning, nothing accepted, after a number of zeros of a block, after a number of letters of the number.
    let zeros = |at: usize| Ref::leaf(small(2 + at % block));
    let read = |letters: usize| Ref::leaf(small(2 + block + letters));
    let dead = Ref::leaf(1);
    let mut diagrams = Diagrams::default();
    let mut roots = vec![diagrams.node(track, zeros(0), dead), dead];
    for at in 0..block {
        let one = if first == Some(at) { read(at + 1) } else { dead };
        roots.push(diagrams.node(track, zeros(at + 1), one));
    }
    for letters in 0..word.len() {
        let next = read(letters + 1);
        roots.push(match word.get(letters + 1) {
            Some(true) => diagrams.node(track, dead, next),
            Some(false) => diagrams.node(track, next, dead),
            None => dead,
        });
    }
    let mut accepting = vec![false; roots.len()];
    accepting[0] = number == 0;
    accepting[2] = number == 0;
    if let Some(last) = accepting.last_mut() {
        *last = *last || number > 0;
    }
    Automaton::build(vec![track], diagrams.nodes, roots, accepting, work)
}
