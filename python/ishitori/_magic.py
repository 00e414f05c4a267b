"""Magics of IPython: command lines of the program in notebooks."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

#: The word of a command line that stands for a file with the text of the cell.
CELL = "cell.game"
#: Pictures that notebooks show.
SHOWN = {".svg": "SVG", ".png": "Image"}


def program() -> list[str]:
    """The words that start the program."""
    return [sys.executable, "-m", "ishitori"]


def run(words: list[str], text: str = "") -> Any:
    """Runs a command line with a text on standard input, and prints what it prints.

    With ``--json`` the object is given back instead. A picture that ``draw`` wrote is shown.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, CELL)
        file.write_text(text, encoding="utf-8")
        given = [str(file) if word == CELL else word for word in words]
        ran = subprocess.run([*program(), *given], input=text, capture_output=True, encoding="utf-8", check=False)
    said = ran.stderr.replace(os.fspath(file), CELL)
    if said:
        print(said, end="", file=sys.stderr)
    out = ran.stdout.replace(os.fspath(file), CELL)
    if "--json" in words and out.strip():
        return json.loads(out)
    if out:
        print(out, end="")
    if words[:1] == ["draw"] and ran.returncode == 0:
        show(words)
    return None


def show(words: list[str]) -> None:
    """Shows the file of a picture, if it is of a kind that notebooks show."""
    from IPython import display as module

    # Not all versions of IPython have types.
    display: Any = module
    named = [file for option, file in zip(words, words[1:]) if option in ("-o", "--output")]
    for name in named:
        kind = SHOWN.get(Path(name).suffix.lower())
        if kind is not None and Path(name).exists():
            display.display(getattr(display, kind)(filename=name))


def line_magic(line: str) -> Any:
    """``%ishitori period 0.77``: one command line."""
    return run(shlex.split(line))


def cell_magic(line: str, cell: str) -> Any:
    """``%%ishitori``: every line of the cell is a command line.

    ``%%ishitori table cell.game --to 5,5``: one command line, with the text of the cell as its game; commands that read
    standard input (``eval -``, ``check -``) read the cell.
    """
    if line.strip():
        return run(shlex.split(line), cell)
    found = None
    for each in cell.splitlines():
        words = shlex.split(each, comments=True)
        if words:
            found = run(words)
    return found


def load(ipython: Any) -> None:
    """Registers both magics under the name ``ishitori``."""
    from IPython.core.magic import no_var_expand

    # A game in braces is no expression of Python.
    ipython.register_magic_function(no_var_expand(line_magic), "line", "ishitori")
    ipython.register_magic_function(no_var_expand(cell_magic), "cell", "ishitori")
