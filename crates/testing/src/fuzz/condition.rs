//! Any text as a condition over a family: reading and evaluating it ends, within the budget, and
//! does not depend on how sets are computed.

use std::time::Duration;

use ishitori_sweep::{Expression, Family, Query, SweepError, Workers, sweep, sweep_plainly};
use ishitori_values::Budget;

/// The text of a condition.
pub fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let expression = match text.parse::<Expression>() {
        Ok(expression) => expression,
        Err(error) => {
            // Errors point at a place in the text.
            assert!(text.get(error.span.clone()).is_some(), "{:?}", error.span);
            assert!(error.to_string().len() < text.len() + 1000);
            return;
        }
    };
    assert_eq!(expression.text(), text);
    let mut query = Query::new("mod2:LR".parse().expect("an end rule"));
    query.condition = Some(expression.clone());
    query.counts = vec![expression.clone()];
    query.totals = vec![expression.clone()];
    query.group_by = Some(expression.clone());
    let budget = Budget::unlimited().with_time(Duration::from_millis(500));
    let family = Family::new(2, 7);
    let workers = Workers::new(1, &budget);
    let (fast, plain) =
        (sweep(&family, &query, &workers), sweep_plainly(&family, &query, &workers));
    match (fast, plain) {
        (Err(SweepError::Limit { .. }), _) | (_, Err(SweepError::Limit { .. })) => {}
        (fast, plain) => {
            assert_eq!(fast, plain);
            if let Ok(summary) = fast {
                assert_eq!(summary.counts[0], summary.matching);
                assert_eq!(
                    summary.groups.values().sum::<u64>() + summary.no_group,
                    summary.matching
                );
                let total: i128 =
                    summary.groups.iter().map(|(&v, &n)| i128::from(v) * i128::from(n)).sum();
                assert_eq!(total, summary.totals[0]);
                summary.groups.keys().for_each(|&value| drop(expression.show(Some(value))));
            }
        }
    }
}
