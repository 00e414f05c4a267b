//! The program `ishitori`; everything it does is in the libraries.

fn main() -> ishitori_cli::ExitCode {
    ishitori_cli::run(std::env::args_os().collect())
}
