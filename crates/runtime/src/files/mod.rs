//! How results come to the disk and input comes from it.
//!
//! * [`OutputTarget`]: where a file goes. It is examined before anything is computed for it, and what is
//!   written is there whole or not at all.
//! * [`Lock`]: one process at a time works on a file.
//! * `key`: a secret of this user, by which the program knows its own files again.
//! * [`read`], [`read_standard_input`]: no more bytes than agreed, and no longer than agreed.
//!
//! ```
//! use ishitori_runtime::files::{OutputTarget, read};
//! let folder = tempfile::tempdir().unwrap();
//! let path = folder.path().join("answer");
//! OutputTarget::check(&path).unwrap().write(b"42").unwrap();
//! let bytes = read(&path, 100, &mut || Ok::<(), ()>(())).unwrap();
//! assert_eq!(bytes, b"42");
//! ```

mod key;
mod lock;
mod output_target;
mod read;

pub use key::{Key, KeyError, key, state_folder};
pub use lock::{Lock, LockError};
pub use output_target::{
    AtomicWriter, NotRegular, OutputTarget, OutputTargetError, remove_remains, write,
};
pub use read::{ReadError, read, read_standard_input};
