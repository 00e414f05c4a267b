//! `ishitori repl`: a dialogue with the calculator.

use ishitori_answers::{Origin, Stream};
use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ishitori::prelude::{Budget, Calculator, GameStore};
use ishitori::values::calculator::FUNCTIONS;
use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{Context, Editor, Helper, Highlighter, Hinter, Validator};

use super::eval::{Line, read_line};
use super::report::value_text;
use crate::args::{Common, ReplArgs};
use crate::failure::Failure;
use crate::output::Output;

pub fn run(
    args: &ReplArgs,
    output: &Output,
    budget: &Budget,
    common: &Common,
) -> Result<ExitCode, Failure> {
    // One handler for the process; each line gets the flag lowered again.
    let cancel = budget.cancel_flag().clone();
    let store = GameStore::new();
    let mut dialogue =
        Dialogue { calculator: Calculator::new(&store), args, output, common, cancel };
    if std::io::stdin().is_terminal() { dialogue.with_editor() } else { dialogue.with_pipe() }
}

struct Dialogue<'a, 's> {
    calculator: Calculator<'s>,
    args: &'a ReplArgs,
    output: &'a Output,
    common: &'a Common,
    cancel: Arc<AtomicBool>,
}

/// What a line asks for.
enum Next {
    GoOn,
    Leave,
}

impl Dialogue<'_, '_> {
    /// Answers a line. Errors are told and do not end the dialogue.
    fn answer(&mut self, line: &str) -> Result<Next, Failure> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [] => return Ok(Next::GoOn),
            ["quit" | "exit"] => return Ok(Next::Leave),
            ["help"] => {
                self.output.print(&self.output.text().help())?;
                return Ok(Next::GoOn);
            }
            ["help", name] => {
                let name = name.trim_end_matches("()");
                self.output.print(&self.output.text().help_on(name))?;
                return Ok(Next::GoOn);
            }
            ["vars"] => {
                self.list_variables()?;
                return Ok(Next::GoOn);
            }
            _ => {}
        }
        self.cancel.store(false, Ordering::Relaxed);
        self.calculator.set_budget(self.common.budget_cancelled_by(self.cancel.clone())?);
        let style = self.args.style.style();
        let text = self.output.text();
        let shown = match self.calculator.eval(line) {
            Ok(value) => value_text(&mut self.calculator, &value, style, &text)
                .map(|shown| shown.text)
                .map_err(|limit| text.failure(&Failure::Limit(limit))),
            Err(error) => {
                let source = line.to_string();
                Err(text.failure(&Failure::Expression { from: Origin::Dialogue, source, error }))
            }
        };
        match shown {
            Ok(shown) => self.output.print(&shown)?,
            Err(why) => self.output.complain(&why),
        }
        Ok(Next::GoOn)
    }

    fn list_variables(&mut self) -> Result<(), Failure> {
        let variables: Vec<_> =
            self.calculator.variables().map(|(n, v)| (n.to_string(), v.clone())).collect();
        let text = self.output.text();
        if variables.is_empty() {
            return self.output.print(&text.no_variables());
        }
        for (name, value) in variables {
            let shown = self.calculator.show_as(&value, self.args.style.style());
            let shown = shown.unwrap_or_else(|_| text.too_long());
            self.output.print(&format!("{name} := {shown}"))?;
        }
        Ok(())
    }

    fn with_pipe(&mut self) -> Result<ExitCode, Failure> {
        let mut input = std::io::stdin().lock();
        let mut number = 0;
        while let Some(line) = read_line(&mut input)? {
            number += 1;
            match line {
                Line::Text(text) => match self.answer(&text)? {
                    Next::GoOn => {}
                    Next::Leave => break,
                },
                Line::Bad(bad) => {
                    self.output.complain(&self.output.text().bad_line(number, bad));
                }
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    fn with_editor(&mut self) -> Result<ExitCode, Failure> {
        let fail = |error: ReadlineError| Failure::Io {
            what: Stream::Terminal,
            error: std::io::Error::other(error),
        };
        let mut editor: Editor<Names, FileHistory> = Editor::new().map_err(fail)?;
        editor.set_helper(Some(Names { variables: Vec::new() }));
        let history = history_file();
        if let Some(file) = &history {
            // A missing history is an empty one.
            let _ = editor.load_history(file);
        }
        self.output.print(&self.output.text().welcome())?;
        loop {
            match editor.readline("> ") {
                Ok(line) => {
                    let _ = editor.add_history_entry(line.as_str());
                    if matches!(self.answer(&line)?, Next::Leave) {
                        break;
                    }
                    if let Some(names) = editor.helper_mut() {
                        names.variables =
                            self.calculator.variables().map(|(n, _)| n.to_string()).collect();
                    }
                }
                Err(ReadlineError::Interrupted) => {}
                Err(ReadlineError::Eof) => break,
                Err(error) => return Err(fail(error)),
            }
        }
        if let Some(file) = &history
            && let Err(error) = save_history(&mut editor, file)
        {
            self.output.complain(&self.output.text().history_not_saved(file, &error));
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn save_history(
    editor: &mut Editor<Names, FileHistory>,
    file: &std::path::Path,
) -> Result<(), ReadlineError> {
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)?;
    }
    editor.save_history(file)
}

/// `$XDG_STATE_HOME/ishitori/history`, as the XDG base directory specification has it.
fn history_file() -> Option<PathBuf> {
    let state = match std::env::var_os("XDG_STATE_HOME") {
        Some(folder) if !folder.is_empty() => PathBuf::from(folder),
        _ => PathBuf::from(std::env::var_os("HOME")?).join(".local/state"),
    };
    Some(state.join("ishitori/history"))
}

/// Completes names of functions and variables.
#[derive(Helper, Hinter, Highlighter, Validator)]
struct Names {
    variables: Vec<String>,
}

impl Completer for Names {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let start = line[..pos]
            .char_indices()
            .rev()
            .take_while(|(_, c)| c.is_alphanumeric() || *c == '_')
            .last()
            .map_or(pos, |(i, _)| i);
        let begun = &line[start..pos];
        if begun.is_empty() {
            return Ok((start, Vec::new()));
        }
        let functions = FUNCTIONS.iter().map(|f| (f.signature(), format!("{}(", f.name)));
        let words = ["help", "vars", "quit"].map(|w| (w.to_string(), w.to_string()));
        let variables = self.variables.iter().map(|v| (v.clone(), v.clone()));
        let pairs = functions
            .chain(variables)
            .chain(words)
            .filter(|(_, replacement)| replacement.starts_with(begun))
            .map(|(display, replacement)| Pair { display, replacement })
            .collect();
        Ok((start, pairs))
    }
}
