//! Signals that stop a command: Ctrl-C, SIGTERM and SIGHUP.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::text::{Lang, Text};

/// Whether the program waits for a person and computes nothing: then a signal ends it at once.
pub static AT_PROMPT: AtomicBool = AtomicBool::new(false);

/// The first signal (Ctrl-C, SIGTERM, SIGHUP) sets the flag, so that what was done is shown and
/// saved; the second ends the process. One is enough at a prompt, where a person leaves without
/// anything being cut short.
pub fn cancel_on_signals(lang: Lang) -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let seen = flag.clone();
    let heard = move |status: i32| {
        if AT_PROMPT.load(Ordering::Relaxed) {
            std::process::exit(0);
        }
        if seen.swap(true, Ordering::Relaxed) {
            std::process::exit(status);
        }
    };
    if let Err(error) = listen(heard) {
        eprintln!("ishitori: {}: {error}", Text::new(lang).ctrl_c_unavailable());
    }
    flag
}

#[cfg(unix)]
fn listen(heard: impl Fn(i32) + Send + 'static) -> std::io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut wanted = vec![SIGINT, SIGTERM];
    // Who starts a program with `nohup` wants it to go on when the terminal is gone.
    if !is_ignored(SIGHUP) {
        wanted.push(SIGHUP);
    }
    let mut signals = signal_hook::iterator::Signals::new(wanted)?;
    let listening = move || signals.forever().for_each(|signal| heard(128 + signal));
    std::thread::Builder::new().name("signals".to_string()).spawn(listening).map(drop)
}

/// Whether a signal was ignored when the program was started, where the system reports it.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

#[cfg(not(unix))]
fn listen(heard: impl Fn(i32) + Send + 'static) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(move || heard(130))
}
