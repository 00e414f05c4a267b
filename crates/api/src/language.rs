//! The language of an answer.

pub use ishitori_words::Lang as Language;
