//! Games whose moves come from Python.
//!
//! Python is called for the options of a position, once for each position and player; everything
//! else is computed here, on numbers of positions, without the GIL.

use ishitori::engines::answers::AskError;
use ishitori::engines::words::Mistake;
use ishitori::prelude::{Budget, Game as Handle, LimitReached, Outcome, Player};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::board::read_player;
use crate::failure;
use crate::game::{Game, store};
use crate::work::{GLANCE, Limits, long, text};

/// What a position and its place in the tables take, about.
const POSITION_BYTES: u64 = 200;

/// How far a position is examined.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Its options may be known, but not all of theirs.
    New,
    /// It is being looked at.
    Open,
    /// All that can be reached from it is known.
    Done,
}

/// The positions of a game that were met, and the moves between them.
#[pyclass(module = "ishitori._ishitori", name = "Graph")]
pub struct Graph {
    options: Py<PyAny>,
    impartial: bool,
    places: Py<PyDict>,
    positions: Vec<Py<PyAny>>,
    states: Vec<State>,
    /// By player and position; those of Left for both in an impartial game.
    moves: [Vec<Option<Box<[u32]>>>; 2],
    /// Positions that are done, options before those who have them.
    order: Vec<u32>,
    /// For each position, its place in `order`.
    ranks: Vec<u32>,
    /// Canonical values, Grundy numbers and outcomes, as far as they were asked for: those of the
    /// first positions in `order`.
    values: Vec<Handle>,
    grundy: Vec<u32>,
    outcomes: [Vec<[bool; 2]>; 2],
    bytes: u64,
}

/// An error of a limit.
fn limited(limit: LimitReached) -> PyErr {
    match text(None) {
        Ok(text) => failure::of_error(&AskError::Limit(limit), &text),
        Err(error) => error,
    }
}

/// Does work that goes on where it was when it is begun again: at once if it is short, else without the
/// GIL.
fn go_on(
    py: Python<'_>,
    budget: Budget,
    mut work: impl FnMut(&Budget) -> Result<(), LimitReached> + Send,
) -> PyResult<Result<(), LimitReached>> {
    match work(&budget.clone().with_time_at_most(GLANCE)) {
        Err(LimitReached::Time { .. }) => long(py, budget, |_| Ok(()), work),
        found => Ok(found),
    }
}

impl Graph {
    /// The number of a position, new or not.
    fn place(&mut self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<u32> {
        if let Some(place) = self.places.bind(py).get_item(position)? {
            return place.extract();
        }
        let place = u32::try_from(self.positions.len())
            .map_err(|_| failure::bad_value(Mistake::Positions))?;
        self.places.bind(py).set_item(position, place)?;
        self.positions.push(position.clone().unbind());
        self.states.push(State::New);
        self.ranks.push(u32::MAX);
        self.moves.iter_mut().for_each(|moves| moves.push(None));
        self.bytes += POSITION_BYTES;
        Ok(place)
    }

    /// The options of a position for a player, asked for once.
    fn moves(&mut self, py: Python<'_>, at: u32, player: Player) -> PyResult<Box<[u32]>> {
        let side = if self.impartial { 0 } else { player as usize };
        if let Some(moves) = &self.moves[side][at as usize] {
            return Ok(moves.clone());
        }
        let name = if player == Player::Left { "Left" } else { "Right" };
        let position = self.positions[at as usize].clone_ref(py);
        let found = self.options.call1(py, (position, name))?;
        let found = found.bind(py);
        let options = found.try_iter().map_err(|_| {
            failure::bad_type(Mistake::NotIterable { kind: found.get_type().to_string() })
        })?;
        let mut moves = Vec::new();
        for option in options {
            moves.push(self.place(py, &option?)?);
        }
        moves.sort_unstable();
        moves.dedup();
        let moves: Box<[u32]> = moves.into();
        self.bytes += 4 * moves.len() as u64;
        self.moves[side][at as usize] = Some(moves.clone());
        Ok(moves)
    }

    /// The options of both players.
    fn all_moves(&mut self, py: Python<'_>, at: u32) -> PyResult<Vec<u32>> {
        let mut all = self.moves(py, at, Player::Left)?.into_vec();
        if !self.impartial {
            all.extend(self.moves(py, at, Player::Right)?);
        }
        Ok(all)
    }

    /// Meets all positions that can be reached.
    fn explore(&mut self, py: Python<'_>, start: u32, budget: &Budget) -> PyResult<()> {
        if self.states[start as usize] == State::Done {
            return Ok(());
        }
        let mut path: Vec<(u32, std::vec::IntoIter<u32>)> = Vec::new();
        let found = self.follow(py, start, budget, &mut path);
        // Whatever happened, nothing is left half open.
        for (at, _) in path {
            self.states[at as usize] = State::New;
        }
        found
    }

    fn follow(
        &mut self,
        py: Python<'_>,
        start: u32,
        budget: &Budget,
        path: &mut Vec<(u32, std::vec::IntoIter<u32>)>,
    ) -> PyResult<()> {
        let open = |graph: &mut Graph, path: &mut Vec<_>, at: u32| -> PyResult<()> {
            budget.check(graph.bytes).map_err(limited)?;
            let moves = graph.all_moves(py, at)?;
            graph.states[at as usize] = State::Open;
            path.push((at, moves.into_iter()));
            Ok(())
        };
        open(self, path, start)?;
        while let Some((at, rest)) = path.last_mut() {
            let Some(next) = rest.next() else {
                self.states[*at as usize] = State::Done;
                // There are fewer positions than 2^32.
                self.ranks[*at as usize] = self.order.len() as u32;
                self.order.push(*at);
                path.pop();
                continue;
            };
            match self.states[next as usize] {
                State::Done => {}
                State::New => open(self, path, next)?,
                State::Open => {
                    let position = self.positions[next as usize].bind(py).repr()?.to_string();
                    return Err(failure::bad_value(Mistake::Loop { position }));
                }
            }
        }
        Ok(())
    }

    fn start(&mut self, position: &Bound<'_, PyAny>, limits: Limits) -> PyResult<(u32, Budget)> {
        let (py, budget) = (position.py(), limits.budget());
        let at = self.place(py, position)?;
        self.explore(py, at, &budget)?;
        Ok((at, budget))
    }

    /// The options of a position that is done.
    fn known(
        moves: &[Vec<Option<Box<[u32]>>>; 2],
        impartial: bool,
        at: u32,
        player: Player,
    ) -> &[u32] {
        let side = if impartial { 0 } else { player as usize };
        moves[side][at as usize].as_deref().unwrap_or_default()
    }
}

#[pymethods]
impl Graph {
    /// A game whose options come from `options(position, player)`, where the player is 'Left' or
    /// 'Right'; both have the same in an impartial game.
    #[new]
    fn new(py: Python<'_>, options: Py<PyAny>, impartial: bool) -> Graph {
        Graph {
            options,
            impartial,
            places: PyDict::new(py).unbind(),
            positions: Vec::new(),
            states: Vec::new(),
            moves: [Vec::new(), Vec::new()],
            order: Vec::new(),
            ranks: Vec::new(),
            values: Vec::new(),
            grundy: Vec::new(),
            outcomes: [Vec::new(), Vec::new()],
            bytes: 0,
        }
    }

    /// How many positions were met.
    fn __len__(&self) -> usize {
        self.positions.len()
    }

    /// The options of a player, each once.
    fn options(&mut self, position: &Bound<'_, PyAny>, player: &str) -> PyResult<Vec<Py<PyAny>>> {
        let py = position.py();
        let at = self.place(py, position)?;
        let moves = self.moves(py, at, read_player(player)?)?;
        Ok(moves.iter().map(|&option| self.positions[option as usize].clone_ref(py)).collect())
    }

    /// The canonical value of a position. One canonical form for each position met.
    #[pyo3(signature = (position, time_limit = None, memory_limit = None))]
    fn value(
        &mut self,
        position: &Bound<'_, PyAny>,
        time_limit: Option<f64>,
        memory_limit: Option<u64>,
    ) -> PyResult<Game> {
        let (at, budget) = self.start(position, Limits::read(time_limit, memory_limit)?)?;
        let Graph { moves, order, ranks, values, impartial, bytes, .. } = self;
        let (moves, order, ranks) = (&*moves, &*order, &*ranks);
        let (impartial, bytes) = (*impartial, *bytes);
        let found = go_on(position.py(), budget, |budget| {
            let mut session = store().games().session_within(budget.clone());
            for &at in &order[values.len()..] {
                budget.check(bytes)?;
                let of = |player: Player| -> Vec<Handle> {
                    let options = Graph::known(moves, impartial, at, player);
                    options.iter().map(|&option| values[ranks[option as usize] as usize]).collect()
                };
                let value = session.game(&of(Player::Left), &of(Player::Right))?;
                values.push(value);
            }
            Ok::<(), LimitReached>(())
        })?;
        found.map_err(limited)?;
        Ok(Game::from(self.values[self.ranks[at as usize] as usize]))
    }

    /// The Grundy number of a position of an impartial game.
    #[pyo3(signature = (position, time_limit = None, memory_limit = None))]
    fn grundy_number(
        &mut self,
        position: &Bound<'_, PyAny>,
        time_limit: Option<f64>,
        memory_limit: Option<u64>,
    ) -> PyResult<u32> {
        if !self.impartial {
            return Err(failure::bad_value(Mistake::Partizan));
        }
        let (at, budget) = self.start(position, Limits::read(time_limit, memory_limit)?)?;
        let Graph { moves, order, ranks, grundy, bytes, .. } = self;
        let (moves, order, ranks, bytes) = (&*moves, &*order, &*ranks, *bytes);
        let found = go_on(position.py(), budget, |budget| {
            let mut seen = Vec::new();
            for &at in &order[grundy.len()..] {
                budget.check(bytes)?;
                let options = Graph::known(moves, true, at, Player::Left);
                seen.clear();
                seen.resize(options.len() + 1, false);
                for &option in options {
                    let value = grundy[ranks[option as usize] as usize] as usize;
                    if let Some(seen) = seen.get_mut(value) {
                        *seen = true;
                    }
                }
                let least = seen.iter().position(|seen| !seen).unwrap_or(0);
                grundy.push(u32::try_from(least).unwrap_or(u32::MAX));
            }
            Ok::<(), LimitReached>(())
        })?;
        found.map_err(limited)?;
        Ok(self.grundy[self.ranks[at as usize] as usize])
    }

    /// Who wins a position, in normal or misère play: 'P', 'N', 'L' or 'R'.
    #[pyo3(signature = (position, misere = false, time_limit = None, memory_limit = None))]
    fn outcome(
        &mut self,
        position: &Bound<'_, PyAny>,
        misere: bool,
        time_limit: Option<f64>,
        memory_limit: Option<u64>,
    ) -> PyResult<String> {
        let (at, budget) = self.start(position, Limits::read(time_limit, memory_limit)?)?;
        let Graph { moves, order, ranks, outcomes, impartial, bytes, .. } = self;
        let (moves, order, ranks) = (&*moves, &*order, &*ranks);
        let (impartial, bytes) = (*impartial, *bytes);
        let wins = &mut outcomes[usize::from(misere)];
        let found = go_on(position.py(), budget, |budget| {
            for &at in &order[wins.len()..] {
                budget.check(bytes)?;
                let first = |player: Player| {
                    let options = Graph::known(moves, impartial, at, player);
                    let other = player.opponent() as usize;
                    let lost = |&option: &u32| !wins[ranks[option as usize] as usize][other];
                    options.iter().any(lost) || (misere && options.is_empty())
                };
                let both = [first(Player::Left), first(Player::Right)];
                wins.push(both);
            }
            Ok::<(), LimitReached>(())
        })?;
        found.map_err(limited)?;
        let [left, right] = self.outcomes[usize::from(misere)][self.ranks[at as usize] as usize];
        Ok(Outcome::from_first_move_wins(left, right).to_string())
    }
}
