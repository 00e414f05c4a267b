//! Games on tuples: their language, tables, conjectures and proofs.

pub(crate) mod conjecture;
pub(crate) mod language;
pub(crate) mod learned;
pub(crate) mod proof;
pub(crate) mod table;
