//! Games on boards whose positions can recur.

mod backsliding;
mod compare_with_numbers;
mod fox_and_geese;
mod fox_index;
mod solved;

use std::hash::Hash;

use ishitori_values::{LimitReached, Player};
use rustc_hash::FxHashMap;

pub use backsliding::Backsliding;
pub use compare_with_numbers::Bounds;
pub use fox_and_geese::{FoxAndGeese, FoxPosition};
pub use fox_index::FoxIndex;
pub use solved::{Solution, Solved, Turn};

use crate::graph::{Graph, Target};
use crate::store::{Loopy, LoopyStore};

/// The rules of a game whose positions can recur.
pub trait LoopyRules {
    /// A position, without the player to move.
    type Position: Clone + Eq + Hash;

    /// Whether a position is `off` ([`Player::Right`] has moves forever) or `on` without looking
    /// further.
    fn decided(&self, position: &Self::Position) -> Option<Player>;

    /// Where a player can move from a position that is not decided.
    fn moves(&self, position: &Self::Position, player: Player, into: &mut Vec<Self::Position>);

    /// The limit beyond which a position lies that is not examined: what follows from it is not known. The default is none.
    fn beyond(&self, position: &Self::Position) -> Option<LimitReached> {
        let _ = position;
        None
    }

    /// About how many steps, each as long as looking at some dozens of cells, it takes to find the moves of a position: engines
    /// count them before they ask their budget again. The default is 1.
    fn cost(&self) -> usize {
        1
    }
}

/// An error in the text of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BoardFault {
    /// A sign that has no meaning.
    #[error("unexpected sign {sign:?} at place {at}: expected {expected}")]
    Sign {
        /// The sign.
        sign: char,
        /// Its place in the text, from 1.
        at: usize,
        /// The expected input.
        expected: &'static str,
    },
    /// A board that is too large.
    #[error("at most {limit} squares are accepted")]
    TooLarge {
        /// How many squares are accepted.
        limit: usize,
    },
    /// Rows of different lengths.
    #[error("row {row} has {found} squares, but the first one has {expected}")]
    Rows {
        /// The row, from 1.
        row: usize,
        /// Its length.
        found: usize,
        /// The length of the first row.
        expected: usize,
    },
    /// Not exactly one fox.
    #[error("there must be exactly one {sign}, and {found} are given")]
    One {
        /// The sign of the piece.
        sign: char,
        /// How many there are.
        found: usize,
    },
    /// A piece where none may stand.
    #[error("no piece can stand on row {row}, column {column} (from below, from the left)")]
    Square {
        /// The row, from 1 at the bottom.
        row: usize,
        /// The column, from 1 at the left.
        column: usize,
    },
    /// Nothing is given.
    #[error("the position is empty")]
    Empty,
}

/// The graph of all positions that can be reached, the one asked for first. O(positions · moves).
pub fn graph_of<R: LoopyRules>(
    rules: &R,
    start: R::Position,
    loops: &mut LoopyStore<'_>,
) -> Result<(Graph, Vec<R::Position>), LimitReached> {
    let [on, off] = loops.on_and_off()?;
    let mut graph = Graph::default();
    let mut positions = vec![start.clone()];
    let mut places: FxHashMap<R::Position, u32> = FxHashMap::from_iter([(start, graph.vertex())]);
    let mut options = Vec::new();
    let mut at = 0;
    let mut edges = 0;
    while at < positions.len() {
        let position = positions[at].clone();
        loops.step((positions.len() * 3 * size_of::<R::Position>() + edges * 16) as u64)?;
        let rows = match rules.decided(&position) {
            Some(Player::Left) => [vec![Target::Value(on)], vec![]],
            Some(Player::Right) => [vec![], vec![Target::Value(off)]],
            None => Player::BOTH.map(|player| {
                options.clear();
                rules.moves(&position, player, &mut options);
                let target = |next: R::Position| {
                    let fresh = positions.len() as u32;
                    let place = *places.entry(next.clone()).or_insert(fresh);
                    if place == fresh {
                        positions.push(next);
                        graph.vertex();
                    }
                    Target::Vertex(place)
                };
                options.drain(..).map(target).collect()
            }),
        };
        edges += rows[0].len() + rows[1].len();
        graph.connect(at as u32, rows);
        at += 1;
    }
    Ok((graph, positions))
}

/// The value of a position. The cost of its graph and of simplifying it.
///
/// ```
/// use ishitori_loopy::{LoopyStore, games};
/// let store = ishitori_values::GameStore::new();
/// let mut loops = LoopyStore::new(&store);
/// let rules = games::Backsliding;
/// let start = rules.parse("f.t").unwrap();
/// let value = games::value_of(&rules, start, &mut loops).unwrap();
/// assert_eq!(loops.print(value).unwrap(), "*");
/// ```
pub fn value_of<R: LoopyRules>(
    rules: &R,
    start: R::Position,
    loops: &mut LoopyStore<'_>,
) -> Result<Loopy, LimitReached> {
    let (graph, _) = graph_of(rules, start, loops)?;
    loops.value(&graph, 0)
}

impl LoopyStore<'_> {
    /// on = {on|} and off = {|off}.
    pub(crate) fn on_and_off(&mut self) -> Result<[Loopy; 2], LimitReached> {
        let mut graph = Graph::default();
        let (on, off) = (graph.vertex(), graph.vertex());
        graph.connect(on, [vec![Target::Vertex(on)], vec![]]);
        graph.connect(off, [vec![], vec![Target::Vertex(off)]]);
        let values = self.values(&graph)?;
        Ok([values[on as usize], values[off as usize]])
    }
}
