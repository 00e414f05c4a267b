//! The budget of a computation, and its progress.

use ishitori_values::{Budget, LimitReached};
use rustc_hash::FxHashMap;

use crate::automaton::Automaton;
use crate::base::Base;
use crate::diagram::Track;
use crate::stage::Stage;

/// How far a computation has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is being decided.
    pub stage: Stage,
    /// States of the automaton that is being made.
    pub states: usize,
}

/// Limits and progress of one computation.
pub struct Work<'w> {
    budget: &'w Budget,
    report: Option<&'w mut dyn FnMut(Progress)>,
    stage: Stage,
    largest: usize,
    held: u64,
    base: Base,
    /// The words of tuples of numbers, by tracks.
    words: FxHashMap<Vec<Track>, Automaton>,
}

/// States between two looks at the clock.
const BETWEEN: usize = 1 << 10;
/// The number of sets of tracks that are remembered.
const MOST_WORDS: usize = 256;

impl<'w> Work<'w> {
    /// Work within a budget. O(1).
    pub fn new(budget: &'w Budget) -> Self {
        let (base, words) = (Base::binary(), FxHashMap::default());
        Work { budget, report: None, stage: Stage::Positions, largest: 0, held: 0, base, words }
    }

    /// The same with numbers written in another base. O(1).
    pub fn in_base(mut self, base: &Base) -> Self {
        self.base = base.clone();
        self.words.clear();
        self
    }

    /// How numbers are written. O(1).
    pub fn base(&self) -> &Base {
        &self.base
    }

    /// What an automaton accepts of the words of numbers on some tracks. O(states · states of these).
    pub(crate) fn within_words(
        &mut self,
        set: Automaton,
        tracks: &[Track],
    ) -> Result<Automaton, LimitReached> {
        if self.base.is_binary() || tracks.is_empty() {
            return Ok(set);
        }
        let words = self.words_of(tracks)?;
        set.and(&words, self)
    }

    /// The words of tuples.
    fn words_of(&mut self, tracks: &[Track]) -> Result<Automaton, LimitReached> {
        if let Some(words) = self.words.get(tracks) {
            return Ok(words.clone());
        }
        let words = match tracks {
            [] => Automaton::constant(true),
            &[track] => self.base.clone().words(track, self)?,
            [rest @ .., track] => {
                let (rest, last) = (self.words_of(rest)?, self.words_of(&[*track])?);
                rest.and(&last, self)?
            }
        };
        if self.words.len() >= MOST_WORDS {
            self.words.clear();
        }
        self.words.insert(tracks.to_vec(), words.clone());
        Ok(words)
    }

    /// The same with a listener, who is called about once for a thousand states. O(1).
    pub fn with_report(mut self, report: &'w mut dyn FnMut(Progress)) -> Self {
        self.report = Some(report);
        self
    }

    /// Says what comes next. O(1).
    pub fn enter(&mut self, stage: Stage) {
        self.stage = stage;
    }

    /// What is being decided. O(1).
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// The most states that an automaton had before it was made smaller. O(1).
    pub fn largest(&self) -> usize {
        self.largest
    }

    /// Bytes that others hold while the next automata are made. O(1).
    pub(crate) fn hold(&mut self, bytes: u64) {
        self.held = bytes;
    }

    /// Called after every state with the number of states; `bytes` is asked for now and then.
    #[inline]
    pub(crate) fn state(
        &mut self,
        states: usize,
        bytes: impl FnOnce() -> u64,
    ) -> Result<(), LimitReached> {
        self.largest = self.largest.max(states);
        if states.is_multiple_of(BETWEEN) {
            return self.look(states, bytes());
        }
        Ok(())
    }

    /// Looks at the budget. O(1).
    pub(crate) fn look(&mut self, states: usize, bytes: u64) -> Result<(), LimitReached> {
        self.budget.check(bytes.saturating_add(self.held))?;
        if let Some(report) = &mut self.report {
            report(Progress { stage: self.stage, states });
        }
        Ok(())
    }
}
