//! The figures of the slides, and the kernels against the engines for one game.

use ishitori_rules::end::EndRule;
use ishitori_rules::heap::{HeapCode, HeapRule};
use ishitori_solve::ending::outcomes;
use ishitori_solve::heap::find_period;
use ishitori_sweep::*;
use ishitori_values::{Budget, Outcome};
use proptest::prelude::*;

fn parity() -> Query {
    Query::new("mod2:LR".parse().unwrap())
}

fn run(family: &Family, query: &Query) -> SweepSummary {
    sweep(family, query, &Workers::new(2, &Budget::unlimited())).unwrap()
}

#[test]
fn eventually_all_left() {
    let two = run(&Family::new(2, 20), &parity());
    assert_eq!((two.sets, two.eventually_all[Outcome::L as usize]), (262_144, 200_992));
    let three = run(&Family::new(3, 21), &parity());
    assert_eq!((three.sets, three.eventually_all[Outcome::L as usize]), (262_144, 243_951));
}

#[test]
fn theorems_for_max_21() {
    let mut query = parity();
    query.checks = ["neighbours", "runs", "carret", "eventually-l", "carret-all"]
        .map(|c| c.parse().unwrap())
        .into();
    let family = Family::new(2, 21);
    let found = run(&family, &query).checks;
    for check in &found[..2] {
        assert_eq!((check.hypothesis, check.violations), (524_288, 0), "{}", check.name);
    }
    // Heaps n < preperiod + period, {2} counted.
    assert_eq!((found[2].hypothesis, found[2].violations), (179_147, 0));
    // An R at n ≥ 2 has an option R; if that is a P-position of normal play, n itself is none. So
    // over all n Carret's hypothesis holds exactly for the sets without R at n ≥ 2.
    assert_eq!((found[4].hypothesis, found[4].violations), (524_287 - 352_518, 0));
    // The smallest set that is not eventually all L.
    let first = family.set(found[3].first_violation.unwrap());
    assert_eq!(first.numbers().collect::<Vec<_>>(), [2]);
    let found = run(&Family::new(3, 21), &query).checks;
    assert_eq!((found[0].violations, found[1].violations, found[2].violations), (0, 0, 0));
}

/// 28051 of 524287, and among them those with a P, an R, both at some n ≥ 2; and the figure that is
/// open in the slides, "23325 P's up to the first period, all but 1050 of them P in normal play as
/// well": our counts for the two nearest readings.
#[test]
fn periods_that_divide_the_grundy_period() {
    let mut query = parity();
    let dividing = "period >= 2 and divides";
    query.counts = [
        dividing.to_string(),
        format!("{dividing} and has_P"),
        format!("{dividing} and has_R"),
        format!("{dividing} and has_P and has_R"),
        "has_P".to_string(),
        "has_R".to_string(),
        "has_P and has_R".to_string(),
    ]
    .map(|text| text.parse().unwrap())
    .into();
    query.totals = [
        "count_P * (period >= 2 and divides)",
        "strange_P * (period >= 2 and divides)",
        "cycle_P",
        "cycle_strange_P",
    ]
    .map(|text| text.parse().unwrap())
    .into();
    let family = Family::restricted(2, 21, (2, u32::MAX), &[], &[]).unwrap();
    let found = run(&family, &query);
    assert_eq!(found.sets, 524_287);
    assert_eq!(found.counts, [28_051, 13_130, 18_962, 4_041, 186_425, 352_518, 123_941]);
    // Among the 28051, heaps 2 ≤ n < preperiod + period; all sets, one round of the period.
    assert_eq!(found.totals, [24_606, 818, 26_352, 1_142]);
}

#[test]
fn threads_and_conditions() {
    let mut query = parity();
    query.condition = Some("has_R and period > 1".parse().unwrap());
    query.group_by = Some("period".parse().unwrap());
    let family = Family::new(2, 14);
    let one = sweep(&family, &query, &Workers::new(1, &Budget::unlimited())).unwrap();
    let three = sweep(&family, &query, &Workers::new(3, &Budget::unlimited())).unwrap();
    assert_eq!(one, three);
    assert_eq!(one.groups.values().sum::<u64>(), one.matching);
    assert_eq!(one.eventually_all, [0; 4]);
}

#[test]
fn brief_conditions_agree_with_rows() {
    for end in ["mod2:LR", "mod3:LRP", "moves"] {
        let mut query = Query::new(end.parse().unwrap());
        query.counts = vec!["contains(5) and eventually == L".parse().unwrap()];
        query.group_by = Some("period + size".parse().unwrap());
        query.condition = Some("has_R and period > 1 or max % 3 == 0".parse().unwrap());
        let brief = run(&Family::new(2, 15), &query);
        query.condition =
            Some("(has_R and period > 1 or max % 3 == 0) and preperiod >= 0".parse().unwrap());
        assert_eq!(brief, run(&Family::new(2, 15), &query), "{end}");
    }
}

/// The kernel that keeps nothing against the one that keeps the outcomes.
#[test]
fn both_kernels_agree() {
    for end in ["mod2:LR", "mod3:LRP", "moves", "misere", "table:RNL[P]"] {
        for (min, max) in [(1, 9), (2, 13), (3, 14), (7, 7)] {
            let mut query = Query::new(end.parse().unwrap());
            let plain = run(&Family::new(min, max), &query);
            let budget = Budget::unlimited();
            let reference =
                sweep_plainly(&Family::new(min, max), &query, &Workers::new(1, &budget));
            assert_eq!(plain, reference.unwrap(), "{end} {min} {max}");
            query.condition = Some("preperiod >= 0 or period == 0".parse().unwrap());
            assert_eq!(plain, run(&Family::new(min, max), &query), "{end} {min} {max}");
        }
    }
}

#[test]
fn wide_sets() {
    let family = Family::restricted(2, 1024, (2, 2), &[], &[]).unwrap();
    let found = run(&family, &parity());
    assert_eq!((found.sets, found.not_found), (1022, 0));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn rows_agree_with_the_engine_for_one_game(
        set in prop::collection::btree_set(1u32..150, 1..6),
        end in prop_oneof![
            Just("mod2:LR"), Just("misere"), Just("normal"), Just("moves"), Just("mod3:LRP"),
            Just("table:NLR[PR]")
        ]
    ) {
        let numbers: Vec<u32> = set.into_iter().collect();
        let end: EndRule = end.parse().unwrap();
        let mut sequence = Sequence::default();
        outcome_sequence(&Set::new(&numbers), &end, &mut sequence);
        let rule = HeapRule::Impartial(HeapCode::subtraction(&numbers));
        let one = outcomes(&rule, &end, 600, &Budget::unlimited()).unwrap();
        prop_assume!(sequence.period > 0);
        for (n, &outcome) in one.outcomes.iter().enumerate() {
            prop_assert_eq!(sequence.outcome(n), outcome, "{} at {}", rule, n);
        }
        let cycle = one.knowledge.cycle().unwrap();
        prop_assert_eq!((sequence.period, sequence.preperiod), (cycle.period, cycle.preperiod));
    }

    #[test]
    fn grundy_periods_agree(set in prop::collection::btree_set(1u32..20, 1..5)) {
        let numbers: Vec<u32> = set.into_iter().collect();
        let max = *numbers.last().unwrap();
        let family =
            Family::restricted(numbers[0], max, (numbers.len() as u32, numbers.len() as u32), &numbers, &[])
                .unwrap();
        let report = find_period(&HeapCode::subtraction(&numbers), 1_000_000, &Budget::unlimited()).unwrap();
        let found = report.periodicity.unwrap().values;
        let mut query = parity();
        query.counts = vec![
            format!("grundy_period == {} and grundy_preperiod == {}", found.period, found.preperiod)
                .parse()
                .unwrap(),
        ];
        prop_assert_eq!(run(&family, &query).counts, [1]);
    }
}
