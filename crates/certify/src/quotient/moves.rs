//! The moves of one player in one heap, and from where on they repeat: C4.
//!
//! Every rule is read as digits: digit t says how many heaps, and of which sizes, may be left after t tokens are taken.
//! Finitely many digits are listed; from t0 on a block of r digits may repeat forever.
//!
//! # Theorem
//! Let φ(n + p) = φ(n) for n ≥ n0 ≥ 1, and let no move leave more than h heaps, h ≥ 1. Let q be a
//! multiple of p, of r if there is a block, and of p·j for every j ≥ 2 such that a move may leave j
//! heaps of one size. Put T = t0 − 1, or T = t0 + q − 1 if there is a block, and
//! N = T + 1 + max(h·n0, h·(n0 + q − 1) + c), where c = −q, or c = q·h·(h − 1)/2 if some moves must leave
//! heaps of different sizes. **For all n ≥ N the options of n and of n + q have the same images.** So
//! the heaps below N + q have all types.
//!
//! *Proof.* Let n ≥ N. (1) An option of n takes t tokens and leaves heaps with n − t in all. If t ≥ t0,
//! then n + q has the option that takes t + q and leaves the same; this covers all moves that leave
//! nothing, as then t = n ≥ t0. Otherwise n − t > h·n0. If the heaps are of one size a, then a > n0; add
//! q/j, a multiple of p, to each of them. If not, the largest heap has more than n0 tokens; add q to
//! it, and heaps of different sizes stay so. In each case an option of n + q with the same image.
//!
//! (2) An option of n + q takes t. If t > T, then t ≥ t0 + q in a block, and t − q leaves the same heaps
//! of n. Otherwise m = n + q − t tokens are left, m ≥ q + 1 + max(h·n0, h·(n0 + q − 1) + c). If the heaps
//! are of one size a = m/j, then a − q/j > n0; take q/j from each. If the sizes are free,
//! m > h·(n0 + q − 1), so some heap has at least n0 + q; take q from it. If they must differ: call
//! heaps of at least n0 tokens large; there is one, as m > h·n0. The image depends only on the small
//! heaps and on the large ones modulo q. A large heap is b + q·c with n0 ≤ b < n0 + q, and those with the same b must
//! have different c ≥ 0. With b given for each, the sums of such heaps are B + q·C for all C ≥ C′, where B
//! is the sum of the b, of the small heaps and C′ is the sum of i·(i − 1)/2 over the numbers i of large heaps
//! with the same b: make one of them larger. Here B + q·C = m, B ≤ h·(n0 + q − 1) and C′ ≤ h·(h − 1)/2, so
//! C − 1 ≥ C′: there are heaps with the same image and m − q tokens in all. ∎

use crate::document::{CodeDigit, Rule, Sizes};
use crate::limits::Meter;
use crate::numbers::{size, small};
use crate::verdict::Rejection;

/// The heaps that may be left after some tokens are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Digit {
    /// Bit j: exactly j heaps may be left.
    counts: u64,
    /// So may every number of heaps from here on.
    every_from: Option<u32>,
    sizes: Sizes,
}

impl Digit {
    const NONE: Digit = Digit { counts: 0, every_from: None, sizes: Sizes::Any };
    const TAKE: Digit = Digit { counts: 3, every_from: None, sizes: Sizes::Any };

    /// Whether exactly j heaps may be left.
    pub(crate) fn allows(&self, j: u64) -> bool {
        self.every_from.is_some_and(|from| j >= from.into()) || j < 64 && self.counts >> j & 1 != 0
    }

    /// The largest number of heaps that may be left.
    pub(crate) fn most(&self) -> u64 {
        if self.is_unbounded() { u64::MAX } else { self.named().into() }
    }

    /// The condition on the sizes of two heaps or more.
    pub(crate) fn sizes(&self) -> Sizes {
        self.sizes
    }

    /// Whether there is no greatest number of heaps.
    fn is_unbounded(&self) -> bool {
        self.every_from.is_some()
    }

    /// The largest number of heaps that is named; where every number from some one on may be
    /// left, two at least.
    fn named(&self) -> u32 {
        let counted = self.counts.checked_ilog2().unwrap_or(0);
        self.every_from.map_or(counted, |from| counted.max(from).max(2))
    }

    fn allows_anything(&self) -> bool {
        self.counts != 0 || self.every_from.is_some()
    }
}

/// The moves of one player in one heap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Moves {
    /// The digits below t0 that allow something, with their places, increasing.
    listed: Vec<(u64, Digit)>,
    /// t0.
    lead: u64,
    /// The digits from t0 on, which repeat forever; none for a finite code.
    block: Vec<Digit>,
}

/// From where on options repeat, and after how many heaps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Repetition {
    pub(crate) from: u128,
    pub(crate) after: u128,
}

impl Moves {
    /// Left's and Right's moves; one list if they are the same. The rule is valid. O(digits).
    pub(crate) fn of(rule: &Rule, meter: &mut Meter) -> Result<Vec<Moves>, Rejection> {
        let mut takes = |set: &[u64], digit: Digit| -> Result<Moves, Rejection> {
            let mut listed = meter.vec_with_capacity(set.len() as u128)?;
            listed.extend(set.iter().map(|&s| (s, digit)));
            let lead = set.last().map_or(0, |k| k + 1);
            Ok(Moves { listed, lead, block: Vec::new() })
        };
        Ok(match rule {
            Rule::Subtraction(rule) => vec![takes(&rule.set, Digit::TAKE)?],
            Rule::Partizan(rule) => {
                let counts = if rule.splits { 7 } else { 3 };
                let digit = Digit { counts, ..Digit::NONE };
                vec![takes(&rule.left, digit)?, takes(&rule.right, digit)?]
            }
            Rule::TakeAndBreak(rule) => {
                let digit = |&d: &u32| Digit { counts: d.into(), ..Digit::NONE };
                vec![Moves::new(rule.digits.iter().map(digit), 0, meter)?]
            }
            Rule::AllBut(rule) => {
                let most = rule.excluded.last().copied().unwrap_or(0);
                let mut listed =
                    meter.vec_with_capacity(u128::from(most) - rule.excluded.len() as u128)?;
                let allowed = (1..=most).filter(|s| rule.excluded.binary_search(s).is_err());
                listed.extend(allowed.map(|s| (s, Digit::TAKE)));
                vec![Moves { listed, lead: most + 1, block: vec![Digit::TAKE] }]
            }
            // No theorem on quotients is about tuples or boards; the checker refuses them before.
            Rule::Tuples(_) | Rule::Board(_) => Vec::new(),
            Rule::Code(rule) => {
                let digit = |d: &CodeDigit| Digit {
                    counts: d.parts.iter().map(|j| 1 << j).sum(),
                    every_from: d.every_from.map(small),
                    sizes: d.sizes,
                };
                vec![Moves::new(rule.digits.iter().map(digit), size(rule.repeat), meter)?]
            }
        })
    }

    /// The digits, of which the last `repeat` repeat forever.
    fn new(
        digits: impl ExactSizeIterator<Item = Digit>,
        repeat: usize,
        meter: &mut Meter,
    ) -> Result<Moves, Rejection> {
        let lead = digits.len() - repeat;
        let (mut listed, mut block) = (Vec::new(), meter.vec_with_capacity(repeat as u128)?);
        for (place, digit) in digits.enumerate() {
            if place >= lead {
                block.push(digit);
            } else if digit.allows_anything() {
                meter.push(&mut listed, (place as u64, digit))?;
            }
        }
        Ok(Moves { listed, lead: lead as u64, block })
    }

    /// The digits that a heap of n tokens can use, with their places.
    pub(crate) fn digits(&self, n: u64) -> impl Iterator<Item = (u64, Digit)> + '_ {
        let listed = self.listed.iter().copied().take_while(move |&(t, _)| t <= n);
        let endless = if self.block.is_empty() { 0..0 } else { self.lead..n.saturating_add(1) };
        listed.chain(endless.zip(self.block.iter().copied().cycle()))
    }

    fn all(&self) -> impl Iterator<Item = &Digit> {
        self.listed.iter().map(|(_, digit)| digit).chain(&self.block)
    }

    /// Whether moves may leave several heaps under this condition, and the largest number named.
    pub(crate) fn most_parts(&self, sizes: Sizes) -> Option<u32> {
        self.all().filter(|d| d.sizes == sizes && d.named() >= 2).map(Digit::named).max()
    }

    /// Whether a move may leave any number of heaps.
    pub(crate) fn is_unbounded(&self) -> bool {
        self.all().any(Digit::is_unbounded)
    }

    /// The theorem of the module; none if moves may leave any number of heaps. O(digits).
    pub(crate) fn repetition(&self, n0: u64, p: u64) -> Option<Repetition> {
        if self.is_unbounded() {
            return None;
        }
        let (n0, p) = (u128::from(n0.max(1)), u128::from(p));
        let parts = u128::from(self.all().map(Digit::named).max().unwrap_or(0).max(1));
        let equal = self.all().filter(|d| d.sizes == Sizes::Equal).fold(1, |multiple, digit| {
            let counts = (2..=digit.most()).filter(|&j| digit.allows(j));
            counts.fold(multiple, |multiple, j| lcm(multiple, j.into()))
        });
        let q = lcm(p.saturating_mul(equal), self.block.len().max(1) as u128);
        // T + 1.
        let taken = u128::from(self.lead) + if self.block.is_empty() { 0 } else { q };
        let windows = parts.saturating_mul(n0.saturating_add(q) - 1);
        let apart = match self.most_parts(Sizes::Distinct) {
            Some(_) => windows.saturating_add(q.saturating_mul(parts * (parts - 1) / 2)),
            None => windows.saturating_sub(q),
        };
        let from = taken.saturating_add(apart.max(parts.saturating_mul(n0)));
        Some(Repetition { from, after: q })
    }
}

/// The least common multiple of two numbers above 0, or a number beyond all limits. Written here
/// and not taken from a library, so that the checker shares no arithmetic with the engines.
pub(crate) fn lcm(a: u128, b: u128) -> u128 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x).saturating_mul(b)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::limits::tests::unlimited;
    use crate::numbers::word;

    /// The images of the options of heap n, where nothing is known of products: multisets of images,
    /// which are the heaps below n0 + p.
    fn options(moves: &Moves, n: u64, n0: u64, p: u64) -> BTreeSet<Vec<u64>> {
        fn split(m: u64, j: u64, least: u64, chosen: &mut Vec<u64>, sink: &mut dyn FnMut(&[u64])) {
            if j == 0 {
                if m == 0 {
                    sink(chosen);
                }
                return;
            }
            for a in least..=m / j {
                chosen.push(a);
                split(m - a, j - 1, a, chosen, sink);
                chosen.pop();
            }
        }
        let mut found = BTreeSet::new();
        for (t, digit) in moves.digits(n) {
            for j in (0..=digit.most()).filter(|&j| digit.allows(j)) {
                split(n - t, j, 1, &mut Vec::new(), &mut |heaps| {
                    let fits = match digit.sizes() {
                        Sizes::Any => true,
                        Sizes::Distinct => heaps.windows(2).all(|pair| pair[0] < pair[1]),
                        Sizes::Equal => heaps.windows(2).all(|pair| pair[0] == pair[1]),
                    };
                    if fits {
                        let image = |&n: &u64| if n < n0 { n } else { n0 + (n - n0) % p };
                        let mut images: Vec<u64> = heaps.iter().map(image).collect();
                        images.sort_unstable();
                        found.insert(images);
                    }
                });
            }
        }
        found
    }

    /// The theorem, literally, with the coarsest φ that its hypothesis allows.
    #[test]
    fn options_repeat() {
        let digit =
            |parts: &[u64], sizes| CodeDigit { parts: parts.to_vec(), every_from: None, sizes };
        let any = |parts: &[u64]| digit(parts, Sizes::Any);
        let distinct = |parts: &[u64]| digit(parts, Sizes::Distinct);
        let equal = |parts: &[u64]| digit(parts, Sizes::Equal);
        let rules = [
            Rule::subtraction([2, 3]),
            Rule::all_but([]),
            Rule::all_but([1, 4]),
            Rule::take_and_break([0, 7, 7]),
            Rule::take_and_break([4, 0, 11]),
            Rule::partizan([1, 3], [2], true),
            Rule::code([distinct(&[2])], 0),
            Rule::code([distinct(&[3]), any(&[0, 1])], 0),
            Rule::code([any(&[]), distinct(&[2, 3])], 0),
            Rule::code([equal(&[2, 3]), any(&[1])], 0),
            Rule::code([any(&[]), equal(&[4]), distinct(&[2])], 0),
            Rule::code([any(&[]), any(&[0, 1]), any(&[]), any(&[2])], 2),
            Rule::code([any(&[]), any(&[0]), distinct(&[1, 2])], 1),
            Rule::code([any(&[2]), equal(&[2]), any(&[0])], 2),
        ];
        for rule in rules {
            for (n0, p) in [(0, 1), (0, 2), (1, 1), (1, 3), (2, 2), (3, 1)] {
                for moves in unlimited(|meter| Moves::of(&rule, meter)).unwrap() {
                    let Repetition { from, after } = moves.repetition(n0, p).unwrap();
                    let (from, after) = (word(from), word(after));
                    // An empty heap is not a heap: heap 0 has an image of its own.
                    let n0 = n0.max(1);
                    for n in from..from + after + 2 {
                        let (now, later) =
                            (options(&moves, n, n0, p), options(&moves, n + after, n0, p));
                        assert_eq!(now, later, "{rule:?}, n0 = {n0}, p = {p}, n = {n}");
                    }
                }
            }
        }
    }
}
