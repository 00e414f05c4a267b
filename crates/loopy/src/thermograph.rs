//! Thermographs of stoppers.
//!
//! Berlekamp, *The economist's view of combinatorial games* (Games of No Chance, 1996), draws thermographs of positions
//! that can recur: each move costs the tax t, and players stop moving where that no longer pays. Of a stopper every
//! alternating play ends, so at a tax at which neither player stops early both walls follow from those of the options, as for
//! short games (Siegel, *Combinatorial Game Theory*, II.5). The walls of a game approach each other as the tax rises.
//! Where they meet, the game is frozen: from there on it counts as its mast, for those it is an option of too. So
//! the tax is raised from −1 on, from one freezing to the next.

use ishitori_values::{Dyadic, LimitReached, Piecewise, Player, Thermograph};
use rustc_hash::FxHashMap;

use crate::components::components;
use crate::stops::Pseudonumber;
use crate::store::{LoopyStore, Vertex};

/// The place of a wall, which may be beyond all numbers.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Place {
    Below,
    At(Dyadic),
    Above,
}

impl Place {
    fn number(&self) -> Option<&Dyadic> {
        match self {
            Place::At(x) => Some(x),
            Place::Below | Place::Above => None,
        }
    }

    fn moved(&self, by: &Dyadic) -> Place {
        match self {
            Place::At(x) => Place::At(x + by),
            beyond => beyond.clone(),
        }
    }
}

/// A wall just above a temperature: where it stands, and how it goes on.
type Wall = (Place, i32);

/// Why a stopper has no thermograph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoThermograph {
    /// Its walls never meet, or stand beyond all numbers: there is no mean.
    NoMean,
    /// Alternating play can go on forever.
    NotStopper,
}

/// A stopper whose tax is raised.
struct Cooling {
    /// Left's and Right's options of each follower, the game itself first.
    rows: Vec<[Vec<u32>; 2]>,
    /// Followers with a player to move, options first.
    order: Vec<usize>,
    /// The masts of those that are frozen.
    masts: Vec<Option<Place>>,
    tax: Dyadic,
}

impl Cooling {
    /// The walls of all followers just above the tax; Left's and Right's of each.
    fn walls(&self) -> Vec<Wall> {
        let mut walls: Vec<Wall> = vec![(Place::Below, 0); 2 * self.rows.len()];
        for &s in &self.order {
            let (v, player) = (s / 2, Player::BOTH[s % 2]);
            walls[s] = match &self.masts[v] {
                Some(mast) => (mast.clone(), 0),
                None => self.scaffold(v, player, &walls),
            };
        }
        walls
    }

    /// The option of a wall, after the tax.
    fn taxed(&self, option: u32, player: Player, walls: &[Wall]) -> Wall {
        let (place, slope) = &walls[2 * option as usize + player.opponent() as usize];
        match (place, player) {
            (Place::At(_), Player::Left) => (place.moved(&-&self.tax), slope - 1),
            (Place::At(_), Player::Right) => (place.moved(&self.tax), slope + 1),
            _ => (place.clone(), 0),
        }
    }

    /// The best of what the options of a player are worth: there and just above.
    fn scaffold(&self, v: usize, player: Player, walls: &[Wall]) -> Wall {
        let options = self.rows[v][player as usize].iter().map(|&w| self.taxed(w, player, walls));
        match player {
            Player::Left => options.max().unwrap_or((Place::Below, 0)),
            Player::Right => options.min().unwrap_or((Place::Above, 0)),
        }
    }

    /// Freezes the games whose walls meet here; how many there were. None if walls have crossed already.
    fn freeze(&mut self, walls: &[Wall]) -> Option<usize> {
        let mut frozen = 0;
        for (v, mast) in self.masts.iter_mut().enumerate().filter(|(_, mast)| mast.is_none()) {
            let [left, right] = [&walls[2 * v].0, &walls[2 * v + 1].0];
            if left < right {
                return None;
            }
            if left == right {
                *mast = Some(left.clone());
                frozen += 1;
            }
        }
        Some(frozen)
    }

    /// The next tax at which something happens: two walls meet, or another option becomes the best.
    fn next(&self, walls: &[Wall]) -> Option<Dyadic> {
        // Where a line catches up with another one.
        let meet = |(behind, faster): &Wall, (ahead, slower): &Wall| -> Option<Dyadic> {
            let gap = ahead.number()? - behind.number()?;
            let closing = i64::from(faster - slower);
            if closing <= 0 || gap.signum() <= 0 {
                return None;
            }
            Some(gap.checked_div(&Dyadic::from(closing)).expect("slopes differ by 1 or 2"))
        };
        let mut next: Option<Dyadic> = None;
        let mut sooner = |found: Option<Dyadic>| {
            if let Some(found) = found
                && next.as_ref().is_none_or(|next| &found < next)
            {
                next = Some(found);
            }
        };
        for v in (0..self.rows.len()).filter(|&v| self.masts[v].is_none()) {
            sooner(meet(&walls[2 * v + 1], &walls[2 * v]));
            for player in Player::BOTH {
                let best = &walls[2 * v + player as usize];
                for &option in &self.rows[v][player as usize] {
                    let other = self.taxed(option, player, walls);
                    sooner(match player {
                        Player::Left => meet(&other, best),
                        Player::Right => meet(best, &other),
                    });
                }
            }
        }
        next.map(|step| &self.tax + &step)
    }
}

impl LoopyStore<'_> {
    /// The thermograph of a stopper; that of a short game is the usual one. O(followers) for each bend of any
    /// follower's walls.
    ///
    /// ```
    /// use ishitori_loopy::calculator::Calculator;
    /// let store = ishitori_values::GameStore::new();
    /// let mut calculator = Calculator::new(&store);
    /// let over = calculator.eval("{2|pass}").unwrap();
    /// let over = over.as_loopy().unwrap().onside();
    /// let walls = calculator.loops().thermograph(over).unwrap().unwrap();
    /// assert_eq!((walls.mean().to_string(), walls.temperature().to_string()), ("2".into(), "0".into()));
    /// // A ko goes on forever.
    /// assert!(calculator.eval("Thermograph(a{1||a|0})").is_err());
    /// ```
    pub fn thermograph(
        &mut self,
        v: Vertex,
    ) -> Result<Result<Thermograph, NoThermograph>, LimitReached> {
        if !self.is_stopper(v) {
            return Ok(Err(NoThermograph::NotStopper));
        }
        let followers = self.followers(v)?;
        let places: FxHashMap<Vertex, u32> = followers.iter().copied().zip(0..).collect();
        let mut masts = Vec::with_capacity(followers.len());
        for &v in &followers {
            masts.push(match self.pseudonumber(v)? {
                Some(Pseudonumber::Number(x)) if x.is_integer() => Some(Place::At(x)),
                Some(Pseudonumber::On) => Some(Place::Above),
                Some(Pseudonumber::Off) => Some(Place::Below),
                _ => None,
            });
        }
        let row = |v: &Vertex| {
            Player::BOTH.map(|p| self.resolved(*v, p).iter().map(|w| places[w]).collect())
        };
        let rows: Vec<[Vec<u32>; 2]> = followers.iter().map(row).collect();
        let order = components(2 * rows.len(), |s| {
            let options = match masts[s / 2] {
                Some(_) => &[][..],
                None => &rows[s / 2][s % 2],
            };
            options.iter().map(move |w| 2 * *w as usize + 1 - s % 2)
        });
        // Alternating play of a stopper does not come back: every component is one state.
        let order = order.into_iter().flatten().collect();
        let mut cooling = Cooling { rows, order, masts, tax: Dyadic::from(-1) };
        let mut points: [Vec<(Dyadic, Dyadic)>; 2] = Default::default();
        loop {
            let mut walls = cooling.walls();
            loop {
                match cooling.freeze(&walls) {
                    None => return Ok(Err(NoThermograph::NoMean)),
                    Some(0) => break,
                    Some(_) => walls = cooling.walls(),
                }
            }
            for _ in 0..cooling.rows.len() {
                self.step(0)?;
            }
            let [Some(left), Some(right)] = [0, 1].map(|p: usize| walls[p].0.number()) else {
                return Ok(Err(NoThermograph::NoMean));
            };
            points[0].push((cooling.tax.clone(), left.clone()));
            points[1].push((cooling.tax.clone(), right.clone()));
            if cooling.masts[0].is_some() {
                let (temperature, mean) = (cooling.tax, left.clone());
                let walls = points.map(Piecewise::to_mast);
                return Ok(Ok(Thermograph::new(walls, temperature, mean)));
            }
            match cooling.next(&walls) {
                Some(tax) => cooling.tax = tax,
                None => return Ok(Err(NoThermograph::NoMean)),
            }
        }
    }
}
