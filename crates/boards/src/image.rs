//! Positions moved: into the corner of a grid, and to the least of their images under the symmetries.

use crate::ast::BoardKind;
use crate::rules::{Planes, Rules};
use crate::symmetry::Moved;
use crate::word::Word;

/// An image of a component under a symmetry.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Image<P> {
    pub position: P,
    /// Whether its value is the negative of that of the component.
    pub negative: bool,
    /// Whether its value is its own negative, as some symmetry shows.
    pub own: bool,
}

/// Rows and columns of 8 × 8 bits exchanged.
pub(crate) fn transposed(mut x: u64) -> u64 {
    let mut swap = |mask: u64, by: u32| {
        let moved = (x ^ x >> by) & mask;
        x ^= moved ^ moved << by;
    };
    swap(0x00aa_00aa_00aa_00aa, 7);
    swap(0x0000_cccc_0000_cccc, 14);
    swap(0x0000_0000_f0f0_f0f0, 28);
    x
}

impl<W: Word, const N: usize> Rules<W, N> {
    /// The position moved into the upper left corner of a grid.
    #[inline]
    pub(crate) fn cornered(&self, planes: &[W; N]) -> Planes<W, N> {
        if self.board.kind == BoardKind::Graph || self.fixed {
            return Planes(*planes);
        }
        let by = self.corner(planes);
        Planes(planes.map(|plane| plane.down(by)))
    }

    #[inline]
    fn corner(&self, planes: &[W; N]) -> usize {
        let there = planes.iter().fold(W::ZERO, |all, &plane| all | plane);
        if there.is_empty() {
            return 0;
        }
        let stride = self.board.stride;
        if stride == 8 {
            let mut columns = there.low();
            columns |= columns >> 32;
            columns |= columns >> 16;
            columns |= columns >> 8;
            return (there.lowest() & !7) + (columns as u8).trailing_zeros() as usize;
        }
        let column = there.sites().map(|site| site % stride).min().unwrap_or(0);
        there.lowest() / stride * stride + column
    }

    /// The least of the images of a position, and whether its value is the negative. O(symmetries · N),
    /// on large boards and graphes times the number of sites.
    pub(crate) fn least_image(&self, position: &Planes<W, N>) -> (Planes<W, N>, bool) {
        let image = self.preferred_image(position);
        (image.position, image.negative)
    }

    /// The same, and whether the value is its own negative.
    pub(crate) fn preferred_image(&self, position: &Planes<W, N>) -> Image<Planes<W, N>> {
        let mut least: Option<Image<Planes<W, N>>> = None;
        let mut moved = None;
        for symmetry in &self.symmetries {
            if !symmetry.again {
                moved = self.moved(&position.0, &symmetry.motion);
            }
            let Some(mut image) = moved else { continue };
            if !symmetry.plain {
                let before = image.0;
                for (state, &plane) in before.iter().enumerate() {
                    let to = symmetry.states[state] as usize;
                    if to < N {
                        image.0[to] = plane;
                    }
                }
            }
            let negative = symmetry.negative;
            match &mut least {
                Some(least) if least.position < image => {}
                Some(least) if least.position == image => least.own |= least.negative != negative,
                _ => least = Some(Image { position: image, negative, own: false }),
            }
        }
        least.unwrap_or(Image { position: *position, negative: false, own: false })
    }

    /// A position after a motion, on a grid in the corner, if it fits on the board.
    #[inline]
    pub(crate) fn moved(&self, planes: &[W; N], motion: &Moved) -> Option<Planes<W, N>> {
        match motion {
            Moved::Plane { transposed, rows, columns } => {
                self.moved_on_plane(planes, (*transposed, *rows, *columns))
            }
            Moved::Sites(to) => Some(Planes(planes.map(|plane| {
                plane.sites().fold(W::ZERO, |all, site| all | W::bit(to[site] as usize))
            }))),
        }
    }

    fn moved_on_plane(
        &self,
        planes: &[W; N],
        (turn, rows, columns): (bool, bool, bool),
    ) -> Option<Planes<W, N>> {
        let board = &self.board;
        if board.stride == 8 {
            let image = planes.map(|plane| {
                let mut x = plane.low();
                if x == 0 {
                    return W::ZERO;
                }
                if turn {
                    x = transposed(x);
                }
                if columns {
                    x = x.reverse_bits();
                }
                // Reversing all bits has reversed the rows as well.
                if rows != columns {
                    x = x.swap_bytes();
                }
                W::from_low(x)
            });
            let image = self.cornered(&image);
            if turn && board.rows != board.columns {
                let there = image.0.iter().fold(W::ZERO, |all, &plane| all | plane).low();
                let row = (1u64 << board.columns) - 1;
                let inside = (0..board.rows).fold(0u64, |all, r| all | row << (8 * r));
                if there & !inside != 0 {
                    return None;
                }
            }
            return Some(image);
        }
        let there = planes.iter().fold(W::ZERO, |all, &plane| all | plane);
        if there.is_empty() {
            return Some(Planes(*planes));
        }
        let at = |site: usize| (site / board.stride, site % board.stride);
        let (mut top, mut left, mut bottom, mut right) = (usize::MAX, usize::MAX, 0, 0);
        for (r, c) in there.sites().map(at) {
            (top, left) = (top.min(r), left.min(c));
            (bottom, right) = (bottom.max(r), right.max(c));
        }
        let (mut high, mut wide) = (bottom - top + 1, right - left + 1);
        if turn {
            (high, wide) = (wide, high);
        }
        if high > board.rows || wide > board.columns {
            return None;
        }
        Some(Planes(planes.map(|plane| {
            plane.sites().map(at).fold(W::ZERO, |all, (r, c)| {
                let (mut r, mut c) = (r - top, c - left);
                if turn {
                    (r, c) = (c, r);
                }
                if rows {
                    r = high - 1 - r;
                }
                if columns {
                    c = wide - 1 - c;
                }
                all | W::bit(r * board.stride + c)
            })
        })))
    }
}
