//! The state of the check of a stretch between two milestones, and its file format.

use crate::numbers::small;
use hmac::{Hmac, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

/// A stretch from one milestone to the next, and how far it is verified.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stretch {
    /// Its place among the stretches, from 0.
    pub(crate) index: usize,
    /// Verified up to before this heap, from the milestone on.
    pub(crate) heap: u64,
    /// Where it ends.
    pub(crate) end: u64,
    /// The W values before `heap`.
    pub(crate) window: Vec<u32>,
    /// The greatest value so far, from the milestone on.
    pub(crate) greatest: u32,
    /// The values of the heaps of this stretch that are asked for, as far as it has come.
    pub(crate) found: Vec<u32>,
}

impl Stretch {
    /// Its place among the stretches, from 0. O(1).
    pub fn index(&self) -> usize {
        self.index
    }

    /// How many heaps are not verified yet. O(1).
    pub fn left(&self) -> u64 {
        self.end - self.heap
    }
}

/// The digits of values.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Values below 4096 in digits, one for each or two if some value needs them. O(values).
///
/// ```
/// use ishitori_certify::milestones::{digits_of_values, values_of_digits};
/// assert_eq!(digits_of_values(&[0, 1, 63]).unwrap(), "AB/");
/// assert_eq!(digits_of_values(&[0, 64]).unwrap(), "AABA");
/// assert_eq!(values_of_digits("AABA", 2), Some(vec![0, 64]));
/// assert_eq!(values_of_digits("AABA", 3), None);
/// ```
pub fn digits_of_values(values: &[u32]) -> Option<String> {
    let greatest = values.iter().copied().max().unwrap_or(0);
    let digit = |value: u32| char::from(DIGITS[value as usize % 64]);
    match greatest {
        0..64 => Some(values.iter().map(|&value| digit(value)).collect()),
        64..4096 => Some(values.iter().flat_map(|&v| [digit(v / 64), digit(v)]).collect()),
        _ => None,
    }
}

/// `count` values from their digits; `None` if the text is anything else. O(length).
pub fn values_of_digits(text: &str, count: usize) -> Option<Vec<u32>> {
    let digit = |byte: u8| DIGITS.iter().position(|&d| d == byte).map(small);
    let mut digits = Vec::with_capacity(text.len());
    for byte in text.bytes() {
        digits.push(digit(byte)?);
    }
    match digits.len() {
        length if length == count => Some(digits),
        length if length == 2 * count => {
            Some(digits.chunks_exact(2).map(|pair| 64 * pair[0] + pair[1]).collect())
        }
        _ => None,
    }
}

/// The saved state of a check that is not over.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    format: String,
    /// The hash of the certificate.
    certificate: String,
    stretches: Vec<SavedStretch>,
    /// HMAC-SHA-256 over the rest, in hexadecimal digits.
    seal: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedStretch {
    heap: u64,
    values: String,
    greatest: u32,
    found: Vec<u32>,
}

const FORMAT: &str = "ishitori-check 2";

/// Why a file does not say how far a check is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotSaved {
    /// It is no such file, or was changed.
    Damaged,
    /// It is about another certificate.
    OtherCertificate,
    /// It has the form of such a file, but was not sealed with the key that was given.
    NotSealed,
}

impl Saved {
    /// The seal, before it is compared or written.
    fn sealing(&self, key: &[u8]) -> Hmac<Sha256> {
        let text = serde_json::to_string(&(&self.format, &self.certificate, &self.stretches));
        let mut seal = Hmac::new_from_slice(key).expect("keys of any length are accepted");
        seal.update(text.expect("plain data is JSON").as_bytes());
        seal
    }

    /// Whether it was sealed with this key; compared in constant time.
    fn is_sealed(&self, key: &[u8]) -> bool {
        bytes_of(&self.seal).is_some_and(|seal| self.sealing(key).verify_slice(&seal).is_ok())
    }
}

/// Bytes from their hexadecimal digits.
fn bytes_of(digits: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|d| u8::try_from(d).ok());
    let mut bytes = Vec::new();
    for pair in digits.as_bytes().chunks(2) {
        let &[high, low] = pair else { return None };
        bytes.push(digit(high)? << 4 | digit(low)?);
    }
    Some(bytes)
}

/// The text about stretches of the certificate with this hash, sealed with a key. O(windows).
pub(crate) fn write(certificate: &str, stretches: &[Stretch], key: &[u8]) -> String {
    let stretches = stretches.iter().map(|stretch| SavedStretch {
        heap: stretch.heap,
        // What is over needs no values; neither does what has not begun.
        values: match stretch.left() {
            0 => String::new(),
            _ => digits_of_values(&stretch.window).unwrap_or_default(),
        },
        greatest: stretch.greatest,
        found: stretch.found.clone(),
    });
    let mut saved = Saved {
        format: FORMAT.to_owned(),
        certificate: certificate.to_owned(),
        stretches: stretches.collect(),
        seal: String::new(),
    };
    let seal = saved.sealing(key).finalize().into_bytes();
    saved.seal = seal.iter().map(|byte| format!("{byte:02x}")).collect();
    serde_json::to_string(&saved).expect("plain data is JSON")
}

/// Takes over what a text that was sealed with the key says about stretches that have not begun. `wanted(stretch, heap)` says how many heaps
/// of a stretch are asked for before a heap. O(text).
pub(crate) fn read(
    text: &str,
    (certificate, key): (&str, &[u8]),
    mut stretches: Vec<Stretch>,
    wanted: impl Fn(&Stretch, u64) -> usize,
) -> Result<Vec<Stretch>, NotSaved> {
    let saved: Saved = serde_json::from_str(text).map_err(|_| NotSaved::Damaged)?;
    if saved.format != FORMAT {
        return Err(NotSaved::Damaged);
    }
    if saved.certificate != certificate {
        return Err(NotSaved::OtherCertificate);
    }
    if !saved.is_sealed(key) {
        return Err(NotSaved::NotSealed);
    }
    if saved.stretches.len() != stretches.len() {
        return Err(NotSaved::Damaged);
    }
    for (stretch, saved) in stretches.iter_mut().zip(saved.stretches) {
        let window = match saved.heap == stretch.end {
            true => Some(stretch.window.clone()),
            false => values_of_digits(&saved.values, stretch.window.len()),
        };
        // Values that have no digits were not saved: that stretch begins again.
        let window = match window {
            None if saved.values.is_empty() => continue,
            window => window.ok_or(NotSaved::Damaged)?,
        };
        let within = (stretch.heap..=stretch.end).contains(&saved.heap);
        if !within || saved.found.len() != wanted(stretch, saved.heap) {
            return Err(NotSaved::Damaged);
        }
        *stretch = Stretch {
            heap: saved.heap,
            window,
            greatest: saved.greatest,
            found: saved.found,
            ..*stretch
        };
    }
    Ok(stretches)
}
