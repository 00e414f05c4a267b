//! Grundy numbers of games in the language.

use ishitori_language::{EndKind, Game, Halt, LANES, Lanes, Line, Machine, RowProgram};
use ishitori_values::{Budget, LimitReached};

use super::TupleError;
use super::cells::{Cells, LARGEST, OUTSIDE, UNKNOWN};
use super::sweep::{Solver, Theory, for_each_cell};

/// The Grundy numbers of the positions in a box.
#[derive(Clone, Debug)]
pub struct GrundyTable {
    cells: Cells,
    /// The limit that was reached before the last cell.
    pub stopped: Option<LimitReached>,
}

impl GrundyTable {
    /// The Grundy number of a position, `None` if it is no position or was not computed. O(1).
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
/// Rules that are lines (`for u in 0 ..< y`, see [`Game::line`]) are collected along their
/// coordinate, so that a cell costs one option per line and a look at a bit set, not all of its
/// options: O(cells · (rules + G/64)) for games of lines, O(cells · options) otherwise.
///
/// ```
/// use ishitori_language::{Game, chocolate};
/// use ishitori_solve::tuple::grundy_table;
/// use ishitori_values::Budget;
/// let game = Game::new(&chocolate("3"), &[]).unwrap();
/// let table = grundy_table(&game, &[10, 30], &Budget::unlimited()).unwrap();
/// assert_eq!(table.get(&[2, 7]), Some(5));
/// assert_eq!(table.get(&[3, 7]), None);
/// ```
pub fn grundy_table(game: &Game, last: &[u32], budget: &Budget) -> Result<GrundyTable, TupleError> {
    table(game, last, budget, !game.has_terminal())
}

/// The same without collecting along lines: every option of every position is looked at.
/// O(cells · options).
pub fn grundy_table_plain(
    game: &Game,
    last: &[u32],
    budget: &Budget,
) -> Result<GrundyTable, TupleError> {
    table(game, last, budget, false)
}

/// Refuses games that have no Grundy numbers.
pub(super) fn has_grundy_numbers(game: &Game) -> Result<(), TupleError> {
    match game.end() {
        _ if !game.is_impartial() => Err(TupleError::NotImpartial),
        EndKind::Normal => Ok(()),
        _ => Err(TupleError::NotNormal),
    }
}

fn table(
    game: &Game,
    last: &[u32],
    budget: &Budget,
    use_lines: bool,
) -> Result<GrundyTable, TupleError> {
    has_grundy_numbers(game)?;
    let lines: Vec<(usize, Line)> = (0..game.rules())
        .filter_map(|rule| Some((rule, game.line(rule).filter(|_| use_lines)?)))
        .collect();
    let plain: Vec<usize> =
        (0..game.rules()).filter(|rule| lines.iter().all(|(r, _)| r != rule)).collect();
    let mut solver = Solver::new(game, Cells::new(last, budget)?, Marks::default(), budget);
    let order = solver.order();
    let mut lines: Vec<Collected> =
        lines.into_iter().map(|(rule, line)| Collected::new(rule, line, last)).collect();
    let box_last = solver.cells.last().to_vec();
    let mut line_bytes: u64 = lines.iter().map(Collected::bytes).sum();
    let fast = *order.last().unwrap_or(&0);
    let mut rows = use_lines.then(|| Rows::new(game, fast, &lines, &box_last));
    let swept = for_each_cell(&box_last, &order, |position| {
        if let Some(rows) = rows.as_mut().filter(|_| position[fast] % LANES as i64 == 0) {
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
        let rows = rows.as_ref();
        match by_lines(&mut solver, &mut lines, &plain, position, rows, &mut line_bytes)? {
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

/// The Grundy number of a position from what is collected along its lines, unless an option is
/// not known yet.
fn by_lines(
    solver: &mut Solver<'_, Marks>,
    lines: &mut [Collected],
    plain: &[usize],
    position: &[i64],
    rows: Option<&Rows<'_>>,
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
                    let g = solver.cells.at(known as usize);
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
            solver.theory.begin();
            if !solver.add_line(position, collected.rule, value, value + 1)? {
                return Ok(None);
            }
            let along = &mut collected.values[key];
            let before = along.bits.len();
            if let Some(value) = solver.theory.only() {
                along.insert(value);
            }
            along.next = value + 1;
            *bytes += 8 * (along.bits.len() - before) as u64;
        }
    }
    solver.theory.begin();
    for &rule in plain {
        if !solver.add_rule(position, rule)? {
            return Ok(None);
        }
    }
    // Two lines are what most games have.
    let along = |at: usize| {
        let key = keys.get(at).copied().unwrap_or_else(|| lines[at].key(position));
        &lines[at].values[key]
    };
    let theory = &solver.theory;
    match lines.len() {
        0 => theory.mex([]),
        1 => theory.mex([along(0)]),
        2 => theory.mex([along(0), along(1)]),
        3 => theory.mex([along(0), along(1), along(2)]),
        _ => {
            let mut all = Along { next: 0, full: 0, bits: Vec::new() };
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

/// What is computed for [`LANES`] cells of a row at once: which are positions, and where the
/// options by lines are in the box.
struct Rows<'g> {
    machine: Machine<'g>,
    axis: usize,
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
    /// For lines along the row, by the value of the variable; across it, by the cell.
    options: Vec<u32>,
}

impl<'g> Rows<'g> {
    fn new(game: &'g Game, axis: usize, lines: &[Collected], last: &[i64]) -> Rows<'g> {
        let lines = lines
            .iter()
            .map(|collected| RowLine {
                program: game.line_along(collected.rule, axis).filter(|_| game.width() <= 4),
                along: collected.line.axis == axis,
                variable: 0,
                options: Vec::new(),
            })
            .collect();
        Rows {
            machine: game.machine(),
            axis,
            last: last[axis],
            start: 0,
            condition: game.condition_along(axis),
            has_condition: game.has_condition(),
            inside: None,
            lines,
        }
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
        for (line, collected) in self.lines.iter_mut().zip(lines) {
            let Some(program) = &mut line.program else { continue };
            let across = position[collected.line.axis] - 1;
            let rule = match line.along {
                true => None,
                false => Some((collected.rule, across)),
            };
            if start == 0 || !line.along {
                line.options.clear();
            }
            line.variable = across;
            let mut found = std::mem::take(&mut line.options);
            // Across the row only positions ask.
            let wanted = self.inside.is_none_or(|inside| inside.contains(&true));
            let filled = match line.along || (across >= 0 && wanted) {
                true => self.machine.row(program, position, rule, range, |lanes| {
                    for i in 0..count {
                        found.push(place(&lanes, i, cells));
                    }
                }),
                false => None,
            };
            if filled.is_none() {
                found.resize(found.len() + count, SLOW);
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
            true => value,
            false if value == line.variable => position[self.axis] - self.start,
            false => return SLOW,
        };
        line.options.get(at as usize).copied().unwrap_or(SLOW)
    }
}

/// The place of an option of one part in the box.
fn place(lanes: &Lanes<'_>, at: usize, cells: &Cells) -> u32 {
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
    values: Vec<Along>,
}

/// What was seen along one line: the values of the variable below `next`.
#[derive(Clone)]
struct Along {
    next: i64,
    /// So many words are full of ones.
    full: usize,
    bits: Vec<u64>,
}

impl Collected {
    fn new(rule: usize, line: Line, last: &[u32]) -> Collected {
        let mut strides = vec![0; last.len()];
        let mut count = 1;
        for i in (0..last.len()).rev() {
            if i != line.axis {
                strides[i] = count;
                count *= last[i] as usize + 1;
            }
        }
        let along = Along { next: line.from, full: 0, bits: Vec::new() };
        Collected { rule, line, strides, values: vec![along; count] }
    }

    fn key(&self, position: &[i64]) -> usize {
        position.iter().zip(&self.strides).map(|(&c, &stride)| c as usize * stride).sum()
    }

    fn bytes(&self) -> u64 {
        (size_of::<Along>() * self.values.len()) as u64
    }
}

impl Along {
    fn unite(&mut self, other: &Along) {
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
}

impl Marks {
    fn only(&self) -> Option<u32> {
        self.last
    }

    /// The least number that is neither marked nor in one of the sets.
    fn mex<const N: usize>(&self, sets: [&Along; N]) -> Result<u32, Halt> {
        let mut word = sets.iter().map(|s| s.full).max().unwrap_or(0);
        loop {
            let mut free = !sets.iter().fold(0, |all, s| all | s.bits.get(word).unwrap_or(&0));
            while free != 0 {
                let value = word * 64 + free.trailing_zeros() as usize;
                if !self.any || self.seen.get(value) != Some(&self.now) {
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

    fn finish(&mut self, _: &mut Machine<'_>, _: &[i64]) -> Result<u32, Halt> {
        let now = self.now;
        bounded(self.seen.iter().position(|&mark| mark != now).unwrap_or(self.seen.len()))
    }

    fn bytes(&self) -> u64 {
        8 * self.seen.len() as u64
    }
}
