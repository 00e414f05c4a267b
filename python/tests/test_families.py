"""Families, and their rows as Arrow streams."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from conftest import program

import ishitori
from ishitori import Family


def test_sweep() -> None:
    family = Family(min=2, max=8)
    assert len(family) == 64 and "min 2" in repr(family)
    found = family.sweep(end="mod2:LR", where="has_R", count="period > 5", group_by="period")
    assert found.sets == 64 and found.matching <= 64 and found.counts[0]["of"] == found.matching
    assert found.group_by["groups"] and "64" in str(found)
    assert family.sweep(check="carret") is not None
    with pytest.raises(ValueError) as error:
        family.sweep(where="has_R and")
    assert "where" in str(error.value) and "^" in str(error.value)
    with pytest.raises(ValueError, match="min"):
        Family(5, 2)
    with pytest.raises(ValueError):
        Family(2, 60).sweep()
    assert len(Family(2, 9, with_=[3], without=[4], min_size=2, max_size=3)) == 6
    assert Family(2, 4).values(end="mod2:LR", heaps=60).to_dict()
    assert family.strips(end="mod2:LR", to=20)._repr_svg_().startswith("<svg")


def test_devices() -> None:
    """On a GPU where there is one; elsewhere it is said that there is none."""
    devices = ishitori.ask("devices")
    assert devices.supported is True
    family = Family(2, 14)
    expected = family.sweep(end="mod2:LR")
    assert family.sweep(end="mod2:LR", device="auto") == expected
    assert ishitori.ask("sweep", min=2, max=14, end="mod2:LR", device="cpu").to_dict() == expected.to_dict()
    if devices.devices:
        assert family.sweep(end="mod2:LR", device="gpu") == expected
    else:
        with pytest.raises(Exception, match="GPU"):
            family.sweep(end="mod2:LR", device="gpu")
    with pytest.raises(ValueError, match="expected 'cpu', 'auto' or 'gpu'"):
        family.sweep(device="abacus")
    with pytest.raises(ValueError, match="のどれかを指定します"):
        family.sweep(device="abacus", lang="ja")
    with pytest.raises(TypeError, match="device"):
        family.rows(device="gpu")
    with pytest.raises(ValueError, match="device"):
        ishitori.ask("period", rule="0.77", device="gpu")


def _rows_of_the_program(tmp_path: Path, *more: str) -> list[dict[str, str]]:
    file = tmp_path / "rows.csv"
    line = ["sweep", "--min", "2", "--max", "9", "--end", "mod2:LR", "--out", str(file), *more]
    done = program(*line)
    assert done.returncode == 0, done.stderr
    lines = [line for line in file.read_text().splitlines() if not line.startswith("#")]
    truths = {"divides": {"1": "true", "0": "false"}, "coprime": {"1": "true", "0": "false"}}
    return [
        {name: truths.get(name, {}).get(value, value) for name, value in row.items()}
        for row in csv.DictReader(lines)
    ]


def _as_text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, list):
        return " ".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


@pytest.mark.parametrize("grundy", [False, True])
def test_pyarrow(tmp_path: Path, grundy: bool) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    rows = Family(2, 9).rows(end="mod2:LR", grundy=grundy, where="period > 1")
    table = pyarrow.table(rows)
    assert table.num_rows == len(rows) and table.column_names == rows.columns
    expected = _rows_of_the_program(tmp_path, "--where", "period > 1", *(["--grundy"] if grundy else []))
    found = [{name: _as_text(value) for name, value in row.items()} for row in table.to_pylist()]
    assert found == expected
    # It can be read again, and lazily.
    assert pyarrow.table(rows).equals(table)
    lazy = Family(2, 9).rows(end="mod2:LR", grundy=grundy, where="period > 1", lazy=True)
    assert pyarrow.table(lazy).equals(table)
    with pytest.raises(TypeError):
        len(lazy)


def test_polars() -> None:
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(Family(2, 16).rows(end="mod2:LR"))
    assert frame.height == 2**14
    summary = Family(2, 16).sweep(end="mod2:LR")
    assert frame.filter(polars.col("eventually") == "L").height == summary.eventually_all_L
    assert frame["period"].max() == summary.max_period["value"]


def test_duckdb() -> None:
    duckdb = pytest.importorskip("duckdb")
    pyarrow = pytest.importorskip("pyarrow")
    found = pyarrow.table(Family(2, 12).rows())
    assert duckdb.sql("select count(*), max(size) from found").fetchall() == [(2**10, 11)]


def test_threads_do_not_matter() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    one = pyarrow.table(Family(2, 18).rows(threads=1))
    many = pyarrow.table(Family(2, 18).rows(threads=5))
    assert one.equals(many)


def test_a_limit_in_a_lazy_stream_is_an_error() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    with pytest.raises(Exception, match="time"):
        pyarrow.table(Family(2, 34).rows(lazy=True, time_limit=0.1))
