//! Sums of loopy games: the product of their graphs, simplified.

use ishitori_values::{LimitReached, Player};
use rustc_hash::FxHashMap;

use crate::graph::{Graph, Target};
use crate::store::{Loopy, LoopyStore, Vertex};

impl LoopyStore<'_> {
    /// G + H. Onsides add up to onsides and offsides to offsides (Siegel, CGT, VI.4). The cost of
    /// simplifying the product of the graphs.
    pub fn sum(&mut self, g: Loopy, h: Loopy) -> Result<Loopy, LimitReached> {
        let onside = self.upsum(g.onside, h.onside)?;
        Ok(Loopy { onside, offside: self.downsum(g.offside, h.offside)? })
    }

    /// G − H. The cost of a sum.
    pub fn difference(&mut self, g: Loopy, h: Loopy) -> Result<Loopy, LimitReached> {
        let h = self.negative(h)?;
        self.sum(g, h)
    }

    /// The onside of the sum of two onsides. The cost of simplifying the product of the graphs.
    pub fn upsum(&mut self, a: Vertex, b: Vertex) -> Result<Vertex, LimitReached> {
        if let Some(known) = self.known_upsum(a, b)? {
            return Ok(known);
        }
        let mut graph = Graph::default();
        let mut pairs = vec![sorted(a, b)];
        let mut places: FxHashMap<(Vertex, Vertex), u32> =
            FxHashMap::from_iter([(sorted(a, b), graph.vertex())]);
        let mut at = 0;
        while at < pairs.len() {
            let (a, b) = pairs[at];
            self.step(pairs.len() as u64 * 128)?;
            self.resolve(a)?;
            self.resolve(b)?;
            let mut options = [Vec::new(), Vec::new()];
            for player in Player::BOTH {
                let in_a: Vec<_> = self.resolved(a, player).iter().map(|&a| (a, b)).collect();
                let in_b = self.resolved(b, player).iter().map(|&b| (a, b));
                for (a, b) in in_a.into_iter().chain(in_b.collect::<Vec<_>>()) {
                    let target = match self.known_upsum(a, b)? {
                        Some(sum) => Target::Value(sum.into()),
                        None => {
                            let pair = sorted(a, b);
                            let place = places.entry(pair).or_insert_with(|| {
                                pairs.push(pair);
                                graph.vertex()
                            });
                            Target::Vertex(*place)
                        }
                    };
                    options[player as usize].push(target);
                }
            }
            graph.connect(at as u32, options);
            at += 1;
        }
        let sums = self.onsides(&graph, false)?;
        self.sums.extend(pairs.iter().copied().zip(sums.iter().copied()));
        Ok(sums[0])
    }

    /// The offside of the sum of two offsides. The cost of simplifying the product of the graphs.
    pub fn downsum(&mut self, a: Vertex, b: Vertex) -> Result<Vertex, LimitReached> {
        let (a, b) = (self.negative_vertex(a)?, self.negative_vertex(b)?);
        let negative = self.upsum(a, b)?;
        self.negative_vertex(negative)
    }

    fn known_upsum(&mut self, a: Vertex, b: Vertex) -> Result<Option<Vertex>, LimitReached> {
        if let (Some(g), Some(h)) = (self.as_short(a), self.as_short(b)) {
            let sum = self.session.sum(g, h)?;
            return self.short_vertex(sum).map(Some);
        }
        let zero = Some(ishitori_values::Game::ZERO);
        if self.as_short(a) == zero {
            return Ok(Some(b));
        }
        if self.as_short(b) == zero {
            return Ok(Some(a));
        }
        Ok(self.sums.get(&sorted(a, b)).copied())
    }
}

fn sorted(a: Vertex, b: Vertex) -> (Vertex, Vertex) {
    if a <= b { (a, b) } else { (b, a) }
}
