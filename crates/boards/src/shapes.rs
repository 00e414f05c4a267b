//! Patterns before they are laid: lines of all lengths, shapes in all directions.

use crate::ast::{Becomes, BoardKind, Cell, Direction, Item, Motion, Reads};
use crate::error::{MAX_PLACEMENTS, SetUpError};

/// All lengths of a line with repetitions, up to a longest. Where a cell becomes what the next one
/// was, all that may stand there is told one by one: the lines that are left say what is there, and what comes of
/// it, so that nothing that looks at them needs to know more.
pub(crate) fn lines(items: &[Item], longest: usize) -> Result<Vec<Vec<Cell>>, SetUpError> {
    let mut told = Vec::new();
    for line in lengths(items, longest)? {
        // A line has one place at most that is outside the board, before or after it.
        let there = |cell: &&&Cell| matches!(cell.reads, Reads::OneOf(_));
        if line.iter().filter(there).count() >= longest {
            continue;
        }
        let mut all: Vec<Vec<Cell>> = vec![Vec::new()];
        for (i, cell) in line.iter().enumerate() {
            let moves_on = i > 0 && line[i - 1].becomes == Becomes::Next;
            let pieces = match (&cell.reads, moves_on) {
                (Reads::OneOf(pieces), true) => pieces.clone(),
                _ => Vec::new(),
            };
            let mut longer = Vec::new();
            for begun in &all {
                for &piece in &pieces {
                    let mut next = begun.clone();
                    next[i - 1].becomes = Becomes::Piece(piece);
                    next.push(Cell { reads: Reads::OneOf(vec![piece]), ..(*cell).clone() });
                    longer.push(next);
                }
                if !moves_on {
                    let mut next = begun.clone();
                    next.push((*cell).clone());
                    longer.push(next);
                }
            }
            all = longer;
            if told.len() + all.len() > MAX_PLACEMENTS / 8 {
                return Err(SetUpError::TooManyPlacements);
            }
        }
        told.extend(all);
    }
    Ok(told)
}

/// All lengths of a line with repetitions, up to a longest.
fn lengths(items: &[Item], longest: usize) -> Result<Vec<Vec<&Cell>>, SetUpError> {
    let mut all: Vec<Vec<&Cell>> = vec![Vec::new()];
    for item in items {
        let mut longer = Vec::new();
        for line in &all {
            let most = item.most.unwrap_or(u32::MAX);
            let mut next = line.clone();
            for times in 0..=most {
                if next.len() > longest {
                    break;
                }
                if times >= item.least {
                    longer.push(next.clone());
                }
                next.extend(&item.cells);
            }
            if longer.len() > MAX_PLACEMENTS / 16 {
                return Err(SetUpError::TooManyPlacements);
            }
        }
        all = longer;
    }
    all.retain(|line| !line.is_empty());
    Ok(all)
}

/// A shape in all its directions, each with its first cell at row 0, column 0.
#[allow(clippy::type_complexity)]
pub(crate) fn shapes<'c>(
    cells: &'c [((i8, i8), Cell)],
    along: &[Direction],
    kind: BoardKind,
) -> Vec<Vec<((i8, i8), &'c Cell)>> {
    let mut all: Vec<Vec<((i8, i8), &Cell)>> = Vec::new();
    let upright: Vec<((i8, i8), &Cell)> = cells.iter().map(|(at, cell)| (*at, cell)).collect();
    let (turns, flips) = match (along.first(), kind) {
        (None, _) => (1, false),
        (Some(Direction::TurnsAndFlips), BoardKind::Hex) => (6, true),
        (Some(Direction::TurnsAndFlips), _) => (4, true),
        (_, BoardKind::Hex) => (6, false),
        _ => (4, false),
    };
    let mut shape = upright;
    for flip in [false, true] {
        if flip && !flips {
            break;
        }
        for _ in 0..turns {
            let (r0, c0) = shape[0].0;
            all.push(shape.iter().map(|&((r, c), cell)| ((r - r0, c - c0), cell)).collect());
            // A quarter turn, or a sixth where rows lean: (r, c) to (r + c, −r).
            shape = shape
                .into_iter()
                .map(|((r, c), cell)| match kind {
                    BoardKind::Hex => ((r + c, -r), cell),
                    _ => ((c, -r), cell),
                })
                .collect();
        }
        shape = shape.into_iter().map(|(at, cell)| (Motion::Transposed.of(at), cell)).collect();
    }
    all
}
