//! Codes with the same Grundy sequence, recognised by moves that can be left out.

use ishitori_rules::heap::{Digit, HeapCode, Written};
use ishitori_values::{Budget, BudgetTicker, LimitReached};

use super::engine::HeapError;
use super::sequence::GrundySequence;

/// Codes for which this would take more steps are left as they are.
const MAX_STEPS: u64 = 1 << 26;

/// The code without moves that change no Grundy number. `None` for infinite codes, for more than
/// two parts, for conditions on their sizes, and for codes so long that it would take more than a moment. Two
/// codes with the same result have the same Grundy sequence; the converse is not claimed.
///
/// With G(z) = 0 and a digit e that allows two heaps, the heaps m and z that are left after taking
/// e are worth as much as m alone, so taking e + z and leaving one heap adds nothing. Taking a
/// whole heap of d adds the option 0 at that heap only, which may have another one. The moves are
/// left out one after the other, each for the sake of moves that are still there. O(t·k + s·k²) for t
/// numbers up to k that may be taken and s after which a heap may be broken, at most 2^26 steps.
///
/// ```
/// use ishitori_rules::heap::HeapCode;
/// use ishitori_solve::heap::without_idle_moves;
/// use ishitori_values::Budget;
/// let (a, b) = (HeapCode::from_bits(&[7, 4, 2]), HeapCode::from_bits(&[7, 4]));
/// let reduced = |code| without_idle_moves(code, &Budget::unlimited()).unwrap();
/// assert_eq!(reduced(&a), reduced(&b));
/// ```
pub fn without_idle_moves(
    code: &HeapCode,
    budget: &Budget,
) -> Result<Option<HeapCode>, LimitReached> {
    let short = code.max_parts().is_some_and(|parts| parts <= 2) && code.any_sizes();
    let Some(k) = code.max_take().filter(|_| short) else { return Ok(None) };
    let (takes, splits) = (code.takes_up_to(k), code.splits_up_to(k));
    let (length, t, s) = (k as u64 + 1, takes.len() as u64, splits.len() as u64);
    if length.saturating_mul(t.saturating_add(s.saturating_mul(length))) > MAX_STEPS {
        return Ok(None);
    }
    let mut sequence = match GrundySequence::new(code, None) {
        Ok(sequence) => sequence,
        Err(HeapError::Limit(limit)) => return Err(limit),
        Err(_) => return Ok(None),
    };
    match sequence.advance(length, &budget.shared_by(2)) {
        Ok(()) => {}
        Err(HeapError::Limit(limit)) => return Err(limit),
        // Values beyond what the engine knows.
        Err(_) => return Ok(None),
    }
    let _lease = budget.reserve_for::<[u32; 2]>(k + 1)?;
    let values: Vec<u32> = sequence.iter().take(k + 1).collect();
    let mut bits: Vec<u32> = (0..=k).map(|d| code.digit(d).bits()).collect();
    let mut ticker = BudgetTicker::default();
    for d in (1..=k).filter(|&d| code.digit(d).bits() & 3 != 0) {
        ticker.steps(budget, 0, t.saturating_add(s.saturating_mul(length)) as usize)?;
        let below = |list: &[u32], bits: &[u32], bit: u32, fits: &dyn Fn(usize) -> bool| {
            let mut smaller = list.iter().map(|&e| e as usize).take_while(|&e| e < d);
            smaller.any(|e| bits[e] & bit != 0 && fits(e))
        };
        let zero = |e: usize| values[d - e] == 0;
        if bits[d] & 2 != 0 && below(&splits, &bits, 4, &zero) {
            bits[d] &= !2;
        }
        if bits[d] & 1 != 0 {
            let equal = |e: usize| (1..d - e).any(|a| values[a] == values[d - e - a]);
            if below(&takes, &bits, 2, &zero) || below(&splits, &bits, 4, &equal) {
                bits[d] &= !1;
            }
        }
    }
    let digits = bits.into_iter().map(Digit::from_bits).collect();
    Ok(Some(HeapCode::new(digits, 0, Written::Digits)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::naive::grundy_naive;
    use std::collections::BTreeMap;

    #[test]
    fn idle_moves_change_no_value() {
        let mut classes: BTreeMap<String, Vec<u32>> = BTreeMap::new();
        let mut reduced_codes = 0;
        for n in 1..512 {
            let code = HeapCode::from_bits(&[n >> 6, n >> 3 & 7, n & 7]);
            let reduced = without_idle_moves(&code, &Budget::unlimited()).unwrap().unwrap();
            let values = grundy_naive(&code, 300, &Budget::unlimited()).unwrap();
            reduced_codes += u32::from(!reduced.same_moves(&code));
            let before = classes
                .entry(reduced.to_string())
                .or_insert_with(|| grundy_naive(&reduced, 300, &Budget::unlimited()).unwrap());
            assert_eq!(*before, values, "{code} is not {reduced}");
        }
        assert!(reduced_codes > 100, "{reduced_codes} codes had idle moves");
    }

    #[test]
    fn long_codes_take_a_moment() {
        let begin = std::time::Instant::now();
        let reduced = |code: &HeapCode| without_idle_moves(code, &Budget::unlimited()).unwrap();
        // A large number costs no more than the values below it. From 10 taking 6 leaves 4, which is worth 0, so that
        // taking all of it adds nothing.
        let far = HeapCode::subtraction(&[5, 6, 10, 1_000_000]);
        assert_eq!((far.digit(10).bits(), reduced(&far).unwrap().digit(10).bits()), (3, 2));
        // Too many moves are left as they are.
        assert_eq!(reduced(&HeapCode::from_bits(&[7; 5000])), None);
        let all: Vec<u32> = (1..=1_000_000).collect();
        assert_eq!(reduced(&HeapCode::subtraction(&all)), None);
        assert!(begin.elapsed().as_secs() < 20, "{:?}", begin.elapsed());
    }
}
