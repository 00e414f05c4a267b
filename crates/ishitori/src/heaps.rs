//! Games on heaps: rules by codes such as `0.77` and `sub:2,3`, Grundy numbers, periods that are proved, end rules, and
//! quotients.
//!
//! ```
//! use ishitori::games::Budget;
//! use ishitori::heaps::{EndRule, HeapRule, QuotientSearch, find_period};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let kayles: HeapRule = "0.77".parse()?;
//!     let code = kayles.code().ok_or("not a game on single heaps")?;
//!     let report = find_period(code, 1000, &Budget::unlimited())?;
//!     assert_eq!(report.periodicity.ok_or("no period")?.values.period, 12);
//!
//!     // Misère Kayles up to heap 8.
//!     let mut search = QuotientSearch::new(&kayles, &EndRule::misere())?;
//!     search.run(Some(8), &Budget::unlimited())?;
//!     assert!(search.quotient().order() > 1);
//!     Ok(())
//! }
//! ```

pub use ishitori_rules::end::EndRule;
pub use ishitori_rules::heap::{HeapCode, HeapRule};
pub use ishitori_solve::ending::{Outcomes, SumRule, heaps_in_order, outcomes};
pub use ishitori_solve::heap::{
    Engine, Grundy, GrundySequence, HeapError, Misere, Period, PeriodReport, PeriodSearch,
    Periodicity, Status, find_misere_period, find_period, grundy, misere,
};
pub use ishitori_solve::quotient::{Presentation, Quotient, QuotientError, QuotientSearch};
