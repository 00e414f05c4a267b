//! Heap rules with end rules, played.

use std::fmt;
use std::ops::ControlFlow;
use std::time::Duration;

use ishitori_rules::end::EndRule;
use ishitori_rules::heap::{HeapCode, HeapRule};
use ishitori_values::{Budget, BudgetTicker, LimitReached, Outcome, Player};
use rustc_hash::FxHashSet;

use super::game::{Change, Drawing, Method, Move, PlayError, Playable};
use crate::ending::{Cycle, EndingError, Position, Search, SumRule, outcomes};
use crate::heap::{Engine, HeapError, Periodicity, Values, grundy};
use crate::known::quick_period;
use crate::quotient::{Quotient, QuotientSearch};

/// Heaps in the order in which they lie on the table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Heaps(Vec<u32>);

impl Heaps {
    /// These heaps. O(1).
    pub fn new(heaps: Vec<u32>) -> Heaps {
        Heaps(heaps)
    }

    /// The heaps in order. O(1).
    pub fn as_slice(&self) -> &[u32] {
        &self.0
    }
}

impl fmt::Display for Heaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("0");
        }
        let heaps: Vec<String> = self.0.iter().map(u32::to_string).collect();
        f.write_str(&heaps.join("+"))
    }
}

/// A heap rule under an end rule.
///
/// Sums of impartial heaps are judged by Grundy numbers under normal play, sums of subtraction
/// games also under misère play and by the parity of moves; a single heap that no move breaks by
/// its sequence of outcomes; anything else by search, and when that is long by a quotient.
pub struct HeapGame<'r> {
    rule: &'r HeapRule,
    end: &'r EndRule,
    sum: SumRule,
    search: Search<'r>,
    numbers: Option<GrundyNumbers>,
    single: OneHeap,
    quotient: Option<Quotient>,
    /// Up to which heap a quotient was searched for.
    looked_to: Option<u32>,
}

/// The bytes of positions that are searched before a quotient is tried.
const SEARCHED_FIRST: u64 = 4 << 20;
/// Positions with more followers than this are large, and with more stones where heaps break.
const LARGE: u64 = 1 << 20;
const LARGE_BROKEN: u64 = 64;
/// The budget of a quotient.
const QUOTIENT_TIME: Duration = Duration::from_secs(2);
const QUOTIENT_MEMORY: u64 = 512 << 20;

impl<'r> HeapGame<'r> {
    /// The game, if the rules go together. O(letters of the end rule).
    pub fn new(
        rule: &'r HeapRule,
        end: &'r EndRule,
        sum: SumRule,
    ) -> Result<HeapGame<'r>, EndingError> {
        let search = Search::new(rule, end, sum, Budget::unlimited())?;
        let numbers = rule.code().map(GrundyNumbers::new);
        let single = OneHeap::default();
        let (quotient, looked_to) = (None, None);
        Ok(HeapGame { rule, end, sum, search, numbers, single, quotient, looked_to })
    }

    fn position(&self, heaps: &Heaps) -> Position {
        let position = Position::new(heaps.0.clone());
        match self.sum {
            SumRule::Total => position.without_empty_heaps(),
            SumRule::Score => position,
        }
    }

    /// The Grundy numbers of the heaps, if the rule has them.
    fn grundy_numbers(
        &mut self,
        heaps: &[u32],
        budget: &Budget,
    ) -> Result<Option<Vec<u32>>, PlayError> {
        let Some(numbers) = &mut self.numbers else { return Ok(None) };
        let found: Result<Vec<u32>, _> = heaps.iter().map(|&h| numbers.get(h, budget)).collect();
        found.map(Some)
    }

    /// The outcome by the quotient of the heaps up to the largest one, if it is found soon.
    fn by_quotient(
        &mut self,
        position: &Position,
        budget: &Budget,
    ) -> Result<Option<(Outcome, Method)>, PlayError> {
        let largest = position.heaps().last().copied().unwrap_or(0);
        if self.sum == SumRule::Score {
            return Ok(None);
        }
        if self.looked_to.is_none_or(|to| to < largest) {
            self.looked_to = Some(largest);
            let Ok(mut search) = QuotientSearch::new(self.rule, self.end) else { return Ok(None) };
            let small = budget.clone().with_time_at_most(QUOTIENT_TIME);
            let memory = budget.memory().map_or(QUOTIENT_MEMORY, |m| m.min(QUOTIENT_MEMORY));
            match search.run(Some(largest), &small.with_memory(memory)) {
                Err(LimitReached::Cancelled) => return Err(LimitReached::Cancelled.into()),
                // What is known about smaller heaps stays of use.
                Err(_) | Ok(()) => self.quotient = Some(search.quotient()),
            }
        }
        let Some(quotient) = &self.quotient else { return Ok(None) };
        let method = Method::Quotient { order: quotient.order() };
        Ok(quotient.outcome_of(position).map(|outcome| (outcome, method)))
    }

    /// The parts that a move leaves of a heap such that the Grundy number of that is `wanted`; every number
    /// below that of the heap is that of an option.
    fn option_worth(
        &mut self,
        heap: u32,
        wanted: u32,
        budget: &Budget,
    ) -> Result<Option<Vec<u32>>, PlayError> {
        let Some(numbers) = &mut self.numbers else { return Ok(None) };
        if let Some(rest) = numbers.smaller_heap_with_value(heap, wanted, budget)? {
            return Ok(Some(if rest == 0 { Vec::new() } else { vec![rest] }));
        }
        let (mut found, mut failed, mut seen) = (None, None, 0u64);
        let _ = self.rule.try_for_each_option(heap, Player::Left, &mut |left| {
            seen += 1;
            if seen.is_multiple_of(4096)
                && let Err(limit) = budget.check(0)
            {
                failed = Some(limit.into());
                return ControlFlow::Break(());
            }
            let worth = left.iter().try_fold(0, |sum, &part| Ok(sum ^ numbers.get(part, budget)?));
            match worth {
                Ok(worth) if worth == wanted => found = Some(left.to_vec()),
                Ok(_) => return ControlFlow::Continue(()),
                Err(error) => failed = Some(error),
            }
            ControlFlow::Break(())
        });
        match failed {
            Some(error) => Err(error),
            None => Ok(found),
        }
    }

    /// Whether a search is likely to be hopeless, so that a quotient is searched for first. O(heaps).
    fn is_large(&self, position: &Position) -> bool {
        let heaps = position.heaps();
        let stones: u64 = heaps.iter().map(|&heap| u64::from(heap)).sum();
        let positions =
            heaps.iter().fold(1u64, |product, &heap| product.saturating_mul(u64::from(heap) + 1));
        positions > LARGE || (self.breaks() && stones > LARGE_BROKEN)
    }

    /// Moves that leave two heaps or more.
    fn breaks(&self) -> bool {
        match self.rule {
            HeapRule::Impartial(code) => code.max_parts().is_none_or(|parts| parts > 1),
            HeapRule::Partizan(rule) => rule.splits(),
            HeapRule::TwoPile(_) => true,
        }
    }

    /// The moves in the heaps at these places.
    fn moves_of(
        &self,
        position: &Heaps,
        places: impl Iterator<Item = usize>,
        player: Player,
        budget: &Budget,
        sink: &mut dyn FnMut(Change, Heaps) -> ControlFlow<()>,
    ) -> Result<(), PlayError> {
        let mut ticker = BudgetTicker::default();
        let mut checked = Ok(());
        for at in places {
            let from = position.0[at];
            let flow = self.rule.try_for_each_option(from, player, &mut |left| {
                let mut heaps = position.0.clone();
                match self.sum {
                    SumRule::Score if left.is_empty() => heaps[at] = 0,
                    _ => drop(heaps.splice(at..=at, left.iter().copied())),
                }
                checked = ticker.steps(budget, 0, 1 + position.0.len() / 64);
                match checked {
                    Ok(()) => sink(Change::Heap { at, from, left: left.to_vec() }, Heaps(heaps)),
                    Err(_) => ControlFlow::Break(()),
                }
            });
            if flow.is_break() {
                break;
            }
        }
        Ok(checked?)
    }

    fn subtracts(&self) -> bool {
        self.rule.code().is_some_and(HeapCode::is_subtraction)
    }
}

fn nim_sum(numbers: &[u32]) -> u32 {
    numbers.iter().fold(0, |sum, g| sum ^ g)
}

/// Whether the next player wins under misère play a sum of subtraction games with these Grundy
/// numbers: as in Nim, the nim-sum is to be made 1 if only zeros and ones would be left, else 0.
/// (T. S. Ferguson, On sums of graph games with last player losing, 1974: in a subtraction game
/// G(n) = 1 exactly if G(n − min S) = 0, and games with this property are played like Nim.)
fn misere_next_wins(numbers: &[u32]) -> bool {
    let wanted = u32::from(numbers.iter().all(|&g| g <= 1));
    nim_sum(numbers) != wanted
}

impl Playable for HeapGame<'_> {
    type Position = Heaps;

    fn for_each_move(
        &self,
        position: &Heaps,
        player: Player,
        budget: &Budget,
        sink: &mut dyn FnMut(Change, Heaps) -> ControlFlow<()>,
    ) -> Result<(), PlayError> {
        self.moves_of(position, 0..position.0.len(), player, budget, sink)
    }

    fn for_each_option(
        &self,
        position: &Heaps,
        player: Player,
        budget: &Budget,
        sink: &mut dyn FnMut(Change, Heaps) -> ControlFlow<()>,
    ) -> Result<(), PlayError> {
        // Of equal heaps the first is as good as any.
        let mut seen = FxHashSet::default();
        let places = (0..position.0.len()).filter(|&at| seen.insert(position.0[at]));
        let places: Vec<usize> = places.collect();
        self.moves_of(position, places.into_iter(), player, budget, sink)
    }

    fn end(&self, position: &Heaps) -> Result<Outcome, PlayError> {
        Ok(self.search.final_letter(&self.position(position)))
    }

    fn moves_exchange_players(&self) -> bool {
        matches!(self.end, EndRule::Moves)
    }

    fn is_impartial(&self) -> bool {
        let same_ends = match self.end {
            EndRule::Moves => false,
            EndRule::Stones(table) => {
                table.letters().iter().all(|letter| matches!(letter, Outcome::N | Outcome::P))
            }
        };
        same_ends && self.rule.partizan().is_none()
    }

    fn canonical(&self, position: &Heaps) -> Heaps {
        Heaps(self.position(position).heaps().to_vec())
    }

    /// Heaps in any order.
    fn listed(&self, position: &Heaps) -> Heaps {
        self.canonical(position)
    }

    /// In a subtraction game different moves in different heaps leave different heaps.
    fn count_options(&self, position: &Heaps) -> Option<u64> {
        let code = self.rule.code().filter(|code| code.is_subtraction())?;
        let heaps: FxHashSet<u32> = position.0.iter().copied().collect();
        Some(heaps.into_iter().map(|heap| code.count_takes(heap)).sum())
    }

    fn moves_by_numbers(
        &self,
        position: &Heaps,
        _: Player,
        numbers: &[u64],
    ) -> Option<Vec<Move<Heaps>>> {
        let code = self.rule.code().filter(|code| code.is_subtraction())?;
        let mut moves = Vec::new();
        for (at, &from) in position.0.iter().enumerate() {
            let mut rests = FxHashSet::default();
            for number in numbers.iter().filter_map(|&n| u32::try_from(n).ok()) {
                rests.extend(from.checked_sub(number).into_iter().chain([number]));
            }
            let mut rests: Vec<u32> = rests.into_iter().filter(|&rest| rest < from).collect();
            rests.sort_unstable();
            for rest in rests.into_iter().filter(|r| !code.digit((from - r) as usize).is_none()) {
                let left: Vec<u32> = if rest == 0 { Vec::new() } else { vec![rest] };
                let mut heaps = position.0.clone();
                match self.sum {
                    SumRule::Score if rest == 0 => heaps[at] = 0,
                    _ => drop(heaps.splice(at..=at, left.iter().copied())),
                }
                let change = Change::Heap { at, from, left };
                moves.push(Move { change, position: Heaps(heaps) });
            }
        }
        Some(moves)
    }

    fn shortcut(
        &mut self,
        position: &Heaps,
        budget: &Budget,
    ) -> Result<Option<(Outcome, Method)>, PlayError> {
        let class = |next_wins: bool| if next_wins { Outcome::N } else { Outcome::P };
        let sorted = self.position(position);
        let (normal, misere) = (self.end.is_normal(), self.end.is_misere());
        let parity = matches!(self.end, EndRule::Moves);
        if (normal || (self.subtracts() && (misere || parity)))
            && let Some(numbers) = self.grundy_numbers(sorted.heaps(), budget)?
        {
            let (n, m) = (nim_sum(&numbers) != 0, misere_next_wins(&numbers));
            return Ok(Some(if normal {
                (class(n), Method::NimSum)
            } else if misere {
                (class(m), Method::MisereNim)
            } else {
                // Left, moving first, wins exactly if the next player does under misère play,
                // Right exactly if the next player does under normal play.
                (Outcome::from_first_move_wins(m, n), Method::Parity)
            }));
        }
        if let [heap] = sorted.heaps()
            && !self.breaks()
        {
            let outcome = self.single.get(self.rule, self.end, *heap, budget)?;
            return Ok(Some((outcome, Method::OneHeap)));
        }
        if (self.looked_to.is_some() || self.is_large(&sorted))
            && let Some(found) = self.by_quotient(&sorted, budget)?
        {
            return Ok(Some(found));
        }
        let small = budget.memory().map_or(SEARCHED_FIRST, |m| m.min(SEARCHED_FIRST));
        self.search.set_budget(budget.clone().with_memory(small));
        match self.search.outcome(&sorted) {
            Err(LimitReached::Memory { .. }) => {
                if let Some(found) = self.by_quotient(&sorted, budget)? {
                    return Ok(Some(found));
                }
            }
            Err(limit) => return Err(limit.into()),
            Ok(outcome) => {
                let positions = self.search.positions();
                return Ok(Some((outcome, Method::Search { positions })));
            }
        }
        self.search.set_budget(budget.clone());
        let outcome = self.search.outcome(&sorted)?;
        Ok(Some((outcome, Method::Search { positions: self.search.positions() })))
    }

    fn grundy(&mut self, position: &Heaps, budget: &Budget) -> Result<Option<Vec<u32>>, PlayError> {
        // Under other ends they are only something to look at.
        if !self.is_impartial() && position.0.iter().any(|&h| h >= DIRECT) {
            return Ok(None);
        }
        self.grundy_numbers(&position.0, budget)
    }

    /// By Grundy numbers: a heap can be lowered to any smaller one, so the move that the nim-sum asks
    /// for is there and only has to be found.
    fn known_wins(
        &mut self,
        position: &Heaps,
        _: Player,
        most: usize,
        budget: &Budget,
    ) -> Result<Option<Vec<Move<Heaps>>>, PlayError> {
        let normal = self.end.is_normal();
        let by_numbers = normal || (self.end.is_misere() && self.subtracts());
        if !by_numbers {
            return Ok(None);
        }
        let Some(numbers) = self.grundy_numbers(&position.0, budget)? else { return Ok(None) };
        let sum = nim_sum(&numbers);
        let mut found = Vec::new();
        for (at, &from) in position.0.iter().enumerate() {
            // Nim-sum 0 or 1 is wanted.
            for wanted in [sum ^ numbers[at], sum ^ numbers[at] ^ 1] {
                let mut after = numbers.clone();
                after[at] = wanted;
                let lost = match normal {
                    true => nim_sum(&after) == 0,
                    false => !misere_next_wins(&after),
                };
                // In misère play a 0 may have to be made a 1.
                let lower = wanted < numbers[at] || (!normal && (numbers[at], wanted) == (0, 1));
                if found.len() == most || !lower || !lost {
                    continue;
                }
                let Some(left) = self.option_worth(from, wanted, budget)? else { continue };
                let mut heaps = position.0.clone();
                heaps.splice(at..=at, left.iter().copied());
                found
                    .push(Move { change: Change::Heap { at, from, left }, position: Heaps(heaps) });
            }
        }
        Ok(Some(found))
    }

    fn drawing(&self, position: &Heaps) -> Drawing {
        Drawing::Heaps(position.0.clone())
    }

    fn numbers(&self, position: &Heaps) -> Vec<i64> {
        position.0.iter().map(|&h| h.into()).collect()
    }

    fn components(&self, position: &Heaps) -> Vec<Heaps> {
        match &position.0[..] {
            [] => vec![position.clone()],
            heaps => heaps.iter().map(|&heap| Heaps(vec![heap])).collect(),
        }
    }

    fn parts(&self, position: &Heaps) -> Vec<Vec<i64>> {
        position.0.iter().map(|&h| vec![h.into()]).collect()
    }
}

/// Grundy numbers of heaps of any size: computed in order, or by a proved period.
struct GrundyNumbers {
    code: HeapCode,
    values: Values,
    period: Option<Periodicity>,
    looked: bool,
}

/// Up to this heap the numbers are simply computed.
const DIRECT: u32 = 1 << 14;
/// The heaps that are examined for a period, if a fast engine takes the rule.
const LOOKED_AT: u64 = 1 << 20;

impl GrundyNumbers {
    fn new(code: &HeapCode) -> GrundyNumbers {
        let values = Values::from(Vec::<u32>::new());
        GrundyNumbers { code: code.clone(), values, period: None, looked: false }
    }

    /// The least heap with this Grundy number to which `heap` can be lowered, where numbers grow by
    /// a proved rule and nothing is broken.
    fn smaller_heap_with_value(
        &mut self,
        heap: u32,
        wanted: u32,
        budget: &Budget,
    ) -> Result<Option<u32>, PlayError> {
        self.get(heap, budget)?;
        let Some(Periodicity { values, saltus, .. }) = self.period.clone() else { return Ok(None) };
        if saltus == 0 || !self.code.is_subtraction() {
            return Ok(None);
        }
        let (p, n0) = (values.period, values.preperiod);
        for first in 0..n0 + p {
            let number = u64::from(self.get(first as u32, budget)?);
            let more = u64::from(wanted).checked_sub(number);
            let rest = match more {
                Some(0) => first,
                Some(more) if first >= n0 && more.is_multiple_of(saltus) => {
                    (more / saltus).saturating_mul(p).saturating_add(first)
                }
                _ => continue,
            };
            if rest < u64::from(heap)
                && !self.code.digit((u64::from(heap) - rest) as usize).is_none()
            {
                return Ok(Some(rest as u32));
            }
        }
        Ok(None)
    }

    fn get(&mut self, heap: u32, budget: &Budget) -> Result<u32, PlayError> {
        if heap >= DIRECT && !self.looked {
            let slow = Engine::choose(&self.code) == Engine::Naive;
            let report = quick_period(&self.code, if slow { 0 } else { LOOKED_AT }, budget)?;
            match report.stopped {
                Some(limit) if report.periodicity.is_none() => return Err(limit.into()),
                _ => {}
            }
            self.period = report.periodicity;
            self.looked = true;
        }
        let mut reduced = (u64::from(heap), 0);
        if let Some(found) = &self.period {
            let (p, n0) = (found.values.period, found.values.preperiod);
            if u64::from(heap) >= n0 + p {
                let rounds = (u64::from(heap) - n0) / p;
                reduced = (u64::from(heap) - rounds * p, rounds * found.saltus);
            }
        }
        let (heap, more) = reduced;
        if heap as usize >= self.values.len() {
            let count = (heap + 1).max(64).max(2 * self.values.len().min(1 << 20) as u64);
            let run = grundy(&self.code, count, None, budget)?;
            if let Some(limit) = run.stopped {
                return Err(limit.into());
            }
            self.values = run.values;
        }
        let value = self.values.get(heap as usize).expect("computed just now");
        let too_large = HeapError::ValueTooLarge { heap, limit: u32::MAX, engine: Engine::AllBut };
        u32::try_from(u64::from(value) + more).map_err(|_| PlayError::Heap(too_large))
    }
}

/// Outcomes of single heaps, as far as they were asked for.
#[derive(Default)]
struct OneHeap {
    outcomes: Vec<Outcome>,
    cycle: Option<Cycle>,
}

impl OneHeap {
    fn get(
        &mut self,
        rule: &HeapRule,
        end: &EndRule,
        heap: u32,
        budget: &Budget,
    ) -> Result<Outcome, PlayError> {
        if self.outcomes.is_empty() {
            self.compute(rule, end, 64, budget)?;
        }
        let heap = heap as usize;
        let at = match self.cycle {
            Some(c) if heap >= c.preperiod => c.preperiod + (heap - c.preperiod) % c.period,
            _ => heap,
        };
        if at >= self.outcomes.len() {
            self.compute(rule, end, (at + 1).max(2 * self.outcomes.len().min(1 << 20)), budget)?;
        }
        Ok(self.outcomes[at])
    }

    fn compute(
        &mut self,
        rule: &HeapRule,
        end: &EndRule,
        count: usize,
        budget: &Budget,
    ) -> Result<(), PlayError> {
        let run = outcomes(rule, end, count, budget)?;
        if let Some(limit) = run.stopped {
            return Err(limit.into());
        }
        self.cycle = run.knowledge.cycle();
        self.outcomes = run.outcomes;
        Ok(())
    }
}
