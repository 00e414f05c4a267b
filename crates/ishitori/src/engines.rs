//! The crates that do the work, whole. What is only here may change in any version: they are cut as the program needs
//! them. Programs that need something of it for long had better ask for it in a module of its subject.

#[cfg(feature = "answers")]
pub use ishitori_answers as answers;
#[cfg(feature = "atlas")]
pub use ishitori_atlas as atlas;
#[cfg(feature = "automata")]
pub use ishitori_automata as automata;
#[cfg(feature = "boards")]
pub use ishitori_boards as boards;
#[cfg(feature = "certify")]
pub use ishitori_certify as certify;
#[cfg(feature = "draw")]
pub use ishitori_draw as draw;
#[cfg(feature = "language")]
pub use ishitori_language as language;
#[cfg(feature = "loopy")]
pub use ishitori_loopy as loopy;
#[cfg(feature = "rules")]
pub use ishitori_rules as rules;
#[cfg(feature = "solve")]
pub use ishitori_runtime as parallel;
#[cfg(feature = "solve")]
pub use ishitori_solve as solve;
#[cfg(feature = "sweep")]
pub use ishitori_sweep as sweep;
pub use ishitori_values as values;
#[cfg(feature = "words")]
pub use ishitori_words as words;
