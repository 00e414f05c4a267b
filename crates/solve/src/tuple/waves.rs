//! Many threads on one table.
//!
//! The box is cut into tiles. If no move makes a coordinate larger, a cell only needs cells of its
//! own tile and of tiles that are before it in some coordinate, so that tiles on a diagonal of the
//! box of tiles are independent: they are a wave, and waves follow one another. If instead every
//! move makes one coordinate smaller (as the heap of Fibonacci nim, whose other coordinate may grow),
//! all cells with the same value of it are a wave.
//!
//! Which of the two holds is guessed from a sample of moves, and nothing relies on it: a cell
//! that needs one which is not known is left out, and the sweep of one thread that follows computes
//! what was left out, searches, and reports mistakes in the game. A Grundy number or an outcome is
//! the same whichever thread computes it, so the table does not depend on the threads.
//!
//! What cannot gain: games of one coordinate, where each cell may need the one before; boxes that
//! are narrow in all coordinates but one; games in which only one coordinate falls and others
//! move freely, unless it always falls; values, whose store belongs to one session.

use std::sync::atomic::{AtomicUsize, Ordering};

use ishitori_language::{Halt, LANES};
use ishitori_runtime::{CancelFlag, Workers};
use ishitori_values::Budget;

use super::cells::Cells;
use super::sweep::{Shape, for_each_cell_from};

/// Smaller boxes are not worth a thread.
const LEAST_CELLS: u64 = 1 << 14;
/// The least side of a tile along the rows and across them.
const LEAST_ROW: i64 = 2 * LANES as i64;
const LEAST_SIDE: i64 = 8;
/// The least number of cells of a wave by one coordinate.
const LEAST_WAVE: u64 = 64;
/// The most tiles that are listed.
const MOST_TILES: u64 = 1 << 17;
/// The number of parts into which a coordinate is cut for each thread: with n × n tiles, two
/// threads need about n²/2 + n/2 steps of the n² that one needs.
const PARTS: usize = 8;

/// A tile worker: what one thread does with the cells of a tile.
pub(super) trait TileWorker {
    /// A tile begins.
    fn begin(&mut self, _: &TileWaves, _: &Tile) {}

    /// The result of a cell, unless something that it needs is not known.
    fn cell(&mut self, cells: &Cells, position: &[i64]) -> Result<Option<u32>, Halt>;

    /// A tile ends.
    fn end(&mut self, _: &TileWaves, _: &Tile) {}
}

/// A part of the box.
pub(super) struct Tile {
    /// Its place in the box of tiles.
    index: Vec<usize>,
    /// Its first and last cell.
    pub first: Vec<i64>,
    pub last: Vec<i64>,
}

/// Tiles in the order in which they may be computed.
pub(super) struct TileWaves {
    threads: usize,
    /// How many tiles there are along each coordinate.
    counts: Vec<usize>,
    waves: Vec<Vec<Tile>>,
}

impl TileWaves {
    /// A plan for a box, if there is one that pays. `lines`: whether options are collected along
    /// lines, for which the tiles of a wave must not lie side by side.
    pub fn new(shape: &Shape, last: &[i64], threads: usize, lines: bool) -> Option<TileWaves> {
        let cells = last.iter().fold(1u64, |n, &c| n.saturating_mul(c as u64 + 1));
        if threads < 2 || last.len() < 2 || cells < LEAST_CELLS {
            return None;
        }
        let fast = *shape.order.last()?;
        let mut sides: Vec<i64> = last.iter().map(|&last| last + 1).collect();
        for i in (0..last.len()).filter(|&i| shape.falls[i]) {
            let least = if i == fast { LEAST_ROW } else { LEAST_SIDE };
            let parts = ((last[i] + 1) / least).clamp(1, (PARTS * threads) as i64);
            sides[i] = (last[i] + 1 + parts - 1) / parts;
        }
        // Rows are computed `LANES` cells at a time.
        sides[fast] = (sides[fast] as u64).next_multiple_of(LANES as u64) as i64;
        let cut = (0..last.len()).filter(|&i| sides[i] <= last[i]).count();
        if cut >= 2 {
            return Some(TileWaves::cut(&sides, last, threads, |index| index.iter().sum()));
        }
        let strict = (0..last.len()).find(|&i| shape.falls_strictly[i])?;
        if lines || cells / (last[strict] as u64 + 1) < LEAST_WAVE * threads as u64 {
            return None;
        }
        // The widest of the other coordinates is divided among the threads.
        let wide = (0..last.len()).filter(|&i| i != strict).max_by_key(|&i| last[i])?;
        sides = last.iter().map(|&last| last + 1).collect();
        sides[strict] = 1;
        sides[wide] = (last[wide] + 1).div_euclid((PARTS * threads) as i64).max(LEAST_SIDE);
        let tiles = (last[strict] as u64 + 1) * (last[wide] / sides[wide] + 1) as u64;
        if tiles > MOST_TILES {
            return None;
        }
        Some(TileWaves::cut(&sides, last, threads, |index| index[strict]))
    }

    fn cut(
        sides: &[i64],
        last: &[i64],
        threads: usize,
        wave: impl Fn(&[usize]) -> usize,
    ) -> TileWaves {
        let counts: Vec<usize> =
            last.iter().zip(sides).map(|(&last, &side)| (last / side) as usize + 1).collect();
        let mut waves: Vec<Vec<Tile>> = Vec::new();
        let order: Vec<usize> = (0..last.len()).collect();
        let ends: Vec<i64> = counts.iter().map(|&count| count as i64 - 1).collect();
        let first = vec![0; last.len()];
        let walked: Result<(), ()> = for_each_cell_from(&first, &ends, &order, |place| {
            let index: Vec<usize> = place.iter().map(|&i| i as usize).collect();
            let first: Vec<i64> = place.iter().zip(sides).map(|(&i, &side)| i * side).collect();
            let end = |(i, &first): (usize, &i64)| (first + sides[i] - 1).min(last[i]);
            let tile = Tile { last: first.iter().enumerate().map(end).collect(), index, first };
            let wave = wave(&tile.index);
            if waves.len() <= wave {
                waves.resize_with(wave + 1, Vec::new);
            }
            waves[wave].push(tile);
            Ok(())
        });
        walked.expect("the walk does not fail");
        TileWaves { threads, counts, waves }
    }

    /// How many tiles there are across a coordinate.
    pub fn across(&self, axis: usize) -> usize {
        (0..self.counts.len()).filter(|&i| i != axis).map(|i| self.counts[i]).product()
    }

    /// The place of a tile among those.
    pub fn place_across(&self, tile: &Tile, axis: usize) -> usize {
        let others = (0..self.counts.len()).filter(|&i| i != axis);
        others.fold(0, |place, i| place * self.counts[i] + tile.index[i])
    }

    /// Computes all cells that can be computed in this order; whether those are all. Stops early at
    /// a mistake in the game, at a limit, and when the plan does not fit the game.
    pub fn fill<H: TileWorker>(
        &self,
        cells: &Cells,
        order: &[usize],
        budget: &Budget,
        worker: impl Fn() -> H + Sync,
    ) -> bool {
        let missing = AtomicUsize::new(0);
        let sizes: Vec<usize> = self.waves.iter().map(Vec::len).collect();
        let tile = |worker: &mut H, wave: usize, at: usize, cancelled: &CancelFlag| match self.tile(
            worker,
            &self.waves[wave][at],
            cells,
            order,
            cancelled,
        ) {
            Some((all, left)) => {
                missing.fetch_add(left, Ordering::Relaxed);
                if 4 * left > all {
                    cancelled.set();
                }
            }
            None => cancelled.set(),
        };
        let finished = Workers::new(self.threads, budget).waves(&sizes, worker, tile);
        finished && missing.load(Ordering::Relaxed) == 0
    }

    /// How many cells a tile has and how many of them had to be left out; `None` if something
    /// stopped it.
    fn tile<H: TileWorker>(
        &self,
        worker: &mut H,
        tile: &Tile,
        cells: &Cells,
        order: &[usize],
        cancelled: &CancelFlag,
    ) -> Option<(usize, usize)> {
        let (mut all, mut left) = (0, 0);
        worker.begin(self, tile);
        let walked = for_each_cell_from(&tile.first, &tile.last, order, |position| {
            let index = cells.index(position).expect("within the box");
            match worker.cell(cells, position) {
                Ok(Some(value)) => cells.set_at(index, value),
                Ok(None) => left += 1,
                // The sweep of one thread that follows meets the mistake again and reports it.
                Err(_) => return Err(()),
            }
            all += 1;
            if all % 4096 == 0 && cancelled.is_set() { Err(()) } else { Ok(()) }
        });
        worker.end(self, tile);
        walked.is_ok().then_some((all, left))
    }
}
