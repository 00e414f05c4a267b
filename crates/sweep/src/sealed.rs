//! Documents that show whether they are as they were written.
//!
//! A sealed document is JSON of three lines: `{"sha256":"…","record":`, the document itself, which is
//! one line, and `}`. Every byte counts: there is no other text with the same meaning.

use std::io::{self, Read};

use sha2::{Digest, Sha256};

/// An error in a sealed document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SealError {
    /// It does not begin as one.
    #[error("this is not a record")]
    Foreign,
    /// It ends too early, or too late.
    #[error("the record is cut off or has something after it")]
    Cut,
    /// It is not what was written.
    #[error("the checksum is not that of the record: it was changed or damaged")]
    Changed,
}

const BEFORE: &str = "{\"sha256\":\"";
const BETWEEN: &str = "\",\"record\":\n";
const AFTER: &str = "\n}\n";
/// Characters of a checksum.
const SUM: usize = 64;

/// The document with its checksum. O(length).
///
/// # Panics
/// If it has several lines.
///
/// ```
/// use ishitori_sweep::{SealError, open_sealed, seal};
/// let sealed = seal("[1,2]");
/// assert_eq!(open_sealed(&sealed), Ok("[1,2]"));
/// assert_eq!(open_sealed(&sealed.replace("[1,2]", "[1,3]")), Err(SealError::Changed));
/// assert_eq!(open_sealed(&sealed[..sealed.len() - 1]), Err(SealError::Cut));
/// ```
pub fn seal(document: &str) -> String {
    assert!(!document.contains('\n'), "a document of one line");
    format!("{BEFORE}{}{BETWEEN}{document}{AFTER}", digest(document.as_bytes()))
}

/// The document in a sealed one. O(length).
pub fn open_sealed(text: &str) -> Result<&str, SealError> {
    let rest = text.strip_prefix(BEFORE).ok_or_else(|| match BEFORE.starts_with(text) {
        true => SealError::Cut,
        false => SealError::Foreign,
    })?;
    let sum = rest.get(..SUM).ok_or(SealError::Cut)?;
    let rest = &rest[SUM..];
    let rest = rest.strip_prefix(BETWEEN).ok_or_else(|| match BETWEEN.starts_with(rest) {
        true => SealError::Cut,
        false => SealError::Changed,
    })?;
    let document = rest.strip_suffix(AFTER).ok_or(SealError::Cut)?;
    match digest(document.as_bytes()) == sum {
        true => Ok(document),
        false => Err(SealError::Changed),
    }
}

/// The SHA-256 checksum of bytes, as hexadecimal digits. O(length).
pub fn digest(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// How many bytes there are to read, and their checksum. O(length).
pub fn digest_of(mut from: impl Read) -> io::Result<(u64, String)> {
    let (mut sum, mut length, mut chunk) = (Sha256::new(), 0, vec![0; 1 << 16]);
    loop {
        match from.read(&mut chunk)? {
            0 => return Ok((length, hex(&sum.finalize()))),
            count => {
                sum.update(&chunk[..count]);
                length += count as u64;
            }
        }
    }
}

fn hex(sum: &[u8]) -> String {
    sum.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn any_change_shows(document in "[ -~]{0,80}", at: prop::sample::Index, flip in 0u32..8) {
            let sealed = seal(&document);
            prop_assert_eq!(open_sealed(&sealed), Ok(&document[..]));
            let at = at.index(sealed.len());
            prop_assert!(open_sealed(&sealed[..at]).is_err());
            let mut bytes = sealed.into_bytes();
            bytes[at] ^= 1 << flip;
            if let Ok(changed) = String::from_utf8(bytes) {
                prop_assert!(open_sealed(&changed).is_err());
            }
        }
    }
}
