//! Whole families of games, one row per game: all subtraction sets within bounds, and lists of codes and rules.
//!
//! ```
//! use ishitori::families::{Family, Query, Workers, sweep};
//! use ishitori::games::Budget;
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let mut query = Query::new("mod2:LR".parse()?);
//!     query.condition = Some("size == 2".parse()?);
//!     let budget = Budget::unlimited();
//!     let found = sweep(&Family::new(2, 8), &query, &Workers::new(1, &budget))?;
//!     assert_eq!((found.sets, found.matching), (64, 6));
//!     Ok(())
//! }
//! ```

pub use ishitori_sweep::{
    Check, CodeQuery, CodeRow, Expression, Family, FamilyError, ListSummary, Query, QuotientAnswer,
    QuotientQuery, Set, SweepError, SweepSummary, Workers, sweep, sweep_codes, sweep_quotients,
};
