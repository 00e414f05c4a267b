//! The search for a period while a sequence is computed.

use ishitori_rules::heap::HeapCode;
use ishitori_values::{Budget, LimitReached};

use super::grid::Grid;
use super::needles::{self, Group, Needle};
use super::recurrence::{Recurrence, Suggestion};
use super::report::{Period, PeriodReport, Periodicity, Progress, Proof, Status};
use super::{direct, exact, guy_smith_bound, small};
use crate::heap::engine::{Engine, HeapError};
use crate::heap::moves::Moves;
use crate::heap::rare::{Cell, Class, MachineStop, Runner, SequenceMachine};

/// Values kept at each end of a long run.
pub(super) const KEEP: usize = 1 << 23;
/// Heaps between two looks for the period.
const STRIDE: u64 = 1 << 18;
/// Up to this heap all periods are searched for at once, where heaps split and where they do not; short periods of
/// the latter are found by needles, too, and long ones as [`Recurrence`] says.
const DIRECT: u64 = 1 << 20;
const DIRECT_WHOLE: u64 = 1 << 13;

/// Searches the period of a rule among its first `limit` heaps. When the budget is used up, the
/// report says how far the search came.
///
/// T = the cost of computing about max(2·n0 + 2p, 4000) values, or 1.5·n0 + p once rares have
/// stopped; M = 24 MB at most then.
///
/// ```
/// use ishitori_rules::heap::HeapCode;
/// use ishitori_solve::heap::{Period, Status, find_period};
/// use ishitori_values::Budget;
/// let kayles = HeapCode::from_bits(&[7, 7]);
/// let report = find_period(&kayles, 10_000, &Budget::unlimited()).unwrap();
/// let periodicity = report.periodicity.unwrap();
/// assert_eq!(report.status, Status::Proved);
/// assert_eq!(periodicity.values, Period { period: 12, preperiod: 71 });
/// ```
pub fn find_period(
    code: &HeapCode,
    limit: u64,
    budget: &Budget,
) -> Result<PeriodReport, HeapError> {
    let mut search = PeriodSearch::new(code, limit);
    loop {
        if let Some(report) = search.step(budget)? {
            return Ok(report);
        }
    }
}

/// A search that its caller drives step by step: to show how far it is, to save it, to stop it.
#[derive(Clone, Debug)]
pub struct PeriodSearch {
    pub(crate) code: HeapCode,
    pub(crate) limit: u64,
    pub(crate) engine: Engine,
    pub(crate) state: State,
    /// Nothing is forgotten: set when a forgotten value turned out to be needed.
    pub(crate) keep_all: bool,
    /// Threads that look for witnesses.
    pub(crate) threads: usize,
}

#[derive(Clone, Debug)]
pub(crate) enum State {
    Narrow(Box<Search<u8>>),
    Wide(Box<Search<u16>>),
    /// Other engines than the one that is usual for the code, done in one step.
    Small,
}

impl PeriodSearch {
    /// A search that has computed nothing yet. O(digits).
    pub fn new(code: &HeapCode, limit: u64) -> Self {
        let state = match Moves::of(code) {
            Some(moves) => State::start(moves, false),
            None => State::Small,
        };
        let engine = Engine::choose(code);
        PeriodSearch { code: code.clone(), limit, engine, state, keep_all: false, threads: 1 }
    }

    /// A search by the values of a certain engine. The period does not depend on the engine, if
    /// there are enough heaps for both: the rare/common engine needs the fewest. A checkpoint of
    /// another engine than the usual one for the code holds no values. O(digits).
    ///
    /// ```
    /// use ishitori_rules::heap::HeapCode;
    /// use ishitori_solve::heap::{Engine, PeriodSearch};
    /// use ishitori_values::Budget;
    /// let code = HeapCode::from_bits(&[3, 3, 3]);
    /// let mut search = PeriodSearch::with_engine(&code, 1000, Engine::Naive).unwrap();
    /// let report = search.step(&Budget::unlimited()).unwrap().unwrap();
    /// assert_eq!((report.engine, report.periodicity.unwrap().values.period), (Engine::Naive, 4));
    /// assert!(PeriodSearch::with_engine(&code, 1000, Engine::AllBut).is_err());
    /// ```
    pub fn with_engine(code: &HeapCode, limit: u64, engine: Engine) -> Result<Self, HeapError> {
        if !engine.supports(code) {
            return Err(HeapError::Unsuitable { engine, rule: code.to_string() });
        }
        let search = PeriodSearch::new(code, limit);
        Ok(match engine == search.engine {
            true => search,
            false => PeriodSearch { engine, state: State::Small, ..search },
        })
    }

    /// The engine whose values are searched. O(1).
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// Looks for witnesses with a number of threads. The report does not depend on it. O(1).
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads;
    }

    /// Goes on for a stretch of heaps; `Some` when the search is over. After a limit the search
    /// can be continued with another budget.
    pub fn step(&mut self, budget: &Budget) -> Result<Option<PeriodReport>, HeapError> {
        match &mut self.state {
            State::Narrow(search) => search.machine.threads = self.threads,
            State::Wide(search) => search.machine.threads = self.threads,
            State::Small => (),
        }
        let result = match &mut self.state {
            State::Small => {
                let (code, limit) = (&self.code, self.limit);
                return match self.engine {
                    Engine::AllBut => Ok(small::all_but(code, limit, budget)),
                    engine => small::by_values(code, engine, limit, budget),
                }
                .map(Some);
            }
            State::Narrow(search) => search.step(self.limit, budget),
            State::Wide(search) => search.step(self.limit, budget),
        };
        match (result, &mut self.state) {
            (Ok(false), _) => Ok(None),
            (Ok(true), _) => Ok(Some(self.report(None))),
            (Err(MachineStop::Limit(limit)), _) => Ok(Some(self.report(Some(limit)))),
            (Err(MachineStop::TooWide), State::Narrow(search)) => {
                let moves = search.machine.moves.clone();
                let machine = std::mem::replace(&mut search.machine, SequenceMachine::new(moves));
                let mut wide = machine.widened();
                wide.keep = None;
                self.state = State::Wide(Box::new(Search::new(wide)));
                Ok(None)
            }
            (Err(MachineStop::TooWide), _) => Err(HeapError::ValueTooLarge {
                heap: self.progress().computed,
                limit: u16::MAX.into(),
                engine: self.engine,
            }),
            (Err(MachineStop::Forgotten), _) => {
                self.keep_all = true;
                let moves = Moves::of(&self.code).expect("it had moves before");
                self.state = State::start(moves, true);
                Ok(None)
            }
        }
    }

    /// Where the search is. O(1).
    pub fn progress(&self) -> Progress {
        fn of<V: Cell>(search: &Search<V>, limit: u64) -> Progress {
            let machine = &search.machine;
            Progress {
                computed: machine.history.next(),
                limit,
                rares: machine.rares.len(),
                last_rare: machine.last_rare(),
                max_value: machine.max_value,
            }
        }
        match &self.state {
            State::Narrow(search) => of(search, self.limit),
            State::Wide(search) => of(search, self.limit),
            State::Small => {
                Progress { computed: 0, limit: self.limit, rares: 0, last_rare: 0, max_value: 0 }
            }
        }
    }

    /// The values of the heaps below `end`, if the search still has them: it forgets the middle of a long run, and engines
    /// that are done in one step leave none. O(end).
    ///
    /// ```
    /// use ishitori_rules::heap::HeapCode;
    /// use ishitori_solve::heap::PeriodSearch;
    /// use ishitori_values::Budget;
    /// let mut search = PeriodSearch::new(&HeapCode::from_bits(&[7, 7]), 1000);
    /// while search.step(&Budget::unlimited()).unwrap().is_none() {}
    /// assert_eq!(search.first_values(6), Some(vec![0, 1, 2, 3, 1, 4]));
    /// assert_eq!(search.first_values(1_000_000), None);
    /// ```
    pub fn first_values(&self, end: u64) -> Option<Vec<u32>> {
        fn of<V: Cell>(search: &Search<V>, end: usize) -> Option<Vec<u32>> {
            let first = search.machine.history.first().get(..end)?;
            Some(first.iter().map(|&value| value.into()).collect())
        }
        let end = usize::try_from(end).ok()?;
        match &self.state {
            State::Narrow(search) => of(search, end),
            State::Wide(search) => of(search, end),
            State::Small => None,
        }
    }

    fn report(&self, stopped: Option<LimitReached>) -> PeriodReport {
        let (found, splits) = match &self.state {
            State::Narrow(search) => (search.found.clone(), search.machine.has_splits()),
            State::Wide(search) => (search.found.clone(), search.machine.has_splits()),
            State::Small => (None, false),
        };
        let progress = self.progress();
        PeriodReport {
            status: if found.is_some() { Status::Proved } else { Status::NotFound },
            periodicity: found,
            observed: None,
            max_value: progress.max_value,
            computed_to: progress.computed,
            engine: self.engine,
            rares: splits.then_some(progress.rares),
            stopped,
        }
    }
}

impl State {
    pub(super) fn start(moves: Moves, keep_all: bool) -> State {
        match Runner::new(moves) {
            Runner::Narrow(mut machine) => {
                machine.keep = (!keep_all).then_some(KEEP);
                State::Narrow(Box::new(Search::new(machine)))
            }
            Runner::Wide(machine) => State::Wide(Box::new(Search::new(machine))),
        }
    }
}

/// A machine and what is needed to recognise a period.
#[derive(Clone, Debug)]
pub(crate) struct Search<V> {
    pub machine: SequenceMachine<V>,
    /// For games in which no heap splits: their last values decide all later ones.
    pub recurrence: Option<Recurrence>,
    pub needles: Vec<Needle<V>>,
    /// The needles that are searched for together.
    pub groups: Vec<Group<V>>,
    pub grid: Grid<V>,
    pub next_needle: u64,
    pub next_direct: u64,
    /// The class and the number of rares that the needles and the grid belong to.
    pub era: (Class, usize),
    pub found: Option<Periodicity>,
}

impl<V: Cell> Search<V> {
    pub fn new(machine: SequenceMachine<V>) -> Self {
        let era = (machine.class, machine.rares.len());
        let width = machine.moves.max_take.max(1);
        let pure = !machine.has_splits() && machine.moves.wholes == machine.moves.takes;
        Search {
            recurrence: (!machine.has_splits()).then(|| Recurrence::new(width as usize)),
            next_needle: if pure { u64::from(width) } else { 2 * u64::from(width) + 2 },
            machine,
            needles: Vec::new(),
            groups: Vec::new(),
            grid: Grid::new(),
            next_direct: 64,
            era,
            found: None,
        }
    }

    /// Computes a stretch and looks for the period; true when the search is over.
    fn step(&mut self, limit: u64, budget: &Budget) -> Result<bool, MachineStop> {
        let next = self.machine.history.next();
        let marks = [limit, next + STRIDE, self.next_needle, self.next_direct];
        let stop = marks.into_iter().filter(|&m| m > next).min().unwrap_or(limit).min(limit);
        let result = self.machine.advance(stop, budget);
        let next = self.machine.history.next();
        self.reset_on_class_change();
        self.grid.note(&self.machine, self.window());
        if next >= self.next_direct || next == limit {
            self.next_direct = next + (next / 4).max(16);
            if self.look_directly() {
                return Ok(true);
            }
        }
        if self.look_for_needles()? || self.look_for_recurrence()? {
            return Ok(true);
        }
        if self.recurrence.is_some() && next > DIRECT_WHOLE {
            self.needles.clear();
            self.groups.clear();
            self.next_needle = u64::MAX;
        } else if next >= self.next_needle {
            self.add_needle();
        }
        result?;
        let remembered = self.recurrence.as_ref().map_or(0, Recurrence::bytes);
        budget.check(self.machine.bytes() + self.grid.bytes() + remembered)?;
        Ok(next >= limit)
    }

    fn k(&self) -> u64 {
        u64::from(self.machine.moves.max_take)
    }

    /// The number of values that decide all later ones, as things stand.
    fn window(&self) -> usize {
        if !self.machine.has_splits() {
            return self.k().max(1) as usize;
        }
        let deepest = self.machine.deepest_witness(self.machine.history.next() / 2);
        (self.machine.last_rare().max(deepest) + self.k() + 2) as usize
    }

    fn reset_on_class_change(&mut self) {
        let era = (self.machine.class, self.machine.rares.len());
        if era != self.era {
            if era.0 != self.era.0 {
                self.needles.clear();
                self.groups.clear();
            }
            self.grid.points.clear();
            self.era = era;
        }
    }

    fn add_needle(&mut self) {
        let next = self.machine.history.next();
        let history = &self.machine.history;
        let window = self.window();
        if self.machine.has_splits() && next <= 2 * window as u64 + 2 {
            self.next_needle = 2 * window as u64 + 3;
            return;
        }
        let length = needles::length(next, window);
        let (most, behind) = needles::spacing(next, length);
        self.next_needle = next + behind;
        if history.recent.len() >= length {
            let at = needles::place(history, &self.needles, length);
            let end = (at - history.base) as usize;
            let values = history.recent[end - length..end].to_vec();
            self.needles.push(Needle { at, values, searched_to: at });
            // The very first window stays when a purely periodic sequence is likely.
            let first = usize::from(!self.machine.has_splits());
            while self.needles.len() > most.max(first) {
                self.needles.remove(first);
            }
            self.groups = needles::groups(&self.needles);
        }
    }

    /// Looks for every period at once, by agreement of suffixes.
    fn look_directly(&mut self) -> bool {
        let machine = &self.machine;
        let values = &machine.history.recent[..];
        let distinct = machine.moves.splits.iter().any(|s| s.distinct);
        let last = if machine.has_splits() { DIRECT } else { DIRECT_WHOLE };
        if !machine.history.is_whole() || values.len() as u64 > last || distinct {
            return false;
        }
        let known = values.len() as u64;
        let parts = if machine.has_splits() { 2 } else { 1 };
        let k = self.k();
        let enough = |n0, p| guy_smith_bound(parts, n0, p, k) + p <= known;
        let Some(period) = direct::least_period(values, enough) else { return false };
        let proof = Proof::GuySmith { parts: parts as u32, max_take: k, checked_to: known };
        self.found = Some(exact::periodicity_of_whole(values, period, proof));
        true
    }

    /// Looks for windows of a game without splits that have come back.
    fn look_for_recurrence(&mut self) -> Result<bool, MachineStop> {
        let width = self.window() as u64;
        let Some(recurrence) = &mut self.recurrence else { return Ok(false) };
        let (machine, grid) = (&self.machine, &self.grid);
        while let Some(Suggestion { at, shift }) = recurrence.next(&machine.history) {
            let window =
                |heap| grid.segment(machine, heap - width, heap).ok_or(MachineStop::Forgotten);
            if window(at)? != window(at + shift)? {
                continue;
            }
            let proof = Proof::Subtraction { max_take: u64::from(machine.moves.max_take), at };
            self.found = exact::periodicity_of_run(machine, grid, at - width, shift, proof);
            return if self.found.is_some() { Ok(true) } else { Err(MachineStop::Forgotten) };
        }
        Ok(false)
    }

    fn look_for_needles(&mut self) -> Result<bool, MachineStop> {
        let next = self.machine.history.next();
        for group in std::mem::take(&mut self.groups) {
            let over = self.look_for_group(&group)?;
            if over {
                return Ok(true);
            }
            for &i in &group.members {
                self.needles[i].searched_to = next;
            }
            self.groups.push(group);
        }
        Ok(false)
    }

    /// Looks at all places where the needles of a group can be.
    fn look_for_group(&mut self, group: &Group<V>) -> Result<bool, MachineStop> {
        let base = self.machine.history.base;
        let searched = group.members.iter().map(|&i| self.needles[i].searched_to).min();
        let first = (searched.unwrap_or(0) + 1).saturating_sub(group.ending.len() as u64).max(base);
        let mut from = (first - base) as usize;
        loop {
            let values = self.machine.history.recent.get(from..);
            let found = values.and_then(|values| V::find(values, &group.ending));
            let Some(found) = found else { return Ok(false) };
            let end = from + found + group.ending.len();
            from = end + 1 - group.ending.len();
            for &i in &group.members {
                let needle = &self.needles[i];
                let (at, length) = (needle.at, needle.values.len());
                let heap = base + end as u64;
                let here = |start: usize| self.machine.history.recent[start..end] == needle.values;
                if heap <= needle.searched_to || !end.checked_sub(length).is_some_and(here) {
                    continue;
                }
                self.needles[i].searched_to = heap;
                let (shift, length) = (heap - at, length as u64);
                if let Some(proof) = self.window_proof(at, shift, length) {
                    let (machine, grid) = (&self.machine, &self.grid);
                    self.found =
                        exact::periodicity_of_run(machine, grid, at - length, shift, proof);
                    return if self.found.is_some() {
                        Ok(true)
                    } else {
                        Err(MachineStop::Forgotten)
                    };
                }
                if self.guy_smith_proof(i, at, shift) {
                    return Ok(true);
                }
            }
        }
    }

    /// The proof by equal windows before `at` and `at + shift`, if its conditions hold.
    fn window_proof(&self, at: u64, shift: u64, length: u64) -> Option<Proof> {
        let machine = &self.machine;
        let k = self.k();
        if !machine.has_splits() {
            let pure = machine.moves.wholes == machine.moves.takes;
            let holds = length >= k && (at > k || pure && at >= k);
            return holds.then_some(Proof::Subtraction { max_take: k, at });
        }
        let last_rare = machine.last_rare();
        let deepest = machine.deepest_witness(at);
        let window = last_rare.max(deepest) + k + 2;
        let position = machine.class.position.is_some();
        let holds = length >= window
            && at > 2 * window
            && last_rare < at
            && machine.class != Class::ALL_RARE
            && !(position && shift % 2 == 1);
        holds.then_some(Proof::Window {
            at,
            shift,
            mask: machine.class.mask,
            position,
            last_rare,
            rare_count: machine.rare_count(),
            reach: machine.witness_reach(),
            deepest,
            window: length,
        })
    }

    /// The proof by Guy and Smith's theorem for a shift that a needle suggests.
    fn guy_smith_proof(&mut self, needle: usize, at: u64, shift: u64) -> bool {
        let machine = &self.machine;
        let known = machine.history.next();
        if !machine.history.is_whole() || machine.moves.splits.iter().any(|s| s.distinct) {
            return false;
        }
        let values = &machine.history.recent[..];
        let p = shift as usize;
        let differs = |n: &usize| values[*n] != values[n + p];
        let n0 = (0..values.len() - p).rev().find(differs).map_or(0, |n| n as u64 + 1);
        let parts = if machine.has_splits() { 2 } else { 1 };
        let bound = guy_smith_bound(parts, n0, shift, self.k()) + shift;
        if n0 > at || bound > known {
            // The number of heaps from which on this shift can be proved.
            self.needles[needle].searched_to = bound.min(known);
            return false;
        }
        let proof = Proof::GuySmith { parts: parts as u32, max_take: self.k(), checked_to: known };
        let period = Period { period: shift, preperiod: n0 };
        self.found = Some(exact::periodicity_of_whole(values, period, proof));
        true
    }
}
