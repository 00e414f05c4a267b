//! Values that grow forever: true claims are accepted, changed ones are not, or are true as well.

use crate::common::forging::{changes, pointers, reject_every_change};
use crate::common::play::Arena;
use ishitori_certify::*;

/// Heaps that the twin looks at.
const HEAPS: usize = 90;

fn game(left: &[u64], right: &[u64]) -> GameForm {
    GameForm { left: left.into(), right: right.into() }
}

/// 0, 1, −1, *.
fn games() -> Vec<GameForm> {
    vec![game(&[], &[]), game(&[0], &[]), game(&[], &[0]), game(&[0], &[0])]
}

/// A form of heaps: options below 1000 are heaps, −e is the heap n − e.
fn form(first: u64, left: &[i64], right: &[i64]) -> HeapForm {
    let side = |side: &[i64]| {
        let option = |&option: &i64| match option < 0 {
            true => FormOption::Back(option.unsigned_abs()),
            false => FormOption::Heap(option as u64),
        };
        side.iter().map(option).collect()
    };
    HeapForm { first, left: side(left), right: side(right) }
}

fn certificate(
    set: &[u64],
    ends: &[u64],
    (from, step, reach): (u64, u64, u64),
    growing: &[u64],
    forms: Vec<HeapForm>,
) -> Certificate {
    let ends = EndGames { games: ends.into(), repeat: ends.len() as u64 };
    let growing = growing.into();
    let claim = ValueGrowth { ends, games: games(), from, step, growing, forms };
    let proof = Proof::HeapOrder(HeapOrder { reach });
    Certificate::new(Rule::subtraction(set), Claim::ValueGrowth(claim), proof)
}

fn certificates() -> Vec<Certificate> {
    let forms = vec![form(21, &[0], &[0, -6]), form(15, &[0], &[0, -3]), form(25, &[0], &[0, -10])];
    vec![
        certificate(&[2, 3, 6], &[1, 2], (8, 9, 11), &[1, 3, 6, 7, 8], forms),
        certificate(&[2, 3, 5, 6], &[1, 2], (8, 8, 7), &[3, 5, 6], vec![]),
        certificate(&[2, 4, 5], &[1, 2], (18, 9, 6), &[0, 1, 2, 3, 4, 5, 6, 7, 8], vec![]),
    ]
}

fn claim(certificate: &Certificate) -> &ValueGrowth {
    let Claim::ValueGrowth(claim) = &certificate.claim else { panic!("{certificate:?}") };
    claim
}

/// Whether what is claimed is true for the first heaps, compared by playing differences.
fn is_true(rule: &Rule, claim: &ValueGrowth) -> Result<(), String> {
    let mut arena = Arena::default();
    let listed = arena.listed(&claim.games);
    let ends: Vec<usize> = claim.ends.games.iter().map(|&i| listed[i as usize]).collect();
    let heaps = arena.heaps(rule, &ends, claim.ends.repeat as usize, HEAPS);
    let step = claim.step as usize;
    assert!((claim.from as usize) + 2 * step < HEAPS, "too few heaps to judge");
    for n in claim.from as usize..HEAPS {
        let grows = claim.growing.contains(&(n as u64 % claim.step));
        for m in (n + step..HEAPS).step_by(step) {
            if arena.equal(heaps[n], heaps[m]) == grows {
                return Err(format!("heaps {n} and {m}"));
            }
        }
    }
    for form in &claim.forms {
        for n in (form.first as usize..HEAPS).step_by(step) {
            let side = |side: &[FormOption]| -> Vec<usize> {
                let heap = |option: &FormOption| match *option {
                    FormOption::Heap(heap) => heaps[heap as usize],
                    FormOption::Back(back) => heaps[n - back as usize],
                };
                side.iter().map(heap).collect()
            };
            let (left, right) = (side(&form.left), side(&form.right));
            let made = arena.game(left, right);
            if !arena.equal(made, heaps[n]) {
                return Err(format!("the form of heap {n}"));
            }
        }
    }
    Ok(())
}

#[test]
fn true_claims_are_accepted() {
    for certificate in certificates() {
        let verdict = check(&certificate.to_json());
        assert!(verdict.valid, "{}: {:?}", verdict.why, verdict.claim.map(|c| c.to_string()));
        assert_eq!(is_true(&certificate.rule, claim(&certificate)), Ok(()));
        assert_eq!(verdict.machine_checked(), Some(("proofs/Growth.v", "growth")));
    }
    let verdict = check(&certificates()[0].to_json());
    assert_eq!(
        verdict.claim.unwrap().to_string(),
        "Subtraction game with S = {2, 3, 6}, where 0, 1, … tokens without a move for either player \
         stand for the games 1, -1 (the last 2 repeat): the values are not periodic, infinitely many \
         are different: for n ≥ 8, no two heaps n with the same n mod 9 have the same value if n mod 9 is one of 1, 3, 6, 7, 8, and v(n + 9) = v(n) for all others; v(n) = {v(0)|v(0),v(n−6)} (n = \
         21, 30, …); v(n) = {v(0)|v(0),v(n−3)} (n = 15, 24, …); v(n) = {v(0)|v(0),v(n−10)} (n = 25, 34, …)"
    );
    let why = verdict.why.to_string();
    assert!(why.starts_with("by induction, base and step verified"), "{why}");
}

#[test]
fn every_changed_leaf_is_rejected() {
    let tried = reject_every_change(&certificates());
    assert!(tried > 1000, "{tried}");
}

/// The forger also makes the hash fit: what is accepted then is true, as the twin judges it.
#[test]
fn nothing_false_is_accepted_with_a_fitting_hash() {
    let (mut forged, mut accepted) = (0, 0);
    for certificate in certificates() {
        let document = serde_json::to_value(&certificate).unwrap();
        let mut places = Vec::new();
        pointers(&document, String::new(), &mut places);
        for place in places.iter().filter(|place| place.len() > 1 && place[1..].contains('/')) {
            for new in changes(document.pointer(place).unwrap()) {
                let mut changed = document.clone();
                *changed.pointer_mut(place).unwrap() = new.clone();
                let part = |name: &str| changed[name].clone();
                let (Ok(rule), Ok(claim), Ok(data)) = (
                    serde_json::from_value::<Rule>(part("rule")),
                    serde_json::from_value::<Claim>(part("claim")),
                    serde_json::from_value::<Proof>(part("data")),
                ) else {
                    continue;
                };
                forged += 1;
                let forgery = Certificate::new(rule.clone(), claim.clone(), data);
                let limits = Limits { steps: 1 << 25, ..Limits::default() };
                let verdict = check_within(&forgery.to_json(), &limits);
                if verdict.valid {
                    let Claim::ValueGrowth(claim) = claim else { panic!("{place} := {new}") };
                    assert_eq!(is_true(&rule, &claim), Ok(()), "{place} := {new}");
                    accepted += 1;
                }
            }
        }
    }
    assert!(forged > 300 && accepted > 10 && accepted < forged / 3, "{accepted} of {forged}");
}

/// Every claim of small numbers about a few rules: the accepted ones are true, and there are some.
#[test]
fn small_claims_are_true_when_accepted() {
    let (mut accepted, mut tried) = (0, 0);
    for (set, ends) in [(&[2_u64, 3, 6][..], [1, 2]), (&[2, 4, 5], [1, 2]), (&[2, 3, 4], [1, 2])] {
        let mut truth: Vec<(u64, u64, bool)> = Vec::new();
        for from in [1, 5, 10, 20] {
            for step in 1..=12 {
                for reach in [0, 10, 30] {
                    for growing in [vec![0], vec![1, 3, 6, 7, 8], (0..step).collect()] {
                        let made = certificate(set, &ends, (from, step, reach), &growing, vec![]);
                        tried += 1;
                        if check(&made.to_json()).valid {
                            accepted += 1;
                            let known = truth.contains(&(from, step, growing.len() == 1));
                            if !known {
                                assert_eq!(is_true(&made.rule, claim(&made)), Ok(()));
                                truth.push((from, step, growing.len() == 1));
                            }
                        }
                    }
                }
            }
        }
    }
    assert!(accepted > 3 && accepted < tried / 4, "{accepted} of {tried}");
}

#[test]
fn malformed_claims_are_distinguished() {
    let rejection = |change: &dyn Fn(&mut ValueGrowth)| {
        let certificate = certificates().swap_remove(0);
        let mut claim = claim(&certificate).clone();
        change(&mut claim);
        let made = Certificate::new(
            certificate.rule.clone(),
            Claim::ValueGrowth(claim),
            certificate.data.clone(),
        );
        match check(&made.to_json()).why {
            Why::Rejected(rejection) => rejection,
            Why::Proved(_) => panic!("accepted"),
        }
    };
    let broken = |condition| Rejection::Claim(condition);
    assert_eq!(rejection(&|c| c.step = 0), broken(Condition::PeriodZero));
    assert_eq!(rejection(&|c| c.from = 0), broken(Condition::GrowthFromZero));
    assert_eq!(rejection(&|c| c.growing.clear()), broken(Condition::GrowingRemainders));
    assert_eq!(rejection(&|c| c.growing.reverse()), broken(Condition::GrowingRemainders));
    assert_eq!(rejection(&|c| c.growing.push(9)), broken(Condition::GrowingRemainders));
    assert_eq!(rejection(&|c| c.ends.repeat = 3), broken(Condition::NoGamesRepeat));
    assert_eq!(rejection(&|c| c.ends.games[0] = 4), broken(Condition::ValueGames));
    assert_eq!(rejection(&|c| c.games.reverse()), broken(Condition::GamesInOrder));
    let option = |option| move |c: &mut ValueGrowth| c.forms[0].left[0] = option;
    for wrong in [FormOption::Heap(21), FormOption::Back(0), FormOption::Back(14)] {
        assert_eq!(rejection(&option(wrong)), broken(Condition::FormOptions), "{wrong}");
    }
    assert_eq!(rejection(&|c| c.forms[0].first = 7), broken(Condition::FormOptions));
    assert_eq!(rejection(&|c| c.forms[0].left.clear()), Rejection::Form { heap: 21 });
    assert_eq!(
        rejection(&|c| c.growing.retain(|&remainder| remainder != 3)),
        Rejection::GrowingRemainder { remainder: 3 }
    );
    assert!(matches!(rejection(&|c| c.step = 10), Rejection::HeapOrder { .. }));
    assert!(matches!(rejection(&|c| c.from = 1 << 40), Rejection::Limit { .. }));
    let far = |c: &mut ValueGrowth| {
        c.from = 1 << 30;
        c.forms.clear();
    };
    assert!(matches!(rejection(&far), Rejection::Limit { .. }));
    // No move leaves anything of a large heap.
    let ends = Certificate::new(
        Rule::take_and_break([0, 1]),
        certificates()[0].claim.clone(),
        certificates()[0].data.clone(),
    );
    let expected = Rejection::Proof(Condition::NoMovesFromLargeHeaps);
    assert_eq!(check(&ends.to_json()).why, Why::Rejected(expected));
    // Other proofs are not about such claims, nor is this one about others.
    let certificate = certificates().swap_remove(0);
    let other = Certificate::new(certificate.rule.clone(), certificate.claim, Proof::values());
    let expected = Rejection::Proof(Condition::ClaimOfAnotherKind);
    assert_eq!(check(&other.to_json()).why, Why::Rejected(expected.clone()));
    let other = Certificate::new(certificate.rule, Claim::period(0, 3), certificate.data);
    assert_eq!(check(&other.to_json()).why, Why::Rejected(expected));
}
