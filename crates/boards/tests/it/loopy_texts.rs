//! Texts whose positions can recur: against the naive twin and a plain slow solver on random positions,
//! against facts of another program, and against results of the literature.

use std::collections::{BTreeSet, HashMap};

use crate::common::{self, Dice, Naive};
use ishitori_boards::ast::{BoardKind, Endless, GameText};
use ishitori_boards::{BoardGame, LOOPY_LIBRARY, Mistake, SetUp, SetUpError, parse, with_rules};
use ishitori_loopy::games::{self, Solved};
use ishitori_loopy::{GameResult, LoopyOutcome, LoopyStore};
use ishitori_rules::Ruleset;
use ishitori_testing::loopy::{Backsliding, FoxAndGeese};
use ishitori_values::{Budget, GameStore, Player};

/// More positions are too many for the slow solver.
const MOST: usize = 250;

/// How each position ends for the player to move, and after how many moves: by playing out n moves, for
/// n = 0, 1, 2, …, until nothing changes. A player who has not won then does not win.
struct Slow {
    boards: Vec<Naive>,
    moves: Vec<[Vec<usize>; 2]>,
    won: Vec<[Option<(bool, u32)>; 2]>,
}

impl Slow {
    /// None if there are too many positions.
    fn new(text: &GameText, start: Naive) -> Option<Slow> {
        let mut boards = vec![start.clone()];
        let mut places: HashMap<Naive, usize> = HashMap::from([(start, 0)]);
        let mut moves = Vec::new();
        while moves.len() < boards.len() {
            let board = boards[moves.len()].clone();
            let row = Player::BOTH.map(|player| {
                let options = common::options(text, &board, player);
                let mut row = Vec::new();
                for option in options {
                    let fresh = boards.len();
                    let place = *places.entry(option.clone()).or_insert(fresh);
                    if place == fresh {
                        boards.push(option);
                    }
                    row.push(place);
                }
                row
            });
            moves.push(row);
            if boards.len() > MOST {
                return None;
            }
        }
        let mut won: Vec<[Option<(bool, u32)>; 2]> = vec![[None; 2]; boards.len()];
        for n in 0.. {
            let before = won.clone();
            for (v, row) in moves.iter().enumerate() {
                for player in [0, 1] {
                    if before[v][player].is_some() {
                        continue;
                    }
                    let after = |&w: &usize| before[w][1 - player].map(|(won, _)| won);
                    if row[player].iter().any(|w| after(w) == Some(false)) {
                        won[v][player] = Some((true, n));
                    } else if row[player].iter().all(|w| after(w) == Some(true)) {
                        won[v][player] = Some((false, n));
                    }
                }
            }
            if won == before && n > 0 {
                break;
            }
        }
        Some(Slow { boards, moves, won })
    }

    fn ending(&self, v: usize, player: Player) -> GameResult {
        match self.won[v][player as usize] {
            Some((true, _)) => GameResult::Win,
            Some((false, _)) => GameResult::Loss,
            None => GameResult::Draw,
        }
    }
}

/// A random position of a game.
fn position(text: &GameText, dice: &mut Dice) -> String {
    if text.kind != BoardKind::Graph || text.pieces != ['x'] {
        // Arrows too, as for geography.
        return common::position(text, "geography", dice);
    }
    let n = 2 + dice.below(5);
    let mut words: Vec<String> =
        (1..=n).map(|v| format!("{v}:{}", dice.pick(&['.', '.', 'x']))).collect();
    for a in 1..=n {
        for b in 1..=n {
            if a != b && dice.below(4) == 0 {
                words.push(format!("{a}>{b}"));
            }
        }
    }
    words.join(" ")
}

#[test]
fn every_text_agrees_with_the_slow_solver() {
    for entry in LOOPY_LIBRARY {
        let game =
            BoardGame::new(entry.source, &[]).unwrap_or_else(|e| panic!("{}: {e}", entry.name));
        let text = game.text();
        let endless = text.loopy.expect("a loopy text");
        let mut dice = Dice(0x2545_f491_4f6c_dd1d ^ (entry.name.len() as u64) << 19);
        let (mut compared, mut drawn, mut loops) = (0, 0, 0);
        for _ in 0..120 {
            let start = position(text, &mut dice);
            let Some(slow) = Slow::new(text, Naive::read(text, &start)) else { continue };
            let set_up = game.set_up_loopy(&start).unwrap_or_else(|e| panic!("{start}: {e}"));
            with_rules!(&set_up, |rules, from| {
                let budget = Budget::unlimited();
                let solved = Solved::new(rules, *from, endless, &budget).unwrap();
                let shown = |at: u32| {
                    Naive::read(text, &rules.show(&solved.positions()[at as usize])).key(text)
                };
                let by_key: HashMap<common::Key, usize> =
                    slow.boards.iter().enumerate().map(|(v, board)| (board.key(text), v)).collect();
                assert_eq!(by_key.len(), solved.positions().len(), "{} {start}", entry.name);
                for at in 0..solved.positions().len() as u32 {
                    let v = by_key[&shown(at)];
                    for player in Player::BOTH {
                        let expected = slow.ending(v, player);
                        let found = solved.ending(at, player).unwrap();
                        let place = format!(
                            "{} {start}: {} {player:?}",
                            entry.name,
                            rules.show(&solved.positions()[at as usize])
                        );
                        assert_eq!(found, expected.under(endless, player), "{place}");
                        let depth = slow.won[v][player as usize].map(|(_, n)| n);
                        assert_eq!(solved.depth(at, player), depth, "{place}");
                        let moves: BTreeSet<usize> =
                            solved.moves(at, player).iter().map(|&to| by_key[&shown(to)]).collect();
                        assert_eq!(moves, slow.moves[v][player as usize].iter().copied().collect());
                        check_line(&solved, at, player);
                        drawn += usize::from(expected == GameResult::Draw);
                        compared += 1;
                    }
                }
                if solved.positions().len() <= 60 {
                    let store = GameStore::new();
                    let mut loopy = LoopyStore::new(&store);
                    let values = solved.values(&mut loopy).unwrap().expect("all positions");
                    let value = loopy.outcome(values[0]).unwrap();
                    let [left, right] = Player::BOTH.map(|player| slow.ending(0, player));
                    assert_eq!(value, LoopyOutcome::new(left, right), "{} {start}", entry.name);
                    loops += usize::from(loopy.as_short_value(values[0]).is_none());
                    if rules.is_impartial() {
                        let smith = solved.smith(&budget).unwrap().expect("all positions");
                        let alone = slow.ending(0, Player::Left);
                        assert_eq!(ishitori_loopy::SmithValue::ending([&smith[0]]), alone);
                    }
                }
            });
        }
        println!("{}: {compared} states, {drawn} drawn, {loops} loopy values", entry.name);
        assert!(compared > 300, "{} {compared}", entry.name);
        let ends = ["fox-and-geese", "ceylonese-fox-and-geese", "konane-with-passes"];
        assert_eq!(drawn == 0, ends.contains(&entry.name), "{} {drawn}", entry.name);
        assert!(loops > 10, "{} {loops}", entry.name);
    }
}

/// Best play is as long as it is said to be, and every move of it is a move.
fn check_line<P: Clone + Eq + std::hash::Hash>(solved: &Solved<P>, at: u32, player: Player) {
    let line = solved.line(at, player, 10_000);
    let mut here = at;
    let mut mover = player;
    for turn in &line {
        assert!(turn.player == mover && solved.moves(here, mover).contains(&turn.to));
        (here, mover) = (turn.to, mover.opponent());
    }
    match solved.depth(at, player) {
        Some(depth) => assert_eq!(line.len(), depth as usize),
        None => assert!(!line.is_empty()),
    }
}

#[test]
fn texts_say_what_they_are() {
    assert!(LOOPY_LIBRARY.is_sorted_by_key(|game| game.name));
    for game in LOOPY_LIBRARY {
        let name = game.name;
        assert!(game.sentence().ends_with('.'), "{name}");
        assert!(game.sentence_in_japanese().contains('：'), "{name}");
        assert!(!game.reference().is_empty() && !game.start().is_empty(), "{name}");
        let read = BoardGame::named(game.japanese_name()).expect(name);
        assert_eq!(read.text().name, name);
        // Others get an error that says where play comes back.
        let refused = read.set_up(game.start()).map(|_| ()).expect_err(name);
        assert!(matches!(refused, SetUpError::Cycle { .. }), "{name}: {refused}");
        let set_up = read.set_up_loopy(game.start()).expect(name);
        with_rules!(&set_up, |rules, start| {
            assert!(rules.idle().is_empty(), "{name}");
            let text = rules.show(start);
            assert_eq!(rules.show(&rules.parse(&text).expect(name)), text);
        });
    }
}

#[test]
fn what_a_line_loopy_says() {
    let text = |line: &str| {
        format!("game g\nboard strip\npieces x\n{line}\nboth: x . -> . x along horizontal\n")
    };
    let read = |line: &str| parse(&text(line), &[]).map(|game| game.loopy);
    assert_eq!(read("").unwrap(), None);
    for line in ["loopy", "loopy: draw", "loopy:draw // so"] {
        assert_eq!(read(line).unwrap(), Some(Endless::Draw), "{line}");
    }
    assert_eq!(read("loopy: left").unwrap(), Some(Endless::Left));
    assert_eq!(read("loopy: right").unwrap(), Some(Endless::Right));
    for line in ["loopy:", "loopy draw", "loopy: win", "loopy: draw left"] {
        assert!(read(line).is_err(), "{line}");
    }
    assert!(matches!(read("loopy\nloopy").unwrap_err().mistake, Mistake::Twice(_)));
    assert_eq!(read("loopy\nend: misere").unwrap_err().mistake, Mistake::LoopyMisere);
    // A pass needs the line, and has a name.
    let pass =
        "game g\nboard strip\npieces x\nloopy\nleft: x -> x\nright: x . -> . x along right\n";
    assert_eq!(parse(&pass.replace("loopy\n", ""), &[]).unwrap_err().mistake, Mistake::NoChange);
    let set_up = BoardGame::new(pass, &[]).unwrap().set_up_loopy("x.x.").unwrap();
    with_rules!(&set_up, |rules, start| {
        assert_eq!(rules.moves(start, Player::Left), [("pass".to_string(), *start)]);
    });
    // A condition on neighbours looks at those of the cells that must be there.
    let may_pass = |condition: &str, position: &str| {
        let text = format!(
            "game g\nboard strip\npieces x o\nloopy\nleft: x -> x if {condition}\nright: x -> .\n"
        );
        let game = BoardGame::new(&text, &[]).unwrap();
        let (rules, start) = match game.set_up_loopy(position).unwrap() {
            SetUp::Four(rules, start) => (rules, start),
            _ => panic!("three states"),
        };
        let mut found = Vec::new();
        rules.options(&start, Player::Left, |option| found.push(option));
        let twin = Naive::read(game.text(), position);
        let expected = common::options(game.text(), &twin, Player::Left);
        assert_eq!(found.is_empty(), expected.is_empty(), "{condition}, {position}");
        !found.is_empty()
    };
    for (condition, holds) in [
        ("some neighbour is x", ["xx", "oxx"]),
        ("no neighbour is x", ["x.", "x#x"]),
        ("every neighbour is o", ["xo", "x"]),
        ("at least 2 neighbours are o", ["oxo", "xoxo"]),
        ("exactly 1 neighbour is o", ["xo", "ox."]),
        ("at most 0 neighbours are x", ["xo", "x.x"]),
    ] {
        for position in holds {
            assert!(may_pass(condition, position), "{condition}, {position}");
        }
    }
    for (condition, position) in [
        ("some neighbour is x", "xo"),
        ("no neighbour is x", "xx"),
        ("every neighbour is o", "x."),
        ("at least 2 neighbours are o", "xo"),
        ("exactly 1 neighbour is o", "oxo"),
        ("at most 0 neighbours are x", "xx"),
    ] {
        assert!(!may_pass(condition, position), "{condition}, {position}");
    }
}

/// A budget that is too small: reported endings are right all the same.
#[test]
fn what_is_known_at_a_limit_is_right() {
    let game = BoardGame::named("hare-and-hounds").unwrap();
    let start = ishitori_boards::library_game("hare-and-hounds").unwrap().start();
    let set_up = game.set_up_loopy(start).unwrap();
    let (mut stopped, mut reported) = (0, 0);
    with_rules!(&set_up, |rules, from| {
        let all = Solved::new(rules, *from, Endless::Draw, &Budget::unlimited()).unwrap();
        for kilobytes in [1, 64, 256, 384, 512, 640, 768, 10_000] {
            let budget = Budget::unlimited().with_memory(kilobytes << 10);
            let Ok(some) = Solved::new(rules, *from, Endless::Draw, &budget) else { continue };
            stopped += usize::from(some.stopped().is_some());
            for at in 0..some.positions().len() as u32 {
                for player in Player::BOTH {
                    let Some(ending) = some.ending(at, player) else { continue };
                    assert_eq!(some.positions()[at as usize], all.positions()[at as usize]);
                    assert_eq!(Some(ending), all.ending(at, player));
                    reported += 1;
                }
            }
            assert!(some.stopped().is_none() || some.smith(&budget).unwrap().is_none());
        }
    });
    assert!(stopped >= 3 && reported > 1_000, "{stopped} {reported}");
}

/// Results of the literature for Hare and Hounds on the board of eleven points. M. Gardner (Scientific American,
/// October 1963; Mathematical Carnival, chapter 16) and Winning Ways, chapter 21: the hounds win, wherever the hare
/// begins and whichever player moves first. The numbers of moves are those of E. Annunziata, A study of Hare and Hounds
/// (github.com/edoannunziata/jardin, misc/HareAndHounds.ipynb), by exhaustive search, with the points numbered as here.
#[test]
fn hare_and_hounds_as_in_the_literature() {
    let lines = |hounds: [u32; 3], hare: u32| {
        let entry = ishitori_boards::library_game("hare-and-hounds").unwrap();
        let words = entry.start().split(' ').filter(|word| !word.contains(':'));
        let board = words.collect::<Vec<_>>().join(" ");
        let [a, b, c] = hounds;
        format!("{board} {a}:x {b}:x {c}:x {hare}:o")
    };
    let game = BoardGame::named("hare-and-hounds").unwrap();
    let solve = |hounds: [u32; 3], hare: u32| {
        let set_up = game.set_up_loopy(&lines(hounds, hare)).unwrap();
        with_rules!(&set_up, |rules, start| {
            let solved = Solved::new(rules, *start, Endless::Right, &Budget::unlimited()).unwrap();
            let depths = Player::BOTH.map(|player| solved.depth(0, player));
            (solved.outcome(0).unwrap(), depths)
        })
    };
    let published = [
        (2, 23, 24),
        (3, 23, 24),
        (5, 27, 24),
        (6, 23, 28),
        (7, 23, 24),
        (8, 23, 24),
        (10, 23, 24),
        (11, 23, 24),
    ];
    for (hare, hounds_first, hare_first) in published {
        let found = solve([1, 4, 9], hare);
        assert_eq!(found, (LoopyOutcome::L, [Some(hounds_first), Some(hare_first)]), "{hare}");
    }
    // Opposition: the player to move does not get what he wants. The hare that is not caught plays on forever.
    assert_eq!(solve([1, 6, 9], 2), (LoopyOutcome::P, [None, Some(18)]));
    assert_eq!(solve([1, 6, 9], 10), (LoopyOutcome::P, [None, Some(18)]));
    // A hare behind the hounds has escaped.
    assert_eq!(solve([3, 6, 11], 4).0, LoopyOutcome::R);
    // Caught; and the hounds cannot move either, as the study notes.
    assert_eq!(solve([3, 7, 11], 8), (LoopyOutcome::P, [Some(0), Some(0)]));
}

/// A graph is won by the cop exactly if it can be dismantled: vertices whose closed neighbourhood is within that
/// of another one are taken away, until one is left (Nowakowski and Winkler 1983).
#[test]
fn one_cop_wins_on_graphs_that_can_be_dismantled() {
    let game = BoardGame::named("cop-and-robber").unwrap();
    let mut dice = Dice(0x51ed_270b_0001);
    let mut won = 0;
    for _ in 0..150 {
        let n = 3 + dice.below(4);
        let mut near: Vec<BTreeSet<usize>> = (0..n).map(|v| BTreeSet::from([v])).collect();
        let join = |near: &mut Vec<BTreeSet<usize>>, a: usize, b: usize| {
            near[a].insert(b);
            near[b].insert(a);
        };
        for v in 1..n {
            // Connected.
            let w = dice.below(v);
            join(&mut near, v, w);
        }
        for a in 0..n {
            for b in 0..a {
                if dice.below(4) == 0 {
                    join(&mut near, a, b);
                }
            }
        }
        let mut left: BTreeSet<usize> = (0..n).collect();
        loop {
            let inside =
                |v: usize| -> BTreeSet<usize> { near[v].intersection(&left).copied().collect() };
            let corner = left
                .iter()
                .copied()
                .find(|&v| left.iter().any(|&w| w != v && inside(v).is_subset(&inside(w))));
            match corner {
                Some(v) => left.remove(&v),
                None => break,
            };
        }
        let edges: Vec<String> = (0..n)
            .flat_map(|a| {
                near[a].iter().filter(move |&&b| b < a).map(move |b| format!("{}-{}", a + 1, b + 1))
            })
            .collect();
        // The cop begins anywhere, the robber where it is best.
        let caught = (2..=n).all(|robber| {
            let text = format!("{} 1:c {robber}:r", edges.join(" "));
            let set_up = game.set_up_loopy(&text).unwrap();
            with_rules!(&set_up, |rules, start| {
                let solved =
                    Solved::new(rules, *start, Endless::Right, &Budget::unlimited()).unwrap();
                solved.ending(0, Player::Left) == Some(GameResult::Win)
            })
        });
        assert_eq!(caught, left.len() == 1, "{edges:?}");
        won += usize::from(caught);
    }
    assert!((20..140).contains(&won), "{won}");
}

/// The value of a position of a text.
fn value_of_text(name: &str, position: &str, loops: &mut LoopyStore<'_>) -> ishitori_loopy::Loopy {
    let set_up = BoardGame::named(name).unwrap().set_up_loopy(position).unwrap();
    with_rules!(&set_up, |rules, start| {
        let solved = Solved::new(rules, *start, Endless::Draw, &Budget::unlimited()).unwrap();
        solved.values(loops).unwrap().expect("all positions")[0]
    })
}

/// The texts and the same games written in Rust, whose values agree with those of another program
/// (`crates/loopy/tests/it/oracle.rs`).
#[test]
fn texts_are_the_games_written_in_rust() {
    let store = GameStore::new();
    let mut loops = LoopyStore::new(&store);
    let mut dice = Dice(0x77aa_0003);
    for _ in 0..120 {
        let strip: String =
            (0..2 + dice.below(4)).map(|_| *dice.pick(&['t', 'f', '.', '.'])).collect();
        let start = Backsliding.parse(&strip).unwrap();
        let expected = games::value_of(&Backsliding, start, &mut loops).unwrap();
        let found = value_of_text("backsliding-toads-and-frogs", &strip, &mut loops);
        assert_eq!(found, expected, "{strip}");
    }
    let mut captured = 0;
    for round in 0..120 {
        // Squares of one colour; two free rows above, since a fox that has escaped goes on forever there.
        let (rows, columns) = (3 + dice.below(2), 3 + dice.below(3));
        let mut squares: Vec<(usize, usize)> = (0..rows)
            .flat_map(|r| (0..columns).map(move |c| (r, c)))
            .filter(|(r, c)| (r + c) % 2 == 0)
            .collect();
        let mut board = vec![vec!['.'; columns]; rows + 2];
        for piece in ['o', 'x', 'x', 'x'].iter().take(2 + dice.below(3)) {
            let (r, c) = squares.swap_remove(dice.below(squares.len()));
            board[rows + 1 - r][c] = *piece;
        }
        let lines: Vec<String> = board.iter().map(|row| row.iter().collect()).collect();
        let text = lines.join("|");
        let (name, range) = [("fox-and-geese", 1), ("ceylonese-fox-and-geese", 2)][round % 2];
        let (rules, den) = FoxAndGeese::parse(&text, range).unwrap();
        let expected = games::value_of(&rules, den, &mut loops).unwrap();
        let found = value_of_text(name, &text, &mut loops);
        assert_eq!(found, expected, "{name} {text}");
        captured += usize::from(loops.print(found).unwrap() != "off");
    }
    assert!(captured > 10, "{captured}");
}
