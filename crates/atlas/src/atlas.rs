//! An atlas to read: that of the program, or one in a folder.

use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use ishitori_records::ParquetTable;
use ishitori_sweep::digest;

use crate::manifest::{FORMAT, MANIFEST, Manifest};
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

/// Why a folder is no atlas.
#[derive(Debug, thiserror::Error)]
pub enum AtlasError {
    /// A file cannot be read.
    #[error("{}: {error}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What happened.
        error: io::Error,
    },
    /// What is in the folder does not say that it is an atlas, or is one of another format.
    #[error("{}: this is not the manifest of an atlas of the format '{FORMAT}'", .path.display())]
    Manifest {
        /// The manifest.
        path: PathBuf,
    },
    /// A table is not what the manifest says.
    #[error("{}: the table is damaged, or not the one that the manifest tells of", .path.display())]
    Damaged {
        /// The table.
        path: PathBuf,
    },
}

macro_rules! shipped {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_bytes!(concat!("../data/", $name)) as &[u8])),*]
    };
}

/// The files of the atlas that the program ships with.
const SHIPPED: &[(&str, &[u8])] = shipped![
    "manifest.json",
    "octal.parquet",
    "hexadecimal.parquet",
    "subtraction.parquet",
    "ending.parquet",
    "quotients.parquet",
    "games.parquet",
];

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
            let manifest = serde_json::from_slice(text).expect("the manifest that is shipped");
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

    /// What is in it, and how it was made. O(1).
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The bytes of the file of a table, which are those that the manifest tells of. O(bytes).
    pub fn bytes(&self, table: Table) -> Result<Cow<'static, [u8]>, AtlasError> {
        let name = format!("{}.parquet", table.name());
        let Some(folder) = &self.folder else {
            return Ok(Cow::Borrowed(shipped(&name).unwrap_or_default()));
        };
        let path = folder.join(&name);
        let bytes = read(&path)?;
        let told = self.manifest.tables.iter().find(|told| told.name == table.name());
        match told.is_some_and(|told| told.sha256 == digest(&bytes)) {
            true => Ok(bytes.into()),
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

fn shipped(name: &str) -> Option<&'static [u8]> {
    SHIPPED.iter().find(|(known, _)| *known == name).map(|(_, bytes)| *bytes)
}

fn read(path: &Path) -> Result<Vec<u8>, AtlasError> {
    let failed = |error| AtlasError::Io { path: path.to_path_buf(), error };
    ishitori_files::read(path, MOST_BYTES, &mut || Ok::<(), io::Error>(())).map_err(|error| {
        failed(match error {
            ishitori_files::ReadError::Io(error) => error,
            error => io::Error::other(format!("{error:?}")),
        })
    })
}
