//! Pictures.

pub mod draw;
