//! Dyadic rationals `m / 2^k`: the numbers that occur as values of short games.
//!
//! Arithmetic never wraps. A numerator that fits into 64 bits is kept in a machine word, any other
//! in a big integer, and the two representations never overlap, so equality is structural. The
//! exponent of the denominator is below 2^32: `checked_mul`, `checked_pow` and `checked_halved` say
//! when a result has a larger one, and the operators panic, as they do for machine integers that
//! are checked. The numbers of a [`crate::GameStore`] have at most 2^18 bits, far from that.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// A dyadic rational in lowest terms.
///
/// ```
/// use ishitori_values::Dyadic;
/// let a = Dyadic::new(3, 2); // 3/4
/// let b = Dyadic::new(1, 2); // 1/4
/// assert_eq!(&a + &b, Dyadic::from(1));
/// assert_eq!(a.to_string(), "3/4");
/// assert_eq!(Dyadic::power_of_two(200).to_string().len(), 61);
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Dyadic(Repr);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    /// `num` is odd or `exp` is zero.
    Small { num: i64, exp: u32 },
    /// As above, and the numerator does not fit into an `i64`.
    Big(Box<(BigInt, u32)>),
}

/// The panic message of operators without an answer.
const TOO_FINE: &str = "the exponent of a dyadic rational is below 2^32";

impl Dyadic {
    /// The number zero.
    pub const ZERO: Dyadic = Dyadic(Repr::Small { num: 0, exp: 0 });

    /// `numerator / 2^exponent`, reduced. O(1).
    pub fn new(numerator: i64, exponent: u32) -> Self {
        if numerator == 0 {
            return Self::ZERO;
        }
        let shift = numerator.trailing_zeros().min(exponent);
        Dyadic(Repr::Small { num: numerator >> shift, exp: exponent - shift })
    }

    /// `numerator / 2^exponent` for a big numerator, reduced. O(bits).
    pub fn from_big(numerator: BigInt, exponent: u32) -> Self {
        let twos = numerator.trailing_zeros().unwrap_or(0).min(u64::from(exponent)) as u32;
        let (num, exp) =
            if numerator.is_zero() { (numerator, 0) } else { (numerator >> twos, exponent - twos) };
        match num.to_i64() {
            Some(num) => Dyadic(Repr::Small { num, exp }),
            None => Dyadic(Repr::Big(Box::new((num, exp)))),
        }
    }

    fn from_i128(numerator: i128, exponent: u32) -> Self {
        if numerator == 0 {
            return Self::ZERO;
        }
        let shift = numerator.trailing_zeros().min(exponent);
        let (num, exp) = (numerator >> shift, exponent - shift);
        match i64::try_from(num) {
            Ok(num) => Dyadic(Repr::Small { num, exp }),
            Err(_) => Dyadic(Repr::Big(Box::new((BigInt::from(num), exp)))),
        }
    }

    /// `2^exponent`. O(exponent / 64).
    pub fn power_of_two(exponent: u32) -> Self {
        Self::from_big(BigInt::one() << exponent, 0)
    }

    /// The numerator in lowest terms. O(bits).
    pub fn numerator(&self) -> BigInt {
        match &self.0 {
            Repr::Small { num, .. } => BigInt::from(*num),
            Repr::Big(b) => b.0.clone(),
        }
    }

    /// The `k` of the denominator `2^k` in lowest terms. O(1).
    pub fn exponent(&self) -> u32 {
        match &self.0 {
            Repr::Small { exp, .. } => *exp,
            Repr::Big(b) => b.1,
        }
    }

    /// Bits needed for numerator and denominator together: the size that limits speak about. O(1).
    pub fn bits(&self) -> u64 {
        match &self.0 {
            Repr::Small { exp, .. } => 64 + u64::from(*exp),
            Repr::Big(b) => b.0.bits() + u64::from(b.1),
        }
    }

    /// The k for which |self| is at least 2^(k−1) and below 2^k, if it is not zero.
    fn magnitude(&self) -> i128 {
        let bits = match &self.0 {
            Repr::Small { num, .. } => u64::from(64 - num.unsigned_abs().leading_zeros()),
            Repr::Big(b) => b.0.bits(),
        };
        i128::from(bits) - i128::from(self.exponent())
    }

    /// Whether this is an integer. O(1).
    pub fn is_integer(&self) -> bool {
        self.exponent() == 0
    }

    /// Whether this is zero. O(1).
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Repr::Small { num: 0, .. })
    }

    /// −1, 0 or 1. O(1).
    pub fn signum(&self) -> i32 {
        match &self.0 {
            Repr::Small { num, .. } => num.signum() as i32,
            Repr::Big(b) => {
                if b.0.is_negative() {
                    -1
                } else {
                    1
                }
            }
        }
    }

    /// The value as a machine integer, if it is one that fits. O(1).
    pub fn to_i64(&self) -> Option<i64> {
        match self.0 {
            Repr::Small { num, exp: 0 } => Some(num),
            _ => None,
        }
    }

    /// The largest integer that is not greater. O(bits).
    pub fn floor(&self) -> Dyadic {
        match &self.0 {
            Repr::Small { exp: 0, .. } => self.clone(),
            Repr::Small { num, exp } => Dyadic::from(num >> (*exp).min(63)),
            Repr::Big(b) => Dyadic::from_big(&b.0 >> b.1, 0),
        }
    }

    /// The smallest integer that is not less. O(bits).
    pub fn ceil(&self) -> Dyadic {
        -&(-self).floor()
    }

    /// The absolute value. O(bits).
    pub fn abs(&self) -> Dyadic {
        if self.signum() < 0 { -self } else { self.clone() }
    }

    /// `self / 2^k`. O(bits).
    ///
    /// # Panics
    /// If the exponent of the result is not below 2^32; see [`Dyadic::checked_halved`].
    pub fn halved(&self, k: u32) -> Dyadic {
        self.checked_halved(k.into()).expect(TOO_FINE)
    }

    /// `self / 2^k`, if its exponent is below 2^32. O(bits).
    ///
    /// ```
    /// use ishitori_values::Dyadic;
    /// let fine = Dyadic::new(1, u32::MAX);
    /// assert_eq!(fine.checked_halved(1), None);
    /// assert_eq!(Dyadic::from(6).checked_halved(2), Some(Dyadic::new(3, 1)));
    /// ```
    pub fn checked_halved(&self, k: u64) -> Option<Dyadic> {
        let (twos, exp) = match &self.0 {
            Repr::Small { num: 0, .. } => return Some(Self::ZERO),
            Repr::Small { num, exp } => (u64::from(num.trailing_zeros()), *exp),
            Repr::Big(b) => (b.0.trailing_zeros().unwrap_or(0), b.1),
        };
        // In lowest terms either the numerator is odd or the exponent is zero.
        let cancelled = twos.min(k);
        let exp = u64::from(exp).checked_add(k - cancelled)?;
        let exp = u32::try_from(exp).ok()?;
        Some(match &self.0 {
            Repr::Small { num, .. } => Dyadic(Repr::Small { num: num >> cancelled, exp }),
            Repr::Big(b) => Dyadic::from_big(&b.0 >> cancelled, exp),
        })
    }

    /// The product, if its exponent is below 2^32. O(bits²).
    ///
    /// ```
    /// use ishitori_values::Dyadic;
    /// let fine = Dyadic::new(1, 1 << 31);
    /// assert_eq!(fine.checked_mul(&fine), None);
    /// assert_eq!(fine.checked_mul(&Dyadic::from(2)), Some(Dyadic::new(1, (1 << 31) - 1)));
    /// ```
    pub fn checked_mul(&self, other: &Dyadic) -> Option<Dyadic> {
        if let (Repr::Small { num: a, exp: j }, Repr::Small { num: b, exp: k }) =
            (&self.0, &other.0)
            && let Some(exponent) = j.checked_add(*k)
        {
            return Some(Dyadic::from_i128(i128::from(*a) * i128::from(*b), exponent));
        }
        let exponent = u64::from(self.exponent()) + u64::from(other.exponent());
        Dyadic::from(self.numerator() * other.numerator()).checked_halved(exponent)
    }

    /// `self^n`, if its exponent is below 2^32. O(n · bits) bits are produced; bound n first.
    ///
    /// ```
    /// use ishitori_values::Dyadic;
    /// assert_eq!(Dyadic::new(1, 1 << 31).checked_pow(2), None);
    /// assert_eq!(Dyadic::new(3, 1).checked_pow(2), Some(Dyadic::new(9, 2)));
    /// ```
    pub fn checked_pow(&self, n: u32) -> Option<Dyadic> {
        let exponent = self.exponent().checked_mul(n)?;
        Some(Dyadic::from_big(self.numerator().pow(n), exponent))
    }

    /// `self^n` for an integer n ≥ 0. O(n · bits) bits are produced; bound n first.
    ///
    /// # Panics
    /// If the exponent of the result is not below 2^32; see [`Dyadic::checked_pow`].
    pub fn pow(&self, n: u32) -> Dyadic {
        self.checked_pow(n).expect(TOO_FINE)
    }

    /// The day on which this number is born: |n| for an integer n, and
    /// 1 + ⌊|x|⌋ + k for x = m/2^k in lowest terms with k ≥ 1. O(bits).
    pub fn birthday(&self) -> BigUint {
        let whole = self.abs().floor().numerator().magnitude().clone();
        match self.exponent() {
            0 => whole,
            k => whole + 1u32 + k,
        }
    }

    /// A double next to this number, never further from zero. The map is monotone (a ≤ b implies
    /// `a.to_f64() <= b.to_f64()`) and exact whenever [`Dyadic::to_f64_exact`] succeeds. O(1).
    pub fn to_f64(&self) -> f64 {
        self.to_f64_checked().0
    }

    /// The double equal to this number, if there is one in the normal range. O(1).
    pub fn to_f64_exact(&self) -> Option<f64> {
        match self.to_f64_checked() {
            (x, true) => Some(x),
            _ => None,
        }
    }

    fn to_f64_checked(&self) -> (f64, bool) {
        let (negative, top, shift, rest_zero, exp) = match &self.0 {
            Repr::Small { num: 0, .. } => return (0.0, true),
            Repr::Small { num, exp } => (*num < 0, num.unsigned_abs(), 0i64, true, *exp),
            Repr::Big(b) => {
                let magnitude = b.0.magnitude();
                let shift = magnitude.bits() - 64;
                let top = (magnitude >> shift).to_u64().expect("64 bits are left");
                let zeros = magnitude.trailing_zeros().unwrap_or(0);
                (b.0.is_negative(), top, shift as i64, zeros >= shift, b.1)
            }
        };
        // Cut the top word to 53 bits, so that the conversion below is exact.
        let spare = 64 - 53 - top.leading_zeros().min(11);
        let cut = top >> spare << spare;
        let exact = rest_zero && cut == top;
        let high_bit = 63 - i64::from(top.leading_zeros()) + shift - i64::from(exp);
        let magnitude = if high_bit > 1023 {
            return (if negative { f64::NEG_INFINITY } else { f64::INFINITY }, false);
        } else if high_bit < -1022 {
            return (0.0, false);
        } else {
            let unit = high_bit - (63 - i64::from(top.leading_zeros()));
            scale(cut as f64, unit)
        };
        (if negative { -magnitude } else { magnitude }, exact)
    }

    /// The dyadic equal to a finite double; `None` for infinities and NaN. O(1).
    pub fn from_f64(x: f64) -> Option<Dyadic> {
        if !x.is_finite() {
            return None;
        }
        let bits = x.to_bits();
        let fraction = (bits & ((1 << 52) - 1)) as i64;
        let biased = (bits >> 52 & 0x7ff) as i32;
        let (mantissa, power) = match biased {
            0 => (fraction, -1074),
            _ => (fraction | 1 << 52, biased - 1075),
        };
        let mantissa = if x < 0.0 { -mantissa } else { mantissa };
        Some(if power >= 0 {
            Dyadic::from_big(BigInt::from(mantissa) << power, 0)
        } else {
            Dyadic::new(mantissa, -power as u32)
        })
    }

    /// The simplest (earliest born) number in an interval whose ends may be missing and may be
    /// excluded; `None` if the interval is empty. O(bits · log bits).
    ///
    /// ```
    /// use ishitori_values::{Dyadic, Bound};
    /// let x = Dyadic::simplest(
    ///     Some(&Bound::excluded(Dyadic::new(1, 2))),
    ///     Some(&Bound::excluded(Dyadic::from(1))),
    /// );
    /// assert_eq!(x, Some(Dyadic::new(1, 1)));
    /// ```
    pub fn simplest(low: Option<&Bound>, high: Option<&Bound>) -> Option<Dyadic> {
        let above = |x: &Dyadic| low.is_none_or(|b| b.admits_below(x));
        let below = |x: &Dyadic| high.is_none_or(|b| b.admits_above(x));
        if let (Some(l), Some(h)) = (low, high) {
            match l.value.cmp(&h.value) {
                Ordering::Greater => return None,
                Ordering::Equal if !(l.included && h.included) => return None,
                _ => {}
            }
        }
        // Zero is simplest of all, then the integer nearest to zero.
        if above(&Self::ZERO) && below(&Self::ZERO) {
            return Some(Self::ZERO);
        }
        let one = Dyadic::from(1);
        let integer = if above(&Self::ZERO) {
            // The interval is negative: the largest integer that satisfies the upper bound.
            let b = high.expect("zero violates the upper bound");
            let f = b.value.floor();
            if below(&f) { f } else { &f - &one }
        } else {
            let b = low.expect("zero violates the lower bound");
            let c = b.value.ceil();
            if above(&c) { c } else { &c + &one }
        };
        if above(&integer) && below(&integer) {
            return Some(integer);
        }
        // No integer fits: the multiple of 1/2^k for the least k that has one inside is unique.
        let low = low.expect("bounded on both sides");
        let high = high.expect("bounded on both sides");
        let candidate = |k: u32| {
            let scaled = low.value.shifted_up(k);
            let f = scaled.floor();
            let first = if f == scaled && low.included { f } else { &f + &one };
            Some(first.halved(k)).filter(|x| high.admits_above(x))
        };
        // Whatever has a multiple inside still has one when k grows, and half a unit of the finer
        // end is one.
        let (mut least, mut enough) =
            (1, low.value.exponent().max(high.value.exponent()).saturating_add(1));
        while least < enough {
            let k = least + (enough - least) / 2;
            match candidate(k) {
                Some(_) => enough = k,
                None => least = k + 1,
            }
        }
        candidate(least)
    }

    fn shifted_up(&self, k: u32) -> Dyadic {
        Dyadic::from_big(self.numerator() << k, self.exponent())
    }

    /// Left's canonical option: (m−1)/2^k for m/2^k with k ≥ 1 in lowest terms, n−1 for an integer
    /// n ≥ 1, none for an integer n ≤ 0. O(bits).
    pub fn left_option(&self) -> Option<Dyadic> {
        if self.is_integer() {
            return (self.signum() > 0).then(|| self - &Dyadic::from(1));
        }
        Some(self - &Dyadic::from(1).halved(self.exponent()))
    }
}

impl Dyadic {
    /// The number with a sign expansion: from 0, each `true` goes to the simplest larger number
    /// that is born next, each `false` to the simplest smaller one. The value of a red-blue
    /// Hackenbush string from the ground up (Berlekamp's rule). O(signs · bits).
    ///
    /// ```
    /// use ishitori_values::Dyadic;
    /// assert_eq!(Dyadic::from_signs([true, false, true]), Dyadic::new(3, 2));
    /// ```
    pub fn from_signs(signs: impl IntoIterator<Item = bool>) -> Dyadic {
        let one = Dyadic::from(1);
        let mut x = Dyadic::ZERO;
        // The numbers born earlier that are next to x, below and above.
        let (mut low, mut high): (Option<Dyadic>, Option<Dyadic>) = (None, None);
        for up in signs {
            let (near, far) = if up { (&mut low, &high) } else { (&mut high, &low) };
            let next = match far {
                Some(far) => (&x + far).halved(1),
                None if up => &x + &one,
                None => &x - &one,
            };
            *near = Some(x);
            x = next;
        }
        x
    }
}

/// One end of an interval of numbers.
#[derive(Clone, Debug)]
pub struct Bound {
    /// Where the interval ends.
    pub value: Dyadic,
    /// Whether the end itself belongs to it.
    pub included: bool,
}

impl Bound {
    /// An end that does not belong to the interval.
    pub fn excluded(value: Dyadic) -> Self {
        Bound { value, included: false }
    }

    fn admits_below(&self, x: &Dyadic) -> bool {
        x > &self.value || self.included && x == &self.value
    }

    fn admits_above(&self, x: &Dyadic) -> bool {
        x < &self.value || self.included && x == &self.value
    }
}

/// `x · 2^power`, where the result is known to be a normal double.
fn scale(x: f64, power: i64) -> f64 {
    let two_to = |p: i64| f64::from_bits(((1023 + p) as u64) << 52);
    if power < -1022 {
        x * two_to(-1022) * two_to(power + 1022)
    } else if power > 1023 {
        x * two_to(1023) * two_to(power - 1023)
    } else {
        x * two_to(power)
    }
}

impl From<i64> for Dyadic {
    fn from(n: i64) -> Self {
        Dyadic(Repr::Small { num: n, exp: 0 })
    }
}

impl From<BigInt> for Dyadic {
    fn from(n: BigInt) -> Self {
        Dyadic::from_big(n, 0)
    }
}

impl Neg for &Dyadic {
    type Output = Dyadic;
    fn neg(self) -> Dyadic {
        match &self.0 {
            Repr::Small { num, exp } if *num != i64::MIN => {
                Dyadic(Repr::Small { num: -num, exp: *exp })
            }
            _ => Dyadic::from_big(-self.numerator(), self.exponent()),
        }
    }
}

impl Neg for Dyadic {
    type Output = Dyadic;
    fn neg(self) -> Dyadic {
        -&self
    }
}

impl Add for &Dyadic {
    type Output = Dyadic;
    fn add(self, other: &Dyadic) -> Dyadic {
        if let (Repr::Small { num: a, exp: j }, Repr::Small { num: b, exp: k }) =
            (&self.0, &other.0)
        {
            let top = *j.max(k);
            if top - j <= 62 && top - k <= 62 {
                return Dyadic::from_i128(
                    (i128::from(*a) << (top - j)) + (i128::from(*b) << (top - k)),
                    top,
                );
            }
        }
        let top = self.exponent().max(other.exponent());
        Dyadic::from_big(
            (self.numerator() << (top - self.exponent()))
                + (other.numerator() << (top - other.exponent())),
            top,
        )
    }
}

impl Sub for &Dyadic {
    type Output = Dyadic;
    fn sub(self, other: &Dyadic) -> Dyadic {
        self + &-other
    }
}

impl Mul for &Dyadic {
    type Output = Dyadic;
    fn mul(self, other: &Dyadic) -> Dyadic {
        self.checked_mul(other).expect(TOO_FINE)
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Self) -> Ordering {
        if let (Repr::Small { num: a, exp: j }, Repr::Small { num: b, exp: k }) =
            (&self.0, &other.0)
        {
            if j == k {
                return a.cmp(b);
            }
            let top = *j.max(k);
            if top - j <= 62 && top - k <= 62 {
                return (i128::from(*a) << (top - j)).cmp(&(i128::from(*b) << (top - k)));
            }
        }
        let sign = self.signum();
        if sign != other.signum() || sign == 0 {
            return sign.cmp(&other.signum());
        }
        match self.magnitude().cmp(&other.magnitude()) {
            Ordering::Equal => {
                // As many bits before the point, so the shift is not longer than the numerators.
                let top = self.exponent().max(other.exponent());
                (self.numerator() << (top - self.exponent()))
                    .cmp(&(other.numerator() << (top - other.exponent())))
            }
            unequal if sign > 0 => unequal,
            unequal => unequal.reverse(),
        }
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Small { num, exp: 0 } => write!(f, "{num}"),
            Repr::Big(b) if b.1 == 0 => write!(f, "{}", b.0),
            _ => write!(f, "{}/{}", self.numerator(), BigInt::one() << self.exponent()),
        }
    }
}

impl fmt::Debug for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A fraction that is not a dyadic rational, such as 1/3 or 1/0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the denominator must be a power of two")]
pub struct NotDyadic;

impl Dyadic {
    /// The quotient of two dyadics, if it is one. O(bits).
    ///
    /// # Panics
    /// If the exponent of the quotient is not below 2^32.
    pub fn checked_div(&self, other: &Dyadic) -> Result<Dyadic, NotDyadic> {
        if other.is_zero() {
            return Err(NotDyadic);
        }
        let (quotient, remainder) = {
            // other = odd · 2^z / 2^k
            let d = other.numerator();
            let z = d.trailing_zeros().expect("not zero");
            let odd: BigInt = &d >> z;
            let (q, r) = self.numerator().div_rem(&odd);
            let quotient = Dyadic::from_big(q << other.exponent(), self.exponent());
            (quotient.checked_halved(z).expect(TOO_FINE), r)
        };
        if remainder.is_zero() { Ok(quotient) } else { Err(NotDyadic) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn reference(x: &Dyadic) -> (BigInt, u32) {
        (x.numerator(), x.exponent())
    }

    prop_compose! {
        fn dyadic()(num in any::<i64>(), shift in 0u32..120, exp in 0u32..200) -> Dyadic {
            Dyadic::from_big(BigInt::from(num) << shift, exp)
        }
    }

    proptest! {
        #[test]
        fn ring_laws(a in dyadic(), b in dyadic(), c in dyadic()) {
            prop_assert_eq!(&(&a + &b) + &c, &a + &(&b + &c));
            prop_assert_eq!(&a * &(&b + &c), &(&a * &b) + &(&a * &c));
            prop_assert_eq!(&a - &a, Dyadic::ZERO);
            prop_assert_eq!(a.cmp(&b), (&a - &b).signum().cmp(&0));
            if !b.is_zero() {
                prop_assert_eq!((&a * &b).checked_div(&b), Ok(a));
            }
        }

        #[test]
        fn lowest_terms(a in dyadic()) {
            let (num, exp) = reference(&a);
            prop_assert!(exp == 0 || num.is_odd());
            prop_assert!(a.floor() <= a && a <= a.ceil());
            prop_assert!(&a - &a.floor() < Dyadic::from(1));
        }

        #[test]
        fn doubles_are_monotone_and_exact_when_they_say_so(a in dyadic(), b in dyadic()) {
            prop_assert!((a <= b) == (a.cmp(&b) != Ordering::Greater));
            if a <= b { prop_assert!(a.to_f64() <= b.to_f64()); }
            if let Some(x) = a.to_f64_exact() { prop_assert_eq!(Dyadic::from_f64(x), Some(a)); }
        }

        #[test]
        fn doubles_round_trip(bits in any::<u64>()) {
            let x = f64::from_bits(bits);
            prop_assume!(x.is_normal() || x == 0.0);
            prop_assert_eq!(Dyadic::from_f64(x).unwrap().to_f64_exact(), Some(x));
        }

        #[test]
        fn simplest_is_inside_and_no_simpler_is(a in -40i64..40, b in -40i64..40, li: bool, hi: bool) {
            let low = Bound { value: Dyadic::new(a, 3), included: li };
            let high = Bound { value: Dyadic::new(b, 3), included: hi };
            let inside = |x: &Dyadic| low.admits_below(x) && high.admits_above(x);
            // All numbers with denominators up to 32 in range, by birthday.
            let best = (-200i64..=200).map(|n| Dyadic::new(n, 5)).filter(inside)
                .min_by_key(|x| x.birthday());
            prop_assert_eq!(Dyadic::simplest(Some(&low), Some(&high)), best);
        }
    }

    /// Exponents near 2^32 neither wrap nor cost memory.
    #[test]
    fn exponents_are_checked() {
        let fine = Dyadic::new(1, 1 << 31);
        assert_eq!(fine.checked_mul(&fine), None);
        assert_eq!(fine.checked_pow(2), None);
        assert_eq!(fine.checked_halved(1 << 31), None);
        assert_eq!(fine.checked_halved((1 << 31) - 1), Some(Dyadic::new(1, u32::MAX)));
        let square = std::panic::catch_unwind(|| &fine * &fine);
        assert!(square.is_err(), "{:?}", square.map(|x| x.exponent()));
        assert!(fine < Dyadic::new(3, 1 << 31) && -&fine > Dyadic::from(-1));
        assert!(Dyadic::new(1, u32::MAX) < fine && fine < Dyadic::power_of_two(200));
        let big = Dyadic::from_big((BigInt::one() << 100) + 1, u32::MAX);
        assert_eq!(big.checked_mul(&fine), None);
        assert_eq!(Dyadic::power_of_two(100).checked_halved(u64::MAX), None);
    }

    /// A number between two that are close takes no search through all denominators.
    #[test]
    fn simplest_between_close_numbers() {
        let k = 100_000;
        let low = Bound::excluded(Dyadic::from_big((BigInt::one() << (k - 1)) + 1, k));
        let high = Bound::excluded(Dyadic::from_big((BigInt::one() << (k - 1)) + 3, k));
        let found = Dyadic::simplest(Some(&low), Some(&high)).unwrap();
        assert_eq!(found, Dyadic::from_big((BigInt::one() << (k - 1)) + 2, k));
    }

    #[test]
    fn far_beyond_machine_words() {
        let big = Dyadic::power_of_two(200);
        let tiny = Dyadic::from(1).checked_div(&big).unwrap();
        assert_eq!(&big * &tiny, Dyadic::from(1));
        assert_eq!((&big + &tiny).exponent(), 200);
        assert_eq!(tiny.birthday(), BigUint::from(201u32));
        assert_eq!(Dyadic::power_of_two(5000).to_f64(), f64::INFINITY);
        assert_eq!(Dyadic::from(1).checked_div(&Dyadic::from(3)), Err(NotDyadic));
        assert_eq!(Dyadic::from(i64::MIN).abs().to_string(), "9223372036854775808");
    }
}
