//! Any bytes as a checkpoint whose checksum is right: it is refused, or the search goes on
//! without harm.

use std::path::Path;
use std::time::Duration;

use ishitori_rules::heap::HeapRule;
use ishitori_solve::heap::PeriodSearch;
use ishitori_solve::quotient::QuotientSearch;
use ishitori_values::Budget;

/// Rules of every kind: with splits and without, narrow and wide, done in one step.
pub const RULES: [&str; 8] =
    ["0.16", "0.6", "4.7", "0.127", "sub:1,4,9", "sub:100,201,301", "0.06", "allbut:2,4,7"];
/// Quotients.
pub const QUOTIENTS: [(&str, &str); 3] =
    [("0.77", "misere"), ("sub:2,3", "mod2:LR"), ("psub:1,3/1,2", "normal")];

/// The content with its checksum, by the definition of the format.
pub fn sealed(content: &[u8]) -> Vec<u8> {
    let sum = content.chunks(8).fold(0xcbf2_9ce4_8422_2325_u64, |sum, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        let mixed = (sum ^ u64::from_le_bytes(word)).wrapping_mul(0x0000_0100_0000_01b3);
        mixed ^ mixed >> 29
    });
    [content, &sum.to_le_bytes()].concat()
}

/// The first byte chooses the rule, the rest is the file without its checksum.
pub fn run(data: &[u8]) {
    let Some((&which, content)) = data.split_first() else { return };
    let (bytes, path) = (sealed(content), Path::new("fuzz"));
    let budget = Budget::unlimited().with_time(Duration::from_millis(100)).with_memory(1 << 26);
    let which = usize::from(which) % (RULES.len() + QUOTIENTS.len());
    if let Some(rule) = RULES.get(which) {
        let rule: HeapRule = rule.parse().expect("a rule");
        let code = rule.code().expect("a code");
        if let Ok(mut search) = PeriodSearch::from_bytes(code, 30_000, &bytes, path) {
            while let Ok(None) = search.step(&budget) {}
            PeriodSearch::from_bytes(code, 30_000, &search.to_bytes(), path)
                .expect("what was saved can be read");
        }
        return;
    }
    let (rule, end) = QUOTIENTS[which - RULES.len()];
    let (rule, end) = (rule.parse().expect("a rule"), end.parse().expect("an end"));
    if let Ok(mut search) = QuotientSearch::from_bytes(&rule, &end, &bytes, path, &budget) {
        let _ = search.run(Some(search.last_heap().saturating_add(3)), &budget);
        let _ = search.to_bytes();
    }
}
