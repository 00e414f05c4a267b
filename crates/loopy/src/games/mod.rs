//! Rules whose positions can recur: their graphs, values and outcomes.

mod compare_with_numbers;
mod solved;

use std::hash::Hash;

use ishitori_values::{LimitReached, Player};
use rustc_hash::FxHashMap;

pub use compare_with_numbers::Bounds;
pub use solved::{Solution, Solved, Turn};

use crate::graph::{Graph, Target};
use crate::store::{Loopy, LoopyStore};

/// The rules of a game whose positions can recur.
///
/// ```
/// use ishitori_loopy::games::{LoopyRules, value_of};
/// use ishitori_loopy::LoopyStore;
/// use ishitori_values::Player;
///
/// /// A stone that Left may take, and for which Right may pass instead: the game over = {0|over}.
/// struct Stone;
///
/// impl LoopyRules for Stone {
///     type Position = bool;
///
///     fn decided(&self, _: &bool) -> Option<Player> {
///         None
///     }
///
///     fn moves(&self, there: &bool, player: Player, into: &mut Vec<bool>) {
///         if *there {
///             into.push(player == Player::Right);
///         }
///     }
/// }
///
/// let store = ishitori_values::GameStore::new();
/// let mut loops = LoopyStore::new(&store);
/// let value = value_of(&Stone, true, &mut loops).unwrap();
/// assert_eq!(loops.print(value).unwrap(), "over");
/// ```
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
