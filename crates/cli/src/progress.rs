//! A bar that shows how far a long command is.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::output::{Output, Progress};

/// A progress bar on standard error; none if that is no terminal, or if the answer is JSON. Whoever
/// listens within the program is told in lines.
pub struct Bar {
    bar: ProgressBar,
    listener: Option<Progress>,
    done: AtomicU64,
    total: u64,
    things: String,
}

impl Bar {
    /// A bar of so many things, named in the language of the output.
    pub fn new(output: &Output, total: u64, things: &str) -> Bar {
        let listener = output.listener();
        let bar = match output.is_watched() && !output.is_json() && listener.is_none() {
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
        Bar { bar, listener, done: AtomicU64::new(0), total, things: things.to_string() }
    }

    /// So many more are done. Cheap; drawn a few times a second.
    pub fn advance(&self, more: u64) {
        self.bar.inc(more);
        if let Some(listener) = &self.listener {
            let done = self.done.fetch_add(more, Ordering::Relaxed) + more;
            listener(&format!("{done} / {} {}", self.total, self.things));
        }
    }

    /// Removes the bar from the screen.
    pub fn clear(self) {
        self.bar.finish_and_clear();
    }
}
