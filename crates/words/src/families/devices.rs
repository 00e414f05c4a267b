//! GPUs in words.

use ishitori_answers::devices::{Answer, Lack, NoGpu};

use crate::common::question_help::QuestionHelp;
use crate::{Describe, Lang, Text};

pub(crate) const HELP: QuestionHelp =
    QuestionHelp {
        question: "devices", about: "族の計算に使える GPU の一覧", fields: &[]
    };

impl Describe for Answer {
    fn describe(&self, text: &Text) -> String {
        if self.devices.is_empty() {
            return match self.supported {
                true => text.pick("no GPU", "GPU はありません"),
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
        self.pick(
            "this program was built without support for GPUs (feature gpu)",
            "このプログラムは GPU 対応なしで作られています(機能 gpu)",
        )
    }

    /// Why no GPU can be used.
    pub(crate) fn no_gpu(&self, why: &NoGpu) -> String {
        match (why, self.lang) {
            (NoGpu::NotBuilt, _) => self.not_built().to_string(),
            (NoGpu::None, _) => self
                .pick("there is no GPU, or no driver for it", "GPU かそのドライバがありません")
                .to_string(),
            (NoGpu::Lacks(lack), Lang::En) => {
                format!("{} cannot be computed on a GPU; the CPU can do it", self.lack(*lack))
            }
            (NoGpu::Lacks(lack), Lang::Ja) => {
                format!("GPU では{}を扱えません(CPU なら扱えます)", self.lack(*lack))
            }
            (NoGpu::Failed(why), Lang::En) => format!("the GPU failed: {why}"),
            (NoGpu::Failed(why), Lang::Ja) => format!("GPU が失敗しました: {why}"),
        }
    }

    fn lack(&self, lack: Lack) -> &'static str {
        match lack {
            Lack::Expressions => self.pick(
                "expressions about more than has_P … has_R and eventually",
                "has_P … has_R と eventually 以外の式",
            ),
            Lack::Checks => self.pick("checks and Grundy numbers", "検査とグランディ数"),
            Lack::Family => self.pick(
                "families with numbers above 63 or with restrictions",
                "63 を超える数や制限のある族",
            ),
        }
    }
}
