//! The components that a search for nimbers has met: what each is worth, what it is known not to be worth, its options.
//!
//! Memory is reserved from the budget before a list grows, so a limit is an error and never an allocation.

use std::hash::{BuildHasher, Hash};
use std::sync::Arc;

use hashbrown::HashTable;
use ishitori_values::{Budget, LimitReached, Reservation};
use rustc_hash::FxBuildHasher;

/// The options of a component as one list of words: for each the nimber of what was known, the number of its other
/// components, and these.
#[derive(Clone)]
pub(super) struct OptionList(Arc<[u32]>);

impl OptionList {
    /// An option: what is known of it, and its components. O(1).
    #[inline]
    pub fn at(&self, at: usize) -> (u32, &[u32]) {
        let count = self.0[at + 1] as usize;
        (self.0[at], &self.0[at + 2..at + 2 + count])
    }

    /// All options, each with its place in the list.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (usize, (u32, &[u32]))> {
        let mut next = 0;
        std::iter::from_fn(move || {
            let at = next;
            if at >= self.0.len() {
                return None;
            }
            let option = self.at(at);
            next += 2 + option.1.len();
            Some((at, option))
        })
    }

    fn bytes(words: &[u32]) -> u64 {
        size_of_val(words) as u64 + 32
    }
}

/// A component.
struct Entry<P> {
    position: P,
    /// The nimbers below 64 that it is not worth.
    excluded: u64,
    /// What it is worth, or `OPEN`.
    nimber: u32,
    cells: u32,
    moves: u32,
    /// Its options, once they have been asked for, until its nimber is known.
    options: Option<OptionList>,
}

/// Not known yet: no component has so many options.
const OPEN: u32 = u32::MAX;

/// The components by number.
pub(super) struct Table<P> {
    entries: Vec<Entry<P>>,
    numbers: HashTable<u32>,
    /// Bytes of the lists of options.
    lists: u64,
    reserved: Option<Reservation>,
}

impl<P> Default for Table<P> {
    fn default() -> Self {
        Table { entries: Vec::new(), numbers: HashTable::new(), lists: 0, reserved: None }
    }
}

/// The bytes that are reserved at a time.
const STEP: u64 = 1 << 16;

impl<P: Copy + Eq + Hash> Table<P> {
    /// How many components there are. O(1).
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// The number of a component; of a new one the numbers of its cells and its moves are asked for. O(1) on average.
    #[inline]
    pub fn number(
        &mut self,
        position: P,
        facts: impl FnOnce() -> (u32, u32),
        budget: &Budget,
    ) -> Result<u32, LimitReached> {
        let hash = FxBuildHasher.hash_one(position);
        let same = |&number: &u32| self.entries[number as usize].position == position;
        if let Some(&number) = self.numbers.find(hash, same) {
            return Ok(number);
        }
        let number = u32::try_from(self.entries.len()).ok().filter(|&number| number < u32::MAX);
        let number = number.ok_or(LimitReached::Games { limit: u64::from(u32::MAX) })?;
        self.grow(budget)?;
        let (cells, moves) = facts();
        let options = None;
        self.entries.push(Entry { position, excluded: 0, nimber: OPEN, cells, moves, options });
        let entries = &self.entries;
        self.numbers.insert_unique(hash, number, |&number| {
            FxBuildHasher.hash_one(entries[number as usize].position)
        });
        Ok(number)
    }

    /// Makes room for one more component.
    fn grow(&mut self, budget: &Budget) -> Result<(), LimitReached> {
        if self.entries.len() == self.entries.capacity() {
            let more = (self.entries.len() / 2).max(256);
            // The old list and the new one are there at once.
            let both = 2 * self.entries.len() + more;
            self.reserve((both * size_of::<Entry<P>>()) as u64 + self.index_bytes(1), budget)?;
            self.entries.reserve_exact(more);
        }
        if self.numbers.len() == self.numbers.capacity() {
            self.reserve(self.entry_bytes() + self.index_bytes(3), budget)?;
            let entries = &self.entries;
            self.numbers.reserve(self.numbers.len().max(256), |&number| {
                FxBuildHasher.hash_one(entries[number as usize].position)
            });
        }
        Ok(())
    }

    fn entry_bytes(&self) -> u64 {
        (self.entries.capacity() * size_of::<Entry<P>>()) as u64
    }

    /// The bytes of the index, so many times, with what a table leaves empty.
    fn index_bytes(&self, times: u64) -> u64 {
        times * self.numbers.capacity() as u64 * 6
    }

    /// Reserves memory for entries and index, beside the lists of options.
    fn reserve(&mut self, bytes: u64, budget: &Budget) -> Result<(), LimitReached> {
        let wanted = (bytes + self.lists).next_multiple_of(STEP);
        match &mut self.reserved {
            Some(reserved) if reserved.bytes() >= wanted => Ok(()),
            Some(reserved) => reserved.resize(wanted),
            none => {
                *none = Some(budget.reserve(wanted)?);
                Ok(())
            }
        }
    }

    /// A component. O(1).
    pub fn position(&self, number: u32) -> &P {
        &self.entries[number as usize].position
    }

    /// How many cells it has. O(1).
    #[inline]
    pub fn cells(&self, number: u32) -> u32 {
        self.entries[number as usize].cells
    }

    /// How many moves it has. O(1).
    #[inline]
    pub fn moves(&self, number: u32) -> u32 {
        self.entries[number as usize].moves
    }

    /// What it is worth, if that is known. O(1).
    #[inline]
    pub fn nimber(&self, number: u32) -> Option<u32> {
        let nimber = self.entries[number as usize].nimber;
        (nimber != OPEN).then_some(nimber)
    }

    /// Keeps what a component is worth; its options are no longer needed. O(1).
    pub fn set_nimber(&mut self, number: u32, nimber: u32) {
        let entry = &mut self.entries[number as usize];
        entry.nimber = nimber;
        if let Some(options) = entry.options.take() {
            self.lists -= OptionList::bytes(&options.0);
        }
    }

    /// Keeps that a component is not worth a nimber, if there is room for that. O(1).
    #[inline]
    pub fn exclude(&mut self, number: u32, nimber: u32) {
        self.entries[number as usize].excluded |= 1u64.checked_shl(nimber).unwrap_or(0);
    }

    /// Whether a component is known not to be worth a nimber. O(1).
    #[inline]
    pub fn is_excluded(&self, number: u32, nimber: u32) -> bool {
        self.entries[number as usize].excluded.checked_shr(nimber).unwrap_or(0) & 1 == 1
    }

    /// The least nimber that a component may be worth. O(1).
    #[inline]
    pub fn least_open(&self, number: u32) -> u32 {
        self.entries[number as usize].excluded.trailing_ones()
    }

    /// The options of a component, if they are kept. O(1).
    #[inline]
    pub fn options(&self, number: u32) -> Option<OptionList> {
        self.entries[number as usize].options.clone()
    }

    /// Keeps the options of a component. O(options).
    pub fn set_options(
        &mut self,
        number: u32,
        options: &[u32],
        budget: &Budget,
    ) -> Result<OptionList, LimitReached> {
        self.lists += OptionList::bytes(options);
        if let Err(limit) = self.reserve(self.entry_bytes() + self.index_bytes(1), budget) {
            self.lists -= OptionList::bytes(options);
            return Err(limit);
        }
        let list = OptionList(options.into());
        self.entries[number as usize].options = Some(list.clone());
        Ok(list)
    }
}
