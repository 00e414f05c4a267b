//! Values of partizan heaps: canonical forms through the store of games.

use ishitori_rules::heap::PartizanRule;
use ishitori_values::{BudgetTicker, Game, LimitReached, Session};

/// The values of the heaps 0, 1, … as far as they were computed.
#[derive(Clone, Debug)]
pub struct PartizanValues {
    /// Handles into the store of the session, by heap.
    pub values: Vec<Game>,
    /// Why there are fewer values than asked for, if there are.
    pub stopped: Option<LimitReached>,
}

/// The canonical values of the heaps 0, …, count − 1 of partizan subtraction or splitting.
///
/// T(n) = O(s·n) games built for subtraction, O(s·n²) sums and games for splitting; the cost of
/// each depends on the values, and the budget of the session ends it.
///
/// ```
/// use ishitori_rules::heap::HeapRule;
/// use ishitori_solve::heap::partizan_values;
/// use ishitori_values::GameStore;
/// let rule: HeapRule = "psub:1/2,3".parse().unwrap();
/// let store = GameStore::new();
/// let mut session = store.session();
/// let run = partizan_values(rule.partizan().unwrap(), 5, &mut session);
/// assert_eq!(run.values[1], session.integer(1)); // only Left can take one stone
/// assert_eq!(run.values[4], session.zero());
/// ```
pub fn partizan_values(
    rule: &PartizanRule,
    count: usize,
    session: &mut Session<'_>,
) -> PartizanValues {
    let mut values = Vec::new();
    let mut ticker = BudgetTicker::default();
    let mut stopped = None;
    for n in 0..count {
        let checked = ticker.step(session.budget(), session.store().memory() + 4 * n as u64);
        match checked.and_then(|()| heap(rule, &values, n, session)) {
            Ok(value) => values.push(value),
            Err(limit) => {
                stopped = Some(limit);
                break;
            }
        }
    }
    PartizanValues { values, stopped }
}

fn heap(
    rule: &PartizanRule,
    smaller: &[Game],
    n: usize,
    session: &mut Session<'_>,
) -> Result<Game, LimitReached> {
    let mut sides = [Vec::new(), Vec::new()];
    for (side, set) in sides.iter_mut().zip([rule.left(), rule.right()]) {
        for rest in set.iter().filter_map(|&s| n.checked_sub(s as usize)) {
            side.push(smaller[rest]);
            if rule.splits() {
                for a in 1..=rest / 2 {
                    side.push(session.sum(smaller[a], smaller[rest - a])?);
                }
            }
        }
        side.sort_unstable();
        side.dedup();
    }
    session.game(&sides[0], &sides[1])
}
