//! What all questions share: who asks, rules and end rules by name, limits, errors, notes, files, rows.

pub(crate) mod accepted;
pub(crate) mod automaton_table;
pub mod board;
pub mod checkpoint;
pub mod closed_form;
pub(crate) mod context;
pub(crate) mod corner;
pub(crate) mod device_choice;
pub mod end;
pub(crate) mod error;
pub(crate) mod error_text;
pub(crate) mod finish;
pub(crate) mod held;
pub mod known;
pub mod notation;
pub(crate) mod note;
pub(crate) mod players;
pub(crate) mod plot;
pub(crate) mod quantity;
pub(crate) mod record_error;
pub mod registration;
pub(crate) mod repeated;
pub(crate) mod rows;
pub mod rule;
pub(crate) mod settings;
pub mod shape;
