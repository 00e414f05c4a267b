//! The extension module of the Python package `ishitori`: games, questions and rows, handed over
//! without a detour through text where that matters.
//!
//! * [`game`], [`functions`], [`thermograph`]: values, in one store for the whole process;
//! * [`answer`]: any question of the workbench, with its answer as data and in words;
//! * [`rows`]: rows of families as an Arrow stream;
//! * [`own`]: games whose moves come from Python;
//! * [`board`]: positions of board games;
//! * [`cite`]: entries of BibTeX;
//! * [`request`]: what is wrong with a question that cannot be read;
//! * [`program`]: the program `ishitori`;
//! * [`work`]: how long work is done: without the GIL, within limits, until
//!   Ctrl-C.
//!
//! What people see in Python is in `python/ishitori`, which calls this module.

mod answer;
mod board;
mod board_text;
mod cite;
mod failure;
mod functions;
mod game;
mod number;
mod own;
mod program;
mod record;
mod request;
mod rows;
mod rule;
mod thermograph;
mod work;

use pyo3::prelude::*;

/// The compiled part of the package `ishitori`.
#[pymodule]
fn _ishitori(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<game::Game>()?;
    module.add_class::<thermograph::Thermograph>()?;
    module.add_class::<answer::Answer>()?;
    module.add_class::<rows::Rows>()?;
    module.add_class::<own::Graph>()?;
    module.add_function(wrap_pyfunction!(functions::evaluate, module)?)?;
    module.add_function(wrap_pyfunction!(functions::functions, module)?)?;
    module.add_function(wrap_pyfunction!(functions::nim, module)?)?;
    module.add_function(wrap_pyfunction!(answer::ask, module)?)?;
    module.add_function(wrap_pyfunction!(answer::questions, module)?)?;
    module.add_function(wrap_pyfunction!(answer::schema, module)?)?;
    module.add_function(wrap_pyfunction!(answer::examples, module)?)?;
    module.add_function(wrap_pyfunction!(board::board_values, module)?)?;
    module.add_function(wrap_pyfunction!(board::board_options, module)?)?;
    module.add_function(wrap_pyfunction!(cite::cite, module)?)?;
    module.add_function(wrap_pyfunction!(record::read_record, module)?)?;
    module.add_function(wrap_pyfunction!(rule::read_rule, module)?)?;
    module.add_function(wrap_pyfunction!(rows::family, module)?)?;
    module.add_function(wrap_pyfunction!(program::run, module)?)?;
    module.add_function(wrap_pyfunction!(work::set_limits, module)?)?;
    module.add_function(wrap_pyfunction!(work::set_language, module)?)?;
    module.add_function(wrap_pyfunction!(work::language, module)?)?;
    module.add_function(wrap_pyfunction!(work::sentences, module)?)?;
    Ok(())
}
