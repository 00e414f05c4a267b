//! Errors in a text or a position are reported with their place, and nothing panics.

use crate::common::Dice;
use ishitori_boards::ast::End;
use ishitori_boards::piece_count_end::{PieceCountSearch, Stopped};
use ishitori_boards::{BoardGame, LIBRARY, Mistake, SetUpError, parse};
use ishitori_rules::Ruleset;
use ishitori_testing::fuzz::{board, replay};
use ishitori_values::{Budget, Player};

fn mistake(text: &str) -> (Mistake, (usize, usize)) {
    let error = parse(text, &[]).expect_err(text);
    let place = error.place(text);
    (error.mistake, place)
}

const HEAD: &str = "game g\nboard grid\npieces x o\n";

#[test]
fn mistakes_have_places() {
    let cases: &[(&str, (usize, usize), &str)] = &[
        ("left: x o -> . y along all\n", (4, 16), "`y` is not a piece"),
        ("left: x o -> . along all\n", (4, 7), "same shape"),
        ("left: x o -> . x\n", (4, 7), "needs directions"),
        ("left: x o -> . x along sideways\n", (4, 24), "`sideways` is not a direction"),
        ("left: x (o . -> . x along all\n", (4, 9), "never closed"),
        ("left: x -> x\n", (4, 7), "changes nothing"),
        ("left: x -> ~\n", (4, 12), "`turn h <-> t`"),
        ("right: mirror x <-> o\n", (4, 8), "no moves of the other player"),
        ("lefft: x -> o\n", (4, 1), "did you mean `left`"),
        ("left: x -> o if purple\n", (4, 17), "a condition"),
        ("left x -> o\n", (4, 6), "`:`"),
        ("after: loose -> #\nleft: x -> o\n", (4, 8), "ground"),
        ("left: <l> -> <#>\n", (4, 7), "an edge"),
        ("board grid\nleft: x -> o\n", (4, 1), "two lines `board`"),
        ("pieces y\nleft: x -> o\n", (4, 1), "two lines `pieces`"),
        ("left: x{999} -> o{999} along all\n", (4, 9), "128"),
        ("left: x -> o where colum = 1\n", (4, 20), "did you mean `column`"),
        ("left: x -> o where row + 1\n", (4, 20), "a condition"),
        ("left: x -> o where\n", (4, 19), "the text ends"),
        ("end: if [y] > 1 then L else R\nleft: x -> o\n", (4, 10), "`y` is not a piece"),
        ("end: if [x > 1 then L\nleft: x -> o\n", (4, 9), "never closed"),
        ("end: if [] > 1 then L\nleft: x -> o\n", (4, 9), "a piece"),
        ("end: [x] + 1\nleft: x -> o\n", (4, 6), "one of L, R, N, P"),
        ("end: if [x] > q then L\nleft: x -> o\n", (4, 15), "`q`"),
        ("end:\nleft: x -> o\n", (4, 5), "normal, misere, or an expression"),
    ];
    for (body, place, words) in cases {
        let text = format!("{HEAD}{body}");
        let (mistake, found) = mistake(&text);
        assert!(mistake.to_string().contains(words), "{body}: {mistake}");
        assert_eq!(found, *place, "{body}: {mistake}");
    }
    assert_eq!(mistake("board grid\nleft: . -> #\n").0.to_string(), "the text has no line `game`");
    assert_eq!(mistake("game g\nleft: . -> #\n").0.to_string(), "the text has no line `board`");
    assert!(matches!(mistake(HEAD).0, Mistake::NoMoves));
    assert!(matches!(mistake(&"x".repeat(70_000)).0, Mistake::TooLong));
}

#[test]
fn games_that_come_back_are_refused_with_the_way() {
    let text = format!("{HEAD}both: x . -> . x along orthogonal\n");
    let game = BoardGame::new(&text, &[]).unwrap();
    let Err(SetUpError::Cycle { cycle }) = game.set_up("x.") else { panic!("a cycle") };
    assert_eq!(cycle, ["x.", ".x", "x."]);
    assert!(game.set_up("xx").is_ok());
}

#[test]
fn positions_that_cannot_be() {
    let clobber = BoardGame::named("clobber").unwrap();
    assert!(matches!(
        clobber.set_up("xo|q."),
        Err(SetUpError::Character { place: 4, found: 'q', .. })
    ));
    assert!(matches!(
        clobber.set_up("xo|x"),
        Err(SetUpError::RaggedRow { row: 2, found: 1, expected: 2 })
    ));
    assert!(matches!(clobber.set_up(""), Err(SetUpError::Empty)));
    assert!(matches!(clobber.set_up("20x20"), Err(SetUpError::TooLarge { found: 400 })));
    assert!(matches!(clobber.set_up("99999999999x99999999999"), Err(SetUpError::TooLarge { .. })));
    let hackenbush = BoardGame::named("hackenbush").unwrap();
    assert!(matches!(hackenbush.set_up("1l2"), Err(SetUpError::NoGround)));
    assert!(matches!(hackenbush.set_up("1q2 @1"), Err(SetUpError::EdgeKind { .. })));
    assert!(matches!(hackenbush.set_up("1l2 @1 fish"), Err(SetUpError::GraphWord { .. })));
    let col = BoardGame::named("col").unwrap();
    assert!(matches!(col.set_up("1-2 1:Q"), Err(SetUpError::Label { .. })));
    assert!(col.set_up("complete:500").is_err() && col.set_up("path:200").is_err());
    assert!(BoardGame::named("cram").unwrap().set_up("11x11").is_ok());
}

/// Lines that fit nowhere are reported, with their place in the text.
#[test]
fn lines_that_can_never_match_are_reported() {
    let text = "game idle
board grid
pieces x o
left: x . . . . -> . . . . x along right
  x . -> . x along right then o -> .
  x . -> . x along down
right: mirror x <-> o
";
    let game = BoardGame::new(text, &[]).unwrap();
    let reported = |position: &str| -> Vec<&'static str> {
        let (rules, _) = game.set_up_widest(position).unwrap();
        let mut lines: Vec<&'static str> =
            rules.idle().iter().map(|span| text[span.clone()].trim()).collect();
        lines.dedup();
        lines
    };
    let long = "x . . . . -> . . . . x along right";
    // The second stage asks for what the first never leaves there.
    let never = "x . -> . x along right then o -> .";
    // The mirrored lines of the other player are those of the same text.
    assert_eq!(reported("x...|....|...o"), [long, never, long, never]);
    assert_eq!(reported("x....|....o"), [never]);
}

/// Texts of the library with signs exchanged, left out and doubled: read or refused, no panic.
#[test]
fn damaged_texts_are_read_or_refused() {
    let mut dice = Dice(0xdead_beef_1234_5677);
    let signs: Vec<char> = "xo.#_$?~[](){}<>*+-/:=,| \n019ak\u{3042}".chars().collect();
    let mut read = 0;
    for round in 0..6_000 {
        let game = &LIBRARY[round % LIBRARY.len()];
        let mut text: Vec<char> = game.source.chars().collect();
        let from = game.source.find("\ngame").map_or(0, |at| game.source[..at].chars().count());
        for _ in 0..1 + dice.below(4) {
            let at = from + dice.below(text.len() - from);
            match dice.below(3) {
                0 => text[at] = *dice.pick(&signs),
                1 => {
                    text.remove(at);
                }
                _ => text.insert(at, *dice.pick(&signs)),
            }
        }
        let text: String = text.into_iter().collect();
        match BoardGame::new(&text, &[]) {
            Ok(game) => {
                read += 1;
                let _ = game.set_up("x.o|.xo").map_err(|error| error.to_string());
                let _ = game.set_up("1-2 2-3 @1").map_err(|error| error.to_string());
            }
            Err(error) => {
                assert!(error.span.start <= text.len() && !error.to_string().is_empty());
            }
        }
    }
    assert!(read > 100, "{read}");
}

#[test]
fn the_grammar_for_editors_is_json_and_knows_the_words() {
    let grammar = include_str!("../../../../editors/vscode/syntaxes/game.tmLanguage.json");
    let _: serde_json::Value = serde_json::from_str(grammar).unwrap();
    for kind in ishitori_boards::ast::BoardKind::ALL {
        assert!(grammar.contains(kind.name()));
        for word in ishitori_boards::ast::direction_words(kind) {
            assert!(grammar.contains(word), "{word}");
        }
    }
}

/// An expression without a result is reported with its question.
#[test]
fn expressions_without_result() {
    let game = BoardGame::new(&format!("{HEAD}left: . -> x where row mod (column - 1) = 0\n"), &[]);
    let Err(SetUpError::Fault(fault)) = game.unwrap().set_up("2x2") else { panic!("a fault") };
    assert_eq!(fault.position[1], 1);
    let game = BoardGame::new(&format!("{HEAD}left: . -> x\nend: if 1 mod [o] = 0 then L\n"), &[]);
    let game = game.unwrap();
    let End::PieceCount(rest) = &game.text().end else { panic!("what is left") };
    let (rules, start) = game.set_up_widest("2x2").unwrap();
    let found = PieceCountSearch::new(&rules, rest, Budget::unlimited()).outcome(&start);
    let Err(Stopped::Fault(fault)) = found else { panic!("a fault") };
    assert_eq!(&game.source()[fault.span], "1 mod [o]");
}

/// Lines of some lengths mean nothing, shapes are large: once they were panics.
#[test]
fn patterns_that_fit_nowhere_are_left_out() {
    let options = |source: &str, position: &str| -> Vec<String> {
        let game = BoardGame::new(source, &[]).expect(source);
        let (rules, start) = game.set_up_widest(position).expect(source);
        rules.moves(&start, Player::Left).into_iter().map(|(_, to)| rules.show(&to)).collect()
    };
    // Without an x there is no next cell.
    let next = "game g\nboard strip\npieces x o\nleft: . x* -> ' .* along right\nright: x -> .\n";
    assert_eq!(options(next, ".xx"), ["x.x", "x.."]);
    assert_eq!(options(next, "..."), [""; 0]);
    // A line does not end with an edge.
    let edge = "game g\nboard graph\npieces x o\nedges l r\nleft: (. <l>)+ .* -> (x <l>)+ .* along edges\nright: x -> o\n";
    assert_eq!(options(edge, "1l2 2r3"), ["1l2 2r3 1:x", "1l2 2r3 2:x"]);
    // Rows of hexagons lean, so that a turned shape has coordinates of both sides together.
    let row = |last: &str| [vec!["?"; 100], vec![last]].concat().join(" ");
    let shape = |first: &str, last: &str| {
        [vec![first.to_string()], vec!["?".to_string(); 99], vec![row(last)]].concat().join(" / ")
    };
    let hex = format!(
        "game g\nboard hex\npieces x o\nleft: {} -> {} along turns-and-flips\n  x -> o\nright: o -> .\n",
        shape("x", "x"),
        shape("o", "o")
    );
    assert_eq!(options(&hex, "x.|.."), ["o.|.."]);
    // The first cell of a pattern may lie outside the board, where it has the number 0.
    let place = |cell: usize| {
        let text = "game g\nboard strip\npieces x o\nleft: ? x -> ? . along right where cell =";
        options(&format!("{text} {cell}\nright: x -> .\n"), "xxx")
    };
    assert_eq!(
        (place(0), place(1), place(2)),
        (vec![".xx".into()], vec!["x.x".into()], vec!["xx.".into()])
    );
}

/// Patterns with more sets of pieces than a program knows.
#[test]
fn too_many_sets_of_pieces() {
    let pieces = "abcdefghijk";
    let mut text = format!("game g\nboard strip\npieces {pieces}\nboth: a -> .\n");
    for (i, one) in pieces.char_indices() {
        for other in pieces[i + 1..].chars() {
            text += &format!("  [{one}{other}] -> .\n");
        }
    }
    let found = BoardGame::new(&text, &[]).unwrap().set_up("ab");
    assert_eq!(found.map(|_| ()), Err(SetUpError::TooManySets));
}

/// What the fuzz target `board` begins with and has found, every time.
#[test]
fn what_was_found_by_fuzzing() {
    for kind in ["seeds", "regressions"] {
        assert!(replay(kind, "board", board::run) > 5, "{kind}");
    }
}
