//! Certificates of proved results, and their checker, which shares no code with the engines and believes nothing that it
//! has not recomputed.
//!
//! ```
//! let verdict = ishitori::certify::check("{}");
//! assert!(!verdict.valid);
//! ```

pub use ishitori_certify::{
    Certificate, Claim, Evidence, Limits, Progress, Rejection, Statement, Theorem, Verdict, Why,
    check, check_with, check_within,
};
