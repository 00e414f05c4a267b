//! Limits of one request.

use std::time::Duration;

/// Limits of time, memory and size for one request, the same for the server and the WebAssembly build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestLimits {
    /// Time for an answer at once; what takes longer is a job.
    pub direct_time: Duration,
    /// Memory for an answer at once.
    pub direct_memory: u64,
    /// Time for a job.
    pub job_time: Duration,
    /// Memory for a job.
    pub job_memory: u64,
    /// Bytes of an answer.
    pub largest_answer: usize,
    /// Bytes of the command and the parameters of a job; only its document may be longer.
    pub parameters: usize,
    /// Bytes of a document that is to be checked.
    pub document: usize,
}

impl Default for RequestLimits {
    fn default() -> RequestLimits {
        RequestLimits {
            direct_time: Duration::from_secs(2),
            direct_memory: 128 << 20,
            job_time: Duration::from_secs(120),
            job_memory: 1 << 30,
            largest_answer: 32 << 20,
            parameters: 64 << 10,
            document: 16 << 20,
        }
    }
}
