//! Compounds, against a plain search through whole positions by the definition of each compound.

use std::collections::HashMap;

use ishitori_answers::compound::{self, Kind};
use ishitori_answers::remoteness::Winner;
use ishitori_answers::{AskError, Context, Side};
use ishitori_values::Budget;
use proptest::prelude::*;
use serde_json::json;

const KINDS: [(Kind, &str); 4] = [
    (Kind::Conjunctive, "conjunctive"),
    (Kind::Selective, "selective"),
    (Kind::Continued, "continued"),
    (Kind::Shortened, "shortened"),
];

/// A component of any game.
type Part = Vec<i64>;

/// The parts that each move of a player (true is Right) leaves of a part; none of them if nothing is left.
type Moves<'a> = &'a dyn Fn(&Part, bool) -> Vec<Vec<Part>>;

/// What stands for a part of which nothing is left: it has no moves.
const NOTHING: i64 = -1;

/// A search through all positions of a compound.
struct Plain<'a> {
    kind: Kind,
    misere: bool,
    moves: Moves<'a>,
    known: HashMap<(Vec<Part>, bool), (bool, u32)>,
}

impl Plain<'_> {
    /// All positions after a move in the compound.
    fn options(&self, parts: &[Part], right: bool) -> Vec<Vec<Part>> {
        let each: Vec<Vec<Vec<Part>>> =
            parts.iter().map(|part| (self.moves)(part, right)).collect();
        let over = match self.kind {
            Kind::Conjunctive | Kind::Shortened => each.iter().any(Vec::is_empty),
            Kind::Selective | Kind::Continued => each.iter().all(Vec::is_empty),
        };
        if over {
            return Vec::new();
        }
        let mut all: Vec<(Vec<Part>, bool)> = vec![(Vec::new(), false)];
        for (part, options) in parts.iter().zip(&each) {
            let may_stay =
                options.is_empty() || matches!(self.kind, Kind::Selective | Kind::Shortened);
            let mut next = Vec::new();
            for (chosen, moved) in all {
                if may_stay {
                    let mut same = chosen.clone();
                    same.push(part.clone());
                    next.push((same, moved));
                }
                for option in options {
                    let mut after = chosen.clone();
                    match option.is_empty() {
                        true => after.push(vec![NOTHING]),
                        false => after.extend(option.iter().cloned()),
                    }
                    next.push((after, true));
                }
            }
            all = next;
        }
        all.into_iter().filter(|(_, moved)| *moved).map(|(parts, _)| parts).collect()
    }

    /// Whether the player to move wins, and after how many moves if the winner hurries, or in a continued compound if the
    /// winner takes time.
    fn solve(&mut self, parts: &[Part], right: bool) -> (bool, u32) {
        let mut sorted = parts.to_vec();
        sorted.sort_unstable();
        if let Some(known) = self.known.get(&(sorted.clone(), right)) {
            return *known;
        }
        let options = self.options(&sorted, right);
        let ends: Vec<(bool, u32)> =
            options.iter().map(|option| self.solve(option, !right)).collect();
        let of = |wins: bool| ends.iter().filter(move |end| end.0 == wins).map(|end| end.1 + 1);
        let slow = self.kind == Kind::Continued;
        let found = if ends.is_empty() {
            (self.misere, 0)
        } else if ends.iter().any(|end| !end.0) {
            (true, if slow { of(false).max() } else { of(false).min() }.unwrap())
        } else {
            (false, if slow { of(true).min() } else { of(true).max() }.unwrap())
        };
        self.known.insert((sorted, right), found);
        found
    }
}

fn asked(request: serde_json::Value) -> Result<compound::Answer, AskError> {
    compound::answer(&serde_json::from_value(request).unwrap(), &Context::new(Budget::unlimited()))
}

/// The parts of a text such as `3+5` or `(1,2)+(0,0)`.
fn parts(text: &str) -> Vec<Part> {
    let part = |part: &str| -> Part {
        let numbers = part.trim_matches(['(', ')']);
        numbers.split(',').map(|number| number.parse().unwrap()).collect()
    };
    text.split('+').map(part).collect()
}

/// Compares an answer with the plain search: winners, lengths, and that the move that is named wins.
fn compare(
    kind: Kind,
    misere: bool,
    (position, moves): (&[Part], Moves<'_>),
    answer: &compound::Answer,
) -> Result<(), TestCaseError> {
    let mut plain = Plain { kind, misere, moves, known: HashMap::new() };
    for play in &answer.plays {
        let right = play.first == Side::Right;
        let (wins, length) = plain.solve(position, right);
        prop_assert_eq!(play.winner == play.first, wins, "{:?} {:?} {:?}", kind, misere, position);
        if let Some(moves) = play.moves {
            prop_assert_eq!(moves, length, "{:?} {:?} {:?}", kind, misere, position);
        }
        let has_moves = !plain.options(position, right).is_empty();
        prop_assert_eq!(play.winning.is_some(), wins && has_moves, "{:?} {:?}", kind, position);
        let Some(winning) = &play.winning else { continue };
        let mut after = Vec::new();
        for (part, chosen) in answer.parts.iter().zip(winning) {
            let from = part.position.parts(part.board).remove(0);
            match chosen {
                None => after.push(from),
                Some(text) => {
                    let to = text.split_once("->").map_or(&text[..], |(_, to)| to);
                    let left = if to == "0" { vec![vec![NOTHING]] } else { parts(to) };
                    let left = if moves(&from, right).contains(&Vec::new()) || to != "0" {
                        left
                    } else {
                        vec![vec![0]]
                    };
                    after.extend(left);
                }
            }
        }
        let legal = plain.options(position, right).into_iter().any(|mut option| {
            option.sort_unstable();
            let mut after = after.clone();
            after.sort_unstable();
            option == after
        });
        prop_assert!(legal, "{:?} {:?} {:?}", kind, position, winning);
        prop_assert!(!plain.solve(&after, !right).0, "{:?} {:?} {:?}", kind, position, winning);
    }
    Ok(())
}

/// What an octal code leaves of a heap.
fn octal(digits: &[u8], heap: i64) -> Vec<Vec<Part>> {
    let mut left = Vec::new();
    for (taken, digit) in digits.iter().enumerate() {
        let rest = heap - taken as i64 - 1;
        if rest == 0 && digit & 1 != 0 {
            left.push(Vec::new());
        }
        if rest > 0 && digit & 2 != 0 {
            left.push(vec![vec![rest]]);
        }
        if digit & 4 != 0 {
            left.extend((1..=rest / 2).map(|one| vec![vec![one], vec![rest - one]]));
        }
    }
    left
}

/// What may be subtracted.
fn subtracted(set: &[u32], heap: i64) -> Vec<Vec<Part>> {
    let rests = set.iter().map(|&taken| heap - i64::from(taken)).filter(|rest| *rest >= 0);
    rests.map(|rest| if rest == 0 { Vec::new() } else { vec![vec![rest]] }).collect()
}

fn sum(heaps: &[i64]) -> String {
    heaps.iter().map(i64::to_string).collect::<Vec<_>>().join("+")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Heaps that break, in every compound and under both ends: parts that a move makes are components too.
    #[test]
    fn of_heaps(
        digits in prop::collection::vec(0_u8..8, 1..4),
        heaps in prop::collection::vec(0_i64..7, 1..4),
        misere: bool,
    ) {
        let code: String = digits.iter().map(u8::to_string).collect();
        let code = format!("0.{code}");
        let position: Vec<Part> = heaps.iter().map(|&heap| vec![heap]).collect();
        let end = if misere { "misere" } else { "normal" };
        for (kind, name) in KINDS {
            let request =
                json!({ "kind": name, "rule": code, "position": sum(&heaps), "end": end });
            let answer = asked(request).unwrap();
            prop_assert_eq!(answer.plays.len(), 1);
            let moves = |part: &Part, _: bool| octal(&digits, part[0]);
            compare(kind, misere, (&position, &moves), &answer)?;
        }
    }

    /// Players with different moves, in the compound that takes them; together with a part of another game.
    #[test]
    fn of_players_with_different_moves(
        heaps in prop::collection::vec(0_i64..9, 1..4),
        left in prop::collection::btree_set(1_u32..5, 1..3),
        right in prop::collection::btree_set(1_u32..5, 1..3),
        kayles in 0_i64..6,
        misere: bool,
    ) {
        let list = |set: &[u32]| set.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        let (left, right): (Vec<u32>, Vec<u32>) =
            (left.into_iter().collect(), right.into_iter().collect());
        let rule = format!("psub:{}/{}", list(&left), list(&right));
        let end = if misere { "misere" } else { "normal" };
        let request = json!({
            "kind": "conjunctive", "rule": rule, "position": sum(&heaps), "end": end,
            "with": [format!("kayles {kayles}")],
        });
        // The heap of Kayles has a second number.
        let moves = |part: &Part, second: bool| match part[..] {
            [heap] => subtracted(if second { &right } else { &left }, heap),
            _ => {
                let parts = octal(&[7, 7], part[0]).into_iter();
                parts.map(|left| left.iter().map(|part| vec![part[0], 1]).collect()).collect()
            }
        };
        let answer = asked(request).unwrap();
        let mut plain = Plain { kind: Kind::Conjunctive, misere, moves: &moves, known: HashMap::new() };
        let mut position: Vec<Part> = heaps.iter().map(|&heap| vec![heap]).collect();
        position.push(vec![kayles, 1]);
        for play in &answer.plays {
            let expected = plain.solve(&position, play.first == Side::Right);
            prop_assert_eq!((play.winner == play.first, play.moves), (expected.0, Some(expected.1)));
        }
    }

    /// Tuples: knights that come down from a board.
    #[test]
    fn of_tuples(
        knights in prop::collection::vec((0_i64..5, 0_i64..5), 1..4),
        misere: bool,
    ) {
        let rule = "(x, y) -> (x-2, y-1) if x > 1 and y > 0; (x-2, y+1) if x > 1; \
             (x-1, y-2) if x > 0 and y > 1; (x+1, y-2) if y > 1";
        let moves = |part: &Part, _: bool| -> Vec<Vec<Part>> {
            let [x, y] = part[..] else { return Vec::new() };
            let ends = [(x - 2, y - 1), (x - 2, y + 1), (x - 1, y - 2), (x + 1, y - 2)];
            ends.into_iter().filter(|(x, y)| *x >= 0 && *y >= 0).map(|(x, y)| vec![vec![x, y]]).collect()
        };
        let position: Vec<Part> = knights.iter().map(|&(x, y)| vec![x, y]).collect();
        let texts: Vec<String> = knights.iter().map(|(x, y)| format!("({x},{y})")).collect();
        for (kind, name) in KINDS {
            let request = json!({
                "kind": name, "rule": rule, "position": texts.join("+"),
                "end": if misere { "misere" } else { "normal" },
            });
            compare(kind, misere, (&position, &moves), &asked(request).unwrap())?;
        }
    }
}

/// What Guignard and Sopena (Compound Node-Kayles on paths, 2009) prove of Node-Kayles on paths, which is 0.137.
#[test]
fn node_kayles_on_paths() {
    let lost = |kind: &str, end: &str| {
        let request = json!({ "kind": kind, "rule": "0.137", "to": 400, "end": end });
        asked(request).unwrap().lost.unwrap()
    };
    assert_eq!(lost("conjunctive", "normal"), [0, 4, 5, 9, 10]);
    let doubling: Vec<u32> =
        [0].into_iter().chain((1..7).flat_map(|n| [(5 << n) - 6, (5 << n) - 5])).collect();
    assert_eq!(lost("continued", "normal"), doubling);
    let fifths: Vec<u32> = (0..=400).filter(|n| matches!(n % 5, 0 | 4)).collect();
    assert_eq!(lost("selective", "normal"), fifths);
}

/// What is refused: ends that are neither, games that do not end, and different moves where nothing is proved.
#[test]
fn what_is_refused() {
    let refused = |request: serde_json::Value| match asked(request) {
        Err(AskError::Argument { field, .. }) => field,
        other => panic!("{other:?}"),
    };
    let nim = |more: serde_json::Value| {
        let mut request = json!({ "kind": "selective", "rule": "nim", "position": "3+5" });
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        request
    };
    assert_eq!(refused(nim(json!({ "end": "moves" }))), "end");
    assert_eq!(refused(nim(json!({ "with": ["kayles"] }))), "with");
    assert_eq!(refused(nim(json!({ "with": ["psub:1/2 7"] }))), "with");
    assert_eq!(refused(nim(json!({ "to": 5 }))), "position");
    assert_eq!(refused(nim(json!({ "rule": "psub:1,2/3" }))), "rule");
    let loopy = "(a, b) -> (a - 1, b); (b, a) if a > 0 and b > 0; loopy";
    assert_eq!(refused(nim(json!({ "rule": loopy, "position": "(1,2)" }))), "rule");
    let both = asked(nim(json!({ "with": ["lib:chomp3 (1,1,1)"] }))).unwrap();
    assert_eq!((both.parts.len(), both.winner), (3, Some(Winner::First)));
}
