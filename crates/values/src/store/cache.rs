//! Bounded memo tables for `≤` and `+`. They forget; that only costs time.

use super::Game;

/// The caches of a session. They grow with use up to a fixed size.
pub(crate) struct Caches {
    pub leq: LeqCache,
    pub sum: SumCache,
    /// Sums of number-up-star values: quick to compute, quicker to remember.
    pub nus_sum: SumCache,
}

impl Caches {
    pub fn new() -> Self {
        Caches {
            leq: LeqCache::new(),
            sum: SumCache::new(SUM_MAX_BITS),
            nus_sum: SumCache::new(NUS_SUM_MAX_BITS),
        }
    }

    /// A placeholder without memory.
    pub fn none() -> Self {
        Caches {
            leq: LeqCache { slots: Vec::new(), bits: 0, inserted: 0 },
            sum: SumCache::none(),
            nus_sum: SumCache::none(),
        }
    }

    pub fn bytes(&self) -> u64 {
        let sums = self.sum.slots.len() + self.nus_sum.slots.len();
        (self.leq.slots.len() * size_of::<u64>() + sums * size_of::<SumSlot>()) as u64
    }
}

const START_BITS: u32 = 10;
const LEQ_MAX_BITS: u32 = 21;
const SUM_MAX_BITS: u32 = 20;
const NUS_SUM_MAX_BITS: u32 = 14;

#[inline]
fn pair(g: Game, h: Game) -> u64 {
    u64::from(g.0) << 32 | u64::from(h.0)
}

/// Multiplicative hashing: the high bits of the product are the slot.
#[inline]
fn slot(key: u64, bits: u32) -> usize {
    ((key ^ key >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - bits)) as usize
}

/// `≤` on pairs: handles have 31 bits, so the answer fits into the top bit of the key.
pub(crate) struct LeqCache {
    slots: Vec<u64>,
    bits: u32,
    inserted: usize,
}

const ANSWER: u64 = 1 << 63;
const EMPTY: u64 = u64::MAX;

impl LeqCache {
    fn new() -> Self {
        LeqCache { slots: vec![EMPTY; 1 << START_BITS], bits: START_BITS, inserted: 0 }
    }

    #[inline]
    pub fn get(&self, g: Game, h: Game) -> Option<bool> {
        let key = pair(g, h);
        let i = slot(key, self.bits);
        for entry in [self.slots[i], self.slots[i ^ 1]] {
            if entry & !ANSWER == key {
                return Some(entry & ANSWER != 0);
            }
        }
        None
    }

    pub fn insert(&mut self, g: Game, h: Game, answer: bool) {
        if self.inserted >= self.slots.len() && self.bits < LEQ_MAX_BITS {
            self.grow();
        }
        self.inserted += 1;
        let key = pair(g, h);
        self.place(key, key | if answer { ANSWER } else { 0 });
    }

    /// Newest first; the one before moves to the neighbour.
    fn place(&mut self, key: u64, entry: u64) {
        let i = slot(key, self.bits);
        self.slots[i ^ 1] = std::mem::replace(&mut self.slots[i], entry);
    }

    #[cold]
    fn grow(&mut self) {
        self.bits = (self.bits + 2).min(LEQ_MAX_BITS);
        let old = std::mem::replace(&mut self.slots, vec![EMPTY; 1 << self.bits]);
        for entry in old.into_iter().filter(|e| *e != EMPTY) {
            self.place(entry & !ANSWER, entry);
        }
        self.inserted = 0;
    }
}

#[derive(Clone, Copy)]
struct SumSlot {
    g: u32,
    h: u32,
    sum: u32,
}

/// `+` on pairs.
pub(crate) struct SumCache {
    slots: Vec<SumSlot>,
    bits: u32,
    max_bits: u32,
    inserted: usize,
}

const EMPTY_SUM: SumSlot = SumSlot { g: u32::MAX, h: u32::MAX, sum: 0 };

impl SumCache {
    fn new(max_bits: u32) -> Self {
        let slots = vec![EMPTY_SUM; 1 << START_BITS];
        SumCache { slots, bits: START_BITS, max_bits, inserted: 0 }
    }

    fn none() -> Self {
        SumCache { slots: Vec::new(), bits: 0, max_bits: 0, inserted: 0 }
    }

    #[inline]
    pub fn get(&self, g: Game, h: Game) -> Option<Game> {
        let i = slot(pair(g, h), self.bits);
        for entry in [&self.slots[i], &self.slots[i ^ 1]] {
            if entry.g == g.0 && entry.h == h.0 {
                return Some(Game(entry.sum));
            }
        }
        None
    }

    pub fn insert(&mut self, g: Game, h: Game, sum: Game) {
        if self.inserted >= self.slots.len() && self.bits < self.max_bits {
            self.grow();
        }
        self.inserted += 1;
        self.place(SumSlot { g: g.0, h: h.0, sum: sum.0 });
    }

    fn place(&mut self, entry: SumSlot) {
        let i = slot(pair(Game(entry.g), Game(entry.h)), self.bits);
        self.slots[i ^ 1] = std::mem::replace(&mut self.slots[i], entry);
    }

    #[cold]
    fn grow(&mut self) {
        self.bits = (self.bits + 2).min(self.max_bits);
        let old = std::mem::replace(&mut self.slots, vec![EMPTY_SUM; 1 << self.bits]);
        for entry in old.into_iter().filter(|e| e.g != u32::MAX) {
            self.place(entry);
        }
        self.inserted = 0;
    }
}
