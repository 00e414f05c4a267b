//! The options that are explained are the legal moves, all of them and no others: every game of the
//! library and every named rule, at all small positions, against rules written down once more.

use std::collections::BTreeSet;
use std::fmt::Debug;

use ishitori_language::{LIBRARY, TextGame, parse};
use ishitori_rules::end::EndRule;
use ishitori_rules::heap::{HeapRule, TwoPileRule};
use ishitori_solve::ending::SumRule;
use ishitori_solve::play::{
    HeapGame, Heaps, Judge, Pair, PairGame, PlayError, Playable, TupleGame,
};
use ishitori_solve::tuple::{SumPosition, TupleEnd};
use ishitori_testing::interpreter::{Interpreter, Parts, cells};
use ishitori_values::{Budget, LimitReached, Player};

/// The largest coordinate and heap; smaller in games on three numbers and more.
const LAST: u32 = 12;
/// What a search for the winner may take, in bytes.
const MEMORY: u64 = 4 << 20;
/// Positions of one game.
const MOST_POSITIONS: usize = 250;

/// Compares the options of a position, as `show` names them, with those of each player.
fn compare<G: Playable, O: Ord + Debug>(
    judge: &mut Judge<G>,
    position: &G::Position,
    show: impl Fn(&G::Position) -> O,
    legal: [BTreeSet<O>; 2],
    name: &str,
) {
    let whole = legal[0].union(&legal[1]).count();
    let found = match judge.analyse(position, &Budget::unlimited().with_memory(MEMORY)) {
        Ok(found) => found,
        // Who wins takes too long to find out; the moves are there all the same.
        Err(PlayError::Limit(LimitReached::Memory { .. })) => {
            for player in Player::BOTH {
                let moves = judge.moves(position, player, &Budget::unlimited()).unwrap();
                let listed: BTreeSet<O> = moves.iter().map(|m| show(&m.position)).collect();
                assert_eq!(listed, legal[player as usize], "{name} {position} {player}");
            }
            return;
        }
        Err(error) => panic!("{name} {position}: {error}"),
    };
    assert!(!found.shortened, "{name} {position}");
    assert_eq!(found.options.len(), whole, "{name} {position}: {legal:?}");
    assert_eq!(found.count, Some(whole as u64), "{name} {position}");
    for player in Player::BOTH {
        let mine = found.options.iter().filter(|o| o.players.contains(&player));
        let listed: BTreeSet<O> = mine.map(|option| show(&option.position)).collect();
        assert_eq!(listed, legal[player as usize], "{name} {position} {player}");
    }
    if let Some(count) = judge.game().count_options(position) {
        assert_eq!(count, whole as u64, "{name} {position}");
    }
}

#[test]
fn games_of_the_library() {
    for library in LIBRARY {
        let game = TextGame::new(library.source, &[]).unwrap();
        let program = parse(library.source).unwrap();
        let mut last = LAST;
        while (last as usize + 1).pow(game.width() as u32) > MOST_POSITIONS {
            last -= 1;
        }
        let mut judge = Judge::new(TupleGame::new(&game, TupleEnd::OfGame).unwrap());
        let mut compared = 0;
        for cell in cells(&vec![last; game.width()]) {
            let mut twin = Interpreter::new(&program, &[]).unwrap();
            if !twin.contains(&cell).unwrap() {
                continue;
            }
            let mut legal = |player| -> BTreeSet<Parts> {
                twin.options(&cell, player).unwrap().into_iter().collect()
            };
            let legal = Player::BOTH.map(&mut legal);
            let position = SumPosition::new(vec![cell]);
            compare(&mut judge, &position, |p| p.parts().to_vec(), legal, library.name);
            compared += 1;
        }
        assert!(compared > 3, "{} has {compared} small positions", library.name);
    }
}

/// What the moves leave of a heap, by the meaning of octal digits: bit h of digit k allows to take k
/// stones and leave h heaps.
fn octal(digits: &'static [u32]) -> impl Fn(u32) -> Vec<Vec<u32>> {
    move |heap| {
        let mut left = Vec::new();
        for (taken, digit) in (0..=heap).zip(digits) {
            let rest = heap - taken;
            if digit & 1 != 0 && rest == 0 {
                left.push(vec![]);
            }
            if digit & 2 != 0 && rest > 0 {
                left.push(vec![rest]);
            }
            if digit & 4 != 0 {
                left.extend((1..rest).map(|part| vec![part, rest - part]));
            }
        }
        left
    }
}

fn nim(heap: u32) -> Vec<Vec<u32>> {
    (0..heap).map(|rest| vec![rest]).collect()
}

fn halves(heap: u32) -> impl Iterator<Item = Vec<u32>> {
    (1..heap).map(move |part| vec![part, heap - part])
}

fn takes(set: &'static [u32]) -> impl Fn(u32) -> Vec<Vec<u32>> {
    move |heap| set.iter().filter_map(|&take| Some(vec![heap.checked_sub(take)?])).collect()
}

type Moves = Box<dyn Fn(u32) -> Vec<Vec<u32>>>;

#[test]
fn rules_on_heaps() {
    let rules: Vec<(&str, Moves, Moves)> = {
        let both = |name, moves: fn() -> Moves| (name, moves(), moves());
        vec![
            both("nim", || Box::new(nim)),
            both("31game", || Box::new(takes(&[1, 2, 3]))),
            both("kayles", || Box::new(octal(&[0, 7, 7]))),
            both("dawsons-kayles", || Box::new(octal(&[0, 0, 7]))),
            both("dawsons-chess", || Box::new(octal(&[0, 1, 3, 7]))),
            both("treblecross", || Box::new(octal(&[0, 0, 0, 7]))),
            both("guiles", || Box::new(octal(&[0, 1, 5]))),
            both("officers", || Box::new(octal(&[0, 6]))),
            both("grundys-game", || {
                Box::new(|heap| halves(heap).filter(|parts| parts[0] != parts[1]).collect())
            }),
            both("lasker-nim", || {
                Box::new(|heap| nim(heap).into_iter().chain(halves(heap)).collect())
            }),
            both("string", || Box::new(octal(&[4, 4]))),
            both("sub:2,5,9", || Box::new(takes(&[2, 5, 9]))),
            both("allbut:1,4", || {
                Box::new(|heap| {
                    let may = (1..=heap).filter(|take| ![1, 4].contains(take));
                    may.map(|take| vec![heap - take]).collect()
                })
            }),
            ("psub:1,4/2,4", Box::new(takes(&[1, 4])), Box::new(takes(&[2, 4]))),
        ]
    };
    for end in ["normal", "misere", "mod3:LRN"] {
        let end: EndRule = end.parse().unwrap();
        for (name, left, right) in &rules {
            let rule: HeapRule = name.parse().unwrap();
            let game = HeapGame::new(&rule, &end, SumRule::Total).unwrap();
            let mut judge = Judge::new(game);
            for a in 0..=LAST {
                for b in 0..=a.min(7) {
                    let legal = [left, right].map(|moves| {
                        let mut all = BTreeSet::new();
                        for (heap, other) in [(a, b), (b, a)] {
                            for mut heaps in moves(heap) {
                                heaps.push(other);
                                heaps.retain(|&heap| heap > 0);
                                heaps.sort_unstable();
                                all.insert(heaps);
                            }
                        }
                        all
                    });
                    let show = |p: &Heaps| {
                        let mut heaps = p.as_slice().to_vec();
                        heaps.retain(|&heap| heap > 0);
                        heaps.sort_unstable();
                        heaps
                    };
                    compare(&mut judge, &Heaps::new(vec![a, b]), show, legal, name);
                }
            }
        }
    }
}

/// The pairs that a rule leads to from two numbers, or from one with which a game begins.
fn pairs(rule: TwoPileRule, numbers: &[u32]) -> BTreeSet<(u32, u32)> {
    let mut all = BTreeSet::new();
    let (a, b) = (numbers[0], numbers.get(1).copied());
    for x in 0..=a {
        match rule {
            TwoPileRule::Wythoff { spread } => {
                let b = b.unwrap();
                for y in 0..=b {
                    let (k, l) = (a - x, b - y);
                    if (k == 0) != (l == 0) || (k > 0 && l > 0 && k.abs_diff(l) < spread) {
                        all.insert((x, y));
                    }
                }
            }
            TwoPileRule::NimWithPass => {
                let b = b.unwrap_or(1);
                if x < a {
                    all.insert((x, b));
                } else if a > 0 && b > 0 {
                    all.insert((a, b - 1));
                }
            }
            TwoPileRule::FibonacciNim => {
                let taken = a - x;
                if taken > 0 && b.map_or(taken < a, |last| taken <= 2 * last) {
                    all.insert((x, taken));
                }
            }
            TwoPileRule::Mem => {
                let taken = a - x;
                if taken > 0 && taken >= b.unwrap_or(0) {
                    all.insert((x, taken));
                }
            }
        }
    }
    all
}

#[test]
fn rules_on_pairs() {
    for end in ["normal", "misere"] {
        let end: EndRule = end.parse().unwrap();
        for rule in [
            TwoPileRule::Wythoff { spread: 1 },
            TwoPileRule::Wythoff { spread: 2 },
            TwoPileRule::Wythoff { spread: 5 },
            TwoPileRule::NimWithPass,
            TwoPileRule::FibonacciNim,
            TwoPileRule::Mem,
        ] {
            let alone = (0..=30).map(|a| vec![a]);
            let both = (0..=LAST).flat_map(|a| (0..=LAST).map(move |b| vec![a, b]));
            for numbers in alone.chain(both) {
                let Some((game, position)) = PairGame::beginning(rule, &end, &numbers) else {
                    assert!(numbers.len() == 1 && matches!(rule, TwoPileRule::Wythoff { .. }));
                    continue;
                };
                let legal = pairs(rule, &numbers);
                let name = format!("{rule} {numbers:?}");
                let mut judge = Judge::new(game);
                let show = |&Pair(a, b): &Pair| (a, b);
                compare(&mut judge, &position, show, [legal.clone(), legal], &name);
            }
        }
    }
}

/// The Grundy number with which a game of Fibonacci nim begins is that of its options.
#[test]
fn fibonacci_nim_begins() {
    let normal = EndRule::normal();
    let budget = Budget::unlimited();
    for stones in 0..150 {
        let rule = TwoPileRule::FibonacciNim;
        let (game, position) = PairGame::beginning(rule, &normal, &[stones]).unwrap();
        let mut judge = Judge::new(game);
        let found = judge.analyse(&position, &budget).unwrap();
        let options: BTreeSet<u32> =
            found.options.iter().map(|o| o.facts.grundy.as_ref().unwrap()[0]).collect();
        let least = (0..).find(|g| !options.contains(g)).unwrap();
        assert_eq!(found.facts.grundy, Some(vec![least]), "{stones}");
    }
    // Too many stones for a table: a Fibonacci number is lost, and nothing else.
    for (stones, lost) in [(832_040, true), (832_041, false), (1_000_000, false)] {
        let rule = TwoPileRule::FibonacciNim;
        let (game, position) = PairGame::beginning(rule, &normal, &[stones]).unwrap();
        let mut judge = Judge::new(game);
        let found = judge.analyse(&position, &budget).unwrap();
        assert_eq!(found.count, Some(u64::from(stones) - 1));
        assert_eq!(found.options.iter().all(|o| o.winners.is_empty()), lost, "{stones}");
    }
}
