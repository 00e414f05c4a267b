//! Devices: which there are, and how they are asked.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use cudarc::driver::{
    CudaContext, CudaFunction, CudaModule, CudaSlice, CudaStream, DeviceRepr, DriverError,
    LaunchConfig, PushKernelArg, ValidAsZeroBits, sys,
};
use cudarc::nvrtc::Ptx;

use crate::stretch::{Stretch, Totals};

/// The program, translated by `compile.py`.
const PROGRAM: &str = include_str!("sweep.ptx");
/// The capacity of the lists of sets that take longer, and the memory of two such lists.
const OPEN_SETS: u32 = 1 << 27;
const MEMORY: usize =
    2 * OPEN_SETS as usize * size_of::<Open>() + 4 * Stretch::LISTED as usize + (64 << 20);
/// How often the first pass looks for constant outcomes.
const STRETCHES: u32 = 3;
/// The heaps within which a period has to be found.
const MAX_HEAPS: u32 = 1 << 24;
/// The threads of a block of each pass, as in the program.
const BULK_THREADS: u32 = 64;
const REST_THREADS: u32 = 256;

/// A device that is there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeviceInfo {
    /// Its number, from 0.
    pub number: usize,
    /// Its product name.
    pub name: String,
    /// Its memory in bytes.
    pub memory: usize,
    /// Major and minor number of what it is capable of.
    pub capability: (i32, i32),
}

/// Why a device does not answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GpuError {
    /// There is no device, or no driver for it.
    #[error("there is no such device")]
    NoDevice,
    /// The device has too little memory left.
    #[error("the device has {free} bytes of memory left, and {needed} are needed")]
    Memory {
        /// The free memory.
        free: usize,
        /// The memory needed.
        needed: usize,
    },
    /// The device or its driver failed.
    #[error("the device failed: {0}")]
    Failed(String),
}

impl From<DriverError> for GpuError {
    fn from(error: DriverError) -> Self {
        GpuError::Failed(error.to_string())
    }
}

/// All devices; none where there is no driver. O(devices).
pub fn devices() -> Result<Vec<DeviceInfo>, GpuError> {
    if !has_driver() {
        return Ok(Vec::new());
    }
    // A driver that finds no device says so by an error.
    let Ok(count) = CudaContext::device_count() else { return Ok(Vec::new()) };
    let info = |number: usize| {
        let context = CudaContext::new(number)?;
        Ok(DeviceInfo {
            number,
            name: context.name()?,
            memory: context.total_mem()?,
            capability: context.compute_capability()?,
        })
    };
    (0..count as usize).map(info).collect()
}

#[allow(unsafe_code)]
fn has_driver() -> bool {
    // SAFETY: it looks for a library by its name and loads it; the driver has no requirement for
    // being loaded.
    unsafe { sys::is_culib_present() }
}

/// A device that is ready for work.
pub struct Device {
    stream: Arc<CudaStream>,
    bulk_32: CudaFunction,
    bulk_64: CudaFunction,
    rest: CudaFunction,
    found: CudaSlice<Found>,
    open: [CudaSlice<Open>; 2],
    list: CudaSlice<u32>,
    number: usize,
}

/// A device that was started, with the program loaded.
type Started = (Arc<CudaContext>, Arc<CudaModule>);

/// Those of this process, by their numbers: to start one takes longer than a small sweep.
static STARTED: Mutex<BTreeMap<usize, Started>> = Mutex::new(BTreeMap::new());

/// Starts a device, or finds it as it was started.
fn started(number: usize) -> Result<Started, GpuError> {
    let mut all = STARTED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((context, module)) = all.get(&number) {
        return Ok((context.clone(), module.clone()));
    }
    let context = CudaContext::new(number)?;
    let module = context.load_module(Ptx::from_src(PROGRAM))?;
    all.insert(number, (context.clone(), module.clone()));
    Ok((context, module))
}

/// As in the program.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
struct Family {
    fixed: u64,
    start_left: u64,
    start_right: u64,
    first: u64,
    min: u32,
    t: u32,
    count: u32,
    crossed: u32,
    stretches: u32,
    capacity: u32,
    limit: u32,
    give_up: u32,
    wanted: [u64; 2],
    some: u32,
    room: u32,
}

/// As in the program.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
struct Open {
    left: u64,
    right: u64,
    set: u32,
    n: u32,
    seen: u32,
    padding: u32,
}

/// As in the program.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
struct Found {
    tally: [u64; 128],
    max_period: u64,
    max_preperiod: u64,
    not_found: u64,
    floor: u64,
    open: u32,
    listed: u32,
}

#[allow(unsafe_code)]
mod layout {
    use super::{DeviceRepr, Family, Found, Open, ValidAsZeroBits};

    // SAFETY: they are `repr(C)`, made of integers without padding between them, and declared in
    // the same order in the program.
    unsafe impl DeviceRepr for Family {}
    unsafe impl DeviceRepr for Open {}
    unsafe impl DeviceRepr for Found {}
    // SAFETY: integers may be 0.
    unsafe impl ValidAsZeroBits for Open {}
    unsafe impl ValidAsZeroBits for Found {}
}

impl Device {
    /// Makes a device ready: loads the program and takes 8 GiB of its memory, which are given back when
    /// it is dropped. The driver translates the program when it sees it for the first time, and a
    /// process starts a device once.
    pub fn open(number: usize) -> Result<Device, GpuError> {
        // Without a look at each device, which would start it and let it go again.
        let some = has_driver() && CudaContext::device_count().is_ok_and(|n| number < n as usize);
        if !some {
            return Err(GpuError::NoDevice);
        }
        let (context, module) = started(number)?;
        let (free, _) = context.mem_get_info()?;
        if free < MEMORY {
            return Err(GpuError::Memory { free, needed: MEMORY });
        }
        let stream = context.default_stream();
        let list = || stream.alloc_zeros::<Open>(OPEN_SETS as usize);
        Ok(Device {
            bulk_32: module.load_function("bulk32")?,
            bulk_64: module.load_function("bulk64")?,
            rest: module.load_function("rest")?,
            found: stream.alloc_zeros::<Found>(1)?,
            open: [list()?, list()?],
            list: stream.alloc_zeros::<u32>(Stretch::LISTED as usize)?,
            stream,
            number,
        })
    }

    /// Computes the sets of a stretch. O(preperiod + period) for each set; `bench/RESULTS.md` has
    /// measured rates.
    ///
    /// # Panics
    /// If the stretch is not one that is [possible](Stretch::possible), or not made of blocks.
    pub fn run(&mut self, stretch: &Stretch) -> Result<Totals, GpuError> {
        let found = self.compute(stretch);
        if found.is_err() {
            // What failed is not found again: another one is started.
            STARTED.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.number);
        }
        found
    }

    fn compute(&mut self, stretch: &Stretch) -> Result<Totals, GpuError> {
        let &Stretch { min, t, first, sets, left, right, crossed, floor, wanted, list } = stretch;
        assert!(Stretch::possible(min, t), "no block of sets from {min} to {t}");
        let whole = |number: u64| number.is_multiple_of(Stretch::BLOCK);
        assert!(whole(first) && whole(sets) && (1..=Stretch::MOST).contains(&sets), "{stretch:?}");
        let last = t + (t + 1) * STRETCHES;
        let mut family = Family {
            fixed: 1 << (min - 1) | 1 << (t - 1),
            start_left: left,
            start_right: right,
            first,
            min,
            t,
            count: sets as u32,
            crossed: crossed.into(),
            stretches: STRETCHES,
            capacity: OPEN_SETS,
            limit: 0,
            give_up: MAX_HEAPS,
            wanted: [wanted as u64, (wanted >> 64) as u64],
            some: u32::from(wanted != u128::MAX),
            room: if list { Stretch::LISTED } else { 0 },
        };
        let nothing = Found {
            tally: [0; 128],
            max_period: 0,
            max_preperiod: 0,
            not_found: 0,
            floor,
            open: 0,
            listed: 0,
        };
        self.stream.memcpy_htod(&[nothing], &mut self.found)?;
        self.bulk(&family)?;
        let mut found = self.found()?;
        // Few sets take long, and then they wait for one another.
        for limit in [8 * last, 1 << 16, MAX_HEAPS] {
            if found.open > OPEN_SETS {
                return self.halves(stretch);
            }
            if found.open == 0 {
                break;
            }
            family.limit = limit;
            let sets = found.open;
            found.open = 0;
            self.stream.memcpy_htod(&[found], &mut self.found)?;
            self.rest(&family, sets)?;
            self.open.swap(0, 1);
            found = self.found()?;
        }
        if found.listed > family.room {
            return self.halves(stretch);
        }
        let packed = |word: u64| (word >> 32, first + u64::from(u32::MAX - word as u32));
        Ok(Totals {
            tally: found.tally,
            max_period: Some(packed(found.max_period)).filter(|_| found.max_period > 0),
            max_preperiod: Some(packed(found.max_preperiod)).filter(|_| found.max_preperiod > 0),
            not_found: found.not_found,
            listed: self.listed(first, found.listed)?,
        })
    }

    /// A stretch with more sets that take long than the list can hold, in two parts.
    fn halves(&mut self, stretch: &Stretch) -> Result<Totals, GpuError> {
        let half = (stretch.sets / 2).next_multiple_of(Stretch::BLOCK);
        if half == stretch.sets {
            return Err(GpuError::Failed("a block of sets does not fit".to_string()));
        }
        let mut totals = self.compute(&Stretch { sets: half, ..*stretch })?;
        let floor = totals.max_preperiod.map_or(stretch.floor, |(most, _)| most);
        let (first, sets) = (stretch.first + half, stretch.sets - half);
        totals.add(self.compute(&Stretch { first, sets, floor, ..*stretch })?);
        Ok(totals)
    }

    /// The numbers of the sets that were listed, in their order.
    fn listed(&self, first: u64, sets: u32) -> Result<Vec<u64>, GpuError> {
        if sets == 0 {
            return Ok(Vec::new());
        }
        let mut list = self.stream.clone_dtoh(&self.list.slice(..sets as usize))?;
        list.sort_unstable();
        Ok(list.into_iter().map(|set| first + u64::from(set)).collect())
    }

    fn found(&self) -> Result<Found, GpuError> {
        let all = self.stream.clone_dtoh(&self.found)?;
        // It was made with one.
        Ok(all[0])
    }

    #[allow(unsafe_code)]
    fn bulk(&mut self, family: &Family) -> Result<(), GpuError> {
        let program = if family.t <= 32 { &self.bulk_32 } else { &self.bulk_64 };
        let blocks = family.count / Stretch::BLOCK as u32;
        let grid = config(blocks, BULK_THREADS);
        let mut launch = self.stream.launch_builder(program);
        launch.arg(family).arg(&mut self.found).arg(&mut self.open[0]).arg(&mut self.list);
        // SAFETY: the arguments are those of `bulk32` and `bulk64`, in number, order and layout.
        // They write to `found`, which has one place, to places of `open` below `capacity` and to
        // places of `list` below `room`, which are not more than their lengths.
        unsafe { launch.launch(grid)? };
        Ok(())
    }

    #[allow(unsafe_code)]
    fn rest(&mut self, family: &Family, sets: u32) -> Result<(), GpuError> {
        let grid = config(sets.div_ceil(REST_THREADS), REST_THREADS);
        let [from, to] = &mut self.open;
        let mut launch = self.stream.launch_builder(&self.rest);
        launch.arg(family).arg(&mut self.found).arg(&*from).arg(&sets).arg(to).arg(&mut self.list);
        // SAFETY: the arguments are those of `rest`, in number, order and layout. It reads the
        // first `sets` places of the one list, which were written before and are at most its
        // length, and writes to `found`, to places of the other one below `capacity` and to places
        // of `list` below `room`, which are not more than their lengths.
        unsafe { launch.launch(grid)? };
        Ok(())
    }
}

fn config(blocks: u32, threads: u32) -> LaunchConfig {
    LaunchConfig { grid_dim: (blocks, 1, 1), block_dim: (threads, 1, 1), shared_mem_bytes: 0 }
}

impl Totals {
    /// Adds what was found in the sets that follow.
    fn add(&mut self, more: Totals) {
        for (mine, more) in self.tally.iter_mut().zip(more.tally) {
            *mine += more;
        }
        // Of equal ones the first counts.
        let larger = |mine: Option<(u64, u64)>, more: Option<(u64, u64)>| match (mine, more) {
            (Some(mine), Some(more)) if more.0 > mine.0 => Some(more),
            (None, more) => more,
            (mine, _) => mine,
        };
        self.max_period = larger(self.max_period, more.max_period);
        self.max_preperiod = larger(self.max_preperiod, more.max_preperiod);
        self.not_found += more.not_found;
        self.listed.extend(more.listed);
    }
}
