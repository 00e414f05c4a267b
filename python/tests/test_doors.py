"""The same answer as on the command line, for every question."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from conftest import printed, program

import ishitori

ASKED: list[tuple[str, dict[str, Any], list[str]]] = [
    ("grundy", {"rule": "0.77", "to": 90}, ["grundy", "0.77", "--to", "90"]),
    ("grundy", {"rule": "kayles", "to": 9, "end": "misere"}, ["grundy", "kayles", "--to", "9", "--end", "misere"]),
    ("period", {"rule": "0.07"}, ["period", "0.07"]),
    ("period", {"rule": "chocolate:3", "row": ["y=2"], "limit": 90}, ["period", "chocolate:3", "--row", "y=2", "--limit", "90"]),
    ("census", {"game": "clobber", "position": "1x4"}, ["census", "clobber", "1x4"]),
    ("outcomes", {"rule": "sub:2,3", "end": "mod2:LR", "to": 30}, ["outcomes", "sub:2,3", "--end", "mod2:LR", "--to", "30"]),
    ("values", {"rule": "sub:2,3", "end": "mod2:LR", "to": 9}, ["values", "sub:2,3", "--end", "mod2:LR", "--to", "9"]),
    ("values-sweep", {"min": 2, "max": 4, "heaps": 60}, ["values-sweep", "--min", "2", "--max", "4", "--heaps", "60"]),
    ("eval", {"expression": "{2||1|0} + *"}, ["eval", "{2||1|0} + *"]),
    ("position", {"game": "domineering", "position": "...|..."}, ["position", "domineering", "...|..."]),
    ("misere", {"game": "kayles", "position": "4+5"}, ["misere", "kayles", "4+5"]),
    ("table", {"rule": "chocolate:3", "to": [4, 12], "transpose": True}, ["table", "chocolate:3", "--to", "4,12", "--transpose"]),
    ("conjecture", {"rule": "chocolate:2", "formula": "y xor z", "to": [9, 20], "prove": True}, ["conjecture", "chocolate:2", "y xor z", "--to", "9,20", "--prove"]),
    ("quotient", {"rule": "sub:2,3", "end": "mod2:LR"}, ["quotient", "sub:2,3", "--end", "mod2:LR"]),
    ("games", {}, ["games"]),
    ("atlas", {}, ["atlas", "search"]),
    ("atlas", {"condition": "order = 40 and period < 10", "limit": 3}, ["atlas", "search", "order = 40 and period < 10", "--limit", "3"]),
    ("atlas", {"sequence": "LRLNNLPL", "at": 0}, ["atlas", "search", "--sequence", "LRLNNLPL", "--at", "0"]),
    ("explain", {"rule": "nim", "position": "3+4+5", "end": "misere"}, ["explain", "nim", "3+4+5", "--end", "misere"]),
    ("sweep", {"min": 2, "max": 9, "where": "has_R", "count": ["period > 5"]}, ["sweep", "--min", "2", "--max", "9", "--where", "has_R", "--count", "period > 5"]),
    ("code-sweep", {"octal": 2, "limit": 2000}, ["sweep", "--octal", "2", "--limit", "2000"]),
    ("game-sweep", {"rule": "chocolate", "set": ["k=1..4"], "row": ["y=2"], "limit": 200}, ["sweep", "chocolate", "--set", "k=1..4", "--row", "y=2", "--limit", "200"]),
    ("quotient-sweep", {"octal": 1, "to": 12}, ["quotient-sweep", "--octal", "1", "--to", "12"]),
]  # fmt: skip

# Questions whose commands are made from their requests.
ASKED += [
    (name, json.loads(request), line)
    for name in ishitori.questions()
    for request, line in ishitori._ishitori.examples(name)
    if line is not None
]

DRAWN: list[tuple[str, dict[str, Any], list[str]]] = [
    ("draw/scatter", {"rule": "0.77", "to": 90}, ["scatter", "0.77", "--to", "90"]),
    ("draw/table", {"rule": "0.07", "to": 90}, ["table", "0.07", "--to", "90"]),
    ("draw/grid", {"rule": "chocolate:3", "to": [4, 12]}, ["grid", "chocolate:3", "--to", "4,12"]),
    ("draw/thermograph", {"expression": "{3|1||-2}"}, ["thermograph", "{3|1||-2}"]),
    ("draw/tree", {"expression": "{3|1||-2}"}, ["tree", "{3|1||-2}"]),
    ("draw/graph", {"rule": "sub:1-3", "to": [8]}, ["graph", "sub:1-3", "--to", "8"]),
    (
        "draw/board",
        {"game": "clobber", "position": "xo.|.xo", "move": "a2-b2"},
        ["board", "clobber", "xo.|.xo", "--move", "a2-b2"],
    ),
    (
        "draw/bar",
        {"rule": "chocolate:3", "position": "(2,7)", "cut": "(1,4)"},
        ["bar", "chocolate:3", "(2,7)", "--cut", "(1,4)"],
    ),
    ("draw/automaton", {"rule": "lib:end-nim"}, ["automaton", "lib:end-nim"]),
    ("draw/monoid", {"rule": "sub:2,3", "end": "mod2:LR"}, ["monoid", "sub:2,3", "--end", "mod2:LR"]),
    ("draw/cayley", {"rule": "sub:2,3", "end": "mod2:LR"}, ["cayley", "sub:2,3", "--end", "mod2:LR"]),
]  # fmt: skip

#: Compared by other tests, here or in the repository: they have no command of their own.
ELSEWHERE = {"check", "fmt", "merge", "draw/strips", "family/size", "family/rows", "family/places", "play"}


def test_every_question_is_compared() -> None:
    compared = {name for name, _, _ in ASKED + DRAWN} | ELSEWHERE
    assert compared == set(ishitori.questions())


def test_records_add_up(tmp_path: Path) -> None:
    records = []
    for number in (1, 2, 3):
        file = tmp_path / f"{number}.json"
        line = ["sweep", "--min", "2", "--max", "9", "--shard", f"{number}/3", "--record", str(file)]
        program(*line)
        shard = ishitori.ask("sweep", min=2, max=9, shard=f"{number}/3")
        assert shard._raw.document == file.read_text()
        records.append(shard._raw.document)
    whole = ishitori.ask("sweep", min=2, max=9).to_dict()
    assert ishitori.ask("merge", records=records).to_dict() == whole


def without_time(answer: Any) -> Any:
    if isinstance(answer, dict):
        answer.pop("seconds", None)
    return answer


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("name, fields, line", ASKED)
def test_the_same_as_the_program(name: str, fields: dict[str, Any], line: list[str], lang: str) -> None:
    found = ishitori.ask(name, lang=lang, **fields).to_dict()
    by_command = printed(*line, "--lang", lang)
    if name == "tour":  # it names commands, which have other names here
        assert len(found["stops"]) == len(by_command["stops"])
        return
    assert without_time(found) == without_time(by_command)


@pytest.mark.parametrize("name, fields, line", DRAWN)
def test_the_same_pictures(name: str, fields: dict[str, Any], line: list[str], tmp_path: Path) -> None:
    file = tmp_path / "picture.svg"
    done = program("draw", *line, "--output", str(file), "--lang", "ja")
    assert done.returncode == 0, done.stderr
    drawn = ishitori.ask(name, lang="ja", **fields)
    assert drawn._raw.data == file.read_bytes()


def test_certificates_and_layouts(tmp_path: Path) -> None:
    file = tmp_path / "kayles.json"
    assert program("period", "0.77", "--certificate", str(file)).returncode == 0
    text = file.read_text()
    assert ishitori.Rule("0.77").period().certificate.text == text
    assert ishitori.check(text).to_dict() == printed("check", str(file))
    line = ["values", "sub:2,3", "--end", "mod2:LR", "--to", "4", "--certificate", str(file)]
    assert program(*line).returncode == 0
    text = file.read_text()
    assert ishitori.Rule("sub:2,3", end="mod2:LR").values(4).certificate.text == text
    assert ishitori.check(text).to_dict() == printed("check", str(file))
    game = tmp_path / "n.game"
    game.write_text("position (n)  both: (n-1) if n>=1")
    by_command = printed("fmt", str(game), "--check")
    assert ishitori.ask("fmt", file=str(game), text=game.read_text(), check=True).to_dict() == by_command


def test_the_program_is_the_program() -> None:
    done = program("--version")
    assert done.returncode == 0 and ishitori.__version__ in done.stdout
    assert program("eval", "{1|").returncode == 2
    assert "ishitori" in program("--help").stdout
    done = program("grundy", "0.77", "--to", "20000", "--engine", "naive", "--time-limit", "10ms", "--json")
    assert done.returncode == 3 and json.loads(done.stdout)["stopped"] == "time"


def test_the_console_script() -> None:
    import shutil
    import subprocess
    import sys

    script = shutil.which("ishitori", path=str(Path(sys.executable).parent))
    if script is None:
        pytest.skip("the package is not installed")
    done = subprocess.run([script, "eval", "{2|1} + *"], capture_output=True, text=True)
    assert done.stdout == program("eval", "{2|1} + *").stdout != ""
