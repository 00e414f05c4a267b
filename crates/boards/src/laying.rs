//! A pattern laid at a place of a board: along lines, as a shape, along the edges of a graph.

use crate::ast::{BoardKind, Direction};
use crate::error::{MAX_PLACEMENTS, SetUpError};
use crate::expand::{Alphabet, MoveDraft, SAME};
use crate::geometry::{At, Board};
use crate::limits::{Limits, list_bytes};
use crate::shapes::{Layout, Step, Ways};

/// The least rectangle with all cells of a draft that must be there.
#[derive(Clone, Copy)]
pub(crate) struct Extent {
    pub top: i16,
    pub left: i16,
    pub bottom: i16,
    pub right: i16,
}

impl Extent {
    pub fn with(this: Option<Extent>, (r, c): At) -> Option<Extent> {
        let Some(Extent { top, left, bottom, right }) = this else {
            return Some(Extent { top: r, left: c, bottom: r, right: c });
        };
        let (top, left) = (top.min(r), left.min(c));
        Some(Extent { top, left, bottom: bottom.max(r), right: right.max(c) })
    }

    /// Whether it lies on a board, upright or, where both have several rows, with rows and columns exchanged: symmetries look
    /// at such drafts too.
    fn fits(this: Option<Extent>, board: &Board) -> bool {
        let Some(extent) = this else { return true };
        let size = |from: i16, to: i16| usize::from(to.abs_diff(from)) + 1;
        let (high, wide) = (size(extent.top, extent.bottom), size(extent.left, extent.right));
        let (rows, columns) = (board.rows, board.columns);
        let turned = rows.min(columns) > 1 && high <= columns && wide <= rows;
        turned || (high <= rows && wide <= columns)
    }
}

/// A draft on its way through the stages.
pub(crate) struct PartialMove {
    pub draft: MoveDraft,
    /// Where the next stage begins.
    pub at: At,
    /// On a grid.
    pub extent: Option<Extent>,
}

impl PartialMove {
    pub fn bytes(&self) -> usize {
        self.draft.bytes() + size_of::<PartialMove>() - size_of::<MoveDraft>()
    }
}

/// Lays a pattern at a place, in all its directions and lengths.
pub(crate) fn laid(
    alphabet: &Alphabet<'_>,
    layout: &Layout<'_>,
    board: &Board,
    begun: &PartialMove,
    out: &mut Vec<PartialMove>,
    limits: &mut Limits<'_>,
) -> Result<(), SetUpError> {
    let start = begun.at;
    let lines = match &layout.ways {
        Ways::Shapes(shapes) => {
            for shape in shapes {
                limits.work(shape.len() + 1)?;
                let at = |(r, c): At| (start.0 + r, start.1 + c);
                let there = shape.iter().filter(|one| layout.steps[one.1 as usize].is_there());
                let extent =
                    there.fold(begun.extent, |all, &(cell, _)| Extent::with(all, at(cell)));
                if !Extent::fits(extent, board) {
                    continue;
                }
                limits.work(shape.len() * (shape.len() + begun.draft.cells.len()) / 2)?;
                let mut draft = begun.draft.with_spare_capacity(shape.len());
                let (mut first, mut last) = (None, start);
                let fits = shape.iter().all(|&(cell, step)| {
                    let step = &layout.steps[step as usize];
                    if step.whatever {
                        return true;
                    }
                    last = at(cell);
                    // A move is named after cells that it looks at.
                    first.get_or_insert(last);
                    draft.touch(last, step.reads, &step.map)
                });
                if fits {
                    name(&mut draft, first.unwrap_or(start), last);
                    keep(PartialMove { draft, at: last, extent }, out, limits)?;
                }
            }
            return Ok(());
        }
        Ways::Lines(lines) => lines,
    };
    if board.kind == BoardKind::Graph {
        for cells in lines {
            walk(alphabet, (layout, cells), board, begun, out, limits)?;
        }
        return Ok(());
    }
    let single = [Direction::Step(0, 0)];
    let along = if layout.along.is_empty() { &single[..] } else { layout.along };
    for cells in lines {
        limits.work(cells.len() + along.len())?;
        let there = |step: &u32| layout.steps[*step as usize].is_there();
        let ends = [cells.iter().position(there), cells.iter().rposition(there)];
        for direction in along {
            let Direction::Step(r, c) = *direction else { continue };
            // A line has no more cells than a graph has sites twice.
            let at =
                |i: usize| (start.0 + i16::from(r) * i as i16, start.1 + i16::from(c) * i as i16);
            let there = ends.iter().flatten();
            let extent = there.fold(begun.extent, |all, &i| Extent::with(all, at(i)));
            if !Extent::fits(extent, board) {
                continue;
            }
            limits.work(cells.len() * (cells.len() + begun.draft.cells.len()) / 2)?;
            let mut draft = begun.draft.with_spare_capacity(cells.len());
            let fits = cells.iter().enumerate().all(|(i, step)| {
                let step = &layout.steps[*step as usize];
                step.whatever || draft.touch(at(i), step.reads, &step.map)
            });
            if fits {
                let last = at(cells.len() - 1);
                name(&mut draft, start, last);
                keep(PartialMove { draft, at: last, extent }, out, limits)?;
            }
        }
    }
    Ok(())
}

/// Puts a draft on the list, whose memory is reserved.
fn keep(
    one: PartialMove,
    out: &mut Vec<PartialMove>,
    limits: &mut Limits<'_>,
) -> Result<(), SetUpError> {
    limits.take(one.bytes())?;
    out.push(one);
    match out.len() > MAX_PLACEMENTS {
        true => Err(SetUpError::TooManyPlacements),
        false => Ok(()),
    }
}

fn name(draft: &mut MoveDraft, start: At, end: At) {
    for at in [start, end] {
        if draft.path.last() != Some(&at) {
            draft.path.push(at);
        }
    }
}

/// Lays a line along the edges of a graph; no vertex occurs twice.
fn walk(
    alphabet: &Alphabet<'_>,
    (layout, cells): (&Layout<'_>, &[u32]),
    board: &Board,
    begun: &PartialMove,
    out: &mut Vec<PartialMove>,
    limits: &mut Limits<'_>,
) -> Result<(), SetUpError> {
    let step = |i: usize| &layout.steps[cells[i] as usize];
    let vertices = board.graph.vertices.len();
    let start = begun.at;
    let site = start.0 as usize;
    limits.work(1)?;
    if (site >= vertices) != step(0).edge {
        return Ok(());
    }
    let one_way = layout.along.contains(&Direction::Arrows);
    let any_edge = alphabet.set(&alphabet.game.edges);
    let taken = |draft: &MoveDraft, path: &Vec<usize>| {
        draft.bytes() + list_bytes::<usize>(path.capacity()) + 32
    };
    let mut stack = vec![(begun.draft.clone(), vec![site], 0usize)];
    limits.take(taken(&stack[0].0, &stack[0].1))?;
    while let Some((mut draft, path, next)) = stack.pop() {
        limits.give_back(taken(&draft, &path));
        limits.work(draft.cells.len() + path.len() + 1)?;
        let here = *path.last().expect("a path begins somewhere");
        let Step { reads, map, whatever, .. } = step(next);
        if !whatever && !draft.touch((here as i16, 0), *reads, map) {
            continue;
        }
        if next + 1 == cells.len() {
            let end = (here as i16, 0);
            name(&mut draft, start, end);
            keep(PartialMove { draft, at: end, extent: None }, out, limits)?;
            continue;
        }
        let edge = Some(step(next + 1)).filter(|step| step.edge);
        let after = next + 1 + usize::from(edge.is_some());
        limits.work(board.graph.edges.len())?;
        for (e, other, forward) in board.graph.at(here) {
            if path.contains(&other) || (one_way && !forward) {
                continue;
            }
            limits.work(draft.cells.len() + path.len())?;
            let mut draft = draft.clone();
            if board.edge_sites {
                let (reads, map) = edge.map_or((any_edge, &SAME), |edge| (edge.reads, &edge.map));
                if !draft.touch(((vertices + e) as i16, 0), reads, map) {
                    continue;
                }
            }
            let mut path = path.clone();
            path.push(other);
            limits.take(taken(&draft, &path))?;
            stack.push((draft, path, after));
        }
    }
    Ok(())
}
