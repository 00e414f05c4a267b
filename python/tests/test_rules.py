"""Rules and every question about them."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import pytest

import ishitori
from ishitori import Board, Certificate, Game, Position, Rule

KAYLES = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]


def test_grundy() -> None:
    found = Rule("0.77").grundy(11)
    assert isinstance(found, np.ndarray) and found.dtype == np.uint8 and found.tolist() == KAYLES
    assert Rule("kayles").grundy(np.int64(11)).tolist() == KAYLES
    misere = Rule("kayles", end="misere").grundy(5)
    assert misere.tolist() == ishitori.ask("grundy", rule="kayles", to=5, end="misere").to_dict()["values"]
    naive = Rule("0.77").grundy(500, engine="naive")
    assert (naive == Rule("0.77").grundy(500)).all()
    with pytest.raises(ValueError):
        Rule("0.77").grundy(-1)


def test_period_and_certificate(tmp_path: Path) -> None:
    period = Rule("0.77").period()
    assert (period.period, period.preperiod, period.status) == (12, 71, "proved")
    assert period.is_proved and "12" in str(period)
    assert period.saltus == 0
    assert period.same_game_as is None
    with pytest.raises(AttributeError, match="no 'colour'"):
        _ = period.colour
    path = period.certificate.save(tmp_path / "kayles.json")
    loaded = Certificate.load(path)
    assert loaded == period.certificate and loaded.check() and loaded.check().valid
    assert "✓" in loaded._repr_html_()
    forged = Certificate(loaded.text.replace('"period": 12', '"period": 24'))
    assert forged != loaded and not forged.check()
    assert not ishitori.check({"nonsense": 1})
    assert ishitori.check(path)
    assert period.picture()._repr_svg_().startswith("<svg")


def test_outcomes_and_values() -> None:
    rule = Rule("sub:2,3", end="mod2:LR")
    outcomes = rule.outcomes(20)
    assert len(outcomes) == 21 and outcomes[0] == "L" and set(outcomes) <= set("PNLR")
    assert outcomes.array.tolist() == list(outcomes)
    assert outcomes._repr_svg_().count("<rect") == 21
    values = rule.values(9)
    assert len(values) == 10 and all(isinstance(game, Game) for game in values)
    assert values[0] == 1 and "array" in values._repr_latex_()
    assert rule.outcomes(60, certificate=True).certificate.check()
    assert rule.values(5, certificate=True).certificate.check()


def test_table() -> None:
    table = Rule("chocolate:3").table(to=(4, 13))
    assert table.shape == (5, 14) and table.coordinates == ["y", "z"]
    assert isinstance(table, np.ma.MaskedArray) and table.mask.any()
    explained = Rule("chocolate:3").explain((3, 10))
    assert table[3, 10] == explained.grundy
    assert table[4, 0] is np.ma.masked
    assert "<table" in table._repr_html_() and table[1:, :]._repr_html_() is None
    letters = Rule("wythoff").table(to=(5, 5), show="outcome")
    assert letters[1, 2] == "P" and letters[2, 2] == "N"
    games = Rule("wythoff").table(to=(2, 2), show="value")
    assert games[0, 2] == Game("*2")
    three = Rule("lib:chomp3").table(to=(3, 3, 3))
    assert three.ndim == 3
    for position in np.ndindex(three.shape):
        if three[position] is not np.ma.masked:
            assert three[position] == Rule("lib:chomp3").explain(position).grundy
            break
    fixed = Rule("lib:chomp3").table(to=(3, 3), fix={three.coordinates[0]: 3})
    assert np.ma.allequal(fixed, three[3]) and (fixed.mask == three.mask[3]).all()


def test_explain_and_positions() -> None:
    assert Rule("nim").explain([3, 5, 7]).outcome == "N"
    assert Rule("nim").explain([3, 5, 6]).outcome == "P"
    assert Rule("nim").explain("3+5+6") == Rule("nim").explain([3, 5, 6])
    assert Rule("chocolate:3").explain([(2, 7), (1, 4)]).position == [[1, 4], [2, 7]]
    with pytest.raises(ValueError, match="position"):
        Rule("nim").explain("three")


def test_quotient() -> None:
    quotient = Rule("0.77", end="misere").quotient()
    assert quotient.order == 40 and quotient.is_proved
    assert quotient.certificate.check()
    assert quotient._repr_svg_().startswith("<svg")
    assert Rule("0.77", end="misere").quotient(to=8).status == "partial"


def test_conjecture() -> None:
    assert Rule("chocolate:2").conjecture("y xor z", to=(9, 20))
    wrong = Rule("wythoff").conjecture("a xor b", to=(5, 5))
    assert not wrong
    assert wrong.counterexample is not None
    proved = Rule("chocolate:2").conjecture("y xor z", to=(5, 5), prove=True)
    assert proved and proved.certificate.check()
    assert Rule("chocolate:2").conjecture(fit=True, to=(20, 20), from_=(6, 6))


def test_language_and_files(tmp_path: Path) -> None:
    text = "game take\nposition (n)\nboth: (n - s) for s in {1, 3, 4} if s <= n\n"
    rule = Rule.from_text(text)
    assert rule.coordinates == ["n"] and rule.grundy(8).tolist() == [0, 1, 0, 1, 2, 3, 2, 0, 1]
    file = tmp_path / "take.game"
    file.write_text(text)
    assert Rule.from_file(file).period().period == 7
    assert Rule("(n) -> (n-s) for s in {1,3,4} if s <= n").grundy(3).tolist() == [0, 1, 0, 1]
    with pytest.raises(ValueError) as error:
        Rule.from_text("position (n)\nboth: (m)\n", name="my.game")
    assert "my.game" in str(error.value) and "^" in str(error.value)
    with pytest.raises(OSError):
        Rule.from_file(tmp_path / "missing.game")
    assert "position (n)" in ishitori.fmt("position (n)  both: (n-1) if n>=1")


def test_parameters() -> None:
    bar = Rule("chocolate", set={"k": 3})
    assert bar.coordinates == ["y", "z"]
    assert (bar.table(to=(3, 9)) == Rule("chocolate:3").table(to=(3, 9))).all()
    with pytest.raises(ValueError, match="set"):
        Rule("0.77", set={"k": 3})


def test_bad_rules_are_refused_at_once() -> None:
    with pytest.raises(ValueError) as error:
        Rule("sub:2,,3")
    assert "rule" in str(error.value) and "^" in str(error.value)
    with pytest.raises(ValueError, match="end"):
        Rule("sub:2,3", end="mod2:").outcomes(5)
    with pytest.raises(TypeError):
        Rule(7)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="colour"):
        Rule("0.77").period(colour=1)


def test_japanese() -> None:
    with pytest.raises(ValueError, match="[ぁ-ん]"):
        Rule("sub:2,,3", lang="ja")
    assert "周期" in str(Rule("0.77").period(lang="ja"))
    ishitori.set_language("ja")
    assert ishitori.language() == "ja"
    with pytest.raises(ValueError, match="[ぁ-ん]"):
        Game("{1|")
    with pytest.raises(ValueError, match="lang"):
        ishitori.set_language("fr")


def test_pictures(tmp_path: Path) -> None:
    picture = Rule("0.77").draw("scatter", to=90)
    assert picture._repr_svg_().startswith("<svg")
    png = Rule("chocolate:3").draw("grid", to=(4, 12), format="png")
    assert png._repr_png_()[:4] == b"\x89PNG" and png._repr_svg_() is None
    png.save(tmp_path / "grid.png")
    assert (tmp_path / "grid.png").read_bytes() == png.bytes
    assert Rule("sub:2,3", end="mod2:LR").draw("cayley").title


def test_play() -> None:
    game = Rule("nim").play([3, 5, 7], seed=1)
    assert game.position == "3+5+7" and game.outcome == "N" and game.winning_moves
    while game.winner is None:
        game.move(game.winning_moves[0])
    assert game.winner == "person" and game.moves == []
    with pytest.raises(ValueError, match="over"):
        game.move(0)
    game.undo()
    assert game.winner is None
    with pytest.raises(ValueError, match="cannot be played"):
        game.move("99->1")
    second = Rule("nim").play([3, 5, 7], first="you")
    assert second.history[0]["by"] == "program" and second._repr_svg_().startswith("<svg")


def test_boards() -> None:
    board = Board("domineering")
    assert board.values(["..|..", "...|..."]) == [Game("+-1"), Game("{2|-1/2}")]
    position = Position("domineering", "..|.#")
    assert Game([p.value for p in position.left_options], [p.value for p in position.right_options]) == position.value
    assert position.facts().canonical == str(position.value)
    assert position._repr_svg_().startswith("<svg") and str(position) == "..\n.#"
    with pytest.raises(ValueError, match="position"):
        Position("domineering", "..|.?")
    with pytest.raises(ValueError, match="chess"):
        Board("chess")
    # Boards of all shapes together: wide, high, and those that fit into no word.
    shapes = ["..|..", "." * 12, "|".join("." * 12), "....|....", "..........|.#........", "|".join([".."] * 9)]
    assert board.values(shapes) == [board.value(shape) for shape in shapes]
    assert board.values(shapes[::-1]) == board.values(shapes)[::-1]
    with pytest.raises(ValueError, match="position"):
        board.values(["..|..", "..|.?"])
    play = position.play(side="left")
    assert play.moves and play.move(play.moves[0]).history


def test_identify_games_misere() -> None:
    assert ishitori.identify(KAYLES, most=2).matches
    assert len(ishitori.games().games) > 20
    assert ishitori.misere("*[3,2]+*2").genus
    assert Rule("kayles").misere([4, 5]).outcome in "PN"
    assert Rule("sub:2,3").parity(to=5).holds is True
    assert ishitori.quotient_sweep(octal=1, to=8, each="10s").rules > 0


def test_cite_and_oeis(tmp_path: Path) -> None:
    answer = ishitori.ask("period", rule="0.77", certificate=True)
    path = answer.certificate.save(tmp_path / "kayles.json")
    entry = ishitori.cite(answer)
    total = hashlib.sha256(path.read_bytes()).hexdigest()
    assert entry.startswith("@misc{ishitori-") and total in entry and ishitori.__version__ in entry
    assert "ishitori.ask(" in entry
    assert total in ishitori.cite(command="ishitori period 0.77", certificate=path)
    assert "SHA-256" not in ishitori.cite()
    (tmp_path / "no.json").write_text("{}")
    with pytest.raises(ValueError, match="certificate"):
        ishitori.cite(certificate=tmp_path / "no.json")
    text = ishitori.ask("grundy", rule="0.77", to=30).to_text("oeis")
    assert text.startswith("%I A000000\n%S A000000 0,1,2,3,1,4,") and text.endswith("\n30 7\n")
    assert f"# ishitori {ishitori.__version__}" in text
    with pytest.raises(ValueError):
        ishitori.ask("games").to_text("oeis")


def test_rows_as_parquet(tmp_path):
    polars = pytest.importorskip("polars")
    answer = ishitori.ask("outcomes", rule="sub:1,2", end="mod2:LR", to=20)
    file = tmp_path / "outcomes.parquet"
    rows = answer.to_parquet(file)
    assert rows == file.read_bytes() == answer.to_parquet()
    frame = polars.read_parquet(file)
    assert frame["n"].to_list() == list(range(21))
    assert "".join(frame["outcome"].to_list()) == answer.outcomes
    with pytest.raises(ValueError):
        ishitori.check("{}").to_parquet()
