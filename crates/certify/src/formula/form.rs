//! Linear forms, whose numbers a document gives.

#![warn(clippy::arithmetic_side_effects)]

use crate::condition::Condition;
use crate::verdict::Rejection;

/// The most tracks of one search: each letter is tried.
pub(super) const MAX_TRACKS: usize = 14;

/// The state before the first letter.
pub(super) const START: i64 = i64::MIN;

/// Σ aᵢxᵢ + c over tracks.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Form {
    pub(super) terms: Vec<(usize, i64)>,
    pub(super) constant: i64,
}

/// Coefficients, constants and divisors are below this in absolute value, wherever they are read and
/// whatever they become. With at most [`MAX_TRACKS`] terms every state of a condition then stays within
/// 64 bits: `proofs/Bounds.v`, theorem `step_fits`, whose hypotheses are these two bounds.
pub(super) const LARGEST: u64 = 1 << 40;

/// A number that a document contains or that follows from some, if it is below [`LARGEST`] in absolute value.
pub(super) fn bounded(number: Option<i64>) -> Result<i64, Rejection> {
    number.filter(|x| x.unsigned_abs() < LARGEST).ok_or(Rejection::Proof(Condition::FormulaNumbers))
}

impl Form {
    /// A constant.
    pub(super) fn number(constant: i64) -> Result<Form, Rejection> {
        Ok(Form { terms: Vec::new(), constant: bounded(Some(constant))? })
    }

    pub(super) fn zero() -> Form {
        Form { terms: Vec::new(), constant: 0 }
    }

    pub(super) fn one() -> Form {
        Form { terms: Vec::new(), constant: 1 }
    }

    pub(super) fn track(track: usize) -> Form {
        Form { terms: vec![(track, 1)], constant: 0 }
    }

    /// self + factor · other.
    pub(super) fn plus(&self, other: &Form, factor: i64) -> Result<Form, Rejection> {
        let factor = bounded(Some(factor))?;
        let product = |a: i64| bounded(a.checked_mul(factor));
        let mut sum = self.clone();
        sum.constant = bounded(sum.constant.checked_add(product(other.constant)?))?;
        for &(track, a) in &other.terms {
            let a = product(a)?;
            match sum.terms.iter_mut().find(|(t, _)| *t == track) {
                Some((_, b)) => *b = bounded(b.checked_add(a))?,
                None => sum.terms.push((track, a)),
            }
        }
        sum.terms.retain(|(_, a)| *a != 0);
        sum.terms.sort_unstable();
        Ok(sum)
    }

    /// factor · self.
    pub(super) fn times(&self, factor: i64) -> Result<Form, Rejection> {
        Form::zero().plus(self, factor)
    }
}

/// What decides the next state of a linear condition.
pub(super) struct Values {
    /// The value of the form without its constant, as far as the numbers have been read.
    pub(super) value: i64,
    /// After m more letters it is between value·2^m − low·(2^m − 1) and value·2^m + high·(2^m − 1).
    pub(super) high: i64,
    pub(super) low: i64,
    /// What it is compared with at the end.
    pub(super) wanted: i64,
}

impl Form {
    /// The values after a letter. There are at most [`MAX_TRACKS`] terms below [`LARGEST`], and a
    /// state that is kept is between −max(high, |wanted|) and max(low, |wanted|), so that nothing here
    /// exceeds 2^46: `step_fits` in `proofs/Bounds.v`.
    #[expect(clippy::arithmetic_side_effects, reason = "bounded by 2^46, see above")]
    pub(super) fn values(&self, state: i64, letter: u32) -> Values {
        let (mut sum, mut high, mut low) = (0, 0, 0);
        for &(track, a) in &self.terms {
            if letter >> track & 1 == 1 {
                sum += a;
            }
            match a {
                0.. => high += a,
                _ => low -= a,
            }
        }
        // The signs count −1; later the value doubles and the bits are added.
        let value = if state == START { -sum } else { 2 * state + sum };
        Values { value, high, low, wanted: self.wanted() }
    }

    /// What the form without its constant is compared with; the constant is below [`LARGEST`].
    pub(super) fn wanted(&self) -> i64 {
        self.constant.saturating_neg()
    }
}
