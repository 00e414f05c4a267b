//! Values of heaps that grow forever: the order of heaps repeats, though their values do not.
//!
//! Rules, heaps, ends and values are those of [`values`](mod@crate::values): a move leaves at most one
//! heap, k is the largest number that is taken, K(X) are the numbers s that the player X may take from a heap of
//! n > s tokens, and v(n) is the game whose options are the v of the heaps that can be left, or the game of the list
//! that stands for an end of n tokens. Here some K(X) is not empty. For n > k the options of n for X are then n − s with
//! s ∈ K(X), for every such n alike.
//!
//! Games are compared as J. H. Conway defines it, *On Numbers and Games* (1976), chapters 0 and 7: G ≤ H unless some
//! left option of G is ≥ H or some right option of H is ≤ G; G = H if G ≤ H and H ≤ G. So how two games compare, that
//! is, which of G ≤ H and H ≤ G hold, is a function Φ of how the options of G compare with H and those of H with G. No
//! values have to be known for this, nor simplest forms, which may grow exponentially: the order of all pairs of heaps is
//! a table that is filled row by row. Let W(a, b) say how a and b compare, where a and b are heaps (with their v) or
//! listed games.
//!
//! **Theorem 1.** Let N, d ≥ 1, D ≥ 0 and B = N + D + 2k + 2d. If, for all heaps n ≤ m and listed games g, where the heaps are
//! below B,
//! * (E) W(g, n + d) = W(g, n) if n ≥ N,
//! * (F) W(n, m + d) = W(n, m) if m ≥ N and m ≥ n + D,
//! * (S) W(n + d, m + d) = W(n, m) if n ≥ N,
//!
//! then the same holds for all heaps.
//!
//! *Proof* by induction on the sum of the two larger ones that are compared, for (E) on the heap and the number of the
//! game. All other statements about pairs with a smaller sum are supposed to hold.
//! *(E)* For n < N + k this is supposed (N + k + d ≤ B). For n ≥ N + k > k the options of n and n + d are n − s and n + d − s,
//! n − s ≥ N, so they compare alike with g; so do, with n and n + d, the options of g, which are listed before it. Φ does the rest.
//! *(F1)*: (F) if m ≥ max(N, n + D) + k. The options m − s and m + d − s compare alike with n by (F), and m and m + d with
//! the options of n by (F), or by (E) if n is an end.
//! *(S1)*: (S) if n ≥ N + k. All options are s less, at least N, and compare alike by (S).
//! *(F)*, else: m < N + k or m < n + D + k, and m + d ≥ B, so m ≥ N + 2k + D + d and n > m − D − k ≥ N + k + d. Then W(n, m + d) =
//! W(n − d, m) by (S1), = W(n − d, m − d) by (F) with a smaller sum, = W(n, m) by (S) with a smaller sum.
//! *(S)*, else: n < N + k and m + d ≥ B, so m ≥ N + 2k + D + d > n + D + k + d. Then W(n + d, m + d) = W(n + d, m) by (F1), =
//! W(n, m − d) by (S) with a smaller sum, = W(n, m) by (F) with a smaller sum. ∎
//!
//! **Corollary.** For a remainder c modulo d let n be the least heap ≥ N with it. Either v(n + d) = v(n); then all heaps ≥ N
//! with this remainder have one value, by (S). Or else no two of them have the same value if v(n + jd) ≠ v(n) for all j ≥ 1
//! with n + jd < B: pairs reduce to (n, n + jd) by (S), and j decreases by (F) where n + jd ≥ B, since then n + (j − 1)d ≥ N + D + d >
//! n + D. If there is such a remainder, infinitely many values are different, and they are not periodic. (One of the two
//! holds always: the j with v(n + jd) = v(n) and their negatives are a group of integers by (S), and by (F) all large j are alike.)
//!
//! **Theorem 2** (forms). Let (E), (F), (S) hold, let X(n), for n = n1, n1 + d, …, be the game whose options are heaps n − e with
//! n1 − e ≥ N, and certain heaps h that do not depend on n. Let e0 and h0 be the largest e and h (0 if there are none), and
//! b0 = max(N + k, h0 + D), n2 = max(n1 + d, b0 + d + D + e0). If X(n1) = v(n1), and X(n + d) compares with b + d as X(n) does with
//! b for all N ≤ b < b0 with b ≤ n and all n < n2 of the progression, then X(n) = v(n) for all n of the progression.
//!
//! *Proof.* (E′) X(n + d) and X(n) compare alike with every listed game, by (E) for their options n − e ≥ N and induction.
//! (F′) They compare alike with a heap b ≤ n − D − e0: n + d − e and n − e do by (F), since n − e ≥ b + D, the heaps h are the same,
//! and the options of b are smaller heaps, or listed games. (S′) X(n + d) compares with b + d as X(n) with b, if N ≤ b ≤ n: for b ≥ b0
//! the options n − e compare alike by (S), the heaps h by (F), and the options of b are b − s ≥ N. For b < b0 and n ≥ n2,
//! W(X(n + d), b + d) = W(X(n), b + d) by (F′), = W(X(n − d), b) by (S′) with a smaller n, = W(X(n), b) by (F′). From (S′) with b = n,
//! X(n) = v(n) for one n is so for the next. ∎
//!
//! # What is checked
//! The order of all pairs of heaps below B (further if forms need it) and of the listed games is computed from the rule by
//! the definition. (E), (F) and (S) are verified there, then each remainder is shown to be what the claim says: this is the base and the
//! step of the induction at once. Then the order of X(n) and smaller heaps is computed for each form, and the hypothesis of
//! Theorem 2 verified. The document says only N, d, D, the remainders and the forms.
//!
//! **Cost.** About B² comparisons of a handful of options, and as many bits.

mod data;
mod table;

pub use data::{FormOption, HeapForm, HeapOrder, ValueGrowth};

use crate::condition::{Condition, Resource};
use crate::document::Rule;
use crate::limits::{Limits, Meter, within};
use crate::numbers::{size, small};
use crate::values::{TakeSet, end_game, valid_games};
use crate::verdict::{Evidence, Rejection, Theorem};
use table::{Comparison, Options, Order};

/// An error unless the claim has the form that the format describes.
pub(crate) fn valid_claim(claim: &ValueGrowth, limits: &Limits) -> Result<(), Rejection> {
    let require = |holds: bool, condition| holds.then_some(()).ok_or(Rejection::Claim(condition));
    require(claim.step > 0, Condition::PeriodZero)?;
    require(claim.from > 0, Condition::GrowthFromZero)?;
    within(Resource::Heaps, claim.from as u128 + claim.step as u128, limits.heaps)?;
    let growing = &claim.growing;
    let increasing = growing.windows(2).all(|pair| pair[0] < pair[1]);
    let remainders = growing.last().is_some_and(|&last| last < claim.step);
    require(increasing && remainders, Condition::GrowingRemainders)?;
    for form in &claim.forms {
        within(Resource::Heaps, form.first.into(), limits.heaps)?;
        require(form.first >= claim.from, Condition::FormOptions)?;
        let back = |option: &FormOption| match *option {
            FormOption::Heap(heap) => heap < form.first,
            FormOption::Back(back) => {
                back > 0 && form.first.checked_sub(back).is_some_and(|least| least >= claim.from)
            }
        };
        require(form.left.iter().chain(&form.right).all(back), Condition::FormOptions)?;
    }
    valid_games(&claim.ends, &claim.games)
}

/// Verifies the claim with the theorems of this module.
pub(crate) fn verify(
    rule: &Rule,
    claim: &ValueGrowth,
    data: &HeapOrder,
    meter: &mut Meter,
) -> Result<Evidence, Rejection> {
    let takes = TakeSet::of(rule, meter)?;
    if takes.iter().all(|takes| takes.keep.is_empty()) {
        return Err(Rejection::Proof(Condition::NoMovesFromLargeHeaps));
    }
    let limit = meter.limits().heaps;
    within(Resource::Heaps, data.reach.into(), limit)?;
    let proof = Proof {
        from: claim.from,
        step: claim.step,
        reach: data.reach,
        most: takes[0].largest().max(takes[1].largest()),
    };
    let below = proof.below();
    let end = claim.forms.iter().map(|form| proof.form_end(form)).max().unwrap_or(0).max(below);
    within(Resource::Heaps, end.into(), limit)?;

    let mut options = Options::default();
    for game in &claim.games {
        let side = |side: &[u64]| side.iter().map(|&option| small(option)).collect::<Vec<u32>>();
        meter.aside(|meter| meter.reserve(4 * (game.left.len() + game.right.len()) as u128))?;
        options.push([&side(&game.left), &side(&game.right)], meter)?;
    }
    let games = claim.games.len() as u64;
    within(Resource::Games, u128::from(games) + u128::from(end), u32::MAX.into())?;
    let mut sides: [Vec<u32>; 2] = Default::default();
    for n in 0..end {
        meter.spend(takes.iter().map(|takes| takes.keep.len() as u64 + 2).sum())?;
        for (side, takes) in sides.iter_mut().zip(&takes) {
            side.clear();
            for left in takes.options(n) {
                meter.push(side, small(games + left))?;
            }
        }
        if sides.iter().all(Vec::is_empty) {
            options.push_again(end_game(&claim.ends, n), meter)?;
        } else {
            options.push(sides.each_ref().map(Vec::as_slice), meter)?;
        }
    }
    let order = Order::of(options, games, meter)?;
    proof.repeats(&order, meter)?;
    proof.remainders(&claim.growing, &order, meter)?;
    for form in &claim.forms {
        proof.form(form, &order, meter)?;
    }
    let theorem = Theorem::HeapOrder;
    Ok(Evidence { theorem, heaps: end, agree_until: below, steps: meter.steps() })
}

/// N, d, D and k.
struct Proof {
    from: u64,
    step: u64,
    reach: u64,
    most: u64,
}

impl Proof {
    /// B. All four are bounded by the limits, far below 2^62.
    fn below(&self) -> u64 {
        self.from + self.reach + 2 * self.most + 2 * self.step
    }

    /// (E), (F) and (S) for the heaps below B.
    fn repeats(&self, order: &Order, meter: &mut Meter) -> Result<(), Rejection> {
        let &Proof { from, step, reach, .. } = self;
        let last = self.below() - step;
        for m in from..last {
            meter.spend(order.games() + 2 * m)?;
            if (0..order.games()).any(|g| order.with_game(g, m) != order.with_game(g, m + step)) {
                return Err(Rejection::HeapOrder { first: m, second: m + step });
            }
            for n in 0..=m {
                let here = order.heaps(n, m);
                if m >= n + reach && order.heaps(n, m + step) != here {
                    return Err(Rejection::HeapOrder { first: n, second: m + step });
                }
                if n >= from && order.heaps(n + step, m + step) != here {
                    return Err(Rejection::HeapOrder { first: n + step, second: m + step });
                }
            }
        }
        Ok(())
    }

    /// The corollary: each remainder has one value, or none twice, as is claimed.
    fn remainders(
        &self,
        growing: &[u64],
        order: &Order,
        meter: &mut Meter,
    ) -> Result<(), Rejection> {
        for n in self.from..self.from + self.step {
            let remainder = n % self.step;
            let later = (n + self.step..self.below()).step_by(size(self.step));
            let holds = match growing.binary_search(&remainder) {
                Err(_) => order.heaps(n, n + self.step) == Comparison::EQUAL,
                Ok(_) => {
                    meter.spend(self.below() / self.step)?;
                    let mut later = later;
                    later.all(|later| order.heaps(n, later) != Comparison::EQUAL)
                }
            };
            if !holds {
                return Err(Rejection::GrowingRemainder { remainder });
            }
        }
        Ok(())
    }

    /// e0, b0 and n2 of a form.
    fn bounds(&self, form: &HeapForm) -> (u64, u64) {
        let (mut back, mut fixed) = (0, 0);
        for option in form.left.iter().chain(&form.right) {
            match *option {
                FormOption::Heap(heap) => fixed = fixed.max(heap),
                FormOption::Back(most) => back = back.max(most),
            }
        }
        let small = (self.from + self.most).max(fixed + self.reach);
        let last = (form.first + self.step).max(small + self.step + self.reach + back);
        (small, last)
    }

    /// The heaps that are needed for a form are below this one.
    fn form_end(&self, form: &HeapForm) -> u64 {
        // n < n2 and n + d are compared with heaps up to themselves.
        self.bounds(form).1 + self.step + 1
    }

    /// Theorem 2: the form is the value of all heaps of its progression.
    fn form(&self, form: &HeapForm, order: &Order, meter: &mut Meter) -> Result<(), Rejection> {
        let (small, last) = self.bounds(form);
        let wrong = Err(Rejection::Form { heap: form.first });
        let at = |n: u64, meter: &mut Meter| {
            let heaps = |side: &[FormOption]| -> Vec<u64> {
                let heap = |option: &FormOption| match *option {
                    FormOption::Heap(heap) => heap,
                    FormOption::Back(back) => n - back,
                };
                side.iter().map(heap).collect()
            };
            meter.reserve(16 * (form.left.len() + form.right.len()) as u128)?;
            order.with_form([&heaps(&form.left), &heaps(&form.right)], n, meter)
        };
        meter.aside(|meter| {
            let start = meter.held();
            let (mut n, mut here) = (form.first, at(form.first, meter)?);
            let mut bytes = meter.held() - start;
            if here.last() != Some(&Comparison::EQUAL) {
                return wrong;
            }
            while n < last {
                let before = meter.held();
                let next = at(n + self.step, meter)?;
                let alike = |b: u64| here[size(b)] == next[size(b + self.step)];
                if !(self.from..small.min(n + 1)).all(alike) {
                    return wrong;
                }
                (n, here) = (n + self.step, next);
                let more = meter.held() - before;
                meter.release(std::mem::replace(&mut bytes, more));
            }
            Ok(())
        })
    }
}
