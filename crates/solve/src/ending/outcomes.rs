//! The outcome classes of one heap under any end rule.

use std::time::Duration;

use ishitori_rules::end::EndRule;
use ishitori_rules::heap::{HeapCode, HeapRule};
use ishitori_values::{Budget, BudgetTicker, LimitReached, Outcome, Player};

use super::EndingError;
use super::search::{Search, SumRule};
use crate::cycle::{Cycle, CycleSearch, least_cycle};
use crate::heap::{grundy, has_misere, misere};
use crate::known::{Knowledge, Observed, observed_cycle, quick_period};
use crate::position::Position;
use crate::quotient::QuotientSearch;

/// The outcome classes of the heaps 0, 1, ….
#[derive(Clone, Debug)]
pub struct Outcomes {
    /// As far as they were asked for, or less.
    pub outcomes: Vec<Outcome>,
    /// The period and what is known about it.
    pub knowledge: Knowledge,
    /// The apparent pattern of the outcomes where nothing is proved.
    pub observed: Option<Observed>,
    /// Why there are fewer outcomes than asked for, if there are.
    pub stopped: Option<LimitReached>,
}

/// The heaps that are examined for a period, if they come one by one.
const LOOKED_AT: usize = 1 << 24;
/// The same if any number may be taken, which costs as many steps for every heap.
const LOOKED_AT_ENDLESS: usize = 1 << 11;
/// The budget of the quotient of a rule that breaks heaps, which proves a period.
const QUOTIENT_TIME: Duration = Duration::from_secs(1);
const QUOTIENT_MEMORY: u64 = 256 << 20;
/// Quotients that repeat later than this are of no use for a list.
const QUOTIENT_HEAPS: u64 = 1 << 20;

/// The outcomes of the heaps 0, …, count − 1, and the period of the whole sequence.
///
/// When moves leave one heap and take a bounded number t, the last t outcomes decide the next, so
/// a window that comes back proves the period: T(n) = O(n·s) until it does. When all numbers but
/// finitely many may be taken, so do the last outcomes together with the classes seen before them.
/// Normal play of other rules goes by Grundy numbers and what is [known](crate::known) about them.
/// When moves can break heaps under another end, the quotient of the rule proves a period if it is
/// found soon; else misère play goes by canonical forms, `moves` by both normal and misère play (see
/// [`verify_parity_theorem`](super::verify_parity_theorem)), and any other end rule searches all
/// positions with as many stones, of which there are exponentially many, and nothing is proved.
///
/// ```
/// use ishitori_solve::ending::{Cycle, outcomes};
/// use ishitori_values::Budget;
/// let (rule, end) = ("sub:2,3".parse().unwrap(), "mod2:LR".parse().unwrap());
/// let run = outcomes(&rule, &end, 13, &Budget::unlimited()).unwrap();
/// let word: String = run.outcomes.iter().map(|o| o.to_string()).collect();
/// assert_eq!(word, "LRLNNLPLNNLPL");
/// assert_eq!(run.knowledge.cycle(), Some(Cycle { period: 5, preperiod: 2 }));
/// ```
pub fn outcomes(
    rule: &HeapRule,
    end: &EndRule,
    count: usize,
    budget: &Budget,
) -> Result<Outcomes, EndingError> {
    super::moves_are_equal(rule, end)?;
    let takes = TakingMoves::of(rule);
    let mut run = match (rule, takes, end) {
        (HeapRule::TwoPile(_), ..) => {
            return Err(EndingError::NotHeaps { rule: rule.to_string() });
        }
        (_, Some(takes), _) if !takes.is_endless() => by_window(&takes, end, count, budget),
        (HeapRule::Impartial(code), ..) if end.is_normal() => normal(code, count, budget)?,
        (_, Some(takes), _) => by_window(&takes, end, count, budget),
        (_, None, _) => match by_quotient(rule, end, count, budget)? {
            Some(run) => run,
            None => by_sums(rule, end, count, budget)?,
        },
    };
    if run.knowledge.cycle().is_none() {
        run.observed = observed_cycle(&run.outcomes);
    }
    Ok(run)
}

/// Heaps that break, under an end that is not normal, without a proof.
fn by_sums(
    rule: &HeapRule,
    end: &EndRule,
    count: usize,
    budget: &Budget,
) -> Result<Outcomes, EndingError> {
    match (rule, end) {
        (HeapRule::Impartial(code), EndRule::Moves) if has_misere(code).is_ok() => {
            moves(code, count, budget)
        }
        (HeapRule::Impartial(code), _) if end.is_misere() && has_misere(code).is_ok() => {
            let run = misere(code, count, budget)?;
            let outcomes = run.values().iter().map(|&g| impartial(g != 0)).collect();
            Ok(unproved(outcomes, run.stopped))
        }
        _ => by_search(rule, end, count, budget),
    }
}

fn unproved(outcomes: Vec<Outcome>, stopped: Option<LimitReached>) -> Outcomes {
    Outcomes { outcomes, knowledge: Knowledge::NoTheorem, observed: None, stopped }
}

/// By the quotient of all heaps, if it is found soon: its map Φ repeats, and so do the outcomes.
fn by_quotient(
    rule: &HeapRule,
    end: &EndRule,
    count: usize,
    budget: &Budget,
) -> Result<Option<Outcomes>, EndingError> {
    // A rule without quotients is computed in other ways.
    let Ok(mut search) = QuotientSearch::new(rule, end) else { return Ok(None) };
    let memory = budget.memory().map_or(QUOTIENT_MEMORY, |m| m.min(QUOTIENT_MEMORY));
    let small = budget.clone().with_attempt(QUOTIENT_TIME).with_memory(memory);
    match search.run(None, &small) {
        Err(LimitReached::Cancelled) => return Err(LimitReached::Cancelled.into()),
        Err(_) => return Ok(None),
        Ok(()) => {}
    }
    let quotient = search.quotient();
    let Some(phi) = quotient.period() else { return Ok(None) };
    let (period, preperiod) = (phi.period, phi.preperiod);
    if preperiod + period > QUOTIENT_HEAPS {
        return Ok(None);
    }
    // Φ may have another heap at every place of its period; the outcomes may repeat sooner.
    let round = (preperiod + period) as usize;
    let mut terms = Vec::with_capacity(round.max(count.min(1 << 20)));
    let mut stopped = None;
    for n in 0..round.max(count) {
        if n.is_multiple_of(4096)
            && let Err(limit) = budget.check(n as u64)
        {
            stopped = Some(limit);
            break;
        }
        let term = match n.checked_sub(round) {
            None => quotient.outcome_of(&Position::heap(n as u32)),
            Some(_) => Some(terms[n - period as usize]),
        };
        match term {
            Some(outcome) => terms.push(outcome),
            None => return Ok(None),
        }
    }
    if terms.len() < round {
        terms.truncate(count);
        return Ok(Some(unproved(terms, stopped)));
    }
    let knowledge = Knowledge::Proved(least_cycle(&terms[..round], period as usize));
    terms.truncate(count);
    Ok(Some(Outcomes { outcomes: terms, knowledge, observed: None, stopped }))
}

fn impartial(next_wins: bool) -> Outcome {
    if next_wins { Outcome::N } else { Outcome::P }
}

/// Normal play: a heap is P exactly if its Grundy number is 0 (Sprague, Grundy).
fn normal(code: &HeapCode, count: usize, budget: &Budget) -> Result<Outcomes, EndingError> {
    // The values and the outcomes made of them.
    let run = grundy(code, count as u64, None, &budget.shared_by(2))?;
    let outcomes = run.values.iter().map(|v| impartial(v != 0)).collect();
    let knowledge = quick_period(code, count as u64, budget)?.outcomes();
    Ok(Outcomes { outcomes, knowledge, observed: None, stopped: run.stopped })
}

/// Left, moving first, wins exactly if the next player does under misère play; Right exactly if the
/// next player does under normal play (the unifying theorem, even number of moves played).
fn moves(code: &HeapCode, count: usize, budget: &Budget) -> Result<Outcomes, EndingError> {
    let normal = grundy(code, count as u64, None, &budget.shared_by(2))?;
    let misere = misere(code, count, &budget.shared_by(2))?;
    let pairs = misere.values().into_iter().zip(normal.values.iter());
    let outcomes = pairs.map(|(m, g)| Outcome::from_first_move_wins(m != 0, g != 0)).collect();
    Ok(unproved(outcomes, misere.stopped.or(normal.stopped)))
}

fn by_search(
    rule: &HeapRule,
    end: &EndRule,
    count: usize,
    budget: &Budget,
) -> Result<Outcomes, EndingError> {
    let mut search = Search::new(rule, end, SumRule::Total, budget.clone())?;
    let mut outcomes = Vec::new();
    let mut stopped = None;
    while outcomes.len() < count {
        match search.outcome(&Position::heap(outcomes.len() as u32)) {
            Ok(outcome) => outcomes.push(outcome),
            Err(limit) => {
                stopped = Some(limit);
                break;
            }
        }
    }
    Ok(unproved(outcomes, stopped))
}

/// The moves of a rule that leaves at most one heap, by player.
pub(crate) struct TakingMoves {
    /// Numbers that may be taken with something left.
    leave_one: [Vec<u32>; 2],
    /// Heaps that may be taken whole, increasing.
    whole: [Vec<u32>; 2],
    /// The code, if there is no largest number; the lists are empty then.
    code: Option<HeapCode>,
}

impl TakingMoves {
    /// The moves, if none leaves two heaps.
    pub fn of(rule: &HeapRule) -> Option<TakingMoves> {
        match rule {
            HeapRule::Impartial(code) if code.max_parts()? <= 1 => {
                let Some(last) = code.max_take() else {
                    let none = || [Vec::new(), Vec::new()];
                    return Some(TakingMoves {
                        leave_one: none(),
                        whole: none(),
                        code: Some(code.clone()),
                    });
                };
                let (takes, wholes) = (code.takes_up_to(last), code.wholes_up_to(last));
                Some(TakingMoves {
                    leave_one: [takes.clone(), takes],
                    whole: [wholes.clone(), wholes],
                    code: None,
                })
            }
            HeapRule::Partizan(rule) if !rule.splits() => {
                let sets = [rule.left().to_vec(), rule.right().to_vec()];
                Some(TakingMoves { leave_one: sets.clone(), whole: sets, code: None })
            }
            _ => None,
        }
    }

    /// The heaps that a player can leave of a heap of n.
    pub fn options(&self, n: usize, player: Player) -> impl Iterator<Item = usize> + '_ {
        let side = player as usize;
        let leave = self.leave_one[side].iter();
        let kept = leave.map(|&s| s as usize).take_while(move |&s| s < n).map(move |s| n - s);
        let whole = self.whole[side].binary_search(&(n as u32)).is_ok();
        let (whole, endless) = match &self.code {
            None => (whole, None),
            Some(code) => (
                code.digit(n).allows(0),
                Some((1..n).filter(move |&s| code.digit(s).allows(1)).map(move |s| n - s)),
            ),
        };
        kept.chain(endless.into_iter().flatten()).chain((whole && n > 0).then_some(0))
    }

    /// How many heaps a heap of n may have to look at.
    fn work(&self, n: usize) -> usize {
        match self.is_endless() {
            true => n,
            false => self.leave_one.iter().map(Vec::len).sum(),
        }
    }

    /// Whether some player can take from every large heap and leave something. O(1).
    pub fn leaves_heaps(&self) -> bool {
        self.leave_one.iter().any(|set| !set.is_empty())
    }

    /// Whether any number may be taken, so that no window decides what follows.
    pub fn is_endless(&self) -> bool {
        self.code.is_some()
    }

    /// From where on, and in which rhythm, a window decides what follows, for an end table with
    /// this lead and this block. Beyond the largest take a player with a number to take can always
    /// move; the number of stones matters only to one who can never move there.
    pub fn settled(&self, lead: usize, repeat: usize) -> (usize, usize) {
        let stuck = self.leave_one.iter().any(|set| set.is_empty());
        if stuck { (self.largest() + 1 + lead, repeat) } else { (self.largest() + 1, 1) }
    }

    /// The largest number taken.
    pub fn largest(&self) -> usize {
        let all = self.leave_one.iter().chain(&self.whole).filter_map(|set| set.last());
        all.max().map_or(0, |&s| s as usize)
    }
}

/// One heap after the other, until the outcomes that decide the next one have come back.
///
/// If all numbers above K may be taken, then from heap K + 1 on a heap has all heaps that are more
/// than K smaller for options: the classes that occur there are all classes seen so far, once the
/// last new one is that far back, and with the last K outcomes they decide the next one.
fn by_window(takes: &TakingMoves, end: &EndRule, count: usize, budget: &Budget) -> Outcomes {
    let endless = takes.is_endless();
    let excluded = takes.code.as_ref().and_then(HeapCode::excluded_takes);
    let reach = excluded.map(|excluded| excluded.last().map_or(0, |&s| s as usize));
    let provable = !endless || reach.is_some();
    let mut seen = [false; 4];
    let (lead, repeat) = match end {
        EndRule::Stones(table) => (table.lead(), table.repeat()),
        EndRule::Moves => (0, 1),
    };
    let (start, phase) = takes.settled(lead, repeat);
    let mut search = CycleSearch::new(start, takes.largest(), phase);
    let mut terms: Vec<Outcome> = Vec::new();
    let mut cycle = None;
    let mut stopped = None;
    let limit = match (provable, endless) {
        (false, _) => count,
        (true, true) => count.max(LOOKED_AT_ENDLESS),
        (true, false) => count.max(LOOKED_AT),
    };
    let mut ticker = BudgetTicker::default();
    while terms.len() < limit && (terms.len() < count || cycle.is_none()) {
        // Where any number may be taken, every heap costs as many steps as it has stones.
        let steps = 1 + takes.work(terms.len()) / 64;
        if let Err(reached) = ticker.steps(budget, terms.capacity() as u64, steps) {
            stopped = (terms.len() < count).then_some(reached);
            break;
        }
        if let Some(Cycle { period, .. }) = cycle {
            terms.push(terms[terms.len() - period]);
            continue;
        }
        let next = one_heap(takes, end, &terms);
        terms.push(next);
        if let Some(reach) = reach
            && !std::mem::replace(&mut seen[next as usize], true)
        {
            search = CycleSearch::new(terms.len() + reach + 1, reach, 1);
        }
        if provable {
            cycle = search.look(&terms);
        }
    }
    let knowledge = match cycle {
        Some(cycle) => Knowledge::Proved(cycle),
        None if !provable => Knowledge::NoTheorem,
        None => Knowledge::NotFound { heaps: terms.len() },
    };
    terms.truncate(count);
    Outcomes { outcomes: terms, knowledge, observed: None, stopped }
}

fn one_heap(takes: &TakingMoves, end: &EndRule, smaller: &[Outcome]) -> Outcome {
    let n = smaller.len();
    let wins = Player::BOTH.map(|player| {
        let mut options = takes.options(n, player).peekable();
        if options.peek().is_none() {
            return end.letter(n as u64, false).wins_moving_first(player);
        }
        // Outcomes are those after an even number of moves; after an odd number Left and Right
        // have changed places.
        let answers = match end {
            EndRule::Stones(_) => player.opponent(),
            EndRule::Moves => player,
        };
        options.any(|m| !smaller[m].wins_moving_first(answers))
    });
    Outcome::from_first_move_wins(wins[0], wins[1])
}
