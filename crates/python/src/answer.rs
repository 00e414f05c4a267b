//! Any question of the workbench, and its answer as data, in words, as arrays.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ishitori::engines::answers::devices::DeviceChoice;
use ishitori::engines::answers::sweep::RowsFile;
use ishitori::engines::answers::{Answered, AnyAnswer, Context, Finish, Limit, Progress, Question};
use ishitori::engines::solve::heap::{Cells, Values};
use ishitori::engines::words::{Describe, Mistake, Text, shortened};
use ishitori_records::Format;
use numpy::PyArray1;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::failure;
use crate::request as asked;
use crate::work::{Limits, long, text};

/// An answer, sentences filled in.
#[pyclass(frozen, module = "ishitori._ishitori", name = "Answer")]
pub struct Answer {
    answer: Mutex<AnyAnswer>,
    text: Text,
    /// The version of the program, the name of the question and its request.
    made: String,
}

impl Answer {
    fn answer(&self) -> MutexGuard<'_, AnyAnswer> {
        self.answer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Answer {
    /// The answer as JSON.
    fn json(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| serde_json::to_string(&*self.answer()))
            .map_err(|error| PyRuntimeError::new_err(error.to_string()))
    }

    /// The answer in sentences.
    fn words(&self, py: Python<'_>) -> String {
        py.detach(|| self.answer().describe(&self.text))
    }

    /// How it ends: `done`, `no`, `partial` or `unsaved`.
    #[getter]
    fn finish(&self) -> &'static str {
        match self.answer().finish() {
            Finish::Done => "done",
            Finish::No => "no",
            Finish::Partial => "partial",
            Finish::Unsaved => "unsaved",
        }
    }

    /// Notes that accompany it.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.answer().notes().iter().map(|note| self.text.note(note)).collect()
    }

    /// The certificate that belongs to it, or the record of a shard.
    #[getter]
    fn document(&self) -> Option<String> {
        self.answer().document().map(str::to_string)
    }

    /// The bytes of a picture, or of packed numbers.
    #[getter]
    fn data<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        self.answer().bytes().map(|bytes| PyBytes::new(py, bytes))
    }

    /// Its rows in a format: `text`, `csv`, `tsv`, `markdown`, `latex`, `bfile`, `oeis`, `jsonl`, `html`.
    fn rows(&self, py: Python<'_>, format: &str) -> PyResult<Option<String>> {
        // Parquet is not a text: `parquet` gives its bytes.
        let known = Format::ALL.into_iter().filter(|format| !format.is_binary());
        let found = known.clone().find(|known| known.name() == format);
        let format = found.ok_or_else(|| {
            let names = known.map(|format| format.name()).collect();
            PyValueError::new_err(self.text.mistake(&Mistake::Format { names }))
        })?;
        py.detach(|| {
            let answer = self.answer();
            let Some(rows) = answer.rows() else { return Ok(None) };
            let mut out = Vec::new();
            // An entry of the OEIS says how its terms were computed.
            let made = (format == Format::Oeis).then_some(self.made.as_str());
            let written = rows.write_as(format, made, &mut out);
            written.map_err(|error| PyValueError::new_err(error.to_string()))?;
            let out = String::from_utf8(out);
            Ok(Some(out.map_err(|error| PyRuntimeError::new_err(error.to_string()))?))
        })
    }

    /// Its rows as the bytes of a Parquet file.
    fn parquet<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let bytes = py.detach(|| {
            let answer = self.answer();
            let Some(rows) = answer.rows() else { return Ok(None) };
            let mut out = Vec::new();
            let written = rows.write_as(Format::Parquet, Some(&self.made), &mut out);
            written.map_err(|error| PyValueError::new_err(error.to_string()))?;
            Ok::<_, PyErr>(Some(out))
        })?;
        Ok(bytes.map(|bytes| PyBytes::new(py, &bytes)))
    }

    /// Takes the numbers of a Grundy sequence out of the answer, without a copy, in the narrowest
    /// type that holds them.
    fn take_values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut answer = self.answer();
        let AnyAnswer::Grundy(grundy) = &mut *answer else {
            return Err(PyValueError::new_err(self.text.mistake(&Mistake::NoArray)));
        };
        let values = std::mem::replace(&mut grundy.values, Values::from(Vec::<u8>::new()));
        Ok(match values.into_cells() {
            Cells::Byte(values) => PyArray1::from_vec(py, values).into_any(),
            Cells::Short(values) => PyArray1::from_vec(py, values).into_any(),
            Cells::Word(values) => PyArray1::from_vec(py, values).into_any(),
        })
    }

    /// The limit that ended a Grundy sequence, by name; other answers say it in their data.
    #[getter]
    fn limit(&self) -> Option<&'static str> {
        let AnyAnswer::Grundy(grundy) = &*self.answer() else { return None };
        let stopped = grundy.stopped.as_ref()?;
        Some(match stopped.limit {
            Limit::Time => "time",
            Limit::Memory => "memory",
            Limit::Cancelled => "cancelled",
            Limit::Size => "size",
        })
    }
}

/// The names of all questions.
#[pyfunction]
pub fn questions() -> Vec<&'static str> {
    Question::NAMES.to_vec()
}

/// The examples of a question: each request as JSON, and its command line where that is made from the request.
#[pyfunction]
pub fn examples(name: &str) -> Vec<(String, Option<Vec<String>>)> {
    let mut lines = Question::command_lines(name).into_iter();
    let requests = Question::examples(name).into_iter();
    requests.map(|request| (request.to_string(), lines.next())).collect()
}

/// The schemas of the request and of the answer of a question, as JSON.
#[pyfunction]
pub fn schema(name: &str) -> PyResult<(String, String)> {
    let Some(schemas) = Question::schemas(name) else {
        return Err(unknown(name, &text(None)?));
    };
    Ok((schemas.request.to_string(), schemas.answer.to_string()))
}

fn unknown(name: &str, text: &Text) -> PyErr {
    let names = Question::NAMES.to_vec();
    let mistake = Mistake::Question { name: name.to_string(), names };
    PyValueError::new_err(shortened(&text.mistake(&mistake)))
}

/// The settings of a question besides its request.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Options {
    lang: Option<String>,
    time_limit: Option<f64>,
    memory_limit: Option<u64>,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
    checkpoint: Option<PathBuf>,
    device: Option<String>,
    /// Where one row for each set of a sweep goes.
    out: Option<PathBuf>,
}

/// Answers a question, whose request is JSON. Long work is done without the
/// GIL; `progress(done, total, line)` is called now and then.
#[pyfunction]
pub fn ask(py: Python<'_>, name: &str, request: &str, options: Options) -> PyResult<Answer> {
    let made = format!("ishitori {}: {name} {request}", env!("CARGO_PKG_VERSION"));
    let text = text(options.lang.as_deref())?;
    let limits = Limits::read(options.time_limit, options.memory_limit)?;
    let refused = |mistake: Mistake| PyValueError::new_err(shortened(&text.mistake(&mistake)));
    let request: serde_json::Value = serde_json::from_str(request)
        .map_err(|_| refused(Mistake::Request { question: name.to_string() }))?;
    let Some(question) = Question::read(name, request.clone()) else {
        return Err(unknown(name, &text));
    };
    let mut question = question.map_err(|_| {
        let reads = |request: &serde_json::Value| {
            Question::read(name, request.clone()).is_some_and(|question| question.is_ok())
        };
        refused(asked::fault(name, asked::schema(name), &request, reads))
    })?;

    if let (Question::Sweep(sweep), Some(path)) = (&mut question, options.out) {
        let heading = format!("ishitori {}: {request}", env!("CARGO_PKG_VERSION"));
        sweep.rows = Some(RowsFile { path, heading, resume: true });
    }

    let latest: Arc<Mutex<Option<Progress>>> = Arc::default();
    let heard = latest.clone();
    let mut context = Context {
        timed: limits.time.is_some(),
        captions: Some(Arc::new(text)),
        checkpoint: options.checkpoint,
        ..Context::new(limits.budget())
    };
    if let Some(threads) = options.threads {
        context.threads = threads.max(1);
    }
    if let Some(name) = &options.device {
        let names = DeviceChoice::NAMES.join(", ");
        context.device = DeviceChoice::named(name)
            .ok_or_else(|| PyValueError::new_err(format!("device: {name:?} ({names})")))?;
    }
    if options.progress.is_some() {
        context.listener = Some(Arc::new(move |progress: &Progress| {
            *heard.lock().unwrap_or_else(PoisonError::into_inner) = Some(progress.clone());
        }));
    }
    let each = |py: Python<'_>| match &options.progress {
        Some(listener) => report(py, listener, &latest, &text),
        None => Ok(()),
    };
    let budget = context.budget.clone();
    let found = long(py, budget, each, move |_| {
        question.answer(&context).map(|mut answer| {
            answer.localize(&text);
            answer
        })
    })?;
    if let Some(listener) = &options.progress {
        report(py, listener, &latest, &text)?;
    }
    let answer = found.map_err(|error| failure::of_error(&error, &text))?;
    Ok(Answer { answer: Mutex::new(answer), text, made })
}

/// Passes the latest progress to the listener in Python.
fn report(
    py: Python<'_>,
    listener: &Py<PyAny>,
    latest: &Mutex<Option<Progress>>,
    text: &Text,
) -> PyResult<()> {
    let news = latest.lock().unwrap_or_else(PoisonError::into_inner).take();
    let Some(news) = news else { return Ok(()) };
    let (done, total) = match &news {
        Progress::Counted { done, total } | Progress::Sets { done, total } => (*done, Some(*total)),
        Progress::Heaps { computed, limit, .. } => (*computed, Some(*limit)),
        Progress::Checked { heaps, total } => (*heaps, Some(*total)),
        Progress::Values { found, .. } => (*found as u64, None),
        Progress::Quotient { heap, .. } => (u64::from(*heap), None),
        Progress::Proof { states, .. } => (*states as u64, None),
        Progress::Over => return Ok(()),
    };
    listener.call1(py, (done, total, text.progress_line(&news)))?;
    Ok(())
}
