//! Nimbers: nim-sum, nim-product and nim-inverse in the field of order 2^128.
//!
//! Conway, *On Numbers and Games* (2nd ed.), chapter 6: the numbers below 2^(2^k) form a field
//! under nim-addition and nim-multiplication, and for a Fermat power F = 2^(2^k)
//! F ⊗ x = F·x for x < F, and F ⊗ F = F ⊕ F/2.

use std::fmt;

/// The nimber `*n`, n < 2^128.
///
/// ```
/// use ishitori_values::Nimber;
/// assert_eq!(Nimber(6).product(Nimber(2)), Nimber(11));
/// assert_eq!(Nimber(6).product(Nimber(6).inverse().unwrap()), Nimber(1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Nimber(pub u128);

impl Nimber {
    /// `*a + *b = *(a ⊕ b)`. O(1).
    pub fn sum(self, other: Nimber) -> Nimber {
        Nimber(self.0 ^ other.0)
    }

    /// The nim-product. At most 3^7 word operations (Karatsuba over the tower of fields).
    pub fn product(self, other: Nimber) -> Nimber {
        Nimber(product(self.0, other.0))
    }

    /// The nim-inverse, `None` for zero: x^(q−2) in the smallest field of order q that holds x.
    pub fn inverse(self) -> Option<Nimber> {
        if self.0 == 0 {
            return None;
        }
        // x^(q−2) = x^2 · x^4 · … · x^(q/2) for q = 2^w.
        let width = field_width(self.0);
        let mut square = self;
        let mut result = Nimber(1);
        for _ in 1..width {
            square = square.product(square);
            result = result.product(square);
        }
        Some(result)
    }
}

impl fmt::Display for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => write!(f, "0"),
            1 => write!(f, "*"),
            n => write!(f, "*{n}"),
        }
    }
}

/// The number of bits of the smallest field 2^(2^k) that holds x.
fn field_width(x: u128) -> u32 {
    (128 - x.leading_zeros()).max(1).next_power_of_two()
}

fn product(a: u128, b: u128) -> u128 {
    if a < 2 || b < 2 {
        return a * b;
    }
    let half = field_width(a | b) / 2;
    let mask = (1u128 << half) - 1;
    let (ah, al) = (a >> half, a & mask);
    let (bh, bl) = (b >> half, b & mask);
    // (ah·F + al)(bh·F + bl) with F ⊗ F = F ⊕ F/2.
    let high = product(ah, bh);
    let low = product(al, bl);
    let middle = product(ah ^ al, bh ^ bl) ^ low;
    (middle << half) ^ low ^ product(high, 1 << (half - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The definition: mex of a'b ⊕ ab' ⊕ a'b' over a' < a, b' < b.
    fn table(n: usize) -> Vec<Vec<usize>> {
        let mut t = vec![vec![0; n]; n];
        for a in 0..n {
            for b in 0..n {
                let mut seen = vec![false; 256];
                for x in 0..a {
                    for y in 0..b {
                        seen[t[x][b] ^ t[a][y] ^ t[x][y]] = true;
                    }
                }
                t[a][b] = seen.iter().position(|s| !s).unwrap();
            }
        }
        t
    }

    #[test]
    fn agrees_with_the_definition() {
        for (a, row) in table(48).iter().enumerate() {
            for (b, &expected) in row.iter().enumerate() {
                assert_eq!(Nimber(a as u128).product(Nimber(b as u128)).0, expected as u128);
            }
        }
    }

    proptest! {
        #[test]
        fn field_laws(a: u128, b: u128, c: u128) {
            let (a, b, c) = (Nimber(a), Nimber(b), Nimber(c));
            prop_assert_eq!(a.product(b), b.product(a));
            prop_assert_eq!(a.product(b.product(c)), a.product(b).product(c));
            prop_assert_eq!(a.product(b.sum(c)), a.product(b).sum(a.product(c)));
        }

        #[test]
        fn inverses(a in 1u128..) {
            let a = Nimber(a);
            prop_assert_eq!(a.product(a.inverse().unwrap()), Nimber(1));
        }
    }
}
