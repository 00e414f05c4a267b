//! Documents for the checker of certificates, with the hash they have and with the one that fits: nothing
//! panics, no limit is exceeded, what is printed is on one line and has nothing in it that a terminal obeys, and what is
//! accepted can be written and accepted again.

use ishitori_certify::{Certificate, Limits, Rejection, Verdict, Why, check_within};

/// The memory limit of each check.
pub const MEMORY_LIMIT: u64 = 8 << 20;

/// A check within the limits; what it says is examined.
pub fn checked(document: &str) -> Verdict {
    let limits = Limits { memory: MEMORY_LIMIT, steps: 1 << 21, ..Limits::default() };
    let verdict = check_within(document, &limits);
    assert_eq!(verdict.valid, matches!(verdict.why, Why::Proved(_)));
    let claim = verdict.claim.as_ref().map(ToString::to_string).unwrap_or_default();
    for text in [claim, verdict.why.to_string()] {
        let obeyed = |c: char| {
            c.is_control()
                || matches!(c, '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        };
        assert!(!text.contains(obeyed), "{text:?}");
    }
    verdict
}

/// One document, checked by `checked`, which may look at more.
pub fn run_with(data: &[u8], checked: impl Fn(&str) -> Verdict) {
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
}
