//! Chapters of the book: their commands are run and what they print is compared.
//!
//! In a block marked `console`, a line `$ …` is a command for the shell (`> …` continues it), and
//! the lines below are what it prints, both streams together. `...` alone stands for any lines,
//! `[..]` for any part of a line. A command that does not end with status 0 is followed by
//! `$ echo $?`. The commands of a chapter run one after the other in one folder, which begins with
//! copies of what is in `files/` next to the chapter; a picture of the chapter has to be a file that
//! they have written there. With `ISHITORI_BOOK=update` in the environment, what is printed is
//! written to the chapter instead of compared. `curl` asks a server that is started for the question.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// No command may take longer. (They are meant to take less than two seconds on a quiet machine.)
const PATIENCE: Duration = Duration::from_secs(600);

/// A command and the lines that the chapter shows below it.
#[derive(Debug, PartialEq)]
pub struct Step {
    /// The command line for the shell.
    pub command: String,
    /// The lines of the chapter that show the output: from, to.
    shown: (usize, usize),
    /// The block it is in.
    block: usize,
}

/// A chapter, read from a file.
pub struct Chapter {
    path: PathBuf,
    lines: Vec<String>,
    /// The commands, in order.
    pub steps: Vec<Step>,
}

impl Chapter {
    /// Reads a chapter.
    pub fn read(path: &Path) -> Result<Chapter, String> {
        let text = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
        Chapter::parse(path, &text)
    }

    fn parse(path: &Path, text: &str) -> Result<Chapter, String> {
        let lines: Vec<String> = text.lines().map(String::from).collect();
        let (mut steps, mut block) = (Vec::<Step>::new(), 0);
        let mut fence: Option<&str> = None;
        for (i, line) in lines.iter().enumerate() {
            let at = || format!("{}:{}", path.display(), i + 1);
            if let Some(info) = line.strip_prefix("```") {
                block += usize::from(fence.is_none());
                fence = if fence.is_none() { Some(info) } else { None };
                if matches!(fence, Some("sh" | "bash" | "shell" | "")) {
                    return Err(format!("{}: commands are in blocks marked console", at()));
                }
                continue;
            }
            if fence != Some("console") {
                continue;
            }
            let last = steps.last_mut().filter(|step| step.block == block);
            if let Some(command) = line.strip_prefix("$ ") {
                steps.push(Step { command: command.into(), shown: (i + 1, i + 1), block });
            } else if let Some(step) = last {
                match line.strip_prefix("> ") {
                    Some(more) if step.shown.0 == i => {
                        step.command.push('\n');
                        step.command.push_str(more);
                        step.shown = (i + 1, i + 1);
                    }
                    _ => step.shown.1 = i + 1,
                }
            } else {
                return Err(format!("{}: a console block begins with `$ `", at()));
            }
        }
        if fence.is_some() {
            return Err(format!("{}: a block is never closed", path.display()));
        }
        Ok(Chapter { path: path.into(), lines, steps })
    }

    /// The pieces of code in the text, outside of blocks.
    #[allow(dead_code)]
    pub fn inline_code(&self) -> Vec<&str> {
        let mut found = Vec::new();
        let mut fenced = false;
        for line in &self.lines {
            fenced ^= line.starts_with("```");
            if !fenced {
                found.extend(line.split('`').skip(1).step_by(2));
            }
        }
        found
    }

    /// The targets of links and pictures, and the files of `{{#include}}`, outside of blocks but for
    /// the latter.
    pub fn references(&self) -> Vec<Reference> {
        let mut found = Vec::new();
        let mut fenced = false;
        for line in &self.lines {
            fenced ^= line.starts_with("```");
            for part in line.split("{{#include ").skip(1) {
                let target = part.split("}}").next().unwrap_or_default();
                // An anchor or a range may follow the name.
                found.push(Reference::Include(target.split(':').next().unwrap_or_default().into()));
            }
            if fenced {
                continue;
            }
            let mut before = "";
            for part in line.split("](") {
                if !before.is_empty() {
                    let target = part.split(')').next().unwrap_or_default().to_string();
                    let picture = before.rfind('[').is_some_and(|at| before[..at].ends_with('!'));
                    found.push(if picture {
                        Reference::Picture(target)
                    } else {
                        Reference::Link(target)
                    });
                }
                before = part;
            }
        }
        found
    }

    /// Runs the commands and compares; the programs are found in the folder `programs`, examples
    /// in its folder `examples`. What differs is an error, or written to the chapter and its pictures.
    pub fn run(&self, programs: &Path, updating: bool) -> Result<(), String> {
        let source = self.path.parent().expect("a chapter is in a folder");
        let sandbox = Sandbox::new()?;
        let files = source.join("files");
        if files.is_dir() {
            for entry in fs::read_dir(&files).map_err(|e| e.to_string())? {
                let entry = entry.map_err(|e| e.to_string())?;
                fs::copy(entry.path(), sandbox.0.path().join(entry.file_name()))
                    .map_err(|e| e.to_string())?;
            }
        }
        let mut problems = Vec::new();
        let mut updated: Vec<(&Step, Vec<String>)> = Vec::new();
        let mut status = 0;
        for (i, step) in self.steps.iter().enumerate() {
            let at = format!("{}:{}", self.path.display(), step.shown.0);
            let (printed, code) = sandbox.shell(&step.command, status, programs)?;
            let explained = self.steps.get(i + 1).is_some_and(|next| next.command == "echo $?");
            if code != 0 && !explained {
                problems.push(format!("{at}: status {code}: {}\n{printed}", step.command));
            }
            status = code;
            let printed: Vec<String> = printed.lines().map(|l| l.trim_end().into()).collect();
            let shown = &self.lines[step.shown.0..step.shown.1];
            if !matches(trimmed(shown), trimmed(&printed)) {
                if updating {
                    let blank = shown.len() - trimmed(shown).len();
                    let mut lines = trimmed(&printed).to_vec();
                    lines.extend(std::iter::repeat_n(String::new(), blank));
                    updated.push((step, lines));
                } else {
                    problems.push(format!(
                        "{at}: {}\n--- in the book\n{}\n--- printed\n{}\n",
                        step.command,
                        shown.join("\n"),
                        printed.join("\n")
                    ));
                }
            }
        }
        for reference in self.references() {
            if let Reference::Picture(name) = reference {
                let drawn = sandbox.0.path().join(Path::new(&name).file_name().unwrap_or_default());
                let kept = source.join(&name);
                match fs::read(&drawn) {
                    Err(error) => problems.push(format!(
                        "{}: no command of the chapter writes the picture {name}: {error}",
                        self.path.display()
                    )),
                    Ok(bytes) if fs::read(&kept).is_ok_and(|kept| kept == bytes) => {}
                    Ok(bytes) if updating => {
                        fs::create_dir_all(kept.parent().expect("in a folder"))
                            .and_then(|()| fs::write(&kept, bytes))
                            .map_err(|e| e.to_string())?;
                    }
                    Ok(_) => problems.push(format!(
                        "{} is not what the commands of {} draw",
                        kept.display(),
                        self.path.display()
                    )),
                }
            }
        }
        if !updated.is_empty() {
            let mut lines = self.lines.clone();
            for (step, printed) in updated.into_iter().rev() {
                lines.splice(step.shown.0..step.shown.1, printed);
            }
            fs::write(&self.path, lines.join("\n") + "\n").map_err(|e| e.to_string())?;
        }
        if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
    }
}

/// A reference in a chapter.
#[derive(Debug, PartialEq)]
pub enum Reference {
    /// A link, perhaps to another site.
    Link(String),
    /// A picture.
    Picture(String),
    /// A file that mdBook includes.
    Include(String),
}

/// A folder that is removed at the end.
struct Sandbox(tempfile::TempDir);

impl Sandbox {
    fn new() -> Result<Sandbox, String> {
        tempfile::tempdir().map(Sandbox).map_err(|e| format!("no folder for a chapter: {e}"))
    }

    /// The output of a command, and its exit status.
    fn shell(&self, command: &str, before: i32, programs: &Path) -> Result<(String, i32), String> {
        let mut line = command.to_string();
        if let Some(rest) = command.strip_prefix("cargo run -q --example ") {
            let (name, arguments) = rest.split_once(" -- ").unwrap_or((rest, ""));
            let program = programs.join("examples").join(name);
            if !program.is_file() {
                let program = program.display();
                return Err(format!("{program} is not built: cargo build -p ishitori --examples"));
            }
            line = format!("{} {arguments}", program.display());
        }
        if let Some(address) = command.strip_prefix("curl ") {
            return ask(programs, address.trim_matches('\''));
        }
        let mut path = programs.as_os_str().to_owned();
        path.push(":");
        path.push(std::env::var_os("PATH").unwrap_or_default());
        let output = self.0.path().join(".output");
        let file = fs::File::create(&output).map_err(|e| e.to_string())?;
        let mut child = Command::new("sh")
            .arg("-c")
            .arg(format!("(exit {before})\n{line}"))
            .current_dir(self.0.path())
            .env_remove("LC_ALL")
            .env_remove("LC_MESSAGES")
            .env("LANG", "C.UTF-8")
            .env("PATH", path)
            .stdin(Stdio::null())
            .stdout(file.try_clone().map_err(|e| e.to_string())?)
            .stderr(file)
            .spawn()
            .map_err(|e| format!("sh: {e}"))?;
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().map_err(|e| e.to_string())? {
                break status;
            }
            if begun.elapsed() > PATIENCE {
                child.kill().and_then(|()| child.wait()).map_err(|e| e.to_string())?;
                return Err(format!("takes more than {} s: {command}", PATIENCE.as_secs()));
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        let printed = fs::read_to_string(&output).map_err(|e| format!("{command}: {e}"))?;
        Ok((printed, status.code().unwrap_or(-1)))
    }
}

/// The answer of `ishitori serve` at an address: a server of its own is asked, at another port, and
/// no other program is needed.
fn ask(programs: &Path, address: &str) -> Result<(String, i32), String> {
    let path = address.strip_prefix("http://127.0.0.1:7311").ok_or("not the server's address")?;
    let mut server = Command::new(programs.join("ishitori"))
        .args(["serve", "--port", "0"])
        .env("LANG", "C.UTF-8")
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|e| format!("ishitori serve: {e}"))?;
    let mut answer = || -> std::io::Result<String> {
        let mut line = String::new();
        // Kept open: a server that cannot say the rest would end.
        let mut said = BufReader::new(server.stdout.take().expect("a pipe"));
        said.read_line(&mut line)?;
        let here = line.split("http://").nth(1).unwrap_or_default();
        let here = here.trim_end().trim_end_matches('/');
        let mut stream = TcpStream::connect(here)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {here}\r\nConnection: close\r\n\r\n")?;
        let mut reply = String::new();
        stream.read_to_string(&mut reply)?;
        drop(said);
        Ok(reply.split_once("\r\n\r\n").map(|(_, body)| body.to_string()).unwrap_or(reply))
    };
    let said = answer();
    server.kill().and_then(|()| server.wait()).map_err(|e| e.to_string())?;
    said.map(|body| (body, 0)).map_err(|e| format!("{address}: {e}"))
}

/// The lines without blank ones at the end.
fn trimmed(lines: &[String]) -> &[String] {
    let end = lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
    &lines[..end]
}

/// Whether printed lines are what is shown.
fn matches(shown: &[String], printed: &[String]) -> bool {
    match shown.split_first() {
        None => printed.is_empty(),
        Some((line, rest)) if line == "..." => {
            (0..=printed.len()).any(|skip| matches(rest, &printed[skip..]))
        }
        Some((line, rest)) => printed
            .split_first()
            .is_some_and(|(first, others)| line_matches(line, first) && matches(rest, others)),
    }
}

fn line_matches(shown: &str, printed: &str) -> bool {
    match shown.split_once("[..]") {
        None => shown.trim_end() == printed,
        Some((head, tail)) => printed.strip_prefix(head).is_some_and(|rest| {
            rest.char_indices()
                .map(|(at, _)| at)
                .chain([rest.len()])
                .any(|at| line_matches(tail, &rest[at..]))
        }),
    }
}

/// The chapters of the book in a language, in order, from its table of contents.
pub fn contents(source: &Path) -> Vec<PathBuf> {
    let summary = fs::read_to_string(source.join("SUMMARY.md")).expect("SUMMARY.md");
    let names = summary.split("](").skip(1).map(|part| part.split(')').next().unwrap());
    names.map(|name| source.join(name)).collect()
}

/// Whether the book is to be brought up to date.
pub fn updating() -> bool {
    std::env::var_os("ISHITORI_BOOK").is_some_and(|value| value == "update")
}

/// The folder `book` of the repository.
pub fn book() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book")
}

#[test]
fn differences_are_found() {
    let lines = |text: &str| text.lines().map(String::from).collect::<Vec<_>>();
    let same = |shown: &str, printed: &str| matches(&lines(shown), &lines(printed));
    assert!(same("a\nb", "a\nb") && same("a\n...\nd", "a\nb\nc\nd") && same("...", ""));
    assert!(same("in [..] s, [..]", "in 0.2 s, done") && same("[..]", "x"));
    assert!(!same("a", "b") && !same("a", "a\nb") && !same("a\nb", "a") && !same("", "a"));
    assert!(!same("...\nd", "a\ne") && !same("in [..] s", "in 2 m") && !same("a[..]b", "ab c"));

    let text = "# T\n```console\n$ echo 'a\n> b'\na\nb\n\n$ false\n$ echo $?\n1\n```\n![p](x.svg) [q](y.md)\n";
    let chapter = Chapter::parse(Path::new("/tmp/t.md"), text).unwrap();
    assert_eq!(chapter.steps.len(), 3);
    assert_eq!(chapter.steps[0].command, "echo 'a\nb'");
    assert_eq!(
        chapter.references(),
        [Reference::Picture("x.svg".into()), Reference::Link("y.md".into())]
    );
    let programs = Path::new("/nonexistent");
    let problem = chapter.run(programs, false).unwrap_err();
    assert!(problem.contains("x.svg") && !problem.contains("--- printed"), "{problem}");
    for wrong in ["$ echo a\nb\n", "$ false\n", "$ echo a\na\n$ true\n\nx\n"] {
        let text = format!("```console\n{wrong}```\n");
        let chapter = Chapter::parse(Path::new("/tmp/wrong.md"), &text).unwrap();
        assert!(chapter.run(programs, false).is_err(), "{wrong}");
    }
    assert!(Chapter::parse(Path::new("t.md"), "```sh\nls\n```\n").is_err());
    assert!(Chapter::parse(Path::new("t.md"), "```console\nls\n```\n").is_err());
}
