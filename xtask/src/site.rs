//! The site for hosts that serve files only: the workbench that computes in the browser, the book, the
//! reference of the library.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::{book, cargo, pages, run, wasm};

/// Bytes that a first visit may take in all, compressed.
const MOST: usize = 4_000_000;

/// The content security policy of the site: a page may use its own files and run the program, nothing else. The server says
/// the same in the headers of its answers, but for the program, which it does not have.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
    style-src 'self'; img-src 'self' blob: data:; connect-src 'self' blob:; font-src 'self'; \
    base-uri 'none'; form-action 'none'";

/// Tests of pages that are not repeated over the worker: they look at what does not depend on who answers, for long.
const SERVED: [&str; 4] =
    ["pages.test.js", "texts.test.js", "every-page.test.js", "explain.test.js"];

/// The options of the command.
pub struct Wanted {
    /// Where it goes; `target/site` if not said.
    pub out: Option<PathBuf>,
    /// Without the book and the reference, which take longer.
    pub bare: bool,
}

/// The tests in a browser.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tests {
    /// Nothing.
    None,
    /// The properties of the site alone: that it works from any host, without a network, and is small.
    Own,
    /// That, and all pages as they are tested over the server.
    All,
}

/// Reads `[--out DIR] [--bare] [--test | --test-own]`.
pub fn arguments(words: impl Iterator<Item = String>) -> Result<(Wanted, Tests), String> {
    let (mut wanted, mut test) = (Wanted { out: None, bare: false }, Tests::None);
    let mut words = words;
    while let Some(word) = words.next() {
        match word.as_str() {
            "--out" => wanted.out = Some(words.next().ok_or("--out needs a folder")?.into()),
            "--bare" => wanted.bare = true,
            "--test" => test = Tests::All,
            "--test-own" => test = Tests::Own,
            _ => {
                return Err(format!(
                    "{word}: expected --out DIR, --bare (no book, no reference), --test and --test-own"
                ));
            }
        }
    }
    Ok((wanted, test))
}

/// Writes the site and says where it is.
pub fn build(wanted: &Wanted) -> Result<PathBuf, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("no repository")?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), |t| root.join(t));
    let out = wanted.out.clone().unwrap_or_else(|| target.join("site"));
    let program = wasm::build(root, &target)?;
    empty(&out)?;
    let pages = root.join("crates/web/assets");
    copy(&pages, &out.join("assets"), &|name| !matches!(name, "index.html" | "sw.js"))?;
    copy_file(&program, &out.join("assets/ishitori.wasm"))?;
    write(&out.join("index.html"), shell(&text(&pages.join("index.html"))?)?.as_bytes())?;
    // A host that runs Jekyll leaves files alone then.
    write(&out.join(".nojekyll"), b"")?;
    let kept = kept(&out)?;
    // Fetched when the atlas is first asked for, so not part of what a first visit takes.
    copy(&root.join("crates/atlas/data"), &out.join("atlas"), &|_| true)?;
    let total = size(&out, &kept)?;
    write(
        &out.join("sw.js"),
        service_worker(&text(&pages.join("sw.js"))?, &out, &kept)?.as_bytes(),
    )?;
    eprintln!(
        "== {} files of the workbench, {total} bytes compressed, {} of them the program",
        kept.len(),
        gzip(&read(&program)?).len()
    );
    if total > MOST {
        return Err(format!("the workbench has {total} bytes compressed, more than {MOST}"));
    }
    if !wanted.bare {
        let made = book::build()?;
        let made = made.parent().ok_or("no book")?;
        copy(made, &out.join("book"), &|_| true)?;
        let doc = ["doc", "--workspace", "--no-deps", "--locked", "--lib"];
        let leave =
            ["--exclude", "xtask", "--exclude", "ishitori-cli", "--exclude", "ishitori-wasm"];
        run(Command::new(cargo()).args(doc).args(leave).current_dir(root))?;
        copy(&target.join("doc"), &out.join("doc"), &|name| name != ".lock")?;
        let page = "<!doctype html><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" \
            content=\"0; url=ishitori/index.html\"><title>Ishitori</title><a href=\"ishitori/index.html\">Ishitori</a>\n";
        write(&out.join("doc/index.html"), page.as_bytes())?;
    }
    Ok(out)
}

/// Tests the site in Chromium; it has to be there. Then its pages, as they are tested over the server.
pub fn test(wanted: &Wanted, asked: Tests, site: &Path) -> Result<(), String> {
    if asked == Tests::None {
        return Ok(());
    }
    let ready = pages::prepare()?;
    let site = fs::canonicalize(site).map_err(|e| format!("{}: {e}", site.display()))?;
    let node = |files: &[PathBuf]| {
        let mut command = ready.command("node");
        command.args(["--test", "--test-concurrency=2", "--test-timeout=900000"]).args(files);
        command.env("ISHITORI_SITE", &site);
        command
    };
    let mut own = node(&[PathBuf::from("site/")]);
    if wanted.bare {
        own.env("ISHITORI_BARE", "1");
    }
    run(&mut own)?;
    if asked == Tests::Own {
        return Ok(());
    }
    let found = fs::read_dir(ready.tests.join("tests")).map_err(|e| e.to_string())?;
    let mut both: Vec<PathBuf> = found.flatten().map(|entry| entry.path()).collect();
    both.retain(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.ends_with(".test.js") && !SERVED.contains(&&*name)
    });
    both.sort();
    run(node(&both).env("ISHITORI_TRANSPORT", "worker"))
}

/// The page, with relative addresses, which says that a worker answers and that there is no server to
/// ask for other pages.
fn shell(page: &str) -> Result<String, String> {
    let says = format!(
        "<meta charset=\"utf-8\">\n<meta http-equiv=\"content-security-policy\" content=\"{POLICY}\">\n\
         <meta name=\"transport\" content=\"worker\">\n<meta name=\"routing\" content=\"hash\">"
    );
    let charset = "<meta charset=\"utf-8\">";
    if !page.contains(charset) {
        return Err(format!("index.html has no {charset}"));
    }
    let page = page.replacen(charset, &says, 1);
    let page = page.replace("=\"/assets/", "=\"assets/").replace("href=\"/\"", "href=\"./\"");
    match page.contains("=\"/") {
        true => Err("index.html has an address that is not relative".to_string()),
        false => Ok(page),
    }
}

/// The service worker, which knows what to keep and has a version that changes with it.
fn service_worker(text: &str, out: &Path, kept: &[String]) -> Result<String, String> {
    let mut hasher = DefaultHasher::new();
    for file in kept {
        file.hash(&mut hasher);
        read(&out.join(file))?.hash(&mut hasher);
    }
    let mut files = String::from("\n  \"./\",");
    for file in kept {
        let _ = write!(files, "\n  \"{file}\",");
    }
    files.push('\n');
    let (version, list) = ("ishitori-VERSION", "/* FILES */");
    if !text.contains(version) || !text.contains(list) {
        return Err(format!("sw.js has no {version} or no {list}"));
    }
    let named = format!("ishitori-{:016x}", hasher.finish());
    Ok(text.replace(version, &named).replace(list, &files))
}

/// The files of the workbench, in order.
fn kept(out: &Path) -> Result<Vec<String>, String> {
    let mut all = BTreeMap::new();
    files(out, out, &mut all)?;
    Ok(all.into_keys().filter(|name| name != ".nojekyll").collect())
}

fn files(root: &Path, folder: &Path, all: &mut BTreeMap<String, ()>) -> Result<(), String> {
    for entry in fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))? {
        let path = entry.map_err(|e| e.to_string())?.path();
        if path.is_dir() {
            files(root, &path, all)?;
        } else {
            let name = path.strip_prefix(root).map_err(|e| e.to_string())?;
            all.insert(name.to_string_lossy().replace('\\', "/"), ());
        }
    }
    Ok(())
}

/// Bytes of these files as a host sends them: compressed.
fn size(out: &Path, names: &[String]) -> Result<usize, String> {
    let mut total = 0;
    for name in names {
        total += gzip(&read(&out.join(name))?).len();
    }
    Ok(total)
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    let written = packed.write_all(bytes).and_then(|()| packed.finish());
    written.expect("memory can be written to")
}

/// An empty folder; what was there before is removed if it was a site.
fn empty(out: &Path) -> Result<(), String> {
    let shown = out.display();
    if out.is_dir() {
        let nothing = fs::read_dir(out).map_err(|e| format!("{shown}: {e}"))?.next().is_none();
        if !nothing && !out.join("sw.js").is_file() && !out.join(".nojekyll").is_file() {
            return Err(format!(
                "{shown} is not empty and no site; an empty or a new folder is accepted"
            ));
        }
        fs::remove_dir_all(out).map_err(|e| format!("{shown}: {e}"))?;
    }
    fs::create_dir_all(out).map_err(|e| format!("{shown}: {e}"))
}

fn copy(from: &Path, to: &Path, wanted: &dyn Fn(&str) -> bool) -> Result<(), String> {
    fs::create_dir_all(to).map_err(|e| format!("{}: {e}", to.display()))?;
    for entry in fs::read_dir(from).map_err(|e| format!("{}: {e}", from.display()))? {
        let path = entry.map_err(|e| e.to_string())?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !wanted(&name) {
            continue;
        }
        let there = to.join(&name);
        if path.is_dir() {
            copy(&path, &there, wanted)?;
        } else {
            copy_file(&path, &there)?;
        }
    }
    Ok(())
}

fn copy_file(from: &Path, to: &Path) -> Result<(), String> {
    fs::copy(from, to).map_err(|e| format!("{}: {e}", from.display()))?;
    Ok(())
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|e| format!("{}: {e}", path.display()))
}

fn text(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|e| format!("{}: {e}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_of_the_site_has_relative_addresses() {
        let page = include_str!("../../crates/web/assets/index.html");
        let made = shell(page).unwrap();
        assert!(made.contains("src=\"assets/js/app.js\""), "{made}");
        assert!(made.contains("name=\"transport\" content=\"worker\""));
        assert!(shell("<meta charset=\"utf-8\"><a href=\"/away\">").is_err());
        assert!(shell("<p>").is_err());
    }

    #[test]
    fn arguments_are_read() {
        let read = |text: &str| arguments(text.split_whitespace().map(str::to_string));
        let (wanted, test) = read("--out /tmp/site --test").unwrap();
        assert_eq!((wanted.out, wanted.bare, test), (Some("/tmp/site".into()), false, Tests::All));
        assert!(read("--test-own").unwrap().1 == Tests::Own);
        assert!(read("--out").is_err());
        assert!(read("somewhere").is_err());
    }
}
