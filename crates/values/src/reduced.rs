//! Reduced canonical form: the simplest game infinitesimally close to a game.
//!
//! Grossman and Siegel, *Reductions of partizan games* (Games of No Chance 3): heat by *, then
//! project every x* to x.

use crate::dyadic::Dyadic;
use crate::store::{Game, Session};
use ishitori_runtime::LimitReached;

impl Session<'_> {
    /// The reduced canonical form of g. One canonicalisation per follower, twice.
    pub fn reduced_canonical_form(&mut self, g: Game) -> Result<Game, LimitReached> {
        if let Some(n) = self.store().number_up_star(g) {
            return self.number(&n.number);
        }
        let heated = self.heat(g, Game::STAR)?;
        self.star_projection(heated)
    }

    /// x for x and x* (x a number), else {p(G^L) | p(G^R)}.
    fn star_projection(&mut self, g: Game) -> Result<Game, LimitReached> {
        self.fold_options(
            g,
            |s, g| match s.store().number_up_star(g) {
                Some(n) if n.ups == 0 && n.nimber <= 1 => s.number(&n.number).map(Some),
                _ => Ok(None),
            },
            |s, _, left, right| s.game(left, right),
        )
    }

    /// Whether both stops are the same number: G is a number plus an infinitesimal. O(1) mostly.
    pub fn is_numberish(&mut self, g: Game) -> Result<bool, LimitReached> {
        Ok(self.left_stop(g)? == self.right_stop(g)?)
    }

    /// Whether both stops are 0. O(1) mostly.
    pub fn is_infinitesimal(&mut self, g: Game) -> Result<bool, LimitReached> {
        Ok(self.is_numberish(g)? && self.left_stop(g)? == Dyadic::ZERO)
    }
}
