//! Compiles the proofs, extracts the checker from them, and compares it with the one in Rust.
//!
//! Coq and OCaml are installed from the distribution if they are missing. Everything is built in
//! `target/proofs`; the program is `target/proofs/ishitori-verified-check`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

mod corpus;
mod grammar;
mod milestones;

/// The packages needed, by their names in Debian and Ubuntu.
const PACKAGES: &[&str] = &["coq", "ocaml-nox", "ocaml-findlib", "libzarith-ocaml-dev"];

/// Fewer certificates than this do not count as a comparison.
const ENOUGH: usize = 500;

/// The files of the program that the extracted one needs, and those that need it, in their order.
const BEFORE: &[&str] = &["big.ml", "vec.ml"];
const AFTER: &[&str] =
    &["json.ml", "sha256.ml", "tables.ml", "letters.ml", "boardtext.ml", "boardgame.ml", "main.ml"];

/// What the checker says first of a text of a board that it does not read. No such text is in a certificate that Rust accepts.
const BOARD: &str = "unsupported: in the rules of the board";

/// Compiles, extracts, builds, and compares.
pub fn check() -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the root of the repository");
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), |t| root.join(t));
    let out = target.join("proofs");
    fs::create_dir_all(&out).map_err(|e| format!("{}: {e}", out.display()))?;
    install()?;
    compile(&root.join("proofs"), &out)?;
    let checker = build(&root.join("proofs/checker"), &out)?;
    compare(&checker, &out.join("corpus"))
}

/// Whether a program answers.
fn answers(program: &str, argument: &str) -> bool {
    Command::new(program).arg(argument).output().is_ok_and(|output| output.status.success())
}

fn has_zarith() -> bool {
    let found = Command::new("ocamlfind").args(["query", "zarith", "-format", "%d"]).output();
    found.is_ok_and(|output| {
        let folder = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        Path::new(&folder).join("z.cmi").exists()
    })
}

fn install() -> Result<(), String> {
    if answers("coqc", "--version") && answers("ocamlfind", "list") && has_zarith() {
        return Ok(());
    }
    eprintln!("== installing {}", PACKAGES.join(", "));
    let sudo = answers("sudo", "--version");
    let apt = |arguments: &[&str]| {
        let mut command = if sudo { Command::new("sudo") } else { Command::new("apt-get") };
        if sudo {
            command.arg("apt-get");
        }
        run(command.env("DEBIAN_FRONTEND", "noninteractive").args(arguments))
    };
    apt(&["update", "-qq"])?;
    apt(&[&["install", "-y", "-qq", "--no-install-recommends"], PACKAGES].concat())
}

fn run(command: &mut Command) -> Result<(), String> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{command:?} failed ({status})")),
        Err(e) => Err(format!("{command:?}: {e}")),
    }
}

/// Compiles the files of `_CoqProject` in their order, and looks at the assumptions it prints.
fn compile(sources: &Path, out: &Path) -> Result<(), String> {
    let begun = Instant::now();
    let project = read(&sources.join("_CoqProject"))?;
    let mut closed = 0;
    for file in project.lines().filter(|line| line.ends_with(".v")) {
        let text = read(&sources.join(file))?;
        for word in ["Admitted", "admit.", "Axiom", "Parameter", "Conjecture"] {
            if text.split(|c: char| !c.is_alphanumeric() && c != '.').any(|w| w == word) {
                return Err(format!("{file} says {word}"));
            }
        }
        fs::write(out.join(file), &text).map_err(|e| format!("{file}: {e}"))?;
        let mut command = Command::new("coqc");
        let output = command.args(["-q", "-Q", ".", "Ishitori", file]).current_dir(out).output();
        let output = output.map_err(|e| format!("coqc: {e}"))?;
        let said = String::from_utf8_lossy(&output.stdout);
        if !output.status.success() {
            return Err(format!("{file}:\n{said}{}", String::from_utf8_lossy(&output.stderr)));
        }
        if file == "Assumptions.v" {
            closed = assumptions(&text, &said)?;
        }
    }
    let seconds = begun.elapsed().as_secs();
    eprintln!("== proofs: {closed} main theorems without assumptions, {seconds} s");
    Ok(())
}

/// Whether every theorem asked about is closed, and how many there are.
fn assumptions(asked: &str, said: &str) -> Result<usize, String> {
    let name = |line: &str| {
        Some(line.strip_prefix("Print Assumptions ")?.trim_end_matches('.').to_owned())
    };
    let theorems: Vec<String> = asked.lines().filter_map(name).collect();
    let answers: Vec<&str> = said.lines().filter(|line| !line.trim().is_empty()).collect();
    let closed = |line: &&str| *line == "Closed under the global context";
    if answers.len() != theorems.len() || !answers.iter().all(closed) {
        return Err(format!("a theorem has assumptions:\n{said}"));
    }
    theorems.iter().for_each(|theorem| eprintln!("   {theorem}: {}", answers[0]));
    Ok(theorems.len())
}

/// The program, from the extracted `checker.ml` and the reader.
fn build(sources: &Path, out: &Path) -> Result<PathBuf, String> {
    for file in BEFORE.iter().chain(AFTER) {
        fs::copy(sources.join(file), out.join(file)).map_err(|e| format!("{file}: {e}"))?;
    }
    let mut command = Command::new("ocamlfind");
    command.args(["ocamlopt", "-inline", "200", "-w", "-a", "-package", "zarith", "-linkpkg"]);
    command.args(BEFORE).args(["checker.mli", "checker.ml"]).args(AFTER);
    run(command.args(["-o", "ishitori-verified-check"]).current_dir(out))?;
    Ok(out.join("ishitori-verified-check"))
}

/// Asks both checkers about every certificate of the corpus.
fn compare(checker: &Path, folder: &Path) -> Result<(), String> {
    let begun = Instant::now();
    let corpus = corpus::make(folder)?;
    let seconds = begun.elapsed().as_secs();
    eprintln!("== corpus: {} certificates, {seconds} s", corpus.len());
    grammar::compare(checker, &folder.with_file_name("grammar"), &corpus)?;
    let begun = Instant::now();
    let rust: Vec<bool> =
        corpus.iter().map(|(_, text)| ishitori_certify::check(text).valid).collect();
    let rust_time = begun.elapsed();
    let begun = Instant::now();
    let mut command = Command::new(checker);
    command.args(corpus.iter().map(|(name, _)| name)).current_dir(folder);
    let output = command.output().map_err(|e| format!("{}: {e}", checker.display()))?;
    let verified_time = begun.elapsed();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let verdicts: BTreeMap<&str, &str> =
        said.lines().filter_map(|line| line.split_once(": ")).collect();
    let (mut valid, mut invalid) = (0, 0);
    let mut unsupported: BTreeMap<&str, usize> = BTreeMap::new();
    let mut differ = Vec::new();
    for ((name, _), rust) in corpus.iter().zip(rust) {
        match verdicts.get(name.as_str()) {
            Some(&"valid") if rust => valid += 1,
            Some(verdict) if verdict.starts_with("invalid") && !rust => invalid += 1,
            Some(verdict)
                if verdict.starts_with("unsupported: ")
                    && !(rust && verdict.starts_with(BOARD)) =>
            {
                *unsupported.entry(&verdict[13..]).or_default() += 1;
            }
            verdict => differ.push(format!("{name}: Rust says {rust}, the other {verdict:?}")),
        }
    }
    for (what, count) in &unsupported {
        eprintln!("   unsupported: {what}: {count}");
    }
    eprintln!(
        "== both checkers: {valid} valid, {invalid} invalid, {} unsupported, {} differ; \
         Rust {:.1} s, verified {:.1} s",
        unsupported.values().sum::<usize>(),
        differ.len(),
        rust_time.as_secs_f64(),
        verified_time.as_secs_f64()
    );
    if !differ.is_empty() {
        return Err(format!("the checkers differ:\n{}", differ.join("\n")));
    }
    if valid + invalid < ENOUGH {
        return Err(format!("only {} certificates were compared", valid + invalid));
    }
    Ok(())
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}
