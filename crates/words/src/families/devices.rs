//! GPUs in words.

use ishitori_answers::devices::{Answer, GpuUnsupported, NoGpu};

use crate::{Describe, Text, say};

impl Describe for Answer {
    fn describe(&self, text: &Text) -> String {
        if self.devices.is_empty() {
            return match self.supported {
                true => text.say("families.devices.no-gpu"),
                false => text.not_built(),
            }
            .to_string();
        }
        let lines = self.devices.iter().map(|device| {
            let memory = device.memory >> 20;
            format!("{}  {}  {memory} MiB  {}", device.number, device.name, device.capability)
        });
        lines.collect::<Vec<_>>().join("\n")
    }
}

impl Text {
    fn not_built(&self) -> &'static str {
        self.say("families.devices.program-was-built-without-support")
    }

    /// Why no GPU can be used.
    pub(crate) fn no_gpu(&self, why: &NoGpu) -> String {
        match why {
            NoGpu::NotBuilt => self.not_built().to_string(),
            NoGpu::None => self.say("families.devices.there-no-gpu-no-driver").to_string(),
            NoGpu::Lacks(lack) => {
                say!(self, "families.devices.cannot-computed-gpu-cpu-can", lack = self.lack(*lack))
            }
            NoGpu::Failed(why) => say!(self, "families.devices.gpu-failed", why),
        }
    }

    fn lack(&self, lack: GpuUnsupported) -> &'static str {
        match lack {
            GpuUnsupported::Expressions => {
                self.say("families.devices.expressions-about-more-than-has")
            }
            GpuUnsupported::Checks => self.say("families.devices.checks-grundy-numbers"),
            GpuUnsupported::Family => {
                self.say("families.devices.families-numbers-above-restrictions")
            }
        }
    }
}
