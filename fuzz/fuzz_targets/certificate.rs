//! See `ishitori_testing::fuzz::certificate`; here the memory is counted, too.
#![no_main]

use ishitori_certify::Verdict;
use ishitori_testing::fuzz::certificate;
use libfuzzer_sys::fuzz_target;
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// What is used whatever the document says, the text of the verdict included.
const ALWAYS: u64 = 256 << 10;

fn counted(document: &str) -> Verdict {
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage();
    let verdict = certificate::checked(document);
    let used = MEMORY.peak_usage().saturating_sub(before) as u64;
    assert!(used <= certificate::MEMORY_LIMIT + ALWAYS, "{used} bytes: {}", verdict.why);
    verdict
}

fuzz_target!(|data: &[u8]| certificate::run_with(data, counted));
