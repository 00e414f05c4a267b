//! Certificates of short periods as files for Lean 4.
//!
//! A file has the definition of the Grundy values of one take-and-break game whose moves leave at most two heaps, a table of
//! values that Lean's kernel verifies from the definition, the comparison of the table with itself one period later, and the
//! conclusion for all heaps. The theorem of Guy and Smith (see [`mod@crate::guy_smith`]) is stated, and is a hypothesis of
//! the conclusion. Nothing but core Lean is needed.

use std::fmt::Write;

use super::filled;
use crate::document::{Digits, GrundyPeriod};
use crate::verdict::Theorem;

/// What stands in every file, with names in braces for what differs.
const FILE: &str = include_str!("octal.lean");

/// The most heaps of a table: Lean's kernel needs about N²/4 steps for N of them.
const MOST_HEAPS: u64 = 2000;

/// The file for Lean that has the period of an accepted certificate; none if it is not one of the theorem of Guy and Smith for
/// moves that leave at most two heaps, or needs more than 2000 heaps. O(heaps²).
pub(super) fn file(rule: &Digits, claim: &GrundyPeriod, theorem: Theorem) -> Option<String> {
    let digits = &rule.digits;
    if theorem != Theorem::GuySmith || digits.iter().any(|&d| d > 7) {
        return None;
    }
    let reach = u64::try_from(digits.len()).ok()?.checked_sub(1)?;
    let (first, period) = (claim.preperiod.max(1), claim.period);
    let heaps = first.checked_add(period)?.checked_mul(2)?.checked_add(reach)?;
    if heaps > MOST_HEAPS {
        return None;
    }
    let values = values(digits, usize::try_from(heaps).ok()?);
    let greatest = values.iter().copied().max().unwrap_or(0);
    // Whole hexadecimal digits for each value.
    let places = if greatest < 16 { 1 } else { 3 };
    let mut packed = "0x".to_owned();
    for value in values.iter().rev() {
        write!(packed, "{value:0places$x}").ok()?;
    }
    let listed = digits.iter().map(u32::to_string).collect::<Vec<_>>();
    let after: String = listed.iter().skip(1).map(String::as_str).collect();
    let parts = [
        ("NAME", format!("{}.{after}", listed.first()?)),
        ("DIGITS", listed.join(", ")),
        ("PERIOD", period.to_string()),
        ("FIRST", first.to_string()),
        ("HEAPS", heaps.to_string()),
        ("COUNT", (first + period + reach).to_string()),
        ("REACH", reach.to_string()),
        ("WIDTH", (4 * places).to_string()),
        ("PACKED", packed),
    ];
    Some(filled(FILE, &parts))
}

/// The values of the heaps below a number, by the definition. Values of at most 2000 heaps are below 2^12.
fn values(digits: &[u32], heaps: usize) -> Vec<usize> {
    let mut values: Vec<usize> = Vec::with_capacity(heaps);
    for n in 0..heaps {
        let mut found = vec![false; 1 << 12];
        let mut add = |value: usize| {
            if let Some(place) = found.get_mut(value) {
                *place = true;
            }
        };
        for (d, digit) in digits.iter().enumerate().take(n + 1) {
            let rest = n - d;
            if digit & 1 != 0 && rest == 0 {
                add(0);
            }
            if digit & 2 != 0 && rest > 0 && d > 0 {
                add(values[rest]);
            }
            if digit & 4 != 0 {
                (1..=rest / 2).for_each(|a| add(values[a] ^ values[rest - a]));
            }
        }
        values.push(found.iter().position(|&found| !found).unwrap_or(found.len()));
    }
    values
}

#[cfg(test)]
mod tests {
    use crate::{Certificate, Claim, Proof, Rule, check, lean};

    fn of(digits: &[u32], preperiod: u64, period: u64) -> Option<String> {
        let claim = Claim::period(preperiod, period);
        let rule = Rule::take_and_break(digits.to_vec());
        lean(&check(&Certificate::new(rule, claim, Proof::guy_smith()).to_json()))
    }

    #[test]
    fn the_table_is_that_of_kayles() {
        let file = of(&[0, 7, 7], 71, 12).unwrap();
        let packed = file.split("0x").nth(1).unwrap().split_whitespace().next().unwrap();
        assert_eq!(packed.len(), 168);
        // E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 4: the values of Kayles.
        let at = |n: usize| packed.as_bytes()[packed.len() - 1 - n];
        assert_eq!((0..12).map(|n| char::from(at(n))).collect::<String>(), "012314321426");
        assert!((71..156).all(|n| at(n) == at(n + 12)) && at(70) != at(82));
        let names =
            ["NAME", "DIGITS", "PERIOD", "FIRST", "HEAPS", "COUNT", "REACH", "WIDTH", "PACKED"];
        assert!(names.iter().all(|name| !file.contains(&format!("{{{name}}}"))));
    }

    #[test]
    fn only_short_proofs_of_guy_and_smith_for_two_heaps_are_written() {
        assert!(of(&[0, 3], 0, 2).is_some());
        assert!(of(&[0, 15], 0, 5).is_none());
        assert!(of(&[0, 7, 7], 71, 1200).is_none());
    }
}
