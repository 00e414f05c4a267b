//! Targets for output files, and the writer that replaces a file atomically.

use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Prefix and suffix of temporary files; the process id and a number are between them.
const TEMP_PREFIX: &str = ".ishitori-";
const TEMP_SUFFIX: &str = ".new";
/// Links that are followed before they are held to go in a circle.
const MOST_LINKS: usize = 40;

/// The target of an output file: a path that was checked before anything is computed for it.
///
/// * Links are followed: what they point to is replaced, not they.
/// * A file is written next to its final name, brought to the disk and renamed, so that a reader
///   finds the old or the new one and never a part. A file that was there keeps its mode and its
///   owner. Where that cannot be had (the folder takes no new files, another user owns it),
///   but the file itself may be written, it is written in place.
/// * Devices and pipes such as `/dev/null` are written to. Standard output under any of its names
///   is standard output.
///
/// ```
/// use ishitori_runtime::files::{OutputTarget, OutputTargetError};
/// let folder = tempfile::tempdir().unwrap();
/// let missing = folder.path().join("missing").join("file");
/// assert!(matches!(OutputTarget::check(&missing), Err(OutputTargetError::NoFolder { .. })));
/// assert!(matches!(OutputTarget::check(folder.path()), Err(OutputTargetError::IsFolder)));
/// ```
#[derive(Clone, Debug)]
pub struct OutputTarget {
    target: PathBuf,
    way: WriteMethod,
}

/// How bytes get there.
#[derive(Clone, Debug)]
enum WriteMethod {
    /// A new file takes the name; what was there before.
    Replace(Option<Old>),
    /// A device or a pipe is written to.
    Through,
    StandardOutput,
    StandardError,
}

/// The attributes that a file keeps when it is replaced.
#[derive(Clone, Copy, Debug)]
struct Old {
    #[cfg(unix)]
    mode: u32,
    #[cfg(unix)]
    owner: (u32, u32),
}

/// Why a path cannot be an output target.
#[derive(Debug, thiserror::Error)]
pub enum OutputTargetError {
    /// The folder does not exist.
    #[error("the folder {} does not exist", .folder.display())]
    NoFolder {
        /// The folder.
        folder: PathBuf,
    },
    /// What should be a folder is none.
    #[error("{} is not a folder", .folder.display())]
    NotAFolder {
        /// What is there.
        folder: PathBuf,
    },
    /// A folder has this name.
    #[error("this is a folder; expected a file name")]
    IsFolder,
    /// Something that is not a file and is not written to.
    #[error("this is a {0}; expected a file")]
    NotRegular(NotRegular),
    /// The system refuses.
    #[error("{0}")]
    Io(#[from] io::Error),
}

/// A path that is not a regular file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotRegular {
    /// A disk.
    BlockDevice,
    /// A socket.
    Socket,
    /// Links that go in a circle.
    Circle,
    /// Something else.
    Unknown,
}

impl std::fmt::Display for NotRegular {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            NotRegular::BlockDevice => "disk",
            NotRegular::Socket => "socket",
            NotRegular::Circle => "loop of links",
            NotRegular::Unknown => "special file",
        })
    }
}

impl OutputTarget {
    /// Looks at a place: its folder is there and takes files, and what has the name can be replaced
    /// or written to. Nothing is changed. O(1).
    pub fn check(path: &Path) -> Result<OutputTarget, OutputTargetError> {
        let place = OutputTarget::look(path)?;
        place.file().into_iter().for_each(|file| remove_remains(folder_of(file)));
        match &place.way {
            WriteMethod::Replace(None) => drop(place.create_temporary()?),
            WriteMethod::Replace(Some(_)) => {
                drop(OpenOptions::new().write(true).open(&place.target)?)
            }
            WriteMethod::Through | WriteMethod::StandardOutput | WriteMethod::StandardError => {}
        }
        Ok(place)
    }

    fn look(path: &Path) -> Result<OutputTarget, OutputTargetError> {
        let mut target = path.to_path_buf();
        for _ in 0..MOST_LINKS {
            if let Some(way) = standard(&target) {
                return Ok(OutputTarget { target, way });
            }
            match fs::read_link(&target) {
                // Descriptors of a process look like links, but there is no way to follow them.
                Ok(_) if in_proc(&target) => {
                    return Ok(OutputTarget { target, way: WriteMethod::Through });
                }
                Ok(to) => target = folder_of(&target).join(to),
                Err(_) => {
                    let way = way(&target)?;
                    return Ok(OutputTarget { target, way });
                }
            }
        }
        Err(OutputTargetError::NotRegular(NotRegular::Circle))
    }

    /// The file behind all links, if it is one that is replaced. O(1).
    pub fn file(&self) -> Option<&Path> {
        matches!(self.way, WriteMethod::Replace(_)).then_some(&*self.target)
    }

    /// Removes the stale file that is there, so that it is not mistaken for the new one. What is written
    /// later still has its mode and owner. O(1).
    pub fn remove_stale(&self) -> io::Result<()> {
        let WriteMethod::Replace(Some(_)) = self.way else { return Ok(()) };
        match fs::remove_file(&self.target) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            // Where names cannot be removed the file can still be emptied.
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                File::options().write(true).truncate(true).open(&self.target)?.sync_all()
            }
            Err(error) => Err(error),
            Ok(()) => {
                sync_folder(&self.target);
                Ok(())
            }
        }
    }

    /// Writes these bytes: the file has all of them or is left as it was. O(bytes).
    pub fn write(&self, bytes: &[u8]) -> io::Result<()> {
        let mut writer = self.writer()?;
        writer.write_all(bytes)?;
        writer.finish()
    }

    /// An atomic writer, for content that comes piece by piece. O(1).
    pub fn writer(&self) -> io::Result<AtomicWriter> {
        let kind = match &self.way {
            WriteMethod::StandardOutput => Kind::Output(Box::new(io::stdout())),
            WriteMethod::StandardError => Kind::Output(Box::new(io::stderr())),
            WriteMethod::Through => {
                Kind::Output(Box::new(File::options().append(true).open(&self.target)?))
            }
            WriteMethod::Replace(old) => match self.keeping(old.as_ref()) {
                Ok(temporary) => Kind::Temporary(temporary, self.target.clone()),
                Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                    let file = File::options().write(true).truncate(true).open(&self.target);
                    // Nothing is there that could be written in place: the first reason counts.
                    Kind::InPlace(file.map_err(|_| error)?)
                }
                Err(error) => return Err(error),
            },
        };
        Ok(AtomicWriter { kind })
    }

    /// A new file next to the target, with the mode and owner of the old one.
    fn keeping(&self, old: Option<&Old>) -> io::Result<Temporary> {
        let temporary = self.create_temporary()?;
        #[cfg(unix)]
        if let Some(old) = old {
            use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
            let found = temporary.file.metadata()?;
            if (found.uid(), found.gid()) != old.owner {
                fchown(&temporary.file, Some(old.owner.0), Some(old.owner.1))?;
            }
            temporary.file.set_permissions(fs::Permissions::from_mode(old.mode))?;
        }
        #[cfg(not(unix))]
        let _ = old;
        Ok(temporary)
    }

    fn create_temporary(&self) -> io::Result<Temporary> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        loop {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let name = format!("{TEMP_PREFIX}{}-{number}{TEMP_SUFFIX}", std::process::id());
            let path = folder_of(&self.target).join(name);
            match File::options().write(true).create_new(true).open(&path) {
                Ok(file) => {
                    // Locked as long as it is written; a process that found it before it was locked
                    // takes it for the remains of a killed process and removes it.
                    let taken = matches!(file.try_lock(), Err(TryLockError::WouldBlock));
                    if !taken && path.exists() {
                        return Ok(Temporary { file, path, named: false });
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }
}

/// Removes temporary files that killed processes left in a folder: no process holds the lock of such a
/// file. Failures are ignored. [`OutputTarget::check`] does it for the folder of a
/// file; this is for folders to which files are written without a look at each place. O(files in the folder).
pub fn remove_remains(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let begun = name.strip_prefix(TEMP_PREFIX).and_then(|rest| rest.strip_suffix(TEMP_SUFFIX));
        let numbers = begun.and_then(|rest| rest.split_once('-'));
        let ours = numbers.is_some_and(|(a, b)| [a, b].iter().all(|n| n.parse::<u64>().is_ok()))
            && entry.file_type().is_ok_and(|kind| kind.is_file());
        if ours
            && let Ok(file) = File::options().write(true).open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Writes these bytes to a file, which has all of them or is left as it was, without a look at the
/// place first. O(bytes).
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), OutputTargetError> {
    Ok(OutputTarget::look(path)?.write(bytes)?)
}

/// The folder of a path; that of a bare name is the one where the process is.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder.as_os_str().is_empty() => Path::new("."),
        Some(folder) => folder,
        None => path,
    }
}

/// Standard output and standard error have names on some systems.
fn standard(path: &Path) -> Option<WriteMethod> {
    let is = |names: [&str; 3]| names.iter().any(|name| path == Path::new(name));
    if is(["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]) {
        return Some(WriteMethod::StandardOutput);
    }
    is(["/dev/stderr", "/dev/fd/2", "/proc/self/fd/2"]).then_some(WriteMethod::StandardError)
}

fn in_proc(path: &Path) -> bool {
    fs::canonicalize(folder_of(path)).is_ok_and(|folder| folder.starts_with("/proc"))
}

/// The way to write to a path that is not a link.
fn way(target: &Path) -> Result<WriteMethod, OutputTargetError> {
    let folder = folder_of(target);
    match fs::metadata(folder) {
        Ok(found) if found.is_dir() => {}
        Ok(_) => return Err(OutputTargetError::NotAFolder { folder: folder.to_path_buf() }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(OutputTargetError::NoFolder { folder: folder.to_path_buf() });
        }
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
            return Err(OutputTargetError::NotAFolder { folder: folder.to_path_buf() });
        }
        Err(error) => return Err(error.into()),
    }
    let found = match fs::symlink_metadata(target) {
        Ok(found) => found,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Ok(WriteMethod::Replace(None));
        }
        Err(error) => return Err(error.into()),
    };
    match found.is_dir() || target.as_os_str().as_encoded_bytes().ends_with(b"/") {
        true => Err(OutputTargetError::IsFolder),
        false if found.is_file() => Ok(WriteMethod::Replace(Some(Old::of(&found)))),
        false => special(&found),
    }
}

#[cfg(unix)]
fn special(found: &Metadata) -> Result<WriteMethod, OutputTargetError> {
    use std::os::unix::fs::FileTypeExt;
    let kind = found.file_type();
    match () {
        () if kind.is_char_device() || kind.is_fifo() => Ok(WriteMethod::Through),
        () if kind.is_block_device() => Err(OutputTargetError::NotRegular(NotRegular::BlockDevice)),
        () if kind.is_socket() => Err(OutputTargetError::NotRegular(NotRegular::Socket)),
        () => Err(OutputTargetError::NotRegular(NotRegular::Unknown)),
    }
}

#[cfg(not(unix))]
fn special(_: &Metadata) -> Result<WriteMethod, OutputTargetError> {
    Err(OutputTargetError::NotRegular(NotRegular::Unknown))
}

impl Old {
    #[cfg(unix)]
    fn of(found: &Metadata) -> Old {
        use std::os::unix::fs::MetadataExt;
        Old { mode: found.mode() & 0o777, owner: (found.uid(), found.gid()) }
    }

    #[cfg(not(unix))]
    fn of(_: &Metadata) -> Old {
        Old {}
    }
}

/// Brings a new name to the disk, where folders can be synced; where they cannot, the system does
/// it in its own time.
fn sync_folder(path: &Path) {
    if let Ok(folder) = File::open(folder_of(path)) {
        let _ = folder.sync_all();
    }
}

/// An atomic writer: a temporary file that gets its final name by [`AtomicWriter::finish`]; without it nothing has changed.
pub struct AtomicWriter {
    kind: Kind,
}

enum Kind {
    Temporary(Temporary, PathBuf),
    InPlace(File),
    Output(Box<dyn Write + Send>),
}

/// A temporary file, which is removed unless it gets its final name.
struct Temporary {
    file: File,
    path: PathBuf,
    named: bool,
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.named {
            // The unfinished file is useless; a failure to remove it as well is not reported.
            let _ = fs::remove_file(&self.path);
        }
    }
}

impl AtomicWriter {
    /// Brings everything to the disk and gives the file its name. O(bytes not written yet).
    pub fn finish(self) -> io::Result<()> {
        match self.kind {
            Kind::Temporary(mut temporary, target) => {
                temporary.file.sync_all()?;
                fs::rename(&temporary.path, &target)?;
                temporary.named = true;
                sync_folder(&target);
                Ok(())
            }
            Kind::InPlace(file) => file.sync_all(),
            Kind::Output(mut output) => output.flush(),
        }
    }
}

impl Write for AtomicWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.kind {
            Kind::Temporary(temporary, _) => temporary.file.write(bytes),
            Kind::InPlace(file) => file.write(bytes),
            Kind::Output(output) => output.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.kind {
            Kind::Temporary(temporary, _) => temporary.file.flush(),
            Kind::InPlace(file) => file.flush(),
            Kind::Output(output) => output.flush(),
        }
    }
}
