//! Finite games as directed graphs with Left's and Right's edges.

use ishitori_values::Player;

use crate::components::components;
use crate::store::Loopy;

/// Where an edge of a [`Graph`] leads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Target {
    /// To another vertex of the graph.
    Vertex(u32),
    /// To a game whose value is known.
    Value(Loopy),
}

/// A finite game: vertices, and for each the options of Left and of Right. Any cycles are allowed.
///
/// ```
/// use ishitori_loopy::{Graph, LoopyStore, Target};
/// use ishitori_values::GameStore;
/// let store = GameStore::new();
/// let mut loops = LoopyStore::new(&store);
/// let mut graph = Graph::default();
/// let v = graph.vertex();
/// let zero = loops.zero();
/// graph.connect(v, [vec![Target::Value(zero)], vec![Target::Vertex(v)]]);
/// let value = loops.value(&graph, v).unwrap();
/// assert_eq!(loops.print(value).unwrap(), "over");
/// ```
#[derive(Clone, Default, Debug)]
pub struct Graph {
    rows: Vec<[Vec<Target>; 2]>,
}

impl Graph {
    /// Another vertex, without options. O(1).
    pub fn vertex(&mut self) -> u32 {
        self.rows.push([Vec::new(), Vec::new()]);
        u32::try_from(self.rows.len() - 1).expect("fewer than 2^32 vertices")
    }

    /// Gives a vertex its options, Left's and Right's. O(1).
    ///
    /// # Panics
    /// If there is no such vertex.
    pub fn connect(&mut self, v: u32, options: [Vec<Target>; 2]) {
        self.rows[v as usize] = options;
    }

    /// How many vertices there are. O(1).
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are none. O(1).
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The options of a player. O(1).
    pub fn options(&self, v: u32, player: Player) -> &[Target] {
        &self.rows[v as usize][player as usize]
    }

    /// Whether alternating moves among the vertices can go on forever from anywhere. O(edges).
    pub fn has_endless_alternation(&self) -> bool {
        let vertices = |v: usize, p: usize| {
            self.rows[v][p].iter().filter_map(|o| match o {
                Target::Vertex(w) => Some(*w as usize),
                Target::Value(_) => None,
            })
        };
        has_cycle(2 * self.rows.len(), |s| {
            let (v, p) = (s / 2, s % 2);
            vertices(v, p).map(move |w| 2 * w + 1 - p)
        })
    }
}

/// Whether a graph has a cycle.
pub(crate) fn has_cycle<'a, I: Iterator<Item = usize> + 'a>(
    n: usize,
    successors: impl Fn(usize) -> I,
) -> bool {
    components(n, &successors).iter().any(|c| c.len() > 1 || successors(c[0]).any(|w| w == c[0]))
}
