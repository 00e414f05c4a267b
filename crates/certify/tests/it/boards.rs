//! Strategies on boards: certificates written by hand, forged ones, and texts of rules with anything in them. Those that
//! the search writes are tested where it is, in `ishitori-boards`.

use ishitori_certify::{
    BoardClaim, BoardRule, Certificate, Construct, Rejection, Strategist, StrategyFault, Why, check,
};

const DOMINEERING: &str = "game domineering
board grid
left:  . . -> # # along vertical
right: . . -> # # along horizontal
";

const CRAM: &str = "game cram
board grid
both: . . -> # # along orthogonal
";

const CLOBBER: &str = "game clobber
board grid
pieces x o
left:  x o -> . x along orthogonal
right: mirror x <-> o
";

fn outcome(text: &str, position: &str, play: &str, outcome: &str, entries: &[&str]) -> Certificate {
    made(text, position, (play, Some(outcome), None), entries)
}

fn made(
    text: &str,
    position: &str,
    (play, outcome, nimber): (&str, Option<&str>, Option<u64>),
    entries: &[&str],
) -> Certificate {
    let rule = BoardRule { text: text.into(), parameters: Vec::new(), position: position.into() };
    let game = text.lines().next().and_then(|line| line.strip_prefix("game ")).unwrap_or("");
    let rows: Vec<&str> = position.split('|').collect();
    let empty = position.chars().all(|c| ".|".contains(c));
    let size = format!("{}x{}", rows.len(), rows[0].len());
    let claim = BoardClaim {
        game: game.into(),
        board: if empty { size } else { position.into() },
        play: play.into(),
        outcome: outcome.map(Into::into),
        nimber,
    };
    Strategist::certificate(rule, claim, entries.iter().map(|e| e.to_string()).collect())
}

fn accepted(certificate: &Certificate) -> String {
    let verdict = check(&certificate.to_json());
    assert!(verdict.valid, "{}", verdict.why);
    verdict.claim.unwrap().to_string()
}

fn rejected(certificate: &Certificate) -> Rejection {
    match check(&certificate.to_json()).why {
        Why::Rejected(rejection) => rejection,
        Why::Proved(_) => panic!("{}", certificate.to_json()),
    }
}

fn fault(certificate: &Certificate) -> StrategyFault {
    match rejected(certificate) {
        Rejection::StrategyEntry { why, .. } => why,
        other => panic!("{other}"),
    }
}

#[test]
fn certificates_by_hand() {
    // After either move the other player has none.
    let square = outcome(DOMINEERING, "..|..", "normal", "N", &["R 0 .|. ", "L 0 .. "]);
    assert_eq!(accepted(&square), "domineering 2x2: the player who moves first wins");
    // A column of three is worth 1: Right moves in −1 only, and Left takes two cells.
    let one = ["R -1 .|.|. AA", "L -1 .|.|. AAAA"];
    accepted(&outcome(DOMINEERING, ".|.|.", "normal", "L", &["R 0 .|.|. "]));
    accepted(&outcome(DOMINEERING, ".|.|.", "normal", "L", &one));
    let cram = made(CRAM, "..", ("normal", None, Some(1)), &["P 1 .. AAAA"]);
    assert_eq!(accepted(&cram), "cram 1x2 is worth the nimber *1");
    accepted(&outcome(CRAM, "..", "normal", "N", &[]));
    // In misère play who takes the last two cells loses.
    let misere = outcome(CRAM, "..", "misere", "P", &["L 0 .. //", "R 0 .. //"]);
    assert_eq!(accepted(&misere), "cram 1x2: the player who moves second wins in misère play");
    // Either player has the only move.
    accepted(&outcome(CLOBBER, "xo", "normal", "N", &[]));
    accepted(&outcome(CLOBBER, "xo", "misere", "P", &["L 0 xo //", "R 0 xo //"]));
}

/// The players have the same moves if those are the same on the board, however the text says so.
#[test]
fn mirrored_moves_are_compared_as_they_are_laid() {
    let text = |along: &str| {
        format!(
            "game eat\nboard grid\npieces x o\nleft: . [xo] -> _ # along {along}\n\
             right: mirror x <-> o transposed\n"
        )
    };
    let nimber =
        |along: &str| made(&text(along), "x.", ("normal", None, Some(1)), &["P 1 x. AAAA"]);
    accepted(&nimber("left, up"));
    accepted(&nimber("up, left"));
    // Right can eat upwards only.
    rejected(&nimber("left"));
    accepted(&outcome(&text("left"), "x.", "normal", "L", &["R 0 x. "]));
    // An image keeps the moves of each player, not only those of both together.
    let read = |text: &str, position: &str| {
        let rule =
            BoardRule { text: text.into(), parameters: Vec::new(), position: position.into() };
        Strategist::new(&rule, "normal", ishitori_certify::Limits::default()).unwrap()
    };
    let domineering = read(DOMINEERING, "..");
    assert_eq!(domineering.fitting(domineering.start()).as_ref(), Some(domineering.start()));
    let column = read(DOMINEERING, ".|.").start().clone();
    assert_eq!(domineering.fitting(&column), None);
    let cram = read(CRAM, "..");
    assert_eq!(cram.fitting(&column).as_ref(), Some(cram.start()));
}

#[test]
fn forged_ones_are_rejected() {
    let claims = ["P", "L", "R", "X", ""];
    for claim in claims {
        rejected(&outcome(DOMINEERING, "..|..", "normal", claim, &["R 0 .|. ", "L 0 .. "]));
    }
    // No entry, a missing reply, one too many, none that exists, one that does not win, an unknown digit.
    let left_wins = |entries: &[&str]| outcome(DOMINEERING, ".|.|.", "normal", "L", entries);
    assert!(matches!(rejected(&left_wins(&[])), Rejection::StrategyClaim));
    assert_eq!(fault(&left_wins(&["R -1 .|.|. "])), StrategyFault::ReplyCount);
    assert_eq!(fault(&left_wins(&["R -1 .|.|. AAAA"])), StrategyFault::ReplyCount);
    assert_eq!(fault(&left_wins(&["R -1 .|.|. AC"])), StrategyFault::NoMove);
    assert_eq!(fault(&left_wins(&["R -2 .|.|. AA"])), StrategyFault::NotLost);
    assert_eq!(fault(&left_wins(&["R -1 .|.|. //"])), StrategyFault::NotLost);
    let words = [
        "",
        "R",
        "R 0",
        "R 0 .|.|.",
        "N 0 . ",
        "R 1/3 . ",
        "R x . ",
        "R 0 q ",
        "R 0 .|.. ",
        "R -1 .|.|. A-",
    ];
    for word in words {
        assert_eq!(fault(&left_wins(&[word])), StrategyFault::Form, "{word}");
    }
    // A true entry does not prove another claim; and entries rest on earlier ones only.
    let two = "P 0 ..|.. AAAAAAAA";
    accepted(&made(CRAM, "..|..", ("normal", None, Some(0)), &[two]));
    let found = rejected(&made(CRAM, "..|..", ("normal", None, Some(1)), &[two]));
    assert!(matches!(found, Rejection::StrategyClaim));
    let order = ["P 0 ... AAAA", "P 1 .. AAAA"];
    rejected(&made(CRAM, "...", ("normal", None, Some(0)), &order));
    // Nimbers are for the same moves and normal play.
    rejected(&made(DOMINEERING, ".|.|.", ("normal", None, Some(1)), &[]));
    rejected(&made(CRAM, "..", ("misere", None, Some(1)), &[]));
    rejected(&made(CRAM, "..", ("normal", Some("N"), Some(1)), &["P 1 .. AAAA"]));
    rejected(&made(CRAM, "..", ("normal", None, None), &["P 1 .. AAAA"]));
    // Who cannot move wins in misère play.
    let stuck = outcome(CLOBBER, "xx", "misere", "P", &["L 0 xx ", "R 0 xx "]);
    assert_eq!(fault(&stuck), StrategyFault::MisereEnd);
    let says_misere = format!("{CRAM}end: misere\n");
    rejected(&outcome(&says_misere, "..", "normal", "N", &[]));
}

#[test]
fn what_is_not_read_is_named() {
    let refused = [
        ("loopy", Construct::Loopy),
        ("loopy: left", Construct::Loopy),
        ("after: parts of one kind -> #", Construct::After),
        ("end: if [.] = 0 then L else R", Construct::End),
        ("left: . -> # then reachable . -> # along right", Construct::Reachable),
        ("left: . -> # where row = 1", Construct::Where),
        ("left: . . -> ' # along right", Construct::Shift),
    ];
    for (line, construct) in refused {
        let text = format!("{CRAM}{line}\n");
        match rejected(&outcome(&text, "..", "normal", "N", &[])) {
            Rejection::BoardUnsupported { construct: found } => assert_eq!(found, construct),
            other => panic!("{line}: {other}"),
        }
    }
    for line in
        ["left: . -> q", "left: . .", "right: . . -> #", "foo: x", "board hex", "left: . . -> # #"]
    {
        let text = format!("{CRAM}{line}\n");
        let found = rejected(&outcome(&text, "..", "normal", "N", &[]));
        assert!(matches!(found, Rejection::BoardText { line: 4 }), "{line}: {found}");
    }
    for position in ["", ".|..", "q", &".".repeat(129), "#|"] {
        rejected(&outcome(CRAM, position, "normal", "P", &[]));
    }
}

/// Texts and positions with characters exchanged: nothing panics.
#[test]
fn changed_texts_do_no_harm() {
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let mut below = |n: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 33) as usize % n
    };
    let signs: Vec<char> = ".#xo*+{}()[]^_~'$?<>/-:,|0123456789 \n\tl→".chars().collect();
    let graph = "game g
board graph
pieces x
edges l r
left: . <l> . -> # <#> x along edges
right: [.x] -> # then neighbours . -> x, x -> # if at most 2 neighbours are [.x]
never: x x along edges
";
    let mut valid = 0;
    for round in 0..4_000 {
        let (text, position) = match round % 4 {
            0 => (DOMINEERING, "...|.#."),
            1 => (CRAM, "..|.."),
            2 => (CLOBBER, "xo.|oxo"),
            _ => (graph, "1l2 2r3 3:x 1r3 4"),
        };
        let change = |text: &str, below: &mut dyn FnMut(usize) -> usize| -> String {
            let mut all: Vec<char> = text.chars().collect();
            for _ in 0..below(4) {
                let (at, sign) = (below(all.len()), signs[below(signs.len())]);
                match below(3) {
                    0 => all[at] = sign,
                    1 => all.insert(at, sign),
                    _ => {
                        all.remove(at);
                    }
                }
            }
            all.into_iter().collect()
        };
        let text = change(text, &mut below);
        let position = change(position, &mut below);
        let rule = BoardRule { text, parameters: Vec::new(), position };
        let play = if below(2) == 0 { "normal" } else { "misere" };
        let limits = ishitori_certify::Limits::default();
        let Ok(mut all) = Strategist::new(&rule, play, limits) else { continue };
        valid += 1;
        let start = all.start().clone();
        for player in 0..2 {
            for board in all.moves(&start, player).unwrap().into_iter().take(8) {
                for part in all.parts(&board).unwrap() {
                    let shown = all.show(&part);
                    assert!(!shown.is_empty());
                }
            }
        }
    }
    assert!(valid > 200, "{valid}");
}
