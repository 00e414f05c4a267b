//! Codes of taking-and-breaking games.

use super::digit::{Digit, Sizes};

/// How a code was written, and is written back. Two codes with the same moves are
/// [`HeapCode::same_moves`] however they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Written {
    /// `0.77`
    Digits,
    /// `abc:1,2/1,2/1,2`
    Sets,
    /// `sub:1,2,3`
    Subtraction,
    /// `allbut:1,5`
    AllBut,
    /// `sink:2,3`
    Sink,
    /// By a name of [`NAMED_RULES`](super::NAMED_RULES).
    Name(&'static str),
}

/// A taking-and-breaking game: digit k says what may be left after k stones are taken from a heap.
///
/// Digits d0, d1, … are given up to some index; after them a block of digits may repeat forever
/// (Nim is 0.333…). Digit 0 takes nothing and so breaks into two heaps or more.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HeapCode {
    /// d0, d1, …, without trailing [`Digit::NONE`]s when nothing repeats.
    digits: Vec<Digit>,
    /// How many of the last digits repeat forever; 0 for a finite code.
    repeat: usize,
    written: Written,
}

impl HeapCode {
    /// The code with digits d0, d1, …; the last `repeat` of them repeat forever. O(digits).
    ///
    /// # Panics
    /// If `repeat` is larger than the number of digits after d0.
    pub fn new(mut digits: Vec<Digit>, repeat: usize, written: Written) -> HeapCode {
        assert!(repeat == 0 || repeat < digits.len(), "the repeating block starts after d0");
        if let Some(d0) = digits.first_mut() {
            *d0 = d0.breaking_only();
        }
        let mut repeat = repeat;
        if digits[digits.len() - repeat..].iter().all(|d| d.is_none()) {
            digits.truncate(digits.len() - repeat);
            repeat = 0;
        }
        if repeat == 0 {
            while digits.last().is_some_and(|d| d.is_none()) {
                digits.pop();
            }
        }
        HeapCode { digits, repeat, written }
    }

    /// The code of octal or hexadecimal digits d1, d2, …. O(digits).
    ///
    /// ```
    /// use ishitori_rules::heap::HeapCode;
    /// assert_eq!(HeapCode::from_bits(&[7, 7]).to_string(), "0.77");
    /// ```
    pub fn from_bits(bits: &[u32]) -> HeapCode {
        let digits = std::iter::once(Digit::NONE).chain(bits.iter().map(|&b| Digit::from_bits(b)));
        HeapCode::new(digits.collect(), 0, Written::Digits)
    }

    /// The subtraction game in which the numbers of `set` may be taken. O(largest).
    pub fn subtraction(set: &[u32]) -> HeapCode {
        let mut digits = vec![Digit::NONE; set.iter().max().map_or(0, |&m| m as usize + 1)];
        for &s in set {
            digits[s as usize] = Digit::TAKE;
        }
        HeapCode::new(digits, 0, Written::Subtraction)
    }

    /// The game in which every number but those of `set` may be taken. O(largest).
    pub fn all_but(set: &[u32]) -> HeapCode {
        let mut digits = vec![Digit::TAKE; set.iter().max().map_or(0, |&m| m as usize) + 2];
        for &s in set {
            digits[s as usize] = Digit::NONE;
        }
        HeapCode::new(digits, 1, Written::AllBut)
    }

    /// The subtraction game with a sink: a move that takes a number of `set` from a smaller heap takes all of it, so heap n
    /// has the options max(n − s, 0). A heap below the largest number may be taken whole, and a number of the set may
    /// leave a heap, which is what the digits 1 and 3 say. O(largest).
    ///
    /// ```
    /// use ishitori_rules::heap::HeapCode;
    /// let sink = HeapCode::sink(&[2, 4]);
    /// assert_eq!(sink.to_string(), "sink:2,4");
    /// assert!(sink.same_moves(&HeapCode::from_bits(&[1, 3, 1, 3])));
    /// ```
    pub fn sink(set: &[u32]) -> HeapCode {
        let largest = set.iter().max().map_or(0, |&m| m as usize);
        let mut digits = vec![Digit::from_bits(1); largest + 1];
        for &s in set {
            digits[s as usize] = Digit::TAKE;
        }
        HeapCode::new(digits, 0, Written::Sink)
    }

    /// The same moves, written another way. O(1).
    pub fn written_as(mut self, written: Written) -> HeapCode {
        self.written = written;
        self
    }

    /// How the code is written. O(1).
    pub fn written(&self) -> Written {
        self.written
    }

    /// Digit k. O(1).
    pub fn digit(&self, k: usize) -> Digit {
        match self.digits.get(k) {
            Some(&digit) => digit,
            None if self.repeat == 0 => Digit::NONE,
            None => {
                let start = self.digits.len() - self.repeat;
                self.digits[start + (k - start) % self.repeat]
            }
        }
    }

    /// The digits that are written out, d0 first. O(1).
    pub fn digits(&self) -> &[Digit] {
        &self.digits
    }

    /// How many of the last written digits repeat forever. O(1).
    pub fn repeat(&self) -> usize {
        self.repeat
    }

    /// The largest number of stones that a move takes, `None` if there is no largest. O(1).
    pub fn max_take(&self) -> Option<usize> {
        (self.repeat == 0).then(|| self.digits.len().saturating_sub(1))
    }

    /// The largest number of heaps that a move leaves, `None` if there is no largest. O(digits).
    pub fn max_parts(&self) -> Option<u32> {
        self.digits.iter().map(|d| d.max_parts()).try_fold(0, |m, d| d.map(|d| m.max(d)))
    }

    /// Whether the parts of every break may have any sizes. O(digits).
    pub fn any_sizes(&self) -> bool {
        self.digits.iter().all(|d| d.sizes() == Sizes::Any)
    }

    /// Whether this is a subtraction game, finite or not: every digit is 0 or 3. O(digits).
    pub fn is_subtraction(&self) -> bool {
        self.digits.iter().all(|d| d.is_none() || *d == Digit::TAKE)
    }

    /// The excluded numbers, if every number but finitely many may be taken and nothing is
    /// broken. O(digits).
    ///
    /// ```
    /// use ishitori_rules::heap::HeapCode;
    /// assert_eq!(HeapCode::all_but(&[5, 1]).excluded_takes(), Some(vec![1, 5]));
    /// ```
    pub fn excluded_takes(&self) -> Option<Vec<u32>> {
        let block = &self.digits[self.digits.len() - self.repeat..];
        if self.repeat == 0 || !self.is_subtraction() || block.iter().any(|d| d.is_none()) {
            return None;
        }
        let written = 1..self.digits.len();
        Some(written.filter(|&k| self.digits[k].is_none()).map(|k| k as u32).collect())
    }

    /// The numbers ≤ `limit` that may be taken leaving one heap. O(limit).
    pub fn takes_up_to(&self, limit: usize) -> Vec<u32> {
        self.indices(limit, |d| d.allows(1))
    }

    /// How many numbers from 1 to `most` have a digit that is not 0: the moves from a heap of that
    /// size, if this is a subtraction game. O(digits).
    ///
    /// ```
    /// use ishitori_rules::heap::HeapCode;
    /// assert_eq!(HeapCode::subtraction(&[2, 3, 9]).count_takes(8), 2);
    /// assert_eq!(HeapCode::all_but(&[5, 1]).count_takes(4_000_000_000), 3_999_999_998);
    /// ```
    pub fn count_takes(&self, most: u32) -> u64 {
        let count = |digits: &[Digit]| digits.iter().filter(|d| !d.is_none()).count() as u64;
        let written = self.digits.len();
        // The digits 1, 2, …, `most`: the written ones, then whole blocks, then the rest of one.
        let last = (most as usize).saturating_add(1);
        let lead = count(self.digits.get(1..last.min(written)).unwrap_or(&[]));
        let beyond = last.saturating_sub(written);
        if self.repeat == 0 || beyond == 0 {
            return lead;
        }
        let block = &self.digits[written - self.repeat..];
        let (blocks, rest) = (beyond / self.repeat, beyond % self.repeat);
        lead + blocks as u64 * count(block) + count(&block[..rest])
    }

    /// The numbers ≤ `limit` that may be taken (0 included) leaving two heaps. O(limit).
    pub fn splits_up_to(&self, limit: usize) -> Vec<u32> {
        self.indices(limit, |d| d.allows(2))
    }

    /// The heaps ≤ `limit` that may be taken whole. O(limit).
    pub fn wholes_up_to(&self, limit: usize) -> Vec<u32> {
        self.indices(limit, |d| d.allows(0))
    }

    fn indices(&self, limit: usize, wanted: impl Fn(Digit) -> bool) -> Vec<u32> {
        let limit = self.max_take().map_or(limit, |m| m.min(limit));
        (0..=limit).filter(|&k| wanted(self.digit(k))).map(|k| k as u32).collect()
    }

    /// Whether both codes allow the same moves, however they are written. O(digits).
    pub fn same_moves(&self, other: &HeapCode) -> bool {
        let lead = self.digits.len().max(other.digits.len());
        let cycle = self.repeat.max(1) * other.repeat.max(1);
        (0..lead + cycle).all(|k| self.digit(k) == other.digit(k))
    }
}
