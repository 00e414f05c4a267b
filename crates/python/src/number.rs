//! Numbers between Python and Rust: `int` and `fractions.Fraction` here, dyadic rationals there.

use ishitori::engines::words::Mistake;
use ishitori::prelude::Dyadic;
use num_bigint::BigInt;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyBytes, PyFloat, PyInt, PyType};

use crate::failure::{bad_type, bad_value};

static FRACTION: PyOnceLock<Py<PyType>> = PyOnceLock::new();

fn fraction(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    FRACTION.import(py, "fractions", "Fraction")
}

/// An `int`.
pub fn to_int<'py>(py: Python<'py>, n: &BigInt) -> PyResult<Bound<'py, PyAny>> {
    if let Ok(n) = i64::try_from(n) {
        return Ok(n.into_pyobject(py)?.into_any());
    }
    let bytes = PyBytes::new(py, &n.to_signed_bytes_le());
    let signed = [("signed", true)].into_pyobject(py)?;
    let named = pyo3::types::PyDict::from_sequence(&signed)?;
    py.get_type::<PyInt>().call_method("from_bytes", (bytes, "little"), Some(&named))
}

/// A `Fraction`.
pub fn to_fraction<'py>(py: Python<'py>, x: &Dyadic) -> PyResult<Bound<'py, PyAny>> {
    let denominator = BigInt::from(1) << x.exponent();
    fraction(py)?.call1((to_int(py, &x.numerator())?, to_int(py, &denominator)?))
}

/// The integer of an `int`, or of what can stand for one.
pub fn from_int(value: &Bound<'_, PyAny>) -> PyResult<BigInt> {
    if let Ok(n) = value.extract::<i64>() {
        return Ok(n.into());
    }
    let value = value.call_method0("__index__")?;
    let bits: usize = value.call_method0("bit_length")?.extract()?;
    let named = pyo3::types::PyDict::new(value.py());
    named.set_item("signed", true)?;
    let bytes = value.call_method("to_bytes", (bits / 8 + 1, "little"), Some(&named))?;
    Ok(BigInt::from_signed_bytes_le(bytes.extract::<&[u8]>()?))
}

/// The number of an `int` or a `Fraction` with a power of two below; nothing for what is not a number.
pub fn from_python(value: &Bound<'_, PyAny>) -> PyResult<Option<Dyadic>> {
    let py = value.py();
    if value.is_instance_of::<PyBool>() {
        return Ok(None);
    }
    if value.is_instance_of::<PyInt>() {
        return Ok(Some(Dyadic::from(from_int(value)?)));
    }
    if value.is_instance_of::<PyFloat>() {
        return Err(bad_type(Mistake::Float));
    }
    if value.is_instance(fraction(py)?)? {
        let numerator = from_int(&value.getattr("numerator")?)?;
        let denominator = from_int(&value.getattr("denominator")?)?;
        let exponent = denominator.trailing_zeros().unwrap_or(0);
        if denominator != BigInt::from(1) << exponent {
            let value = value.str()?.to_string();
            return Err(bad_value(Mistake::Dyadic { value }));
        }
        let exponent = u32::try_from(exponent).map_err(|_| bad_value(Mistake::Denominator))?;
        return Ok(Some(Dyadic::from_big(numerator, exponent)));
    }
    // Integers of NumPy and the like.
    match value.hasattr("__index__")? {
        true => Ok(Some(Dyadic::from(from_int(value)?))),
        false => Ok(None),
    }
}
