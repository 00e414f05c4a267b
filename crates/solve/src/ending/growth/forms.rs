//! Values in terms of those of smaller heaps: dominated and reversible options removed.

use ishitori_values::Player;

use super::table::{AT_LEAST, AT_MOST, EQUAL, Table};
use super::{GrowingValues, HeapForm, HeapOption};

/// No more options are examined on the way to a form.
const MOST_OPTIONS: usize = 1000;

impl GrowingValues {
    /// The form of the heaps with a growing remainder, found at the heap `n` and then verified for all of them.
    pub(super) fn form(&self, n: usize, table: &Table) -> Option<HeapForm> {
        let mut sides: [Vec<HeapOption>; 2] = Default::default();
        for player in Player::BOTH {
            for option in simplest(table.games + n, player, table)? {
                // The least heap with this value.
                let heap = (0..n).find(|h| table.compare(table.games + h, option) == EQUAL)?;
                let moves = heap >= self.from && self.grows(heap);
                sides[player as usize].push(match moves {
                    true => HeapOption::Back(n - heap),
                    false => HeapOption::Heap(heap),
                });
            }
            sides[player as usize].sort_unstable();
        }
        let [left, right] = sides;
        let mut form = HeapForm { first: 0, left, right };
        let (back, fixed) = form.farthest();
        let least = (self.from + back).max(fixed + 1);
        form.first = least + (n % self.step + self.step - least % self.step) % self.step;
        self.holds(&form, table).then_some(form)
    }

    fn grows(&self, heap: usize) -> bool {
        self.growing.binary_search(&(heap % self.step)).is_ok()
    }

    /// The largest heap that must be in the table for the form to be verified.
    fn last_needed(&self, form: &HeapForm) -> usize {
        self.bounds(form).1 + self.step
    }

    /// Below which heaps b, and for which n, forms are compared. The theorem is in `ishitori_certify::growth`.
    fn bounds(&self, form: &HeapForm) -> (usize, usize) {
        let (back, fixed) = form.farthest();
        let small = (self.from + self.most).max(fixed + self.reach);
        (small, (form.first + self.step).max(small + self.step + self.reach + back))
    }

    /// Whether the form is the value of all heaps of its progression.
    fn holds(&self, form: &HeapForm, table: &Table) -> bool {
        let (small, last) = self.bounds(form);
        if self.last_needed(form) >= table.heaps() {
            return false;
        }
        let at = |n: usize| {
            let side = |side: &[HeapOption]| {
                let heap = |option: &HeapOption| match *option {
                    HeapOption::Heap(heap) => (table.games + heap) as u32,
                    HeapOption::Back(back) => (table.games + n - back) as u32,
                };
                side.iter().map(heap).collect()
            };
            let row = table.row_of(&[side(&form.left), side(&form.right)], table.games + n);
            row[table.games..].to_vec()
        };
        let mut here = at(form.first);
        if here[form.first] != EQUAL {
            return false;
        }
        let mut n = form.first;
        while n < last {
            let next = at(n + self.step);
            let end = small.min(n + 1).max(self.from);
            if here[self.from..end] != next[self.from + self.step..end + self.step] {
                return false;
            }
            (n, here) = (n + self.step, next);
        }
        true
    }
}

impl HeapForm {
    /// The largest distance of a heap that moves, and the largest one that does not.
    fn farthest(&self) -> (usize, usize) {
        let (mut back, mut fixed) = (0, 0);
        for option in self.left.iter().chain(&self.right) {
            match *option {
                HeapOption::Heap(heap) => fixed = fixed.max(heap),
                HeapOption::Back(most) => back = back.max(most),
            }
        }
        (back, fixed)
    }
}

/// The options of a player that are left when reversible ones are bypassed and dominated ones removed.
fn simplest(game: usize, player: Player, table: &Table) -> Option<Vec<usize>> {
    // Left options are better when larger, Right options when smaller.
    let (better, worse) = match player {
        Player::Left => (AT_LEAST, AT_MOST),
        Player::Right => (AT_MOST, AT_LEAST),
    };
    let other = match player {
        Player::Left => Player::Right,
        Player::Right => Player::Left,
    };
    let mut waiting: Vec<u32> = table.options(game, player).to_vec();
    let mut options: Vec<usize> = Vec::new();
    let mut seen: Vec<u32> = Vec::new();
    while let Some(option) = waiting.pop() {
        if seen.contains(&option) {
            continue;
        }
        seen.push(option);
        if seen.len() > MOST_OPTIONS {
            return None;
        }
        // An answer that is no worse for the other player than the game itself.
        let answers = table.options(option as usize, other);
        let through = answers.iter().find(|&&y| table.compare(game, y as usize) & better != 0);
        match through {
            Some(&through) => waiting.extend(table.options(through as usize, player)),
            None => options.push(option as usize),
        }
    }
    options.sort_unstable();
    let dominated = |&x: &usize| {
        options.iter().any(|&y| {
            let compared = table.compare(x, y);
            y != x && compared & worse != 0 && (compared != EQUAL || y < x)
        })
    };
    Some(options.iter().copied().filter(|x| !dominated(x)).collect())
}
