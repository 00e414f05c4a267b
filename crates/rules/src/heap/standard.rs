//! Standard form of a code: the same game with the heap sizes shifted.

use super::code::{HeapCode, Written};
use super::digit::Digit;

impl HeapCode {
    /// The standard form (d1 odd) and the shift s: a heap of n here is a heap of n − s there.
    /// `None` for infinite codes, for conditions on the sizes of parts, and for codes without any
    /// move. O(digits²), or O(digits) if nothing is broken.
    ///
    /// If a heap of one stone has no move (d1 even), it is worth nothing, so counting every heap
    /// one smaller loses nothing. A move that takes k of n and leaves exactly j non-empty heaps
    /// then takes k + j − 1 of n − 1 and leaves at most j, so bit j of d_k becomes the bits 0…j of
    /// d_(k+j−1) (Guy and Smith 1956; *Winning Ways*, ch. 4).
    ///
    /// ```
    /// use ishitori_rules::heap::HeapCode;
    /// let (standard, shift) = HeapCode::from_bits(&[4]).standard_form().unwrap();
    /// assert_eq!((standard.to_string().as_str(), shift), ("0.137", 2));
    /// ```
    pub fn standard_form(&self) -> Option<(HeapCode, usize)> {
        self.standard_form_up_to(usize::MAX / 4)
    }

    /// The [standard form](Self::standard_form) if it has at most `longest` digits after the point, else
    /// `None`: for those who want it only where it is short. O(digits + longest²).
    ///
    /// ```
    /// use ishitori_rules::heap::HeapCode;
    /// let code = HeapCode::from_bits(&[0, 0, 7]);
    /// assert_eq!(code.standard_form_up_to(5).unwrap().0.to_string(), "0.11337");
    /// assert_eq!(code.standard_form_up_to(4), None);
    /// ```
    pub fn standard_form_up_to(&self, longest: usize) -> Option<(HeapCode, usize)> {
        let (standard, shift) = self.standard_form_cut(longest)?;
        (standard.digits().len() <= longest.saturating_add(1)).then_some((standard, shift))
    }

    /// The standard form, or perhaps `None` if it has more than `longest` digits.
    fn standard_form_cut(&self, longest: usize) -> Option<(HeapCode, usize)> {
        if self.repeat() != 0 || !self.any_sizes() || self.max_parts().is_none() {
            return None;
        }
        if self.max_parts() <= Some(1) {
            return self.standard_form_of_takes();
        }
        // Bit j ≥ 2 of d_k is in the end bit j of d_(k+(j−1)·shift), so a short form has a short
        // shift; and no digit moves down by more than the shift.
        if self.digits().len() > 2 * longest + 1 {
            return None;
        }
        let mut code = self.clone().written_as(Written::Digits);
        let mut shift = 0;
        while !code.digit(1).allows(0) {
            if shift > longest {
                return None;
            }
            code = code.shifted()?;
            shift += 1;
        }
        Some((code, shift))
    }

    /// Whether the two codes are the same game up to a shift of the heap sizes; then the heap n of
    /// `self` is the heap n + shift of `other`. Compares standard forms, so `None` does not prove
    /// that the Grundy sequences differ. The cost of two standard forms.
    pub fn same_game(&self, other: &HeapCode) -> Option<isize> {
        let ((a, s), (b, t)) = (self.standard_form()?, other.standard_form()?);
        a.same_moves(&b).then_some(t as isize - s as isize)
    }

    /// The standard form when nothing is broken: all shifts at once. Bit 0 of d_k moves to d_(k−1)
    /// with every shift; bit 1 of d_k stays and leaves bit 0 behind, which then moves. O(digits).
    fn standard_form_of_takes(&self) -> Option<(HeapCode, usize)> {
        let k = self.digits().len().saturating_sub(1);
        let (wholes, takes) = (self.wholes_up_to(k), self.takes_up_to(k));
        let shifts = wholes.first().map(|&w| w as usize - 1);
        let shift = shifts.into_iter().chain(takes.first().map(|&t| t as usize)).min()?;
        let mut bits = vec![0; k + 1];
        for whole in wholes {
            bits[whole as usize - shift] |= 1;
        }
        // Each take t leaves bit 0 in the digits t + 1 − shift, …, t; smaller takes came before.
        let mut next = 1;
        for take in takes.into_iter().map(|t| t as usize) {
            bits[take] |= 2;
            next = next.max(take + 1 - shift);
            bits[next..=take].iter_mut().for_each(|b| *b |= 1);
            next = take + 1;
        }
        let digits = bits.into_iter().map(Digit::from_bits).collect();
        Some((HeapCode::new(digits, 0, Written::Digits), shift))
    }

    fn shifted(&self) -> Option<HeapCode> {
        let parts = self.max_parts()? as usize;
        let mut digits = vec![Digit::NONE; self.digits().len() + parts];
        let mut any = false;
        for (k, digit) in self.digits().iter().enumerate() {
            for j in (0..=parts as u32).filter(|&j| digit.allows(j)) {
                let at = (k + j as usize).checked_sub(1).filter(|&at| at > 0)?;
                let below = Digit::from_bits(((1u64 << (j + 1)) - 1) as u32);
                digits[at] = digits[at].union(below);
                any = true;
            }
        }
        any.then(|| HeapCode::new(digits, 0, Written::Digits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::HeapRule;

    #[test]
    fn known_standard_forms() {
        for (from, to, shift) in [
            ("0.2", "0.3", 1),
            ("0.77", "0.77", 0),
            ("4.4", "0.77", 1),
            ("0.07", "0.137", 1),
            ("0.4", "0.137", 2),
            ("0.007", "0.11337", 2),
            ("0.02", "0.13", 2),
        ] {
            let rule: HeapRule = from.parse().unwrap();
            let (standard, s) = rule.code().unwrap().standard_form().unwrap();
            assert_eq!((standard.to_string(), s), (to.to_string(), shift), "{from}");
        }
        let none: HeapRule = "0.0".parse().unwrap();
        assert_eq!(none.code().unwrap().standard_form(), None);
    }

    #[test]
    fn all_shifts_at_once_are_single_shifts() {
        for n in 1..4096u32 {
            let code = HeapCode::from_bits(&[
                n >> 10,
                n >> 8 & 3,
                n >> 6 & 3,
                n >> 4 & 3,
                n >> 2 & 3,
                n & 3,
            ]);
            let (mut slow, mut shift) = (code.clone(), 0);
            while !slow.digit(1).allows(0) {
                slow = slow.shifted().unwrap();
                shift += 1;
            }
            let (fast, s) = code.standard_form().unwrap();
            assert!(fast.same_moves(&slow) && s == shift, "{code}: {fast} by {s}, not {slow}");
        }
    }

    #[test]
    fn short_standard_forms_are_those_that_are_short() {
        for n in 1..4096u32 {
            let code = HeapCode::from_bits(&[n >> 9, n >> 6 & 7, n >> 3 & 7, n & 7]);
            let whole = code.standard_form();
            for longest in 0..12 {
                let short = whole.clone().filter(|(form, _)| form.digits().len() <= longest + 1);
                assert_eq!(code.standard_form_up_to(longest), short, "{code} in {longest}");
            }
        }
    }

    #[test]
    fn long_codes_take_no_time() {
        let zeros = "0".repeat(60_000);
        let begin = std::time::Instant::now();
        for text in [format!("0.{zeros}7"), format!("0.{zeros}{{31}}"), format!("0.{zeros}11117")] {
            let rule: HeapRule = text.parse().unwrap();
            assert_eq!(rule.code().unwrap().standard_form_up_to(60), None);
        }
        let rule: HeapRule = "sub:400000-1000000".parse().unwrap();
        let (standard, shift) = rule.code().unwrap().standard_form().unwrap();
        assert_eq!((standard.digits().len(), shift), (1_000_001, 399_999));
        assert!(begin.elapsed().as_secs() < 10, "{:?}", begin.elapsed());
    }

    #[test]
    fn same_game_gives_the_shift() {
        let a = HeapCode::from_bits(&[0, 7]);
        let b = HeapCode::from_bits(&[4]);
        assert_eq!(a.same_game(&b), Some(1));
        assert_eq!(b.same_game(&a), Some(-1));
        assert_eq!(a.same_game(&HeapCode::from_bits(&[7, 7])), None);
    }
}
