//! How much of the machine visitors may use.

use std::time::Duration;

use ishitori_workbench::Room;

/// Limits of a server. All of them hold at once, so the most memory that answers can take is about
/// `(direct + 2 · slow) · direct_memory + running · job_memory + kept_bytes + bodies`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Connections at a time; more wait to be accepted.
    pub connections: usize,
    /// How long a client may take to send the head of a request.
    pub head_time: Duration,
    /// How long a client may take to send the body of a request.
    pub body_time: Duration,
    /// How long a client may take to read a part of an answer that is ready for it.
    pub read_time: Duration,
    /// Bytes of the body of a request.
    pub body: usize,
    /// Bytes of the command and the parameters of a job; only its document may be longer.
    pub parameters: usize,
    /// Bytes of the body of a document that is to be checked.
    pub document: usize,
    /// Bytes of all bodies beyond the size of `body` that are being received, read or worked on.
    pub bodies: usize,
    /// Bytes of an answer.
    pub largest_answer: usize,
    /// Questions that are answered directly at a time.
    pub direct: usize,
    /// Questions that wait for that.
    pub direct_waiting: usize,
    /// Time for a direct answer at first; what takes longer goes to a lane of its own.
    pub glance: Duration,
    /// Questions in that lane at a time.
    pub slow: usize,
    /// Questions that wait for that.
    pub slow_waiting: usize,
    /// Time for a direct answer there; what takes longer is a job.
    pub direct_time: Duration,
    /// Memory for a direct answer.
    pub direct_memory: u64,
    /// Jobs that run at a time.
    pub running: usize,
    /// Jobs that wait for that.
    pub queued: usize,
    /// How long a job goes on that was watched and that nobody watches or asks about any more.
    pub abandoned: Duration,
    /// Finished jobs whose results are kept.
    pub kept: usize,
    /// How long they are kept.
    pub kept_for: Duration,
    /// Bytes of the results of finished jobs, all together.
    pub kept_bytes: usize,
    /// Time for a job.
    pub job_time: Duration,
    /// Memory for a job.
    pub job_memory: u64,
    /// Threads of a job.
    pub job_threads: usize,
    /// Streams of events at a time.
    pub streams: usize,
    /// Computations that go on although their time is over, at a time.
    pub strays: usize,
}

impl Default for Limits {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let room = Room::default();
        Limits {
            connections: 512,
            head_time: Duration::from_secs(10),
            body_time: Duration::from_secs(20),
            read_time: Duration::from_secs(20),
            body: 256 << 10,
            parameters: room.parameters,
            document: room.document,
            bodies: 64 << 20,
            largest_answer: room.largest_answer,
            direct: (2 * cores).clamp(4, 16),
            direct_waiting: 512,
            glance: Duration::from_millis(100),
            slow: (cores / 2).clamp(1, 4),
            slow_waiting: 8,
            direct_time: room.direct_time,
            direct_memory: room.direct_memory,
            running: (cores / 2).clamp(1, 4),
            queued: 32,
            abandoned: Duration::from_secs(20),
            kept: 64,
            kept_for: Duration::from_secs(15 * 60),
            kept_bytes: 128 << 20,
            job_time: room.job_time,
            job_memory: room.job_memory,
            job_threads: 1,
            streams: 256,
            strays: 8,
        }
    }
}
