//! Codes of games on piles, against their definitions: a move is a tuple that is nowhere larger, and the set of piles that
//! it changes decides whether it is allowed.

use std::collections::BTreeSet;

use ishitori_language::{Halt, PileCodeError, Sink, TextGame, pile_game};
use proptest::prelude::*;

/// The positions that are left.
struct Left(BTreeSet<Vec<i64>>);

impl Sink for Left {
    fn option(&mut self, _: usize, coordinates: &[i64]) -> Result<(), Halt> {
        self.0.insert(coordinates.to_vec());
        Ok(())
    }
}

/// The options of a position by the text of a code.
fn by_text(code: &str, position: &[i64]) -> BTreeSet<Vec<i64>> {
    let text = pile_game(code).expect("a code").expect(code);
    let game = TextGame::new(&text, &[]).expect(code);
    assert_eq!(game.width(), position.len(), "{code}");
    let mut left = Left(BTreeSet::new());
    game.machine().options(position, None, &mut left).expect("options");
    left.0
}

/// All smaller tuples whose changed piles and differences satisfy a condition.
fn by_definition(
    position: &[i64],
    allowed: impl Fn(&[usize], &[i64]) -> bool,
) -> BTreeSet<Vec<i64>> {
    let mut all: Vec<Vec<i64>> = vec![Vec::new()];
    for &pile in position {
        all = all
            .into_iter()
            .flat_map(|start| (0..=pile).map(move |n| [start.as_slice(), &[n]].concat()))
            .collect();
    }
    let fits = |after: &Vec<i64>| {
        let less: Vec<i64> = position.iter().zip(after).map(|(p, a)| p - a).collect();
        let changed: Vec<usize> = (0..less.len()).filter(|&i| less[i] > 0).collect();
        !changed.is_empty() && allowed(&changed, &less)
    };
    all.into_iter().filter(fits).collect()
}

proptest! {
    #[test]
    fn moves_are_those_of_the_definition(
        position in prop::collection::vec(0i64..4, 1..6),
        moved in 1usize..6,
        edges in prop::collection::vec(1u32..32, 1..5),
    ) {
        let n = position.len();
        let k = moved.min(n);
        let size = |changed: &[usize]| changed.len();
        prop_assert_eq!(
            by_text(&format!("exact-nim:{n},{k}"), &position),
            by_definition(&position, |changed, _| size(changed) == k)
        );
        prop_assert_eq!(
            by_text(&format!("moore:{n},{k}"), &position),
            by_definition(&position, |changed, _| size(changed) <= k)
        );
        prop_assert_eq!(
            by_text(&format!("slow-nim:{n},{k}"), &position),
            by_definition(&position, |changed, less| size(changed) == k && less.iter().all(|&d| d <= 1))
        );
        // Some k neighbours have all piles that change.
        let neighbours = |changed: &[usize]| (0..n).any(|from| changed.iter().all(|&i| (i + n - from) % n < k));
        prop_assert_eq!(
            by_text(&format!("circular:{n},{k}"), &position),
            by_definition(&position, |changed, _| neighbours(changed))
        );
        // Edges on five piles, the last of which makes sure that there are n piles.
        let mut edges: Vec<Vec<usize>> = edges
            .iter()
            .map(|bits| (0..n).filter(|i| bits >> i & 1 == 1).collect())
            .filter(|edge: &Vec<usize>| !edge.is_empty())
            .collect();
        edges.push(vec![n - 1]);
        let word = |edge: &Vec<usize>| edge.iter().rev().map(|i| (i + 1).to_string()).collect::<String>();
        let words: Vec<String> = edges.iter().map(word).collect();
        prop_assert_eq!(
            by_text(&format!("hyper:{}", words.join(",")), &position),
            by_definition(&position, |changed, _| edges.iter().any(|edge| edge == changed))
        );
    }
}

#[test]
fn codes_that_mean_nothing_are_refused() {
    for code in [
        "hyper:",
        "hyper:11",
        "hyper:9",
        "hyper:0",
        "hyper:1,,2",
        "hyper:1;2",
        "hyper:a",
        "HYPER:12,",
    ] {
        assert_eq!(pile_game(code), Some(Err(PileCodeError::Edges)), "{code}");
    }
    for code in [
        "moore:",
        "moore:3",
        "moore:3,4",
        "moore:3,0",
        "moore:0,0",
        "moore:9,2",
        "moore:3,-1",
        "moore:3,2,1",
        "exact-nim:5,+2",
        "circular:99999999999999999999,1",
        "slow-nim:x,y",
    ] {
        assert_eq!(pile_game(code), Some(Err(PileCodeError::Sizes)), "{code}");
    }
    for code in ["kayles", "sub:1,2", "hyper", "hypers:12", ""] {
        assert_eq!(pile_game(code), None, "{code}");
    }
}
