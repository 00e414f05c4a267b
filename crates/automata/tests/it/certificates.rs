//! Certificates of formulas: what is proved is accepted by the checker, and nothing else is.

use ishitori_automata::{
    Base, Decision, Proof as Proved, certificate, prove, prove_relation, prove_wins,
};
use ishitori_certify::{Certificate, Claim, FormulaClaim, Proof, Rule, Test, WinsProof, check};
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
    certificate(game, Some(&formula), &proof, &budget).unwrap().unwrap()
}

fn library(name: &str) -> TextGame {
    TextGame::new(library_game(name).unwrap().source, &[]).unwrap()
}

/// Other games are in `statements_can_be_read_again`.
#[test]
fn what_is_proved_is_accepted() {
    let bar = |k: &str| TextGame::new(&chocolate(k), &[]).unwrap();
    for (game, formula) in [(bar("2"), "y xor z"), (bar("4"), "y xor z"), (bar("5"), CONJECTURE_6)]
    {
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
                    claim: &FormulaClaim,
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

/// A game with Left and Right alone, one that ends by letters, one under misère play.
const RACE: &str = "position (a, b)\nleft: (a - 1, b) if a > 0\nright: (a, b - 1) if b > 0";
const LETTERS: &str = "(n) -> (n - s) for s in {2, 3} if s <= n; end: if n mod 2 = 0 then L else R";
const LETTERS_ARE: &str = "if n < 2 then (if n = 0 then L else R)
    else if n mod 5 = 2 or n mod 5 = 0 then L else if n mod 5 = 1 then P else N";
const LASKER: &str =
    "position (n)\nboth: (m) for m in 0 ..< n\n      (a) + (n - a) for a in 1 ..< n";
const LASKER_IS: &str =
    "if n = 0 then 0 else if n mod 4 = 3 then n + 1 else if n mod 4 = 0 then n - 1 else n";

fn text(source: &str) -> TextGame {
    TextGame::new(source, &[]).unwrap()
}

#[test]
fn outcomes_and_sums_are_accepted() {
    for (game, formula, says) in [
        (library("nim"), "a xor b xor c = 0", "is a P-position if and only if"),
        (library("chocolate3"), "x xor y xor z = 0", "is a P-position if and only if"),
        (
            library("thirty-one"),
            "n mod (m + 1) = 1",
            "; end: misere` on all integers n ≥ 0 of any size",
        ),
        (text(RACE), "if a > b then L else if a < b then R else P", "; left: ("),
        (text(LETTERS), LETTERS_ARE, "moving first, Left wins a position if and only if"),
        (text(LASKER), LASKER_IS, "(a) + (n - a) for a in 1 ..< n"),
    ] {
        let verdict = check(&certified(&game, formula).to_json());
        assert!(verdict.valid, "{game}: {:?}", verdict.why);
        let claim = verdict.claim.unwrap().to_string();
        assert!(claim.contains(says), "{claim}");
    }
}

/// What a verdict prints is a game and a formula of the language, in its layout, and stands for the same theorem.
#[test]
fn statements_can_be_read_again() {
    // These have to be proved; those below may be outside of what can be.
    const PROVED: usize = 10;
    for (at, (game, formula)) in [
        (library("nim"), "a xor b xor c"),
        (library("bounded-nim"), "(a mod (m + 1)) xor (b mod (m + 1))"),
        (library("silver-dollar"), "a xor (c - b - 1)"),
        (TextGame::new(&chocolate("3"), &[]).unwrap(), CONJECTURE_6),
        (library("nim"), "a xor b xor c = 0"),
        (library("chocolate3"), "x xor y xor z = 0"),
        (library("thirty-one"), "n mod (m + 1) = 1"),
        (text(RACE), "if a > b then L else if a < b then R else P"),
        (text(LETTERS), LETTERS_ARE),
        (text(LASKER), LASKER_IS),
        (text("(n) -> (n - s) for s in {1, 2} if s <= n"), "n mod 3"),
        (
            text("(n) -> (n - 2*s) for s in 1 .. n step 3 if s < 5 if 2*s <= n"),
            "(n div 2) mod 2 * 1",
        ),
        (
            text("(n, m) -> (n - 1, m) if n > 0 and not (m = 7); (n, m - 1) if m >= 1"),
            "if m = 7 then 0 else 0",
        ),
        (text("(石, N) where -石 <= 3 - 2*N or N <= -(-2) -> (石 - 1, N) if 石 > 0"), "石 mod 2"),
        (text("(n) -> (n - 1) if n > 0; terminal: n = 4"), "if n >= 4 then n mod 2 else n mod 2"),
        (
            text("(n) -> (n - (if n mod 3 = 0 then min(n, 3) else 1)) if n > 0"),
            "if n mod 3 = 0 then (n div 3) mod 2 else 0",
        ),
        (
            text(
                "(n) -> (n - 1) if n > 0 if bitand(n, 5) + bitor(n, 2) xor abs(2 - n) >= -n * 3 - 7",
            ),
            "n mod 2",
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let checked = game.formula(formula).unwrap();
        let budget = Budget::unlimited();
        let Decision::Proved(proof) = prove(&game, &checked, &budget, &mut |_| {}) else {
            assert!(at >= PROVED, "{game} is not proved");
            continue;
        };
        let made = certificate(&game, Some(&checked), &proof, &budget).unwrap().unwrap();
        let verdict = check(&made.to_json());
        assert!(verdict.valid, "{game}: {:?}", verdict.why);
        let claimed = verdict.claim.unwrap().to_string();
        let about_numbers = claimed.contains("the Grundy number of every position is");
        assert!(at >= 4 || about_numbers, "{claimed}");
        let (Rule::Tuples(rule), Claim::Formula(claim)) = (&made.rule, &made.claim) else {
            panic!()
        };
        let printed = rule.lines().join("\n") + "\n";
        assert_eq!(ishitori_language::format(&printed).unwrap(), printed);
        let claimed = match claim {
            FormulaClaim::Grundy(term) => term.to_string(),
            FormulaClaim::PPositions(test) => test.to_string(),
            FormulaClaim::Outcomes([left, right]) => format!(
                "if ({left}) and ({right}) then N else if {left} then L else if {right} then R else P"
            ),
            _ => panic!("a formula is claimed"),
        };
        let again = certified(&TextGame::new(&printed, &[]).unwrap(), &claimed);
        let (Rule::Tuples(other), Claim::Formula(same)) = (&again.rule, &again.claim) else {
            panic!()
        };
        assert_eq!(other.lines(), rule.lines(), "{game}");
        // The proof of the one is a proof of the other.
        let mixed = Certificate::new(again.rule.clone(), again.claim.clone(), made.data.clone());
        let (mixed, checked) = (mixed.to_json(), made.to_json());
        assert!(mixed == checked || check(&mixed).valid, "{printed}{claimed}");
        if !matches!(claim, FormulaClaim::Outcomes(_)) {
            assert_eq!(same.to_string(), claim.to_string());
        }
        // On one line it is the same game.
        let line = TextGame::new(&rule.to_string(), &[]).unwrap();
        assert_eq!(certified(&line, &claimed).rule, again.rule, "{rule}");
    }
}

/// A document that was changed, with the hash that fits.
fn rehashed(text: &str) -> String {
    let changed: Certificate = serde_json::from_str(text).unwrap();
    Certificate::new(changed.rule, changed.claim, changed.data).to_json()
}

/// Names are printed in statements, so nothing but a name may stand there.
#[test]
fn names_that_say_something_are_refused() {
    let game = text("(n) -> (n - s) for s in {1, 2} if s <= n");
    let json = certified(&game, "n mod 3").to_json();
    for name in [
        "n mod 3 = 0 and n",
        "n\\n  why    checked",
        "n\\u001b[2J",
        "n\\u202e",
        "",
        " n",
        "mod",
        "n)",
        "ｎ",
        "א",
        "n\u{200b}",
        "1n",
        "true",
        "∀",
    ] {
        let text = json.replace("\"n\"", &format!("\"{name}\""));
        assert_ne!(text, json);
        let verdict = check(&rehashed(&text));
        assert!(!verdict.valid && verdict.claim.is_none(), "{name}: {:?}", verdict.claim);
        assert_eq!(
            verdict.why.to_string(),
            "the rule is not valid: coordinates and variables are named by letters and digits, all names are different and known, and options have all coordinates"
        );
    }
    // Another name is another way to say the same.
    for name in ["m", "石", "Näme_1'", "x2"] {
        let text = json.replace("\"n\"", &format!("\"{name}\""));
        assert!(check(&rehashed(&text)).valid, "{name}");
    }
    // Names that certificates do not have are replaced.
    let game = text("(א, N) -> (א - x1, N) for x1 in {1, 2} if x1 <= א");
    let made = certified(&game, "א mod 3");
    assert!(check(&made.to_json()).valid);
    let Rule::Tuples(rule) = made.rule else { panic!() };
    assert_eq!(rule.coordinates, ["x1", "x2"]);
}

/// The proof of a formula, as if its automata had been learnt.
fn without_formula(game: &TextGame, formula: &str) -> Certificate {
    let formula = game.formula(formula).unwrap();
    let budget = Budget::unlimited();
    let Decision::Proved(proof) = prove(game, &formula, &budget, &mut |_| {}) else { panic!() };
    let sets: Vec<_> = proof.relations.iter().map(|relation| &relation.automaton).collect();
    let again: Box<Proved> = match match sets.as_slice() {
        [graph] => prove_relation(game, graph, &Base::binary(), &budget, &mut |_| {}),
        wins => prove_wins(game, [wins[0], wins[1]], &Base::binary(), &budget, &mut |_| {}),
    } {
        Decision::Proved(proof) => proof,
        other => panic!("{other:?}"),
    };
    certificate(game, None, &again, &budget).unwrap().unwrap()
}

#[test]
fn automata_are_accepted_without_a_formula() {
    for (game, formula) in [
        (TextGame::new(&chocolate("3"), &[]).unwrap(), CONJECTURE_6),
        (library("nim"), "a xor b xor c = 0"),
        (library("thirty-one"), "n mod (m + 1) = 1"),
        (text(RACE), "if a > b then L else if a < b then R else P"),
        (text(LETTERS), LETTERS_ARE),
        (text(LASKER), LASKER_IS),
    ] {
        let made = without_formula(&game, formula);
        let verdict = check(&made.to_json());
        assert!(verdict.valid, "{game}: {:?}", verdict.why);
        assert!(verdict.claim.unwrap().to_string().contains("in the certificate accepts"));
        // Another automaton than that of the proof.
        let Claim::Formula(claim) = made.claim.clone() else { panic!() };
        for state in 1..5 {
            let mut claim = claim.clone();
            let automaton = match &mut claim {
                FormulaClaim::GrundyAutomaton(a) | FormulaClaim::PPositionsAutomaton(a) => a,
                FormulaClaim::OutcomesAutomata(both) => &mut both[1],
                _ => panic!("an automaton is claimed"),
            };
            if state >= automaton.states.len() as u32 {
                continue;
            }
            match automaton.accepting.binary_search(&state) {
                Ok(at) => drop(automaton.accepting.remove(at)),
                Err(at) => automaton.accepting.insert(at, state),
            }
            let forged =
                Certificate::new(made.rule.clone(), Claim::Formula(claim), made.data.clone());
            let verdict = check(&forged.to_json());
            // Off the positions an automaton of outcomes may say anything.
            let same = matches!(made.claim, Claim::Formula(FormulaClaim::GrundyAutomaton(_)));
            assert!(!verdict.valid || !same, "{game}, state {state}");
        }
    }
}

/// Every part of a proof of outcomes, changed, is refused or proves the same.
#[test]
fn changed_outcomes_are_refused() {
    for (source, formula) in [
        (library("thirty-one"), "n mod (m + 1) = 1"),
        (text(RACE), "if a > b then L else if a < b then R else P"),
        (text(LETTERS), LETTERS_ARE),
    ] {
        let right = certified(&source, formula);
        let Proof::FormulaWins(proof) = right.data.clone() else { panic!() };
        let accepted = |proof: WinsProof| {
            let data = Proof::FormulaWins(proof);
            check(&Certificate::new(right.rule.clone(), right.claim.clone(), data).to_json()).valid
        };
        assert!(accepted(proof.clone()));
        // Sets of positions that are won: every state counts, and so do the witnesses that are there.
        for set in 0..proof.wins.len() {
            for state in 1..proof.wins[set].states.len() as u32 {
                let mut changed = proof.clone();
                let automaton = &mut changed.wins[set];
                // Where nothing is accepted whatever follows there are no positions.
                if automaton.states[state as usize] == 2 * state {
                    continue;
                }
                match automaton.accepting.binary_search(&state) {
                    Ok(at) => drop(automaton.accepting.remove(at)),
                    Err(at) => automaton.accepting.insert(at, state),
                }
                assert!(!accepted(changed), "{source}: set {set}, state {state}");
            }
        }
        for player in 0..proof.witnesses.len() {
            let mut changed = proof.clone();
            changed.witnesses[player].iter_mut().for_each(|w| w.accepting.clear());
            assert!(!accepted(changed), "{source}: no witnesses of {player}");
            let mut changed = proof.clone();
            for witness in &mut changed.witnesses[player] {
                witness.accepting = (0..witness.states.len() as u32).collect();
            }
            assert!(!accepted(changed), "{source}: everything is a witness of {player}");
        }
        for player in 0..proof.stuck.len() {
            let mut changed = proof.clone();
            let stuck = &mut changed.stuck[player];
            stuck.accepting = (0..stuck.states.len() as u32).collect();
            assert!(!accepted(changed), "{source}: no player can move");
            let mut changed = proof.clone();
            changed.stuck[player].accepting.clear();
            changed.moves[player].iter_mut().for_each(|w| w.accepting.clear());
            assert!(!accepted(changed), "{source}: nothing is said of the end");
        }
        let mut changed = proof.clone();
        changed.decreases.clear();
        assert!(!accepted(changed), "{source}: no play need end");
        // Another end, another player.
        let Rule::Tuples(rule) = right.rule.clone() else { panic!() };
        let mut other = rule.clone();
        other.end = match other.end {
            None => Some(Box::new([Test::All(Vec::new()), Test::All(Vec::new())])),
            Some(_) => None,
        };
        let forged = Certificate::new(Rule::Tuples(other), right.claim.clone(), right.data.clone());
        assert!(!check(&forged.to_json()).valid, "{source}: another end");
        let mut other = rule.clone();
        other.moves[0].player = match other.moves[0].player {
            None => Some(ishitori_certify::TuplePlayer::Left),
            Some(_) => None,
        };
        let forged = Certificate::new(Rule::Tuples(other), right.claim.clone(), right.data.clone());
        assert!(!check(&forged.to_json()).valid, "{source}: another player");
    }
}

#[test]
fn a_proof_of_sums_needs_all_parts() {
    let right = certified(&text(LASKER), LASKER_IS);
    let Rule::Tuples(mut rule) = right.rule.clone() else { panic!() };
    rule.moves[1].plus.clear();
    let forged = Certificate::new(Rule::Tuples(rule), right.claim.clone(), right.data.clone());
    assert!(!check(&forged.to_json()).valid);
    // Outcomes say nothing of sums.
    let Rule::Tuples(rule) = right.rule.clone() else { panic!() };
    let claim = Claim::Formula(FormulaClaim::PPositions(Test::Any(Vec::new())));
    let forged = Certificate::new(Rule::Tuples(rule), claim, right.data.clone());
    assert!(!check(&forged.to_json()).valid);
}

/// Every number in the rule, the claim and the forms of certificates, replaced by numbers at the edge of what a machine
/// holds: refused, never wrapped.
#[test]
fn numbers_at_the_edge_are_refused() {
    let mut edges: Vec<String> = Vec::new();
    for power in [31u32, 32, 39, 40, 41, 53, 62, 63, 64] {
        for near in -1..=1i128 {
            let number = (1i128 << power) + near;
            edges.extend([number.to_string(), (-number).to_string()]);
        }
    }
    for (game, formula) in [
        (text("(n) -> (n - s) for s in {1, 2} if s <= n"), "n mod 3 = 0"),
        (text("(n) -> (n - s) for s in {1, 2} if s <= n"), "n mod 3"),
        (text("(n) -> (n - 2*s) for s in 1 .. 2 if 2*s <= n"), "(n div 2) mod 3"),
        (text(LETTERS), LETTERS_ARE),
    ] {
        let original = certified(&game, formula);
        let made = serde_json::to_value(&original).unwrap();
        let mut places = Vec::new();
        for part in ["/rule", "/claim", "/data/formula/decreases", "/data/formula-wins/decreases"] {
            if let Some(value) = made.pointer(part) {
                numbers(value, part.to_string(), &mut places);
            }
        }
        assert!(places.len() >= 5, "{places:?}");
        let limits = |steps| ishitori_certify::Limits { steps, ..Default::default() };
        // Many more steps than the certificate needs.
        const STEPS: u64 = 1 << 19;
        let few = ishitori_certify::check_within(&original.to_json(), &limits(STEPS / 2));
        assert!(few.valid, "{:?}", few.why);
        let mut accepted = 0;
        for place in places {
            for edge in &edges {
                let mut changed = made.clone();
                let Ok(number) = serde_json::from_str(edge) else { continue };
                if changed.pointer(&place) == Some(&number) {
                    continue;
                }
                *changed.pointer_mut(&place).unwrap() = number;
                // A number beyond the type of its field is not read at all.
                let Ok(changed) = serde_json::from_value::<Certificate>(changed) else { continue };
                let changed = Certificate::new(changed.rule, changed.claim, changed.data);
                let verdict = ishitori_certify::check_within(&changed.to_json(), &limits(STEPS));
                // A form that decreases decreases as a multiple, too; and n ≥ −2^31 says as much as n ≥ 0.
                let same = place.contains("decreases")
                    || (place.starts_with("/claim")
                        && says_the_same(&changed.claim, &original.claim));
                accepted += usize::from(verdict.valid);
                assert!(!verdict.valid || same, "{place} := {edge}: {}", verdict.claim.unwrap());
            }
        }
        assert!(accepted < 200, "{accepted}");
    }
}

/// Whether two claims about outcomes agree at 0, 1, …, by integers of any size.
fn says_the_same(one: &Claim, other: &Claim) -> bool {
    let (
        Claim::Formula(FormulaClaim::Outcomes(one)),
        Claim::Formula(FormulaClaim::Outcomes(other)),
    ) = (one, other)
    else {
        return false;
    };
    let all = || (0..200i128).chain([31, 40, 53, 62].map(|power| 1 << power));
    (0..2).all(|player| all().all(|n| holds(&one[player], n) == holds(&other[player], n)))
}

fn holds(test: &Test, n: i128) -> bool {
    match test {
        Test::Equal(a, b) => value(a, n) == value(b, n),
        Test::AtMost(a, b) => value(a, n) <= value(b, n),
        Test::All(tests) => tests.iter().all(|test| holds(test, n)),
        Test::Any(tests) => tests.iter().any(|test| holds(test, n)),
        Test::Not(test) => !holds(test, n),
    }
}

fn value(term: &ishitori_certify::Term, n: i128) -> i128 {
    use ishitori_certify::Term;
    match term {
        Term::Number(c) => i128::from(*c),
        Term::Name(_) => n,
        Term::Sum(terms) => terms.iter().map(|term| value(term, n)).sum(),
        Term::Times(a, term) => i128::from(*a) * value(term, n),
        Term::Div(term, c) => value(term, n).div_euclid(i128::from(*c)),
        Term::Mod(term, c) => value(term, n).rem_euclid(i128::from(*c)),
        _ => panic!("not in these claims"),
    }
}

fn numbers(value: &serde_json::Value, at: String, places: &mut Vec<String>) {
    match value {
        serde_json::Value::Object(fields) => {
            fields.iter().for_each(|(key, v)| numbers(v, format!("{at}/{key}"), places));
        }
        serde_json::Value::Array(items) => {
            items.iter().enumerate().for_each(|(i, v)| numbers(v, format!("{at}/{i}"), places));
        }
        serde_json::Value::Number(_) => places.push(at),
        _ => {}
    }
}

/// An end that needs more tracks than letters have bits: refused, not read with some of them.
#[test]
fn ends_with_too_many_quotients_are_refused() {
    let game = text("(n) -> (n - 1) if n > 0; end: if n < 1 then P else P");
    let json = certified(&game, "if n mod 2 = 0 then P else N").to_json();
    assert!(check(&json).valid);
    let made: Certificate = serde_json::from_str(&json).unwrap();
    let Rule::Tuples(mut rule) = made.rule.clone() else { panic!() };
    for count in [2, 14, 15, 31, 32, 33, 64] {
        // Never true, but it looks at many quotients.
        let quotient = |i: u64| {
            let of = ishitori_certify::Term::Name("n".to_string());
            ishitori_certify::Term::Div(Box::new(of), i + 2)
        };
        let negative = |i| Test::AtMost(quotient(i), ishitori_certify::Term::Number(-1));
        let end = Test::Any((0..count).map(negative).collect());
        rule.end = Some(Box::new([end.clone(), end]));
        let forged =
            Certificate::new(Rule::Tuples(rule.clone()), made.claim.clone(), made.data.clone());
        let verdict = check(&forged.to_json());
        assert_eq!(verdict.valid, count == 2, "{count}: {}", verdict.why);
    }
}
