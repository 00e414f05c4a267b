//! The parts of a quotient: idempotents, groups, and whether it is tame.

use ishitori_values::Outcome;

use super::Quotient;

/// A maximal subgroup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subgroup {
    /// Its identity, an idempotent.
    pub identity: u32,
    /// Its elements, increasing.
    pub elements: Vec<u32>,
    /// The orders of cyclic groups, powers of primes, of which it is the product, increasing.
    pub factors: Vec<u64>,
}

impl Quotient {
    /// The elements e with e² = e, increasing. O(order).
    pub fn idempotents(&self) -> Vec<u32> {
        (0..self.order() as u32).filter(|&e| self.times(e, e) == e).collect()
    }

    /// The largest group around an idempotent: the x with x·e = x and x·y = e for some y. O(order²).
    pub fn subgroup(&self, identity: u32) -> Subgroup {
        let row = self.row(identity);
        let inside = (0..self.order() as u32)
            .filter(|&x| row[x as usize] == x && self.row(x).contains(&identity));
        let elements: Vec<u32> = inside.collect();
        let factors = self.cyclic_factors(identity, &elements);
        Subgroup { identity, elements, factors }
    }

    /// The group of the least idempotent, the kernel: every element times one of it is in it.
    /// O(order²).
    pub fn kernel(&self) -> Subgroup {
        let least = self.idempotents().into_iter().fold(0, |e, f| self.times(e, f));
        self.subgroup(least)
    }

    /// For a prime p the number of x with x^(p^k) = 1 is p to the sum of min(k, e) over the factors
    /// of order p^e.
    fn cyclic_factors(&self, identity: u32, elements: &[u32]) -> Vec<u64> {
        let mut factors = Vec::new();
        let mut rest = elements.len() as u64;
        let primes = (2..=rest).filter(|&p| (2..p).take_while(|d| d * d <= p).all(|d| p % d != 0));
        for p in primes {
            if rest == 1 {
                break;
            }
            let mut size = 0_u32;
            while rest.is_multiple_of(p) {
                rest /= p;
                size += 1;
            }
            // logs[k] = log_p of the number of x with x^(p^k) = 1
            let mut logs = vec![0_u32];
            while *logs.last().expect("not empty") < size {
                let power = p.pow(logs.len() as u32);
                let solutions =
                    elements.iter().filter(|&&x| self.power(x, power, identity) == identity);
                logs.push((solutions.count() as u64).ilog(p));
            }
            for k in 1..logs.len() {
                let at_least = logs[k] - logs[k - 1];
                let more = logs.get(k + 1).map_or(0, |next| next - logs[k]);
                factors.extend((0..at_least - more).map(|_| p.pow(k as u32)));
            }
        }
        factors.sort_unstable();
        factors
    }

    fn power(&self, x: u32, mut exponent: u64, one: u32) -> u32 {
        let (mut result, mut square) = (one, x);
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = self.times(result, square);
            }
            square = self.times(square, square);
            exponent >>= 1;
        }
        result
    }

    /// Whether a misère quotient is tame: isomorphic, with outcomes, to that of Nim heaps of fewer
    /// than 2^n stones for some n (Plambeck and Siegel, *Misère quotients for impartial games*,
    /// J. Combin. Theory Ser. A 115 (2008)). That of n = 0 is {1}, that of n = 1 is {1, a | a² = 1},
    /// and for n ≥ 2 it is the union of {1, a} and a group Z₂ⁿ in which a is multiplication by an element other
    /// than the identity e; the P-positions are a and e. `None` for other ends. O(order²).
    pub fn is_tame(&self) -> Option<bool> {
        if !self.end().is_misere() {
            return None;
        }
        let p: Vec<u32> =
            (0..self.order() as u32).filter(|&x| self.outcome(x) == Outcome::P).collect();
        Some(match self.order() {
            1 => p.is_empty(),
            2 => p == [1] && self.times(1, 1) == 0,
            order => {
                let kernel = self.kernel();
                let e = kernel.identity;
                let outside: Vec<u32> = (1..order as u32)
                    .filter(|x| kernel.elements.binary_search(x).is_err())
                    .collect();
                e != 0
                    && outside.len() == 1
                    && kernel.factors.iter().all(|&f| f == 2)
                    && self.times(outside[0], outside[0]) == 0
                    && self.times(outside[0], e) != e
                    && p.len() == 2
                    && p.contains(&outside[0])
                    && p.contains(&e)
            }
        })
    }
}
