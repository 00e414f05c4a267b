//! Whole families of subtraction sets under one end rule.
//!
//! * [`Family`]: which sets, in which order.
//! * [`Row`]: what is computed for each set, by bit windows.
//! * [`Expression`]: conditions and statistics in the user's words.
//! * [`Check`]: theorems about the outcomes, with the first counterexample.
//! * [`sweep_quotients`]: the quotients of a list of rules.
//! * [`sweep_codes`]: the Grundy sequences of a list of codes.
//! * [`process_list`]: processes the items of any list, a row each.
//! * [`sweep_values`]: what the normalised values of a list of rules do.
//! * [`sweep`]: all sets on all threads, rows to a file that survives interruption.
//! * [`Shard`]: one of several parts of a family, for one machine of many.
//!
//! ```
//! use ishitori_sweep::{Family, Query, Workers, sweep};
//! use ishitori_values::Budget;
//! let family = Family::new(2, 8);
//! let query = Query::new("mod2:LR".parse().unwrap());
//! let summary = sweep(&family, &query, &Workers::new(1, &Budget::unlimited())).unwrap();
//! assert_eq!((summary.sets, summary.eventually_all[2]), (64, 23));
//! ```

mod check;
mod codes;
mod expression;
mod family;
mod fast_summary;
mod file;
mod folder;
#[cfg(feature = "gpu")]
mod gpu;
mod grundy;
mod kernel;
mod lanes;
mod list;
mod listed;
mod plain;
mod quotients;
mod row;
mod run;
mod sealed;
mod set_row;
mod shard;
mod strips;
mod summary;
mod values;
mod workers;

pub use ishitori_runtime::Workers;

pub use check::{Check, CheckError, CheckResult};
pub use codes::{ClassedRow, CodeQuery, CodeRow, sweep_codes};
pub use expression::{
    Expression, ExpressionError, ExpressionErrorKind, FIELDS, Overflow, RowCondition, RowOverflow,
    Value,
};
pub use family::{Family, FamilyError, Set};
pub use file::sweep_to_file;
pub use folder::{FORMAT as ROWS_FORMAT, FileError, RowsFile};
#[cfg(feature = "gpu")]
pub use gpu::{GpuLack, GpuSweepError, gpu_lacks, matching_places_on, sweep_places_on};
#[cfg(feature = "gpu")]
pub use ishitori_gpu::{Device, DeviceInfo, GpuError, devices};
pub use kernel::{Sequence, outcome_sequence};
pub use list::{ItemError, List, ListError, ListItem, ListRun, ListSummary, process_list};
pub use listed::{Listed, sweep_listed};
pub use quotients::{
    ListedQuotient, QuotientAnswer, QuotientFacts, QuotientQuery, QuotientRow, sweep_quotients,
};
pub use row::{GrundyCycle, NonNormalP, Row, Word};
pub use run::{Query, SweepError, matching_places, rows_at, sweep, sweep_places, sweep_plainly};
pub use sealed::{SealError, digest, digest_of, open_sealed, seal};
pub use set_row::{SetColumns, SetRecord, SetRow};
pub use shard::{Shard, ShardError};
pub use strips::{Cells, Shown, Strip, StripsError, strips};
pub use summary::{Missing, SweepSummary};
pub use values::{LongRunBehaviour, ValueQuery, ValueRow, ValueSweepError, sweep_values};
