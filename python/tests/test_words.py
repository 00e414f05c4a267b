"""Whatever is wrong is said in both languages: by the package itself, by the compiled module, by the engines."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import ishitori
from ishitori import Board, Family, Game, OwnGame, Position, Rule
from ishitori._words import say, sentences

PACKAGE = Path(ishitori.__file__).parent

#: Three English words in a row are an untranslated sentence.
ENGLISH = re.compile(r"\b[a-z]{2,} [a-z]{2,} [a-z]{2,}\b")
JAPANESE = re.compile("[ぁ-んァ-ヶ一-龠]")

played = Rule("nim").play([1], seed=1)


def finished_play() -> None:
    game = Rule("nim").play([1], seed=1)
    game.move("1->0")
    game.move("1->0")


#: Everything that this package refuses before an engine sees it, once.
MISTAKES: dict[str, Callable[[], Any]] = {
    "question": lambda: ishitori.ask("nothing"),
    "schema": lambda: ishitori.schema("nothing"),
    "unknown field": lambda: ishitori.ask("grundy", rule="0.77", to=5, colour=3),
    "missing field": lambda: ishitori.ask("grundy", to=5),
    "text for a number": lambda: ishitori.ask("grundy", rule="0.77", to="five"),
    "negative": lambda: Rule("0.77").grundy(-1),
    "too large for 32 bits": lambda: Family(1, 1 << 40),
    "list of texts": lambda: ishitori.ask("sweep", min=2, max=5, count=[3]),
    "rule of another kind": lambda: ishitori.ask("grundy", rule=3, to=5),
    "object": lambda: ishitori.ask("grundy", rule="0.77", to=3j),
    "format": lambda: Rule("0.77").period().to_text("poem"),
    "no rows": lambda: ishitori.check("{}").to_text(),
    "no field": lambda: Rule("0.77").period().colour,
    "keyword": lambda: Rule("0.77").period(colour=1),
    "keyword of rows": lambda: Family(2, 5).rows(colour=1),
    "board": lambda: Board("chess"),
    "cells": lambda: Position("domineering", "..|.?"),
    "player": lambda: Board("domineering").options("..", "Top"),
    "game": lambda: Game([]),  # type: ignore[arg-type]
    "style": lambda: f"{Game(1):poem}",
    "options in a text": lambda: Game("1", "2"),  # type: ignore[arg-type]
    "factor": lambda: Game("*") * Game("*"),
    "truth": lambda: bool(Game(1)),
    "integer": lambda: int(Game("*")),
    "float": lambda: Game(0.5),  # type: ignore[arg-type]
    "dyadic": lambda: Game(Fraction(1, 3)),
    "expression": lambda: Game("{1|"),
    "no game": lambda: Game("Mean(1) = 1"),
    "atomic weight": lambda: Game(1).atomic_weight,
    "cooled below zero": lambda: Game("{2|1}").cool(-1),
    "temperature": lambda: Game("{2|1}").thermograph.at("hot"),
    "cold": lambda: Game("{2|1}").thermograph.at(-2),
    "time": lambda: Rule("0.77").grundy(5, time_limit="soon"),
    "negative time": lambda: Rule("0.77").grundy(5, time_limit=-1),
    "memory": lambda: Rule("0.77").grundy(5, memory_limit="much"),
    "negative memory": lambda: Rule("0.77").grundy(5, memory_limit=-1),
    "lang": lambda: ishitori.ask("tour", lang="fr"),
    "progress": lambda: Family(2, 5).sweep(progress=3),
    "rule": lambda: Rule("sub:2,,3"),
    "rule that is no text": lambda: Rule(7),  # type: ignore[arg-type]
    "text that is no text": lambda: Rule.from_text(7),  # type: ignore[arg-type]
    "length of a stream": lambda: len(Family(2, 5).rows(lazy=True)),
    "condition": lambda: Family(2, 5).sweep(where="has_R and"),
    "family": lambda: Family(5, 2),
    "impartial": lambda: OwnGame(lambda n, p: []).grundy(1),
    "no options": lambda: OwnGame(),
    "options that are no function": lambda: OwnGame(3),  # type: ignore[arg-type]
    "options that are none": lambda: OwnGame(lambda n, p: 3).value(1),  # type: ignore[arg-type, return-value]
    "a game that returns": lambda: OwnGame(lambda n, p: [1 - n]).value(1),
    "first": lambda: OwnGame(lambda n, p: []).play(1, first="nobody"),
    "side": lambda: OwnGame(lambda n, p: []).play(1, side="top"),
    "move": lambda: Rule("nim").play([1, 2]).move("9->1"),
    "own move": lambda: OwnGame(lambda n, p: range(n)).play(3).move(9),
    "a game that is over": finished_play,
    "a limit": lambda: Rule("0.6").grundy(5 * 10**7, time_limit=0.01),
    "a limit of games": lambda: OwnGame(lambda n, p: [n + 1]).value(1, time_limit=0.05),
}


def complaint(wrong: Callable[[], Any]) -> str:
    with pytest.raises((ValueError, TypeError, AttributeError, RuntimeError)) as error:
        wrong()
    return str(error.value)


@pytest.mark.parametrize("name", MISTAKES)
def test_both_languages(name: str) -> None:
    ishitori.set_language("en")
    english = complaint(MISTAKES[name])
    assert not JAPANESE.search(english), english
    ishitori.set_language("ja")
    japanese = complaint(MISTAKES[name])
    assert JAPANESE.search(japanese), japanese
    assert not ENGLISH.search(japanese), japanese


def test_a_language_for_one_question() -> None:
    """``lang`` of a question holds for what is wrong with it, too."""
    wrong: list[Callable[[], Any]] = [
        lambda: ishitori.ask("nothing", lang="ja"),
        lambda: ishitori.ask("grundy", rule="0.77", to=5, colour=3, lang="ja"),
        lambda: Rule("0.77", lang="ja").grundy(-1),
        lambda: Rule("0.77").grundy(5, time_limit="soon", lang="ja"),
        lambda: Rule("0.77").grundy(5, memory_limit="much", lang="ja"),
        lambda: Rule("0.77").period(lang="ja").colour,
        lambda: Rule("0.77").period(lang="ja").to_text("poem"),
        lambda: Rule("0.77").period(lang="ja", colour=1),
        lambda: Family(2, 5).rows(lang="ja", colour=1),
        lambda: Family(2, 5).sweep(lang="ja", progress=3),
        lambda: Rule("nim").play([1, 2], lang="ja").move("9->1"),
        lambda: Rule(7, lang="ja"),  # type: ignore[arg-type]
        lambda: OwnGame(lambda n, p: range(n)).play(3, lang="ja").move(9),
        lambda: OwnGame(lambda n, p: range(n)).play(3, lang="ja", side="top"),
    ]
    for each in wrong:
        said = complaint(each)
        assert JAPANESE.search(said) and not ENGLISH.search(said), said


def test_fields_are_named_and_what_they_take() -> None:
    assert complaint(MISTAKES["negative"]) == "grundy: to must be an int of at least 0"
    assert "to must be an int" in complaint(MISTAKES["text for a number"])
    assert "there is no colour; expected one of" in complaint(MISTAKES["unknown field"])
    assert complaint(MISTAKES["missing field"]) == "grundy: rule is required"
    assert "count must be a list of strings" in complaint(MISTAKES["list of texts"])


def test_widgets_speak_the_language() -> None:
    pytest.importorskip("anywidget")
    widget = Board("domineering").widget("..|..", lang="ja")
    widget._heard(widget, {"do": "move", "number": 77}, [])
    assert widget.state["lang"] == "ja" and JAPANESE.search(widget.problem)
    ishitori.set_language("ja")
    assert Rule("nim").widget([1, 2]).state["lang"] == "ja"
    drawn = OwnGame(lambda n, p: [], impartial=True).draw((1, 2))
    assert drawn["numbers"][0][0] == "局面"


def test_the_table_is_complete() -> None:
    """Both languages use the same values, every sentence is said somewhere, and none is written elsewhere."""
    english, japanese = sentences("en"), sentences("ja")

    def fields(text: str) -> list[str]:
        return sorted({name for _, name, _, _ in string.Formatter().parse(text) if name})

    assert {what: fields(text) for what, text in english.items()} == {
        what: fields(text) for what, text in japanese.items()
    }
    said: set[str] = set()
    for file in PACKAGE.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say":
                assert isinstance(node.args[0], ast.Constant)
                said.add(node.args[0].value)
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                words = [part for part in node.exc.args if isinstance(part, (ast.Constant, ast.JoinedStr))]
                assert not words, f"{file.name}:{node.lineno} raises a sentence that is not in the table"
    widget = (PACKAGE / "widget.js").read_text(encoding="utf-8")
    named = re.findall(r"""\bwords(?:\.(\w+)|\["([\w-]+)"\])""", widget)
    by_widget = {f"widget-{point or bracket}" for point, bracket in named}
    assert said | by_widget | {"widget-person", "widget-program"} == set(english)
    assert say("over", "ja") == japanese["over"] == "ゲームは終わっています"
