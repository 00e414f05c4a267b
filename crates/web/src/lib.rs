//! The workbench in the browser: pages, a JSON interface, and jobs for what takes long.
//!
//! The server knows nothing about games. It is given a [`Workbench`], which answers [`Call`]s, and
//! adds what a server owes its machine and its visitors: limits of size, time, memory and number,
//! checks of who is asking, and answers that come while others wait.
//!
//! * [`Server`]: binds, accepts, serves until asked to stop.
//! * [`router`]: the same without a socket, for tests.
//! * [`Workbench`]: what there is to ask, and who answers.
//! * [`Limits`]: how much of the machine visitors may use.
//!
//! Safe by default: see [`Visitors`] for whom the server talks to. No request names a file of the
//! machine; pages are part of the program.

mod admission;
mod api;
mod assets;
mod bodies;
mod compress;
mod cost_history;
mod guard;
mod jobs;
mod limits;
mod memory;
mod refused;
mod runaway_tasks;
mod server;
mod write_timeout;

pub use guard::Visitors;
pub use ishitori_api::{
    Answer, Call, Content, File, Language, Progress, ProgressReport, Questions, Refusal, Workbench,
};
pub use limits::Limits;
pub use server::{Server, router};
