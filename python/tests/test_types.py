"""The stub of the compiled module says what is there."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import ishitori
from ishitori import _ishitori

STUB = Path(ishitori.__file__).with_name("_ishitori.pyi")


def public(names: object) -> set[str]:
    return {name for name in names if not name.startswith("_")}  # type: ignore[attr-defined]


def test_the_stub_is_complete() -> None:
    tree = ast.parse(STUB.read_text())
    functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    assert functions | set(classes) == public(vars(_ishitori))
    for name, node in classes.items():
        methods = {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
        assert public(methods) == public(vars(getattr(_ishitori, name))), name


def test_mypy() -> None:
    pytest.importorskip("mypy")
    command = [sys.executable, "-m", "mypy", "--strict", "--ignore-missing-imports", "--cache-dir", "/dev/null"]
    # By name: what lies in a folder of installed packages is not looked at as files.
    done = subprocess.run([*command, "--package", "ishitori"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_pyright() -> None:
    if shutil.which("pyright") is None:
        pytest.skip("pyright is not installed")
    folder = Path(ishitori.__file__).parent
    command = ["pyright", "--pythonpath", sys.executable, "--level", "error", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_py_typed() -> None:
    assert STUB.with_name("py.typed").exists()
