//! Grundy numbers of one set by bit windows, until their period is proved.

use crate::family::Set;
use crate::kernel::{MAX_STEPS, Window};
use crate::row::GrundyCycle;

/// The period of the Grundy numbers; `None` if it was not found. `values` is working space and
/// holds the numbers afterwards. O(values) for each heap.
///
/// With one window for each value v, G(n) is the least v whose window avoids the mask of S. The
/// last t values decide the next, so a window of t values that comes back proves the period.
pub(crate) fn grundy_cycle(set: &Set, values: &mut Vec<u8>) -> Option<GrundyCycle> {
    match set.words().len() {
        1 => run::<1>(set, values),
        2 => run::<2>(set, values),
        3..=4 => run::<4>(set, values),
        _ => run::<16>(set, values),
    }
}

fn run<const W: usize>(set: &Set, values: &mut Vec<u8>) -> Option<GrundyCycle> {
    let t = set.max() as usize;
    let (mask, within) = (Window::<W>::mask(set), Window::<W>::low(t));
    let empty = Window::<W>([0; W]);
    // G(n) is at most the number of options.
    let mut windows = vec![empty; (set.size() as usize + 1).min(256)];
    let mut used = 1;
    values.clear();
    let (mut saved, mut next_save) = (t, 2 * t);
    while values.len() < MAX_STEPS {
        let meets = |w: &Window<W>| (0..W).any(|i| w.0[i] & mask.0[i] != 0);
        let value = windows[..used].iter().position(|w| !meets(w)).unwrap_or(used);
        if value > 255 {
            return None;
        }
        used = used.max(value + 1);
        for (v, window) in windows[..used].iter_mut().enumerate() {
            window.push(v == value, &within);
        }
        values.push(value as u8);
        let n = values.len();
        if n > saved && values[n - t..] == values[saved - t..saved] {
            let period = n - saved;
            let mut preperiod = n - period;
            while preperiod > 0 && values[preperiod - 1] == values[preperiod - 1 + period] {
                preperiod -= 1;
            }
            return Some(GrundyCycle { period: period as u64, preperiod: preperiod as u64 });
        }
        if n == next_save {
            (saved, next_save) = (n, 2 * n);
        }
    }
    None
}
