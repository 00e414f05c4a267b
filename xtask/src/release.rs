//! `cargo xtask release`: everything that a release consists of, verified, and written to `target/dist`.
//!
//! `--check` verifies and leaves nothing: the version is the same everywhere, the changelog has a section for it, READMEs
//! and the recorded public interface are those of the code, every package of the registry can be made and the program is
//! built from the packages alone, and licences are known of all that is compiled. Without it the program is built, too, and
//! archives, a Debian package, the packages of the registry, licences, the list of materials and checksums are written,
//! the same bytes whenever they are made from the same commit. `--wheel` and `--sources` make what PyPI has. Programs and wheels
//! for other machines are linked by Zig and tried in emulators (`--target`, `--runner`).

mod archive;
mod build;
mod checksums;
mod deb;
mod dist;
mod licenses;
mod notes;
mod packages;
mod program;
mod project;
mod readmes;
mod sbom;
mod smoke;
mod surface;
mod version;
mod wheel;

use std::path::PathBuf;

use build::Runnable;
use program::Product;
use project::{Project, write};

/// How to call it.
pub const USAGE: &str = "cargo xtask release [--check | --write | --bump VERSION | --print version|packages | --licenses FILE | \
                         --smoke PROGRAM | --wheel | --sources] [--skip interface|build]… [--target TRIPLE] [--program FILE] [--runner WORDS] [--draft]";

/// The steps that can be left out.
const STEPS: &[&str] = &["interface", "build"];

/// The options of the command.
#[derive(Debug, Default)]
struct Wanted {
    check: bool,
    write: bool,
    bump: Option<String>,
    print: Option<String>,
    licenses: Option<PathBuf>,
    smoke: Option<PathBuf>,
    wheel: bool,
    sources: bool,
    /// What runs programs for other machines: `qemu-aarch64-static`, `wine64`.
    runner: Vec<String>,
    skipped: Vec<String>,
    target: Option<String>,
    program: Option<PathBuf>,
    /// Changes may be uncommitted, and notes without a date.
    draft: bool,
}

impl Wanted {
    fn read(mut words: impl Iterator<Item = String>) -> Result<Wanted, String> {
        let mut wanted = Wanted::default();
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("{word} needs a value: {USAGE}"));
            match word.as_str() {
                "--check" => wanted.check = true,
                "--write" => wanted.write = true,
                "--bump" => wanted.bump = Some(value()?),
                "--print" => wanted.print = Some(value()?),
                "--licenses" => wanted.licenses = Some(value()?.into()),
                "--smoke" => wanted.smoke = Some(value()?.into()),
                "--wheel" => wanted.wheel = true,
                "--sources" => wanted.sources = true,
                "--runner" => {
                    wanted.runner = value()?.split_whitespace().map(str::to_string).collect()
                }
                "--skip" => {
                    let step = value()?;
                    if !STEPS.contains(&step.as_str()) {
                        return Err(format!("--skip {step}: expected one of {}", STEPS.join(", ")));
                    }
                    wanted.skipped.push(step);
                }
                "--target" => wanted.target = Some(value()?),
                "--program" => wanted.program = Some(value()?.into()),
                "--draft" => wanted.draft = true,
                _ => return Err(format!("{word} is not known: {USAGE}")),
            }
        }
        Ok(wanted)
    }

    fn skips(&self, step: &str) -> bool {
        self.skipped.iter().any(|skipped| skipped == step)
    }
}

/// Does what is asked for.
pub fn run(words: impl Iterator<Item = String>) -> Result<(), String> {
    let wanted = Wanted::read(words)?;
    let project = Project::read()?;
    if let Some(to) = &wanted.bump {
        version::bump(&project.root, to)?;
        // The locks name the version, too.
        for folder in [".", "crates/python"] {
            let mut update = project::cargo(&project.root.join(folder));
            crate::run(update.args(["update", "--workspace", "--offline", "--quiet"]))?;
        }
        return version::check(&Project::read()?);
    }
    if let Some(what) = &wanted.print {
        match what.as_str() {
            "version" => println!("{}", project.version),
            "packages" => {
                project.published.iter().for_each(|each| println!("--package {}", each.name))
            }
            _ => return Err(format!("--print {what}: expected version or packages")),
        }
        return Ok(());
    }
    if let Some(file) = &wanted.licenses {
        return write(file, licenses::text(&project, &program::all(&project)?)?);
    }
    if let Some(program) = &wanted.smoke {
        let program = Runnable { program, runner: &wanted.runner };
        return smoke::test(&program, &project.version);
    }
    if wanted.sources {
        return wheel::sources(&project);
    }
    if wanted.wheel {
        return wheel::make(&project, wanted.target.as_deref());
    }
    if wanted.write {
        readmes::write_all(&project)?;
        return if wanted.skips("interface") { Ok(()) } else { surface::record(&project) };
    }
    version::check(&project)?;
    let notes = notes::Notes::read(&project)?;
    readmes::check(&project)?;
    if !wanted.check && !wanted.draft {
        notes.are_final()?;
    }
    if !wanted.skips("interface") {
        surface::check(&project)?;
    }
    let compiled = Product::Program.packages(&project)?;
    let licenses = licenses::text(&project, &program::all(&project)?)?;
    let materials = sbom::document(&project, &compiled)?;
    let packages = packages::make(&project, wanted.check || wanted.draft)?;
    let unpacked = packages::unpack(&project, &packages)?;
    if !wanted.skips("build") {
        packages::build(&project, &unpacked)?;
    }
    if wanted.check {
        eprintln!("== a release of {} is as it should be", project.version);
        return Ok(());
    }
    let release = dist::Release {
        notes: &notes.text,
        licenses: &licenses,
        materials: &materials,
        packages: &packages,
    };
    let (target, program) = (wanted.target.as_deref(), wanted.program.as_deref());
    dist::write_all(&project, &release, target, program, &wanted.runner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &[&str]) -> Result<Wanted, String> {
        Wanted::read(words.iter().map(|word| word.to_string()))
    }

    #[test]
    fn arguments_are_read_or_refused() {
        let wanted = read(&["--check", "--skip", "build", "--target", "t"]).unwrap();
        assert!(wanted.check && wanted.skips("build") && !wanted.skips("interface"));
        assert_eq!(wanted.target.as_deref(), Some("t"));
        assert!(
            read(&["--skip", "tests"]).unwrap_err().contains("expected one of interface, build")
        );
        assert!(read(&["--bump"]).unwrap_err().contains("needs a value"));
        assert!(read(&["--chek"]).unwrap_err().contains("--chek is not known"));
    }
}
