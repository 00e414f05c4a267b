//! Games as values: the value of an expression, and values as data.

pub mod eval;
pub(crate) mod eval_calls;
pub(crate) mod loopy_value;
pub mod value;
