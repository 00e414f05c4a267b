//! The intern table of simplified games: components of graphs by their encoding.

use ishitori_values::{LimitReached, Player};
use rustc_hash::FxHashMap;

use crate::components::components;
use crate::graph::has_cycle;
use crate::order::LOCAL;
use crate::store::{Entry, Loopy, LoopyStore, Vertex};

impl LoopyStore<'_> {
    /// Whether no alternating play among these vertices goes on forever.
    pub(crate) fn is_stopper_component(&self, rows: &[[Vec<u32>; 2]]) -> bool {
        !has_cycle(2 * rows.len(), |s| {
            let (v, p) = (s / 2, s % 2);
            let codes = rows[v][p].iter().filter(|code| *code & LOCAL != 0);
            codes.map(move |code| 2 * (code ^ LOCAL) as usize + 1 - p)
        })
    }

    /// Puts simplified vertices into the store, from the bottom.
    pub(crate) fn intern(&mut self, rows: Vec<[Vec<u32>; 2]>) -> Result<Vec<Vertex>, LimitReached> {
        let order = components(rows.len(), |v| {
            let [left, right] = &rows[v];
            let codes = left.iter().chain(right).filter(|code| *code & LOCAL != 0);
            codes.map(|code| (code ^ LOCAL) as usize)
        });
        let mut found: Vec<Option<Vertex>> = vec![None; rows.len()];
        for component in order {
            let places: FxHashMap<usize, u32> = component.iter().copied().zip(0..).collect();
            let code = |code: &u32| match code & LOCAL {
                0 => *code,
                _ => {
                    let v = (code ^ LOCAL) as usize;
                    match places.get(&v) {
                        Some(place) => LOCAL | place,
                        None => found[v].expect("components come in order").0,
                    }
                }
            };
            let inner: Vec<[Vec<u32>; 2]> = component
                .iter()
                .map(|&v| [0, 1].map(|p: usize| rows[v][p].iter().map(code).collect()))
                .collect();
            let vertices = self.intern_component(&inner)?;
            for (&v, vertex) in component.iter().zip(vertices) {
                found[v] = Some(vertex);
            }
        }
        Ok(found.into_iter().map(|v| v.expect("every vertex is in a component")).collect())
    }

    fn intern_component(&mut self, rows: &[[Vec<u32>; 2]]) -> Result<Vec<Vertex>, LimitReached> {
        let n = rows.len();
        let acyclic = n == 1 && rows[0].iter().flatten().all(|code| code & LOCAL == 0);
        if acyclic {
            let short = |codes: &[u32]| -> Option<Vec<_>> {
                codes.iter().map(|&code| self.as_short(Vertex(code))).collect()
            };
            if let (Some(left), Some(right)) = (short(&rows[0][0]), short(&rows[0][1])) {
                let game = self.session.game(&left, &right)?;
                return Ok(vec![self.short_vertex(game)?]);
            }
        }
        // What is bisimilar to a game that the component leads to is that game, and what is bisimilar
        // within the component is the same: refine until vertices of one class have options in
        // the same classes.
        let homes = self.homes_of_exits(rows);
        let classes = self.refine(rows, &homes);
        let known: FxHashMap<u32, Vertex> =
            classes[n..].iter().copied().zip(homes.iter().copied()).collect();
        if let Some(all) = classes[..n].iter().map(|c| known.get(c).copied()).collect() {
            return Ok(all);
        }
        // One vertex for each class, in an order that depends on the component alone.
        let (classes, count) = ranks(&self.refine(rows, &[]));
        let mut speaker = vec![usize::MAX; count];
        for (v, &class) in classes.iter().enumerate() {
            speaker[class as usize] = v;
        }
        let encoded = |code: &u32| match code & LOCAL {
            0 => *code,
            _ => LOCAL | classes[(code ^ LOCAL) as usize],
        };
        let mut key = Vec::new();
        let mut sides: Vec<[Vec<u32>; 2]> = Vec::with_capacity(count);
        for &v in &speaker {
            let row = [0, 1].map(|p: usize| {
                let mut codes: Vec<u32> = rows[v][p].iter().map(encoded).collect();
                codes.sort_unstable();
                codes.dedup();
                codes
            });
            for codes in &row {
                key.push(codes.len() as u32);
                key.extend_from_slice(codes);
            }
            sides.push(row);
        }
        if let Some(vertices) = self.cycles.get(key.as_slice()) {
            return Ok(classes.iter().map(|&class| vertices[class as usize]).collect());
        }
        let stopper = self.is_stopper_component(&sides)
            && sides
                .iter()
                .flatten()
                .flatten()
                .all(|&code| code & LOCAL != 0 || self.is_stopper(Vertex(code)));
        let first = self.entries.len() as u32;
        for row in &sides {
            let options = row.each_ref().map(|codes| {
                let vertex = |&code: &u32| match code & LOCAL {
                    0 => Vertex(code),
                    _ => Vertex(first + (code ^ LOCAL)),
                };
                codes.iter().map(vertex).collect()
            });
            let entry = Entry { options: Some(options), short: None, stopper, negative: None };
            self.push(entry)?;
        }
        let vertices: Box<[Vertex]> = (first..first + count as u32).map(Vertex).collect();
        for v in &vertices {
            self.homes.insert(*v, vertices.clone());
        }
        let answer = classes.iter().map(|&class| vertices[class as usize]).collect();
        self.cycles.insert(key.into_boxed_slice(), vertices);
        Ok(answer)
    }

    /// The vertices of all components to which edges lead directly.
    fn homes_of_exits(&self, rows: &[[Vec<u32>; 2]]) -> Vec<Vertex> {
        let mut homes: Vec<Vertex> = Vec::new();
        for &code in rows.iter().flatten().flatten() {
            if code & LOCAL == 0
                && let Some(home) = self.homes.get(&Vertex(code))
            {
                homes.extend_from_slice(home);
            }
        }
        homes.sort_unstable();
        homes.dedup();
        homes
    }

    /// Classes of bisimilar vertices: first those of `rows`, then those of `homes`. O(rounds · edges
    /// · log), with at most as many rounds as vertices.
    fn refine(&self, rows: &[[Vec<u32>; 2]], homes: &[Vertex]) -> Vec<u32> {
        let n = rows.len();
        let place: FxHashMap<u32, usize> =
            homes.iter().enumerate().map(|(at, v)| (v.0, n + at)).collect();
        let options = |v: usize, player: Player| -> Vec<u32> {
            match v.checked_sub(n) {
                None => rows[v][player as usize].clone(),
                Some(at) => self.resolved(homes[at], player).iter().map(|v| v.0).collect(),
            }
        };
        let total = n + homes.len();
        let edges: Vec<[Vec<u32>; 2]> =
            (0..total).map(|v| Player::BOTH.map(|player| options(v, player))).collect();
        let mut classes = vec![0u32; total];
        let mut count = 1;
        loop {
            // A class is identified by its number, another vertex of the store by its code.
            let class = |code: &u32| match code & LOCAL {
                0 => match place.get(code) {
                    Some(&at) => (1, classes[at]),
                    None => (0, *code),
                },
                _ => (1, classes[(code ^ LOCAL) as usize]),
            };
            let signature = |v: usize| {
                let sides = edges[v].each_ref().map(|codes| {
                    let mut side: Vec<(u32, u32)> = codes.iter().map(class).collect();
                    side.sort_unstable();
                    side.dedup();
                    side
                });
                (classes[v], sides)
            };
            let signatures: Vec<_> = (0..total).map(signature).collect();
            let mut sorted: Vec<_> = signatures.iter().collect();
            sorted.sort_unstable();
            sorted.dedup();
            let next: Vec<u32> = signatures
                .iter()
                .map(|s| sorted.binary_search(&s).expect("it is among them") as u32)
                .collect();
            let more = sorted.len();
            if more == count {
                return classes;
            }
            (classes, count) = (next, more);
        }
    }

    /// −G. O(followers) the first time.
    pub fn negative(&mut self, value: Loopy) -> Result<Loopy, LimitReached> {
        Ok(Loopy {
            onside: self.negative_vertex(value.offside)?,
            offside: self.negative_vertex(value.onside)?,
        })
    }

    pub(crate) fn negative_vertex(&mut self, v: Vertex) -> Result<Vertex, LimitReached> {
        if let Some(negative) = self.entries[v.0 as usize].negative {
            return Ok(negative);
        }
        if let Some(game) = self.as_short(v) {
            let negative = self.session.negative(game)?;
            let negative = self.short_vertex(negative)?;
            self.join_negatives(v, negative);
            return Ok(negative);
        }
        // The loopy followers without a negative.
        let mut places: FxHashMap<Vertex, u32> = FxHashMap::from_iter([(v, 0)]);
        let mut open = vec![v];
        let mut rows: Vec<[Vec<u32>; 2]> = Vec::new();
        let mut at = 0;
        while at < open.len() {
            let v = open[at];
            at += 1;
            self.step(open.len() as u64 * 64)?;
            self.resolve(v)?;
            let mut row = [Vec::new(), Vec::new()];
            for player in Player::BOTH {
                for w in self.resolved(v, player.opponent()).to_vec() {
                    let entry = &self.entries[w.0 as usize];
                    let code = if let Some(negative) = entry.negative {
                        negative.0
                    } else if entry.short.is_some() {
                        self.negative_vertex(w)?.0
                    } else {
                        let fresh = open.len() as u32;
                        let place = *places.entry(w).or_insert(fresh);
                        if place == fresh {
                            open.push(w);
                        }
                        LOCAL | place
                    };
                    row[player as usize].push(code);
                }
            }
            rows.push(row);
        }
        // Negatives of simplest forms are simplest forms.
        let negatives = self.intern(rows)?;
        for (&v, &negative) in open.iter().zip(&negatives) {
            self.join_negatives(v, negative);
        }
        Ok(negatives[0])
    }

    fn join_negatives(&mut self, v: Vertex, negative: Vertex) {
        self.entries[v.0 as usize].negative = Some(negative);
        self.entries[negative.0 as usize].negative = Some(v);
    }
}

/// Classes with numbers 0, 1, … in their order, and how many there are.
fn ranks(classes: &[u32]) -> (Vec<u32>, usize) {
    let mut sorted = classes.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    let rank = |class: &u32| sorted.binary_search(class).expect("it is among them") as u32;
    (classes.iter().map(rank).collect(), sorted.len())
}
