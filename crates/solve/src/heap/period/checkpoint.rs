//! Saving a search, so that it survives the end of its process.
//!
//! A checkpoint is one file, replaced as a whole: it is written beside its final name, synced and
//! renamed, so a reader finds the old or the new state and never a part of one. The file holds the
//! rule, so that it cannot continue another search, and a check sum.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use ishitori_rules::heap::{Code, HeapRule};

use super::grid::Grid;
use super::search::{Needle, PeriodSearch, Search, State};
use crate::heap::moves::Moves;
use crate::heap::rare::{Cell, Machine, MachineState};

const MAGIC: &[u8] = b"ishitori heap search 1\n";

/// Why a checkpoint cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The file cannot be read or written.
    #[error("checkpoint {path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file is not a checkpoint of this version, or is damaged.
    #[error("{path} is not a checkpoint of a heap search, or is damaged")]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// The file belongs to another rule.
    #[error("{path} is a checkpoint of {found}, not of {wanted}")]
    OtherRule {
        /// The file.
        path: PathBuf,
        /// The rule in the file.
        found: String,
        /// The rule of the search.
        wanted: String,
    },
}

impl PeriodSearch {
    /// Writes the state of the search to `path`, atomically. O(values kept).
    pub fn save(&self, path: &Path) -> Result<(), CheckpointError> {
        let mut out = Writer(MAGIC.to_vec());
        out.bytes(self.code.to_string().as_bytes());
        out.number(self.keep_all.into());
        match &self.state {
            State::Narrow(search) => {
                out.number(1);
                search.write(&mut out);
            }
            State::Wide(search) => {
                out.number(2);
                search.write(&mut out);
            }
            State::Small => out.number(0),
        }
        let sum = check_sum(&out.0);
        out.number(sum);
        let file_error = |source| CheckpointError::File { path: path.to_path_buf(), source };
        replace(path, &out.0).map_err(file_error)
    }

    /// The search that [`PeriodSearch::save`] wrote for the same rule, with a new limit.
    /// O(values kept).
    pub fn resume(code: &Code, limit: u64, path: &Path) -> Result<Self, CheckpointError> {
        let file_error = |source| CheckpointError::File { path: path.to_path_buf(), source };
        let bytes = fs::read(path).map_err(file_error)?;
        let damaged = || CheckpointError::Damaged { path: path.to_path_buf() };
        let (found, search) = read(&bytes, limit).ok_or_else(damaged)?;
        if !found.same_moves(code) {
            return Err(CheckpointError::OtherRule {
                path: path.to_path_buf(),
                found: found.to_string(),
                wanted: code.to_string(),
            });
        }
        Ok(PeriodSearch { code: code.clone(), ..search })
    }
}

fn read(bytes: &[u8], limit: u64) -> Option<(Code, PeriodSearch)> {
    let (content, sum) = bytes.split_at_checked(bytes.len().checked_sub(8)?)?;
    if check_sum(content) != u64::from_le_bytes(sum.try_into().ok()?) {
        return None;
    }
    let mut input = Reader(content.strip_prefix(MAGIC)?);
    let text = String::from_utf8(input.bytes()?).ok()?;
    let code = text.parse::<HeapRule>().ok()?.code()?.clone();
    let keep_all = input.number()? != 0;
    let state = match input.number()? {
        0 => State::Small,
        1 => State::Narrow(Box::new(Search::read(Moves::of(&code)?, &mut input)?)),
        2 => State::Wide(Box::new(Search::read(Moves::of(&code)?, &mut input)?)),
        _ => return None,
    };
    Some((code.clone(), PeriodSearch { code, limit, state, keep_all, threads: 1 }))
}

impl<V: Cell> Search<V> {
    fn write(&self, out: &mut Writer) {
        let state = self.machine.state();
        out.numbers(&state.numbers);
        for list in &state.lists {
            out.numbers(list);
        }
        out.cells(&self.machine.history.recent);
        out.cells(&self.machine.history.prefix);
        out.number(self.next_needle);
        out.number(self.next_direct);
        out.number(self.needles.len() as u64);
        for needle in &self.needles {
            out.number(needle.at);
            out.number(needle.searched_to);
            out.cells(&needle.values);
        }
        out.number(self.grid.spacing);
        out.number(self.grid.points.len() as u64);
        for (heap, window) in &self.grid.points {
            out.number(*heap);
            out.cells(window);
        }
    }

    fn read(moves: Moves, input: &mut Reader<'_>) -> Option<Self> {
        let numbers = input.numbers()?.try_into().ok()?;
        let lists = [input.numbers()?, input.numbers()?, input.numbers()?];
        let state = MachineState { numbers, lists };
        let (recent, prefix) = (input.cells()?, input.cells()?);
        let machine = Machine::resume(moves, state, recent, prefix)?;
        let mut search = Search::new(machine);
        search.next_needle = input.number()?;
        search.next_direct = input.number()?;
        for _ in 0..input.number()? {
            let (at, searched_to) = (input.number()?, input.number()?);
            search.needles.push(Needle { at, searched_to, values: input.cells()? });
        }
        search.grid = Grid { spacing: input.number()?, points: Vec::new() };
        for _ in 0..input.number()? {
            let heap = input.number()?;
            search.grid.points.push((heap, input.cells()?));
        }
        Some(search)
    }
}

/// Replaces the file by these bytes, in one step for every reader.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".new");
    let beside = path.with_file_name(name);
    let mut file = File::create(&beside)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&beside, path)?;
    // The new name itself must reach the disk as well, where directories can be synced.
    let parent = path.parent().filter(|p| !p.as_os_str().is_empty());
    if let Ok(directory) = File::open(parent.unwrap_or(Path::new("."))) {
        let _ = directory.sync_all();
    }
    Ok(())
}

/// FNV-1a over words of eight bytes.
pub(crate) fn check_sum(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(0xcbf2_9ce4_8422_2325, |sum, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        let mixed = (sum ^ u64::from_le_bytes(word)).wrapping_mul(0x0000_0100_0000_01b3);
        mixed ^ mixed >> 29
    })
}

/// Numbers of eight bytes, and lists with their length in front.
pub(crate) struct Writer(pub Vec<u8>);

impl Writer {
    pub fn number(&mut self, number: u64) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }

    pub fn numbers(&mut self, numbers: &[u64]) {
        self.number(numbers.len() as u64);
        numbers.iter().for_each(|&n| self.number(n));
    }

    pub fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    fn cells<V: Cell>(&mut self, cells: &[V]) {
        self.number(cells.len() as u64);
        for &cell in cells {
            self.0.extend_from_slice(&cell.into().to_le_bytes()[..size_of::<V>()]);
        }
    }
}

pub(crate) struct Reader<'b>(pub &'b [u8]);

impl Reader<'_> {
    fn take(&mut self, count: usize) -> Option<&[u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    pub fn number(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.take(8)?.try_into().ok()?))
    }

    fn length(&mut self, size: usize) -> Option<usize> {
        let length = usize::try_from(self.number()?).ok()?;
        (length.checked_mul(size)? <= self.0.len()).then_some(length)
    }

    pub fn numbers(&mut self) -> Option<Vec<u64>> {
        (0..self.length(8)?).map(|_| self.number()).collect()
    }

    pub fn bytes(&mut self) -> Option<Vec<u8>> {
        let length = self.length(1)?;
        Some(self.take(length)?.to_vec())
    }

    fn cells<V: Cell>(&mut self) -> Option<Vec<V>> {
        let length = self.length(size_of::<V>())?;
        let bytes = self.take(length * size_of::<V>())?;
        let cells = bytes.chunks_exact(size_of::<V>()).map(|cell| {
            let mut word = [0; 4];
            word[..cell.len()].copy_from_slice(cell);
            V::of(u32::from_le_bytes(word))
        });
        Some(cells.collect())
    }
}
