//! The automata of the simplest relations.
//!
//! After some letters the numbers read so far have a value v = Σ aᵢxᵢ, and a letter b makes it
//! 2v + Σ aᵢbᵢ (the letter of signs, −Σ aᵢbᵢ). With N⁺ and N⁻ the sums of the positive and of the
//! negative coefficients, the value after m more letters is between v·2^m − N⁻(2^m − 1) and
//! v·2^m + N⁺(2^m − 1). So v ≤ min(−N⁺, c) stays at most c forever, and v ≥ max(N⁻, c + 1) stays
//! above it: only the values between are states.

use ishitori_values::LimitReached;
use rustc_hash::FxHashMap;

use crate::automaton::{Automaton, States};
use crate::base::Base;
use crate::diagram::{Diagrams, Ref, Track};
use crate::linear::Linear;
use crate::numbers::small;
use crate::weighted::{self, Asked};
use crate::work::Work;

/// Operations on the bits of two numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BitOperation {
    /// One of the bits and not the other.
    Xor,
    /// Both bits.
    And,
    /// One of the bits, or both.
    Or,
}

impl BitOperation {
    /// The operation on whole numbers, in two's complement. O(1).
    pub fn of(self, a: i64, b: i64) -> i64 {
        match self {
            BitOperation::Xor => a ^ b,
            BitOperation::And => a & b,
            BitOperation::Or => a | b,
        }
    }
}

/// A constant beyond this is read on a track of its own, so that it costs its bits, not its size.
const LARGE_CONSTANT: u64 = 1 << 10;

/// The state of a form, and what it decides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Value {
    Start,
    At(i64),
    Below,
    Above,
}

impl Automaton {
    /// The tuples at which a form is at most 0. O(Σ|aᵢ| · tracks · bits of the constant).
    pub fn at_most_zero(form: &Linear, work: &mut Work<'_>) -> Result<Automaton, LimitReached> {
        if form.offset().unsigned_abs() > LARGE_CONSTANT {
            return by_track(form, Automaton::at_most_zero, work);
        }
        let limit = form.offset().saturating_neg();
        let base = work.base().clone();
        if let Some(made) = weighted::form(form, Asked::AtMost(limit), &base, work) {
            return made;
        }
        clipped(
            form,
            limit,
            |value| value == Value::Below || matches!(value, Value::At(v) if v <= limit),
            work,
        )
    }

    /// The tuples at which a form is 0. O(Σ|aᵢ| · tracks · bits of the constant).
    pub fn zero(form: &Linear, work: &mut Work<'_>) -> Result<Automaton, LimitReached> {
        if form.offset().unsigned_abs() > LARGE_CONSTANT {
            return by_track(form, Automaton::zero, work);
        }
        let limit = form.offset().saturating_neg();
        let base = work.base().clone();
        if let Some(made) = weighted::form(form, Asked::Equal(limit), &base, work) {
            return made;
        }
        clipped(form, limit, |value| value == Value::At(limit), work)
    }

    /// The tuples at which a form is a multiple of m ≥ 1. O(m · tracks).
    pub fn congruent(
        form: &Linear,
        modulus: i64,
        work: &mut Work<'_>,
    ) -> Result<Automaton, LimitReached> {
        let wanted = form.offset().saturating_neg().rem_euclid(modulus);
        let base = work.base().clone();
        if let Some(made) = weighted::form(form, Asked::Residue(wanted, modulus), &base, work) {
            return made;
        }
        from_values(
            form,
            |value| Value::At(value.rem_euclid(modulus)),
            |value| value == Value::At(wanted),
            work,
        )
    }

    /// The tuples with `result` = `left` op `right`, bit by bit. O(1).
    ///
    /// # Panics
    ///
    /// In other bases than 2, in which [`GameFormulas::in_base`](crate::GameFormulas::in_base) refuses what needs this.
    pub fn bits(
        operation: BitOperation,
        [left, right, result]: [Track; 3],
        work: &mut Work<'_>,
    ) -> Result<Automaton, LimitReached> {
        assert!(*work.base() == Base::binary(), "bits are those of base 2");
        let mut diagrams = Diagrams::default();
        let (go, stop) = (Ref::leaf(0), Ref::leaf(1));
        // Distinct tracks stand for the operands; renaming lets them coincide.
        let mut root = [stop; 4];
        for (i, end) in root.iter_mut().enumerate() {
            let bit = operation.of(i64::from(i >= 2), i64::from(i % 2 == 1)) == 1;
            *end = diagrams.node(2, if bit { stop } else { go }, if bit { go } else { stop });
        }
        let (low, high) = (diagrams.node(1, root[0], root[1]), diagrams.node(1, root[2], root[3]));
        let start = diagrams.node(0, low, high);
        let zero = operation.of(0, 0) == 0;
        let made = Automaton::build(
            vec![0, 1, 2],
            diagrams.nodes,
            vec![start, stop],
            vec![zero, false],
            work,
        )?;
        made.rename(|track| [left, right, result][track as usize], work)
    }
}

/// The relation with the constant on a track of its own, which is then forgotten.
fn by_track(
    form: &Linear,
    relation: impl Fn(&Linear, &mut Work<'_>) -> Result<Automaton, LimitReached>,
    work: &mut Work<'_>,
) -> Result<Automaton, LimitReached> {
    let track = form.terms().last().map_or(0, |&(track, _)| track.saturating_add(1));
    let (open, size) = form.with_constant_on(track);
    let open = relation(&open, work)?;
    open.and(&number(track, size, work)?, work)?.exists(track, work)
}

/// The set of one number that is not negative.
pub(crate) fn number(
    track: Track,
    number: i64,
    work: &mut Work<'_>,
) -> Result<Automaton, LimitReached> {
    let base = work.base().clone();
    if !base.is_binary() {
        return weighted::number(track, number, &base, work);
    }
    // The states are the numbers that the first bits of the number make.
    let begins = |value: i64| value >= 0 && (0..i64::BITS).any(|place| number >> place == value);
    from_values(
        &Linear::track(track),
        |value| if begins(value) { Value::At(value) } else { Value::Above },
        |value| value == Value::At(number),
        work,
    )
}

fn clipped(
    form: &Linear,
    limit: i64,
    accepts: impl Fn(Value) -> bool,
    work: &mut Work<'_>,
) -> Result<Automaton, LimitReached> {
    let positive: i64 = form.terms().iter().map(|&(_, a)| a.max(0)).sum();
    let negative: i64 = form.terms().iter().map(|&(_, a)| (-a).max(0)).sum();
    let (below, above) = ((-positive).min(limit - 1), negative.max(limit + 1));
    let clip = |value: i64| match value {
        v if v <= below => Value::Below,
        v if v >= above => Value::Above,
        v => Value::At(v),
    };
    from_values(form, clip, accepts, work)
}

/// The automaton whose states are values of a form, up to `clip`.
fn from_values(
    form: &Linear,
    clip: impl Fn(i64) -> Value,
    accepts: impl Fn(Value) -> bool,
    work: &mut Work<'_>,
) -> Result<Automaton, LimitReached> {
    let mut diagrams = Diagrams::default();
    let mut states: States<Value> = States::new();
    states.number(Value::Start);
    let mut roots = Vec::new();
    let mut accepting = Vec::new();
    let mut known: FxHashMap<(usize, i64), Ref> = FxHashMap::default();
    while roots.len() < states.keys.len() {
        let value = states.keys[roots.len()];
        let root = match value {
            Value::Below | Value::Above => Ref::leaf(small(roots.len())),
            Value::Start => {
                // Signs count negatively; nothing of this is shared with other letters.
                let negated: Vec<(Track, i64)> =
                    form.terms().iter().map(|&(track, a)| (track, -a)).collect();
                let mut end = |v| states.number(clip(v));
                letter(&negated, 0, 0, &mut FxHashMap::default(), &mut diagrams, &mut end)
            }
            Value::At(v) => {
                let mut end = |v| states.number(clip(v));
                letter(form.terms(), 0, 2 * v, &mut known, &mut diagrams, &mut end)
            }
        };
        roots.push(root);
        accepting.push(accepts(value));
        work.state(roots.len(), || diagrams.bytes())?;
    }
    accepting[0] = accepts(clip(0));
    let tracks = form.terms().iter().map(|&(track, _)| track).collect();
    Automaton::build(tracks, diagrams.nodes, roots, accepting, work)
}

/// The diagram of a letter whose bits add up to a value.
pub(crate) fn letter(
    terms: &[(Track, i64)],
    at: usize,
    sum: i64,
    known: &mut FxHashMap<(usize, i64), Ref>,
    diagrams: &mut Diagrams,
    end: &mut impl FnMut(i64) -> u32,
) -> Ref {
    let Some(&(track, a)) = terms.get(at) else { return Ref::leaf(end(sum)) };
    if let Some(&found) = known.get(&(at, sum)) {
        return found;
    }
    let low = letter(terms, at + 1, sum, known, diagrams, end);
    let high = letter(terms, at + 1, sum + a, known, diagrams, end);
    let made = diagrams.node(track, low, high);
    known.insert((at, sum), made);
    made
}
