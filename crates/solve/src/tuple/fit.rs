//! The search for a formula that fits a table.
//!
//! Two families of formulas are searched, simple ones first:
//!
//! * nim-sums with shifts, `((x1 + a1) xor (x2 + a2) xor …) - c` with 0 ≤ aᵢ ≤ 4 and
//!   0 ≤ c ≤ 8;
//! * floor-linear formulas by residue classes: for a modulus m ≤ 4 and each class of the
//!   coordinates modulo m, `(a1 * x1 + a2 * x2 + … + b) div q` with |aᵢ| ≤ 2q. For two coordinates,
//!   q ≤ 10, and a class that no single formula fits may be cut in two by `c * x1 + e <= x2`
//!   with 1 ≤ c ≤ 12 and |e| ≤ 3; for three coordinates q ≤ 2, and none beyond.
//!
//! A formula that fits the small box is only a guess; it is tested on a larger one.

use ishitori_language::TextGame;
use ishitori_values::{Budget, LimitReached};

use super::TupleError;
use super::conjecture::{Conjecture, test_conjecture_by};
use super::grundy::grundy_table;
use super::sweep::for_each_cell;

const MAX_SHIFT: i64 = 4;
const MAX_LESS: i64 = 8;
const MAX_MODULUS: i64 = 4;
/// The most cells of the small box.
const MAX_SMALL: u64 = 1 << 18;
/// How many cells more than the constants of a formula a piece must have to be fitted.
const SURPLUS: usize = 4;

/// A formula that fits, and how it did on the larger box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fit {
    /// The formula in the language.
    pub formula: String,
    /// The cells on which it was found.
    pub fitted_on: u64,
    /// The test on the larger box.
    pub test: Conjecture,
}

/// Why there is no formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FitFailure {
    /// No formula of the families fits the small box and holds on the larger one. `guesses` fit
    /// the small one.
    None {
        /// The formulas that failed on the larger box.
        guesses: Vec<Fit>,
    },
    /// A limit was reached.
    Limit(LimitReached),
}

type Cell = (Vec<i64>, i64);

/// Searches the families of this module for a formula that fits the Grundy numbers up to `small`
/// and tests it up to `large`. The first that holds there is the answer.
///
/// ```
/// use ishitori_language::{TextGame, chocolate};
/// use ishitori_solve::tuple::fit;
/// use ishitori_values::Budget;
/// let game = TextGame::new(&chocolate("2"), &[]).unwrap();
/// let found = fit(&game, &[15, 30], &[50, 100], &Budget::unlimited()).unwrap().unwrap();
/// assert_eq!(found.formula, "y xor z");
/// ```
pub fn fit(
    game: &TextGame,
    small: &[u32],
    large: &[u32],
    budget: &Budget,
) -> Result<Result<Fit, FitFailure>, TupleError> {
    fit_by(game, small, large, 1, budget)
}

/// The same with tests by several threads; the answer is the same.
pub fn fit_by(
    game: &TextGame,
    small: &[u32],
    large: &[u32],
    threads: usize,
    budget: &Budget,
) -> Result<Result<Fit, FitFailure>, TupleError> {
    let count = small.iter().fold(1u64, |n, &c| n.saturating_mul(u64::from(c) + 1));
    if count > MAX_SMALL {
        return Err(TupleError::TooLarge { found: count, limit: MAX_SMALL });
    }
    let table = grundy_table(game, small, budget)?;
    if let Some(limit) = table.stopped {
        return Ok(Err(FitFailure::Limit(limit)));
    }
    let mut cells: Vec<Cell> = Vec::new();
    let last: Vec<i64> = small.iter().map(|&c| i64::from(c)).collect();
    let order: Vec<usize> = (0..last.len()).collect();
    let walked: Result<(), ()> = for_each_cell(&last, &order, |position| {
        if let Some(g) = table.get(position) {
            cells.push((position.to_vec(), i64::from(g)));
        }
        Ok(())
    });
    walked.expect("the walk does not fail");
    let names = game.coordinates();
    let mut guesses = Vec::new();
    let mut candidates: Vec<String> = nim_sum(&cells, names).into_iter().collect();
    for modulus in 1..=MAX_MODULUS {
        if let Err(limit) = budget.check(0) {
            return Ok(Err(FitFailure::Limit(limit)));
        }
        candidates.extend(by_classes(&cells, names, modulus, budget)?);
        for formula in candidates.drain(..) {
            let compiled = game.formula(&formula).expect("formulas of this module are read back");
            let test = test_conjecture_by(game, &compiled, large, threads, budget)?;
            let holds = test.counterexample.is_none() && test.stopped.is_none();
            let fit = Fit { formula, fitted_on: cells.len() as u64, test };
            if holds {
                return Ok(Ok(fit));
            }
            guesses.push(fit);
        }
    }
    Ok(Err(FitFailure::None { guesses }))
}

/// `((x1 + a1) xor …) - c`
fn nim_sum(cells: &[Cell], names: &[String]) -> Option<String> {
    let width = names.len();
    if width > 4 {
        return None;
    }
    let mut shifts = vec![0; width];
    loop {
        let sum = |x: &[i64]| x.iter().zip(&shifts).fold(0, |sum, (x, a)| sum ^ (x + a));
        let (first, g) = cells.first()?;
        let less = sum(first) - g;
        if (0..=MAX_LESS).contains(&less) && cells.iter().all(|(x, g)| sum(x) - less == *g) {
            let terms: Vec<String> = names
                .iter()
                .zip(&shifts)
                .map(|(name, a)| match a {
                    0 => name.clone(),
                    a => format!("({name} + {a})"),
                })
                .collect();
            let sum = terms.join(" xor ");
            return Some(if less == 0 { sum } else { format!("({sum}) - {less}") });
        }
        let at = shifts.iter().rposition(|&a| a < MAX_SHIFT)?;
        shifts[at] += 1;
        shifts[at + 1..].fill(0);
    }
}

/// One formula per residue class.
fn by_classes(
    cells: &[Cell],
    names: &[String],
    modulus: i64,
    budget: &Budget,
) -> Result<Option<String>, LimitReached> {
    let width = names.len();
    if width > 3 {
        return Ok(None);
    }
    let classes = modulus.pow(width as u32);
    let mut clauses = Vec::new();
    for class in 0..classes {
        let residues: Vec<i64> =
            (0..width).rev().map(|i| class / modulus.pow(i as u32) % modulus).collect();
        let members: Vec<&Cell> = cells
            .iter()
            .filter(|(x, _)| x.iter().zip(&residues).all(|(x, r)| x % modulus == *r))
            .collect();
        if members.is_empty() {
            continue;
        }
        let mut conditions: Vec<String> = Vec::new();
        if modulus > 1 {
            let residue = |(name, r): (&String, &i64)| format!("{name} mod {modulus} = {r}");
            conditions.extend(names.iter().zip(&residues).map(residue));
        }
        if let Some(line) = linear(&members, names) {
            clauses.push(clause(&conditions, &line));
            continue;
        }
        let Some((cut, below, above)) = cut_in_two(&members, names, budget)? else {
            return Ok(None);
        };
        clauses.push(clause(&[&conditions[..], &[cut]].concat(), &below));
        clauses.push(clause(&conditions, &above));
    }
    Ok((!clauses.is_empty()).then(|| clauses.join("; ")))
}

fn clause(conditions: &[String], value: &str) -> String {
    match conditions {
        [] => value.to_string(),
        some => format!("if {} then {value}", some.join(" and ")),
    }
}

/// `(a·x + b) div q` for all cells: for given a and q the cells leave an interval for b.
fn linear(cells: &[&Cell], names: &[String]) -> Option<String> {
    let width = names.len();
    if cells.len() < width + 1 + SURPLUS {
        return None;
    }
    // The cells most unlike each other first, so that wrong slopes are refused at once.
    let mut order: Vec<&Cell> = Vec::with_capacity(cells.len());
    let spread = [0, cells.len() - 1, cells.len() / 2, cells.len() / 3, cells.len() / 5];
    order.extend(spread.iter().map(|&i| cells[i]));
    order.extend_from_slice(cells);
    let largest = match width {
        1 => 40,
        2 => 10,
        _ => 2,
    };
    for q in 1..=largest {
        let most = 2 * q;
        let mut slopes = vec![-most; width];
        loop {
            let (mut low, mut high) = (i64::MIN, i64::MAX);
            let fits = order.iter().all(|(x, g)| {
                let rest = q * g - x.iter().zip(&slopes).map(|(x, a)| x * a).sum::<i64>();
                low = low.max(rest);
                high = high.min(rest + q - 1);
                low <= high
            });
            if fits {
                let b = if low <= 0 && 0 <= high { 0 } else { low };
                return Some(line_text(names, &slopes, b, q));
            }
            let Some(at) = slopes.iter().rposition(|&a| a < most) else { break };
            slopes[at] += 1;
            slopes[at + 1..].fill(-most);
        }
    }
    None
}

/// Two pieces of a class, `c * x1 + e <= x2` and the rest.
fn cut_in_two(
    cells: &[&Cell],
    names: &[String],
    budget: &Budget,
) -> Result<Option<(String, String, String)>, LimitReached> {
    let [first, second] = names else { return Ok(None) };
    for c in 1..=12 {
        budget.check(0)?;
        for e in [0, 1, -1, 2, -2, 3, -3] {
            let (below, above): (Vec<&Cell>, Vec<&Cell>) =
                cells.iter().partition(|(x, _)| c * x[0] + e <= x[1]);
            if below.is_empty() || above.is_empty() {
                continue;
            }
            let Some(below) = linear(&below, names) else { continue };
            let Some(above) = linear(&above, names) else { continue };
            let left = match c {
                1 => first.clone(),
                c => format!("{c} * {first}"),
            };
            let cut = match e {
                0 => format!("{left} <= {second}"),
                e if e > 0 => format!("{left} + {e} <= {second}"),
                e => format!("{left} - {} <= {second}", -e),
            };
            return Ok(Some((cut, below, above)));
        }
    }
    Ok(None)
}

fn line_text(names: &[String], slopes: &[i64], b: i64, q: i64) -> String {
    let mut text = String::new();
    let mut terms: Vec<(i64, Option<&String>)> =
        slopes.iter().zip(names).filter(|(a, _)| **a != 0).map(|(a, n)| (*a, Some(n))).collect();
    if b != 0 || terms.is_empty() {
        terms.push((b, None));
    }
    terms.sort_by_key(|(a, name)| (name.is_none(), *a < 0));
    for (i, (a, name)) in terms.iter().enumerate() {
        let sign = match (i, *a < 0) {
            (0, false) => "",
            (0, true) => "-",
            (_, false) => " + ",
            (_, true) => " - ",
        };
        let size = a.abs();
        let term = match name {
            Some(name) if size == 1 => (*name).clone(),
            Some(name) => format!("{size} * {name}"),
            None => size.to_string(),
        };
        text.push_str(sign);
        text.push_str(&term);
    }
    if q > 1 { format!("({text}) div {q}") } else { text }
}
