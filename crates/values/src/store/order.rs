//! The partial order of games.

use std::cmp::Ordering;

use super::{Game, Session};
use crate::player::Player;
use ishitori_runtime::LimitReached;

impl Session<'_> {
    /// Whether g ≤ h. At most (followers of g) × (followers of h) steps, usually a handful:
    /// number-up-star values and most pairs with different stops are decided at once.
    ///
    /// ```
    /// # use ishitori_values::GameStore;
    /// let store = GameStore::new();
    /// let mut s = store.session();
    /// let (star, zero) = (s.nimber(1).unwrap(), s.zero());
    /// assert!(!s.leq(star, zero).unwrap() && !s.leq(zero, star).unwrap()); // * ∥ 0
    /// ```
    pub fn leq(&mut self, g: Game, h: Game) -> Result<bool, LimitReached> {
        if g == h {
            return Ok(true);
        }
        let (a, b) = (self.store.node(g), self.store.node(h));
        // LS(G) < RS(H) implies G < H; G ≤ H implies LS(G) ≤ LS(H), RS(G) ≤ RS(H) and
        // RS(G) ≤ LS(H) (Siegel, CGT, II.3). Strict inequalities survive the rounding of stops.
        if a.left_stop < b.right_stop {
            return Ok(true);
        }
        if a.left_stop > b.left_stop || a.right_stop > b.right_stop {
            return Ok(false);
        }
        if let (Some(a), Some(b)) = (a.nus(), b.nus()) {
            return Ok(self.store.nus_leq(&a, &b));
        }
        if let Some(answer) = self.caches.leq.get(g, h) {
            return Ok(answer);
        }
        let answer = self.deeper(|s| s.leq_by_options(g, h))?;
        self.caches.leq.insert(g, h, answer);
        Ok(answer)
    }

    /// G ≤ H iff no left option of G is ≥ H and no right option of H is ≤ G. By the number
    /// avoidance theorem neither player need move in a number.
    fn leq_by_options(&mut self, g: Game, h: Game) -> Result<bool, LimitReached> {
        let store = self.store;
        if !store.node(g).is_number() {
            let options = store.options(g, Player::Left)?;
            self.tick_by(options.len())?;
            for &gl in options {
                if self.leq(h, gl)? {
                    return Ok(false);
                }
            }
        }
        if !store.node(h).is_number() {
            let options = store.options(h, Player::Right)?;
            self.tick_by(options.len())?;
            for &hr in options {
                if self.leq(hr, g)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Whether g is no better than h for `player`: g ≤ h for Left, g ≥ h for Right.
    #[inline]
    pub(crate) fn no_better(
        &mut self,
        player: Player,
        g: Game,
        h: Game,
    ) -> Result<bool, LimitReached> {
        match player {
            Player::Left => self.leq(g, h),
            Player::Right => self.leq(h, g),
        }
    }

    /// `Less`, `Equal` or `Greater`, or `None` if g ∥ h. The cost of at most two [`Session::leq`].
    pub fn compare(&mut self, g: Game, h: Game) -> Result<Option<Ordering>, LimitReached> {
        if g == h {
            return Ok(Some(Ordering::Equal));
        }
        Ok(match (self.leq(g, h)?, self.leq(h, g)?) {
            (true, _) => Some(Ordering::Less),
            (_, true) => Some(Ordering::Greater),
            _ => None,
        })
    }

    /// The games that no other of the list dominates for `player`. O(n²) comparisons.
    pub(crate) fn undominated(
        &mut self,
        player: Player,
        games: &mut smallvec::SmallVec<[Game; 16]>,
    ) -> Result<(), LimitReached> {
        games.sort_unstable();
        games.dedup();
        let mut kept = 0;
        'candidates: for i in 0..games.len() {
            let candidate = games[i];
            self.tick_by(kept)?;
            let mut k = 0;
            while k < kept {
                if self.no_better(player, candidate, games[k])? {
                    continue 'candidates;
                }
                if self.no_better(player, games[k], candidate)? {
                    kept -= 1;
                    games.swap(k, kept);
                } else {
                    k += 1;
                }
            }
            games[kept] = candidate;
            kept += 1;
        }
        games.truncate(kept);
        Ok(())
    }
}
