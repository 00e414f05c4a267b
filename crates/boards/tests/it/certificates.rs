//! Certificates of who wins on a board: written by the search, accepted by the checker, which shares no code with
//! it; and on small boards what they say agrees with the literal twin.

use std::collections::HashMap;
use std::time::Instant;

use crate::common::{self, Dice, Naive};
use ishitori_boards::BoardGame;
use ishitori_boards::ast::End;
use ishitori_boards::certificate::{CertificateError, CertifiedFact};
use ishitori_certify::{Certificate, Claim, Proof, Rejection, Why, check};
use ishitori_values::{Budget, Player};

/// The certificate of a position of the library, checked; what it says, and how large it is.
fn certified(name: &str, position: &str, end: &End, wanted: CertifiedFact) -> (String, usize) {
    let game = BoardGame::named(name).unwrap();
    let set_up = game.set_up(position).unwrap();
    let begin = Instant::now();
    let made = set_up.certificate(&game, end, wanted, Budget::unlimited());
    let made = made.unwrap_or_else(|error| panic!("{name} {position}: {error}"));
    let (written, begin) = (begin.elapsed(), Instant::now());
    let text = made.to_json();
    let verdict = check(&text);
    assert!(verdict.valid, "{name} {position}: {}", verdict.why);
    let Proof::BoardStrategy(proof) = &made.data else { panic!("{made:?}") };
    println!(
        "{name} {position}: {} entries, {} bytes, written in {written:.2?}, checked in {:.2?}",
        proof.entries.len(),
        text.len(),
        begin.elapsed()
    );
    (verdict.claim.unwrap().to_string(), text.len())
}

#[test]
fn known_results_have_certificates() {
    let outcomes = [
        ("domineering", "4x4", "domineering 4x4: the player who moves first wins"),
        ("domineering", "5x5", "domineering 5x5: the player who moves second wins"),
        ("domineering", "4x5", "domineering 4x5: Left wins, whoever moves first"),
        ("clobber", "xoxo|oxox|xoxo", "clobber xoxo|oxox|xoxo: the player who moves second wins"),
        ("nogo", "3x3", "nogo 3x3: the player who moves first wins"),
    ];
    for (name, position, expected) in outcomes {
        let (said, _) = certified(name, position, &End::Normal, CertifiedFact::Outcome);
        assert_eq!(said, expected);
    }
    for (board, nimber) in [("3x3", 0), ("3x5", 1), ("4x5", 2), ("5x5", 0)] {
        let (said, _) = certified("cram", board, &End::Normal, CertifiedFact::Nimber);
        assert_eq!(said, format!("cram {board} is worth the nimber *{nimber}"));
    }
}

/// Larger boards, by hand: `cargo nextest run -p ishitori-boards --run-ignored all -E 'test(large_boards)' --no-capture`.
#[test]
#[ignore = "takes a minute or more"]
fn large_boards_have_certificates() {
    for (name, board) in
        [("domineering", "6x6"), ("nogo", "4x4"), ("clobber", "xoxox|oxoxo|xoxox|oxoxo")]
    {
        certified(name, board, &End::Normal, CertifiedFact::Outcome);
    }
    certified("cram", "5x7", &End::Normal, CertifiedFact::Nimber);
    certified("domineering", "7x7", &End::Normal, CertifiedFact::Outcome);
}

/// The checker writes a part in the form that it prefers, which may have more rows or columns than the board: by a sixth of a
/// turn among hexagons, or with rows and columns exchanged where a quarter of a turn does not keep the rules.
#[test]
fn parts_are_turned_to_fit_on_the_board() {
    certified("hex-clobber", "#xx|..x|oox|.#o", &End::Normal, CertifiedFact::Outcome);
    let source = "game corner\nboard grid\npieces x o\nleft: x o -> . x along left, up\n\
                  right: mirror x <-> o\n";
    let game = BoardGame::new(source, &[]).unwrap();
    for position in ["ooo|xox", "oo|xo|ox", "oxoxo", "o|x|o|x|o"] {
        let set_up = game.set_up(position).unwrap();
        let start = common::settle(game.text(), &Naive::read(game.text(), position));
        for end in [End::Normal, End::Misere] {
            let made = set_up.certificate(&game, &end, CertifiedFact::Outcome, Budget::unlimited());
            let made = made.unwrap_or_else(|error| panic!("{position}: {error}"));
            assert!(check(&made.to_json()).valid);
            agrees(&made, game.text(), &start, matches!(end, End::Misere));
        }
    }
}

/// The lines of the players differ, but not the moves: there are nimbers.
#[test]
fn mirrored_moves_that_are_the_same_have_nimbers() {
    let source = "game eat\nboard grid\npieces x o\nleft: . [xo] -> _ # along left, up\n\
                  right: mirror x <-> o transposed\n";
    let game = BoardGame::new(source, &[]).unwrap();
    assert!(!game.text().impartial);
    // An empty cell eats the pieces to its left and above, each once: the nimber is 0 or 1 as this number of moves is even or odd.
    for (position, nimber) in [("x.", 1), ("xx|o.|xo", 0), ("xx.", 1), ("x.x.", 0)] {
        let set_up = game.set_up(position).unwrap();
        let made = |wanted| {
            let made = set_up.certificate(&game, &End::Normal, wanted, Budget::unlimited());
            let made = made.unwrap_or_else(|error| panic!("{position}: {error}"));
            assert!(check(&made.to_json()).valid);
            made
        };
        let Claim::BoardStrategy(claim) = made(CertifiedFact::Nimber).claim else {
            panic!("a board")
        };
        assert_eq!(claim.nimber, Some(nimber), "{position}");
        let start = common::settle(game.text(), &Naive::read(game.text(), position));
        agrees(&made(CertifiedFact::Outcome), game.text(), &start, false);
    }
}

/// Random positions of every text of the library: the claim is that of the twin.
#[test]
fn certificates_agree_with_the_twin() {
    let mut dice = Dice(0x2545_f491_4f6c_dd1d);
    let (mut accepted, mut refused) = (0, Vec::new());
    for game in ishitori_boards::LIBRARY {
        let rules = BoardGame::named(game.name).unwrap();
        for round in 0..4 {
            let position = common::position(rules.text(), game.name, &mut dice);
            let Ok(set_up) = rules.set_up(&position) else { continue };
            let start = common::settle(rules.text(), &Naive::read(rules.text(), &position));
            let end = if round % 2 == 0 { End::Normal } else { End::Misere };
            let made =
                set_up.certificate(&rules, &end, CertifiedFact::Outcome, Budget::unlimited());
            let made = match made {
                Ok(made) => made,
                Err(CertificateError::Refused(why)) => {
                    let known = matches!(*why, Rejection::BoardUnsupported { .. });
                    assert!(known, "{} {position}: {why}", game.name);
                    if !refused.contains(&game.name) {
                        refused.push(game.name);
                    }
                    continue;
                }
                Err(error) => panic!("{} {position}: {error}", game.name),
            };
            let verdict = check(&made.to_json());
            assert!(verdict.valid, "{} {position}: {}", game.name, verdict.why);
            agrees(&made, rules.text(), &start, matches!(end, End::Misere));
            accepted += 1;
        }
    }
    println!("{accepted} accepted; the checker does not read {refused:?}");
    assert!(accepted > 250 && refused.len() < 15, "{accepted} {refused:?}");
}

/// Whether the outcome of a certificate is that of plain recursion.
fn agrees(made: &Certificate, text: &ishitori_boards::ast::GameText, start: &Naive, misere: bool) {
    let Claim::BoardStrategy(claim) = &made.claim else { panic!("{made:?}") };
    let mut known = HashMap::new();
    let [left, right] =
        Player::BOTH.map(|player| common::wins(text, start, player, misere, &mut known));
    let expected = ishitori_values::Outcome::from_first_move_wins(left, right).to_string();
    assert_eq!(claim.outcome.as_ref(), Some(&expected), "{}", made.to_json());
}

/// Random texts with every construct of the language.
#[test]
fn certificates_of_random_texts_agree_with_the_twin() {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let (mut accepted, mut refused) = (0, 0);
    for round in 0..700 {
        let kind = ["grid", "grid", "hex", "strip", "graph"][round % 5];
        let source = crate::random_texts::text(&mut dice, kind);
        let Ok(game) = BoardGame::new(&source, &[]) else { continue };
        if matches!(game.text().end, End::PieceCount(_)) {
            continue;
        }
        for misere in [false, true] {
            let misere = misere || matches!(game.text().end, End::Misere);
            let position = crate::random_texts::position(&mut dice, kind);
            let Ok(set_up) = game.set_up(&position) else { continue };
            let start = common::settle(game.text(), &Naive::read(game.text(), &position));
            if start.cells.len() > 7 {
                continue;
            }
            let end = if misere { End::Misere } else { End::Normal };
            match set_up.certificate(&game, &end, CertifiedFact::Outcome, Budget::unlimited()) {
                Ok(made) => {
                    let verdict = check(&made.to_json());
                    assert!(verdict.valid, "{source}{position}: {}", verdict.why);
                    agrees(&made, game.text(), &start, misere);
                    accepted += 1;
                }
                Err(CertificateError::Refused(why)) => {
                    let known = matches!(*why, Rejection::BoardUnsupported { .. });
                    assert!(known, "{source}{position}: {why}");
                    refused += 1;
                }
                Err(error) => panic!("{source}{position}: {error}"),
            }
        }
    }
    println!("{accepted} accepted, {refused} refused");
    assert!(accepted > 60, "{accepted} accepted, {refused} refused");
}

/// A certificate with something changed, hashed again.
fn forged(made: &Certificate, change: impl FnOnce(&mut Certificate)) -> Why {
    let mut copy = made.clone();
    change(&mut copy);
    let again = Certificate::new(copy.rule, copy.claim, copy.data);
    let verdict = check(&again.to_json());
    assert!(!verdict.valid, "{}", again.to_json());
    verdict.why
}

fn entries(certificate: &mut Certificate) -> &mut Vec<String> {
    let Proof::BoardStrategy(proof) = &mut certificate.data else { panic!("a strategy") };
    &mut proof.entries
}

fn claim(certificate: &mut Certificate) -> &mut ishitori_certify::BoardClaim {
    let Claim::BoardStrategy(claim) = &mut certificate.claim else {
        panic!("a claim about a board")
    };
    claim
}

fn rule(certificate: &mut Certificate) -> &mut ishitori_certify::BoardRule {
    let ishitori_certify::Rule::Board(rule) = &mut certificate.rule else { panic!("a board") };
    rule
}

#[test]
fn forged_certificates_are_rejected() {
    let game = BoardGame::named("domineering").unwrap();
    let set_up = game.set_up("3x5").unwrap();
    let made = set_up
        .certificate(&game, &End::Normal, CertifiedFact::Outcome, Budget::unlimited())
        .unwrap();
    assert!(check(&made.to_json()).valid);
    let count = entries(&mut made.clone()).len();
    assert!(count > 5, "{count}");
    // Another claim.
    let said = claim(&mut made.clone()).outcome.clone().unwrap();
    for outcome in ["P", "N", "L", "R"].iter().filter(|&&other| other != said) {
        forged(&made, |copy| claim(copy).outcome = Some(outcome.to_string()));
    }
    forged(&made, |copy| claim(copy).play = "misere".into());
    forged(&made, |copy| claim(copy).play = "both".into());
    forged(&made, |copy| claim(copy).nimber = Some(0));
    forged(&made, |copy| claim(copy).board = "5x5".into());
    forged(&made, |copy| claim(copy).game = "cram".into());
    // Other rules, or another position.
    forged(&made, |copy| rule(copy).text = rule(copy).text.replace("vertical", "diagonal"));
    forged(&made, |copy| rule(copy).text = "game domineering\nboard grid\n".into());
    forged(&made, |copy| rule(copy).position = "#....|.....|.....".into());
    // Entries left out, in the wrong order, and changed.
    let last = count - 1;
    forged(&made, |copy| drop(entries(copy).remove(last)));
    forged(&made, |copy| entries(copy).clear());
    let why = forged(&made, |copy| entries(copy).reverse());
    assert!(matches!(why, Why::Rejected(Rejection::StrategyEntry { .. })), "{why}");
    for place in 0..count {
        // An entry rests on earlier ones only, never on itself.
        let entry = entries(&mut made.clone())[place].clone();
        let (start, replies) = entry.rsplit_once(' ').unwrap();
        let shorter = replies.get(2..);
        if let Some(shorter) = shorter {
            forged(&made, |copy| entries(copy)[place] = format!("{start} {shorter}"));
            forged(&made, |copy| entries(copy)[place] = format!("{start} 99{shorter}"));
        }
        forged(&made, |copy| entries(copy)[place] = format!("{entry}AA"));
        forged(&made, |copy| entries(copy)[place] = format!("X {entry}"));
        // A number that is too good.
        let (_, rest) = entry.split_once(' ').unwrap();
        let (_, parts) = rest.split_once(' ').unwrap();
        let good = if entry.starts_with('L') { "9" } else { "-9" };
        forged(&made, |copy| entries(copy)[place] = format!("{} {good} {parts}", &entry[..1]));
    }
}

#[test]
fn changed_replies_are_rejected_or_win_as_well() {
    let game = BoardGame::named("clobber").unwrap();
    let set_up = game.set_up("xoxo|oxox").unwrap();
    let made = set_up
        .certificate(&game, &End::Misere, CertifiedFact::Outcome, Budget::unlimited())
        .unwrap();
    let count = entries(&mut made.clone()).len();
    let mut rejected = 0;
    for place in 0..count {
        let entry = entries(&mut made.clone())[place].clone();
        let (start, replies) = entry.rsplit_once(' ').unwrap();
        for at in (0..replies.len()).step_by(2) {
            for other in ["AA", "AB", "AC", "//"] {
                let changed = format!("{}{other}{}", &replies[..at], &replies[at + 2..]);
                let mut copy = made.clone();
                entries(&mut copy)[place] = format!("{start} {changed}");
                let again = Certificate::new(copy.rule, copy.claim, copy.data);
                let verdict = check(&again.to_json());
                // What the claim says stays true whatever the reply.
                assert!(changed != replies || verdict.valid);
                rejected += usize::from(!verdict.valid);
            }
        }
    }
    assert!(rejected > count, "{rejected} of {count}");
}

#[test]
fn what_the_checker_does_not_read_is_named() {
    let chomp = BoardGame::named("chomp").unwrap();
    let set_up = chomp.set_up("2x2").unwrap();
    let made =
        set_up.certificate(&chomp, &End::Normal, CertifiedFact::Outcome, Budget::unlimited());
    let error = made.unwrap_err().to_string();
    assert_eq!(error, "not supported by the checker: `then reachable` in the rules");
}
