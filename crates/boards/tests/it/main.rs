//! The tests of `ishitori-boards` from outside, in one program.

mod board_texts;
mod census;
mod certificates;
mod common;
mod known_results;
mod loopy_texts;
mod mistakes;
mod nimbers;
mod outcomes_of_random_texts;
mod random_texts;
mod search;
