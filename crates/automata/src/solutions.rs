//! Numbers that complete a tuple of a set.

use rustc_hash::FxHashMap;

use crate::automaton::Automaton;
use crate::diagram::{Ref, Track};
use crate::numbers::{size, small};

/// The longest numbers that are found, their signs included.
const LONGEST: u32 = 126;

impl Automaton {
    /// Numbers on the tracks `free` with which the numbers given make a tuple of the set, at most
    /// `most` of them; tracks that are not named are 0. All numbers that have no more than 126 bits
    /// are found if the relation gives finitely many for each tuple. O(bits · states · most · 2^free).
    ///
    /// ```
    /// use ishitori_automata::{Automaton, Linear, Work};
    /// let budget = ishitori_values::Budget::unlimited();
    /// let thrice = Linear::of(&[(0, 3), (1, -1)], 0).unwrap();
    /// let set = Automaton::zero(&thrice, &mut Work::new(&budget)).unwrap();
    /// assert_eq!(set.solutions(&[(0, 1 << 60)], &[1], 2), [[3 << 60]]);
    /// ```
    pub fn solutions(
        &self,
        given: &[(Track, i128)],
        free: &[Track],
        most: usize,
    ) -> Vec<Vec<i128>> {
        if !self.base.is_binary() {
            return self.solutions_in_base(given, free, most);
        }
        let bits = given.iter().map(|&(_, x)| length(x)).max().unwrap_or(1);
        // A number so much longer than those given would pass a state twice before their first bit,
        // and leaving out or repeating what is between would give more and more numbers.
        let extra = (small(self.states()) + 1).min(LONGEST.saturating_sub(bits));
        let mut at: FxHashMap<u32, Vec<Vec<i128>>> = FxHashMap::default();
        at.insert(0, vec![vec![0; free.len()]]);
        for place in (0..bits + extra).rev() {
            let sign = place + 1 == bits + extra;
            let mut next: FxHashMap<u32, Vec<Vec<i128>>> = FxHashMap::default();
            let mut states: Vec<u32> = at.keys().copied().collect();
            states.sort_unstable();
            for state in states {
                for choice in 0..1u32 << free.len() {
                    let end = self.step(state, |track| {
                        let chosen = free.iter().position(|&t| t == track);
                        match chosen {
                            Some(at) => choice >> at & 1 == 1,
                            None => given
                                .iter()
                                .find(|(t, _)| *t == track)
                                .is_some_and(|&(_, x)| x >> place.min(127) & 1 == 1),
                        }
                    });
                    if Some(end) == self.dead {
                        continue;
                    }
                    let into = next.entry(end).or_default();
                    for numbers in &at[&state] {
                        if into.len() >= most {
                            break;
                        }
                        let numbers: Vec<i128> = numbers
                            .iter()
                            .enumerate()
                            .map(|(at, &x)| {
                                let bit = i128::from(choice >> at & 1 == 1);
                                if sign { -bit } else { 2 * x + bit }
                            })
                            .collect();
                        if !into.contains(&numbers) {
                            into.push(numbers);
                        }
                    }
                }
            }
            at = next;
        }
        let mut found: Vec<Vec<i128>> = at
            .into_iter()
            .filter(|(state, _)| self.accepting[*state as usize])
            .flat_map(|(_, numbers)| numbers)
            .collect();
        found.sort_unstable();
        found.truncate(most);
        found
    }

    /// Whether a tuple is in the set: numbers by track, of any size; tracks that are not named are
    /// 0. O(bits).
    pub fn holds(&self, numbers: &[(Track, i128)]) -> bool {
        if !self.base.is_binary() {
            let words = self.words_of(numbers, 0);
            let state = (0..words.first().map_or(0, |(_, word)| word.len()))
                .fold(0, |state, at| self.step(state, |track| bit_of(&words, track, at)));
            return self.accepting[state as usize];
        }
        let bits = numbers.iter().map(|&(_, x)| length(x)).max().unwrap_or(1);
        let state = (0..bits).rev().fold(0, |state, place| {
            self.step(state, |track| {
                numbers.iter().find(|(t, _)| *t == track).is_some_and(|&(_, x)| x >> place & 1 == 1)
            })
        });
        self.accepting[state as usize]
    }

    /// The words of numbers, of equal length; with this many letters before the longest ones.
    fn words_of(&self, numbers: &[(Track, i128)], more: usize) -> Vec<(Track, Vec<bool>)> {
        let word = |&(track, x): &(Track, i128), letters| (track, self.base.word(x, letters));
        let lengths = numbers.iter().map(|number| word(number, 0).1.len());
        let letters = lengths.max().unwrap_or(1) - 1 + more;
        numbers.iter().map(|number| word(number, letters)).collect()
    }

    /// As [`Automaton::solutions`]: states with the words of the free tracks that lead there.
    fn solutions_in_base(
        &self,
        given: &[(Track, i128)],
        free: &[Track],
        most: usize,
    ) -> Vec<Vec<i128>> {
        let block = size(self.base.block());
        let longest = size(LONGEST) / block * block;
        let letters = self.words_of(given, 0).first().map_or(0, |(_, word)| word.len() - 1);
        let more = (self.states() + 1).next_multiple_of(block);
        let more = more.min(longest.saturating_sub(letters));
        let words = self.words_of(given, more);
        let mut at: FxHashMap<u32, Vec<Vec<Vec<bool>>>> = FxHashMap::default();
        at.insert(0, vec![vec![Vec::new(); free.len()]]);
        for place in 0..1 + letters + more {
            let mut next: FxHashMap<u32, Vec<Vec<Vec<bool>>>> = FxHashMap::default();
            let mut states: Vec<u32> = at.keys().copied().collect();
            states.sort_unstable();
            for state in states {
                for choice in 0..1u32 << free.len() {
                    let end =
                        self.step(state, |track| match free.iter().position(|&t| t == track) {
                            Some(at) => choice >> at & 1 == 1,
                            None => bit_of(&words, track, place),
                        });
                    if Some(end) == self.dead {
                        continue;
                    }
                    let into = next.entry(end).or_default();
                    for found in &at[&state] {
                        if into.len() >= most {
                            break;
                        }
                        let mut found = found.clone();
                        for (at, word) in found.iter_mut().enumerate() {
                            word.push(choice >> at & 1 == 1);
                        }
                        into.push(found);
                    }
                }
            }
            at = next;
        }
        let accepted = at.into_iter().filter(|(state, _)| self.accepting[*state as usize]);
        let mut found: Vec<Vec<i128>> = accepted
            .flat_map(|(_, found)| found)
            .filter_map(|words| words.iter().map(|word| self.base.integer(word)).collect())
            .collect();
        found.sort_unstable();
        found.dedup();
        found.truncate(most);
        found
    }

    /// The letters that lead from a state to another one, and where; `None` stands for a bit that
    /// does not matter. States that accept nothing whatever follows are left out. O(paths).
    pub fn transitions(&self, state: usize) -> Vec<(Vec<Option<bool>>, usize)> {
        let mut found = Vec::new();
        self.paths(self.roots[state], &mut vec![None; self.tracks.len()], &mut found);
        found
    }

    fn paths(
        &self,
        at: Ref,
        letter: &mut Vec<Option<bool>>,
        found: &mut Vec<(Vec<Option<bool>>, usize)>,
    ) {
        match at.state() {
            Some(state) if Some(state) == self.dead => {}
            Some(state) => found.push((letter.clone(), state as usize)),
            None => {
                let node = self.nodes[at.index()];
                let Ok(place) = self.tracks.binary_search(&node.track) else { return };
                for (bit, next) in [(false, node.low), (true, node.high)] {
                    letter[place] = Some(bit);
                    self.paths(next, letter, found);
                }
                letter[place] = None;
            }
        }
    }

    /// The digits that lead from a state at a place of a period to another one, one for each track in order, and where; `None`
    /// stands for a bit that does not matter. As [`Automaton::transitions`], which says the same of bits. O(paths).
    pub fn digits(&self, state: usize, place: usize) -> Vec<(Vec<Option<u32>>, usize)> {
        let letters = self.base.letters_at(place);
        let mut found = vec![(vec![Some(0u32); self.tracks.len()], state)];
        for _ in 0..letters {
            let mut next = Vec::new();
            for (digits, state) in found {
                for (letter, to) in self.transitions(state) {
                    let mut all = vec![Vec::with_capacity(digits.len())];
                    for (&digit, &bit) in digits.iter().zip(&letter) {
                        let bits: &[Option<u32>] = match bit {
                            Some(bit) => &[Some(u32::from(bit))],
                            None if letters == 1 => &[None],
                            None => &[Some(0), Some(1)],
                        };
                        let with = |before: Vec<Option<u32>>| {
                            bits.iter().map(move |&bit| {
                                let digit = bit.zip(digit).map(|(bit, digit)| 2 * digit + bit);
                                [before.clone(), vec![digit]].concat()
                            })
                        };
                        all = all.into_iter().flat_map(with).collect();
                    }
                    next.extend(all.into_iter().map(|digits| (digits, to)));
                }
            }
            found = next;
        }
        found
    }

    /// Whether a word may end in a state. O(1).
    pub fn accepts(&self, state: usize) -> bool {
        self.accepting[state]
    }

    /// Whether nothing is accepted after a state, whatever follows. O(1).
    pub fn is_dead(&self, state: usize) -> bool {
        self.dead == Some(small(state))
    }
}

/// A letter of the word on a track; of 0 if the track has none.
fn bit_of(words: &[(Track, Vec<bool>)], track: Track, at: usize) -> bool {
    words.iter().find(|(t, _)| *t == track).is_some_and(|(_, word)| word[at])
}

/// How many letters a number needs, its sign included.
fn length(x: i128) -> u32 {
    129 - (if x < 0 { !x } else { x }).leading_zeros()
}
