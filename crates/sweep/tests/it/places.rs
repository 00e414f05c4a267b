//! Statistics of any places of any family, against the rows of the sets, one by one.

use ishitori_sweep::{Family, Query, Set, SweepSummary, Workers, rows_at, sweep_places};
use ishitori_values::{Budget, Outcome};
use proptest::prelude::*;
use std::ops::Range;

/// The statistics from the rows, by definition.
fn expected(family: &Family, query: &Query, places: Range<u64>) -> SweepSummary {
    let mut sum = SweepSummary::new(query);
    sum.sets = places.end - places.start;
    let mut place = places.start;
    let mut sink = |at: u64, _: &_, row: &ishitori_sweep::Row| {
        assert!(at >= place);
        place = at + 1;
        sum.matching += 1;
        for outcome in [Outcome::P, Outcome::N, Outcome::L, Outcome::R] {
            sum.has[outcome as usize] += u64::from(row.first[outcome as usize].is_some());
            sum.eventually_all[outcome as usize] += u64::from(row.eventually == Some(outcome));
        }
        sum.not_found += u64::from(row.period == 0);
        // The first of equal ones stays.
        if sum.max_period.is_none_or(|(best, _)| row.period > best) {
            sum.max_period = Some((row.period, at));
        }
        if sum.max_preperiod.is_none_or(|(best, _)| row.preperiod > best) {
            sum.max_preperiod = Some((row.preperiod, at));
        }
    };
    rows_at(family, query, places, &Budget::unlimited(), &mut sink).unwrap();
    sum
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn sets_of_any_shape(
        lists in prop::collection::vec(prop::collection::vec(1u32..66, 1..6), 1..60),
        end in prop::sample::select(vec!["mod2:LR", "mod3:LRP", "misere", "moves", "normal"]),
        from in 0u64..20,
    ) {
        let sets = lists.iter().map(|numbers| Set::new(numbers)).collect();
        let family = Family::listed(sets).unwrap();
        let query = Query::new(end.parse().unwrap());
        let places = from.min(family.len())..family.len();
        let budget = Budget::unlimited();
        let found = sweep_places(&family, &query, places.clone(), &Workers::new(2, &budget));
        prop_assert_eq!(found.unwrap(), expected(&family, &query, places));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    #[test]
    fn any_places_of_any_family(
        min in 1u32..6,
        more in 0u32..60,
        sizes in prop::sample::select(vec![(1, u32::MAX), (1, 3), (2, 5), (4, 4), (6, u32::MAX)]),
        with in prop::collection::vec(0u32..12, 0..3),
        without in prop::collection::vec(1u32..12, 0..3),
        end in prop::sample::select(vec!["mod2:LR", "mod3:LRP", "misere", "moves", "normal"]),
        condition in prop::option::of(prop::sample::select(vec!["has_R", "size > 2", "period > 1"])),
        place: u64,
        length in 0u64..2500,
        threads in 1usize..3,
    ) {
        let max = (min + more).min(64);
        let among = |list: Vec<u32>| -> Vec<u32> {
            list.into_iter().map(|s| min + s).filter(|&s| s <= max).collect()
        };
        let family = Family::restricted(min, max, sizes, &among(with), &among(without)).unwrap();
        let mut query = Query::new(end.parse().unwrap());
        query.condition = condition.map(|text| text.parse().unwrap());
        let from = if family.is_empty() { 0 } else { place % family.len() };
        let places = from..family.len().min(from + length);
        let budget = Budget::unlimited();
        let found = sweep_places(&family, &query, places.clone(), &Workers::new(threads, &budget));
        prop_assert_eq!(found.unwrap(), expected(&family, &query, places));
    }
}
