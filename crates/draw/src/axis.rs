//! Ticks at round numbers.

/// The ticks of an axis from `low` to `high`: multiples of 1, 2 or 5 times a power of ten, never
/// closer than 1, at most about `wanted` of them. O(ticks).
pub(crate) fn ticks(low: i64, high: i64, wanted: u32) -> Vec<i64> {
    let span = (high - low).max(1);
    let mut step: i64 = 1;
    let mut factors = [2, 5, 10].into_iter().cycle();
    let mut power = 1;
    while span / step > wanted.max(1) as i64 {
        let factor = factors.next().expect("the factors go round");
        step = power * factor;
        if factor == 10 {
            power *= 10;
        }
    }
    let first = low.div_euclid(step) * step;
    (0..).map(|i| first + i * step).skip_while(|&t| t < low).take_while(|&t| t <= high).collect()
}

/// The values that a legend shows of a scale from 0 to `max`: all of them, or about twelve at equal
/// distances. O(1).
pub(crate) fn legend(max: u64) -> Vec<u64> {
    let max = i64::try_from(max).unwrap_or(i64::MAX);
    ticks(0, max, 11).into_iter().map(|v| v as u64).collect()
}

/// A number with thin groups of three digits from 10 000 on, and a true minus sign. O(digits).
pub(crate) fn label(n: i64) -> String {
    let digits = n.unsigned_abs().to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        let left = digits.len() - i;
        if i > 0 && left.is_multiple_of(3) && digits.len() > 4 {
            out.push('\u{2009}');
        }
        out.push(digit);
    }
    if n < 0 { format!("−{out}") } else { out }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_ticks() {
        assert_eq!(ticks(0, 9, 10), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(ticks(0, 100, 6), [0, 20, 40, 60, 80, 100]);
        assert_eq!(ticks(7, 100, 4), [20, 40, 60, 80, 100]);
        assert_eq!(ticks(-3, 3, 3), [-2, 0, 2]);
        assert_eq!(ticks(0, 1_234_567, 5), [0, 500_000, 1_000_000]);
        assert_eq!(ticks(5, 5, 5), [5]);
    }

    #[test]
    fn legends_have_equal_steps() {
        assert_eq!(legend(3), [0, 1, 2, 3]);
        assert_eq!(legend(13), [0, 2, 4, 6, 8, 10, 12]);
        for max in (0..500).chain([12_345, 1 << 40]) {
            let shown = legend(max);
            assert!(shown.len() <= 12 && shown[0] == 0);
            assert!(shown.windows(3).all(|w| w[2] - w[1] == w[1] - w[0]), "{max}: {shown:?}");
            assert!(max > 11 || shown.len() as u64 == max + 1);
        }
    }

    #[test]
    fn labels() {
        assert_eq!(label(-1234), "−1234");
        assert_eq!(label(1234567), "1\u{2009}234\u{2009}567");
    }
}
