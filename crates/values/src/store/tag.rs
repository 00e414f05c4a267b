//! The number of a store, which its handles carry.

use parking_lot::Mutex;

/// How many numbers there are: three bits of a handle.
const TAGS: usize = 8;

/// The numbers in use.
static IN_USE: Mutex<InUse> = Mutex::new(InUse { stores: [0; TAGS], next: 0 });

struct InUse {
    /// How many living stores have each number.
    stores: [u32; TAGS],
    /// The number at which the next search begins: one after the last that was taken, so that a number that was given back
    /// is not taken again at once, and handles of a store that is gone are noticed for a while.
    next: usize,
}

/// A number that no other living store has, as long as there are no more of them than numbers; otherwise one of those that
/// fewest have. It is given back when it is dropped.
#[derive(Debug)]
pub(super) struct Tag(u32);

impl Tag {
    /// Takes a number. O(1).
    pub fn take() -> Tag {
        let mut in_use = IN_USE.lock();
        let next = in_use.next;
        let from_next = (0..TAGS).map(|step| (next + step) % TAGS);
        let tag = from_next.min_by_key(|&tag| in_use.stores[tag]).unwrap_or(next);
        in_use.stores[tag] += 1;
        in_use.next = (tag + 1) % TAGS;
        Tag(tag as u32)
    }

    /// The number. O(1).
    pub fn number(&self) -> u32 {
        self.0
    }
}

impl Drop for Tag {
    fn drop(&mut self) {
        let mut in_use = IN_USE.lock();
        in_use.stores[self.0 as usize] -= 1;
    }
}
