//! `ishitori serve`: the workbench in the browser.
//!
//! The server asks the same questions as the commands, through `ishitori-answers`.

use std::net::SocketAddr;
use std::sync::Arc;

use ishitori_answers::Accepted;
use ishitori_runtime::Budget;
use ishitori_web::{Limits, Questions, Server, Visitors};
use serde::Serialize;

use crate::ExitCode;
use crate::args::{Common, ServeArgs};
use crate::failure::Failure;
use crate::output::Output;

/// Where the workbench is.
#[derive(Serialize)]
struct Serving {
    address: String,
    page: String,
}

pub fn run(
    args: &ServeArgs,
    output: &Output,
    budget: &Budget,
    common: &Common,
) -> Result<ExitCode, Failure> {
    let mut limits = Limits::default();
    if let Some(jobs) = args.jobs {
        limits.running = jobs.into();
    }
    if let Some(memory) = common.memory_limit()? {
        limits.memory = memory;
    }
    if let Some(time) = common.time_limit()? {
        limits.direct_time = time;
    }
    if limits.memory < Limits::LEAST_MEMORY {
        let value = limits.memory.to_string();
        return Err(Failure::Argument {
            field: "memory-limit",
            value,
            accepted: Accepted::ServerSize,
        });
    }
    let visitors =
        args.allow_host.iter().fold(Visitors::default(), |known, name| known.allow(name));
    let address = SocketAddr::new(args.host, args.port);
    let failed = |error| Failure::Bind { address, error };
    let server = Server::bind(address, Arc::new(Questions), limits, visitors).map_err(failed)?;
    let address = server.address();
    let page = format!("http://{address}/");
    if output.is_json() {
        output.print_data(&Serving { address: address.to_string(), page })?;
    } else {
        output.print(&output.text().serving(&page, address.ip().is_loopback()))?;
    }
    server.run(budget.cancel_flag()).map_err(failed)?;
    Ok(ExitCode::SUCCESS)
}
