//! A table of bounded size: facts about things that are identified by hashes of 128 bits.
//!
//! A place is taken from the one half of the hash, the other half and most of the first are kept, so that two things are
//! taken for one with a probability of some 2^−120 for each comparison. Where the table is as large as it may be, what took the least
//! work to find is forgotten first.

use ishitori_values::{Budget, LimitReached, Reservation};

/// What is kept of one thing.
#[derive(Clone, Copy, Debug)]
struct Entry<T> {
    /// The hash, its lowest bits replaced by the work.
    tag: u128,
    known: T,
}

/// The bits of a tag that hold the work, as its logarithm; 0 for an empty place.
const WORK: u128 = 0x3f;

/// The places that one hash may take.
const WAYS: usize = 4;

/// The places of the first table.
const FIRST: usize = 1 << 10;

/// A table.
pub(super) struct Table<T> {
    entries: Vec<Entry<T>>,
    filled: usize,
    most: usize,
    reserved: Option<Reservation>,
}

impl<T: Copy + Default> Table<T> {
    /// An empty table that takes at most `bytes` bytes. O(1).
    pub fn within(bytes: u64) -> Self {
        let most = usize::try_from(bytes / size_of::<Entry<T>>() as u64).unwrap_or(usize::MAX);
        let most = most.clamp(FIRST, usize::MAX / 4);
        // A power of 2 that is no greater.
        Table { entries: Vec::new(), filled: 0, most: 1 << most.ilog2(), reserved: None }
    }

    /// How many things it holds. O(1).
    pub fn len(&self) -> usize {
        self.filled
    }

    fn bucket(&self, hash: u128) -> usize {
        (hash >> 64) as usize & (self.entries.len() - 1) & !(WAYS - 1)
    }

    /// What is known of a thing. O(1).
    #[inline]
    pub fn get(&self, hash: u128) -> Option<T> {
        if self.entries.is_empty() {
            return None;
        }
        let at = self.bucket(hash);
        let ways = self.entries[at..at + WAYS].iter();
        ways.filter(|entry| entry.tag & WORK != 0)
            .find(|entry| entry.tag & !WORK == hash & !WORK)
            .map(|entry| entry.known)
    }

    /// Keeps a fact about a thing, with the number of nodes that it took to find. O(1) on average.
    pub fn set(
        &mut self,
        hash: u128,
        known: T,
        nodes: u64,
        budget: &Budget,
    ) -> Result<(), LimitReached> {
        if 4 * self.filled >= 3 * self.entries.len() && self.entries.len() < self.most {
            self.grow(budget)?;
        }
        let work = u128::from(nodes.max(1).ilog2()) + 1;
        self.place(Entry { tag: hash & !WORK | work, known });
        Ok(())
    }

    fn place(&mut self, new: Entry<T>) {
        let at = self.bucket(new.tag);
        let ways = &mut self.entries[at..at + WAYS];
        let same = ways
            .iter()
            .position(|entry| entry.tag & WORK != 0 && entry.tag & !WORK == new.tag & !WORK);
        let least = || (0..WAYS).min_by_key(|&way| ways[way].tag & WORK).unwrap_or_default();
        let way = same.unwrap_or_else(least);
        self.filled += usize::from(ways[way].tag & WORK == 0);
        ways[way] = new;
    }

    /// Doubles the number of places, if there is memory for that; stays as it is where the limit is reached. O(places).
    #[cold]
    fn grow(&mut self, budget: &Budget) -> Result<(), LimitReached> {
        let size = (2 * self.entries.len()).max(FIRST);
        let bytes = |places: usize| (places * size_of::<Entry<T>>()) as u64;
        // The old places and the new ones are there at once.
        let both = bytes(self.entries.len() + size);
        let reserved = match &mut self.reserved {
            Some(reserved) => reserved.resize(both),
            none => budget.reserve(both).map(|reserved| *none = Some(reserved)),
        };
        match reserved {
            Err(LimitReached::Memory { .. }) if !self.entries.is_empty() => {
                self.most = self.entries.len();
                return Ok(());
            }
            other => other?,
        }
        let empty = Entry { tag: 0, known: T::default() };
        let old = std::mem::replace(&mut self.entries, vec![empty; size]);
        self.filled = 0;
        old.into_iter().filter(|entry| entry.tag & WORK != 0).for_each(|entry| self.place(entry));
        self.reserved.as_mut().map_or(Ok(()), |reserved| reserved.resize(bytes(size)))
    }
}

/// A hash of some words. O(words).
#[inline]
pub(super) fn hash_of(words: impl IntoIterator<Item = u64>) -> u128 {
    const FACTOR: u128 = 0x9fb2_1c65_1e98_df25_a409_3822_299f_31d1;
    let mixed = |hash: u128| {
        let hash = hash.wrapping_mul(FACTOR);
        hash ^ hash >> 61
    };
    let hash = words
        .into_iter()
        .fold(0, |hash: u128, word| mixed(hash.rotate_left(64) ^ u128::from(word)));
    mixed(mixed(hash ^ FACTOR))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_table_forgets_what_was_cheap() {
        let budget = Budget::unlimited();
        let mut table: Table<u32> = Table::within(0);
        for i in 0..20_000u64 {
            let dear = i % 100 == 0;
            let nodes = if dear { 1 << 20 } else { 1 };
            table.set(hash_of([i]), i as u32, nodes, &budget).unwrap();
        }
        assert!(table.len() <= FIRST);
        let kept = (0..20_000u64).filter(|&i| table.get(hash_of([i])).is_some());
        let kept: Vec<u64> = kept.collect();
        assert!(kept.iter().all(|&i| table.get(hash_of([i])) == Some(i as u32)));
        assert!(kept.iter().filter(|&&i| i % 100 == 0).count() > 190, "{}", kept.len());
    }

    #[test]
    fn a_table_grows_within_its_limits() {
        let budget = Budget::unlimited().with_memory(200_000);
        let mut table: Table<u64> = Table::within(1 << 30);
        for i in 0..50_000u64 {
            table.set(hash_of([i, 7]), i, 1, &budget).unwrap();
        }
        assert!(table.len() > 1_500 && table.entries.len() * size_of::<Entry<u64>>() <= 200_000);
        assert!(Table::<u64>::within(1 << 30).grow(&Budget::unlimited().with_memory(10)).is_err());
    }
}
