//! Conditions on integers that are read bit by bit, and the search for integers that satisfy them.
//!
//! The numbers are read in two's complement from the signs down, one bit of each per letter. Every
//! simple condition keeps a little state; a whole condition is a tree over them. All words are
//! tried, breadth first, states that were seen are not tried again. So nothing needs to be
//! determinised or made small.

use std::collections::HashSet;

use crate::condition::Condition;
use crate::limits::Meter;
use crate::verdict::Rejection;

use super::data::AutomatonData;
use super::form::{Form, MAX_TRACKS, START, Values};

/// A condition with a state of its own.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Atom {
    /// The form is at most 0.
    AtMostZero(Form),
    /// The form is 0.
    Zero(Form),
    /// The third track is the result for the first two: xor (0), and (1), or (2).
    Bits(u8, [usize; 3]),
    /// An automaton by its number, its tracks those listed.
    Automaton(usize, Vec<usize>),
}

/// A condition made of atoms, by their numbers.
#[derive(Clone, Debug)]
pub(super) enum Tree {
    Atom(usize),
    All(Vec<Tree>),
    Any(Vec<Tree>),
    Not(Box<Tree>),
}

/// States that stay for ever.
const NEVER: i64 = i64::MAX;
const ALWAYS: i64 = i64::MAX - 1;

/// The number of a state of an automaton; the first one at the beginning.
fn number_of(state: i64) -> usize {
    // Other states of automata come from numbers of 32 bits.
    if state == START { 0 } else { usize::try_from(state).unwrap_or(usize::MAX) }
}

impl AutomatonData {
    fn accepts(&self, state: i64) -> bool {
        u32::try_from(state).is_ok_and(|state| self.accepting.binary_search(&state).is_ok())
    }
}

impl Atom {
    /// The state after a letter.
    fn step(&self, state: i64, letter: u32, automata: &[AutomatonData]) -> i64 {
        let bit = |track: usize| i64::from(letter >> track & 1);
        match self {
            Atom::AtMostZero(form) | Atom::Zero(form) => {
                if state == NEVER || state == ALWAYS {
                    return state;
                }
                let Values { value, high, low, wanted } = form.values(state, letter);
                let equation = matches!(self, Atom::Zero(_));
                if value <= high.saturating_neg() && value < wanted {
                    if equation { NEVER } else { ALWAYS }
                } else if value >= low && value > wanted {
                    NEVER
                } else {
                    value
                }
            }
            Atom::Bits(operation, [a, b, result]) => {
                let (a, b) = (bit(*a), bit(*b));
                let wanted = match operation {
                    0 => a ^ b,
                    1 => a & b,
                    _ => a | b,
                };
                if state == NEVER || wanted != bit(*result) { NEVER } else { 0 }
            }
            Atom::Automaton(number, tracks) => {
                let automaton = &automata[*number];
                let mut at = automaton.states[number_of(state)];
                while at % 2 == 1 {
                    let [track, low, high] = automaton.nodes[at as usize / 2];
                    at = if bit(tracks[track as usize]) == 1 { high } else { low };
                }
                i64::from(at / 2)
            }
        }
    }

    /// Whether a word may end here.
    fn accepts(&self, state: i64, automata: &[AutomatonData]) -> bool {
        match self {
            Atom::AtMostZero(form) => state == ALWAYS || (state != NEVER && state <= form.wanted()),
            Atom::Zero(form) => state == form.wanted(),
            Atom::Bits(..) => state != NEVER,
            Atom::Automaton(number, _) => automata[*number].accepts(state),
        }
    }

    /// What is settled whatever follows.
    fn settled(&self, state: i64) -> Option<bool> {
        match (self, state) {
            (Atom::Automaton(..), _) => None,
            (_, NEVER) => Some(false),
            (_, ALWAYS) => Some(true),
            _ => None,
        }
    }
}

impl Tree {
    /// The truth, if it follows from what is known of the atoms.
    fn truth(&self, atom: &impl Fn(usize) -> Option<bool>) -> Option<bool> {
        match self {
            Tree::Atom(number) => atom(*number),
            Tree::Not(tree) => tree.truth(atom).map(|t| !t),
            Tree::All(trees) => {
                let mut known = Some(true);
                for tree in trees {
                    match tree.truth(atom) {
                        Some(false) => return Some(false),
                        None => known = None,
                        Some(true) => {}
                    }
                }
                known
            }
            Tree::Any(trees) => {
                let mut known = Some(false);
                for tree in trees {
                    match tree.truth(atom) {
                        Some(true) => return Some(true),
                        None => known = None,
                        Some(false) => {}
                    }
                }
                known
            }
        }
    }
}

/// Refuses a search on more tracks than there can be: their letters are bits of one number.
fn few(tracks: usize) -> Result<(), Rejection> {
    match tracks {
        0..=MAX_TRACKS => Ok(()),
        _ => Err(Rejection::Proof(Condition::FormulaTracks)),
    }
}

/// Whether no integers on the tracks satisfy a condition. O(states · 2^tracks · atoms).
pub(super) fn impossible(
    tree: &Tree,
    atoms: &[Atom],
    tracks: usize,
    automata: &[AutomatonData],
    meter: &mut Meter,
) -> Result<bool, Rejection> {
    few(tracks)?;
    let start: Box<[i64]> = vec![START; atoms.len()].into();
    let mut seen: HashSet<Box<[i64]>> = HashSet::from([start.clone()]);
    let mut queue = vec![start];
    while let Some(state) = queue.pop() {
        for letter in 0..1u32 << tracks {
            let next: Box<[i64]> =
                atoms.iter().zip(&state).map(|(a, &s)| a.step(s, letter, automata)).collect();
            if tree.truth(&|i| Some(atoms[i].accepts(next[i], automata))) == Some(true) {
                return Ok(false);
            }
            if tree.truth(&|i| atoms[i].settled(next[i])) == Some(false) {
                continue;
            }
            if !seen.contains(&next) {
                // Each state is kept twice, with room for the tables that hold it.
                meter.reserve(atoms.len() as u128 * 16 + 160)?;
                seen.insert(next.clone());
                queue.push(next);
            }
        }
        meter.spend((atoms.len() as u64 + 4) << tracks)?;
    }
    Ok(true)
}

/// Refuses an automaton whose parts do not fit together, or whose answer depends on how often the
/// signs are repeated. O(size + 2^tracks).
pub(super) fn valid(
    automaton: &AutomatonData,
    tracks: usize,
    meter: &mut Meter,
) -> Result<(), Rejection> {
    let wrong = || Rejection::Proof(Condition::FormulaAutomaton);
    few(tracks)?;
    let states = automaton.states.len() as u64;
    let fits = |r: u32, before: usize| match r % 2 {
        0 => u64::from(r / 2) < states,
        _ => (r as usize / 2) < before,
    };
    let nodes_fit =
        automaton.nodes.iter().enumerate().all(|(i, &[track, low, high])| {
            (track as usize) < tracks && fits(low, i) && fits(high, i)
        });
    let states_fit = automaton.states.iter().all(|&r| fits(r, automaton.nodes.len()));
    let accepting = &automaton.accepting;
    let increasing = accepting.windows(2).all(|pair| pair[0] < pair[1]);
    let accepting_fit = accepting.last().is_none_or(|&s| u64::from(s) < states);
    if states == 0 || !nodes_fit || !states_fit || !increasing || !accepting_fit {
        return Err(wrong());
    }
    let atom = Atom::Automaton(0, (0..tracks).collect());
    let all = std::slice::from_ref(automaton);
    for letter in 0..1u32 << tracks {
        let once = atom.step(START, letter, all);
        if atom.step(once, letter, all) != once {
            return Err(wrong());
        }
    }
    meter.spend((automaton.nodes.len() as u64 + states).saturating_add(8 << tracks))
}

/// Whether every tuple on the first `shared` tracks that satisfies a condition is in some of the
/// automata with some integers on the further tracks. `tracks` are those of the condition; an
/// automaton has the first `shared` of them and then its own. O(sets · 2^tracks · sizes).
pub(super) fn covered(
    (tree, atoms, tracks): (&Tree, &[Atom], usize),
    shared: usize,
    witnesses: &[(usize, usize)],
    automata: &[AutomatonData],
    meter: &mut Meter,
) -> Result<bool, Rejection> {
    few(tracks)?;
    witnesses.iter().try_for_each(|&(_, own)| few(shared.saturating_add(own)))?;
    // All states of all automata after a letter on the shared tracks and any on their own.
    let after = |set: &[(usize, i64)], letter: u32| {
        let mut next: Vec<(usize, i64)> = Vec::new();
        for &(witness, state) in set {
            let (number, own) = witnesses[witness];
            let atom = Atom::Automaton(number, (0..shared + own).collect());
            let base = letter & ((1 << shared) - 1);
            for more in 0..1u32 << own {
                next.push((witness, atom.step(state, base | more << shared, automata)));
            }
        }
        next.sort_unstable();
        next.dedup();
        next
    };
    type Pair = (Box<[i64]>, Vec<(usize, i64)>);
    let start: Pair = (
        vec![START; atoms.len()].into(),
        (0..witnesses.len()).map(|witness| (witness, START)).collect(),
    );
    let mut seen: HashSet<Pair> = HashSet::from([start.clone()]);
    let mut queue = vec![(start, true)];
    while let Some(((state, set), first)) = queue.pop() {
        for letter in 0..1u32 << tracks {
            let next: Box<[i64]> =
                atoms.iter().zip(&state).map(|(a, &s)| a.step(s, letter, automata)).collect();
            if tree.truth(&|i| atoms[i].settled(next[i])) == Some(false) {
                continue;
            }
            let mut reached = after(&set, letter);
            // Numbers that only the automata know may be longer: signs are repeated.
            let mut grows = first;
            while grows {
                let mut more = after(&reached, letter);
                more.extend(&reached);
                more.sort_unstable();
                more.dedup();
                grows = more != reached;
                reached = more;
            }
            meter.spend(reached.len() as u64 * 8 + atoms.len() as u64)?;
            let inside = reached
                .iter()
                .any(|&(witness, state)| automata[witnesses[witness].0].accepts(state));
            let wanted = tree.truth(&|i| Some(atoms[i].accepts(next[i], automata)));
            if wanted == Some(true) && !inside {
                return Ok(false);
            }
            let pair = (next, reached);
            if !seen.contains(&pair) {
                meter.reserve(pair.1.len() as u128 * 32 + pair.0.len() as u128 * 16 + 240)?;
                seen.insert(pair.clone());
                queue.push((pair, false));
            }
        }
    }
    Ok(true)
}
