//! Targets for fuzzing: what is done with an input. `fuzz/` at the root of the repository hands them random inputs; tests hand
//! them the committed ones ([`replay`]) and changed ones ([`mutate`]).

#[cfg(feature = "boards")]
pub mod board;
#[cfg(feature = "certify")]
pub mod certificate;
#[cfg(feature = "solve")]
pub mod checkpoint;
#[cfg(feature = "sweep")]
pub mod condition;
#[cfg(feature = "values")]
pub mod expression;
pub mod mutate;
#[cfg(feature = "sweep")]
pub mod rows;

use std::path::{Path, PathBuf};

/// The folder of the inputs of a target: `seeds`, with which the fuzzer begins, or `regressions`, what it has found.
pub fn inputs(kind: &str, target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz").join(kind).join(target)
}

/// Hands every committed input of one kind to a target, and names it before; how many there are, none where there is no folder.
pub fn replay(kind: &str, target: &str, run: impl Fn(&[u8])) -> usize {
    let Ok(entries) = std::fs::read_dir(inputs(kind, target)) else { return 0 };
    let mut count = 0;
    for entry in entries {
        let path = entry.expect("a file").path();
        println!("{}", path.display());
        run(&std::fs::read(&path).expect("a file"));
        count += 1;
    }
    count
}
