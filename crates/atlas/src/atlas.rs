//! An atlas to read: that of the program, or one in a folder.

use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use ishitori_records::ParquetTable;
use ishitori_sweep::digest;

use crate::manifest::{FORMAT, MANIFEST, Manifest};
use crate::shipped::shipped;
use crate::table::Table;

/// No file of an atlas is larger.
const MOST_BYTES: u64 = 1 << 30;

/// Tables that are read when they are first looked at.
#[derive(Debug)]
pub struct Atlas {
    manifest: Manifest,
    /// The folder; nothing for the atlas of the program.
    folder: Option<PathBuf>,
    tables: [OnceLock<ParquetTable>; Table::ALL.len()],
}

/// Why a folder is not an atlas.
#[derive(Debug, thiserror::Error)]
pub enum AtlasError {
    /// A file cannot be read.
    #[error("{}: {error}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The folder holds no atlas, or one of another format.
    #[error("{}: this is not the manifest of an atlas in the format '{FORMAT}'", .path.display())]
    Manifest {
        /// The manifest.
        path: PathBuf,
    },
    /// The program does not contain its tables, and this one was not handed over.
    #[error("the table {name} of the atlas is not loaded")]
    NotLoaded {
        /// The file of the table.
        name: String,
    },
    /// A table is not what the manifest says.
    #[error("{}: the table is damaged, or not the one that the manifest describes", .path.display())]
    Damaged {
        /// The table.
        path: PathBuf,
    },
}

impl Atlas {
    /// The atlas that the program ships with. O(1), and its tables are read when they are needed.
    ///
    /// ```
    /// use ishitori_atlas::{Atlas, Table};
    /// let octal = Atlas::shipped().table(Table::Octal).unwrap();
    /// assert_eq!(octal.column("code"), Some(0));
    /// ```
    pub fn shipped() -> &'static Atlas {
        static SHIPPED_ATLAS: OnceLock<Atlas> = OnceLock::new();
        SHIPPED_ATLAS.get_or_init(|| {
            let text = shipped(MANIFEST).expect("a manifest is shipped");
            let manifest = serde_json::from_slice(&text).expect("the manifest that is shipped");
            Atlas { manifest, folder: None, tables: Default::default() }
        })
    }

    /// The atlas in a folder. O(1), and its tables are read when they are needed.
    pub fn open(folder: &Path) -> Result<Atlas, AtlasError> {
        let path = folder.join(MANIFEST);
        let text = read(&path)?;
        let manifest = serde_json::from_slice(&text).ok();
        let manifest = manifest.filter(|manifest: &Manifest| manifest.format == FORMAT);
        let manifest = manifest.ok_or(AtlasError::Manifest { path })?;
        Ok(Atlas { manifest, folder: Some(folder.to_path_buf()), tables: Default::default() })
    }

    /// Its manifest: its tables, and how they were made. O(1).
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The bytes of the file of a table, which are those that the manifest names. O(bytes).
    pub fn bytes(&self, table: Table) -> Result<Cow<'static, [u8]>, AtlasError> {
        let name = format!("{}.parquet", table.name());
        let (path, bytes) = match &self.folder {
            Some(folder) => {
                let path = folder.join(name);
                let bytes = read(&path)?;
                (path, Cow::Owned(bytes))
            }
            None => match shipped(&name) {
                // Part of the program, as its manifest is.
                Some(bytes @ Cow::Borrowed(_)) => return Ok(bytes),
                Some(bytes) => (name.into(), bytes),
                None => return Err(AtlasError::NotLoaded { name }),
            },
        };
        let named = self.manifest.tables.iter().find(|named| named.name == table.name());
        match named.is_some_and(|named| named.sha256 == digest(&bytes)) {
            true => Ok(bytes),
            false => Err(AtlasError::Damaged { path }),
        }
    }

    /// A table. O(cells) the first time.
    pub fn table(&self, table: Table) -> Result<&ParquetTable, AtlasError> {
        let place = &self.tables[table as usize];
        if let Some(known) = place.get() {
            return Ok(known);
        }
        let damaged = || {
            let folder = self.folder.clone().unwrap_or_default();
            AtlasError::Damaged { path: folder.join(format!("{}.parquet", table.name())) }
        };
        let read = ParquetTable::read(&self.bytes(table)?).map_err(|_| damaged())?;
        let same = |(a, b): (&ishitori_records::Column, ishitori_records::Column)| a.name == b.name;
        let columns = table.columns();
        let fits =
            read.columns().len() == columns.len() && read.columns().iter().zip(columns).all(same);
        if !fits {
            return Err(damaged());
        }
        Ok(place.get_or_init(|| read))
    }
}

fn read(path: &Path) -> Result<Vec<u8>, AtlasError> {
    let failed = |error| AtlasError::Io { path: path.to_path_buf(), error };
    ishitori_runtime::files::read(path, MOST_BYTES, &mut || Ok::<(), io::Error>(())).map_err(
        |error| {
            failed(match error {
                ishitori_runtime::files::ReadError::Io(error) => error,
                error => io::Error::other(format!("{error:?}")),
            })
        },
    )
}
