//! The program `ishitori`: reads arguments, calls the library, shows results. It is a library so
//! that the Python package can run the same program.
//!
//! Nothing is computed here. Each command is a file under `commands`; what it says to people is in
//! `text`, in two languages.

mod args;
mod asked;
mod atlas_args;
mod commands;
mod ending_args;
mod failure;
mod game_args;
mod heap_args;
mod help;
mod input;
mod output;
mod play_args;
mod progress;
mod quotient_args;
mod rows_args;
mod rule;
mod shared_args;
mod signals;
mod status;
mod text;

use std::ffi::OsString;

use args::{Arguments, Command, Common};
use failure::Failure;
use ishitori_answers::Context;
use ishitori_runtime::Budget;
use output::Output;
pub use status::ExitCode;

/// The stack of the program in bytes: as much as the first thread has on Linux.
const STACK: usize = 8 << 20;

/// Runs the program on its arguments, the first of which is its name, and gives its exit status.
///
/// ```
/// assert_eq!(ishitori_cli::run(["ishitori", "eval", "{2|1}"].map(Into::into).to_vec()).value(), 0);
/// ```
///
/// Where this thread has less than 4 MB of stack it runs on another one: the first thread of a process has 1 MB on Windows,
/// and reading the arguments alone takes more than half of that. Where no thread can be started it runs on this one.
pub fn run(words: Vec<OsString>) -> ExitCode {
    if stacker::remaining_stack().is_some_and(|bytes| bytes >= STACK / 2) {
        return run_here(words);
    }
    let thread = std::thread::Builder::new().name("ishitori".to_string()).stack_size(STACK);
    match thread.spawn({
        let words = words.clone();
        || run_here(words)
    }) {
        Ok(running) => running.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
        Err(_) => run_here(words),
    }
}

fn run_here(words: Vec<OsString>) -> ExitCode {
    let typed = words.iter().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let arguments = match help::parse(words) {
        Ok(arguments) => arguments,
        Err(code) => return code,
    };
    let output = Output::new(arguments.common.json, arguments.common.language(), typed)
        .folding(arguments.common.full);
    arguments.common.limit_instructions();
    let budget = match arguments.common.budget() {
        Ok(budget) => budget,
        Err(failure) => return output.fail(&failure),
    };
    input::keep_to(&budget);
    if let Some((asked, old)) = help::RENAMED.iter().find(|(_, old)| output.command() == Some(*old))
    {
        output.write_error(&output.text().renamed(old, &format!("sweep --ask {asked}")));
    }
    if let Err(failure) = prepare(&arguments.command, &output) {
        return output.fail(&failure);
    }
    match dispatch(&arguments, &output, &budget) {
        Ok(code) => code,
        Err(failure) => output.fail(&failure),
    }
}

/// Looks where files go before anything is computed for them. An old certificate of the name is
/// removed: whatever becomes of the command, it is not mistaken for the answer.
fn prepare(command: &Command, output: &Output) -> Result<(), Failure> {
    command.files().into_iter().try_for_each(|path| output.check_target(path))?;
    command.certificate().map_or(Ok(()), |path| output.remove_stale(path))
}

/// What the question of a command is answered with.
fn context(common: &Common, output: &Output, budget: &Budget) -> Context {
    Context {
        timed: common.has_time_limit(),
        threads: common.threads(),
        listener: progress::listener(output),
        captions: Some(std::sync::Arc::new(output.text())),
        ..Context::new(budget.clone())
    }
}

/// Runs a command.
fn dispatch(arguments: &Arguments, output: &Output, budget: &Budget) -> Result<ExitCode, Failure> {
    let context = context(&arguments.common, output, budget);
    match &arguments.command {
        Command::Reproduce(a) => commands::reproduce::run(a, output, &context),
        Command::Eval(a) => commands::eval::run(a, output, &context),
        Command::Repl(a) => commands::repl::run(a, output, &context, &arguments.common),
        Command::Census(a) => commands::census::run(a, output, &context),
        Command::Position(a) => commands::position::run(a, output, &context),
        Command::Grundy(a) => commands::grundy::run(a, output, &context),
        Command::Period(a) => commands::period::run(a, output, &context),
        Command::Check(a) => commands::check::run(a, output, &context),
        Command::Cite(a) => commands::cite::run(a, output),
        Command::Misere(a) => commands::misere::run(a, output, &context),
        Command::Outcomes(a) => commands::outcomes::run(a, output, &context),
        Command::Explain(a) => commands::explain::run(a, output, &context),
        Command::Play(a) => commands::play::run(a, output, &context, &arguments.common),
        Command::Values(a) => commands::values::run(a, output, &context),
        Command::ValuesSweep(a) => commands::values_sweep::run(a, output, &context),
        Command::Sweep(a) => commands::sweep::run(a, output, &context),
        Command::Merge(a) => commands::merge::run(a, output, &context),
        Command::Quotient(a) => commands::quotient::run(a, output, &context),
        Command::QuotientSweep(a) => commands::quotient_sweep::run(a, output, &context),
        Command::Draw(a) => commands::draw::run(a, output, &context),
        Command::Fmt(a) => commands::fmt::run(a, output, &context),
        Command::Games(a) => commands::games::run(a, output, &context),
        Command::Atlas(a) => commands::atlas::run(a, output, &context),
        Command::Table(a) => commands::table::run(a, output, &context),
        Command::Conjecture(a) => commands::conjecture::run(a, output, &context),
        Command::Completions(a) => commands::completions::run(a, output),
        Command::Man(a) => commands::man::run(a, output),
        Command::Asked(a) => asked::run(a, output, &context),
        Command::Serve(a) => commands::serve::run(a, output, budget, &arguments.common),
    }
}
