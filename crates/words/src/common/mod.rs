//! The parts that all answers share: errors and the expected input, notes, reasons, progress, how texts are shown.

pub(crate) mod accepted;
pub(crate) mod any;
pub(crate) mod closed_form;
pub(crate) mod diagnostic;
pub(crate) mod errors;
pub(crate) mod functions;
pub mod glossary;
pub(crate) mod known;
pub(crate) mod note;
pub(crate) mod progress;
pub(crate) mod reasons;
