//! Linear forms: Σ aᵢxᵢ + c.

use std::fmt;

use crate::diagram::Track;

/// A linear form over tracks, with a constant.
///
/// ```
/// use ishitori_automata::Linear;
/// let form = Linear::of(&[(0, 2), (1, -1)], 3);
/// assert_eq!(form.to_string(), "2·x0 - x1 + 3");
/// assert_eq!(form.plus(&form, -1), Some(Linear::constant(0)));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Linear {
    /// Tracks, increasing, with coefficients that are not 0.
    terms: Vec<(Track, i64)>,
    constant: i64,
}

/// Coefficients and constants stay below this, so that sums of a few of them do not overflow.
const LARGEST: i64 = 1 << 40;

impl Linear {
    /// A number. O(1).
    pub fn constant(constant: i64) -> Linear {
        Linear { terms: Vec::new(), constant }
    }

    /// One track. O(1).
    pub fn track(track: Track) -> Linear {
        Linear { terms: vec![(track, 1)], constant: 0 }
    }

    /// A form from terms in any order. O(terms²).
    pub fn of(terms: &[(Track, i64)], constant: i64) -> Linear {
        let mut form = Linear::constant(constant);
        for &(track, a) in terms {
            match form.terms.iter_mut().find(|(t, _)| *t == track) {
                Some((_, sum)) => *sum += a,
                None => form.terms.push((track, a)),
            }
        }
        form.terms.retain(|(_, a)| *a != 0);
        form.terms.sort_unstable();
        form
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
        let bounded = |x: i64| (x.abs() < LARGEST).then_some(x);
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
        Linear::constant(0).plus(self, factor)
    }

    /// The form with a track replaced by another form. O(terms).
    pub fn substitute(&self, track: Track, by: &Linear) -> Option<Linear> {
        match self.coefficient(track) {
            0 => Some(self.clone()),
            a => self.plus(&Linear::track(track), -a)?.plus(by, a),
        }
    }

    /// The greatest common divisor of the coefficients, 0 if there are none. O(terms).
    pub(crate) fn content(&self) -> i64 {
        let gcd = |mut a: i64, mut b: i64| {
            while b != 0 {
                (a, b) = (b, a % b);
            }
            a.abs()
        };
        self.terms.iter().fold(0, |g, &(_, a)| gcd(g, a))
    }

    /// The same terms divided by a divisor of all coefficients, with another constant.
    pub(crate) fn divided(&self, divisor: i64, constant: i64) -> Linear {
        let terms = self.terms.iter().map(|&(track, a)| (track, a / divisor)).collect();
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
            match a.abs() {
                1 => write!(f, "{sign}x{track}")?,
                a => write!(f, "{sign}{a}·x{track}")?,
            }
        }
        match (self.terms.is_empty(), self.constant) {
            (true, c) => write!(f, "{c}"),
            (false, 0) => Ok(()),
            (false, c) if c < 0 => write!(f, " - {}", -c),
            (false, c) => write!(f, " + {c}"),
        }
    }
}
