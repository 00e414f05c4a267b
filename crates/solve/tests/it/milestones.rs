//! Certificates in pieces of what the search finds, and searches that are over.

use ishitori_certify::{Claim, Proof, check};
use ishitori_rules::heap::{HeapCode, HeapRule};
use ishitori_solve::heap::{self, PeriodReport, PeriodSearch};
use ishitori_values::Budget;

fn code(text: &str) -> HeapCode {
    text.parse::<HeapRule>().unwrap().code().unwrap().clone()
}

fn finish(search: &mut PeriodSearch) -> PeriodReport {
    loop {
        if let Some(report) = search.step(&Budget::unlimited()).unwrap() {
            return report;
        }
    }
}

/// The certificate, which the checker accepts, and the claim is that of the report.
fn certified(search: &PeriodSearch, report: &PeriodReport, count: u64) -> usize {
    let made = search.certificate_in_pieces(report, Some(count)).expect("there is a certificate");
    let verdict = check(&made.to_json());
    assert!(verdict.valid, "{}", verdict.why);
    let found = report.periodicity.as_ref().unwrap();
    let Claim::GrundyPeriod(claim) = &made.claim else { panic!("a period") };
    assert_eq!((claim.period, claim.preperiod), (found.values.period, found.values.preperiod));
    assert_eq!(claim.max_value, Some(report.max_value.into()));
    let Proof::Milestones(data) = &made.data else { panic!("milestones") };
    data.milestones.len()
}

#[test]
fn what_is_found_can_be_checked_in_pieces() {
    for text in ["0.56"] {
        let code = code(text);
        let mut search = PeriodSearch::new(&code, 10_000_000);
        let report = finish(&mut search);
        let found = report.periodicity.as_ref().unwrap();
        assert!(matches!(found.proof, heap::Proof::Window { .. }), "{text}: {:?}", found.proof);
        for count in [8, 100] {
            let milestones = certified(&search, &report, count);
            assert!((1..=count as usize + 2).contains(&milestones), "{milestones}");
        }
        // The plain form of the same.
        let plain = report.certificate(&code).unwrap();
        assert!(matches!(plain.data, Proof::Window(_)));
    }
}

/// A search that was over finds its period again from what it saved, at once.
#[test]
fn a_search_that_is_over_is_over() {
    let code = code("0.56");
    let mut search = PeriodSearch::new(&code, 10_000_000);
    let report = finish(&mut search);
    let saved = search.to_bytes();
    let mut again = PeriodSearch::from_bytes(&code, 10_000_000, &saved, "saved".as_ref()).unwrap();
    let (before, same) = (again.progress().computed, finish(&mut again));
    assert_eq!(same.periodicity, report.periodicity);
    assert!(same.computed_to <= before + (1 << 18));
    certified(&again, &same, 20);
}
