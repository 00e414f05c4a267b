//! Apparent patterns of a finite piece of a sequence, where nothing is proved.

/// For every p < n, the length of the longest suffix on which the sequence agrees with itself
/// shifted by p, by the Z-algorithm on the reversed sequence. O(n).
pub(crate) fn suffix_agreement<V: Copy + Eq>(values: &[V]) -> Vec<u32> {
    let n = values.len();
    let at = |i: usize| values[n - 1 - i];
    let mut z = vec![0u32; n];
    let (mut left, mut right) = (0, 0);
    for p in 1..n {
        let mut length = if p < right { (right - p).min(z[p - left] as usize) } else { 0 };
        while p + length < n && at(length) == at(p + length) {
            length += 1;
        }
        if p + length > right {
            (left, right) = (p, p + length);
        }
        z[p] = length as u32;
    }
    z
}

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

/// The least period with which at least the second half of a sequence of numbers repeats, three
/// times or more. O(n).
///
/// ```
/// use ishitori_solve::known::observed_period;
/// let row: Vec<u32> = (0..40).map(|n| n / 2 + 7 * u32::from(n < 3)).collect();
/// let found = observed_period(&row).unwrap();
/// assert_eq!((found.period, found.preperiod, found.saltus), (2, 3, 1));
/// ```
pub fn observed_period(values: &[u32]) -> Option<Observed> {
    // v(i + p) = v(i) + s from i on exactly if the differences repeat with p from there on.
    let steps: Vec<i64> = values.windows(2).map(|w| i64::from(w[1]) - i64::from(w[0])).collect();
    let n = values.len();
    let (period, preperiod) = repeating(n, |p| n - 1 - p, &steps)?;
    let saltus = i64::from(values[n - 1]) - i64::from(values[n - 1 - period]);
    Some(Observed { period, preperiod, saltus })
}

/// The same for any sequence, without an increase.
///
/// ```
/// use ishitori_solve::known::observed_cycle;
/// let letters: Vec<char> = "LRPPNLPPNLPPNLPPNL".chars().collect();
/// assert_eq!(observed_cycle(&letters).map(|seen| (seen.period, seen.preperiod)), Some((4, 2)));
/// ```
pub fn observed_cycle<T: Copy + Eq>(terms: &[T]) -> Option<Observed> {
    let n = terms.len();
    let (period, preperiod) = repeating(n, |p| n - p, terms)?;
    Some(Observed { period, preperiod, saltus: 0 })
}

/// The repetition with the least sum of preperiod and period that is seen at least twice: for sequences
/// that are so short that [`observed_cycle`] says nothing. O(n).
///
/// ```
/// use ishitori_solve::known::shortest_cycle;
/// let found = shortest_cycle(&[1, 2, 3, 4, 5, 6, 4, 5, 6, 4, 5, 6]).unwrap();
/// assert_eq!((found.preperiod, found.period), (3, 3));
/// assert_eq!(shortest_cycle(&[0, 1, 2, 3]), None);
/// ```
pub fn shortest_cycle<T: Copy + Eq>(terms: &[T]) -> Option<Observed> {
    let n = terms.len();
    let agreement = suffix_agreement(terms);
    let found = (1..=n / 2).filter_map(|period| {
        let preperiod = n - period - agreement[period] as usize;
        (n - preperiod >= 2 * period).then_some(Observed { period, preperiod, saltus: 0 })
    });
    found.min_by_key(|seen| (seen.preperiod + seen.period, seen.period))
}

/// The least period of a sequence of n terms that satisfies [`observed_period`], and from where on
/// it holds; `end` is the last place at which a period can begin to hold.
fn repeating<T: Copy + Eq>(
    n: usize,
    end: impl Fn(usize) -> usize,
    compared: &[T],
) -> Option<(usize, usize)> {
    if n < 4 {
        return None;
    }
    let agreement = suffix_agreement(compared);
    (1..=n / 4).find_map(|period| {
        let preperiod = end(period) - agreement[period] as usize;
        let enough = preperiod <= n / 2 && n - preperiod >= 3 * period;
        enough.then_some((period, preperiod))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// By the definition, O(n²).
    fn slowly(terms: &[u32], step: impl Fn(u32, u32) -> Option<i64>) -> Option<Observed> {
        let n = terms.len();
        (1..=n / 4).find_map(|period| {
            let step = |i: usize| step(terms[i + period], terms[i]);
            let saltus = step(n - 1 - period)?;
            let differs = (0..n - period).rev().find(|&i| step(i) != Some(saltus));
            let preperiod = differs.map_or(0, |i| i + 1);
            let enough = preperiod <= n / 2 && n - preperiod >= 3 * period;
            enough.then_some(Observed { period, preperiod, saltus })
        })
    }

    proptest! {
        #[test]
        fn shortest_as_by_the_definition(terms in proptest::collection::vec(0u32..3, 0..14)) {
            let n = terms.len();
            let all = (0..n).flat_map(|preperiod| (1..n).map(move |period| (preperiod, period)));
            let seen = all.filter(|&(preperiod, period)| {
                preperiod + 2 * period <= n
                    && (preperiod..n - period).all(|i| terms[i] == terms[i + period])
            });
            let expected = seen.min_by_key(|&(preperiod, period)| (preperiod + period, period));
            let found = shortest_cycle(&terms).map(|seen| (seen.preperiod, seen.period));
            prop_assert_eq!(found, expected);
        }

        #[test]
        fn observed_as_by_the_definition(
            lead in proptest::collection::vec(0u32..4, 0..6),
            block in proptest::collection::vec(0u32..3, 1..5),
            saltus in 0u32..3,
            length in 0usize..60,
        ) {
            let repeated = (0..length).map(|i| {
                block[i % block.len()] + saltus * (i / block.len()) as u32
            });
            let values: Vec<u32> = lead.iter().copied().chain(repeated).collect();
            let grows = |later: u32, earlier: u32| Some(i64::from(later) - i64::from(earlier));
            prop_assert_eq!(observed_period(&values), slowly(&values, grows));
            let same = |later: u32, earlier: u32| (later == earlier).then_some(0);
            prop_assert_eq!(observed_cycle(&values), slowly(&values, same));
        }
    }
}
