//! Games as values.

pub(crate) mod eval;
pub(crate) mod value;
