//! The format is what `docs/certificates.md` says it is, no more and no less.

use crate::common;
use crate::common::forging::pointers;
use ishitori_certify::*;
use serde_json::{Value, json};

/// The document with this part, and the hash that fits.
fn hashed(mut document: Value) -> String {
    document["hash"] = json!("");
    match check(&document.to_string()).why {
        Why::Rejected(Rejection::Hash { expected }) => document["hash"] = json!(expected),
        _ => document["hash"] = json!("0".repeat(64)),
    }
    document.to_string()
}

fn kayles() -> Value {
    let claim = GrundyPeriod {
        preperiod: 71,
        period: 12,
        saltus: 0,
        least: true,
        max_value: Some(8),
        win_lose: Some(WinLosePeriod { preperiod: 1, period: 1 }),
    };
    let rule = Rule::take_and_break([0, 7, 7]);
    let certificate = Certificate::new(rule, Claim::GrundyPeriod(claim), Proof::guy_smith());
    serde_json::to_value(certificate).unwrap()
}

/// Grundy's game up to heap 3, under misère play or counted moves: only heap 3 has a move.
fn grundys_game(end: QuotientEnd) -> Value {
    let digit = CodeDigit { parts: vec![2], every_from: None, sizes: Sizes::Distinct };
    let claim = Quotient {
        end,
        up_to: Some(2),
        preperiod: None,
        period: None,
        order: 1,
        outcomes: Outcomes { l: 1, ..Outcomes::default() },
    };
    let (generators, action) = (vec![], vec![]);
    let data = QuotientData { generators, action, outcomes: "L".into(), phi: vec![0, 0, 0] };
    let rule = Rule::code([digit], 0);
    let proof = Proof::Quotient(data);
    serde_json::to_value(Certificate::new(rule, Claim::Quotient(claim), proof)).unwrap()
}

/// One token may be taken; Left wins where none is left.
fn values() -> Value {
    let game = |left: &[u64], right: &[u64]| GameForm { left: left.into(), right: right.into() };
    let claim = ValuePeriod {
        ends: EndGames { games: vec![1], repeat: 1 },
        preperiod: 0,
        period: 2,
        least: true,
        games: vec![game(&[], &[]), game(&[0], &[]), game(&[1], &[1])],
        values: vec![1, 2],
    };
    let rule = Rule::subtraction([1]);
    let certificate = Certificate::new(rule, Claim::ValuePeriod(claim), Proof::values());
    serde_json::to_value(certificate).unwrap()
}

fn documents() -> Vec<Value> {
    vec![
        kayles(),
        grundys_game(QuotientEnd::stones("L", 1)),
        grundys_game(QuotientEnd::moves()),
        values(),
    ]
}

#[test]
fn documents_are_valid() {
    for document in documents() {
        let verdict = check(&document.to_string());
        assert!(verdict.valid, "{}: {document}", verdict.why);
        assert_eq!(hashed(document.clone()), document.to_string());
    }
}

/// Lists for objects, objects for words, null for what may be absent: none of it is the format.
#[test]
fn generous_readings_are_refused() {
    let mut tried = 0;
    for document in documents() {
        let mut places = Vec::new();
        pointers(&document, String::new(), &mut places);
        for place in places.iter().filter(|place| !["", "/hash"].contains(&place.as_str())) {
            let old = document.pointer(place).unwrap();
            let mut new = vec![json!(null), json!([old])];
            match old {
                Value::Object(fields) => {
                    // The fields in the order of the format, as derived readers take them.
                    new.push(Value::Array(fields.values().cloned().collect()));
                    for field in ["max_value", "win_lose", "up_to", "preperiod", "every_from"] {
                        let mut more = fields.clone();
                        more.insert(field.to_owned(), Value::Null);
                        new.push(Value::Object(more));
                    }
                }
                Value::String(word) => new.push(json!({ word: null })),
                _ => {}
            }
            for new in new {
                let mut changed = document.clone();
                *changed.pointer_mut(place).unwrap() = new.clone();
                let verdict = check(&hashed(changed));
                assert!(!verdict.valid, "{place} := {new}");
                tried += 1;
            }
        }
    }
    assert!(tried > 150, "{tried}");
    for (old, new) in [
        (r#""sizes":"distinct""#, r#""sizes":{"distinct":null}"#),
        (r#""guy-smith":{}"#, r#""guy-smith":[]"#),
        (r#""end":"moves""#, r#""end":{"moves":null}"#),
        (r#""end":{"letters":"L","repeat":1}"#, r#""end":["L",1]"#),
    ] {
        let changed = documents().into_iter().map(|d| d.to_string()).find(|d| d.contains(old));
        let changed = changed.unwrap().replace(old, new);
        let verdict = check(&changed);
        assert!(matches!(verdict.why, Why::Rejected(Rejection::Malformed(_))), "{}", verdict.why);
    }
    // The word that is the default may be written.
    let digits = r#"{"digits":[{"parts":[2],"sizes":"distinct"},{"parts":[1]}],"repeat":0}"#;
    let with_word = digits.replace(r#"{"parts":[1]}"#, r#"{"parts":[1],"sizes":"any"}"#);
    for digits in [digits, &with_word] {
        let mut document = grundys_game(QuotientEnd::stones("L", 1));
        document["rule"] = json!({ "code": serde_json::from_str::<Value>(digits).unwrap() });
        let verdict = check(&hashed(document));
        assert!(verdict.valid, "{}", verdict.why);
    }
}

/// The pattern of zeros also repeats after several of its periods, and later.
#[test]
fn longer_patterns_of_zeros_are_true_too() {
    let g = common::octal(&[0, 7, 7], 2000);
    let zero = |n: u64| g[n as usize] == 0;
    let mut accepted = 0;
    for (preperiod, period) in
        [(1, 1), (1, 13), (0, 24), (71, 24), (83, 12), (84, 12), (500, 36), (2, 17), (0, 1)]
    {
        let mut document = kayles();
        let claim = &mut document["claim"]["grundy-period"];
        claim["least"] = json!(false);
        claim["win_lose"] = json!({ "preperiod": preperiod, "period": period });
        let truth = (preperiod..1000).all(|n| zero(n) == zero(n + period));
        let verdict = check(&hashed(document));
        assert_eq!(verdict.valid, truth, "{period} from {preperiod}: {}", verdict.why);
        accepted += usize::from(truth);
    }
    assert!(accepted > 4);
    for huge in [1 << 40, u64::MAX] {
        let mut document = kayles();
        document["claim"]["grundy-period"]["win_lose"] = json!({ "preperiod": 1, "period": huge });
        let why = check(&hashed(document)).why;
        assert!(matches!(why, Why::Rejected(Rejection::Limit { .. })), "{why}");
    }
}

/// The sentence that is shown is the one that was proved.
#[test]
fn the_claim_is_shown_whole() {
    let letters = "PNLR".repeat(30) + "L";
    let certificate = |letters: &str| {
        let claim = OutcomePeriod {
            end: End { letters: letters.into(), repeat: 1 },
            preperiod: 0,
            period: 1,
            least: false,
            outcomes: "P".into(),
        };
        let rule = Rule::subtraction((1..=40).collect::<Vec<u64>>());
        Certificate::new(rule, Claim::OutcomePeriod(claim), Proof::outcomes())
    };
    let shown = |letters: &str| check(&certificate(letters).to_json()).claim.unwrap().to_string();
    assert!(shown(&letters).contains(&format!("won as {letters} says")), "{}", shown(&letters));
    assert!(shown(&letters).contains("37, 38, 39, 40}"));
    assert!(!shown("P\nvalid\u{1b}[2K").contains(['\n', '\u{1b}']));
    let quotient = grundys_game(QuotientEnd::stones(letters.as_str(), 1));
    let shown = check(&quotient.to_string()).claim.unwrap().to_string();
    assert!(shown.contains(&format!("with the end {letters} (the last 1")), "{shown}");
}
