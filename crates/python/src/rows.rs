//! Rows of families as an Arrow stream.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::builder::{BooleanBuilder, Int64Builder, ListBuilder, StringBuilder};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{ArrayRef, RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use ishitori::engines::answers::family::Sets;
use ishitori::engines::answers::sweep::{Asked, Request};
use ishitori::engines::answers::{AskError, Context};
use ishitori::engines::parallel::Workers;
use ishitori::engines::sweep::{Row, Set, SweepError};
use ishitori::engines::words::{Mistake, Text, shortened};
use ishitori::prelude::{Budget, Outcome};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use serde_json::Value;

use crate::failure;
use crate::request as asked_for;
use crate::work::{Limits, long, text};

/// Sets in one piece of the rows.
const PIECE: u64 = 1 << 12;

/// The columns, as in the files of a sweep.
fn schema(grundy: bool) -> SchemaRef {
    let text = |name: &str| Field::new(name, DataType::Utf8, true);
    let number = |name: &str| Field::new(name, DataType::Int64, true);
    let truth = |name: &str| Field::new(name, DataType::Boolean, true);
    let element = Arc::new(Field::new_list_field(DataType::Int64, true));
    let set = Field::new("set", DataType::List(element), true);
    let mut fields = vec![set, number("size"), number("max")];
    fields.extend([number("period"), number("preperiod"), text("eventually")]);
    fields.extend(["count_P", "count_N", "count_L", "count_R"].map(number));
    fields.extend(["first_P", "first_N", "first_L", "first_R"].map(number));
    if grundy {
        fields.extend([number("grundy_period"), number("grundy_preperiod")]);
        fields.extend([truth("divides"), truth("coprime")]);
    }
    Arc::new(Schema::new(fields))
}

const LETTERS: [Outcome; 4] = [Outcome::P, Outcome::N, Outcome::L, Outcome::R];

/// The columns of a piece, being filled.
#[derive(Default)]
struct Columns {
    set: ListBuilder<Int64Builder>,
    numbers: [Int64Builder; 4],
    eventually: StringBuilder,
    counts: [Int64Builder; 4],
    first: [Int64Builder; 4],
    grundy: [Int64Builder; 2],
    truths: [BooleanBuilder; 2],
}

/// Numbers of stones are far below 2^63.
fn signed(n: u64) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

impl Columns {
    fn push(&mut self, set: &Set, row: &Row) {
        self.set.append_value(set.numbers().map(|number| Some(i64::from(number))));
        let found = row.period > 0;
        self.numbers[0].append_value(i64::from(set.size()));
        self.numbers[1].append_value(i64::from(set.max()));
        self.numbers[2].append_option(found.then_some(signed(row.period)));
        self.numbers[3].append_option(found.then_some(signed(row.preperiod)));
        self.eventually.append_option(row.eventually.map(|outcome| outcome.to_string()));
        for (at, letter) in LETTERS.into_iter().enumerate() {
            self.counts[at].append_value(signed(row.counts[letter as usize]));
            self.first[at].append_option(row.first[letter as usize].map(signed));
        }
        self.grundy[0].append_option(row.grundy.map(|cycle| signed(cycle.period)));
        self.grundy[1].append_option(row.grundy.map(|cycle| signed(cycle.preperiod)));
        self.truths[0].append_option(row.divides());
        self.truths[1].append_option(row.coprime());
    }

    fn finish(mut self, schema: SchemaRef) -> Result<RecordBatch, ArrowError> {
        let numbers = |builders: &mut [Int64Builder]| -> Vec<ArrayRef> {
            builders.iter_mut().map(|builder| Arc::new(builder.finish()) as ArrayRef).collect()
        };
        let mut columns: Vec<ArrayRef> = vec![Arc::new(self.set.finish())];
        columns.extend(numbers(&mut self.numbers));
        columns.push(Arc::new(self.eventually.finish()));
        columns.extend(numbers(&mut self.counts));
        columns.extend(numbers(&mut self.first));
        columns.extend(numbers(&mut self.grundy));
        columns.extend(self.truths.iter_mut().map(|truth| Arc::new(truth.finish()) as ArrayRef));
        columns.truncate(schema.fields().len());
        RecordBatch::try_new(schema, columns)
    }
}

/// The pieces of a sweep, some at a time on all threads, in the order of the family.
struct Pieces {
    asked: Arc<Asked>,
    schema: SchemaRef,
    threads: usize,
    budget: Budget,
    next: u64,
    ready: VecDeque<Result<RecordBatch, AskError>>,
}

impl Pieces {
    fn new(asked: Arc<Asked>, threads: usize, budget: Budget) -> Pieces {
        let schema = schema(asked.has_grundy());
        Pieces { asked, schema, threads, budget, next: 0, ready: VecDeque::new() }
    }

    fn piece(&self, start: u64) -> Result<RecordBatch, AskError> {
        let mut columns = Columns::default();
        let places = start..start.saturating_add(PIECE);
        self.asked.rows_at(places, &self.budget, |set, row| columns.push(set, row))?;
        let whole = columns.finish(self.schema.clone());
        Ok(whole.expect("columns of one length, of the types of the schema"))
    }

    /// The next piece with its rows, and how many sets are done; nothing at the end.
    fn advance(&mut self) -> Option<Result<RecordBatch, AskError>> {
        if self.ready.is_empty() {
            let sets = self.asked.sets();
            let mut starts = Vec::new();
            while starts.len() < self.threads && self.next < sets {
                starts.push(self.next);
                self.next = self.next.saturating_add(PIECE);
            }
            let this = &*self;
            let workers = Workers::new(this.threads, &this.budget);
            let found = workers.in_order(starts.len() as u64, |piece| {
                match this.piece(starts[piece as usize]) {
                    Ok(rows) => ControlFlow::Continue(Ok(rows)),
                    Err(error) => ControlFlow::Break(Err(error)),
                }
            });
            self.ready.extend(found);
        }
        let piece = self.ready.pop_front();
        if matches!(piece, Some(Err(_))) {
            // What comes after a limit is not asked for.
            self.ready.clear();
            self.next = u64::MAX;
        }
        piece
    }
}

impl Iterator for Pieces {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let failed = |error: AskError| {
            ArrowError::ComputeError(match text(None) {
                Ok(text) => text.failure(&error),
                Err(_) => "the sweep failed".to_string(),
            })
        };
        self.advance().map(|piece| piece.map_err(failed))
    }
}

impl RecordBatchReader for Pieces {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }
}

/// Pieces that are there already.
struct ComputedRows {
    schema: SchemaRef,
    pieces: std::vec::IntoIter<RecordBatch>,
}

impl Iterator for ComputedRows {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.pieces.next().map(Ok)
    }
}

impl RecordBatchReader for ComputedRows {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }
}

/// The rows of a sweep: an object with `__arrow_c_stream__`, which Polars, PyArrow, DuckDB and pandas
/// read without a copy through text.
#[pyclass(frozen, module = "ishitori._ishitori", name = "Rows")]
pub struct Rows {
    asked: Arc<Asked>,
    threads: usize,
    limits: Limits,
    /// The pieces, if they were computed at once.
    computed: Option<Vec<RecordBatch>>,
    /// The limit that ended it, in words and by name.
    stopped: Option<(String, &'static str)>,
}

#[pymethods]
impl Rows {
    /// Reads the request of a sweep, and computes its rows unless it is `lazy`.
    #[new]
    #[pyo3(signature = (request, lazy, lang = None, time_limit = None, memory_limit = None, threads = None, progress = None))]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn new(
        py: Python<'_>,
        request: &str,
        lazy: bool,
        lang: Option<&str>,
        time_limit: Option<f64>,
        memory_limit: Option<u64>,
        threads: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Rows> {
        let text = text(lang)?;
        let limits = Limits::read(time_limit, memory_limit)?;
        let request: Request = read("rows", request, &text, serde_json::from_value)?;
        let mut context = Context::new(limits.budget());
        context.threads = threads.unwrap_or(context.threads).max(1);
        let asked = Asked::read(&request, &context);
        let asked = Arc::new(asked.map_err(|error| failure::of_error(&error, &text))?);
        let mut rows =
            Rows { asked, threads: context.threads, limits, computed: None, stopped: None };
        if !lazy {
            rows.compute(py, progress.as_ref(), &text)?;
        }
        Ok(rows)
    }

    /// Rows that are there; None if they are computed while they are read.
    #[getter]
    fn height(&self) -> Option<usize> {
        let pieces = self.computed.as_ref()?;
        Some(pieces.iter().map(RecordBatch::num_rows).sum())
    }

    /// The sets of the whole family.
    #[getter]
    fn sets(&self) -> u64 {
        self.asked.sets()
    }

    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        let schema = schema(self.asked.has_grundy());
        schema.fields().iter().map(|field| field.name().clone()).collect()
    }

    /// The limit that ended the rows early: in words, and its name.
    #[getter]
    fn stopped(&self) -> Option<(String, &'static str)> {
        self.stopped.clone()
    }

    /// The Arrow PyCapsule interface.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A producer may ignore what the consumer would rather have.
        drop(requested_schema);
        let schema = schema(self.asked.has_grundy());
        let reader: Box<dyn RecordBatchReader + Send> = match &self.computed {
            Some(pieces) => Box::new(ComputedRows { schema, pieces: pieces.clone().into_iter() }),
            None => Box::new(Pieces::new(self.asked.clone(), self.threads, self.limits.budget())),
        };
        let stream = FFI_ArrowArrayStream::new(reader);
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }
}

/// Reads a request, or a part of one, that has the fields of a sweep.
fn read<T>(
    what: &str,
    request: &str,
    text: &Text,
    reader: fn(Value) -> Result<T, serde_json::Error>,
) -> PyResult<T> {
    let refused = |mistake: Mistake| PyValueError::new_err(shortened(&text.mistake(&mistake)));
    let request: Value = serde_json::from_str(request)
        .map_err(|_| refused(Mistake::Request { question: what.to_string() }))?;
    let reads = |request: &Value| reader(request.clone()).is_ok();
    reader(request.clone())
        .map_err(|_| refused(asked_for::fault(what, asked_for::schema("sweep"), &request, reads)))
}

/// A family in words, and how many sets it has; its request is JSON.
#[pyfunction]
pub fn family(request: &str) -> PyResult<(String, u64)> {
    let text = text(None)?;
    let sets: Sets = read("Family", request, &text, serde_json::from_value)?;
    let family = sets.family().map_err(|error| failure::of_error(&error, &text))?;
    Ok((family.describe(), family.len()))
}

/// The limit that ended a sweep.
fn sweep_limit(error: &AskError) -> Option<ishitori::prelude::LimitReached> {
    match error {
        AskError::Sweep(SweepError::Limit { limit, .. }) => Some(*limit),
        _ => None,
    }
}

impl Rows {
    fn compute(
        &mut self,
        py: Python<'_>,
        progress: Option<&Py<PyAny>>,
        text: &Text,
    ) -> PyResult<()> {
        let (asked, threads) = (self.asked.clone(), self.threads);
        let (done, sets) = (AtomicU64::new(0), asked.sets());
        let each = |py: Python<'_>| match progress {
            Some(listener) => {
                let done = done.load(Ordering::Relaxed).min(sets);
                listener.call1(py, (done, sets, String::new())).map(drop)
            }
            None => Ok(()),
        };
        let pieces: Mutex<Vec<RecordBatch>> = Mutex::default();
        let found = long(py, self.limits.budget(), each, |budget| {
            let mut all = Pieces::new(asked, threads, budget.clone());
            let mut memory = 0u64;
            while let Some(piece) = all.advance() {
                let piece = piece?;
                memory += piece.get_array_memory_size() as u64;
                pieces.lock().unwrap_or_else(PoisonError::into_inner).push(piece);
                done.fetch_add(PIECE, Ordering::Relaxed);
                budget.check(memory)?;
            }
            Ok::<(), AskError>(())
        })?;
        if let Some(listener) = progress {
            listener.call1(py, (done.into_inner().min(sets), sets, String::new()))?;
        }
        self.computed = Some(pieces.into_inner().unwrap_or_else(PoisonError::into_inner));
        match found.map_err(|error| (error.limit().or(sweep_limit(&error)), error)) {
            Ok(()) => {}
            Err((Some(limit), _)) => {
                self.stopped = Some((text.limit(&limit), failure::limit_name(&limit)));
            }
            Err((None, error)) => return Err(failure::of_error(&error, text)),
        }
        Ok(())
    }
}
