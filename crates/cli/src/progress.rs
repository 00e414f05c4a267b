//! A bar that shows how far a long command is.

use std::fmt::Write;
use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::output::Output;

/// A progress bar on standard error; none if that is no terminal, or if the answer is JSON.
pub struct Bar(ProgressBar);

impl Bar {
    /// A bar of so many things, named in the language of the output.
    pub fn new(output: &Output, total: u64, things: &str) -> Bar {
        let bar = match std::io::stderr().is_terminal() && !output.is_json() {
            true => ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr()),
            false => ProgressBar::hidden(),
        };
        let template = output.text().progress_template(things);
        // The template is ours, so a mistake in it would show in the first test.
        let style = ProgressStyle::with_template(&template).expect("a template of indicatif");
        let style = style.with_key("rate", |state: &ProgressState, out: &mut dyn Write| {
            let (rate, unit) = match state.per_sec() {
                rate if rate >= 1e6 => (rate / 1e6, " M"),
                rate if rate >= 1e3 => (rate / 1e3, " k"),
                rate => (rate, ""),
            };
            // A line that cannot be formatted is not worth telling.
            let _ = write!(out, "{rate:.1}{unit}/s");
        });
        bar.set_style(style.progress_chars("=> "));
        Bar(bar)
    }

    /// So many more are done. Cheap; drawn a few times a second.
    pub fn advance(&self, more: u64) {
        self.0.inc(more);
    }

    /// Removes the bar from the screen.
    pub fn clear(self) {
        self.0.finish_and_clear();
    }
}
