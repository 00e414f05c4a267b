//! Every leaf of every certificate is changed; nothing false is ever accepted.

use crate::common;
use crate::common::forging::{changes, pointers, reject_every_change};
use ishitori_certify::*;

/// A dozen certificates of all kinds, with every optional claim.
fn certificates() -> Vec<Certificate> {
    let mut all = Vec::new();
    for digits in [
        &[0_u32, 0, 7][..],
        &[0, 7, 7],
        &[0, 1, 3, 7],
        &[0, 3, 3],
        &[4, 7],
        &[0, 5, 2, 1],
        &[0, 1, 1, 1],
    ] {
        let g = common::octal(digits, 600);
        let claim = common::claim(&g, common::find_period(&g).unwrap());
        let rule = Rule::take_and_break(digits);
        all.push(Certificate::new(rule, Claim::GrundyPeriod(claim), Proof::guy_smith()));
    }
    for set in [&[1_u64, 2, 3][..], &[1, 7, 12, 16], &[2, 5, 7], &[3]] {
        let g = common::subtraction(600, |s| set.contains(&s));
        let claim = common::claim(&g, common::find_period(&g).unwrap());
        let rule = Rule::subtraction(set);
        all.push(Certificate::new(rule, Claim::GrundyPeriod(claim), Proof::subtraction()));
    }
    for excluded in [&[][..], &[1_u64, 5], &[2, 3, 7]] {
        let g = common::subtraction(600, |s| !excluded.contains(&s));
        let claim = common::claim(&g, common::find_period(&g).unwrap());
        let rule = Rule::all_but(excluded);
        all.push(Certificate::new(rule, Claim::GrundyPeriod(claim), Proof::all_but()));
    }
    for (digits, reach) in [(&[0_u32, 7, 7][..], 71), (&[0, 0, 5, 1], 48), (&[0, 0, 5, 5], 100)] {
        let g = common::octal(digits, 1000);
        let (n0, p, s) = common::find_period(&g).unwrap();
        let claim = common::claim(&g, (n0, p, s));
        all.push(common::window(digits, claim, common::best_mask(digits, &g), reach, p));
    }
    for digits in [&[0_u32, 8][..], &[0, 10, 8], &[0, 15, 15]] {
        let g = common::take_and_break(digits, 300);
        let claim = common::claim(&g, common::find_period(&g).unwrap());
        all.push(common::arithmetic(digits, claim, 1));
    }
    all
}

/// Whether the claim is true, by the test-only engines.
fn is_true(rule: &Rule, claim: &Claim) -> bool {
    let g = match rule {
        Rule::TakeAndBreak(r) if r.digits.iter().all(|&d| d < 8) && r.digits[0] & 3 == 0 => {
            common::octal(&r.digits, 800)
        }
        Rule::TakeAndBreak(r) if r.digits[0] & 3 == 0 => common::take_and_break(&r.digits, 200),
        Rule::Subtraction(r) => common::subtraction(800, |s| r.set.contains(&s)),
        Rule::AllBut(r) => common::subtraction(800, |s| !r.excluded.contains(&s)),
        _ => return false,
    };
    let (Claim::GrundyPeriod(c), Some(found)) = (claim, common::find_period(&g)) else {
        return false;
    };
    let mut truth = common::claim(&g, found);
    if c.max_value.is_none() {
        truth.max_value = None;
    }
    if c.win_lose.is_none() {
        truth.win_lose = None;
    }
    // A claim that is not about the least numbers is true if it is one of them, or weaker.
    if !c.least {
        truth.least = false;
    }
    *c == truth
}

#[test]
fn every_certificate_is_valid() {
    for certificate in certificates() {
        let verdict = check(&certificate.to_json());
        assert!(verdict.valid, "{}: {certificate:?}", verdict.why);
        assert!(is_true(&certificate.rule, &certificate.claim));
    }
}

#[test]
fn every_changed_leaf_is_rejected() {
    let tried = reject_every_change(&certificates());
    assert!(tried > 3000, "{tried}");
}

/// The forger also makes the hash fit.
#[test]
fn nothing_false_is_accepted_with_a_fitting_hash() {
    let limits = Limits { steps: 1 << 28, ..Limits::default() };
    let (mut forged, mut accepted) = (0, 0);
    for certificate in certificates() {
        let document = serde_json::to_value(&certificate).unwrap();
        for part in ["rule", "claim", "data"] {
            let mut places = Vec::new();
            pointers(&document[part], format!("/{part}"), &mut places);
            for place in places {
                for new in changes(document.pointer(&place).unwrap()) {
                    let mut changed = document.clone();
                    *changed.pointer_mut(&place).unwrap() = new.clone();
                    let parts = (
                        serde_json::from_value::<Rule>(changed["rule"].clone()),
                        serde_json::from_value::<Claim>(changed["claim"].clone()),
                        serde_json::from_value::<Proof>(changed["data"].clone()),
                    );
                    let (Ok(rule), Ok(claim), Ok(data)) = parts else { continue };
                    let forgery = Certificate::new(rule.clone(), claim.clone(), data);
                    let verdict = check_within(&forgery.to_json(), &limits);
                    forged += 1;
                    let hash_only = matches!(verdict.why, Why::Rejected(Rejection::Hash { .. }));
                    assert!(!hash_only, "the hash was made to fit");
                    if verdict.valid {
                        accepted += 1;
                        assert!(is_true(&rule, &claim), "{place} := {new}: {forgery:?}");
                    } else if part == "claim" && new.is_number() {
                        // The claims are of least numbers, so every other number is false.
                        assert!(!is_true(&rule, &claim));
                    }
                }
            }
        }
    }
    assert!(forged > 1000 && accepted * 4 < forged, "{forged} forged, {accepted} accepted");
}

#[test]
fn damaged_documents_are_rejected_without_panic() {
    let text = certificates()[0].to_json();
    for end in (0..text.len() - 1).filter(|&i| text.is_char_boundary(i)) {
        // All but the final line break are needed.
        let cut = &text[..end];
        assert!(!check(cut).valid, "{cut}");
    }
    for (i, byte) in text.bytes().enumerate().filter(|(_, b)| !b.is_ascii_whitespace()) {
        let mut damaged = text.clone().into_bytes();
        damaged[i] = if byte == b'1' { b'2' } else { b'1' };
        assert!(!check(&String::from_utf8(damaged).unwrap()).valid, "byte {i}");
    }
    let twice = text.replacen("\"version\": 1", "\"version\": 2, \"version\": 1", 1);
    assert!(matches!(check(&twice).why, Why::Rejected(Rejection::Malformed(_))));
    let newer = text.replacen("\"version\": 1", "\"version\": 2", 1);
    assert_eq!(check(&newer).why, Why::Rejected(Rejection::Version("2".to_owned())));
    let deep = "[".repeat(1_000_000);
    assert!(matches!(check(&deep).why, Why::Rejected(Rejection::NotJson(_))));
    let long = " ".repeat((1 << 24) + 1);
    assert!(matches!(check(&long).why, Why::Rejected(Rejection::Limit { .. })));
}

/// Claims of enormous numbers end in a limit, at once and without memory.
#[test]
fn enormous_claims_meet_a_limit() {
    let huge = [1 << 28, 1 << 33, 1 << 40, u64::MAX / 2, u64::MAX];
    let pairs = huge.iter().flat_map(|&a| [(a, a), (a, 1), (0, a)]);
    let limits = Limits { steps: 1 << 26, ..Limits::default() };
    for (n0, p) in pairs {
        for (rule, proof) in [
            (Rule::take_and_break([0, 7, 7]), Proof::guy_smith()),
            (Rule::take_and_break([0, 15, 1 << 31]), Proof::guy_smith()),
            (Rule::subtraction([1, 2, 3]), Proof::subtraction()),
            (Rule::subtraction([u64::MAX]), Proof::subtraction()),
            (Rule::all_but([u64::MAX]), Proof::all_but()),
            (Rule::all_but([1]), Proof::all_but()),
        ] {
            let certificate = Certificate::new(rule, Claim::period(n0, p), proof);
            let verdict = check_within(&certificate.to_json(), &limits);
            let rejection = match verdict.why {
                Why::Rejected(rejection) => rejection,
                Why::Proved(_) => panic!("{certificate:?}"),
            };
            assert!(
                matches!(
                    rejection,
                    Rejection::Limit { .. }
                        | Rejection::PeriodNotLeast { .. }
                        | Rejection::Disagreement { .. }
                ),
                "{rejection}"
            );
        }
    }
}
