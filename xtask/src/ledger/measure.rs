//! Runs a job: once under Valgrind, which counts instructions, and once as it is, for its memory.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use super::figures::Figure;
use super::jobs::Job;
use super::server;

/// The word by which this program calls itself to learn the memory of a command.
pub const MEMORY_OF: &str = "memory-of";

/// A program whose jobs are measured, and a folder for their files.
pub struct Measure {
    pub program: PathBuf,
    pub folder: PathBuf,
}

impl Measure {
    /// The cost of a job. It has a new folder for itself, in which its commands run.
    pub fn figure(&self, job: &Job) -> Result<Figure, String> {
        let folder = self.folder.join(&job.name);
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        }
        fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        for arguments in &job.before {
            let mut command = self.command(&folder, Command::new(&self.program));
            command.args(["--threads", "1"]).args(arguments);
            let output = command.output().map_err(|e| format!("{command:?}: {e}"))?;
            if !output.status.success() {
                let said = String::from_utf8_lossy(&output.stderr).into_owned();
                return Err(format!("{command:?}: {}\n{said}", output.status));
            }
        }
        Ok(Figure {
            instructions: self.instructions(job, &folder)?,
            memory: self.memory(job, &folder)?,
        })
    }

    fn instructions(&self, job: &Job, folder: &Path) -> Result<u64, String> {
        let log = folder.join("valgrind.log");
        let mut command = Command::new("valgrind");
        command.args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]);
        command.arg("--vgdb=no").arg(format!("--log-file={}", log.display())).arg(&self.program);
        self.run(job, folder, command)?;
        let text = fs::read_to_string(&log).map_err(|e| format!("{}: {e}", log.display()))?;
        counted(&text).ok_or_else(|| format!("Valgrind has counted nothing:\n{text}"))
    }

    fn memory(&self, job: &Job, folder: &Path) -> Result<u64, String> {
        if !job.requests.is_empty() {
            let peak = self.run(job, folder, Command::new(&self.program))?;
            return peak.ok_or_else(|| "the system does not report the memory of a process".into());
        }
        let file = folder.join("memory.txt");
        let own = std::env::current_exe().map_err(|e| format!("this program: {e}"))?;
        let mut command = Command::new(own);
        command.arg(MEMORY_OF).arg(&file).arg(&self.program);
        self.run(job, folder, command)?;
        let text = fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
        text.parse().map_err(|_| format!("{}: not a number", file.display()))
    }

    /// Runs the command of a job by one that takes it as arguments; of a server its memory.
    fn run(&self, job: &Job, folder: &Path, by: Command) -> Result<Option<u64>, String> {
        let errors = folder.join("stderr.txt");
        let file = File::create(&errors).map_err(|e| format!("{}: {e}", errors.display()))?;
        let mut command = self.command(folder, by);
        command.args(["--threads", "1"]).args(&job.run).stdin(Stdio::piped()).stderr(file);
        let server = !job.requests.is_empty();
        command.stdout(if server { Stdio::piped() } else { Stdio::null() });
        let mut child = command.spawn().map_err(|e| format!("{command:?}: {e}"))?;
        let peak = if server { server::visit(&mut child, &job.requests)? } else { None };
        type_lines(&mut child, &job.input);
        let status = child.wait().map_err(|e| format!("{command:?}: {e}"))?;
        if status.code() != Some(job.exit) {
            let said = fs::read_to_string(&errors).unwrap_or_default();
            return Err(format!("{command:?}: {status}\n{said}"));
        }
        Ok(peak)
    }

    /// A command that finds the same surroundings everywhere.
    fn command(&self, folder: &Path, mut command: Command) -> Command {
        let path = std::env::var_os("PATH").unwrap_or_default();
        command.env_clear().env("PATH", path).env("HOME", folder).env("LANG", "C.UTF-8");
        command.current_dir(folder);
        command
    }
}

/// Types lines into a program, which may end before it has read them all.
fn type_lines(child: &mut Child, lines: &[String]) {
    if let Some(mut input) = child.stdin.take() {
        for line in lines {
            let _ = writeln!(input, "{line}");
        }
    }
}

/// The instructions in what Valgrind's `cachegrind` says: the line `I refs: 1,234`.
fn counted(text: &str) -> Option<u64> {
    let said = |line: &str| {
        let (before, number) = line.split_once("refs:")?;
        before.trim_end().ends_with('I').then(|| number.trim().replace(',', "").parse().ok())?
    };
    text.lines().find_map(said)
}

/// Runs a command and writes the most memory that it had, in kB, to a file. It is in a process of its own, since the
/// system reports only the maximum over all children of a process.
pub fn memory_of(mut words: impl Iterator<Item = String>) -> Result<i32, String> {
    let file = words.next().ok_or("no file")?;
    let mut command = Command::new(words.next().ok_or("no command")?);
    let status = command.args(words).status().map_err(|e| format!("{command:?}: {e}"))?;
    fs::write(&file, peak_of_children()?.to_string()).map_err(|e| format!("{file}: {e}"))?;
    status.code().ok_or_else(|| status.to_string())
}

#[cfg(unix)]
fn peak_of_children() -> Result<i64, String> {
    use nix::sys::resource::{UsageWho, getrusage};
    getrusage(UsageWho::RUSAGE_CHILDREN).map(|usage| usage.max_rss()).map_err(|e| e.to_string())
}

#[cfg(not(unix))]
fn peak_of_children() -> Result<i64, String> {
    Err("memory is measured on Unix only".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_valgrind_counts() {
        let text = "==7== Command: I refs\n--7-- warning\n==7== I   refs:      297,769,433\n";
        assert_eq!(counted(text), Some(297_769_433));
        assert_eq!(counted("==7== I refs: 12\n"), Some(12));
        assert_eq!(counted("==7== D refs: 12\n"), None);
    }
}
