//! Computing positions in an order, and by a search where the order does not help.

use ishitori_language::{Fault, FaultKind, Halt, Machine, OptionBatch, Sink, TextGame};
use ishitori_values::{Budget, Player};

use super::cells::{Cells, OPEN, OUTSIDE, UNKNOWN};

/// The longest line of play that a search follows.
const MAX_LINE: usize = 1 << 22;
/// The longest part of it that lies beyond the box and the position asked for: a game that does
/// not end leaves them for good, since lines of play that return are found.
const MAX_BEYOND: usize = 1 << 16;
/// So far beyond, only a few options are kept in mind at a time.
const FAR_BEYOND: usize = 256;
/// Positions looked at to find an order.
const SAMPLE: u64 = 300;
/// Options looked at in all for that.
const SAMPLED_OPTIONS: usize = 5_000;
/// Half of the sample has no coordinate above this, and positions without such a coordinate are examined in full.
const SMALL: i64 = 12;
/// Positions between two looks at the budget.
const BETWEEN_CHECKS: u64 = 256;

/// How results come out of the results of options.
pub(super) trait Theory {
    /// Whether some sides can be ignored: then rules for one side only are still passed.
    fn begin(&mut self);

    /// An option of the players of `sides`, with the results of its parts.
    fn add(&mut self, sides: [bool; 2], parts: &[u32]) -> Result<(), Halt>;

    /// Whether the result is settled, whatever the other options are.
    fn is_settled(&self) -> bool {
        false
    }

    /// The result of the position whose options were added.
    fn finish(&mut self, machine: &mut Machine<'_>, position: &[i64]) -> Result<u32, Halt>;

    /// Memory in use outside the cells.
    fn bytes(&self) -> u64 {
        0
    }
}

/// The buffers of one thread that computes positions; the cells are shared.
pub(super) struct Worker<'g, T> {
    pub game: &'g TextGame,
    pub theory: T,
    machine: Machine<'g>,
    /// For questions while `machine` is busy.
    checker: Machine<'g>,
    sides: Vec<[bool; 2]>,
    budget: Budget,
    until_check: u64,
    values: Vec<u32>,
}

/// A game and what is known about it.
pub(super) struct Solver<'g, T> {
    pub cells: Cells,
    pub worker: Worker<'g, T>,
}

/// The effect of a sample of moves on the coordinates.
pub(super) struct Shape {
    /// The coordinates, slowest first, in an order in which most moves lead backwards.
    pub order: Vec<usize>,
    /// Whether no move made the coordinate larger.
    pub falls: Vec<bool>,
    /// Whether every move made it smaller.
    pub falls_strictly: Vec<bool>,
}

struct Frame {
    position: Vec<i64>,
    entered: bool,
}

impl<'g, T: Theory> Worker<'g, T> {
    pub fn new(game: &'g TextGame, theory: T, budget: &Budget) -> Self {
        let sides =
            (0..game.rules()).map(|rule| Player::BOTH.map(|p| game.rule_allows(rule, p))).collect();
        Worker {
            game,
            theory,
            machine: game.machine(),
            checker: game.machine(),
            sides,
            budget: budget.clone(),
            until_check: 0,
            values: Vec::new(),
        }
    }

    /// Looks at the budget now and then; `others` is the memory that is not the worker's own.
    #[inline]
    pub fn tick(&mut self, others: impl FnOnce() -> u64) -> Result<(), Halt> {
        if self.until_check == 0 {
            self.until_check = BETWEEN_CHECKS;
            self.budget.check(self.bytes() + others())?;
        }
        self.until_check -= 1;
        Ok(())
    }

    /// Memory in use.
    pub fn bytes(&self) -> u64 {
        self.theory.bytes() + self.machine.bytes() + self.checker.bytes()
    }

    /// Whether a tuple is a position.
    pub fn contains(&mut self, position: &[i64]) -> Result<bool, Fault> {
        self.checker.contains(position)
    }

    fn collector<'a>(
        &'a mut self,
        cells: &'a Cells,
        position: &'a [i64],
        needed: &'a mut Vec<(Vec<i64>, usize)>,
    ) -> (&'a mut Machine<'g>, Collector<'a, 'g, T>) {
        let collector = Collector {
            game: self.game,
            position,
            cells,
            theory: &mut self.theory,
            checker: &mut self.checker,
            sides: &self.sides,
            values: &mut self.values,
            budget: &self.budget,
            needed,
            may_stop: may_stop_early(position),
        };
        (&mut self.machine, collector)
    }

    /// The result of a position, unless options are not known: those are put into `needed` with
    /// the rule that leads there.
    pub fn evaluate(
        &mut self,
        cells: &Cells,
        position: &[i64],
        needed: &mut Vec<(Vec<i64>, usize)>,
    ) -> Result<Option<u32>, Halt> {
        self.theory.begin();
        let (machine, mut collector) = self.collector(cells, position, needed);
        let settled = until_settled(machine.options(position, None, &mut collector))?;
        if !settled && !needed.is_empty() {
            return Ok(None);
        }
        self.theory.finish(&mut self.machine, position).map(Some)
    }

    /// Adds the options by one rule to the theory; `false` if some are not known.
    pub fn add_rule(&mut self, cells: &Cells, position: &[i64], rule: usize) -> Result<bool, Halt> {
        let mut needed = Vec::new();
        let (machine, mut collector) = self.collector(cells, position, &mut needed);
        let found = machine.options_of_rule(position, rule, &mut collector);
        Ok(until_settled(found)? || needed.is_empty())
    }

    /// The same for one value of the variable of a line.
    pub fn add_line(
        &mut self,
        cells: &Cells,
        position: &[i64],
        rule: usize,
        value: i64,
    ) -> Result<bool, Halt> {
        let mut needed = Vec::new();
        let (machine, mut collector) = self.collector(cells, position, &mut needed);
        let found = machine.options_of_line(position, rule, value, value + 1, &mut collector);
        Ok(until_settled(found)? || needed.is_empty())
    }
}

/// Whether the options of a position need not all be examined once its result is settled. Small positions are
/// looked at in full, so that mistakes in a game, which nearly always show there, are reported.
pub(super) fn may_stop_early(position: &[i64]) -> bool {
    position.iter().any(|&c| c > SMALL)
}

/// Whether a walk over options ended because the result was settled.
fn until_settled(walked: Result<(), Halt>) -> Result<bool, Halt> {
    match walked {
        Ok(()) => Ok(false),
        Err(Halt::ReceiverDone) => Ok(true),
        Err(halt) => Err(halt),
    }
}

impl<'g, T: Theory> Solver<'g, T> {
    pub fn new(game: &'g TextGame, cells: Cells, theory: T, budget: &Budget) -> Self {
        Solver { cells, worker: Worker::new(game, theory, budget) }
    }

    /// Looks at the budget now and then.
    #[inline]
    pub fn tick(&mut self, extra: u64) -> Result<(), Halt> {
        let cells = &self.cells;
        self.worker.tick(|| cells.bytes() + extra)
    }

    /// The budget for the rest of the computation.
    pub fn set_budget(&mut self, budget: &Budget) {
        self.worker.budget = budget.clone();
        self.worker.until_check = 0;
    }

    /// Whether a tuple is a position.
    pub fn contains(&mut self, position: &[i64]) -> Result<bool, Fault> {
        self.worker.contains(position)
    }

    /// Computes a position of the game and everything that it needs.
    pub fn solve(&mut self, position: &[i64]) -> Result<u32, Halt> {
        let known = self.cells.get(position);
        if known < OUTSIDE {
            return Ok(known);
        }
        let result = self.search(position);
        if result.is_err() {
            self.cells.close();
        }
        result
    }

    fn search(&mut self, position: &[i64]) -> Result<u32, Halt> {
        let mut stack = vec![Frame { position: position.to_vec(), entered: false }];
        let hull: Vec<i64> =
            position.iter().zip(self.cells.last()).map(|(&c, &last)| c.max(last)).collect();
        let is_beyond = |at: &[i64]| at.iter().zip(&hull).any(|(c, last)| c > last);
        let (mut line, mut beyond) = (0, 0);
        let mut held = 0u64;
        while let Some(frame) = stack.last() {
            let at = frame.position.clone();
            let state = self.cells.get(&at);
            if !frame.entered && state < OUTSIDE {
                stack.pop();
                continue;
            }
            self.tick(held * (48 + 8 * at.len() as u64))?;
            let mut needed = Vec::new();
            let value = self.worker.evaluate(&self.cells, &at, &mut needed)?;
            if let Some(value) = value {
                self.cells.set(&at, value);
                if frame.entered {
                    line -= 1;
                    beyond -= usize::from(is_beyond(&at));
                }
                stack.pop();
                held = stack.len() as u64;
                continue;
            }
            if let Some((_, rule)) =
                needed.iter().find(|(p, _)| *p == at || self.cells.get(p) == OPEN)
            {
                let back = needed.iter().find(|(p, _)| *p == at || self.cells.get(p) == OPEN);
                let back = back.map(|(p, _)| p.clone()).unwrap_or_default();
                let entered = stack.iter().filter(|f| f.entered || f.position == at);
                let mut cycle: Vec<Vec<i64>> =
                    entered.map(|f| f.position.clone()).skip_while(|p| *p != back).collect();
                cycle.dedup();
                cycle.push(back);
                let span = self.worker.game.rule_span(*rule);
                let position = cycle[0].clone();
                return Err(Fault { position, span, kind: FaultKind::Cycle { cycle } }.into());
            }
            let last = stack.len() - 1;
            if !std::mem::replace(&mut stack[last].entered, true) {
                self.cells.set(&at, OPEN);
                line += 1;
                beyond += usize::from(is_beyond(&at));
            }
            if line > MAX_LINE || beyond > MAX_BEYOND {
                let span = self.worker.game.rule_span(needed[0].1);
                let kind = match beyond > MAX_BEYOND {
                    true => FaultKind::Beyond { limit: MAX_BEYOND as u64 },
                    false => FaultKind::TooDeep { limit: MAX_LINE as u64 },
                };
                return Err(Fault { position: position.to_vec(), span, kind }.into());
            }
            needed.sort_unstable();
            needed.dedup_by(|a, b| a.0 == b.0);
            if beyond > FAR_BEYOND {
                needed.truncate(4);
            }
            stack
                .extend(needed.into_iter().map(|(position, _)| Frame { position, entered: false }));
            held = stack.len() as u64;
        }
        Ok(self.cells.get(position))
    }

    /// The effect of a sample of moves on the coordinates.
    pub fn shape(&mut self) -> Shape {
        let Worker { game, machine, checker, .. } = &mut self.worker;
        let width = game.width();
        if width == 1 {
            return Shape { order: vec![0], falls: vec![true], falls_strictly: vec![true] };
        }
        let orders = permutations(width);
        let mut forward = vec![0usize; orders.len()];
        let (mut falls, mut falls_strictly) = (vec![true; width], vec![true; width]);
        let mut seen = 0;
        // The sample costs little compared with the table, even with a small one.
        let cells = self.cells.len();
        let most = SAMPLED_OPTIONS.min(cells / 4 + 64);
        let mut random = 0x9e37_79b9_7f4a_7c15_u64;
        let last = self.cells.last();
        let mut position = vec![0; width];
        let mut sample = Sample { width, most: 0, options: vec![] };
        for number in 0..SAMPLE.min(cells as u64) {
            for (c, &last) in position.iter_mut().zip(last) {
                // Every other one is small, so that moves by all rules are seen.
                let last = if number % 2 == 0 { last.min(SMALL) } else { last };
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                *c = ((random >> 33) % (last as u64 + 1)) as i64;
            }
            // Faults will be met again where they can be reported.
            if !matches!(checker.contains(&position), Ok(true)) {
                continue;
            }
            sample.options.clear();
            sample.most = most - seen;
            let _ = machine.options(&position, None, &mut sample);
            seen += sample.options.len() / width;
            for option in sample.options.chunks(width) {
                for i in 0..width {
                    falls[i] &= option[i] <= position[i];
                    falls_strictly[i] &= option[i] < position[i];
                }
            }
            if orders.len() > 1 {
                for (order, count) in orders.iter().zip(&mut forward) {
                    let ahead = |option: &&[i64]| {
                        let differs = order.iter().find(|&&i| option[i] != position[i]);
                        differs.is_none_or(|&i| option[i] > position[i])
                    };
                    *count += sample.options.chunks(width).filter(ahead).count();
                }
            }
            if seen >= most {
                break;
            }
        }
        let best = (0..orders.len()).min_by_key(|&i| forward[i]).unwrap_or(0);
        Shape { order: orders[best].clone(), falls, falls_strictly }
    }
}

/// The orders of up to four coordinates, the one as written first; that one alone beyond.
fn permutations(width: usize) -> Vec<Vec<usize>> {
    let identity: Vec<usize> = (0..width).collect();
    if width > 4 {
        return vec![identity];
    }
    let mut all = vec![Vec::new()];
    for _ in 0..width {
        let longer = all.iter().flat_map(|start: &Vec<usize>| {
            let free = (0..width).filter(|i| !start.contains(i));
            free.map(|i| start.iter().copied().chain([i]).collect()).collect::<Vec<_>>()
        });
        all = longer.collect();
    }
    all
}

struct Sample {
    width: usize,
    most: usize,
    options: Vec<i64>,
}

impl Sink for Sample {
    fn option(&mut self, _: usize, coordinates: &[i64]) -> Result<(), Halt> {
        self.options.extend_from_slice(coordinates);
        if self.options.len() / self.width >= self.most { Err(Halt::ReceiverDone) } else { Ok(()) }
    }
}

struct Collector<'a, 'g, T> {
    game: &'a TextGame,
    position: &'a [i64],
    cells: &'a Cells,
    theory: &'a mut T,
    checker: &'a mut Machine<'g>,
    sides: &'a [[bool; 2]],
    values: &'a mut Vec<u32>,
    budget: &'a Budget,
    needed: &'a mut Vec<(Vec<i64>, usize)>,
    may_stop: bool,
}

impl<T: Theory> Collector<'_, '_, T> {
    #[inline]
    fn add(&mut self, sides: [bool; 2], parts: &[u32]) -> Result<(), Halt> {
        self.theory.add(sides, parts)?;
        self.unless_settled()
    }

    /// Ends the walk over options if there is nothing more to learn.
    #[inline]
    fn unless_settled(&self) -> Result<(), Halt> {
        match self.may_stop && self.theory.is_settled() {
            true => Err(Halt::ReceiverDone),
            false => Ok(()),
        }
    }
}

impl<T: Theory> Sink for Collector<'_, '_, T> {
    #[inline]
    fn option(&mut self, rule: usize, coordinates: &[i64]) -> Result<(), Halt> {
        let width = self.position.len();
        if coordinates.len() == width {
            let value = self.cells.get(coordinates);
            if value >= OUTSIDE {
                return self.missing(rule, coordinates, value);
            }
            return self.add(self.sides[rule], &[value]);
        }
        self.values.clear();
        for part in coordinates.chunks(width) {
            let value = self.cells.get(part);
            if value >= OUTSIDE {
                self.missing(rule, part, value)?;
            } else {
                self.values.push(value);
            }
        }
        if self.values.len() * width < coordinates.len() {
            return Ok(());
        }
        self.theory.add(self.sides[rule], self.values)?;
        self.unless_settled()
    }

    fn options(&mut self, rule: usize, lanes: OptionBatch<'_>) -> Result<(), Halt> {
        let sides = self.sides[rule];
        match lanes.coordinates {
            [xs] if self.position.len() == 1 => {
                for (i, &x) in xs[..lanes.count].iter().enumerate() {
                    if !lanes.counts(i) {
                        continue;
                    }
                    match self.cells.single(x) {
                        Some(value) if value < OUTSIDE => self.add(sides, &[value])?,
                        _ => self.option(rule, &[x])?,
                    }
                }
            }
            [xs, ys] if self.position.len() == 2 => {
                let (xs, ys) = (&xs[..lanes.count], &ys[..lanes.count]);
                for (i, (&x, &y)) in xs.iter().zip(ys).enumerate() {
                    if !lanes.counts(i) {
                        continue;
                    }
                    match self.cells.pair(x, y) {
                        Some(value) if value < OUTSIDE => self.add(sides, &[value])?,
                        _ => self.option(rule, &[x, y])?,
                    }
                }
            }
            all => {
                let mut coordinates = [0; 8];
                for i in (0..lanes.count).filter(|&i| lanes.counts(i)) {
                    for (to, lane) in coordinates.iter_mut().zip(all) {
                        *to = lane[i];
                    }
                    self.option(rule, &coordinates[..all.len()])?;
                }
            }
        }
        Ok(())
    }

    fn tick(&mut self) -> Result<(), Halt> {
        self.budget.check(self.cells.bytes() + self.theory.bytes())?;
        Ok(())
    }
}

impl<T: Theory> Collector<'_, '_, T> {
    #[cold]
    fn missing(&mut self, rule: usize, option: &[i64], value: u32) -> Result<(), Halt> {
        if value == OUTSIDE || (value == UNKNOWN && !self.checker.contains(option)?) {
            return Err(Fault {
                position: self.position.to_vec(),
                span: self.game.rule_span(rule),
                kind: FaultKind::Leaves { option: option.to_vec() },
            }
            .into());
        }
        self.needed.push((option.to_vec(), rule));
        Ok(())
    }
}

/// Calls `visit` for every tuple of the box in the given order of coordinates, slowest first.
pub(super) fn for_each_cell<E>(
    last: &[i64],
    order: &[usize],
    visit: impl FnMut(&[i64]) -> Result<(), E>,
) -> Result<(), E> {
    for_each_cell_from(&vec![0; last.len()], last, order, visit)
}

/// The same for the tuples from `first` on.
pub(super) fn for_each_cell_from<E>(
    first: &[i64],
    last: &[i64],
    order: &[usize],
    mut visit: impl FnMut(&[i64]) -> Result<(), E>,
) -> Result<(), E> {
    let mut position = first.to_vec();
    loop {
        visit(&position)?;
        let mut at = order.len();
        loop {
            if at == 0 {
                return Ok(());
            }
            at -= 1;
            let axis = order[at];
            if position[axis] < last[axis] {
                position[axis] += 1;
                break;
            }
            position[axis] = first[axis];
        }
    }
}
