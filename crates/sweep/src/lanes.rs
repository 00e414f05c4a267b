//! The outcomes of many sets at once: one set in each lane of the vector registers.
//!
//! Consecutive sets of a family have the same largest number t and differ in their larger numbers
//! only, so all sets of a block share the heaps below the least number in which two of them differ;
//! these are computed once. From there on every lane runs its own windows, as in
//! [`plain`](crate::plain):
//!
//! * *bulk*: most sets soon have one outcome forever. A lane is done when t + 1 outcomes in a row
//!   are equal: the first t of them decide the last one, so it goes on like this. Nothing else is
//!   compared here.
//! * *rest*: the other lanes are packed together, and their windows are compared with saved ones
//!   (Brent 1980), at the same times for all of them.
//!
//! What is said about a set here and by the plain loop is equal, but for the bound of the
//! preperiod; a test compares them.

use ishitori_runtime::simd::Isa;

use crate::plain::{Found, Start};

/// Sets in the lanes at a time: two registers of 512 bits, four of 256.
const LANES: usize = 32;
/// Heaps between two looks at the lanes.
const ROUND: usize = 8;

/// Sets with the same least and the same largest number, as words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block<'m> {
    pub masks: &'m [u64],
    /// The largest number.
    pub t: u32,
}

impl Block<'_> {
    /// The largest t for which there are lanes: t + 1 outcomes fit into a word.
    pub const MAX: u32 = 63;

    /// All sets have the same numbers below this one.
    fn same_below(&self) -> u32 {
        let first = self.masks[0];
        match self.masks.iter().fold(0, |differ, mask| differ | (mask ^ first)) {
            0 => self.t,
            differ => differ.trailing_zeros() + 1,
        }
    }
}

/// The memory that [`run`] needs for a block of sets, kept from one block to the next.
#[derive(Default)]
pub(crate) struct BlockWorkspace {
    rest: Vec<UndecidedSet>,
}

/// A set whose outcomes were not constant soon.
#[derive(Clone, Copy, Default)]
struct UndecidedSet {
    at: usize,
    mask: u64,
    left: u64,
    right: u64,
    seen: u8,
}

/// Computes all sets of a block, of which there is at least one. `found` has as many places.
pub(crate) fn run(
    isa: Isa,
    start: &Start,
    block: Block<'_>,
    lanes: &mut BlockWorkspace,
    found: &mut [Found],
) {
    #[inline(always)]
    fn any(start: &Start, block: Block<'_>, lanes: &mut BlockWorkspace, found: &mut [Found]) {
        match (block.t < 32, start.crossed) {
            (true, true) => of_width::<u32, true>(start, block, lanes, found),
            (true, false) => of_width::<u32, false>(start, block, lanes, found),
            (false, true) => of_width::<u64, true>(start, block, lanes, found),
            (false, false) => of_width::<u64, false>(start, block, lanes, found),
        }
    }
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn avx2(start: &Start, block: Block<'_>, lanes: &mut BlockWorkspace, found: &mut [Found]) {
        any(start, block, lanes, found);
    }
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,avx512f,avx512bw,avx512dq,avx512vl")]
    fn avx512(start: &Start, block: Block<'_>, lanes: &mut BlockWorkspace, found: &mut [Found]) {
        any(start, block, lanes, found);
    }
    match isa {
        Isa::Portable => any(start, block, lanes, found),
        #[cfg(target_arch = "x86_64")]
        #[allow(unsafe_code)]
        // SAFETY: a token `Avx2` is made only where the processor has been seen to have AVX2.
        Isa::Avx2(_) => unsafe { avx2(start, block, lanes, found) },
        #[cfg(target_arch = "x86_64")]
        #[allow(unsafe_code)]
        // SAFETY: a token `Avx512` or `Avx512Vbmi` is made only where the processor has been seen
        // to have AVX-512 F, BW, DQ and VL.
        Isa::Avx512(_) | Isa::Avx512Vbmi(_) => unsafe { avx512(start, block, lanes, found) },
    }
}

/// The words of lanes.
trait Word: Copy + PartialEq {
    const ZERO: Self;
    fn from_u64(word: u64) -> Self;
    fn to_u64(self) -> u64;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    fn not(self) -> Self;
    /// Shifted left by one place, with this bit below.
    fn push(self, bit: bool) -> Self;
    /// All ones if true.
    fn fill(truth: bool) -> Self;
    fn plus_one(self) -> Self;
    fn at_most_one(self) -> bool;
}

macro_rules! word {
    ($type:ty) => {
        impl Word for $type {
            const ZERO: Self = 0;
            #[inline(always)]
            fn from_u64(word: u64) -> Self {
                word as $type
            }
            #[inline(always)]
            fn to_u64(self) -> u64 {
                u64::from(self)
            }
            #[inline(always)]
            fn and(self, other: Self) -> Self {
                self & other
            }
            #[inline(always)]
            fn or(self, other: Self) -> Self {
                self | other
            }
            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                self ^ other
            }
            #[inline(always)]
            fn not(self) -> Self {
                !self
            }
            #[inline(always)]
            fn push(self, bit: bool) -> Self {
                self << 1 | <$type>::from(bit)
            }
            #[inline(always)]
            fn fill(truth: bool) -> Self {
                <$type>::from(truth).wrapping_neg()
            }
            #[inline(always)]
            fn plus_one(self) -> Self {
                self.wrapping_add(1)
            }
            #[inline(always)]
            fn at_most_one(self) -> bool {
                self <= 1
            }
        }
    };
}
word!(u32);
word!(u64);

/// The windows of the sets in the lanes, complemented: a one says that the player does not win.
#[derive(Clone, Copy)]
struct Windows<W> {
    mask: [W; LANES],
    left: [W; LANES],
    right: [W; LANES],
}

impl<W: Word> Windows<W> {
    #[inline(always)]
    fn step<const CROSSED: bool>(&mut self) {
        for i in 0..LANES {
            let (left, right) = (self.left[i], self.right[i]);
            let (for_left, for_right) = if CROSSED { (right, left) } else { (left, right) };
            self.left[i] = left.push(self.mask[i].and(for_left) == W::ZERO);
            self.right[i] = right.push(self.mask[i].and(for_right) == W::ZERO);
        }
    }
}

/// The outcomes seen, as bits of the last rounds: neither wins, Left, Right, both.
#[derive(Clone, Copy)]
struct OutcomeBits<W>([[W; LANES]; 4]);

impl<W: Word> OutcomeBits<W> {
    #[inline(always)]
    fn look(&mut self, windows: &Windows<W>) {
        for i in 0..LANES {
            let (left, right) = (windows.left[i], windows.right[i]);
            self.0[0][i] = self.0[0][i].or(left.and(right));
            self.0[1][i] = self.0[1][i].or(left.not().and(right));
            self.0[2][i] = self.0[2][i].or(left.and(right.not()));
            self.0[3][i] = self.0[3][i].or(left.or(right).not());
        }
    }

    /// For each lane, bit c: the code c was seen in one of the rounds.
    #[inline(always)]
    fn codes(&self) -> [W; LANES] {
        let recent = W::from_u64((1 << ROUND) - 1);
        let mut codes = [W::ZERO; LANES];
        for (i, codes) in codes.iter_mut().enumerate() {
            for (c, seen) in self.0.iter().enumerate() {
                let bit = W::from_u64(1 << c);
                *codes = codes.or(bit.and(W::fill(seen[i].and(recent) != W::ZERO)));
            }
        }
        codes
    }
}

#[inline(always)]
fn of_width<W: Word, const CROSSED: bool>(
    start: &Start,
    block: Block<'_>,
    lanes: &mut BlockWorkspace,
    found: &mut [Found],
) {
    let Block { masks, t } = block;
    let shared = start.shared::<CROSSED>(masks[0], block.same_below() as usize);
    let n0 = shared.n;
    // Three times t is where most sets are done.
    let rounds = (3 * t as usize + 24 - n0).div_ceil(ROUND);
    let n1 = n0 + rounds * ROUND;
    let run = W::from_u64(u64::MAX >> (63 - t));
    lanes.rest.clear();
    for (chunk, out) in found.chunks_mut(LANES).enumerate() {
        let first = chunk * LANES;
        let mut windows = Windows {
            // The last set stands in the lanes that are left over.
            mask: std::array::from_fn(|i| W::from_u64(masks[(first + i).min(masks.len() - 1)])),
            left: [W::from_u64(!shared.left); LANES],
            right: [W::from_u64(!shared.right); LANES],
        };
        let mut seen = OutcomeBits([[W::ZERO; LANES]; 4]);
        // When each lane was seen to be constant; 0 if not yet.
        let mut at = [W::ZERO; LANES];
        let mut n = n0;
        for _ in 0..rounds {
            for _ in 0..ROUND {
                windows.step::<CROSSED>();
            }
            n += ROUND;
            seen.look(&windows);
            let now = W::from_u64(n as u64);
            let mut open = W::ZERO;
            for (i, at) in at.iter_mut().enumerate() {
                let constant = |word: W| word.plus_one().and(run).at_most_one();
                let done = constant(windows.left[i]) & constant(windows.right[i]);
                *at = at.or(now.and(W::fill(done & (*at == W::ZERO))));
                open = open.or(W::fill(*at == W::ZERO));
            }
            if open == W::ZERO {
                break;
            }
        }
        let codes = seen.codes();
        for (i, place) in out.iter_mut().enumerate() {
            let seen = codes[i].to_u64() as u8 | shared.seen;
            let (left, right) = (windows.left[i].to_u64(), windows.right[i].to_u64());
            match at[i].to_u64() {
                0 => lanes.rest.push(UndecidedSet {
                    at: first + i,
                    mask: windows.mask[i].to_u64(),
                    left,
                    right,
                    seen,
                }),
                at => {
                    let last = (!left & 1 | (!right & 1) << 1) as u8;
                    let preperiod_bound = at.saturating_sub(u64::from(t) + 1);
                    *place = Found { period: 1, preperiod_bound, seen, last };
                }
            }
        }
    }
    for rest in lanes.rest.chunks(LANES) {
        brent::<W, CROSSED>(rest, t, n1, start, found);
    }
}

/// Compares the windows of the lanes with saved ones until all have come back.
#[inline(always)]
fn brent<W: Word, const CROSSED: bool>(
    rest: &[UndecidedSet],
    t: u32,
    from: usize,
    start: &Start,
    found: &mut [Found],
) {
    let lane = |i: usize| rest[i.min(rest.len() - 1)];
    let mut windows = Windows {
        mask: std::array::from_fn(|i| W::from_u64(lane(i).mask)),
        left: std::array::from_fn(|i| W::from_u64(lane(i).left)),
        right: std::array::from_fn(|i| W::from_u64(lane(i).right)),
    };
    let within = W::from_u64(u64::MAX >> (64 - t));
    let mut seen = OutcomeBits([[W::ZERO; LANES]; 4]);
    let (mut saved, mut saved_at) = (windows, from);
    let mut period = [W::ZERO; LANES];
    let mut back = [W::ZERO; LANES];
    let mut n = from;
    // A few sets take very long; they go on by themselves.
    while n < 8 * from {
        for _ in 0..ROUND {
            windows.step::<CROSSED>();
            n += 1;
            let passed = W::from_u64((n - saved_at) as u64);
            for (i, period) in period.iter_mut().enumerate() {
                let left = windows.left[i].xor(saved.left[i]);
                let right = windows.right[i].xor(saved.right[i]);
                let same = left.or(right).and(within) == W::ZERO;
                *period = period.or(passed.and(W::fill(same & (*period == W::ZERO))));
            }
        }
        seen.look(&windows);
        let mut open = W::ZERO;
        let now = W::from_u64(saved_at as u64);
        for i in 0..LANES {
            let new = W::fill((period[i] != W::ZERO) & (back[i] == W::ZERO));
            back[i] = back[i].or(now.and(new));
            open = open.or(W::fill(period[i] == W::ZERO));
        }
        if open == W::ZERO {
            break;
        }
        if n >= 2 * saved_at {
            (saved, saved_at) = (windows, n);
        }
    }
    let codes = seen.codes();
    for (i, rest) in rest.iter().enumerate() {
        let seen = rest.seen | codes[i].to_u64() as u8;
        let (left, right) = (!windows.left[i].to_u64(), !windows.right[i].to_u64());
        let last = (left & 1 | (right & 1) << 1) as u8;
        found[rest.at] = match period[i].to_u64() {
            0 => start.resume::<CROSSED>(rest.mask, t, (left, right), n, seen),
            period => {
                let preperiod_bound = back[i].to_u64().saturating_sub(t.into());
                Found { period, preperiod_bound, seen, last }
            }
        };
    }
}
