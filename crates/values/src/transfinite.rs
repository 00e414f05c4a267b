//! Nim arithmetic on ordinals below ω^(ω^ω), which are the algebraic closure of the field of two elements.
//!
//! Conway, *On Numbers and Games* (2nd ed.), chapter 6; Lenstra, *Nim multiplication* (1978); DiMuro, *On On_p*
//! (2011). For an odd prime p, the (k+1)-st one, let κ(p^n) = ω^(ω^k·p^(n−1)), and κ(2^n) = 2^(2^(n−1)). Then
//!
//! * κ(p^n)^p = κ(p^(n−1)) for n ≥ 2, and κ(p)^p = α(p), the least ordinal that has no p-th root below κ(p);
//! * a power of ω is the nim-product of the κ(p^n)^d, where d are the digits to the base p of the coefficients of its
//!   exponent, and an ordinal is the nim-sum of its powers of ω, each nim-multiplied by its finite coefficient.
//!
//! So the digits of exponents add, and p in one place is 1 in the place *below*, or a factor α(p) in the lowest.
//! Lenstra: let f be the order of 2 modulo p; then α(p) = κ(f) + m, where κ(f) is the least ordinal whose degree over
//! the field of two elements is a multiple of f, and the *excess* m is a natural number.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::LimitReached;
use crate::nimber::Nimber;
use crate::ordinal::{Exponent, MAX_TERMS, Ordinal};

/// The excess of the odd primes 3, 5, 7, … 281: OEIS A380496. Tests compute those that are within reach.
const EXCESS: [u8; 59] = [
    0, 0, 1, 1, 0, 0, 4, 1, 0, 1, 0, 1, 1, 1, 1, 1, 0, 0, 0, 1, 1, 1, 1, 0, 1, 0, 1, 0, 0, 1, 0, 1,
    0, 1, 0, 1, 4, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 1, 0, 1, 1, 0, 1, 0,
];

/// Why a nim-product or a nim-inverse is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TransfiniteError {
    /// It needs α(p) of a prime for which it is not in the table.
    #[error(
        "this needs the least ordinal without a {prime}-th root, which is only known here for primes up to 281"
    )]
    UnknownRoot {
        /// The prime.
        prime: u64,
    },
    /// A result with too many terms.
    #[error("the ordinal has more than {limit} terms")]
    TooManyTerms {
        /// How many are accepted.
        limit: usize,
    },
    /// An inverse in a field that is too large.
    #[error("the smallest field with this nimber in it has a degree of more than {limit}")]
    DegreeTooLarge {
        /// The largest degree accepted.
        limit: u64,
    },
    /// A limit was reached.
    #[error(transparent)]
    Limit(#[from] LimitReached),
}

/// The largest degree of a field in which inverses are computed.
const MAX_DEGREE: u64 = 1 << 20;

type Computed<T> = Result<T, TransfiniteError>;

/// Nim arithmetic on ordinals that asks before it works on.
///
/// ```
/// use ishitori_values::{Ordinal, NimField};
/// let mut field = NimField::unlimited();
/// let omega = Ordinal::omega();
/// let square = field.product(&omega, &omega).unwrap();
/// assert_eq!(square.to_string(), "omega**2");
/// assert_eq!(field.product(&square, &omega).unwrap(), Ordinal::from(2));
/// ```
pub struct NimField<'t> {
    tick: Box<dyn FnMut(usize) -> Result<(), LimitReached> + 't>,
}

impl NimField<'static> {
    /// Arithmetic without a limit. O(1).
    pub fn unlimited() -> NimField<'static> {
        NimField { tick: Box::new(|_| Ok(())) }
    }
}

impl<'t> NimField<'t> {
    /// Arithmetic that calls `tick` with the number of products of powers of ω to come. O(1).
    pub fn within(tick: impl FnMut(usize) -> Result<(), LimitReached> + 't) -> NimField<'t> {
        NimField { tick: Box::new(tick) }
    }

    /// The nim-product. Terms of one times terms of the other, and for each prime that overflows as often
    /// again as its α has terms.
    pub fn product(&mut self, a: &Ordinal, b: &Ordinal) -> Computed<Ordinal> {
        let mut total = Ordinal::default();
        for (e, &m) in &a.terms {
            for (f, &n) in &b.terms {
                let product = self.powers(e, f)?;
                total.add_multiple(&product, Nimber(m).product(Nimber(n)))?;
            }
        }
        Ok(total)
    }

    /// x ⊗ x: squaring is additive in characteristic 2. Linear in the terms.
    pub fn square(&mut self, x: &Ordinal) -> Computed<Ordinal> {
        let mut total = Ordinal::default();
        for (e, &n) in &x.terms {
            let square = self.powers(e, e)?;
            total.add_multiple(&square, Nimber(n).product(Nimber(n)))?;
        }
        Ok(total)
    }

    /// x^n. At most log n squares and as many products.
    ///
    /// ```
    /// use ishitori_values::{Ordinal, NimField};
    /// let omega = Ordinal::omega();
    /// let tower = Ordinal::omega_to(&omega).unwrap();
    /// assert_eq!(NimField::unlimited().power(&tower, 5).unwrap(), Ordinal::from(4));
    /// ```
    pub fn power(&mut self, x: &Ordinal, n: u64) -> Computed<Ordinal> {
        let mut result = Ordinal::from(1);
        for bit in (0..u64::BITS - n.leading_zeros()).rev() {
            result = self.square(&result)?;
            if n >> bit & 1 == 1 {
                result = self.product(&result, x)?;
            }
        }
        Ok(result)
    }

    /// The nim-inverse, none for 0: x^(2^d − 2), d the degree of a field with x in it. d squares and log d products.
    ///
    /// ```
    /// use ishitori_values::{Ordinal, NimField};
    /// let mut field = NimField::unlimited();
    /// let omega = Ordinal::omega();
    /// let inverse = field.inverse(&omega).unwrap().unwrap();
    /// assert_eq!(field.product(&omega, &inverse).unwrap(), Ordinal::from(1));
    /// ```
    pub fn inverse(&mut self, x: &Ordinal) -> Computed<Option<Ordinal>> {
        if x.is_zero() {
            return Ok(None);
        }
        let root = self.repunit(x, 1, degree(x)? - 1)?;
        self.square(&root).map(Some)
    }

    /// x^(1 + Q + Q² + … + Q^(n−1)), Q = 2^step, by doubling (Itoh and Tsujii). n·step squares.
    fn repunit(&mut self, x: &Ordinal, step: u64, n: u64) -> Computed<Ordinal> {
        let (mut result, mut length) = (Ordinal::from(1), 0);
        for bit in (0..u64::BITS - n.leading_zeros()).rev() {
            let shifted = self.squares(&result, length * step)?;
            result = self.product(&result, &shifted)?;
            length *= 2;
            if n >> bit & 1 == 1 {
                let shifted = self.squares(&result, step)?;
                result = self.product(&shifted, x)?;
                length += 1;
            }
        }
        Ok(result)
    }

    /// x^(2^n).
    fn squares(&mut self, x: &Ordinal, n: u64) -> Computed<Ordinal> {
        let mut x = x.clone();
        for _ in 0..n {
            x = self.square(&x)?;
        }
        Ok(x)
    }

    /// ω^e ⊗ ω^f.
    fn powers(&mut self, e: &Exponent, f: &Exponent) -> Computed<Ordinal> {
        (self.tick)(1)?;
        let (a, b) = (e.coefficients(), f.coefficients());
        let mut sum = Vec::with_capacity(a.len().max(b.len()));
        let mut overflows = Vec::new();
        for k in 0..a.len().max(b.len()) {
            let [x, y] = [a, b].map(|c| c.get(k).copied().unwrap_or(0));
            if x == 0 || y == 0 {
                sum.push(x + y);
                continue;
            }
            let (digits, overflow) = add_downwards(x, y, odd_prime(k));
            sum.push(digits);
            if overflow {
                overflows.push(k);
            }
        }
        let mut product = Ordinal::monomial(Exponent::new(sum), 1);
        // α(p) has only smaller primes in it, so that this ends.
        for k in overflows.into_iter().rev() {
            product = self.product(&product, &root(k)?.value)?;
        }
        Ok(product)
    }
}

impl Ordinal {
    /// The nim-sum: coefficients of equal powers are nim-added. O(terms).
    ///
    /// ```
    /// use ishitori_values::Ordinal;
    /// let omega = Ordinal::omega();
    /// assert!(omega.nim_sum(&omega).is_zero());
    /// assert_eq!(omega.nim_sum(&Ordinal::from(3)).to_string(), "omega+3");
    /// ```
    pub fn nim_sum(&self, other: &Ordinal) -> Ordinal {
        let mut sum = self.clone();
        for (exponent, &n) in &other.terms {
            sum.nim_add_term(exponent, n);
        }
        sum
    }

    fn nim_add_term(&mut self, exponent: &Exponent, n: u128) {
        let total = self.terms.get(exponent).copied().unwrap_or(0) ^ n;
        match total {
            0 => self.terms.remove(exponent),
            total => self.terms.insert(exponent.clone(), total),
        };
    }

    /// Nim-adds n ⊗ x for a finite n.
    fn add_multiple(&mut self, x: &Ordinal, n: Nimber) -> Computed<()> {
        for (exponent, &m) in &x.terms {
            self.nim_add_term(exponent, Nimber(m).product(n).0);
        }
        if self.terms.len() > MAX_TERMS {
            return Err(TransfiniteError::TooManyTerms { limit: MAX_TERMS });
        }
        Ok(())
    }
}

/// x and y with their digits to the base p added, where p in one place is 1 in the place below; and whether the lowest
/// place overflows.
fn add_downwards(mut x: u64, mut y: u64, p: u64) -> (u64, bool) {
    let mut digits = Vec::new();
    while x > 0 || y > 0 {
        digits.push(x % p + y % p);
        (x, y) = (x / p, y / p);
    }
    let (mut total, mut carry) = (0, 0);
    for digit in digits.iter().rev() {
        let sum = digit + carry;
        carry = sum / p;
        total = total * p + sum % p;
    }
    (total, carry > 0)
}

/// The odd prime with this index: 3, 5, 7, ….
fn odd_prime(k: usize) -> u64 {
    static PRIMES: OnceLock<Vec<u64>> = OnceLock::new();
    // The largest index of an exponent is 1000, and the 1001st odd prime is 7937.
    let primes = PRIMES.get_or_init(|| {
        let is_prime =
            |n: &u64| (3..).step_by(2).take_while(|d| d * d <= *n).all(|d| !n.is_multiple_of(d));
        (3..8000).step_by(2).filter(is_prime).collect()
    });
    primes[k]
}

/// α of the odd prime with this index.
fn root(k: usize) -> Computed<&'static Root> {
    static ROOTS: OnceLock<Vec<Root>> = OnceLock::new();
    let roots = ROOTS.get_or_init(|| {
        let mut roots = Vec::new();
        for (k, &excess) in EXCESS.iter().enumerate() {
            let root = Root::new(odd_prime(k), excess, &roots);
            roots.push(root);
        }
        roots
    });
    match roots.get(k) {
        Some(root) => Ok(root),
        None => Err(TransfiniteError::UnknownRoot { prime: odd_prime(k) }),
    }
}

/// α(p).
struct Root {
    value: Ordinal,
    /// Its degree over the field of two elements.
    degree: u64,
}

impl Root {
    /// κ(f) + excess, from the smaller primes.
    fn new(p: u64, excess: u8, smaller: &[Root]) -> Root {
        let order = order_of_two(p);
        let mut value = Ordinal::default();
        let mut degree = 1_u64;
        // The least ordinal whose degree is a multiple of f: prime powers of f from the largest prime, unless the
        // degree of those before is a multiple already.
        for (prime, power) in prime_powers(order).into_iter().rev() {
            if degree.is_multiple_of(power) {
                continue;
            }
            value = value.nim_sum(&kappa(prime, power));
            let of_root = if prime == 2 { 1 } else { smaller[index(prime)].degree };
            degree = lcm(degree, power * of_root);
        }
        value = value.nim_sum(&Ordinal::from(u128::from(excess)));
        degree = lcm(degree, finite_degree(u128::from(excess)));
        Root { value, degree }
    }
}

/// κ(power), where power is one of the prime.
fn kappa(prime: u64, power: u64) -> Ordinal {
    if prime == 2 {
        return Ordinal::from(1_u128 << (power / 2));
    }
    let mut coefficients = vec![0; index(prime)];
    coefficients.push(power / prime);
    Ordinal::monomial(Exponent::new(coefficients), 1)
}

/// The index of an odd prime.
fn index(prime: u64) -> usize {
    (0..).find(|&k| odd_prime(k) >= prime).unwrap_or(0)
}

/// The order of 2 modulo an odd number.
fn order_of_two(p: u64) -> u64 {
    let (mut power, mut order) = (2 % p, 1);
    while power != 1 {
        power = power * 2 % p;
        order += 1;
    }
    order
}

/// The prime powers of a number with their primes, in the order of the primes.
fn prime_powers(mut n: u64) -> BTreeMap<u64, u64> {
    let mut powers = BTreeMap::new();
    let mut d = 2;
    while n > 1 {
        if n.is_multiple_of(d) {
            *powers.entry(d).or_insert(1) *= d;
            n /= d;
        } else {
            d += 1;
        }
    }
    powers
}

fn lcm(a: u64, b: u64) -> u64 {
    let (mut x, mut y) = (a, b);
    while y > 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}

/// The degree of the smallest field 2^(2^k) with n in it.
fn finite_degree(n: u128) -> u64 {
    u64::from((u128::BITS - n.leading_zeros()).max(1).next_power_of_two())
}

/// The degree of a field with x in it: that of all κ that x is made of.
fn degree(x: &Ordinal) -> Computed<u64> {
    let mut degree = 1;
    for (exponent, &n) in &x.terms {
        degree = lcm(degree, finite_degree(n));
        if degree > MAX_DEGREE {
            return Err(TransfiniteError::DegreeTooLarge { limit: MAX_DEGREE });
        }
        for (k, &coefficient) in exponent.coefficients().iter().enumerate() {
            if coefficient > 0 {
                let p = odd_prime(k);
                // κ(p^n) for the highest digit of the coefficient.
                let own = root(k)?.degree * p.pow(coefficient.ilog(p) + 1);
                if own > MAX_DEGREE || lcm(degree, own) > MAX_DEGREE {
                    return Err(TransfiniteError::DegreeTooLarge { limit: MAX_DEGREE });
                }
                degree = lcm(degree, own);
            }
        }
    }
    Ok(degree)
}

#[cfg(test)]
mod tests;
