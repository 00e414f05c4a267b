//! Sweeps of families of subtraction sets on an NVIDIA GPU.
//!
//! What is computed is what the vector lanes of `ishitori-sweep` compute: the outcomes of all heaps
//! of every set of a family, and of these how many sets have which outcomes, are constant from some
//! heap on, and the largest period and preperiod. The program of the device, `sweep.cu`, says how;
//! its translation `sweep.ptx` is part of the crate, so that only a driver (520 or later) is needed,
//! and without one [`devices`] is empty and nothing fails. `compile.py` makes the translation and
//! says whether it is that of the program.
//!
//! ```
//! // Also where there is no device.
//! for device in ishitori_gpu::devices().unwrap() {
//!     println!("{}: {} MiB", device.name, device.memory >> 20);
//! }
//! ```

mod device;
mod stretch;

pub use device::{Device, DeviceInfo, GpuError, devices};
pub use stretch::{Stretch, Totals};
