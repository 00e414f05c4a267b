//! The memory of the process: how much it has, how much there is, and giving back what was freed.
//!
//! * [`resident`]: what the process has now, as the system counts it.
//! * [`of_machine`]: what there is, for this process.
//! * [`release`]: freed memory goes back to the system.
//! * [`share_arenas`]: fewer places in which freed memory can stay.
//!
//! Only Linux reports memory; elsewhere the functions return `None` and do nothing. `release` and `share_arenas` speak to the allocator of
//! glibc, which keeps freed memory for the next who asks: a server that has had a hundred large questions
//! would look as large forever.

mod allocator;
mod system;

pub use allocator::{release, share_arenas};
pub use system::{of_machine, resident};
