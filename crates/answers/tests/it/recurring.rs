//! Games in the language of tuples whose positions can recur, against slow twins that play them out.

use std::collections::BTreeSet;

use ishitori_answers::box_table::{Cell, Show};
use ishitori_answers::draw::grid;
use ishitori_answers::play::Participant;
use ishitori_answers::{Accepted, AskError, Context, explain, grundy, outcomes, play, table};
use ishitori_draw::{Anchor, Colour, Shape};
use ishitori_language::TextGame;
use ishitori_values::Budget;
use proptest::prelude::*;

/// How a state ends for the player to move, found again and again until nothing changes: lost if all moves lead to
/// wins, won if one leads to a loss, and a draw if neither is ever found.
#[derive(Clone, Copy, PartialEq, Debug)]
enum End {
    Loss,
    Win,
    Draw,
}

fn endings(moves: &[Vec<usize>]) -> Vec<End> {
    let mut ends = vec![End::Draw; moves.len()];
    loop {
        let mut changed = false;
        for state in 0..moves.len() {
            if ends[state] != End::Draw {
                continue;
            }
            if moves[state].iter().any(|&to| ends[to] == End::Loss) {
                ends[state] = End::Win;
                changed = true;
            } else if moves[state].iter().all(|&to| ends[to] == End::Win) {
                ends[state] = End::Loss;
                changed = true;
            }
        }
        if !changed {
            return ends;
        }
    }
}

/// Grundy values by what they mean: a sum with a heap of k stones is lost exactly for k = g if the value is g, and won exactly for
/// k in K and otherwise a draw if it is ∞ with K.
fn by_sums_with_heaps(edges: &[BTreeSet<usize>]) -> Vec<String> {
    let heaps = edges.len() + 2;
    let state = |v: usize, k: usize| v * heaps + k;
    let mut moves = Vec::new();
    for (v, options) in edges.iter().enumerate() {
        for k in 0..heaps {
            let in_graph = options.iter().map(|&to| state(to, k));
            moves.push(in_graph.chain((0..k).map(|less| state(v, less))).collect::<Vec<usize>>());
        }
    }
    let ends = endings(&moves);
    let value = |v: usize| {
        let end = |k: usize| ends[state(v, k)];
        if let Some(g) = (0..heaps).find(|&k| end(k) == End::Loss) {
            assert!((0..heaps).all(|k| k == g || end(k) == End::Win));
            return g.to_string();
        }
        let won: Vec<String> =
            (0..heaps).filter(|&k| end(k) == End::Win).map(|k| k.to_string()).collect();
        if won.is_empty() { "∞".to_string() } else { format!("∞{{{}}}", won.join(",")) }
    };
    (0..edges.len()).map(value).collect()
}

/// A text with these moves.
fn text(sections: &[(&str, &[BTreeSet<usize>])]) -> String {
    let mut lines = vec![format!("position (n) where n < {}", sections[0].1.len())];
    for (who, edges) in sections {
        let mut moves = Vec::new();
        for (from, to) in edges.iter().enumerate() {
            for to in to {
                moves.push(format!("({to}) if n = {from}"));
            }
        }
        // A part has at least one move.
        moves.push("(0) if false".into());
        lines.push(format!("{who}: {}", moves.join("\n  ")));
    }
    lines.push("loopy".into());
    lines.join("\n")
}

fn context() -> Context {
    Context::new(Budget::unlimited())
}

fn shown(text: &str, last: usize, show: Show) -> Vec<String> {
    let request =
        table::Request { show: Some(show), ..table::Request::new(text, vec![last as u32]) };
    let rows = table::answer(&request, &context()).unwrap().rows.unwrap();
    let word = |cell: Cell| match cell {
        Cell::Number(g) => g.to_string(),
        Cell::Word(word) => word,
        Cell::Nothing => String::new(),
    };
    rows.into_iter().flatten().map(word).collect()
}

fn graph(n: usize) -> impl Strategy<Value = Vec<BTreeSet<usize>>> {
    proptest::collection::vec(proptest::collection::btree_set(0..n, 0..=3.min(n)), n)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn grundy_values_are_what_sums_with_heaps_say(edges in (1usize..7).prop_flat_map(graph)) {
        let text = text(&[("both", &edges)]);
        let expected = by_sums_with_heaps(&edges);
        prop_assert_eq!(shown(&text, edges.len() - 1, Show::Grundy), expected.clone(), "{}", text);
        let request = serde_json::json!({ "rule": text, "to": edges.len() - 1 });
        let request: grundy::Request = serde_json::from_value(request).unwrap();
        let found = grundy::answer(&request, &context()).unwrap();
        prop_assert_eq!(found.smith, Some(expected));
    }

    #[test]
    fn outcomes_and_explanations_agree_with_plain_iteration(
        (left, right) in (1usize..6).prop_flat_map(|n| (graph(n), graph(n))),
    ) {
        let n = left.len();
        let source = text(&[("left", &left), ("right", &right)]);
        // Left to move at v, Right to move at n + v.
        let mut moves: Vec<Vec<usize>> =
            left.iter().map(|to| to.iter().map(|to| n + to).collect()).collect();
        moves.extend(right.iter().map(|to| to.iter().copied().collect::<Vec<_>>()));
        let ends = endings(&moves);
        let class = |v: usize| match (ends[v], ends[n + v]) {
            (End::Loss, End::Loss) => "P",
            (End::Win, End::Win) => "N",
            (End::Win, End::Loss) => "L",
            (End::Loss, End::Win) => "R",
            (End::Draw, End::Draw) => "D",
            (End::Win, End::Draw) => "NHat",
            (End::Draw, End::Win) => "NCheck",
            (End::Draw, End::Loss) => "PHat",
            (End::Loss, End::Draw) => "PCheck",
        };
        let expected: Vec<String> = (0..n).map(|v| class(v).to_string()).collect();
        prop_assert_eq!(shown(&source, n - 1, Show::Outcome), expected.clone(), "{}", source);
        for (v, expected) in expected.iter().enumerate() {
            let request = serde_json::json!({ "rule": source, "position": format!("({v})") });
            let request: explain::Request = serde_json::from_value(request).unwrap();
            let found = explain::answer(&request, &context()).unwrap();
            prop_assert_eq!(&found.outcome.to_string(), expected, "{} at {}", source, v);
            for option in &found.options {
                for player in &option.players {
                    let to: usize = option.played.trim_matches(['(', ')']).parse().unwrap();
                    let opponent = match *player == ishitori_answers::Side::Left {
                        true => ends[n + to],
                        false => ends[to],
                    };
                    prop_assert_eq!(option.wins_for.contains(player), opponent == End::Loss);
                    prop_assert_eq!(option.draws_for.contains(player), opponent == End::Draw);
                }
            }
        }
    }
}

/// The program keeps what it has: it wins a won game, and never loses a drawn one, whatever the person does; and
/// every game ends, at the latest when a position comes for the third time.
#[test]
fn the_program_plays_well_where_positions_recur() {
    let mut dice = 0x9e37_79b9_7f4a_7c15u64;
    let mut roll = move |n: usize| {
        dice ^= dice << 13;
        dice ^= dice >> 7;
        dice ^= dice << 17;
        (dice >> 33) as usize % n
    };
    let (mut won, mut drawn, mut lost) = (0, 0, 0);
    for round in 0..80 {
        let n = 3 + roll(6);
        let edges: [Vec<BTreeSet<usize>>; 2] =
            [0, 1].map(|_| (0..n).map(|_| (0..roll(4)).map(|_| roll(n)).collect()).collect());
        let source = text(&[("left", &edges[0]), ("right", &edges[1])]);
        let mut request = play::Request::new(source.as_str().into());
        request.position = Some(format!("({})", roll(n)));
        request.first = if round % 2 == 0 { play::First::Me } else { play::First::You };
        let mut best = None;
        loop {
            let state = play::answer(&request, &context()).unwrap();
            // What the program can have, when it first moves.
            let hopes = state.outcome.unwrap();
            let program = ishitori_answers::Side::Right;
            if state.turn == Participant::Program && best.is_none() {
                best = Some((hopes.wins_moving_first(program), hopes.draws_moving_first(program)));
            }
            if state.winner.is_some() || state.drawn {
                match best {
                    Some((true, _)) => {
                        assert_eq!(state.winner, Some(Participant::Program), "{source}");
                        won += 1;
                    }
                    Some((_, true)) => {
                        assert_ne!(state.winner, Some(Participant::Person), "{source}");
                        drawn += 1;
                    }
                    _ => lost += 1,
                }
                break;
            }
            let number = match state.reply {
                Some(reply) => reply.number.unwrap(),
                None => roll(state.moves_in_all),
            };
            request.moves.push(number);
            assert!(request.moves.len() < 200, "{source}");
        }
    }
    assert!(won > 5 && drawn > 5 && lost > 5, "{won} {drawn} {lost}");
}

/// What is unbounded stops at the limit, with what is known.
#[test]
fn games_that_grow_for_ever_stop() {
    let text = "(n) -> (n - 1) if n > 0; (n + 1) if n > 3; loopy";
    let budget = Budget::unlimited().with_memory(4 << 20);
    let request =
        table::Request { show: Some(Show::Outcome), ..table::Request::new(text, vec![8]) };
    let found = table::answer(&request, &Context::new(budget)).unwrap();
    assert!(found.stopped.is_some());
    let words: Vec<Cell> = found.rows.unwrap().into_iter().flatten().collect();
    assert_eq!(words[..2], [Cell::Word("P".into()), Cell::Word("N".into())]);
}

#[test]
fn texts_that_cannot_be_loopy() {
    for (text, words) in [
        ("(n) -> (n) + (n) if n > 0; loopy", "cannot have moves to sums"),
        ("(n) -> (n + 1) if n < 2; end: misere; loopy", "must have the end `normal`"),
        ("(n) -> (n) ; loopy: purple", "draw, left or right"),
        ("(n) -> (n) ; loopy; loopy", "loopy"),
    ] {
        let error = TextGame::new(text, &[]).unwrap_err().to_string();
        assert!(error.contains(words), "{text}: {error}");
    }
}

#[test]
fn a_line_loopy_is_laid_out() {
    for line in ["loopy", "loopy: left", "loopy: right"] {
        let text = format!("position (n)\nboth: (n - 1) if n > 0\n      (n)\n{line}\n");
        assert_eq!(ishitori_language::format(&text).unwrap(), text);
        let game = TextGame::new(&text, &[]).unwrap();
        assert_eq!(game.loopy().map(|endless| endless.name() == "draw"), Some(line == "loopy"));
    }
}

/// A table drawn and in text agree: every cell of the picture has the word of the table in it, and only what is lost is ringed.
#[test]
fn pictures_of_tables_show_what_the_tables_say() {
    let swap =
        "(a, b) -> (a - 1, b) if a > 0; (a, b - 2) if b > 1; (b, a) if a > 0 and b > 0; loopy";
    let sided = "position (a, b) where a < 4 and b < 4\nleft: (a - 1, b) if a > 0; (b, a) if b > 1\n\
        right: (a, b - 1) if b > 0 and a > 1; (b, a) if a > 2\nloopy";
    let mut seen = BTreeSet::new();
    for (text, show, to) in [
        (swap, Show::Grundy, vec![4, 4]),
        (swap, Show::Outcome, vec![4, 4]),
        (sided, Show::Outcome, vec![3, 3]),
    ] {
        let context = Context::new(Budget::unlimited());
        let request = table::Request { show: Some(show), ..table::Request::new(text, to.clone()) };
        let rows = table::answer(&request, &context).unwrap().rows.unwrap();
        let words = rows.iter().flatten().map(|cell| match cell {
            Cell::Number(n) => n.to_string(),
            Cell::Word(word) => word.clone(),
            Cell::Nothing => unreachable!("every pair is a position"),
        });
        let words: Vec<String> = words.collect();
        let to: Vec<String> = to.iter().map(u32::to_string).collect();
        let asked = serde_json::json!({ "rule": text, "show": show, "to": to.join(",") });
        let asked: grid::Request = serde_json::from_value(asked).unwrap();
        let scene = grid::answer(&asked, &context).unwrap().scene.unwrap();
        // White words in dark cells, black ones in light cells, all in the middle of their cells.
        let middle = |shape: &Shape| match shape {
            Shape::Text { text, anchor: Anchor::Middle, fill, .. } if *fill != Colour::GREY => {
                Some(text.clone())
            }
            _ => None,
        };
        let shown: Vec<String> = scene.shapes.iter().filter_map(middle).collect();
        for (word, shown) in words.iter().zip(&shown) {
            assert!(word == shown || word.starts_with('∞') && shown == "∞…", "{word} {shown}");
        }
        assert!(shown.len() >= words.len());
        let rings = scene.shapes.iter().filter(|shape| matches!(shape, Shape::Ring { .. })).count();
        let lost = words.iter().filter(|word| *word == "P" || *word == "0").count();
        // One more in the legend.
        assert_eq!(rings, lost + 1, "{text} {show:?}");
        // Whatever stands in a cell is explained.
        for word in &words {
            let sign = if word.starts_with('∞') { "∞" } else { word.as_str() };
            let explains = |shape: &Shape| matches!(shape, Shape::Text { text, anchor: Anchor::Start, .. } if text.starts_with(sign));
            let number = word.parse::<u32>().is_ok();
            assert!(number || scene.shapes.iter().any(explains), "{word} is not explained");
        }
        seen.extend(words);
    }
    for word in ["D", "N", "P", "PHat", "∞{0}"] {
        assert!(seen.contains(word), "no {word} among {seen:?}");
    }
}

/// A player who follows the hints from a won position wins, whichever player begins: a hint is a step towards the end, not only a move that
/// keeps the win.
#[test]
fn hints_lead_to_the_win() {
    for (rule, first) in [
        ("hare-and-hounds", "me"),
        ("hare-and-hounds", "you"),
        ("backsliding-toads-and-frogs", "me"),
    ] {
        let mut moves: Vec<usize> = Vec::new();
        let mut was_won = false;
        let ended = loop {
            let request =
                serde_json::json!({ "rule": rule, "first": first, "moves": moves, "seed": 7 });
            let request: play::Request = serde_json::from_value(request).unwrap();
            let state = play::answer(&request, &Context::new(Budget::unlimited())).unwrap();
            if state.winner.is_some() || state.drawn || moves.len() > 120 {
                break state;
            }
            let number = match state.turn {
                Participant::Program => state.reply.unwrap().number.unwrap(),
                Participant::Person => match state.winning.clone().unwrap() {
                    Some(hinted) => {
                        was_won = true;
                        let same = |m: &play::LegalMove| m.change.as_ref() == Some(&hinted);
                        state.moves.iter().position(same).unwrap()
                    }
                    None => {
                        assert!(!was_won, "{rule}: the win was lost");
                        0
                    }
                },
            };
            moves.push(number);
        };
        assert!(!was_won || ended.winner == Some(Participant::Person), "{rule} {first}: {moves:?}");
    }
}

/// Put or take the largest square: the places of losses are A005240 of the OEIS. Plays go beyond 2^31.
#[test]
fn what_depends_on_numbers_too_large_is_not_known() {
    let text = "(n) -> (n - s) let s = isqrt(n) * isqrt(n) if n > 0; (n + s) let s = isqrt(n) * isqrt(n) if n > 0; loopy";
    let show = Some(Show::Outcome);
    let request = table::Request { show, ..table::Request::new(text, vec![120]) };
    let found = table::answer(&request, &context()).unwrap();
    assert!(found.stopped.is_none());
    let words: Vec<Cell> = found.rows.unwrap().into_iter().flatten().collect();
    let are = |word: &str| {
        let word = Cell::Word(word.into());
        (0..=120).filter(|&n| words[n] == word).collect::<Vec<usize>>()
    };
    assert_eq!(are("P"), [0, 5, 20, 29, 45, 80, 101, 116]);
    // All others are won, or drawn whichever player wins the positions too large to be examined.
    assert_eq!((are("N").len(), are("D").len(), are("?").len()), (25, 88, 0));
    // Grundy numbers of those are 0; others have none.
    let show = Some(Show::Grundy);
    let request = table::Request { show, ..table::Request::new(text, vec![120]) };
    let rows = table::answer(&request, &context()).unwrap().rows.unwrap();
    let zeros = rows.into_iter().flatten().filter(|cell| *cell == Cell::Number(0)).count();
    assert_eq!(zeros, 8);
    // A question whose letters have none for a draw says so.
    let request: outcomes::Request =
        serde_json::from_value(serde_json::json!({ "rule": text, "to": 30 })).unwrap();
    let refused = outcomes::answer(&request, &context()).unwrap_err();
    assert!(
        matches!(refused, AskError::Argument { accepted: Accepted::GameWithoutDraws, .. }),
        "{refused:?}"
    );
    // Doubling leaves the numbers that are examined, and the player who moves last is unknown.
    let text = "(n) -> (n + n) if n > 0; (n - 1) if n mod 7 = 1; loopy";
    assert_eq!(shown(text, 9, Show::Outcome).join(" "), "P N ? ? ? ? ? ? ? ?");
}
