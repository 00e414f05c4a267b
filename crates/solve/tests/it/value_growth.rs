//! Values that grow forever: what is found by the order of heaps is what canonical values show, and
//! the checker accepts it.

use ishitori_certify::check;
use ishitori_rules::end::EndRule;
use ishitori_rules::heap::HeapRule;
use ishitori_solve::ending::{
    GrowingValues, HeapOption, SumRule, TerminalValues, growth, normalised_values,
};
use ishitori_solve::known::Knowledge;
use ishitori_values::{Budget, Game, GameStore, Session};
use proptest::prelude::*;
use std::time::Duration;

/// Canonical values of the first heaps, which share nothing with the table of the order; fewer where
/// they grow too fast.
fn canonical(
    rule: &HeapRule,
    end: &EndRule,
    terminal: &TerminalValues,
    count: usize,
    session: &mut Session<'_>,
) -> (Vec<Game>, Option<usize>) {
    session.set_budget(Budget::unlimited().with_attempt(Duration::from_secs(2)));
    let run = normalised_values(rule, end, SumRule::Total, terminal, count, count, session);
    session.set_budget(Budget::unlimited());
    let run = run.unwrap();
    let period = match run.knowledge {
        Knowledge::Proved(cycle) => Some(cycle.period),
        _ => None,
    };
    (run.values, period)
}

/// Looks at all heaps that there are values of.
fn agrees(found: &GrowingValues, values: &[Game], session: &mut Session<'_>) {
    let GrowingValues { from, step, .. } = *found;
    let grows = |n: usize| found.growing.contains(&(n % step));
    for n in from..values.len() {
        for m in (n + step..values.len()).step_by(step) {
            assert_eq!(values[n] == values[m], !grows(n), "heaps {n} and {m}");
        }
    }
    for form in &found.forms {
        for n in (form.first..values.len()).step_by(step) {
            let side = |side: &[HeapOption]| -> Vec<Game> {
                let heap = |option: &HeapOption| match *option {
                    HeapOption::Heap(heap) => values[heap],
                    HeapOption::Back(back) => values[n - back],
                };
                side.iter().map(heap).collect()
            };
            let (left, right) = (side(&form.left), side(&form.right));
            assert_eq!(session.game(&left, &right).unwrap(), values[n], "heap {n}: {form:?}");
        }
    }
}

/// Finds, compares with canonical values, certifies and checks.
fn examine(rule: &str, end: &str, terminal: &str, count: usize) -> Option<GrowingValues> {
    let (parsed, ends): (HeapRule, EndRule) = (rule.parse().unwrap(), end.parse().unwrap());
    let store = GameStore::new();
    let mut session = store.session();
    let games = TerminalValues::parse(terminal, &store).unwrap();
    let found = growth(&parsed, &ends, &games, true, &session).unwrap()?;
    let (values, period) = canonical(&parsed, &ends, &games, count, &mut session);
    agrees(&found, &values, &mut session);
    if let Some(period) = period {
        assert!(found.growing.is_empty(), "{rule} {end} {terminal} has period {period}");
        assert_eq!(found.step % period, 0, "{rule}");
    }
    let made = found.certificate(&parsed, &ends, &games, &session);
    match found.growing.is_empty() {
        true => assert!(made.is_err()),
        false => {
            let verdict = check(&made.unwrap().to_json());
            assert!(verdict.valid, "{rule} {end} {terminal}: {}", verdict.why);
        }
    }
    Some(found)
}

/// The example of the slides: v(9j+3) = {1|1,v(9j−3)} and so on, where 1 = v(0).
#[test]
fn two_three_six() {
    let found = examine("sub:2,3,6", "mod2:LR", "L=1,R=-1", 150).unwrap();
    assert_eq!((found.step, found.growing.as_slice()), (9, &[1, 3, 6, 7, 8][..]));
    let form = found.forms.iter().find(|form| form.first % 9 == 3).unwrap();
    assert_eq!(form.left, [HeapOption::Heap(0)]);
    assert_eq!(form.right, [HeapOption::Heap(0), HeapOption::Back(6)]);
    assert_eq!(found.forms.len(), 5);
}

/// All sets with numbers up to 7, and several ends: the order always repeats within the heaps looked at.
#[test]
fn small_sets_are_all_decided() {
    for (end, terminal, growing) in [
        ("mod2:LR", "L=1,R=-1", 26),
        ("mod3:LLR", "L=1,R=-1", 3),
        ("normal", "0=1,1=-1,2=*", 25),
        ("misere", "N=*", 0),
    ] {
        let mut count = 0;
        for mask in 1_u32..1 << 7 {
            let set: Vec<String> =
                (0..7).filter(|i| mask >> i & 1 == 1).map(|i| (i + 1).to_string()).collect();
            let rule = format!("sub:{}", set.join(","));
            let found = examine(&rule, end, terminal, 40).unwrap_or_else(|| panic!("{rule} {end}"));
            count += usize::from(!found.growing.is_empty());
        }
        assert_eq!(count, growing, "{end} {terminal}");
    }
}

/// Partizan sets under normal play, and codes that distinguish whole heaps.
#[test]
fn other_rules() {
    for rule in ["psub:1,4/2,3", "psub:2,5/3", "psub:1/2", "0.3", "0.2323", "0.0333"] {
        assert!(examine(rule, "normal", "L=1,R=-1", 40).is_some(), "{rule}");
    }
    assert!(examine("0.0303003", "mod2:LR", "L=1,R=-1", 40).is_some());
    // Nothing to say of rules that break heaps, or without a largest number to take.
    for rule in ["0.77", "nim", "allbut:2"] {
        let end = if rule == "0.77" { "mod2:LR" } else { "misere" };
        assert!(examine(rule, end, "L=1,R=-1", 8).is_none(), "{rule}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn random_sets_and_ends(
        mask in 1_u32..1 << 9,
        games in prop::collection::vec(
            prop::sample::select(vec!["1", "-1", "0", "*", "1/2", "{1|-1}", "^", "2"]), 1..4,
        ),
    ) {
        let set: Vec<String> =
            (0..9).filter(|i| mask >> i & 1 == 1).map(|i| (i + 1).to_string()).collect();
        let terminal: Vec<String> =
            games.iter().enumerate().map(|(i, game)| format!("{i}={game}")).collect();
        examine(&format!("sub:{}", set.join(",")), "normal", &terminal.join(","), 40);
    }
}
