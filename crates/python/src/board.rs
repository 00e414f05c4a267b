//! Positions of board games: their values in the store of the process, and their moves.

use std::collections::hash_map::Entry;

use ishitori::boards::Ruleset;
use ishitori::engines::answers::AskError;
use ishitori::engines::rules::board::{
    Clobber, Domineering, Hackenbush, PathColouring, PositionError, ToadsAndFrogs, TopplingDominoes,
};
use ishitori::engines::solve::board::{BoardError, BoardGame, Solver};
use ishitori::engines::words::Mistake;
use ishitori::prelude::{Budget, Game as Handle, Player};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::PyList;
use rustc_hash::FxHashMap;

use crate::board_text;
use crate::failure;
use crate::game::{Game, store};
use crate::work::{Limits, long, text};

/// A game that is written in Rust, which is faster; all others are texts, and so are graphs with numbers for vertices.
fn by_hand<'t>(name: &str, mut positions: impl Iterator<Item = &'t str>) -> Option<BoardGame> {
    let game = BoardGame::ALL.into_iter().find(|game| game.name() == name)?;
    let on_graphs = matches!(game, BoardGame::Hackenbush | BoardGame::Col | BoardGame::Snort);
    let numbered = |text: &str| text.contains(|c: char| c.is_ascii_digit());
    (!on_graphs || !positions.any(numbered)).then_some(game)
}

/// A position that cannot be read, and which one it is.
fn failed(position: &str, error: BoardError) -> PyErr {
    refused(match error {
        BoardError::Position(error) => AskError::Position { text: position.to_string(), error },
        BoardError::Limit(limit) => AskError::Limit(limit),
    })
}

fn refused(error: AskError) -> PyErr {
    match text(None) {
        Ok(text) => failure::of_error(&error, &text),
        Err(error) => error,
    }
}

/// Does something with the rules of a board game that fit a position.
macro_rules! with_rules {
    ($game:expr, $text:expr, $rules:ident => $body:expr, otherwise $otherwise:expr) => {{
        let columns = match $game {
            BoardGame::Domineering => Domineering::columns($text).ok(),
            BoardGame::Clobber => Clobber::columns($text).ok(),
            _ => Some(8),
        };
        match ($game, columns) {
            (_, None) => $otherwise,
            (BoardGame::Domineering, Some(8)) => {
                let $rules = Domineering::<8>;
                $body
            }
            (BoardGame::Domineering, Some(16)) => {
                let $rules = Domineering::<16>;
                $body
            }
            (BoardGame::Domineering, Some(32)) => {
                let $rules = Domineering::<32>;
                $body
            }
            (BoardGame::Domineering, Some(_)) => {
                let $rules = Domineering::<64>;
                $body
            }
            (BoardGame::Clobber, Some(8)) => {
                let $rules = Clobber::<8>;
                $body
            }
            (BoardGame::Clobber, Some(16)) => {
                let $rules = Clobber::<16>;
                $body
            }
            (BoardGame::Clobber, Some(32)) => {
                let $rules = Clobber::<32>;
                $body
            }
            (BoardGame::Clobber, Some(_)) => {
                let $rules = Clobber::<64>;
                $body
            }
            (BoardGame::ToadsAndFrogs, _) => {
                let $rules = ToadsAndFrogs;
                $body
            }
            (BoardGame::TopplingDominoes, _) => {
                let $rules = TopplingDominoes;
                $body
            }
            (BoardGame::Hackenbush, _) => {
                let $rules = Hackenbush;
                $body
            }
            (BoardGame::Col, _) => {
                let $rules = PathColouring::Col;
                $body
            }
            (BoardGame::Snort, _) => {
                let $rules = PathColouring::Snort;
                $body
            }
        }
    }};
}

type Found = Result<Vec<Handle>, (usize, BoardError)>;

/// The values of positions one by one, of any shape.
fn apart(game: BoardGame, texts: &[PyBackedStr], threads: usize, budget: &Budget) -> Found {
    let value = |text: &str| game.value(store().games(), text, threads, budget);
    texts.iter().enumerate().map(|(at, text)| value(text).map_err(|error| (at, error))).collect()
}

/// The values of positions by one solver, which remembers what it has met. What its rules cannot read, such as a board
/// of another shape, is solved apart.
fn together<R: Ruleset<Error = PositionError>>(
    game: BoardGame,
    rules: R,
    texts: &[PyBackedStr],
    threads: usize,
    budget: &Budget,
) -> Found {
    let mut solver = Solver::within(store().games(), &rules, budget.clone());
    let mut value = |text: &str| -> Result<Handle, BoardError> {
        match rules.parse(text) {
            Ok(position) => Ok(solver.value(&position)?),
            Err(_) => game.value(store().games(), text, threads, budget),
        }
    };
    texts.iter().enumerate().map(|(at, text)| value(text).map_err(|error| (at, error))).collect()
}

/// The values of positions of a board game, as games.
#[pyfunction]
#[pyo3(signature = (name, positions, time_limit = None, memory_limit = None, threads = None))]
pub fn board_values<'py>(
    py: Python<'py>,
    name: &str,
    positions: Vec<PyBackedStr>,
    time_limit: Option<f64>,
    memory_limit: Option<u64>,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyList>> {
    let limits = Limits::read(time_limit, memory_limit)?;
    let all = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = threads.unwrap_or(all).max(1);
    let texts = &positions[..];
    let Some(game) = by_hand(name, texts.iter().map(|text| &**text)) else {
        let rule = board_text::read(name).map_err(refused)?;
        let work = |budget: &Budget| board_text::values(&rule, texts, threads, budget);
        let found = long(py, limits.budget(), |_| Ok(()), work)?.map_err(refused)?;
        return listed(py, found);
    };
    let found: Found = long(
        py,
        limits.budget(),
        |_| Ok(()),
        |budget| match texts {
            // One position is worth all threads; plants have a theory of their own.
            [] | [_] => apart(game, texts, threads, budget),
            _ if game == BoardGame::Hackenbush => apart(game, texts, threads, budget),
            // The rules that fit the first one.
            [first, ..] => with_rules!(game, first,
                rules => together(game, rules, texts, threads, budget),
                otherwise apart(game, texts, threads, budget)),
        },
    )?;
    listed(py, found.map_err(|(at, error)| failed(&positions[at], error))?)
}

fn listed(py: Python<'_>, found: Vec<Handle>) -> PyResult<Bound<'_, PyList>> {
    // Games are values: one object for each will do.
    let mut objects: FxHashMap<Handle, Bound<'_, Game>> = FxHashMap::default();
    let list = PyList::empty(py);
    for value in found {
        let object = match objects.entry(value) {
            Entry::Occupied(object) => object.into_mut(),
            Entry::Vacant(place) => place.insert(Bound::new(py, Game::from(value))?),
        };
        list.append(&*object)?;
    }
    Ok(list)
}

/// The positions that a player (`Left` or `Right`) can move to, each once.
#[pyfunction]
pub fn board_options(
    py: Python<'_>,
    name: &str,
    position: String,
    player: &str,
) -> PyResult<Vec<String>> {
    fn all<R: Ruleset<Error = PositionError>>(
        rules: R,
        text: &str,
        player: Player,
    ) -> Result<Vec<String>, PositionError> {
        let position = rules.parse(text)?;
        let mut found = Vec::new();
        rules.options(&position, player, |option| {
            let text = rules.show(&option);
            if !found.contains(&text) {
                found.push(text);
            }
        });
        Ok(found)
    }
    let player = read_player(player)?;
    let text = &position[..];
    let Some(game) = by_hand(name, std::iter::once(text)) else {
        let rule = board_text::read(name).map_err(refused)?;
        let work = |budget: &Budget| board_text::options(&rule, text, player, budget);
        let limits = Limits::read(None, None)?;
        return long(py, limits.budget(), |_| Ok(()), work)?.map_err(refused);
    };
    // A board that fits no ruleset is refused by the smallest one, which says why.
    let options = with_rules!(game, text, rules => all(rules, text, player),
        otherwise Domineering::columns(text).and_then(|_| Clobber::columns(text)).map(|_| Vec::new()));
    options.map_err(|error| failed(text, error.into()))
}

/// A player by name.
pub fn read_player(name: &str) -> PyResult<Player> {
    match name {
        "Left" => Ok(Player::Left),
        "Right" => Ok(Player::Right),
        _ => Err(failure::bad_value(Mistake::Player { name: name.to_string() })),
    }
}
