//! Nimstring and Dots and Boxes against plain searches by the rules.

use std::collections::HashMap;

use ishitori_solve::strings::{Boxes, LoonyNimber, Nimstring, Strings};
use ishitori_values::{Budget, LimitReached};
use proptest::prelude::*;

/// A position as a list of strings between coins; coin 0 is the ground.
type Plain = Vec<(u32, u32)>;

/// How many coins are free after a cut that were not before, and the strings after it.
fn cut(strings: &Plain, at: usize) -> (i32, Plain) {
    let mut after = strings.clone();
    let (one, other) = after.remove(at);
    let hangs = |coin: u32| coin == 0 || after.iter().any(|s| s.0 == coin || s.1 == coin);
    (i32::from(!hangs(one)) + i32::from(!hangs(other)), after)
}

/// Whether the player to move wins the sum of the position and a heap of Nim, moving again after freeing a coin.
fn wins(strings: &Plain, heap: u32, known: &mut HashMap<(Plain, u32), bool>) -> bool {
    if let Some(found) = known.get(&(strings.clone(), heap)) {
        return *found;
    }
    let mut found = (0..heap).any(|less| !wins(strings, less, known));
    for at in 0..strings.len() {
        let (freed, after) = cut(strings, at);
        found |= wins(&after, heap, known) == (freed > 0);
    }
    known.insert((strings.clone(), heap), found);
    found
}

/// The heap with which the player to move loses, if there is one.
fn naive_value(strings: &Plain, known: &mut HashMap<(Plain, u32), bool>) -> LoonyNimber {
    let most = strings.len() as u32 + 2;
    (0..=most)
        .find(|heap| !wins(strings, *heap, known))
        .map_or(LoonyNimber::Loony, LoonyNimber::Nimber)
}

/// By how many coins the player to move is ahead at the end.
fn naive_difference(strings: &Plain, known: &mut HashMap<Plain, i32>) -> i32 {
    if let Some(found) = known.get(strings) {
        return *found;
    }
    let moves = (0..strings.len()).map(|at| match cut(strings, at) {
        (0, after) => -naive_difference(&after, known),
        (freed, after) => freed + naive_difference(&after, known),
    });
    let found = moves.max().unwrap_or(0);
    known.insert(strings.clone(), found);
    found
}

fn text(strings: &Plain) -> String {
    let word = |&(one, other): &(u32, u32)| match (one, other) {
        (0, coin) | (coin, 0) => format!("@{coin}"),
        (one, other) => format!("{one}-{other}"),
    };
    strings.iter().map(word).collect::<Vec<_>>().join(" ")
}

/// Graphs with some parallel strings, chains and trees.
fn graphs() -> impl Strategy<Value = Plain> {
    let string = (0u32..6, 0u32..6).prop_filter("two ends", |(one, other)| one != other);
    prop::collection::vec(string, 1..9)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn nimstring_agrees_with_the_rules(plain in graphs()) {
        let strings: Strings = text(&plain).parse().unwrap();
        let (mut search, mut known) = (Nimstring::new(&strings, Budget::unlimited()), HashMap::new());
        let all = strings.all();
        prop_assert_eq!(search.value(all).unwrap(), naive_value(&plain, &mut known));
        let winning: Vec<String> =
            search.winning(all).unwrap().into_iter().map(|cut| strings.name(cut)).collect();
        let loony: Vec<String> =
            search.loony(all).unwrap().into_iter().map(|cut| strings.name(cut)).collect();
        for at in 0..plain.len() {
            let (freed, after) = cut(&plain, at);
            let one = text(&vec![plain[at]]);
            let name = Strings::name(&one.parse().unwrap(), 0);
            prop_assert_eq!(winning.contains(&name), wins(&after, 0, &mut known) == (freed > 0), "{}", name);
            let gives_all = freed == 0 && naive_value(&after, &mut known) == LoonyNimber::Loony;
            prop_assert_eq!(loony.contains(&name), gives_all, "{}", name);
        }
    }

    #[test]
    fn boxes_agree_with_the_rules(plain in graphs()) {
        let strings: Strings = text(&plain).parse().unwrap();
        let mut search = Boxes::new(&strings, Budget::unlimited()).unwrap();
        let mut known = HashMap::new();
        let difference = search.difference(strings.all()).unwrap();
        prop_assert_eq!(difference, naive_difference(&plain, &mut known));
        let best: Vec<String> =
            search.best(strings.all()).unwrap().into_iter().map(|cut| strings.name(cut)).collect();
        for at in 0..plain.len() {
            let after = match cut(&plain, at) {
                (0, after) => -naive_difference(&after, &mut known),
                (freed, after) => freed + naive_difference(&after, &mut known),
            };
            let one = text(&vec![plain[at]]);
            let name = Strings::name(&one.parse().unwrap(), 0);
            prop_assert_eq!(best.contains(&name), after == difference, "{}", name);
        }
    }
}

/// Boards of boxes with all lines: the small ones by the plain search, and 3 × 3 turned a quarter, which changes the order in
/// which lines are numbered.
#[test]
fn small_boards() {
    let of = |rows, columns| {
        let board = Strings::grid(rows, columns).unwrap();
        Boxes::new(&board, Budget::unlimited()).unwrap().difference(board.all()).unwrap()
    };
    let small = [of(1, 1), of(1, 2), of(1, 3), of(2, 2)];
    assert_eq!(small, ["1x1", "1x2", "1x3", "2x2"].map(naive_of));
    assert_eq!((small[0], small[3]), (-1, 2));
    assert_eq!(of(2, 3), of(3, 2));
    let turned = Strings::grid(3, 3).unwrap().to_string();
    let turned: Vec<&str> = turned.split(' ').rev().collect();
    let turned: Strings = turned.join(" ").parse().unwrap();
    let difference = Boxes::new(&turned, Budget::unlimited()).unwrap().difference(turned.all());
    assert_eq!((of(3, 3), difference.unwrap()), (-3, -3));
}

/// The difference of a board by the plain search.
fn naive_of(board: &str) -> i32 {
    let strings: Strings = board.parse().unwrap();
    let word = |name: &str| match (name.strip_prefix('@'), name.split_once('-')) {
        (Some(coin), _) => (0, coin.parse().unwrap()),
        (_, Some((one, other))) => (one.parse().unwrap(), other.parse().unwrap()),
        _ => panic!("a string"),
    };
    let plain: Plain = strings.to_string().split(' ').map(word).collect();
    naive_difference(&plain, &mut HashMap::new())
}

#[test]
fn limits_are_kept() {
    let board = Strings::grid(4, 6).unwrap();
    let small = Budget::unlimited().with_memory(1 << 20);
    let found = Nimstring::new(&board, small.clone()).value(board.all());
    assert!(matches!(found, Err(LimitReached::Memory { .. })), "{found:?}");
    let found = Boxes::new(&board, small.clone()).unwrap().difference(board.all());
    assert!(matches!(found, Err(LimitReached::Memory { .. })), "{found:?}");
    let dense = Strings::grid(3, 3).unwrap();
    assert!(Boxes::new(&dense, small).is_err());
}

#[test]
fn other_texts_are_refused() {
    for text in ["", "0x3", "7x7", "1-1", "1", "@", "1-2 x", "-1"] {
        assert!(text.parse::<Strings>().is_err(), "{text}");
    }
    let strings: Strings = "2-1, @2 @2".parse().unwrap();
    assert_eq!(
        (strings.to_string().as_str(), strings.moves(strings.all()).count()),
        ("1-2 @2 @2", 2)
    );
}
