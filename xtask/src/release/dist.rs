//! The files of a release: the program with its papers as an archive and as a Debian package, packages of the registry, notes,
//! materials, checksums.

use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::{Compression, GzBuilder};

use super::archive::{Entry, tar_gz, zip};
use super::build::{self, Runnable};
use super::project::{Project, output, read_bytes, write};
use super::{checksums, deb, packages, smoke};

/// The parts of a release that are made before the program is packed.
pub struct Release<'r> {
    pub notes: &'r str,
    pub licenses: &'r str,
    pub materials: &'r str,
    pub packages: &'r [PathBuf],
}

/// Papers that go with the program, from the root of the repository.
const PAPERS: &[&str] =
    &["README.md", "README.ja.md", "LICENSE-MIT", "LICENSE-APACHE", "CITATION.cff"];

/// Shells, how the files of their completions are called, and the folder that Debian has for them.
const SHELLS: &[(&str, &str, Option<&str>)] = &[
    ("bash", "ishitori", Some("usr/share/bash-completion/completions/")),
    ("zsh", "_ishitori", Some("usr/share/zsh/vendor-completions/")),
    ("fish", "ishitori.fish", Some("usr/share/fish/vendor_completions.d/")),
    ("powershell", "ishitori.ps1", None),
];

/// Writes everything to `target/dist`. A program that is not given is built.
pub fn write_all(
    project: &Project,
    release: &Release,
    target: Option<&str>,
    program: Option<&Path>,
    runner: &[String],
) -> Result<(), String> {
    let host = build::host()?;
    let target = target.unwrap_or(&host);
    let program = match program {
        Some(program) => program.to_path_buf(),
        None => build::program(project, target)?,
    };
    let time = time(project)?;
    let folder = packages::target(project).join("dist");
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;

    let extra = extra(&Runnable { program: &program, runner }, target == host, &project.version)?;
    let bytes = read_bytes(&program)?;
    let name = format!("ishitori-{}-{target}", project.version);
    let entries = archive(project, release, &name, &bytes, &extra, target.contains("windows"))?;
    if target.contains("windows") {
        write(&folder.join(format!("{name}.zip")), zip(&entries)?)?;
    } else {
        write(&folder.join(format!("{name}.tar.gz")), tar_gz(&entries, time)?)?;
    }
    if let Some(architecture) = deb::architecture(target) {
        let files = debian_files(project, release, &bytes, &extra)?;
        let package = deb::package(project, architecture, &bytes, &files, time)?;
        let kind = if target.ends_with("musl") { "-static" } else { "" };
        let file = format!("ishitori_{}-1_{architecture}{kind}.deb", project.version);
        write(&folder.join(file), package)?;
    }
    for package in release.packages {
        let name = package.file_name().ok_or("a package without a name")?;
        write(&folder.join(name), read_bytes(package)?)?;
    }
    write(&folder.join("RELEASE-NOTES.md"), release.notes)?;
    write(&folder.join(format!("ishitori-{}.cdx.json", project.version)), release.materials)?;
    let count = checksums::write_for(&folder)?;
    eprintln!("== {}: {count} files and their checksums", folder.display());
    Ok(())
}

/// Manual pages and completions, which the program itself writes; nothing if it cannot be run here.
struct Extra {
    pages: Vec<(String, Vec<u8>)>,
    completions: Vec<Vec<u8>>,
}

fn extra(program: &Runnable, runs_here: bool, version: &str) -> Result<Extra, String> {
    if !runs_here && program.runner.is_empty() {
        // An x86-64 program with another C library runs here, one for another machine does not.
        match output(program.command().arg("--version")) {
            Ok(_) => {}
            Err(error) => {
                eprintln!("== not run here, so without manual pages: {error}");
                return Ok(Extra { pages: Vec::new(), completions: Vec::new() });
            }
        }
    }
    smoke::test(program, version)?;
    let folder = std::env::temp_dir().join(format!("ishitori-man-{}", std::process::id()));
    output(program.command().args(["man", "--out"]).arg(&folder))?;
    let mut pages = Vec::new();
    let failed = |e: std::io::Error| format!("{}: {e}", folder.display());
    for entry in std::fs::read_dir(&folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        pages.push((name, read_bytes(&entry.path())?));
    }
    std::fs::remove_dir_all(&folder).map_err(failed)?;
    pages.sort();
    let completions = SHELLS.iter().map(|(shell, ..)| {
        output(program.command().args(["completions", shell])).map(String::into_bytes)
    });
    Ok(Extra { pages, completions: completions.collect::<Result<_, _>>()? })
}

/// The files of the archive, all below one folder.
fn archive(
    project: &Project,
    release: &Release,
    name: &str,
    program: &[u8],
    extra: &Extra,
    windows: bool,
) -> Result<Vec<Entry>, String> {
    let suffix = if windows { ".exe" } else { "" };
    let mut entries = vec![Entry::program(format!("{name}/ishitori{suffix}"), program)];
    for paper in PAPERS {
        entries
            .push(Entry::plain(format!("{name}/{paper}"), read_bytes(&project.root.join(paper))?));
    }
    entries.push(Entry::plain(format!("{name}/THIRD-PARTY-LICENSES.txt"), release.licenses));
    entries.push(Entry::plain(format!("{name}/RELEASE-NOTES.md"), release.notes));
    for (page, bytes) in &extra.pages {
        entries.push(Entry::plain(format!("{name}/man/{page}"), bytes.clone()));
    }
    for ((_, file, _), bytes) in SHELLS.iter().zip(&extra.completions) {
        entries.push(Entry::plain(format!("{name}/completions/{file}"), bytes.clone()));
    }
    Ok(entries)
}

/// The files of the Debian package, where Debian wants them.
fn debian_files(
    project: &Project,
    release: &Release,
    program: &[u8],
    extra: &Extra,
) -> Result<Vec<Entry>, String> {
    let papers = "usr/share/doc/ishitori/";
    let text = |file: &str| read_bytes(&project.root.join(file));
    let mut copyright =
        b"Ishitori is distributed under the licence MIT or Apache-2.0, at your choice.\n\n"
            .to_vec();
    copyright.extend(text("LICENSE-MIT")?);
    copyright.extend(b"\nThe licence Apache-2.0 is in /usr/share/common-licenses/Apache-2.0.\n");
    let mut files = vec![
        Entry::program("usr/bin/ishitori", program),
        Entry::plain(format!("{papers}copyright"), copyright),
        Entry::plain(format!("{papers}README.md"), text("README.md")?),
        Entry::plain(
            format!("{papers}THIRD-PARTY-LICENSES.txt.gz"),
            gzip(release.licenses.as_bytes())?,
        ),
        Entry::plain(format!("{papers}changelog.gz"), gzip(release.notes.as_bytes())?),
    ];
    for (page, bytes) in &extra.pages {
        files.push(Entry::plain(format!("usr/share/man/man1/{page}.gz"), gzip(bytes)?));
    }
    for ((_, file, folder), bytes) in SHELLS.iter().zip(&extra.completions) {
        files.extend(folder.map(|folder| Entry::plain(format!("{folder}{file}"), bytes.clone())));
    }
    Ok(files)
}

fn gzip(bytes: &[u8]) -> Result<Vec<u8>, String> {
    use std::io::Write as _;
    let mut encoder = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
    encoder.write_all(bytes).map_err(|e| e.to_string())?;
    encoder.finish().map_err(|e| e.to_string())
}

/// The time of all files: that of the commit, or `SOURCE_DATE_EPOCH`, as reproducible-builds.org describes it.
fn time(project: &Project) -> Result<u64, String> {
    let epoch = match std::env::var("SOURCE_DATE_EPOCH") {
        Ok(epoch) => epoch,
        Err(_) => {
            let mut git = Command::new("git");
            output(git.current_dir(&project.root).args(["log", "-1", "--format=%ct"]))?
        }
    };
    epoch.trim().parse().map_err(|_| format!("the time {epoch:?} is not a number of seconds"))
}
