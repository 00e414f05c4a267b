//! A GPU against the CPU, where there is one.
#![cfg(feature = "gpu")]

use std::cell::RefCell;

use ishitori_sweep::*;
use ishitori_values::Budget;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

/// The first device; nothing, and a line that says so, where there is none.
fn device() -> Option<Device> {
    match Device::open(0) {
        Ok(device) => Some(device),
        Err(GpuError::NoDevice) => {
            eprintln!("there is no GPU here: nothing is compared");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn the_same_statistics() {
    let Some(device) = device() else { return };
    let device = RefCell::new(device);
    let budget = Budget::unlimited();
    let workers = Workers::new(2, &budget);
    let letters = prop::sample::select(vec!['L', 'R', 'N', 'P']);
    let ends = prop_oneof![
        prop::collection::vec(letters, 1..5).prop_map(|l| format!(
            "mod{}:{}",
            l.len(),
            l.into_iter().collect::<String>()
        )),
        prop::sample::select(vec!["normal", "misere", "moves", "table:RNL[P]"])
            .prop_map(str::to_string),
    ];
    let cases = (1u32..8, 12u32..40, ends, any::<u64>(), 1u64..1 << 17);
    let config = ProptestConfig { cases: 200, ..ProptestConfig::default() };
    let outcome = TestRunner::new(config).run(&cases, |(min, more, end, from, sets)| {
        let family = Family::new(min, (min + more).min(63));
        let query = Query::new(end.parse().unwrap());
        let from = from % family.len();
        let places = from..family.len().min(from + sets);
        let here = sweep_places(&family, &query, places.clone(), &workers).unwrap();
        let device = &mut device.borrow_mut();
        let there = sweep_places_on(device, &family, &query, places, &workers).unwrap();
        prop_assert_eq!(here, there);
        Ok(())
    });
    outcome.unwrap();
    // Whole families, with places that all sizes have.
    for (min, max, end) in [(2, 24, "mod2:LR"), (1, 20, "mod3:LRP"), (3, 23, "moves")] {
        let (family, query) = (Family::new(min, max), Query::new(end.parse().unwrap()));
        let places = 0..family.len();
        let device = &mut device.borrow_mut();
        let there = sweep_places_on(device, &family, &query, places, &workers).unwrap();
        assert_eq!(there, sweep(&family, &query, &workers).unwrap());
    }
}

/// Conditions, counts, totals and groups over outcomes, and the sets that satisfy the condition.
#[test]
fn the_same_expressions_and_rows() {
    let Some(mut device) = device() else { return };
    let budget = Budget::unlimited();
    let workers = Workers::new(2, &budget);
    for (at, condition) in [
        "has_P and has_R",
        "has_R and not has_P",
        "eventually == L",
        "eventually == R or not has_N",
        "eventually != L and has_P",
        "has_P and not has_P",
        "not has_L",
    ]
    .iter()
    .enumerate()
    {
        for end in ["mod2:LR", "mod3:LRP", "normal", "moves"] {
            let mut query = Query::new(end.parse().unwrap());
            query.condition = Some(condition.parse().unwrap());
            query.counts =
                vec!["has_R and has_P".parse().unwrap(), "eventually == R".parse().unwrap()];
            query.totals = vec!["2 * has_N - has_P".parse().unwrap()];
            query.group_by = Some("has_L + 2 * has_R".parse().unwrap());
            let (min, max) = (1 + at as u32 % 3, 18 + at as u32 % 4);
            let family = Family::new(min, max);
            let (start, end) = (family.len() / 7, family.len() - 5);
            let here = sweep_places(&family, &query, start..end, &workers).unwrap();
            let there =
                sweep_places_on(&mut device, &family, &query, start..end, &workers).unwrap();
            assert_eq!(here, there, "{condition} {}", query.end);
            let most = 1 << 22;
            let listed = sweep_listed(&family, &query, start..end, most, &workers).unwrap();
            let (summary, places) =
                matching_places_on(&mut device, &family, &query, start..end, most, &workers)
                    .unwrap();
            assert_eq!(summary, here, "{condition} {}", query.end);
            let mut sets = Vec::new();
            for place in places {
                sets.push(family.set(place).numbers().map(i64::from).collect::<Vec<i64>>());
            }
            let wanted: Vec<Vec<i64>> = listed.rows.into_iter().map(|row| row.set).collect();
            assert_eq!(sets, wanted, "{condition} {}", query.end);
        }
    }
    let query = Query::new("mod2:LR".parse().unwrap());
    let family = Family::new(2, 24);
    let all = matching_places_on(&mut device, &family, &query, 0..family.len(), 1000, &workers);
    assert!(matches!(all, Err(GpuSweepError::Sweep(SweepError::TooManyRows { limit: 1000 }))));
}

#[test]
fn what_it_cannot_do_is_said() {
    let whole = Family::new(2, 30);
    let query = Query::new("mod2:LR".parse().unwrap());
    assert_eq!(gpu_lacks(&whole, &query), None);
    assert_eq!(gpu_lacks(&Family::new(2, 64), &query), Some(GpuLack::Family));
    let some = Family::restricted(2, 30, (2, 5), &[], &[]).unwrap();
    assert_eq!(gpu_lacks(&some, &query), Some(GpuLack::Family));
    let mut counted = query.clone();
    counted.counts.push("period > 3".parse().unwrap());
    assert_eq!(gpu_lacks(&whole, &counted), Some(GpuLack::Expressions));
    for (text, lack) in [
        ("has_P and has_R", None),
        ("eventually == L", None),
        ("size > 3", Some(GpuLack::Expressions)),
        ("contains(5) or has_R", Some(GpuLack::Expressions)),
        ("9223372036854775807 * 2 == has_R", Some(GpuLack::Expressions)),
    ] {
        let mut some = query.clone();
        some.condition = Some(text.parse().unwrap());
        assert_eq!(gpu_lacks(&whole, &some), lack, "{text}");
    }
    let mut checked = query.clone();
    checked.grundy = true;
    assert_eq!(gpu_lacks(&whole, &checked), Some(GpuLack::Checks));
}
