//! `Thermograph`: the walls of a game as it is cooled.

use std::sync::Arc;

use ishitori::draw::ThermographPlot;
use ishitori::engines::answers::AskError;
use ishitori::engines::words::Mistake;
use ishitori::games::{Dyadic, Player, Thermograph as Walls};
use pyo3::prelude::*;

use crate::failure::{bad_type, bad_value, of_error};
use crate::number::{from_python, to_fraction};
use crate::work::text;

type Point<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);

/// The thermograph of a game: `game.thermograph`. A notebook shows it as a picture.
#[pyclass(frozen, module = "ishitori", name = "Thermograph")]
pub struct Thermograph {
    walls: Arc<Walls>,
}

impl From<Arc<Walls>> for Thermograph {
    fn from(walls: Arc<Walls>) -> Thermograph {
        Thermograph { walls }
    }
}

impl Thermograph {
    fn wall<'py>(&self, py: Python<'py>, player: Player) -> PyResult<Vec<Point<'py>>> {
        let points = self.walls.wall(player).points().iter();
        points.map(|(t, x)| Ok((to_fraction(py, t)?, to_fraction(py, x)?))).collect()
    }
}

#[pymethods]
impl Thermograph {
    /// Where the mast stands, a Fraction.
    #[getter]
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_fraction(py, self.walls.mean())
    }

    /// Where the mast begins, a Fraction.
    #[getter]
    fn temperature<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_fraction(py, self.walls.temperature())
    }

    /// The bends of the left wall as (temperature, value), lowest temperature first; above the last
    /// one stands the mast.
    #[getter]
    fn left_wall<'py>(&self, py: Python<'py>) -> PyResult<Vec<Point<'py>>> {
        self.wall(py, Player::Left)
    }

    /// The bends of the right wall.
    #[getter]
    fn right_wall<'py>(&self, py: Python<'py>) -> PyResult<Vec<Point<'py>>> {
        self.wall(py, Player::Right)
    }

    /// The left and the right wall at a temperature of at least −1.
    fn at<'py>(&self, t: &Bound<'py, PyAny>) -> PyResult<Point<'py>> {
        let py = t.py();
        let Some(at) = from_python(t)? else {
            return Err(bad_type(Mistake::Temperature));
        };
        if at < Dyadic::from(-1) {
            return Err(bad_value(Mistake::Cold));
        }
        let wall = |player| to_fraction(py, &self.walls.wall(player).at(&at));
        Ok((wall(Player::Left)?, wall(Player::Right)?))
    }

    fn __str__(&self) -> String {
        self.walls.to_string()
    }

    fn __repr__(&self) -> String {
        self.walls.to_string()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Thermograph>().is_ok_and(|other| other.get().walls == self.walls)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.walls.to_string().into_pyobject(py)?.hash()
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        let plot = ThermographPlot::new("", &self.walls);
        let scene = plot.scene(&self.walls);
        let text = text(None)?;
        let scene = scene.map_err(|error| of_error(&AskError::Draw(error), &text))?;
        Ok(scene.to_svg())
    }
}
