//! `ishitori repl`: a dialogue with the calculator.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ishitori_answers::eval::{Evaluator, FUNCTIONS, LOOPY_FUNCTIONS, Store};
use ishitori_answers::{Origin, Stream};
use ishitori_words::Describe;
use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{Context, Editor, Helper, Highlighter, Hinter, Validator};

use crate::ExitCode;
use crate::args::{Common, ReplArgs};
use crate::failure::Failure;
use crate::input::{self, InputLine};
use crate::output::Output;

pub fn run(
    args: &ReplArgs,
    output: &Output,
    context: &ishitori_answers::Context,
    common: &Common,
) -> Result<ExitCode, Failure> {
    // One handler for the process; each line gets the flag lowered again.
    let cancel = context.budget.cancel_flag().clone();
    let store = Store::default();
    let evaluator = Evaluator::new(&store, context.budget.clone());
    let mut dialogue = Dialogue { evaluator, args, output, common, cancel };
    if std::io::stdin().is_terminal() { dialogue.with_editor() } else { dialogue.with_pipe() }
}

struct Dialogue<'a, 's> {
    evaluator: Evaluator<'s>,
    args: &'a ReplArgs,
    output: &'a Output,
    common: &'a Common,
    cancel: Arc<AtomicBool>,
}

/// The meaning of a line.
enum Next {
    GoOn,
    Leave,
}

impl Dialogue<'_, '_> {
    /// Answers a line. Errors are shown and do not end the dialogue.
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
                let variables = self.evaluator.variables(self.args.style.style());
                self.output.print(&self.output.text().variables(&variables))?;
                return Ok(Next::GoOn);
            }
            _ => {}
        }
        self.cancel.store(false, Ordering::Relaxed);
        self.evaluator.set_budget(self.common.budget_cancelled_by(self.cancel.clone())?);
        let text = self.output.text();
        match self.evaluator.answer(line, Origin::Dialogue, self.args.style.style()) {
            Ok(answer) => self.output.print(&answer.describe(&text))?,
            Err(failure) => self.output.write_error(&text.failure(&failure)),
        }
        Ok(Next::GoOn)
    }

    fn with_pipe(&mut self) -> Result<ExitCode, Failure> {
        let mut input = std::io::stdin().lock();
        let mut number = 0;
        while let Some(line) = input::line(&mut input)? {
            number += 1;
            match line {
                InputLine::Text(text) => match self.answer(&text)? {
                    Next::GoOn => {}
                    Next::Leave => break,
                },
                InputLine::Bad(bad) => {
                    self.output.write_error(&self.output.text().bad_line(number, bad));
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
                        names.variables = self.evaluator.names();
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
            self.output.write_error(&self.output.text().history_not_saved(file, &error));
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

/// The file `history` in the folder of what the program keeps for its user.
fn history_file() -> Option<PathBuf> {
    Some(ishitori_runtime::files::state_folder()?.join("history"))
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
        let loopy = LOOPY_FUNCTIONS.iter().map(|name| (format!("{name}(…)"), format!("{name}(")));
        let words = ["help", "vars", "quit"].map(|w| (w.to_string(), w.to_string()));
        let variables = self.variables.iter().map(|v| (v.clone(), v.clone()));
        let pairs = functions
            .chain(loopy)
            .chain(variables)
            .chain(words)
            .filter(|(_, replacement)| replacement.starts_with(begun))
            .map(|(display, replacement)| Pair { display, replacement })
            .collect();
        Ok((start, pairs))
    }
}
