//! Quotients.

use ishitori_solve::quotient::{NoRefinement, ParityRefinement, Presentation, Quotient, Subgroup};
use ishitori_values::LimitReached;

/// Everything that is shown.
pub struct Shown<'q> {
    /// See the engine.
    pub quotient: &'q Quotient,
    /// See the engine.
    pub presentation: Presentation,
    /// See the engine.
    pub kernel: Subgroup,
    /// See the engine.
    pub units: Subgroup,
    /// The maximal subgroups, one for each idempotent; none if there are very many.
    /// See the engine.
    pub groups: Vec<Subgroup>,
    /// See the engine.
    pub finer: Result<ParityRefinement, NoRefinement>,
    /// See the engine.
    pub finer_presentation: Option<Presentation>,
    /// See the engine.
    pub stopped: Option<LimitReached>,
    /// See the engine.
    pub asked_to: Option<u32>,
    /// See the engine.
    pub table: bool,
}
