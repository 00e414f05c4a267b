//! The messages of the server.

use std::net::SocketAddr;

use crate::{Text, say};

impl Text {
    /// Where the workbench is.
    pub fn serving(&self, page: &str, only_here: bool) -> String {
        let note = match only_here {
            true => self.say("program.serve.only-machine-can-reach-ctrl"),
            false => self.say("program.serve.everybody-network-can-reach-ctrl"),
        };
        say!(self, "program.serve.workbench-open", page, note)
    }

    /// The address is taken, or not ours.
    pub fn cannot_listen(&self, address: &SocketAddr, error: &std::io::Error) -> String {
        say!(self, "program.serve.cannot-listen-port-takes-free", address, error = self.io(error))
    }

    /// How far the check of a certificate is.
    pub fn checking(&self, heaps: u64, total: u64) -> String {
        say!(self, "program.serve.heaps-checked", heaps, total)
    }

    /// A family that has too many rows for a chart.
    pub fn chart_too_large(&self, sets: u64, most: u64) -> String {
        say!(self, "program.serve.sets-too-many-chart-up", sets, most)
    }
}
