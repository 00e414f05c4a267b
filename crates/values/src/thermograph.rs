//! Thermographs: the left and right walls of a game as it is cooled.
//!
//! Siegel, *Combinatorial Game Theory*, II.5. The sub-zero part follows the same recursion down to
//! t = −1, where integers have only a mast (Berlekamp's extension, which gives m/2^k in lowest
//! terms the temperature −1/2^k).

use std::fmt;
use std::sync::Arc;

use crate::dyadic::Dyadic;
use crate::piecewise::Piecewise;
use crate::player::Player;
use crate::store::{Game, Session};
use ishitori_runtime::LimitReached;

/// The exact thermograph of a game.
///
/// ```
/// use ishitori_values::{Dyadic, GameStore};
/// let store = GameStore::new();
/// let mut s = store.session();
/// let g = s.game(&[s.integer(2)], &[s.integer(-1)]).unwrap(); // {2|-1}
/// let t = s.thermograph(g).unwrap();
/// assert_eq!((t.mean().to_string(), t.temperature().to_string()), ("1/2".into(), "3/2".into()));
/// assert_eq!(t.wall(ishitori_values::Player::Left).at(&Dyadic::from(1)), Dyadic::from(1));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thermograph {
    walls: [Piecewise; 2],
    temperature: Dyadic,
    mean: Dyadic,
}

impl Thermograph {
    /// From Left's and Right's wall, which are the same above the temperature. O(1).
    pub fn new(walls: [Piecewise; 2], temperature: Dyadic, mean: Dyadic) -> Self {
        Thermograph { walls, temperature, mean }
    }

    /// A bare mast. O(1).
    fn mast(x: Dyadic, temperature: Dyadic) -> Self {
        let wall = Piecewise::constant(x.clone());
        Thermograph { walls: [wall.clone(), wall], temperature, mean: x }
    }

    /// From the scaffolds: the walls are the scaffolds up to where they meet, then a mast.
    fn from_scaffolds(left: &Piecewise, right: &Piecewise) -> Self {
        let temperature = left.meets(right);
        let mean = left.at(&temperature);
        Thermograph {
            walls: [left.with_mast(&temperature), right.with_mast(&temperature)],
            temperature,
            mean,
        }
    }

    /// An estimate of its memory.
    fn bytes(&self) -> u64 {
        let bends: usize = self.walls.iter().map(|w| w.points().len()).sum();
        (size_of::<Thermograph>() + bends * size_of::<(Dyadic, Dyadic)>() + 64) as u64
    }

    /// The wall of a player: the stop of the game cooled by t as a function of t. O(1).
    pub fn wall(&self, player: Player) -> &Piecewise {
        &self.walls[player.index()]
    }

    /// The mean, where the mast stands. O(1).
    pub fn mean(&self) -> &Dyadic {
        &self.mean
    }

    /// The temperature, at which the mast begins. O(1).
    pub fn temperature(&self) -> &Dyadic {
        &self.temperature
    }
}

/// As (mast, critical temperatures from the top, slopes from the top) for the left and the right
/// wall, the way CGSuite prints it.
impl fmt::Display for Thermograph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let wall = |f: &mut fmt::Formatter<'_>, w: &Piecewise| {
            write!(f, "{},[", self.mean)?;
            let bends = &w.points()[1..];
            for (i, (t, _)) in bends.iter().rev().enumerate() {
                write!(f, "{}{t}", if i > 0 { "," } else { "" })?;
            }
            write!(f, "],[")?;
            for i in (0..=bends.len()).rev() {
                write!(f, "{}{}", if i < bends.len() { "," } else { "" }, w.slope_after(i))?;
            }
            write!(f, "]")
        };
        write!(f, "Thermograph(")?;
        wall(f, &self.walls[0])?;
        write!(f, ",")?;
        wall(f, &self.walls[1])?;
        write!(f, ")")
    }
}

impl Session<'_> {
    /// The thermograph of g. O(1) when asked again, else one step per follower; the number of
    /// bends is at most the number of followers.
    pub fn thermograph(&mut self, g: Game) -> Result<Arc<Thermograph>, LimitReached> {
        self.fold_options(
            g,
            |s, g| {
                if let Some(known) = s.store().thermograph_cache().lock().get(&g) {
                    return Ok(Some(known.clone()));
                }
                s.simple_thermograph(g)
            },
            |s, g, left: &[Arc<Thermograph>], right: &[Arc<Thermograph>]| {
                let scaffold = |options: &[Arc<Thermograph>], player: Player| {
                    let sign = if player == Player::Left { 1 } else { -1 };
                    let mut walls = options.iter().map(|o| o.wall(player.opponent()));
                    let first = walls.next().expect("only integers lack options");
                    match walls.next() {
                        None => first.taxed(-sign),
                        Some(second) => walls
                            .fold(first.envelope(second, sign), |best, wall| {
                                best.envelope(wall, sign)
                            })
                            .taxed(-sign),
                    }
                };
                let t = Arc::new(Thermograph::from_scaffolds(
                    &scaffold(left, Player::Left),
                    &scaffold(right, Player::Right),
                ));
                s.store().thermograph_cache().lock().insert(g, t.clone());
                // Never given back: thermographs stay as long as the store.
                s.store().charge(0, t.bytes());
                // Many bends, or numbers of many digits, take as long as many games.
                s.tick_by(t.bytes() as usize / 64)?;
                Ok::<_, LimitReached>(t)
            },
        )
    }

    /// Closed forms: integers, nimbers and multiples of ↑ (else ↑·10^6 would take 10^6 steps).
    fn simple_thermograph(&mut self, g: Game) -> Result<Option<Arc<Thermograph>>, LimitReached> {
        let Some(parts) = self.store().number_up_star(g) else { return Ok(None) };
        let is_number = parts.ups == 0 && parts.nimber == 0;
        if is_number {
            let integer = parts.number.is_integer();
            return Ok(integer.then(|| Arc::new(Thermograph::mast(parts.number, Dyadic::from(-1)))));
        }
        // x + n·↑ + *k with n ≠ 0: the favoured player moves to x; the other to a position with
        // the same favoured wall, or to x itself from ↑*. A nimber lets both move to x.
        let number = self.number(&parts.number)?;
        let base = self.thermograph(number)?;
        let to_number = |player: Player| {
            let sign = if player == Player::Left { 1 } else { -1 };
            base.wall(player.opponent()).taxed(-sign).with_mast(&Dyadic::ZERO)
        };
        let flat = |player: Player| {
            to_number(player.opponent())
                .taxed(match player {
                    Player::Left => -1,
                    Player::Right => 1,
                })
                .with_mast(&Dyadic::ZERO)
        };
        let is_up_star = parts.ups.abs() == 1 && parts.nimber == 1;
        let walls = match parts.ups.signum() {
            1 if !is_up_star => [to_number(Player::Left), flat(Player::Right)],
            -1 if !is_up_star => [flat(Player::Left), to_number(Player::Right)],
            _ => [to_number(Player::Left), to_number(Player::Right)],
        };
        Ok(Some(Arc::new(Thermograph { walls, temperature: Dyadic::ZERO, mean: parts.number })))
    }

    /// The mean (mast value) of g. As [`Session::thermograph`].
    pub fn mean(&mut self, g: Game) -> Result<Dyadic, LimitReached> {
        Ok(self.thermograph(g)?.mean().clone())
    }

    /// The temperature of g; −1/2^k for the number m/2^k. As [`Session::thermograph`].
    pub fn temperature(&mut self, g: Game) -> Result<Dyadic, LimitReached> {
        Ok(self.thermograph(g)?.temperature().clone())
    }
}
