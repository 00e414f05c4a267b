//! The simplest form of onsides: dominated edges removed, reversible ones bypassed.
//!
//! Each step replaces the options of one vertex; among stoppers it leaves all values as they are and leads to
//! *the* simplest form (Siegel, CGT, VI.2). For other games (sidling, VI.4) the usual proofs compose strategies, and
//! a play without end might have only finitely many moves in the first component (see
//! [`crate::order`]); so there the graphs before and after a step are compared, and it is taken only if all
//! onsides are seen to be the same. If bypassing leads from an option of Right in a circle back to itself, it is of no
//! use to him, as endless alternation is won by Left; options of Left that lead back to themselves stay.
//!
//! Components are simplified from the bottom, so that what a component leads to is simple already.

use ishitori_values::{LimitReached, Player};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::components::components;
use crate::graph::{Graph, Target};
use crate::order::{LOCAL, Local};
use crate::store::{Loopy, LoopyStore, Vertex};

impl LoopyStore<'_> {
    /// The value of a vertex of a graph. See [`LoopyStore::values`].
    pub fn value(&mut self, graph: &Graph, v: u32) -> Result<Loopy, LimitReached> {
        Ok(self.values(graph)?[v as usize])
    }

    /// The values of all vertices of a graph: onside and offside of each, simplified. They are
    /// stoppers if that is found; simplifying is not known to find it always. For each strongly
    /// connected component the cost of its product with itself and with what it leads to.
    pub fn values(&mut self, graph: &Graph) -> Result<Vec<Loopy>, LimitReached> {
        let onsides = self.onsides(graph, false)?;
        let only_stoppers = !graph.has_endless_alternation()
            && (0..graph.len() as u32).all(|v| {
                let targets = Player::BOTH.iter().flat_map(|p| graph.options(v, *p));
                targets.into_iter().all(|t| match t {
                    Target::Value(value) => self.as_stopper(*value).is_some(),
                    Target::Vertex(_) => true,
                })
            });
        if only_stoppers {
            return Ok(onsides.into_iter().map(Loopy::from).collect());
        }
        let negatives = self.onsides(graph, true)?;
        let side = |(onside, negative): (Vertex, Vertex)| {
            Ok(Loopy { onside, offside: self.negative_vertex(negative)? })
        };
        onsides.into_iter().zip(negatives).map(side).collect()
    }

    /// The onsides of all vertices of a graph, or of its negative.
    pub(crate) fn onsides(
        &mut self,
        graph: &Graph,
        negative: bool,
    ) -> Result<Vec<Vertex>, LimitReached> {
        let n = graph.len();
        let order = components(n, |v| {
            let targets = Player::BOTH.map(|p| graph.options(v as u32, p).iter());
            let [left, right] = targets;
            left.chain(right).filter_map(|t| match t {
                Target::Vertex(w) => Some(*w as usize),
                Target::Value(_) => None,
            })
        });
        let mut found: Vec<Option<Vertex>> = vec![None; n];
        let mut places: FxHashMap<u32, u32> = FxHashMap::default();
        for component in order {
            places.clear();
            places.extend(component.iter().map(|&v| v as u32).zip(0..));
            let mut rows = Vec::with_capacity(component.len());
            for &v in &component {
                self.step(n as u64 * 16)?;
                let mut row = [Vec::new(), Vec::new()];
                for player in Player::BOTH {
                    let of = if negative { player.opponent() } else { player };
                    for target in graph.options(v as u32, of) {
                        row[player as usize].push(match target {
                            Target::Value(value) if negative => {
                                self.negative_vertex(value.offside)?.0
                            }
                            Target::Value(value) => value.onside.0,
                            Target::Vertex(w) => match places.get(w) {
                                Some(place) => LOCAL | place,
                                None => found[*w as usize].expect("components come in order").0,
                            },
                        });
                    }
                }
                rows.push(row);
            }
            let simple = self.simplify_component(rows)?;
            for (&v, simple) in component.iter().zip(simple) {
                found[v] = Some(simple);
            }
        }
        Ok(found.into_iter().map(|v| v.expect("every vertex is in a component")).collect())
    }

    /// The simplest forms of vertices that lead to each other and to the store.
    fn simplify_component(
        &mut self,
        rows: Vec<[Vec<u32>; 2]>,
    ) -> Result<Vec<Vertex>, LimitReached> {
        if let Some(v) = self.short_game(&rows)? {
            return Ok(vec![v]);
        }
        let mut local = Local { rows, ..Local::default() };
        local.rows.iter_mut().flatten().for_each(tidy);
        local.stopper = self.is_stopper_component(&local.rows);
        let from_the_start = local.stopper;
        // Steps by which Left's options are bypassed: a few for each vertex are enough in all graphs that
        // were seen.
        let mut tries = 4 * local.rows.len() + 16;
        loop {
            let mut changed = false;
            if !from_the_start {
                // What could not be shown before may be seen in simpler graphs.
                local.memo.clear();
            }
            for i in 0..local.rows.len() {
                for player in Player::BOTH {
                    changed |= self.simplify_options(&mut local, i, player)?;
                }
            }
            let stopper = self.is_stopper_component(&local.rows);
            changed |= stopper != std::mem::replace(&mut local.stopper, stopper);
            if changed {
                continue;
            }
            let stuck = !local.stopper && tries > 0 && !self.is_split(&local.rows);
            if !stuck || !self.bypass_checked(&mut local)? {
                break;
            }
            tries -= 1;
        }
        if !local.stopper && self.is_split(&local.rows) {
            return stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
                self.onsides(&as_graph(&local.rows), false)
            });
        }
        self.intern(local.rows)
    }

    /// Whether the vertices are not one component any more.
    fn is_split(&self, rows: &[[Vec<u32>; 2]]) -> bool {
        let inner = |v: usize| {
            let codes = rows[v].iter().flatten().filter(|code| *code & LOCAL != 0);
            codes.map(|code| (code ^ LOCAL) as usize)
        };
        components(rows.len(), inner).len() > 1
    }

    /// Replaces the options of a player at a vertex by fewer or better ones; says whether it did.
    fn simplify_options(
        &mut self,
        local: &mut Local,
        i: usize,
        player: Player,
    ) -> Result<bool, LimitReached> {
        let p = player as usize;
        let bypassed = self.bypass(local, i, player)?;
        let mut best = bypassed.clone();
        self.remove_dominated(local, player, &mut best)?;
        if best == local.rows[i][p] {
            return Ok(false);
        }
        if local.stopper {
            local.rows[i][p] = best;
            return Ok(true);
        }
        let mut ways = vec![best, bypassed];
        let options = local.rows[i][p].clone();
        for &option in &options {
            let mut dominated = false;
            for &other in options.iter().filter(|&&other| other != option) {
                dominated |= self.better(local, player, other, option)?;
            }
            if dominated {
                ways.push(options.iter().copied().filter(|&o| o != option).collect());
            }
        }
        for way in ways.into_iter().filter(|way| *way != options) {
            let mut after = local.rows.clone();
            after[i][p] = way;
            if self.same_onsides(&local.rows, &after)? {
                local.rows = after;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A single vertex whose options are short games.
    fn short_game(&mut self, rows: &[[Vec<u32>; 2]]) -> Result<Option<Vertex>, LimitReached> {
        let [row] = rows else { return Ok(None) };
        let mut games = [Vec::new(), Vec::new()];
        for (codes, games) in row.iter().zip(&mut games) {
            for &code in codes {
                if code & LOCAL != 0 {
                    return Ok(None);
                }
                let Some(game) = self.as_short(Vertex(code)) else { return Ok(None) };
                games.push(game);
            }
        }
        let game = self.session.game(&games[0], &games[1])?;
        self.short_vertex(game).map(Some)
    }

    /// Whether x is at least as good as y for a player.
    fn better(
        &mut self,
        local: &mut Local,
        player: Player,
        x: u32,
        y: u32,
    ) -> Result<bool, LimitReached> {
        match player {
            Player::Left => self.survives(local, (x, y, false)),
            Player::Right => self.survives(local, (y, x, false)),
        }
    }

    /// A player's options at a vertex with the reversible ones bypassed.
    fn bypass(
        &mut self,
        local: &mut Local,
        i: usize,
        player: Player,
    ) -> Result<Vec<u32>, LimitReached> {
        let vertex = LOCAL | i as u32;
        // Options, and what each is replaced by if it is reversible.
        let mut nodes: Vec<(u32, Option<Vec<u32>>)> = Vec::new();
        let mut seen = FxHashSet::default();
        let mut queue = local.rows[i][player as usize].clone();
        let (mut replies, mut options) = (Vec::new(), Vec::new());
        while let Some(option) = queue.pop() {
            if !seen.insert(option) {
                continue;
            }
            replies.clear();
            self.codes(local, option, player.opponent(), &mut replies)?;
            let mut through = None;
            for &reply in &replies {
                if player == Player::Left && !local.stopper && reply & LOCAL != 0 {
                    continue;
                }
                // For Left: the reply of Right leads to at most what there was.
                if self.better(local, player, vertex, reply)? {
                    through = Some(reply);
                    break;
                }
            }
            match through {
                None => nodes.push((option, None)),
                Some(reply) => {
                    options.clear();
                    self.codes(local, reply, player, &mut options)?;
                    queue.extend_from_slice(&options);
                    nodes.push((option, Some(options.clone())));
                }
            }
        }
        let place: FxHashMap<u32, usize> =
            nodes.iter().enumerate().map(|(at, node)| (node.0, at)).collect();
        let after = |at: usize| nodes[at].1.iter().flatten().map(|code| place[code]);
        let mut kept: Vec<u32> = Vec::new();
        for component in components(nodes.len(), after) {
            let circle = component.len() > 1 || after(component[0]).any(|at| at == component[0]);
            let irreversible = nodes[component[0]].1.is_none();
            if irreversible || (circle && player == Player::Left) {
                kept.extend(component.iter().map(|&at| nodes[at].0));
            }
        }
        // What is not reached from the vertex when circles are kept may go.
        let mut reached = Vec::new();
        let mut seen = FxHashSet::default();
        let mut queue = local.rows[i][player as usize].clone();
        while let Some(option) = queue.pop() {
            if !seen.insert(option) {
                continue;
            }
            if kept.contains(&option) {
                reached.push(option);
            } else {
                queue.extend(nodes[place[&option]].1.iter().flatten());
            }
        }
        tidy(&mut reached);
        Ok(reached)
    }

    /// Bypasses one of Left's reversible options if that leaves all onsides as they are; says whether it did.
    fn bypass_checked(&mut self, local: &mut Local) -> Result<bool, LimitReached> {
        let n = local.rows.len() as u32;
        for i in 0..n {
            for option in local.rows[i as usize][0].clone() {
                let (mut replies, mut options) = (Vec::new(), Vec::new());
                self.codes(local, option, Player::Right, &mut replies)?;
                for reply in replies.into_iter().filter(|code| code & LOCAL != 0) {
                    if !self.better(local, Player::Left, LOCAL | i, reply)? {
                        continue;
                    }
                    options.clear();
                    self.codes(local, reply, Player::Left, &mut options)?;
                    options.extend(local.rows[i as usize][0].iter().filter(|o| **o != option));
                    tidy(&mut options);
                    if options == local.rows[i as usize][0] {
                        continue;
                    }
                    let mut after = local.rows.clone();
                    after[i as usize][0].clone_from(&options);
                    if self.same_onsides(&local.rows, &after)? {
                        local.rows = after;
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }

    /// Whether two graphs on the same vertices are seen to have the same onsides.
    fn same_onsides(
        &mut self,
        before: &[[Vec<u32>; 2]],
        after: &[[Vec<u32>; 2]],
    ) -> Result<bool, LimitReached> {
        let n = before.len() as u32;
        let moved = |code: &u32| if code & LOCAL != 0 { code + n } else { *code };
        let after = after
            .iter()
            .map(|row| row.each_ref().map(|side| side.iter().map(moved).collect::<Vec<u32>>()));
        let rows = before.iter().cloned().chain(after).collect();
        let mut both = Local { rows, ..Local::default() };
        for v in 0..n {
            let (a, b) = (LOCAL | v, LOCAL | (v + n));
            if !self.survives(&mut both, (a, b, false))?
                || !self.survives(&mut both, (b, a, false))?
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn remove_dominated(
        &mut self,
        local: &mut Local,
        player: Player,
        options: &mut Vec<u32>,
    ) -> Result<(), LimitReached> {
        let mut at = 0;
        while at < options.len() {
            let mut dominated = false;
            for other in 0..options.len() {
                if other != at && self.better(local, player, options[other], options[at])? {
                    dominated = true;
                    break;
                }
            }
            if dominated {
                options.remove(at);
            } else {
                at += 1;
            }
        }
        Ok(())
    }
}

/// Vertices that are being simplified, as a graph.
fn as_graph(rows: &[[Vec<u32>; 2]]) -> Graph {
    let target = |code: &u32| match code & LOCAL {
        0 => Target::Value(Vertex(*code).into()),
        _ => Target::Vertex(code ^ LOCAL),
    };
    let mut graph = Graph::default();
    for row in rows {
        let v = graph.vertex();
        graph.connect(v, row.each_ref().map(|side| side.iter().map(target).collect()));
    }
    graph
}

fn tidy(codes: &mut Vec<u32>) {
    codes.sort_unstable();
    codes.dedup();
}
