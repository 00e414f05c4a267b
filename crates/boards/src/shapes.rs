//! Patterns before they are laid: lines of all lengths, shapes in all directions.

use ishitori_values::LimitReached;

use crate::ast::{Becomes, BoardKind, Cell, Direction, Item, Pattern, Reads, Stage};
use crate::error::{MAX_PLACEMENTS, SetUpError};
use crate::expand::{Alphabet, Map, NONE};
use crate::geometry::{At, Board};
use crate::limits::{Limits, list_bytes};

/// A cell of a pattern: what it must be and what becomes of it, as states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub reads: u32,
    pub map: Map,
    /// Whether it is an edge of a graph.
    pub edge: bool,
    /// Whether nothing is examined.
    pub whatever: bool,
}

impl Step {
    /// Whether a cell must be there.
    pub fn is_there(&self) -> bool {
        !self.whatever && self.reads >> NONE & 1 == 0
    }
}

/// A stage of a move, ready to be laid.
pub(crate) struct Layout<'a> {
    pub along: &'a [Direction],
    /// All different cells; lines and shapes have their numbers.
    pub steps: Vec<Step>,
    pub ways: Ways,
    bytes: usize,
}

/// Where cells lie from the first one, and their numbers.
pub(crate) type Shape = Box<[(At, u32)]>;

/// All lengths of a line, or all directions of a shape.
pub(crate) enum Ways {
    Lines(Vec<Box<[u32]>>),
    Shapes(Vec<Shape>),
}

impl<'a> Layout<'a> {
    /// All lengths of a line on a board, all directions of a shape. O(lines · length).
    pub fn new(
        alphabet: &Alphabet<'_>,
        stage: &'a Stage,
        board: &Board,
        limits: &mut Limits<'_>,
    ) -> Result<Layout<'a>, SetUpError> {
        let ways = Ways::Lines(Vec::new());
        let mut layout = Layout { along: &stage.along, steps: Vec::new(), ways, bytes: 0 };
        layout.ways = match &stage.pattern {
            Pattern::Line(items) => {
                let longest = match board.kind {
                    BoardKind::Graph => 2 * board.graph.vertices.len() + 1,
                    _ => board.rows.max(board.columns) + 1,
                };
                Ways::Lines(layout.lines(alphabet, items, longest, limits)?)
            }
            Pattern::Shape(cells) => {
                Ways::Shapes(layout.shapes(alphabet, cells, board.kind, limits)?)
            }
        };
        Ok(layout)
    }

    /// Gives back its memory.
    pub fn forget(self, limits: &mut Limits<'_>) {
        limits.give_back(self.bytes);
    }

    fn number(&mut self, step: Step) -> u32 {
        let known = self.steps.iter().position(|&known| known == step);
        let place = known.unwrap_or_else(|| {
            self.steps.push(step);
            self.steps.len() - 1
        });
        u32::try_from(place).expect("a text of 64 KiB has fewer cells")
    }

    fn keep(&mut self, bytes: usize, limits: &mut Limits<'_>) -> Result<(), LimitReached> {
        self.bytes += bytes;
        limits.take(bytes)
    }

    /// All lengths of a line with repetitions, up to a longest. Where a cell becomes what the next one
    /// was, all that may stand there is listed one by one: the remaining lines say what is there and what it becomes,
    /// so that their readers need to know nothing else.
    fn lines(
        &mut self,
        alphabet: &Alphabet<'_>,
        items: &[Item],
        longest: usize,
        limits: &mut Limits<'_>,
    ) -> Result<Vec<Box<[u32]>>, SetUpError> {
        // The most lines that are begun at a time, since each has cells.
        const MOST: usize = MAX_PLACEMENTS / 8;
        let mut found: Vec<Box<[u32]>> = Vec::new();
        let lengths = lengths(items, longest, limits)?;
        let lengths_bytes: usize = lengths.iter().map(|line| bytes(line)).sum();
        for line in &lengths {
            limits.work(line.len() + 1)?;
            // A line has one place at most that is outside the board, before or after it.
            let there = |cell: &&&Cell| matches!(cell.reads, Reads::OneOf(_));
            if line.iter().filter(there).count() >= longest {
                continue;
            }
            // Where what follows is repeated no time, there is no next cell.
            if line.last().is_some_and(|cell| cell.becomes == Becomes::Next) {
                continue;
            }
            // Nor is an edge at an end of a line, or next to another one.
            let edge = |place: Option<&&Cell>| place.is_some_and(|cell| cell.edge);
            let side_by_side = line.windows(2).any(|two| two[0].edge && two[1].edge);
            if line.len() > 1 && (edge(line.first()) || edge(line.last()) || side_by_side) {
                continue;
            }
            let mut all: Vec<Vec<u32>> = vec![Vec::with_capacity(line.len())];
            for (i, cell) in line.iter().enumerate() {
                let step = alphabet.step(cell);
                let moves_on = i > 0 && line[i - 1].becomes == Becomes::Next;
                if !moves_on {
                    let number = self.number(step);
                    all.iter_mut().for_each(|begun| begun.push(number));
                    limits.work(all.len())?;
                    continue;
                }
                let Reads::OneOf(pieces) = &cell.reads else {
                    // The parser wants a cell after one that becomes the next.
                    all.clear();
                    break;
                };
                let mut longer = Vec::with_capacity(all.len() * pieces.len());
                for begun in &all {
                    for &piece in pieces {
                        let mut next = Vec::with_capacity(line.len());
                        next.extend(begun);
                        let state = alphabet.state(piece);
                        let mut before = self.steps[next[i - 1] as usize];
                        before.map[..16].fill(state);
                        next[i - 1] = self.number(before);
                        next.push(self.number(Step { reads: step.reads & 1 << state, ..step }));
                        longer.push(next);
                    }
                    limits.work(pieces.len() * line.len())?;
                    if found.len() + longer.len() > MOST {
                        return Err(SetUpError::TooManyPlacements);
                    }
                }
                let held = longer.len() * list_bytes::<u32>(line.len());
                limits.take(held)?;
                limits.give_back(held);
                all = longer;
            }
            if found.len() + all.len() > MOST {
                return Err(SetUpError::TooManyPlacements);
            }
            self.keep(all.len() * (list_bytes::<u32>(line.len()) + 32), limits)?;
            found.extend(all.into_iter().map(Vec::into_boxed_slice));
        }
        limits.give_back(lengths_bytes);
        Ok(found)
    }

    /// A shape in all its directions, each with its first cell at row 0, column 0.
    fn shapes(
        &mut self,
        alphabet: &Alphabet<'_>,
        cells: &[((i8, i8), Cell)],
        kind: BoardKind,
        limits: &mut Limits<'_>,
    ) -> Result<Vec<Shape>, SetUpError> {
        let (turns, flips) = match (self.along.first(), kind) {
            (None, _) => (1, false),
            (Some(Direction::TurnsAndFlips), BoardKind::Hex) => (6, true),
            (Some(Direction::TurnsAndFlips), _) => (4, true),
            (_, BoardKind::Hex) => (6, false),
            _ => (4, false),
        };
        let mut shape: Vec<(At, u32)> = Vec::with_capacity(cells.len());
        for ((r, c), cell) in cells {
            let number = self.number(alphabet.step(cell));
            limits.work(self.steps.len())?;
            shape.push(((i16::from(*r), i16::from(*c)), number));
        }
        let mut all = Vec::new();
        for flip in [false, true] {
            if flip && !flips {
                break;
            }
            for _ in 0..turns {
                self.keep(list_bytes::<(At, u32)>(shape.len()) + 32, limits)?;
                let (r0, c0) = shape[0].0;
                all.push(shape.iter().map(|&((r, c), cell)| ((r - r0, c - c0), cell)).collect());
                // A quarter turn, or a sixth where rows lean: (r, c) to (r + c, −r).
                for ((r, c), _) in &mut shape {
                    (*r, *c) = match kind {
                        BoardKind::Hex => (*r + *c, -*r),
                        _ => (*c, -*r),
                    };
                }
            }
            for ((r, c), _) in &mut shape {
                std::mem::swap(r, c);
            }
        }
        Ok(all)
    }
}

fn bytes(line: &[&Cell]) -> usize {
    list_bytes::<&Cell>(line.len()) + 24
}

/// All lengths of a line with repetitions, up to a longest. What they take is reserved.
fn lengths<'i>(
    items: &'i [Item],
    longest: usize,
    limits: &mut Limits<'_>,
) -> Result<Vec<Vec<&'i Cell>>, SetUpError> {
    let mut all: Vec<Vec<&Cell>> = vec![Vec::new()];
    limits.take(bytes(&[]))?;
    for item in items {
        let mut longer = Vec::new();
        for line in &all {
            let most = item.most.unwrap_or(u32::MAX);
            let mut next = line.clone();
            for times in 0..=most {
                if next.len() > longest {
                    break;
                }
                limits.work(next.len() + item.cells.len())?;
                if times >= item.least {
                    limits.take(bytes(&next))?;
                    longer.push(next.clone());
                }
                next.extend(&item.cells);
            }
            if longer.len() > MAX_PLACEMENTS / 16 {
                return Err(SetUpError::TooManyPlacements);
            }
        }
        limits.give_back(all.iter().map(|line| bytes(line)).sum());
        all = longer;
    }
    limits.give_back(all.iter().filter(|line| line.is_empty()).map(|line| bytes(line)).sum());
    all.retain(|line| !line.is_empty());
    Ok(all)
}
