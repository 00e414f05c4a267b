//! Windows of a long run that are searched for again.
//!
//! The earlier windows stand close together, so that a period is found soon after its first repetition. Looking
//! for each of them by itself would take longer than computing the values: windows are placed where they end in
//! the same few values, and one search for these values finds the places where any of them can be.

use crate::heap::rare::{Cell, History};

/// Windows looked for at the same time, in short runs and in long ones.
const FEW: usize = 6;
pub(super) const MANY: usize = 48;
/// Runs are long from this heap on.
const LONG: u64 = 1 << 22;
/// Cells that the windows of a long run take together, about.
const CELLS: usize = 1 << 22;
/// The least number of values that windows with a common ending share.
const ENDING: usize = 6;
/// Endings that are tried for a new window; the first that is rare enough is taken.
const ENDINGS: [usize; 6] = [ENDING, 8, 12, 16, 24, 32];
/// The most places among [`PLACED`] values where an ending may be.
const PLACES: usize = 64;
/// The number of last values among which a new window ends.
const PLACED: usize = 1 << 18;

/// The values before some heap, to be found again.
#[derive(Clone, Debug)]
pub(crate) struct Needle<V> {
    pub at: u64,
    pub values: Vec<V>,
    /// All occurrences that end at or before this heap have been looked at.
    pub searched_to: u64,
}

/// Needles that end in the same values.
#[derive(Clone, Debug)]
pub(crate) struct Group<V> {
    pub members: Vec<usize>,
    pub ending: Vec<V>,
}

/// How many windows of this length are searched for at a heap, and how far behind that heap the next one stands:
/// the last windows reach back to a quarter of it. O(1).
pub(super) fn spacing(at: u64, window: usize) -> (usize, u64) {
    let most = if is_long(at) { (CELLS / window.max(1)).clamp(FEW, MANY) } else { FEW };
    (most, at * 3 / (2 * most as u64) + 1)
}

/// The length of a window before this heap, where `enough` values decide all that follows as far as is known. In
/// long runs some are added, because a deeper witness can turn up before the window does. O(1).
pub(super) fn length(at: u64, enough: usize) -> usize {
    if is_long(at) { 2 * enough } else { enough }
}

fn is_long(at: u64) -> bool {
    at >= LONG
}

/// Where a new window of this length ends: where it shares its ending with the newest one if there is such a
/// place, otherwise at the last value. O(values looked at).
pub(super) fn place<V: Cell>(history: &History<V>, needles: &[Needle<V>], length: usize) -> u64 {
    let (next, recent) = (history.next(), &history.recent[..]);
    if !is_long(next) {
        return next;
    }
    let start = recent.len().saturating_sub(PLACED).max(length.saturating_sub(ENDING));
    let Some(newest) = needles.last().filter(|_| start < recent.len()) else {
        return next;
    };
    for ending in ENDINGS.into_iter().filter(|&ending| ending <= newest.values.len()) {
        let ending = &newest.values[newest.values.len() - ending..];
        let mut places = ends(&recent[start..], ending);
        let some: Vec<usize> = places.by_ref().take(PLACES).collect();
        if places.next().is_some() {
            continue;
        }
        let end = some.last().map(|end| history.base + (start + end) as u64);
        return end
            .filter(|&end| end > newest.at && end - history.base >= length as u64)
            .unwrap_or(next);
    }
    next
}

/// The needles by their last values. A needle alone is searched for as a whole. O(needles² + their values).
pub(super) fn groups<V: Cell>(needles: &[Needle<V>]) -> Vec<Group<V>> {
    let mut groups: Vec<Group<V>> = Vec::new();
    for (index, needle) in needles.iter().enumerate() {
        let values = &needle.values[..];
        let shared = |group: &Group<V>| {
            let pairs = group.ending.iter().rev().zip(values.iter().rev());
            pairs.take_while(|(a, b)| a == b).count()
        };
        let found = groups.iter_mut().map(|group| (shared(group), group)).find(|g| g.0 >= ENDING);
        match found {
            Some((shared, group)) => {
                group.members.push(index);
                group.ending.drain(..group.ending.len() - shared);
            }
            None => groups.push(Group { members: vec![index], ending: values.to_vec() }),
        }
    }
    groups
}

/// The ends of all occurrences of some values among others, in order.
pub(super) fn ends<'v, V: Cell>(
    values: &'v [V],
    ending: &'v [V],
) -> impl Iterator<Item = usize> + use<'v, V> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let found = from + V::find(values.get(from..)?, ending)?;
        from = found + 1;
        Some(found + ending.len())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn needle(at: u64, values: &[u8]) -> Needle<u8> {
        Needle { at, values: values.to_vec(), searched_to: at }
    }

    /// Needles with six equal last values are searched for together, by all the values that they share.
    #[test]
    fn needles_with_a_common_ending_form_a_group() {
        let needles = [
            needle(10, &[9, 9, 1, 2, 3, 4, 5, 6, 7]),
            needle(20, &[8, 2, 3, 4, 5, 6, 7, 8]),
            needle(30, &[9, 8, 1, 2, 3, 4, 5, 6, 7]),
            needle(40, &[0, 0, 0, 2, 3, 4, 5, 6, 7]),
        ];
        let groups = groups(&needles);
        let found: Vec<(&[usize], &[u8])> =
            groups.iter().map(|g| (&g.members[..], &g.ending[..])).collect();
        assert_eq!(
            found,
            [(&[0, 2, 3][..], &[2, 3, 4, 5, 6, 7][..]), (&[1][..], &[8, 2, 3, 4, 5, 6, 7, 8][..])]
        );
    }

    /// Overlapping occurrences are all seen.
    #[test]
    fn every_occurrence_ends_somewhere() {
        let values = [1u8, 1, 1, 2, 1, 1];
        assert_eq!(ends(&values, &[1, 1]).collect::<Vec<_>>(), [2, 3, 6]);
        assert_eq!(ends(&values, &[2, 2]).next(), None);
    }

    /// A new window ends like the newest one, and after it.
    #[test]
    fn a_window_is_placed_where_the_newest_one_ends_alike() {
        let mut state = 1_u32;
        let mut recent: Vec<u8> = std::iter::repeat_with(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 29) as u8
        })
        .take(600_000)
        .collect();
        let (window, end, alike) = (1000, 300_007, 555_555);
        recent.copy_within(end - ENDING..end, alike - ENDING);
        let history = History { recent, base: LONG, prefix: Vec::new() };
        let newest = needle(LONG + end as u64, &history.recent[end - window..end]);
        let at = place(&history, std::slice::from_ref(&newest), window);
        let to = (at - history.base) as usize;
        assert!((alike..history.recent.len()).contains(&to), "{to}");
        assert_eq!(history.recent[to - ENDING..to], newest.values[window - ENDING..]);
        // Without a newest one, at the end.
        assert_eq!(place(&history, &[], window), history.next());
    }
}
