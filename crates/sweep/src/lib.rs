//! Whole families of subtraction sets under one end rule.
//!
//! * [`Family`]: which sets, in which order.
//! * [`Row`]: what is computed for each set, by bit windows.
//! * [`Expression`]: conditions and statistics in the user's words.
//! * [`Check`]: theorems about the outcomes, with the first counterexample.
//! * [`sweep`]: all sets on all threads, rows to a file that survives interruption.
//!
//! ```
//! use ishitori_sweep::{Family, Query, sweep};
//! use ishitori_values::Budget;
//! let family = Family::new(2, 8);
//! let query = Query::new("mod2:LR".parse().unwrap());
//! let summary = sweep(&family, &query, 1, &Budget::unlimited()).unwrap();
//! assert_eq!((summary.sets, summary.eventually_all[2]), (64, 23));
//! ```

mod check;
mod expression;
mod family;
mod file;

mod grundy;
mod kernel;
mod parquet_file;
mod plain;
mod row;
mod run;

pub use check::{Check, CheckError, CheckResult};
pub use expression::{Expression, ExpressionError, FIELDS};
pub use family::{Family, FamilyError, Set};

pub use file::{FileError, sweep_to_file};
pub use kernel::{Sequence, outcome_sequence};
pub use row::{GrundyCycle, Row};
pub use run::{Query, Summary, SweepError, matching_places, sweep};
