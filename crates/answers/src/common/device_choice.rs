//! The device of a sweep, and the reasons why a GPU cannot be used.

/// Where sweeps are computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum DeviceChoice {
    /// On the CPU.
    #[default]
    Cpu,
    /// On a GPU where there is one that can do what is asked, else on the CPU.
    Auto,
    /// On a GPU, or not at all.
    Gpu,
}

impl DeviceChoice {
    /// Their names.
    pub const NAMES: [&str; 3] = ["cpu", "auto", "gpu"];

    /// By its name. O(1).
    ///
    /// ```
    /// use ishitori_answers::devices::DeviceChoice;
    ///
    /// assert_eq!(DeviceChoice::named("gpu"), Some(DeviceChoice::Gpu));
    /// assert_eq!(DeviceChoice::named("abacus"), None);
    /// ```
    pub fn named(name: &str) -> Option<DeviceChoice> {
        let place = DeviceChoice::NAMES.iter().position(|known| *known == name)?;
        Some([DeviceChoice::Cpu, DeviceChoice::Auto, DeviceChoice::Gpu][place])
    }
}

/// Why no GPU can be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoGpu {
    /// The program was built without it.
    NotBuilt,
    /// There is none, or no driver for it.
    None,
    /// It cannot do what was asked.
    Lacks(GpuUnsupported),
    /// It failed, and said this.
    Failed(String),
}

/// The questions that a GPU cannot answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GpuUnsupported {
    /// Expressions about more than which outcomes there are, and that of all large heaps.
    Expressions,
    /// Checks and Grundy numbers.
    Checks,
    /// Families with numbers above 63 or with restrictions.
    Family,
}
