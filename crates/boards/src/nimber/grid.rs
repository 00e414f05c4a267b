//! Dominoes laid on pairs of neighbours of a grid of up to 8 × 8 cells, as words: what most of the time of a search is spent with.

use std::ops::ControlFlow;

/// A grid: the places of dominoes, each of which covers its place and the next cell.
pub(super) struct Grid {
    /// The places of dominoes in a row.
    pub across: u64,
    /// The places of dominoes in a column.
    pub upright: u64,
}

impl Grid {
    /// The places in a row and in a column where a domino can be laid. O(1).
    #[inline]
    fn live(&self, free: u64) -> [u64; 2] {
        [self.across & free & free >> 1, self.upright & free & free >> 8]
    }

    /// How many moves there are. O(1).
    #[inline]
    pub fn moves(&self, free: u64) -> u32 {
        let [across, upright] = self.live(free);
        across.count_ones() + upright.count_ones()
    }

    /// Passes the options of a component, those that may fall apart first, as small components are known sooner; the others
    /// are known to hang together. Ends when the sink says so. O(moves).
    #[inline]
    pub fn options(&self, free: u64, mut sink: impl FnMut(u64, bool) -> ControlFlow<()>) {
        let mut live = self.live(free);
        for (direction, domino) in [0b11, 0x101].into_iter().enumerate() {
            let mut places = live[direction];
            while places != 0 {
                let place = places.trailing_zeros();
                places &= places - 1;
                if leaves_joined(free, place, direction == 1) {
                    continue;
                }
                live[direction] &= !(1 << place);
                if sink(free & !(domino << place), false).is_break() {
                    return;
                }
            }
        }
        for (domino, mut places) in [0b11, 0x101].into_iter().zip(live) {
            while places != 0 {
                let place = places.trailing_zeros();
                places &= places - 1;
                if sink(free & !(domino << place), true).is_break() {
                    return;
                }
            }
        }
    }

    /// Passes the components without all but one of each set of twins. O(cells).
    #[inline]
    pub fn components(&self, free: u64, joined: bool, mut pass: impl FnMut(u64)) {
        let live = self.live(free);
        let [across, upright] = live;
        let mut left = across | across << 1 | upright | upright << 8;
        if joined && left != 0 {
            return pass(without_twins(left, live));
        }
        while left != 0 {
            let mut part = left & left.wrapping_neg();
            while part != left {
                let lying = (part | part >> 1) & across;
                let grown = part | lying | lying << 1;
                let standing = (grown | grown >> 8) & upright;
                let grown = grown | standing | standing << 8;
                if grown == part {
                    break;
                }
                part = grown;
            }
            left &= !part;
            pass(without_twins(part, [across & part, upright & part]));
        }
    }
}

/// A component without all but one of each set of twins: cells that have the same and only neighbour.
#[inline]
fn without_twins(component: u64, [across, upright]: [u64; 2]) -> u64 {
    // The cells with a neighbour at the right, the left, below, above.
    let sides = [across, across << 1, upright, upright << 8];
    let (mut once, mut twice) = (0, 0);
    for cells in sides {
        twice |= once & cells;
        once |= cells;
    }
    let single = once & !twice;
    // The only neighbours of such cells; the cells whose neighbour has been met are left out.
    let mut met = (single & across) << 1;
    let mut twins = 0;
    let neighbours = (single & sides[1]) >> 1;
    twins |= (neighbours & met) << 1;
    met |= neighbours;
    let neighbours = (single & upright) << 8;
    twins |= (neighbours & met) >> 8;
    met |= neighbours;
    let neighbours = (single & sides[3]) >> 8;
    twins |= (neighbours & met) << 8;
    component & !twins
}

/// Whether the rest of a component surely hangs together after a domino has been laid at a place, on words of 8 × 8 cells.
///
/// Every part of the rest has a neighbour of the domino. These lie on a ring of ten cells; if those of them that are free,
/// with free corners between two of them, are one run on the ring, they hang together. They may still do so if not. O(1).
#[inline]
fn leaves_joined(free: u64, place: u32, upright: bool) -> bool {
    const ALL: u32 = (1 << 10) - 1;
    // With two empty rows above. Cells beyond the left and right sides of the word are cells of other rows.
    let rows = u128::from(free) << 16;
    let row = |from: u32| (rows >> (place + 16 + from - 9)) as u32;
    let column = place & 7;
    let (mut ring, corners, left, right);
    if upright {
        let [above, upper, lower, below] = [row(0), row(8), row(16), row(24)];
        ring = above & 7
            | (upper & 4) << 1
            | (lower & 4) << 2
            | (below & 4) << 3
            | (below & 2) << 5
            | (below & 1) << 7
            | (lower & 1) << 8
            | (upper & 1) << 9;
        (corners, left, right) = (0b00_1010_0101, 0b11_1000_0001, 0b00_0011_1100);
        if column == 7 {
            ring &= !right;
        }
    } else {
        let [above, middle, below] = [row(0), row(8), row(16)];
        ring = above & 15
            | (middle & 8) << 1
            | (below & 8) << 2
            | (below & 4) << 4
            | (below & 2) << 6
            | (below & 1) << 8
            | (middle & 1) << 9;
        (corners, left, right) = (0b01_0010_1001, 0b11_0000_0001, 0b00_0011_1000);
        if column == 6 {
            ring &= !right;
        }
    }
    if column == 0 {
        ring &= !left;
    }
    let next = (ring << 1 | ring >> 9) & ALL;
    let before = (ring >> 1 | ring << 9) & ALL;
    ring &= !corners | (next & before);
    let begins = ring & !(ring << 1 | ring >> 9);
    begins & begins.wrapping_sub(1) == 0
}

#[cfg(test)]
mod tests {
    use super::leaves_joined;

    /// The cells that hang together with one of them.
    fn flood(free: u64, from: u64) -> u64 {
        const FIRST: u64 = 0x0101_0101_0101_0101;
        let mut part = from;
        loop {
            let sides = (part & !(FIRST << 7)) << 1 | (part & !FIRST) >> 1;
            let grown = (part | sides | part << 8 | part >> 8) & free;
            if grown == part {
                return part;
            }
            part = grown;
        }
    }

    /// Random components, every domino in them: what is said to hang together does, and most of what does is seen.
    #[test]
    fn what_is_said_to_be_joined_is() {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut random = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        let (mut joined, mut seen) = (0, 0);
        for _ in 0..20_000 {
            let cells = random() | random();
            let component = flood(cells, cells & cells.wrapping_neg());
            for place in 0..64 {
                for (upright, distance) in [(false, 1), (true, 8)] {
                    let on_board = if upright { place < 56 } else { place % 8 < 7 };
                    let domino = if on_board { 1u64 << place | 1 << (place + distance) } else { 0 };
                    if domino == 0 || component & domino != domino {
                        continue;
                    }
                    let rest = component & !domino;
                    let whole = flood(rest, rest & rest.wrapping_neg()) == rest;
                    let said = leaves_joined(component, place, upright);
                    assert!(whole || !said, "{component:x} {place} {upright}");
                    joined += u32::from(whole);
                    seen += u32::from(said);
                }
            }
        }
        assert!(seen > joined / 3, "{seen} of {joined}");
    }
}
