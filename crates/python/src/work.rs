//! How long work is done: on a thread of its own without the GIL, within
//! limits, while the thread that asked listens for Ctrl-C.

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use ishitori::engines::words::{Lang, Mistake, Text};
use ishitori::prelude::Budget;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::failure::{LimitReached, bad_value};

/// Between two looks at signals.
const LISTEN: Duration = Duration::from_millis(20);
/// The stack of the thread that works; only what is used is taken from the system.
const STACK: usize = 16 << 20;
/// Work that is done in this time needs no thread.
pub const GLANCE: Duration = Duration::from_millis(5);

/// The limits of a computation.
#[derive(Clone, Copy, Default, Debug)]
pub struct Limits {
    /// The time.
    pub time: Option<Duration>,
    /// The memory of the tables, in bytes.
    pub memory: Option<u64>,
}

thread_local! {
    /// What `with ishitori.limits(…)` says in this thread.
    static LIMITS: Cell<Limits> = const { Cell::new(Limits { time: None, memory: None }) };
}

/// The default language of sentences.
static LANGUAGE: Mutex<Lang> = Mutex::new(Lang::En);

impl Limits {
    /// What was asked for, or else what holds in this thread.
    pub fn read(time: Option<f64>, memory: Option<u64>) -> PyResult<Limits> {
        let around = LIMITS.get();
        let seconds = |time: f64| {
            Duration::try_from_secs_f64(time)
                .map_err(|_| bad_value(Mistake::Seconds { seconds: time }))
        };
        let time = time.map(seconds).transpose()?.or(around.time);
        Ok(Limits { time, memory: memory.or(around.memory) })
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.time.is_none() && self.memory.is_none()
    }

    /// The limits from now on.
    pub fn budget(&self) -> Budget {
        let mut budget = Budget::unlimited();
        if let Some(time) = self.time {
            budget = budget.with_time(time);
        }
        if let Some(memory) = self.memory {
            budget = budget.with_memory(memory);
        }
        budget
    }
}

/// Sets the default limits of this thread; returns the previous ones.
#[pyfunction]
pub fn set_limits(time: Option<f64>, memory: Option<u64>) -> PyResult<(Option<f64>, Option<u64>)> {
    let before = LIMITS.get();
    LIMITS.set(Limits::default());
    match Limits::read(time, memory) {
        Ok(limits) => LIMITS.set(limits),
        Err(error) => {
            LIMITS.set(before);
            return Err(error);
        }
    }
    Ok((before.time.map(|time| time.as_secs_f64()), before.memory))
}

/// Sets the default language of sentences, by its code: `en`, `ja`.
#[pyfunction]
pub fn set_language(lang: &str) -> PyResult<()> {
    let lang = read_language(lang)?;
    *LANGUAGE.lock().unwrap_or_else(PoisonError::into_inner) = lang;
    Ok(())
}

/// The default language of sentences.
#[pyfunction]
pub fn language() -> &'static str {
    LANGUAGE.lock().unwrap_or_else(PoisonError::into_inner).tag()
}

/// The messages of the package itself in a language, by the rest of their keys after `python.`.
#[pyfunction]
pub fn sentences(lang: &str) -> PyResult<HashMap<&'static str, &'static str>> {
    let lang = read_language(lang)?;
    let own =
        lang.keys().filter_map(|key| Some((key.strip_prefix("python.")?, lang.message(key)?)));
    Ok(own.collect())
}

fn read_language(lang: &str) -> PyResult<Lang> {
    let known = Lang::from_tag(lang).filter(|known| known.tag() == lang);
    known.ok_or_else(|| bad_value(Mistake::Language { name: lang.to_string() }))
}

/// Sentences in a language, or in that of the process.
pub fn text(lang: Option<&str>) -> PyResult<Text> {
    Ok(Text::for_python(read_language(lang.unwrap_or(language()))?))
}

/// Does long work while this thread listens: Ctrl-C cancels it and becomes `KeyboardInterrupt`, and
/// `each` is called now and then with the GIL. A panic becomes an error.
pub fn long<T: Send>(
    py: Python<'_>,
    budget: Budget,
    mut each: impl FnMut(Python<'_>) -> PyResult<()>,
    work: impl FnOnce(&Budget) -> T + Send,
) -> PyResult<T> {
    let (done, wait) = channel::<()>();
    let flag = budget.cancel_flag().clone();
    std::thread::scope(|scope| {
        let working = std::thread::Builder::new()
            .name("ishitori".to_string())
            .stack_size(STACK)
            .spawn_scoped(scope, move || {
                // Dropped when the work ends, in whatever way.
                let _done = done;
                work(&budget)
            })?;
        let mut interrupted = None;
        let wait = Mutex::new(wait);
        // Ends when the other end of the channel is dropped.
        while py.detach(|| listen(&wait)) == Err(RecvTimeoutError::Timeout) {
            if interrupted.is_none()
                && let Err(error) = py.check_signals().and_then(|()| each(py))
            {
                flag.store(true, Ordering::Relaxed);
                interrupted = Some(error);
            }
        }
        let result = py.detach(|| working.join());
        match (interrupted, result) {
            (Some(error), _) => Err(error),
            (None, Ok(result)) => Ok(result),
            (None, Err(panic)) => Err(internal(panic)),
        }
    })
}

/// Waits a moment for the end of the work.
fn listen(wait: &Mutex<Receiver<()>>) -> Result<(), RecvTimeoutError> {
    let wait = wait.lock().unwrap_or_else(PoisonError::into_inner);
    wait.recv_timeout(LISTEN)
}

/// An error for what should never happen.
fn internal(panic: Box<dyn std::any::Any + Send>) -> PyErr {
    let said = panic.downcast_ref::<String>().map(String::as_str);
    let said = said.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no reason given");
    match text(None) {
        Ok(text) => {
            PyRuntimeError::new_err(text.mistake(&Mistake::Internal { said: said.to_string() }))
        }
        Err(error) => error,
    }
}

/// Work that is nearly always short: it is tried at once, and begun again on a thread of its own
/// where it is not. What was computed by then is in the store.
pub fn short<T: Send, E: Send>(
    py: Python<'_>,
    limit_of: fn(&E) -> Option<ishitori::prelude::LimitReached>,
    work: impl Fn(Budget) -> Result<T, E> + Sync + Send,
) -> PyResult<Result<T, E>> {
    let limits = LIMITS.get();
    if limits.is_empty() {
        let found = work(Budget::unlimited().with_time(GLANCE));
        let is_late = |error: &E| {
            matches!(limit_of(error), Some(ishitori::prelude::LimitReached::Time { .. }))
        };
        match found {
            Err(error) if is_late(&error) => {}
            found => return Ok(found),
        }
    }
    long(py, limits.budget(), |_| Ok(()), |budget| work(budget.clone()))
}

/// The error of a limit, with nothing computed.
pub fn limit_error(limit: &ishitori::prelude::LimitReached) -> PyErr {
    match text(None) {
        Ok(text) => LimitReached::new_err(text.limit(limit)),
        Err(error) => error,
    }
}
