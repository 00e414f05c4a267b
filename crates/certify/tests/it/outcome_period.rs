//! Periods of outcomes: true claims are accepted, changed ones are not.

use crate::common::forging::{changes, pointers, reject_every_change};
use ishitori_certify::*;

/// The outcomes by the definition, as letters.
fn outcomes(set: &[u64], end: &End, count: usize) -> String {
    let mut word = String::new();
    for n in 0..count {
        let options: Vec<char> = set
            .iter()
            .filter(|&&s| s <= n as u64)
            .map(|&s| word.as_bytes()[n - s as usize] as char)
            .collect();
        let letter = if options.is_empty() {
            let lead = end.letters.len() - end.repeat as usize;
            let at = if n < lead { n } else { lead + (n - lead) % end.repeat as usize };
            end.letters.as_bytes()[at] as char
        } else {
            // Left wins by moving to L or P, Right by moving to R or P.
            let left = options.iter().any(|o| "LP".contains(*o));
            let right = options.iter().any(|o| "RP".contains(*o));
            match (left, right) {
                (true, true) => 'N',
                (true, false) => 'L',
                (false, true) => 'R',
                (false, false) => 'P',
            }
        };
        word.push(letter);
    }
    word
}

/// The least preperiod and period among many outcomes.
fn cycle(word: &str) -> (usize, usize) {
    let letters = word.as_bytes();
    let tail = letters.len() / 2;
    let fits = |p: usize| (tail..letters.len() - p).all(|n| letters[n] == letters[n + p]);
    let period = (1..tail / 2).find(|&p| fits(p)).unwrap();
    let same = |n: usize| letters[n] == letters[n + period];
    let preperiod = (0..=tail).rev().find(|&n| n == 0 || !same(n - 1)).unwrap();
    (preperiod, period)
}

fn certificate(set: &[u64], letters: &str, repeat: u64) -> Certificate {
    let end = End { letters: letters.to_string(), repeat };
    let word = outcomes(set, &end, 1200);
    let (preperiod, period) = cycle(&word);
    let claim = OutcomePeriod {
        outcomes: word[..preperiod + period].to_string(),
        end,
        preperiod: preperiod as u64,
        period: period as u64,
        least: true,
    };
    Certificate::new(Rule::subtraction(set), Claim::OutcomePeriod(claim), Proof::outcomes())
}

fn certificates() -> Vec<Certificate> {
    vec![
        certificate(&[2, 3], "LR", 2),
        certificate(&[2, 3, 6], "LR", 2),
        certificate(&[2, 6, 7], "LR", 2),
        certificate(&[3, 4], "LRP", 3),
        certificate(&[5, 9], "RNLP", 1),
        certificate(&[1, 2], "N", 1),
        certificate(&[7], "LRNPLR", 4),
    ]
}

#[test]
fn true_claims_are_accepted() {
    for certificate in certificates() {
        let verdict = check(&certificate.to_json());
        assert!(verdict.valid, "{}", verdict.why);
    }
    let verdict = check(&certificates()[0].to_json());
    assert_eq!(
        verdict.claim.unwrap().to_string(),
        "Subtraction game with S = {2, 3}, won as LR says for 0, 1, … tokens left (the last 2 \
         repeat): o(n + 5) = o(n) for all n ≥ 2, and neither number can be smaller; the outcomes \
         begin LRLNNLP"
    );
}

#[test]
fn every_changed_leaf_is_rejected() {
    let tried = reject_every_change(&certificates());
    assert!(tried > 1000, "{tried}");
}

/// The forger also makes the hash fit: what is accepted then is true.
#[test]
fn nothing_false_is_accepted_with_a_fitting_hash() {
    let (mut forged, mut accepted) = (0, 0);
    for certificate in certificates() {
        let document = serde_json::to_value(&certificate).unwrap();
        let mut places = Vec::new();
        for part in ["rule", "claim", "data"] {
            pointers(&document[part], format!("/{part}"), &mut places);
        }
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
                forged += 1;
                let forgery = Certificate::new(rule.clone(), claim.clone(), data);
                if !check(&forgery.to_json()).valid {
                    continue;
                }
                accepted += 1;
                let (Rule::Subtraction(rule), Claim::OutcomePeriod(claim)) = (rule, claim) else {
                    panic!("another kind of rule or claim: {place} := {new}");
                };
                let word = outcomes(&rule.set, &claim.end, 1200);
                let (preperiod, period) = (claim.preperiod as usize, claim.period as usize);
                assert_eq!(word[..preperiod + period], claim.outcomes, "{place} := {new}");
                if claim.least {
                    assert_eq!(cycle(&word), (preperiod, period), "{place} := {new}");
                }
            }
        }
    }
    assert!(forged > 500 && accepted * 4 < forged, "{forged} forged, {accepted} accepted");
}

#[test]
fn enormous_claims_meet_a_limit() {
    for (preperiod, period) in [(1 << 40, 1), (0, u64::MAX), (u64::MAX, u64::MAX)] {
        let end = End { letters: "LR".to_string(), repeat: 2 };
        let outcomes = "L".to_string();
        let claim = OutcomePeriod { end, preperiod, period, least: true, outcomes };
        let rule = Rule::subtraction([2, 3]);
        let text = Certificate::new(rule, Claim::OutcomePeriod(claim), Proof::outcomes()).to_json();
        assert!(matches!(check(&text).why, Why::Rejected(Rejection::Limit { .. })));
    }
}
