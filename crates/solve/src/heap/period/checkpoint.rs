//! Saving a search, so that it survives the end of its process.
//!
//! A checkpoint is one file, replaced as a whole: a reader finds the old or the new state and never
//! a part of one. The file holds the rule, so that it cannot continue another search, and a
//! checksum. What is read is not trusted: a state that no search can have is refused.

use std::io;
use std::path::{Path, PathBuf};

use ishitori_rules::heap::{HeapCode, HeapRule};
use ishitori_runtime::files::{OutputTargetError, ReadError};
use ishitori_values::{Budget, LimitReached};

use super::grid::Grid;
use super::needles::{self, Needle};
use super::recurrence::Recurrence;
use super::search::{KEEP, PeriodSearch, Search, State};
use crate::heap::engine::Engine;
use crate::heap::moves::Moves;
use crate::heap::rare::{Cell, MachineState, SequenceMachine};

/// The magic bytes of the file; the version number follows.
const KIND: &str = "ishitori heap search ";
const VERSION: &str = "2";
/// The largest file that is read where no other limit is given.
const MOST_BYTES: u64 = 1 << 36;

/// Why a checkpoint cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The file cannot be read or written.
    #[error("checkpoint {path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// The file is not a checkpoint, or is damaged.
    #[error("{path} is not a checkpoint of a heap search, or is damaged")]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// The file was written by another version.
    #[error("{path} is a checkpoint of version {found}; this program reads version {wanted}")]
    OtherVersion {
        /// The file.
        path: PathBuf,
        /// The version of the file.
        found: String,
        /// The version that is read.
        wanted: &'static str,
    },
    /// The file is larger than memory allows.
    #[error("{path} is larger than the {most} bytes that the memory limit allows")]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The most that is read.
        most: u64,
    },
    /// A limit was reached while the file was read.
    #[error(transparent)]
    Limit(LimitReached),
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
        write_checkpoint(path, &self.to_bytes())
    }

    /// The bytes that [`PeriodSearch::save`] writes. O(values kept).
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Writer::begin(KIND, VERSION);
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
        out.end()
    }

    /// The search that [`PeriodSearch::save`] wrote for the same rule, with a new limit; the file
    /// may be as large as the budget has memory. O(values kept).
    pub fn resume(
        code: &HeapCode,
        limit: u64,
        path: &Path,
        budget: &Budget,
    ) -> Result<Self, CheckpointError> {
        PeriodSearch::from_bytes(code, limit, &read_checkpoint(path, budget)?, path)
    }

    /// The same from the bytes of a file, whose name stands in errors. O(bytes).
    pub fn from_bytes(
        code: &HeapCode,
        limit: u64,
        bytes: &[u8],
        path: &Path,
    ) -> Result<Self, CheckpointError> {
        let damaged = || CheckpointError::Damaged { path: path.to_path_buf() };
        let mut input = Reader::begin(bytes, (KIND, VERSION), path)?;
        let found = read_rule(&mut input).ok_or_else(damaged)?;
        if !found.same_moves(code) {
            return Err(CheckpointError::OtherRule {
                path: path.to_path_buf(),
                found: found.to_string(),
                wanted: code.to_string(),
            });
        }
        read(code, limit, &mut input).ok_or_else(damaged)
    }
}

fn read_rule(input: &mut Reader<'_>) -> Option<HeapCode> {
    let text = String::from_utf8(input.bytes()?).ok()?;
    text.parse::<HeapRule>().ok()?.code().cloned()
}

fn read(code: &HeapCode, limit: u64, input: &mut Reader<'_>) -> Option<PeriodSearch> {
    let keep_all = input.number()? != 0;
    let state = match (input.number()?, Moves::of(code)) {
        (0, None) => State::Small,
        // Another engine than the usual one: the file holds no values.
        (0, Some(moves)) => State::start(moves, keep_all),
        (1, Some(moves)) => State::Narrow(Box::new(Search::read(moves, input)?)),
        (2, Some(moves)) => State::Wide(Box::new(Search::read(moves, input)?)),
        _ => return None,
    };
    let engine = Engine::choose(code);
    let search = PeriodSearch { code: code.clone(), limit, engine, state, keep_all, threads: 1 };
    input.0.is_empty().then_some(search)
}

/// The bytes of a checkpoint, as many as fit the memory of the budget.
pub(crate) fn read_checkpoint(path: &Path, budget: &Budget) -> Result<Vec<u8>, CheckpointError> {
    let most = budget.memory().unwrap_or(MOST_BYTES).min(MOST_BYTES);
    ishitori_runtime::files::read(path, most, &mut || budget.check(0)).map_err(
        |error| match error {
            ReadError::Io(source) => CheckpointError::File { path: path.to_path_buf(), source },
            ReadError::TooLarge { most } => {
                CheckpointError::TooLarge { path: path.to_path_buf(), most }
            }
            ReadError::Stopped(limit) => CheckpointError::Limit(limit),
        },
    )
}

/// Replaces the file by these bytes, in one step for every reader.
pub(crate) fn write_checkpoint(path: &Path, bytes: &[u8]) -> Result<(), CheckpointError> {
    ishitori_runtime::files::write(path, bytes).map_err(|error| CheckpointError::File {
        path: path.to_path_buf(),
        source: match error {
            OutputTargetError::Io(error) => error,
            other => io::Error::other(other),
        },
    })
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
        if let Some(recurrence) = &self.recurrence {
            out.numbers(&recurrence.stretches);
        }
    }

    fn read(moves: Moves, input: &mut Reader<'_>) -> Option<Self> {
        let numbers = input.numbers()?.try_into().ok()?;
        let lists = [input.numbers()?, input.numbers()?, input.numbers()?];
        let state = MachineState { numbers, lists };
        let (recent, prefix) = (input.cells()?, input.cells()?);
        let machine = SequenceMachine::resume(moves, state, recent, prefix)?;
        // Machines forget all but `KEEP` values at each end, or nothing.
        let forgets = machine.keep.is_none_or(|keep| keep == KEEP);
        if !forgets || !machine.history.is_whole() && machine.history.prefix.len() != KEEP {
            return None;
        }
        let mut search = Search::new(machine);
        search.next_needle = input.number()?;
        search.next_direct = input.number()?;
        for _ in 0..input.number()? {
            let (at, searched_to) = (input.number()?, input.number()?);
            let mut needle = Needle { at, searched_to, values: input.cells()? };
            if search.needles.len() > needles::MANY || !search.has_sound_needle(&needle) {
                return None;
            }
            // A search that was over found its period among the values that are remembered: they are
            // looked at again, so that it finds the period again.
            needle.searched_to = at.max(search.machine.history.base).min(searched_to);
            search.needles.push(needle);
        }
        search.groups = needles::groups(&search.needles);
        search.grid = Grid { spacing: input.number()?, points: Vec::new() };
        for _ in 0..input.number()? {
            let heap = input.number()?;
            search.grid.points.push((heap, input.cells()?));
        }
        if !search.grid.is_sound(&search.machine) {
            return None;
        }
        match search.recurrence.take() {
            Some(recurrence) => search.read_recurrence(recurrence, input),
            None => Some(search),
        }
    }

    /// The search with the windows that it remembered: the file says before which heaps they are.
    fn read_recurrence(mut self, mut fresh: Recurrence, input: &mut Reader<'_>) -> Option<Self> {
        let (machine, grid) = (&self.machine, &self.grid);
        let next = machine.history.next();
        let heaps = input.numbers()?;
        if heaps.len() as u64 > fresh.most() || !heaps.is_sorted_by(|a, b| a < b) {
            return None;
        }
        let values = |heap: u64| {
            let count = fresh.needs(heap, next)?;
            Some((heap, grid.segment(machine, heap - count, heap)?))
        };
        let stretches: Vec<(u64, Vec<V>)> = heaps.into_iter().map(values).collect::<Option<_>>()?;
        // A search that was over found its period among the values that are remembered: they are examined again.
        fresh.restore(machine.history.base, stretches.into_iter());
        self.recurrence = Some(fresh);
        Some(self)
    }

    /// Whether a needle can be one of this search, and has the values before its heap where they
    /// are remembered. O(window).
    fn has_sound_needle(&self, needle: &Needle<V>) -> bool {
        let history = &self.machine.history;
        let length = needle.values.len() as u64;
        let sound = needle.at <= needle.searched_to
            && needle.searched_to <= history.next()
            && (1..=needle.at).contains(&length);
        let same = || match (needle.at - length).checked_sub(history.base) {
            Some(start) => {
                let values = history.recent.get(start as usize..(start + length) as usize);
                values == Some(&needle.values)
            }
            None => true,
        };
        sound && same()
    }
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
    /// A file that says what it is.
    pub fn begin(kind: &str, version: &str) -> Writer {
        Writer(format!("{kind}{version}\n").into_bytes())
    }

    /// The bytes with their checksum.
    pub fn end(mut self) -> Vec<u8> {
        let sum = check_sum(&self.0);
        self.number(sum);
        self.0
    }

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

impl<'b> Reader<'b> {
    /// The text after the first line of a file whose checksum is right.
    pub fn begin(
        bytes: &'b [u8],
        (kind, version): (&str, &'static str),
        path: &Path,
    ) -> Result<Self, CheckpointError> {
        let damaged = || CheckpointError::Damaged { path: path.to_path_buf() };
        let rest = bytes.strip_prefix(kind.as_bytes()).ok_or_else(damaged)?;
        let line = rest.iter().take(20).position(|&b| b == b'\n').ok_or_else(damaged)?;
        let found = std::str::from_utf8(&rest[..line]).map_err(|_| damaged())?;
        if found != version {
            let numbered = !found.is_empty() && found.bytes().all(|b| b.is_ascii_digit());
            return Err(match numbered {
                true => CheckpointError::OtherVersion {
                    path: path.to_path_buf(),
                    found: found.to_string(),
                    wanted: version,
                },
                false => damaged(),
            });
        }
        let end = bytes.len().checked_sub(8).filter(|&end| end > kind.len() + line);
        let (content, sum) = bytes.split_at(end.ok_or_else(damaged)?);
        match sum.try_into().map(u64::from_le_bytes) {
            Ok(sum) if sum == check_sum(content) => Ok(Reader(&content[kind.len() + line + 1..])),
            _ => Err(damaged()),
        }
    }

    fn take(&mut self, count: usize) -> Option<&'b [u8]> {
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
