//! Automata that read numbers in other bases than 2, against integers.

use std::collections::HashMap;
use std::convert::Infallible;

use ishitori_automata::{
    Automaton, Base, Construct, Decision, Discovery, Formula, GameTable, Linear, Relation, Scan,
    Sign, Solved, Subject, TableStop, Why, Work, certificate, find, prove_in_base,
};
use ishitori_certify::{Certificate, Claim, FormulaClaim, Proof, check};
use ishitori_language::{Halt, ParameterValue, Sink, TextGame, library_game};
use ishitori_values::Budget;
use proptest::prelude::*;
use std::rc::Rc;

const BASES: &[&str] = &[
    "fibonacci",
    "pell",
    "3",
    "4",
    "10",
    "ostrowski:[1;1]",
    "ostrowski:[1;3]",
    "ostrowski:[0;1,2]",
    "ostrowski:[2;3,1,2]",
];

fn base(name: &str) -> Base {
    name.parse().unwrap()
}

#[test]
fn every_number_is_written_in_one_way() {
    for name in BASES {
        let base = base(name);
        for number in (0..3000).chain([1 << 20, (1 << 20) + 7]) {
            let code = base.code(number).unwrap();
            assert_eq!(base.number(code), Some(number), "{number} in base {name}");
        }
        let mut seen = HashMap::new();
        for code in 0..1u64 << 13 {
            let Some(number) = base.number(code) else { continue };
            assert_eq!(seen.insert(number, code), None, "{number} in base {name}");
            assert_eq!(base.code(number), Some(code));
        }
        assert_eq!(base.to_string().parse(), Ok(base));
    }
    // Weights: 1, 2, 3, 5; 1, 2, 5, 12; 1, 3, 10, 33.
    let sides = ["2", "fibonacci", "pell", "3", "ostrowski:[1;3]"].map(|name| base(name).side(3));
    assert_eq!(sides, [8, 5, 12, 27, 33]);
}

#[test]
fn texts_that_name_no_base_are_refused() {
    for text in [
        "",
        "1",
        "0",
        "256",
        "-3",
        "+3",
        "3.5",
        "Fibonacci",
        "zeckendorf",
        "ostrowski:",
        "ostrowski:[1]",
        "ostrowski:[1;]",
        "ostrowski:[1;0]",
        "ostrowski:[1;2,]",
        "ostrowski:[;2]",
        "ostrowski:[1;256]",
        "ostrowski:[1;1,1,1,1,1,1,1,1,1]",
        "ostrowski:1;2",
        "99999999999999999999",
    ] {
        assert!(text.parse::<Base>().is_err(), "{text}");
    }
    assert!("2".parse::<Base>().unwrap().is_binary());
}

fn wide(numbers: &[i64]) -> Vec<(u32, i128)> {
    (0..).zip(numbers.iter().map(|&x| i128::from(x))).collect()
}

fn sums(work: &mut Work<'_>) -> Automaton {
    Automaton::zero(&Linear::of(&[(0, 1), (1, 1), (2, -1)], 0).unwrap(), work).unwrap()
}

/// x + 0 = x, x + (y + 1) = (x + y) + 1 for y ≥ 0 and the same downwards for y ≤ 0, and each sum is one number: so the
/// automaton is that of addition by induction. The successor is the least number above: by the order.
#[test]
fn addition_obeys_its_recursion() {
    for name in BASES {
        let base = base(name);
        let budget = Budget::unlimited();
        let mut work = Work::new(&budget).in_base(&base);
        let automaton = sums(&mut work);
        let adds = Rc::new(Relation { name: "+".into(), arguments: vec![0, 1, 2], automaton });
        let next = |a: u32, b: u32| Formula::Zero(Linear::of(&[(a, 1), (b, -1)], 1).unwrap());
        let sum = |x: u32, y: u32, z: u32| Formula::Holds(Rc::clone(&adds), vec![x, y, z]);
        let equal = |a: u32, b: u32| Formula::Zero(Linear::of(&[(a, 1), (b, -1)], 0).unwrap());
        let none = [
            // 3 is 0.
            Formula::all([Formula::Zero(Linear::track(3)), sum(0, 3, 0).negated(), equal(0, 0)]),
            Formula::all([sum(0, 1, 2), next(1, 3), next(2, 4), sum(0, 3, 4).negated()]),
            Formula::all([sum(0, 3, 4), next(1, 3), next(2, 4), sum(0, 1, 2).negated()]),
            Formula::all([sum(0, 1, 2), sum(0, 1, 3), equal(2, 3).negated()]),
            // Nothing is between a number and the next one.
            Formula::all([
                next(0, 1),
                Formula::AtMostZero(Linear::of(&[(0, 1), (2, -1)], 1).unwrap()),
                Formula::AtMostZero(Linear::of(&[(2, 1), (1, -1)], 1).unwrap()),
            ]),
        ];
        for (at, formula) in none.iter().enumerate() {
            let set = formula.automaton(&mut work).unwrap();
            assert!(set.is_empty(), "{name}, {at}: {:?}", set.shortest());
        }
        // Every sum is there.
        let all = Formula::exists(vec![2], sum(0, 1, 2)).negated();
        assert!(all.automaton(&mut work).unwrap().is_empty(), "{name}");
    }
}

#[test]
fn large_numbers_and_constants() {
    let budget = Budget::unlimited();
    for name in BASES {
        let base = base(name);
        let mut work = Work::new(&budget).in_base(&base);
        let set = sums(&mut work);
        let (x, y) = (10i128.pow(18) + 1, -3 * 10i128.pow(17));
        assert!(set.holds(&[(0, x), (1, y), (2, x + y)]), "{name}");
        assert!(!set.holds(&[(0, x), (1, y), (2, x + y + 1)]), "{name}");
        let far =
            Automaton::zero(&Linear::of(&[(0, 1)], -1_000_000_007).unwrap(), &mut work).unwrap();
        assert_eq!(far.shortest(), Some(vec![(0, 1_000_000_007)]), "{name}");
        let below = Automaton::zero(&Linear::of(&[(0, 1)], 123_456).unwrap(), &mut work).unwrap();
        assert_eq!(below.shortest(), Some(vec![(0, -123_456)]), "{name}");
        let double =
            Automaton::zero(&Linear::of(&[(0, 2), (1, -1)], 0).unwrap(), &mut work).unwrap();
        assert_eq!(double.solutions(&[(0, 1 << 60)], &[1], 3), [[2 << 60]], "{name}");
        assert_eq!(double.solutions(&[(1, -14)], &[0], 3), [[-7]], "{name}");
        assert!(double.solutions(&[(1, 15)], &[0], 3).is_empty(), "{name}");
    }
}

fn forms(tracks: u32) -> impl Strategy<Value = Linear> {
    let terms = prop::collection::vec((0..tracks, -4..5i64), 1..4);
    (terms, -20..20i64).prop_map(|(terms, c)| Linear::of(&terms, c).unwrap())
}

/// Conditions on tracks 0 and 1, in which track 2 is a number from 0 to 9.
#[derive(Clone, Debug)]
enum Condition {
    AtMost(Linear),
    Equal(Linear),
    Congruent(Linear, i64),
    Not(Box<Condition>),
    All(Vec<Condition>),
    Any(Vec<Condition>),
    Some(Box<Condition>),
}

fn conditions() -> impl Strategy<Value = Condition> {
    let leaf = prop_oneof![
        forms(3).prop_map(Condition::AtMost),
        forms(3).prop_map(Condition::Equal),
        (forms(3), 2..5i64).prop_map(|(form, m)| Condition::Congruent(form, m)),
    ];
    leaf.prop_recursive(3, 8, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(|c| Condition::Not(Box::new(c))),
            prop::collection::vec(inner.clone(), 1..3).prop_map(Condition::All),
            prop::collection::vec(inner.clone(), 1..3).prop_map(Condition::Any),
            inner.prop_map(|c| Condition::Some(Box::new(c))),
        ]
    })
}

impl Condition {
    fn formula(&self, fresh: &mut u32, third: u32) -> Formula {
        let place = |form: &Linear| form.substitute(2, &Linear::track(third)).unwrap();
        match self {
            Condition::AtMost(form) => Formula::all([Formula::AtMostZero(place(form))]),
            Condition::Equal(form) => Formula::all([Formula::Zero(place(form))]),
            Condition::Congruent(form, m) => Formula::all([Formula::Congruent(place(form), *m)]),
            Condition::Not(inner) => inner.formula(fresh, third).negated(),
            Condition::All(parts) => Formula::all(parts.iter().map(|p| p.formula(fresh, third))),
            Condition::Any(parts) => Formula::any(parts.iter().map(|p| p.formula(fresh, third))),
            Condition::Some(inner) => {
                *fresh += 1;
                let own = *fresh;
                let low = Formula::AtMostZero(Linear::of(&[(own, -1)], 0).unwrap());
                let high = Formula::AtMostZero(Linear::of(&[(own, 1)], -9).unwrap());
                let inner = inner.formula(fresh, own);
                Formula::exists(vec![own], Formula::all([low, high, inner]))
            }
        }
    }

    fn holds(&self, at: [i64; 3]) -> bool {
        let value = |form: &Linear| form.value(|track| at[track as usize]).unwrap();
        match self {
            Condition::AtMost(form) => value(form) <= 0,
            Condition::Equal(form) => value(form) == 0,
            Condition::Congruent(form, m) => value(form).rem_euclid(*m) == 0,
            Condition::Not(inner) => !inner.holds(at),
            Condition::All(parts) => parts.iter().all(|p| p.holds(at)),
            Condition::Any(parts) => parts.iter().any(|p| p.holds(at)),
            Condition::Some(inner) => (0..10).any(|z| inner.holds([at[0], at[1], z])),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn linear_conditions_are_those_of_integers(
        which in 0..BASES.len(), form in forms(3), m in 1..7i64,
        tuples in prop::collection::vec([-400..400i64, -400..400i64, -30..30i64], 12),
    ) {
        let budget = Budget::unlimited();
        let mut work = Work::new(&budget).in_base(&base(BASES[which]));
        let low = Automaton::at_most_zero(&form, &mut work).unwrap();
        let zero = Automaton::zero(&form, &mut work).unwrap();
        let residue = Automaton::congruent(&form, m, &mut work).unwrap();
        for tuple in tuples {
            let value = form.value(|track| tuple[track as usize]).unwrap();
            let at = wide(&tuple);
            prop_assert_eq!(low.holds(&at), value <= 0, "{} at {:?} in {}", &form, tuple, BASES[which]);
            prop_assert_eq!(zero.holds(&at), value == 0, "{} at {:?} in {}", &form, tuple, BASES[which]);
            prop_assert_eq!(residue.holds(&at), value.rem_euclid(m) == 0, "{} at {:?} in {}", &form, tuple, BASES[which]);
        }
        // A solution is one.
        if let Some(found) = zero.shortest() {
            prop_assert!(zero.holds(&found));
        }
    }

    #[test]
    fn formulas_are_those_of_a_box(which in 0..BASES.len(), condition in conditions()) {
        let budget = Budget::unlimited();
        let mut work = Work::new(&budget).in_base(&base(BASES[which]));
        let mut fresh = 3;
        // Track 2 is 0 outside of quantifiers.
        let formula = condition.formula(&mut fresh, 2);
        let set = formula.automaton(&mut work).unwrap();
        let mut none = true;
        for x in -6..14 {
            for y in -5..13 {
                let truth = condition.holds([x, y, 0]);
                none &= !truth;
                prop_assert_eq!(set.holds(&wide(&[x, y, 0])), truth, "({}, {}) in {}", x, y, BASES[which]);
            }
        }
        prop_assert!(none || !set.is_empty());
        if let Some(found) = set.shortest() {
            let on = |track| found.iter().find(|(t, _)| *t == track).map_or(0, |&(_, x)| x as i64);
            prop_assert!(condition.holds([on(0), on(1), on(2)]), "{:?}", found);
        }
        let other = set.clone().complement(&mut work).unwrap();
        prop_assert!(set.and(&other, &mut work).unwrap().is_empty());
        prop_assert!(set.or(&other, &mut work).unwrap().complement(&mut work).unwrap().is_empty());
    }
}

struct Options(Vec<Vec<i64>>);
impl Sink for Options {
    fn option(&mut self, _: usize, coordinates: &[i64]) -> Result<(), Halt> {
        self.0.push(coordinates.to_vec());
        Ok(())
    }
}

/// The lost positions of Wythoff's game and of relatives of it: numbers that differ by less than `spread` may be taken from
/// both heaps; the game is over where the sum is at most `over`; the player who cannot move may win.
struct Wythoff {
    spread: usize,
    over: usize,
    misere: bool,
    side: usize,
    lost: Vec<bool>,
}

impl Wythoff {
    fn new(spread: usize, over: usize, misere: bool) -> Wythoff {
        let mut table = Wythoff { spread, over, misere, side: 0, lost: Vec::new() };
        table.fill(64);
        table
    }

    /// Each lost position rules out its row, its column and some diagonals from there on.
    fn fill(&mut self, side: usize) {
        let mut lost = vec![false; side * side];
        let mut columns = vec![false; side];
        // The first lost position of each diagonal: b − a + side.
        let mut diagonals: Vec<Option<usize>> = vec![None; 2 * side + 1];
        for a in 0..side {
            let mut row = false;
            for b in 0..side {
                let is_lost = match a + b <= self.over {
                    true => !self.misere,
                    false => {
                        let first = (side + b + 1 - a).saturating_sub(self.spread);
                        let last = (side + b - a + self.spread - 1).min(2 * side);
                        let by_both = (first..=last).any(|diagonal| {
                            // Both smaller.
                            diagonals[diagonal].is_some_and(|at| at < a && at + diagonal < b + side)
                        });
                        !row && !columns[b] && !by_both
                    }
                };
                if is_lost {
                    (row, columns[b]) = (true, true);
                    diagonals[side + b - a].get_or_insert(a);
                    lost[a * side + b] = true;
                }
            }
        }
        (self.side, self.lost) = (side, lost);
    }
}

impl GameTable for Wythoff {
    type Fault = Infallible;

    fn value(&mut self, position: &[u64]) -> Result<Option<u64>, TableStop<Infallible>> {
        let at = [position[0], position[1]].map(|x| usize::try_from(x).unwrap());
        let wanted = at[0].max(at[1]) + 1;
        if wanted > 6000 {
            return Err(TableStop::Far(position.to_vec()));
        }
        if wanted > self.side {
            self.fill(wanted.next_power_of_two().min(6000));
        }
        Ok(Some(if self.lost[at[0] * self.side + at[1]] { 0 } else { 3 }))
    }

    fn last(&self) -> Vec<u64> {
        vec![40; 2]
    }
}

/// The table, which is that of the definition as far as this is tried.
fn table(game: &TextGame, spread: usize, over: usize, misere: bool) -> Wythoff {
    let mut table = Wythoff::new(spread, over, misere);
    let mut machine = game.machine();
    for a in 0..20i64 {
        for b in 0..20i64 {
            let mut options = Options(Vec::new());
            machine.options(&[a, b], None, &mut options).map_err(|_| ()).unwrap();
            let mut value = |at: &[i64]| table.value(&[at[0] as u64, at[1] as u64]).unwrap();
            let wins = match options.0.is_empty() {
                true => misere,
                false => options.0.iter().any(|option| value(option) == Some(0)),
            };
            assert_eq!(value(&[a, b]), Some(if wins { 3 } else { 0 }), "{game} at ({a}, {b})");
        }
    }
    table
}

fn learnt(game: &TextGame, mut truth: Wythoff, name: &str) -> Discovery {
    let budget = Budget::unlimited();
    find(game, Subject::Outcomes, &base(name), &mut truth, &budget, &mut |_| {}).unwrap()
}

#[track_caller]
fn certified(game: &TextGame, truth: Wythoff, name: &str) -> (Discovery, Certificate) {
    let found = learnt(game, truth, name);
    let Decision::Proved(proof) = &found.decision else { panic!("{game}: {:?}", found.decision) };
    let made = certificate(game, None, proof, &Budget::unlimited()).unwrap().unwrap();
    let verdict = check(&made.to_json());
    assert!(verdict.valid, "{game} in {name}: {:?}", verdict.why);
    (found, made)
}

const WYTHOFF: &str = "position (a, b)
both: (m, b) for m in 0 ..< a
      (a, m) for m in 0 ..< b
      (a - k, b - k) for k in 1 .. min(a, b)";

fn text(source: &str) -> TextGame {
    TextGame::new(source, &[]).unwrap()
}

/// W. A. Wythoff, *A modification of the game of Nim*, Nieuw Arch. Wisk. 7 (1907): (⌊nφ⌋, ⌊nφ²⌋).
#[test]
fn wythoffs_game_is_proved_for_all_positions() {
    let game = text(WYTHOFF);
    let (found, _) = certified(&game, table(&game, 1, 0, false), "fibonacci");
    let lost = &found.automata[0];
    let (mut used, mut n) = (std::collections::BTreeSet::new(), 0i128);
    while n < 300 {
        let a = (0..).find(|a| !used.contains(a)).unwrap();
        used.extend([a, a + n]);
        for (x, y) in [(a, a + n), (a + n, a)] {
            assert!(lost.holds(&[(0, x), (1, y)]), "({x}, {y})");
        }
        assert!(!lost.holds(&[(0, a), (1, a + n + 1)]));
        n += 1;
    }
    // Fibonacci numbers F(2k), F(2k + 1) far beyond any table.
    let (mut x, mut y) = (1i128, 2i128);
    for _ in 0..40 {
        assert!(lost.holds(&[(0, x), (1, y)]));
        (x, y) = (x + y, x + 2 * y);
    }
    assert!(lost.live_states() < 20, "{}", lost.live_states());
    let Decision::Proved(proof) = &found.decision else { unreachable!() };
    let solved = Solved::new(&game, proof, &Budget::unlimited()).unwrap();
    assert!(solved.is_position(&[x, y]) && !solved.wins(&[x, y], ishitori_values::Player::Left));
    let winning = solved.winning_options(&[x, y + 1], ishitori_values::Player::Left, 3);
    assert!(winning.iter().flatten().any(|to| to == &[x, y]), "{winning:?}");
}

#[test]
fn variants_of_wythoffs_game_are_proved() {
    let misere = text(&format!("{WYTHOFF}\nend: misere"));
    certified(&misere, table(&misere, 1, 0, true), "fibonacci");
    for over in 1..3 {
        let game = text(&format!("{WYTHOFF}\nterminal: a + b <= {over}"));
        certified(&game, table(&game, 1, over, false), "fibonacci");
    }
}

/// A. S. Fraenkel, *How to beat your Wythoff games' opponent on three fronts*, Amer. Math. Monthly 89 (1982). The
/// certificate needs more memory than a check has by default, which refutes nothing.
#[test]
fn wider_diagonals_are_proved_by_pell_numbers() {
    let settings = [("t".to_string(), ParameterValue::Int(2))];
    let game = TextGame::new(library_game("wythoff-spread").unwrap().source, &settings).unwrap();
    let found = learnt(&game, table(&game, 2, 0, false), "pell");
    assert!(matches!(found.decision, Decision::Proved(_)), "{:?}", found.decision);
    // (A, A + 2i), A the least number in none before.
    let mut used = std::collections::BTreeSet::new();
    for i in 0..100i128 {
        let a = (0..).find(|a| !used.contains(a)).unwrap();
        used.extend([a, a + 2 * i]);
        assert!(found.automata[0].holds(&[(0, a), (1, a + 2 * i)]), "({a}, {})", a + 2 * i);
    }
}

/// Statements that have nothing to do with a base are proved in any, and false ones refuted.
#[test]
fn formulas_are_decided_in_every_base() {
    let game = text("(n) -> (n - s) for s in {1, 2} if s <= n");
    let budget = Budget::unlimited();
    for name in BASES {
        let base = base(name);
        let formula = game.formula("n mod 3").unwrap();
        let decided = prove_in_base(&game, &formula, &base, &budget, &mut |_| {});
        let Decision::Proved(proof) = decided else { panic!("{name}: {decided:?}") };
        let made = certificate(&game, Some(&formula), &proof, &budget).unwrap().unwrap();
        let verdict = check(&made.to_json());
        assert!(verdict.valid, "{name}: {:?}", verdict.why);
        let solved = Solved::new(&game, &proof, &budget).unwrap();
        assert_eq!(solved.grundy(&[1 << 50]), Some((1 << 50) % 3));
        for wrong in ["n mod 4", "min(n, 2)", "n - 3 * (n div 3) - (if n = 40 then 1 else 0)"] {
            let formula = game.formula(wrong).unwrap();
            let decided = prove_in_base(&game, &formula, &base, &budget, &mut |_| {});
            assert!(matches!(decided, Decision::Refuted(_)), "{name}, {wrong}: {decided:?}");
        }
        let bits = game.formula("n xor 1").unwrap();
        let Decision::Open(Why::Formula(outside)) =
            prove_in_base(&game, &bits, &base, &budget, &mut |_| {})
        else {
            panic!("{name}")
        };
        assert_eq!(outside.construct, Construct::Bits);
    }
    let lasker = text("(n) -> (m) for m in 0 ..< n; (a) + (n - a) for a in 1 ..< n");
    let formula = lasker.formula("n").unwrap();
    let Decision::Open(Why::Game(outside)) =
        prove_in_base(&lasker, &formula, &Base::fibonacci(), &budget, &mut |_| {})
    else {
        panic!()
    };
    assert_eq!(outside.construct, Construct::NimSum);
}

#[test]
fn a_wrong_base_has_no_automaton() {
    let game = text(WYTHOFF);
    let budget = Budget::unlimited();
    let scanned = |name: &str| {
        let mut truth = table(&game, 1, 0, false);
        let mut work = Work::new(&budget).in_base(&base(name));
        let value = |at: &[u64]| truth.value(at).map(|v| v.filter(|&v| v == 0));
        Scan::of(2, 8, &mut work, Subject::Outcomes, value)
            .map_err(|_: TableStop<Infallible>| ())
            .unwrap()
    };
    assert!(matches!(scanned("fibonacci").sign, Sign::Stable(_)), "{:?}", scanned("fibonacci"));
    assert!(!matches!(scanned("2").sign, Sign::Stable(_)), "{:?}", scanned("2"));
}

/// What is changed in a certificate is noticed.
#[test]
fn forged_certificates_are_refused() {
    let (_, made) = certified(&text(WYTHOFF), table(&text(WYTHOFF), 1, 0, false), "fibonacci");
    let valid = |claim: FormulaClaim, proof: ishitori_certify::WinsProof| {
        let made =
            Certificate::new(made.rule.clone(), Claim::Formula(claim), Proof::FormulaWins(proof));
        check(&made.to_json()).valid
    };
    let Claim::Formula(claim) = made.claim.clone() else { panic!() };
    let Proof::FormulaWins(proof) = made.data.clone() else { panic!() };
    assert!(valid(claim.clone(), proof.clone()));
    let FormulaClaim::PPositionsAutomaton(set) = claim.clone() else { panic!() };
    let with = |set: ishitori_certify::AutomatonData| FormulaClaim::PPositionsAutomaton(set);
    // Another base, for all of it, for the claim, or for a part of the proof.
    for other in
        [None, Some("pell"), Some("3"), Some("fib"), Some("ostrowski:[1;2"), Some("2"), Some("1")]
    {
        let other = other.map(String::from);
        let mut all = proof.clone();
        for part in all.wins.iter_mut().chain(all.witnesses.iter_mut().flatten()) {
            part.base.clone_from(&other);
        }
        let mut claimed = set.clone();
        claimed.base.clone_from(&other);
        assert!(!valid(with(claimed.clone()), all.clone()), "{other:?}");
        assert!(!valid(with(claimed), proof.clone()), "{other:?}");
        assert!(!valid(claim.clone(), all), "{other:?}");
    }
    // An accepting state more or less, in the claim, the set or a witness.
    let changed = |set: &ishitori_certify::AutomatonData, state: u32| {
        let mut set = set.clone();
        match set.accepting.binary_search(&state) {
            Ok(at) => drop(set.accepting.remove(at)),
            Err(at) => set.accepting.insert(at, state),
        }
        set
    };
    // The state at the beginning is that of no word.
    for state in 1..set.states.len() as u32 {
        assert!(!valid(with(changed(&set, state)), proof.clone()), "{state}");
    }
    for state in 1..proof.wins[0].states.len() as u32 {
        let mut wrong = proof.clone();
        wrong.wins[0] = changed(&wrong.wins[0], state);
        assert!(!valid(claim.clone(), wrong), "{state}");
    }
    for rule in 0..proof.witnesses[0].len() {
        for state in 1..proof.witnesses[0][rule].states.len() as u32 {
            // Where a witness is missing there may be another one.
            if proof.witnesses[0][rule].accepting.contains(&state) {
                continue;
            }
            let mut wrong = proof.clone();
            wrong.witnesses[0][rule] = changed(&wrong.witnesses[0][rule], state);
            assert!(!valid(claim.clone(), wrong), "{rule}, {state}");
        }
    }
    // A witness that takes two ones in a row for a number.
    let everything = ishitori_certify::AutomatonData {
        base: Some("fibonacci".into()),
        nodes: Vec::new(),
        states: vec![0],
        accepting: vec![0],
    };
    let mut wrong = proof.clone();
    wrong.witnesses[0][0] = everything;
    assert!(!valid(claim, wrong));
}

#[test]
fn the_library_game_is_the_text() {
    let game = TextGame::new(library_game("wythoff").unwrap().source, &[]).unwrap();
    certified(&game, table(&game, 1, 0, false), "fibonacci");
}
