//! Ordinals below ω^(ω^ω) in Cantor normal form, under natural sum.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;

use crate::notation::Style;

/// The largest n with which ω^(ω^n) is written.
const MAX_TOWER: u64 = 1000;
/// The largest coefficient inside an exponent. Products keep the number of digits of such a coefficient to the
/// base of a prime (at most the 1001st odd one, 7937), so that 64 bits hold them.
const MAX_EXPONENT: u128 = u32::MAX as u128;
/// The largest number of terms of an ordinal.
pub const MAX_TERMS: usize = 1 << 16;

/// The exponent ω^k·c(k) + … + c(0) of a power of ω; the last coefficient is not 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Exponent(Vec<u64>);

impl Exponent {
    pub(crate) fn new(mut coefficients: Vec<u64>) -> Exponent {
        while coefficients.last() == Some(&0) {
            coefficients.pop();
        }
        Exponent(coefficients)
    }

    /// c(0), c(1), ….
    pub(crate) fn coefficients(&self) -> &[u64] {
        &self.0
    }

    /// The exponent as an ordinal.
    fn ordinal(&self) -> Ordinal {
        let terms = self.0.iter().zip(0..).filter(|(c, _)| **c > 0);
        Ordinal { terms: terms.map(|(&c, k)| (Exponent::new(vec![k]), u128::from(c))).collect() }
    }
}

impl Ord for Exponent {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_length = self.0.len().cmp(&other.0.len());
        by_length.then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }
}

impl PartialOrd for Exponent {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// An ordinal below ω^(ω^ω): ω^a·m + ω^b·n + … with a > b > … and natural m, n, ….
///
/// Sums are natural (Hessenberg) sums, which are the sums of ordinals as games.
///
/// ```
/// use ishitori_values::Ordinal;
/// let omega = Ordinal::omega();
/// let one = Ordinal::from(1);
/// assert_eq!(one.natural_sum(&omega), omega.natural_sum(&one));
/// assert!(omega > Ordinal::from(1_000_000));
/// let power = Ordinal::omega_to(&omega).unwrap();
/// assert_eq!(power.natural_sum(&one).unwrap().to_string(), "omega**omega+1");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Ordinal {
    /// Coefficients, none of them 0, by exponents.
    pub(crate) terms: BTreeMap<Exponent, u128>,
}

impl From<u128> for Ordinal {
    fn from(n: u128) -> Ordinal {
        Ordinal::monomial(Exponent::default(), n)
    }
}

impl Ordinal {
    /// ω. O(1).
    pub fn omega() -> Ordinal {
        Ordinal::monomial(Exponent::new(vec![1]), 1)
    }

    pub(crate) fn monomial(exponent: Exponent, coefficient: u128) -> Ordinal {
        let mut terms = BTreeMap::new();
        if coefficient > 0 {
            terms.insert(exponent, coefficient);
        }
        Ordinal { terms }
    }

    /// ω^α for α below ω^ω, none beyond (or where a coefficient of α is 2^32 or more, or α is at least
    /// ω^1001). O(terms).
    ///
    /// ```
    /// use ishitori_values::Ordinal;
    /// let omega = Ordinal::omega();
    /// let power = Ordinal::omega_to(&Ordinal::omega_to(&omega).unwrap());
    /// assert!(power.is_none());
    /// ```
    pub fn omega_to(exponent: &Ordinal) -> Option<Ordinal> {
        let mut coefficients = Vec::new();
        for (power, &coefficient) in &exponent.terms {
            let k = match power.coefficients() {
                [] => 0,
                [k] if *k <= MAX_TOWER => usize::try_from(*k).ok()?,
                _ => return None,
            };
            if coefficient > MAX_EXPONENT {
                return None;
            }
            coefficients.resize(coefficients.len().max(k + 1), 0);
            coefficients[k] = u64::try_from(coefficient).ok()?;
        }
        Some(Ordinal::monomial(Exponent::new(coefficients), 1))
    }

    /// Whether it is 0. O(1).
    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// The natural number that it is. O(1).
    pub fn as_finite(&self) -> Option<u128> {
        match self.terms.last_key_value() {
            None => Some(0),
            Some((exponent, &n)) => exponent.coefficients().is_empty().then_some(n),
        }
    }

    /// The natural sum: coefficients of equal powers are added. None where one does not fit into 128 bits.
    /// O(terms).
    pub fn natural_sum(&self, other: &Ordinal) -> Option<Ordinal> {
        let mut sum = self.clone();
        for (exponent, &n) in &other.terms {
            let entry = sum.terms.entry(exponent.clone()).or_insert(0);
            *entry = entry.checked_add(n)?;
        }
        Some(sum)
    }

    /// The sum of n copies. None where a coefficient does not fit into 128 bits. O(terms).
    pub fn natural_multiple(&self, n: u128) -> Option<Ordinal> {
        if n == 0 {
            return Some(Ordinal::default());
        }
        let times =
            |(exponent, &m): (&Exponent, &u128)| Some((exponent.clone(), m.checked_mul(n)?));
        Some(Ordinal { terms: self.terms.iter().map(times).collect::<Option<_>>()? })
    }

    /// The ordinal in a style; ASCII and Unicode are read back by the calculator. O(length).
    ///
    /// ```
    /// use ishitori_values::{Ordinal, notation::Style};
    /// let omega = Ordinal::omega();
    /// let exponent = omega.natural_multiple(2).unwrap().natural_sum(&Ordinal::from(1)).unwrap();
    /// let power = Ordinal::omega_to(&exponent).unwrap().natural_multiple(3).unwrap();
    /// assert_eq!(power.print_as(Style::Ascii), "3.omega**(2.omega+1)");
    /// assert_eq!(power.print_as(Style::Latex), r"\omega^{\omega\cdot 2+1}\cdot 3");
    /// ```
    pub fn print_as(&self, style: Style) -> String {
        if self.is_zero() {
            return "0".to_string();
        }
        let texts: Vec<String> = self.terms.iter().rev().map(|(e, &n)| term(e, n, style)).collect();
        texts.join("+")
    }

    /// The nimber of this ordinal in a style. O(length).
    pub fn print_nimber_as(&self, style: Style) -> String {
        let index = self.print_as(style);
        let star = match style {
            Style::Ascii => "*",
            Style::Unicode => "∗",
            Style::Latex => r"{\ast}",
        };
        match *self == Ordinal::omega() || self.as_finite().is_some() {
            true => format!("{star}{index}"),
            false => format!("{star}({index})"),
        }
    }
}

fn term(exponent: &Exponent, coefficient: u128, style: Style) -> String {
    if exponent.coefficients().is_empty() {
        return coefficient.to_string();
    }
    let omega = match style {
        Style::Ascii => "omega",
        Style::Unicode => "ω",
        Style::Latex => r"\omega",
    };
    let index = exponent.ordinal();
    let text = index.print_as(style);
    let bare = index.as_finite().is_some() || index == Ordinal::omega();
    let power = match style {
        _ if index == Ordinal::from(1) => omega.to_string(),
        Style::Latex => format!("{omega}^{{{text}}}"),
        _ if bare => format!("{omega}**{text}"),
        _ => format!("{omega}**({text})"),
    };
    match (coefficient, style) {
        (1, _) => power,
        (n, Style::Latex) => format!(r"{power}\cdot {n}"),
        (n, _) => format!("{n}.{power}"),
    }
}

impl fmt::Display for Ordinal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.print_as(Style::Ascii))
    }
}

impl Ord for Ordinal {
    fn cmp(&self, other: &Self) -> Ordering {
        // Where one normal form begins with the other, the longer one is greater.
        self.terms.iter().rev().cmp(other.terms.iter().rev())
    }
}

impl PartialOrd for Ordinal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
