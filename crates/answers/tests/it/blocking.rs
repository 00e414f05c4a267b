//! Forbidden options, against a search in which the opponent tries every set of them.

use ishitori_answers::blocking;
use ishitori_answers::{AskError, Context, Side};
use ishitori_values::Budget;
use proptest::prelude::*;
use serde_json::json;

/// The options of a player (true is Right), and whether a player without one wins.
struct Plain<'a, P> {
    options: &'a dyn Fn(&P, bool) -> Vec<P>,
    stuck: &'a dyn Fn(&P, bool) -> bool,
    most: u32,
}

impl<P: Clone + Ord> Plain<'_, P> {
    fn options(&self, position: &P, right: bool) -> Vec<P> {
        let mut options = (self.options)(position, right);
        options.sort();
        options.dedup();
        options
    }

    /// Whether the player to move wins: against every set of a bounded number of forbidden options.
    fn wins(&self, position: &P, right: bool) -> bool {
        let options = self.options(position, right);
        let lost: Vec<bool> = options.iter().map(|option| !self.wins(option, !right)).collect();
        let sets = 0_u32..1 << options.len();
        sets.filter(|set| set.count_ones() <= self.most).all(|forbidden| {
            let mut left = (0..options.len()).filter(|at| forbidden >> at & 1 == 0).peekable();
            match left.peek() {
                None => (self.stuck)(position, right),
                Some(_) => left.any(|at| lost[at]),
            }
        })
    }
}

fn asked(request: serde_json::Value) -> Result<blocking::Answer, AskError> {
    blocking::answer(&serde_json::from_value(request).unwrap(), &Context::new(Budget::unlimited()))
}

/// What the answer says for each player who moves first: whether that player wins, and the winning options.
fn reported(answer: &blocking::Answer) -> Vec<(bool, u64)> {
    answer.plays.iter().map(|play| (play.winner == play.first, play.winning)).collect()
}

fn expected<P: Clone + Ord>(plain: &Plain<'_, P>, position: &P, plays: usize) -> Vec<(bool, u64)> {
    let one = |&right: &bool| {
        let options = plain.options(position, right);
        let winning = options.iter().filter(|option| !plain.wins(option, !right)).count();
        (plain.wins(position, right), winning as u64)
    };
    [false, true].iter().take(plays).map(one).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Heaps in any order, also where the players take different numbers and where stones left decide.
    #[test]
    fn of_heaps(
        heaps in prop::collection::vec(0_u32..5, 1..3),
        left in prop::collection::btree_set(1_u32..5, 1..4),
        right in prop::collection::btree_set(1_u32..5, 1..4),
        most in 0_u32..3,
        end in 0_usize..3,
    ) {
        let taken = |heaps: &Vec<u32>, set: &std::collections::BTreeSet<u32>| -> Vec<Vec<u32>> {
            let mut options = Vec::new();
            for (at, &heap) in heaps.iter().enumerate() {
                for &take in set.iter().filter(|&&take| take <= heap) {
                    let mut option = heaps.clone();
                    option[at] -= take;
                    option.retain(|&heap| heap > 0);
                    option.sort_unstable();
                    options.push(option);
                }
            }
            options
        };
        let list = |set: &std::collections::BTreeSet<u32>| -> String {
            set.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
        };
        let position = heaps.iter().map(u32::to_string).collect::<Vec<_>>().join("+");
        let stuck = |heaps: &Vec<u32>, right: bool| match end {
            0 => false,
            1 => true,
            // Left wins if an even number of stones is left.
            _ => (heaps.iter().sum::<u32>() % 2 == 0) != right,
        };
        let end = ["normal", "misere", "mod2:LR"][end];
        let rule = format!("psub:{}/{}", list(&left), list(&right));
        let options = |heaps: &Vec<u32>, second: bool| taken(heaps, if second { &right } else { &left });
        let plain = Plain { options: &options, stuck: &stuck, most };
        let request = json!({ "rule": rule, "position": position, "most": most, "end": end });
        let answer = asked(request).unwrap();
        prop_assert_eq!(reported(&answer), expected(&plain, &heaps, answer.plays.len()), "{} {}", rule, end);
        let rule = format!("sub:{}", list(&left));
        let options = |heaps: &Vec<u32>, _: bool| taken(heaps, &left);
        let plain = Plain { options: &options, stuck: &stuck, most };
        let request = json!({ "rule": rule, "position": position, "most": most, "end": end });
        let answer = asked(request).unwrap();
        prop_assert_eq!(reported(&answer), expected(&plain, &heaps, answer.plays.len()), "{} {}", rule, end);
    }

    /// Tuples, one by one and as a list.
    #[test]
    fn of_tuples(x in 0_u32..4, y in 0_u32..4, most in 0_u32..3, misere: bool) {
        let options = |&(x, y): &(u32, u32), _: bool| -> Vec<(u32, u32)> {
            let down = (0..x).map(|u| (u, y)).chain((0..y).map(|v| (x, v)));
            down.chain((1..=x.min(y)).map(|both| (x - both, y - both))).collect()
        };
        let stuck = |_: &(u32, u32), _: bool| misere;
        let plain = Plain { options: &options, stuck: &stuck, most };
        let end = if misere { "misere" } else { "normal" };
        let position = format!("({x},{y})");
        let request = json!({ "rule": "lib:wythoff", "position": position, "most": most, "end": end });
        prop_assert_eq!(reported(&asked(request).unwrap()), expected(&plain, &(x, y), 1));
        let request = json!({ "rule": "lib:wythoff", "to": [x, y], "most": most, "end": end });
        let answer = asked(request).unwrap();
        let all = (0..=x).flat_map(|u| (0..=y).map(move |v| (u, v)));
        let lost: Vec<Vec<Vec<i64>>> = all
            .filter(|position| !plain.wins(position, false))
            .map(|(u, v)| vec![vec![u.into(), v.into()]])
            .collect();
        prop_assert_eq!(answer.listed, Some(u64::from((x + 1) * (y + 1))));
        let listed = answer.lost.unwrap();
        let listed: Vec<_> = listed.iter().map(|one| one.parts(answer.game.board)).collect();
        prop_assert_eq!(listed, lost);
    }
}

/// Positions that recur, ends by the number of moves, and lists of nothing are refused.
#[test]
fn what_is_refused() {
    let refused = |request: serde_json::Value| match asked(request) {
        Err(AskError::Argument { field, .. }) => field,
        other => panic!("{other:?}"),
    };
    assert_eq!(refused(json!({ "rule": "nim", "position": "3", "end": "moves" })), "end");
    assert_eq!(refused(json!({ "rule": "nim", "position": "3", "to": [3] })), "position");
    assert_eq!(refused(json!({ "rule": "nim", "to": [3, 4] })), "to");
    assert_eq!(refused(json!({ "rule": "nim", "to": [100_000_000] })), "to");
    let loopy = "(a, b) -> (a - 1, b) if a > 0; (b, a) if a > 0 and b > 0; loopy";
    assert_eq!(refused(json!({ "rule": loopy, "position": "(1,2)" })), "rule");
    let right = asked(json!({ "rule": "domineering", "position": "2x2", "most": 1 })).unwrap();
    assert_eq!(right.plays[1].first, Side::Right);
}
