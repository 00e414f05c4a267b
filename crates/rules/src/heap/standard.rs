//! Standard form of a code: the same game with the heap sizes shifted.

use super::code::{Code, Written};
use super::digit::Digit;

impl Code {
    /// The standard form (d1 odd) and the shift s: a heap of n here is a heap of n − s there.
    /// `None` for infinite codes, for conditions on the sizes of parts, and for codes without any
    /// move. O(digits²).
    ///
    /// If a heap of one stone has no move (d1 even), it is worth nothing, so counting every heap
    /// one smaller loses nothing. A move that takes k of n and leaves exactly j non-empty heaps
    /// then takes k + j − 1 of n − 1 and leaves at most j, so bit j of d_k becomes the bits 0…j of
    /// d_(k+j−1) (Guy and Smith 1956; *Winning Ways*, ch. 4).
    ///
    /// ```
    /// use ishitori_rules::heap::Code;
    /// let (standard, shift) = Code::from_bits(&[4]).standard_form().unwrap();
    /// assert_eq!((standard.to_string().as_str(), shift), ("0.137", 2));
    /// ```
    pub fn standard_form(&self) -> Option<(Code, usize)> {
        if self.repeat() != 0 || !self.any_sizes() || self.max_parts().is_none() {
            return None;
        }
        let mut code = self.clone().written_as(Written::Digits);
        let mut shift = 0;
        while !code.digit(1).allows(0) {
            code = code.shifted()?;
            shift += 1;
        }
        Some((code, shift))
    }

    /// Whether the two codes are the same game up to a shift of the heap sizes; then the heap n of
    /// `self` is the heap n + shift of `other`. Compares standard forms, so `None` does not prove
    /// that the Grundy sequences differ. O(digits²).
    pub fn same_game(&self, other: &Code) -> Option<isize> {
        let ((a, s), (b, t)) = (self.standard_form()?, other.standard_form()?);
        a.same_moves(&b).then_some(t as isize - s as isize)
    }

    fn shifted(&self) -> Option<Code> {
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
        any.then(|| Code::new(digits, 0, Written::Digits))
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
    fn same_game_gives_the_shift() {
        let a = Code::from_bits(&[0, 7]);
        let b = Code::from_bits(&[4]);
        assert_eq!(a.same_game(&b), Some(1));
        assert_eq!(b.same_game(&a), Some(-1));
        assert_eq!(a.same_game(&Code::from_bits(&[7, 7])), None);
    }
}
