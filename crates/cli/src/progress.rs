//! A bar that shows how far a long command is.

use std::fmt::Write;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use ishitori_answers::{Listener, Progress};

use crate::output::Output;
use ishitori_words::one_line;

/// Between two lines of progress.
const SHOW_EVERY: Duration = Duration::from_millis(200);
/// Nothing is shown of what takes less.
const WORTH_SHOWING: Duration = Duration::from_secs(1);

/// Who shows how far a question is: a line on standard error that is written over, if that is a
/// terminal.
pub fn listener(output: &Output) -> Option<Listener> {
    if !output.is_watched() {
        return None;
    }
    let text = output.text();
    let started = Instant::now();
    let last: Mutex<Option<Instant>> = Mutex::new(None);
    Some(Arc::new(move |progress: &Progress| {
        // Nothing panics while it holds the lock.
        let mut last = last.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let over = matches!(progress, Progress::Over);
        let recent = last.is_some_and(|last| last.elapsed() < SHOW_EVERY);
        let idle = if over { last.is_none() } else { recent || started.elapsed() < WORTH_SHOWING };
        if idle {
            return;
        }
        let line = text.progress_line(progress);
        show_line(&line);
        *last = (!over).then(Instant::now);
    }))
}

/// Writes a line over the last one on standard error; an empty one clears it.
fn show_line(line: &str) {
    let (mut err, line) = (std::io::stderr().lock(), one_line(line));
    // A failure to write to standard error cannot be reported.
    let _ = std::io::Write::write_all(&mut err, format!("\r\x1b[K{line}").as_bytes());
    let _ = std::io::Write::flush(&mut err);
}

/// A progress bar on standard error; none if that is not a terminal, or if the answer is JSON.
#[derive(Clone)]
pub struct Bar(ProgressBar);

impl Bar {
    /// A bar of things that are named in the language of the output.
    pub fn new(output: &Output, things: &str) -> Bar {
        let bar = match output.is_watched() && !output.is_json() {
            true => ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr()),
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
            // A line that cannot be formatted is left out.
            let _ = write!(out, "{rate:.1}{unit}/s");
        });
        bar.set_style(style.progress_chars("=> "));
        Bar(bar)
    }

    /// The progress listener that moves the bar.
    pub fn listener(self) -> Listener {
        Arc::new(move |progress: &Progress| match progress {
            Progress::Over => self.0.finish_and_clear(),
            Progress::Sets { done, total } | Progress::Counted { done, total } => {
                self.0.set_length(*total);
                self.0.set_position(*done);
            }
            _ => {}
        })
    }
}
