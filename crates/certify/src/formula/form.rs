//! Linear forms, whose numbers a document gives.

#![warn(clippy::arithmetic_side_effects)]

use crate::condition::Condition;
use crate::verdict::Rejection;

/// The most tracks of one search: each letter is tried.
pub(super) const MAX_TRACKS: usize = 14;

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

/// What a linear condition remembers after a bit.
pub(super) enum Next {
    /// It does not hold, whatever follows.
    Never,
    /// It holds, whatever follows.
    Always,
    /// The value of the form without its constant, as far as the numbers have been read.
    Kept(i64),
}

/// A form whose terms are read one after the other, a bit of each in every letter.
pub(super) struct Reading {
    /// The coefficients in the order of reading.
    terms: Vec<i64>,
    /// The sums of the positive, and of the negative coefficients from each place of the order on.
    rest: Vec<(i64, i64)>,
    /// What the value is compared with at the end.
    wanted: i64,
    /// Whether it has to be equal to this; else it may be smaller.
    equation: bool,
}

impl Reading {
    /// The terms of a form on tracks in an order, which has all of them.
    #[expect(clippy::arithmetic_side_effects, reason = "at most 14 terms below 2^40")]
    pub(super) fn new(form: &Form, order: &[usize], equation: bool) -> Reading {
        let coefficient =
            |track: &usize| form.terms.iter().find(|(t, _)| t == track).map_or(0, |&(_, a)| a);
        let terms: Vec<i64> = order.iter().map(coefficient).collect();
        let mut rest = vec![(0, 0); terms.len() + 1];
        for (place, &a) in terms.iter().enumerate().rev() {
            let (positive, negative) = rest[place + 1];
            rest[place] = (positive + a.max(0), negative + a.min(0).saturating_neg());
        }
        Reading { terms, rest, wanted: form.wanted(), equation }
    }

    /// How many terms there are.
    pub(super) fn terms(&self) -> usize {
        self.terms.len()
    }

    /// Whether the numbers may end where the form has a value.
    pub(super) fn accepts(&self, value: i64) -> bool {
        if self.equation { value == self.wanted } else { value <= self.wanted }
    }

    /// What follows from a value after a bit of the term `place` of a letter, the first one if `signs`. There are at
    /// most [`MAX_TRACKS`] terms below [`LARGEST`], and a value that is kept at the end of a letter is between
    /// −max(high, |wanted|) and max(low, |wanted|), so that nothing here exceeds 2^47: `step_fits` in
    /// `proofs/Bounds.v`. (In the middle of a letter the value is that of a letter whose other bits are 0.)
    #[expect(clippy::arithmetic_side_effects, reason = "bounded by 2^47, see above")]
    pub(super) fn next(&self, value: i64, place: usize, bit: bool, signs: bool) -> Next {
        let a = if bit { self.terms[place] } else { 0 };
        let (positive, negative) = self.rest[place + 1];
        // The signs count −1; later the value doubles and the bits are added.
        let before = if place == 0 && !signs { 2 * value } else { value };
        let (value, least, most) = match signs {
            true => (before - a, before - a - positive, before - a + negative),
            false => (before + a, before + a - negative, before + a + positive),
        };
        // After m more letters a value v is between v·2^m − low·(2^m − 1) and v·2^m + high·(2^m − 1).
        let (high, low) = self.rest[0];
        if most <= -high && most < self.wanted {
            if self.equation { Next::Never } else { Next::Always }
        } else if least >= low && least > self.wanted {
            Next::Never
        } else {
            Next::Kept(value)
        }
    }
}

impl Form {
    /// What the form without its constant is compared with; the constant is below [`LARGEST`].
    pub(super) fn wanted(&self) -> i64 {
        self.constant.saturating_neg()
    }
}
