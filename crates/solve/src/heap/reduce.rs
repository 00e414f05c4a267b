//! Codes with the same Grundy sequence, told by moves that can be left out.

use ishitori_rules::heap::{Digit, HeapCode, Written};
use ishitori_values::Budget;

use super::naive::grundy_naive;

/// The code without moves that change no Grundy number. `None` for infinite codes, for more than
/// two parts and for conditions on their sizes. Two codes with the same result have the same Grundy
/// sequence; the converse is not claimed.
///
/// With G(z) = 0 and a digit e that allows two heaps, the heaps m and z that are left after taking
/// e are worth as much as m alone, so taking e + z and leaving one heap adds nothing. Taking a
/// whole heap of d adds the option 0 at that heap only, which may have another one. The moves are
/// left out one after the other, each for the sake of moves that are still there. O(k³) for numbers
/// up to k.
///
/// ```
/// use ishitori_rules::heap::HeapCode;
/// use ishitori_solve::heap::without_idle_moves;
/// let (a, b) = (HeapCode::from_bits(&[7, 4, 2]), HeapCode::from_bits(&[7, 4]));
/// assert_eq!(without_idle_moves(&a), without_idle_moves(&b));
/// ```
pub fn without_idle_moves(code: &HeapCode) -> Option<HeapCode> {
    let k = code.max_take()?;
    if code.max_parts()? > 2 || !code.any_sizes() {
        return None;
    }
    let values = grundy_naive(code, k + 1, &Budget::unlimited()).ok()?;
    let mut bits: Vec<u32> = (0..=k).map(|d| code.digit(d).bits()).collect();
    for d in 1..=k {
        let splits = |bits: &[u32], e: usize| bits[e] & 4 != 0;
        let zero = |z: usize| values[z] == 0;
        if bits[d] & 2 != 0 && (0..d).any(|e| splits(&bits, e) && zero(d - e)) {
            bits[d] &= !2;
        }
        if bits[d] & 1 != 0 {
            let one = |e: usize| bits[e] & 2 != 0 && zero(d - e);
            let two =
                |e: usize| splits(&bits, e) && (1..d - e).any(|a| values[a] == values[d - e - a]);
            if (0..d).any(|e| one(e) || two(e)) {
                bits[d] &= !1;
            }
        }
    }
    let digits = bits.into_iter().map(Digit::from_bits).collect();
    Some(HeapCode::new(digits, 0, Written::Digits))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn idle_moves_change_no_value() {
        let mut classes: BTreeMap<String, Vec<u32>> = BTreeMap::new();
        let mut reduced_codes = 0;
        for n in 1..512 {
            let code = HeapCode::from_bits(&[n >> 6, n >> 3 & 7, n & 7]);
            let reduced = without_idle_moves(&code).unwrap();
            let values = grundy_naive(&code, 300, &Budget::unlimited()).unwrap();
            reduced_codes += u32::from(!reduced.same_moves(&code));
            let before = classes
                .entry(reduced.to_string())
                .or_insert_with(|| grundy_naive(&reduced, 300, &Budget::unlimited()).unwrap());
            assert_eq!(*before, values, "{code} is not {reduced}");
        }
        assert!(reduced_codes > 100, "{reduced_codes} codes had idle moves");
    }
}
