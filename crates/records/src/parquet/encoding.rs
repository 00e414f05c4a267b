//! The encoding of cells as bytes: plain values, and runs of small numbers.
//!
//! Small numbers (whether a cell is there; places in a dictionary) are written as a hybrid of runs of one number and of
//! groups of eight numbers packed bit by bit, the lowest first ("RLE / bit-packing hybrid").

use super::thrift::{Reader, write_varint};

/// Runs shorter than this are packed with their neighbours.
const SHORTEST_RUN: usize = 8;

/// The bits that a number below `count` takes.
pub(super) fn bits_below(count: usize) -> u32 {
    usize::BITS - count.saturating_sub(1).leading_zeros()
}

/// Writes numbers of `bits` bits each. O(numbers).
pub(super) fn write_hybrid(numbers: &[u32], bits: u32, out: &mut Vec<u8>) {
    let run_at = |at: usize| numbers[at..].iter().take_while(|&&n| n == numbers[at]).count();
    let (mut at, mut packed_from) = (0, 0);
    while at < numbers.len() {
        let run = run_at(at);
        // Packed numbers are written eight by eight: the group that is begun takes its rest from the run.
        let missing = (packed_from as isize - at as isize).rem_euclid(8) as usize;
        if run < missing + SHORTEST_RUN {
            at += run;
            continue;
        }
        write_packed(&numbers[packed_from..at + missing], bits, out);
        write_varint(((run - missing) as u64) << 1, out);
        out.extend_from_slice(&numbers[at].to_le_bytes()[..bits.div_ceil(8) as usize]);
        at += run;
        packed_from = at;
    }
    write_packed(&numbers[packed_from..], bits, out);
}

/// Writes numbers in groups of eight, the last filled with zeros.
fn write_packed(numbers: &[u32], bits: u32, out: &mut Vec<u8>) {
    if numbers.is_empty() {
        return;
    }
    let groups = numbers.len().div_ceil(8);
    write_varint((groups as u64) << 1 | 1, out);
    let (mut held, mut filled, start) = (0u64, 0, out.len());
    for &number in numbers {
        held |= u64::from(number) << filled;
        filled += bits;
        while filled >= 8 {
            out.push(held as u8);
            held >>= 8;
            filled -= 8;
        }
    }
    if filled > 0 {
        out.push(held as u8);
    }
    out.resize(start + groups * bits as usize, 0);
}

/// Reads `count` numbers of `bits` ≤ 32 bits each; nothing if the bytes end before. O(count).
pub(super) fn read_hybrid(bytes: &[u8], bits: u32, count: usize) -> Option<Vec<u32>> {
    if bits > 32 {
        return None;
    }
    let mut reader = Reader::new(bytes);
    let mut numbers = Vec::new();
    while numbers.len() < count {
        let wanted = count - numbers.len();
        let head = reader.varint()?;
        let length = usize::try_from(head >> 1).ok()?;
        if length == 0 {
            return None;
        }
        if head & 1 == 0 {
            let mut value = [0; 4];
            let width = bits.div_ceil(8) as usize;
            value[..width].copy_from_slice(reader.take(width)?);
            numbers.resize(numbers.len() + length.min(wanted), u32::from_le_bytes(value));
        } else {
            let packed = reader.take(length.checked_mul(bits as usize)?)?;
            let (mut held, mut filled, mut next) = (0u64, 0, packed.iter());
            for _ in 0..wanted.min(length.saturating_mul(8)) {
                while filled < bits {
                    held |= u64::from(*next.next()?) << filled;
                    filled += 8;
                }
                numbers.push((held & ((1 << bits) - 1)) as u32);
                held >>= bits;
                filled -= bits;
            }
        }
    }
    Some(numbers)
}

/// Writes truth values, eight in a byte.
pub(super) fn write_bools(truths: &[bool], out: &mut Vec<u8>) {
    let byte =
        |some: &[bool]| some.iter().rev().fold(0, |byte, &truth| byte << 1 | u8::from(truth));
    out.extend(truths.chunks(8).map(byte));
}

/// Reads `count` truth values.
pub(super) fn read_bools(bytes: &[u8], count: usize) -> Option<Vec<bool>> {
    let bytes = bytes.get(..count.div_ceil(8))?;
    Some((0..count).map(|at| bytes[at / 8] >> (at % 8) & 1 == 1).collect())
}

/// Reads `count` whole numbers.
pub(super) fn read_integers(bytes: &[u8], count: usize) -> Option<Vec<i64>> {
    let bytes = bytes.get(..count.checked_mul(8)?)?;
    let number = |eight: &[u8]| i64::from_le_bytes(eight.try_into().expect("eight bytes"));
    Some(bytes.chunks_exact(8).map(number).collect())
}

/// Writes a text: its length, its bytes.
pub(super) fn write_text(text: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(&(text.len() as u32).to_le_bytes());
    out.extend_from_slice(text.as_bytes());
}

/// Reads `count` texts as bytes.
pub(super) fn read_texts(bytes: &[u8], count: usize) -> Option<Vec<&[u8]>> {
    let mut reader = Reader::new(bytes);
    let mut text = || {
        let length = u32::from_le_bytes(reader.take(4)?.try_into().ok()?);
        reader.take(length as usize)
    };
    // Every text takes four bytes at least.
    (count <= bytes.len() / 4).then_some(())?;
    (0..count).map(|_| text()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Numbers with long and short runs.
    fn numbers(bits: u32) -> impl Strategy<Value = Vec<u32>> {
        let largest = ((1u64 << bits) - 1) as u32;
        let runs = prop::collection::vec((0..=largest, prop_oneof![1..4usize, 1..40usize]), 0..60);
        runs.prop_map(|runs| {
            runs.into_iter().flat_map(|(n, length)| std::iter::repeat_n(n, length)).collect()
        })
    }

    proptest! {
        #[test]
        fn runs_are_read_as_they_were_written(
            (bits, numbers) in (0u32..=20).prop_flat_map(|bits| (Just(bits), numbers(bits)))
        ) {
            let mut out = Vec::new();
            write_hybrid(&numbers, bits, &mut out);
            prop_assert_eq!(read_hybrid(&out, bits, numbers.len()), Some(numbers));
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes: Vec<u8>, bits in 0u32..40, count in 0usize..1000) {
            if let Some(read) = read_hybrid(&bytes, bits, count) {
                prop_assert_eq!(read.len(), count);
            }
            let _ = (read_texts(&bytes, count), read_bools(&bytes, count));
        }

        #[test]
        fn truth_values_are_read_as_they_were_written(truths: Vec<bool>) {
            let mut out = Vec::new();
            write_bools(&truths, &mut out);
            prop_assert_eq!(read_bools(&out, truths.len()), Some(truths));
        }
    }

    #[test]
    fn bits_of_numbers() {
        assert_eq!([0, 1, 2, 3, 4, 5, 256, 257].map(bits_below), [0, 0, 1, 2, 2, 3, 8, 9]);
    }
}
