//! The search by whole letters, as `proofs/Automata.v` has it: slow and plain. The search bit by bit agrees with it, and with trying
//! all small integers.

// Random numbers below 100.
#![allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap)]

use std::collections::HashSet;

use proptest::prelude::*;

use super::data::AutomatonData;
use super::form::Form;
use super::reader::{Atom, Tree};
use super::search::impossible;
use crate::limits::tests::unlimited;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum State {
    Start,
    Value(i64),
    Settled(bool),
    At(u32),
    Set(Vec<(usize, u32)>),
}

fn after(automaton: &AutomatonData, state: u32, bit: impl Fn(usize) -> bool) -> u32 {
    let mut at = automaton.states[state as usize];
    while at % 2 == 1 {
        let [track, low, high] = automaton.nodes[at as usize / 2];
        at = if bit(track as usize) { high } else { low };
    }
    at / 2
}

fn all_after(
    set: &[(usize, u32)],
    shared: usize,
    list: &[(usize, usize)],
    letter: u32,
    automata: &[AutomatonData],
) -> Vec<(usize, u32)> {
    let mut next = Vec::new();
    for &(at, state) in set {
        let (number, own) = list[at];
        for more in 0..1u32 << own {
            let bit = |t: usize| match t < shared {
                true => letter >> t & 1 == 1,
                false => more >> (t - shared) & 1 == 1,
            };
            next.push((at, after(&automata[number], state, bit)));
        }
    }
    next.sort_unstable();
    next.dedup();
    next
}

fn step(atom: &Atom, state: &State, letter: u32, automata: &[AutomatonData]) -> State {
    let bit = |track: usize| letter >> track & 1 == 1;
    match atom {
        Atom::AtMostZero(form) | Atom::Zero(form) => {
            let equation = matches!(atom, Atom::Zero(_));
            let sum: i64 = form.terms.iter().map(|&(t, a)| if bit(t) { a } else { 0 }).sum();
            let high: i64 = form.terms.iter().map(|&(_, a)| a.max(0)).sum();
            let low: i64 = form.terms.iter().map(|&(_, a)| (-a).max(0)).sum();
            let value = match state {
                State::Start => -sum,
                State::Value(value) => 2 * value + sum,
                settled => return settled.clone(),
            };
            if value <= -high && value < form.wanted() {
                State::Settled(!equation)
            } else if value >= low && value > form.wanted() {
                State::Settled(false)
            } else {
                State::Value(value)
            }
        }
        Atom::Bits(operation, [a, b, result]) => {
            let wanted = match operation {
                0 => bit(*a) ^ bit(*b),
                1 => bit(*a) & bit(*b),
                _ => bit(*a) | bit(*b),
            };
            match state {
                State::Settled(_) => state.clone(),
                _ if wanted != bit(*result) => State::Settled(false),
                _ => State::Value(0),
            }
        }
        Atom::Number(_) => State::Settled(true),
        Atom::Automaton(number, tracks) => {
            let before = if let State::At(state) = state { *state } else { 0 };
            State::At(after(&automata[*number], before, |t| bit(tracks[t])))
        }
        Atom::Some(shared, list) => match state {
            State::Set(set) => State::Set(all_after(set, *shared, list, letter, automata)),
            _ => {
                let start: Vec<(usize, u32)> = (0..list.len()).map(|at| (at, 0)).collect();
                let mut set = all_after(&start, *shared, list, letter, automata);
                loop {
                    let mut more = all_after(&set, *shared, list, letter, automata);
                    more.extend(&set);
                    more.sort_unstable();
                    more.dedup();
                    if more == set {
                        return State::Set(set);
                    }
                    set = more;
                }
            }
        },
    }
}

fn accepts(atom: &Atom, state: &State, automata: &[AutomatonData]) -> bool {
    match (atom, state) {
        (_, State::Settled(holds)) => *holds,
        (Atom::AtMostZero(form), State::Value(value)) => *value <= form.wanted(),
        (Atom::Zero(form), State::Value(value)) => *value == form.wanted(),
        (Atom::Automaton(number, _), State::At(state)) => {
            automata[*number].accepting.contains(state)
        }
        (Atom::Some(_, list), State::Set(set)) => {
            set.iter().any(|&(at, state)| automata[list[at].0].accepting.contains(&state))
        }
        _ => true,
    }
}

fn by_letters(tree: &Tree, atoms: &[Atom], tracks: usize, automata: &[AutomatonData]) -> bool {
    let start = vec![State::Start; atoms.len()];
    let mut seen = HashSet::from([start.clone()]);
    let mut queue = vec![start];
    while let Some(state) = queue.pop() {
        for letter in 0..1u32 << tracks {
            let next: Vec<State> =
                atoms.iter().zip(&state).map(|(a, s)| step(a, s, letter, automata)).collect();
            if tree.truth(&|i| Some(accepts(&atoms[i], &next[i], automata))) == Some(true) {
                return false;
            }
            if seen.insert(next.clone()) {
                queue.push(next);
            }
        }
    }
    true
}

/// Whether a condition without integers of automata's own holds for some integers from −8 to 7.
fn by_trying(tree: &Tree, atoms: &[Atom], tracks: usize) -> bool {
    (0..16i64.pow(u32::try_from(tracks).unwrap())).any(|code| {
        let number = |t: usize| code / 16i64.pow(u32::try_from(t).unwrap()) % 16 - 8;
        let holds = |i: usize| {
            let value = |form: &Form| {
                form.terms.iter().fold(form.constant, |sum, &(t, a)| sum + a * number(t))
            };
            Some(match &atoms[i] {
                Atom::AtMostZero(form) => value(form) <= 0,
                Atom::Zero(form) => value(form) == 0,
                Atom::Bits(0, [a, b, c]) => number(*a) ^ number(*b) == number(*c),
                Atom::Bits(1, [a, b, c]) => number(*a) & number(*b) == number(*c),
                Atom::Bits(_, [a, b, c]) => number(*a) | number(*b) == number(*c),
                Atom::Automaton(..) | Atom::Some(..) | Atom::Number(_) => return None,
            })
        };
        tree.truth(&holds) == Some(true)
    })
}

/// Numbers that look random.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    fn form(&mut self, tracks: usize) -> Form {
        let mut form = Form::number(self.below(9) as i64 - 4).unwrap();
        for _ in 0..self.below(4) {
            let (track, a) = (self.below(tracks), self.below(7) as i64 - 3);
            form = form.plus(&Form::track(track), a).unwrap();
        }
        form
    }

    /// Questions in any order, also twice for one track.
    fn automaton(&mut self, tracks: usize) -> AutomatonData {
        let states = 1 + self.below(4);
        let mut nodes: Vec<[u32; 3]> = Vec::new();
        for at in 0..self.below(9) {
            let mut end = || match self.below(states + at) {
                s if s < states => 2 * s as u32,
                n => 2 * (n - states) as u32 + 1,
            };
            let (low, high) = (end(), end());
            nodes.push([self.below(tracks) as u32, low, high]);
        }
        let roots = (0..states).map(|_| match self.below(states + 3 * nodes.len()) {
            s if s < states => 2 * s as u32,
            n => 2 * ((n - states) / 3) as u32 + 1,
        });
        let states: Vec<u32> = roots.collect();
        let accepting = (0..states.len() as u32).filter(|_| self.below(3) == 0).collect();
        AutomatonData { base: None, nodes, states, accepting }
    }

    fn atom(&mut self, tracks: usize, automata: &mut Vec<AutomatonData>, plain: bool) -> Atom {
        match self.below(if plain { 5 } else { 8 }) {
            0 | 1 => Atom::AtMostZero(self.form(tracks)),
            2 | 3 => Atom::Zero(self.form(tracks)),
            4 => Atom::Bits(self.below(3) as u8, [0; 3].map(|_| self.below(tracks))),
            5 | 6 => {
                let own = 1 + self.below(3);
                automata.push(self.automaton(own));
                Atom::Automaton(automata.len() - 1, (0..own).map(|_| self.below(tracks)).collect())
            }
            _ => {
                let shared = 1 + self.below(tracks);
                let mut list = Vec::new();
                for _ in 0..1 + self.below(3) {
                    let own = self.below(3);
                    automata.push(self.automaton(shared + own));
                    list.push((automata.len() - 1, own));
                }
                Atom::Some(shared, list)
            }
        }
    }

    fn tree(&mut self, atoms: usize, depth: usize) -> Tree {
        match self.below(if depth == 0 { 2 } else { 6 }) {
            0 | 1 => Tree::Atom(self.below(atoms)),
            2 => Tree::Not(Box::new(self.tree(atoms, depth - 1))),
            n => {
                let parts = (0..1 + self.below(4)).map(|_| self.tree(atoms, depth - 1)).collect();
                if n == 3 { Tree::Any(parts) } else { Tree::All(parts) }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn bits_agree_with_letters(seed in any::<u64>()) {
        let mut random = Random(seed);
        let (tracks, mut automata) = (1 + random.below(3), Vec::new());
        let atoms: Vec<Atom> = (0..1 + random.below(5))
            .map(|_| random.atom(tracks, &mut automata, seed.is_multiple_of(2)))
            .collect();
        let tree = random.tree(atoms.len(), 3);
        let found = unlimited(|meter| impossible(&tree, &atoms, tracks, &automata, meter)).unwrap();
        prop_assert_eq!(found, by_letters(&tree, &atoms, tracks, &automata));
        if seed.is_multiple_of(2) && found {
            prop_assert!(!by_trying(&tree, &atoms, tracks));
        }
    }

    /// What holds of integers does not depend on how they are written.
    #[test]
    fn linear_conditions_do_not_depend_on_the_base(seed in any::<u64>()) {
        let bases = ["fibonacci", "pell", "3", "7", "ostrowski:[0;1,3]", "ostrowski:[1;4]"];
        let mut random = Random(seed);
        let (tracks, mut automata) = (1 + random.below(3), Vec::new());
        let mut atoms: Vec<Atom> = (0..1 + random.below(4))
            .map(|_| random.atom(tracks, &mut automata, true))
            .collect();
        atoms.retain(|atom| !matches!(atom, Atom::Bits(..)));
        prop_assume!(!atoms.is_empty());
        let tree = random.tree(atoms.len(), 3);
        let binary = unlimited(|meter| impossible(&tree, &atoms, tracks, &[], meter)).unwrap();
        for base in bases {
            // That numbers are read in a base is said by any automaton.
            let base = Some(base.to_string());
            let read = AutomatonData { base, nodes: vec![], states: vec![0], accepting: vec![] };
            let found = unlimited(|meter| impossible(&tree, &atoms, tracks, std::slice::from_ref(&read), meter));
            prop_assert_eq!(found.unwrap(), binary, "{:?}", read.base);
        }
    }
}

/// In each base every number is written in exactly one way, and what is written is counted by hand.
#[test]
fn numbers_are_written_in_one_way() {
    use super::numeration::{Numeration, Written};
    for (base, letters, expected) in [
        ("fibonacci", 6, 21),
        ("pell", 6, 12),
        ("3", 6, 27),
        ("4", 6, 64),
        ("ostrowski:[9;1]", 6, 13),
        ("ostrowski:[0;3]", 6, 33),
        // 1, 1, 3, 4, 11, …: quotients 1 and 2, which have one bit and two.
        ("ostrowski:[0;1,2]", 6, 11),
    ] {
        let numeration = Numeration::read(base).unwrap();
        let numbers = (0..1u32 << letters).filter(|word| {
            let mut at = numeration.written(Written::Start, false);
            for place in (0..letters).rev() {
                at = numeration.written(at, word >> place & 1 == 1);
            }
            numeration.is_number(at)
        });
        assert_eq!(numbers.count(), expected, "{base}");
    }
    for base in [
        "",
        "2",
        "1",
        "256",
        "03 ",
        "pell ",
        "ostrowski:[1;]",
        "ostrowski:[1;0]",
        "ostrowski:[1;2",
        "ostrowski:[1;1,1,1,1,1,1,1,1,1]",
    ] {
        assert!(Numeration::read(base).is_err(), "{base}");
    }
}
