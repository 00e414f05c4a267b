//! The order of numbered games, by its definition.

use std::collections::HashSet;

use crate::condition::Resource;
use crate::limits::{Meter, within};
use crate::verdict::Rejection;

/// Games by number, and what is known about their order.
///
/// J. H. Conway, *On Numbers and Games* (1976), chapters 0 and 7: G ≤ H unless some left option of G
/// is ≥ H, or some right option of H is ≤ G. G = H means G ≤ H and H ≤ G. This is an equivalence, G ≤ G,
/// and a game does not change its value when options are replaced by equal ones.
#[derive(Default)]
pub(crate) struct Games {
    /// The left and right options of each game: numbers of earlier games, increasing.
    forms: Vec<[Vec<u32>; 2]>,
    /// Pairs for which the first is at most the second.
    at_most: HashSet<u64>,
    /// Pairs for which it is not.
    not_at_most: HashSet<u64>,
    /// Questions that wait for others; kept for the next one.
    waiting: Vec<Waiting>,
}

/// Whether `first` ≤ `second`, of which the options below `next` are examined.
#[derive(Clone, Copy)]
struct Waiting {
    first: u32,
    second: u32,
    next: u32,
}

const LEFT: usize = 0;
const RIGHT: usize = 1;

impl Games {
    /// Adds a game whose options are earlier ones. O(options).
    pub(crate) fn add(
        &mut self,
        options: [&[u32]; 2],
        meter: &mut Meter,
    ) -> Result<u32, Rejection> {
        let number = u32::try_from(self.forms.len()).unwrap_or(u32::MAX);
        within(Resource::Games, u128::from(number) + 1, u32::MAX.into())?;
        debug_assert!(options.into_iter().flatten().all(|&option| option < number));
        let mut form: [Vec<u32>; 2] = Default::default();
        for (side, options) in form.iter_mut().zip(options) {
            if !options.is_empty() {
                *side = meter.vec_with_capacity(options.len() as u128)?;
                side.extend_from_slice(options);
            }
        }
        meter.push(&mut self.forms, form)?;
        Ok(number)
    }

    /// The options of a game. O(1).
    pub(crate) fn form(&self, game: u32) -> &[Vec<u32>; 2] {
        &self.forms[game as usize]
    }

    /// Whether two games are equal. At most the followers of one times those of the other, each
    /// with its options.
    pub(crate) fn equal(&mut self, a: u32, b: u32, meter: &mut Meter) -> Result<bool, Rejection> {
        // Literally the same form.
        if a == b || self.form(a) == self.form(b) {
            return Ok(true);
        }
        Ok(self.at_most(a, b, meter)? && self.at_most(b, a, meter)?)
    }

    /// Whether a ≤ b. The sum of the two numbers decreases with every question that is asked in
    /// turn, so this ends.
    fn at_most(&mut self, a: u32, b: u32, meter: &mut Meter) -> Result<bool, Rejection> {
        if let Some(known) = self.known(a, b) {
            return Ok(known);
        }
        let mut waiting = std::mem::take(&mut self.waiting);
        waiting.clear();
        meter.push(&mut waiting, Waiting { first: a, second: b, next: 0 })?;
        // What was found about the last question.
        let mut found = None;
        while let Some(&Waiting { first, second, next }) = waiting.last() {
            meter.spend(1)?;
            let decided = match (found, self.question(first, second, next as usize)) {
                (Some(true), _) => false,
                (_, None) => true,
                (_, Some((c, d))) => {
                    waiting.last_mut().expect("it was looked at").next += 1;
                    found = self.known(c, d);
                    if found.is_none() {
                        meter.push(&mut waiting, Waiting { first: c, second: d, next: 0 })?;
                    }
                    continue;
                }
            };
            let pair = key(first, second);
            let set = if decided { &mut self.at_most } else { &mut self.not_at_most };
            meter.insert(set, pair)?;
            waiting.pop();
            found = Some(decided);
        }
        self.waiting = waiting;
        Ok(found.expect("the first question was decided"))
    }

    /// The relations that must not hold if a ≤ b, in order: b ≤ a left option of a, a right
    /// option of b ≤ a.
    fn question(&self, a: u32, b: u32, at: usize) -> Option<(u32, u32)> {
        let (lefts, rights) = (&self.form(a)[LEFT], &self.form(b)[RIGHT]);
        match at.checked_sub(lefts.len()) {
            None => Some((b, lefts[at])),
            Some(at) => rights.get(at).map(|&right| (right, a)),
        }
    }

    fn known(&self, a: u32, b: u32) -> Option<bool> {
        let pair = key(a, b);
        match (a == b || self.at_most.contains(&pair), self.not_at_most.contains(&pair)) {
            (true, _) => Some(true),
            (false, true) => Some(false),
            (false, false) => None,
        }
    }
}

fn key(a: u32, b: u32) -> u64 {
    u64::from(a) << 32 | u64::from(b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::tests::unlimited;
    use crate::numbers::small;

    /// ≤ by recursion without memory.
    fn plain(games: &Games, a: u32, b: u32) -> bool {
        games.form(a)[LEFT].iter().all(|&x| !plain(games, b, x))
            && games.form(b)[RIGHT].iter().all(|&y| !plain(games, y, a))
    }

    /// All games born by day 2 with at most two options on a side, and some of day 3.
    #[test]
    fn agrees_with_the_definition() {
        unlimited(|meter| {
            let mut games = Games::default();
            games.add([&[], &[]], meter).unwrap();
            for day in 0..3 {
                let known = small(games.forms.len());
                let mut sides: Vec<Vec<u32>> = vec![vec![]];
                sides.extend((0..known).map(|x| vec![x]));
                sides.extend((1..known.min(4)).map(|x| vec![0, x]));
                let step = if day < 2 { 1 } else { 7 };
                let all: Vec<[Vec<u32>; 2]> = sides
                    .iter()
                    .flat_map(|left| sides.iter().map(|right| [left.clone(), right.clone()]))
                    .collect();
                for form in all.into_iter().step_by(step).take(60) {
                    games.add(form.each_ref().map(Vec::as_slice), meter).unwrap();
                }
            }
            let count = small(games.forms.len());
            let mut equal = 0;
            for a in 0..count {
                for b in 0..count {
                    let expected = plain(&games, a, b);
                    assert_eq!(games.at_most(a, b, meter).unwrap(), expected, "{a} ≤ {b}");
                    let same = expected && plain(&games, b, a);
                    assert_eq!(games.equal(a, b, meter).unwrap(), same, "{a} = {b}");
                    equal += u32::from(same && a != b);
                }
            }
            assert!(count > 70 && equal > 100, "{count} games, {equal} equal pairs");
        });
    }

    /// Games of hundreds of thousands of moves need no stack.
    #[test]
    fn deep_games_are_compared() {
        unlimited(|meter| {
            let mut games = Games::default();
            games.add([&[], &[]], meter).unwrap();
            for n in 0..300_000 {
                games.add([&[n], &[]], meter).unwrap();
            }
            let last = games.add([&[299_999], &[]], meter).unwrap();
            assert!(games.equal(last, last - 1, meter).unwrap());
            assert!(!games.equal(last, last - 2, meter).unwrap());
            assert!(!games.at_most(last, 1, meter).unwrap());
        });
    }
}
