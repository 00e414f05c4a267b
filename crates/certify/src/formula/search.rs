//! The search for integers that satisfy a condition.
//!
//! All words are tried, shortest first, one bit of a letter after the other; what was seen is not tried again.
//! A condition of which a part is settled goes on with the others only. So nothing needs to be made small, and
//! what the search has seen is all there is.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

use crate::limits::Meter;
use crate::verdict::Rejection;

use super::data::AutomatonData;
use super::machine::{ANY, Machine, NO, YES};
use super::numeration::{self, Numeration};
use super::reader::{Atom, Tree, few};

/// Whether no integers on the tracks satisfy a condition. O(places reached · atoms).
pub(super) fn impossible(
    tree: &Tree,
    atoms: &[Atom],
    tracks: usize,
    automata: &[AutomatonData],
    meter: &mut Meter,
) -> Result<bool, Rejection> {
    match numeration::of_all(automata)? {
        None => impossible_in(None, tree, atoms, tracks, automata, meter),
        Some(base) => {
            // Not every word is a number.
            let mut atoms = atoms.to_vec();
            let mut all = Vec::new();
            for track in 0..tracks {
                all.push(Tree::Atom(atoms.len()));
                atoms.push(Atom::Number(track));
            }
            all.push(tree.clone());
            impossible_in(Some(&base), &Tree::All(all), &atoms, tracks, automata, meter)
        }
    }
}

/// The same for words in a base.
fn impossible_in(
    base: Option<&Numeration>,
    tree: &Tree,
    atoms: &[Atom],
    tracks: usize,
    automata: &[AutomatonData],
    meter: &mut Meter,
) -> Result<bool, Rejection> {
    few(tracks)?;
    for atom in atoms {
        if let Atom::Some(shared, automata) = atom {
            automata.iter().try_for_each(|&(_, own)| few(shared.saturating_add(own)))?;
        }
    }
    let order = order(atoms, tracks);
    let mut machines = Vec::new();
    for atom in atoms {
        machines.push(Machine::new(atom, &order, automata, base, meter)?);
    }
    // The machines that read each track.
    let readers: Vec<Vec<usize>> = order
        .iter()
        .map(|t| (0..machines.len()).filter(|&m| machines[m].own.contains(t)).collect())
        .collect();
    let mut settling = Settling { tree, known: HashMap::new() };
    let mut start = Vec::new();
    for machine in &mut machines {
        start.push(machine.start(meter)?);
    }
    match settling.simplify(&mut start, meter)? {
        Some(true) => return Ok(false),
        Some(false) => return Ok(true),
        None => {}
    }
    let mut seen = SeenLists::new(machines.len() + 1);
    // The beginning is no end of a word, wherever else the same places are.
    let levels = u32::try_from(order.len()).unwrap_or(u32::MAX);
    start.push(levels);
    seen.insert(&start, meter)?;
    let cost = 8 * machines.len() as u64 + 32;
    let mut at = 0;
    let mut next = Vec::new();
    while at < seen.len() {
        for bit in [false, true] {
            next.clear();
            next.extend_from_slice(seen.get(at));
            let level = next.pop().filter(|&level| level < levels).unwrap_or(0);
            let mut settled = false;
            let mut read = false;
            for &m in &readers[level as usize] {
                if next[m] > ANY {
                    next[m] = machines[m].step(next[m], bit, meter)?;
                    settled |= next[m] <= YES;
                    read = true;
                }
            }
            meter.spend(cost)?;
            if settled {
                match settling.simplify(&mut next, meter)? {
                    Some(true) => return Ok(false),
                    Some(false) => continue,
                    None => {}
                }
            }
            let over = level + 1 == levels;
            next.push(if over { 0 } else { level + 1 });
            let new = seen.insert(&next, meter)?;
            if new && over {
                let holds = |m: usize| match next[m] {
                    ANY => None,
                    place => Some(machines[m].accepts(place)),
                };
                if tree.truth(&holds) == Some(true) {
                    return Ok(false);
                }
            }
            if !read {
                break;
            }
        }
        at += 1;
    }
    Ok(true)
}

/// Rounds in which tracks move closer to those with which they stand in conditions.
const ROUNDS: usize = 16;

/// The order in which tracks are read: those of a condition close to each other, so that it is settled soon. Tracks
/// move to the middle of their conditions, round by round (F. A. Aloul, I. L. Markov, K. A. Sakallah, *FORCE: a fast and
/// easy-to-implement variable-ordering heuristic*, GLSVLSI 2003); the best order met is taken. Any will do.
fn order(atoms: &[Atom], tracks: usize) -> Vec<usize> {
    let groups: Vec<Vec<usize>> = atoms.iter().map(Atom::tracks).collect();
    let mut order: Vec<usize> = (0..tracks).collect();
    let mut best = (usize::MAX, order.clone());
    for _ in 0..ROUNDS {
        let mut place = vec![0; tracks];
        order.iter().enumerate().for_each(|(at, &track)| place[track] = at);
        let places = |group: &Vec<usize>| group.iter().map(|&t| place[t]).collect::<Vec<_>>();
        let span = |group: &Vec<usize>| {
            let places = places(group);
            let (first, last) = (places.iter().min(), places.iter().max());
            last.zip(first).map_or(0, |(last, first)| last - first)
        };
        let cost: usize = groups.iter().map(span).sum();
        if cost < best.0 {
            best = (cost, order.clone());
        }
        // Twice the middle of each group, in parts of 1/1024.
        let mut pull = vec![(0, 0); tracks];
        for group in groups.iter().filter(|group| !group.is_empty()) {
            let sum: usize = places(group).iter().sum();
            for &track in group {
                pull[track].0 += sum * 1024 / group.len();
                pull[track].1 += 1;
            }
        }
        let to = |track: usize| match pull[track] {
            (_, 0) => place[track] * 1024,
            (sum, count) => sum / count,
        };
        order.sort_by_key(|&track| to(track));
    }
    best.1
}

/// The truth if it is settled, and the atoms that still matter.
type Settled = (Option<bool>, Box<[bool]>);

/// What follows from the atoms that are settled.
struct Settling<'t> {
    tree: &'t Tree,
    /// For each pattern of settled atoms what follows.
    known: HashMap<Box<[u32]>, Settled>,
}

impl Settling<'_> {
    /// The truth if it is settled; else the atoms that do not matter any more are marked.
    fn simplify(
        &mut self,
        places: &mut [u32],
        meter: &mut Meter,
    ) -> Result<Option<bool>, Rejection> {
        let pattern: Box<[u32]> = places.iter().map(|&place| place.min(ANY)).collect();
        if !self.known.contains_key(&pattern) {
            let holds = |m: usize| match pattern[m] {
                NO => Some(false),
                YES => Some(true),
                _ => None,
            };
            let truth = self.tree.truth(&holds);
            let mut open = vec![false; places.len()];
            self.tree.open(&holds, &mut |m| open[m] = true);
            meter.reserve(pattern.len() as u128 * 5 + 160)?;
            self.known.insert(pattern.clone(), (truth, open.into()));
        }
        let (truth, open) = &self.known[&pattern];
        for (place, open) in places.iter_mut().zip(open) {
            if !open && *place > YES {
                *place = ANY;
            }
        }
        Ok(*truth)
    }
}

/// Lists of equal length that were seen, in the order in which they were.
struct SeenLists {
    width: usize,
    all: Vec<u32>,
    /// Hashes of lists and their numbers; a power of two of places, at most half of them full.
    table: Vec<(u32, u32)>,
    /// Numbers that are unknown to the author of a document, so that no lists can be chosen whose hashes are alike.
    keys: [u64; 2],
}

const EMPTY: (u32, u32) = (0, u32::MAX);

impl SeenLists {
    fn new(width: usize) -> SeenLists {
        let random = RandomState::new();
        let keys = [random.hash_one(0_u8), random.hash_one(1_u8) | 1];
        SeenLists { width, all: Vec::new(), table: Vec::new(), keys }
    }

    fn len(&self) -> usize {
        self.all.len() / self.width
    }

    fn get(&self, number: usize) -> &[u32] {
        &self.all[number * self.width..(number + 1) * self.width]
    }

    fn hash(&self, list: &[u32]) -> u64 {
        list.iter().fold(self.keys[0], |hash, &item| {
            let mixed = (hash ^ u64::from(item)).wrapping_mul(self.keys[1]);
            mixed ^ mixed.rotate_right(29)
        })
    }

    /// Adds a list; whether it is new.
    fn insert(&mut self, list: &[u32], meter: &mut Meter) -> Result<bool, Rejection> {
        if self.len() * 2 >= self.table.len() {
            self.grow(meter)?;
        }
        let mask = self.table.len() - 1;
        let hash = self.hash(list);
        let (low, mut at) = (low(hash), place(hash, mask));
        while self.table[at] != EMPTY {
            let (found, number) = self.table[at];
            if found == low && self.get(number as usize) == list {
                return Ok(false);
            }
            at = (at + 1) & mask;
        }
        self.table[at] = (low, u32::try_from(self.len()).unwrap_or(u32::MAX));
        for &item in list {
            meter.push(&mut self.all, item)?;
        }
        Ok(true)
    }

    fn grow(&mut self, meter: &mut Meter) -> Result<(), Rejection> {
        let (before, size) = (self.table.len(), (self.table.len() * 2).max(16));
        let mut table = meter.filled(EMPTY, size as u128)?;
        for number in 0..self.len() {
            let hash = self.hash(self.get(number));
            let mut at = place(hash, size - 1);
            while table[at] != EMPTY {
                at = (at + 1) & (size - 1);
            }
            table[at] = (low(hash), u32::try_from(number).unwrap_or(u32::MAX));
        }
        self.table = table;
        meter.release(before as u64 * size_of_val(&EMPTY) as u64);
        Ok(())
    }
}

/// The half of a hash that is kept.
fn low(hash: u64) -> u32 {
    u32::try_from(hash & u64::from(u32::MAX)).unwrap_or(0)
}

/// The place in a table for the other half.
fn place(hash: u64, mask: usize) -> usize {
    usize::try_from(hash >> 32).unwrap_or(0) & mask
}
