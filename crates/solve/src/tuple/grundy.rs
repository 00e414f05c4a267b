//! Grundy numbers of games in the language, and which positions are lost.

use std::sync::atomic::{AtomicU64, Ordering};

use ishitori_language::{EndKind, Halt, LANES, Line, Machine, OptionBatch, RowProgram, TextGame};
use ishitori_values::{Budget, LimitReached};
use parking_lot::Mutex;

use super::TupleError;
use super::cells::{Cells, LARGEST, OUTSIDE, UNKNOWN};
use super::sweep::{Shape, Solver, Theory, Worker, for_each_cell, may_stop_early};
use super::waves::{Tile, TileWaves, TileWorker};

/// The Grundy numbers of the positions in a box.
#[derive(Clone, Debug)]
pub struct GrundyTable {
    cells: Cells,
    /// The limit that was reached before the last cell.
    pub stopped: Option<LimitReached>,
}

impl GrundyTable {
    /// The Grundy number of a position, `None` if it is not a position or was not computed. O(1).
    pub fn get(&self, position: &[i64]) -> Option<u32> {
        let value = self.cells.get(position);
        (value < OUTSIDE).then_some(value)
    }

    /// Whether it is known what is at this place of the box: a Grundy number, or no position. O(1).
    pub fn is_computed(&self, position: &[i64]) -> bool {
        self.cells.get(position) <= OUTSIDE
    }

    /// How many positions outside the box had to be computed. O(1).
    pub fn beyond(&self) -> usize {
        self.cells.beyond_count()
    }
}

/// The Grundy numbers of all positions up to `last` in each coordinate.
///
/// Rules that are lines (`for u in 0 ..< y`, see [`TextGame::line`]) are collected along their
/// coordinate, so that a cell costs one option per line and a look at a bit set, not all of its
/// options: O(cells · (rules + G/64)) for games of lines, O(cells · options) otherwise.
///
/// ```
/// use ishitori_language::{TextGame, chocolate};
/// use ishitori_solve::tuple::grundy_table;
/// use ishitori_values::Budget;
/// let game = TextGame::new(&chocolate("3"), &[]).unwrap();
/// let table = grundy_table(&game, &[10, 30], &Budget::unlimited()).unwrap();
/// assert_eq!(table.get(&[2, 7]), Some(5));
/// assert_eq!(table.get(&[3, 7]), None);
/// ```
pub fn grundy_table(
    game: &TextGame,
    last: &[u32],
    budget: &Budget,
) -> Result<GrundyTable, TupleError> {
    grundy_table_by(game, last, 1, budget)
}

/// The same by several threads, where cells are independent; the table is the same.
pub fn grundy_table_by(
    game: &TextGame,
    last: &[u32],
    threads: usize,
    budget: &Budget,
) -> Result<GrundyTable, TupleError> {
    table(game, last, threads, budget, Mode { lines: true, goal: Goal::Grundy })
}

/// The same without collecting along lines: every option of every position is examined.
/// O(cells · options).
pub fn grundy_table_plain(
    game: &TextGame,
    last: &[u32],
    budget: &Budget,
) -> Result<GrundyTable, TupleError> {
    table(game, last, 1, budget, Mode { lines: false, goal: Goal::Grundy })
}

/// Which positions of a box the player to move loses.
#[derive(Clone, Debug)]
pub struct LostTable {
    numbers: GrundyTable,
}

impl LostTable {
    /// Whether the player to move loses a position, `None` if it is not a position or was not computed. O(1).
    pub fn get(&self, position: &[i64]) -> Option<bool> {
        self.numbers.get(position).map(|number| number == 0)
    }

    /// Whether it is known what is at this place of the box. O(1).
    pub fn is_computed(&self, position: &[i64]) -> bool {
        self.numbers.is_computed(position)
    }

    /// The limit that was reached before the last cell.
    pub fn stopped(&self) -> Option<LimitReached> {
        self.numbers.stopped
    }
}

/// The outcomes of all positions up to `last` in each coordinate, under normal play: less work than their Grundy numbers,
/// since one move to a lost position settles a position, and a line with such a move settles all that follow on it.
/// At most O(cells · options); where moves lead to sums, Grundy numbers are needed and computed.
///
/// Positions with a coordinate above 12 are not examined beyond the first winning move, so that a mistake in the game
/// that only other moves would meet is not reported.
///
/// ```
/// use ishitori_language::TextGame;
/// use ishitori_solve::tuple::lost_table_by;
/// use ishitori_values::Budget;
/// let squares = TextGame::new("(n) -> (n - s*s) for s in 1 .. isqrt(n)", &[]).unwrap();
/// let table = lost_table_by(&squares, &[20], 1, &Budget::unlimited()).unwrap();
/// let lost: Vec<i64> = (0..=20).filter(|&n| table.get(&[n]) == Some(true)).collect();
/// assert_eq!(lost, [0, 2, 5, 7, 10, 12, 15, 17, 20]);
/// ```
pub fn lost_table_by(
    game: &TextGame,
    last: &[u32],
    threads: usize,
    budget: &Budget,
) -> Result<LostTable, TupleError> {
    let goal = if game.has_sums() { Goal::Grundy } else { Goal::Lost };
    table(game, last, threads, budget, Mode { lines: true, goal })
        .map(|numbers| LostTable { numbers })
}

/// The quantity that is computed of a position.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Goal {
    /// Its Grundy number.
    #[default]
    Grundy,
    /// 0 if the player to move loses it, 1 otherwise.
    Lost,
}

/// How a table is computed.
#[derive(Clone, Copy)]
struct Mode {
    /// Whether options are collected along lines.
    lines: bool,
    goal: Goal,
}

/// Refuses games that have no Grundy numbers.
pub(super) fn has_grundy_numbers(game: &TextGame) -> Result<(), TupleError> {
    match game.end() {
        _ if !game.is_impartial() => Err(TupleError::NotImpartial),
        EndKind::Normal => Ok(()),
        _ => Err(TupleError::NotNormal),
    }
}

fn table(
    game: &TextGame,
    last: &[u32],
    threads: usize,
    budget: &Budget,
    mode: Mode,
) -> Result<GrundyTable, TupleError> {
    has_grundy_numbers(game)?;
    let cells = Cells::new(last, budget)?;
    // In many coordinates there are nearly as many lines as cells, each far larger than a cell.
    let affordable =
        |rules: &Rules<'_>| budget.check(cells.bytes() + rules.line_bytes(cells.last()));
    let rules = Some(Rules::new(game, mode)).filter(|rules| affordable(rules).is_ok());
    let rules = rules.unwrap_or_else(|| Rules::new(game, Mode { lines: false, ..mode }));
    let use_lines = rules.mode.lines;
    let mut solver = Solver::new(game, cells, Marks::new(mode.goal), budget);
    let shape = solver.shape();
    let box_last = solver.cells.last().to_vec();
    if let Some(waves) = TileWaves::new(&shape, &box_last, threads, !rules.lines.is_empty()) {
        let shared = SharedLines::new(&rules, &waves);
        let worker = || LineTileWorker::new(&rules, &shape, &box_last, &shared, budget);
        if waves.fill(&solver.cells, &shape.order, budget, worker) {
            return Ok(GrundyTable { cells: solver.cells, stopped: None });
        }
    }
    let mut lines = rules.collected(&vec![0; last.len()], &box_last);
    lines.iter_mut().for_each(Collected::open);
    let mut line_bytes: u64 = lines.iter().map(Collected::bytes).sum();
    let fast = *shape.order.last().unwrap_or(&0);
    let mut rows = use_lines.then(|| Rows::new(game, fast, &lines, &box_last));
    let swept = for_each_cell(&box_last, &shape.order, |position| {
        if let Some(rows) = rows.as_mut().filter(|rows| rows.begin_at(position)) {
            rows.fill(position, &solver.cells, &lines);
        }
        let index = solver.cells.index(position).expect("within the box");
        if solver.cells.at(index) != UNKNOWN {
            return Ok(());
        }
        solver.tick(line_bytes)?;
        let inside = match rows.as_ref().and_then(|rows| rows.inside(position)) {
            Some(inside) => inside,
            None => solver.contains(position)?,
        };
        if !inside {
            solver.cells.set_at(index, OUTSIDE);
            return Ok(());
        }
        let (worker, cells) = (&mut solver.worker, &solver.cells);
        let state = (&mut lines[..], rows.as_ref());
        match by_lines(worker, cells, state, &rules.plain, position, &mut line_bytes)? {
            Some(value) => solver.cells.set_at(index, value),
            None => {
                solver.solve(position)?;
            }
        }
        Ok(())
    });
    let stopped = match swept {
        Ok(()) => None,
        Err(Halt::Limit(limit)) => Some(limit),
        Err(halt) => return Err(halt.into()),
    };
    Ok(GrundyTable { cells: solver.cells, stopped })
}

/// The bytes of a short line in the allocator.
const BITS_BYTES: usize = 32;

/// The rules of a game: those that are collected along lines, and the others.
struct Rules<'g> {
    game: &'g TextGame,
    mode: Mode,
    lines: Vec<(usize, Line)>,
    plain: Vec<usize>,
}

impl<'g> Rules<'g> {
    fn new(game: &'g TextGame, mode: Mode) -> Rules<'g> {
        let lines: Vec<(usize, Line)> = (0..game.rules())
            .filter_map(|rule| Some((rule, game.line(rule).filter(|_| mode.lines)?)))
            .collect();
        let plain = (0..game.rules()).filter(|rule| lines.iter().all(|(r, _)| r != rule)).collect();
        Rules { game, mode, lines, plain }
    }

    /// The memory that all lines of a box take at once. O(lines · coordinates).
    fn line_bytes(&self, last: &[i64]) -> u64 {
        let across = |axis: usize| {
            let others = last.iter().enumerate().filter(|&(i, _)| i != axis);
            others.fold(1_u64, |count, (_, &last)| count.saturating_mul(last as u64 + 1))
        };
        let counts = self.lines.iter().map(|(_, line)| across(line.axis));
        let each = (size_of::<LineValues>() + BITS_BYTES) as u64;
        counts.fold(0_u64, |sum, count| sum.saturating_add(count.saturating_mul(each)))
    }

    /// An empty collection for a box from `first` to `last`.
    fn collected(&self, first: &[i64], last: &[i64]) -> Vec<Collected> {
        self.lines.iter().map(|&(rule, line)| Collected::new(rule, line, first, last)).collect()
    }
}

/// The values that threads have collected along lines: for each line, by the tiles across it. The tiles of a
/// wave have no line in common.
struct SharedLines {
    lines: Vec<Vec<Mutex<Vec<LineValues>>>>,
    bytes: AtomicU64,
}

impl SharedLines {
    fn new(rules: &Rules<'_>, waves: &TileWaves) -> SharedLines {
        let empty = |count| (0..count).map(|_| Mutex::default()).collect();
        let lines = rules.lines.iter().map(|(_, line)| empty(waves.across(line.axis)));
        SharedLines { lines: lines.collect(), bytes: AtomicU64::new(0) }
    }
}

/// A thread that collects along lines.
struct LineTileWorker<'a, 'g> {
    worker: Worker<'g, Marks>,
    rules: &'a Rules<'g>,
    shared: &'a SharedLines,
    rows: Option<Rows<'g>>,
    fast: usize,
    /// The values collected along the lines through the present tile.
    lines: Vec<Collected>,
    bytes: u64,
}

impl<'a, 'g> LineTileWorker<'a, 'g> {
    fn new(
        rules: &'a Rules<'g>,
        shape: &Shape,
        last: &[i64],
        shared: &'a SharedLines,
        budget: &Budget,
    ) -> Self {
        let fast = *shape.order.last().unwrap_or(&0);
        let lines = rules.collected(&vec![0; last.len()], &vec![0; last.len()]);
        let rows = rules.mode.lines.then(|| Rows::new(rules.game, fast, &lines, last));
        let worker = Worker::new(rules.game, Marks::new(rules.mode.goal), budget);
        LineTileWorker { worker, rules, shared, rows, fast, lines, bytes: 0 }
    }
}

impl TileWorker for LineTileWorker<'_, '_> {
    fn begin(&mut self, waves: &TileWaves, tile: &Tile) {
        self.lines = self.rules.collected(&tile.first, &tile.last);
        for (collected, shared) in self.lines.iter_mut().zip(&self.shared.lines) {
            let kept = &shared[waves.place_across(tile, collected.line.axis)];
            collected.values = std::mem::take(&mut *kept.lock());
            if collected.values.is_empty() {
                collected.open();
                self.bytes += collected.bytes();
            }
        }
        if let Some(rows) = &mut self.rows {
            rows.first = tile.first[self.fast];
        }
    }

    fn cell(&mut self, cells: &Cells, position: &[i64]) -> Result<Option<u32>, Halt> {
        if let Some(rows) = self.rows.as_mut().filter(|rows| rows.begin_at(position)) {
            rows.fill(position, cells, &self.lines);
        }
        let (shared, own) = (self.shared, self.bytes);
        self.worker.tick(|| cells.bytes() + own + shared.bytes.load(Ordering::Relaxed))?;
        let inside = match self.rows.as_ref().and_then(|rows| rows.inside(position)) {
            Some(inside) => inside,
            None => self.worker.contains(position)?,
        };
        if !inside {
            return Ok(Some(OUTSIDE));
        }
        let state = (&mut self.lines[..], self.rows.as_ref());
        by_lines(&mut self.worker, cells, state, &self.rules.plain, position, &mut self.bytes)
    }

    fn end(&mut self, waves: &TileWaves, tile: &Tile) {
        for (collected, shared) in self.lines.iter_mut().zip(&self.shared.lines) {
            let kept = &shared[waves.place_across(tile, collected.line.axis)];
            *kept.lock() = std::mem::take(&mut collected.values);
        }
        self.shared.bytes.fetch_add(std::mem::take(&mut self.bytes), Ordering::Relaxed);
    }
}

/// The Grundy number of a position from what is collected along its lines, unless an option is
/// not known yet.
fn by_lines(
    worker: &mut Worker<'_, Marks>,
    cells: &Cells,
    (lines, rows): (&mut [Collected], Option<&Rows<'_>>),
    plain: &[usize],
    position: &[i64],
    bytes: &mut u64,
) -> Result<Option<u32>, Halt> {
    let mut keys = [0; 3];
    for (number, collected) in lines.iter_mut().enumerate() {
        let to = position[collected.line.axis];
        let key = collected.key(position);
        if let Some(kept) = keys.get_mut(number) {
            *kept = key;
        }
        let start = collected.values[key].next;
        if start > to {
            return Ok(None);
        }
        for value in start..to {
            let known = rows.map_or(SLOW, |rows| rows.option(number, position, value));
            if known != SLOW {
                let along = &mut collected.values[key];
                if known != NONE {
                    let g = cells.at(known as usize);
                    if g >= OUTSIDE {
                        return Ok(None);
                    }
                    let before = along.bits.len();
                    along.insert(g);
                    *bytes += 8 * (along.bits.len() - before) as u64;
                }
                along.next = value + 1;
                continue;
            }
            // Values go straight to the bits of the line.
            worker.theory.begin();
            if !worker.add_line(cells, position, collected.rule, value)? {
                return Ok(None);
            }
            let along = &mut collected.values[key];
            let before = along.bits.len();
            if let Some(value) = worker.theory.only() {
                along.insert(value);
            }
            along.next = value + 1;
            *bytes += 8 * (along.bits.len() - before) as u64;
        }
    }
    let may_stop = worker.theory.goal == Goal::Lost && may_stop_early(position);
    let has_lost = |(at, collected): (usize, &Collected)| {
        let key = keys.get(at).copied().unwrap_or_else(|| collected.key(position));
        collected.values[key].has_lost()
    };
    if may_stop && lines.iter().enumerate().any(has_lost) {
        return Ok(Some(1));
    }
    worker.theory.begin();
    for &rule in plain {
        if may_stop && worker.theory.is_settled() {
            break;
        }
        if !worker.add_rule(cells, position, rule)? {
            return Ok(None);
        }
    }
    // Two lines are what most games have.
    let along = |at: usize| {
        let key = keys.get(at).copied().unwrap_or_else(|| lines[at].key(position));
        &lines[at].values[key]
    };
    let theory = &worker.theory;
    match lines.len() {
        0 => theory.mex([]),
        1 => theory.mex([along(0)]),
        2 => theory.mex([along(0), along(1)]),
        3 => theory.mex([along(0), along(1), along(2)]),
        _ => {
            let mut all = LineValues { next: 0, full: 0, bits: Vec::new() };
            (0..lines.len()).for_each(|at| all.unite(along(at)));
            theory.mex([&all])
        }
    }
    .map(Some)
}

/// No option here.
const NONE: u32 = u32::MAX;
/// The option has to be computed by itself.
const SLOW: u32 = u32::MAX - 1;

/// The state of [`LANES`] cells of a row at once: which are positions, and where the
/// options by lines are in the box.
struct Rows<'g> {
    machine: Machine<'g>,
    axis: usize,
    /// Where rows begin and end.
    first: i64,
    last: i64,
    start: i64,
    condition: Option<RowProgram>,
    has_condition: bool,
    inside: Option<[bool; LANES]>,
    lines: Vec<RowLine>,
}

struct RowLine {
    program: Option<RowProgram>,
    /// Whether the line goes along the row.
    along: bool,
    /// The value of the variable of a line across the row.
    variable: i64,
    /// For lines along the row, by the value of the variable from `base` on; across it, by the cell.
    options: Vec<u32>,
    base: i64,
}

impl<'g> Rows<'g> {
    fn new(game: &'g TextGame, axis: usize, lines: &[Collected], last: &[i64]) -> Rows<'g> {
        let lines = lines
            .iter()
            .map(|collected| RowLine {
                program: game.line_along(collected.rule, axis).filter(|_| game.width() <= 4),
                along: collected.line.axis == axis,
                variable: 0,
                options: Vec::new(),
                base: 0,
            })
            .collect();
        Rows {
            machine: game.machine(),
            axis,
            first: 0,
            last: last[axis],
            start: 0,
            condition: game.condition_along(axis),
            has_condition: game.has_condition(),
            inside: None,
            lines,
        }
    }

    /// Whether cells have to be prepared for from `position` on.
    #[inline]
    fn begin_at(&self, position: &[i64]) -> bool {
        let at = position[self.axis];
        at % LANES as i64 == 0 || at == self.first
    }

    /// Prepares for the cells from `position` on.
    fn fill(&mut self, position: &[i64], cells: &Cells, lines: &[Collected]) {
        let start = position[self.axis];
        self.start = start;
        let count = (self.last - start + 1).min(LANES as i64) as usize;
        let range = (start, count);
        self.inside = match &mut self.condition {
            _ if !self.has_condition => Some([true; LANES]),
            None => None,
            Some(program) => self.machine.row(program, position, None, range, |lanes| {
                std::array::from_fn(|i| i < count && lanes.counts(i))
            }),
        };
        // Only positions ask.
        let wanted = self.inside.is_none_or(|inside| inside.contains(&true));
        for (line, collected) in self.lines.iter_mut().zip(lines) {
            let Some(program) = &mut line.program else { continue };
            let across = position[collected.line.axis] - 1;
            let rule = match line.along {
                true => None,
                false => Some((collected.rule, across)),
            };
            let mut found = std::mem::take(&mut line.options);
            if start == self.first || !line.along {
                found.clear();
            }
            line.variable = across;
            if found.is_empty() {
                line.base = start;
            }
            if line.along && found.is_empty() {
                if !wanted {
                    continue;
                }
                // The first positions of the row need all that was not yet seen along it.
                let next = collected.values[collected.key(position)].next;
                line.base = next.clamp(0, start);
            }
            let end = start + count as i64;
            let mut from = line.base + found.len() as i64;
            while from < end {
                let count = (end - from).min(LANES as i64) as usize;
                let filled = match line.along || (across >= 0 && wanted) {
                    true => self.machine.row(program, position, rule, (from, count), |lanes| {
                        for i in 0..count {
                            found.push(place(&lanes, i, cells));
                        }
                    }),
                    false => None,
                };
                if filled.is_none() {
                    found.resize(found.len() + count, SLOW);
                }
                from += count as i64;
            }
            line.options = found;
        }
    }

    /// Whether a cell is a position, if that is known.
    fn inside(&self, position: &[i64]) -> Option<bool> {
        Some(self.inside.as_ref()?[(position[self.axis] - self.start) as usize])
    }

    /// The option of a line for a value of its variable.
    #[inline]
    fn option(&self, line: usize, position: &[i64], value: i64) -> u32 {
        let line = &self.lines[line];
        let at = match line.along {
            true => value - line.base,
            false if value == line.variable => position[self.axis] - self.start,
            false => return SLOW,
        };
        line.options.get(at as usize).copied().unwrap_or(SLOW)
    }
}

/// The place of an option of one part in the box.
fn place(lanes: &OptionBatch<'_>, at: usize, cells: &Cells) -> u32 {
    if !lanes.counts(at) {
        return NONE;
    }
    let place = match lanes.coordinates {
        [x, y] if cells.last().len() == 2 => cells.index(&[x[at], y[at]]),
        all if all.len() == cells.last().len() => {
            let mut position = [0; 8];
            for (to, lane) in position.iter_mut().zip(all) {
                *to = lane[at];
            }
            cells.index(&position[..all.len()])
        }
        // Sums are not kept in rows.
        _ => None,
    };
    place.and_then(|place| u32::try_from(place).ok()).unwrap_or(SLOW)
}

/// The options along the lines of one rule.
struct Collected {
    rule: usize,
    line: Line,
    /// For the coordinates other than the axis.
    strides: Vec<usize>,
    /// The key of the first position.
    offset: usize,
    /// How many lines there are.
    count: usize,
    values: Vec<LineValues>,
}

/// The values seen along one line: the values of the variable below `next`.
#[derive(Clone)]
struct LineValues {
    next: i64,
    /// How many words are full of ones.
    full: usize,
    bits: Vec<u64>,
}

impl Collected {
    fn new(rule: usize, line: Line, first: &[i64], last: &[i64]) -> Collected {
        let mut strides = vec![0; last.len()];
        let (mut count, mut offset) = (1, 0);
        for i in (0..last.len()).rev() {
            if i != line.axis {
                strides[i] = count;
                offset += count * first[i] as usize;
                count *= (last[i] - first[i]) as usize + 1;
            }
        }
        Collected { rule, line, strides, offset, count, values: Vec::new() }
    }

    /// Empties the set: nothing has been seen yet.
    fn open(&mut self) {
        let along = LineValues { next: self.line.from, full: 0, bits: Vec::new() };
        self.values = vec![along; self.count];
    }

    #[inline]
    fn key(&self, position: &[i64]) -> usize {
        let places = position.iter().zip(&self.strides).map(|(&c, &stride)| c as usize * stride);
        places.sum::<usize>() - self.offset
    }

    fn bytes(&self) -> u64 {
        (size_of::<LineValues>() * self.values.len()) as u64
    }
}

impl LineValues {
    /// Whether an option along the line is lost for the player who moves from there.
    #[inline]
    fn has_lost(&self) -> bool {
        self.bits.first().is_some_and(|word| word & 1 != 0)
    }

    fn unite(&mut self, other: &LineValues) {
        if self.bits.len() < other.bits.len() {
            self.bits.resize(other.bits.len(), 0);
        }
        for (word, more) in self.bits.iter_mut().zip(&other.bits) {
            *word |= more;
        }
    }

    fn insert(&mut self, value: u32) {
        let (word, bit) = (value as usize / 64, value % 64);
        if word >= self.bits.len() {
            self.bits.resize(word + 1, 0);
        }
        self.bits[word] |= 1 << bit;
        while self.bits.get(self.full).is_some_and(|&w| w == u64::MAX) {
            self.full += 1;
        }
    }
}

/// Grundy numbers that were seen among the options.
#[derive(Default)]
pub(super) struct Marks {
    /// seen[v] is the number of the position at which v was seen last.
    seen: Vec<u64>,
    now: u64,
    last: Option<u32>,
    any: bool,
    goal: Goal,
}

impl Marks {
    fn new(goal: Goal) -> Marks {
        Marks { goal, ..Marks::default() }
    }

    fn is_marked(&self, value: usize) -> bool {
        self.any && self.seen.get(value) == Some(&self.now)
    }

    fn only(&self) -> Option<u32> {
        self.last
    }

    /// The least number that is neither marked nor in one of the sets.
    fn mex<const N: usize>(&self, sets: [&LineValues; N]) -> Result<u32, Halt> {
        if self.goal == Goal::Lost {
            return Ok((self.is_marked(0) || sets.iter().any(|set| set.has_lost())).into());
        }
        let mut word = sets.iter().map(|s| s.full).max().unwrap_or(0);
        loop {
            let mut free = !sets.iter().fold(0, |all, s| all | s.bits.get(word).unwrap_or(&0));
            while free != 0 {
                let value = word * 64 + free.trailing_zeros() as usize;
                if !self.is_marked(value) {
                    return bounded(value);
                }
                free &= free - 1;
            }
            word += 1;
        }
    }
}

fn bounded(value: usize) -> Result<u32, Halt> {
    match u32::try_from(value) {
        Ok(value) if value <= LARGEST => Ok(value),
        _ => Err(Halt::Limit(LimitReached::Multiple { limit: u64::from(LARGEST) })),
    }
}

impl Theory for Marks {
    #[inline]
    fn begin(&mut self) {
        self.now += 1;
        self.last = None;
        self.any = false;
    }

    #[inline]
    fn add(&mut self, _: [bool; 2], parts: &[u32]) -> Result<(), Halt> {
        let value = parts.iter().fold(0, |sum, part| sum ^ part);
        if value as usize >= self.seen.len() {
            self.seen.resize(value as usize + 1, 0);
        }
        self.seen[value as usize] = self.now;
        self.last = Some(value);
        self.any = true;
        Ok(())
    }

    #[inline]
    fn is_settled(&self) -> bool {
        self.goal == Goal::Lost && self.is_marked(0)
    }

    fn finish(&mut self, _: &mut Machine<'_>, _: &[i64]) -> Result<u32, Halt> {
        if self.goal == Goal::Lost {
            return Ok(self.is_marked(0).into());
        }
        let now = self.now;
        bounded(self.seen.iter().position(|&mark| mark != now).unwrap_or(self.seen.len()))
    }

    fn bytes(&self) -> u64 {
        8 * self.seen.len() as u64
    }
}
