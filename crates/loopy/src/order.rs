//! The order of loopy games, by survival.
//!
//! For a stopper H, G ≥ H (as onsides, and if G is a stopper too simply G ≥ H) if and only if Left,
//! playing second in G − H, survives: she wins or the play does not end (Siegel, CGT, VI.2).
//!
//! For other games we ask more of her: that a play without end has endlessly many moves *in G*. This
//! is sound for onsides. Let ⊒ be that relation, G ⊒ H, and let Left survive H + X (as first or as
//! second player); then she survives G + X by playing on G + (−H + H) + X, answering in G − H and in
//! H + X by her strategies and copying between −H and H. If the play in G + X ended with her to
//! move, or if the copying went on forever, the play in G − H would be without end but have only
//! finitely many moves in G. So o⁺(G + X) ≥ o⁺(H + X) for all X. If all followers of H are
//! stoppers, a play cannot go on forever in −H alone, and the condition is survival.

use ishitori_values::{LimitReached, Player};
use rustc_hash::FxHashMap;

use crate::store::{Loopy, LoopyStore, State, Vertex};

/// Codes with this bit are vertices that are being simplified; others are those of the store.
pub(crate) const LOCAL: u32 = 1 << 31;

/// Vertices that are being simplified.
#[derive(Default)]
pub(crate) struct Local {
    /// Left's and Right's options, as codes.
    pub(crate) rows: Vec<[Vec<u32>; 2]>,
    /// Whether no alternating play among them goes on forever.
    pub(crate) stopper: bool,
    pub(crate) memo: FxHashMap<State, bool>,
}

/// Where a move leads, if that is decided.
const LOST: u32 = u32::MAX;
const SAFE: u32 = u32::MAX - 1;

/// The game a − b from some state on, as a graph.
#[derive(Default)]
struct Product {
    states: Vec<State>,
    index: FxHashMap<State, u32>,
    /// Where the moves of each state begin in `moves`.
    starts: Vec<usize>,
    /// Where moves lead, and whether they are made in b.
    moves: Vec<(u32, bool)>,
    /// Whether some b is not a stopper.
    endless: bool,
}

impl Product {
    fn moves(&self, s: usize) -> &[(u32, bool)] {
        &self.moves[self.starts[s]..self.starts[s + 1]]
    }

    fn bytes(&self) -> u64 {
        (self.states.len() * 64 + self.moves.len() * 16) as u64
    }
}

impl LoopyStore<'_> {
    /// Whether G ≥ H: that both sides are (Siegel, CGT, VI.4). The cost of at most two products of
    /// their graphs.
    pub fn geq(&mut self, g: Loopy, h: Loopy) -> Result<bool, LimitReached> {
        if !self.vertex_geq(g.onside, h.onside)? {
            return Ok(false);
        }
        if self.as_stopper(g).is_some() && self.as_stopper(h).is_some() {
            return Ok(true);
        }
        // G ≥⁻ H if and only if −H ≥⁺ −G.
        let (g, h) = (self.negative_vertex(g.offside)?, self.negative_vertex(h.offside)?);
        self.vertex_geq(h, g)
    }

    /// Whether one onside is at least another.
    pub(crate) fn vertex_geq(&mut self, a: Vertex, b: Vertex) -> Result<bool, LimitReached> {
        self.survives(&mut Local::default(), (a.0, b.0, false))
    }

    /// Whether Left survives a − b from a state on, with endlessly many moves in a if the play does
    /// not end. O(states + moves) if b is a stopper; otherwise times the number of rounds in which
    /// Right finds new states from which he can stay in b.
    pub(crate) fn survives(
        &mut self,
        local: &mut Local,
        start: State,
    ) -> Result<bool, LimitReached> {
        if let Some(known) = self.known(local, start)? {
            return Ok(known);
        }
        let product = self.product(local, start)?;
        let lost = self.lost(&product)?;
        for (state, lost) in product.states.iter().zip(&lost) {
            let memo = match (state.0 | state.1) & LOCAL {
                0 => &mut self.order,
                _ => &mut local.memo,
            };
            memo.insert(*state, !lost);
        }
        Ok(!lost[0])
    }

    fn known(&mut self, local: &Local, state: State) -> Result<Option<bool>, LimitReached> {
        let (a, b, left) = state;
        if a == b && !left {
            return Ok(Some(true));
        }
        if (a | b) & LOCAL != 0 {
            return Ok(local.memo.get(&state).copied());
        }
        if let (Some(g), Some(h)) = (self.as_short(Vertex(a)), self.as_short(Vertex(b))) {
            return Ok(Some(if left {
                !self.session.leq(g, h)?
            } else {
                self.session.leq(h, g)?
            }));
        }
        Ok(self.order.get(&state).copied())
    }

    /// The options behind a code, as codes.
    pub(crate) fn codes(
        &mut self,
        local: &Local,
        code: u32,
        player: Player,
        into: &mut Vec<u32>,
    ) -> Result<(), LimitReached> {
        if code & LOCAL != 0 {
            into.extend_from_slice(&local.rows[(code ^ LOCAL) as usize][player as usize]);
        } else {
            self.resolve(Vertex(code))?;
            into.extend(self.resolved(Vertex(code), player).iter().map(|v| v.0));
        }
        Ok(())
    }

    fn product(&mut self, local: &Local, start: State) -> Result<Product, LimitReached> {
        let mut product = Product { starts: vec![0], ..Product::default() };
        product.states.push(start);
        product.index.insert(start, 0);
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        let mut at = 0;
        while at < product.states.len() {
            let (a, b, left) = product.states[at];
            at += 1;
            self.step(product.bytes())?;
            let stopper = match b & LOCAL {
                0 => self.is_stopper(Vertex(b)),
                _ => local.stopper,
            };
            product.endless |= !stopper;
            let mover = if left { Player::Left } else { Player::Right };
            ours.clear();
            theirs.clear();
            self.codes(local, a, mover, &mut ours)?;
            self.codes(local, b, mover.opponent(), &mut theirs)?;
            let in_a = ours.iter().map(|&a| ((a, b, !left), false));
            let in_b = theirs.iter().map(|&b| ((a, b, !left), true));
            for (next, in_b) in in_a.chain(in_b) {
                let to = match self.known(local, next)? {
                    Some(true) => SAFE,
                    Some(false) => LOST,
                    None => {
                        let fresh = product.states.len() as u32;
                        let to = *product.index.entry(next).or_insert(fresh);
                        if to == fresh {
                            product.states.push(next);
                        }
                        to
                    }
                };
                product.moves.push((to, in_b));
            }
            product.starts.push(product.moves.len());
        }
        Ok(product)
    }

    /// The states that Left does not survive.
    fn lost(&mut self, product: &Product) -> Result<Vec<bool>, LimitReached> {
        let n = product.states.len();
        // For each state those that lead to it.
        let mut before = vec![Vec::new(); n];
        let mut left_to_try = vec![0u32; n];
        let (mut lost, mut queue) = (vec![false; n], Vec::new());
        for s in 0..n {
            let moves = product.moves(s);
            for &(to, _) in moves {
                if (to as usize) < n {
                    before[to as usize].push(s as u32);
                }
            }
            left_to_try[s] = moves.iter().filter(|m| m.0 != LOST).count() as u32;
            let left = product.states[s].2;
            let decided =
                if left { left_to_try[s] == 0 } else { moves.iter().any(|m| m.0 == LOST) };
            if decided {
                lost[s] = true;
                queue.push(s);
            }
        }
        loop {
            while let Some(s) = queue.pop() {
                for &from in &before[s] {
                    let from = from as usize;
                    if lost[from] {
                        continue;
                    }
                    left_to_try[from] -= 1;
                    if !product.states[from].2 || left_to_try[from] == 0 {
                        lost[from] = true;
                        queue.push(from);
                    }
                }
            }
            if !product.endless {
                return Ok(lost);
            }
            self.step(product.bytes())?;
            queue = stays(product, &lost, &before);
            if queue.is_empty() {
                return Ok(lost);
            }
            queue.iter().for_each(|&s| lost[s] = true);
        }
    }
}

/// The states outside of `lost` from which Right can have all moves made in b, forever or until
/// Left is lost: the greatest set in which he has a move in b that stays in it, and every move of
/// hers is in b and stays in it or is lost.
fn stays(product: &Product, lost: &[bool], before: &[Vec<u32>]) -> Vec<usize> {
    let n = product.states.len();
    let mut inside: Vec<bool> = lost.iter().map(|lost| !lost).collect();
    let is_lost = |to: u32| to == LOST || (to != SAFE && lost[to as usize]);
    let holds = |s: usize, inside: &[bool]| {
        let stays = |to: u32| to < SAFE && inside[to as usize];
        let mut moves = product.moves(s).iter();
        if product.states[s].2 {
            moves.all(|&(to, in_b)| is_lost(to) || (in_b && stays(to)))
        } else {
            moves.any(|&(to, in_b)| in_b && stays(to))
        }
    };
    let mut queue: Vec<usize> = (0..n).filter(|&s| inside[s]).collect();
    while let Some(s) = queue.pop() {
        if inside[s] && !holds(s, &inside) {
            inside[s] = false;
            queue.extend(before[s].iter().map(|&s| s as usize).filter(|&s| inside[s]));
        }
    }
    (0..n).filter(|&s| inside[s]).collect()
}
