//! Questions at addresses, without HTTP: addresses and parameters in, answers as JSON or pictures out.
//!
//! Two things stand on it: the server of `ishitori serve`, and the same pages without a server, where the
//! browser computes. Both ask [`Questions`], so that pages cannot distinguish them.
//!
//! * [`Call`]: a question, read from an address; [`JobRequest`]: one that comes as the body of a request.
//! * [`Workbench`]: who answers; [`Questions`] asks the questions of the library.
//! * [`Answer`], [`Written`]: what is sent; [`Refusal`]: why there is no answer.
//! * [`RequestLimits`]: how much one answer may take.
//!
//! Nothing here knows of sockets, files or threads.

mod call;
mod job_request;
mod language;
mod questions;
mod refusal;
mod request_limits;
mod written;

pub use call::{
    Answer, Call, Content, File, MAX_PARAMETERS, Progress, ProgressReport, Workbench,
    language_asked,
};
pub use job_request::{JobRequest, JobRequestError};
pub use language::Language;
pub use questions::Questions;
pub use refusal::Refusal;
pub use request_limits::RequestLimits;
pub use written::{Written, safe_name};
