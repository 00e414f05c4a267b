//! Ordinal sum, Norton product, Conway product and incentives.

use smallvec::SmallVec;

use crate::nimber::Nimber;
use crate::player::Player;
use crate::store::{Game, Session};
use crate::temperature::map;
use ishitori_runtime::LimitReached;

impl Session<'_> {
    /// G:H = {G^L, G:H^L | G^R, G:H^R} on the canonical form of G (the ordinal sum depends on the
    /// form of G, not of H). One canonicalisation per follower of H.
    pub fn ordinal_sum(&mut self, g: Game, h: Game) -> Result<Game, LimitReached> {
        if let (Some(base), Some(Nimber(k))) =
            (self.store().number_up_star(g).filter(|n| n.ups == 0), self.nimber_value(h))
        {
            // x*j : *k = x*(j+k): each has the options of the other's positions.
            let limit = LimitReached::Multiple { limit: i32::MAX as u64 };
            let nimber = u32::try_from(k).ok().and_then(|k| base.nimber.checked_add(k));
            return self.number_up_star(&base.number, 0, nimber.ok_or(limit)?);
        }
        self.fold_options(
            h,
            |_, h| Ok((h == Game::ZERO).then_some(g)),
            |s, _, left, right| {
                let join = |s: &Self, player, upper: &[Game]| -> Result<Vec<Game>, LimitReached> {
                    Ok([s.options(g, player)?, upper].concat())
                };
                let left = join(s, Player::Left, left)?;
                let right = join(s, Player::Right, right)?;
                s.game(&left, &right)
            },
        )
    }

    /// The incentives of a player's moves: G^L − G for Left, G − G^R for Right, only those that no
    /// other exceeds.
    pub fn incentives_of(&mut self, g: Game, player: Player) -> Result<Vec<Game>, LimitReached> {
        let gains = map(self.options(g, player)?, |option| match player {
            Player::Left => self.difference(option, g),
            Player::Right => self.difference(g, option),
        })?;
        self.maximal(gains)
    }

    /// The incentives of both players' moves, only those that no other exceeds.
    pub fn incentives(&mut self, g: Game) -> Result<Vec<Game>, LimitReached> {
        let mut all = self.incentives_of(g, Player::Left)?;
        all.extend(self.incentives_of(g, Player::Right)?);
        self.maximal(all)
    }

    fn maximal(&mut self, games: Vec<Game>) -> Result<Vec<Game>, LimitReached> {
        let mut games = SmallVec::from_vec(games);
        self.undominated(Player::Left, &mut games)?;
        Ok(games.into_vec())
    }

    /// The Norton product G·U: n copies of U for an integer n, else
    /// {G^L·U + (U + Δ) | G^R·U − (U + Δ)} over the incentives Δ of U (Winning Ways, chapter 8).
    pub fn norton_product(&mut self, g: Game, unit: Game) -> Result<Game, LimitReached> {
        let steps = map(&self.incentives(unit)?, |d| self.sum(unit, d))?;
        self.fold_options(
            g,
            |s, g| match s.integer_value(g) {
                Some(n) => s.multiple(&n, unit).map(Some),
                None => Ok(None),
            },
            |s, _, left, right| {
                let mut options = [Vec::new(), Vec::new()];
                for &step in &steps {
                    for &g in left {
                        options[0].push(s.sum(g, step)?);
                    }
                    for &g in right {
                        options[1].push(s.difference(g, step)?);
                    }
                }
                s.game(&options[0], &options[1])
            },
        )
    }

    /// The Conway product of the canonical forms (ONAG, chapter 1): the product of numbers and of
    /// nimbers, defined for all games though not well-behaved on them. One canonicalisation per
    /// pair of followers.
    pub fn conway_product(&mut self, g: Game, h: Game) -> Result<Game, LimitReached> {
        use crate::store::Step;
        self.fold(
            (g, h),
            |s, (g, h)| {
                if let Some(known) = s.simple_product(g, h)? {
                    return Ok(Step::Known(known));
                }
                // The products with one option of each, in the order in which they are used below.
                let (gs, hs) = (s.store().both_options(g)?.all(), s.store().both_options(h)?.all());
                let mut keys = Vec::with_capacity(gs.len() + hs.len() + gs.len() * hs.len());
                keys.extend(gs.iter().map(|&x| (x, h)));
                keys.extend(hs.iter().map(|&y| (g, y)));
                keys.extend(gs.iter().flat_map(|&x| hs.iter().map(move |&y| (x, y))));
                Ok(Step::From(keys))
            },
            |s, (g, h), parts| {
                let left = |s: &Self, g| Ok::<_, LimitReached>(s.options(g, Player::Left)?.len());
                let (g_left, h_left) = (left(s, g)?, left(s, h)?);
                let all =
                    |s: &Self, g| Ok::<_, LimitReached>(s.store().both_options(g)?.all().len());
                let (g_all, h_all) = (all(s, g)?, all(s, h)?);
                let (xh, rest) = parts.split_at(g_all);
                let (gy, xy) = rest.split_at(h_all);
                let mut options = [Vec::new(), Vec::new()];
                for i in 0..g_all {
                    for j in 0..h_all {
                        let sum = s.sum(xh[i], gy[j])?;
                        let option = s.difference(sum, xy[i * h_all + j])?;
                        // Options of the same player on both sides are Left's, else Right's.
                        let same = (i < g_left) == (j < h_left);
                        options[if same { 0 } else { 1 }].push(option);
                    }
                }
                s.game(&options[0], &options[1])
            },
        )
    }

    fn simple_product(&mut self, g: Game, h: Game) -> Result<Option<Game>, LimitReached> {
        if g == Game::ZERO || h == Game::ZERO {
            return Ok(Some(Game::ZERO));
        }
        if let (Some(x), Some(y)) = (self.store().as_number(g), self.store().as_number(h)) {
            return self.number(&(&x * &y)).map(Some);
        }
        if let (Some(m), Some(n)) = (self.nimber_value(g), self.nimber_value(h)) {
            let limit = LimitReached::Multiple { limit: i32::MAX as u64 };
            let product = u32::try_from(m.product(n).0).map_err(|_| limit)?;
            return self.nimber(product).map(Some);
        }
        // n·G for an integer n is the sum of n copies.
        for (n, g) in [(g, h), (h, g)] {
            if let Some(n) = self.integer_value(n) {
                return self.multiple(&n, g).map(Some);
            }
        }
        Ok(None)
    }

    /// The nimber that g is, if it is one. O(1).
    pub(crate) fn nimber_value(&self, g: Game) -> Option<Nimber> {
        let parts = self.store().number_up_star(g)?;
        (parts.number.is_zero() && parts.ups == 0).then(|| Nimber(u128::from(parts.nimber)))
    }
}
