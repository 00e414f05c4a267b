//! The options of the components that are being looked into, as sums of components: two stacks.
//!
//! Memory is reserved from the budget before a stack grows.

use std::hash::Hash;
use std::hint::black_box;

use ishitori_values::{Budget, LimitReached, Reservation};

use crate::nimber::laid::{Impartial, Part};
use crate::nimber::table::{Knowledge, Table};

/// A sum of a nimber and components that are not solved.
#[derive(Clone, Copy)]
pub(super) struct Sum {
    /// The first of the components on the stack, and their number.
    pub start: usize,
    pub count: usize,
    pub nimber: u32,
    /// How long the question about it may take, for the order.
    pub difficulty: u32,
}

/// The stacks.
pub(super) struct Sums<P> {
    pub parts: Vec<P>,
    pub options: Vec<Sum>,
    reserved: Option<Reservation>,
}

impl<P> Default for Sums<P> {
    fn default() -> Self {
        Sums { parts: Vec::new(), options: Vec::new(), reserved: None }
    }
}

impl<P: Copy + Eq + Hash> Sums<P> {
    /// The heights of the stacks. O(1).
    pub fn heights(&self) -> (usize, usize) {
        (self.parts.len(), self.options.len())
    }

    /// Takes away all that is above some heights. O(1).
    pub fn cut(&mut self, (parts, options): (usize, usize)) {
        self.parts.truncate(parts);
        self.options.truncate(options);
    }

    /// Reserves capacity for one more option with this many components.
    #[inline]
    fn reserve_option(&mut self, count: usize, budget: &Budget) -> Result<(), LimitReached> {
        let full = self.options.len() == self.options.capacity();
        if full || self.parts.capacity() - self.parts.len() < count {
            self.grow(count, budget)?;
        }
        Ok(())
    }

    #[cold]
    fn grow(&mut self, count: usize, budget: &Budget) -> Result<(), LimitReached> {
        let parts = 2 * self.parts.len() + count.max(64);
        let options = 2 * self.options.len() + 64;
        let bytes = |parts: usize, options: usize| {
            (parts * size_of::<P>() + options * size_of::<Sum>()) as u64
        };
        // The old stacks and the new ones are there at once.
        let old = bytes(self.parts.capacity(), self.options.capacity());
        let both = old + bytes(parts, options);
        match &mut self.reserved {
            Some(reserved) => reserved.resize(both)?,
            none => *none = Some(budget.reserve(both)?),
        }
        self.parts.reserve_exact(parts - self.parts.len());
        self.options.reserve_exact(options - self.options.len());
        match &mut self.reserved {
            Some(reserved) => {
                reserved.resize(bytes(self.parts.capacity(), self.options.capacity()))
            }
            None => Ok(()),
        }
    }

    /// Puts the components of a position on the stack, without those that the game knows, and without pairs of equal ones,
    /// which add up to 0.
    #[inline]
    pub fn take_apart<G: Impartial<Position = P>>(
        &mut self,
        game: &G,
        position: &P,
        joined: bool,
        budget: &Budget,
    ) -> Result<Sum, LimitReached> {
        self.reserve_option(game.cells(position) as usize + 1, budget)?;
        let (start, mut nimber) = (self.parts.len(), 0);
        let parts = &mut self.parts;
        game.components(position, joined, |part| match part {
            Part::Solved(known) => nimber ^= known,
            Part::Open(part) => match parts[start..].iter().position(|other| *other == part) {
                Some(other) => {
                    parts.swap_remove(start + other);
                }
                None => parts.push(part),
            },
        });
        Ok(Sum { start, count: self.parts.len() - start, nimber, difficulty: 0 })
    }

    /// Looks up the components of the options from one on. Options that are solved leave the stack: their nimbers are excluded for
    /// the component whose options they are.
    #[inline]
    pub fn settle<G: Impartial<Position = P>>(
        &mut self,
        game: &G,
        table: &Table<P>,
        from: usize,
        component: &mut Knowledge,
    ) {
        // The memory is waited for once for all of them.
        if let Some(first) = self.options.get(from) {
            let parts = &self.parts[first.start..];
            black_box(parts.iter().fold(0, |all, part| all ^ table.touch(part)));
        }
        let mut kept = from;
        for at in from..self.options.len() {
            let mut option = self.options[at];
            let (mut count, mut difficulty, mut last) = (0, 0u32, Knowledge::NONE);
            for at in option.start..option.start + option.count {
                let part = self.parts[at];
                let knowledge = table.get(&part);
                match knowledge.nimber() {
                    Some(nimber) => option.nimber ^= nimber,
                    None => {
                        self.parts[option.start + count] = part;
                        (count, last) = (count + 1, knowledge);
                        let moves = game.moves(&part).min(1 << 11);
                        difficulty = difficulty.saturating_add(moves * moves * 256);
                    }
                }
            }
            if count == 0 {
                component.exclude(option.nimber);
                continue;
            }
            // The more is excluded, the likelier is the rest, and the more has been looked into.
            let excluded = if count == 1 { last.excluded() } else { 0 };
            (option.count, option.difficulty) = (count, difficulty / (1 + excluded));
            self.options[kept] = option;
            kept += 1;
        }
        self.options.truncate(kept);
    }
}
