//! Locks, so that one process at a time works on a file.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The prefix of a lock file, before the process id.
const MARK: &str = "ishitori process ";
/// How long a holder may take to write its number.
const PATIENCE: u32 = 20;

/// The right to work on a file, held until it is dropped or the process ends, however it ends.
///
/// It is a file `FILE.lock` that is locked by the system and says who holds it. One that a killed
/// process has left is not locked, and is used again.
///
/// ```
/// use ishitori_runtime::files::{Lock, LockError};
/// let folder = tempfile::tempdir().unwrap();
/// let file = folder.path().join("rows.csv");
/// let lock = Lock::take(&file).unwrap();
/// let LockError::Held { holder, .. } = Lock::take(&file).unwrap_err() else { panic!() };
/// assert_eq!(holder, if cfg!(windows) { None } else { Some(std::process::id()) });
/// drop(lock);
/// Lock::take(&file).unwrap();
/// ```
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    /// Locked as long as it is open.
    _file: File,
}

/// Why there is no lock.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Another process works on the file.
    #[error(
        "{} is being written by {}; wait for it, or take another name", .path.display(),
        .holder.map_or("another process".to_string(), |holder| format!("process {holder}"))
    )]
    Held {
        /// The file.
        path: PathBuf,
        /// The process, if it says so; never on Windows.
        holder: Option<u32>,
    },
    /// A file with the name of the lock is none.
    #[error("{} is in the way: it has the name of a lock file but is not one", .path.display())]
    InTheWay {
        /// The file with the name of the lock.
        path: PathBuf,
    },
    /// The system refuses.
    #[error("{}: {error}", .path.display())]
    Io {
        /// The lock.
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
}

impl Lock {
    /// Takes the lock of a file, whose folder must exist, or says who has it. O(1).
    pub fn take(file: &Path) -> Result<Lock, LockError> {
        let mut path = file.as_os_str().to_owned();
        path.push(".lock");
        let path = PathBuf::from(path);
        match Lock::try_take(file, &path) {
            Err(Failed::Io(error)) => Err(LockError::Io { path, error }),
            Err(Failed::Lock(error)) => Err(error),
            Ok(file) => Ok(Lock { path, _file: file }),
        }
    }

    fn try_take(target: &Path, path: &Path) -> Result<File, Failed> {
        loop {
            if fs::symlink_metadata(path).is_ok_and(|found| !found.is_file()) {
                return Err(LockError::InTheWay { path: path.to_path_buf() }.into());
            }
            let mut file =
                File::options().read(true).write(true).create(true).truncate(false).open(path)?;
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => {
                    let holder = holder(&mut file)?;
                    return Err(LockError::Held { path: target.to_path_buf(), holder }.into());
                }
                Err(TryLockError::Error(error)) => return Err(error.into()),
                Ok(()) => {}
            }
            // The one who had it may have removed it since it was opened.
            if !same(&file.metadata()?, path) {
                continue;
            }
            let text = content(&mut file)?;
            if !text.is_empty() && !MARK.as_bytes().starts_with(first(&text, MARK.len())) {
                return Err(LockError::InTheWay { path: path.to_path_buf() }.into());
            }
            file.set_len(0)?;
            file.rewind()?;
            file.write_all(format!("{MARK}{}\n", std::process::id()).as_bytes())?;
            file.flush()?;
            return Ok(file);
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // While it is still locked, so that no process locks a file that is about to be removed. A lock file that
        // stays is unlocked and does no harm.
        let _ = fs::remove_file(&self.path);
    }
}

fn first(text: &[u8], length: usize) -> &[u8] {
    &text[..text.len().min(length)]
}

/// The beginning of the file: a lock is short.
fn content(file: &mut File) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    file.rewind()?;
    file.take(100).read_to_end(&mut text)?;
    Ok(text)
}

/// The holder of the lock; it may be about to write it. Windows does not let a process read what another one has locked, so it
/// is not known there.
fn holder(file: &mut File) -> io::Result<Option<u32>> {
    for _ in 0..PATIENCE {
        let text = match content(file) {
            Err(_) if cfg!(windows) => return Ok(None),
            text => String::from_utf8_lossy(&text?).into_owned(),
        };
        if let Some(number) = text.strip_prefix(MARK).and_then(|rest| rest.strip_suffix('\n')) {
            return Ok(number.parse().ok());
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    Ok(None)
}

/// Whether a file is the one that has the name.
#[cfg(unix)]
fn same(file: &fs::Metadata, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    fs::symlink_metadata(path)
        .is_ok_and(|named| (named.dev(), named.ino()) == (file.dev(), file.ino()))
}

#[cfg(not(unix))]
fn same(_: &fs::Metadata, path: &Path) -> bool {
    path.exists()
}

enum Failed {
    Io(io::Error),
    Lock(LockError),
}

impl From<io::Error> for Failed {
    fn from(error: io::Error) -> Self {
        Failed::Io(error)
    }
}

impl From<LockError> for Failed {
    fn from(error: LockError) -> Self {
        Failed::Lock(error)
    }
}
