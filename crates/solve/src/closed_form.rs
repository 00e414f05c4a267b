//! Sets of numbers that repeat from some number on, in closed form: residues, and what differs from them.

/// The numbers n ≥ 0 of a set: those congruent to `residues` modulo `modulus`, and `also`, but not `except`.
///
/// ```
/// use ishitori_solve::known::ClosedForm;
/// // 0, 2, and every number from 5 on that is 1 or 3 modulo 6.
/// let form = ClosedForm::of(5, 6, |n| n == 0 || n == 2 || (n > 4 && matches!(n % 6, 1 | 3)));
/// assert_eq!((form.modulus, form.residues), (6, vec![1, 3]));
/// assert_eq!((form.also, form.except), (vec![0, 2], vec![1, 3]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClosedForm {
    /// The least number from which on the residues alone decide.
    pub from: u64,
    /// The least period of the set.
    pub modulus: u64,
    /// The residues of its numbers from `from` on, in order.
    pub residues: Vec<u64>,
    /// Its numbers with another residue, all less than `from`.
    pub also: Vec<u64>,
    /// Numbers less than `from` with such a residue that are not in the set.
    pub except: Vec<u64>,
}

impl ClosedForm {
    /// The set with this property, which repeats with `period` (at least 1) from `preperiod` on: neither needs to be the
    /// least one. Asks for all numbers below their sum. O(preperiod + period · divisors of the period).
    pub fn of(preperiod: u64, period: u64, has: impl Fn(u64) -> bool) -> ClosedForm {
        let known: Vec<bool> = (0..preperiod + period).map(has).collect();
        of_known(preperiod, period, &known)
    }

    /// Whether a number is in the set. O(log of the lists).
    pub fn contains(&self, n: u64) -> bool {
        match self.residues.binary_search(&(n % self.modulus)) {
            Ok(_) => self.except.binary_search(&n).is_err(),
            Err(_) => self.also.binary_search(&n).is_ok(),
        }
    }
}

/// The set of the numbers that are true in a list, which goes on with its last `period` letters. Compiled here, not where
/// questions are answered: that is compiled without optimisation.
fn of_known(preperiod: u64, period: u64, known: &[bool]) -> ClosedForm {
    let (lead, cycle) = known.split_at(preperiod as usize);
    let repeats = |p: u64| {
        let p = p as usize;
        (period as usize).is_multiple_of(p) && cycle[p..] == cycle[..cycle.len() - p]
    };
    let modulus = (1..period).find(|&p| repeats(p)).unwrap_or(period);
    let cycle = &cycle[..modulus as usize];
    // n ≡ preperiod + i, for numbers before the preperiod, too.
    let repeated =
        |n: u64| cycle[((n % modulus + modulus - preperiod % modulus) % modulus) as usize];
    let odd = (0..preperiod).rev().find(|&n| lead[n as usize] != repeated(n));
    let from = odd.map_or(0, |n| n + 1);
    let before = |found: bool| {
        let early = (0..from).zip(lead);
        let wanted = early.filter(|&(n, &has)| has == found && repeated(n) != found);
        wanted.map(|(n, _)| n).collect()
    };
    ClosedForm {
        from,
        modulus,
        residues: (0..modulus).filter(|&r| repeated(r)).collect(),
        also: before(true),
        except: before(false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn says_what_the_sequence_says(
            lead in proptest::collection::vec(any::<bool>(), 0..9),
            block in proptest::collection::vec(any::<bool>(), 1..7),
            more in 0_u64..5,
            times in 1_u64..4,
        ) {
            let at = |n: u64| {
                let n = n as usize;
                lead.get(n).copied().unwrap_or_else(|| block[(n - lead.len()) % block.len()])
            };
            let (pre, period) = (lead.len() as u64, block.len() as u64);
            let form = ClosedForm::of(pre + more, period * times, at);
            for n in 0..60 {
                prop_assert_eq!(form.contains(n), at(n), "{} {:?}", n, form);
            }
            // Nothing smaller would do.
            for p in 1..form.modulus {
                prop_assert!((pre + 10..pre + 50).any(|n| at(n) != at(n + p)));
            }
            let residue = |n: u64| form.residues.contains(&(n % form.modulus));
            prop_assert!(form.from == 0 || at(form.from - 1) != residue(form.from - 1));
        }
    }
}
