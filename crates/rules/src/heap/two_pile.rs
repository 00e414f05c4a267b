//! Two-pile games: rules on pairs of numbers that a move may change together.

use std::fmt;

/// A two-pile game, a rule on pairs (a, b): Grundy numbers make a table, not a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TwoPileRule {
    /// Wythoff's game on heaps a and b: take from one heap, or k > 0 from one and l > 0 from the
    /// other with |k − l| < spread (1 in Wythoff's own game; Fraenkel's generalisation).
    Wythoff {
        /// The bound on the difference.
        spread: u32,
    },
    /// Nim on a heap a with b passes left for both players together; no pass on the empty heap.
    NimWithPass,
    /// Fibonacci nim: a stones; take at most twice b, which was taken before.
    FibonacciNim,
    /// Mem: a stones; take at least b, which was taken before, and at least one.
    Mem,
}

impl TwoPileRule {
    /// Passes what can be moved to from (a, b). Every option is earlier in the order by a, then b.
    ///
    /// ```
    /// use ishitori_rules::heap::TwoPileRule;
    /// let mut options = Vec::new();
    /// TwoPileRule::Wythoff { spread: 1 }.options((1, 2), |o| options.push(o));
    /// assert_eq!(options, [(0, 2), (1, 0), (1, 1), (0, 1)]);
    /// ```
    pub fn options(self, (a, b): (u32, u32), mut sink: impl FnMut((u32, u32))) {
        match self {
            TwoPileRule::Wythoff { spread } => {
                (0..a).for_each(|x| sink((x, b)));
                (0..b).for_each(|y| sink((a, y)));
                for k in 1..=a {
                    let low = (k + 1).saturating_sub(spread).max(1);
                    let high = k.saturating_add(spread - 1).min(b);
                    (low..=high).for_each(|l| sink((a - k, b - l)));
                }
            }
            TwoPileRule::NimWithPass => {
                (0..a).for_each(|x| sink((x, b)));
                if a > 0 && b > 0 {
                    sink((a, b - 1));
                }
            }
            TwoPileRule::FibonacciNim => {
                (1..=a.min(b.saturating_mul(2))).for_each(|taken| sink((a - taken, taken)));
            }
            TwoPileRule::Mem => (b.max(1)..=a).for_each(|taken| sink((a - taken, taken))),
        }
    }

    /// A position with the same options that is inside every table that reaches far enough in
    /// the first coordinate: a bound beyond the stones that are left does not matter. O(1).
    pub fn within(self, (a, b): (u32, u32)) -> (u32, u32) {
        match self {
            TwoPileRule::FibonacciNim => (a, b.min(a)),
            TwoPileRule::Mem => (a, b.min(a + 1)),
            _ => (a, b),
        }
    }
}

impl fmt::Display for TwoPileRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TwoPileRule::Wythoff { spread: 1 } => f.write_str("wythoff"),
            TwoPileRule::Wythoff { spread } => write!(f, "wythoff:{spread}"),
            TwoPileRule::NimWithPass => f.write_str("nim-with-pass"),
            TwoPileRule::FibonacciNim => f.write_str("fibonacci-nim"),
            TwoPileRule::Mem => f.write_str("mem"),
        }
    }
}
