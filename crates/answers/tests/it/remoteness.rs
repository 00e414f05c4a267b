//! How long plays are, against plain recursion that knows nothing of the engines.

use ishitori_answers::{Context, Side, remoteness};
use ishitori_values::Budget;
use proptest::prelude::*;
use serde_json::json;

/// Whether the player to move wins, and in how many moves; `moves` are the positions that a player (false is Left) can move
/// to, `stuck` says whether a player without a move wins.
fn plain<P: Clone>(
    position: &P,
    right: bool,
    moves: &dyn Fn(&P, bool) -> Vec<P>,
    stuck: &dyn Fn(&P, bool) -> bool,
) -> (bool, u32) {
    let options = moves(position, right);
    if options.is_empty() {
        return (stuck(position, right), 0);
    }
    let ends: Vec<(bool, u32)> =
        options.iter().map(|option| plain(option, !right, moves, stuck)).collect();
    match ends.iter().filter(|(wins, _)| !wins).map(|(_, moves)| moves).min() {
        Some(soonest) => (true, soonest + 1),
        None => (false, ends.iter().map(|(_, moves)| moves).max().unwrap() + 1),
    }
}

fn asked(rule: &str, position: &str, end: &str) -> remoteness::Answer {
    let request = json!({ "rule": rule, "position": position, "end": end });
    let request = serde_json::from_value(request).unwrap();
    remoteness::answer(&request, &Context::new(Budget::unlimited())).unwrap()
}

/// What the answer says for each player who moves first: whether that player wins, and the moves.
fn reported(answer: &remoteness::Answer) -> Vec<(bool, u32)> {
    let play =
        |play: &remoteness::Play| (play.winner == Some(play.first), play.remoteness.unwrap());
    answer.plays.iter().map(play).collect()
}

fn taken(heaps: &[u32], set: &[u32]) -> Vec<Vec<u32>> {
    let mut options = Vec::new();
    for (at, &heap) in heaps.iter().enumerate() {
        for &taken in set.iter().filter(|&&taken| taken <= heap) {
            let mut option = heaps.to_vec();
            option[at] -= taken;
            options.push(option);
        }
    }
    options
}

fn list(numbers: &[u32], between: &str) -> String {
    numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(between)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Heaps, also where the players may take different numbers and where the end depends on what is left.
    #[test]
    fn of_heaps(
        heaps in prop::collection::vec(0_u32..7, 1..3),
        left in prop::collection::btree_set(1_u32..5, 1..3),
        right in prop::collection::btree_set(1_u32..5, 1..3),
        end in 0_usize..4,
    ) {
        let (left, right): (Vec<u32>, Vec<u32>) =
            (left.into_iter().collect(), right.into_iter().collect());
        let position = list(&heaps, "+");
        // The heaps, and whether an odd number of moves has been made.
        let start = (heaps, false);
        let stuck = |(heaps, odd): &(Vec<u32>, bool), right: bool| match end {
            0 => false,
            1 => true,
            // Left wins if an even number of stones is left, or after an even number of moves.
            2 => (heaps.iter().sum::<u32>() % 2 == 0) != right,
            _ => *odd == right,
        };
        let end = ["normal", "misere", "mod2:LR", "moves"][end];
        let after = |(heaps, odd): &(Vec<u32>, bool), set: &[u32]| -> Vec<(Vec<u32>, bool)> {
            taken(heaps, set).into_iter().map(|option| (option, !odd)).collect()
        };
        let moves = |at: &(Vec<u32>, bool), _: bool| after(at, &left);
        let answer = asked(&format!("sub:{}", list(&left, ",")), &position, end);
        let both = [false, true].map(|first| plain(&start, first, &moves, &stuck));
        prop_assert_eq!(reported(&answer), both[..answer.plays.len()].to_vec(), "{}", end);
        if matches!(end, "normal" | "misere") {
            let moves =
                |at: &(Vec<u32>, bool), second: bool| after(at, if second { &right } else { &left });
            let rule = format!("psub:{}/{}", list(&left, ","), list(&right, ","));
            let answer = asked(&rule, &position, end);
            let both = [false, true].map(|first| plain(&start, first, &moves, &stuck));
            prop_assert_eq!(reported(&answer), both[..answer.plays.len()].to_vec(), "{}", rule);
        }
    }

    /// Tuples: the same game as heaps, as a text.
    #[test]
    fn of_tuples(a in 0_u32..6, b in 0_u32..6, misere: bool) {
        let moves = |heaps: &Vec<u32>, _: bool| {
            let mut options = taken(heaps, &[1, 2, 3, 4, 5, 6]);
            options.retain(|option| option[1] % 2 == heaps[1] % 2);
            options
        };
        let stuck = |_: &Vec<u32>, _: bool| misere;
        let end = if misere { "misere" } else { "normal" };
        let rule = "(a, b) -> (a - s, b) for s in 1 .. a; (a, b - 2 * s) for s in 1 .. b div 2";
        let answer = asked(rule, &format!("({a},{b})"), end);
        prop_assert_eq!(reported(&answer), vec![plain(&vec![a, b], false, &moves, &stuck)]);
    }

    /// Boards: Domineering with squares taken away.
    #[test]
    fn of_boards(taken in 0_u32..512, misere: bool) {
        let moves = |board: &u32, right: bool| {
            let step = if right { 1 } else { 3 };
            let fits = |at: &u32| if right { at % 3 < 2 } else { *at < 6 };
            let pairs = (0..9_u32).filter(fits).map(|at| 1 << at | 1 << (at + step));
            pairs.filter(|pair| board & pair == 0).map(|pair| board | pair).collect()
        };
        let stuck = |_: &u32, _: bool| misere;
        let row = |row: u32| -> String {
            (0..3).map(|at| if taken >> (3 * row + at) & 1 == 1 { '#' } else { '.' }).collect()
        };
        let board = [0, 1, 2].map(row).join("|");
        let answer = asked("domineering", &board, if misere { "misere" } else { "normal" });
        let both = [false, true].map(|first| plain(&taken, first, &moves, &stuck));
        prop_assert_eq!(reported(&answer), both.to_vec(), "{}", board);
    }
}

/// A play by the named moves has exactly the reported length: each leads to a position of one move less.
#[test]
fn moves_that_are_named_keep_to_it() {
    for (rule, position) in [("nim", "1+2+3"), ("sub:2,3", "11+4"), ("kayles", "7")] {
        let answer = asked(rule, position, "normal");
        let play = &answer.plays[0];
        assert!(!play.moves.is_empty(), "{rule} {position}");
        assert_eq!(play.line.len(), play.remoteness.unwrap() as usize);
        assert_eq!(play.line[0].played, play.moves[0]);
        assert!(play.line.windows(2).all(|pair| pair[0].player != pair[1].player));
        for played in &play.moves {
            let (from, to) = played.split_once("->").unwrap();
            let mut heaps: Vec<&str> = position.split('+').collect();
            let at = heaps.iter().position(|heap| *heap == from).unwrap();
            heaps[at] = to;
            let after = asked(rule, &heaps.join("+"), "normal");
            let remoteness = after.plays[0].remoteness.unwrap();
            assert_eq!(Some(remoteness + 1), play.remoteness, "{rule} {position} {played}");
            assert_ne!(after.plays[0].winner == Some(Side::Left), play.winner == Some(Side::Left));
        }
    }
}

/// Where plays need not end, lengths are those of the retrograde analysis, and draws have none.
#[test]
fn plays_without_end() {
    let rule = "(a, b) -> (a - 1, b) if a > 0; (b, a) if a > 0 and b > 0; loopy";
    let request = json!({ "rule": rule, "position": "(1,0)" });
    let request = serde_json::from_value(request).unwrap();
    let answer = remoteness::answer(&request, &Context::new(Budget::unlimited())).unwrap();
    assert_eq!(reported(&answer)[0], (true, 1));
    let toads = json!({ "rule": "backsliding-toads-and-frogs", "position": "t.f" });
    let request = serde_json::from_value(toads).unwrap();
    let answer = remoteness::answer(&request, &Context::new(Budget::unlimited())).unwrap();
    for play in &answer.plays {
        assert_eq!(play.winner.is_none(), play.remoteness.is_none(), "{play:?}");
    }
}
