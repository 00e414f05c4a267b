//! In which language to answer.

pub use ishitori_words::Lang as Language;
