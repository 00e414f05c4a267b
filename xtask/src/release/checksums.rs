//! Checksums of the files of a release, in the form that `sha256sum --check` reads.

use std::path::Path;

use sha2::{Digest, Sha256};

use super::project::{read_bytes, write};

/// The name of the file of checksums.
pub const FILE: &str = "SHA256SUMS";

/// The SHA-256 of bytes, in hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Writes the checksums of all files in a folder into it.
pub fn write_for(folder: &Path) -> Result<usize, String> {
    let failed = |e: std::io::Error| format!("{}: {e}", folder.display());
    let mut lines = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_file() && name != FILE {
            lines.push((name, sha256(&read_bytes(&entry.path())?)));
        }
    }
    lines.sort();
    let text: String = lines.iter().map(|(name, sum)| format!("{sum}  {name}\n")).collect();
    write(&folder.join(FILE), text)?;
    Ok(lines.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_those_of_the_standard() {
        // FIPS 180-2, appendix B.1.
        let known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256(b"abc"), known);
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("b"), "").unwrap();
        std::fs::write(folder.path().join("a"), "abc").unwrap();
        assert_eq!(write_for(folder.path()).unwrap(), 2);
        assert_eq!(write_for(folder.path()).unwrap(), 2);
        let text = std::fs::read_to_string(folder.path().join(FILE)).unwrap();
        assert!(text.starts_with(&format!("{known}  a\n")) && text.ends_with("  b\n"), "{text}");
    }
}
