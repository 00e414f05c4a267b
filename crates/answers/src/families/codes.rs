//! All codes with a number of digits.

use ishitori_rules::heap::HeapCode;

/// All octal codes of at most `digits` digits, by their number of digits and then as numbers.
pub(crate) fn octal_codes(digits: u32) -> impl Iterator<Item = HeapCode> {
    codes(digits, 3)
}

/// The same in hexadecimal, where a digit may allow three heaps.
pub(crate) fn hexadecimal_codes(digits: u32) -> impl Iterator<Item = HeapCode> {
    codes(digits, 4)
}

fn codes(digits: u32, bits: u32) -> impl Iterator<Item = HeapCode> {
    let last = (1 << bits) - 1;
    (1..=digits).flat_map(move |length| {
        // The last digit is not 0: that code is shorter.
        (0..1_u32 << (bits * length)).filter(move |code| code & last != 0).map(move |code| {
            let digits: Vec<u32> = (0..length).rev().map(|i| code >> (bits * i) & last).collect();
            HeapCode::from_bits(&digits)
        })
    })
}
