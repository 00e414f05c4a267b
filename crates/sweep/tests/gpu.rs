//! A graphics processor against the processor, where there is one.
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
            eprintln!("there is no graphics processor here: nothing is compared");
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
    let mut checked = query.clone();
    checked.grundy = true;
    assert_eq!(gpu_lacks(&whole, &checked), Some(GpuLack::Checks));
}
