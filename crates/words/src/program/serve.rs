//! What the server says.

use std::net::SocketAddr;

use crate::{Lang, Text};

impl Text {
    /// Where the workbench is.
    pub fn serving(&self, page: &str, only_here: bool) -> String {
        let note = match (only_here, self.lang) {
            (true, Lang::En) => "Only this machine can reach it. Ctrl-C ends it.",
            (true, Lang::Ja) => "このコンピューターからだけ使えます。Ctrl-C で終了します。",
            (false, Lang::En) => "Everybody on the network can reach it. Ctrl-C ends it.",
            (false, Lang::Ja) => "ネットワーク上の誰でも使えます。Ctrl-C で終了します。",
        };
        match self.lang {
            Lang::En => format!("The workbench is open at {page}\n{note}"),
            Lang::Ja => format!("{page} で開けます。\n{note}"),
        }
    }

    /// The address is taken, or not ours.
    pub fn cannot_listen(&self, address: &SocketAddr, error: &std::io::Error) -> String {
        match self.lang {
            Lang::En => format!("cannot listen at {address}: {error}; --port 0 takes a free port"),
            Lang::Ja => format!(
                "{address} で待ち受けできません: {}。--port 0 なら空いている番号を使います",
                self.io(error)
            ),
        }
    }

    /// How far the check of a certificate is.
    pub fn checking(&self, heaps: u64, total: u64) -> String {
        match self.lang {
            Lang::En => format!("{heaps} of {total} heaps checked"),
            Lang::Ja => format!("{total} 山中 {heaps} 山を検査"),
        }
    }

    /// A family that has too many rows for a chart.
    pub fn chart_too_large(&self, sets: u64, most: u64) -> String {
        match self.lang {
            Lang::En => format!(
                "{sets} sets are too many for a chart; up to {most} are drawn (min 2, max 20)"
            ),
            Lang::Ja => format!(
                "集合が {sets} 個あり図には多すぎます。{most} 個まで描けます(min 2, max 20)"
            ),
        }
    }
}
