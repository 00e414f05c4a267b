//! What a census looks for among the positions: those with a property, or those in which a quantity is greatest.

use ishitori_rules::Ruleset;
use ishitori_solve::board::Solver;
use ishitori_values::{Dyadic, Game, LimitReached, Player};

use crate::rules::{Planes, Rules};
use crate::word::Word;

/// Positions that are listed, the first ones by their numbers.
pub const MAX_LISTED: usize = 20;

/// What is looked for among positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Find {
    /// The positions of the greatest temperature.
    Hottest,
    /// The positions of the greatest nimber, among those whose value is one.
    LargestNimber,
    /// The positions in which a player who can win by moving first has exactly one option that wins.
    OneWinningMove,
    /// The positions of this value, a game of the store that counts.
    Value(Game),
}

/// The positions that were found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Finds {
    /// The greatest quantity, of searches for one.
    pub greatest: Option<Dyadic>,
    /// How many positions there are.
    pub count: u64,
    /// The first of them: their numbers and texts.
    pub first: Vec<(u64, String)>,
}

impl Finds {
    /// Adds a position with what was measured there. O(1).
    pub(crate) fn push(&mut self, number: u64, measured: Measured, text: impl FnOnce() -> String) {
        match (&measured, &self.greatest) {
            (Measured::Quantity(now), Some(greatest)) if now < greatest => return,
            (Measured::Quantity(now), Some(greatest)) if now == greatest => {}
            (Measured::Quantity(now), _) => {
                *self = Finds { greatest: Some(now.clone()), ..Finds::default() };
            }
            (Measured::Fits, _) => {}
        }
        self.count += 1;
        if self.first.len() < MAX_LISTED {
            self.first.push((number, text()));
        }
    }

    /// Adds what was found elsewhere, in any order of the places. O(positions listed · log).
    ///
    /// ```
    /// use ishitori_boards::census::Finds;
    /// use ishitori_values::Dyadic;
    /// let one = |greatest: i64, number: u64| Finds {
    ///     greatest: Some(Dyadic::from(greatest)),
    ///     count: 1,
    ///     first: vec![(number, number.to_string())],
    /// };
    /// let mut all = one(2, 7);
    /// all.join(one(1, 3));
    /// assert_eq!(all, one(2, 7));
    /// all.join(one(2, 5));
    /// assert_eq!((all.count, all.first[0].0), (2, 5));
    /// ```
    pub fn join(&mut self, other: Finds) {
        match other.greatest.cmp(&self.greatest) {
            std::cmp::Ordering::Less => return,
            std::cmp::Ordering::Greater => *self = other,
            std::cmp::Ordering::Equal => {
                self.count += other.count;
                self.first.extend(other.first);
            }
        }
        self.first.sort();
        self.first.truncate(MAX_LISTED);
    }
}

/// What was measured at a position that may be among those that are looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Measured {
    /// It has the property.
    Fits,
    /// The quantity of which the greatest is looked for.
    Quantity(Dyadic),
}

impl Find {
    /// What there is to say of a position with this value and this temperature; nothing if it is none of those that are
    /// looked for. O(1), and for winning moves the values of all options.
    pub(crate) fn measure<W: Word, const N: usize>(
        &self,
        position: &Planes<W, N>,
        (value, temperature): (Game, &Dyadic),
        rules: &Rules<W, N>,
        solver: &mut Solver<'_, &Rules<W, N>>,
    ) -> Result<Option<Measured>, LimitReached> {
        Ok(match self {
            Find::Hottest => Some(Measured::Quantity(temperature.clone())),
            Find::LargestNimber => {
                let simple = solver.session().store().number_up_star(value);
                let nimber = simple.filter(|g| g.number == Dyadic::ZERO && g.ups == 0);
                nimber.map(|g| Measured::Quantity(Dyadic::from(i64::from(g.nimber))))
            }
            Find::Value(wanted) => (value == *wanted).then_some(Measured::Fits),
            Find::OneWinningMove => {
                let mut found = false;
                for player in Player::BOTH {
                    found |= winning_options(position, player, rules, solver)? == 1;
                }
                found.then_some(Measured::Fits)
            }
        })
    }
}

/// How many different options win for the player who moves.
fn winning_options<W: Word, const N: usize>(
    position: &Planes<W, N>,
    player: Player,
    rules: &Rules<W, N>,
    solver: &mut Solver<'_, &Rules<W, N>>,
) -> Result<usize, LimitReached> {
    let mut options = Vec::new();
    rules.options(position, player, |option| {
        if !options.contains(&option) {
            options.push(option);
        }
    });
    let mut wins = 0;
    for option in options {
        let value = solver.value(&option)?;
        let zero = solver.session().zero();
        // A move to a game that the other player, moving first, loses.
        wins += usize::from(match player {
            Player::Left => solver.session().leq(zero, value)?,
            Player::Right => solver.session().leq(value, zero)?,
        });
    }
    Ok(wins)
}
