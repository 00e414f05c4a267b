//! `cargo xtask ledger`: what fixed jobs cost, compared with what is recorded for them.
//!
//! The jobs are in `bench/ledger/jobs.txt`, their figures in `figures.tsv`, and why figures were changed in `changes.md`. Valgrind
//! counts instructions, which a busy machine does not change, and shows every processor as one without AVX-512, so that
//! all machines run the same code.

mod changes;
mod figures;
mod jobs;
mod measure;
mod server;
mod verdict;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use figures::{Figure, Figures};
use jobs::Job;
use measure::Measure;
pub use measure::{MEMORY_OF, memory_of};
use verdict::{Verdict, ratio};

/// How to call it.
pub const USAGE: &str =
    "cargo xtask ledger [--record [--because REASON]] [--only NAME] [--program PATH] [--repeat N]";

/// Runs of one job may differ by this factor; beyond it the job is not fit for the ledger.
const STEADY: f64 = 1.02;

/// The options of the command.
#[derive(Debug, Default)]
struct Wanted {
    /// Record what is measured.
    record: bool,
    /// Why.
    because: Option<String>,
    /// Only jobs whose name has this in it.
    only: String,
    /// A program that is there already.
    program: Option<PathBuf>,
    /// How often each job is run, to see whether its figures are steady.
    repeat: usize,
}

impl Wanted {
    fn read(mut words: impl Iterator<Item = String>) -> Result<Wanted, String> {
        let mut wanted = Wanted { repeat: 1, ..Wanted::default() };
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
            match word.as_str() {
                "--record" => wanted.record = true,
                "--because" => wanted.because = Some(value()?).filter(|text| !text.is_empty()),
                "--only" => wanted.only = value()?,
                "--program" => wanted.program = Some(value()?.into()),
                "--repeat" => {
                    let times = value()?.parse().ok().filter(|times| *times > 0);
                    wanted.repeat = times.ok_or("--repeat needs a number from 1 on")?;
                }
                _ => return Err(format!("{word} is not known: {USAGE}")),
            }
        }
        Ok(wanted)
    }
}

/// Measures the jobs, prints the table, and fails if one is worse, or records what was measured.
pub fn run(words: impl Iterator<Item = String>) -> Result<(), String> {
    let wanted = Wanted::read(words)?;
    let valgrind = version("valgrind").ok_or("valgrind is missing: apt-get install valgrind")?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("no repository")?;
    let kept = root.join("bench/ledger");
    let mut jobs = jobs::read(&read(&kept.join("jobs.txt"))?)?;
    let all: Vec<String> = jobs.iter().map(|job| job.name.clone()).collect();
    let old = Figures::read(&read(&kept.join("figures.tsv")).unwrap_or_default())?;
    jobs.retain(|job| job.name.contains(&wanted.only));
    // The longest first, so that no core is idle at the end.
    let cost = |job: &Job| old.of.get(&job.name).map_or(u64::MAX, |figure| figure.instructions);
    jobs.sort_by_key(|job| std::cmp::Reverse(cost(job)));

    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), |t| root.join(t));
    let program = match &wanted.program {
        Some(program) => {
            program.canonicalize().map_err(|e| format!("{}: {e}", program.display()))?
        }
        None => build(root, &target)?,
    };
    let measure = Measure { program, folder: target.join("ledger") };
    let rustc = version("rustc").unwrap_or_default();
    let tools = format!("{rustc}, {valgrind}");
    if !old.measured.is_empty() && !old.measured.starts_with(&tools) {
        eprintln!("== the figures were recorded with other tools: {}; here {tools}", old.measured);
    }

    let begun = Instant::now();
    let (mut measured, failed) = measure_all(&measure, &jobs, wanted.repeat);
    measured.sort_by(|(a, _), (b, _)| a.cmp(b));
    eprintln!("== {} jobs, {} s", jobs.len(), begun.elapsed().as_secs());
    for (name, figure) in &measured {
        println!("{}", row(name, old.of.get(name).copied(), *figure));
    }
    if !failed.is_empty() {
        return Err(failed.join("\n"));
    }
    if !wanted.record {
        return judge(&old, &measured);
    }
    let mut new = Figures { measured: format!("{tools}, {}", day()?), of: old.of.clone() };
    new.of.retain(|name, _| all.contains(name));
    new.of.extend(measured);
    if wanted.because.is_none() && changes::needs_reason(&old, &new) {
        judge(&old, &new.of.into_iter().collect::<Vec<_>>())
            .map_err(|worse| format!("{worse}\n   nothing is recorded without --because REASON"))?;
        return Ok(());
    }
    let reason = wanted.because.as_deref().unwrap_or("nothing is worse");
    let log = kept.join("changes.md");
    let entries = read(&log)? + &changes::entry(&day()?, reason, &old, &new);
    write(&log, &entries)?;
    write(&kept.join("figures.tsv"), &new.write())
}

/// Fails if a job is worse; says which are better.
fn judge(old: &Figures, measured: &[(String, Figure)]) -> Result<(), String> {
    let those = |wanted: Verdict| {
        let is = |(name, figure): &&(String, Figure)| {
            Verdict::of(old.of.get(name).copied(), *figure) == wanted
        };
        measured.iter().filter(is).map(|(name, _)| name.as_str()).collect::<Vec<_>>()
    };
    let (worse, better, new) = (those(Verdict::Worse), those(Verdict::Better), those(Verdict::New));
    if !better.is_empty() {
        eprintln!("== better, to be recorded with --record: {}", better.join(", "));
    }
    if !new.is_empty() {
        return Err(format!("not recorded yet, which --record does: {}", new.join(", ")));
    }
    if !worse.is_empty() {
        let tolerance = verdict::TOLERANCE;
        return Err(format!("worse by more than {tolerance}: {}", worse.join(", ")));
    }
    Ok(())
}

/// A line of the table: instructions in millions and memory in kB, old and new and the ratio.
fn row(name: &str, old: Option<Figure>, new: Figure) -> String {
    let millions = |number: u64| format!("{}.{}", number / 1_000_000, number / 100_000 % 10);
    let kilobytes = |number: u64| number.to_string();
    let part = |of: fn(Figure) -> u64, shown: &dyn Fn(u64) -> String| {
        let before = old.map_or("-".to_string(), |old| shown(of(old)));
        let factor = old.map_or("-".to_string(), |old| format!("{:.2}", ratio(of(old), of(new))));
        format!("{before:>9} {:>9} {factor:>6}", shown(of(new)))
    };
    format!(
        "{name:<28} {} M {} kB {}",
        part(|figure| figure.instructions, &millions),
        part(|figure| figure.memory, &kilobytes),
        Verdict::of(old, new).word()
    )
}

/// Measures all jobs, on all cores: their figures, and what went wrong.
fn measure_all(
    measure: &Measure,
    jobs: &[Job],
    repeat: usize,
) -> (Vec<(String, Figure)>, Vec<String>) {
    let next = AtomicUsize::new(0);
    let results = Mutex::new((Vec::new(), Vec::new()));
    let work = || {
        while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let figure = steady(measure, job, repeat);
            eprintln!("== {}: {}", job.name, job.stands_for);
            let mut results = results.lock().expect("no worker panics");
            match figure {
                Ok(figure) => results.0.push((job.name.clone(), figure)),
                Err(error) => results.1.push(format!("{}: {error}", job.name)),
            }
        }
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(work);
        }
    });
    results.into_inner().expect("no worker panics")
}

/// The figure of a job that is run several times, or an error if its runs differ.
fn steady(measure: &Measure, job: &Job, repeat: usize) -> Result<Figure, String> {
    let mut figures = Vec::new();
    for _ in 0..repeat {
        figures.push(measure.figure(job)?);
    }
    let counts: Vec<u64> = figures.iter().map(|figure| figure.instructions).collect();
    let (least, most) = (counts.iter().min(), counts.iter().max());
    match (least, most, figures.last()) {
        (Some(least), Some(most), _) if ratio(*least, *most) > STEADY => {
            Err(format!("its runs differ by more than {STEADY}: {counts:?}"))
        }
        (_, _, Some(figure)) => Ok(*figure),
        _ => Err("it was never run".to_string()),
    }
}

/// Builds the program as it is published; where it is.
fn build(root: &Path, target: &Path) -> Result<PathBuf, String> {
    let mut command = Command::new(super::cargo());
    command.args(["build", "--release", "--locked", "--bin", "ishitori"]).current_dir(root);
    super::run(&mut command)?;
    Ok(target.join("release/ishitori"))
}

/// The name and the version of a tool.
fn version(tool: &str) -> Option<String> {
    let output = Command::new(tool).arg("--version").output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).replace('-', " ");
    let words: Vec<&str> = text.split_whitespace().take(2).collect();
    output.status.success().then(|| words.join(" "))
}

/// The date of today.
fn day() -> Result<String, String> {
    let output =
        Command::new("date").args(["-u", "+%F"]).output().map_err(|e| format!("date: {e}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_string())
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> impl Iterator<Item = String> {
        text.split(' ').map(str::to_string)
    }

    #[test]
    fn every_job_has_a_figure_and_every_figure_a_job() {
        let jobs = jobs::read(include_str!("../../bench/ledger/jobs.txt")).unwrap();
        let figures = Figures::read(include_str!("../../bench/ledger/figures.tsv")).unwrap();
        let mut names: Vec<&String> = jobs.iter().map(|job| &job.name).collect();
        names.sort();
        let recorded: Vec<&String> = figures.of.keys().collect();
        assert_eq!(names, recorded, "cargo xtask ledger --record --only NAME measures a new job");
    }

    #[test]
    fn what_can_be_asked_for() {
        let wanted = Wanted::read(words("--record --because it --only a --repeat 3")).unwrap();
        assert_eq!((wanted.record, wanted.because.as_deref()), (true, Some("it")));
        assert_eq!((wanted.only.as_str(), wanted.repeat), ("a", 3));
        for text in ["--because", "--repeat 0", "--repeat x", "--recrod"] {
            assert!(Wanted::read(words(text)).is_err(), "{text}");
        }
    }

    #[test]
    fn one_worse_job_fails() {
        let figure = |instructions| Figure { instructions, memory: 9000 };
        let mut old = Figures::default();
        old.of.insert("a".to_string(), figure(1000));
        assert!(judge(&old, &[("a".to_string(), figure(1100))]).is_ok());
        assert!(judge(&old, &[("a".to_string(), figure(100))]).is_ok());
        assert!(judge(&old, &[("a".to_string(), figure(1200))]).unwrap_err().contains("worse"));
        assert!(judge(&old, &[("b".to_string(), figure(1))]).unwrap_err().contains("not recorded"));
    }

    #[test]
    fn a_row_shows_both_ratios() {
        let old = Figure { instructions: 100_000_000, memory: 8000 };
        let new = Figure { instructions: 125_000_000, memory: 8800 };
        let row = row("a", Some(old), new);
        let shown: Vec<&str> = row.split_whitespace().collect();
        let expected = "a 100.0 125.0 1.25 M 8000 8800 1.10 kB WORSE";
        assert_eq!(shown.join(" "), expected);
    }
}
