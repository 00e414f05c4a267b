//! Atomic weight.
//!
//! Siegel, *Combinatorial Game Theory*, II.7; Winning Ways, chapter 8. For a game that is not
//! all-small, the number found by the same recursion is accepted if the game differs from that
//! multiple of ↑ by less than ↑* plus a remote kite on both sides (a test due to Wolfe).

use crate::dyadic::Dyadic;
use crate::error::GameError;
use crate::player::Player;
use crate::store::{Game, Session};
use crate::temperature::map;
use ishitori_runtime::LimitReached;

impl Session<'_> {
    /// The atomic weight of g, itself a game; an error where there is none.
    pub fn atomic_weight(&mut self, g: Game) -> Result<Game, GameError> {
        let (left, right) = (self.left_stop(g)?, self.right_stop(g)?);
        if !left.is_zero() || !right.is_zero() {
            return Err(GameError::NotInfinitesimal { left, right });
        }
        let weight = self.formal_atomic_weight(g)?;
        if self.is_all_small(g)? || self.is_near_multiple_of_up(g, weight)? {
            Ok(weight)
        } else {
            Err(GameError::NotAtomic)
        }
    }

    /// Whether either both players or neither can move from every follower. O(followers).
    pub fn is_all_small(&mut self, g: Game) -> Result<bool, LimitReached> {
        self.fold_options(
            g,
            |s, g| Ok(s.store().number_up_star(g).map(|n| n.number.is_zero())),
            |_, _, left, right| Ok(left.iter().chain(right).all(|&small| small)),
        )
    }

    /// The least k such that no follower of g is the nimber *k or a larger one: *k is remote.
    fn remote_star(&mut self, g: Game) -> Result<u32, LimitReached> {
        self.fold_options(
            g,
            |s, g| {
                Ok::<_, LimitReached>(
                    s.store()
                        .number_up_star(g)
                        .filter(|n| n.number.is_zero() && n.ups == 0)
                        .map(|n| n.nimber + 1),
                )
            },
            |_, _, left, right| Ok(left.iter().chain(right).copied().max().unwrap_or(1)),
        )
    }

    /// {w(G^L) − 2 | w(G^R) + 2}; if that is an integer, the comparison with a remote star decides
    /// which integer that fits the options it is.
    fn formal_atomic_weight(&mut self, g: Game) -> Result<Game, LimitReached> {
        let two = self.integer(2);
        self.fold_options(
            g,
            |s, g| match s.store().number_up_star(g) {
                Some(n) => s.number(&Dyadic::from(i64::from(n.ups))).map(Some),
                None => Ok(None),
            },
            |s, g, left, right| {
                let left = map(left, |w| s.difference(w, two))?;
                let right = map(right, |w| s.sum(w, two))?;
                let weight = s.game(&left, &right)?;
                if s.integer_value(weight).is_none() {
                    return Ok(weight);
                }
                let k = s.remote_star(g)?;
                let star = s.nimber(k)?;
                match (s.leq(g, star)?, s.leq(star, g)?) {
                    (true, false) => s.extreme_integer(Player::Left, &left),
                    (false, true) => s.extreme_integer(Player::Right, &right),
                    _ => Ok(weight),
                }
            },
        )
    }

    /// For Left's options the least integer n that none of them is ≥; for Right's the greatest
    /// integer that none of them is ≤. Zero without options.
    fn extreme_integer(&mut self, player: Player, options: &[Game]) -> Result<Game, LimitReached> {
        let mut best: Option<Dyadic> = None;
        for &g in options {
            // In Left's terms: round the right stop up, and go one further if that is still ≤ G.
            let stop = self.stop(g, player.opponent())?;
            let (rounded, step) = match player {
                Player::Left => (stop.ceil(), Dyadic::from(1)),
                Player::Right => (stop.floor(), Dyadic::from(-1)),
            };
            let x = self.number(&rounded)?;
            let n = if self.no_better(player, x, g)? { &rounded + &step } else { rounded };
            best = Some(match (best, player) {
                (None, _) => n,
                (Some(b), Player::Left) => b.max(n),
                (Some(b), Player::Right) => b.min(n),
            });
        }
        self.number(&best.unwrap_or(Dyadic::ZERO))
    }

    /// −e ≤ G − w·↑ ≤ e for e = ↑* + (*k : −1) with a remote *k, k a power of two.
    fn is_near_multiple_of_up(&mut self, g: Game, weight: Game) -> Result<bool, LimitReached> {
        let up = self.number_up_star(&Dyadic::ZERO, 1, 0)?;
        let up_star = self.number_up_star(&Dyadic::ZERO, 1, 1)?;
        let multiple = self.norton_product(weight, up)?;
        let rest = self.difference(g, multiple)?;
        let k = self.remote_star(g)?.max(2).next_power_of_two();
        let star = self.nimber(k)?;
        let minus_one = self.integer(-1);
        let kite = self.ordinal_sum(star, minus_one)?;
        let e = self.sum(up_star, kite)?;
        let minus_e = self.negative(e)?;
        Ok(self.leq(rest, e)? && self.leq(minus_e, rest)?)
    }

    /// The companion of g: 0 and * exchanged in all followers (Siegel, CGT, II.7 exercises; the
    /// recursion adds 0 as an option where G ≥ 0 or G ≤ 0).
    pub fn companion(&mut self, g: Game) -> Result<Game, LimitReached> {
        self.fold_options(
            g,
            |s, g| {
                let small = s.store().number_up_star(g).filter(|n| n.number.is_zero());
                match small {
                    Some(n) if n.nimber >= 2 => Ok(Some(g)),
                    Some(n) => s.number_up_star(&n.number, n.ups, n.nimber ^ 1).map(Some),
                    None => Ok(None),
                }
            },
            |s, g, left, right| {
                let (mut left, mut right) = (left.to_vec(), right.to_vec());
                if s.leq(Game::ZERO, g)? {
                    left.push(Game::ZERO);
                }
                if s.leq(g, Game::ZERO)? {
                    right.push(Game::ZERO);
                }
                s.game(&left, &right)
            },
        )
    }
}
