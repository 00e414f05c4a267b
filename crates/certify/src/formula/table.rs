//! Machines of which everything is computed, made small and joined.
//!
//! That there is a move is said by a machine for each rule, whose places are sets. What is reached of all of
//! them side by side is much more than what differs. So places of one machine after which it accepts the same
//! words are merged (E. F. Moore, *Gedanken-experiments on sequential machines*, 1956), and machines are
//! joined to one, two at a time.

use std::collections::HashMap;
use std::hash::Hash;

use crate::limits::Meter;
use crate::verdict::Rejection;

use super::machine::{ANY, Machine, NO, YES};

/// A machine as a table. The places are [`NO`], [`YES`], [`ANY`], and others.
pub(super) struct Table {
    pub(super) start: u32,
    /// How many bits of a letter are read before a place.
    read: Vec<usize>,
    pub(super) next: Vec<[u32; 2]>,
    pub(super) accepts: Vec<bool>,
}

/// Bytes that are kept for a place while it is found and merged.
const BYTES: u128 = 160;

/// What can be explored bit by bit.
trait Explored {
    type Place: Copy + Eq + Hash;

    fn start(&mut self, meter: &mut Meter) -> Result<Self::Place, Rejection>;

    /// The place after a bit, or what is settled.
    fn step(
        &mut self,
        place: Self::Place,
        bit: bool,
        meter: &mut Meter,
    ) -> Result<Result<Self::Place, bool>, Rejection>;

    fn accepts(&self, place: Self::Place) -> bool;
}

impl Explored for Machine<'_> {
    type Place = u32;

    fn start(&mut self, meter: &mut Meter) -> Result<u32, Rejection> {
        Machine::start(self, meter)
    }

    fn step(
        &mut self,
        place: u32,
        bit: bool,
        meter: &mut Meter,
    ) -> Result<Result<u32, bool>, Rejection> {
        Ok(settled(Machine::step(self, place, bit, meter)?))
    }

    fn accepts(&self, place: u32) -> bool {
        Machine::accepts(self, place)
    }
}

fn settled(place: u32) -> Result<u32, bool> {
    match place {
        NO => Err(false),
        YES => Err(true),
        place => Ok(place),
    }
}

/// One of two tables on the same tracks.
struct Either<'t>(&'t Table, &'t Table);

impl Explored for Either<'_> {
    type Place = (u32, u32);

    fn start(&mut self, _: &mut Meter) -> Result<(u32, u32), Rejection> {
        Ok((self.0.start, self.1.start))
    }

    fn step(
        &mut self,
        (a, b): (u32, u32),
        bit: bool,
        _: &mut Meter,
    ) -> Result<Result<(u32, u32), bool>, Rejection> {
        let next = |table: &Table, place: u32| table.next[place as usize][usize::from(bit)];
        Ok(match (next(self.0, a), next(self.1, b)) {
            (YES, _) | (_, YES) => Err(true),
            (NO, NO) => Err(false),
            pair => Ok(pair),
        })
    }

    fn accepts(&self, (a, b): (u32, u32)) -> bool {
        self.0.accepts[a as usize] || self.1.accepts[b as usize]
    }
}

impl Table {
    /// The table of a machine that reads at least one track. O(places · letters).
    pub(super) fn of(machine: &mut Machine<'_>, meter: &mut Meter) -> Result<Table, Rejection> {
        let tracks = machine.own.len();
        Table::explore(machine, tracks, meter)
    }

    /// The table of what one of some on the same tracks accepts, small ones joined first. O(pairs of places · letters)
    /// each.
    pub(super) fn joined(
        mut tables: Vec<Table>,
        tracks: usize,
        meter: &mut Meter,
    ) -> Result<Table, Rejection> {
        loop {
            tables.sort_by_key(|table| std::cmp::Reverse(table.next.len()));
            let Some(a) = tables.pop() else {
                let mut none = Table::settled();
                none.start = NO;
                return Ok(none);
            };
            let Some(b) = tables.pop() else { return Ok(a) };
            tables.push(Table::explore(&mut Either(&a, &b), tracks, meter)?);
        }
    }

    /// The three places that are settled.
    fn settled() -> Table {
        let fixed = [NO, YES, ANY];
        Table {
            start: ANY + 1,
            read: vec![0; 3],
            next: fixed.map(|place| [place; 2]).to_vec(),
            accepts: fixed.map(|place| place == YES).to_vec(),
        }
    }

    /// All that is reached; the place after the settled ones is the beginning, where no word ends.
    fn explore<E: Explored>(
        of: &mut E,
        tracks: usize,
        meter: &mut Meter,
    ) -> Result<Table, Rejection> {
        let mut table = Table::settled();
        let start = of.start(meter)?;
        let mut found: Vec<(E::Place, usize)> = vec![(start, 0)];
        let mut numbers: HashMap<(E::Place, usize), u32> = HashMap::new();
        let mut at = 0;
        while at < found.len() {
            let (place, read) = found[at];
            let after = if read + 1 == tracks { 0 } else { read + 1 };
            let mut next = [NO; 2];
            for bit in [false, true] {
                next[usize::from(bit)] = match of.step(place, bit, meter)? {
                    Err(holds) => [NO, YES][usize::from(holds)],
                    Ok(place) => match numbers.get(&(place, after)) {
                        Some(&number) => number,
                        None => {
                            meter.reserve(BYTES)?;
                            // Places that fit into the memory of a check fit into 32 bits.
                            let number = u32::try_from(found.len() + 3).unwrap_or(u32::MAX);
                            found.push((place, after));
                            numbers.insert((place, after), number);
                            number
                        }
                    },
                };
            }
            meter.spend(64)?;
            table.read.push(read);
            table.next.push(next);
            table.accepts.push(at > 0 && read == 0 && of.accepts(place));
            at += 1;
        }
        table.merged(tracks, meter)
    }

    /// The table with equal places merged. O(places · letters).
    fn merged(self, tracks: usize, meter: &mut Meter) -> Result<Table, Rejection> {
        let others = 3..self.next.len();
        let levels: Vec<Vec<usize>> = (0..tracks)
            .map(|read| others.clone().filter(|&place| self.read[place] == read).collect())
            .collect();
        // Classes are numbers from 3 on, each level by itself; a round goes through a letter from its end.
        let mut class: Vec<u32> = (0..3).collect();
        class.extend(others.map(|place| 3 + u32::from(self.accepts[place])));
        let mut count = 0;
        loop {
            let mut now = 0;
            for level in levels.iter().rev() {
                let mut numbers: HashMap<(bool, [u32; 2]), u32> = HashMap::new();
                let mut refined = Vec::with_capacity(level.len());
                for &place in level {
                    let next = self.next[place].map(|next| class[next as usize]);
                    let number = u32::try_from(numbers.len() + 3).unwrap_or(u32::MAX);
                    refined.push(*numbers.entry((self.accepts[place], next)).or_insert(number));
                }
                for (&place, refined) in level.iter().zip(refined) {
                    class[place] = refined;
                }
                now += numbers.len();
            }
            meter.spend(self.next.len() as u64 * 64)?;
            if now == count {
                break;
            }
            count = now;
        }
        // The first place of each class stands for it.
        let mut table = Table::settled();
        let mut number: HashMap<(usize, u32), u32> = HashMap::new();
        let mut moved: Vec<u32> = vec![NO, YES, ANY];
        let mut kept = Vec::new();
        for (place, &class) in class.iter().enumerate().take(self.next.len()).skip(3) {
            let next = u32::try_from(kept.len() + 3).unwrap_or(u32::MAX);
            let number = *number.entry((self.read[place], class)).or_insert(next);
            if number == next {
                kept.push(place);
            }
            moved.push(number);
        }
        for place in kept {
            table.read.push(self.read[place]);
            table.next.push(self.next[place].map(|next| moved[next as usize]));
            table.accepts.push(self.accepts[place]);
        }
        Ok(table)
    }
}
