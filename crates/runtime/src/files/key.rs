//! A secret key of this user, by which the program recognises its own files.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

/// The bytes of a key.
const LENGTH: usize = 32;

/// A key that only this user's programs can read. What is sealed with it was written by one of them.
#[derive(Clone)]
pub struct Key([u8; LENGTH]);

impl Key {
    /// The bytes. O(1).
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }
}

/// Why there is no key.
#[derive(Debug, Error)]
pub enum KeyError {
    /// The system does not say where programs keep such files.
    #[error("no folder is known in which the program may keep its key; set XDG_STATE_HOME")]
    NoFolder,
    /// The file of the key cannot be read or made.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

/// The key of this user, made at its first use. It lies in the folder that the system has for the state of programs:
/// [`state_folder`]. O(1).
pub fn key() -> Result<Key, KeyError> {
    let folder = state_folder().ok_or(KeyError::NoFolder)?;
    let path = folder.join("key");
    key_in(&path).map_err(|source| KeyError::File { path, source })
}

/// The folder of what programs keep for their user: `$XDG_STATE_HOME/ishitori`, as the XDG base directory specification has
/// it, on Windows `%LOCALAPPDATA%\ishitori`, else `~/.local/state/ishitori`; nothing where none of them is known. O(1).
pub fn state_folder() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|p| p.is_absolute());
    let base = folder("XDG_STATE_HOME")
        .or_else(|| folder("LOCALAPPDATA"))
        .or_else(|| folder("HOME").map(|home| home.join(".local").join("state")))?;
    Some(base.join("ishitori"))
}

/// Fills bytes by the system's source of random numbers.
#[cfg(not(target_family = "wasm"))]
fn fill_random(bytes: &mut [u8]) -> io::Result<()> {
    getrandom::fill(bytes).map_err(io::Error::other)
}

/// A browser has no files, so that no key is ever made there.
#[cfg(target_family = "wasm")]
fn fill_random(_: &mut [u8]) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

fn key_in(path: &Path) -> io::Result<Key> {
    match read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        found => return found,
    }
    let mut bytes = [0; LENGTH];
    fill_random(&mut bytes)?;
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    // Whole before it has its name, and never in the place of a key that another process has made meanwhile.
    let mut name = [0; 8];
    fill_random(&mut name)?;
    let draft = folder.join(format!("key.{:016x}.new", u64::from_le_bytes(name)));
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&draft)?;
    file.write_all(&bytes)?;
    file.sync_all()?;
    let placed = fs::hard_link(&draft, path);
    fs::remove_file(&draft)?;
    match placed {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => read(path),
    }
}

fn read(path: &Path) -> io::Result<Key> {
    let mut bytes = Vec::new();
    File::open(path)?.take(LENGTH as u64 + 1).read_to_end(&mut bytes)?;
    let bytes = bytes.try_into().map_err(|_| {
        io::Error::new(io::ErrorKind::InvalidData, "this is not a key; remove it to get a new one")
    })?;
    Ok(Key(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_stays_the_same_and_is_for_its_user_only() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state").join("key");
        let keys: Vec<Vec<u8>> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(|| key_in(&path))).collect();
            threads.into_iter().map(|t| t.join().unwrap().unwrap().0.to_vec()).collect()
        });
        assert!(keys.iter().all(|key| *key == keys[0]));
        assert_eq!(key_in(&path).unwrap().bytes(), keys[0]);
        assert_ne!(key_in(&folder.path().join("other")).unwrap().bytes(), keys[0]);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o077, 0);
        }
        fs::write(&path, b"short").unwrap();
        assert!(key_in(&path).is_err());
    }
}
