//! Normalised values: every end is replaced by a game, and heaps get canonical values.
//!
//! Nowakowski's normalisation puts 1 for an end that Left wins and −1 for one that Right wins, and
//! several heaps are played as a sum. That is a game of its own: a 1 is also a move that Left has
//! left, so the sum is neither the score of the heaps (see [`SumRule::Score`]) nor the game under the
//! end rule. The value of one heap, though, has the outcome of the heap.

use std::time::Duration;

use std::ops::ControlFlow;

use ishitori_rules::end::EndRule;
use ishitori_rules::heap::{HeapCode, HeapRule};
use ishitori_values::calculator::{Calculator, Value};
use ishitori_values::{Budget, BudgetTicker, Game, LimitReached, Outcome, Player, Session};

use rustc_hash::FxHashMap;

use super::EndingError;
use super::outcomes::TakingMoves;
use super::search::SumRule;
use crate::cycle::CycleSearch;
use crate::heap::{PeriodReport, grundy};
use crate::known::{Knowledge, Observed, observed_cycle, quick_period};
use crate::position::Position;

/// The games that stand for ends, by letter or by the number of stones left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TerminalValues {
    /// By outcome: P, N, L, R.
    games: [Game; 4],
    /// By the remainder of the stones left when divided by how many there are; none if letters decide.
    residues: Vec<Game>,
}

/// The most remainders that are distinguished.
const MAX_RESIDUES: usize = 10_000;

/// A text that does not say which games stand for ends.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{text}' in the terminal values: expected LETTER=GAME, with L, R, N or P and a game such as 1, -1/2, * or {{1|-1}}; or a game for each remainder of the stones left: 0=1,1=-1,2=*"
)]
pub struct TerminalError {
    /// The part that is not understood.
    pub text: String,
    /// The limit that was reached, if that is why.
    pub limit: Option<LimitReached>,
}

impl TerminalValues {
    /// L = 1, R = −1, N = *, P = 0. O(1).
    pub fn nowakowski(session: &Session<'_>) -> TerminalValues {
        let games = [Game::ZERO, Game::STAR, session.integer(1), session.integer(-1)];
        TerminalValues { games, residues: Vec::new() }
    }

    /// The default changed as in `L=1,R=0`, or games by remainders as in `0=1,1=-1,2=*`; a comma within
    /// braces belongs to the game. O(length) and the cost of the expressions.
    ///
    /// ```
    /// use ishitori_solve::ending::TerminalValues;
    /// use ishitori_values::{GameStore, Outcome};
    /// let store = GameStore::new();
    /// let values = TerminalValues::parse("L=1,R={0,*|0}", &store).unwrap();
    /// assert_eq!(store.session().print(values.get(Outcome::R)).unwrap(), "^*");
    /// ```
    pub fn parse(
        text: &str,
        store: &ishitori_values::GameStore,
    ) -> Result<TerminalValues, TerminalError> {
        TerminalValues::parse_within(text, store, Budget::unlimited())
    }

    /// The same within a budget: expressions can take long.
    pub fn parse_within(
        text: &str,
        store: &ishitori_values::GameStore,
        budget: Budget,
    ) -> Result<TerminalValues, TerminalError> {
        let mut values = TerminalValues::nowakowski(&store.session());
        let mut by_residue: Vec<Option<Game>> = Vec::new();
        let mut by_letter = false;
        let mut calculator = Calculator::within(store, budget);
        let mut depth = 0i32;
        let parts = text.split(|c| {
            depth += match c {
                '{' | '(' => 1,
                '}' | ')' => -1,
                _ => 0,
            };
            c == ',' && depth == 0
        });
        for part in parts {
            let error = || TerminalError { text: part.trim().to_string(), limit: None };
            let (letter, game) = part.split_once('=').ok_or_else(error)?;
            let game = match calculator.eval(game) {
                Ok(Value::Game(game)) => game,
                Err(why) => return Err(TerminalError { limit: why.limit(), ..error() }),
                _ => return Err(error()),
            };
            let outcome = match letter.trim() {
                "L" | "l" => Outcome::L,
                "R" | "r" => Outcome::R,
                "N" | "n" => Outcome::N,
                "P" | "p" => Outcome::P,
                residue => {
                    let residue = residue.parse::<usize>().ok().filter(|&r| r < MAX_RESIDUES);
                    let residue = residue.ok_or_else(error)?;
                    if by_residue.len() <= residue {
                        by_residue.resize(residue + 1, None);
                    }
                    if by_letter || by_residue[residue].replace(game).is_some() {
                        return Err(error());
                    }
                    continue;
                }
            };
            by_letter = true;
            if !by_residue.is_empty() {
                return Err(error());
            }
            values.games[outcome as usize] = game;
        }
        let missing = || TerminalError { text: text.trim().to_string(), limit: None };
        values.residues = by_residue.into_iter().collect::<Option<_>>().ok_or_else(missing)?;
        Ok(values)
    }

    /// The games by the remainder of the stones left; none if letters decide. O(1).
    pub fn residues(&self) -> &[Game] {
        &self.residues
    }

    /// The game that stands for an end of `stones` stones. O(1).
    fn at(&self, end: &EndRule, stones: u64) -> Game {
        match self.residues.len() as u64 {
            0 => self.get(end.letter(stones, false)),
            modulus => self.residues[(stones % modulus) as usize],
        }
    }

    /// The game that stands for an end with this letter. O(1).
    pub fn get(&self, letter: Outcome) -> Game {
        self.games[letter as usize]
    }
}

/// The normalised values of the heaps 0, 1, ….
#[derive(Clone, Debug)]
pub struct NormalisedValues {
    /// Handles into the store of the session, by heap, as far as they were asked for, or less.
    pub values: Vec<Game>,
    /// All that were computed in search of a period, `values` and perhaps more.
    pub computed: Vec<Game>,
    /// The games that stand for ends.
    pub reading: Reading,
    /// The period of the values and what is known about it.
    pub knowledge: Knowledge,
    /// The apparent pattern of the values where nothing is proved.
    pub observed: Option<Observed>,
    /// How they grow forever, if that is proved.
    pub growing: Option<super::GrowingValues>,
    /// Why there are fewer values than asked for, if there are.
    pub stopped: Option<LimitReached>,
    /// The source of the values where they are the nimbers of Grundy numbers.
    pub(super) grundy: Option<PeriodReport>,
}

/// The game whose value stands for a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Normal play: the values of heaps add, and their sum is the value of the position.
    Normal,
    /// Moves leave one heap, and its end is replaced by a game. The value is that of the heap
    /// alone.
    OneHeap,
    /// Moves break heaps; the end of the whole position, by all stones left, is replaced by a
    /// game. The value is that of the heap alone, and not the sum of its parts.
    Total,
    /// Moves break heaps; the end of every part is replaced by a game of its own, and the parts
    /// add.
    Score,
}

/// The normalised values of the heaps 0, …, count − 1.
///
/// Under normal play these are the values of the heaps. Under another end rule every end is
/// replaced by the game for its letter (Nowakowski's normalisation). As long as moves leave one
/// heap there is one end to replace, and both conventions for sums mean the same. When moves break
/// heaps they do not: under [`SumRule::Total`] the end of the whole position is replaced, by all
/// stones left, so that the outcome of the value is that of the heap (for L > 0, R < 0, P = 0 and
/// N = *); under [`SumRule::Score`] the end of each part is, and the parts add. Partizan rules are
/// refused under other ends: a player who cannot move while the other can has lost in the value,
/// whatever the end rule says.
///
/// Up to `looked_at` heaps are computed in search of a period. If moves leave one heap, the last t
/// values decide the next when at most t stones are taken, so a window that comes back is a proof;
/// normal play of impartial rules goes by what is [known](crate::known) about Grundy numbers. Where no window came back,
/// the order of the heaps may prove that none ever will.
/// The total of a rule that breaks heaps costs as many games as there are positions with that number of
/// stones.
///
/// ```
/// use ishitori_rules::{end::EndRule, heap::HeapRule};
/// use ishitori_solve::ending::{SumRule, TerminalValues, normalised_values};
/// use ishitori_values::GameStore;
/// let (rule, end): (HeapRule, EndRule) = ("sub:2,3".parse().unwrap(), "mod2:LR".parse().unwrap());
/// let store = GameStore::new();
/// let mut session = store.session();
/// let terminal = TerminalValues::nowakowski(&session);
/// let run =
///     normalised_values(&rule, &end, SumRule::Total, &terminal, 5, 100, &mut session).unwrap();
/// assert_eq!(session.print(run.values[4]).unwrap(), "{1*|-1}");
/// assert_eq!(run.knowledge.cycle().map(|c| (c.period, c.preperiod)), Some((5, 5)));
/// ```
pub fn normalised_values(
    rule: &HeapRule,
    end: &EndRule,
    sum: SumRule,
    terminal: &TerminalValues,
    count: usize,
    looked_at: usize,
    session: &mut Session<'_>,
) -> Result<NormalisedValues, EndingError> {
    let EndRule::Stones(table) = end else {
        return Err(EndingError::EndsAfterMoves);
    };
    if !rule.plays_on_heaps() {
        return Err(EndingError::NotHeaps { rule: rule.to_string() });
    }
    let by_letter = terminal.residues.is_empty();
    let normal = end.is_normal() && by_letter && terminal.get(Outcome::P) == Game::ZERO;
    if !normal && rule.partizan().is_some() {
        return Err(EndingError::ValuesNeedSameMoves { rule: rule.to_string() });
    }
    let winners = table.letters().iter().all(|letter| matches!(letter, Outcome::L | Outcome::R));
    if !normal && by_letter && sum == SumRule::Score && !winners {
        return Err(EndingError::ScoreNeedsWinners { end: end.to_string() });
    }
    let takes = TakingMoves::of(rule);
    let reading = match (normal, &takes, sum) {
        (true, ..) => Reading::Normal,
        (false, Some(_), _) => Reading::OneHeap,
        (false, None, SumRule::Total) => Reading::Total,
        (false, None, SumRule::Score) => Reading::Score,
    };
    let mut run = match (reading, rule) {
        (Reading::Normal, HeapRule::Impartial(code)) => {
            nimbers(code, count, looked_at as u64, session)?
        }
        (Reading::Total, _) => {
            let (known, ticker) = (FxHashMap::default(), BudgetTicker::default());
            let mut ends = Ends { rule, end, terminal, known, bytes: 0, ticker };
            by_window(None, count, 0, session, |n, _, session| {
                ends.value(&Position::heap(n as u32), session)
            })
        }
        _ => {
            let search = takes.filter(|takes| !takes.is_endless()).map(|takes| {
                let (lead, repeat) = match by_letter {
                    true => (table.lead(), table.repeat()),
                    false => (0, terminal.residues.len()),
                };
                let (start, phase) = takes.settled(lead, repeat);
                CycleSearch::new(start, takes.largest(), phase)
            });
            by_window(search, count, looked_at, session, |_, smaller, session| {
                heap(rule, end, terminal, smaller, session)
            })
        }
    };
    run.reading = reading;
    if matches!(run.knowledge, Knowledge::NotFound { .. }) {
        run.grow(rule, end, terminal, session);
    }
    if run.knowledge == Knowledge::NoTheorem {
        run.observed = observed_cycle(&run.values);
    }
    Ok(run)
}

impl NormalisedValues {
    /// Looks for a proof that the values grow forever; to give up after a while means that there is none.
    fn grow(
        &mut self,
        rule: &HeapRule,
        end: &EndRule,
        terminal: &TerminalValues,
        session: &mut Session<'_>,
    ) {
        let whole = session.budget().clone();
        session.set_budget(whole.clone().with_attempt(SEARCH_TIME));
        let found = super::growth(rule, end, terminal, true, session);
        session.set_budget(whole);
        self.growing = found.ok().flatten().filter(|found| !found.growing.is_empty());
        if self.growing.is_some() {
            self.knowledge = Knowledge::NotPeriodic;
        }
    }
}

/// Normal play of an impartial rule: the nimbers of the Grundy numbers (Sprague, Grundy).
fn nimbers(
    code: &HeapCode,
    count: usize,
    looked_at: u64,
    session: &mut Session<'_>,
) -> Result<NormalisedValues, EndingError> {
    let budget = session.budget().clone();
    // A value becomes a handle, twice, and a text.
    let run = grundy(code, count as u64, None, &budget.shared_by(PER_HEAP))?;
    let mut values = Vec::with_capacity(run.values.len());
    let (mut ticker, budget_with_grace) = (BudgetTicker::default(), budget.with_grace_period());
    for g in run.values.iter() {
        ticker.step(&budget_with_grace, session.store().memory())?;
        values.push(session.nimber(g)?);
    }
    let report = quick_period(code, looked_at.max(count as u64), &budget)?;
    let (computed, reading, knowledge) = (values.clone(), Reading::Normal, report.values());
    let (observed, stopped, grundy) = (None, run.stopped, Some(report));
    Ok(NormalisedValues {
        values,
        computed,
        reading,
        knowledge,
        observed,
        growing: None,
        stopped,
        grundy,
    })
}

/// Heap after heap, each from the values of the smaller ones: `count` of them, or up to `looked_at`
/// until `search` has proved a period.
fn by_window(
    mut search: Option<CycleSearch>,
    count: usize,
    looked_at: usize,
    session: &mut Session<'_>,
    mut next: impl FnMut(usize, &[Game], &mut Session<'_>) -> Result<Game, LimitReached>,
) -> NormalisedValues {
    let mut values: Vec<Game> = Vec::new();
    let (mut cycle, mut stopped) = (None, None);
    let limit = if search.is_some() { count.max(looked_at) } else { count };
    let whole = session.budget().clone();
    let mut ticker = BudgetTicker::default();
    while values.len() < limit && (values.len() < count || cycle.is_none()) {
        if values.len() == count {
            // All that was asked for is there; values that grow are not followed forever.
            session.set_budget(whole.clone().with_attempt(SEARCH_TIME));
        }
        let held = PER_HEAP * values.len() as u64;
        let checked = ticker.step(session.budget(), held + session.store().memory());
        match checked.and_then(|()| next(values.len(), &values, session)) {
            Ok(value) => values.push(value),
            Err(reached) => {
                stopped = (values.len() < count).then_some(reached);
                break;
            }
        }
        if let Some(search) = search.as_mut().filter(|_| cycle.is_none()) {
            cycle = search.look(&values);
        }
    }
    session.set_budget(whole);
    let knowledge = match (cycle, search) {
        (Some(cycle), _) => Knowledge::Proved(cycle),
        (None, Some(_)) => Knowledge::NotFound { heaps: values.len() },
        (None, None) => Knowledge::NoTheorem,
    };
    let computed = values.clone();
    values.truncate(count);
    let (reading, observed, grundy) = (Reading::OneHeap, None, None);
    NormalisedValues {
        values,
        computed,
        reading,
        knowledge,
        observed,
        growing: None,
        stopped,
        grundy,
    }
}

/// Positions of many heaps whose ends have game values, by all stones left.
struct Ends<'a> {
    rule: &'a HeapRule,
    end: &'a EndRule,
    terminal: &'a TerminalValues,
    known: FxHashMap<Position, Game>,
    /// What is known, and the followers of the positions that are being computed.
    bytes: u64,
    ticker: BudgetTicker,
}

impl Ends<'_> {
    /// The value of a position, both players having the same moves.
    fn value(
        &mut self,
        position: &Position,
        session: &mut Session<'_>,
    ) -> Result<Game, LimitReached> {
        let position = position.without_empty_heaps();
        if let Some(&known) = self.known.get(&position) {
            return Ok(known);
        }
        let others = self.bytes + session.store().memory();
        let mut followers = Vec::new();
        let mut checked = self.ticker.step(session.budget(), others);
        let each = 96 + 4 * position.heaps().len() as u64;
        for (at, &heap) in position.heaps().iter().enumerate() {
            let _ = self.rule.try_for_each_option(heap, Player::Left, &mut |left| {
                followers.push(position.with_heap_replaced(at, left));
                if checked.is_ok() {
                    let bytes = others + followers.len() as u64 * each;
                    checked = self.ticker.step(session.budget(), bytes);
                }
                if checked.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        }
        checked?;
        let mut options = Vec::with_capacity(followers.len());
        // With what the step takes of the stack.
        let held = 1024 + followers.len() as u64 * each;
        self.bytes += held;
        for follower in &followers {
            options.push(stacker::maybe_grow(64 << 10, 1 << 20, || self.value(follower, session))?);
        }
        self.bytes -= held;
        options.sort_unstable();
        options.dedup();
        let value = match options.is_empty() {
            true => self.terminal.at(self.end, position.stones()),
            false => session.game(&options, &options)?,
        };
        self.bytes += each;
        self.known.insert(position, value);
        Ok(value)
    }
}

/// How long a period is searched for beyond the heaps that were asked for.
const SEARCH_TIME: Duration = Duration::from_secs(10);
/// The bytes of a heap when its value is printed.
const PER_HEAP: u64 = 64;

fn heap(
    rule: &HeapRule,
    end: &EndRule,
    terminal: &TerminalValues,
    smaller: &[Game],
    session: &mut Session<'_>,
) -> Result<Game, LimitReached> {
    let n = smaller.len();
    let budget = &session.budget().clone();
    let mut ticker = BudgetTicker::default();
    let mut sides: [Vec<Game>; 2] = [Vec::new(), Vec::new()];
    for player in Player::BOTH {
        let mut failed = None;
        let side = &mut sides[player as usize];
        let _ = rule.try_for_each_option(n as u32, player, &mut |left| {
            let mut parts = left.iter().map(|&part| smaller[part as usize]);
            // Nothing left is the empty heap, whose end counts.
            let first = parts.next().unwrap_or_else(|| smaller[0]);
            let sum = parts.try_fold(first, |sum, part| session.sum(sum, part));
            let bytes = session.store().memory() + 4 * side.capacity() as u64;
            match sum.and_then(|sum| ticker.step(budget, bytes).map(|()| sum)) {
                Ok(sum) => {
                    side.push(sum);
                    ControlFlow::Continue(())
                }
                Err(limit) => {
                    failed = Some(limit);
                    ControlFlow::Break(())
                }
            }
        });
        if let Some(limit) = failed {
            return Err(limit);
        }
        side.sort_unstable();
        side.dedup();
    }
    if sides.iter().all(|side| side.is_empty()) {
        return Ok(terminal.at(end, n as u64));
    }
    session.game(&sides[0], &sides[1])
}
