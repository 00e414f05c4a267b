//! The workbench without a server: addresses and parameters in, answers as JSON or pictures out.
//!
//! Two things stand on it: the server of `ishitori serve`, and the same pages without a server, where the
//! browser computes. Both ask [`Questions`], so that pages cannot tell them apart.
//!
//! * [`Call`]: a question, read from an address; [`Order`]: one that comes as the body of a request.
//! * [`Workbench`]: who answers; [`Questions`] asks the questions of the library.
//! * [`Answer`], [`Written`]: what is sent; [`Refusal`]: why there is no answer.
//! * [`Room`]: how much one answer may take.
//!
//! Nothing here knows of sockets, files or threads.

mod call;
mod language;
mod order;
mod questions;
mod refusal;
mod room;
mod written;

pub use call::{Answer, Call, Content, File, MAX_PARAMETERS, Progress, Workbench};
pub use language::Language;
pub use order::{Order, Wrong};
pub use questions::Questions;
pub use refusal::Refusal;
pub use room::Room;
pub use written::{Written, safe_name};
