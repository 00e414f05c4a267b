"""Board games of the library, and texts in the language of boards."""

from __future__ import annotations

import csv
import io

import pytest

import ishitori
from ishitori import Board, Game, Position
from ishitori._records import record

OWN = """game towers
board grid
left: . . -> # # along vertical
right: . . -> # # along horizontal
"""


def test_every_game_of_the_library() -> None:
    games = [game for game in ishitori.games().games if game["kind"] == "board"]
    assert len(games) >= 97
    for game in games[::6]:
        position = Board(game["name"]).position(game["start"])
        left = [option.value for option in position.left_options]
        right = [option.value for option in position.right_options]
        assert Game(left, right) == position.value, game["name"]


def test_a_text_is_a_board() -> None:
    own = Board(OWN)
    assert own.values(["..|..", "...|..."]) == Board("domineering").values(["..|..", "...|..."])
    assert Position(own, "..|..").facts().canonical == "+-1"


def test_families_of_positions() -> None:
    table = ishitori.ask("position", game="clobber", position="(xo)^n", set=["n=1..3"]).to_text("csv")
    rows = list(csv.DictReader(line for line in io.StringIO(table) if not line.startswith("#")))
    assert [(row["n"], row["value"]) for row in rows] == [("1", "*"), ("2", "+-{*,^}"), ("3", "0")]
    with pytest.raises(ValueError, match="n=3"):
        ishitori.ask("position", game="clobber", position="(xo)^n")


def test_census_in_shards() -> None:
    whole = ishitori.ask("census", game="clobber", position="2x3")
    fields = {"game": "clobber", "position": "2x3"}
    records = [record("census", fields, f"{i}/4") for i in range(1, 5)]
    merged = ishitori.ask("merge", records=records)
    assert merged.positions == whole.positions == 3**6
    assert merged.to_dict() == whole.to_dict()
