//! Long lists in JSON, written here because front ends are compiled without optimisation.

use std::io::Write;

/// Writes numbers with commas between them. O(numbers).
///
/// ```
/// let mut out = b"[".to_vec();
/// ishitori_records::json::write_numbers(&[0, 12, 3], &mut out);
/// assert_eq!(out, b"[0,12,3");
/// ```
pub fn write_numbers(numbers: &[u32], out: &mut Vec<u8>) {
    for (at, number) in numbers.iter().enumerate() {
        if at > 0 {
            out.push(b',');
        }
        if *number < 10 {
            out.push(b'0' + *number as u8);
        } else {
            // Nothing fails to be written to memory.
            let _ = write!(out, "{number}");
        }
    }
}
