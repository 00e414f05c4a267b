//! Linear forms: Σ aᵢxᵢ + c.

#![warn(clippy::arithmetic_side_effects)]

use std::fmt;

use crate::diagram::Track;

/// A linear form over tracks, with a constant. All its numbers are below 2^40 in absolute value,
/// so that sums over all tracks stay within 64 bits; what would make a larger one gives `None`.
///
/// ```
/// use ishitori_automata::Linear;
/// let form = Linear::of(&[(0, 2), (1, -1)], 3).unwrap();
/// assert_eq!(form.to_string(), "2·x0 - x1 + 3");
/// assert_eq!(form.plus(&form, -1), Some(Linear::small(0)));
/// assert_eq!(Linear::number(i64::MIN), None);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Linear {
    /// Tracks, increasing, with coefficients that are not 0.
    terms: Vec<(Track, i64)>,
    constant: i64,
}

/// Coefficients and constants are below this in absolute value.
const LARGEST: u64 = 1 << 40;

/// The number, if it is below [`LARGEST`] in absolute value.
fn bounded(number: i64) -> Option<i64> {
    (number.unsigned_abs() < LARGEST).then_some(number)
}

impl Linear {
    /// A number, if it is below 2^40 in absolute value. O(1).
    pub fn number(constant: i64) -> Option<Linear> {
        Some(Linear { terms: Vec::new(), constant: bounded(constant)? })
    }

    /// A number of 32 bits. O(1).
    pub fn small(constant: i32) -> Linear {
        Linear { terms: Vec::new(), constant: constant.into() }
    }

    /// A multiple of one track, and a constant. O(1).
    pub fn single(track: Track, coefficient: i32, constant: i32) -> Linear {
        let mut form = Linear::small(constant);
        if coefficient != 0 {
            form.terms.push((track, coefficient.into()));
        }
        form
    }

    /// One track. O(1).
    pub fn track(track: Track) -> Linear {
        Linear { terms: vec![(track, 1)], constant: 0 }
    }

    /// A form from terms in any order, if its numbers are not too large. O(terms²).
    pub fn of(terms: &[(Track, i64)], constant: i64) -> Option<Linear> {
        let start = Linear::number(constant)?;
        terms.iter().try_fold(start, |sum, &(track, a)| sum.plus(&Linear::track(track), a))
    }

    /// The terms. O(1).
    pub fn terms(&self) -> &[(Track, i64)] {
        &self.terms
    }

    /// The constant. O(1).
    pub fn offset(&self) -> i64 {
        self.constant
    }

    /// The coefficient of a track, 0 if it does not occur. O(terms).
    pub fn coefficient(&self, track: Track) -> i64 {
        self.terms.iter().find(|(t, _)| *t == track).map_or(0, |&(_, a)| a)
    }

    /// The number, if no track occurs. O(1).
    pub fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The track, if the form is one. O(1).
    pub fn as_track(&self) -> Option<Track> {
        match (self.terms.as_slice(), self.constant) {
            (&[(track, 1)], 0) => Some(track),
            _ => None,
        }
    }

    /// self + factor · other, or nothing if a number becomes too large. O(terms).
    pub fn plus(&self, other: &Linear, factor: i64) -> Option<Linear> {
        let mut sum = self.clone();
        let scaled = |a: i64| a.checked_mul(factor).and_then(bounded);
        sum.constant = bounded(sum.constant.checked_add(scaled(other.constant)?)?)?;
        for &(track, a) in &other.terms {
            let a = scaled(a)?;
            match sum.terms.binary_search_by_key(&track, |&(t, _)| t) {
                Ok(at) => sum.terms[at].1 = bounded(sum.terms[at].1.checked_add(a)?)?,
                Err(at) => sum.terms.insert(at, (track, a)),
            }
        }
        sum.terms.retain(|(_, a)| *a != 0);
        Some(sum)
    }

    /// factor · self, or nothing if a number becomes too large. O(terms).
    pub fn times(&self, factor: i64) -> Option<Linear> {
        Linear::small(0).plus(self, factor)
    }

    /// The form with the absolute value of its constant on a track of its own, and that value. O(terms).
    pub(crate) fn with_constant_on(&self, track: Track) -> (Linear, i64) {
        debug_assert_eq!(self.coefficient(track), 0);
        let mut terms = self.terms.clone();
        terms.push((track, self.constant.signum()));
        terms.sort_unstable();
        (Linear { terms, constant: 0 }, self.constant.saturating_abs())
    }

    /// self − track, for a track that does not occur in the form. O(terms).
    pub(crate) fn minus_track(mut self, track: Track) -> Linear {
        debug_assert_eq!(self.coefficient(track), 0);
        self.terms.push((track, -1));
        self.terms.sort_unstable();
        self
    }

    /// track − self, for a track that does not occur in the form. O(terms).
    pub(crate) fn minus_from(&self, track: Track) -> Linear {
        debug_assert_eq!(self.coefficient(track), 0);
        let negated = |a: i64| a.saturating_neg();
        let mut terms: Vec<_> = self.terms.iter().map(|&(t, a)| (t, negated(a))).collect();
        terms.push((track, 1));
        terms.sort_unstable();
        Linear { terms, constant: negated(self.constant) }
    }

    /// The form with a track replaced by another form. O(terms).
    pub fn substitute(&self, track: Track, by: &Linear) -> Option<Linear> {
        match self.coefficient(track) {
            0 => Some(self.clone()),
            a => self.plus(&Linear::track(track), a.checked_neg()?)?.plus(by, a),
        }
    }

    /// The greatest common divisor of the coefficients, 0 if there are none. O(terms).
    pub(crate) fn content(&self) -> i64 {
        let gcd = |mut a: i64, mut b: i64| {
            while let Some(rest) = a.checked_rem(b) {
                (a, b) = (b, rest);
            }
            a.saturating_abs()
        };
        self.terms.iter().fold(0, |g, &(_, a)| gcd(g, a))
    }

    /// The same terms divided by a divisor ≥ 1 of all coefficients, with another constant that is no larger.
    pub(crate) fn divided(&self, divisor: i64, constant: i64) -> Linear {
        let terms = self
            .terms
            .iter()
            .map(|&(track, a)| (track, a.checked_div(divisor).unwrap_or(a)))
            .collect();
        Linear { terms, constant }
    }

    /// The value, tracks by `number`; nothing if it is too large. O(terms).
    pub fn value(&self, number: impl Fn(Track) -> i64) -> Option<i64> {
        self.terms
            .iter()
            .try_fold(self.constant, |sum, &(t, a)| sum.checked_add(a.checked_mul(number(t))?))
    }
}

impl fmt::Display for Linear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, &(track, a)) in self.terms.iter().enumerate() {
            let sign = match (i, a < 0) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            };
            match a.unsigned_abs() {
                1 => write!(f, "{sign}x{track}")?,
                a => write!(f, "{sign}{a}·x{track}")?,
            }
        }
        match (self.terms.is_empty(), self.constant) {
            (true, c) => write!(f, "{c}"),
            (false, 0) => Ok(()),
            (false, c) if c < 0 => write!(f, " - {}", c.unsigned_abs()),
            (false, c) => write!(f, " + {c}"),
        }
    }
}
