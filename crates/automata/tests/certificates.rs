//! Certificates of formulas: what is proved is accepted by the checker, and nothing else is.

use ishitori_automata::{Decision, certificate, prove};
use ishitori_certify::{Certificate, Claim, Proof, Rule, check};
use ishitori_language::{TextGame, chocolate, library_game};
use ishitori_values::Budget;

const CONJECTURE_6: &str = "let p = y div 2 in let q = z div 2 in
if y mod 2 = 0 and z mod 2 = 0 then p + 2*q
else if y mod 2 = 1 and z mod 2 = 1 then p + 2*q + 2
else if y mod 2 = 0 then
  if 2*p*(k+1) <= 2*q then 2*q + 1 - p else 2*q + 1 - 2*p + (2*q + 1 - 2*p) div (2*k)
else
  if (2*p+1)*(k+1) <= 2*q then 2*q - 1 - p else 2*q - 1 - 2*p + (2*q - 1 - 2*p) div (2*k)";

fn certified(game: &TextGame, formula: &str) -> Certificate {
    let formula = game.formula(formula).unwrap();
    let budget = Budget::unlimited();
    let Decision::Proved(proof) = prove(game, &formula, &budget, &mut |_| {}) else {
        panic!("{game} is not proved");
    };
    certificate(game, &formula, &proof, &budget).unwrap().unwrap()
}

fn library(name: &str) -> TextGame {
    TextGame::new(library_game(name).unwrap().source, &[]).unwrap()
}

#[test]
fn what_is_proved_is_accepted() {
    let bar = |k: &str| TextGame::new(&chocolate(k), &[]).unwrap();
    for (game, formula) in [
        (library("nim"), "a xor b xor c"),
        (library("bounded-nim"), "(a mod (m + 1)) xor (b mod (m + 1))"),
        (library("silver-dollar"), "a xor (c - b - 1)"),
        (bar("2"), "y xor z"),
        (bar("4"), "y xor z"),
        (bar("3"), CONJECTURE_6),
        (bar("5"), CONJECTURE_6),
    ] {
        let verdict = check(&certified(&game, formula).to_json());
        assert!(verdict.valid, "{game}: {:?}", verdict.why);
        let claim = verdict.claim.unwrap().to_string();
        assert!(claim.contains("the Grundy number of every position is"), "{claim}");
    }
}

#[test]
fn what_is_changed_is_refused() {
    let game = TextGame::new(&chocolate("2"), &[]).unwrap();
    let right = certified(&game, "y xor z");
    let (Rule::Tuples(rule), Claim::Formula(claim), Proof::Formula(proof)) =
        (right.rule.clone(), right.claim.clone(), right.data.clone())
    else {
        panic!()
    };
    let accepted = |rule: &ishitori_certify::TupleRule,
                    claim: &ishitori_certify::FormulaClaim,
                    proof: &ishitori_certify::FormulaProof| {
        let made = Certificate::new(
            Rule::Tuples(rule.clone()),
            Claim::Formula(claim.clone()),
            Proof::Formula(proof.clone()),
        );
        check(&made.to_json()).valid
    };
    assert!(accepted(&rule, &claim, &proof));
    // Every accepting state taken away or added, in every automaton.
    let automata = 1 + proof.witnesses.len();
    for number in 0..automata {
        let states = match number {
            0 => proof.graph.states.len(),
            n => proof.witnesses[n - 1].states.len(),
        };
        for state in 1..states as u32 {
            let mut changed = proof.clone();
            let automaton = match number {
                0 => &mut changed.graph,
                n => &mut changed.witnesses[n - 1],
            };
            match automaton.accepting.binary_search(&state) {
                Ok(at) => drop(automaton.accepting.remove(at)),
                Err(at) => automaton.accepting.insert(at, state),
            }
            assert!(!accepted(&rule, &claim, &changed), "automaton {number}, state {state}");
        }
    }
    let mut changed = proof.clone();
    changed.decreases = vec![vec![1, 0]];
    assert!(!accepted(&rule, &claim, &changed));
    let mut changed = rule.clone();
    changed.moves.pop();
    assert!(!accepted(&changed, &claim, &proof));
    let mut other = proof.clone();
    other.witnesses.pop();
    assert!(!accepted(&changed, &claim, &other));
    // The same proof about another bar.
    let three = certified(&TextGame::new(&chocolate("4"), &[]).unwrap(), "y xor z");
    let Rule::Tuples(three) = three.rule else { panic!() };
    assert!(!accepted(&three, &claim, &proof));
}
