//! What is known exactly: values as a number, an infinitesimal and hot games, which are not added up.

use std::rc::Rc;

use ishitori_rules::Ruleset;
use ishitori_solve::board::Solver;
use ishitori_values::{Dyadic, Game, LimitReached, Player};
use rustc_hash::FxHashMap;

use crate::search::bounds::{Fixed, dyadic, exactly, rounded_down, rounded_up};

/// A game as a sum of a number, an infinitesimal and a game that is neither.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    pub number: Fixed,
    pub small: Game,
    pub hot: Option<Game>,
}

/// What a search needs to know of a hot game.
pub(super) struct Hot {
    /// Bounds of the stop that Left reaches moving first, of that Right reaches, of the mean, and the most that the temperature may be.
    pub left_stop: [Fixed; 2],
    pub right_stop: Fixed,
    pub mean: [Fixed; 2],
    pub temperature: Fixed,
    pub negative: Value,
    /// What Left can move to.
    pub options: Box<[Value]>,
}

/// The solver of small components, and its results.
pub(super) struct Exact<'s, R: Ruleset> {
    pub solver: Solver<'s, R>,
    values: FxHashMap<Game, Value>,
    hot: FxHashMap<Game, Rc<Hot>>,
    bytes: u64,
}

impl<'s, R: Ruleset + Clone> Exact<'s, R> {
    /// Nothing has been asked yet.
    pub fn new(solver: Solver<'s, R>) -> Self {
        Exact { solver, values: FxHashMap::default(), hot: FxHashMap::default(), bytes: 0 }
    }

    /// The bytes outside of the store and of the solver.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// A game by its parts. O(1) when asked again.
    pub fn parts(&mut self, game: Game) -> Result<Value, LimitReached> {
        if let Some(&value) = self.values.get(&game) {
            return Ok(value);
        }
        let value = self.taken_apart(game)?;
        self.values.insert(game, value);
        self.bytes += 2 * size_of::<(Game, Value)>() as u64;
        Ok(value)
    }

    fn taken_apart(&mut self, game: Game) -> Result<Value, LimitReached> {
        let whole = Value { number: 0, small: Game::ZERO, hot: Some(game) };
        let session = self.solver.session();
        let known = session.store().number_up_star(game);
        let (number, numberish) = match &known {
            Some(parts) => (parts.number.clone(), true),
            None => {
                let [left, right] = [session.left_stop(game)?, session.right_stop(game)?];
                match left == right {
                    true => (left, true),
                    // Hot games are moved to where their mean is between 0 and 1.
                    false => (session.mean(game)?.floor(), false),
                }
            }
        };
        let Some(fixed) = exactly(&number) else { return Ok(whole) };
        let number = session.number(&number)?;
        let rest = session.difference(game, number)?;
        Ok(match numberish {
            true => Value { number: fixed, small: rest, hot: None },
            false => Value { number: fixed, small: Game::ZERO, hot: Some(rest) },
        })
    }

    /// What is known of a hot game. O(1) when asked again, otherwise a thermograph.
    pub fn hot(&mut self, game: Game) -> Result<Rc<Hot>, LimitReached> {
        if let Some(hot) = self.hot.get(&game) {
            return Ok(hot.clone());
        }
        let session = self.solver.session();
        let (left, right) = (session.left_stop(game)?, session.right_stop(game)?);
        let graph = session.thermograph(game)?;
        let around = |x: &Dyadic| [rounded_down(x), rounded_up(x)];
        let (mean, temperature) = (around(graph.mean()), rounded_up(graph.temperature()).max(0));
        let negative = session.negative(game)?;
        let options = session.options(game, Player::Left)?;
        let negative = self.parts(negative)?;
        let options = options.iter().map(|&option| self.parts(option));
        let options = options.collect::<Result<Box<[Value]>, _>>()?;
        self.bytes += (2 * size_of::<Hot>() + options.len() * size_of::<Value>()) as u64;
        let (left_stop, right_stop) = (around(&left), rounded_down(&right));
        let hot = Hot { left_stop, right_stop, mean, temperature, negative, options };
        let hot = Rc::new(hot);
        self.hot.insert(game, hot.clone());
        Ok(hot)
    }

    /// Whether an infinitesimal plus a hot game plus a number is ≤ 0.
    pub fn at_most_zero(
        &mut self,
        number: Fixed,
        small: Game,
        hot: Option<Game>,
    ) -> Result<bool, LimitReached> {
        let session = self.solver.session();
        let mut sum = small;
        if let Some(hot) = hot {
            sum = session.sum(sum, hot)?;
        }
        let opposite = session.number(&dyadic(-number))?;
        session.leq(sum, opposite)
    }
}
