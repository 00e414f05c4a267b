//! `ishitori serve`: the workbench in the browser.
//!
//! A question to the server is a command of this program with its output kept in memory, so that
//! the answers are those of `--json`. `endpoints` says which commands and arguments there are;
//! none of them names a file.

mod bench;
mod endpoints;
mod refusal;
mod reproduction;

use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;

use ishitori::prelude::Budget;
use ishitori_web::{Limits, Server, Visitors};
use serde_json::json;

use crate::args::ServeArgs;
use crate::failure::Failure;
use crate::output::Output;

pub fn run(args: &ServeArgs, output: &Output, budget: &Budget) -> Result<ExitCode, Failure> {
    let mut limits = Limits::default();
    if let Some(jobs) = args.jobs {
        limits.running = jobs.into();
    }
    let visitors =
        args.allow_host.iter().fold(Visitors::default(), |known, name| known.allow(name));
    let address = SocketAddr::new(args.host, args.port);
    let failed = |error| Failure::Bind { address, error };
    let server = Server::bind(address, Arc::new(bench::Bench), limits, visitors).map_err(failed)?;
    let address = server.address();
    let page = format!("http://{address}/");
    if output.is_json() {
        output.print_json(&json!({ "address": address.to_string(), "page": page }))?;
    } else {
        output.print(&output.text().serving(&page, address.ip().is_loopback()))?;
    }
    server.run(budget.cancel_flag()).map_err(failed)?;
    Ok(ExitCode::SUCCESS)
}
