//! Where sweeps can be computed: the CPU, and GPUs.

use serde::{Deserialize, Serialize};

pub use crate::device_choice::{DeviceChoice, GpuUnsupported, NoGpu};
use crate::registration::{Address, Registration};
use crate::{Answered, AskError, Context, Finish};

/// The registration of the question, read by every front end of the program.
pub const REGISTRATION: Registration =
    Registration::new(&[Address::object("devices")], &[&[]]).command(&[]);

/// List the GPUs that sweeps can use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Request {}

/// The GPUs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Answer {
    /// Whether the program was built with support for them.
    pub supported: bool,
    /// Those that are there.
    pub devices: Vec<Device>,
}

/// A GPU.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Device {
    /// Its number, from 0.
    pub number: usize,
    /// What its maker calls it.
    pub name: String,
    /// Its memory in bytes.
    pub memory: u64,
    /// What it is capable of, such as 9.0.
    pub capability: String,
}

impl Answered for Answer {
    fn finish(&self) -> Finish {
        Finish::Done
    }
}

/// Looks for them. O(devices).
///
/// ```
/// use ishitori_answers::{Context, devices};
/// use ishitori_values::Budget;
///
/// let context = Context::new(Budget::unlimited());
/// let found = devices::answer(&devices::Request {}, &context).unwrap();
/// assert!(found.supported || found.devices.is_empty());
/// ```
#[cfg(feature = "gpu")]
pub fn answer(_: &Request, _: &Context) -> Result<Answer, AskError> {
    let all = ishitori_sweep::devices().map_err(gpu::failed)?;
    let device = |info: ishitori_sweep::DeviceInfo| Device {
        number: info.number,
        name: info.name,
        memory: info.memory as u64,
        capability: format!("{}.{}", info.capability.0, info.capability.1),
    };
    Ok(Answer { supported: true, devices: all.into_iter().map(device).collect() })
}

/// Looks for them: this program was built without support for them.
///
/// ```
/// use ishitori_answers::{Context, devices};
/// use ishitori_values::Budget;
///
/// let context = Context::new(Budget::unlimited());
/// let found = devices::answer(&devices::Request {}, &context).unwrap();
/// assert!(found.supported || found.devices.is_empty());
/// ```
#[cfg(not(feature = "gpu"))]
pub fn answer(_: &Request, _: &Context) -> Result<Answer, AskError> {
    Ok(Answer { supported: false, devices: Vec::new() })
}

#[cfg(feature = "gpu")]
pub(crate) mod gpu {
    //! Sweeps on a GPU.

    use std::ops::Range;

    use ishitori_sweep::{
        Device, Family, GpuError, GpuLack, GpuSweepError, Listed, Query, SweepSummary, Workers,
        gpu_lacks, matching_places_on, sweep_listed, sweep_places_on,
    };

    use super::{GpuUnsupported, NoGpu};
    use crate::AskError;
    use ishitori_sweep::SweepError;

    impl From<GpuLack> for GpuUnsupported {
        fn from(lack: GpuLack) -> Self {
            match lack {
                GpuLack::Expressions => GpuUnsupported::Expressions,
                GpuLack::Checks => GpuUnsupported::Checks,
                GpuLack::Family => GpuUnsupported::Family,
            }
        }
    }

    pub(crate) fn failed(error: GpuError) -> AskError {
        AskError::Gpu(match error {
            GpuError::NoDevice => NoGpu::None,
            error => NoGpu::Failed(error.to_string()),
        })
    }

    /// The statistics of the sets at these places, and the rows of those that satisfy the condition,
    /// which are computed here when the device has found them.
    pub(crate) fn listed(
        family: &Family,
        query: &Query,
        places: Range<u64>,
        most: usize,
        workers: &Workers<'_>,
    ) -> Result<Result<Listed, SweepError>, AskError> {
        if let Some(lack) = gpu_lacks(family, query) {
            return Err(AskError::Gpu(NoGpu::Lacks(lack.into())));
        }
        let mut device = Device::open(0).map_err(failed)?;
        let found = matching_places_on(&mut device, family, query, places, most, workers);
        let (summary, matching) = match found {
            Ok(found) => found,
            Err(GpuSweepError::Sweep(SweepError::Limit { limit, done })) => {
                let stopped = Some(limit);
                return Ok(Ok(Listed { summary: *done, rows: Vec::new(), stopped }));
            }
            Err(GpuSweepError::Sweep(error)) => return Ok(Err(error)),
            Err(GpuSweepError::Lacks(lack)) => {
                return Err(AskError::Gpu(NoGpu::Lacks(lack.into())));
            }
            Err(GpuSweepError::Device { error, .. }) => return Err(failed(error)),
        };
        if matching.is_empty() {
            return Ok(Ok(Listed { summary, ..Listed::default() }));
        }
        let sets = matching.into_iter().map(|place| family.set(place)).collect();
        let these = Family::listed(sets).map_err(AskError::Family)?;
        let here = Workers::new(workers.threads, workers.budget);
        let rows = sweep_listed(&these, query, 0..these.len(), most, &here);
        Ok(rows.map(|found| Listed { summary, ..found }))
    }

    /// The statistics of the sets at these places. A device that fails is tried once more for what
    /// is left.
    pub(crate) fn statistics(
        family: &Family,
        query: &Query,
        places: Range<u64>,
        workers: &Workers<'_>,
    ) -> Result<Result<SweepSummary, SweepError>, AskError> {
        if let Some(lack) = gpu_lacks(family, query) {
            return Err(AskError::Gpu(NoGpu::Lacks(lack.into())));
        }
        let mut before: Option<SweepSummary> = None;
        let mut start = places.start;
        loop {
            let mut device = Device::open(0).map_err(failed)?;
            let found = sweep_places_on(&mut device, family, query, start..places.end, workers);
            let all = |more: SweepSummary| match before.clone() {
                None => more,
                Some(mut all) => {
                    all.merge(more);
                    all
                }
            };
            return Ok(match found {
                Ok(summary) => Ok(all(summary)),
                Err(GpuSweepError::Sweep(SweepError::Limit { limit, done })) => {
                    Err(SweepError::Limit { limit, done: Box::new(all(*done)) })
                }
                Err(GpuSweepError::Sweep(error)) => Err(error),
                Err(GpuSweepError::Lacks(lack)) => {
                    return Err(AskError::Gpu(NoGpu::Lacks(lack.into())));
                }
                Err(GpuSweepError::Device { done, .. }) if before.is_none() => {
                    start += done.sets;
                    before = Some(*done);
                    continue;
                }
                Err(GpuSweepError::Device { error, .. }) => return Err(failed(error)),
            });
        }
    }
}
