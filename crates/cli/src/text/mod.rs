//! What only the command line says: its help, its manual pages, and what is wrong with its
//! arguments. Everything else is in `ishitori-words`.

pub mod groups;
pub mod help;
pub mod notes;
pub mod usage;
pub mod welcome;

pub use ishitori_words::{Lang, Text};
