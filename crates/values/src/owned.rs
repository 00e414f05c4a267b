//! Games that own their store: for threads, servers and other languages, where a store and its
//! handles cannot be kept side by side.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::calculator::{Calculator, EvalError, Value};
use crate::dyadic::Dyadic;
use crate::notation::{PrintError, Style};
use crate::player::{Outcome, Player};
use crate::store::{Game, GameStore, Session};
use crate::summary::GameSummary;
use crate::thermograph::Thermograph;
use ishitori_runtime::{Budget, LimitReached};

/// An owned store: a [`GameStore`] behind an `Arc`, and the budget of what is asked of it.
///
/// Clones share the store. Its games are [`OwnedGame`]s, which know their store; a handle of
/// another store cannot be mistaken for one of this. Operations borrow a session of the store for
/// a moment, so caches are kept; a long computation is faster with [`Store::compute`], which borrows one
/// for all of it.
///
/// ```
/// use ishitori_values::{Outcome, Store};
/// let store = Store::new();
/// let switch = store.game(&[store.integer(2)], &[store.integer(-1)]).unwrap();
/// let sum = std::thread::spawn(move || switch.sum(&store.nimber(1).unwrap()).unwrap());
/// let sum = sum.join().unwrap();
/// assert_eq!(sum.to_string(), "{2*|-1*}");
/// assert_eq!(sum.outcome(), Ok(Outcome::N));
/// // A game of another store is carried over.
/// let elsewhere = Store::new().integer(1);
/// assert_eq!(sum.sum(&elsewhere).unwrap().to_string(), "{3*|*}");
/// ```
#[derive(Clone)]
pub struct Store {
    games: Arc<GameStore>,
    budget: Budget,
}

impl Default for Store {
    fn default() -> Store {
        Store::new()
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Store with {} games", self.games.len())
    }
}

impl Store {
    /// A store that knows 0 and *, without limits. O(1).
    pub fn new() -> Store {
        Store { games: Arc::default(), budget: Budget::unlimited() }
    }

    /// The same store within a budget. O(1).
    pub fn within(&self, budget: Budget) -> Store {
        Store { games: self.games.clone(), budget }
    }

    /// The budget. O(1).
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// The store for operations with handles, such as those of solvers. O(1).
    pub fn games(&self) -> &GameStore {
        &self.games
    }

    /// Whether two are the same store, perhaps with different budgets. O(1).
    pub fn is_same(&self, other: &Store) -> bool {
        Arc::ptr_eq(&self.games, &other.games)
    }

    /// The result of a computation with handles in one session of this store, as an owned game. The
    /// cost is that of the computation.
    ///
    /// ```
    /// use ishitori_values::{LimitReached, Store};
    /// let store = Store::new();
    /// let eight: Result<_, LimitReached> = store.compute(|session| {
    ///     let mut game = session.integer(1);
    ///     for _ in 0..3 {
    ///         game = session.sum(game, game)?;
    ///     }
    ///     Ok(game)
    /// });
    /// assert_eq!(eight.unwrap().to_string(), "8");
    /// ```
    ///
    /// # Panics
    /// If the result is a handle of another store (see [`Game`]).
    pub fn compute<E>(
        &self,
        computation: impl FnOnce(&mut Session<'_>) -> Result<Game, E>,
    ) -> Result<OwnedGame, E> {
        let game = computation(&mut self.session())?;
        // A handle of another store is found out here at the latest.
        self.games.node(game);
        Ok(self.owned(game))
    }

    /// The integer n. O(1).
    ///
    /// # Panics
    /// If the store is full; use [`Store::number`] where that can happen.
    pub fn integer(&self, n: i32) -> OwnedGame {
        self.owned(self.session().integer(n))
    }

    /// The number x. O(1) for machine-sized numbers.
    pub fn number(&self, x: &Dyadic) -> Result<OwnedGame, LimitReached> {
        Ok(self.owned(self.games.number(x)?))
    }

    /// The nimber *k. O(1).
    pub fn nimber(&self, k: u32) -> Result<OwnedGame, LimitReached> {
        Ok(self.owned(self.session().nimber(k)?))
    }

    /// The game with these options, in canonical form. See [`Session::game`].
    pub fn game(&self, left: &[OwnedGame], right: &[OwnedGame]) -> Result<OwnedGame, LimitReached> {
        let mut session = self.session();
        let mut carried = |games: &[OwnedGame]| -> Result<Vec<Game>, LimitReached> {
            games.iter().map(|game| self.carried(game, &mut session)).collect()
        };
        let (left, right) = (carried(left)?, carried(right)?);
        Ok(self.owned(session.game(&left, &right)?))
    }

    /// The value of an expression, if it is a game; `None` if it is something else, such as an
    /// outcome or the options of a player. The cost is that of its operations.
    ///
    /// ```
    /// use ishitori_values::Store;
    /// let store = Store::new();
    /// assert_eq!(store.eval("{2|1} + *").unwrap().unwrap().to_string(), "{2*|1*}");
    /// assert!(store.eval("Outcome(*)").unwrap().is_none());
    /// assert!(store.eval("{2|").is_err());
    /// ```
    pub fn eval(&self, expression: &str) -> Result<Option<OwnedGame>, EvalError> {
        let value = Calculator::within(&self.games, self.budget.clone()).eval(expression)?;
        Ok(match value {
            Value::Game(game) => Some(self.owned(game)),
            _ => None,
        })
    }

    fn session(&self) -> Session<'_> {
        self.games.session_within(self.budget.clone())
    }

    fn owned(&self, game: Game) -> OwnedGame {
        OwnedGame { store: self.clone(), game }
    }

    /// The handle of a game in this store, wherever it comes from.
    fn carried(&self, game: &OwnedGame, session: &mut Session<'_>) -> Result<Game, LimitReached> {
        match self.is_same(&game.store) {
            true => Ok(game.game),
            false => carry(&game.store.games, game.game, session),
        }
    }
}

/// The handle in the store of `session` of a game of another store. One canonical form per follower.
fn carry(from: &GameStore, game: Game, session: &mut Session<'_>) -> Result<Game, LimitReached> {
    let mut known: FxHashMap<Game, Game> = FxHashMap::default();
    let mut waiting = vec![game];
    while let Some(&next) = waiting.last() {
        if known.contains_key(&next) {
            waiting.pop();
            continue;
        }
        if let Some(parts) = from.number_up_star(next) {
            let found = session.number_up_star(&parts.number, parts.ups, parts.nimber)?;
            known.insert(next, found);
            continue;
        }
        let [left, right] = [from.options(next, Player::Left)?, from.options(next, Player::Right)?];
        let before = waiting.len();
        waiting.extend(left.iter().chain(right).filter(|option| !known.contains_key(option)));
        if waiting.len() == before {
            let carried = |games: &[Game]| games.iter().map(|game| known[game]).collect::<Vec<_>>();
            let found = session.game(&carried(left), &carried(right))?;
            known.insert(next, found);
        }
        session.budget().check(session.store().memory() + 8 * waiting.len() as u64)?;
    }
    Ok(known[&game])
}

/// A game in canonical form that owns its store.
///
/// It is `Send`, `Sync` and `'static`. Two games of different stores can be used together: the
/// other one is carried over into the store of the first, whose budget counts. `==` is equality of
/// values.
#[derive(Clone)]
pub struct OwnedGame {
    store: Store,
    game: Game,
}

impl OwnedGame {
    /// The store. O(1).
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The handle, for operations with [`Store::games`] of the same store. O(1).
    pub fn handle(&self) -> Game {
        self.game
    }

    /// The same game in another store. One canonical form per follower.
    pub fn carried_to(&self, store: &Store) -> Result<OwnedGame, LimitReached> {
        let game = store.carried(self, &mut store.session())?;
        Ok(store.owned(game))
    }

    fn with<T>(
        &self,
        other: &OwnedGame,
        operation: impl FnOnce(&mut Session<'_>, Game, Game) -> Result<T, LimitReached>,
    ) -> Result<T, LimitReached> {
        let mut session = self.store.session();
        let other = self.store.carried(other, &mut session)?;
        operation(&mut session, self.game, other)
    }

    /// G + H. See [`Session::sum`].
    pub fn sum(&self, other: &OwnedGame) -> Result<OwnedGame, LimitReached> {
        self.with(other, |session, g, h| session.sum(g, h)).map(|sum| self.store.owned(sum))
    }

    /// G − H. See [`Session::difference`].
    pub fn difference(&self, other: &OwnedGame) -> Result<OwnedGame, LimitReached> {
        let difference = self.with(other, |session, g, h| session.difference(g, h))?;
        Ok(self.store.owned(difference))
    }

    /// −G. See [`Session::negative`].
    pub fn negative(&self) -> Result<OwnedGame, LimitReached> {
        Ok(self.store.owned(self.store.session().negative(self.game)?))
    }

    /// How G and H compare; `None` if they are confused. See [`Session::compare`].
    pub fn compare(&self, other: &OwnedGame) -> Result<Option<Ordering>, LimitReached> {
        self.with(other, |session, g, h| session.compare(g, h))
    }

    /// The outcome class: who wins. See [`Session::outcome`].
    pub fn outcome(&self) -> Result<Outcome, LimitReached> {
        self.store.session().outcome(self.game)
    }

    /// The canonical options of a player. O(options).
    pub fn options(&self, player: Player) -> Result<Vec<OwnedGame>, LimitReached> {
        let options = self.store.games.options(self.game, player)?;
        Ok(options.iter().map(|&game| self.store.owned(game)).collect())
    }

    /// The number that the game is, if it is one. O(1) for machine-sized numbers.
    pub fn as_number(&self) -> Option<Dyadic> {
        self.store.games.as_number(self.game)
    }

    /// The mean value. See [`Session::mean`].
    pub fn mean(&self) -> Result<Dyadic, LimitReached> {
        self.store.session().mean(self.game)
    }

    /// The temperature. See [`Session::temperature`].
    pub fn temperature(&self) -> Result<Dyadic, LimitReached> {
        self.store.session().temperature(self.game)
    }

    /// The thermograph. See [`Session::thermograph`].
    pub fn thermograph(&self) -> Result<Arc<Thermograph>, LimitReached> {
        self.store.session().thermograph(self.game)
    }

    /// The summary of a game: the facts that are asked for first. See [`Session::summary`].
    pub fn summary(&self) -> GameSummary {
        self.store.session().summary(self.game)
    }

    /// The canonical form as text. See [`Session::print_as`].
    pub fn print_as(&self, style: Style) -> Result<String, PrintError> {
        self.store.session().print_as(self.game, style)
    }
}

/// Equality of values. A game of another store is carried over to be compared, without limits.
impl PartialEq for OwnedGame {
    fn eq(&self, other: &OwnedGame) -> bool {
        if self.store.is_same(&other.store) {
            return self.game == other.game;
        }
        // A store that is full cannot take the other game in, which it therefore does not have.
        let carried = carry(&other.store.games, other.game, &mut self.store.games.session());
        carried == Ok(self.game)
    }
}

impl Eq for OwnedGame {}

/// The canonical form in ASCII, or `…` if that is too long to print.
impl fmt::Display for OwnedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.print_as(Style::Ascii).as_deref().unwrap_or("…"))
    }
}

impl fmt::Debug for OwnedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
