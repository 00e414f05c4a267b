"""Questions that belong to no rule."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from . import _ishitori
from ._answers import Sweep
from ._ask import Answer, finished, request
from ._ishitori import Game


def identify(values: Iterable[int] | str, *, starts: int | None = None, most: int | None = None, **options: Any) -> Answer:
    """The games that have these numbers somewhere in their Grundy sequences, simplest first."""
    if not isinstance(values, str):
        values = ",".join(str(int(value)) for value in values)
    fields = {"values": values, "starts": starts, "most": most}
    return finished(request(Answer, "identify", options, fields))


def games(name: str | None = None, **options: Any) -> Answer:
    """The games that have a name, or the one of this name."""
    return finished(request(Answer, "games", options, {"name": name}))


def misere(game: str, **options: Any) -> Answer:
    """A game such as ``*[3,2]+*2`` in misère play: its canonical form and genus."""
    return finished(request(Answer, "misere", options, {"game": game}))


def fmt(text: str, **options: Any) -> str:
    """A game in the language of games, in its canonical layout."""
    canonical: str = finished(request(Answer, "fmt", options, {"text": text})).text
    return canonical


def tour(**options: Any) -> Answer:
    """A tour of the workbench."""
    return finished(request(Answer, "tour", options, {}))


def quotient_sweep(
    *,
    octal: int | None = None,
    sub_size: int | None = None,
    min: int | None = None,
    max: int | None = None,
    rules: Iterable[str] | None = None,
    end: str | None = None,
    to: int | None = None,
    each: str | None = None,
    **options: Any,
) -> Sweep:
    """The quotients of many rules: octal codes, subtraction sets, or a list."""
    fields: dict[str, Any] = {"octal": octal, "sub_size": sub_size, "min": min, "max": max}
    fields.update(rules=None if rules is None else [str(rule) for rule in rules])
    fields.update(end=end, to=to, each=each)
    return finished(request(Sweep, "quotient-sweep", options, fields))


def nim_sum(a: int | Game, b: int | Game) -> Any:
    """The nim-sum of integers (an integer) or of nimbers (a game)."""
    return _ishitori.nim("NimSum", [a, b])


def nim_product(a: int | Game, b: int | Game) -> Any:
    """The nim-product of integers (an integer) or of nimbers (a game), below 2^128."""
    return _ishitori.nim("NimProduct", [a, b])


def nim_inverse(a: int | Game) -> Any:
    """The nim-inverse of an integer or a nimber, below 2^128."""
    return _ishitori.nim("NimInverse", [a])


def mex(*numbers: int | Game) -> Any:
    """The least number that is not among these; of nimbers the least nimber.

    >>> from ishitori import mex
    >>> mex(0, 1, 3)
    2
    """
    return _ishitori.nim("Mex", list(numbers))


def functions(lang: str | None = None) -> list[tuple[str, list[str], str]]:
    """The functions of the calculator: name, parameters, what it means."""
    return _ishitori.functions(lang)
