//! Literal games, and equality by playing their difference: G = H exactly if the first player loses
//! G − H. Nothing is shared with the checker, which compares by the definition of ≤.

use std::collections::HashMap;

use ishitori_certify::*;

/// Games by their options, as they are made; none is ever simplified.
#[derive(Default)]
pub struct Arena {
    options: Vec<[Vec<usize>; 2]>,
    /// Whether the player to move wins G − H.
    wins: HashMap<(usize, usize, usize), bool>,
}

impl Arena {
    pub fn game(&mut self, left: Vec<usize>, right: Vec<usize>) -> usize {
        self.options.push([left, right]);
        self.options.len() - 1
    }

    /// Whether player `who` (0 for Left), who is to move, wins g − h.
    fn wins(&mut self, g: usize, h: usize, who: usize) -> bool {
        if let Some(&known) = self.wins.get(&(g, h, who)) {
            return known;
        }
        let in_g = self.options[g][who].clone();
        // In −h a player has the moves of the other.
        let in_h = self.options[h][1 - who].clone();
        let found = in_g.into_iter().any(|option| !self.wins(option, h, 1 - who))
            || in_h.into_iter().any(|option| !self.wins(g, option, 1 - who));
        self.wins.insert((g, h, who), found);
        found
    }

    pub fn equal(&mut self, g: usize, h: usize) -> bool {
        !self.wins(g, h, 0) && !self.wins(g, h, 1)
    }

    /// The games that a claim lists.
    pub fn listed(&mut self, games: &[GameForm]) -> Vec<usize> {
        let mut made: Vec<usize> = Vec::new();
        for game in games {
            let side = |side: &[u64]| side.iter().map(|&i| made[i as usize]).collect();
            let (left, right) = (side(&game.left), side(&game.right));
            made.push(self.game(left, right));
        }
        made
    }

    /// The heaps 0, …, count − 1 of a rule, whose ends are these games.
    pub fn heaps(
        &mut self,
        rule: &Rule,
        ends: &[usize],
        repeat: usize,
        count: usize,
    ) -> Vec<usize> {
        let mut heaps: Vec<usize> = Vec::new();
        for n in 0..count {
            let [left, right] = left_heaps(rule, n as u64)
                .map(|left| left.iter().map(|&m| heaps[m as usize]).collect::<Vec<_>>());
            heaps.push(match left.is_empty() && right.is_empty() {
                true => {
                    let mut at = n;
                    while at >= ends.len() {
                        at -= repeat;
                    }
                    ends[at]
                }
                false => self.game(left, right),
            });
        }
        heaps
    }

    /// For each game the place of the first one that is equal to it.
    pub fn classes(&mut self, games: &[usize]) -> Vec<usize> {
        let mut classes: Vec<usize> = Vec::new();
        for (n, &game) in games.iter().enumerate() {
            let known = (0..n).find(|&m| classes[m] == m && self.equal(games[m], game));
            classes.push(known.unwrap_or(n));
        }
        classes
    }
}

/// What Left, and what Right, can leave of a heap of n.
pub fn left_heaps(rule: &Rule, n: u64) -> [Vec<u64>; 2] {
    let set = |set: &[u64]| set.iter().filter(|&&s| s <= n).map(|s| n - s).collect::<Vec<u64>>();
    match rule {
        Rule::Subtraction(rule) => [set(&rule.set), set(&rule.set)],
        Rule::Partizan(rule) => {
            assert!(!rule.splits);
            [set(&rule.left), set(&rule.right)]
        }
        Rule::TakeAndBreak(rule) => {
            let mut left = Vec::new();
            for (taken, digit) in (0..=n).zip(&rule.digits) {
                assert!(*digit <= 3);
                let bit = if taken == n { 1 } else { 2 };
                left.extend((digit & bit != 0).then_some(n - taken));
            }
            [left.clone(), left]
        }
        other => panic!("no rule of one heap: {other:?}"),
    }
}

/// The largest number that may be taken.
pub fn largest(rule: &Rule) -> u64 {
    match rule {
        Rule::Subtraction(rule) => *rule.set.last().unwrap(),
        Rule::Partizan(rule) => *rule.left.iter().chain(&rule.right).max().unwrap_or(&0),
        Rule::TakeAndBreak(rule) => rule.digits.len() as u64 - 1,
        other => panic!("no rule of one heap: {other:?}"),
    }
}

/// The least preperiod and period of a sequence that is seen to repeat in its second half.
pub fn cycle(terms: &[usize]) -> Option<(usize, usize)> {
    let tail = terms.len() / 2;
    let fits = |p: usize| (tail..terms.len() - p).all(|n| terms[n] == terms[n + p]);
    let period = (1..tail / 2).find(|&p| fits(p))?;
    let preperiod = (0..=tail).rev().find(|&n| n == 0 || terms[n - 1] != terms[n - 1 + period])?;
    Some((preperiod, period))
}

/// The certificate of a rule and games for its ends, if the values are seen to repeat soon. Its games are
/// the heaps as the rule makes them of the first heaps with the same values, so mostly not
/// canonical.
pub fn value_certificate(
    rule: &Rule,
    games: &[GameForm],
    ends: EndGames,
    count: usize,
) -> Option<Certificate> {
    let mut arena = Arena::default();
    let listed = arena.listed(games);
    let end_games: Vec<usize> = ends.games.iter().map(|&i| listed[i as usize]).collect();
    let heaps = arena.heaps(rule, &end_games, ends.repeat as usize, count);
    let classes = arena.classes(&heaps);
    let (preperiod, period) = cycle(&classes)?;
    let mut games = games.to_vec();
    // The number of the game of each heap.
    let mut numbers: Vec<u64> = Vec::new();
    for n in 0..preperiod + period {
        let number = if classes[n] < n {
            numbers[classes[n]]
        } else {
            let [left, right] = left_heaps(rule, n as u64).map(|left| {
                let mut side: Vec<u64> = left.iter().map(|&m| numbers[m as usize]).collect();
                side.sort_unstable();
                side.dedup();
                side
            });
            match left.is_empty() && right.is_empty() {
                true => {
                    let place = end_games.iter().position(|&game| game == heaps[n]).unwrap();
                    ends.games[place]
                }
                false => {
                    games.push(GameForm { left, right });
                    games.len() as u64 - 1
                }
            }
        };
        numbers.push(number);
    }
    let claim = ValuePeriod {
        ends,
        preperiod: preperiod as u64,
        period: period as u64,
        least: true,
        games,
        values: numbers,
    };
    Some(Certificate::new(rule.clone(), Claim::ValuePeriod(claim), Proof::values()))
}

/// Whether what is claimed of values is true for the first heaps, and least if that is claimed.
pub fn is_true(rule: &Rule, claim: &ValuePeriod, count: usize) -> Result<(), String> {
    let mut arena = Arena::default();
    let listed = arena.listed(&claim.games);
    let ends: Vec<usize> = claim.ends.games.iter().map(|&i| listed[i as usize]).collect();
    let heaps = arena.heaps(rule, &ends, claim.ends.repeat as usize, count);
    let (n0, p) = (claim.preperiod as usize, claim.period as usize);
    assert!(n0 + 2 * p < count, "too few heaps to judge: {n0} + 2·{p}");
    for (n, &heap) in heaps.iter().enumerate() {
        let place = if n < n0 + p { n } else { n0 + (n - n0) % p };
        let claimed = listed[claim.values[place] as usize];
        if !arena.equal(heap, claimed) {
            return Err(format!("heap {n} has another value"));
        }
    }
    if claim.least {
        let found = cycle(&arena.classes(&heaps));
        if found != Some((n0, p)) {
            return Err(format!("{p} from {n0}, where {found:?} is least"));
        }
    }
    Ok(())
}
