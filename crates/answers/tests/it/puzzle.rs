//! Puzzles, against plain recursion over the moves that shares no code with the engines: exactly one move wins, it is the
//! one that is given, and the play has the length that the level is made of.

use std::collections::{HashMap, HashSet};

use ishitori_answers::{Answered, Context, Finish, Side, puzzle};
use ishitori_values::Budget;
use proptest::prelude::*;
use serde_json::{Value, json};

/// Moves of a player (false is Left) from a position to others, each as a list of numbers.
type Moves<'a> = &'a dyn Fn(&[u32], bool) -> Vec<Vec<u32>>;

/// Whether the player to move wins, who loses without a move (or wins, in misère play), and the length of the play if the
/// winner hurries and the loser holds out.
fn plain(
    at: &[u32],
    right: bool,
    misere: bool,
    moves: Moves<'_>,
    known: &mut HashMap<(Vec<u32>, bool), (bool, u32)>,
) -> (bool, u32) {
    if let Some(found) = known.get(&(at.to_vec(), right)) {
        return *found;
    }
    let ends: Vec<(bool, u32)> =
        moves(at, right).iter().map(|to| plain(to, !right, misere, moves, known)).collect();
    let lost = ends.iter().filter(|(wins, _)| !wins).map(|(_, length)| length).min();
    let found = match (ends.iter().map(|(_, length)| length).max(), lost) {
        (None, _) => (misere, 0),
        (Some(_), Some(soonest)) => (true, soonest + 1),
        (Some(longest), None) => (false, longest + 1),
    };
    known.insert((at.to_vec(), right), found);
    found
}

fn asked(request: Value) -> puzzle::Answer {
    let request = serde_json::from_value(request).unwrap();
    puzzle::answer(&request, &Context::new(Budget::unlimited())).unwrap()
}

/// The level by its definition.
fn level(depth: u32, moves: u64) -> u8 {
    let (mut points, mut choices) = (depth.div_ceil(2), moves);
    while choices > 1 {
        choices /= 2;
        points += 1;
    }
    [1, 1, 1, 1, 2, 3, 4, 4, 5][points.min(8) as usize]
}

/// Compares a puzzle with plain recursion; `after` is the position after the solution, as the twin writes it.
fn compare(
    posed: &puzzle::PuzzlePosition,
    at: &[u32],
    after: &[u32],
    misere: bool,
    moves: Moves<'_>,
) {
    let right = posed.first == Side::Right;
    let mut known = HashMap::new();
    let options = moves(at, right);
    let winning: Vec<&Vec<u32>> =
        options.iter().filter(|to| !plain(to, !right, misere, moves, &mut known).0).collect();
    assert_eq!(winning.len(), 1, "{at:?} {posed:?}");
    assert_eq!(winning[0], after, "{posed:?}");
    assert_eq!(options.len() as u64, posed.moves, "{posed:?}");
    assert_eq!(plain(at, right, misere, moves, &mut known), (true, posed.depth), "{posed:?}");
    assert_eq!(level(posed.depth, posed.moves), posed.level, "{posed:?}");
    assert!(posed.depth > 2, "won at once: {posed:?}");
}

fn numbers(written: &str) -> Vec<u32> {
    let mut heaps: Vec<u32> = written.split('+').map(|heap| heap.parse().unwrap()).collect();
    heaps.retain(|&heap| heap > 0);
    heaps.sort_unstable();
    heaps
}

/// Nim: any number of stones from a heap.
fn nim(heaps: &[u32], _: bool) -> Vec<Vec<u32>> {
    let mut all = Vec::new();
    for at in 0..heaps.len() {
        for left in 0..heaps[at] {
            let mut next = heaps.to_vec();
            next[at] = left;
            next.retain(|&heap| heap > 0);
            next.sort_unstable();
            all.push(next);
        }
    }
    all
}

/// Kayles: one pin or two neighbours; of a row two rows may be left, which are the same from both ends.
fn kayles(rows: &[u32], _: bool) -> Vec<Vec<u32>> {
    let mut all = Vec::new();
    for at in 0..rows.len() {
        for taken in 1..=2_u32.min(rows[at]) {
            for first in 0..=(rows[at] - taken) / 2 {
                let mut next = rows.to_vec();
                next[at] = first;
                next.push(rows[at] - taken - first);
                next.retain(|&row| row > 0);
                next.sort_unstable();
                all.push(next);
            }
        }
    }
    all
}

/// The squares that are taken, each as its number.
fn taken(text: &str) -> Vec<u32> {
    let squares = text.chars().filter(|c| ".#".contains(*c)).enumerate();
    squares.filter(|(_, c)| *c == '#').map(|(at, _)| at as u32).collect()
}

/// The squares that are taken after these were taken as well.
fn with(at: &[u32], squares: &[u32]) -> Vec<u32> {
    let mut next = [at, squares].concat();
    next.sort_unstable();
    next
}

fn solved(answer: &puzzle::Answer) -> Option<(&puzzle::PuzzlePosition, &puzzle::Solution)> {
    let posed = answer.puzzle.as_ref()?;
    Some((posed, posed.solution.as_ref().expect("it was asked for")))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Nim and Kayles, drawn at random, normal and misère.
    #[test]
    fn of_heaps(seed: u64, wanted in 1_u8..=5, in_nim: bool, misere: bool) {
        let rule = if in_nim { "nim" } else { "kayles" };
        let end = if misere { "misere" } else { "normal" };
        let question = json!({ "rule": rule, "end": end, "seed": seed, "level": wanted, "solution": true });
        let answer = asked(question.clone());
        prop_assert_eq!(&answer, &asked(question), "the same seed gives the same puzzle");
        let Some((posed, solution)) = solved(&answer) else { return Ok(()) };
        let after = solution.position.in_notation(answer.game.board);
        let moves: Moves<'_> = if in_nim { &nim } else { &kayles };
        compare(posed, &numbers(&posed.written), &numbers(&after), misere, moves);
        prop_assert_eq!(solution.line.len() as u32, posed.depth);
        prop_assert_eq!(&solution.line[0].played, &solution.played);
    }

    /// Domineering, where it matters who is to move. The twin numbers the squares that are taken.
    #[test]
    fn of_boards(seed: u64, wanted in 1_u8..=4) {
        let question = json!({ "rule": "domineering", "position": "3x4", "seed": seed, "level": wanted, "solution": true });
        let answer = asked(question);
        let Some((posed, solution)) = solved(&answer) else { return Ok(()) };
        let moves = |at: &[u32], right: bool| -> Vec<Vec<u32>> {
            let step = if right { 1 } else { 4 };
            let fits = |place: &u32| if right { place % 4 < 3 } else { *place < 8 };
            let pairs = (0..12_u32).filter(fits).map(|place| [place, place + step]);
            pairs.filter(|pair| pair.iter().all(|place| !at.contains(place))).map(|pair| with(at, &pair)).collect()
        };
        let after = solution.position.in_notation(answer.game.board);
        compare(posed, &taken(&posed.written), &taken(&after), false, &moves);
    }
}

/// The player's own texts have puzzles, and so have all games of which the day chooses one.
#[test]
fn days_and_texts_have_puzzles() {
    let mut games = std::collections::BTreeSet::new();
    for day in 1..=30 {
        let question = json!({ "date": format!("2026-11-{day:02}"), "solution": true });
        let answer = asked(question.clone());
        assert_eq!(answer, asked(question));
        let (posed, solution) = solved(&answer).unwrap_or_else(|| panic!("{day}: {answer:?}"));
        assert!(posed.moves > 1 && !solution.line.is_empty());
        games.insert(answer.chosen.expect("the day chooses"));
    }
    assert!(games.len() >= 5, "{games:?}");
    let text = "(a, b) -> (a - s, b) for s in 1 .. a; (a, b - 2 * s) for s in 1 .. b div 2";
    let answer = asked(json!({ "rule": text, "position": "(7,9)", "level": 3 }));
    let posed = answer.puzzle.expect("a puzzle");
    assert!(posed.solution.is_none(), "it was not asked for");
    let board =
        "game mine\nboard strip\nleft: . . -> # . along right\nright: . . -> . # along right\n";
    let answer =
        asked(json!({ "rule": board, "position": "..........", "level": 2, "solution": true }));
    let (posed, solution) = solved(&answer).expect("a puzzle");
    let strip = |at: &[u32], right: bool| -> Vec<Vec<u32>> {
        let pairs = (0..9_u32).filter(|place| !at.contains(place) && !at.contains(&(place + 1)));
        pairs.map(|place| with(at, &[place + u32::from(right)])).collect()
    };
    let after = solution.position.in_notation(answer.game.board);
    compare(posed, &taken(&posed.written), &taken(&after), false, &strip);
}

/// A text without puzzles has none: where Left takes two neighbouring squares of ten and Right takes one, no position with
/// a choice has a single winning move, which is seen by looking at every position that can be reached.
#[test]
fn a_text_without_puzzles_has_none() {
    let moves = |at: &[u32], right: bool| -> Vec<Vec<u32>> {
        let free = |place: u32| place < 10 && !at.contains(&place);
        let places = (0..10_u32).filter(|&place| free(place) && (right || free(place + 1)));
        let squares = if right { 1 } else { 2 };
        places.map(|place| with(at, &[place, place + 1][..squares])).collect()
    };
    let (mut open, mut known) = (vec![(vec![], false), (vec![], true)], HashMap::new());
    let mut seen: HashSet<(Vec<u32>, bool)> = open.iter().cloned().collect();
    let mut several = 0;
    while let Some((at, right)) = open.pop() {
        let options = moves(&at, right);
        let mut lost = |to: &&Vec<u32>| !plain(to, !right, false, &moves, &mut known).0;
        let winning = options.iter().filter(|to| lost(to)).count();
        assert!(options.len() < 2 || winning != 1, "{at:?} {right}");
        several += u32::from(winning > 1);
        let new = options.into_iter().map(|to| (to, !right));
        open.extend(new.filter(|next| seen.insert(next.clone())));
    }
    assert!(several > 100 && seen.len() > 1000, "{several} of {}", seen.len());
    let board = "game mine\nboard strip\nleft: . . -> # # along right\nright: . -> #\n";
    let answer = asked(json!({ "rule": board, "position": "..........", "level": 2 }));
    assert!(answer.puzzle.is_none() && answer.examined > 100, "{answer:?}");
    assert_eq!(answer.finish(), Finish::Partial, "positions are sampled, so the answer is not no");
}

/// Days that are none, and levels that are none, are refused by name.
#[test]
fn what_is_no_day_and_no_level_is_refused() {
    for (field, value) in [
        ("date", json!("2026-02-29")),
        ("date", json!("2026-13-01")),
        ("date", json!("26-1-1")),
        ("date", json!("+026-01-01")),
        ("level", json!(0)),
        ("level", json!(6)),
    ] {
        let request = serde_json::from_value(json!({ "rule": "nim", field: value })).unwrap();
        let error = puzzle::answer(&request, &Context::new(Budget::unlimited())).unwrap_err();
        let named =
            matches!(error, ishitori_answers::AskError::Argument { field: of, .. } if of == field);
        assert!(named, "{field} {value}: {error:?}");
    }
    assert!(asked(json!({ "rule": "nim", "date": "2028-02-29" })).puzzle.is_some());
}
