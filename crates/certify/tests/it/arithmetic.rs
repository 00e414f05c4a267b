//! Arithmetic periods of hexadecimal games with one and two digits.

use crate::common;
use ishitori_certify::*;

fn digits_of(code: u32) -> Vec<u32> {
    match Rule::take_and_break([0, code >> 4, code & 15]) {
        Rule::TakeAndBreak(rule) => rule.digits,
        _ => unreachable!(),
    }
}

#[test]
fn two_digit_codes() {
    let (mut periodic, mut proved) = (0, Vec::new());
    for code in 1..256 {
        let digits = digits_of(code);
        if !digits.iter().any(|d| d & 8 != 0) {
            continue;
        }
        let g = common::take_and_break(&digits, 240);
        let Some((n0, p, s)) = common::find_period(&g).filter(|&(_, p, s)| s > 0 && p < 20) else {
            continue;
        };
        periodic += 1;
        let claim = common::claim(&g, (n0, p, s));
        let with =
            |multiple| check(&common::arithmetic(&digits, claim.clone(), multiple).to_json());
        let verdict = Some(with(1)).filter(|verdict| verdict.valid).unwrap_or_else(|| with(2));
        match verdict.why {
            Why::Proved(_) => proved.push(code),
            Why::Rejected(rejection) => assert!(
                matches!(
                    rejection,
                    Rejection::NoFullOption { .. }
                        | Rejection::NotFull { .. }
                        | Rejection::Proof(_)
                ),
                "0.{code:02X}: {rejection}"
            ),
        }
    }
    assert!([0x08, 0x80, 0x84, 0xA8, 0xAA, 0xFF].iter().all(|code| proved.contains(code)));
    // 0.3F has the saltus 3.
    assert_eq!((periodic, proved.len()), (68, 67));
}

/// The longer ones.
#[test]
fn long_arithmetic_periods() {
    for (code, period) in [(0x28, (1, 53, 16)), (0x29, (1, 53, 16)), (0x9C, (28, 36, 16))] {
        let digits = digits_of(code);
        let g = common::take_and_break(&digits, 420);
        let found = common::find_period(&g).unwrap();
        assert_eq!(found, period);
        let verdict = check(&common::arithmetic(&digits, common::claim(&g, found), 1).to_json());
        assert!(verdict.valid, "{}", verdict.why);
    }
}

#[test]
fn octal_games_are_not_arithmetic_periodic() {
    let claim = GrundyPeriod {
        preperiod: 1,
        period: 3,
        saltus: 1,
        least: true,
        max_value: None,
        win_lose: None,
    };
    let octal = common::arithmetic(&[0, 7, 7], claim.clone(), 1);
    assert!(matches!(check(&octal.to_json()).why, Why::Rejected(Rejection::Proof(_))));
    let wrong = common::arithmetic(&[0, 8, 2], claim, 1);
    assert!(matches!(check(&wrong.to_json()).why, Why::Rejected(Rejection::Disagreement { .. })));
}

/// Claims suggested by a short beginning, so that many are false: what is accepted holds much
/// further on.
#[test]
fn accepted_claims_hold_further_on() {
    let mut accepted = 0;
    let mut seed = 1_u64;
    let mut random = |n: u64| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) % n
    };
    for _ in 0..400 {
        let count = 1 + random(3);
        let mut digits: Vec<u32> = (0..=count).map(|_| random(32) as u32).collect();
        digits[0] = if random(8) == 0 { 8 } else { 0 };
        digits[1] |= 8;
        let g = common::take_and_break(&digits, 24);
        for (n0, p) in (0..4_u64).flat_map(|n0| (1..5_u64).map(move |p| (n0, p))) {
            let jumps: Vec<i64> = (n0 as usize..24 - p as usize)
                .map(|n| g[n + p as usize] as i64 - g[n] as i64)
                .collect();
            if jumps[0] <= 0 || jumps.iter().any(|&s| s != jumps[0]) {
                continue;
            }
            let claim = GrundyPeriod {
                preperiod: n0,
                period: p,
                saltus: jumps[0] as u64,
                least: false,
                max_value: None,
                win_lose: None,
            };
            let certificate = common::arithmetic(&digits, claim, 1 + random(2));
            if check(&certificate.to_json()).valid {
                accepted += 1;
                let g = common::take_and_break(&digits, 160);
                let fits = |n: usize| g[n + p as usize] as i64 == g[n] as i64 + jumps[0];
                assert!((n0 as usize..160 - p as usize).all(fits), "{digits:?} {n0} {p}");
                break;
            }
        }
    }
    assert!(accepted > 20, "{accepted}");
}
