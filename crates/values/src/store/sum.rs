//! Negatives, sums, differences and integer multiples.

use num_bigint::{BigInt, BigUint};
use num_traits::{Signed, Zero};

use super::canonical::List;
use super::{Game, Session};
use crate::player::Player;
use ishitori_runtime::LimitReached;

impl Session<'_> {
    /// −g = {−G^R | −G^L}. O(1) when asked again, else one step per follower.
    pub fn negative(&mut self, g: Game) -> Result<Game, LimitReached> {
        let node = self.store.node(g);
        if let Some(h) = node.negative() {
            return Ok(h);
        }
        let h = match node.nus() {
            Some(nus) => self.store.nus_negative(&nus)?,
            None => self.deeper(|s| s.negative_by_options(g))?,
        };
        node.set_negative(h);
        self.store.node(h).set_negative(g);
        Ok(h)
    }

    fn negative_by_options(&mut self, g: Game) -> Result<Game, LimitReached> {
        let mut options = [List::new(), List::new()];
        for player in Player::BOTH {
            let own = self.store.options(g, player)?;
            self.tick_by(own.len())?;
            for &option in own {
                options[player.opponent().index()].push(self.negative(option)?);
            }
        }
        // The mirror image of a canonical form is canonical.
        let [mut left, mut right] = options;
        self.store.intern_general(&mut left, &mut right)
    }

    /// g + h. One canonicalisation per pair of followers that has not been met before;
    /// O(1) for number-up-star values.
    pub fn sum(&mut self, g: Game, h: Game) -> Result<Game, LimitReached> {
        if g == Game::ZERO {
            return Ok(h);
        }
        if h == Game::ZERO {
            return Ok(g);
        }
        let (g, h) = if g < h { (g, h) } else { (h, g) };
        let (a, b) = (self.store.node(g), self.store.node(h));
        if let (Some(a), Some(b)) = (a.nus(), b.nus()) {
            if let Some(sum) = self.caches.nus_sum.get(g, h) {
                return Ok(sum);
            }
            let sum = self.store.nus_sum(&a, &b)?;
            self.caches.nus_sum.insert(g, h, sum);
            return Ok(sum);
        }
        if let Some(sum) = self.caches.sum.get(g, h) {
            return Ok(sum);
        }
        let sum = if a.negative() == Some(h) {
            Game::ZERO
        } else {
            let (g_is_number, h_is_number) = (a.is_number(), b.is_number());
            self.deeper(|s| {
                if g_is_number {
                    s.translate(h, g)
                } else if h_is_number {
                    s.translate(g, h)
                } else {
                    s.sum_by_options(g, h)
                }
            })?
        };
        self.caches.sum.insert(g, h, sum);
        Ok(sum)
    }

    /// G + x for a number x: {G^L + x | G^R + x}, which is canonical if G is (Number translation
    /// theorem: neither player moves in the number, and neither dominance nor reversibility changes).
    fn translate(&mut self, g: Game, x: Game) -> Result<Game, LimitReached> {
        let mut options = [List::new(), List::new()];
        for player in Player::BOTH {
            let own = self.store.options(g, player)?;
            self.tick_by(own.len())?;
            for &option in own {
                options[player.index()].push(self.sum(option, x)?);
            }
        }
        let [mut left, mut right] = options;
        self.store.intern_general(&mut left, &mut right)
    }

    fn sum_by_options(&mut self, g: Game, h: Game) -> Result<Game, LimitReached> {
        let mut options = [List::new(), List::new()];
        for player in Player::BOTH {
            for (moved, kept) in [(g, h), (h, g)] {
                let own = self.store.options(moved, player)?;
                // On the way down, too: the stack is memory.
                self.tick_by(own.len())?;
                for &option in own {
                    options[player.index()].push(self.sum(option, kept)?);
                }
            }
        }
        let [left, right] = options;
        self.canonical(left, right)
    }

    /// g − h. As [`Session::sum`].
    pub fn difference(&mut self, g: Game, h: Game) -> Result<Game, LimitReached> {
        let h = self.negative(h)?;
        self.sum(g, h)
    }

    /// The sum of n copies of g (of −g for negative n), by doubling: O(log n) sums.
    pub fn multiple(&mut self, n: &BigInt, g: Game) -> Result<Game, LimitReached> {
        if let Some(nus) = self.store.number_up_star(g) {
            // Closed form, so that 10^30 copies of ↑ fail at once and 10^30 copies of 1 work.
            let number = &crate::Dyadic::from(n.clone()) * &nus.number;
            let limit = LimitReached::Multiple { limit: i32::MAX as u64 };
            let ups = i32::try_from(n * nus.ups).map_err(|_| limit)?;
            let nimber = if n.bit(0) { nus.nimber } else { 0 };
            return self.number_up_star(&number, ups, nimber);
        }
        let mut power = if n.is_negative() { self.negative(g)? } else { g };
        let mut left: BigUint = n.magnitude().clone();
        let mut result = Game::ZERO;
        while !left.is_zero() {
            if left.bit(0) {
                result = self.sum(result, power)?;
            }
            left >>= 1;
            if !left.is_zero() {
                // Additions of long numbers cost more than one step each.
                self.tick_by(1 + left.bits() as usize / 64)?;
                power = self.sum(power, power)?;
            }
        }
        Ok(result)
    }
}
