//! Documents for the checker of certificates, with the hash they have and with the one that fits: nothing
//! panics, no limit is exceeded, and what is accepted can be said, written and accepted again.
#![no_main]

use ishitori_certify::{Certificate, Limits, Rejection, Verdict, Why, check_within};
use libfuzzer_sys::fuzz_target;
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

const MEMORY_LIMIT: u64 = 8 << 20;
/// What is used whatever the document says.
const ALWAYS: u64 = 64 << 10;

fn checked(document: &str) -> Verdict {
    let limits = Limits { memory: MEMORY_LIMIT, steps: 1 << 21, ..Limits::default() };
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage();
    let verdict = check_within(document, &limits);
    let used = MEMORY.peak_usage().saturating_sub(before) as u64;
    assert!(used <= MEMORY_LIMIT + ALWAYS, "{used} bytes: {}", verdict.why);
    assert_eq!(verdict.valid, matches!(verdict.why, Why::Proved(_)));
    let _ = (verdict.claim.as_ref().map(ToString::to_string), verdict.why.to_string());
    verdict
}

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let mut text = text.to_owned();
    let mut verdict = checked(&text);
    if let Why::Rejected(Rejection::Hash { expected }) = &verdict.why
        && let Ok(mut value) = serde_json::from_str::<serde_json::Value>(&text)
    {
        value["hash"] = serde_json::json!(expected);
        text = value.to_string();
        verdict = checked(&text);
        assert!(!matches!(verdict.why, Why::Rejected(Rejection::Hash { .. })), "{text}");
    }
    if verdict.valid {
        let certificate: Certificate = serde_json::from_str(&text).expect("it was read before");
        let again = Certificate::new(certificate.rule, certificate.claim, certificate.data);
        assert!(checked(&again.to_json()).valid, "{text}");
    }
});
