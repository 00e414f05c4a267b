//! The tests of `ishitori-records` from outside, in one program.

mod formats;
mod parquet;
