//! A folder of results that a community keeps together: what the independent checker has accepted, with who computed it.
//!
//! The folder is made for git. A record is a file of its own, whose name is made from its contents: two people who add
//! something write different files, or the same file with the same bytes, and nothing that is there is ever changed. So
//! two clones merge without a conflict, whatever happened in them. Who works on what stands in such files, too.
//!
//! ```text
//! DIR/records/grundy-period/0.77-3f0c21d9/5a…e1.json     a certificate and its provenance
//! DIR/claims/period-0.135-90ab12cd/77…02.json            who works on what, until when
//! ```

mod add;
mod check;
mod claim;
mod files;
mod subject;
mod todo;

pub use add::{AddOutcome, AddRequest, Added, AddedFile, add};
pub use check::{CheckRequest, Checked, Problem, RecordFault, check};
pub use claim::{ClaimHolder, ClaimRequest, Claimed, Refused, claim};
pub use files::Provenance;
pub use todo::{Todo, TodoRequest, Work, todo};
