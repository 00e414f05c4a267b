//! Chores of the repository: `cargo xtask test` runs everything that has to pass, `cargo xtask book`
//! builds the book, `cargo xtask pages` tests the pages in a browser, `cargo xtask proofs` compiles
//! the proofs and compares the checker extracted from them with the one in Rust, `cargo xtask deny`
//! looks at the licences and sources of dependencies, `cargo xtask python` builds and tests the wheel,
//! `cargo xtask site` writes the site for hosts that serve files only, `cargo xtask ledger` counts what fixed jobs cost,
//! `cargo xtask release` verifies and makes what is published.

mod book;
mod deny;
mod deps;
mod gallery;
mod gpu;
mod ledger;
mod pages;
mod proofs;
mod python;
mod release;
mod site;
mod wasm;

use std::process::{Command, ExitCode};

/// Something that has to pass.
struct Check {
    name: &'static str,
    /// Arguments for cargo.
    arguments: &'static [&'static str],
    /// Whether it needs a component of rustup that may be missing.
    component: Option<&'static str>,
}

const CHECKS: &[Check] = &[
    Check {
        name: "formatting",
        arguments: &["fmt", "--all", "--check"],
        component: Some("rustfmt"),
    },
    Check {
        name: "lints",
        arguments: &["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"],
        component: Some("clippy"),
    },
    Check {
        name: "documentation",
        arguments: &["doc", "--workspace", "--no-deps", "--locked"],
        component: None,
    },
];

/// The programs of the book's chapter on the library, which a test runs. Other examples are not built: clippy has checked them, and
/// they instantiate engines again.
const BOOK_PROGRAMS: Check = Check {
    name: "programs of the book",
    arguments: &[
        "build",
        "--workspace",
        "--example",
        "book_*",
        "--example",
        "perfect_move",
        "--locked",
    ],
    component: None,
};

/// All tests, with `cargo nextest`, which keeps all cores busy to the end, and knows no doc tests.
const TESTS_BY_NEXTEST: &[Check] = &[
    BOOK_PROGRAMS,
    Check {
        name: "tests",
        arguments: &["nextest", "run", "--workspace", "--lib", "--bins", "--tests", "--locked"],
        component: None,
    },
    Check {
        name: "doc tests",
        arguments: &["test", "--doc", "--workspace", "--locked"],
        component: None,
    },
];

/// All tests, where it is not installed.
const TESTS_BY_CARGO: &[Check] = &[
    BOOK_PROGRAMS,
    Check {
        name: "tests",
        arguments: &["test", "--workspace", "--lib", "--bins", "--tests", "--locked"],
        component: None,
    },
    Check {
        name: "doc tests",
        arguments: &["test", "--doc", "--workspace", "--locked"],
        component: None,
    },
];

fn main() -> ExitCode {
    match std::env::args().nth(1).as_deref() {
        Some("test") => test(),
        Some("book") => match book::build() {
            Ok(page) => {
                eprintln!("== the book: {}", page.display());
                ExitCode::SUCCESS
            }
            Err(error) => {
                eprintln!("== book: {error}");
                ExitCode::FAILURE
            }
        },
        Some("pages") => match pages::test() {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("== pages: {error}");
                eprintln!("   needed are nodejs, npm and chromium-headless-shell (or chromium)");
                ExitCode::FAILURE
            }
        },
        Some("site") => match site() {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("== site: {error}");
                ExitCode::FAILURE
            }
        },
        Some("deny") => match deny::check() {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("== dependencies: {error}");
                ExitCode::FAILURE
            }
        },
        Some("deps") => match deps::write() {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("== deps: {error}");
                ExitCode::FAILURE
            }
        },
        Some("proofs") => match proofs::check() {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("== proofs: {error}");
                ExitCode::FAILURE
            }
        },
        Some("gpu") => match gpu::test() {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("== gpu: {error}");
                ExitCode::FAILURE
            }
        },
        Some("ledger") => match ledger::run(std::env::args().skip(2)) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("== ledger: {error}");
                ExitCode::FAILURE
            }
        },
        Some(ledger::MEMORY_OF) => match ledger::memory_of(std::env::args().skip(2)) {
            Ok(status) => ExitCode::from(u8::try_from(status).unwrap_or(u8::MAX)),
            Err(error) => {
                eprintln!("== memory: {error}");
                ExitCode::FAILURE
            }
        },
        Some("release") => match release::run(std::env::args().skip(2)) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("== release: {error}");
                ExitCode::FAILURE
            }
        },
        Some("python") => match python::test(std::env::args().any(|word| word == "--release")) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("== python: {error}");
                ExitCode::FAILURE
            }
        },
        _ => {
            eprintln!("usage: cargo xtask test    formatting, lints, documentation, tests");
            eprintln!("       cargo xtask book    the book, into target/book");
            eprintln!("       cargo xtask pages   the pages of `ishitori serve` in Chromium");
            eprintln!(
                "       cargo xtask proofs  Coq's proofs, and the checker extracted from them"
            );
            eprintln!(
                "       cargo xtask gpu    what needs the feature gpu, and the program of the device"
            );
            eprintln!("       cargo xtask python  the wheel for Python, its tests and notebooks");
            eprintln!("       cargo xtask site    pages that need no server, book and reference");
            eprintln!("       cargo xtask ledger  what fixed jobs cost, compared with the records");
            eprintln!("       cargo xtask release what is published, verified and made");
            eprintln!("       cargo xtask deps    the page of dependencies, docs/dependencies.md");
            eprintln!("       cargo xtask deny    licences and sources of dependencies");
            ExitCode::from(2)
        }
    }
}

/// Writes the site, and tests it if that is asked for.
fn site() -> Result<(), String> {
    let (wanted, test) = site::arguments(std::env::args().skip(2))?;
    let made = site::build(&wanted)?;
    eprintln!("== the site: {}", made.display());
    site::test(&wanted, test, &made)
}

/// Says what is run, runs it, and fails if it does.
fn run(command: &mut Command) -> Result<(), String> {
    eprintln!("== {command:?}");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{command:?}: {status}")),
        Err(error) => Err(format!("{command:?} does not start: {error}")),
    }
}

fn cargo() -> std::ffi::OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// Whether `cargo nextest` is installed.
fn has_nextest() -> bool {
    let version = Command::new(cargo()).args(["nextest", "--version"]).output();
    version.is_ok_and(|output| output.status.success())
}

fn test() -> ExitCode {
    let cargo = cargo();
    let tests = if has_nextest() { TESTS_BY_NEXTEST } else { TESTS_BY_CARGO };
    for Check { name, arguments, component } in CHECKS.iter().chain(tests) {
        eprintln!("== {name}: cargo {}", arguments.join(" "));
        let began = std::time::Instant::now();
        let mut command = Command::new(&cargo);
        match command.args(*arguments).env("RUSTDOCFLAGS", "-D warnings").status() {
            Ok(status) if status.success() => {
                eprintln!("== {name}: {} s", began.elapsed().as_secs());
            }
            Ok(status) => {
                eprintln!("== {name} failed ({status})");
                if let Some(component) = component {
                    eprintln!("   if it is missing: rustup component add {component}");
                }
                return ExitCode::FAILURE;
            }
            Err(error) => {
                eprintln!("== {name}: cargo does not start: {error}");
                return ExitCode::FAILURE;
            }
        }
    }
    if deny::is_installed() {
        eprintln!("== dependencies: cargo deny");
        if let Err(error) = deny::check() {
            eprintln!("== dependencies: {error}");
            return ExitCode::FAILURE;
        }
    } else {
        eprintln!("== dependencies: not checked, cargo deny is missing");
    }
    eprintln!("== all passed");
    ExitCode::SUCCESS
}
