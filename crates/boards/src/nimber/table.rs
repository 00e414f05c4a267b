//! The components that a search for nimbers has examined: the nimber of each, or the nimbers that it is known not to have.
//!
//! A table with open addressing: a component and one word, in the first free place from that of its hash on. Components that
//! are only met as parts of options are looked up and never taken in. Memory is reserved from the budget before the
//! table grows, so a limit is an error and never an allocation.

use std::hash::{BuildHasher, Hash};

use ishitori_values::{Budget, LimitReached, Reservation};
use rustc_hash::FxBuildHasher;

/// Nimbers from this one on are not excluded one by one: where one is asked for, the mex is taken.
pub(super) const MOST_EXCLUDED: u32 = u64::BITS - 1;

/// Known facts about a component: its nimber, or a set of nimbers below [`MOST_EXCLUDED`] that it is not worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Knowledge(u64);

impl Knowledge {
    /// Nothing is known. In the table this is a place without a component.
    pub const NONE: Knowledge = Knowledge(0);
    /// The highest bit says that the others are the nimber.
    const SOLVED: u64 = 1 << 63;

    /// A component of a nimber.
    #[inline]
    pub fn solved(nimber: u32) -> Self {
        Knowledge(Self::SOLVED | u64::from(nimber))
    }

    /// The nimber, if it is known.
    #[inline]
    pub fn nimber(self) -> Option<u32> {
        (self.0 & Self::SOLVED != 0).then_some(self.0 as u32)
    }

    /// Records that the component is not worth a nimber, if the table is not full.
    #[inline]
    pub fn exclude(&mut self, nimber: u32) {
        if nimber < MOST_EXCLUDED {
            self.0 |= 1 << nimber;
        }
    }

    /// Whether a component that is not solved is known not to be worth a nimber.
    #[inline]
    pub fn excludes(self, nimber: u32) -> bool {
        nimber < MOST_EXCLUDED && self.0 >> nimber & 1 == 1
    }

    /// The least nimber that a component that is not solved may be worth.
    #[inline]
    pub fn least_open(self) -> u32 {
        self.0.trailing_ones()
    }

    /// How many nimbers are excluded for a component that is not solved.
    #[inline]
    pub fn excluded(self) -> u32 {
        self.0.count_ones()
    }
}

/// The components that have been looked into.
pub(super) struct Table<P> {
    /// A power of 2 of places, or none, at most half of them with a component.
    places: Vec<(P, Knowledge)>,
    len: usize,
    reserved: Option<Reservation>,
}

impl<P> Default for Table<P> {
    fn default() -> Self {
        Table { places: Vec::new(), len: 0, reserved: None }
    }
}

/// The number of places of the first table.
const FIRST: usize = 1 << 8;

impl<P: Copy + Eq + Hash> Table<P> {
    /// How many components there are. O(1).
    pub fn len(&self) -> usize {
        self.len
    }

    /// The place of a component, or the one where it would be.
    #[inline]
    fn place(&self, position: &P) -> usize {
        let last = self.places.len() - 1;
        let mut at = FxBuildHasher.hash_one(position) as usize & last;
        while self.places[at].1 != Knowledge::NONE && self.places[at].0 != *position {
            at = (at + 1) & last;
        }
        at
    }

    /// Reads the place where a component would be first, so that it is near when it is looked up. O(1).
    #[inline]
    pub fn touch(&self, position: &P) -> u64 {
        match self.places.is_empty() {
            true => 0,
            false => {
                let at = FxBuildHasher.hash_one(position) as usize & (self.places.len() - 1);
                self.places[at].1.0
            }
        }
    }

    /// Known facts about a component. O(1) on average.
    #[inline]
    pub fn get(&self, position: &P) -> Knowledge {
        match self.places.is_empty() {
            true => Knowledge::NONE,
            false => self.places[self.place(position)].1,
        }
    }

    /// Keeps what is known of a component, which is something. O(1) on average.
    pub fn set(
        &mut self,
        position: P,
        knowledge: Knowledge,
        budget: &Budget,
    ) -> Result<(), LimitReached> {
        if 2 * self.len >= self.places.len() {
            self.grow(position, budget)?;
        }
        let at = self.place(&position);
        self.len += usize::from(self.places[at].1 == Knowledge::NONE);
        self.places[at] = (position, knowledge);
        Ok(())
    }

    /// Doubles the number of places; a position is needed to fill them. O(places).
    #[cold]
    fn grow(&mut self, filling: P, budget: &Budget) -> Result<(), LimitReached> {
        let size = (2 * self.places.len()).max(FIRST);
        let bytes = |places: usize| (places * size_of::<(P, Knowledge)>()) as u64;
        // The old places and the new ones are there at once.
        let both = bytes(self.places.len() + size);
        match &mut self.reserved {
            Some(reserved) => reserved.resize(both)?,
            none => *none = Some(budget.reserve(both)?),
        }
        let old = std::mem::replace(&mut self.places, vec![(filling, Knowledge::NONE); size]);
        for (position, knowledge) in old {
            if knowledge != Knowledge::NONE {
                let at = self.place(&position);
                self.places[at] = (position, knowledge);
            }
        }
        match &mut self.reserved {
            Some(reserved) => reserved.resize(bytes(size)),
            None => Ok(()),
        }
    }
}
