//! Expressions and dialogues about them in words.

use ishitori_answers::eval::{Answer, FUNCTIONS, Failed, LOOPY_FUNCTIONS, Line, LineFault};
use ishitori_answers::{AskError, Origin};
use ishitori_values::calculator::function;
use ishitori_values::notation::PrintError;

use crate::common::functions::function_help;
use crate::{Describe, Text, say, table};

impl Describe for Answer {
    fn describe(&self, text: &Text) -> String {
        text.value_facts(&self.value, self.style)
    }
}

impl Text {
    /// Fills in what is wrong with a line of many, before it is sent as JSON.
    pub fn localize_line(&self, line: &mut Line) {
        if let Line::Failed(failed) = line {
            failed.error = match &failed.fault {
                Some(LineFault::Bad(bad)) => Some(self.bad_line(failed.line, *bad)),
                Some(LineFault::Expression(error)) => Some(self.eval_error(&error.kind)),
                Some(LineFault::Call(error)) => Some(self.failure(&error.0)),
                Some(LineFault::Print(_)) => None,
                None => failed.error.take(),
            };
        }
    }

    /// The error of a line of many, in words.
    pub fn failed_line(&self, failed: &Failed) -> String {
        let number = failed.line;
        match &failed.fault {
            Some(LineFault::Bad(bad)) => self.bad_line(number, *bad),
            Some(LineFault::Expression(error)) => self.failure(&AskError::Expression {
                from: Origin::Line(number),
                source: failed.input.clone().unwrap_or_default(),
                error: error.clone(),
            }),
            Some(LineFault::Call(error)) => format!("{number}: {}", self.failure(&error.0)),
            Some(LineFault::Print(PrintError::Limit(limit))) => {
                format!("{number}: {}", self.limit(limit))
            }
            Some(LineFault::Print(PrintError::TooLong { .. })) => {
                format!("{number}: {}", self.too_long())
            }
            None => {
                let why = failed.error.as_ref().or(failed.limit.as_ref());
                format!("{number}: {}", why.map_or("", String::as_str))
            }
        }
    }

    /// The variables of a dialogue, one per line.
    pub fn variables(&self, variables: &[(String, Option<String>)]) -> String {
        if variables.is_empty() {
            let none = self.say("expressions.eval.no-variables-define-one-g");
            return none.to_string();
        }
        let line = |(name, shown): &(String, Option<String>)| {
            let shown = shown.clone().unwrap_or_else(|| self.too_long());
            format!("{name} := {shown}")
        };
        variables.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    /// The first line of a dialogue.
    pub fn welcome(&self) -> String {
        let version = env!("CARGO_PKG_VERSION");
        say!(self, "expressions.eval.ishitori-calculator-games-type-help", version)
    }

    /// The warning that the history was not saved.
    pub fn history_not_saved(
        &self,
        file: &std::path::Path,
        error: &dyn std::fmt::Display,
    ) -> String {
        let file = file.display();
        say!(self, "expressions.eval.history-was-saved", file, error)
    }

    /// The help of the dialogue.
    pub fn help(&self) -> String {
        let intro = self.say("expressions.eval.type-expression-define-variable-g");
        let explained = |name: &str| function_help(name, self.lang).unwrap_or_default().to_string();
        let mut rows: Vec<(String, String)> =
            FUNCTIONS.iter().map(|f| (f.signature(), explained(f.name))).collect();
        rows.extend(LOOPY_FUNCTIONS.iter().map(|name| (loopy_signature(name), explained(name))));
        format!("{intro}\n{}", table(&rows))
    }

    /// The help on one function.
    pub fn help_on(&self, name: &str) -> String {
        match function(name) {
            Some(f) => format!(
                "{}\n  {}",
                f.signature(),
                function_help(f.name, self.lang).unwrap_or_default()
            ),
            None if LOOPY_FUNCTIONS.contains(&name) => {
                let explained = function_help(name, self.lang).unwrap_or_default();
                format!("{}\n  {explained}", loopy_signature(name))
            }
            None => say!(self, "expressions.eval.there-no-function-help-lists", name),
        }
    }
}

/// How a function of loopy games is called.
fn loopy_signature(name: &str) -> String {
    let two = matches!(name, "Upsum" | "Downsum");
    format!("{name}({})", if two { "G, H" } else { "G" })
}
