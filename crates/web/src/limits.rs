//! Limits on the share of the machine that visitors may use.

use std::time::Duration;

use ishitori_api::RequestLimits;

/// Limits of a server. All of them hold at once, so the most memory that answers can take is about
/// `(direct + 2 · slow) · direct_memory + running · job_memory + kept_bytes + bodies + sent`. Where that is more than
/// three quarters of `memory`, each gets its share of those ([`Limits::within_memory`]); the rest is for the program and for memory
/// that is not counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Memory of the whole process: above it, every search that checks its budget is stopped.
    pub memory: u64,
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
    /// Bytes of all long answers that wait for their readers.
    pub sent: usize,
    /// Questions that are answered directly at a time.
    pub direct: usize,
    /// Questions that wait for that.
    pub direct_waiting: usize,
    /// Time for a direct answer at first; what takes longer goes to a lane of its own.
    pub quick_time: Duration,
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
    /// How long a job goes on that was watched and that no client watches or asks about any more.
    pub abandoned: Duration,
    /// How long a job waits or goes on that no client has watched or asked about.
    pub unwatched: Duration,
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
    pub runaway: usize,
}

/// The assumed memory of a machine where the system does not report it.
const UNKNOWN: u64 = 2 << 30;

impl Limits {
    /// The least memory that a server starts with.
    pub const LEAST_MEMORY: u64 = 64 << 20;

    /// The limits of memory as they fit together into that of the process. O(1).
    ///
    /// ```
    /// use ishitori_web::Limits;
    /// let small = Limits { memory: 256 << 20, ..Limits::default() }.within_memory();
    /// assert!(small.direct_memory < Limits::default().direct_memory);
    /// assert!(small.direct_memory * small.direct as u64 + small.job_memory * (small.running as u64) < 192 << 20);
    /// let large = Limits { memory: 1 << 40, ..Limits::default() };
    /// assert_eq!(large.clone().within_memory(), large);
    /// ```
    #[must_use]
    pub fn within_memory(mut self) -> Limits {
        let places = (self.direct + 2 * self.slow) as u64;
        let parts = [
            places.saturating_mul(self.direct_memory),
            (self.running as u64).saturating_mul(self.job_memory),
            self.kept_bytes as u64,
            self.bodies as u64,
            self.sent as u64,
        ];
        let wanted = parts.iter().fold(0_u64, |sum, part| sum.saturating_add(*part));
        let most = self.memory - self.memory / 4;
        if wanted <= most {
            return self;
        }
        let share = |bytes: u64| {
            let bytes = u128::from(bytes) * u128::from(most) / u128::from(wanted);
            u64::try_from(bytes).unwrap_or(u64::MAX)
        };
        let size = |bytes: usize| usize::try_from(share(bytes as u64)).unwrap_or(usize::MAX);
        self.direct_memory = share(self.direct_memory);
        self.job_memory = share(self.job_memory);
        self.kept_bytes = size(self.kept_bytes);
        self.bodies = size(self.bodies);
        self.sent = size(self.sent);
        // One of them has to fit.
        self.largest_answer = self.largest_answer.min(self.sent / 2).min(self.kept_bytes);
        self.document = self.document.min(self.bodies);
        // What is not counted for a body: all connections may have one at once.
        let uncounted = self.memory / 32 / self.connections.max(1) as u64;
        self.body = self.body.min(usize::try_from(uncounted).unwrap_or(usize::MAX)).max(4 << 10);
        self
    }
}

impl Default for Limits {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let limits = RequestLimits::default();
        Limits {
            memory: ishitori_runtime::memory::of_machine().map_or(UNKNOWN, |bytes| bytes / 4),
            connections: 512,
            head_time: Duration::from_secs(10),
            body_time: Duration::from_secs(20),
            read_time: Duration::from_secs(20),
            body: 256 << 10,
            parameters: limits.parameters,
            document: limits.document,
            bodies: 64 << 20,
            largest_answer: limits.largest_answer,
            sent: 256 << 20,
            direct: (2 * cores).clamp(4, 16),
            direct_waiting: 512,
            quick_time: Duration::from_millis(100),
            slow: (cores / 2).clamp(1, 4),
            slow_waiting: 8,
            direct_time: limits.direct_time,
            direct_memory: limits.direct_memory,
            running: (cores / 2).clamp(1, 4),
            queued: 32,
            abandoned: Duration::from_secs(20),
            unwatched: Duration::from_secs(60),
            kept: 64,
            kept_for: Duration::from_secs(15 * 60),
            kept_bytes: 128 << 20,
            job_time: limits.job_time,
            job_memory: limits.job_memory,
            job_threads: 1,
            streams: 256,
            runaway: 8,
        }
    }
}
