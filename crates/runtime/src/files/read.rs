//! Reading within limits of length and time.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

/// Bytes between two looks at whether to go on.
const CHUNK: usize = 1 << 16;
/// How long nothing may come before whether to go on is asked again.
const LOOK: Duration = Duration::from_millis(20);

/// Why there are no bytes.
#[derive(Debug, thiserror::Error)]
pub enum ReadError<E> {
    /// The system refuses.
    #[error("{0}")]
    Io(io::Error),
    /// There is more than was agreed.
    #[error("larger than {most} bytes")]
    TooLarge {
        /// The most that is read.
        most: u64,
    },
    /// It was said not to go on.
    #[error("{0}")]
    Stopped(E),
}

impl<E> From<io::Error> for ReadError<E> {
    fn from(error: io::Error) -> Self {
        ReadError::Io(error)
    }
}

/// The bytes of a file, at most `most`; `go_on` is asked again and again, also while a pipe or a
/// device says nothing. O(bytes).
///
/// ```
/// use ishitori_runtime::files::{ReadError, read};
/// let found = read("/dev/zero".as_ref(), 1000, &mut || Ok::<(), ()>(()));
/// assert!(matches!(found, Err(ReadError::TooLarge { most: 1000 })));
/// ```
pub fn read<E>(
    path: &Path,
    most: u64,
    go_on: &mut dyn FnMut() -> Result<(), E>,
) -> Result<Vec<u8>, ReadError<E>> {
    if !fs::metadata(path)?.is_file() {
        let path = path.to_path_buf();
        return patiently(move || File::open::<PathBuf>(path), most, go_on);
    }
    let mut file = File::open(path)?;
    let size = file.metadata()?.len();
    if size > most {
        return Err(ReadError::TooLarge { most });
    }
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(size as usize).map_err(io::Error::other)?;
    let mut chunk = vec![0; CHUNK];
    loop {
        go_on().map_err(ReadError::Stopped)?;
        match file.read(&mut chunk)? {
            0 => return Ok(bytes),
            count => add(&mut bytes, &chunk[..count], most)?,
        }
    }
}

/// The same for everything that standard input says.
pub fn read_standard_input<E>(
    most: u64,
    go_on: &mut dyn FnMut() -> Result<(), E>,
) -> Result<Vec<u8>, ReadError<E>> {
    patiently(|| Ok(io::stdin()), most, go_on)
}

fn add<E>(bytes: &mut Vec<u8>, more: &[u8], most: u64) -> Result<(), ReadError<E>> {
    if bytes.len() as u64 + more.len() as u64 > most {
        return Err(ReadError::TooLarge { most });
    }
    bytes.extend_from_slice(more);
    Ok(())
}

/// Reads on another thread, which may wait forever for input; it is left to
/// itself when it is not to go on.
fn patiently<E, R: Read>(
    open: impl FnOnce() -> io::Result<R> + Send + 'static,
    most: u64,
    go_on: &mut dyn FnMut() -> Result<(), E>,
) -> Result<Vec<u8>, ReadError<E>> {
    let (sender, receiver) = sync_channel(4);
    std::thread::Builder::new().spawn(move || match open() {
        Ok(source) => forward(source, &sender),
        Err(error) => drop(sender.send(Err(error))),
    })?;
    let mut bytes = Vec::new();
    loop {
        go_on().map_err(ReadError::Stopped)?;
        match receiver.recv_timeout(LOOK) {
            Ok(Ok(chunk)) => add(&mut bytes, &chunk, most)?,
            Ok(Err(error)) => return Err(error.into()),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(bytes),
        }
    }
}

/// Forwards chunks of the source, until its end or until the receiver is gone.
fn forward(mut source: impl Read, sender: &SyncSender<io::Result<Vec<u8>>>) {
    loop {
        let mut chunk = vec![0; CHUNK];
        let sent = match source.read(&mut chunk) {
            Ok(0) => return,
            Ok(count) => {
                chunk.truncate(count);
                sender.send(Ok(chunk))
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => {
                let last = sender.send(Err(error));
                drop(last);
                return;
            }
        };
        if sent.is_err() {
            return;
        }
    }
}
