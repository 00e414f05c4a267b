//! Cooling, heating, overheating and freezing.

use num_bigint::BigInt;

use crate::dyadic::Dyadic;
use crate::error::GameError;
use crate::store::{Game, Session};
use ishitori_runtime::LimitReached;

impl Session<'_> {
    /// G cooled by t ≥ 0: {G^L_t − t | G^R_t + t} while that is not a number, then the mean.
    pub fn cool(&mut self, g: Game, t: &Dyadic) -> Result<Game, GameError> {
        if t.signum() < 0 {
            return Err(GameError::NegativeTemperature(t.clone()));
        }
        let tax = self.number(t)?;
        self.fold_options(
            g,
            |s, g| {
                if s.store().is_number(g) || t.is_zero() {
                    return Ok(Some(g));
                }
                let thermograph = s.thermograph(g)?;
                Ok(if thermograph.temperature() < t {
                    Some(s.number(thermograph.mean())?)
                } else {
                    None
                })
            },
            |s, _, left, right| {
                let left = map(left, |g| s.difference(g, tax))?;
                let right = map(right, |g| s.sum(g, tax))?;
                Ok(s.game(&left, &right)?)
            },
        )
    }

    /// G cooled by its temperature, or G itself if it is tepid or cold.
    pub fn freeze(&mut self, g: Game) -> Result<Game, GameError> {
        let t = self.temperature(g)?;
        if t.signum() <= 0 { Ok(g) } else { self.cool(g, &t) }
    }

    /// G heated by any game t: numbers stay, else {heat(G^L) + t | heat(G^R) − t} on canonical
    /// forms.
    pub fn heat(&mut self, g: Game, t: Game) -> Result<Game, LimitReached> {
        self.fold_options(
            g,
            |s, g| Ok(s.store().is_number(g).then_some(g)),
            |s, _, left, right| {
                let left = map(left, |g| s.sum(g, t))?;
                let right = map(right, |g| s.difference(g, t))?;
                s.game(&left, &right)
            },
        )
    }

    /// G overheated from s to t: an integer n becomes n·s, else as heating by t, on canonical
    /// forms.
    pub fn overheat(&mut self, g: Game, from: Game, to: Game) -> Result<Game, LimitReached> {
        self.fold_options(
            g,
            |s, g| match s.integer_value(g) {
                Some(n) => s.multiple(&n, from).map(Some),
                None => Ok(None),
            },
            |s, _, left, right| {
                let left = map(left, |g| s.sum(g, to))?;
                let right = map(right, |g| s.difference(g, to))?;
                s.game(&left, &right)
            },
        )
    }

    /// The integer that g is, if it is one. O(bits).
    pub(crate) fn integer_value(&self, g: Game) -> Option<BigInt> {
        self.store().as_number(g).filter(Dyadic::is_integer).map(|x| x.numerator())
    }
}

/// Applies an operation that can fail to each game.
pub(crate) fn map(
    games: &[Game],
    f: impl FnMut(Game) -> Result<Game, LimitReached>,
) -> Result<Vec<Game>, LimitReached> {
    games.iter().copied().map(f).collect()
}
