//! Learning an automaton from questions about single tuples.
//!
//! Two words after which the same continuations are accepted belong to one state of the minimal
//! automaton (J. Myhill 1957, A. Nerode 1958). The learner keeps words that are certainly
//! different, distinguished by a growing list of continuations, and asks which of them each further
//! letter leads to; a tuple at which its automaton is wrong yields a continuation that distinguishes two
//! words which it took for the same (D. Angluin, *Learning regular sets from queries and
//! counterexamples*, Inf. Comput. 75 (1987); R. L. Rivest, R. E. Schapire, *Inference of finite
//! automata using homing sequences*, Inf. Comput. 103 (1993)). So for a set that has an automaton
//! with n live states, n wrong tuples suffice.
//!
//! Numbers are not negative and are read from the most significant bit, as everywhere here. A word
//! is then a tuple of numbers, since zeros before a number do not matter: the letter b leads from
//! x to 2x + b. In other bases these are the numbers that the letters would be in base 2, *codes*, and how much of a
//! block was read: what is asked of the teacher are the numbers of whole words.

use ishitori_values::LimitReached;
use rustc_hash::FxHashMap;

use crate::automaton::Automaton;
use crate::base::Base;
use crate::diagram::{Diagrams, Ref, Track};
use crate::numbers::{size, small};
use crate::work::Work;

/// One who knows a set of tuples of numbers ≥ 0.
pub trait Teacher {
    /// Why a question is not answered.
    type Stop: From<LimitReached>;

    /// Whether a tuple is in the set, a number for each track.
    fn contains(&mut self, tuple: &[u64]) -> Result<bool, Self::Stop>;

    /// A continuation of fewer than `letters` letters after which one of two words is in the set
    /// and the other is not: how many letters, and their codes. Words are given by their codes, of which this many letters
    /// of a block are read. Short ones keep the numbers small that are asked for later. `None` is always right.
    fn tell_apart(
        &mut self,
        _words: [&[u64]; 2],
        _read: u32,
        _letters: u32,
    ) -> Result<Option<(u32, Vec<u64>)>, Self::Stop> {
        Ok(None)
    }
}

/// The longest numbers that are asked for, in bits.
const LONGEST: u32 = 48;

/// A continuation: a number of letters that follow a word.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Suffix {
    letters: u32,
    tuple: Box<[u64]>,
}

/// A growing automaton for a set that is learnt.
///
/// ```
/// use ishitori_automata::{Learner, Teacher, Work};
/// use ishitori_values::{Budget, LimitReached};
///
/// struct Multiples;
/// impl Teacher for Multiples {
///     type Stop = LimitReached;
///     fn contains(&mut self, tuple: &[u64]) -> Result<bool, LimitReached> {
///         Ok(tuple[0] % 5 == 0)
///     }
/// }
/// let budget = Budget::unlimited();
/// let mut work = Work::new(&budget);
/// let mut learner = Learner::new(1);
/// let set = loop {
///     let set = learner.automaton(&mut Multiples, &mut work).unwrap();
///     match (0..100u64).find(|&n| set.contains(&[(0, n as i64)]) != (n % 5 == 0)) {
///         Some(wrong) => learner.correct(&[wrong], &mut Multiples, &mut work).unwrap(),
///         None => break set,
///     };
/// };
/// assert!(set.contains(&[(0, 1_000_000)]) && !set.contains(&[(0, 1_000_001)]));
/// ```
#[derive(Clone, Debug)]
pub struct Learner {
    tracks: usize,
    /// Words that are certainly different: codes, and how many letters of a block are read.
    words: Vec<Box<[u64]>>,
    suffixes: Vec<Suffix>,
    /// For each word asked about, the answers for each suffix, as bits.
    rows: FxHashMap<Box<[u64]>, Vec<u64>>,
    /// The words that follow each word, by letters.
    next: Vec<Vec<u32>>,
}

impl Learner {
    /// A learner of a set of tuples with `tracks` numbers (at most 16), without any knowledge. O(1).
    pub fn new(tracks: usize) -> Learner {
        let mut suffixes = vec![Suffix { letters: 0, tuple: vec![0; tracks].into() }];
        suffixes.extend(letters(tracks).map(|tuple| Suffix { letters: 1, tuple }));
        Learner {
            tracks,
            words: vec![vec![0; tracks + 1].into()],
            suffixes,
            rows: FxHashMap::default(),
            next: Vec::new(),
        }
    }

    /// The number of words that are distinguished. O(1).
    pub fn words(&self) -> usize {
        self.words.len()
    }

    /// An automaton that agrees with all that was asked so far about words and suffixes; the
    /// tracks are 0, 1, …. O(words · 2^tracks · suffixes) questions.
    pub fn automaton<T: Teacher>(
        &mut self,
        teacher: &mut T,
        work: &mut Work<'_>,
    ) -> Result<Automaton, T::Stop> {
        let block = u64::from(work.base().block());
        while (self.words.len() as u64) < block && self.next.is_empty() {
            let mut zeros: Box<[u64]> = vec![0; self.tracks + 1].into();
            zeros[self.tracks] = self.words.len() as u64;
            self.words.push(zeros);
        }
        // Words with equal answers, as far as they stand at the same place of a block.
        let mut numbers: FxHashMap<(u64, Vec<u64>), u32> = FxHashMap::default();
        for at in 0..self.words.len() {
            let word = self.words[at].clone();
            let row = self.row(&word, teacher, work.base())?;
            numbers.entry((word[self.tracks], row)).or_insert(small(at));
        }
        self.next.clear();
        while self.next.len() < self.words.len() {
            let from = self.words[self.next.len()].clone();
            let mut next = Vec::new();
            for letter in letters(self.tracks) {
                let word = followed(&from, &letter, 1, work.base());
                let row = self.row(&word, teacher, work.base())?;
                let number = *numbers.entry((word[self.tracks], row)).or_insert_with(|| {
                    self.words.push(word);
                    small(self.words.len()) - 1
                });
                next.push(number);
            }
            self.next.push(next);
            work.look(self.words.len(), self.bytes())?;
        }
        Ok(self.build(work)?)
    }

    /// Learns from a tuple at which the automaton made last is wrong; false if it is right there.
    /// O(bits) questions.
    pub fn correct<T: Teacher>(
        &mut self,
        tuple: &[u64],
        teacher: &mut T,
        work: &mut Work<'_>,
    ) -> Result<bool, T::Stop> {
        let base = &work.base().clone();
        let codes = tuple.iter().map(|&x| base.code(x).filter(|code| code >> LONGEST == 0));
        let Some(codes) = codes.collect::<Option<Vec<u64>>>() else { return Ok(false) };
        let tuple = codes.as_slice();
        let bits = tuple.iter().map(|&x| 64 - x.leading_zeros()).max().unwrap_or(0);
        let bits = bits.next_multiple_of(base.block());
        work.look(self.words.len(), self.bytes())?;
        // The words that the automaton takes for the beginnings of the tuple.
        let mut taken = vec![0u32];
        for place in (0..bits).rev() {
            let letter = tuple.iter().rev().fold(0, |l, &x| l << 1 | (x >> place & 1) as usize);
            taken.push(self.next[taken[taken.len() - 1] as usize][letter]);
        }
        // From the end on: there the answer is that of the automaton, at the beginning the truth.
        let mut answer = None;
        for read in (0..=bits as usize).rev() {
            let letters = bits - small(read);
            let rest: Box<[u64]> = tuple.iter().map(|&x| x & ((1 << letters) - 1)).collect();
            let word = followed(&self.words[taken[read] as usize], &rest, letters, base);
            let found = ask(&word, teacher, base)?;
            if answer.is_some_and(|answer| answer != found) {
                // The word before, with the next letter, and the word it was taken for.
                let mut letters = letters - 1;
                let next: Box<[u64]> = tuple.iter().map(|&x| x >> letters & 1).collect();
                let word = followed(&self.words[taken[read] as usize], &next, 1, base);
                let other = &self.words[taken[read + 1] as usize];
                let mut rest: Box<[u64]> =
                    tuple.iter().map(|&x| x & ((1 << letters) - 1)).collect();
                let codes = [&word[..self.tracks], &other[..self.tracks]];
                let read = small(word[self.tracks]);
                if let Some(found) = teacher.tell_apart(codes, read, letters)? {
                    (letters, rest) = (found.0, found.1.into());
                }
                let suffix = Suffix { letters, tuple: rest };
                debug_assert!(!self.suffixes.contains(&suffix));
                self.suffixes.push(suffix);
                return Ok(true);
            }
            answer = Some(found);
        }
        Ok(false)
    }

    /// The answers for a word.
    fn row<T: Teacher>(
        &mut self,
        word: &[u64],
        teacher: &mut T,
        base: &Base,
    ) -> Result<Vec<u64>, T::Stop> {
        let mut row = self.rows.remove(word).unwrap_or_else(|| vec![0]);
        // The first number counts the answers that are there.
        for at in size(row[0])..self.suffixes.len() {
            let suffix = &self.suffixes[at];
            let whole = followed(word, &suffix.tuple, suffix.letters, base);
            let found = ask(&whole, teacher, base)?;
            if row.len() <= 1 + at / 64 {
                row.push(0);
            }
            row[1 + at / 64] |= u64::from(found) << (at % 64);
            row[0] += 1;
        }
        self.rows.insert(word.into(), row.clone());
        Ok(row)
    }

    fn build(&self, work: &mut Work<'_>) -> Result<Automaton, LimitReached> {
        let tracks: Vec<Track> = (0..small(self.tracks)).collect();
        let mut diagrams = Diagrams::default();
        // The first state reads the signs; the next one accepts nothing; then the words.
        let state = |number: u32| Ref::leaf(number + 2);
        let mut start = state(0);
        for &track in tracks.iter().rev() {
            start = diagrams.node(track, start, Ref::leaf(1));
        }
        let mut roots = vec![start, Ref::leaf(1)];
        let accepts = |word: &[u64]| self.rows.get(word).is_some_and(|row| row[1] & 1 == 1);
        let mut accepting = vec![accepts(&self.words[0]), false];
        for (word, next) in self.words.iter().zip(&self.next) {
            roots.push(tree(&mut diagrams, next, 0, 0, self.tracks, &state));
            accepting.push(accepts(word));
        }
        let made = Automaton::build(tracks.clone(), diagrams.nodes, roots, accepting, work)?;
        work.within_words(made, &tracks)
    }

    fn bytes(&self) -> u64 {
        let row = 48 + 8 * (self.tracks + 2 + self.suffixes.len() / 64);
        (self.rows.len() * row + (self.words.len() << self.tracks) * 4) as u64
    }
}

/// Whether a word is in the set; no word is that ends within a block.
fn ask<T: Teacher>(word: &[u64], teacher: &mut T, base: &Base) -> Result<bool, T::Stop> {
    let Some((&read, codes)) = word.split_last() else { return Ok(false) };
    // A word that is too long is only met after a wrong turn, and the truth is not within reach.
    let number = |&code: &u64| base.number(code).filter(|_| code >> LONGEST == 0);
    match codes.iter().map(number).collect::<Option<Vec<u64>>>() {
        Some(tuple) if read == 0 => teacher.contains(&tuple),
        _ => Ok(false),
    }
}

/// All letters, the bit of the first track counting least.
fn letters(tracks: usize) -> impl Iterator<Item = Box<[u64]>> {
    (0..1u64 << tracks).map(move |letter| (0..tracks).map(|t| letter >> t & 1).collect())
}

fn followed(word: &[u64], by: &[u64], letters: u32, base: &Base) -> Box<[u64]> {
    let read = word.last().map_or(0, |&read| (read + u64::from(letters)) % u64::from(base.block()));
    word.iter().zip(by).map(|(&x, &y)| (x << letters) | y).chain([read]).collect()
}

/// The transitions of a state, `next` by letters.
fn tree(
    diagrams: &mut Diagrams,
    next: &[u32],
    letter: usize,
    track: usize,
    tracks: usize,
    state: &impl Fn(u32) -> Ref,
) -> Ref {
    if track == tracks {
        return state(next[letter]);
    }
    let low = tree(diagrams, next, letter, track + 1, tracks, state);
    let high = tree(diagrams, next, letter | 1 << track, track + 1, tracks, state);
    diagrams.node(small(track), low, high)
}
