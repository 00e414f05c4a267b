//! Builds the book, in both languages, into `target/book`.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::gallery;

/// The languages: folder, name in that language, and what the link to it says.
const LANGUAGES: [(&str, &str, &str); 2] =
    [("en", "English", "This page in English"), ("ja", "日本語", "このページの日本語版")];

/// The mdBook that is installed if there is none.
const VERSION: &str = "0.5.4";

/// Where links are put: mdBook's buttons at the right of the page's head.
const BUTTONS: &str = "<div class=\"right-buttons\">";

/// Builds the book and says where it is.
pub fn build() -> Result<PathBuf, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the root of the repository");
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), |t| root.join(t));
    let mdbook = find(&target.join("tools"))?;
    let out = target.join("book");
    if out.exists() {
        fs::remove_dir_all(&out).map_err(|e| format!("{}: {e}", out.display()))?;
    }
    // The gallery is made by the program; its chapter is added to a copy of the book.
    let sources = target.join("book-sources");
    if sources.exists() {
        fs::remove_dir_all(&sources).map_err(|e| format!("{}: {e}", sources.display()))?;
    }
    copy(&root.join("book"), &sources.join("book"))?;
    // Chapters include these.
    let examples = Path::new("crates/ishitori/examples");
    copy(&root.join(examples), &sources.join(examples))?;
    let program = gallery::program(root, &target)?;
    for (language, ..) in LANGUAGES {
        let source = sources.join("book").join(language);
        gallery::write(&program, language, &source.join("src"))?;
        render(&mdbook, &source, &out.join(language))?;
    }
    for (language, ..) in LANGUAGES {
        for (other, name, title) in LANGUAGES.iter().filter(|(other, ..)| *other != language) {
            let link = format!(
                "<a class=\"translation\" href=\"../{other}/PAGE\" hreflang=\"{other}\" \
                 lang=\"{other}\" title=\"{title}\">{name}</a>"
            );
            add_links(&out.join(language), &out.join(other), &link)?;
        }
    }
    let page = out.join("index.html");
    fs::copy(root.join("book/index.html"), &page).map_err(|e| format!("index.html: {e}"))?;
    Ok(page)
}

/// Copies a folder with all that is in it.
fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let failed = |path: &Path, error: io::Error| format!("{}: {error}", path.display());
    fs::create_dir_all(to).map_err(|e| failed(to, e))?;
    for entry in fs::read_dir(from).map_err(|e| failed(from, e))? {
        let path = entry.map_err(|e| failed(from, e))?.path();
        let into = to.join(path.file_name().unwrap_or_default());
        match path.is_dir() {
            true => copy(&path, &into)?,
            false => drop(fs::copy(&path, &into).map_err(|e| failed(&path, e))?),
        }
    }
    Ok(())
}

/// An mdBook: one that was installed here, one on the path, or a new one.
fn find(tools: &Path) -> Result<PathBuf, String> {
    let ours = tools.join("bin").join(format!("mdbook{}", std::env::consts::EXE_SUFFIX));
    let answers = |mdbook: &Path| {
        let output = Command::new(mdbook).arg("--version").output();
        output.is_ok_and(|output| output.status.success())
    };
    if let Some(found) = [ours.clone(), "mdbook".into()].into_iter().find(|path| answers(path)) {
        return Ok(found);
    }
    eprintln!("== installing mdBook {VERSION} into {}", tools.display());
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    // A debug build takes a third of the time of an optimised one and writes the book in a moment.
    let status = Command::new(cargo)
        .args(["install", "mdbook", "--version", VERSION, "--locked", "--debug"])
        .args(["--no-default-features", "--root"])
        .arg(tools)
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .status()
        .map_err(|e| format!("cargo install: {e}"))?;
    if status.success() { Ok(ours) } else { Err(format!("cargo install mdbook: {status}")) }
}

/// Runs mdBook; its warnings, such as a file to include that is not there, are errors.
fn render(mdbook: &Path, source: &Path, out: &Path) -> Result<(), String> {
    let output = Command::new(mdbook)
        .arg("build")
        .arg(source)
        .arg("--dest-dir")
        .arg(out)
        .output()
        .map_err(|e| format!("{}: {e}", mdbook.display()))?;
    for stream in [&output.stdout, &output.stderr] {
        io::stderr().write_all(stream).map_err(|e| e.to_string())?;
    }
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    if !output.status.success() || said.contains("WARN") || said.contains("ERROR") {
        return Err(format!("mdbook build {}: {}", source.display(), output.status));
    }
    Ok(())
}

/// Puts a link to the translation on every page that has one.
fn add_links(pages: &Path, others: &Path, link: &str) -> Result<(), String> {
    let mut count = 0;
    for entry in fs::read_dir(pages).map_err(|e| format!("{}: {e}", pages.display()))? {
        let path = entry.map_err(|e| e.to_string())?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let chapter = path.extension().is_some_and(|extension| extension == "html")
            && !matches!(name.as_str(), "toc.html" | "404.html");
        if !chapter {
            continue;
        }
        if !others.join(&name).is_file() {
            return Err(format!("{} has no translation", path.display()));
        }
        let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        if !text.contains(BUTTONS) {
            return Err(format!("{}: no place for the link: {BUTTONS}", path.display()));
        }
        let link = link.replace("PAGE", &name);
        let text = text.replacen(BUTTONS, &format!("{BUTTONS}{link}"), 1);
        fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
        count += 1;
    }
    if count == 0 { Err(format!("{}: no pages", pages.display())) } else { Ok(()) }
}
