//! Games as values: what an expression is worth, and values as data.

pub mod eval;
pub(crate) mod eval_calls;
pub(crate) mod loopy_value;
pub mod value;
