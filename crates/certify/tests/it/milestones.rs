//! Certificates with milestones: against the definition, against the plain form, and forged.

use crate::common;
use crate::common::forging::{changes, pointers};
use ishitori_certify::milestones::{
    LANES, NotSaved, Pieces, Plain, digits_of_values, values_of_digits,
};
use ishitori_certify::*;
use std::ops::ControlFlow;

/// Codes whose values repeat only long after the last rare heap.
const CODES: [&[u32]; 4] = [&[0, 0, 5, 5], &[0, 1, 5, 6], &[0, 0, 5, 1], &[0, 4, 7]];

/// What checkpoints are sealed with here.
const KEY: &[u8] = b"a key of thirty-two bytes, or not";

/// Whether heap n is common.
fn is_common((mask, position): (u64, bool), digits: &[u32], value: u32, n: usize) -> bool {
    let parity = (0..digits.len()).find(|&d| digits[d] & 4 != 0).unwrap_or(0);
    let place = if position { n + parity } else { 0 };
    ((value as u64 & mask).count_ones() as usize + place) % 2 == 1
}

/// The last rare heap and the number of rare heaps.
fn rares(mask: (u64, bool), digits: &[u32], g: &[u32]) -> (u64, u64) {
    let rare: Vec<usize> = (0..g.len()).filter(|&n| !is_common(mask, digits, g[n], n)).collect();
    (rare.last().copied().unwrap_or(0) as u64, rare.len() as u64)
}

/// The least reach: no heap beyond is rare, and from twice the window on witnesses are within it.
fn reach(mask: (u64, bool), digits: &[u32], g: &[u32]) -> u64 {
    let mut reach = rares(mask, digits, g).0;
    loop {
        let beyond = 2 * (reach as usize + digits.len() + 1);
        let deepest = (beyond..g.len()).map(|n| deepest_witness(mask, digits, g, n)).max();
        match deepest {
            Some(deepest) if deepest as u64 > reach => reach = deepest as u64,
            _ => return reach,
        }
    }
}

/// Every rare value below G(n) is that of a split with a part up to this, or of a take.
fn deepest_witness(mask: (u64, bool), digits: &[u32], g: &[u32], n: usize) -> usize {
    let rare = (0..g[n]).filter(|&x| !is_common(mask, digits, x, n));
    let nearest = rare.map(|x| {
        let of_digit = |d: usize| {
            if digits[d] & 2 != 0 && g[n - d] == x {
                return Some(0);
            }
            let split = digits[d] & 4 != 0;
            split.then(|| (1..=(n - d) / 2).find(|&a| g[a] ^ g[n - d - a] == x)).flatten()
        };
        (0..digits.len()).filter_map(of_digit).min().expect("a value below G(n) is an option")
    });
    nearest.max().unwrap_or(0)
}

/// The certificate with `count` milestones besides the required one, if there can be one.
fn certificate(digits: &[u32], g: &[u32], count: u64) -> Option<Certificate> {
    let (n0, p, saltus) = common::find_period(g)?;
    if saltus > 0 || digits.iter().all(|d| d & 4 == 0) {
        return None;
    }
    let mut mask = common::best_mask(digits, g);
    if mask.1 && p % 2 == 1 {
        mask = (mask.0, false);
    }
    let (last_rare, rare_count) = rares(mask, digits, g);
    let reach = reach(mask, digits, g);
    let w = reach + digits.len() as u64 + 1;
    let (start, first) = (n0 + w, 2 * w + 1);
    let end = start + p;
    if n0 <= w || end as usize > g.len() {
        return None;
    }
    let spacing = ((end - first) / count).max(1);
    let mut heaps: Vec<u64> = (0..count).map(|i| first + i * spacing).chain([start]).collect();
    heaps.retain(|&heap| heap < end);
    heaps.sort_unstable();
    heaps.dedup();
    let milestone = |&heap: &u64| Milestone {
        heap,
        values: digits_of_values(&g[(heap - w) as usize..heap as usize]).unwrap(),
    };
    let primes = (2..=p).filter(|r| p % r == 0 && (2..*r).all(|d| r % d != 0));
    let differing = primes.map(|r| {
        let differs = |n: &u64| g[(n + p / r) as usize] != g[*n as usize];
        (n0..n0 + p).find(differs).expect("the period is least")
    });
    let data = Milestones {
        mask: mask.0,
        position: mask.1,
        reach,
        rare_count,
        last_rare,
        milestones: heaps.iter().map(milestone).collect(),
        differing: differing.collect(),
    };
    let claim = GrundyPeriod { win_lose: None, ..common::claim(g, (n0, p, 0)) };
    let rule = Rule::take_and_break(digits);
    Some(Certificate::new(rule, Claim::GrundyPeriod(claim), Proof::Milestones(data)))
}

fn pieces(certificate: &Certificate) -> Box<Pieces> {
    let go_on = |_| ControlFlow::Continue(());
    match open(&certificate.to_json(), &Limits::default(), go_on) {
        Opened::Pieces(pieces) => pieces,
        Opened::Decided(verdict) => panic!("{}", verdict.why),
    }
}

#[test]
fn long_preperiods_are_proved() {
    for digits in CODES {
        let g = common::octal(digits, 8_000);
        let (n0, p, _) = common::find_period(&g).unwrap();
        for count in [1, 3, 7, 100] {
            let made = certificate(digits, &g, count).expect("there can be one");
            let verdict = check(&made.to_json());
            assert!(verdict.valid, "{digits:?}, {count}: {}", verdict.why);
            let Why::Proved(evidence) = &verdict.why else { unreachable!() };
            assert_eq!(evidence.theorem, Theorem::Milestones);
            assert_eq!(evidence.heaps, evidence.agree_until + p);
            let theorem = ("proofs/Milestones.v", "milestones");
            assert_eq!(verdict.machine_checked(), Some(theorem));
        }
        // The plain form says the same.
        let mask = common::best_mask(digits, &g);
        let q = if mask.1 && p % 2 == 1 { 2 * p } else { p };
        let plain =
            common::window(digits, common::claim(&g, (n0, p, 0)), mask, reach(mask, digits, &g), q);
        assert!(check(&plain.to_json()).valid);
    }
}

/// In any order, in groups of any size, stopped and gone on with anywhere, in any number of heaps.
#[test]
fn pieces_may_be_checked_in_any_order() {
    let digits = CODES[1];
    let g = common::octal(digits, 8_000);
    let made = certificate(digits, &g, 50).unwrap();
    let pieces = pieces(&made);
    for (seed, size, heaps) in [(1, 1, 1000), (7, 5, 13), (11, LANES, 1), (3, 17, 100_000)] {
        let mut stretches = pieces.stretches();
        let mut random = seed;
        let mut saved = pieces.save(&stretches, KEY);
        while stretches.iter().any(|stretch| stretch.left() > 0) {
            assert_eq!(pieces.verdict(&stretches).why, Why::Rejected(Rejection::Cancelled));
            random = random * 48_271 % 2_147_483_647_u64;
            let open: Vec<usize> =
                (0..stretches.len()).filter(|&i| stretches[i].left() > 0).collect();
            let from = random as usize % open.len();
            let mut group: Vec<_> = open
                .iter()
                .cycle()
                .skip(from)
                .take(size.min(open.len()))
                .map(|&i| stretches[i].clone())
                .collect();
            let before = pieces.verified(&stretches);
            let done = pieces.advance(&mut group, heaps, &Plain).unwrap();
            group.into_iter().for_each(|stretch| {
                let index = stretch.index();
                stretches[index] = stretch;
            });
            assert!(done > 0);
            assert_eq!(pieces.verified(&stretches), before + done);
            if random % 5 == 0 {
                saved = pieces.save(&stretches, KEY);
            } else if random % 7 == 0 {
                stretches = pieces.resume(&saved, KEY).unwrap();
            }
        }
        let verdict = pieces.verdict(&stretches);
        assert!(verdict.valid, "{}", verdict.why);
        assert_eq!(pieces.verified(&stretches), pieces.total());
        assert_eq!(
            pieces.resume(&pieces.save(&stretches, KEY), KEY).map(|s| pieces.verdict(&s).valid),
            Ok(true)
        );
    }
}

/// The seal of a text about a check, made again.
fn resealed(mut saved: serde_json::Value) -> String {
    use hmac::{Hmac, Mac};
    let parts = (&saved["format"], &saved["certificate"], &saved["stretches"]);
    let mut seal = Hmac::<sha2::Sha256>::new_from_slice(KEY).unwrap();
    seal.update(serde_json::to_string(&parts).unwrap().as_bytes());
    let seal = seal.finalize().into_bytes();
    saved["seal"] = seal.iter().map(|byte| format!("{byte:02x}")).collect::<String>().into();
    saved.to_string()
}

/// What the owner of the key writes is believed, but nothing in it makes the checker panic.
#[test]
fn sealed_files_with_any_numbers_are_read_or_refused() {
    let pieces = pieces(&certificate(CODES[0], &common::octal(CODES[0], 8_000), 5).unwrap());
    let mut stretches = pieces.stretches();
    pieces.advance(&mut stretches[..1], 20, &Plain).unwrap();
    let saved: serde_json::Value = serde_json::from_str(&pieces.save(&stretches, KEY)).unwrap();
    assert_eq!(pieces.resume(&resealed(saved.clone()), KEY).unwrap(), stretches);
    let edges = [31u32, 32, 40, 53, 62, 63].map(|power| 1u64 << power);
    let near = edges.iter().flat_map(|&edge| [edge - 1, edge, edge + 1]).chain([0, 1, u64::MAX]);
    for number in near {
        for (field, value) in [
            ("heap", serde_json::json!(number)),
            ("greatest", serde_json::json!(number)),
            ("found", serde_json::json!([number])),
            ("found", serde_json::json!([])),
            ("values", serde_json::json!("")),
            ("values", serde_json::json!("//")),
        ] {
            let mut changed = saved.clone();
            changed["stretches"][0][field] = value;
            if let Ok(mut read) = pieces.resume(&resealed(changed), KEY) {
                let _ = pieces.verified(&read);
                let _ = pieces.advance(&mut read[..1], 50, &Plain);
                let _ = pieces.verdict(&read);
            }
        }
    }
}

#[test]
fn files_about_something_else_are_refused() {
    let [first, second] =
        [0, 1].map(|i| pieces(&certificate(CODES[i], &common::octal(CODES[i], 8_000), 5).unwrap()));
    let saved = first.save(&first.stretches(), KEY);
    assert_eq!(second.resume(&saved, KEY), Err(NotSaved::OtherCertificate));
    assert!(first.resume(&saved, KEY).is_ok());
    for text in ["", "{}", &saved[1..], &saved.replace("ishitori-check 2", "ishitori-check 1")] {
        assert_eq!(first.resume(text, KEY), Err(NotSaved::Damaged), "{text}");
    }
    // Changed, or sealed with another key.
    let changed = saved.replace("\"greatest\":0", "\"greatest\":1");
    for (text, key) in [(&changed, KEY), (&saved, b"another key"), (&saved, b"")] {
        assert_eq!(first.resume(text, key), Err(NotSaved::NotSealed), "{text}");
    }
    for seal in ["", "0", "zz", "00"] {
        let at = saved.find("\"seal\":\"").unwrap() + 8;
        let cut = format!("{}{seal}\"}}", &saved[..at]);
        assert_eq!(first.resume(&cut, KEY), Err(NotSaved::NotSealed), "{cut}");
    }
    // Where it says that more is verified, but not by this checker.
    let heap = first.stretches()[0].left();
    assert!(heap > 0);
    let at = saved.find("\"heap\":").unwrap();
    let forged = format!("{}\"heap\":9{}", &saved[..at], &saved[at + 7..]);
    assert_eq!(first.resume(&forged, KEY), Err(NotSaved::NotSealed));
}

/// Every leaf is changed, and the hash made to fit: nothing false is accepted.
#[test]
fn forgeries_are_refused() {
    let limits = Limits { steps: 1 << 30, heaps: 1 << 24, ..Limits::default() };
    let digits = CODES[0];
    let g = common::octal(digits, 3_000);
    let truth = common::find_period(&g).unwrap();
    let made = certificate(digits, &g, 4).unwrap();
    let document = serde_json::to_value(&made).unwrap();
    let (mut forged, mut accepted) = (0, Vec::new());
    for part in ["rule", "claim", "data"] {
        let mut places = Vec::new();
        pointers(&document[part], format!("/{part}"), &mut places);
        for place in places {
            for new in changes(document.pointer(&place).unwrap()) {
                let mut changed = document.clone();
                *changed.pointer_mut(&place).unwrap() = new.clone();
                // With the old hash nothing is accepted at all.
                assert!(!check(&changed.to_string()).valid);
                let parts = (
                    serde_json::from_value::<Rule>(changed["rule"].clone()),
                    serde_json::from_value::<Claim>(changed["claim"].clone()),
                    serde_json::from_value::<Proof>(changed["data"].clone()),
                );
                let (Ok(rule), Ok(claim), Ok(data)) = parts else { continue };
                forged += 1;
                let forgery = Certificate::new(rule.clone(), claim.clone(), data);
                if !check_within(&forgery.to_json(), &limits).valid {
                    continue;
                }
                assert_eq!(rule, made.rule, "{place} := {new}");
                let Claim::GrundyPeriod(claim) = claim else { panic!("{place} := {new}") };
                assert!(!claim.least || (claim.preperiod, claim.period, 0) == truth);
                assert!(claim.max_value.is_none_or(|max| max == *g.iter().max().unwrap() as u64));
                accepted.push(place.clone());
            }
        }
    }
    assert!(forged > 1000, "{forged}");
    // What may be different without being false: a claim that says less, other heaps that differ, fewer milestones,
    // a greatest value that is not claimed.
    let harmless =
        ["/claim/grundy-period", "/data/milestones/differing", "/data/milestones/milestones"];
    for place in &accepted {
        let of_heaps = place.starts_with(harmless[1])
            || place == harmless[2]
            || place.starts_with(harmless[0]);
        assert!(of_heaps, "{place}");
    }
}

/// The conditions of the theorem, each broken.
#[test]
fn conditions_are_demanded() {
    let digits = CODES[1];
    let g = common::octal(digits, 8_000);
    let made = certificate(digits, &g, 5).unwrap();
    let Proof::Milestones(data) = made.data.clone() else { unreachable!() };
    let Claim::GrundyPeriod(claim) = made.claim.clone() else { unreachable!() };
    let why = |claim: GrundyPeriod, data: Milestones| {
        let claim = Claim::GrundyPeriod(claim);
        let forged = Certificate::new(made.rule.clone(), claim, Proof::Milestones(data));
        match check(&forged.to_json()).why {
            Why::Rejected(rejection) => rejection,
            Why::Proved(_) => panic!("it is accepted"),
        }
    };
    let of_data = |change: &dyn Fn(&mut Milestones)| {
        let mut data = data.clone();
        change(&mut data);
        why(claim.clone(), data)
    };
    let of_claim = |change: &dyn Fn(&mut GrundyPeriod)| {
        let mut claim = claim.clone();
        change(&mut claim);
        why(claim, data.clone())
    };
    let proof = |condition| Rejection::Proof(condition);
    assert_eq!(of_data(&|d| d.mask = 0), proof(Condition::MaskZero));
    assert_eq!(of_data(&|d| d.differing.clear()), proof(Condition::Differing));
    assert_eq!(of_data(&|d| d.differing[0] = 0), proof(Condition::Differing));
    assert_eq!(of_data(&|d| d.milestones.clear()), proof(Condition::MilestoneHeaps));
    assert_eq!(of_data(&|d| d.milestones.reverse()), proof(Condition::MilestoneHeaps));
    assert_eq!(of_data(&|d| d.milestones[0].heap = 2), proof(Condition::MilestoneHeaps));
    assert_eq!(of_data(&|d| d.milestones[0].values.push('A')), proof(Condition::MilestoneValues));
    assert_eq!(of_data(&|d| d.milestones[0].values.push('!')), proof(Condition::MilestoneValues));
    assert!(matches!(of_data(&|d| d.rare_count += 1), Rejection::Rares { .. }));
    assert!(matches!(of_data(&|d| d.last_rare += 1), Rejection::Rares { .. }));
    assert_eq!(of_claim(&|c| c.preperiod = 3), proof(Condition::MilestonesPreperiod));
    assert_eq!(of_claim(&|c| c.saltus = 1), {
        let max = claim.max_value;
        assert!(max.is_some());
        Rejection::Claim(Condition::MaxWithSaltus)
    });
    let zeros = WinLosePeriod { preperiod: 0, period: 1 };
    assert_eq!(of_claim(&|c| c.win_lose = Some(zeros.clone())), proof(Condition::MilestonesZeros));
    let greatest = claim.max_value.unwrap();
    assert_eq!(of_claim(&|c| c.max_value = Some(99)), Rejection::MaxValue { found: greatest });
    // A heap that does not differ.
    let (n0, p) = (claim.preperiod, claim.period);
    let prime = (2..=p).find(|r| p % r == 0).unwrap();
    let same = (n0..n0 + p).find(|&n| g[n as usize] == g[(n + p / prime) as usize]).unwrap();
    let shift = p / prime;
    let not_differing = Rejection::NotDiffering { heap: same, shift };
    assert_eq!(of_data(&|d| d.differing[0] = same), not_differing);
    // Values that are common, but not those of the game.
    let w = data.milestones[0].values.len();
    let mut values = values_of_digits(&data.milestones[1].values, w).unwrap();
    let at = (1..w).find(|&i| values[i] != values[w - 1] && (w - 1 - i) % 2 == 0).unwrap();
    values.swap(at, w - 1);
    let values = digits_of_values(&values).unwrap();
    let swapped = of_data(&|d| d.milestones[1].values = values.clone());
    assert!(
        matches!(swapped, Rejection::Milestone { .. } | Rejection::NoWitness { .. }),
        "{swapped}"
    );
    // Too short a reach: some heap has no witness, or the milestones do not fit.
    let narrow = of_data(&|d| {
        d.reach -= 1;
        for milestone in &mut d.milestones {
            milestone.values.remove(0);
        }
    });
    assert!(matches!(narrow, Rejection::NoWitness { .. } | Rejection::Proof(_)), "{narrow}");
}

/// All codes of up to three digits: what the definition says the new form says too, and nothing else.
#[test]
fn agrees_with_the_definition() {
    let (mut proved, mut with_position) = (0, 0);
    for code in 1..512_u32 {
        let mut digits = vec![0, code >> 6, code >> 3 & 7, code & 7];
        while digits.last() == Some(&0) {
            digits.pop();
        }
        let g = common::octal(&digits, 2_000);
        for count in [1, 6, 40] {
            let Some(made) = certificate(&digits, &g, count) else { continue };
            let verdict = check(&made.to_json());
            assert!(verdict.valid, "{digits:?}: {}", verdict.why);
            proved += 1;
            let Proof::Milestones(data) = &made.data else { unreachable!() };
            with_position += u32::from(data.position);
            let Claim::GrundyPeriod(claim) = &made.claim else { unreachable!() };
            let GrundyPeriod { preperiod, period, .. } = *claim;
            for change in 1..5 {
                for (preperiod, period) in [
                    (preperiod, (change + 1) * period),
                    (preperiod, period + change),
                    (preperiod, period - change),
                    (preperiod + change, period),
                    (preperiod - change, period),
                ] {
                    let wrong = GrundyPeriod { preperiod, period, ..claim.clone() };
                    let wrong = Claim::GrundyPeriod(wrong);
                    let forged = Certificate::new(made.rule.clone(), wrong, made.data.clone());
                    assert!(!check(&forged.to_json()).valid, "{digits:?}");
                }
            }
        }
    }
    assert!(proved > 30 && with_position > 5, "{proved}, {with_position}");
}
