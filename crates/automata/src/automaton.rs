//! Automata that read tuples of integers.
//!
//! All numbers of a tuple are read at once, one bit of each per letter, from the most significant
//! bit on, in two's complement: the first letter is the signs. A number may be written with its
//! sign repeated, and an automaton answers the same for every way of writing, so that a set of
//! tuples has exactly one minimal automaton. Reading from the top decides inequalities early
//! (x − y = 5 after some letters stays positive whatever follows), which keeps the automata of
//! linear arithmetic small: B. Boigelot, P. Wolper, *Representing arithmetic constraints with finite
//! automata: an overview*, ICLP 2002.
//!
//! In other numeration systems ([`Base`]) digits follow the signs, those of the absolute values. Not every word of
//! digits is that of a number there. An automaton accepts none that is not, so that again a set has exactly one
//! minimal automaton; what is outside a set is taken within the words of numbers.

use ishitori_values::LimitReached;
use rustc_hash::FxHashMap;

use crate::base::Base;
use crate::diagram::{Diagrams, Node, Ref, Track};
use crate::minimise::minimise;
use crate::numbers::small;
use crate::work::Work;

/// A set of tuples of integers, one number for each track.
///
/// ```
/// use ishitori_automata::{Automaton, Linear, Work};
/// use ishitori_values::Budget;
/// let budget = Budget::unlimited();
/// let mut work = Work::new(&budget);
/// // Track 0 is at most twice track 1.
/// let set = Automaton::at_most_zero(&Linear::of(&[(0, 1), (1, -2)], 0).unwrap(), &mut work).unwrap();
/// assert!(set.contains(&[(0, 6), (1, 3)]) && !set.contains(&[(0, 7), (1, 3)]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    /// The tracks, increasing.
    pub(crate) tracks: Vec<Track>,
    pub(crate) nodes: Vec<Node>,
    /// The transitions of each state; the first state is the one at the beginning.
    pub(crate) roots: Vec<Ref>,
    /// Whether a word may end in a state. For the first state, as after a letter of zeros.
    pub(crate) accepting: Vec<bool>,
    /// The state that accepts nothing whatever follows.
    pub(crate) dead: Option<u32>,
    /// The state that accepts everything.
    pub(crate) full: Option<u32>,
    /// How numbers are written; in base 2 if there are no tracks.
    pub(crate) base: Base,
}

impl Automaton {
    /// All tuples, or none. O(1).
    pub fn constant(holds: bool) -> Automaton {
        Automaton {
            tracks: Vec::new(),
            nodes: Vec::new(),
            roots: vec![Ref::leaf(0)],
            accepting: vec![holds],
            dead: (!holds).then_some(0),
            full: holds.then_some(0),
            base: Base::binary(),
        }
    }

    /// From parts, made minimal.
    pub(crate) fn build(
        tracks: Vec<Track>,
        nodes: Vec<Node>,
        roots: Vec<Ref>,
        accepting: Vec<bool>,
        work: &mut Work<'_>,
    ) -> Result<Automaton, LimitReached> {
        let base = work.base().clone();
        let raw = Automaton { tracks, nodes, roots, accepting, dead: None, full: None, base };
        minimise(&raw, work)
    }

    /// The tracks, increasing. O(1).
    pub fn tracks(&self) -> &[Track] {
        &self.tracks
    }

    /// How many states there are. O(1).
    pub fn states(&self) -> usize {
        self.roots.len()
    }

    /// How many nodes the diagrams have. O(1).
    pub fn diagram_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// Whether no tuple is in the set. O(1), since automata are minimal.
    pub fn is_empty(&self) -> bool {
        self.dead == Some(0)
    }

    /// How numbers are written. O(1).
    pub fn base(&self) -> &Base {
        &self.base
    }

    /// Whether every tuple is in the set, in base 2. O(1).
    pub fn is_everything(&self) -> bool {
        self.full == Some(0)
    }

    /// Memory in use. O(1).
    pub fn bytes(&self) -> u64 {
        (self.nodes.len() * size_of::<Node>() + self.roots.len() * 5) as u64
    }

    /// The state after a letter; `bit` is asked for tracks.
    pub(crate) fn step(&self, state: u32, mut bit: impl FnMut(Track) -> bool) -> u32 {
        let mut at = self.roots[state as usize];
        loop {
            match at.state() {
                Some(state) => return state,
                None => {
                    let node = self.nodes[at.index()];
                    at = if bit(node.track) { node.high } else { node.low };
                }
            }
        }
    }

    /// Whether a tuple is in the set: numbers by track; tracks that are not named are 0. O(bits).
    pub fn contains(&self, numbers: &[(Track, i64)]) -> bool {
        let wide: Vec<(Track, i128)> = numbers.iter().map(|&(t, x)| (t, x.into())).collect();
        self.holds(&wide)
    }

    /// The tuples that are not in the set. O(states); in other bases than 2 times the states of the words of numbers.
    pub fn complement(mut self, work: &mut Work<'_>) -> Result<Automaton, LimitReached> {
        self.accepting.iter_mut().for_each(|a| *a = !*a);
        std::mem::swap(&mut self.dead, &mut self.full);
        let tracks = self.tracks.clone();
        work.within_words(self, &tracks)
    }

    /// The set with its tracks named otherwise; two tracks may get the same name, which leaves the
    /// tuples where they are equal. O(nodes) if the order stays, else up to 2^tracks · nodes.
    pub fn rename(
        &self,
        name: impl Fn(Track) -> Track,
        work: &mut Work<'_>,
    ) -> Result<Automaton, LimitReached> {
        let named: Vec<Track> = self.tracks.iter().map(|&t| name(t)).collect();
        if named.windows(2).all(|pair| pair[0] < pair[1]) {
            let mut renamed = self.clone();
            renamed.nodes.iter_mut().for_each(|node| node.track = name(node.track));
            renamed.tracks = named;
            return Ok(renamed);
        }
        let mut tracks = named;
        tracks.sort_unstable();
        tracks.dedup();
        let mut diagrams = Diagrams::default();
        // Children come before their parents in `nodes`, by the way nodes are made.
        let mut moved: Vec<Ref> = Vec::with_capacity(self.nodes.len());
        let at = |r: Ref, moved: &[Ref]| match r.state() {
            Some(_) => r,
            None => moved[r.index()],
        };
        for (i, node) in self.nodes.iter().enumerate() {
            let (low, high) = (at(node.low, &moved), at(node.high, &moved));
            moved.push(diagrams.choose(name(node.track), low, high));
            if i.is_multiple_of(1 << 12) {
                work.look(self.states(), diagrams.bytes())?;
            }
        }
        let roots = self.roots.iter().map(|&r| at(r, &moved)).collect();
        Automaton::build(tracks, diagrams.nodes, roots, self.accepting.clone(), work)
    }

    /// A tuple of the set whose largest number is as short as possible, and of those the first one
    /// met; `None` if there is none. O(states · tracks).
    pub fn shortest(&self) -> Option<Vec<(Track, i128)>> {
        if self.is_empty() {
            return None;
        }
        // Breadth first; for each state the state before and a letter, by the tracks that are 1.
        let mut before: Vec<Option<(u32, Vec<Track>)>> = vec![None; self.states()];
        let mut seen = vec![false; self.states()];
        let mut queue = std::collections::VecDeque::from([0u32]);
        let mut first = true;
        while let Some(state) = queue.pop_front() {
            let mut reached = Vec::new();
            self.letters(self.roots[state as usize], &mut Vec::new(), &mut reached);
            for (next, ones) in reached {
                // The state at the beginning counts as reached only by a word.
                if std::mem::replace(&mut seen[next as usize], true) {
                    continue;
                }
                if self.accepting[next as usize] {
                    return Some(self.tuple(&before, state, ones, first));
                }
                if next != 0 {
                    before[next as usize] = Some((state, ones));
                    queue.push_back(next);
                }
            }
            first = false;
        }
        None
    }

    /// The states after one letter, each with a letter.
    fn letters(&self, at: Ref, ones: &mut Vec<Track>, reached: &mut Vec<(u32, Vec<Track>)>) {
        match at.state() {
            Some(state) => {
                if !reached.iter().any(|(s, _)| *s == state) {
                    reached.push((state, ones.clone()));
                }
            }
            None => {
                let node = self.nodes[at.index()];
                self.letters(node.low, ones, reached);
                ones.push(node.track);
                self.letters(node.high, ones, reached);
                ones.pop();
            }
        }
    }

    fn tuple(
        &self,
        before: &[Option<(u32, Vec<Track>)>],
        mut state: u32,
        last: Vec<Track>,
        first: bool,
    ) -> Vec<(Track, i128)> {
        let mut word = vec![last];
        if !first {
            while let Some((previous, ones)) = &before[state as usize] {
                word.push(ones.clone());
                state = *previous;
            }
        }
        word.reverse();
        if !self.base.is_binary() {
            let word = |track: Track| word.iter().map(|ones| ones.contains(&track)).collect();
            let value = |track: Track| {
                let word: Vec<bool> = word(track);
                self.base.integer(&word).unwrap_or(i128::MAX)
            };
            return self.tracks.iter().map(|&track| (track, value(track))).collect();
        }
        let value = |track: Track| {
            word.iter().enumerate().fold(0i128, |value, (i, ones)| {
                let bit = i128::from(ones.contains(&track));
                if i == 0 { -bit } else { value.wrapping_mul(2) + bit }
            })
        };
        self.tracks.iter().map(|&track| (track, value(track))).collect()
    }

    /// The states of words that do not matter to a set of numbers that are not negative: how many
    /// states can be reached and can still accept. O(states).
    pub fn live_states(&self) -> usize {
        self.states() - usize::from(self.dead.is_some())
    }
}

/// A map from keys to states in the order in which they are met.
#[derive(Debug)]
pub(crate) struct States<K> {
    pub(crate) numbers: FxHashMap<K, u32>,
    pub(crate) keys: Vec<K>,
}

impl<K: Clone + Eq + std::hash::Hash> States<K> {
    pub(crate) fn new() -> Self {
        States { numbers: FxHashMap::default(), keys: Vec::new() }
    }

    pub(crate) fn number(&mut self, key: K) -> u32 {
        let next = small(self.keys.len());
        *self.numbers.entry(key).or_insert_with_key(|key| {
            self.keys.push(key.clone());
            next
        })
    }
}
