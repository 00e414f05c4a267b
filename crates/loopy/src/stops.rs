//! Pseudonumbers and stops of stoppers.

use ishitori_values::{Dyadic, LimitReached, Player};
use rustc_hash::FxHashMap;

use crate::components::components;
use crate::graph::{Graph, Target};
use crate::store::{Loopy, LoopyStore, Vertex};

/// A stopper that is a number, or next to one, or beyond all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pseudonumber {
    /// x.
    Number(Dyadic),
    /// x + over.
    Over(Dyadic),
    /// x + under.
    Under(Dyadic),
    /// on.
    On,
    /// off.
    Off,
}

impl Pseudonumber {
    /// The number that it is or is next to. O(1).
    pub fn number(&self) -> Option<&Dyadic> {
        match self {
            Pseudonumber::Number(x) | Pseudonumber::Over(x) | Pseudonumber::Under(x) => Some(x),
            Pseudonumber::On | Pseudonumber::Off => None,
        }
    }
}

impl LoopyStore<'_> {
    /// The value of a pseudonumber. O(1).
    ///
    /// ```
    /// use ishitori_loopy::{LoopyStore, Pseudonumber};
    /// let store = ishitori_values::GameStore::new();
    /// let mut loops = LoopyStore::new(&store);
    /// let value = loops.of_pseudonumber(&Pseudonumber::Over(2.into())).unwrap();
    /// assert_eq!(loops.print(value).unwrap(), "2over");
    /// ```
    pub fn of_pseudonumber(&mut self, value: &Pseudonumber) -> Result<Loopy, LimitReached> {
        let number = match value.number() {
            Some(x) => self.session.number(x)?,
            None => {
                let [on, off] = self.on_and_off()?;
                return Ok(if *value == Pseudonumber::On { on } else { off });
            }
        };
        let number = self.short(number)?;
        let mut graph = Graph::default();
        let pass = Target::Vertex(graph.vertex());
        match value {
            Pseudonumber::Over(_) => graph.connect(0, [vec![Target::Value(number)], vec![pass]]),
            Pseudonumber::Under(_) => graph.connect(0, [vec![pass], vec![Target::Value(number)]]),
            _ => return Ok(number),
        }
        self.value(&graph, 0)
    }

    /// The pseudonumber that a simplified game is, if it is one (Siegel, CGT, VI.5): on = {on|},
    /// x + over = {x|pass} and their negatives, besides numbers. O(1).
    pub fn pseudonumber(&mut self, v: Vertex) -> Result<Option<Pseudonumber>, LimitReached> {
        if let Some(g) = self.as_short(v) {
            return Ok(self.session.store().as_number(g).map(Pseudonumber::Number));
        }
        self.resolve(v)?;
        let [left, right] = Player::BOTH.map(|player| self.resolved(v, player));
        let number = |v: Vertex| {
            let game = self.as_short(v);
            game.and_then(|g| self.session.store().as_number(g))
        };
        Ok(match (left, right) {
            (&[l], &[]) if l == v => Some(Pseudonumber::On),
            (&[], &[r]) if r == v => Some(Pseudonumber::Off),
            (&[l], &[r]) if r == v => number(l).map(Pseudonumber::Over),
            (&[l], &[r]) if l == v => number(r).map(Pseudonumber::Under),
            _ => None,
        })
    }

    /// The pseudonumber at which alternating play of a stopper arrives when `first` begins and both do
    /// their best; none for games that are not stoppers. The cost of comparing pseudonumbers for
    /// every follower.
    pub fn stop(&mut self, v: Vertex, first: Player) -> Result<Option<Vertex>, LimitReached> {
        if !self.is_stopper(v) {
            return Ok(None);
        }
        let followers = self.followers(v)?;
        let places: FxHashMap<Vertex, usize> = followers.iter().copied().zip(0..).collect();
        let mut ends = Vec::with_capacity(followers.len());
        for &v in &followers {
            ends.push(self.pseudonumber(v)?.is_some());
        }
        let order = components(2 * followers.len(), |s| {
            let player = Player::BOTH[s % 2];
            let options = match ends[s / 2] {
                true => &[],
                false => self.resolved(followers[s / 2], player),
            };
            let places = &places;
            options.iter().map(move |w| 2 * places[w] + 1 - s % 2)
        });
        let mut stops: Vec<Option<Vertex>> = vec![None; 2 * followers.len()];
        for component in order {
            // Alternating play of a stopper does not come back.
            let s = component[0];
            let (v, player) = (followers[s / 2], Player::BOTH[s % 2]);
            if ends[s / 2] {
                stops[s] = Some(v);
                continue;
            }
            let mut best: Option<Vertex> = None;
            for w in self.resolved(v, player).to_vec() {
                let Some(stop) = stops[2 * places[&w] + 1 - s % 2] else { continue };
                let better = match (best, player) {
                    (None, _) => true,
                    (Some(best), Player::Left) => self.vertex_geq(stop, best)?,
                    (Some(best), Player::Right) => self.vertex_geq(best, stop)?,
                };
                if better {
                    best = Some(stop);
                }
            }
            stops[s] = best;
        }
        Ok(stops[first as usize])
    }
}
