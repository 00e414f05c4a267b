//! Nimbers by search against the plain recursive mex, against exact values and against the literature.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::common::{self, Dice, Naive};
use crate::random_texts;
use ishitori_boards::ast::{End, GameText};
use ishitori_boards::nimber::{Nimber, NimberLimits};
use ishitori_boards::search::Stopped;
use ishitori_boards::{BoardGame, LIBRARY, SetUp};
use ishitori_values::{Budget, GameStore, LimitReached, Player};

/// The mex over all options, position by position, without components; nothing if too many positions are needed.
fn mex(
    game: &GameText,
    board: &Naive,
    known: &mut HashMap<Naive, u32>,
    most: usize,
) -> Option<u32> {
    if let Some(&nimber) = known.get(board) {
        return Some(nimber);
    }
    if known.len() > most {
        return None;
    }
    let mut found = Vec::new();
    for option in common::options(game, board, Player::Left) {
        found.push(mex(game, &option, known, most)?);
    }
    let nimber = (0..).find(|n| !found.contains(n))?;
    known.insert(board.clone(), nimber);
    Some(nimber)
}

fn limits(mex_cells: u32) -> NimberLimits {
    NimberLimits { mex_cells, ..NimberLimits::default() }
}

fn search(set_up: &SetUp, limits: NimberLimits) -> Nimber {
    let found = set_up.nimber(limits, Budget::unlimited()).expect("impartial");
    found.expect("no limits")
}

fn nimber(name: &str, position: &str) -> u32 {
    let set_up = BoardGame::named(name).expect(name).set_up(position).expect(position);
    search(&set_up, NimberLimits::default()).nimber
}

/// Compares all ways to search with the twin, and says whether the twin needed at most `most` positions.
fn agrees(game: &BoardGame, start: &str, set_up: &SetUp, most: usize) -> bool {
    let text = game.text();
    let mut twin = Naive::read(text, start);
    if text.loose || text.one_kind {
        twin = common::settle(text, &twin);
    }
    let Some(expected) = mex(text, &twin, &mut HashMap::new(), most) else { return false };
    for cells in [0, 5, 40] {
        let found = search(set_up, limits(cells)).nimber;
        assert_eq!(found, expected, "{} {start} {cells}\n{}", text.name, game.source());
    }
    let store = GameStore::new();
    let mut outcomes = set_up.search(&store, &End::Normal, Budget::unlimited());
    let (outcome, _) = outcomes.outcome(&set_up.start()).expect("no limits");
    assert_eq!(outcome.wins_moving_first(Player::Left), expected != 0, "{} {start}", text.name);
    true
}

#[test]
fn nimbers_of_the_library_agree_with_the_plain_mex() {
    let mut compared = 0;
    for entry in LIBRARY {
        let game = BoardGame::named(entry.name).unwrap();
        let mut dice = Dice(0x2545_f491_4f6c_dd1d ^ (entry.name.len() as u64) << 23);
        for _ in 0..12 {
            let start = common::position(game.text(), entry.name, &mut dice);
            let set_up = game.set_up(&start).unwrap();
            if !game.text().impartial {
                let none = set_up.nimber(NimberLimits::default(), Budget::unlimited());
                assert!(none.is_none(), "{}", entry.name);
                break;
            }
            compared += u32::from(agrees(&game, &start, &set_up, 3_000));
        }
    }
    assert!(compared > 300, "{compared}");
}

#[test]
fn nimbers_of_random_texts_agree_with_the_plain_mex() {
    let mut dice = Dice(0x6a09_e667_f3bc_c908);
    let mut compared = 0;
    for round in 0..1_000 {
        let kind = ["grid", "grid", "hex", "strip", "graph"][round % 5];
        let source = random_texts::text(&mut dice, kind);
        let Ok(game) = BoardGame::new(&source, &[]) else { continue };
        if !game.text().impartial || !matches!(game.text().end, End::Normal) {
            continue;
        }
        for _ in 0..6 {
            let start = random_texts::position(&mut dice, kind);
            let Ok(set_up) = game.set_up(&start) else { continue };
            compared += u32::from(agrees(&game, &start, &set_up, 2_000));
        }
    }
    assert!(compared > 300, "{compared}");
}

/// A text that lays pieces of one or two shapes on free cells.
fn laying(dice: &mut Dice, kind: &str) -> String {
    let mut lines = vec!["game laying".to_string(), format!("board {kind}")];
    for word in ["both:", "  "].iter().take(1 + dice.below(2)) {
        let along = match kind {
            "grid" => *dice.pick(&["orthogonal", "horizontal", "vertical", "diagonal"]),
            "hex" => "hex",
            _ => "right",
        };
        let pattern = match dice.below(if kind == "strip" { 3 } else { 5 }) {
            0 | 1 => format!(". . -> # # along {along}"),
            2 => format!(". . . -> # # # along {along}"),
            3 => ". . / . ? -> # # / # ? along turns".to_string(),
            _ => ". -> #".to_string(),
        };
        lines.push(format!("{word} {pattern}"));
    }
    lines.join("\n") + "\n"
}

/// Boards of all shapes, among them some that are wider than 8 cells.
#[test]
fn laid_pieces_agree_with_the_plain_mex() {
    let mut dice = Dice(0xbb67_ae85_84ca_a73b);
    let (mut compared, mut symmetric) = (0, 0);
    for round in 0..75 {
        let kind = ["grid", "grid", "grid", "hex", "strip"][round % 5];
        let source = laying(&mut dice, kind);
        let game = BoardGame::new(&source, &[]).unwrap_or_else(|error| panic!("{source}{error}"));
        for _ in 0..4 {
            let sizes = [(2, 3), (3, 3), (4, 3), (3, 5), (4, 4), (1, 12), (2, 9), (5, 4)];
            let (rows, columns) = if kind == "strip" { (1, 14) } else { *dice.pick(&sizes) };
            let mut cells: Vec<char> =
                (0..rows * columns).map(|_| *dice.pick(&['.', '.', '.', '#'])).collect();
            // A half turn of the board leaves some positions as they are.
            if dice.below(3) == 0 {
                let half: Vec<char> = cells.iter().rev().copied().collect();
                cells[rows * columns / 2..].copy_from_slice(&half[rows * columns / 2..]);
                symmetric += 1;
            }
            let rows: Vec<String> = cells.chunks(columns).map(|row| row.iter().collect()).collect();
            let start = rows.join("|");
            let Ok(set_up) = game.set_up(&start) else { continue };
            compared += u32::from(agrees(&game, &start, &set_up, 1_500));
        }
    }
    assert!(compared > 120 && symmetric > 50, "{compared} {symmetric}");
}

/// The value engine shares nothing with the search but the compiled moves.
#[test]
fn larger_boards_agree_with_exact_values() {
    let mut dice = Dice(0x3c6e_f372_fe94_f82b);
    let games = ["cram", "tromino-cram", "l-tromino-cram", "diagonal-cram", "kings-peace"];
    for round in 0..60 {
        let name = games[round % games.len()];
        let game = BoardGame::named(name).unwrap();
        let row = |dice: &mut Dice| {
            (0..5).map(|_| *dice.pick(&['.', '.', '.', '.', '#'])).collect::<String>()
        };
        let start = (0..4).map(|_| row(&mut dice)).collect::<Vec<_>>().join("|");
        let set_up = game.set_up(&start).unwrap();
        let store = GameStore::new();
        let value = set_up.value(&store, 1, &Budget::unlimited()).unwrap();
        let expected = match search(&set_up, NimberLimits::default()).nimber {
            0 => "0".to_string(),
            1 => "*".to_string(),
            n => format!("*{n}"),
        };
        assert_eq!(store.session().print(value).unwrap(), expected, "{name} {start}");
    }
}

/// Cram on whole boards. Those with two even sides are 0 by symmetry (M. Gardner, Scientific American 230 (1974)); up to
/// 20 cells the value engine is asked, too; the others keep what was found once.
#[test]
fn boards_of_cram() {
    let small = [("3x3", 0), ("3x4", 1), ("3x5", 1), ("4x4", 0), ("4x5", 2)];
    for (board, expected) in small {
        let store = GameStore::new();
        let set_up = BoardGame::named("cram").unwrap().set_up(board).unwrap();
        let value = set_up.value(&store, 1, &Budget::unlimited()).unwrap();
        let printed = ["0", "*", "*2"][expected as usize];
        assert_eq!(store.session().print(value).unwrap(), printed, "{board}");
        assert_eq!(nimber("cram", board), expected, "{board}");
    }
    for (board, expected) in [("4x6", 0), ("5x5", 0), ("4x7", 3), ("5x6", 2), ("6x6", 0)] {
        assert_eq!(nimber("cram", board), expected, "{board}");
    }
}

/// Nimbers of 64 and more, for which the mex is taken.
#[test]
fn large_nimbers() {
    assert_eq!(nimber("turning-turtles", &format!("{}h", "t".repeat(99))), 100);
    assert_eq!(nimber("turning-turtles", &format!("h{}h", "t".repeat(98))), 101);
}

#[test]
fn what_is_not_found_says_why() {
    let set_up = BoardGame::named("cram").unwrap().set_up("6x7").unwrap();
    let ask = |limits, budget| set_up.nimber(limits, budget).expect("impartial");
    let few = NimberLimits { nodes: 50, ..NimberLimits::default() };
    assert_eq!(ask(few, Budget::unlimited()), Err(Stopped::Nodes { limit: 50 }));
    let time = Duration::from_millis(30);
    let found = ask(NimberLimits::default(), Budget::unlimited().with_time(time));
    assert_eq!(found, Err(Stopped::Limit(LimitReached::Time { limit: time })));
    let memory = 1 << 20;
    let found = ask(NimberLimits::default(), Budget::unlimited().with_memory(memory));
    assert_eq!(found, Err(Stopped::Limit(LimitReached::Memory { limit: memory })));
    let budget = Budget::unlimited();
    budget.cancel_flag().store(true, Ordering::Relaxed);
    let found = ask(NimberLimits::default(), budget);
    assert_eq!(found, Err(Stopped::Limit(LimitReached::Cancelled)));
}
