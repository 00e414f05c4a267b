//! The texts of the command line alone: its help, its manual pages, and the errors of its
//! arguments. Everything else is in `ishitori-words`.

pub mod groups;
pub mod help;
pub mod notes;
pub mod usage;
pub mod welcome;

pub use ishitori_words::{Lang, Text};
