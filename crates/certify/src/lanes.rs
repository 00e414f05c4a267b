//! Many stretches of a game with a sparse space, side by side.
//!
//! The recurrence of [`mod@crate::window`] for heaps far beyond the rare ones, in the codes of
//! [`mod@crate::class`]: a row holds the codes of one heap for each of L stretches that do not depend on
//! each other, so that the same few operations serve all of them at once. The loops over a row are plain; a compiler
//! makes vector instructions of them where it is allowed to.
//!
//! At each heap n of a stretch
//! * a *mark* (offset, x) says that the value with code c(n − offset) ⊕ x is excluded and common
//!   at n: a take, or a split with a rare part;
//! * a *look* (offset, x) says that the value with that code is the value of an option, and rare
//!   at n: a take, or a split into two common heaps, the smaller within reach.
//!
//! The code of G(n) is then the least that no mark has, if the looks have all codes of rare
//! values below it.
//!
//! **Cost.** Per heap, about four operations on a row for each mark and for each look that is needed
//! until every stretch is content, some hundreds in all.

/// A code, or a set of codes, all below the number of bits.
pub(crate) trait Word: Copy + Eq + Ord + Default + Send + Sync + 'static {
    const BITS: u32;
    /// The code, which is below [`Word::BITS`].
    fn of(code: u32) -> Self;
    fn get(self) -> u32;
    fn xor(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    /// Without the members of another set.
    fn without(self, other: Self) -> Self;
    /// The set of this code alone.
    fn alone(self) -> Self;
    /// The least code that is not in the set; [`Word::BITS`] if all are.
    fn least_free(self) -> Self;
    /// The codes of the rare values below the common value with this code are those below the result,
    /// where `upper` are the codes of the common values that have bit b. See Lemma 2.
    fn end(self, bit: u32, upper: Self) -> Self;
    /// The set of the codes below this one, which may be [`Word::BITS`].
    fn below(self) -> Self;
    /// 0 if this is below [`Word::BITS`].
    fn excess(self) -> Self;
}

macro_rules! word {
    ($type:ty) => {
        #[allow(clippy::cast_possible_truncation, reason = "codes are below the bits of a word")]
        impl Word for $type {
            const BITS: u32 = <$type>::BITS;
            #[inline(always)]
            fn of(code: u32) -> Self {
                code as $type
            }
            #[inline(always)]
            fn get(self) -> u32 {
                self as u32
            }
            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                self ^ other
            }
            #[inline(always)]
            fn or(self, other: Self) -> Self {
                self | other
            }
            #[inline(always)]
            fn without(self, other: Self) -> Self {
                self & !other
            }
            #[inline(always)]
            fn alone(self) -> Self {
                1 << (self & (Self::BITS - 1) as $type)
            }
            #[inline(always)]
            fn least_free(self) -> Self {
                (self & !self.wrapping_add(1)).count_ones() as $type
            }
            #[inline(always)]
            fn end(self, bit: u32, upper: Self) -> Self {
                let has_bit = upper >> (self & (Self::BITS - 1) as $type) & 1;
                ((self >> bit) + has_bit) << bit
            }
            #[inline(always)]
            fn below(self) -> Self {
                // In two halves: a shift by all bits would be none.
                let (half, last) = (self >> 1, (Self::BITS - 1) as $type);
                !(Self::MAX << (half & last) << ((self - half) & last))
            }
            #[inline(always)]
            fn excess(self) -> Self {
                self & !(Self::BITS - 1) as $type
            }
        }
    };
}

word!(u16);
word!(u32);
word!(u64);

/// The codes of one heap of each stretch, in one line of the cache or a whole number of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub(crate) struct Row<T, const L: usize>(pub [T; L]);

/// Looks that are tried before it is asked whether they are enough.
const GROUP: usize = 16;

/// Offsets, and a code for each: as they are, and once for each stretch.
#[derive(Clone, Debug)]
struct CodedOffsets<T, const L: usize> {
    offsets: Vec<usize>,
    codes: Vec<Row<T, L>>,
}

impl<T: Word, const L: usize> CodedOffsets<T, L> {
    /// A code of [`Word::BITS`] or more never meets one below it, if all rows hold codes below: such
    /// looks are left out.
    fn new(list: &[(usize, u32)]) -> Self {
        let small = || list.iter().filter(|(_, code)| *code < T::BITS);
        CodedOffsets {
            offsets: small().map(|look| look.0).collect(),
            codes: small().map(|look| Row([T::of(look.1); L])).collect(),
        }
    }

    /// To look twice changes nothing.
    fn fill_groups(&mut self) {
        while !self.offsets.len().is_multiple_of(GROUP) {
            self.offsets.push(self.offsets[0]);
            self.codes.push(self.codes[0]);
        }
    }

    fn reach(&self) -> usize {
        self.offsets.iter().copied().max().unwrap_or(0)
    }
}

/// The steps at each heap, for codes in words of type T and L stretches.
#[derive(Clone, Debug)]
pub(crate) struct Program<T, const L: usize> {
    marks: CodedOffsets<T, L>,
    /// The looks for all stretches at once, in this order.
    looks: CodedOffsets<T, L>,
    /// The looks for stretches that need more.
    rest: Vec<(usize, T)>,
    /// The lowest bit of the mask.
    bit: u32,
    /// For each parity of the heap, the codes of the common values that have this bit.
    upper: [T; 2],
    /// No mark or look goes back further.
    reach: usize,
}

impl<T: Word, const L: usize> Program<T, L> {
    /// The program of these marks and looks, as offsets and codes. O(marks + looks).
    pub fn new(
        marks: &[(usize, u32)],
        looks: &[(usize, u32)],
        rest: &[(usize, u32)],
        bit: u32,
        has_bit: impl Fn(u32, u64) -> bool,
    ) -> Self {
        let (marks, mut looks) = (CodedOffsets::new(marks), CodedOffsets::<T, L>::new(looks));
        looks.fill_groups();
        let rest: Vec<(usize, T)> = {
            let small = rest.iter().filter(|(_, code)| *code < T::BITS);
            small.map(|&(offset, code)| (offset, T::of(code))).collect()
        };
        let upper = [0, 1].map(|parity| {
            let codes = (0..T::BITS).filter(|&code| has_bit(code, parity));
            codes.fold(T::default(), |set, code| set.or(T::of(code).alone()))
        });
        let furthest = rest.iter().map(|look| look.0).max().unwrap_or(0);
        let reach = marks.reach().max(looks.reach()).max(furthest);
        Program { marks, looks, rest, bit, upper, reach }
    }

    /// Computes the rows from `from` to before `to`. Row 0 is that of heaps of this parity; `greatest` is raised
    /// to the greatest codes at heaps of each parity. Stops before the first row where some stretch has
    /// a code that is too large for words of this type, or needs a value that no look has, and says where.
    #[inline(always)]
    pub fn run(
        &self,
        rows: &mut [Row<T, L>],
        from: usize,
        to: usize,
        parity: usize,
        greatest: &mut [[T; L]; 2],
    ) -> usize {
        let nothing = [T::default(); L];
        for at in from..to {
            let past = &rows[at - self.reach..at];
            let odd = (parity + at) % 2;
            let mut excluded = nothing;
            for (&offset, code) in self.marks.offsets.iter().zip(&self.marks.codes) {
                see(&mut excluded, &past[self.reach - offset], code);
            }
            let (mut codes, mut open, mut excess) = (nothing, nothing, nothing);
            for l in 0..L {
                codes[l] = excluded[l].least_free();
                excess[l] = codes[l].excess();
                open[l] = codes[l].end(self.bit, self.upper[odd]).below();
            }
            if excess != nothing {
                return at;
            }
            let offsets = self.looks.offsets.as_chunks::<GROUP>().0;
            for (offsets, group) in offsets.iter().zip(self.looks.codes.as_chunks::<GROUP>().0) {
                if open == nothing {
                    break;
                }
                let mut found = nothing;
                for (&offset, code) in offsets.iter().zip(group) {
                    see(&mut found, &past[self.reach - offset], code);
                }
                for l in 0..L {
                    open[l] = open[l].without(found[l]);
                }
            }
            if open != nothing && !self.finish(past, &open) {
                return at;
            }
            rows[at] = Row(codes);
            for l in 0..L {
                greatest[odd][l] = greatest[odd][l].max(codes[l]);
            }
        }
        to
    }

    /// Whether the rest of the looks have what is open at the heap after these rows.
    #[inline(never)]
    fn finish(&self, past: &[Row<T, L>], open: &[T; L]) -> bool {
        (0..L).all(|lane| {
            let mut open = open[lane];
            let mut rest = self.rest.iter();
            while open != T::default() {
                let Some(&(offset, code)) = rest.next() else { return false };
                open = open.without(past[past.len() - offset].0[lane].xor(code).alone());
            }
            true
        })
    }
}

/// Adds a row, each code together with the one of a look.
#[inline(always)]
fn see<T: Word, const L: usize>(seen: &mut [T; L], row: &Row<T, L>, code: &Row<T, L>) {
    for ((seen, row), code) in seen.iter_mut().zip(&row.0).zip(&code.0) {
        *seen = seen.or(row.xor(*code).alone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::class::Class;
    use crate::limits::tests::unlimited;
    use crate::take_and_break::TakeAndBreak;

    /// Values of 0.156 from the definition.
    fn values() -> Vec<u32> {
        let mut plain = unlimited(|meter| TakeAndBreak::new(&[0, 1, 5, 6], 4000, meter)).unwrap();
        (0..4000).map(|_| unlimited(|meter| plain.next(meter)).unwrap()).collect()
    }

    /// The rows from some heaps on, and how many of them are right.
    fn rows<T: Word>(g: &[u32], looks: usize) -> usize {
        let class = Class { mask: 27, position: None };
        let rares = || (1..g.len()).filter(|&n| !class.is_common(g[n], n as u64));
        let last = rares().max().unwrap();
        let code = |n: usize| class.encode(g[n]);
        let mut marks = vec![(3, 0)];
        marks.extend(rares().flat_map(|r| [2, 3].map(|d| (d + r, code(r)))));
        let common = (1..=900).filter(|&a| class.is_common(g[a], a as u64));
        let all: Vec<_> = common.flat_map(|a| [2, 3].map(|d| (d + a, code(a)))).collect();
        let (near, rest) = all.split_at(looks);
        let has_bit = |code, n| class.decode(code, n) & 1 == 1;
        let program = Program::<T, 4>::new(&marks, near, rest, class.bit(), has_bit);
        let starts = [1000, 1501, 2222, 3000];
        let w = last.max(900) + 4;
        let mut rows = vec![Row([T::default(); 4]); w + 900];
        for (lane, start) in starts.into_iter().enumerate() {
            (0..w).for_each(|i| rows[i].0[lane] = T::of(code(start - w + i)));
        }
        let mut greatest = [[T::default(); 4]; 2];
        let reached = program.run(&mut rows, w, w + 900, 0, &mut greatest);
        for (lane, start) in starts.into_iter().enumerate() {
            for (heap, row) in (start..).zip(&rows[w..reached]) {
                assert_eq!(class.decode(row.0[lane].get(), heap as u64), g[heap]);
            }
        }
        reached - w
    }

    #[test]
    fn codes_below() {
        assert_eq!([0_u16, 1, 5, 15, 16].map(Word::below), [0, 1, 31, 0x7fff, 0xffff]);
        assert_eq!([0_u64, 1, 63, 64].map(Word::below), [0, 1, u64::MAX >> 1, u64::MAX]);
    }

    #[test]
    fn rows_have_the_values_of_the_definition() {
        let g = values();
        let greatest = g.iter().max().unwrap();
        assert!((16..32).contains(greatest), "{greatest}");
        for looks in [0, 16, 40] {
            assert_eq!(rows::<u16>(&g, looks), 900);
            assert_eq!(rows::<u32>(&g, looks), 900);
            assert_eq!(rows::<u64>(&g, looks), 900);
        }
    }
}
