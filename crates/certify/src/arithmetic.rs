//! Arithmetic periods of games that leave three heaps or more.
//!
//! Octal games are never arithmetic periodic, but hexadecimal games may be: in 0.8, where a player
//! takes one token and leaves three heaps, G(n + 3) = G(n) + 1. S. Howse and R. J. Nowakowski,
//! *Periodicity and arithmetic-periodicity in hexadecimal games*, Theoret. Comput. Sci. 313 (2004),
//! give a test for such games; the criterion below is another one, with its own proof. It is
//! sufficient, not necessary.
//!
//! The theorem is applied to a multiple q of the period and the same multiple S of the saltus, for
//! example to 2p and 2s where p is odd and only digits of one parity allow three heaps.
//!
//! # Setting
//! S = 2^γ. Write G(n) = S·A(n) + α(n) with 0 ≤ α(n) < S. An option of n with the heaps
//! a, b, … has the value S·X + ρ, where X = A(a) ⊕ A(b) ⊕ … and ρ = α(a) ⊕ α(b) ⊕ …. Let
//! T = A(a) + A(b) + …; then X ≤ T and X ≡ T modulo 2. The option is *exact* if at most one of its
//! heaps has A ≥ 1; then X = T. For 0 ≤ ρ < S and a parity e let M(n, ρ, e) be the greatest T ≡ e
//! of an option of n with this ρ that is not exact (−1 if there is none).
//!
//! Suppose that G(m + q) = G(m) + S for the heaps m ≥ n0 below some bound, n0 ≥ 1. Two kinds of
//! options exclude many values at once.
//!
//! *Twins.* Let the options with three heaps (a, b, b), a ≤ n − k − 2, be the twin options of n. Their
//! value is G(a); there is one for each a ≤ n − k − 2 such that some digit d ≡ n − a modulo 2 allows
//! three heaps. Let c(n) be the least number that is not the value of a twin option. Twins are *usable*
//! if q is even or digits of both parities allow three heaps.
//!
//! **Lemma 1.** Let twins be usable, let all numbers below c be values of twin options of n, where
//! c ≥ S + 1 + max{G(a): 0 < a < n0} (c ≥ S if n0 = 1). Then all numbers below c + S are values of twin
//! options of n + q.
//! *Proof.* For v < c take the same a, and for q odd a digit of the other parity. For c ≤ v < c + S
//! we have v − S = G(a) for a twin option of n, where a ≥ n0 because v − S is greater than G of the
//! smaller heaps; the option (a + q, b, b) of n + q has the value v. ∎
//!
//! *Full options.* For each class modulo q let its *base* be the least positive member from which on
//! its members satisfy the equation, and let g be the greatest A of a base. A full option of n is one
//! with exactly three heaps, none of them smaller than the base of its class, two of which belong to
//! classes whose base has A = 0, and with T ≥ 3g. Where a digit allows one, two and three heaps, empty
//! heaps may be counted among the three, and for it 0 is the base of its class if the equation
//! holds from 0 on. Let F(n, ρ, e) be the greatest T ≡ e of a full option with ρ (none: −2 + e).
//!
//! **Lemma 2.** If n has a full option with (T, ρ), then it has an option of value S·X + ρ for every
//! X ≤ T with X ≡ T modulo 2; and n + q has a full option with (T + 1, ρ).
//! *Proof.* Moving q tokens from one heap to another changes one A by −1 and the other by +1 and
//! keeps ρ. So we may distribute T among the three heaps as (A', B', C') as long as A' is at least
//! that of its base, and B', C' ≥ 0. With Y = (T − X)/2 take (X, Y, Y) if X is at least A of the
//! first base, else (Y, X, Y), where X < g and so Y ≥ g. Both have the nim-sum X. Adding q to a
//! heap gives the full option of n + q. ∎
//!
//! # The theorem
//! Let v(n) be the least number S·X + ρ with X > F(n, ρ, X mod 2) that is neither below c(n), if
//! twins are usable, nor the value of an exact option of n; and let it be S·X* + ρ*.
//!
//! **Theorem.** Let a take-and-break game have the largest digit index k and leave at most h ≥ 3
//! heaps, let n0 ≥ 1 and N ≥ h·(n0 + 2q) + k. Suppose that
//! (i) G(n + q) = G(n) + S for n0 ≤ n < N, and for each of the q heaps N ≤ n < N + q
//! (ii) twins are usable and c(n) is as large as lemma 1 demands, or every F(n, ρ, e) ≥ 0, and
//! (iii) M(n, ρ*, X* mod 2) < X*.
//! Then G(n + q) = G(n) + S for all n ≥ n0.
//!
//! *Proof.* For n ≥ N + q define c(n) and F(n, ρ, e) again by c(n + q) = c(n) + S and
//! F(n + q, ρ, e + 1) = F(n, ρ, e) + 1 where F(n, ρ, e) ≥ 0, and let v(n) be defined with these; by the
//! lemmas they still stand for values of options. Suppose that (ii) and (iii) hold at n. Then G(n) = v(n):
//! each smaller number is the value of an option, but v(n) is not the value of an exact one, and
//! another option of value S·X + ρ* with X ≡ X* has X ≤ M(n, ρ*, X* mod 2) < X*.
//! Now let n ≥ N, let (ii) and (iii) hold at n, and let G(m + q) = G(m) + S for n0 ≤ m < n. The largest
//! heap of an option of n or n + q is at least (n − k)/h ≥ n0 + 2q. Adding q to that of an option
//! of n, or subtracting q from that of an option of n + q, turns the options of one into those of the
//! other, changes T by 1, keeps ρ, and keeps that this heap has A ≥ 1 (as all heaps from n0 + q on),
//! hence whether the option is exact. (An option of n + q with two largest heaps is not an exception: if one
//! of them is reduced, both still have A ≥ 1.) So the exact values of n + q are those of n plus S, and
//! M(n + q, ρ, e + 1) = M(n, ρ, e) + 1 (if it is −1, it remains −1). By (ii) no number below S is
//! v(n + q). Therefore v(n + q) = v(n) + S, (ii) and (iii) hold at n + q, and
//! G(n + q) = v(n + q) = v(n) + S = G(n) + S. ∎
//!
//! If n0 = 0 is claimed, the theorem is applied from 1 and heap 0 is compared with the others.
//!
//! **Cost.** N + q values from the definition as in [`mod@crate::guy_smith`], and about
//! h·N²·S + k·q³ steps for M and F.

use std::collections::HashSet;

use crate::condition::{Condition, Resource};
use crate::document::{Arithmetic, GrundyPeriod};
use crate::limits::{Meter, within};
use crate::numbers::{size, small};
use crate::take_and_break::{TakeAndBreak, parts};
use crate::tracker::Tracker;
use crate::verdict::{Evidence, Rejection, Theorem};

/// Verifies the claim with the theorem of this module.
pub(crate) fn verify(
    digits: &[u32],
    claim: &GrundyPeriod,
    data: &Arithmetic,
    meter: &mut Meter,
) -> Result<Evidence, Rejection> {
    let require = |condition: bool, why| condition.then_some(()).ok_or(Rejection::Proof(why));
    let limits = meter.limits();
    let (h, k) = (parts(digits) as u128, digits.len() as u128 - 1);
    let (n0, q) = (claim.preperiod.max(1), data.proved_period);
    require(h >= 3, Condition::ThreeHeaps)?;
    require(q > 0 && q.is_multiple_of(claim.period), Condition::ProvedPeriod)?;
    let s = (q / claim.period).checked_mul(claim.saltus).unwrap_or(0);
    require(s.is_power_of_two(), Condition::SaltusPower)?;
    let least_start = h * (n0 as u128 + 2 * q as u128) + k;
    require(data.start as u128 >= least_start, Condition::StartArithmetic)?;
    let end = data.start as u128 + q as u128;
    within(Resource::Heaps, end, limits.heaps)?;
    let mut tracker = Tracker::new(claim, q, data.start, meter)?;
    let heaps = u128::from(tracker.end());
    let mut game = TakeAndBreak::new(digits, heaps, meter)?;
    let mut values = meter.vec_with_capacity(heaps)?;
    tracker.run(meter, |_, meter| {
        let value = game.next(meter)?;
        values.push(value);
        Ok(value)
    })?;
    let heaps = Heaps { values, digits, n0: size(n0), q: size(q), s: small(s) };
    let (start, end) = (size(data.start), end as usize);
    let sums = heaps.greatest_sums(h as usize, end, meter)?;
    // The bases, lists of heaps and of places for one heap at a time.
    meter.reserve(32 * (u128::from(n0) + u128::from(q)) + end as u128 + 16 * u128::from(s))?;
    let bases = [heaps.bases(0), heaps.bases(1)];
    for n in start..end {
        meter.aside(|meter| heaps.decide(n, &bases, &sums, meter))?;
    }
    Ok(Evidence {
        theorem: Theorem::Arithmetic,
        heaps: tracker.end(),
        agree_until: data.start,
        steps: meter.steps(),
    })
}

/// The values, read as S·A + α. A *cell* 2ρ + e stands for a residue and a parity of T.
struct Heaps<'a> {
    values: Vec<u32>,
    digits: &'a [u32],
    n0: usize,
    q: usize,
    s: u32,
}

/// The greatest T of positions: `sums[j][m][i][cell]`, flattened, is that of j heaps, m tokens in all,
/// of which i have A ≥ 1 (2 stands for two or more).
struct Sums(Vec<Vec<Option<u32>>>);

impl Heaps<'_> {
    fn a(&self, m: usize) -> u32 {
        self.values[m] / self.s
    }

    fn cells(&self) -> usize {
        2 * self.s as usize
    }

    /// The cell of a position with one more heap m: residues and parities add without carry.
    fn with(&self, cell: usize, m: usize) -> usize {
        cell ^ (2 * (self.values[m] % self.s) + self.a(m) % 2) as usize
    }

    fn index(&self, m: usize, large: usize, cell: usize) -> usize {
        (m * 3 + large) * self.cells() + cell
    }

    /// The base of each class, not below `least`.
    fn bases(&self, least: usize) -> Vec<usize> {
        let fits = |m: usize| self.values[m + self.q] == self.values[m] + self.s;
        let base = |mut m: usize| {
            while m >= self.q + least && fits(m - self.q) {
                m -= self.q;
            }
            m
        };
        (self.n0..self.n0 + self.q).map(base).collect()
    }

    fn greatest_sums(&self, h: usize, end: usize, meter: &mut Meter) -> Result<Sums, Rejection> {
        // Heaps, three kinds, residues, parities.
        let size = end as u128 * 3 * self.cells() as u128;
        let mut no_heaps = meter.filled(None, size)?;
        no_heaps[0] = Some(0);
        let mut tables = vec![no_heaps];
        for j in 1..=h {
            let mut table = meter.filled(None, size)?;
            for m in 1..end {
                meter.spend((m / j * 3 * self.cells() + 1) as u64)?;
                // a is a smallest heap.
                for a in if j == 1 { m..=m } else { 1..=m / j } {
                    let more = (self.a(a) > 0) as usize;
                    for (large, cell) in (0..3).flat_map(|i| (0..self.cells()).map(move |c| (i, c)))
                    {
                        let rest = tables[j - 1][self.index(m - a, large, cell)];
                        let sum = rest.map(|t| t + self.a(a));
                        let place = self.index(m, (large + more).min(2), self.with(cell, a));
                        table[place] = table[place].max(sum);
                    }
                }
            }
            tables.push(table);
        }
        Ok(Sums(tables))
    }

    /// Verifies (ii) and (iii) for heap n.
    fn decide(
        &self,
        n: usize,
        bases: &[Vec<usize>; 2],
        sums: &Sums,
        meter: &mut Meter,
    ) -> Result<(), Rejection> {
        let full = self.full_sums(n, bases, meter)?;
        let exact = self.exact_values(n, meter)?;
        let twins = self.least_without_twins(n, meter)?;
        if twins.is_none() && full.contains(&None) {
            return Err(Rejection::NoFullOption { heap: n as u64 });
        }
        let mut least: Option<(u64, u32, usize)> = None;
        for (cell, &sum) in full.iter().enumerate() {
            let mut x = sum.map_or(small(cell) % 2, |t| t + 2);
            let value = |x: u32| x as u64 * self.s as u64 + (cell / 2) as u64;
            while twins.is_some_and(|c| value(x) < c) || exact.contains(&value(x)) {
                x += 2;
            }
            if least.is_none_or(|(v, ..)| value(x) < v) {
                least = Some((value(x), x, cell));
            }
        }
        let (value, x, cell) = least.expect("there is a cell for the residue 0");
        let inexact = |(j, m): (usize, usize)| sums.0[j][self.index(m, 2, cell)];
        let greatest = self.moves(n).filter_map(inexact).max();
        // That the value is v(n) follows from the rest; it costs nothing to look.
        if greatest.is_some_and(|t| t >= x) || self.values[n] as u64 != value {
            return Err(Rejection::NotFull { heap: n as u64, value });
        }
        Ok(())
    }

    /// The moves from n: how many heaps are left, with how many tokens in all.
    fn moves(&self, n: usize) -> impl Iterator<Item = (usize, usize)> {
        self.digits.iter().enumerate().take(n + 1).flat_map(move |(d, digit)| {
            (0..32).filter(move |j| digit >> j & 1 == 1).map(move |j| (j, n - d))
        })
    }

    /// For each cell the greatest T of a full option of n, if there is one.
    fn full_sums(
        &self,
        n: usize,
        bases: &[Vec<usize>; 2],
        meter: &mut Meter,
    ) -> Result<Vec<Option<u32>>, Rejection> {
        let mut sums = vec![None; self.cells()];
        let greatest_base = bases[1].iter().map(|&m| self.a(m)).max().unwrap_or(0);
        for (d, digit) in self.digits.iter().enumerate().filter(|(_, digit)| *digit & 8 != 0) {
            let bases = &bases[if digit & 0b1110 == 0b1110 { 0 } else { 1 }];
            let zero: Vec<usize> = bases.iter().copied().filter(|&m| self.a(m) == 0).collect();
            meter.spend((zero.len() * zero.len() + self.q) as u64)?;
            for &b in &zero {
                for &c in &zero {
                    // T is the same for all full options of these classes, so two may be bases.
                    let a = n - d - b - c;
                    if self.a(a) >= 3 * greatest_base {
                        let cell = self.with(self.with(self.with(0, a), b), c);
                        sums[cell] = sums[cell].max(Some(self.a(a)));
                    }
                }
            }
        }
        Ok(sums)
    }

    /// The number c(n), if twins are usable and it is large enough.
    fn least_without_twins(&self, n: usize, meter: &mut Meter) -> Result<Option<u64>, Rejection> {
        let three = |parity: usize| {
            let digits = self.digits.iter().enumerate();
            digits.filter(|(_, digit)| *digit & 8 != 0).any(|(d, _)| d % 2 == parity)
        };
        let parities = [three(0), three(1)];
        if !self.q.is_multiple_of(2) && parities.contains(&false) {
            return Ok(None);
        }
        meter.spend(n as u64)?;
        let k = self.digits.len() - 1;
        let mut found = vec![false; n + 1];
        for a in (1..=n - k - 2).filter(|a| parities[(n - a) % 2]) {
            if let Some(place) = found.get_mut(self.values[a] as usize) {
                *place = true;
            }
        }
        let c = found.iter().position(|&f| !f).unwrap_or(0) as u64;
        let small = (1..self.n0).map(|a| self.values[a] as u64 + 1).max().unwrap_or(0);
        Ok((c >= self.s as u64 + small).then_some(c))
    }

    /// The values of the exact options of n: all heaps but one have A = 0, which heaps from n0 + q
    /// on have not.
    fn exact_values(&self, n: usize, meter: &mut Meter) -> Result<HashSet<u64>, Rejection> {
        let small: Vec<usize> = (1..self.n0 + self.q).filter(|&m| self.a(m) == 0).collect();
        let mut found = HashSet::new();
        for (j, tokens) in self.moves(n).filter(|&(j, _)| j > 0) {
            // Positions of j − 1 such heaps, as (tokens, nim-sum).
            let mut rest = HashSet::from([(0, 0)]);
            let before = meter.held();
            for _ in 1..j {
                let old = meter.held() - before;
                let mut more = HashSet::new();
                for &(m, v) in &rest {
                    meter.spend(small.len() as u64)?;
                    for &b in small.iter().take_while(|&&b| m + b < tokens) {
                        meter.insert(&mut more, (m + b, v ^ self.values[b]))?;
                    }
                }
                rest = more;
                meter.release(old);
            }
            let done = meter.held() - before;
            for (m, v) in rest {
                meter.insert(&mut found, (self.values[tokens - m] ^ v) as u64)?;
            }
            meter.release(done);
        }
        Ok(found)
    }
}
