//! Periods known from the literature, with every theorem that applies, and how long they take.

use std::time::{Duration, Instant};

use crate::common;
use ishitori_certify::*;

fn valid(certificate: &Certificate) -> Evidence {
    match check(&certificate.to_json()).why {
        Why::Proved(evidence) => evidence,
        Why::Rejected(rejection) => panic!("{certificate:?}: {rejection}"),
    }
}

fn octal_code(code: u32) -> [u32; 4] {
    [0, code >> 6, code >> 3 & 7, code & 7]
}

#[test]
fn known_periods() {
    for (code, n0, p) in [
        (0o070, 53, 34),
        (0o770, 71, 12),
        (0o156, 3479, 349),
        (0o644, 3256, 442),
        (0o165, 5181, 1550),
    ] {
        let rule = Rule::take_and_break(octal_code(code));
        let evidence = valid(&Certificate::new(rule, Claim::period(n0, p), Proof::guy_smith()));
        assert!(evidence.heaps <= 2 * (n0 + p) + 3);
    }
}

#[test]
fn published_win_lose_patterns() {
    // Dawson's Kayles: zeros at 0, 1, 15, 35 and n = 5, 9, 21, 25, 29 (mod 34).
    let claim = Claim::GrundyPeriod(GrundyPeriod {
        preperiod: 53,
        period: 34,
        saltus: 0,
        least: true,
        max_value: Some(9),
        win_lose: Some(WinLosePeriod { preperiod: 36, period: 34 }),
    });
    let rule = Rule::take_and_break([0, 0, 7]);
    valid(&Certificate::new(rule, claim, Proof::guy_smith()));
}

/// A digit may also allow three, four or five heaps.
#[test]
fn more_than_two_parts() {
    let mut proved = 0;
    for digits in (8..64).flat_map(|a| (0..4).map(move |b| [0, a, b])) {
        let rule = Rule::take_and_break(digits);
        proved += (0..6).flat_map(|n0| (1..6).map(move |p| (n0, p))).any(|(n0, p)| {
            let claim = Claim::period(n0, p);
            check(&Certificate::new(rule.clone(), claim, Proof::guy_smith()).to_json()).valid
        }) as u32;
    }
    assert!(proved > 30, "{proved}");
    // An arithmetic period is not one of Guy and Smith's.
    let three = Certificate::new(
        Rule::take_and_break([0, 8]),
        Claim::GrundyPeriod(GrundyPeriod {
            preperiod: 1,
            period: 3,
            saltus: 1,
            least: true,
            max_value: None,
            win_lose: None,
        }),
        Proof::guy_smith(),
    );
    assert!(!check(&three.to_json()).valid);
}

#[test]
fn odd_periods_with_and_without_doubling() {
    // .156 has period 349 and digits of both parities; .16 needs care, with D = {2}.
    let digits = [0, 1, 5, 6];
    let Claim::GrundyPeriod(claim) = Claim::period(3479, 349) else { unreachable!() };
    for q in [349, 698] {
        valid(&common::window(&digits, claim.clone(), (27, false), 1000, q));
    }
    let odd = common::window(&digits, claim.clone(), (27, true), 1000, 698);
    assert_eq!(
        check(&odd.to_json()).why,
        Why::Rejected(Rejection::Proof(Condition::PositionParity))
    );
    let not_a_multiple = common::window(&digits, claim, (27, false), 1000, 350);
    assert!(!check(&not_a_multiple.to_json()).valid);
}

#[test]
fn window_rejections_name_the_condition() {
    let digits = [0, 0, 5, 1];
    let g = common::octal(&digits, 1000);
    let claim = common::claim(&g, (48, 48, 0));
    let certificate = common::window(&digits, claim.clone(), (7, true), 48, 48);
    valid(&certificate);
    let Proof::Window(good) = certificate.data.clone() else { unreachable!() };
    let with = |data: Window| {
        let claim = Claim::GrundyPeriod(claim.clone());
        let changed = Certificate::new(Rule::take_and_break(digits), claim, Proof::Window(data));
        match check(&changed.to_json()).why {
            Why::Rejected(rejection) => rejection,
            Why::Proved(_) => panic!("accepted {:?}", changed.data),
        }
    };
    assert!(matches!(with(Window { reach: 36, ..good.clone() }), Rejection::NoWitness { .. }));
    assert!(matches!(with(Window { mask: 6, ..good.clone() }), Rejection::NoWitness { .. }));
    assert!(matches!(with(Window { mask: 0, ..good.clone() }), Rejection::Proof(_)));
    assert!(matches!(with(Window { start: good.start - 9, ..good.clone() }), Rejection::Proof(_)));
    assert!(matches!(with(Window { last_rare: 36, ..good.clone() }), Rejection::Rares { .. }));
    assert!(matches!(with(Window { mask: 1 << 40, ..good.clone() }), Rejection::Limit { .. }));
    assert!(matches!(with(Window { reach: 1 << 40, ..good.clone() }), Rejection::Limit { .. }));
}

#[test]
fn subtraction_and_all_but() {
    for (set, n0, p) in
        [(&[1_u64, 2, 3][..], 0, 4), (&[1, 7, 12, 16], 0, 19), (&[50, 101, 151], 0, 50 * 203)]
    {
        valid(&Certificate::new(
            Rule::subtraction(set),
            Claim::period(n0, p),
            Proof::subtraction(),
        ));
    }
    for excluded in [&[][..], &[1_u64], &[2], &[1, 5], &[3, 4, 9], &[2, 7, 8], &[1, 2, 3, 30]] {
        let g = common::subtraction(1500, |s| !excluded.contains(&s));
        let found = common::find_period(&g).expect("all-but games are arithmetic periodic");
        assert!(found.2 > 0);
        let claim = Claim::GrundyPeriod(common::claim(&g, found));
        valid(&Certificate::new(Rule::all_but(excluded), claim, Proof::all_but()));
    }
}

/// All three-digit octal games whose period is proved by 1200 heaps, each well under a second.
#[test]
fn three_digit_codes() {
    let (mut proved, mut slowest) = (0, Duration::ZERO);
    for code in 1..512 {
        let digits = octal_code(code);
        let g = common::octal(&digits, 1200);
        let Some((n0, p, 0)) = common::find_period(&g) else { continue };
        if 2 * n0.max(1) + 2 * p + 3 > 1200 {
            continue;
        }
        let claim = Claim::GrundyPeriod(common::claim(&g, (n0, p, 0)));
        let text =
            Certificate::new(Rule::take_and_break(digits), claim, Proof::guy_smith()).to_json();
        let start = Instant::now();
        let verdict = check(&text);
        slowest = slowest.max(start.elapsed());
        assert!(verdict.valid, "{code:o}: {}", verdict.why);
        proved += 1;
    }
    assert!(proved == 291, "{proved}");
    // Milliseconds each; the machine may do other things too.
    assert!(slowest < Duration::from_secs(30), "{slowest:?}");
}

/// The hash as any other program computes it: keys sorted, no spaces, SHA-256.
#[test]
fn the_hash_of_kayles() {
    let canonical = concat!(
        r#"{"claim":{"grundy-period":{"least":true,"max_value":8,"period":12,"preperiod":71,"#,
        r#""saltus":0,"win_lose":{"period":1,"preperiod":1}}},"data":{"guy-smith":{}},"#,
        r#""format":"ishitori-certificate","rule":{"take-and-break":{"digits":[0,7,7]}},"version":1}"#
    );
    let hash = "16c3fa85d59e27c720597b5c11aa5d2decad0f48550641497db3c0ab33a7affe";
    let document = canonical.replacen('{', &format!("{{\"hash\":\"{hash}\","), 1);
    assert!(check(&document).valid, "{}", check(&document).why);
}

/// sub:5000,10001,15001 has the pure period 5000·(2·10001 + 1).
#[test]
#[ignore = "seconds when optimised"]
fn a_long_subtraction_period() {
    let rule = Rule::subtraction([5000, 10001, 15001]);
    let claim = Claim::period(0, 100_015_000);
    let start = Instant::now();
    valid(&Certificate::new(rule, claim, Proof::subtraction()));
    println!("{:?}", start.elapsed());
}

/// The example of the documentation is a certificate.
#[test]
fn the_documented_example() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/certificates.md");
    let text = std::fs::read_to_string(page).unwrap();
    let example = text.split("```json").nth(1).unwrap().split("```").next().unwrap();
    assert!(check(example).valid, "{}", check(example).why);
}
