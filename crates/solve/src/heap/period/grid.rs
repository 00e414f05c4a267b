//! Windows of values kept along a long run, from which any stretch can be computed again.

use crate::heap::rare::{Cell, SequenceMachine};

/// Points are thinned out when there are more than this.
const MOST_POINTS: usize = 1024;

/// Values computed again in one go.
const CHUNK: u64 = 1 << 20;

/// The last values before some heaps, about equally far apart.
#[derive(Clone, Debug)]
pub(crate) struct Grid<V> {
    pub spacing: u64,
    /// (heap, the values before it).
    pub points: Vec<(u64, Vec<V>)>,
}

impl<V: Cell> Grid<V> {
    pub fn new() -> Self {
        Grid { spacing: 1 << 16, points: Vec::new() }
    }

    /// Keeps the last `window` values if the last point is far enough back.
    pub fn note(&mut self, machine: &SequenceMachine<V>, window: usize) {
        let next = machine.history.next();
        let due = self.points.last().map_or(0, |(heap, _)| heap + self.spacing);
        let recent = &machine.history.recent;
        let common = machine.codable_from().max(machine.last_rare() + window as u64 + 1);
        if next < due.max(common) || recent.len() < window {
            return;
        }
        self.points.push((next, recent[recent.len() - window..].to_vec()));
        if self.points.len() > MOST_POINTS {
            let mut index = 0;
            self.points.retain(|_| {
                index += 1;
                index % 2 == 1
            });
            self.spacing *= 2;
        }
    }

    /// The values of the heaps from `start` to `end`: remembered, or computed again from the
    /// nearest point. All must be below the next heap of the machine. O(end − start + spacing).
    pub fn segment(&self, machine: &SequenceMachine<V>, start: u64, end: u64) -> Option<Vec<V>> {
        let history = &machine.history;
        if start >= history.base {
            let (a, b) = ((start - history.base) as usize, (end - history.base) as usize);
            return history.recent.get(a..b).map(<[V]>::to_vec);
        }
        if let Some(values) = history.first().get(start as usize..end as usize) {
            return Some(values.to_vec());
        }
        let reaches = |point: &&(u64, Vec<V>)| point.0 - point.1.len() as u64 <= start;
        match self.points.iter().rev().find(reaches) {
            Some((heap, window)) => {
                let first = heap - window.len() as u64;
                let mut walk = Walk { machine, first, window: window.clone() };
                walk.skip_to(start)?;
                let mut values = machine.replay(walk.first, walk.window, end)?;
                values.drain(..(start - walk.first) as usize);
                Some(values)
            }
            // Before the first point: the beginning is remembered.
            None => {
                let split = (history.first().len() as u64).min(end);
                if split <= start {
                    return None;
                }
                let mut values = self.segment(machine, start, split)?;
                values.extend(self.segment(machine, split, end)?);
                Some(values)
            }
        }
    }

    /// A walk whose next values are those of the heaps from `start` on; that heap is far enough from the
    /// beginning for the kernels. O(spacing).
    pub fn walk<'m>(&self, machine: &'m SequenceMachine<V>, start: u64) -> Option<Walk<'m, V>> {
        let point = self.points.iter().rev().find(|(heap, _)| *heap <= start);
        let mut walk = match point {
            Some((heap, window)) => {
                Walk { machine, first: heap - window.len() as u64, window: window.clone() }
            }
            None => {
                let length = machine.last_rare() + u64::from(machine.moves.max_take) + 2;
                let first =
                    start.checked_sub(length).filter(|_| start >= machine.codable_from())?;
                Walk { machine, first, window: self.segment(machine, first, start)? }
            }
        };
        walk.skip_to(start)?;
        let rest = start - walk.next_heap();
        walk.take(rest)?;
        Some(walk)
    }

    /// Whether points that were read from somewhere can be those of this machine: in order, and
    /// each with values enough to go on from. O(points).
    pub fn is_sound(&self, machine: &SequenceMachine<V>) -> bool {
        let enough = machine.last_rare() + u64::from(machine.moves.max_take) + 2;
        let point = |(heap, window): &(u64, Vec<V>)| {
            let length = window.len() as u64;
            *heap <= machine.history.next()
                && *heap >= machine.codable_from()
                && (1..=*heap).contains(&length)
                && length >= if machine.has_splits() { enough } else { enough - 2 }
        };
        (1 << 16..1 << 48).contains(&self.spacing)
            && self.points.len() <= MOST_POINTS
            && self.points.iter().all(point)
            && self.points.is_sorted_by(|a, b| a.0 < b.0)
    }

    pub fn bytes(&self) -> u64 {
        self.points.iter().map(|(_, w)| (w.len() * size_of::<V>() + 32) as u64).sum()
    }
}

/// Values computed again one chunk after the other, with little memory.
pub(crate) struct Walk<'m, V> {
    machine: &'m SequenceMachine<V>,
    /// The values before the next heap, and the heap of the first of them.
    window: Vec<V>,
    first: u64,
}

impl<V: Cell> Walk<'_, V> {
    fn next_heap(&self) -> u64 {
        self.first + self.window.len() as u64
    }

    /// The next values. O(count), and the memory for them.
    pub fn take(&mut self, count: u64) -> Option<Vec<V>> {
        let length = self.window.len();
        let given = std::mem::take(&mut self.window);
        let mut values = self.machine.replay(self.first, given, self.next_end(length, count))?;
        let new = values.split_off(length);
        self.first += count;
        self.window = match new.len() < length {
            true => [&values[new.len()..], &new].concat(),
            false => new[new.len() - length..].to_vec(),
        };
        Some(new)
    }

    fn next_end(&self, length: usize, count: u64) -> u64 {
        self.first + length as u64 + count
    }

    /// Goes on while whole chunks lie before this heap.
    fn skip_to(&mut self, heap: u64) -> Option<()> {
        while self.next_heap() + CHUNK <= heap {
            self.take(CHUNK)?;
        }
        Some(())
    }
}
