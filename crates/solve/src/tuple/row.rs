//! What a sequence looks like, without a proof.

/// A period that a finite piece of a sequence shows. This is evidence, not a theorem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Observed {
    /// v(n + period) = v(n) + saltus …
    pub period: usize,
    /// … for all n from here on as far as the piece goes.
    pub preperiod: usize,
    /// The increase per period.
    pub saltus: i64,
}

/// The least period with which at least the second half of a sequence repeats, three times or
/// more. O(n²).
///
/// ```
/// use ishitori_solve::tuple::row_period;
/// let row: Vec<u32> = (0..40).map(|n| n / 2 + 7 * u32::from(n < 3)).collect();
/// let found = row_period(&row).unwrap();
/// assert_eq!((found.period, found.preperiod, found.saltus), (2, 3, 1));
/// ```
pub fn row_period(values: &[u32]) -> Option<Observed> {
    let n = values.len();
    for period in 1..=n / 4 {
        let step = |i: usize| i64::from(values[i + period]) - i64::from(values[i]);
        let saltus = step(n - 1 - period);
        let mut preperiod = n - period;
        while preperiod > 0 && step(preperiod - 1) == saltus {
            preperiod -= 1;
        }
        if preperiod <= n / 2 && n - preperiod >= 3 * period {
            return Some(Observed { period, preperiod, saltus });
        }
    }
    None
}
