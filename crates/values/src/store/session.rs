//! A thread's working place at a store: the operations, and the caches that make them fast.

use super::cache::Caches;
use super::{Game, GameStore, Nus};
use crate::dyadic::Dyadic;
use crate::player::{Outcome, Player};
use ishitori_runtime::{Budget, LimitReached};

/// Operations on the games of one store by one thread.
///
/// Cheap to make ([`GameStore::session`]); keep one for a series of operations, since what it
/// remembers speeds up the next. Every operation that can take long obeys the session's
/// [`Budget`] and fails with [`LimitReached`]; the store stays usable.
pub struct Session<'s> {
    pub(super) store: &'s GameStore,
    pub(super) caches: Caches,
    budget: Budget,
    ticks: usize,
    /// How many recursive steps are on the stack.
    depth: u64,
    counted_bytes: u64,
}

/// Stack that must be left before a recursive step, and what is added when it is not.
const RED_ZONE: usize = 64 * 1024;
const STACK_PIECE: usize = 1024 * 1024;
/// The approximate stack use of a recursive step.
const STEP_BYTES: u64 = 768;

impl GameStore {
    /// A session without limits. O(1).
    pub fn session(&self) -> Session<'_> {
        self.session_within(Budget::unlimited())
    }

    /// A session within a budget. O(1).
    pub fn session_within(&self, budget: Budget) -> Session<'_> {
        let caches = self.idle.lock().pop().unwrap_or_else(Caches::new);
        let counted_bytes = caches.bytes();
        self.charge(0, counted_bytes);
        Session { store: self, caches, budget, ticks: 0, depth: 0, counted_bytes }
    }
}

impl Drop for Session<'_> {
    fn drop(&mut self) {
        self.store.charge(self.counted_bytes, 0);
        let caches = std::mem::replace(&mut self.caches, Caches::none());
        self.store.idle.lock().push(caches);
    }
}

impl<'s> Session<'s> {
    /// The store that this session works on. O(1).
    pub fn store(&self) -> &'s GameStore {
        self.store
    }

    /// The budget that this session works within. O(1).
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Works within another budget from now on; gives the one before. O(1).
    pub fn set_budget(&mut self, budget: Budget) -> Budget {
        std::mem::replace(&mut self.budget, budget)
    }

    /// Called once per step of real work; looks at the budget every few thousand steps.
    #[inline]
    pub(crate) fn tick(&mut self) -> Result<(), LimitReached> {
        self.tick_by(1)
    }

    /// A step that handles this many games at once.
    #[inline]
    pub(crate) fn tick_by(&mut self, games: usize) -> Result<(), LimitReached> {
        self.ticks = self.ticks.saturating_add(games);
        if self.ticks >= 4096 {
            self.ticks = 0;
            self.check_budget()?;
        }
        Ok(())
    }

    #[cold]
    fn check_budget(&mut self) -> Result<(), LimitReached> {
        let bytes = self.caches.bytes();
        if bytes != self.counted_bytes {
            self.store.charge(self.counted_bytes, bytes);
            self.counted_bytes = bytes;
        }
        self.budget.check(self.store.memory() + self.depth * STEP_BYTES)
    }

    /// A recursive step: adds stack where it runs out, and lets limits see it.
    #[inline]
    pub(super) fn deeper<R>(&mut self, step: impl FnOnce(&mut Self) -> R) -> R {
        self.depth += 1;
        let result = stacker::maybe_grow(RED_ZONE, STACK_PIECE, || step(self));
        self.depth -= 1;
        result
    }

    /// The game 0. O(1).
    pub fn zero(&self) -> Game {
        Game::ZERO
    }

    /// The integer n. O(1).
    ///
    /// # Panics
    /// If the store is full; use [`GameStore::number`] where that can happen.
    pub fn integer(&self, n: i32) -> Game {
        self.number(&Dyadic::from(i64::from(n)))
            .expect("the store has a free handle for an integer")
    }

    /// The number x. O(1) for machine-sized numbers.
    pub fn number(&self, x: &Dyadic) -> Result<Game, LimitReached> {
        self.store.number(x)
    }

    /// The nimber *k. O(1).
    pub fn nimber(&self, k: u32) -> Result<Game, LimitReached> {
        self.number_up_star(&Dyadic::ZERO, 0, k)
    }

    /// x + n·↑ + *k. O(1) for machine-sized numbers.
    pub fn number_up_star(&self, x: &Dyadic, ups: i32, nimber: u32) -> Result<Game, LimitReached> {
        let too_large = nimber > i32::MAX as u32 || ups == i32::MIN;
        if too_large {
            return Err(LimitReached::Multiple { limit: i32::MAX as u64 });
        }
        let (x, big) = self.store.intern_number(x)?;
        self.store.intern_nus(Nus { x, big, ups, nim: nimber })
    }

    /// The options of a player. See [`GameStore::options`].
    pub fn options(&self, g: Game, player: Player) -> Result<&'s [Game], LimitReached> {
        self.store.options(g, player)
    }

    /// The outcome class: P iff G = 0, L iff G > 0, R iff G < 0, N iff G ∥ 0. The cost of two comparisons.
    pub fn outcome(&mut self, g: Game) -> Result<Outcome, LimitReached> {
        // Left wins moving first iff G is not ≤ 0.
        let left = !self.leq(g, Game::ZERO)?;
        let right = !self.leq(Game::ZERO, g)?;
        Ok(Outcome::from_first_move_wins(left, right))
    }
}
