//! What must be proved, and what must be refuted.

use ishitori_automata::{Decision, Violation, Why, prove};
use ishitori_language::{ParameterValue, TextGame, chocolate, library_game};
use ishitori_values::Budget;

const CONJECTURE_6: &str = "let p = y div 2 in let q = z div 2 in
if y mod 2 = 0 and z mod 2 = 0 then p + 2*q
else if y mod 2 = 1 and z mod 2 = 1 then p + 2*q + 2
else if y mod 2 = 0 then
  if 2*p*(k+1) <= 2*q then 2*q + 1 - p else 2*q + 1 - 2*p + (2*q + 1 - 2*p) div (2*k)
else
  if (2*p+1)*(k+1) <= 2*q then 2*q - 1 - p else 2*q - 1 - 2*p + (2*q - 1 - 2*p) div (2*k)";

fn decide(game: &TextGame, formula: &str) -> Decision {
    prove(game, &game.formula(formula).unwrap(), &Budget::unlimited(), &mut |_| {})
}

fn library(name: &str, settings: &[(&str, i64)]) -> TextGame {
    let settings: Vec<_> =
        settings.iter().map(|(n, v)| (n.to_string(), ParameterValue::Int(*v))).collect();
    TextGame::new(library_game(name).unwrap().source, &settings).unwrap()
}

#[track_caller]
fn proved(game: &TextGame, formula: &str) {
    let decided = decide(game, formula);
    assert!(matches!(decided, Decision::Proved(_)), "{game}: {formula}: {decided:?}");
}

#[track_caller]
fn refuted(game: &TextGame, formula: &str) -> Violation {
    match decide(game, formula) {
        Decision::Refuted(violation) => violation,
        other => panic!("{game}: {formula}: {other:?}"),
    }
}

#[test]
fn bars_with_even_k_are_nim() {
    for k in (2..=12).step_by(2) {
        proved(&TextGame::new(&chocolate(&k.to_string()), &[]).unwrap(), "y xor z");
    }
}

#[test]
fn conjecture_6_for_odd_k_and_not_for_even_k() {
    for k in [1, 3, 5, 7, 9, 11, 13, 15] {
        proved(&TextGame::new(&chocolate(&k.to_string()), &[]).unwrap(), CONJECTURE_6);
    }
    for k in [2, 4, 6] {
        refuted(&TextGame::new(&chocolate(&k.to_string()), &[]).unwrap(), CONJECTURE_6);
    }
}

#[test]
fn a_sign_changed_is_refuted() {
    let game = TextGame::new(&chocolate("3"), &[]).unwrap();
    for (right, wrong) in [
        ("then p + 2*q\n", "then 2*q - p\n"),
        ("2*q + 2\n", "2*q - 2\n"),
        ("2*q - 1 - p", "2*q + 1 - p"),
        ("2*q + 1 - p", "2*q + 1 + p"),
        ("(2*q - 1 - 2*p) div", "(2*q - 1 + 2*p) div"),
    ] {
        let text = CONJECTURE_6.replace(right, wrong);
        assert_ne!(text, CONJECTURE_6);
        refuted(&game, &text);
    }
}

#[test]
fn nim_and_its_relatives() {
    proved(&library("nim", &[]), "a xor b xor c");
    proved(&library("nim", &[]), "a xor b xor c = 0");
    for m in 1..=6 {
        let game = library("bounded-nim", &[("m", m)]);
        proved(&game, "(a mod (m + 1)) xor (b mod (m + 1))");
        refuted(&game, "(a mod (m + 2)) xor (b mod (m + 1))");
    }
    proved(&library("silver-dollar", &[]), "a xor (c - b - 1)");
    proved(&library("silver-dollar", &[]), "a xor (c - b - 1) = 0");
    assert!(matches!(
        refuted(&library("nim", &[]), "a xor b xor (c + 1)"),
        Violation::SameValue { .. } | Violation::Missing { .. }
    ));
}

#[test]
fn three_coordinates_have_their_p_positions_but_not_their_values() {
    proved(&library("chocolate3", &[]), "x xor y xor z = 0");
    refuted(&library("chocolate3", &[]), "x xor y xor z");
}

#[test]
fn other_ends_and_other_players() {
    proved(&library("thirty-one", &[]), "n mod (m + 1) = 1");
    refuted(&library("thirty-one", &[]), "n mod (m + 1) = 0");
    let game = TextGame::new(
        "(n) -> (n - s) for s in {2, 3} if s <= n; end: if n mod 2 = 0 then L else R",
        &[],
    )
    .unwrap();
    let outcomes = "if n < 2 then (if n = 0 then L else R)
        else if n mod 5 = 2 or n mod 5 = 0 then L
        else if n mod 5 = 1 then P else N";
    proved(&game, outcomes);
    refuted(&game, &outcomes.replace("= 1 then P", "= 1 then R"));
    // Left and Right have different moves: the outcomes of a race.
    let race = TextGame::new(
        "position (a, b)\nleft: (a - 1, b) if a > 0\nright: (a, b - 1) if b > 0",
        &[],
    );
    proved(&race.unwrap(), "if a > b then L else if a < b then R else P");
}

#[test]
fn sums_have_the_nim_sum_of_their_values() {
    // Lasker's Nim with one heap: take any number, or split.
    let game = TextGame::new(
        "position (n)\nboth: (m) for m in 0 ..< n\n      (a) + (n - a) for a in 1 ..< n",
        &[],
    )
    .unwrap();
    proved(
        &game,
        "if n = 0 then 0 else if n mod 4 = 3 then n + 1 else if n mod 4 = 0 then n - 1 else n",
    );
    refuted(&game, "n");
}

#[test]
fn what_is_outside_is_named() {
    let game = library("nim", &[]);
    let Decision::Open(Why::Formula(outside)) = decide(&game, "a * b") else { panic!() };
    assert_eq!((outside.span, outside.construct.to_string().contains("product")), (0..5, true));
    let euclid = library("euclid", &[]);
    assert!(matches!(decide(&euclid, "a - b"), Decision::Open(Why::Game(_))));
    let partial = TextGame::new("position (n) both: (m) for m in 0 ..< n", &[]).unwrap();
    let Decision::Open(Why::Undefined(at)) = decide(&partial, "if n < 5 then n") else { panic!() };
    assert_eq!(at, [5]);
    let endless = TextGame::new("position (a, b) both: (b, a)", &[]).unwrap();
    assert!(matches!(decide(&endless, "0"), Decision::Open(Why::Endless)));
    let leaves =
        TextGame::new("position (n) where n mod 2 = 0 both: (n - 1) if n > 0", &[]).unwrap();
    assert!(matches!(decide(&leaves, "0"), Decision::Open(Why::Leaves { .. })));
}
