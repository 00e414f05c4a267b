//! The interface to JavaScript: plain functions on numbers, so that no generated glue is needed.
//!
//! The page calls `allocate`, writes the request there, calls `ask` and reads the reply at `found`.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

use ishitori_api::ProgressReport;
use ishitori_runtime::clock::set_clock;

use crate::reply::reply;

#[allow(unsafe_code)]
#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Milliseconds since some moment.
    safe fn clock() -> f64;
    /// Not zero if the page wants what is known by now.
    safe fn cancelled() -> u32;
    /// How far the computation has come: where in memory a line for people is, how many bytes of UTF-8, and the part of the
    /// work that is done, which is negative if that is not known.
    safe fn report(at: *const u8, length: usize, share: f64);
    /// The message of a panic.
    safe fn broke(at: *const u8, length: usize);
}

/// Set when the page wants an end. Every look at the clock looks at that too, and engines look at the
/// clock wherever they may stop.
static STOP: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

fn now() -> f64 {
    if cancelled() != 0 {
        STOP.store(true, Ordering::Relaxed);
    }
    clock()
}

thread_local! {
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static REPLY: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Allocates memory for a request of `length` bytes.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn allocate(length: usize) -> *mut u8 {
    REQUEST.with_borrow_mut(|request| {
        request.clear();
        request.resize(length, 0);
        request.as_mut_ptr()
    })
}

/// Keeps a table of the atlas: the allocated memory holds its name, of `name` bytes, and the file.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn keep(name_length: usize) {
    let mut name = REQUEST.take();
    let table = name.split_off(name_length.min(name.len()));
    ishitori_atlas::keep_table(&String::from_utf8_lossy(&name), table);
}

/// Answers the request and says how many bytes the reply has.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    set_clock(now);
    std::panic::set_hook(Box::new(|panic| {
        let why = panic.to_string();
        broke(why.as_ptr(), why.len());
    }));
    let request = REQUEST.take();
    let progress = Arc::new(|done: &ProgressReport| {
        report(done.line.as_ptr(), done.line.len(), done.share.unwrap_or(-1.0));
    });
    let made = reply(&request, progress, STOP.clone());
    let length = made.len();
    REPLY.set(made);
    length
}

/// Where the reply is.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn found() -> *const u8 {
    REPLY.with_borrow(|reply| reply.as_ptr())
}

/// Frees the memory of the reply.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn forget() {
    drop(REPLY.take());
}
