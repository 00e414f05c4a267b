//! The search for one split with a given value.

use std::ops::BitXor;

/// Pairs looked at together.
const CHUNK: usize = 128;

/// The least i with `near[i] ⊕ far[last − i] = value`, where `last` is the last index of `far`:
/// heaps from the small parts up against heaps from the large parts down. The slices have the same
/// length.
#[inline(always)]
pub(super) fn scan<T>(near: &[T], far: &[T], value: T) -> Option<usize>
where
    T: Copy + Eq + BitXor<Output = T>,
{
    let (chunks, rest) = near.as_chunks::<CHUNK>();
    let (far_rest, far_chunks) = far.as_rchunks::<CHUNK>();
    for (c, (x, y)) in chunks.iter().zip(far_chunks.iter().rev()).enumerate() {
        let mut hit = false;
        for i in 0..CHUNK {
            hit |= x[i] ^ y[CHUNK - 1 - i] == value;
        }
        if hit {
            let at = (0..CHUNK).position(|i| x[i] ^ y[CHUNK - 1 - i] == value);
            return at.map(|i| c * CHUNK + i);
        }
    }
    let at = rest.iter().zip(far_rest.iter().rev()).position(|(&x, &y)| x ^ y == value);
    at.map(|i| chunks.len() * CHUNK + i)
}
