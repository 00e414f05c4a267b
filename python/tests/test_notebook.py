"""What notebooks show, and the widget."""

from __future__ import annotations

from pathlib import Path

import pytest

import ishitori
from ishitori import Board, Game, OwnGame, Rule


def test_widget() -> None:
    pytest.importorskip("anywidget")
    widget = Rule("nim").widget([1, 2])
    assert widget.state["position"] == "1+2" and widget.state["svg"].startswith("<svg")
    winning = [move for move in widget.state["moves"] if move["move"] in widget.play.winning_moves]
    widget._heard(widget, {"do": "move", "number": winning[0]["number"]}, [])
    assert len(widget.play.history) == 2 and widget.problem == ""
    widget._heard(widget, {"do": "move", "number": 77}, [])
    assert widget.problem
    widget._heard(widget, {"do": "undo"}, [])
    assert widget.state["position"] == "1+2" and widget.problem == ""
    bar = Rule("chocolate:3").widget((2, 6), lang="ja")
    assert bar.state["drawing"]["kind"] == "bar" and bar.state["lang"] == "ja"
    board = Board("domineering").widget("...|...")
    assert board.state["drawing"]["kind"] == "grid" and board.state["moves"]
    own = OwnGame(lambda n, p: range(n), impartial=True).widget(5)
    assert own.state["moves"][0]["number"] == 0


def test_pictures_of_answers() -> None:
    assert Game("{3|1}")._repr_latex_().startswith("$")
    assert "<pre>" in Rule("0.77").period()._repr_html_()
    assert Rule("chocolate:3").play((2, 6))._repr_svg_().count("<rect") > 3
    assert Rule("nim").play([70, 3])._repr_svg_().startswith("<svg")


def test_documented() -> None:
    """Everything public has a docstring."""
    for name in ishitori.__all__:
        thing = getattr(ishitori, name)
        if name.startswith("__"):
            continue
        assert thing.__doc__, name
        if isinstance(thing, type):
            for member, value in vars(thing).items():
                if not member.startswith("_") and (callable(value) or isinstance(value, property)):
                    assert getattr(value, "__doc__", None), f"{name}.{member}"


def test_magics(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shells = pytest.importorskip("IPython.core.interactiveshell")
    shell = shells.InteractiveShell()
    shell.run_line_magic("load_ext", "ishitori")
    assert shell.run_line_magic("ishitori", "eval '{1|-1}' --json")["canonical"] == "+-1"
    shell.run_cell_magic("ishitori", "", "# two lines\neval 1+1\n\neval '*3 + *5'\n")
    said = capsys.readouterr().out.splitlines()
    assert [line for line in said if not line.startswith(" ")] == ["2", "*6"]
    game = "position (n)\nboth: (n - s) for s in {1, 2} if s <= n\n"
    found = shell.run_cell_magic("ishitori", "grundy cell.game --to 5 --json", game)
    assert found["values"] == [0, 1, 2, 0, 1, 2]
    shell.run_cell_magic("ishitori", "eval -", "1/2 + 1/2\n")
    assert capsys.readouterr().out.startswith("1")
    shell.run_line_magic("ishitori", "eval '{1|'")
    said = capsys.readouterr()
    assert said.out == "" and "never closed" in said.err
    shell.run_line_magic("ishitori", f"draw tree '{{2|1}}' -o {tmp_path / 'tree.svg'}")
    assert (tmp_path / "tree.svg").read_text().startswith("<svg")
