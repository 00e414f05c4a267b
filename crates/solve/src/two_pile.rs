//! Tables of Grundy numbers of two-pile games.

use ishitori_rules::heap::TwoPileRule;
use ishitori_values::{Budget, BudgetTicker, LimitReached};

/// The most cells of a table, those included that it needs beyond its edges.
pub const MAX_CELLS: u64 = 1 << 28;

/// A table of Grundy numbers: `rows[a][b]` is that of (a, b).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TwoPileTable {
    /// Complete rows, from a = 0 on.
    pub rows: Vec<Vec<u32>>,
    /// The limit that was reached before the last row.
    pub stopped: Option<LimitReached>,
}

/// A table that is too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a table of {found} cells is too large; the limit is {limit}")]
pub struct TableTooLarge {
    /// How many cells it would need.
    pub found: u64,
    /// How many are accepted.
    pub limit: u64,
}

/// The Grundy numbers of (a, b) for a ≤ `last.0` and b ≤ `last.1`, by the definition in an order
/// that needs no recursion. O(cells · options).
///
/// ```
/// use ishitori_rules::heap::TwoPileRule;
/// use ishitori_solve::two_pile::two_pile_table;
/// use ishitori_values::Budget;
/// let table = two_pile_table(TwoPileRule::Wythoff { spread: 1 }, (2, 3), &Budget::unlimited()).unwrap();
/// assert_eq!(table.rows[1], [1, 2, 0, 4]); // (1, 2) is lost for the player to move
/// ```
pub fn two_pile_table(
    rule: TwoPileRule,
    last: (u32, u32),
    budget: &Budget,
) -> Result<TwoPileTable, TableTooLarge> {
    table(rule, last, budget, false)
}

/// The same table with 0 for the positions that the player to move loses and 1 for the others. O(cells · options),
/// but a position is settled by its first move to a lost one.
///
/// ```
/// use ishitori_rules::heap::TwoPileRule;
/// use ishitori_solve::two_pile::two_pile_wins;
/// use ishitori_values::Budget;
/// let table = two_pile_wins(TwoPileRule::Wythoff { spread: 1 }, (2, 3), &Budget::unlimited()).unwrap();
/// assert_eq!(table.rows[1], [1, 1, 0, 1]);
/// ```
pub fn two_pile_wins(
    rule: TwoPileRule,
    last: (u32, u32),
    budget: &Budget,
) -> Result<TwoPileTable, TableTooLarge> {
    table(rule, last, budget, true)
}

fn table(
    rule: TwoPileRule,
    last: (u32, u32),
    budget: &Budget,
    only_wins: bool,
) -> Result<TwoPileTable, TableTooLarge> {
    // Bounds that follow from moves reach at most one beyond the stones.
    let columns = match rule {
        TwoPileRule::FibonacciNim | TwoPileRule::Mem => {
            u64::from(last.1.max(last.0.saturating_add(1))) + 1
        }
        _ => u64::from(last.1) + 1,
    };
    let found = columns.saturating_mul(u64::from(last.0) + 1);
    if found > MAX_CELLS {
        return Err(TableTooLarge { found, limit: MAX_CELLS });
    }
    let mut rows: Vec<Vec<u32>> = Vec::new();
    let mut seen: Vec<u64> = Vec::new();
    let mut stopped = None;
    let mut ticker = BudgetTicker::default();
    let mut work = 0;
    'rows: for a in 0..=last.0 {
        let bytes = (u64::from(a) + 1) * (columns * 4 + size_of::<Vec<u32>>() as u64);
        if let Err(limit) = budget.check(bytes) {
            stopped = Some(limit);
            break;
        }
        let mut row: Vec<u32> = Vec::with_capacity(columns as usize);
        for b in 0..columns as u32 {
            if let Err(limit) = ticker.steps(budget, bytes, 1 + work / 64) {
                stopped = Some(limit);
                break 'rows;
            }
            work = 0;
            let (_, inside) = rule.within((a, b));
            if inside < b {
                row.push(row[inside as usize]);
                continue;
            }
            // Marks carry the number of the cell, so that they need no clearing.
            let mark = u64::from(a) * columns + u64::from(b) + 1;
            let mut wins = false;
            rule.options((a, b), |option| {
                if wins {
                    return;
                }
                work += 1;
                let (x, y) = rule.within(option);
                let value = if x == a { row[y as usize] } else { rows[x as usize][y as usize] };
                if only_wins {
                    wins = value == 0;
                    return;
                }
                let value = value as usize;
                if value >= seen.len() {
                    seen.resize(value + 1, 0);
                }
                seen[value] = mark;
            });
            if only_wins {
                row.push(wins.into());
                continue;
            }
            let mex = seen.iter().position(|&m| m != mark).unwrap_or(seen.len());
            row.push(mex as u32);
        }
        rows.push(row);
    }
    for row in &mut rows {
        row.truncate(last.1 as usize + 1);
    }
    Ok(TwoPileTable { rows, stopped })
}
