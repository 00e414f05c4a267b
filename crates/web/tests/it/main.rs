//! The tests of `ishitori-web` from outside, in one program.

mod clients;
mod server;
