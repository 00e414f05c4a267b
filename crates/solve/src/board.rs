//! Values of positions: split into components, look each up, search what is new.

use std::hash::BuildHasher;

use hashbrown::HashMap;
use ishitori_rules::board::{
    Clobber, Domineering, Hackenbush, PathColouring, PositionError, Ruleset, ToadsAndFrogs,
    TopplingDominoes, transposed_text,
};
use ishitori_runtime::Workers;
use ishitori_values::{
    Budget, BudgetTicker, Dyadic, Game, GameStore, LimitReached, Player, Session,
};
use parking_lot::Mutex;
use rustc_hash::FxBuildHasher;

/// The shared results of several solvers of one ruleset: a sharded table of components.
struct Shared<P> {
    shards: Vec<Mutex<HashMap<P, Game, FxBuildHasher>>>,
}

impl<P: Clone + Eq + std::hash::Hash> Shared<P> {
    fn new() -> Self {
        Shared { shards: (0..64).map(|_| Mutex::default()).collect() }
    }

    fn shard(&self, p: &P) -> &Mutex<HashMap<P, Game, FxBuildHasher>> {
        let hash = FxBuildHasher.hash_one(p);
        &self.shards[(hash >> 50) as usize % self.shards.len()]
    }
}

/// A solver: computes values of positions of one ruleset, in one thread. It remembers every
/// component it has met, so keep it for a series of positions. The ruleset is cloned often: pass a
/// reference to one that holds much.
///
/// ```
/// use ishitori_rules::board::{Domineering, Ruleset};
/// use ishitori_solve::board::Solver;
/// use ishitori_values::GameStore;
/// let store = GameStore::new();
/// let rules = Domineering::<8>;
/// let mut solver = Solver::new(&store, rules);
/// let value = solver.value(&rules.parse("..|..").unwrap()).unwrap();
/// assert_eq!(solver.session().print(value).unwrap(), "+-1");
/// ```
pub struct Solver<'s, R: Ruleset> {
    rules: R,
    session: Session<'s>,
    known: HashMap<R::Position, Game, FxBuildHasher>,
    shared: Option<&'s Shared<R::Position>>,
    /// A list of options whose allocation is reused.
    spare: Option<Vec<R::Position>>,
    /// Bytes that positions in `known` and in the shared table hold outside of them.
    outside: u64,
    /// Bytes already charged to the store.
    charged: u64,
    /// Which of the orders to search options in; differs between threads.
    order: usize,
    /// Bytes on the stack and in lists of options, while a search goes on.
    held: u64,
    ticker: BudgetTicker,
}

/// The approximate stack use of a recursive step.
const STEP_BYTES: u64 = 2048;

impl<'s, R: Ruleset + Clone> Solver<'s, R> {
    /// A solver without limits. O(1).
    pub fn new(store: &'s GameStore, rules: R) -> Self {
        Self::within(store, rules, Budget::unlimited())
    }

    /// A solver within a budget. O(1).
    pub fn within(store: &'s GameStore, rules: R, budget: Budget) -> Self {
        Solver {
            rules,
            session: store.session_within(budget),
            known: HashMap::default(),
            shared: None,
            spare: None,
            outside: 0,
            charged: 0,
            order: 0,
            held: 0,
            ticker: BudgetTicker::default(),
        }
    }

    /// The session that does the algebra.
    pub fn session(&mut self) -> &mut Session<'s> {
        &mut self.session
    }

    /// The canonical value of a position. One canonicalisation per component that has not been
    /// met before, up to symmetry.
    pub fn value(&mut self, position: &R::Position) -> Result<Game, LimitReached> {
        let rules = self.rules.clone();
        let mut sum = Ok(Game::ZERO);
        rules.components(position, |component| {
            if let Ok(so_far) = sum {
                sum = self.component(component).and_then(|value| self.session.sum(so_far, value));
            }
        });
        sum
    }

    fn component(&mut self, component: R::Position) -> Result<Game, LimitReached> {
        if let Some(&value) = self.known.get(&component) {
            return Ok(value);
        }
        let (image, negative) = self.rules.image(&component);
        let value = match self.known.get(&image) {
            Some(&value) => value,
            None => self.new_component(&image)?,
        };
        let value = if negative { self.session.negative(value)? } else { value };
        if image != component {
            self.remember(component, value);
        }
        Ok(value)
    }

    fn new_component(&mut self, image: &R::Position) -> Result<Game, LimitReached> {
        if let Some(shared) = self.shared
            && let Some(&value) = shared.shard(image).lock().get(image)
        {
            self.remember(image.clone(), value);
            return Ok(value);
        }
        let held = self.held;
        let value = stacker::maybe_grow(128 * 1024, 2 * 1024 * 1024, || self.search(image));
        self.held = held;
        let value = value?;
        if let Some(shared) = self.shared {
            let entry = size_of::<(R::Position, Game)>() * 2 + self.rules.heap_bytes(image);
            self.outside += entry as u64;
            shared.shard(image).lock().insert(image.clone(), value);
        }
        self.remember(image.clone(), value);
        Ok(value)
    }

    fn remember(&mut self, position: R::Position, value: Game) {
        self.outside += self.rules.heap_bytes(&position) as u64;
        self.known.insert(position, value);
        let bytes = self.known.allocation_size() as u64 + self.outside;
        if bytes != self.charged {
            self.session.store().charge(self.charged, bytes);
            self.charged = bytes;
        }
    }

    fn search(&mut self, position: &R::Position) -> Result<Game, LimitReached> {
        let mut values = [Vec::new(), Vec::new()];
        let each = (size_of::<R::Position>() + self.rules.heap_bytes(position)) as u64;
        let cost = self.rules.cost();
        for player in Player::BOTH {
            let mut options = std::mem::take(&mut self.spare).unwrap_or_default();
            let others = self.session.store().memory() + self.held;
            let mut checked = self.ticker.steps(self.session.budget(), others, cost - 1);
            self.rules.options(position, player, |option| {
                if checked.is_ok() {
                    options.push(option);
                    let bytes = others + each * options.len() as u64;
                    let steps = cost + each as usize / 256;
                    checked = self.ticker.steps(self.session.budget(), bytes, steps);
                }
            });
            checked?;
            let held = STEP_BYTES + each * options.len() as u64;
            self.held += held;
            if self.order > 0 && options.len() > 1 {
                let start = self.order * options.len() / (self.order + 1);
                options.rotate_left(start);
            }
            let values = &mut values[player as usize];
            values.reserve(options.len());
            for option in &options {
                let value = self.value(option)?;
                if values.last() != Some(&value) {
                    values.push(value);
                }
            }
            self.held -= held;
            options.clear();
            self.spare = Some(options);
        }
        self.session.game(&values[0], &values[1])
    }
}

impl<R: Ruleset> Drop for Solver<'_, R> {
    fn drop(&mut self) {
        self.session.store().charge(self.charged, 0);
    }
}

/// The value of one position by several threads that share what they find. With one thread this is
/// [`Solver::value`].
pub fn value_parallel<R: Ruleset>(
    store: &GameStore,
    rules: R,
    position: &R::Position,
    threads: usize,
    budget: &Budget,
) -> Result<Game, LimitReached> {
    solve_parallel(store, &rules, threads, budget, |solver| solver.value(position))
}

/// The result of `ask` with a solver, by several threads that share values of components: each asks the same of a
/// solver with an order of its own, and the first to finish stops the others.
///
/// ```
/// use ishitori_rules::board::{Domineering, Ruleset};
/// use ishitori_solve::board::solve_parallel;
/// use ishitori_values::{Budget, GameStore};
/// let (store, rules) = (GameStore::new(), Domineering::<8>);
/// let boards = ["..|..", ".|."].map(|text| rules.parse(text).unwrap());
/// let found = solve_parallel(&store, &rules, 2, &Budget::unlimited(), |solver| {
///     boards.iter().map(|board| solver.value(board)).collect::<Result<Vec<_>, _>>()
/// });
/// assert_eq!(store.session().print(found.unwrap()[1]).unwrap(), "1");
/// ```
pub fn solve_parallel<R: Ruleset, T: Send>(
    store: &GameStore,
    rules: &R,
    threads: usize,
    budget: &Budget,
    ask: impl Fn(&mut Solver<'_, &R>) -> Result<T, LimitReached> + Sync,
) -> Result<T, LimitReached> {
    if threads <= 1 {
        return ask(&mut Solver::within(store, rules, budget.clone()));
    }
    // Every thread solves the whole position, in an order of its own, and finds the components
    // that another one has solved.
    let shared = Shared::new();
    Workers::new(threads, budget).race(|order, budget| {
        let mut solver = Solver::within(store, rules, budget);
        solver.order = order;
        solver.shared = Some(&shared);
        ask(&mut solver)
    })
}

/// A board game by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardGame {
    /// [`Domineering`]
    Domineering,
    /// [`Clobber`]
    Clobber,
    /// [`ToadsAndFrogs`]
    ToadsAndFrogs,
    /// [`TopplingDominoes`]
    TopplingDominoes,
    /// [`Hackenbush`]
    Hackenbush,
    /// [`PathColouring::Col`]
    Col,
    /// [`PathColouring::Snort`]
    Snort,
}

/// Why a position has no value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// The text is not a position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A limit was reached first.
    #[error(transparent)]
    Limit(#[from] LimitReached),
}

impl BoardGame {
    /// All board games, in alphabetical order.
    pub const ALL: [BoardGame; 7] = [
        BoardGame::Clobber,
        BoardGame::Col,
        BoardGame::Domineering,
        BoardGame::Hackenbush,
        BoardGame::Snort,
        BoardGame::ToadsAndFrogs,
        BoardGame::TopplingDominoes,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            BoardGame::Domineering => "domineering",
            BoardGame::Clobber => "clobber",
            BoardGame::ToadsAndFrogs => "toads-and-frogs",
            BoardGame::TopplingDominoes => "toppling-dominoes",
            BoardGame::Hackenbush => "hackenbush",
            BoardGame::Col => "col",
            BoardGame::Snort => "snort",
        }
    }

    /// The value of a position given as text.
    pub fn value(
        self,
        store: &GameStore,
        text: &str,
        threads: usize,
        budget: &Budget,
    ) -> Result<Game, BoardError> {
        fn solve<R: Ruleset<Error = PositionError>>(
            rules: R,
            store: &GameStore,
            text: &str,
            threads: usize,
            budget: &Budget,
        ) -> Result<Game, BoardError> {
            let position = rules.parse(text)?;
            Ok(value_parallel(store, rules, &position, threads, budget)?)
        }
        // A board wider than a word's rows is laid out with more columns to a row; one that is too
        // high is laid on its side, which exchanges the players of Domineering.
        let wide = match self {
            BoardGame::Domineering => Domineering::columns(text).map(|_| ()),
            BoardGame::Clobber => Clobber::columns(text).map(|_| ()),
            _ => Ok(()),
        };
        if let Err(PositionError::Board { rows, columns }) = wide
            && rows > columns
        {
            let value = self.value(store, &transposed_text(text), threads, budget)?;
            return Ok(match self {
                BoardGame::Domineering => store.session_within(budget.clone()).negative(value)?,
                _ => value,
            });
        }
        match self {
            BoardGame::Domineering => match Domineering::columns(text)? {
                8 => solve(Domineering::<8>, store, text, threads, budget),
                16 => solve(Domineering::<16>, store, text, threads, budget),
                32 => solve(Domineering::<32>, store, text, threads, budget),
                _ => solve(Domineering::<64>, store, text, threads, budget),
            },
            BoardGame::Clobber => match Clobber::columns(text)? {
                8 => solve(Clobber::<8>, store, text, threads, budget),
                16 => solve(Clobber::<16>, store, text, threads, budget),
                32 => solve(Clobber::<32>, store, text, threads, budget),
                _ => solve(Clobber::<64>, store, text, threads, budget),
            },
            BoardGame::ToadsAndFrogs => solve(ToadsAndFrogs, store, text, threads, budget),
            BoardGame::TopplingDominoes => solve(TopplingDominoes, store, text, threads, budget),
            BoardGame::Hackenbush => {
                let plant = Hackenbush.parse(text)?;
                Ok(hackenbush_by_colon(&mut store.session_within(budget.clone()), &plant)?)
            }
            BoardGame::Col => solve(PathColouring::Col, store, text, threads, budget),
            BoardGame::Snort => solve(PathColouring::Snort, store, text, threads, budget),
        }
    }
}

/// The value of Hackenbush trees by the colon principle: an edge that carries X has the value
/// 1:X, −1:X or *:X (Winning Ways, chapter 7; Siegel, CGT, II.3). Strings of one kind are evaluated
/// at once: red and blue edges by their signs, green ones as a nimber; ordinal sums are associative.
/// One ordinal sum per change of kind or branching.
pub fn hackenbush_by_colon(
    session: &mut Session<'_>,
    plant: &ishitori_rules::board::Plant,
) -> Result<Game, LimitReached> {
    let mut sum = Game::ZERO;
    for stem in plant.stems() {
        let string = stem.first_string();
        let base = if string.edges.starts_with('e') {
            session.nimber(string.edges.len() as u32)?
        } else {
            session.number(&Dyadic::from_signs(string.edges.chars().map(|c| c == 'l')))?
        };
        let above = stacker::maybe_grow(128 * 1024, 2 * 1024 * 1024, || {
            hackenbush_by_colon(session, &string.carried)
        })?;
        let value = session.ordinal_sum(base, above)?;
        sum = session.sum(sum, value)?;
    }
    Ok(sum)
}
