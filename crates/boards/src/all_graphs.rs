//! All graphs with few vertices, up to isomorphism, as positions of games on graphs.
//!
//! Graphs with n vertices are those with one less and a new vertex joined to some of the others. Of isomorphic ones the one
//! remains whose edges, read as digits, make the least number among all orders of the vertices in which a vertex with a
//! lower colour comes first; the colours are degrees, refined by the colours of neighbours until nothing changes, so that
//! isomorphic graphs have the same ones (McKay, *Practical graph isomorphism*, 1981, without the search tree: the graphs are
//! small).

use std::collections::BTreeSet;

use ishitori_values::{Budget, GameStore, LimitReached};

use crate::census::{Census, Counts, Find};
use crate::error::SetUpError;
use crate::game::BoardGame;
use crate::set_up::Counting;
use crate::with_rules;

/// The most vertices: there are 12 346 graphs with eight.
pub const MAX_VERTICES: u32 = 8;

/// A graph: of each vertex the set of its neighbours.
type Neighbours = Vec<u8>;

/// All graphs with 1 to `most` vertices, one of each kind, those with fewer vertices first. The cost of ordering the vertices of
/// each graph with one vertex less and each set of neighbours of the new one: some 130 000 orderings for eight vertices.
///
/// # Panics
/// If there are more than [`MAX_VERTICES`].
fn graphs(most: u32, budget: &Budget) -> Result<Vec<Neighbours>, LimitReached> {
    assert!((1..=MAX_VERTICES).contains(&most), "1 to {MAX_VERTICES} vertices");
    let mut all = vec![vec![0u8]];
    let mut from = 0;
    for n in 1..most as usize {
        let mut found = BTreeSet::new();
        for graph in &all[from..] {
            budget.check(0)?;
            for joined in 0..1u8.checked_shl(n as u32).unwrap_or(0) {
                let mut larger = graph.clone();
                for (vertex, neighbours) in larger.iter_mut().enumerate() {
                    *neighbours |= (joined >> vertex & 1) << n;
                }
                larger.push(joined);
                found.insert(canonical(&larger));
            }
        }
        from = all.len();
        all.extend(found);
    }
    Ok(all)
}

/// The graph in the order that is the same for all isomorphic ones. Exponential in the vertices that look alike.
fn canonical(graph: &Neighbours) -> Neighbours {
    let colours = colours(graph);
    let mut order: Vec<usize> = (0..graph.len()).collect();
    order.sort_by_key(|&vertex| colours[vertex]);
    let wanted: Vec<usize> = order.iter().map(|&vertex| colours[vertex]).collect();
    let mut best = None;
    place(graph, &colours, &wanted, &mut Vec::new(), &mut Vec::new(), &mut best);
    best.unwrap_or_default()
}

/// Tries all vertices of the next colour at the next place; rows that are larger than those of the best order so far are left.
fn place(
    graph: &Neighbours,
    colours: &[usize],
    wanted: &[usize],
    order: &mut Vec<usize>,
    rows: &mut Vec<u8>,
    best: &mut Option<Neighbours>,
) {
    let at = order.len();
    if at == graph.len() {
        // A row has the neighbours before; the graph has those behind, too.
        let mut found = rows.clone();
        for (vertex, row) in rows.iter().enumerate() {
            for before in (0..vertex).filter(|before| row >> before & 1 == 1) {
                found[before] |= 1 << vertex;
            }
        }
        *best = Some(found);
        return;
    }
    for vertex in (0..graph.len()).filter(|v| colours[*v] == wanted[at]) {
        if order.contains(&vertex) {
            continue;
        }
        let row = order
            .iter()
            .enumerate()
            .fold(0u8, |row, (place, &before)| row | (graph[vertex] >> before & 1) << place);
        rows.push(row);
        let low = |best: &Neighbours, place: usize| best[place] & ((1 << place) - 1);
        let worse = best.as_ref().is_some_and(|best| {
            let known = (0..=at).map(|place| low(best, place));
            rows.iter().copied().gt(known)
        });
        if !worse {
            order.push(vertex);
            place(graph, colours, wanted, order, rows, best);
            order.pop();
        }
        rows.pop();
    }
}

/// Degrees, refined by the colours of neighbours until nothing changes; isomorphic vertices have the same one.
fn colours(graph: &Neighbours) -> Vec<usize> {
    let mut colours: Vec<usize> = graph.iter().map(|n| n.count_ones() as usize).collect();
    loop {
        let signature = |vertex: usize| {
            let mut around: Vec<usize> = (0..graph.len())
                .filter(|v| graph[vertex] >> v & 1 == 1)
                .map(|v| colours[v])
                .collect();
            around.sort_unstable();
            (colours[vertex], around)
        };
        let all: Vec<_> = (0..graph.len()).map(signature).collect();
        let mut kinds = all.clone();
        kinds.sort();
        kinds.dedup();
        let finer: Vec<usize> =
            all.iter().map(|one| kinds.binary_search(one).expect("one of them")).collect();
        let count = |colours: &[usize]| colours.iter().collect::<BTreeSet<_>>().len();
        let done = count(&finer) == count(&colours);
        colours = finer;
        if done {
            return colours;
        }
    }
}

/// A graph as the text of a position: its edges, and vertices without any, from 1.
fn text(graph: &Neighbours) -> String {
    let mut words = Vec::new();
    for (vertex, neighbours) in graph.iter().enumerate() {
        let later = (vertex + 1..graph.len()).filter(|v| neighbours >> v & 1 == 1);
        words.extend(later.map(|other| format!("{}-{}", vertex + 1, other + 1)));
        if *neighbours == 0 {
            words.push((vertex + 1).to_string());
        }
    }
    words.join(" ")
}

/// A census of a game on all graphs with few vertices.
pub struct GraphCensus {
    game: BoardGame,
    /// The graphs as texts.
    graphs: Vec<String>,
}

impl GraphCensus {
    /// All graphs with at most `most` vertices, each once up to isomorphism, all vertices empty. The cost of making them.
    ///
    /// ```
    /// use ishitori_boards::census::GraphCensus;
    /// use ishitori_boards::{BoardGame, Counting};
    /// use ishitori_values::Budget;
    /// let game = BoardGame::named("node-kayles").unwrap();
    /// let census = GraphCensus::new(game, 4, &Budget::unlimited()).unwrap().unwrap();
    /// assert_eq!(census.numbers(), 1 + 2 + 4 + 11);
    /// ```
    pub fn new(
        game: BoardGame,
        most: u32,
        budget: &Budget,
    ) -> Result<Result<GraphCensus, SetUpError>, LimitReached> {
        let graphs: Vec<String> = graphs(most, budget)?.iter().map(text).collect();
        // A game that is not played on graphs, or needs more than a graph, says so at the first one.
        Ok(game.set_up(&graphs[0]).map(|_| GraphCensus { game, graphs }))
    }

    /// Counts with the census of each graph.
    fn each(
        &self,
        range: std::ops::Range<u64>,
        budget: &Budget,
        count: impl Fn(&dyn Counting) -> Counts,
    ) -> Counts {
        let mut all = Counts::default();
        for number in range.start..range.end.min(self.numbers()) {
            let text = &self.graphs[number as usize];
            let one = budget.check(0).map(|()| {
                let set_up =
                    self.game.set_up(text).expect("all graphs are set up as the first one is");
                with_rules!(&set_up, |rules, start| count(&Census::one(rules, *start)))
            });
            match one {
                Ok(mut one) => {
                    one.renumber(number, text);
                    all.join(one);
                }
                Err(limit) => all.stopped = Some((number, limit)),
            }
            if all.stopped.is_some() {
                break;
            }
        }
        all
    }
}

impl Counting for GraphCensus {
    fn numbers(&self) -> u64 {
        self.graphs.len() as u64
    }

    fn count(
        &self,
        range: std::ops::Range<u64>,
        find: Option<&Find>,
        store: &GameStore,
        budget: &Budget,
    ) -> Counts {
        self.each(range, budget, |one| one.count(0..1, find, store, budget))
    }

    fn count_misere(&self, range: std::ops::Range<u64>, budget: &Budget) -> Counts {
        self.each(range, budget, |one| one.count_misere(0..1, budget))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// OEIS A000088: 1, 2, 4, 11, 34, 156, 1044 graphs with 1, 2, … vertices.
    #[test]
    fn there_are_as_many_graphs_as_are_known() {
        let all = graphs(7, &Budget::unlimited()).unwrap();
        let of = |n: usize| all.iter().filter(|graph| graph.len() == n).count();
        assert_eq!((1..=7).map(of).collect::<Vec<_>>(), [1, 2, 4, 11, 34, 156, 1044]);
    }

    /// Every order of the vertices of a graph leads to the same one, which is isomorphic to it.
    #[test]
    fn the_order_of_vertices_does_not_matter() {
        let orders = |n: usize| {
            let mut all = vec![Vec::new()];
            for _ in 0..n {
                all = (all.iter())
                    .flat_map(|order: &Vec<usize>| {
                        let left = (0..n).filter(|v| !order.contains(v));
                        left.map(|v| [order.as_slice(), &[v]].concat()).collect::<Vec<_>>()
                    })
                    .collect();
            }
            all
        };
        for graph in graphs(5, &Budget::unlimited()).unwrap() {
            let n = graph.len();
            for order in orders(n) {
                let mut turned = vec![0u8; n];
                for (vertex, other) in (0..n).flat_map(|v| (0..n).map(move |w| (v, w))) {
                    turned[vertex] |= (graph[order[vertex]] >> order[other] & 1) << other;
                }
                assert_eq!(canonical(&turned), graph, "{turned:?}");
            }
        }
    }
}
