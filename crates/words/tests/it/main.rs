//! The tests of `ishitori-words` from outside, in one program.

mod glossary;
mod languages;
