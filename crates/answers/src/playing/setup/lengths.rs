//! Heaps as people write them: numbers of stones, or lengths of strings.

use ishitori_rules::heap::HeapRule;
use ishitori_solve::ending::{PositionError, heaps_in_order};

use crate::{Accepted, AskError};

/// The heaps of a text. Strings may have any lengths, such as `7.3+5.9`: a string that is cut into parts of at
/// least unit length is worth its whole units, since the units of the parts are those of the string or
/// one less, and both can be had. O(length).
pub(crate) fn heaps_or_lengths(rule: &HeapRule, text: &str) -> Result<Vec<u32>, AskError> {
    let halfwidth: String = text.chars().map(ishitori_rules::to_halfwidth).collect();
    if !halfwidth.contains('.') {
        // A pair may stand in brackets, as it is printed.
        let inside = halfwidth.trim().strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        let numbers = match (rule, inside) {
            (HeapRule::TwoPile(_), Some(pair)) if !pair.contains(['(', ')']) => pair,
            _ => text,
        };
        return heaps_in_order(numbers)
            .map_err(|_| AskError::HeapPosition(PositionError(text.to_string())));
    }
    let string = matches!("string".parse(), Ok(HeapRule::Impartial(string))
        if rule.code().is_some_and(|code| code.same_moves(&string)));
    if !string {
        let (value, accepted) = (text.to_string(), Accepted::WholeHeaps);
        return Err(AskError::Argument { field: "position", value, accepted });
    }
    let summand = |length: &str| {
        let (whole, rest) = length.trim().split_once('.').unwrap_or((length.trim(), ""));
        let digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
        let fine = digits(whole) && digits(rest) && !(whole.is_empty() && rest.is_empty());
        let whole = if whole.is_empty() { "0" } else { whole };
        whole.parse::<u32>().ok().filter(|&units| fine && units <= 1 << 30)
    };
    let units: Option<Vec<u32>> = halfwidth.split('+').map(summand).collect();
    units.ok_or_else(|| AskError::HeapPosition(PositionError(text.to_string())))
}

/// The lengths of a text that [`heaps_or_lengths`] has read, if they are not all whole: `7.3+5.9`. O(length).
pub(crate) fn real_lengths(text: &str) -> Option<String> {
    let halfwidth: String = text.chars().map(ishitori_rules::to_halfwidth).collect();
    let lengths: Vec<&str> = halfwidth.split('+').map(str::trim).collect();
    halfwidth.contains('.').then(|| lengths.join("+"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn real_lengths_are_reported() {
        assert_eq!(real_lengths("７．３ + 2").as_deref(), Some("7.3+2"));
        assert_eq!(real_lengths("7+5"), None);
    }

    #[test]
    fn strings_have_lengths() {
        let string: HeapRule = "string".parse().unwrap();
        assert_eq!(heaps_or_lengths(&string, "7.3+5.9").unwrap(), [7, 5]);
        assert_eq!(heaps_or_lengths(&string, "７．３ + 2").unwrap(), [7, 2]);
        assert_eq!(heaps_or_lengths(&string, "7+5").unwrap(), [7, 5]);
        for wrong in ["7.3+", "7.3.1", ".", "-1.5", "1e3.", "99999999999.5"] {
            assert!(heaps_or_lengths(&string, wrong).is_err(), "{wrong}");
        }
        let nim: HeapRule = "nim".parse().unwrap();
        assert!(heaps_or_lengths(&nim, "7.3").is_err());
    }

    #[test]
    fn pairs_may_stand_in_brackets() {
        let wythoff: HeapRule = "wythoff".parse().unwrap();
        assert_eq!(heaps_or_lengths(&wythoff, "(7,10)").unwrap(), [7, 10]);
        assert_eq!(heaps_or_lengths(&wythoff, "（７，１０）").unwrap(), [7, 10]);
        assert!(heaps_or_lengths(&wythoff, "(7),(10)").is_err());
        let nim: HeapRule = "nim".parse().unwrap();
        assert!(heaps_or_lengths(&nim, "(7,10)").is_err());
    }

    /// Lengths in thirds, cut by the definition at twelfths, have the options of the whole units.
    #[test]
    fn a_string_is_worth_its_whole_units() {
        for thirds in 3_u32..40 {
            let twelfths = 4 * thirds;
            let mut cuts: Vec<[u32; 2]> = (12..=twelfths)
                .filter(|&a| twelfths - a >= 12)
                .map(|a| {
                    let mut parts = [a / 12, (twelfths - a) / 12];
                    parts.sort_unstable();
                    parts
                })
                .collect();
            cuts.sort_unstable();
            cuts.dedup();
            let string: HeapRule = "string".parse().unwrap();
            let mut options: Vec<[u32; 2]> = Vec::new();
            string.for_each_option(thirds / 3, ishitori_values::Player::Left, &mut |left| {
                let mut parts = [left[0], left[1]];
                parts.sort_unstable();
                options.push(parts);
            });
            options.sort_unstable();
            options.dedup();
            assert_eq!(cuts, options, "{thirds}/3");
        }
    }
}
