//! Conditions on integers that are read bit by bit.
//!
//! The numbers are read in two's complement from the signs down, one bit of each per letter. Every
//! simple condition keeps a little state; a whole condition is a tree over them.

use crate::condition::Condition;
use crate::limits::Meter;
use crate::verdict::Rejection;

use super::data::AutomatonData;
use super::form::{Form, MAX_TRACKS};
use super::numeration::{Numeration, only_numbers};

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
    /// There are integers with which one of some automata holds: its first tracks are the first tracks of the
    /// condition, so many, and the integers are on its further tracks. Automata by their numbers, each with how
    /// many tracks of its own.
    Some(usize, Vec<(usize, usize)>),
    /// A number is on the track, where not every word is one: in another base than 2.
    Number(usize),
}

/// A condition made of atoms, by their numbers.
#[derive(Clone, Debug)]
pub(super) enum Tree {
    Atom(usize),
    All(Vec<Tree>),
    Any(Vec<Tree>),
    Not(Box<Tree>),
}

impl Atom {
    /// The tracks that are read. O(tracks).
    pub(super) fn tracks(&self) -> Vec<usize> {
        match self {
            Atom::AtMostZero(form) | Atom::Zero(form) => {
                form.terms.iter().map(|&(track, _)| track).collect()
            }
            Atom::Bits(_, tracks) => tracks.to_vec(),
            Atom::Automaton(_, tracks) => tracks.clone(),
            Atom::Some(shared, _) => (0..*shared).collect(),
            Atom::Number(track) => vec![*track],
        }
    }
}

impl Tree {
    /// The truth, if it follows from what is known of the atoms. O(size).
    pub(super) fn truth(&self, atom: &impl Fn(usize) -> Option<bool>) -> Option<bool> {
        let (trees, decides) = match self {
            Tree::Atom(number) => return atom(*number),
            Tree::Not(tree) => return tree.truth(atom).map(|t| !t),
            Tree::All(trees) => (trees, false),
            Tree::Any(trees) => (trees, true),
        };
        let mut known = Some(!decides);
        for tree in trees {
            match tree.truth(atom) {
                Some(t) if t == decides => return Some(decides),
                Some(_) => {}
                None => known = None,
            }
        }
        known
    }

    /// Calls `found` for the atoms on which the truth may still depend. O(size · depth).
    pub(super) fn open(
        &self,
        atom: &impl Fn(usize) -> Option<bool>,
        found: &mut impl FnMut(usize),
    ) {
        if self.truth(atom).is_some() {
            return;
        }
        match self {
            Tree::Atom(number) => found(*number),
            Tree::Not(tree) => tree.open(atom, found),
            Tree::All(trees) | Tree::Any(trees) => {
                trees.iter().for_each(|tree| tree.open(atom, found));
            }
        }
    }
}

/// Refuses a search on more tracks than there can be: the bits of a letter are those of one number.
pub(super) fn few(tracks: usize) -> Result<(), Rejection> {
    match tracks {
        0..=MAX_TRACKS => Ok(()),
        _ => Err(Rejection::Proof(Condition::FormulaTracks)),
    }
}

impl AutomatonData {
    /// The state after a letter.
    fn after(&self, state: u32, letter: u32) -> u32 {
        let mut at = self.states[state as usize];
        while at % 2 == 1 {
            let [track, low, high] = self.nodes[at as usize / 2];
            at = if letter >> track & 1 == 1 { high } else { low };
        }
        at / 2
    }
}

/// Refuses an automaton whose parts do not fit together, or whose answer depends on how often the
/// signs are repeated. O(size + 2^tracks). In another base than 2: on how many zeros stand before numbers, or that accepts
/// what is no number.
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
    let numeration = automaton.base.as_deref().map(Numeration::read).transpose()?;
    for letter in 0..1u32 << tracks {
        let once = automaton.after(0, letter);
        let again = match &numeration {
            None => automaton.after(once, letter),
            Some(base) => (0..base.letters()).fold(once, |state, _| automaton.after(state, 0)),
        };
        if again != once {
            return Err(wrong());
        }
    }
    if let Some(numeration) = &numeration {
        only_numbers(automaton, tracks, numeration, meter)?;
    }
    meter.spend((automaton.nodes.len() as u64 + states).saturating_add(8 << tracks))
}
