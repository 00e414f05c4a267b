//! The outcome classes of one heap under any end rule.

use ishitori_rules::end::EndRule;
use ishitori_rules::heap::{Code, HeapRule};
use ishitori_values::{Budget, LimitReached, Outcome, Player};

use super::EndingError;
use super::cycle::{Cycle, CycleSearch};
use super::position::Position;
use super::search::{Search, SumRule};
use crate::heap::{Status, find_period, grundy, misere};

/// The outcome classes of the heaps 0, 1, ….
#[derive(Clone, Debug)]
pub struct Outcomes {
    /// As far as they were asked for, or less.
    pub outcomes: Vec<Outcome>,
    /// The period and what is known about it.
    pub knowledge: Knowledge,
    /// Why there are fewer outcomes than asked for, if there are.
    pub stopped: Option<LimitReached>,
}

/// What is known about the period of a sequence of outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Knowledge {
    /// The sequence repeats for ever.
    Proved(Cycle),
    /// A repetition would be a proof, but none was seen among so many heaps.
    NotFound {
        /// The heaps looked at.
        heaps: usize,
    },
    /// No theorem covers the rule.
    NoTheorem,
}

impl Knowledge {
    /// In one word, as in other reports. O(1).
    pub const fn name(self) -> &'static str {
        match self {
            Knowledge::Proved(_) => "proved",
            Knowledge::NotFound { .. } => "not-found",
            Knowledge::NoTheorem => "no-theorem",
        }
    }

    /// The cycle, if one is proved. O(1).
    pub const fn cycle(self) -> Option<Cycle> {
        match self {
            Knowledge::Proved(cycle) => Some(cycle),
            _ => None,
        }
    }
}

/// So many heaps are looked at for a period, if they come one by one.
const LOOKED_AT: usize = 1 << 24;
/// So many heaps when moves can break them.
const LOOKED_AT_BROKEN: u64 = 1 << 16;

/// The outcomes of the heaps 0, …, count − 1, and the period of the whole sequence.
///
/// When moves leave one heap and take a bounded number t, the last t outcomes decide the next, so
/// a window that comes back proves the period: T(n) = O(n·s) until it does. When moves can break
/// heaps, normal play goes by Grundy numbers with the theorem of Guy and Smith, misère play by
/// canonical forms, `moves` by both (see [`verify_parity_theorem`](super::verify_parity_theorem));
/// any other end rule searches all positions with as many stones, of which there are exponentially
/// many, and nothing is proved.
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
    if let Some(sets) = Takes::of(rule) {
        return Ok(by_window(&sets, end, count, budget));
    }
    match (rule, end) {
        (HeapRule::Plane(_), _) => Err(EndingError::NotHeaps { rule: rule.to_string() }),
        (HeapRule::Impartial(code), _) if end.is_normal() => normal(code, count, budget),
        (HeapRule::Impartial(code), EndRule::Moves) => moves(code, count, budget),
        (HeapRule::Impartial(code), _) if end.is_misere() => {
            let run = misere(code, count, budget)?;
            let outcome = |&g: &u32| impartial(g != 0);
            let outcomes = run.values().iter().map(outcome).collect();
            Ok(Outcomes { outcomes, knowledge: Knowledge::NoTheorem, stopped: run.stopped })
        }
        _ => by_search(rule, end, count, budget),
    }
}

fn impartial(next_wins: bool) -> Outcome {
    if next_wins { Outcome::N } else { Outcome::P }
}

/// Normal play: a heap is P exactly if its Grundy number is 0 (Sprague, Grundy).
fn normal(code: &Code, count: usize, budget: &Budget) -> Result<Outcomes, EndingError> {
    let run = grundy(code, count as u64, None, budget)?;
    let outcomes = run.values.iter().map(|v| impartial(v != 0)).collect();
    let report = find_period(code, LOOKED_AT_BROKEN.max(count as u64), budget)?;
    let knowledge = match (report.status, report.periodicity.and_then(|p| p.win_lose)) {
        (Status::Proved, Some(w)) => {
            Knowledge::Proved(Cycle { period: w.period as usize, preperiod: w.preperiod as usize })
        }
        (Status::NoTheorem, _) => Knowledge::NoTheorem,
        _ => Knowledge::NotFound { heaps: report.computed_to as usize },
    };
    Ok(Outcomes { outcomes, knowledge, stopped: run.stopped })
}

/// Left, moving first, wins exactly if the next player does under misère play; Right exactly if the
/// next player does under normal play (the unifying theorem, even number of moves played).
fn moves(code: &Code, count: usize, budget: &Budget) -> Result<Outcomes, EndingError> {
    let normal = grundy(code, count as u64, None, budget)?;
    let misere = misere(code, count, budget)?;
    let pairs = misere.values().into_iter().zip(normal.values.iter());
    let outcomes = pairs.map(|(m, g)| Outcome::from_first_move_wins(m != 0, g != 0)).collect();
    let stopped = misere.stopped.or(normal.stopped);
    Ok(Outcomes { outcomes, knowledge: Knowledge::NoTheorem, stopped })
}

fn by_search(
    rule: &HeapRule,
    end: &EndRule,
    count: usize,
    budget: &Budget,
) -> Result<Outcomes, EndingError> {
    let mut search = Search::new(rule, end, SumRule::Total, budget.clone())?;
    let mut outcomes = Vec::with_capacity(count.min(1 << 20));
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
    Ok(Outcomes { outcomes, knowledge: Knowledge::NoTheorem, stopped })
}

/// The moves of a rule that leaves at most one heap, by player.
pub(crate) struct Takes {
    /// Numbers that may be taken with something left.
    leave_one: [Vec<u32>; 2],
    /// Heaps that may be taken whole, increasing.
    whole: [Vec<u32>; 2],
    /// The code, if there is no largest number; the lists are empty then.
    code: Option<Code>,
}

impl Takes {
    /// The moves, if none leaves two heaps.
    pub fn of(rule: &HeapRule) -> Option<Takes> {
        match rule {
            HeapRule::Impartial(code) if code.max_parts()? <= 1 => {
                let Some(last) = code.max_take() else {
                    let none = || [Vec::new(), Vec::new()];
                    return Some(Takes {
                        leave_one: none(),
                        whole: none(),
                        code: Some(code.clone()),
                    });
                };
                let (takes, wholes) = (code.takes_up_to(last), code.wholes_up_to(last));
                Some(Takes {
                    leave_one: [takes.clone(), takes],
                    whole: [wholes.clone(), wholes],
                    code: None,
                })
            }
            HeapRule::Partizan(rule) if !rule.splits() => {
                let sets = [rule.left().to_vec(), rule.right().to_vec()];
                Some(Takes { leave_one: sets.clone(), whole: sets, code: None })
            }
            _ => None,
        }
    }

    /// The heaps that a player can leave of a heap of n.
    fn options(&self, n: usize, player: Player) -> impl Iterator<Item = usize> + '_ {
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

fn by_window(takes: &Takes, end: &EndRule, count: usize, budget: &Budget) -> Outcomes {
    let endless = takes.is_endless();
    let (lead, repeat) = match end {
        EndRule::Stones(table) => (table.lead(), table.repeat()),
        EndRule::Moves => (0, 1),
    };
    let (start, phase) = takes.settled(lead, repeat);
    let mut search = CycleSearch::new(start, takes.largest(), phase);
    let mut terms: Vec<Outcome> = Vec::new();
    let mut cycle = None;
    let mut stopped = None;
    let limit = if endless { count } else { count.max(LOOKED_AT) };
    while terms.len() < limit && (terms.len() < count || cycle.is_none()) {
        if terms.len().is_multiple_of(4096)
            && let Err(reached) = budget.check(terms.capacity() as u64)
        {
            stopped = (terms.len() < count).then_some(reached);
            break;
        }
        terms.push(one_heap(takes, end, &terms));
        if cycle.is_none() && !endless {
            cycle = search.look(&terms);
        }
    }
    let knowledge = match cycle {
        Some(cycle) => Knowledge::Proved(cycle),
        None if endless => Knowledge::NoTheorem,
        None => Knowledge::NotFound { heaps: terms.len() },
    };
    terms.truncate(count);
    Outcomes { outcomes: terms, knowledge, stopped }
}

fn one_heap(takes: &Takes, end: &EndRule, smaller: &[Outcome]) -> Outcome {
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
