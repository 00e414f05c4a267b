//! Uptimals: x + *k + c₁·↑ + c₂·↑² + … (Siegel, *Combinatorial Game Theory*, II.4 and V).
//!
//! `^<n>` is the power ↑ⁿ, `^[n]` the sum σ(n) = ↑ + ↑² + … + ↑ⁿ; σ(n) = {σ(n−1) | *} and
//! ↑ⁿ = {0 | * − σ(n−1)}.

use crate::dyadic::Dyadic;
use crate::store::{Game, Session};
use ishitori_runtime::LimitReached;

/// A game written as x + *k + Σ cᵢ·↑ⁱ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Uptimal {
    /// The number x.
    pub number: Dyadic,
    /// The k of *k.
    pub nimber: u32,
    /// c₁, c₂, …, without zeros at the end.
    pub coefficients: Vec<i32>,
}

impl Session<'_> {
    /// The sum ↑ + ↑² + … + ↑ⁿ, written `^[n]`. O(n) canonicalisations.
    pub fn up_sum(&mut self, n: u32) -> Result<Game, LimitReached> {
        let mut g = Game::ZERO;
        for i in 1..=n {
            g = match i {
                1 => self.number_up_star(&Dyadic::ZERO, 1, 0)?,
                _ => self.game(&[g], &[Game::STAR])?,
            };
            self.tick()?;
        }
        Ok(g)
    }

    /// ↑ⁿ, n ≥ 1. O(n) canonicalisations.
    pub fn up_power(&mut self, n: u32) -> Result<Game, LimitReached> {
        let below = self.up_sum(n - 1)?;
        let below = self.negative(below)?;
        let reply = self.sum(below, Game::STAR)?;
        self.game(&[Game::ZERO], &[reply])
    }

    /// The expansion of g as an uptimal, if it has one. At most (birthday of g) rounds of sums.
    ///
    /// c₁ is the atomic weight; after that, twice the rest has no nimber left, and among uptimals
    /// without nimbers the first coefficient that differs from 0 decides the sign.
    pub fn uptimal(&mut self, g: Game) -> Result<Option<Uptimal>, LimitReached> {
        if let Some(n) = self.store().number_up_star(g) {
            let coefficients = if n.ups == 0 { vec![] } else { vec![n.ups] };
            return Ok(Some(Uptimal { number: n.number, nimber: n.nimber, coefficients }));
        }
        if !self.is_numberish(g)? {
            return Ok(None);
        }
        let number = self.left_stop(g)?;
        let x = self.number(&number)?;
        let mut rest = self.difference(g, x)?;
        if !self.is_all_small(rest)? {
            return Ok(None);
        }
        let longest = u32::try_from(self.birthday(g)?).unwrap_or(u32::MAX);
        let mut coefficients = Vec::new();
        for n in 1..=longest {
            if let Some(parts) = self.store().number_up_star(rest)
                && parts.ups == 0
            {
                return Ok(Some(Uptimal { number, nimber: parts.nimber, coefficients }));
            }
            let Some(c) = self.coefficient(rest, n, longest)? else { return Ok(None) };
            coefficients.push(c);
            let power = self.up_power(n)?;
            let part = self.multiple(&c.into(), power)?;
            rest = self.difference(rest, part)?;
        }
        Ok(None)
    }

    /// The c with (2c−1)·↑ⁿ < 2·rest < (2c+1)·↑ⁿ, |c| ≤ bound, if there is one.
    fn coefficient(&mut self, rest: Game, n: u32, bound: u32) -> Result<Option<i32>, LimitReached> {
        let twice = self.sum(rest, rest)?;
        let power = self.up_power(n)?;
        let bound = i32::try_from(bound).unwrap_or(i32::MAX);
        // Walk from 0 in the direction of the sign.
        let (mut c, step) = match self.compare(twice, Game::ZERO)? {
            Some(std::cmp::Ordering::Less) => (0, -1),
            _ => (0, 1),
        };
        while i32::abs(c) <= bound {
            let low = self.multiple(&(2 * c - 1).into(), power)?;
            let high = self.multiple(&(2 * c + 1).into(), power)?;
            if twice != low && twice != high && self.leq(low, twice)? && self.leq(twice, high)? {
                return Ok(Some(c));
            }
            c += step;
        }
        Ok(None)
    }
}
